// Compiles: `using namespace ff` beside C's and the standard library's headers, whose names ff has too.
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdlib>
#include <ff/ff.hpp>
#include <numeric>

using namespace ff;

namespace {

// C's functions of floats stay C's; those of numbers are ff's.
template <class T>
T of_any(T x) {
  return abs(x) + fabs(x) + sqrt(x) + exp(x) + fma(x, x, x) + fmin(x, x) + pow(x, x) + floor(x) + round(x) +
         fdim(x, x);
}
template <class A, class B>
constexpr bool same = detail::is_same<A, B>;

float single(float x) { return abs(x); }
static_assert(same<decltype(abs(1)), int> && same<decltype(abs(1.0f)), float> &&
              same<decltype(abs(1.0)), double>);
static_assert(same<decltype(sqrt(1.0f)), float> && same<decltype(exp(1.0)), double> &&
              same<decltype(abs(ff_t())), ff_t>);

size_t place(const char* text) { return strlen(index(text, 'x')); }

// `complex` alone is both std's and ff's where a file also says `using namespace std`; a qualified name never
// is.
ff::complex from_std(std::complex<double> z) { return ff::complex(z); }

}  // namespace

int main() {
  return static_cast<int>(single(1) + of_any(1.0f)) + static_cast<int>(of_any(1.0)) +
         static_cast<int>(of_any(ff_t(1))) + static_cast<int>(place("x")) +
         static_cast<int>(from_std({1, 2}).real());
}
