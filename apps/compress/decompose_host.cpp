#include <chrono>
#include <stdexcept>

#include "decompose.hpp"

namespace compress {

decomposition decompose_on_host(const matrix& a) {
  using ff::linalg::column_major;
  decomposition d{room_for(a), {}, 0};
  factors& f = d.all;
  const auto begin = std::chrono::steady_clock::now();
  const ff::linalg::status said =
      ff::linalg::svd(a.view(), f.values.data(), column_major(f.left.data(), a.rows, f.rank()),
                      column_major(f.right.data(), a.columns, f.rank()), {}, &d.report);
  d.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  if (!said) throw std::runtime_error(said.text());
  return d;
}

}  // namespace compress
