// Properties of a fuzz target: one that fails ends the program, with what it was.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>

namespace fuzz {

inline void expect(bool holds, const char* property, const std::string& about) {
  if (holds) return;
  std::fprintf(stderr, "%s\n  fails for %s\n", property, about.c_str());
  std::abort();
}

}  // namespace fuzz
