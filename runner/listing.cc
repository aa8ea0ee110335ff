#include "runner/listing.h"

#include <filesystem>

#include "expect/text.h"
#include "runner/baseline.h"
#include "runner/out/json.h"

namespace sbx::runner {

namespace fs = std::filesystem;

namespace {

std::string plain_line(const Case& test, bool verbose) {
  std::string line = expect::visible(test.spec.id);
  if (verbose) {
    for (const std::string& tag : test.spec.tags) {
      line += "  [" + tag + "]";
    }
    if (!test.spec.skip.empty()) {
      line += "  skipped: " + expect::visible(test.spec.skip);
    }
  }
  // Said unasked: an id that does not run would be a promise.
  if (!test.spec.excluded.empty()) {
    line += "  excluded: " + expect::visible(test.spec.excluded);
  }
  return line + "\n";
}

// A CMake bracket argument: no escape exists inside it, so the brackets are made long enough.
std::string bracket(const std::string& text) {
  std::string equals;
  while ((text + "]").find("]" + equals + "]") != text.npos) {
    equals += '=';
  }
  return "[" + equals + "[" + text + "]" + equals + "]";
}

std::string absolute(const std::string& path) {
  std::error_code error;
  return path.empty() ? path : fs::absolute(path, error).lexically_normal().string();
}

// sbx_listed_test(ID TAGS SERIAL COMMAND...): the caller decides what becomes of it.
std::string ctest_line(const Case& test, const Options& given, const std::string& base,
                       const std::string& program) {
  std::string tags;
  for (const std::string& tag : test.spec.tags) {
    tags += (tags.empty() ? "" : ";") + tag;
  }
  std::string line = "sbx_listed_test(" + bracket(test.spec.id) + " " + bracket(tags) +
                     (test.spec.serial ? " TRUE " : " FALSE ") + bracket(program);
  for (const std::string& word : one_test_words(test, given, absolute(base))) {
    line += " " + bracket(word);
  }
  return line + ")\n";
}

}  // namespace

std::string render_listing(const std::vector<Case>& cases, const Options& options,
                           const std::string& base, const std::string& program) {
  Options here = options;
  here.prebuilt = absolute(options.prebuilt);
  here.toolchains = absolute(options.toolchains);
  std::string out;
  for (const Case& test : cases) {
    switch (options.list) {
      case ListForm::none:
        break;
      case ListForm::plain:
        out += plain_line(test, options.verbosity > 0);
        break;
      case ListForm::json:
        out += listed_json(test.spec.id, test.spec.path, test.spec.at.line, test.spec.tags,
                           test.spec.skip, test.spec.excluded);
        break;
      case ListForm::ctest:
        if (test.spec.excluded.empty()) {
          out += ctest_line(test, here, base, program);
        }
        break;
      case ListForm::baseline:
        out += baseline_line(test.spec.id, !test.spec.skip.empty() || !test.spec.excluded.empty());
        break;
    }
  }
  return out;
}

}  // namespace sbx::runner
