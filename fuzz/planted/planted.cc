// A libFuzzer target with sixteen bugs, one behind each two bytes: what sbx-fuzz has to tell apart.
#include <fcntl.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cassert>
#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace {

volatile int sink = 0;
void* volatile kept = nullptr;

[[gnu::noinline]] void gives_up() {
  std::abort();
}
[[gnu::noinline]] void gives_up_elsewhere() {
  std::abort();
}
[[gnu::noinline]] void asserts_depth(std::size_t depth) {
  assert(depth > 1000 && "deep enough");
}
[[gnu::noinline]] void asserts_order(std::size_t low, std::size_t high) {
  assert(low > high);
}
[[gnu::noinline]] int list(const std::uint8_t* data, std::size_t size);
[[gnu::noinline]] int value(const std::uint8_t* data, std::size_t size) {
  volatile std::uint8_t room[512];
  room[sink & 511] = *data;
  return list(data, size) + room[0];
}
int list(const std::uint8_t* data, std::size_t size) {
  return sink == 12345 ? 0 : value(data, size) + 1;
}
[[gnu::noinline]] void overruns(std::size_t size) {
  char* text = static_cast<char*>(std::malloc(4));
  text[4 + (size & 1)] = 'x';
  sink = text[0];
  std::free(text);
}
[[gnu::noinline]] void reads_freed() {
  int* number = static_cast<int*>(std::malloc(sizeof(int)));
  *number = 3;
  kept = number;
  std::free(number);
  sink = *static_cast<int*>(kept);
}
[[gnu::noinline]] void leaks() {
  kept = std::malloc(77);
  kept = nullptr;
}
[[gnu::noinline]] void overflows(int by) {
  volatile int large = 0x7fffffff;
  sink = large + by;
}
[[gnu::noinline]] void turns_forever() {
  for (;;) {
    sink = 1;
  }
}
[[gnu::noinline]] void hogs() {
  for (;;) {
    char* more = static_cast<char*>(std::malloc(1 << 20));
    if (more == nullptr) {
      return;
    }
    std::memset(more, 1, 1 << 20);
    kept = more;
  }
}
[[gnu::noinline]] void forks() {
  if (fork() == 0) {
    _exit(0);
  }
}
[[gnu::noinline]] void connects() {
  sink = socket(AF_INET, SOCK_STREAM, 0);
}
[[gnu::noinline]] void opens() {
  sink = open("/etc/passwd", O_RDONLY);
}
[[gnu::noinline]] void leaves() {
  _exit(0);
}
[[gnu::noinline]] void kills_itself() {
  raise(SIGKILL);
}

[[gnu::noinline]] void obey(std::uint8_t what, const std::uint8_t* data, std::size_t size) {
  switch (what) {
    case 'a':
      return gives_up();
    case 'b':
      return gives_up_elsewhere();
    case 'c':
      return asserts_depth(size);
    case 'd':
      return asserts_order(0, size);
    case 'e':
      sink = value(data, size);
      return;
    case 'f':
      return overruns(size);
    case 'g':
      return reads_freed();
    case 'h':
      return leaks();
    case 'i':
      return overflows(static_cast<int>(size));
    case 'j':
      return turns_forever();
    case 'k':
      return hogs();
    case 'l':
      return forks();
    case 'm':
      return connects();
    case 'n':
      return opens();
    case 'o':
      return leaves();
    case 'p':
      return kills_itself();
    default:
      return;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size >= 2 && data[0] == '!') {
    obey(data[1], data, size);
  }
  return 0;
}
