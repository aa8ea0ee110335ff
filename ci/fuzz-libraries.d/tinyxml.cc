// tinyxml: a document, parsed and printed.
#include <tinyxml.h>

#include <cstdint>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  TiXmlDocument document;
  document.Parse(text.c_str());
  TiXmlPrinter printer;
  document.Accept(&printer);
  return 0;
}
