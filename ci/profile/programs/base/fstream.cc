// fstream: write, seek, read, fill and copy.
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>
int main() {
  std::ofstream("fstream.tmp") << std::string(100000, 'x') << '\n' << 42;
  std::fstream both("fstream.tmp", std::ios::in | std::ios::out | std::ios::binary);
  both.seekg(0, std::ios::end);
  const auto end = both.tellg();
  both.seekp(10).put('y').flush();
  both.seekg(0);
  const std::streamsize waiting = both.rdbuf()->in_avail();
  std::vector<char> all(std::istreambuf_iterator<char>(both), {});
  std::ifstream in("fstream.tmp");
  std::string line;
  std::getline(in, line);
  std::ofstream("fstream.two", std::ios::app) << in.rdbuf();
  std::remove("fstream.tmp");
  std::remove("fstream.two");
  return end > 0 && waiting > 0 && !all.empty() ? 0 : 1;
}
