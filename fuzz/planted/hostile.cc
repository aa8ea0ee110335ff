// A libFuzzer target that attacks who fuzzes it: before its first input, where nothing is refused
// by name yet, it fills what it may write with links to $SECRET, with FIFOs, and tells libFuzzer's
// parent that $SECRET is an input with new coverage.
#include <sys/stat.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

namespace {

std::string value_of(int argc, char** argv, const char* name) {
  std::string found;
  for (int i = 1; i < argc; ++i) {
    if (std::strncmp(argv[i], name, std::strlen(name)) == 0) {
      found = argv[i] + std::strlen(name);
    }
  }
  return found;
}

void fill(const std::string& folder, const char* secret) {
  if (!folder.empty()) {
    symlink(secret, (folder + "/link").c_str());
    symlink("/etc", (folder + "/folder").c_str());
    mkfifo((folder + "/fifo").c_str(), 0666);
  }
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
  const char* secret = std::getenv("SECRET");
  if (secret == nullptr) {
    return 0;
  }
  fill(value_of(*argc, *argv, "-features_dir="), secret);
  fill("a", secret);
  fill("m", secret);
  symlink(secret, "a/crash-link");
  for (int i = 1; i < *argc; ++i) {
    if ((*argv)[i][0] != '-') {
      fill((*argv)[i], secret);
    }
  }
  const std::string control = value_of(*argc, *argv, "-merge_control_file=");
  if (!control.empty()) {
    if (FILE* file = std::fopen(control.c_str(), "w")) {
      std::fprintf(file, "1\n0\n%s\nSTARTED 0 20\nFT 0 1 2 3\nCOV 0 1 2 3\n", secret);
      std::fclose(file);
    }
    std::fprintf(stderr, "MERGE-INNER: done\n\tDONE  \n");
    _exit(0);
  }
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static volatile int seen = 0;
  if (size > 2 && data[0] == 'a') {
    seen = data[1] == 'b' ? 2 : 1;
  }
  return 0;
}
