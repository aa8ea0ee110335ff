#include "fuzz/cli.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <functional>

#include "expect/text.h"
#include "fuzz/target_file.h"

namespace sbx::fuzz {
namespace {

namespace fs = std::filesystem;

struct Command {
  const char* name;
  Verb verb;
  std::size_t least, most;  // operands
  const char* usage;
  const char* help;
};

// clang-format off
constexpr Command kCommands[] = {
    {"run",      Verb::run,      2, 13, "run TARGET CORPUS... [-- FLAGS]",         "fuzz: jobs in boxes; new inputs go to the first corpus"},
    {"merge",    Verb::merge,    3, 13, "merge TARGET INTO FROM... [-- FLAGS]",    "take what has new coverage from corpora into the first"},
    {"minimize", Verb::minimize, 2, 2,  "minimize TARGET INPUT -o FILE [-- FLAGS]", "a smaller input that fails, by libFuzzer (triage keeps to the same bug)"},
    {"cleanse",  Verb::cleanse,  2, 2,  "cleanse TARGET INPUT -o FILE [-- FLAGS]", "an input that fails with as few bytes of meaning as can be, by libFuzzer"},
    {"triage",   Verb::triage,   2, 0,  "triage TARGET INPUT|DIR... -o DIR [-- FLAGS]", "name each bug once, minimise it, write a reproducer that sbx-test runs"},
    {"replay",   Verb::replay,   1, 0,  "replay DIR... [--target FILE]",           "run reproducers once; print the verdict and the command without a box"},
};

const std::vector<Option> kOptions = {
    {"-j",            "N",          "run",                             "jobs at once (one for each processor)"},
    {"-o",            "PATH",       "minimize cleanse triage",         "where the result goes"},
    {"--artifacts",   "DIR",        "run merge",                       "where inputs that fail go (artifacts/NAME of the target)"},
    {"--mem",         "MiB",        "run merge minimize cleanse triage", "memory beyond what the target has before its first input (1024)"},
    {"--leaks",       "",           "",                                "let LeakSanitizer work: its tracer may look at the target"},
    {"--ro",          "DIR[=PATH]", "",                                "show a folder of the host in the box, read-only (at /ro0, ...); repeatable"},
    {"--env",         "NAME=VALUE", "",                                "set a variable in the box; repeatable"},
    {"--verbose",     "",           "run merge minimize cleanse",      "print what libFuzzer's parent prints"},
    {"--repeat",      "N",          "triage",                          "runs that the reproduction rate is measured by (10)"},
    {"--no-minimize", "",           "triage",                          "keep inputs as they are"},
    {"--json",        "FILE",       "triage",                          "the table as JSON (- is standard output)"},
    {"--sarif",       "FILE",       "triage",                          "the table as SARIF 2.1.0, for code-scanning pages"},
    {"--html",        "FILE",       "triage",                          "the table as one page"},
    {"--target",      "FILE",       "replay",                          "the target to run, where it is not where the reproducer says"},
};
// clang-format on

bool takes(const Option& option, const std::string& verb) {
  const std::string verbs = std::string(" ") + option.verbs + " ";
  return option.verbs[0] == '\0' || verbs.find(" " + verb + " ") != std::string::npos;
}

std::string absolute(const std::string& path) {
  std::error_code ignored;
  std::string full = fs::absolute(path, ignored).lexically_normal().string();
  while (full.size() > 1 && full.back() == '/') {
    full.pop_back();
  }
  return full;
}

std::string read_number(const std::string& text, std::uint64_t most, std::uint64_t* out) {
  std::uint64_t n = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
  if (error != std::errc() || end != text.data() + text.size()) {
    return "not a number";
  }
  if (n < 1 || n > most) {
    return "must be 1 to " + std::to_string(most);
  }
  *out = n;
  return "";
}

std::string add_shown(const std::string& value, Target* target) {
  // A folder's own name may hold a '='.
  std::error_code ignored;
  const bool is_name = value.find('=') == std::string::npos || fs::exists(value, ignored);
  const ShownWord word =
      is_name ? ShownWord{value, "/ro" + std::to_string(target->shown.size())} : split_shown(value);
  Mount m;
  m.host = absolute(word.host);
  m.inside = word.inside;
  target->shown.push_back(m);
  if (word.host.empty()) {
    return "must name a folder";
  }
  const bool good =
      m.inside[0] == '/' && fs::path(m.inside).lexically_normal().string() == m.inside;
  return good ? "" : "takes DIR=PATH, PATH absolute and without . and ..";
}

// Empty on success, else the sentence.
std::string apply(const std::string& name, const std::string& value, Options* o) {
  constexpr std::uint64_t kMostJobs = 1024, kMostMib = 1u << 20, kMostRuns = 10000;
  std::uint64_t n = 0;
  std::string why;
  const auto path = [&](std::string* out) {
    const bool is_table = name == "--json" || name == "--sarif" || name == "--html";
    *out = is_table && value == "-" ? value : absolute(value);
    return value.empty() ? "must not be empty" : "";
  };
  if (name == "-j") {
    why = read_number(value, kMostJobs, &n);
    o->jobs = static_cast<unsigned>(n);
  } else if (name == "--mem") {
    why = read_number(value, kMostMib, &n);
    o->target.memory = mebibytes(n);
  } else if (name == "--repeat") {
    why = read_number(value, kMostRuns, &n);
    o->repeat = static_cast<unsigned>(n);
  } else if (name == "--env") {
    o->target.env.push_back(value);
    why = value.find('=') == std::string::npos || value[0] == '=' ? "takes NAME=VALUE" : "";
  } else if (name == "--ro") {
    why = add_shown(value, &o->target);
  } else if (name == "--leaks") {
    o->target.leaks = true;
  } else if (name == "--verbose") {
    o->verbose = true;
  } else if (name == "--no-minimize") {
    o->minimize = false;
  } else {
    const std::pair<const char*, std::string*> files[] = {
        {"-o", &o->output},     {"--artifacts", &o->artifacts}, {"--json", &o->json},
        {"--sarif", &o->sarif}, {"--html", &o->html},           {"--target", &o->target_file}};
    for (const auto& [file, out] : files) {
      why = name == file ? path(out) : why;
    }
  }
  return why;
}

Error unknown(const std::string& word) {
  std::vector<std::string_view> names;
  for (const Option& o : kOptions) {
    names.emplace_back(o.name);
  }
  const bool is_flag = word[1] != '-' && word.find('=') != std::string::npos && word[2] != '=';
  const std::string hint =
      is_flag ? "flags of libFuzzer's come behind --" : expect::did_you_mean(word, names);
  return {word, "unknown option" + (hint.empty() ? "" : "; " + hint)};
}

// Takes one option off the front of the words. Error: there is none of that name, or its value.
std::optional<Error> take_option(const std::vector<std::string>& words, std::size_t* at,
                                 const std::string& verb, Options* out) {
  std::string name = words[*at];
  std::string value;
  const std::size_t equals = name.find('=');
  const bool joined = name.compare(0, 2, "--") == 0 && equals != std::string::npos;
  if (joined) {
    value = name.substr(equals + 1);
    name = name.substr(0, equals);
  }
  const auto option = std::find_if(kOptions.begin(), kOptions.end(),
                                   [&](const Option& o) { return name == o.name; });
  if (option == kOptions.end()) {
    return unknown(name);
  }
  if (!takes(*option, verb)) {
    return Error{name, "is not for sbx-fuzz " + verb};
  }
  if (option->value[0] != '\0' && !joined) {
    if (*at + 1 >= words.size()) {
      return Error{name, std::string("needs ") + option->value};
    }
    value = words[++*at];
  } else if (option->value[0] == '\0' && joined) {
    return Error{name, "takes no value"};
  }
  ++*at;
  const std::string why = apply(name, value, out);
  return why.empty() ? std::nullopt : std::optional<Error>(Error{name, why});
}

std::optional<Error> check(const Command& command, Options* o) {
  if (o->operands.size() < command.least ||
      (command.most > 0 && o->operands.size() > command.most)) {
    return Error{command.name, std::string("usage: sbx-fuzz ") + command.usage};
  }
  const bool has_output =
      o->verb == Verb::minimize || o->verb == Verb::cleanse || o->verb == Verb::triage;
  if (has_output && o->output.empty()) {
    return Error{command.name, "needs -o"};
  }
  const Flags& flags = o->flags;
  if (o->verb == Verb::triage && !(flags.words.empty() && flags.files.empty() && !flags.seed)) {
    const std::string flag = !flags.words.empty()   ? flags.words[0]
                             : !flags.files.empty() ? "-" + flags.files[0].name
                                                    : "-seed";
    return Error{flag,
                 "is not for sbx-fuzz triage: each input is run alone (-timeout is, and --mem)"};
  }
  if (o->verb != Verb::replay) {
    o->target.path = o->operands[0];
  }
  if (o->artifacts.empty()) {
    o->artifacts = absolute("artifacts/" + (o->verb == Verb::replay ? "" : o->target.name()));
  }
  o->target.timeout = o->flags.timeout;
  o->target.memory = o->flags.memory ? *o->flags.memory : o->target.memory;
  return std::nullopt;
}

std::string usage_of_flags() {
  std::string text =
      "FLAGS are libFuzzer's own (-max_total_time=60 -dict=FILE ...). What sbx-fuzz does with "
      "some:\n";
  for (const FlagRule& r : flag_rules()) {
    std::string left = std::string("  -") + r.name;
    left.resize(std::max<std::size_t>(left.size() + 2, 34), ' ');
    const bool refused = r.what == FlagRule::What::refused;
    text += left +
            (r.what == FlagRule::What::own ? "its own: "
             : refused                     ? "refused: "
                                           : "") +
            r.why + "\n";
  }
  return text;
}

}  // namespace

const std::vector<Option>& options() {
  return kOptions;
}

Result<Options> parse(const std::vector<std::string>& words) {
  Options out;
  const auto command =
      std::find_if(std::begin(kCommands), std::end(kCommands),
                   [&](const Command& c) { return !words.empty() && words[0] == c.name; });
  if (command == std::end(kCommands)) {
    return tl::unexpected(Error{words.empty() ? "" : words[0],
                                "takes run, merge, minimize, cleanse, triage or replay"});
  }
  out.verb = command->verb;
  std::size_t i = 1;
  while (i < words.size() && words[i] != "--") {
    if (words[i].size() > 1 && words[i][0] == '-') {
      if (auto error = take_option(words, &i, command->name, &out)) {
        return tl::unexpected(*error);
      }
    } else {
      out.operands.push_back(absolute(words[i++]));
    }
  }
  if (i + 1 < words.size() && out.verb == Verb::replay) {
    return tl::unexpected(
        Error{words[i + 1], "is not for sbx-fuzz replay: case.expect has the caps"});
  }
  if (i < words.size()) {
    auto flags = take_flags({words.begin() + static_cast<std::ptrdiff_t>(i) + 1, words.end()});
    if (!flags) {
      return tl::unexpected(flags.error());
    }
    out.flags = std::move(*flags);
  }
  for (FileFlag& f : out.flags.files) {
    f.path = absolute(f.path);
  }
  if (auto error = check(*command, &out)) {
    return tl::unexpected(*error);
  }
  return out;
}

bool is_verb(const std::string& word) {
  return std::any_of(std::begin(kCommands), std::end(kCommands),
                     [&](const Command& c) { return word == c.name; });
}

std::string usage(const std::string& verb) {
  std::string text;
  const bool all = !is_verb(verb);
  for (const Command& c : kCommands) {
    if (all || verb == c.name) {
      text += std::string(text.empty() ? "usage: " : "       ") + "sbx-fuzz " + c.usage + "\n";
      text += std::string("           ") + c.help + "\n";
    }
  }
  text += "options:\n";
  for (const Option& o : kOptions) {
    if (!all && !takes(o, verb)) {
      continue;
    }
    std::string left = std::string("  ") + o.name + (o.value[0] != '\0' ? " " : "") + o.value;
    left.resize(std::max<std::size_t>(left.size() + 2, 24), ' ');
    const bool of_some = all && o.verbs[0] != '\0';
    text += left + o.help + (of_some ? std::string(" [") + o.verbs + "]" : "") + "\n";
  }
  if (all || verb != "replay") {
    text += usage_of_flags();
  }
  text += "exit codes: 0 nothing found, 1 bugs found, 2 usage, 4 no box, 130 and 143 interrupted\n";
  return text;
}

}  // namespace sbx::fuzz
