// expect/entry.h - one directive as written, whatever the notation.
//
// Both readers turn their bytes into a list of these, in the order they stand; everything after
// them (joining, selecting, judging, blessing) sees no notation any more. Plain values.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "expect/diagnostic.h"
#include "expect/selectors.h"
#include "expect/vocabulary.h"

namespace sbx::expect {

struct Entry {
  const Directive* what = nullptr;
  Selector when = {};
  std::string value = {};               // the text, variables not yet expanded
  std::vector<std::string> words = {};  // Value::words, tags, revisions: the text in words;
                                        // toolchain: the one suffix it is for, none: all
  long long number = 0;                 // exit (-1: any), signal, milliseconds, count
  Place at = {};                        // of the name
  int value_column = 0;                 // of the value, where it stands on the same line; else 0
  std::size_t length = 1;               // bytes of the name as written
  std::string source_line = {};         // for the caret
};

// A diagnostic whose caret is under the entry's name, or under its value.
[[nodiscard]] Diagnostic at_name(const Entry&, Code, std::string message,
                                 std::string suggestion = {});
[[nodiscard]] Diagnostic at_value(const Entry&, Code, std::string message,
                                  std::string suggestion = {});

// "expect-exit[musl]" or "expect.exit[musl]", by the notation it is written in.
[[nodiscard]] std::string written_name(const Entry&);

// What a directive that takes names takes: letters, digits and a few marks.
[[nodiscard]] bool is_name(std::string_view word);

// Checks the value against the directive's kind and fills `words` and `number`. False: a diagnostic
// was added.
bool check_value(Entry* entry, std::vector<Diagnostic>* diagnostics);

// Variables: "%{nr:socket}", "%{arch}", "%{libc}", "%{src}", "%%". Error::field is the variable
// that is unknown, Error::message the sentence.
[[nodiscard]] Result<std::string> expand(std::string_view text, const Cell& cell);

}  // namespace sbx::expect
