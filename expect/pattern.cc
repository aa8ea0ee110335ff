#include "expect/pattern.h"

#include <re2/re2.h>

#include "expect/text.h"

namespace sbx::expect {
namespace {

constexpr std::int64_t kRegexMemory = 8 << 20;  // RE2's budget for the program and the DFA

Result<Pattern> fail(std::string message) {
  return Result<Pattern>(tl::unexpect, Error{"", std::move(message)});
}

re2::StringPiece piece(std::string_view s) {
  return {s.data(), s.size()};
}

}  // namespace

Result<Pattern> Pattern::compile(std::string_view text) {
  re2::RE2::Options options;
  options.set_encoding(re2::RE2::Options::EncodingLatin1);
  options.set_log_errors(false);
  options.set_dot_nl(true);
  options.set_max_mem(kRegexMemory);
  std::string whole;
  std::string_view rest = text;
  while (!rest.empty()) {
    std::size_t open = rest.find("{{");
    whole += re2::RE2::QuoteMeta(piece(rest.substr(0, open)));
    if (open == std::string_view::npos) {
      break;
    }
    rest.remove_prefix(open + 2);
    std::size_t close = rest.find("}}");
    if (close == std::string_view::npos) {
      return fail("a {{ is not closed by }}");
    }
    // "{{a{2}}}": the braces of a repetition belong to the island.
    while (close + 2 < rest.size() && rest[close + 2] == '}') {
      ++close;
    }
    std::string island(rest.substr(0, close));
    rest.remove_prefix(close + 2);
    re2::RE2 alone(piece(island), options);  // so that "a)(b" cannot reach outside its island
    if (!alone.ok()) {
      return fail("not a regular expression: " + visible(alone.error(), 120));
    }
    whole += "(?:" + island + ")";
  }
  Pattern out;
  auto regex = std::make_shared<re2::RE2>(piece(whole), options);
  if (!regex->ok()) {
    return fail("not a regular expression: " + visible(regex->error(), 120));
  }
  out.regex_ = std::move(regex);
  return out;
}

bool Pattern::matches(std::string_view line) const {
  return re2::RE2::FullMatch(piece(line), *regex_);
}

}  // namespace sbx::expect
