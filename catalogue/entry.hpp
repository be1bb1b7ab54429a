// An entry of the catalogue: a callable of the library, its name, and a call whose signature says what it
// takes.
//
//   CATALOGUE_ENTRY(add21, (ff_t x, float y), ff::add21(x, y))
//
// The text of the call is kept too, for those who compile it again while they run (python/).
//
// Whoever visits entries brings a source of operands (operands itself, an array in device memory, ..) that
// has pair(k), word(k) and integer(k), for intervals interval(k) and real(k) too, and calls
// apply<Entry>(source).
#pragma once

#include <utility>

#include "operands.hpp"

#define CATALOGUE_ENTRY(entry_name, parameters, ...)                          \
  struct entry_name {                                                         \
    static constexpr const char* name = #entry_name;                          \
    static constexpr const char* takes = #parameters;                         \
    static constexpr const char* code = #__VA_ARGS__;                         \
    FF_HD_LARGE static constexpr auto call parameters { return __VA_ARGS__; } \
  };

namespace catalogue {

namespace entry {}  // namespace entry

/// Says how a parameter of type T is made of operands k, k + 1, ..
template <class T>
struct parameter;
template <>
struct parameter<ff_t> {
  static constexpr int operands = 1;
  template <class Source>
  FF_HD_LARGE static constexpr ff_t from(const Source& s, int k) {
    return s.pair(k);
  }
};
template <>
struct parameter<float> {
  static constexpr int operands = 1;
  template <class Source>
  FF_HD_LARGE static constexpr float from(const Source& s, int k) {
    return s.word(k);
  }
};
template <>
struct parameter<int> {
  static constexpr int operands = 1;
  template <class Source>
  FF_HD_LARGE static constexpr int from(const Source& s, int k) {
    return s.integer(k);
  }
};

/// Says how many numbers a result of type R is, and which.
template <class R>
struct result;
template <>
struct result<ff_t> {
  static constexpr int numbers = 1;
  FF_HD_LARGE static constexpr outcome to(ff_t x) { return x; }
};
template <class Call>
struct signature;
template <class R, class... X>
struct signature<R (*)(X...)> {
  using returned = R;
  static constexpr int operands = (parameter<X>::operands + ... + 0);
  static constexpr int count = static_cast<int>(sizeof...(X));
  static constexpr bool words[sizeof...(X) + 1] = {ff::detail::is_same<X, float>..., false};
  static constexpr bool integers[sizeof...(X) + 1] = {ff::detail::is_same<X, int>..., false};

  /// The first operand of parameter i.
  FF_HD_LARGE static constexpr int place(int i) {
    int k = 0;
    const int all[] = {parameter<X>::operands..., 0};
    for (int j = 0; j < i; ++j) k += all[j];
    return k;
  }
  template <class Entry, class Source, std::size_t... I>
  FF_HD_LARGE static constexpr R apply(const Source& s, std::index_sequence<I...>) {
    return Entry::call(parameter<X>::from(s, place(static_cast<int>(I)))...);
  }
  template <class Entry, class Source>
  FF_HD_LARGE static constexpr R apply(const Source& s) {
    return apply<Entry>(s, std::index_sequence_for<X...>{});
  }
};

template <class Entry>
using signature_of = signature<decltype(&Entry::call)>;

/// The entry's value, in its own type.
template <class Entry, class Source>
FF_HD_LARGE constexpr auto value_of(const Source& s) {
  return signature_of<Entry>::template apply<Entry>(s);
}

/// The entry's value as numbers.
template <class Entry, class Source>
FF_HD_LARGE constexpr outcome apply(const Source& s) {
  return result<typename signature_of<Entry>::returned>::to(value_of<Entry>(s));
}

/// Returns whether the host's results and the device's may differ outside the domain: a kernel that starts
/// from a seed.
template <class Entry>
inline constexpr bool is_bare = false;

/// Says how many numbers it is.
template <class Entry>
inline constexpr int numbers_of = result<typename signature_of<Entry>::returned>::numbers;

/// Returns whether operand k is a single word.
template <class Entry>
constexpr bool takes_word(int k) {
  using call = signature_of<Entry>;
  for (int i = 0; i < call::count; ++i) {
    if (call::words[i] && call::place(i) == k) return true;
  }
  return false;
}

}  // namespace catalogue
