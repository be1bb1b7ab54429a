#include "oracle.hpp"

#include <mpfr.h>

#include <cmath>
#include <limits>

namespace accuracy {

// A float is a multiple of 2^-149 below 2^128, so 288 bits hold any sum of floats, and 640 any sum of
// products of two sums of floats: everything but a quotient, a root or a function is exact.
struct oracle::numbers {
  mpfr_t x, y, z, value, wanted, scale, error, ratio;
};

oracle::oracle() : n_(new numbers) {
  mpfr_inits2(288, n_->x, n_->y, n_->z, static_cast<mpfr_ptr>(nullptr));
  mpfr_init2(n_->ratio, 64);
  mpfr_init2(n_->value, 160);
  mpfr_inits2(640, n_->wanted, n_->scale, n_->error, static_cast<mpfr_ptr>(nullptr));
}

oracle::~oracle() {
  mpfr_clears(n_->x, n_->y, n_->z, n_->value, n_->wanted, n_->scale, n_->error, n_->ratio,
              static_cast<mpfr_ptr>(nullptr));
  delete n_;
}

static void set(mpfr_ptr m, ff::ff_t a) {
  mpfr_set_flt(m, a.hi(), MPFR_RNDN);
  if (a.lo() != 0) mpfr_add_d(m, m, static_cast<double>(a.lo()), MPFR_RNDN);
}

bool is_finite(const recipe& r, const outcome& result) {
  bool finite = true;
  for (int i = 0; i < r.results; ++i)
    finite = finite && std::isfinite(result.part[i].hi()) && std::isfinite(result.part[i].lo());
  return finite;
}

double oracle::error(const operator_info& op, const recipe& r, const operands& v, const outcome& result) {
  if (!is_finite(r, result)) return std::numeric_limits<double>::infinity();
  return op.judge ? op.judge(r.scale, v, result) : error(r, v, result.part[0], op.exact);
}

double oracle::error(const recipe& r, const operands& v, ff::ff_t result, exact_function exact) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (!std::isfinite(result.hi()) || !std::isfinite(result.lo())) return infinity;
  const mpfr_rnd_t rn = MPFR_RNDN;
  auto& [x, y, z, value, wanted, scale, error, ratio] = *n_;
  set(x, v.x);
  if (operand_count(r) > 1) set(y, v.y);
  bool scaled = false;
  switch (r.wanted) {
    case expression::identity:
      mpfr_set(wanted, x, rn);
      break;
    case expression::sum:
      mpfr_add(wanted, x, y, rn);
      break;
    case expression::difference:
      mpfr_sub(wanted, x, y, rn);
      break;
    case expression::product:
      mpfr_mul(wanted, x, y, rn);
      break;
    case expression::square:
      mpfr_sqr(wanted, x, rn);
      break;
    case expression::quotient:
      mpfr_div(wanted, x, y, rn);
      break;
    case expression::reciprocal:
      mpfr_ui_div(wanted, 1, x, rn);
      break;
    case expression::root:
      mpfr_sqrt(wanted, x, rn);
      break;
    case expression::reciprocal_root:
      mpfr_rec_sqrt(wanted, x, rn);
      break;
    case expression::product_sum:
      set(z, v.z);
      mpfr_mul(wanted, x, y, rn);
      mpfr_abs(scale, wanted, rn);
      mpfr_add(wanted, wanted, z, rn);
      mpfr_abs(z, z, rn);
      mpfr_add(scale, scale, z, rn);
      scaled = true;
      break;
    case expression::floor:
      mpfr_floor(wanted, x);
      break;
    case expression::ceil:
      mpfr_ceil(wanted, x);
      break;
    case expression::trunc:
      mpfr_trunc(wanted, x);
      break;
    case expression::round:
      mpfr_round(wanted, x);
      break;
    case expression::rint:
      mpfr_rint(wanted, x, rn);
      break;
    case expression::fmod:
      mpfr_fmod(wanted, x, y, rn);
      break;
    case expression::remainder:
      mpfr_remainder(wanted, x, y, rn);
      break;
    case expression::function:
      exact(value, x, y);
      mpfr_set(wanted, value, rn);
      break;
    case expression::composite:
      return infinity;  // has a judge of its own
  }
  if (!scaled && r.scale == ff::bounds::relative_to::result) mpfr_abs(scale, wanted, rn);
  if (r.scale == ff::bounds::relative_to::unit) {
    mpfr_abs(scale, wanted, rn);
    if (mpfr_cmp_ui(scale, 1) < 0) mpfr_set_ui(scale, 1, rn);
  }
  if (r.scale == ff::bounds::relative_to::subnormal) {
    mpfr_abs(scale, wanted, rn);
    mpfr_add_d(scale, scale, 0x1p-103, rn);
  }
  if (!scaled && r.scale == ff::bounds::relative_to::operands) {
    mpfr_abs(x, x, rn);
    mpfr_abs(y, y, rn);
    mpfr_add(scale, x, y, rn);
  }
  if (!scaled && r.scale == ff::bounds::relative_to::paper) {
    const double low = std::fabs(double(v.x.lo()) + double(v.y.lo()));
    mpfr_abs(scale, wanted, rn);
    mpfr_mul_2si(scale, scale, -44, rn);
    mpfr_set_d(x, std::ldexp(low, -24), rn);
    if (mpfr_less_p(scale, x)) mpfr_set(scale, x, rn);
    mpfr_mul_2si(scale, scale, 48, rn);
  }
  mpfr_sub_d(error, wanted, static_cast<double>(result.hi()), rn);
  if (result.lo() != 0) mpfr_sub_d(error, error, static_cast<double>(result.lo()), rn);
  if (mpfr_zero_p(error)) return 0;
  if (mpfr_zero_p(scale)) return infinity;
  mpfr_div(ratio, error, scale, rn);
  return std::ldexp(std::fabs(mpfr_get_d(ratio, rn)), 48);
}

}  // namespace accuracy
