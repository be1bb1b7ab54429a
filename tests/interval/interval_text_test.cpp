// Text of intervals: ends read and written against MPFR, rounded outwards, from any number of digits; the
// grammar.
#include <gtest/gtest.h>
#include <mpfr.h>

#include <cmath>
#include <ff/interval.hpp>
#include <sstream>

#include "vectors.hpp"

namespace {

using ff::interval;
using ff::parse;
using ff_test::draws;
using ff_test::ff_t;
using ff_test::uint64;

constexpr float inf = ff::detail::infinity;

class number {
 public:
  explicit number(const std::string& text) {
    mpfr_init2(v_, 6000);
    mpfr_set_str(v_, text.c_str(), 0, MPFR_RNDN);
  }
  explicit number(ff_t x) {
    mpfr_init2(v_, 6000);
    mpfr_set_d(v_, static_cast<double>(x.hi()), MPFR_RNDN);
    mpfr_add_d(v_, v_, static_cast<double>(x.lo()), MPFR_RNDN);
  }
  explicit number(float x) : number(ff_t(x)) {}
  explicit number(double x) {
    mpfr_init2(v_, 6000);
    mpfr_set_d(v_, x, MPFR_RNDN);
  }
  ~number() { mpfr_clear(v_); }
  number(const number&) = delete;
  number& operator=(const number&) = delete;

  bool operator<(const number& other) const { return mpfr_less_p(v_, other.v_) != 0; }
  bool operator<=(const number& other) const { return mpfr_lessequal_p(v_, other.v_) != 0; }

 private:
  mpfr_t v_;
};

float next(float x) { return ff::detail::next_up(x); }
double next(double x) { return ff::detail::next_up(x); }
// Of pairs the least larger one with the same head.
ff_t next(ff_t x) { return ff::from_words(x.hi(), ff::detail::next_up(x.lo())); }
template <class T>
bool is_number(T x) {
  return ff::detail::finite(ff::detail::strict_endpoint(x));
}
template <class T>
T previous(T x) {
  return -next(-x);
}

std::string random_number(draws& d) {
  const int kind = d.between(0, 9), whole = d.between(0, 12);
  int fraction = d.between(0, 25);
  if (kind == 0) fraction = d.between(100, 1000);
  const bool hexadecimal = kind == 1;
  std::string text = d.coin() ? "-" : "";
  if (hexadecimal) text += "0x";
  const auto add_digits = [&](int count) {
    for (int i = 0; i < count; ++i)
      text += hexadecimal ? "0123456789abcdef"[d.between(0, 15)] : "0123456789"[d.between(0, 9)];
  };
  add_digits(whole + (fraction == 0 ? 1 : 0));
  if (fraction != 0) text += '.';
  add_digits(fraction);
  if (kind > 6) return text;
  const int range = kind == 2 ? 350 : kind == 3 ? 50 : 12;
  text += hexadecimal ? 'p' : 'e';
  return text + std::to_string(hexadecimal ? d.between(-1200, 1100) : d.between(-range, range));
}

// Both ends of what is read are tight.
template <class T>
void read_ends(uint64 count) {
  for (uint64 i = 0; i < count; ++i) {
    draws d(i);
    const std::string text = random_number(d);
    const auto x = parse<interval<T>>(text);
    ASSERT_TRUE(x) << text;
    const number v(text), lower(x->lower()), upper(x->upper());
    ASSERT_TRUE(lower <= v && v <= upper) << text << ": " << *x;
    if (ff::detail::finite(x->lower()) && is_number(next(x->lower()))) {
      ASSERT_TRUE(v < number(next(x->lower()))) << text << ": lower end of " << to_string(*x, 60);
    }
    if (ff::detail::finite(x->upper()) && is_number(previous(x->upper()))) {
      ASSERT_TRUE(number(previous(x->upper())) < v) << text << ": upper end of " << to_string(*x, 60);
    }
    const auto bracketed = parse<interval<T>>("[" + text + ", " + text + "]");
    ASSERT_TRUE(bracketed && *bracketed == *x) << text;
  }
}
TEST(IntervalText, FloatsAreReadOutwards) { read_ends<float>(60'000); }
TEST(IntervalText, DoublesAreReadOutwards) { read_ends<double>(60'000); }
TEST(IntervalText, PairsAreReadOutwards) { read_ends<ff_t>(60'000); }

float draw(draws& d, float) { return d.any(); }
double draw(draws& d, double) { return ff::detail::bit_cast<double>(d.bits()); }
ff_t draw(draws& d, ff_t) { return d.coin() ? d.pair(-126, 126) : d.pair(-10, 10); }

std::string end_of(const std::string& text, bool upper) {
  const std::size_t comma = text.find(", ");
  return upper ? text.substr(comma + 2, text.size() - comma - 3) : text.substr(1, comma - 1);
}

// What is written encloses, with no more than an ulp of its digits to spare, and reads back around it.
template <class T>
void written_ends(uint64 count) {
  for (uint64 i = 0; i < count; ++i) {
    draws d(i);
    const interval<T> drawn(draw(d, T{}), draw(d, T{}));
    const interval<T> x = is_empty(drawn) ? -drawn : drawn;
    if (is_empty(x) || !is_bounded(x)) continue;
    const int digits = d.between(1, 20);
    const std::string text = to_string(x, digits);
    const number lower(end_of(text, false)), upper(end_of(text, true));
    ASSERT_TRUE(lower <= number(x.lower()) && number(x.upper()) <= upper) << text;
    const auto back = parse<interval<T>>(text);
    ASSERT_TRUE(back && subset(x, *back)) << text;
    // One digit more encloses no less tightly, and all digits are exact.
    const std::string longer = to_string(x, digits + 1), all = to_string(x, 800);
    ASSERT_TRUE(lower <= number(end_of(longer, false)) && number(end_of(longer, true)) <= upper) << text;
    const auto exact = parse<interval<T>>(all);
    ASSERT_TRUE(exact && *exact == x) << all;
  }
}
TEST(IntervalText, FloatsAreWrittenOutwards) { written_ends<float>(20'000); }
TEST(IntervalText, DoublesAreWrittenOutwards) { written_ends<double>(5'000); }
TEST(IntervalText, PairsAreWrittenOutwards) { written_ends<ff_t>(20'000); }

template <class T>
void grammar() {
  using I = interval<T>;
  const auto is = [](const char* text, I want) {
    const auto got = parse<I>(text);
    return got && (*got == want || (is_empty(*got) && is_empty(want)));
  };
  const auto of = [](float lower, float upper) { return I(T(lower), T(upper)); };
  EXPECT_TRUE(is("[1, 2]", of(1, 2)));
  EXPECT_TRUE(is("  [ +1 ,2.0e0 ]\t", of(1, 2)));
  EXPECT_TRUE(is("[-0x1.8p1, 0X10]", of(-3, 16)));
  EXPECT_TRUE(is("[1]", of(1, 1)));
  EXPECT_TRUE(is("-.5", of(-0.5f, -0.5f)));
  EXPECT_TRUE(is("[-inf, 3]", of(-inf, 3)));
  EXPECT_TRUE(is("[,3]", of(-inf, 3)));
  EXPECT_TRUE(is("[3,]", of(3, inf)));
  EXPECT_TRUE(is("[3, +Infinity]", of(3, inf)));
  EXPECT_TRUE(is("[,]", I::entire()));
  EXPECT_TRUE(is("[Entire]", I::entire()));
  EXPECT_TRUE(is("[-INF, INF]", I::entire()));
  EXPECT_TRUE(is("[]", I::empty()));
  EXPECT_TRUE(is("[ ]", I::empty()));
  EXPECT_TRUE(is("[ EMPTY ]", I::empty()));
  EXPECT_TRUE(is("0e999999999999999999999", of(0, 0)));
  for (const char* bad : {"",         "[",         "]",         "[1, 2",      "1, 2]",        "[1; 2]",
                          "[2, 1]",   "[inf]",     "inf",       "[inf, inf]", "[-inf, -inf]", "[nan]",
                          "[1, nan]", "[1, 2, 3]", "[1 2]",     "[empty, 1]", "1x",           "[0x, 1]",
                          "entire",   "[--1]",     "[+inf, 1]", "1e",         "[1, 2]]"})
    EXPECT_FALSE(parse<I>(bad)) << bad;

  EXPECT_EQ(to_string(I::empty()), "[empty]");
  EXPECT_EQ(to_string(I::entire()), "[entire]");
  EXPECT_EQ(to_string(of(-inf, 0.5f)), "[-inf, 0.5]");
  EXPECT_EQ(to_string(of(0, 1) / 3, 3), "[0, 0.334]");
  EXPECT_EQ(to_string(of(-1, 1) / 3, 3), "[-0.334, 0.334]");
  EXPECT_EQ(to_string(of(999.5f, 1e10f), 2), "[990, 10000000000]");
  EXPECT_EQ(to_string(of(0.1f, 0.1f), 0), "[0.1, 0.2]");

  std::istringstream in(" [1, 2] 3.5\n[empty] [4,");
  I a, b, c, d;
  in >> a >> b >> c;
  EXPECT_TRUE(in && a == of(1, 2) && b == of(3.5f, 3.5f) && is_empty(c));
  in >> d;
  EXPECT_TRUE(in.fail());
  std::ostringstream out;
  out << of(1, 2) / 3;
  EXPECT_EQ(out.str(), "[0.333333, 0.666667]");
}
TEST(IntervalText, GrammarOfFloats) { grammar<float>(); }
TEST(IntervalText, GrammarOfDoubles) { grammar<double>(); }
TEST(IntervalText, GrammarOfPairs) { grammar<ff_t>(); }

// Ends in the wrong order, however little, and however they round.
template <class T>
void order() {
  using I = interval<T>;
  const std::string many(60, '0');
  for (const std::string& reversed :
       {std::string("[0.1000000000000000000000000000001, 0.1]"), "[1." + many + "1, 1]",
        "[-1, -1." + many + "1]", std::string("[1e-999, -1e-999]"), std::string("[1e-999, 0]"),
        std::string("[-0, -1e-999]"), std::string("[1e999, 1e998]"), std::string("[-1e998, -1e999]"),
        "[0x1." + many + "1p0, 0x1p0]", std::string("[0x1p-9999, 0x1p-10000]"), std::string("[0x8p1, 0xFp0]"),
        std::string("[0x.10000001p4, 0x1]"), std::string("[2, 0x1]"), std::string("[inf, -inf]")}) {
    EXPECT_FALSE(parse<I>(reversed)) << reversed;
  }
  for (const std::string& ordered :
       {std::string("[0.1, 0.10]"), std::string("[-0, 0]"), std::string("[0, -0]"),
        std::string("[0x.1p4, 0x1]"), "[1, 1." + many + "1]", "[-1." + many + "1, -1]",
        std::string("[-1e-999, 1e-999]"), std::string("[0x1p-10000, 0x1p-9999]"),
        std::string("[1e999, 1e999]"), std::string("[0x2p0, 0x.4p3]"), std::string("[0e5, 0x0p3]"),
        std::string("[1e-999999999999999999, 1]")}) {
    EXPECT_TRUE(parse<I>(ordered)) << ordered;
  }
}
TEST(IntervalText, OrderOfTheEnds) {
  order<float>();
  order<double>();
  order<ff_t>();
}

TEST(IntervalText, EdgesOfTheRange) {
  const auto large = *parse<interval<float>>("1e39");
  EXPECT_TRUE(large.lower() == 0x1.fffffep127f && large.upper() == inf);
  const auto small = *parse<interval<ff_t>>("-1e-999999999");
  EXPECT_TRUE(small.lower() == ff_t(-0x1p-149f) && small.upper() == ff_t(0.0f));
  const auto huge = *parse<interval<double>>("[-1e400, 0x1p1024]");
  EXPECT_TRUE(huge == interval<double>::entire());
  const auto beyond = *parse<interval<double>>("[1e400, 0x1p1024]"),
             tiny = *parse<interval<double>>("1e-400");
  EXPECT_TRUE(beyond.lower() == 0x1.fffffffffffffp1023 && tiny.lower() == 0 && tiny.upper() == 0x1p-1074);
}

}  // namespace
