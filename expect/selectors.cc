#include "expect/selectors.h"

#include <algorithm>
#include <charconv>
#include <set>
#include <tuple>

#include "expect/text.h"

namespace sbx::expect {
namespace {

using Kind = Atom::Kind;

struct Known {
  std::string_view name;
  Kind kind;
};
// clang-format off
constexpr Known kKnown[] = {
    {"x86_64", Kind::arch},       {"aarch64", Kind::arch},
    {"glibc", Kind::libc},        {"musl", Kind::libc},
    {"root", Kind::privilege},    {"user", Kind::privilege},
    {"kernel", Kind::feature},    {"userns", Kind::feature},  {"landlock", Kind::feature},
    {"seccomp", Kind::feature},   {"overlay", Kind::feature}, {"pidfd", Kind::feature},
    {"inspect", Kind::feature},   {"idmap", Kind::feature},
};
// clang-format on

std::vector<std::string_view> known_names(bool features_only) {
  std::vector<std::string_view> names;
  for (const Known& k : kKnown) {
    if (!features_only || k.kind == Kind::feature) {
      names.push_back(k.name);
    }
  }
  return names;
}

bool takes_version(std::string_view name) {
  return name == "kernel" || name == "landlock";
}

template <class T>
Result<T> fail(std::string_view atom, std::string message, std::string suggestion = {}) {
  if (!suggestion.empty()) {
    message += "\n" + suggestion;
  }
  return Result<T>(tl::unexpect, Error{std::string(atom), std::move(message)});
}

bool number(std::string_view text, int* out) {
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), *out);
  return !text.empty() && error == std::errc() && end == text.data() + text.size() && *out >= 0 &&
         *out <= 9999 && (text.size() == 1 || text[0] != '0');
}

bool is_revision(std::string_view s) {
  return !s.empty() && s.find_first_not_of(
                           "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                           "0123456789_-.") == std::string_view::npos;
}

std::string quoted(std::string_view s) {
  return "'" + visible(s, 60) + "'";
}

Result<Atom> parse_atom(std::string_view text, bool features_only) {
  std::string_view rest = text;
  Atom atom;
  if (!features_only && !rest.empty() && rest[0] == '!') {
    atom.negated = true;
    rest.remove_prefix(1);
  }
  if (!features_only && rest.substr(0, 4) == "rev:") {
    atom.kind = Kind::revision;
    atom.name = rest.substr(4);
    if (!is_revision(atom.name)) {
      return fail<Atom>(text, "no revision name after 'rev:'");
    }
    return atom;
  }
  std::size_t at = rest.find(">=");
  std::string_view name = rest.substr(0, at);
  const Known* known = std::find_if(std::begin(kKnown), std::end(kKnown),
                                    [&](const Known& k) { return k.name == name; });
  std::vector<std::string_view> names = known_names(features_only);
  if (known == std::end(kKnown) || (features_only && known->kind != Kind::feature)) {
    return fail<Atom>(text,
                      std::string("unknown ") + (features_only ? "feature " : "selector ") +
                          (text.empty() ? "''" : quoted(name)),
                      did_you_mean(name, names));
  }
  atom.kind = known->kind;
  atom.name = known->name;
  if (at == std::string_view::npos) {
    if (atom.name == "kernel") {
      return fail<Atom>(text, "'kernel' needs a version", "write 'kernel>=6.7'");
    }
    atom.major = 1;
    return atom;
  }
  if (!takes_version(atom.name)) {
    return fail<Atom>(text, quoted(name) + " takes no version", "write " + quoted(name));
  }
  std::string_view version = rest.substr(at + 2);
  std::size_t dot = atom.name == "kernel" ? version.find('.') : std::string_view::npos;
  bool good = number(version.substr(0, dot), &atom.major) &&
              (dot == std::string_view::npos || number(version.substr(dot + 1), &atom.minor));
  if (!good) {
    return fail<Atom>(text, "not a version: " + quoted(version));
  }
  return atom;
}

auto version_of(const Atom& a) {
  return std::make_tuple(a.major, a.minor);
}

bool follows(const Atom& b, const Atom& a) {  // b from a
  if (a.kind != b.kind || a.name != b.name || a.negated != b.negated) {
    return false;
  }
  if (a.kind != Kind::feature) {
    return true;
  }
  return a.negated ? version_of(a) <= version_of(b) : version_of(a) >= version_of(b);
}

}  // namespace

bool holds(const Atom& atom, const Situation& where) {
  bool yes = false;
  switch (atom.kind) {
    case Kind::arch:
      yes = where.cell.arch == atom.name;
      break;
    case Kind::libc:
      yes = where.cell.libc == atom.name;
      break;
    case Kind::privilege:
      yes = where.cell.root == (atom.name == "root");
      break;
    case Kind::revision:
      yes = where.revision == atom.name;
      break;
    case Kind::feature:
      if (atom.name == "kernel") {
        yes = std::make_tuple(where.cell.kernel_major, where.cell.kernel_minor) >= version_of(atom);
      } else {
        auto found = where.cell.features.find(atom.name);
        yes = found != where.cell.features.end() && found->second >= std::max(atom.major, 1);
      }
      break;
  }
  return yes != atom.negated;
}

namespace {

bool all_hold(const Term& term, const Situation& where) {
  return std::all_of(term.begin(), term.end(), [&](const Atom& a) { return holds(a, where); });
}

}  // namespace

bool Selector::matches(const Situation& where) const {
  return std::any_of(terms.begin(), terms.end(),
                     [&](const Term& term) { return all_hold(term, where); });
}

Selector both(const Selector& a, const Selector& b) {
  Selector out;
  out.terms.clear();
  for (const Term& x : a.terms) {
    for (const Term& y : b.terms) {
      Term joined = x;
      joined.insert(joined.end(), y.begin(), y.end());
      out.terms.push_back(std::move(joined));
    }
  }
  out.text = a.text.empty() ? b.text : b.text.empty() ? a.text : a.text + "," + b.text;
  return out;
}

Result<Selector> parse_selector(std::string_view text) {
  Selector out;
  out.text = text;
  out.terms = {Term{}};
  constexpr std::size_t kMaxAtoms = 32;
  std::size_t atoms = 0;
  for (std::size_t from = 0; from <= text.size();) {
    std::size_t end = std::min(text.find_first_of(",|", from), text.size());
    std::string_view atom_text = text.substr(from, end - from);
    Result<Atom> atom = parse_atom(atom_text, false);
    if (!atom) {
      return Result<Selector>(tl::unexpect, atom.error());
    }
    if (++atoms > kMaxAtoms) {
      return fail<Selector>(atom_text, "more than 32 conditions in one selector");
    }
    out.terms.back().push_back(*atom);
    if (end < text.size() && text[end] == '|') {
      out.terms.emplace_back();
    }
    from = end + 1;
  }
  return out;
}

Result<Atom> parse_feature(std::string_view text) {
  return parse_atom(text, true);
}

bool contains(const Term& a, const Term& b) {
  return std::all_of(b.begin(), b.end(), [&](const Atom& y) {
    return std::any_of(a.begin(), a.end(), [&](const Atom& x) { return follows(y, x); });
  });
}

Choice choose(const std::vector<const Selector*>& selectors, const Situation& where) {
  struct Candidate {
    std::size_t index;
    const Term* term;
  };
  std::vector<Candidate> all;
  for (std::size_t i = 0; i < selectors.size(); ++i) {
    for (const Term& term : selectors[i]->terms) {
      if (all_hold(term, where)) {
        all.push_back({i, &term});
      }
    }
  }
  Choice choice;
  for (const Candidate& c : all) {
    bool beaten = std::any_of(all.begin(), all.end(), [&](const Candidate& d) {
      return contains(*d.term, *c.term) && !contains(*c.term, *d.term);
    });
    if (beaten) {
      continue;
    }
    if (choice.how == Choice::How::none) {
      choice = {Choice::How::one, c.index, c.index};
    } else if (selectors[choice.index]->text != selectors[c.index]->text) {
      return {Choice::How::ambiguous, choice.index, c.index};
    }
  }
  return choice;
}

std::vector<Cell> matrix(const std::vector<const Selector*>& selectors, const Cell& base) {
  std::set<Kind> kinds;
  std::map<std::string, std::set<std::tuple<int, int>>> levels;
  for (const Selector* s : selectors) {
    for (const Term& term : s->terms) {
      for (const Atom& atom : term) {
        kinds.insert(atom.kind);
        if (atom.kind == Kind::feature) {
          levels[atom.name].insert({0, 0});
          levels[atom.name].insert(version_of(atom));
        }
      }
    }
  }
  std::vector<Cell> cells = {base};
  auto multiply = [&](std::size_t n, auto set) {
    std::vector<Cell> more;
    if (cells.size() * n > kMaxCells) {
      cells.clear();
    }
    for (const Cell& cell : cells) {
      for (std::size_t i = 0; i < n; ++i) {
        more.push_back(cell);
        set(more.back(), i);
      }
    }
    cells = std::move(more);
  };
  if (kinds.count(Kind::arch) != 0) {
    multiply(2, [](Cell& c, std::size_t i) { c.arch = i == 0 ? "x86_64" : "aarch64"; });
  }
  if (kinds.count(Kind::libc) != 0) {
    multiply(2, [](Cell& c, std::size_t i) { c.libc = i == 0 ? "glibc" : "musl"; });
  }
  if (kinds.count(Kind::privilege) != 0) {
    multiply(2, [](Cell& c, std::size_t i) { c.root = i == 1; });
  }
  for (const auto& [name, versions] : levels) {
    std::vector<std::tuple<int, int>> list(versions.begin(), versions.end());
    multiply(list.size(), [&, &name = name](Cell& c, std::size_t i) {
      auto [major, minor] = list[i];
      if (name == "kernel") {
        c.kernel_major = major;
        c.kernel_minor = minor;
      } else {
        c.features[name] = major;
      }
    });
  }
  return cells;
}

}  // namespace sbx::expect
