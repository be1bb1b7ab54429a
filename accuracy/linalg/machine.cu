// ff::linalg on the device: operands are copied there, results back.
#include <cuda_runtime.h>

#include <ff/linalg/cuda/blas.hpp>
#include <ff/linalg/cuda/qr.hpp>
#include <ff/linalg/cuda/solve.hpp>
#include <ff/linalg/cuda/svd.hpp>

#include "accuracy/linalg/machine.hpp"

namespace accuracy {
namespace {

using ff::linalg::diagonal;
using ff::linalg::matrix_view;
using ff::linalg::triangle;
using ff::linalg::vector_view;

void check(cudaError_t e) {
  if (e != cudaSuccess) throw std::runtime_error(cudaGetErrorString(e));
}

/// A matrix in device memory.
class device_dense {
 public:
  explicit device_dense(const dense& a) : rows_(a.rows), columns_(a.columns) {
    check(cudaMalloc(&data_, bytes() + sizeof(ff_t)));  // one more: none would give no address
    check(cudaMemcpy(data_, a.elements.data(), bytes(), cudaMemcpyHostToDevice));
  }
  ~device_dense() { cudaFree(data_); }
  device_dense(const device_dense&) = delete;
  device_dense& operator=(const device_dense&) = delete;

  matrix_view<ff_t> view() const { return ff::linalg::row_major(data_, rows_, columns_); }
  vector_view<ff_t> all() const { return {data_, rows_ * columns_, 1}; }
  dense on_host() const {
    dense a(rows_, columns_);
    check(
        cudaMemcpy(a.elements.data(), data_, bytes(), cudaMemcpyDeviceToHost));  // waits for what was queued
    return a;
  }

 private:
  size_t bytes() const { return static_cast<size_t>(rows_ * columns_) * sizeof(ff_t); }
  int64 rows_, columns_;
  ff_t* data_ = nullptr;
};

/// On the default stream, in whose order copies are.
class on_device final : public machine {
 public:
  on_device() { expect(on_.open(nullptr)); }

  dense gemm(const dense& a, const dense& b, const ff::linalg::gemm_options& o) const override {
    const device_dense da(a), db(b), dc(dense(a.rows, b.columns));
    expect(ff::linalg::gemm(on_, 1.0f, da.view(), db.view(), 0.0f, dc.view(), o));
    return dc.on_host();
  }
  ff_t dot(const dense& x, const dense& y) const override {
    const device_dense dx(x), dy(y), r(dense(1, 1));
    expect(ff::linalg::dot(on_, dx.all(), dy.all(), r.all().data));
    return r.on_host()(0, 0);
  }
  ff_t nrm2(const dense& x) const override {
    const device_dense dx(x), r(dense(1, 1));
    expect(ff::linalg::nrm2(on_, dx.all(), r.all().data));
    return r.on_host()(0, 0);
  }
  dense gemv(const dense& a, const dense& x) const override {
    const device_dense da(a), dx(x), dy(dense(a.rows, 1));
    expect(ff::linalg::gemv(on_, 1.0f, da.view(), dx.all(), 0.0f, dy.all()));
    return dy.on_host();
  }
  dense ger(ff_t alpha, const dense& x, const dense& y, const dense& a) const override {
    const device_dense dx(x), dy(y), da(a);
    expect(ff::linalg::ger(on_, alpha, dx.all(), dy.all(), da.view()));
    return da.on_host();
  }
  dense solve_lower(const dense& a, const dense& b, bool many) const override {
    const device_dense da(a), dx(b);
    if (many)
      expect(ff::linalg::trsm(on_, triangle::lower, diagonal::stored, 1.0f, da.view(), dx.view()));
    else
      expect(ff::linalg::trsv(on_, triangle::lower, diagonal::stored, da.view(), dx.all()));
    return dx.on_host();
  }
  std::optional<qr_factors> qr(const dense& a, ff::linalg::qr_method method) const override {
    const int64 k = std::min(a.rows, a.columns);
    const device_dense da(a), dq(dense(a.rows, k)), dr(dense(k, a.columns));
    if (!answered(ff::linalg::qr(on_, da.view(), dq.view(), dr.view(), {method}))) return {};
    return qr_factors{dq.on_host(), dr.on_host()};
  }
  std::optional<dense> cholesky(const dense& a) const override {
    const device_dense da(a), dl(dense(a.rows, a.rows));
    if (!answered(ff::linalg::cholesky(on_, da.view(), dl.view()))) return {};
    return dl.on_host();
  }
  std::optional<solution> solve(const dense& a, const dense& b, bool least_squares) const override {
    const device_dense da(a), db(b), dx(dense(a.columns, b.columns));
    ff::linalg::solve_report report;
    if (!wrote(least_squares ? ff::linalg::least_squares(on_, da.view(), db.view(), dx.view(), {}, &report)
                             : ff::linalg::solve(on_, da.view(), db.view(), dx.view(), {}, &report)))
      return {};
    return solution{dx.on_host(), report};
  }
  std::optional<svd_factors> svd(const dense& a, ff::linalg::svd_method method) const override {
    const int64 k = std::min(a.rows, a.columns);
    const device_dense da(a), du(dense(a.rows, k)), ds(dense(k, 1)), dv(dense(a.columns, k));
    ff::linalg::svd_options o;
    o.method = method;
    if (!has_values(ff::linalg::svd(on_, da.view(), ds.all().data, du.view(), dv.view(), o))) return {};
    return svd_factors{du.on_host(), ds.on_host(), dv.on_host()};
  }
  std::optional<svd_factors> eigh(const dense& a) const override {
    const device_dense da(a), ds(dense(a.rows, 1)), dv(dense(a.rows, a.rows));
    if (!has_values(ff::linalg::eigh(on_, da.view(), ds.all().data, dv.view()))) return {};
    return svd_factors{dv.on_host(), ds.on_host(), dv.on_host()};
  }

 private:
  ff::linalg::context on_;
};

}  // namespace

std::unique_ptr<machine> device_machine() { return std::make_unique<on_device>(); }

}  // namespace accuracy
