// A libFuzzer target: what an input does is its first byte. ci/profile/fuzzers.py builds and runs it.
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

static void* volatile kept;

static void overrun() {
  char* p = static_cast<char*>(std::malloc(4));
  volatile std::size_t past = 4;
  p[past] = 1;
  std::free(p);
}

static std::uint8_t deeper(const std::uint8_t* data, std::size_t size) {
  volatile std::uint8_t room[1 << 14];
  room[0] = *data;
  return static_cast<std::uint8_t>(deeper(data, size) + room[0]);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) {
    return 0;
  }
  const std::string text(reinterpret_cast<const char*>(data), size);
  volatile int large = 0x7fffffff;
  switch (data[0]) {
    case 'a':
      std::abort();
    case 'd':
      return deeper(data, size);
    case 'e':
      try {
        throw std::runtime_error(text);
      } catch (const std::exception&) {
      }
      break;
    case 'h':
      overrun();
      break;
    case 'l':
      kept = std::malloc(77);
      kept = nullptr;
      break;
    case 'm':
      kept = std::malloc(8 << 20);
      std::memset(kept, 1, 8 << 20);
      kept = std::realloc(kept, 64 << 20);
      std::free(kept);
      break;
    case 's':
      *reinterpret_cast<volatile int*>(8) = 1;
      break;
    case 't':
      for (;;) {
        large = 1;
      }
    case 'u':
      large = large + static_cast<int>(size);
      break;
    case 'v':
      if (std::vector<char>(size).data()[size / 2] != 0) {
        kept = nullptr;
      }
      break;
    default:
      break;
  }
  return 0;
}
