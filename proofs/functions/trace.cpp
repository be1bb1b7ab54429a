// Records the operations of traced numbers.
#include <cstring>
#include <traced.hpp>
#include <utility>

namespace ff {
namespace trace {

thread_local recording current;

static std::uint32_t bits_of(float v) {
  std::uint32_t b;
  std::memcpy(&b, &v, sizeof b);
  return b;
}

int recording::place(operation op, int a, int b, int c, float value, std::uint32_t bits) {
  if ((op == operation::add || op == operation::multiply || op == operation::fuse ||
       op == operation::add_down) &&
      b < a)
    std::swap(a, b);
  const std::uint64_t packed =
      static_cast<std::uint64_t>(a + 1) << 44 ^ static_cast<std::uint64_t>(b + 1) << 32 ^
      static_cast<std::uint64_t>(c + 1) << 20 ^ static_cast<std::uint64_t>(op) << 58 ^ bits;
  std::uint32_t slot = static_cast<std::uint32_t>(packed * 0x9e3779b97f4a7c15u >> 53);
  for (; run_of[slot] == run; slot = (slot + 1) % slots) {
    const node& n = nodes[static_cast<std::size_t>(at[slot])];
    if (n.op == op && n.a == a && n.b == b && n.c == c && n.bits == bits) return at[slot];
  }
  run_of[slot] = run;
  at[slot] = static_cast<int>(nodes.size());
  nodes.push_back({op, a, b, c});
  nodes.back().value = value, nodes.back().bits = bits;
  return static_cast<int>(nodes.size()) - 1;
}

void begin(float hi, float lo, traced& first, traced& second,
           const std::vector<std::pair<int, float>>& planted) {
  current.nodes.clear();
  ++current.run;
  current.reads.clear();
  current.decisions.clear();
  current.planted = planted;
  current.unsupported = current.outside = false;
  first = traced(hi, current.place(operation::input, -1, -1, -1, hi, 0));
  second = traced(lo, current.place(operation::input, -1, -1, -1, lo, 1));
}

int place_of(const traced& x) {
  return x.place >= 0 ? x.place : current.place(operation::constant, -1, -1, -1, x.value, bits_of(x.value));
}

traced result(operation op, float value, const traced* a, const traced* b, const traced* c) {
  const int pa = place_of(*a), pb = b != nullptr ? place_of(*b) : -1, pc = c != nullptr ? place_of(*c) : -1;
  const int at = current.place(op, pa, pb, pc, value);
  for (const auto& [place, other] : current.planted)
    if (place == at) value = other;
  return traced(value, at);
}

traced negated(const traced& x) {
  const node& n = current.nodes[static_cast<std::size_t>(x.place)];
  if (n.op == operation::negate) return traced(-x.value, n.a);
  return traced(-x.value, current.place(operation::negate, x.place, -1, -1, -x.value));
}

traced with_bits(const traced& x, std::uint32_t bits) {
  const std::uint32_t change = bits_of(x.value) ^ bits;
  if (change == 0) return x;
  if (change == 0x80000000u) return negated(x);
  current.unsupported = true;
  return x;
}

void read(const traced& x) {
  const node& n = current.nodes[static_cast<std::size_t>(x.place)];
  const int place = n.op == operation::negate ? n.a : x.place;
  if (n.op == operation::constant) return;
  for (const int known : current.reads)
    if (known == place) return;
  current.reads.push_back(place);
}

void decided(int outcome) { current.decisions.push_back(static_cast<signed char>(outcome)); }

void no_trace() { current.unsupported = true; }

}  // namespace trace
}  // namespace ff
