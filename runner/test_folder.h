// runner/test_folder.h - a folder of its own for a unit test, gone afterwards.
//
//   TestFolder folder;
//   folder.write("sub/a.c", "// expect-exit: 0\n");
//   discover({folder.path()}, "");
#pragma once
#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace sbx::runner {

class TestFolder {
 public:
  TestFolder() {
    std::string name = testing::TempDir() + "sbx-runner-XXXXXX";
    path_ = ::mkdtemp(name.data()) == nullptr ? "" : name;
    EXPECT_NE(path_, "");
  }
  TestFolder(const TestFolder&) = delete;
  TestFolder& operator=(const TestFolder&) = delete;
  ~TestFolder() {
    std::error_code error;
    std::filesystem::remove_all(path_, error);
  }
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::string at(const std::string& name) const { return path_ + "/" + name; }
  void write(const std::string& name, const std::string& bytes) const {
    std::filesystem::create_directories(std::filesystem::path(at(name)).parent_path());
    std::ofstream(at(name), std::ios::binary) << bytes;
  }

 private:
  std::string path_;
};

}  // namespace sbx::runner
