// Makes subjects of entries.
#pragma once

#include <string_view>

#include "accuracy/judge/runner.hpp"
#include "in_double.hpp"
#include "special.hpp"

namespace accuracy {

// Out of line: each is instantiated once.
template <class Entry>
outcome run_special(const operands& v) {
  return catalogue::apply<Entry>(v);
}

/// Entries that double has nothing for; any other has a formula, or stands in in_double.hpp.
template <class Entry>
inline constexpr bool is_unknown_to_double = catalogue::numbers_of<Entry> != 1;
template <>
inline constexpr bool is_unknown_to_double<entry::lerp> = true;
template <>
inline constexpr bool is_unknown_to_double<special::hash> = true;

template <class F, class = void>
inline constexpr double (*size_in)(const operands&) = nullptr;
template <class F>
inline constexpr double (*size_in<F, std::void_t<decltype(&F::size)>>)(const operands&) = &F::size;

/// Visits rows and entries.
struct bind_special {
  std::vector<special_subject>& all;
  special_group kind;

  template <class Row>
  void operator()(Row, const row_info& info) const {
    using entry = typename Row::entry;
    if (std::string_view(info.name) == entry::name) bind<entry>(true);  // an entry may have several rows
  }
  template <class Entry>
  void operator()(Entry) const {
    bind<Entry>(false);
  }

 private:
  template <class Entry>
  void bind(bool has_row) const {
    if constexpr (!catalogue::is_kernel<Entry> && !is_unknown_to_double<Entry>) {
      using call = catalogue::signature_of<Entry>;
      special_subject s{};
      s.name = Entry::name, s.kind = kind, s.arguments = call::count, s.has_row = has_row;
      s.run = run_special<Entry>, s.in_double = in_double<Entry>::of, s.size = size_in<in_double<Entry>>;
      for (int i = 0; i < call::count; ++i) s.words[i] = call::words[i], s.integers[i] = call::integers[i];
      all.push_back(s);
    }
  }
};

}  // namespace accuracy
