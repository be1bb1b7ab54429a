// What the C++ library makes of operands, for pytest to compare with what Python does.  The catalogue's
// entries are those that ff-accuracy judges, compiled with it; the entries of python/src/more.hpp are called
// here.
//
//   ff-python-bits --list            each entry: name, kinds of operands, kinds of results, and 1 if it is a
//   bare kernel ff-python-bits ENTRY COUNT       COUNT elements of each operand, then of each result, in the
//   machine's own form
//
// Operands come from the entry's rows, and from combinations of the special ones.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "accuracy/judge/runner.hpp"
#include "catalogue/complex.hpp"
#include "catalogue/functions.hpp"
#include "catalogue/special.hpp"
#include "catalogue/special_functions.hpp"
#include "catalogue/wide_numbers.hpp"
#include "python/src/more.hpp"

namespace {

using accuracy::operands;
using accuracy::outcome;
using ff::ff_t;

// A column of bytes: an operand of all calls, or a result.
struct column {
  char kind;
  std::string bytes;

  template <class T>
  void add(T x) {
    char raw[sizeof x];
    std::memcpy(raw, &x, sizeof x);
    bytes.append(raw, sizeof x);
  }
};

struct entry_bits {
  std::string takes, gives;
  bool bare = false;
  std::vector<const accuracy::value_row*> rows;           // the operands' source
  void (*run)(operands, std::vector<column>&) = nullptr;  // an entry that no row judges
};

std::map<std::string, entry_bits>& all() {
  static std::map<std::string, entry_bits> entries;
  return entries;
}

// ---------------------------------------------------------------- operands as other kinds of numbers

// Half of them equal to the pair if they can be, the rest near it or anything.
double binary64(ff_t x) {
  const auto b = ff::detail::bit_cast<std::uint64_t>(x);
  const double d = static_cast<double>(x);
  if (b % 4 < 2) return d;
  if (b % 4 == 2) return ff::detail::bit_cast<double>(ff::detail::bit_cast<std::uint64_t>(d) + 1);
  return ff::detail::bit_cast<double>(b * 0x9e3779b97f4a7c15u);
}
long long wide(ff_t x) {
  const auto b = ff::detail::bit_cast<std::uint64_t>(x);
  const auto any = static_cast<long long>(b * 0x9e3779b97f4a7c15u);
  return b % 4 < 2 ? static_cast<long long>(x) : b % 4 == 2 ? any : any >> (b >> 32) % 64;
}

struct given {
  const operands& v;
  ff_t pair(int k) const { return v[k]; }
  float word(int k) const { return v.word(k); }
  int integer(int k) const {
    return static_cast<int>(::wide(v[k]) >> 32) >> (ff::detail::to_bits(v[k].hi()) & 31u);
  }
  double binary64(int k) const { return ::binary64(v[k]); }
  long long wide(int k) const { return ::wide(v[k]); }
  unsigned long long wide_unsigned(int k) const { return static_cast<unsigned long long>(::wide(v[k])); }
};

template <class T>
constexpr char kind = 'p';
template <>
constexpr char kind<float> = 'f';
template <>
constexpr char kind<double> = 'd';
template <>
constexpr char kind<int> = 'i';
template <>
constexpr char kind<long long> = 'l';
template <>
constexpr char kind<unsigned long long> = 'u';
template <>
constexpr char kind<bool> = 'b';

template <class Entry, class S = catalogue::signature_of<Entry>>
struct called;
template <class Entry, class R, class... X>
struct called<Entry, catalogue::signature<R (*)(X...)>> {
  static std::string takes() { return (std::string(catalogue::parameter<X>::operands, kind<X>) + ... + ""); }
  static std::string gives() {
    std::string kinds;
    ff_python::each_part(R(), [&](int, auto part) { kinds += kind<decltype(part)>; });
    return kinds;
  }
};

// x with an exponent of at most 40, where every bare kernel has its domain.
ff_t moderate(ff_t x) {
  const int e = ff::ilogb(x);
  return ff::isfinite(x) && x != 0.0f ? ff::ldexp(x, e % 40 - e) : ff_t(1.0f);
}

// An entry of more.hpp, or one without a row: called here.
template <class Entry>
void run_here(operands v, std::vector<column>& columns) {
  for (int i = 0; catalogue::is_kernel<Entry> && i < 3; ++i) v[i] = moderate(v[i]);
  using signature = catalogue::signature_of<Entry>;
  const given g{v};
  std::size_t k = 0;
  for (const char c : called<Entry>::takes()) {
    const int at = static_cast<int>(k);
    column& to = columns[k++];
    switch (c) {
      case 'p':
        to.add(g.pair(at));
        break;
      case 'f':
        to.add(g.word(at));
        break;
      case 'd':
        to.add(g.binary64(at));
        break;
      case 'i':
        to.add(g.integer(at));
        break;
      case 'l':
        to.add(g.wide(at));
        break;
      default:
        to.add(g.wide_unsigned(at));
    }
  }
  ff_python::each_part(signature::template apply<Entry>(g),
                       [&](int i, auto part) { columns[k + static_cast<std::size_t>(i)].add(part); });
}

// The row whose operands an entry without a row is given: cbrt's for cbrt22, or else one that draws as many.
const accuracy::value_row* donor(std::string name, std::size_t operands) {
  if (name.size() > 2 && name.substr(name.size() - 2) == "22") name.resize(name.size() - 2);
  const accuracy::value_row* row = accuracy::find_value_row(name);
  return row != nullptr ? row : accuracy::find_value_row(operands < 3 ? "add22" : "fma22");
}

struct add_entries {
  template <class Row>
  void operator()(Row, const catalogue::row_info& info) const {
    using entry = typename Row::entry;
    entry_bits& e = all()[entry::name];
    e.takes = called<entry>::takes(), e.gives = called<entry>::gives(), e.bare = catalogue::is_kernel<entry>;
    e.rows.push_back(accuracy::find_value_row(info.name));
  }
  template <class Entry>
  void operator()(Entry) const {
    entry_bits& e = all()[Entry::name];
    if (!e.rows.empty()) return;
    e.takes = called<Entry>::takes(), e.gives = called<Entry>::gives(), e.bare = catalogue::is_kernel<Entry>;
    e.rows.push_back(donor(Entry::name, e.takes.size()));
    e.run = run_here<Entry>;
  }
};

// ---------------------------------------------------------------- one entry

void take_columns(const std::string& takes, const operands& v, std::vector<column>& columns) {
  for (std::size_t k = 0; k < takes.size(); ++k) {
    const int at = static_cast<int>(k);
    if (takes[k] == 'p') columns[k].add(v.pair(at));
    if (takes[k] == 'f') columns[k].add(v.word(at));
    if (takes[k] == 'i') columns[k].add(v.integer(at));
  }
}

void print(const entry_bits& e, std::size_t count) {
  std::vector<column> columns;
  for (const char c : e.takes + e.gives) {
    columns.push_back({c, ""});
    columns.back().bytes.reserve(count * sizeof(ff_t));
  }
  const auto add = [&](const operands& v, const outcome* result, accuracy::runner& cpu) {
    if (e.run != nullptr) {
      e.run(v, columns);
      return;
    }
    take_columns(e.takes, v, columns);
    const outcome r = result != nullptr ? *result : cpu.evaluate_one(v);
    for (std::size_t k = 0; k < e.gives.size(); ++k) columns[e.takes.size() + k].add(r.part[k]);
  };

  std::size_t special = e.bare ? 0 : 1;  // bare kernels promise nothing of them
  for (std::size_t k = 0; k < e.takes.size() && special < 64000; ++k)
    special *= catalogue::special::operand_count;
  special = std::min(special, count / 4);
  for (std::size_t i = 0; i < special; ++i) {
    operands v{0.0f, 0.0f, 0.0f};
    std::size_t rest = i;
    for (int k = 0; k < 8; ++k) {
      v[k] = catalogue::special::operand(static_cast<int>(rest % catalogue::special::operand_count));
      rest = rest / catalogue::special::operand_count + (k >= 2 ? i * 31 + static_cast<std::size_t>(k) : 0);
    }
    add(v, nullptr, *e.rows[0]->cpu);
  }

  accuracy::stream s;
  for (int c = 0; c < catalogue::class_count; ++c) s.classes.add(c);
  const std::size_t drawn = count - special, rows = e.rows.size();
  for (std::size_t r = 0; r < rows; ++r) {
    const std::size_t end = drawn * (r + 1) / rows - drawn * r / rows;
    std::vector<accuracy::evaluation> found;
    for (std::size_t first = 0; first < end; first += found.size()) {
      found.resize(std::min<std::size_t>(4096, end - first));
      e.rows[r]->cpu->evaluate(s, first, found);
      for (const accuracy::evaluation& f : found) add(f.v, &f.result, *e.rows[r]->cpu);
    }
  }
  for (const column& c : columns) std::fwrite(c.bytes.data(), 1, c.bytes.size(), stdout);
}

}  // namespace

int main(int argc, char** argv) {
  const add_entries add;
  // Python has no arrays of wide numbers (python/CMakeLists.txt).
#define FAMILY(name) \
  if (std::string(#name) != "wide_numbers") catalogue::name##_rows(add);
  CATALOGUE_FAMILIES(FAMILY)
#undef FAMILY
  catalogue::functions_without_row(add);
  more::entries(add);
  if (argc == 2 && std::string(argv[1]) == "--list") {
    for (const auto& [name, e] : all())
      std::printf("%s %s %s %d\n", name.c_str(), e.takes.c_str(), e.gives.c_str(), e.bare ? 1 : 0);
    return 0;
  }
  const auto at = argc == 3 ? all().find(argv[1]) : all().end();
  if (at == all().end()) {
    std::fputs("usage: ff-python-bits --list | ENTRY COUNT\n", stderr);
    return 2;
  }
  print(at->second, std::strtoull(argv[2], nullptr, 10));
  return 0;
}
