// caller PROGRAM COUNT: a program of somebody else's that runs COUNT boxes by the library, one
// after the other, prints each last report line to stderr, and ends. For ci/proofs/kills.
#include <cstdio>
#include <cstdlib>
#include <string>

#include "sbx/box.h"

int main(int argc, char** argv) {
  if (argc != 3) {
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
  for (int i = 0; i < std::atoi(argv[2]); ++i) {
    const sbx::Result<sbx::Report> report = sbx::run(request);
    if (!report) {
      std::fprintf(stderr, "%s %s\n", report.error().field.c_str(), report.error().message.c_str());
      return 2;
    }
    std::fprintf(stderr, "%s\n", to_line(report->records.back()).c_str());
  }
  return 0;
}
