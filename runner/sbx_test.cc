// sbx-test - runs boxed tests and judges them.
#include <cstdio>
#include <string>
#include <vector>

#include "expect/vocabulary.h"
#include "runner/merge.h"
#include "runner/result.h"
#include "runner/session.h"
#include "runner/streams.h"
#include "runner/test_cli.h"
#include "runner/test_flags.h"

namespace {

using sbx::runner::Command;

int print(const std::string& text, bool good) {
  std::fwrite(text.data(), 1, text.size(), good ? stdout : stderr);
  return good ? sbx::runner::kExitOk : sbx::runner::kExitUsage;
}

int act(const Command& command, const std::vector<std::string>& words) {
  switch (command.verb) {
    case Command::Verb::help:
      return print(sbx::runner::test_help(), true);
    case Command::Verb::version:
      return print("sbx-test " SBX_VERSION "\n", true);
    case Command::Verb::generate: {
      const std::string text = sbx::runner::test_generated(command.topic);
      return text.empty()
                 ? print("sbx-test: --generate: one of man, bash, zsh, fish, markdown\n", false)
                 : print(text, true);
    }
    case Command::Verb::explain: {
      bool known = false;
      const std::string text = sbx::expect::explain(command.topic, &known);
      return print(text, known);
    }
    case Command::Verb::merge:
      return sbx::runner::merge_streams(command.options);
    case Command::Verb::run:
      break;
  }
  return sbx::runner::run_tests(command.options, words);
}

}  // namespace

int main(int argc, char** argv) {
  sbx::runner::open_standard_streams();
  const std::vector<std::string> words(argv, argv + argc);
  const auto command = sbx::runner::parse_test_command({words.begin() + 1, words.end()});
  if (!command) {
    const std::string field = command.error().field.empty() ? "" : command.error().field + ": ";
    return print("sbx-test: " + field + command.error().message + "\n", false);
  }
  return act(*command, words);
}
