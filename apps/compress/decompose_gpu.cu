#include <chrono>
#include <ff/linalg/cuda/svd.hpp>
#include <stdexcept>

#include "command/device.cuh"
#include "decompose.hpp"

namespace compress {
namespace {

void expect(const ff::linalg::status& said) {
  if (!said) throw std::runtime_error(said.text());
}

}  // namespace

decomposition decompose_on_gpu(const matrix& a) {
  using ff::linalg::column_major, ff::linalg::row_major;
  decomposition d{room_for(a), {}, 0};
  factors& f = d.all;
  ff::linalg::context on;
  expect(on.open(nullptr));
  command::buffer<ff_t> elements, values, left, right;
  const ff_t* const x = elements.copy_in(a.elements.data(), a.elements.size());
  ff_t* const s = values.at_least(f.values.size());
  ff_t* const u = left.at_least(f.left.size());
  ff_t* const v = right.at_least(f.right.size());
  const auto begin = std::chrono::steady_clock::now();
  expect(ff::linalg::svd(on, row_major(x, a.rows, a.columns), s, column_major(u, a.rows, f.rank()),
                         column_major(v, a.columns, f.rank()), {}, &d.report));
  d.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  values.copy_out(f.values.data(), f.values.size());
  left.copy_out(f.left.data(), f.left.size());
  right.copy_out(f.right.data(), f.right.size());
  return d;
}

}  // namespace compress
