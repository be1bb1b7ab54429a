// The bindings: the loops, text, and the reductions.  Arrays come as NumPy's, pairs as uint64; shapes and
// kinds have been agreed upon in Python (ff/_host.py), and are looked at again here, for a wrong one would be
// read past its end.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <ff/reduce/host.hpp>
#include <ff/text/io.hpp>
#include <stdexcept>

#include "parts.hpp"

namespace nb = nanobind;

namespace ff_python {

void bind_wide(nb::module_& m);  // wide.cpp

namespace {

using input = nb::ndarray<nb::ro, nb::device::cpu>;
using output = nb::ndarray<nb::device::cpu>;

nb::dlpack::dtype dtype_of(char kind) {
  switch (kind) {
    case 'p':
    case 'u':
      return nb::dtype<std::uint64_t>();
    case 'f':
      return nb::dtype<float>();
    case 'd':
      return nb::dtype<double>();
    case 'i':
      return nb::dtype<std::int32_t>();
    case 'l':
      return nb::dtype<std::int64_t>();
    default:
      return nb::dtype<bool>();
  }
}

const std::vector<entry_code>& entries() {
  static const std::vector<entry_code> all = all_entries();
  return all;
}

// Where element 0 of an array lies, and its steps in bytes.
struct array_view {
  char* data;
  std::vector<std::ptrdiff_t> step;
};

template <class Array>
array_view view(const Array& a, char kind, const std::vector<std::size_t>& shape) {
  if (a.dtype() != dtype_of(kind) || a.ndim() != shape.size())
    throw std::invalid_argument("ff: an array of another kind");
  array_view v{const_cast<char*>(static_cast<const char*>(a.data())), {}};
  for (std::size_t k = 0; k < shape.size(); ++k) {
    if (a.shape(k) != shape[k]) throw std::invalid_argument("ff: an array of another shape");
    v.step.push_back(a.stride(k) * static_cast<std::ptrdiff_t>(a.itemsize()));
  }
  return v;
}

// Axes k and k + 1 become one wherever all arrays step through them as through one.
void merge_axes(std::vector<std::size_t>& shape, std::vector<array_view>& arrays) {
  for (std::size_t k = shape.size(); k-- > 1;) {
    const bool one = std::all_of(arrays.begin(), arrays.end(), [&](const array_view& a) {
      return a.step[k - 1] == a.step[k] * static_cast<std::ptrdiff_t>(shape[k]);
    });
    if (!one && shape[k] != 1 && shape[k - 1] != 1) continue;
    const bool keep_outer = shape[k] == 1;
    for (array_view& a : arrays)
      a.step.erase(a.step.begin() + static_cast<std::ptrdiff_t>(keep_outer ? k : k - 1));
    shape[k - 1] *= shape[k];
    shape.erase(shape.begin() + static_cast<std::ptrdiff_t>(k));
  }
}

// entry(inputs) into outputs, all of one shape.  Outputs may be inputs, element for element, and overlap no
// other way.
void apply(std::size_t which, const std::vector<input>& in, const std::vector<output>& out) {
  const entry_code& e = entries().at(which);
  if (in.size() != e.takes.size() || out.size() != e.gives.size())
    throw std::invalid_argument("ff: wrong number of arrays");
  std::vector<std::size_t> shape;
  for (std::size_t k = 0; k < out[0].ndim(); ++k) shape.push_back(out[0].shape(k));
  std::vector<array_view> arrays;
  for (std::size_t k = 0; k < in.size(); ++k) arrays.push_back(view(in[k], e.takes[k], shape));
  for (std::size_t k = 0; k < out.size(); ++k) arrays.push_back(view(out[k], e.gives[k], shape));
  std::size_t size = 1;
  for (const std::size_t n : shape) size *= n;
  if (size == 0) return;
  if (shape.empty()) {
    shape.push_back(1);
    for (array_view& a : arrays) a.step.push_back(0);
  }
  merge_axes(shape, arrays);

  nb::gil_scoped_release others_run;
  const std::size_t inner = shape.size() - 1;
  std::vector<const char*> from(in.size());
  std::vector<char*> to(out.size());
  std::vector<std::ptrdiff_t> from_step, to_step;
  for (std::size_t k = 0; k < arrays.size(); ++k)
    (k < in.size() ? from_step : to_step).push_back(arrays[k].step[inner]);
  std::vector<std::size_t> at(inner, 0);
  while (true) {
    for (std::size_t k = 0; k < arrays.size(); ++k) {
      char* p = arrays[k].data;
      for (std::size_t axis = 0; axis < inner; ++axis)
        p += static_cast<std::ptrdiff_t>(at[axis]) * arrays[k].step[axis];
      if (k < in.size()) {
        from[k] = p;
      } else {
        to[k - in.size()] = p;
      }
    }
    e.loop(from.data(), from_step.data(), to.data(), to_step.data(), shape[inner]);
    std::size_t axis = inner;
    while (axis > 0 && ++at[axis - 1] == shape[axis - 1]) at[--axis] = 0;
    if (axis == 0) return;
  }
}

// ---------------------------------------------------------------- text

using words = nb::ndarray<std::uint64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using const_words = nb::ndarray<const std::uint64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// The pairs nearest to the numbers of a list; blanks around each are left out, as Python's float does.
void read_texts(nb::list texts, words out) {
  if (texts.size() != out.shape(0)) throw std::invalid_argument("ff: wrong number of texts");
  for (std::size_t i = 0; i < out.shape(0); ++i) {
    const auto whole = nb::cast<std::string>(texts[i]);
    const auto first = whole.find_first_not_of(" \t\n\r\f\v"), last = whole.find_last_not_of(" \t\n\r\f\v");
    const std::string text = first == std::string::npos ? "" : whole.substr(first, last - first + 1);
    ff::ff_t x = 0.0f;
    const auto [end, error] = ff::from_chars(text.data(), text.data() + text.size(), x);
    const bool read = end == text.data() + text.size() && error != std::errc::invalid_argument;
    if (!read) throw std::invalid_argument("ff: expected a number, not '" + whole + "'");
    if (error == std::errc::result_out_of_range) x = ff::ff_t(text.c_str());  // 0 or infinite
    if (error == std::errc::result_out_of_range && isinf(x)) {
      PyErr_SetString(PyExc_OverflowError, ("ff: out of range: '" + text + "'").c_str());
      throw nb::python_error();
    }
    std::memcpy(out.data() + i, &x, sizeof x);
  }
}

// form as in printf: g, e, f, a; a negative precision is the fewest digits that read back.
std::string write_text(std::uint64_t pair, char form, int precision) {
  float words[2];
  std::memcpy(words, &pair, sizeof words);
  const ff::ff_t x = ff::from_words(words[0], words[1]);
  const auto format = form == 'e'   ? std::chars_format::scientific
                      : form == 'f' ? std::chars_format::fixed
                      : form == 'a' ? std::chars_format::hex
                                    : std::chars_format::general;
  return ff::to_string(x, format, precision);
}

// ---------------------------------------------------------------- reductions

const ff::ff_t* pairs(const const_words& x) {
  if (reinterpret_cast<std::uintptr_t>(x.data()) % alignof(ff::ff_t) != 0)
    throw std::invalid_argument("ff: not aligned");
  return reinterpret_cast<const ff::ff_t*>(x.data());
}

std::uint64_t bits(ff::ff_t x) {
  std::uint64_t b;
  std::memcpy(&b, &x, sizeof b);
  return b;
}

template <class Reduce>
std::uint64_t without_gil(Reduce reduce) {
  nb::gil_scoped_release others_run;
  return bits(reduce());
}

using const_floats = nb::ndarray<const float, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class A>
void same_length(const A& x, const A& y) {
  if (x.shape(0) != y.shape(0)) throw std::invalid_argument("ff: arrays of different lengths");
}

}  // namespace
}  // namespace ff_python

NB_MODULE(_bindings, m) {
  using namespace ff_python;
  nb::list all;
  for (const entry_code& e : entries())
    all.append(nb::make_tuple(e.name, e.takes, e.gives, e.groups, e.parameters, e.code));
  m.attr("entries") = all;
  m.def("apply", apply);
  m.def("read", read_texts);
  m.def("write", write_text);
  m.def("sum",
        [](const_words x) { return without_gil([p = pairs(x), n = x.shape(0)] { return ff::sum(n, p); }); });
  m.def("sum", [](const_floats x) { return without_gil([&] { return ff::sum(x.shape(0), x.data()); }); });
  m.def("dot", [](const_words x, const_words y) {
    same_length(x, y);
    return without_gil([p = pairs(x), q = pairs(y), n = x.shape(0)] { return ff::dot(n, p, q); });
  });
  m.def("dot", [](const_floats x, const_floats y) {
    same_length(x, y);
    return without_gil([&] { return ff::dot(x.shape(0), x.data(), y.data()); });
  });
  m.def("norm",
        [](const_words x) { return without_gil([p = pairs(x), n = x.shape(0)] { return ff::nrm2(n, p); }); });
  m.def("reduction_shape", [](std::size_t n, char kind) {
    if (kind == 'p')
      return std::pair(ff::reduction_shape<ff::ff_t>(n).rows, ff::reduction_shape<ff::ff_t>(n).chunks);
    return std::pair(ff::reduction_shape<float>(n).rows, ff::reduction_shape<float>(n).chunks);
  });
  bind_wide(m);
  m.def("norm", [](const_floats x) { return without_gil([&] { return ff::nrm2(x.shape(0), x.data()); }); });
}
