#include "fuzz/target_file.h"

#include "expect/diagnostic.h"
#include "expect/strict_yaml.h"

namespace sbx::fuzz {
namespace {

// A YAML double-quoted scalar.
std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    out += c == '"' || c == '\\' ? std::string("\\") + c : c == '\n' ? "\\n" : std::string(1, c);
  }
  return out + "\"";
}

// Nothing where there is nothing to say.
std::string list(const char* key, const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) {
    out += (out.empty() ? "" : ", ") + quoted(word);
  }
  return out.empty() ? "" : std::string(key) + ": [" + out + "]\n";
}

}  // namespace

Result<TargetFile> parse_target(std::string_view path, std::string_view bytes) {
  expect::YamlFile file = expect::read_yaml(path, bytes);
  expect::YamlReader in(&file);
  TargetFile target;
  if (file.diagnostics.empty() && in.is_map(file.root)) {
    in.only_keys(file.root, {"sbx-target", "name", "program", "build", "leaks", "ro", "env"});
    const auto text = [&](const char* key, std::string* out) {
      if (const expect::YamlNode* node = in.find(file.root, key)) {
        *out = in.text(*node).value_or("");
      }
    };
    text("name", &target.name);
    text("program", &target.program);
    text("build", &target.build);
    const auto words = [&](const char* key, std::vector<std::string>* out) {
      if (const expect::YamlNode* node = in.find(file.root, key)) {
        *out = in.words(*node).value_or(std::vector<std::string>());
      }
    };
    words("ro", &target.ro);
    words("env", &target.env);
    if (const expect::YamlNode* node = in.find(file.root, "leaks")) {
      target.leaks = in.boolean(*node).value_or(false);
    }
    if (const expect::YamlNode* version = in.find(file.root, "sbx-target")) {
      static_cast<void>(in.integer(*version, 1, 1));
    } else {
      in.error(file.root, expect::Code::e15_wrong_value, "the schema's version is missing",
               "write 'sbx-target: 1'");
    }
  }
  if (!file.diagnostics.empty()) {
    const expect::Diagnostic& d = file.diagnostics.front();
    return tl::unexpected(Error{d.at.file + ":" + std::to_string(d.at.line),
                                d.message + (d.suggestion.empty() ? "" : "; " + d.suggestion)});
  }
  return target;
}

std::string render_target(const TargetFile& target) {
  return "sbx-target: 1\nname: " + quoted(target.name) + "\nprogram: " + quoted(target.program) +
         "\nbuild: " + quoted(target.build) + "\nleaks: " + (target.leaks ? "true" : "false") +
         "\n" + list("ro", target.ro) + list("env", target.env);
}

ShownWord split_shown(const std::string& word) {
  const std::size_t equals = word.rfind('=');
  return {word.substr(0, equals), equals == std::string::npos ? "" : word.substr(equals + 1)};
}

}  // namespace sbx::fuzz
