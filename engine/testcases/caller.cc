// caller PROGRAM COUNT [LIMIT=N...]: a program of somebody else's that runs COUNT boxes by the
// library, one after the other, prints each last report line to stderr, and ends. LIMIT is nofile,
// nproc, or as, whose N is what it may have beyond what it has. `pool`: in an sbx::Pool of one
// cell. `twice`: two steps, below an overlay. For ci/proofs/kills and starved.
#include <sys/resource.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <new>
#include <string>

#include "sbx/box.h"
#include "sbx/pool.h"

namespace {

rlim_t address_space() {
  unsigned long pages = 0;
  std::FILE* statm = std::fopen("/proc/self/statm", "re");
  if (statm == nullptr || std::fscanf(statm, "%lu", &pages) != 1) {
    std::exit(2);
  }
  std::fclose(statm);
  return pages * static_cast<rlim_t>(::sysconf(_SC_PAGESIZE));
}

bool lower(const std::string& word) {
  const std::size_t equals = word.find('=');
  const std::string name = word.substr(0, equals);
  const auto what = name == "nofile" ? RLIMIT_NOFILE : name == "nproc" ? RLIMIT_NPROC : RLIMIT_AS;
  rlimit limit{};
  if (equals == std::string::npos || ::getrlimit(what, &limit) != 0) {
    return false;
  }
  limit.rlim_cur = std::strtoull(word.c_str() + equals + 1, nullptr, 10);
  limit.rlim_cur += what == RLIMIT_AS ? address_space() : 0;
  return ::setrlimit(what, &limit) == 0;
}

int run_boxes(const sbx::Request& request, int boxes, bool pooled) {
  sbx::Pool pool(request, 1);
  for (int i = 0; i < boxes; ++i) {
    const sbx::Result<sbx::Report> report = pooled ? pool.run(request) : sbx::run(request);
    if (!report) {
      std::fprintf(stderr, "%s %s\n", report.error().field.c_str(), report.error().message.c_str());
      return 2;
    }
    std::fprintf(stderr, "%s\n", to_line(report->records.back()).c_str());
    std::fputs(report->out.c_str(), stdout);
  }
  return std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    return 2;
  }
  const std::string program = argv[1];
  const std::size_t slash = program.rfind('/');
  sbx::Mount folder;
  folder.host = program.substr(0, slash);
  folder.inside = "/src";
  sbx::Step step;
  step.argv = {"/src/" + program.substr(slash + 1)};
  sbx::Request request;
  request.tree = {folder};
  request.steps = {step};
  bool pooled = false;
  for (int i = 3; i < argc; ++i) {
    if (argv[i] == std::string("capture")) {
      request.streams.out = sbx::Output::capture();
    } else if (argv[i] == std::string("pool")) {
      pooled = true;
    } else if (argv[i] == std::string("twice")) {  // the next box in that cell has a new tree
      request.steps.push_back(step);
      request.tree[0].how = sbx::How::overlay;
    } else if (!lower(argv[i])) {
      return 2;
    }
  }
  try {
    return run_boxes(request, std::atoi(argv[2]), pooled);
  } catch (const std::bad_alloc&) {
    std::fputs("bad_alloc\n", stderr);  // as sbx/box.h says
    return 3;
  }
}
