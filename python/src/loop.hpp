// Of every entry a loop over arrays.
#pragma once

#include <cstddef>
#include <cstring>
#include <string>
#include <vector>

#include "more.hpp"

namespace ff_python {

/// An entry as Python sees it.  A letter of `takes` and `gives` is an array: p pairs, f float, d double, i
/// int, l and u long long and unsigned, b bool.
struct entry_code {
  const char* name;
  std::string takes, gives;
  std::vector<int> groups;  ///< how many arrays each parameter is made of
  const char *parameters, *code;
  void (*loop)(const char* const* in, const std::ptrdiff_t* in_step, char* const* out,
               const std::ptrdiff_t* out_step, std::size_t count);
};

template <class T>
inline constexpr char kind_of = 'p';  // pairs, and what is made of them
template <>
inline constexpr char kind_of<float> = 'f';
template <>
inline constexpr char kind_of<double> = 'd';
template <>
inline constexpr char kind_of<int> = 'i';
template <>
inline constexpr char kind_of<long long> = 'l';
template <>
inline constexpr char kind_of<unsigned long long> = 'u';
template <>
inline constexpr char kind_of<bool> = 'b';

/// Element i of arrays that need not be aligned; steps are in bytes, 0 for an operand that is one number.
struct element {
  const char* const* in;
  const std::ptrdiff_t* step;
  std::ptrdiff_t i;

  template <class T>
  T read(int k) const {
    T x;
    std::memcpy(&x, in[k] + i * step[k], sizeof x);
    return x;
  }
  ff::ff_t pair(int k) const { return read<ff::ff_t>(k); }
  float word(int k) const { return read<float>(k); }
  int integer(int k) const { return read<int>(k); }
  double binary64(int k) const { return read<double>(k); }
  long long wide(int k) const { return read<long long>(k); }
  unsigned long long wide_unsigned(int k) const { return read<unsigned long long>(k); }
};

template <class Entry>
void loop(const char* const* in, const std::ptrdiff_t* in_step, char* const* out,
          const std::ptrdiff_t* out_step, std::size_t count) {
  // In locals, which no store to an output can change.
  constexpr int operands = catalogue::signature_of<Entry>::operands, results = 4;
  const char* from[operands];
  char* to[results] = {};
  std::ptrdiff_t from_step[operands], to_step[results] = {};
  for (int k = 0; k < operands; ++k) from[k] = in[k], from_step[k] = in_step[k];
  using returned = typename catalogue::signature_of<Entry>::returned;
  each_part(returned(), [&](int k, auto) { to[k] = out[k], to_step[k] = out_step[k]; });
  for (std::ptrdiff_t i = 0; i < static_cast<std::ptrdiff_t>(count); ++i) {
    each_part(catalogue::value_of<Entry>(element{from, from_step, i}),
              [&](int k, auto part) { std::memcpy(to[k] + i * to_step[k], &part, sizeof part); });
  }
}

template <class Entry, class Signature = catalogue::signature_of<Entry>>
struct described;
template <class Entry, class R, class... X>
struct described<Entry, catalogue::signature<R (*)(X...)>> {
  static entry_code code() {
    entry_code e{};
    e.name = Entry::name, e.parameters = Entry::takes, e.code = Entry::code;
    e.groups = {catalogue::parameter<X>::operands...};
    e.loop = loop<Entry>;
    (e.takes.append(static_cast<std::size_t>(catalogue::parameter<X>::operands), kind_of<X>), ...);
    each_part(R(), [&](int, auto part) { e.gives += kind_of<decltype(part)>; });
    return e;
  }
};

/// Visits rows and entries, and keeps each entry once.
struct bind_loops {
  std::vector<entry_code>& all;

  template <class Row, class Info>
  void operator()(Row, const Info&) const {
    (*this)(typename Row::entry{});
  }
  template <class Entry>
  void operator()(Entry) const {
    for (const entry_code& e : all) {
      if (std::strcmp(e.name, Entry::name) == 0) return;
    }
    all.push_back(described<Entry>::code());
  }
};

}  // namespace ff_python
