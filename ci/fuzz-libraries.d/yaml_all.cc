// yaml-cpp: all documents of a stream.
#include <yaml-cpp/yaml.h>

#include <cstdint>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    static_cast<void>(YAML::LoadAll(std::string(reinterpret_cast<const char*>(data), size)));
  } catch (const YAML::Exception&) {
  }
  return 0;
}
