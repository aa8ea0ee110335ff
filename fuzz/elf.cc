#include "fuzz/elf.h"

#include <elf.h>

#include <algorithm>
#include <cstring>
#include <optional>

#include "fuzz/files.h"

namespace sbx::fuzz {
namespace {

constexpr std::size_t kMostSegments = 256;

template <class T>
std::optional<T> at(std::string_view bytes, std::uint64_t offset) {
  T value;
  if (offset > bytes.size() || bytes.size() - offset < sizeof value) {
    return std::nullopt;
  }
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

std::string hex(std::string_view bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string out;
  for (const char c : bytes) {
    out += kDigits[static_cast<unsigned char>(c) >> 4];
    out += kDigits[static_cast<unsigned char>(c) & 15];
  }
  return out;
}

constexpr std::uint64_t padded(std::uint32_t size) {
  return (static_cast<std::uint64_t>(size) + 3) / 4 * 4;
}

// The id among a segment's notes.
std::string id_in(std::string_view notes) {
  while (const auto note = at<Elf64_Nhdr>(notes, 0)) {
    const std::uint64_t name = sizeof *note;
    const std::uint64_t text = name + padded(note->n_namesz);
    const std::uint64_t next = text + padded(note->n_descsz);
    if (next > notes.size()) {
      return "";
    }
    if (note->n_type == NT_GNU_BUILD_ID && notes.substr(name, 3) == "GNU") {
      return hex(notes.substr(text, note->n_descsz));
    }
    notes.remove_prefix(next);
  }
  return "";
}

bool is_text(char c) {
  return c >= ' ' && c < 0x7f;
}

// The last compiler that left its name: the first is that of the C library's start files.
std::string compiler_in(std::string_view elf) {
  constexpr std::size_t kMost = 200;
  for (const std::string_view name : {"clang version ", "GCC: "}) {
    const std::size_t found = elf.rfind(name);
    if (found == std::string_view::npos) {
      continue;
    }
    std::size_t begin = found, end = found;
    while (begin > 0 && is_text(elf[begin - 1])) {
      --begin;
    }
    while (end < elf.size() && is_text(elf[end])) {
      ++end;
    }
    return std::string(elf.substr(begin, std::min(end - begin, kMost)));
  }
  return "";
}

}  // namespace

Built built_of(std::string_view elf) {
  Built built;
  const auto header = at<Elf64_Ehdr>(elf, 0);
  if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 ||
      header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_phentsize != sizeof(Elf64_Phdr)) {
    return built;
  }
  for (std::size_t i = 0; i < std::min<std::size_t>(header->e_phnum, kMostSegments); ++i) {
    const auto segment = at<Elf64_Phdr>(elf, header->e_phoff + i * sizeof(Elf64_Phdr));
    if (!segment || segment->p_type != PT_NOTE || segment->p_offset > elf.size() ||
        segment->p_filesz > elf.size() - segment->p_offset || !built.id.empty()) {
      continue;
    }
    built.id = id_in(elf.substr(segment->p_offset, segment->p_filesz));
  }
  built.compiler = compiler_in(elf);
  return built;
}

Built built_of_file(const std::string& path) {
  constexpr std::size_t kMost = 1u << 30;
  return built_of(read_file(path, kMost).value_or(""));
}

}  // namespace sbx::fuzz
