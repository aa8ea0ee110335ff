#include "suites.h"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace sbx::bench {

namespace fs = std::filesystem;

namespace {

constexpr int kCodes = 7;  // as in programs/numbered.c
constexpr const char* kJobs = "2";

std::string numbered_name(int i) {
  char name[16];
  std::snprintf(name, sizeof name, "t%05d", i);
  return name;
}

bool write(const fs::path& path, const std::string& bytes, bool executable = false) {
  std::error_code error;
  fs::create_directories(path.parent_path(), error);
  std::ofstream file(path, std::ios::binary);
  file << bytes;
  file.close();
  if (executable) {
    fs::permissions(path, fs::perms::owner_all | fs::perms::others_exec | fs::perms::others_read,
                    error);
  }
  return !file.fail() && !error;
}

bool read(const std::string& path, std::string* bytes) {
  std::ifstream file(path, std::ios::binary);
  bytes->assign(std::istreambuf_iterator<char>(file), {});
  return !bytes->empty();
}

// One test and what is known of it.
struct One {
  std::string name;
  std::string output;
  int code = 0;
  std::string body;
};

class Writer {
 public:
  Writer(std::string folder, std::string checker, bool compiled)
      : folder_(std::move(folder)), checker_(std::move(checker)), compiled_(compiled) {}

  // False: it could not be written.
  bool add(const One& test) {
    const std::string expected = folder_ + "/expected/" + test.name;
    const std::string program = folder_ + "/bin/" + test.name;
    const std::string source = folder_ + "/t/" + test.name + ".c";
    const std::string code = std::to_string(test.code);
    std::string head;
    if (compiled_) {
      head += "// RUN: tcc -o %t %s\n// RUN: " + checker_ + " " + expected + " " + code + " %t\n";
    } else {
      head += "// RUN: " + checker_ + " " + expected + " " + code + " " + program + "\n";
    }
    head += "// expect-stdout: " + test.output + "\n// expect-exit: " + code + "\n";
    list_ += "add_test(" + test.name + " \"" + checker_ + "\" \"" + expected + "\" " + code +
             " \"" + program + "\"" + (compiled_ ? " \"" + source + "\"" : "") + ")\n";
    return write(source, head + test.body) && write(expected, test.output + "\n");
  }

  bool finish() const {
    const std::string config =
        "import lit.formats\n"
        "config.name = 'bench'\n"
        "config.test_format = lit.formats.ShTest(False)\n"  // lit's own shell: no process for it
        "config.suffixes = ['.c']\n"
        "config.test_exec_root = '" +
        folder_ + "/lit'\n";
    std::error_code error;
    fs::create_directories(folder_ + "/bin", error);
    return write(folder_ + "/lit.cfg", config) && write(folder_ + "/CTestTestfile.cmake", list_);
  }

 private:
  std::string folder_;
  std::string checker_;
  bool compiled_;
  std::string list_ = {};
};

// A table, a loop and a few functions: what a test of a compiler looks like.
std::string source_body(int i) {
  return "#include <stdio.h>\n#include <string.h>\n\n"
         "struct point {\n  int x, y;\n  char name[16];\n};\n\n"
         "static int step(struct point *p, int by) {\n"
         "  p->x = (p->x * 31 + by) % 1009;\n  p->y ^= p->x;\n  return p->x + p->y;\n}\n\n"
         "static unsigned hash(const char *s) {\n"
         "  unsigned h = 5381;\n  while (*s) {\n    h = h * 33 + (unsigned char)*s++;\n  }\n"
         "  return h;\n}\n\n"
         "int main(void) {\n"
         "  struct point p = {1, 2, \"\"};\n  int sum = 0;\n"
         "  for (int i = 0; i < 1000; ++i) {\n    sum += step(&p, i);\n  }\n"
         "  strcpy(p.name, \"point\");\n"
         "  printf(\"test %d: %s\\n\", " +
         std::to_string(i) +
         ", sum > 0 && hash(p.name) ? \"good\" : \"bad\");\n"
         "  return " +
         std::to_string(i % kCodes) + ";\n}\n";
}

}  // namespace

std::vector<std::string> Suite::sbx(const std::string& sbx_test) const {
  std::vector<std::string> words = {sbx_test, "-q", "-j", kJobs};
  if (!programs.empty()) {
    words.insert(words.end(), {"--prebuilt", programs});
  }
  words.push_back(folder + "/t");
  return words;
}

std::vector<std::string> Suite::lit(const std::string& lit_py) const {
  return {"python3", lit_py, "-q", "-j", kJobs, folder + "/t"};
}

std::vector<std::string> Suite::ctest() const {
  return {"ctest", "--test-dir", folder, "-j", kJobs, "--no-tests=error"};
}

Suite prebuilt_suite(const std::string& folder, int tests, const std::string& numbered,
                     const std::string& checker) {
  static const std::string kMark = "number: ------";
  constexpr std::size_t kDigits = 6;
  std::string program;
  const std::size_t at = read(numbered, &program) ? program.find(kMark) : program.npos;
  Writer writer(folder, checker, false);
  bool good = at != program.npos;
  for (int i = 0; good && i < tests; ++i) {
    std::string digits = std::to_string(i);
    digits.insert(0, kDigits - digits.size(), '0');
    program.replace(at + kMark.size() - kDigits, kDigits, digits);
    const std::string name = numbered_name(i);
    good = writer.add({name, "program " + std::to_string(i), i % kCodes,
                       "int main(void) { return 0; }  // built already\n"}) &&
           write(folder + "/bin/" + name, program, true);
  }
  return good && writer.finish() ? Suite{folder, folder + "/bin"} : Suite{};
}

Suite compiled_suite(const std::string& folder, int tests, const std::string& checker) {
  Writer writer(folder, checker, true);
  bool good = true;
  for (int i = 0; good && i < tests; ++i) {
    good = writer.add(
        {numbered_name(i), "test " + std::to_string(i) + ": good", i % kCodes, source_body(i)});
  }
  return good && writer.finish() ? Suite{folder, ""} : Suite{};
}

bool listed_suite(const std::string& folder, int tests) {
  constexpr int kInAFolder = 100;
  bool good = true;
  for (int i = 0; good && i < tests; ++i) {
    const std::string text =
        "// What this test is about, in a line or two of prose\n"
        "// that says why it is there.\n"
        "// test-opts: --mem 64\n"
        "// expect-stdout: test " +
        std::to_string(i) + "\n// expect-exit: " + std::to_string(i % kCodes) + "\n" +
        source_body(i);
    good =
        write(folder + "/" + numbered_name(i / kInAFolder) + "/" + numbered_name(i) + ".c", text);
  }
  return good;
}

bool loud_suite(const std::string& folder, const std::string& loud) {
  FILE* sum = ::popen(("'" + loud + "' | sha256sum").c_str(), "r");
  char hex[65] = "";
  const bool summed = sum != nullptr && std::fscanf(sum, "%64[0-9a-f]", hex) == 1;
  if (sum != nullptr) {
    ::pclose(sum);
  }
  const std::string expected = std::string("sha256:") + hex + " " + std::to_string(256 << 20);
  std::error_code error;
  fs::create_directories(folder + "/t", error);
  fs::copy_file(loud, folder + "/t/loud", fs::copy_options::overwrite_existing, error);
  return summed && !error &&
         write(folder + "/t/loud.expect",
               "sbx-expect: 1\nexec: loud\nopts: [--out, \"257\", --wall, \"60\", --time, \"60\"]\n"
               "expect: {stdout-hash: \"" +
                   expected + "\"}\n");
}

}  // namespace sbx::bench
