// fuzz/json_text.h - JSON as it is written to files: indented, plain ASCII, whatever bytes it is
// of.
//
// Pure: thread-safe.
#pragma once
#include <nlohmann/json.hpp>
#include <string>

namespace sbx::fuzz {

inline std::string json_text(const nlohmann::ordered_json& json) {
  return json.dump(2, ' ', true, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace sbx::fuzz
