// Equations as text: what they mean, and what is said about those that mean nothing.
#include "apps/trace/parse.hpp"

#include <gtest/gtest.h>

#include "reference.hpp"

namespace implicit {
namespace {

long double at(const std::string& text, long double x, long double y, long double z) {
  return value(surface(parse_equation(text)), x, y, z);
}

TEST(Parse, PrecedenceAndAssociation) {
  EXPECT_EQ(at("x + y*z", 2, 3, 5), 17);
  EXPECT_EQ(at("(x + y)*z", 2, 3, 5), 25);
  EXPECT_EQ(at("x - y - z", 2, 3, 5), -6);
  EXPECT_EQ(at("x - (y - z)", 2, 3, 5), 4);
  EXPECT_EQ(at("x/2/4", 16, 0, 0), 2);
  EXPECT_EQ(at("x/2*4", 16, 0, 0), 32);
  EXPECT_EQ(at("2*x^2", 3, 0, 0), 18);
  EXPECT_EQ(at("2 - x", 3, 0, 0), -1);
  EXPECT_EQ(at("x*2 - 1", 3, 0, 0), 5);
}

TEST(Parse, Signs) {
  EXPECT_EQ(at("-x^2", 3, 0, 0), -9);
  EXPECT_EQ(at("(-x)^2", 3, 0, 0), 9);
  EXPECT_EQ(at("x*-y", 3, 2, 0), -6);
  EXPECT_EQ(at("x - -y", 3, 2, 0), 5);
  EXPECT_EQ(at("+x", 3, 0, 0), 3);
  EXPECT_EQ(at("-2x", 3, 0, 0), -6);
}

TEST(Parse, Powers) {
  EXPECT_EQ(at("x^0*y", 3, 7, 0), 7);
  EXPECT_EQ(at("x^1", 3, 0, 0), 3);
  EXPECT_EQ(at("x^3", 3, 0, 0), 27);
  EXPECT_EQ(at("(x^2)^3", 2, 0, 0), 64);
  EXPECT_EQ(at("(x + y)^4", 1, 2, 0), 81);
  EXPECT_EQ(at("2^3*x", 1, 0, 0), 8);
}

TEST(Parse, Juxtaposition) {
  EXPECT_EQ(at("2xy", 3, 5, 0), 30);
  EXPECT_EQ(at("2x(y + 1)z^2", 3, 5, 2), 144);
  EXPECT_EQ(at("3(x)(y)", 3, 5, 0), 45);
}

TEST(Parse, EquationIsLeftMinusRight) {
  EXPECT_EQ(at("x^2 + y = z", 2, 3, 5), 2);
  EXPECT_EQ(at("x = 0", 2, 0, 0), 2);
  EXPECT_EQ(at("1 = x", 2, 0, 0), -1);
}

TEST(Parse, Numbers) {
  EXPECT_EQ(at("1.5e1x", 2, 0, 0), 30);
  EXPECT_EQ(at(".5x", 2, 0, 0), 1);
  EXPECT_EQ(at("5.x", 2, 0, 0), 10);
  EXPECT_EQ(at("2E-1*10x", 2, 0, 0), 4);
  EXPECT_EQ(at("x + (1 + 2)*3 - 4/2", 0, 0, 0), 7);
}

TEST(Parse, SmallestNumbers) {
  EXPECT_EQ(at("0e-400*x + y", 2, 3, 0), 3);
  EXPECT_NO_THROW(parse_equation("1.5e-45*x"));
  EXPECT_EQ(at("x/1e-38", 0, 0, 0), 0);
}

// The surfaces of the gallery: text and functor are one polynomial, and it is the one that was meant.
TEST(Parse, GalleryEquations) {
  const long double x = 0.5L, y = -1.25L, z = 2;
  for (const exhibit& e : gallery()) EXPECT_EQ(at(e.equation, x, y, z), value(e.f, x, y, z)) << e.name;
  EXPECT_EQ(at(gallery()[1].equation, x, y, z),
            (x * x + 3) * (y * y + 3) * (z * z + 3) - 32 * (x * y * z + 1));
  EXPECT_NEAR(static_cast<double>(at(gallery()[5].equation, x, y, z)),
              static_cast<double>(8 * z * z + 6 * x * y * y - 2 * x * x * x + 3 * x * x + 3 * y * y - 0.9L),
              1e-15);
}

// A decimal that is no float is enclosed, by neighbouring floats; a float is itself.
TEST(Parse, ConstantsAreEnclosed) {
  for (const char* text : {"11.8", "0.9", "0.1", "1e-7", "123456.789", "3.14159265358979323846", "1e20"}) {
    const constant c = parse_constant(text);
    const long double exact = strtold(text, nullptr);
    EXPECT_LT(number(c.single.lower()), exact) << text;
    EXPECT_GT(number(c.single.upper()), exact) << text;
    EXPECT_EQ(ff::detail::next_up(c.single.lower()), c.single.upper()) << text;
    EXPECT_LE(number(c.pair.lower()), exact) << text;
    EXPECT_GE(number(c.pair.upper()), exact) << text;
    EXPECT_LE(number(width(c.pair)), exact * 0x1p-45L) << text;
    EXPECT_TRUE(contains(c.single, c.nearest.x)) << text;
  }
  for (const char* text : {"0", "1", "0.5", "-3", "16777216", "0.0625"}) {
    const constant c = parse_constant(text);
    EXPECT_TRUE(is_point(c.single) && is_point(c.pair)) << text;
    EXPECT_EQ(number(c.single.lower()), strtold(text, nullptr));
    EXPECT_EQ(number(c.pair.lower()), strtold(text, nullptr));
  }
}

// Folded constants stay enclosures: 1/3 three times over.
TEST(Parse, FoldedConstantsAreEnclosed) {
  const program p = parse_equation("1/3*x + 2*0.05");
  ASSERT_EQ(p.length, 3);
  EXPECT_EQ(p.code[1].code, opcode::scale_enclosed);
  const constant& third = p.constants[p.code[1].operand];
  EXPECT_TRUE(interior(interval_ff(interval_ff(1.0f) / interval_ff(3.0f)), interval_ff(third.single)));
  const constant& tenth = p.constants[p.code[2].operand];
  EXPECT_LT(number(tenth.single.lower()), 0.1L);
  EXPECT_GT(number(tenth.single.upper()), 0.1L);
}

struct bad {
  const char *text, *column, *what;
};

TEST(Parse, ErrorsSayWhereAndWhat) {
  const bad cases[] = {{"", "column 1:", "expected a number, x, y, z or a parenthesis"},
                       {"x +", "column 4:", "expected a number, x, y, z"},
                       {"x + * y", "column 5:", "expected a number, x, y, z"},
                       {"(x + y", "column 7:", "expected an operator or )"},
                       {"x + y)", "column 6:", "expected an operator, = or the end"},
                       {"x^y", "column 3:", "whole number as the exponent"},
                       {"x^2.5", "column 4:", "whole number as the exponent"},
                       {"x^-1", "column 3:", "whole number as the exponent"},
                       {"x^100", "column 3:", "exponent up to 99"},
                       {"x^2^9", "column 4:", "expected an operator, = or the end"},
                       {"1 + w", "column 5:", "expected a number, x, y, z"},
                       {"x 2", "column 3:", "expected an operator"},
                       {"x/y", "column 2:", "divisor that is a constant"},
                       {"x/(1-1)", "column 2:", "not zero"},
                       {"x = y = z", "column 7:", "expected an operator, = or the end"},
                       {"sin(x)", "column 1:", "expected a number, x, y, z"},
                       {"1e99*x", "column 1:", "expected a number below 3.4e38: 1e99 is too large"},
                       {"x + 1e400", "column 5:", "1e400 is too large"},
                       {"x/1e-400", "column 3:", "expected 0 or a number above 1.4e-45: 1e-400 is too small"},
                       {"1e-46x", "column 1:", "1e-46 is too small"},
                       {"x/(1/3 - 1/3)", "column 2:", "all they say is that it lies in [-"},
                       {"x/(1e-30*1e-30)", "column 2:", "all they say is that it lies in [0, 1.4"},
                       {"x/1e-40", "column 2:", "below 3.4e38 in size"},
                       {"(1e30*1e30)x", "column 6:", "below 3.4e38 in size"},
                       {"(1e30)^2*x", "column 8:", "below 3.4e38 in size"}};
  for (const bad& c : cases) {
    try {
      parse_equation(c.text);
      ADD_FAILURE() << c.text << " was accepted";
    } catch (const parse_failure& e) {
      const std::string said = e.what();
      EXPECT_NE(said.find(c.column), std::string::npos) << c.text << ": " << said;
      EXPECT_NE(said.find(c.what), std::string::npos) << c.text << ": " << said;
    }
  }
}

// Every limit is a refusal that says what was expected.
TEST(Parse, Limits) {
  std::string terms = "x^3", nested = "x", constants = "x", deep = "x^3";
  for (int i = 0; i < 100; ++i) terms += " + x^3*y";
  for (int i = 0; i < 10000; ++i) nested = "(" + nested + ")";
  for (int i = 0; i < 100; ++i) constants += " + " + std::to_string(i + 2) + "*y";
  for (int i = 0; i < 20; ++i) deep = "x^2 + y*(" + deep + ")";
  const std::pair<std::string, const char*> cases[] = {{terms, "expected at most 240 operations"},
                                                       {nested, "expected at most 200 signs and parentheses"},
                                                       {constants, "expected at most 64 different constants"},
                                                       {deep, "expected at most 12 intermediate results"},
                                                       {"7", "expected a polynomial in x, y, z"},
                                                       {"2 + 3 = 5", "expected a polynomial in x, y, z"}};
  for (const auto& [text, expected] : cases) try {
      parse_equation(text);
      ADD_FAILURE() << text.substr(0, 60) << " was accepted";
    } catch (const parse_failure& e) {
      EXPECT_NE(std::string(e.what()).find(expected), std::string::npos)
          << text.substr(0, 60) << ": " << e.what();
    }
}

}  // namespace
}  // namespace implicit
