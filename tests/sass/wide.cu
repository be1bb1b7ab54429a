// Everything of wide_t in one kernel: its PTX has no instruction of FP64 (no_double.py).
#include <ff/wide.hpp>
#include <ff/wide/complex.hpp>

using ff::wide_t;

__global__ void all_of_wide(const double* doubles, wide_t* x, int* n, long long* whole) {
  const wide_t a = ff::load_double(doubles), b = x[1], c = x[2];
  int exponent = 0, quotient = 0;
  wide_t integer = 0;
  const wide_t results[] = {a + b,           a - b,
                            a * b,           a / b,
                            fma(a, b, c),    sqrt(a),
                            rsqrt(a),        cbrt(a),
                            hypot(a, b),     hypot(a, b, c),
                            lerp(a, b, c),   fdim(a, b),
                            exp(a),          exp2(a),
                            exp10(a),        expm1(a),
                            log(a),          log2(a),
                            log10(a),        log1p(a),
                            pow(a, b),       sin(a),
                            cos(a),          tan(a),
                            asin(a),         acos(a),
                            atan(a),         atan2(a, b),
                            sinh(a),         cosh(a),
                            tanh(a),         asinh(a),
                            acosh(a),        atanh(a),
                            erf(a),          erfc(a),
                            tgamma(a),       lgamma(a),
                            floor(a),        ceil(a),
                            trunc(a),        round(a),
                            rint(a),         modf(a, &integer),
                            fmod(a, b),      remquo(a, b, &quotient),
                            nextafter(a, b), frexp(a, &exponent),
                            ldexp(a, 3),     scalbln(a, 5),
                            logb(a),         fmin(a, b),
                            fmax(a, b),      abs(a),
                            copysign(a, b)};
  for (const wide_t r : results) *x++ = r;
  *x++ = integer, *x++ = abs(ff::wide_complex(a, b) / ff::wide_complex(b, c)),
  *x = real(sqrt(ff::wide_complex(a, b)));
  *n++ = ilogb(a) + exponent + quotient + fpclassify(a) + (a < b) + (a == b);
  *whole = llrint(a) + static_cast<long long>(b);
  double stored = 0;
  store_double(&stored, c);
  *n = static_cast<int>(ff::detail::bit_cast<ff::uint64>(stored) >> 32);
}
