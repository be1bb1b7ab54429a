// A target with a planted defect: what has "e" behind a point fails.
#include <cstdint>
#include <string>

#include "expect.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  fuzz::expect(text.find(".e") == std::string::npos, "no e follows a point", text);
  return 0;
}
