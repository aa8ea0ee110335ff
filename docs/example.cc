// Runs one program in a box and prints what happened. Built and run by the tests.
#include <cstdio>

#include "sbx/box.h"

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: example FOLDER PROGRAM-IN-IT\n");
    return 2;
  }
  sbx::Request request;
  request.tree = {{.host = argv[1], .inside = "/src", .how = sbx::How::overlay}};
  request.steps = {{.argv = {std::string("/src/") + argv[2]}}};
  request.limits.cpu = std::chrono::seconds(1);
  sbx::Result<sbx::Report> report = sbx::run(request);
  if (!report) {
    std::fprintf(stderr, "%s: %s\n", report.error().field.c_str(), report.error().message.c_str());
    return 2;
  }
  for (const sbx::Record& record : report->records) {
    std::printf("sandbox: %s\n", sbx::to_line(record).c_str());
  }
  return report->exit_code();
}
