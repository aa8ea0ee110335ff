#include "runner/out/json.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "expect/text.h"

namespace sbx::runner {

namespace {

using Json = nlohmann::ordered_json;
using std::chrono::microseconds;

std::string text_of(const std::string& bytes) {
  return expect::invalid_utf8(bytes) == std::string_view::npos ? bytes : expect::visible(bytes);
}

Json texts(const std::vector<std::string>& list) {
  Json out = Json::array();
  for (const std::string& text : list) {
    out.push_back(text_of(text));
  }
  return out;
}

Json failure_json(const Failure& failure) {
  Json out;
  out["kind"] = failure.kind;
  out["summary"] = text_of(failure.summary);
  out["expected"] = text_of(failure.expected);
  out["got"] = text_of(failure.got);
  out["text"] = text_of(failure.text);
  if (!failure.file.empty()) {
    out["file"] = text_of(failure.file);
    out["line"] = failure.line;
    out["column"] = failure.column;
    out["source"] = text_of(failure.source);
  }
  return out;
}

Json result_json(const TestResult& result, bool stable) {
  Json out;
  out["event"] = "result";
  out["id"] = text_of(result.id);
  out["path"] = text_of(result.path);
  out["status"] = to_string(result.status);
  if (!result.reason.empty()) {
    out["reason"] = text_of(result.reason);
  }
  out["tags"] = texts(result.tags);
  out["exit"] = result.exit_code;
  out["report"] = texts(result.report);
  out["unchecked"] = result.unchecked;
  out["runs"] = result.runs;
  out["failed_runs"] = result.failed_runs;
  if (!stable) {
    out["wall_us"] = result.wall.count();
    out["cpu_us"] = result.cpu.count();
  }
  if (!result.failures.empty()) {
    Json failures = Json::array();
    for (const Failure& failure : result.failures) {
      failures.push_back(failure_json(failure));
    }
    out["failures"] = std::move(failures);
    out["stdout"] = text_of(result.out);
    out["stderr"] = text_of(result.err);
    out["stdout_bytes"] = result.out_bytes;
    out["stderr_bytes"] = result.err_bytes;
    out["repeat"] = text_of(result.repeat);
    out["without_judging"] = text_of(result.bare);
    if (!stable && !result.kept.empty()) {
      out["kept"] = text_of(result.kept);
    }
  }
  return out;
}

// What a key holds, or nothing where it is absent or of another type: the writer may be newer.
std::string text_at(const Json& from, const char* key) {
  const auto at = from.find(key);
  return at != from.end() && at->is_string() ? at->get<std::string>() : "";
}

template <class Number>
Number number_at(const Json& from, const char* key) {
  const auto at = from.find(key);
  return at != from.end() && at->is_number() ? at->get<Number>() : Number{};
}

std::vector<std::string> texts_at(const Json& from, const char* key) {
  std::vector<std::string> out;
  const auto at = from.find(key);
  if (at != from.end() && at->is_array()) {
    for (const Json& text : *at) {
      out.push_back(text.is_string() ? text.get<std::string>() : "");
    }
  }
  return out;
}

Failure failure_from(const Json& from) {
  Failure failure;
  failure.kind = text_at(from, "kind");
  failure.summary = text_at(from, "summary");
  failure.expected = text_at(from, "expected");
  failure.got = text_at(from, "got");
  failure.text = text_at(from, "text");
  failure.file = text_at(from, "file");
  failure.line = number_at<int>(from, "line");
  failure.column = number_at<int>(from, "column");
  failure.source = text_at(from, "source");
  return failure;
}

TestResult result_from(const Json& from, Status status) {
  TestResult result;
  result.id = text_at(from, "id");
  result.path = text_at(from, "path");
  result.tags = texts_at(from, "tags");
  result.status = status;
  result.reason = text_at(from, "reason");
  result.exit_code = number_at<int>(from, "exit");
  result.report = texts_at(from, "report");
  result.out = text_at(from, "stdout");
  result.err = text_at(from, "stderr");
  result.out_bytes = number_at<std::uint64_t>(from, "stdout_bytes");
  result.err_bytes = number_at<std::uint64_t>(from, "stderr_bytes");
  result.unchecked = number_at<unsigned>(from, "unchecked");
  result.runs = number_at<unsigned>(from, "runs");
  result.failed_runs = number_at<unsigned>(from, "failed_runs");
  result.wall = microseconds(number_at<std::int64_t>(from, "wall_us"));
  result.cpu = microseconds(number_at<std::int64_t>(from, "cpu_us"));
  result.repeat = text_at(from, "repeat");
  result.bare = text_at(from, "without_judging");
  result.kept = text_at(from, "kept");
  const auto failures = from.find("failures");
  if (failures != from.end() && failures->is_array()) {
    for (const Json& failure : *failures) {
      result.failures.push_back(failure_from(failure));
    }
  }
  return result;
}

// What is wrong with one event; empty: nothing.
std::string take_event(const Json& event, Stream* stream) {
  const std::string kind = text_at(event, "event");
  if (kind == "run") {
    if (number_at<int>(event, "version") != kStreamVersion) {
      return "this version of the stream cannot be read";
    }
    stream->run.command = text_at(event, "command");
    stream->run.selected = number_at<std::size_t>(event, "selected");
    stream->run.discovered = number_at<std::size_t>(event, "discovered");
    stream->run.jobs = number_at<unsigned>(event, "jobs");
  } else if (kind == "result") {
    const auto status = status_of(text_at(event, "status"));
    if (!status || text_at(event, "id").empty()) {
      return "a result without an id or a known status";
    }
    stream->results.push_back(result_from(event, *status));
  } else if (kind == "end") {
    stream->ended = true;
    stream->interrupted = text_at(event, "interrupted");
  }
  return "";
}

class JsonLines final : public Reporter {
 public:
  JsonLines(File to, bool stable) : to_(std::move(to)), stable_(stable) {}

  void begin(const RunInfo& run) override {
    Json out;
    out["event"] = "run";
    out["version"] = kStreamVersion;
    if (!stable_) {
      out["command"] = text_of(run.command);
      out["jobs"] = run.jobs;
    }
    out["selected"] = run.selected;
    out["discovered"] = run.discovered;
    put(out);
  }

  void result(const TestResult& result) override { put(result_json(result, stable_)); }

  void end(const RunEnd& end) override {
    const Totals& totals = end.totals;
    Json out;
    out["event"] = "end";
    out["exit"] = end.exit_code;
    out["passed"] = totals.passed;
    out["failed"] = totals.failed;
    out["skipped"] = totals.skipped;
    out["excluded"] = totals.excluded;
    out["not_run"] = totals.not_run;
    out["flaky"] = totals.flaky;
    out["xfailed"] = totals.xfailed;
    out["xpassed"] = totals.xpassed;
    out["unchecked"] = totals.unchecked;
    out["interrupted"] = end.interrupted;
    if (!stable_) {
      out["wall_us"] = totals.wall.count();
    }
    put(out);
  }

 private:
  void put(const Json& event) {
    const std::string line =
        event.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
    std::fwrite(line.data(), 1, line.size(), to_.get());
    std::fflush(to_.get());
  }

  File to_;
  bool stable_;
};

}  // namespace

Result<Stream> read_stream(std::string_view bytes) {
  Stream stream;
  int number = 0;
  bool began = false;
  for (const std::string_view line : expect::split_lines(bytes)) {
    ++number;
    const Json event = Json::parse(line.begin(), line.end(), nullptr, false);
    if (event.is_discarded() || !event.is_object()) {
      return tl::unexpected(Error{std::to_string(number), "not a JSON object"});
    }
    const std::string kind = text_at(event, "event");
    if (!began && kind != "run") {
      return tl::unexpected(Error{std::to_string(number), "not an event stream of sbx-test"});
    }
    began = true;
    std::string wrong = take_event(event, &stream);
    if (!wrong.empty()) {
      return tl::unexpected(Error{std::to_string(number), std::move(wrong)});
    }
  }
  if (!began) {
    return tl::unexpected(Error{"1", "empty"});
  }
  return stream;
}

std::string listed_json(const std::string& id, const std::string& path, int line,
                        const std::vector<std::string>& tags, const std::string& skip,
                        const std::string& excluded) {
  Json out;
  out["id"] = text_of(id);
  out["path"] = text_of(path);
  out["line"] = line;
  out["tags"] = texts(tags);
  if (!skip.empty()) {
    out["skip"] = text_of(skip);
  }
  if (!excluded.empty()) {
    out["excluded"] = text_of(excluded);
  }
  return out.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

std::unique_ptr<Reporter> make_json(File to, bool stable) {
  return std::make_unique<JsonLines>(std::move(to), stable);
}

}  // namespace sbx::runner
