#include "runner/test_cli.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <deque>

#include "expect/text.h"
#include "runner/test_flags.h"

namespace sbx::runner {

namespace {

// What one row received from CLI11.
struct Given {
  const TestFlag* flag = nullptr;
  CLI::Option* option = nullptr;
  std::vector<std::string> values = {};
};

std::string names_of(const TestFlag& flag) {
  std::string names = flag.letter ? std::string("-") + flag.letter + "," : "";
  names += "--" + std::string(flag.name);
  if (flag.value.empty()) {
    return names;
  }
  // A flag with a default value takes "--list=json" and leaves the next word alone.
  return flag.unset.empty() ? names : names + "{" + std::string(flag.unset) + "}";
}

void add(CLI::App& app, Given& given) {
  const TestFlag& flag = *given.flag;
  if (flag.value.empty() || !flag.unset.empty()) {
    given.option = app.add_flag(names_of(flag), given.values, "");
  } else {
    given.option = app.add_option(names_of(flag), given.values, "");
    given.option->allow_extra_args(false)->type_size(1);
  }
  given.option->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

Error unknown_option(const std::string& word) {
  std::vector<std::string_view> names;
  for (const TestFlag& flag : test_flags()) {
    names.push_back(flag.name);
  }
  const std::string bare = word.substr(0, word.find('='));
  const std::string_view plain =
      std::string_view(bare).substr(std::min(bare.find_first_not_of('-'), bare.size()));
  const std::string_view near = expect::closest(plain, names);
  return {bare, near.empty() ? "unknown option"
                             : "unknown option; did you mean '--" + std::string(near) + "'?"};
}

// CLI11 says "--jobs: 1 required"; the user gets our own words for the few things that can be
// wrong.
Error from_cli(const CLI::ParseError& error, const CLI::App& app) {
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) {
    const std::vector<std::string> rest = app.remaining();
    return rest.empty() ? Error{"", error.what()} : unknown_option(rest.front());
  }
  const std::string text = error.what();
  const std::size_t colon = text.find(':');
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr && colon != std::string::npos) {
    return {text.substr(0, colon), "needs a value"};
  }
  return {"", text};
}

}  // namespace

Result<Command> parse_test_command(const std::vector<std::string>& words) {
  Command command;
  CLI::App app;
  app.set_help_flag();  // ours is a row like any other
  std::deque<Given> rows;
  for (const TestFlag& flag : test_flags()) {
    rows.push_back({&flag, nullptr, {}});
    add(app, rows.back());
  }
  app.add_option("paths", command.options.paths, "")
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  const bool merge = !words.empty() && words.front() == "merge";
  std::vector<std::string> reversed(words.rbegin(), words.rend());
  if (merge) {
    reversed.pop_back();
  }
  try {
    app.parse(reversed);
  } catch (const CLI::ParseError& error) {
    return tl::unexpected(from_cli(error, app));
  }
  for (const Given& given : rows) {
    const std::string name = "--" + std::string(given.flag->name);
    if (given.option->count() > 1 && !given.flag->many && !given.flag->value.empty()) {
      return tl::unexpected(Error{name, "given twice"});
    }
    for (std::size_t i = 0; i < given.option->count(); ++i) {
      const std::string value = i < given.values.size() ? given.values[i] : "";
      if (given.flag->value.empty() && value != "true") {  // CLI11's word for "just given"
        return tl::unexpected(Error{name, "takes no value"});
      }
      std::string wrong = given.flag->set(command, given.flag->value.empty() ? "" : value);
      if (!wrong.empty()) {
        return tl::unexpected(Error{name, std::move(wrong)});
      }
    }
  }
  if (merge && command.verb == Command::Verb::run) {
    command.verb = Command::Verb::merge;
  }
  return command;
}

}  // namespace sbx::runner
