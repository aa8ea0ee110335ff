#include "report_json.h"

#include <nlohmann/json.hpp>

namespace sbx::runner {
namespace {

using Json = nlohmann::ordered_json;

std::string dump(const Json& j) {
  // Every text was escaped to ASCII; should one not be, it is replaced, never thrown over.
  return j.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string kind_of(const std::string& event_line) {
  return event_line.substr(0, event_line.find_first_of(": "));  // exit killed refused cannot note
}

Json report_object(const Report& report) {
  Json events = Json::array();
  for (const Record& r : report.records) {
    std::string line = to_line(r);
    std::string event = to_line({"", r.what});
    events.push_back({{"step", r.label}, {"kind", kind_of(event)}, {"line", line}});
  }
  return {{"sbx", 1}, {"exit", report.exit_code()}, {"events", events}};
}

}  // namespace

std::string report_json(const Report& report, bool usage) {
  Json j = report_object(report);
  if (usage) {
    Json steps = Json::array();
    for (const Usage& u : report.usage) {
      steps.push_back({{"step", u.label},
                       {"cpu_us", u.cpu.count()},
                       {"wall_us", u.wall.count()},
                       {"peak_rss_bytes", count(u.peak_rss)},
                       {"execve", u.execs},
                       {"makers", u.makers},
                       {"asked", u.asked}});
    }
    j["usage"] = steps;
  }
  return dump(j);
}

std::string trace_json(const Trace& trace) {
  Json calls = Json::array();
  for (const TracedCall& c : trace.calls) {
    calls.push_back(
        {{"step", c.label}, {"call", c.call}, {"count", c.count}, {"covered", c.covered}});
  }
  Json j = report_object(trace.report);
  j["calls"] = calls;
  return dump(j);
}

std::string capabilities_json(const std::vector<Capability>& all) {
  Json list = Json::array();
  for (const Capability& c : all) {
    list.push_back({{"name", c.name}, {"ok", c.ok}, {"required", c.required}, {"text", c.text}});
  }
  return dump({{"sbx", 1}, {"capabilities", list}});
}

}  // namespace sbx::runner
