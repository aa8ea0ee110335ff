// std::filesystem: making, walking, copying, measuring, removing.
#include <chrono>
#include <filesystem>
#include <fstream>
#include <system_error>
namespace fs = std::filesystem;
int main() {
  std::error_code e;
  fs::create_directories("fs.tmp/a/b");
  std::ofstream("fs.tmp/a/one") << "one";
  fs::create_symlink("one", "fs.tmp/a/sym");
  fs::create_hard_link("fs.tmp/a/one", "fs.tmp/a/hard");
  fs::create_directory_symlink("b", "fs.tmp/a/dirsym");
  fs::copy_file("fs.tmp/a/one", "fs.tmp/a/two");
  fs::copy_file("fs.tmp/a/one", "fs.tmp/a/two", fs::copy_options::overwrite_existing);
  fs::copy("fs.tmp/a", "fs.tmp/c", fs::copy_options::recursive | fs::copy_options::copy_symlinks);
  fs::rename("fs.tmp/a/two", "fs.tmp/a/three");
  fs::resize_file("fs.tmp/a/three", 1000);
  fs::permissions("fs.tmp/a/three", fs::perms::owner_all);
  fs::permissions("fs.tmp/a/sym", fs::perms::owner_all, fs::perm_options::nofollow, e);
  fs::last_write_time("fs.tmp/a/three", fs::file_time_type::clock::now());
  static_cast<void>(fs::canonical("fs.tmp/a/sym"));
  static_cast<void>(fs::weakly_canonical("fs.tmp/none/x"));
  static_cast<void>(fs::read_symlink("fs.tmp/a/sym"));
  static_cast<void>(fs::equivalent("fs.tmp/a/one", "fs.tmp/a/hard"));
  static_cast<void>(fs::space("."));
  static_cast<void>(fs::temp_directory_path(e));
  fs::current_path(fs::current_path());
  std::uintmax_t size = 0;
  for (const auto& entry : fs::recursive_directory_iterator("fs.tmp")) {
    if (entry.is_regular_file()) {
      size += entry.file_size() + entry.hard_link_count();
    }
  }
  for (const auto& entry : fs::directory_iterator("fs.tmp")) {
    static_cast<void>(fs::is_empty(entry));
  }
  fs::remove("fs.tmp/a/one");
  return fs::remove_all("fs.tmp") > 0 && size > 0 ? 0 : 1;
}
