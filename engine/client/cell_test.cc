#include "client/cell_test.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

namespace sbx::testing {

Report pooled(Pool& pool, const Request& request) {
  Result<Report> report = pool.run(request);
  EXPECT_TRUE(report) << (report ? "" : report.error().field + ": " + report.error().message);
  return report ? *report : Report{};
}

Request traces(const std::vector<std::string>& words) {
  Request request = victim({"traces"});
  std::vector<std::string>& argv = request.steps[0].argv;
  argv.insert(argv.end(), words.begin(), words.end());
  request.tree[0].how = How::overlay;
  return request;
}

std::string seen(const Report& r) {
  return lines(r) + r.out + r.err;
}

pid_t look() {
  const std::vector<pid_t> helpers = children_of(::getpid());
  const std::vector<pid_t> inits =
      helpers.size() == 1 ? children_of(helpers[0]) : std::vector<pid_t>();
  return inits.size() == 1 ? inits[0] : -1;
}

pid_t another_than(pid_t before) {
  for (int i = 0; i < 3000; ++i) {
    const pid_t now = look();
    if (now > 0 && now != before) {
      return now;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return -1;
}

pid_t standing() {
  return another_than(-1);
}

pid_t waiting_in(pid_t init) {
  for (int i = 0; i < 3000; ++i) {
    const std::vector<pid_t> steps = children_of(init);
    if (steps.size() == 1) {
      return steps[0];
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return -1;
}

}  // namespace sbx::testing
