// Equations as text: a polynomial in x, y, z becomes a flat program.
#pragma once

#include <stdexcept>
#include <string>

#include "program.hpp"

namespace implicit {

/// Says what was expected, and where.
struct parse_failure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The program of the left side minus the right side of "x^2 + y^2 = 1 - z^2"; no "=" means "= 0".
/// + - * / ^ and parentheses; "2x(y+z)" multiplies; divisors are constant, exponents whole numbers.
/// Throws parse_failure.
program parse_equation(const std::string& text);

/// The decimal number that the text is, enclosed as tightly as each arithmetic allows.
constant parse_constant(const std::string& text);

}  // namespace implicit
