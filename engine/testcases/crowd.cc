// crowd THREADS: a long-lived program of somebody else's that runs boxes by the library from
// several threads. A line of stdin is a job: PROGRAM, then its arguments, between tabs. For each it
// prints "JOB EXIT-CODE REPORT-BYTES STDOUT-BYTES\n" and the bytes. For ci/proofs/mixed_runs.
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "sbx/box.h"

namespace {

sbx::Request request_for(const std::string& job) {
  std::vector<std::string> words(1);
  for (const char c : job) {
    if (c == '\t') {
      words.emplace_back();
    } else {
      words.back() += c;
    }
  }
  const std::size_t slash = words[0].rfind('/');
  sbx::Mount folder;
  folder.host = words[0].substr(0, slash);
  folder.inside = "/src";
  folder.how = sbx::How::overlay;
  words[0] = "/src/" + words[0].substr(slash + 1);
  sbx::Step step;
  step.argv = words;
  sbx::Request request;
  request.tree = {folder};
  request.steps = {step};
  request.streams.out = sbx::Output::capture();
  request.streams.err = sbx::Output::discard();
  return request;
}

class Crowd {
 public:
  void work() {
    std::string job;
    std::size_t number = 0;
    while (next(&job, &number)) {
      const sbx::Result<sbx::Report> report = sbx::run(request_for(job));
      std::string lines;
      if (!report) {
        lines = report.error().field + " " + report.error().message + "\n";
      } else {
        for (const sbx::Record& r : report->records) {
          lines += to_line(r) + "\n";
        }
      }
      const std::string out = report ? report->out : "";
      const std::lock_guard<std::mutex> lock(output_);
      std::printf("%zu %d %zu %zu\n", number, report ? report->exit_code() : -1, lines.size(),
                  out.size());
      std::fwrite(lines.data(), 1, lines.size(), stdout);
      std::fwrite(out.data(), 1, out.size(), stdout);
      std::fflush(stdout);
    }
  }

 private:
  bool next(std::string* job, std::size_t* number) {
    const std::lock_guard<std::mutex> lock(input_);
    *number = jobs_;
    ++jobs_;
    return static_cast<bool>(std::getline(std::cin, *job));
  }

  std::mutex input_, output_;
  std::size_t jobs_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    return 2;
  }
  Crowd crowd;
  std::vector<std::thread> threads;
  for (int i = 0; i < std::atoi(argv[1]); ++i) {
    threads.emplace_back(&Crowd::work, &crowd);
  }
  for (std::thread& t : threads) {
    t.join();
  }
  return 0;
}
