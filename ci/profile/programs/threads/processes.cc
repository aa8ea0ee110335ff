// flags: -pthread
// A thread that starts a program while another computes.
#include <cstdio>
#include <cstdlib>
#include <future>
#include <string>
int main() {
  auto work = std::async(std::launch::async, [] { return std::string(1000000, 'x').size(); });
  const int status = std::system("true");
  FILE* pipe = popen("echo from a child", "r");
  char text[64];
  while (std::fgets(text, sizeof text, pipe) != nullptr) {
  }
  return pclose(pipe) == 0 && status == 0 && work.get() > 0 ? 0 : 1;
}
