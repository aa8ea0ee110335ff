// expect/rewrite.h - put directives into the text of a header or a .expect file.
//
//   Rewrite change{Slot::ending, "", {{Id::exit, "3"}}, {old_entry}};
//   Result<std::string> text = rewrite_header("t.c", bytes, change);
//
// The rest of the file stays byte for byte as it is; in a .expect file the one top-level key that
// holds the change is written anew. Used by bless alone. Pure functions; thread-safe.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "expect/entry.h"

namespace sbx::expect {

struct NewEntry {
  Id id;
  std::string value;  // as it is to be written: '%' is escaped where it must be
};

struct Rewrite {
  Slot slot = Slot::ending;
  std::string selector = {};  // of the new entries; empty: bare
  std::vector<NewEntry> entries = {};
  std::vector<const Entry*> replaced = {};  // they go, wherever they stand in this file
};

[[nodiscard]] Result<std::string> rewrite_header(std::string_view path, std::string_view bytes,
                                                 const Rewrite& change);
[[nodiscard]] Result<std::string> rewrite_yaml(std::string_view path, std::string_view bytes,
                                               const Rewrite& change);

// The header line, without its newline.
[[nodiscard]] std::string header_line(std::string_view leader, const NewEntry&,
                                      std::string_view selector);

}  // namespace sbx::expect
