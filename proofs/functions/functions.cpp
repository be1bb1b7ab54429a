// The functions of include/ff/math/ and their exact counterparts in Arb.
#include "function.hpp"

#include <ff/math.hpp>

namespace proofs {
namespace {

template <class F>
kernel of(F f) {
  return [f](ff::traced hi, ff::traced lo) {
    const ff::ff_t y = f(ff::from_words(hi, lo));
    return words{y.hi(), y.lo()};
  };
}

void with_factor(arb_poly_t y, const arb_poly_t x, const arb_t factor, slong n, slong p) {
  arb_poly_scalar_mul(y, x, factor, p);
  arb_poly_exp_series(y, y, n, p);
}

}  // namespace

std::vector<function> all_functions() {
  std::vector<function> f;
  const auto exp_to = [](double base) {
    return [base](arb_poly_t y, const arb_poly_t x, slong n, slong p) {
      arb_t log;
      arb_init(log);
      arb_log_ui(log, static_cast<ulong>(base), p);
      with_factor(y, x, log, n, p);
      arb_clear(log);
    };
  };
  f.push_back({"exp", 4, of([](ff::ff_t x) { return ff::exp(x); }), [](arb_poly_t y, const arb_poly_t x, slong n, slong p) { arb_poly_exp_series(y, x, n, p); },
               {{-66, -0x1p-60f}, {0x1p-60f, 88.7228f}}});
  f.push_back({"exp2", 4, of([](ff::ff_t x) { return ff::exp2(x); }), exp_to(2), {{-96, -0x1p-60f}, {0x1p-60f, 127.9999f}}});
  f.push_back({"exp10", 4, of([](ff::ff_t x) { return ff::exp10(x); }), exp_to(10), {{-28.5f, -0x1p-60f}, {0x1p-60f, 38.5318f}}});
  f.push_back({"expm1", 4, of([](ff::ff_t x) { return ff::expm1(x); }),
               [](arb_poly_t y, const arb_poly_t x, slong n, slong p) {
                 arb_t c;
                 arb_init(c);
                 arb_poly_get_coeff_arb(c, x, 0);
                 arb_expm1(c, c, p);
                 arb_poly_exp_series(y, x, n, p);
                 arb_poly_set_coeff_arb(y, 0, c);
                 arb_clear(c);
               },
               {{-100, -0x1p-96f}, {0x1p-96f, 88.7228f}}});
  f.push_back({"log", 4, of([](ff::ff_t x) { return ff::log(x); }), [](arb_poly_t y, const arb_poly_t x, slong n, slong p) { arb_poly_log_series(y, x, n, p); },
               {{0x1p-124f, 0x1.fffffep123f}}});
  return f;
}

}  // namespace proofs
