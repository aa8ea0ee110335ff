// yaml-cpp: a document whose scalar is read as binary data.
#include <yaml-cpp/yaml.h>

#include <cstdint>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const YAML::Node node = YAML::Load(std::string(reinterpret_cast<const char*>(data), size));
    static_cast<void>(node.as<YAML::Binary>());
  } catch (const YAML::Exception&) {
  }
  return 0;
}
