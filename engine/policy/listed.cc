#include "policy/listed.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdio>

#include "policy/emit.h"

namespace sbx::policy {
namespace {

struct Named {
  std::string name;
  int arg = -1;
  std::uint64_t value = 0;
};

// Whether the whole of [begin, end) is a number of that base.
template <class T>
bool number(const char* begin, const char* end, int base, T* out) {
  const auto [stop, error] = std::from_chars(begin, end, *out, base);
  return error == std::errc() && stop == end && begin != end;
}

// "fcntl[1]=0x3", "read". False: neither.
bool parse(const std::string& text, Named* out) {
  const std::size_t bracket = text.find('[');
  out->name = text.substr(0, bracket);
  if (bracket == std::string::npos) {
    return !out->name.empty();
  }
  const std::size_t equals = text.find("]=0x", bracket);
  if (equals == std::string::npos) {
    return false;
  }
  const char* all = text.data();
  return number(all + bracket + 1, all + equals, 10, &out->arg) && out->arg >= 0 && out->arg < 6 &&
         number(all + equals + 4, all + text.size(), 16, &out->value);
}

bool shown(const Condition& test, std::uint64_t value) {
  const auto word = static_cast<std::int32_t>(value);
  switch (test.op) {
    case Op::equal:
      return true;
    case Op::not_negative:
      return word < 0;
    case Op::positive:
      return word <= 0;
    case Op::below:
    case Op::by_loader:
    case Op::always:
      break;
  }
  return false;
}

}  // namespace

std::string listed(const seccomp_data& data) {
  const std::string_view name = sys::syscall_name(sys::kNative, data.nr);
  if (name.empty()) {
    return "#" + std::to_string(data.nr);
  }
  for (const Option& option : options()) {
    if (option.nr != data.nr || (option.sets & kCap) != 0) {
      continue;  // what is not let through under a cap is judged, whatever its arguments
    }
    for (const Condition& test : option.tests) {
      if (shown(test, data.args[test.arg])) {
        char text[32];
        std::snprintf(text, sizeof text, "[%d]=0x%x", test.arg,
                      static_cast<std::uint32_t>(data.args[test.arg]));
        return std::string(name) + text;
      }
    }
  }
  return std::string(name);
}

bool covered(const Selection& selection, const std::string& call) {
  Named named;
  if (!parse(call, &named)) {
    return false;
  }
  seccomp_data data{};
  data.arch = sys::kNativeAudit;
  data.nr = sys::syscall_number(named.name);
  std::fill(std::begin(data.args), std::end(data.args), 1);  // a descriptor, a process
  if (named.arg >= 0) {
    data.args[named.arg] = named.value;
  }
  if (verdict(selection, data) == SECCOMP_RET_ALLOW) {
    return true;
  }
  return std::any_of(rows().begin(), rows().end(), [&](const Row& row) {
    return row.name == named.name && applies(selection, row.sets, row.libcs) &&
           (row.rule == Rule::ask || row.rule == Rule::capped ||
            (row.rule == Rule::watch && selection.fuzz));
  });
}

}  // namespace sbx::policy
