// The bindings of wide numbers: functions by name, comparisons, conversions, text, reductions.  A number lies
// as two uint64 in C-contiguous arrays of shape (n, 2); ff/wide.py broadcasts.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstring>
#include <ff/wide.hpp>
#include <ff/wide/reduce.hpp>
#include <map>
#include <stdexcept>
#include <vector>

namespace nb = nanobind;
using ff::wide_t;

namespace ff_python {
namespace {

template <class T>
using line = nb::ndarray<T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using numbers = nb::ndarray<std::uint64_t, nb::shape<-1, 2>, nb::c_contig, nb::device::cpu>;
using const_numbers = nb::ndarray<const std::uint64_t, nb::shape<-1, 2>, nb::c_contig, nb::device::cpu>;

// NumPy aligns records to 4 bytes.
wide_t number(const std::uint64_t* words) {
  wide_t x;
  std::memcpy(&x, words, sizeof x);
  return x;
}
void store(std::uint64_t* words, wide_t x) { std::memcpy(words, &x, sizeof x); }

struct function {
  std::size_t operands;
  wide_t (*of)(wide_t x, wide_t y, wide_t z);
};
using test = bool (*)(wide_t x, wide_t y);

// clang-format off
#define FF_ONE(name) {#name, {1, [](wide_t x, wide_t, wide_t) -> wide_t { return ff::name(x); }}}
#define FF_TWO(name) {#name, {2, [](wide_t x, wide_t y, wide_t) -> wide_t { return ff::name(x, y); }}}
#define FF_CALL(name, count, expression) {#name, {count, [](wide_t x, wide_t y, wide_t z) -> wide_t { return (void)y, (void)z, expression; }}}
const std::map<std::string, function>& functions() {
  static const std::map<std::string, function> all{
      FF_CALL(plus, 2, x + y), FF_CALL(minus, 2, x - y), FF_CALL(times, 2, x * y), FF_CALL(div, 2, x / y),
      FF_CALL(neg, 1, -x), FF_CALL(pos, 1, x), FF_CALL(sqr, 1, x * x), FF_CALL(rcp, 1, wide_t(1) / x),
      FF_CALL(fma, 3, ff::fma(x, y, z)), FF_CALL(lerp, 3, ff::lerp(x, y, z)),
      FF_ONE(abs), FF_ONE(sqrt), FF_ONE(rsqrt), FF_ONE(cbrt), FF_ONE(exp), FF_ONE(exp2), FF_ONE(exp10), FF_ONE(expm1),
      FF_ONE(log), FF_ONE(log2), FF_ONE(log10), FF_ONE(log1p), FF_ONE(sin), FF_ONE(cos), FF_ONE(tan), FF_ONE(asin),
      FF_ONE(acos), FF_ONE(atan), FF_ONE(sinh), FF_ONE(cosh), FF_ONE(tanh), FF_ONE(asinh), FF_ONE(acosh), FF_ONE(atanh),
      FF_ONE(erf), FF_ONE(erfc), FF_ONE(tgamma), FF_ONE(lgamma), FF_ONE(floor), FF_ONE(ceil), FF_ONE(trunc), FF_ONE(round),
      FF_ONE(rint), FF_ONE(logb),
      FF_TWO(pow), FF_TWO(hypot), FF_TWO(atan2), FF_TWO(fmod), FF_TWO(remainder), FF_TWO(copysign), FF_TWO(nextafter),
      FF_TWO(fdim), FF_TWO(fmin), FF_TWO(fmax)};
  return all;
}
#undef FF_ONE
#undef FF_TWO
#undef FF_CALL
const std::map<std::string, test>& tests() {
  static const std::map<std::string, test> all{
      {"less", [](wide_t x, wide_t y) { return x < y; }}, {"less_equal", [](wide_t x, wide_t y) { return x <= y; }},
      {"greater", [](wide_t x, wide_t y) { return x > y; }}, {"greater_equal", [](wide_t x, wide_t y) { return x >= y; }},
      {"equal", [](wide_t x, wide_t y) { return x == y; }}, {"not_equal", [](wide_t x, wide_t y) { return x != y; }},
      {"isnan", [](wide_t x, wide_t) { return isnan(x); }}, {"isinf", [](wide_t x, wide_t) { return isinf(x); }},
      {"isfinite", [](wide_t x, wide_t) { return isfinite(x); }}, {"signbit", [](wide_t x, wide_t) { return signbit(x); }}};
  return all;
}
// clang-format on

template <class A, class B>
void same_length(const A& x, const B& y) {
  if (x.shape(0) != y.shape(0)) throw std::invalid_argument("ff.wide: arrays of different lengths");
}

void apply(const std::string& name, const std::vector<const_numbers>& in, numbers out) {
  const function f = functions().at(name);
  if (in.size() != f.operands) throw std::invalid_argument("ff.wide: wrong number of operands");
  for (const const_numbers& x : in) same_length(x, out);
  const std::uint64_t* from[3] = {};
  for (std::size_t k = 0; k < 3; ++k) from[k] = in[k < in.size() ? k : 0].data();
  nb::gil_scoped_release others_run;
  for (std::size_t i = 0; i < 2 * out.shape(0); i += 2)
    store(out.data() + i, f.of(number(from[0] + i), number(from[1] + i), number(from[2] + i)));
}

void ask(const std::string& name, const_numbers x, const_numbers y, line<bool> out) {
  const test f = tests().at(name);
  same_length(x, out), same_length(y, out);
  for (std::size_t i = 0; i < out.shape(0); ++i)
    out.data()[i] = f(number(x.data() + 2 * i), number(y.data() + 2 * i));
}

template <class T>
void convert_from(line<const T> x, numbers out) {
  same_length(x, out);
  for (std::size_t i = 0; i < out.shape(0); ++i) {
    T value;
    std::memcpy(&value, x.data() + i, sizeof value);
    store(out.data() + 2 * i, wide_t(value));
  }
}
void from_pairs(line<const std::uint64_t> x, numbers out) {
  same_length(x, out);
  for (std::size_t i = 0; i < out.shape(0); ++i) {
    float words[2];
    std::memcpy(words, x.data() + i, sizeof words);
    store(out.data() + 2 * i, wide_t(ff::from_words(words[0], words[1])));
  }
}
void to_pairs(const_numbers x, line<std::uint64_t> out) {
  same_length(x, out);
  for (std::size_t i = 0; i < out.shape(0); ++i) {
    const ff::ff_t pair(number(x.data() + 2 * i));
    std::memcpy(out.data() + i, &pair, sizeof pair);
  }
}
void to_doubles(const_numbers x, line<double> out) {
  same_length(x, out);
  for (std::size_t i = 0; i < out.shape(0); ++i)
    out.data()[i] = static_cast<double>(number(x.data() + 2 * i));
}
void scale(const_numbers x, line<const std::int64_t> n, numbers out) {
  same_length(x, out), same_length(n, out);
  for (std::size_t i = 0; i < out.shape(0); ++i)
    store(out.data() + 2 * i, ff::scalbln(number(x.data() + 2 * i), static_cast<long>(n.data()[i])));
}

// Blanks around each text are left out, as Python's float does.
void read(nb::list texts, numbers out) {
  if (texts.size() != out.shape(0)) throw std::invalid_argument("ff.wide: wrong number of texts");
  for (std::size_t i = 0; i < out.shape(0); ++i) {
    const auto whole = nb::cast<std::string>(texts[i]);
    const auto first = whole.find_first_not_of(" \t\n\r\f\v"), last = whole.find_last_not_of(" \t\n\r\f\v");
    const std::string text = first == std::string::npos ? "" : whole.substr(first, last - first + 1);
    const std::optional<wide_t> x = ff::parse_wide(text);
    if (!x) throw std::invalid_argument("ff.wide: expected a number within the range, not '" + whole + "'");
    store(out.data() + 2 * i, *x);
  }
}

// Copies the numbers to aligned memory, from which the reductions read.
std::vector<wide_t> aligned(const const_numbers& x) {
  std::vector<wide_t> all(x.shape(0));
  if (!all.empty()) std::memcpy(all.data(), x.data(), all.size() * sizeof(wide_t));
  return all;
}

}  // namespace

void bind_wide(nb::module_& m) {
  nb::list names, of_tests, counts;
  for (const auto& [name, f] : functions()) names.append(nb::make_tuple(name, f.operands));
  for (const auto& [name, f] : tests()) of_tests.append(name);
  m.attr("wide_functions") = names, m.attr("wide_tests") = of_tests;
  m.def("wide_apply", apply);
  m.def("wide_ask", ask);
  m.def("wide_from_doubles", convert_from<double>);
  m.def("wide_from_integers", convert_from<std::int64_t>);
  m.def("wide_from_pairs", from_pairs);
  m.def("wide_to_doubles", to_doubles);
  m.def("wide_to_pairs", to_pairs);
  m.def("wide_ldexp", scale);
  m.def("wide_read", read);
  m.def("wide_write", [](const_numbers x, int digits) {
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < x.shape(0); ++i) texts.push_back(to_string(number(x.data() + 2 * i), digits));
    return texts;
  });
  m.def("wide_sum",
        [](const_numbers x, numbers out) { store(out.data(), ff::sum(x.shape(0), aligned(x).data())); });
  m.def("wide_dot", [](const_numbers x, const_numbers y, numbers out) {
    same_length(x, y);
    store(out.data(), ff::dot(x.shape(0), aligned(x).data(), aligned(y).data()));
  });
  m.def("wide_norm",
        [](const_numbers x, numbers out) { store(out.data(), ff::nrm2(x.shape(0), aligned(x).data())); });
}

}  // namespace ff_python
