// All roots of a polynomial by MPFR, each cluster of them in a disk that is proved to hold it.
//
// The points come from Aberth's iteration in long double and then with 400 bits, from other points and by
// other code than the library's.  However they were found, Smith's theorem, with values at 400 bits and a
// bound of their rounding, says where all roots are: the disks are some 2^100 times smaller than those that
// they judge.
#pragma once

#include <mpfr.h>

#include <complex>
#include <ff/ff_t.hpp>
#include <vector>

namespace accuracy {

inline constexpr mpfr_prec_t root_bits = 400;

/// A number of 400 bits.
class wide_real {
 public:
  wide_real() { mpfr_init2(v_, root_bits), mpfr_set_zero(v_, 1); }
  explicit wide_real(ff::ff_t x) : wide_real() {
    mpfr_set_flt(v_, x.hi(), MPFR_RNDN);
    mpfr_add_d(v_, v_, double{x.lo()}, MPFR_RNDN);
  }
  explicit wide_real(long double x) : wide_real() { mpfr_set_ld(v_, x, MPFR_RNDN); }
  wide_real(const wide_real& other) : wide_real() { mpfr_set(v_, other.v_, MPFR_RNDN); }
  wide_real(wide_real&& other) noexcept : wide_real() { mpfr_swap(v_, other.v_); }
  wide_real& operator=(const wide_real& other) {
    mpfr_set(v_, other.v_, MPFR_RNDN);
    return *this;
  }
  ~wide_real() { mpfr_clear(v_); }
  operator mpfr_ptr() { return v_; }
  operator mpfr_srcptr() const { return v_; }

 private:
  mpfr_t v_;
};

struct wide_complex {
  wide_real re, im;
};

/// Roots that lie within `radius` of `centre`, `count` of them with their multiplicities.
struct root_cluster {
  wide_complex centre;
  wide_real radius;
  int count;
};

/// All finite roots of the sum of c[k] x^k, c[0] ... c[degree] finite; nothing for the zero polynomial.
std::vector<root_cluster> roots_by_mpfr(const ff::ff_t* c, int degree);

/// Says where a cluster lies of the closed disk about re + i im, for certain.
enum class place { inside, outside, undecided };
place place_of(const root_cluster& roots, ff::ff_t re, ff::ff_t im, float radius);

}  // namespace accuracy
