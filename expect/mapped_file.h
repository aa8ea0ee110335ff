// expect/mapped_file.h - a file's bytes as a view, without reading them into memory.
//
//   MappedFile file("hello.stdout");
//   if (file.ok()) { use(file.view()); }
//
// The mapping lives as long as the object; movable, not copyable. A file that another process cuts
// short while it is mapped raises SIGBUS: only for files nobody writes.
#pragma once
#include <string>
#include <string_view>

namespace sbx::expect {

class MappedFile {
 public:
  explicit MappedFile(const std::string& path);
  ~MappedFile();
  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&&) = delete;

  [[nodiscard]] bool ok() const { return error_.empty(); }
  [[nodiscard]] const std::string& error() const { return error_; }  // "ENOENT"
  [[nodiscard]] std::string_view view() const { return view_; }

 private:
  std::string_view view_;
  std::string error_;
};

}  // namespace sbx::expect
