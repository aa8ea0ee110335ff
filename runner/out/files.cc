#include <cerrno>

#include "runner/out/reporter.h"

namespace sbx::runner {

void CloseFile::operator()(std::FILE* file) const {
  if (file != nullptr && file != stdout && file != stderr) {
    std::fclose(file);
  }
}

File open_report(const std::string& path) {
  return File(path == "-" ? stdout : std::fopen(path.c_str(), "wbe"));
}

}  // namespace sbx::runner
