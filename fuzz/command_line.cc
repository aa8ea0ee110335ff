#include "fuzz/command_line.h"

#include <algorithm>

namespace sbx::fuzz {
namespace {

// "-name=" is how libFuzzer writes a flag; "--name" is not one of its own.
bool is_flag(std::string_view word, std::string_view name) {
  return word.size() > name.size() + 1 && word[0] == '-' && word.substr(1, name.size()) == name &&
         word[name.size() + 1] == '=';
}

}  // namespace

Command parse_command(std::string_view line) {
  Command command;
  while (!line.empty()) {
    const std::size_t blank = std::min(line.find(' '), line.size());
    const std::string_view word = line.substr(0, blank);
    line.remove_prefix(std::min(blank + 1, line.size()));
    if (word == "2>&1" || word.empty()) {
      continue;  // both streams always go to one place
    }
    if (word[0] == '>') {
      command.output = word.substr(1);
    } else {
      command.words.emplace_back(word);
    }
  }
  return command;
}

std::string flag_value(const std::vector<std::string>& words, std::string_view name) {
  std::string value;
  for (const std::string& word : words) {
    if (is_flag(word, name)) {
      value = word.substr(name.size() + 2);
    }
  }
  return value;
}

std::vector<std::string> without_flag(std::vector<std::string> words, std::string_view name) {
  words.erase(std::remove_if(words.begin(), words.end(),
                             [&](const std::string& word) { return is_flag(word, name); }),
              words.end());
  return words;
}

std::vector<std::string> inputs_of(const std::vector<std::string>& words) {
  std::vector<std::string> inputs;
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (words[i][0] != '-') {
      inputs.push_back(words[i]);
    }
  }
  return inputs;
}

}  // namespace sbx::fuzz
