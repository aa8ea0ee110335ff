#include "program_io.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

namespace sbx::runner {

int write_all(int fd, const std::string& text) {
  for (std::size_t done = 0; done < text.size();) {
    ssize_t n = ::write(fd, text.data() + done, text.size() - done);
    if (n < 0 && errno != EINTR) {
      return errno;
    }
    done += n > 0 ? static_cast<std::size_t>(n) : 0;
  }
  return 0;
}

int usage_error(const Error& e) {
  write_all(2, "sbx: " + escape(e.field, 4096) + ": " + escape(e.message, 4096) + "\n");
  return kBadUsage;
}

std::string report_lines(const Report& report) {
  std::string lines;
  for (const Record& r : report.records) {
    lines += "sandbox: " + to_line(r) + "\n";
  }
  return lines;
}

bool open_output(const char* option, const std::string& path, int* fd, Error* error) {
  if (path.empty()) {
    return true;
  }
  *fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NONBLOCK, 0644);
  if (*fd < 0) {
    *error = {option, path + ": " + errno_name(errno) + ": cannot be written"};
  }
  return *fd >= 0;
}

bool write_output(const char* option, int fd, const std::string& text) {
  const int error = fd >= 0 ? write_all(fd, text) : 0;
  if (error != 0) {
    usage_error({option, "cannot be written: " + errno_name(error)});
  }
  return error == 0;
}

bool open_input(const std::string& path, int* fd, Error* error) {
  if (path.empty()) {
    return true;
  }
  if (path == "-") {
    *fd = ::fcntl(0, F_GETFD) >= 0 ? 0 : -1;
    return true;
  }
  *fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  struct stat st;
  if (*fd < 0) {
    *error = {"--stdin", path + ": " + errno_name(errno) + ": must name a file that can be read"};
    return false;
  }
  if (::fstat(*fd, &st) == 0 && S_ISDIR(st.st_mode)) {
    *error = {"--stdin", path + ": is a folder"};
    return false;
  }
  return true;
}

}  // namespace sbx::runner
