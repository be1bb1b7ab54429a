// Strings and streams of the standard library, read without macros named min and max.
#pragma once

#if !defined(__CUDACC_RTC__)

#pragma push_macro("min")
#pragma push_macro("max")
#undef min
#undef max
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <istream>
#include <limits>
#include <locale>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>
#pragma pop_macro("max")
#pragma pop_macro("min")

#endif
