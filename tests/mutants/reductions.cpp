// Judges sums and scalar products against exact ones: exit status 0 if all are within reduction_bound, 1 if
// not. mutants.py compiles this program once for each mutant of the reductions.
#include <mpfr.h>

#include <cmath>
#include <cstdio>
#include <ff/reduce.hpp>
#include <random>
#include <vector>

namespace {

using ff::ff_t;

// The value of sum x y, of sum |x y| and of an error, in 700 bits: no sum of products of two pairs is
// rounded.
struct exact_sum {
  mpfr_t sum, size, term;
  exact_sum() { mpfr_inits2(700, sum, size, term, static_cast<mpfr_ptr>(nullptr)), zero(); }
  ~exact_sum() { mpfr_clears(sum, size, term, static_cast<mpfr_ptr>(nullptr)); }
  exact_sum(const exact_sum&) = delete;
  exact_sum& operator=(const exact_sum&) = delete;
  void zero() { mpfr_set_zero(sum, 1), mpfr_set_zero(size, 1); }
  void add(ff_t x, ff_t y) {
    mpfr_t factor;
    mpfr_init2(factor, 350);
    mpfr_set_flt(term, x.hi(), MPFR_RNDN), mpfr_add_d(term, term, static_cast<double>(x.lo()), MPFR_RNDN);
    mpfr_set_flt(factor, y.hi(), MPFR_RNDN),
        mpfr_add_d(factor, factor, static_cast<double>(y.lo()), MPFR_RNDN);
    mpfr_mul(term, term, factor, MPFR_RNDN);
    mpfr_clear(factor);
    mpfr_add(sum, sum, term, MPFR_RNDN);
    mpfr_abs(term, term, MPFR_RNDN);
    mpfr_add(size, size, term, MPFR_RNDN);
  }
  // |got - sum| in u^2 of the size.
  double error_of(ff_t got) {
    mpfr_sub_d(term, sum, static_cast<double>(got.hi()), MPFR_RNDN);
    mpfr_sub_d(term, term, static_cast<double>(got.lo()), MPFR_RNDN);
    mpfr_div(term, term, size, MPFR_RNDN);
    return std::fabs(mpfr_get_d(term, MPFR_RNDN)) * 0x1p48;
  }
  double magnitude_in_u2() {
    mpfr_div(term, sum, size, MPFR_RNDN);
    return std::fabs(mpfr_get_d(term, MPFR_RNDN)) * 0x1p48;
  }
};

// Elements of like size or of many; the second half cancels the first but for a few bits where `cancels`.
template <class T>
std::vector<T> elements(std::size_t n, bool cancels, std::mt19937& draws) {
  std::vector<T> all(n);
  for (std::size_t i = 0; i < n; ++i) {
    const auto word = [&](int exponent) {
      const float magnitude = std::ldexp(1 + static_cast<float>(draws() >> 9) * 0x1p-23f, exponent);
      return draws() % 2 == 0 ? magnitude : -magnitude;
    };
    const int exponent = static_cast<int>(draws() % 20);
    all[i] = word(exponent);
    if constexpr (sizeof(T) == sizeof(ff_t)) all[i] = ff::add12(word(exponent), word(exponent - 25));
    if (cancels && i >= n / 2) all[i] = -all[i - n / 2];
  }
  return all;
}

bool within(const char* what, std::size_t n, double error, double bound) {
  if (error <= bound) return true;
  std::printf("%s of %zu: %g of %g u^2\n", what, n, error, bound);
  return false;
}

template <class T>
bool both_within(std::size_t n, bool cancels, std::mt19937& draws) {
  using namespace ff::reductions;
  const auto x = elements<T>(n, cancels, draws), y = std::vector<T>(elements<T>(n, false, draws));
  exact_sum s, d;
  for (std::size_t i = 0; i < n; ++i) s.add(ff_t(x[i]), ff_t(1.0f)), d.add(ff_t(x[i]), ff_t(y[i]));
  bool right = within("sum", n, s.error_of(ff::sum(n, x.data())), ff::reduction_bound<sum<T>>(n)) &&
               within("dot", n, d.error_of(ff::dot(n, x.data(), y.data())), ff::reduction_bound<dot<T>>(n));
  if constexpr (sizeof(T) == sizeof(float)) {
    const double u = 0x1p-24, once = u * (1 + u);  // the rounding of the result
    right = right &&
            within("sum2", n, s.error_of(ff_t(ff::sum2(n, x.data()))),
                   s.magnitude_in_u2() * once + ff::reduction_bound<sum2>(n)) &&
            within("dot2", n, d.error_of(ff_t(ff::dot2(n, x.data(), y.data()))),
                   d.magnitude_in_u2() * once + ff::reduction_bound<dot2>(n));
  }
  return right;
}

}  // namespace

int main() {
  std::mt19937 draws(1);
  for (const std::size_t n : {1u, 2u, 7u, 1000u, 4097u, 30001u}) {
    for (const bool cancels : {false, true}) {
      if (!both_within<float>(n, cancels, draws) || !both_within<ff_t>(n, cancels, draws)) return 1;
    }
  }
  return 0;
}
