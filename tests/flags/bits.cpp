// Prints a hash of every operator's results over 2^16 vectors, on the host or (--device) on the GPU.  Every
// compiler, set of flags and processor has to print the same text.
#include "bits.hpp"

#include <ff/accumulate.hpp>
#include <ff/paper2006.hpp>

namespace {
namespace op {

OPERATOR(add_rn_sub_rn, return {ff::add_rn(a, b), ff::sub_rn(a, b)})
OPERATOR(mul_rn_fma_rn, return {ff::mul_rn(a, b), ff::fma_rn(a, b, z.hi())})
OPERATOR(div_rn_sqrt_rn, return {ff::div_rn(a, b), ff::sqrt_rn(a)})
OPERATOR(seeds, return {ff::rcp_rn(divisor(y).hi()), ff::rsqrt_rn(radicand(x).hi())})
OPERATOR(sqrt_seed, const auto [s, h] = ff::sqrt_seed(radicand(x).hi()); return {s, h})
OPERATOR(less_equal, return {ff::less(a, b) ? 1.0f : 0.0f, ff::equal(a, b) ? 1.0f : 0.0f})
OPERATOR(neg_abs, return {ff::neg(a), ff::abs(b)})
OPERATOR(add12, return ff::add12(a, b))
OPERATOR(fast_add12, return ff::fast_add12(a, b))
OPERATOR(split, return ff::split(a))
OPERATOR(mul12, return ff::mul12(a, b))
OPERATOR(two_prod, return ff::two_prod(a, b))
OPERATOR(sqr12, return ff::sqr12(a))
OPERATOR(add_prod, return ff::add_prod(a, b, z.hi()))
OPERATOR(add22, return ff::add22(x, y))
OPERATOR(add22_accurate, return ff::add22_accurate(x, y))
OPERATOR(add22_sloppy, return ff::add22_sloppy(x, y))
OPERATOR(add21, return ff::add21(x, b))
OPERATOR(sub22, return ff::sub22(x, y))
OPERATOR(mul22, return ff::mul22(x, y))
OPERATOR(mul22_dw, return ff::mul22_dw(x, y))
OPERATOR(mul22_commutative, return ff::mul22_commutative(x, y))
OPERATOR(mul21, return ff::mul21(x, b))
OPERATOR(mul21_dw, return ff::mul21_dw(x, b))
OPERATOR(sqr22, return ff::sqr22(x))
OPERATOR(rcp22, return ff::rcp22(divisor(y)))
OPERATOR(div22, return ff::div22(x, divisor(y)))
OPERATOR(div21, return ff::div21(x, divisor(y).hi()))
OPERATOR(div12, return ff::div12(a, divisor(y)))
OPERATOR(sqrt22, return ff::sqrt22(radicand(x)))
OPERATOR(rsqrt22, return ff::rsqrt22(radicand(x)))
OPERATOR(fma22, return ff::fma22(x, y, z))
OPERATOR(paper_add22, return ff::paper2006::add22(x, y))
OPERATOR(paper_mul22, return ff::paper2006::mul22(x, y))
OPERATOR(sum, return x + y)
OPERATOR(difference, return x - y)
OPERATOR(product, return x * y)
OPERATOR(quotient, return x / y)
OPERATOR(mixed, return (x + b) * a - y / a)
OPERATOR(rcp, return ff::rcp(y))
OPERATOR(sqrt, return ff::sqrt(x))
OPERATOR(rsqrt, return ff::rsqrt(x))
OPERATOR(order, return {x < y ? 1.0f : 0.0f, x == y ? 1.0f : 0.0f})
OPERATOR(to_double, return ff_t(static_cast<double>(x) / 3))
OPERATOR(accumulate, return ff::accumulator(z).add_product(x, y).add_product(a, b).add(x).add(b).result())

// The user's own product feeds a sum.  It is theirs to contract, but whatever value the sum sees must
// be the one it accounts for: s + e = p + c exactly, with the p the user sees.
OPERATOR(user_product, const float p = moderate(x) * moderate(y); return ff::add12(p, moderate(z)))
OPERATOR(user_product_seen, const float c = moderate(z), p = moderate(x) * moderate(y);
         const auto [s, e] = ff::add12(p, c);
         const bool exact = double(s) + double(e) == double(p) + double(c); return {p, exact ? 0.0f : 1.0f})

int print_all_on(const char* where) {
  return print_on<true, add_rn_sub_rn, mul_rn_fma_rn, div_rn_sqrt_rn, seeds, sqrt_seed, less_equal, neg_abs,
                  add12, fast_add12, split, mul12, two_prod, sqr12, add_prod, add22, add22_accurate,
                  add22_sloppy, add21, sub22, mul22, mul22_dw, mul22_commutative, mul21, mul21_dw, sqr22,
                  rcp22, div22, div21, div12, sqrt22, rsqrt22, fma22, paper_add22, paper_mul22, sum,
                  difference, product, quotient, mixed, rcp, sqrt, rsqrt, order, to_double, accumulate,
                  user_product, user_product_seen>(where);
}
}  // namespace op

}  // namespace

int main(int argc, char** argv) { return op::print_all_on(argc > 1 ? argv[1] : ""); }
