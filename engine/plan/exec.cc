// The two things the engine reads of an ELF file: its interpreter and what it will map.
#include <elf.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <vector>

#include "plan/plan.h"

namespace sbx::plan {
namespace {

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "sbx reads little-endian ELF files"
#endif

constexpr std::uint64_t kPage = 4096;
constexpr int kMaxHeaders = 256;

// The program headers of a 64-bit little-endian file; empty for anything else.
std::vector<Elf64_Phdr> program_headers(int fd) {
  Elf64_Ehdr h;
  if (::pread(fd, &h, sizeof h, 0) != static_cast<ssize_t>(sizeof h) ||
      std::memcmp(h.e_ident, ELFMAG, SELFMAG) != 0 || h.e_ident[EI_CLASS] != ELFCLASS64 ||
      h.e_ident[EI_DATA] != ELFDATA2LSB || h.e_phentsize != sizeof(Elf64_Phdr) || h.e_phnum == 0 ||
      h.e_phnum > kMaxHeaders) {
    return {};
  }
  std::vector<Elf64_Phdr> all(h.e_phnum);
  ssize_t size = static_cast<ssize_t>(all.size() * sizeof(Elf64_Phdr));
  if (::pread(fd, all.data(), static_cast<std::size_t>(size), static_cast<off_t>(h.e_phoff)) !=
      size) {
    return {};
  }
  return all;
}

std::uint64_t sum_of(const std::vector<Elf64_Phdr>& headers) {
  std::uint64_t sum = 0;
  for (const Elf64_Phdr& p : headers) {
    if (p.p_type == PT_LOAD) {
      std::uint64_t size = (p.p_vaddr % kPage) + p.p_memsz;
      if (size < p.p_memsz || sum + size < sum) {
        return ~0ull;  // a header that wraps asks for everything
      }
      sum += (size + kPage - 1) / kPage * kPage;
    }
  }
  return sum;
}

}  // namespace

ProgramFile look_at(const std::string& host_path, const ProgramFile& seen) {
  struct stat st;
  const auto is_seen = [&] {
    return st.st_dev == seen.device && st.st_ino == seen.inode &&
           st.st_ctim.tv_sec == seen.changed.tv_sec && st.st_ctim.tv_nsec == seen.changed.tv_nsec;
  };
  if (seen.inode != 0 && ::stat(host_path.c_str(), &st) == 0 && is_seen()) {
    return seen;
  }
  const int fd = ::open(host_path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  ProgramFile file;
  if (fd < 0) {
    return file;
  }
  if (::fstat(fd, &st) == 0) {
    file.device = st.st_dev;
    file.inode = st.st_ino;
    file.changed = st.st_ctim;
  }
  const std::vector<Elf64_Phdr> headers = program_headers(fd);
  file.size = sum_of(headers);
  for (const Elf64_Phdr& p : headers) {
    char name[256] = {};
    if (p.p_type == PT_INTERP &&
        p.p_filesz<sizeof name&& ::pread(fd, name, p.p_filesz, static_cast<off_t>(p.p_offset))> 0) {
      file.libc = std::strstr(name, "musl") != nullptr ? Libc::musl : Libc::gnu;
    }
  }
  ::close(fd);
  return file;
}

std::uint64_t load_size(int fd) {
  return sum_of(program_headers(fd));
}

}  // namespace sbx::plan
