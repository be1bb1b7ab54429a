// values: a hash of every function's words for 200,000 arguments; compiled twice, with the library's headers
// and, with FF_TRACED, with the traced ones.  Both print the same, or the traced headers are not the
// library's.
#ifdef FF_TRACED
#include <traced.hpp>
#endif
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <ff/math.hpp>

namespace {

#ifdef FF_TRACED
using word = ff::traced;
float plain(ff::traced x) { return x.value; }
ff::ff_t argument(float hi, float lo) {
  ff::traced x, y;
  ff::trace::begin(hi, lo, x, y);
  return ff::from_words(x, y);
}
#else
using word = float;
float plain(float x) { return x; }
ff::ff_t argument(float hi, float lo) { return ff::from_words(hi, lo); }
#endif

std::uint64_t state = 88172645463325252u;
std::uint64_t next() {
  state ^= state << 13;
  state ^= state >> 7;
  return state ^= state << 17;
}
std::uint32_t bits_of(float x) {
  std::uint32_t b;
  std::memcpy(&b, &x, sizeof b);
  return b;
}

template <class F>
void print(const char* name, F f, float low, float high) {
  std::uint64_t hash = 14695981039346656037u;
  for (int i = 0; i < 200000; ++i) {
    // magnitudes of all exponents up to the ends, or evenly between them
    const float t = static_cast<float>(next() >> 40) * 0x1p-24f;
    float hi = low + (high - low) * t;
    if (i % 2 == 0 && low < 1 && high > 1e-20f) {
      const std::uint32_t b = bits_of(high) - static_cast<std::uint32_t>(next() % 0x18000000u);
      std::memcpy(&hi, &b, sizeof hi);
    }
    const float unit = hi * 0x1p-24f, lo = unit * (static_cast<float>(next() >> 40) * 0x1p-24f - 0.5f);
    const ff::ff_t y = f(argument(hi, lo));
    for (const std::uint32_t b : {bits_of(plain(y.hi())), bits_of(plain(y.lo()))})
      hash = (hash ^ b) * 1099511628211u;
  }
  std::printf("%s %016llx\n", name, static_cast<unsigned long long>(hash));
}

}  // namespace

#define FF_VALUES(name, low, high) \
  print(                           \
      #name, [](ff::ff_t x) { return ff::name(x); }, low, high)

#define FF_VALUES_BESIDE(name, low, high)                                                               \
  print(                                                                                                \
      #name, [](ff::ff_t x) { return ff::name(x, ff::from_words(word(1.3f), word(0x1.9p-27f))); }, low, \
      high)

int main() {
  FF_VALUES(exp, -66, 88.7f);
  FF_VALUES(exp2, -96, 127.9f);
  FF_VALUES(exp10, -28, 38.5f);
  FF_VALUES(expm1, -60, 88.7f);
  FF_VALUES(log, 0.5f, 1e30f);
  FF_VALUES(log2, 0.5f, 1e30f);
  FF_VALUES(log10, 0.5f, 1e30f);
  FF_VALUES(log1p, -0.99f, 1e30f);
  FF_VALUES(sin, -8000, 8000);
  FF_VALUES(cos, -8000, 8000);
  FF_VALUES(tan, -8000, 8000);
  FF_VALUES(sinpi, -100, 100);
  FF_VALUES(cospi, -100, 100);
  FF_VALUES(tanpi, -100, 100);
  FF_VALUES(atan, -100, 100);
  FF_VALUES(asin, -1, 1);
  FF_VALUES(acos, -1, 1);
  FF_VALUES(sinh, -80, 80);
  FF_VALUES(cosh, -80, 80);
  FF_VALUES(tanh, -18, 18);
  FF_VALUES(asinh, -1e6f, 1e6f);
  FF_VALUES(acosh, 1, 1e6f);
  FF_VALUES(atanh, -1, 1);
  FF_VALUES(erf, -6, 6);
  FF_VALUES(erfc, -6, 8);
  FF_VALUES(erfcx, -9, 60);
  FF_VALUES(normcdf, -11, 8);
  FF_VALUES(tgamma, 1, 34);
  FF_VALUES(lgamma, 0.5f, 1e6f);
  FF_VALUES(cbrt, 0, 1e30f);
  FF_VALUES(sqrt, 0, 1e30f);
  FF_VALUES(rsqrt, 0.1f, 1e30f);
  FF_VALUES(rcp, 0.1f, 1e30f);
  FF_VALUES(erfinv, -1, 1);
  FF_VALUES(erfcinv, 0, 2);
  FF_VALUES(normcdfinv, 0, 1);
  FF_VALUES_BESIDE(pow, 0, 1e30f);
  FF_VALUES_BESIDE(atan2, -100, 100);
  FF_VALUES_BESIDE(hypot, 0, 1e10f);
  FF_VALUES_BESIDE(rhypot, 0, 1e10f);
}
