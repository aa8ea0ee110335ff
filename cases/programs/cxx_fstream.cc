// File streams: text and binary, append, seek, a file that is not there.
// test-skip[musl]: musl-gcc compiles C alone
// expect-stdout: 1: first 1
// expect-stdout: 2: second 2.5
// expect-stdout: 3: third
// expect-stdout: 777, size 2000
// expect-stdout: remove 0
// expect-stdout: open 0, good 0
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <string>

int main() {
  static const char name[] = "cxx_fstream.scratch";
  {
    std::ofstream out(name);
    out << "first " << 1 << "\nsecond " << 2.5 << "\n";
  }
  {
    std::ofstream out(name, std::ios::app);
    out << "third\n";
  }
  std::ifstream in(name);
  std::string line;
  int lines = 0;
  while (std::getline(in, line)) {
    std::cout << ++lines << ": " << line << "\n";
  }
  in.close();
  std::fstream both(name, std::ios::in | std::ios::out | std::ios::binary | std::ios::trunc);
  for (std::uint16_t i = 0; i < 1000; i++) {
    both.write(reinterpret_cast<const char*>(&i), sizeof i);
  }
  std::uint16_t value = 0;
  both.seekg(777 * 2);
  both.read(reinterpret_cast<char*>(&value), sizeof value);
  both.seekg(0, std::ios::end);
  std::cout << value << ", size " << both.tellg() << "\n";
  both.close();
  std::cout << "remove " << std::remove(name) << "\n";
  std::ifstream missing(name);
  std::cout << "open " << missing.is_open() << ", good " << missing.good() << "\n";
}
