#include "fuzz/elf.h"

#include <elf.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "fuzz/files.h"
#include "fuzz/symbols.h"

namespace sbx::fuzz {
namespace {

template <class T>
std::string bytes_of(const T& value) {
  return std::string(reinterpret_cast<const char*>(&value), sizeof value);
}

// Its segment's header comes behind it.
Elf64_Ehdr header_of_one_segment() {
  Elf64_Ehdr header{};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_phoff = sizeof header;
  header.e_phentsize = sizeof(Elf64_Phdr);
  header.e_phnum = 1;
  return header;
}

// A file with one segment of notes.
std::string elf_with(const std::string& notes, std::uint64_t offset) {
  Elf64_Ehdr header = header_of_one_segment();
  Elf64_Phdr segment{};
  segment.p_type = PT_NOTE;
  segment.p_offset = offset;
  segment.p_filesz = notes.size();
  return bytes_of(header) + bytes_of(segment) + notes;
}

std::string note(std::uint32_t type, const std::string& name, const std::string& text) {
  const Elf64_Nhdr header{static_cast<Elf64_Word>(name.size()),
                          static_cast<Elf64_Word>(text.size()), type};
  return bytes_of(header) + name + text;
}

TEST(Elf, SaysWhichBuildItIs) {
  const std::string gnu("GNU\0", 4);
  const std::string notes = note(1, gnu, "abcd") + note(NT_GNU_BUILD_ID, gnu, "\x12\xab\xcd\xef");
  const std::uint64_t at = sizeof(Elf64_Ehdr) + sizeof(Elf64_Phdr);
  EXPECT_EQ(built_of(elf_with(notes, at)).id, "12abcdef");
  EXPECT_EQ(built_of(elf_with(notes, at) + '\0' + "GCC: 12" + '\0' +
                     "\x01"
                     "Debian clang version 14.0.6\n")
                .compiler,
            "Debian clang version 14.0.6");
  EXPECT_EQ(built_of(elf_with(notes, at) + '\0' + "GCC: (Debian) 12.2.0").compiler,
            "GCC: (Debian) 12.2.0");
}

TEST(Elf, BelievesNoOffset) {
  const std::string gnu("GNU\0", 4);
  const std::string notes = note(NT_GNU_BUILD_ID, gnu, "\x12\xab\xcd\xef");
  for (const std::uint64_t at : {std::uint64_t{1} << 40, ~std::uint64_t{0}, std::uint64_t{0}}) {
    EXPECT_EQ(built_of(elf_with(notes, at)).id, "");
  }
  const std::string whole = elf_with(notes, sizeof(Elf64_Ehdr) + sizeof(Elf64_Phdr));
  for (std::size_t size = 0; size < whole.size(); ++size) {
    EXPECT_EQ(built_of(whole.substr(0, size)).id, "") << size;
  }
  EXPECT_EQ(built_of_file("/does/not/exist").id, "");
}

using Addresses = std::vector<std::uint64_t>;

// A program that was stripped: functions at 0x1000, 0x1100 and 0x1200, of which the last two count.
// `by_loader`: their addresses are only what the loader writes, as lld leaves them.
std::string stripped(bool by_loader) {
  constexpr std::uint64_t kUnwinds = 0x2000, kCounts = 0x3000;
  std::string unwinds("\x01\x1b\x03\x3b\0\0\0\0\x02\0\0\0", 12);
  for (const std::int32_t function : {0x1000, 0x1200}) {
    unwinds += bytes_of(function - static_cast<std::int32_t>(kUnwinds)) + bytes_of(std::int32_t{0});
  }
  const std::uint64_t blocks[][2] = {{0x1100, 1}, {0x1110, 0}, {0x1200, 1}};
  std::string counts, loads;
  for (const auto& [address, flags] : blocks) {
    Elf64_Rela rela{};
    rela.r_offset = kCounts + counts.size();
    rela.r_info = ELF64_R_INFO(0, R_X86_64_RELATIVE);
    rela.r_addend = static_cast<Elf64_Sxword>(address);
    loads += bytes_of(rela);
    counts += bytes_of(by_loader ? std::uint64_t{0} : address) + bytes_of(flags);
  }
  loads = by_loader ? loads : "";
  const std::string names("\0__sancov_pcs\0.rela", 20);
  const std::string all = unwinds + counts + loads + names;
  Elf64_Ehdr header = header_of_one_segment();
  header.e_shentsize = sizeof(Elf64_Shdr);
  header.e_shnum = 3;
  const std::uint64_t begins = sizeof header + sizeof(Elf64_Phdr);
  header.e_shoff = begins + all.size();
  Elf64_Phdr segment{};
  segment.p_type = PT_GNU_EH_FRAME;
  segment.p_offset = begins;
  segment.p_vaddr = kUnwinds;
  segment.p_filesz = unwinds.size();
  Elf64_Shdr sections[3] = {};
  sections[0].sh_type = SHT_STRTAB;
  sections[0].sh_offset = begins + all.size() - names.size();
  sections[0].sh_size = names.size();
  sections[1].sh_name = 1;
  sections[1].sh_type = SHT_PROGBITS;
  sections[1].sh_addr = kCounts;
  sections[1].sh_offset = begins + unwinds.size();
  sections[1].sh_size = counts.size();
  sections[2].sh_name = 14;
  sections[2].sh_type = SHT_RELA;
  sections[2].sh_offset = begins + unwinds.size() + counts.size();
  sections[2].sh_size = loads.size();
  return bytes_of(header) + bytes_of(segment) + all + bytes_of(sections);
}

TEST(Elf, SaysWhereFunctionsBeginThatHaveNoNames) {
  for (const bool by_loader : {false, true}) {
    const Functions f = functions_of(stripped(by_loader));
    EXPECT_EQ(f.begin, (Addresses{0x1000, 0x1100, 0x1200}));
    EXPECT_EQ(f.counted, (Addresses{0x1100, 0x1200}));
    EXPECT_EQ(f.around(0xfff), std::nullopt);
    EXPECT_EQ(f.around(0x1000), 0x1000u);
    EXPECT_EQ(f.around(0x11ff), 0x1100u);
    EXPECT_EQ(f.around(0x9999), 0x1200u);
    EXPECT_FALSE(f.is_counted(0x1000));
    EXPECT_TRUE(f.is_counted(0x1200));
  }
}

TEST(Elf, AFrameWithoutANameIsToldWhereItsFunctionBegins) {
  char name[] = "/tmp/sbx-elf-test-XXXXXX";
  const std::string folder = ::mkdtemp(name);
  ASSERT_TRUE(write_file(folder + "/t", stripped(false)));
  ASSERT_EQ(::chmod((folder + "/t").c_str(), 0755), 0);
  std::filesystem::create_symlink("t", folder + "/link");
  const std::vector<Module> modules = {{"/src", folder}};
  Symbols symbols(modules);
  const auto named = [&](const std::string& frame) { return symbols.name(frame + "\n"); };
  EXPECT_EQ(named("    #0 0x1  (/src/t+0x1234)"),
            "    #0 0x1  (/src/t+0x1234) (function 0x1200, counted)\n");
  EXPECT_EQ(named("    #0 0x1  (/src/link+0x1034) (BuildId: 28)"),
            "    #0 0x1  (/src/link+0x1034) (BuildId: 28) (function 0x1000)\n");
  for (const char* same : {"    #0 0x1  (/src/t+0x34)", "    #0 0x1  (/src/other+0x1234)",
                           "    #0 0x1  (/src/t+0x1234) (function 0x1200)"}) {
    EXPECT_EQ(named(same), std::string(same) + "\n");
  }
  std::filesystem::remove_all(folder);
}

TEST(Elf, BelievesNoTable) {
  const std::string whole = stripped(true);
  for (std::size_t size = 0; size < whole.size(); ++size) {
    EXPECT_LE(functions_of(whole.substr(0, size)).begin.size(), 3u) << size;
  }
  for (std::size_t i = sizeof(Elf64_Ehdr); i < whole.size(); ++i) {
    std::string broken = whole;
    broken[i] = '\xff';
    EXPECT_LE(functions_of(broken).begin.size(), 8u) << i;
  }
  EXPECT_TRUE(functions_of("").begin.empty());
  EXPECT_TRUE(functions_of_file("/does/not/exist").begin.empty());
}

}  // namespace
}  // namespace sbx::fuzz
