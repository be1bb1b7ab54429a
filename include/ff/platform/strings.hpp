// Strings of the standard library, read without macros named min and max, and the names of its streams.
//
// Who has a stream has included what defines it, so that templates of streams need the names alone: they are
// instantiated where one is used.  The headers of streams are a third of what those of strings take.
#pragma once

#if !defined(__CUDACC_RTC__)

#pragma push_macro("min")
#pragma push_macro("max")
#undef min
#undef max
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <iosfwd>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
// libstdc++ declares use_facet and numpunct with std::string.
#if !defined(__GLIBCXX__)
#include <locale>
#endif
#pragma pop_macro("max")
#pragma pop_macro("min")

#endif
