// The host as a machine: memory, loops over elements, products.  device_machine.cuh has the same on the
// device.
//
// Every call but said() is left out once one has failed, so that a factorisation is written straight on.
#pragma once

#include <cstring>
#include <ff/linalg/blas.hpp>
#include <ff/linalg/svd_batched.hpp>
#include <memory>
#include <new>
#include <vector>

#include "memory.hpp"
#include "threads.hpp"

namespace ff::linalg::detail::factor {

class host_machine {
 public:
  explicit host_machine(int threads) : threads_(threads_for(threads)) {}

  const status& said() const { return said_; }
  bool ok() const { return said_.ok(); }
  void fail(const status& s) {
    if (said_.ok()) said_ = s;
  }

  /// Memory for so many elements, until the machine's end.
  template <class T>
  T* take(int64 count) {
    const auto bytes = static_cast<std::size_t>(std::max<int64>(count, 1)) * sizeof(T);
    std::unique_ptr<char[]> p(ok() ? new (std::nothrow) char[bytes] : nullptr);
    if (p == nullptr) {
      fail({fault::memory, memory_expected});
      return nullptr;
    }
    memory_.push_back(std::move(p));
    return reinterpret_cast<T*>(memory_.back().get());
  }

  /// Memory that was taken after mark() is given back by release().
  std::size_t mark() const { return memory_.size(); }
  void release(std::size_t mark) { memory_.resize(mark); }

  /// A column-major matrix.
  matrix_view<ff_t> matrix(int64 rows, int64 columns) {
    return column_major(take<ff_t>(rows * columns), rows, columns);
  }

  /// f(i, j) for all of so many rows and columns, in any order.
  template <class F>
  void each(int64 rows, int64 columns, const F& f) {
    if (!ok()) return;
    each_index(columns, threads_of(rows * columns), [&](int64 j) {
      for (int64 i = 0; i < rows; ++i) f(i, j);
    });
  }

  /// f(step, i) for all i before the next step.
  template <class F>
  void in_steps(int64 steps, int64 items, const F& f) {
    if (!ok()) return;
    for (int64 s = 0; s < steps; ++s)
      for (int64 i = 0; i < items; ++i) f(s, i);
  }

  /// The largest f(i, j), or 0.
  template <class F>
  uint32 largest(int64 rows, int64 columns, const F& f) {
    uint32 most = 0;
    for (int64 j = 0; ok() && j < columns; ++j)
      for (int64 i = 0; i < rows; ++i) most = std::max(most, f(i, j));
    return most;
  }

  /// *place = the largest f(i), 0 <= i < count.
  template <class F>
  void find_largest(int64 count, const F& f, uint64* place) {
    if (!ok()) return;
    *place = 0;
    for (int64 i = 0; i < count; ++i) *place = std::max(*place, f(i));
  }

  /// `count` values where the host has them.
  template <class T>
  void read(const T* from, int64 count, T* to) {
    if (ok() && count > 0) std::memcpy(to, from, static_cast<std::size_t>(count) * sizeof(T));
  }

  /// And back.
  template <class T>
  void write(T* to, const T* from, int64 count) {
    if (ok() && count > 0) std::memcpy(to, from, static_cast<std::size_t>(count) * sizeof(T));
  }

  void gemm(ff_t alpha, matrix_view<const ff_t> a, matrix_view<const ff_t> b, ff_t beta, matrix_view<ff_t> c,
            bool componentwise = false) {
    gemm_options o;
    o.componentwise = componentwise;
    o.threads = threads_of(c.rows * c.columns * (a.columns + 1));
    if (ok()) fail(linalg::gemm(alpha, a, b, beta, c, o));
  }
  void gemv(matrix_view<const ff_t> a, vector_view<const ff_t> x, vector_view<ff_t> y) {
    if (ok()) fail(linalg::gemv(1.0f, a, x, 0.0f, y, threads_of(a.rows * a.columns)));
  }
  /// y = y - A x.
  void less_product(matrix_view<const ff_t> a, vector_view<const ff_t> x, vector_view<ff_t> y) {
    if (ok()) fail(linalg::gemv(-1.0f, a, x, 1.0f, y, threads_of(a.rows * a.columns)));
  }
  /// A = A - x y^T.
  void less_outer(vector_view<const ff_t> x, vector_view<const ff_t> y, matrix_view<ff_t> a) {
    if (ok()) fail(linalg::ger(-1.0f, x, y, a, threads_of(a.rows * a.columns)));
  }
  void nrm2(vector_view<const ff_t> x, ff_t* result) {
    if (ok()) fail(linalg::nrm2(x, result));
  }
  void trsm(triangle half, diagonal ones, matrix_view<const ff_t> a, matrix_view<ff_t> b) {
    gemm_options o;
    o.threads = threads_of(a.rows * b.rows * b.columns);
    if (ok()) fail(linalg::trsm(half, ones, 1.0f, a, b, o));
  }

  /// A = U diag(s) V^T of at most 128 rows and columns, by svd_batched; U and V where `vectors` are wanted.
  void svd_of_small(matrix_view<const ff_t> a, ff_t* s, matrix_view<ff_t> u, matrix_view<ff_t> v,
                    bool vectors, int32* sweeps) {
    svd_batched_options o;
    o.vectors = vectors;
    o.threads = 1;
    if (ok()) fail(linalg::svd_batched(1, a, 0, s, 0, u, 0, v, 0, o, sweeps));
  }

  /// A thread for little work, for another costs more than it saves.
  int threads_of(int64 work) const { return work < 100000 ? 1 : threads_; }

 private:
  int threads_;
  status said_;
  std::vector<std::unique_ptr<char[]>> memory_;
};

}  // namespace ff::linalg::detail::factor
