// Intervals of pairs whose heads are not finite: whatever their low words were, an endpoint is its head, and
// so is every infinite endpoint that comes out.
#include "catalogue/interval.hpp"
#include "catalogue/special.hpp"
#include "exact.hpp"
#include "gtest/gtest.h"

namespace {

using namespace ff_test;
namespace intervals = catalogue::intervals;
using ff::from_words;
using interval = ff::interval<ff_t>;

constexpr float inf = ff::detail::infinity, nan = ff::detail::quiet_nan;
constexpr float heads[] = {-inf, -1.0f, -0.0f, 0.5f, 2.0f, inf, nan};
constexpr int head_count = 7, interval_count = head_count * head_count;

ff_t with_low_word(float head, float low) { return is_finite(head) ? ff_t(head) : from_words(head, low); }

// Operand k of tuple i: an interval, or a number that stands for one.
interval operand(int i, bool number, float low) {
  const ff_t lower = with_low_word(heads[i % head_count], low);
  return number ? interval::from_bounds(lower, lower)
                : interval(lower, with_low_word(heads[i / head_count], low));
}

bool same_end(ff_t a, ff_t b) {
  if (is_nan(a.hi()) || is_nan(b.hi())) return is_nan(a.hi()) && is_nan(b.hi());
  return same_bits(a.hi(), b.hi()) && ff::equal(a.lo(), b.lo());  // of infinite ends, too
}
bool is_clean(ff_t a) { return !ff::equal(ff::abs(a.hi()), inf) || ff::equal(a.lo(), 0.0f); }
bool same(interval a, interval b) {
  return same_end(a.lower(), b.lower()) && same_end(a.upper(), b.upper()) && is_clean(a.lower()) &&
         is_clean(a.upper());
}

struct expect_heads_alone {
  template <class Operation>
  void operator()(Operation, const intervals::operation_info& info) const {
    const auto at = [&](int i, float low) {
      intervals::operands<ff_t> v{};
      v.x = operand(i % interval_count, info.how.scalar == 0, low);
      v.y = operand(i / interval_count % interval_count, info.how.scalar == 1, low);
      v.z = operand(i / interval_count / interval_count, info.how.scalar == 2, low);
      v.n = 3;
      return Operation::of(v);
    };
    int count = 1, failures = 0;
    for (int k = 0; k < info.how.arity; ++k) count *= interval_count;
    for (int i = 0; i < count; ++i) {
      const auto alone = at(i, 0.0f);
      for (int l = 1; l < catalogue::special::low_word_count; ++l) {
        const auto got = at(i, catalogue::special::low_word(l));
        failures += !same(got.first, alone.first) || !same(got.second, alone.second);
      }
    }
    EXPECT_EQ(failures, 0) << info.name << ", of " << count << " tuples";
  }
};

TEST(IntervalHeads, operations_ignore_low_words) { intervals::for_each_operation(expect_heads_alone{}); }

TEST(IntervalHeads, conversions_and_predicates_ignore_low_words) {
  for (int l = 0; l < catalogue::special::low_word_count; ++l) {
    const float low = catalogue::special::low_word(l);
    for (const float head : {-inf, inf, nan}) {
      const ff_t x = from_words(head, low);
      EXPECT_TRUE(is_empty(interval(x)));
      for (const interval set : {interval::entire(), interval(ff_t(1.0f), ff_t(2.0f))})
        EXPECT_FALSE(contains(set, x));
    }
    const interval all(from_words(-inf, low), from_words(inf, low)), above(ff_t(1.0f), from_words(inf, low));
    EXPECT_TRUE(is_entire(all) && all == interval::entire() && !is_bounded(above));
    EXPECT_TRUE(ff::interval<float>(above).upper() == inf && ff::interval<float>(above).lower() == 1);
    EXPECT_TRUE(ff::interval<double>(above).upper() == inf && ff::interval<double>(above).lower() == 1);
  }
}

}  // namespace
