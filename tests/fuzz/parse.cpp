// Fuzzes the equations of ff-trace: each text is refused with a message or becomes a program that can be
// run and means one number in every arithmetic.
#include "apps/trace/parse.hpp"

#include <cmath>
#include <cstdint>
#include <string>

#include "expect.hpp"

namespace {

using namespace implicit;
using fuzz::expect;

// Rounded products of a power can leave its enclosure, which is tighter.
bool has_power(const std::string& text) { return text.find('^') != std::string::npos; }

// What the stack machine of program.hpp relies on.
void expect_sound(const program& p, const std::string& text) {
  expect(p.length >= 1 && p.length <= program::max_length, "a program has 1 to max_length steps", text);
  int depth = 0;
  for (int i = 0; i < p.length; ++i) {
    const opcode code = p.code[i].code;
    const bool loads = code <= opcode::load_z, joins = opcode::add <= code && code <= opcode::multiply;
    expect(loads || depth >= (joins ? 2 : 1), "a step finds its operands on the stack", text);
    depth += loads ? 1 : joins ? -1 : 0;
    expect(depth <= program::max_depth, "the stack is not deeper than max_depth", text);
    if (code == opcode::power) expect(p.code[i].operand >= 3, "a power is a third or higher", text);
    if (code < opcode::add_constant) continue;
    expect(p.code[i].operand < program::max_constants, "a constant has a place", text);
    const constant& c = p.constants[p.code[i].operand];
    expect(is_bounded(c.single) && is_bounded(c.pair), "constants are bounded", text);
    if (!has_power(text)) expect(contains(c.single, c.nearest.x), "a constant lies in its enclosure", text);
    if (code == opcode::scale) expect(is_point(c.single), "an exact scale is a float", text);
  }
  expect(depth == 1, "one value is left", text);
}

// All three arithmetics compute one number.
void expect_agreement(const program& p, const std::string& text) {
  const auto at = [&p](auto zero) {
    using I = decltype(zero);
    const auto coordinate = [](float x) { return jet<I, 0>{exact<I>(x), {}}; };
    return p(coordinate(0.75f), coordinate(-1.25f), coordinate(0.5f)).value;
  };
  const interval_float wide = at(interval_float());
  const interval_ff tight = at(interval_ff());
  const real point = at(real());
  if (is_bounded(wide) && is_bounded(tight))
    expect(!is_empty(intersection(interval_ff(wide), tight)), "the two enclosures have a point in common",
           text);
  if (is_bounded(wide) && std::isfinite(point.x) && !has_power(text))
    expect(contains(wide, point.x), "what is rounded to nearest stays in the enclosure", text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  try {
    const program p = parse_equation(text);
    expect_sound(p, text);
    expect_agreement(p, text);
  } catch (const parse_failure& e) {
    expect(std::string(e.what()).find("expected") != std::string::npos, "a refusal says what was expected",
           text);
  }
  return 0;
}
