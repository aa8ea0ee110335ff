#include "fuzz/elf.h"

#include <elf.h>

#include <algorithm>
#include <cstring>
#include <map>

#include "fuzz/files.h"

namespace sbx::fuzz {
namespace {

constexpr std::size_t kMostSegments = 256;
constexpr std::size_t kMostSections = 256;
constexpr std::size_t kMostBytes = 1u << 30;  // of a file

template <class T>
std::optional<T> at(std::string_view bytes, std::uint64_t offset) {
  T value;
  if (offset > bytes.size() || bytes.size() - offset < sizeof value) {
    return std::nullopt;
  }
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

// Nothing: it is no program of 64 bits.
std::optional<Elf64_Ehdr> header_of(std::string_view elf) {
  auto header = at<Elf64_Ehdr>(elf, 0);
  const bool is_elf = header && std::memcmp(header->e_ident, ELFMAG, SELFMAG) == 0 &&
                      header->e_ident[EI_CLASS] == ELFCLASS64;
  return is_elf ? header : std::nullopt;
}

// The entries that are all there. `size`: of one, as the header says.
template <class Entry>
std::vector<Entry> table_at(std::string_view elf, std::uint64_t offset, std::size_t size,
                            std::size_t count) {
  std::vector<Entry> all;
  for (std::size_t i = 0; size == sizeof(Entry) && i < count; ++i) {
    if (const auto entry = at<Entry>(elf, offset + i * sizeof(Entry))) {
      all.push_back(*entry);
    }
  }
  return all;
}

std::vector<Elf64_Phdr> segments_of(std::string_view elf, const Elf64_Ehdr& header) {
  return table_at<Elf64_Phdr>(elf, header.e_phoff, header.e_phentsize,
                              std::min<std::size_t>(header.e_phnum, kMostSegments));
}

std::vector<Elf64_Shdr> sections_of(std::string_view elf, const Elf64_Ehdr& header) {
  return table_at<Elf64_Shdr>(elf, header.e_shoff, header.e_shentsize,
                              std::min<std::size_t>(header.e_shnum, kMostSections));
}

// Empty where it is not all there.
std::string_view part(std::string_view elf, std::uint64_t offset, std::uint64_t size) {
  return offset > elf.size() || size > elf.size() - offset ? std::string_view()
                                                           : elf.substr(offset, size);
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

// The table that unwinding searches. Linkers write one form of it: addresses of 32 bits from the
// table's own (Linux Standard Base 5, "Exception Frames").
void add_unwound(std::string_view table, std::uint64_t address, std::vector<std::uint64_t>* out) {
  constexpr std::string_view kForm("\x01\x1b\x03\x3b", 4);
  constexpr std::size_t kCount = 8, kFirst = 12;
  struct Row {
    std::int32_t function, description;
  };
  const auto count = at<std::uint32_t>(table, kCount);
  if (table.substr(0, kForm.size()) != kForm || !count) {
    return;
  }
  for (std::uint64_t i = 0; i < *count; ++i) {
    const auto row = at<Row>(table, kFirst + i * sizeof(Row));
    if (!row) {
      return;
    }
    out->push_back(address + static_cast<std::uint64_t>(std::int64_t{row->function}));
  }
}

// What the loader adds its base to, by the address it is written at: lld leaves zeroes there.
std::map<std::uint64_t, std::uint64_t> relocated(std::string_view elf,
                                                 const std::vector<Elf64_Shdr>& sections,
                                                 const Elf64_Shdr& within) {
  std::map<std::uint64_t, std::uint64_t> values;
  for (const Elf64_Shdr& s : sections) {
    if (s.sh_type != SHT_RELA) {
      continue;
    }
    const std::string_view table = part(elf, s.sh_offset, s.sh_size);
    for (std::uint64_t i = 0; const auto rela = at<Elf64_Rela>(table, i); i += sizeof *rela) {
      const std::uint64_t type = ELF64_R_TYPE(rela->r_info);
      if ((type == R_X86_64_RELATIVE || type == R_AARCH64_RELATIVE) &&
          rela->r_offset - within.sh_addr < within.sh_size) {
        values[rela->r_offset] = static_cast<std::uint64_t>(rela->r_addend);
      }
    }
  }
  return values;
}

// Of the blocks that are counted, those that functions begin with (SanitizerCoverage: "PC-Table").
void add_counted(std::string_view elf, const std::vector<Elf64_Shdr>& sections,
                 const Elf64_Shdr& section, std::vector<std::uint64_t>* out) {
  struct Block {
    std::uint64_t address, flags;
  };
  constexpr std::uint64_t kFunction = 1;
  const std::string_view table = part(elf, section.sh_offset, section.sh_size);
  const auto values = relocated(elf, sections, section);
  for (std::uint64_t i = 0; const auto block = at<Block>(table, i); i += sizeof *block) {
    const auto value = values.find(section.sh_addr + i);
    const std::uint64_t address = value != values.end() ? value->second : block->address;
    if ((block->flags & kFunction) != 0 && address != 0) {
      out->push_back(address);
    }
  }
}

void sort_once(std::vector<std::uint64_t>* all) {
  std::sort(all->begin(), all->end());
  all->erase(std::unique(all->begin(), all->end()), all->end());
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
  const auto header = header_of(elf);
  if (!header) {
    return built;
  }
  for (const Elf64_Phdr& segment : segments_of(elf, *header)) {
    if (segment.p_type == PT_NOTE && built.id.empty()) {
      built.id = id_in(part(elf, segment.p_offset, segment.p_filesz));
    }
  }
  built.compiler = compiler_in(elf);
  return built;
}

Built built_of_file(const std::string& path) {
  return built_of(read_file(path, kMostBytes).value_or(""));
}

std::optional<std::uint64_t> Functions::around(std::uint64_t address) const {
  const auto next = std::upper_bound(begin.begin(), begin.end(), address);
  return next == begin.begin() ? std::nullopt : std::optional<std::uint64_t>(*(next - 1));
}

bool Functions::is_counted(std::uint64_t begins) const {
  return std::binary_search(counted.begin(), counted.end(), begins);
}

Functions functions_of(std::string_view elf) {
  Functions all;
  const auto header = header_of(elf);
  if (!header) {
    return all;
  }
  for (const Elf64_Phdr& segment : segments_of(elf, *header)) {
    if (segment.p_type == PT_GNU_EH_FRAME) {
      add_unwound(part(elf, segment.p_offset, segment.p_filesz), segment.p_vaddr, &all.begin);
    }
  }
  const std::vector<Elf64_Shdr> sections = sections_of(elf, *header);
  const Elf64_Shdr names =
      header->e_shstrndx < sections.size() ? sections[header->e_shstrndx] : Elf64_Shdr{};
  for (const Elf64_Shdr& section : sections) {
    constexpr std::string_view kCounted("__sancov_pcs\0", 13);
    if (part(elf, names.sh_offset + section.sh_name, kCounted.size()) == kCounted) {
      add_counted(elf, sections, section, &all.counted);
    }
  }
  sort_once(&all.counted);
  all.begin.insert(all.begin.end(), all.counted.begin(), all.counted.end());
  sort_once(&all.begin);
  return all;
}

Functions functions_of_file(const std::string& path) {
  return functions_of(read_file(path, kMostBytes).value_or(""));
}

}  // namespace sbx::fuzz
