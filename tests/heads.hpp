// A pair whose head is infinite or NaN is its head: every callable of the catalogue but the bare kernels
// gives what it gives for the head alone, whatever the low word.
#pragma once

#include <string_view>

#include "catalogue/special.hpp"
#include "everywhere.hpp"
#include "exact.hpp"

namespace ff_test {

/// Bit k: operand k is an integer.
template <class Entry>
constexpr unsigned integer_operands() {
  using call = catalogue::signature_of<Entry>;
  unsigned bits = 0;
  for (int i = 0; i < call::count; ++i) bits |= call::integers[i] ? 1u << call::place(i) : 0u;
  return bits;
}

/// Vector i: a tuple of special operands, and one low word for all of them whose heads are not finite.
template <class Entry>
struct heads_alone {
  using call = catalogue::signature_of<Entry>;
  unsigned integers = integer_operands<Entry>();
  static constexpr int arguments = call::operands;
  // Beyond three operands 0, 1, -inf, inf and NaN alone.
  static constexpr uint64 choices = arguments > 3 ? 5 : catalogue::special::operand_count;
  FF_HD_LARGE static ff_t choice(uint64 i) {
    const int at = static_cast<int>(i % choices);
    return catalogue::special::operand(arguments > 3 ? (at == 0 ? 0 : at == 1 ? 6 : at) : at);
  }
  static constexpr uint64 count() {
    uint64 n = catalogue::special::low_word_count;
    for (int k = 0; k < arguments; ++k) n *= choices;
    return n;
  }

  FF_HD_LARGE bool operator()(uint64 i) const {
    using namespace catalogue;
    const float low = special::low_word(static_cast<int>(i % special::low_word_count));
    i /= special::low_word_count;
    operands with{}, without{};
    for (int k = 0; k < arguments; ++k, i /= choices) {
      with[k] = without[k] = choice(i);
      if (!is_finite(with[k].hi()) && (integers >> k & 1u) == 0) with[k] = ff::from_words(with[k].hi(), low);
    }
    const catalogue::outcome a = apply<Entry>(with), b = apply<Entry>(without);
    bool same = true;
    for (int k = 0; k < numbers_of<Entry>; ++k) {
      const bool finite = is_finite(b.part[k].hi());
      same = same && same_bits(a.part[k].hi(), b.part[k].hi()) &&
             (!finite || ff::equal(a.part[k].lo(), b.part[k].lo()));
    }
    return same;
  }
};

/// Visits rows and entries.
struct expect_heads_alone {
  template <class Row>
  void operator()(Row, const catalogue::row_info& info) const {
    using entry = typename Row::entry;
    if (std::string_view(info.name) == entry::name) (*this)(entry{});  // an entry may have several rows
  }
  template <class Entry>
  void operator()(Entry) const {
    if constexpr (!catalogue::is_kernel<Entry>) {
      EXPECT_TRUE(holds(heads_alone<Entry>{}, heads_alone<Entry>::count())) << Entry::name;
    }
  }
};

}  // namespace ff_test
