// C++17's file system library: folders made, walked in order, renamed and removed.
// test-skip[musl]: musl-gcc compiles C alone
// test-toolchain: g++
// expect-stdout: deep/
// expect-stdout: deep/deeper/
// expect-stdout: deep/two.txt 10
// expect-stdout: one.txt 5
// expect-stdout: 01
// expect-stdout: a.tar .gz a.tar.gz
// expect-stdout: 1
// expect-stdout: 5 removed
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>
#include <system_error>
#include <vector>

namespace fs = std::filesystem;

int main() {
  const fs::path root = "cxx17_filesystem.scratch";
  fs::create_directories(root / "deep" / "deeper");
  std::ofstream(root / "one.txt") << "12345";
  std::ofstream(root / "deep" / "two.txt") << "1234567890";
  std::vector<std::string> found;
  for (const auto& entry : fs::recursive_directory_iterator(root)) {
    found.push_back(fs::relative(entry.path(), root).generic_string() +
                    (entry.is_directory() ? "/" : " " + std::to_string(entry.file_size())));
  }
  std::sort(found.begin(), found.end());
  for (const auto& name : found) {
    std::cout << name << '\n';
  }
  fs::rename(root / "one.txt", root / "deep" / "three.dat");
  std::cout << fs::exists(root / "one.txt") << fs::exists(root / "deep/three.dat") << '\n';
  fs::path path = root / "deep" / ".." / "a.tar.gz";
  std::cout << path.stem().string() << ' ' << path.extension().string() << ' '
            << path.lexically_normal().filename().string() << '\n';
  std::error_code error;
  (void)fs::file_size(root / "absent", error);
  std::cout << (error == std::errc::no_such_file_or_directory) << '\n';
  std::cout << fs::remove_all(root) << " removed\n";
}
