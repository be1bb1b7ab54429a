#include "cpu.hpp"

#include <chrono>
#include <cstring>
#include <ff/convert.hpp>

namespace bench {
namespace {

template <class Operand>
Operand operand_at(std::size_t i) {
  const double golden = static_cast<double>(i) * 0.61803398875;
  return static_cast<Operand>(1 + (golden - static_cast<double>(static_cast<long>(golden))));
}

// Out of line, so that nothing is known of the arrays.
template <class Op>
[[gnu::noinline]] void sweep(typename Op::state* __restrict x, const typename Op::operand* __restrict c,
                             const typename Op::operand* __restrict d) {
  for (std::size_t i = 0; i < cpu_elements; ++i) x[i] = Op::next(x[i], c[i], d[i]);
}

template <class Work>
double seconds_of(Work work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

template <class Op>
double sweep_seconds(int sweeps) {
  using operand = typename Op::operand;
  static std::vector<typename Op::state> x(cpu_elements);
  static std::vector<operand> c(cpu_elements), d(cpu_elements);
  for (std::size_t i = 0; i < cpu_elements; ++i) {
    x[i] = Op::first(operand_at<operand>(i));
    c[i] = static_cast<operand>(1 + 0x1p-20 + 0x1p-40);
    d[i] = static_cast<operand>(0x1p-12 + 0x1p-38);
  }
  return seconds_of([&] {
    for (int s = 0; s < sweeps; ++s) sweep<Op>(x.data(), c.data(), d.data());
  });
}

// ---------------------------------------------------------------- __float128

#if defined(__SIZEOF_FLOAT128__) && !defined(__clang__)
using quad = __float128;

using op::heavy;
using op::on;
BENCH_NATIVE(quad, add, heavy, x + d)
BENCH_NATIVE(quad, mul, heavy, x* c)
BENCH_NATIVE(quad, fma, heavy, __builtin_fmaf128(x, c, d))
BENCH_NATIVE(quad, div, heavy, c / x)
BENCH_NATIVE(quad, rcp, heavy, 1 / x)
BENCH_NATIVE(quad, sqrt, heavy, __builtin_sqrtf128(x))
BENCH_NATIVE(quad, rsqrt, heavy, 1 / __builtin_sqrtf128(x))

template <class Add>
void for_each_quad(Add add) {
  const auto row = [&](auto link, const std::string& shown) {
    const std::string name = link.name;
    add(link, operation{"quad_" + name, "__float128", shown, "double_" + name});
  };
  row(quad_add{}, "add");
  row(quad_mul{}, "mul");
  row(quad_fma{}, "fma");
  row(quad_div{}, "div");
  row(quad_rcp{}, "rcp");
  row(quad_sqrt{}, "sqrt");
  row(quad_rsqrt{}, "rsqrt");
  row(op::order<quad>{}, "<");
}
#else
template <class Add>
void for_each_quad(Add) {}
#endif

// ---------------------------------------------------------------- arrays beyond the caches

template <class In, class Out, class Work>
double array_seconds(std::size_t n, Work work) {
  static std::vector<In> in;
  static std::vector<Out> out;
  if (in.size() != n) {
    in.resize(n), out.resize(n);
    for (std::size_t i = 0; i < n; ++i) in[i] = static_cast<In>(operand_at<double>(i));
    work(in.data(), out.data());  // every page is there before the clock runs
  }
  return seconds_of([&] { work(in.data(), out.data()); });
}

double memcpy_seconds(std::size_t n) {
  return array_seconds<double, double>(
      n, [n](const double* in, double* out) { std::memcpy(out, in, n * sizeof(double)); });
}
template <class In, class Out>
double convert_seconds(std::size_t n) {
  return array_seconds<In, Out>(n, [n](const In* in, Out* out) { ff::convert(in, out, n); });
}

// ---------------------------------------------------------------- the 2006 paper

template <class Op>
[[gnu::noinline]] void paper_sweep(std::size_t n, const typename Op::operand* __restrict a,
                                   const typename Op::operand* __restrict b,
                                   const typename Op::operand* __restrict c,
                                   typename Op::result* __restrict to) {
  for (std::size_t i = 0; i < n; ++i) to[i] = Op::run(a[i], b[i], c[i]);
}

template <class Op>
double paper_seconds(std::size_t n, int repeat) {
  using operand = typename Op::operand;
  std::vector<operand> a(n), b(n), c(n);
  std::vector<typename Op::result> to(n);
  for (std::size_t i = 0; i < n; ++i) {
    a[i] = operand_at<operand>(i);
    b[i] = operand_at<operand>(i + n);
    c[i] = operand_at<operand>(i + 2 * n);
  }
  const auto once = [&] { paper_sweep<Op>(n, a.data(), b.data(), c.data(), to.data()); };
  once();
  const auto all = [&] {
    for (int r = 0; r < repeat; ++r) once();
  };
  return seconds_of(all) / repeat;
}

}  // namespace

const std::vector<cpu_kernel>& cpu_kernels() {
  return made_once<cpu_kernel>([](auto& all) {
    const auto add = [&](auto link, const operation& what) {
      all.push_back({what, sweep_seconds<typename in_arrays<decltype(link)>::type>});
    };
    for_each_operation(add);
    for_each_quad(add);
  });
}

const std::vector<host_array_kernel>& host_array_kernels() {
  return made_once<host_array_kernel>([](auto& all) {
    all.push_back({"memcpy", "double", memcpy_seconds});
    all.push_back({"convert", "double->ff", convert_seconds<double, ff::ff_t>});
    all.push_back({"convert", "ff->double", convert_seconds<ff::ff_t, double>});
  });
}

const std::vector<paper_kernel>& cpu_paper_kernels() {
  return made_once<paper_kernel>([](auto& all) {
    for_each_paper_operation([&](auto op, const char* name, const char* algorithm) {
      all.push_back({name, algorithm, paper_seconds<decltype(op)>});
    });
  });
}

}  // namespace bench
