// sum, dot and nrm2 of arrays: float or float-float elements, float-float accumulation; Sum2 and Dot2.
//
// The result depends on the elements and their number alone: not on the grid, the stream, the GPU, the
// alignment, or on whether host or device computes it.  The order of operations is fixed as follows.
// The array falls into chunks, a chunk into rows of `lanes` elements.  Lane l of a chunk adds up the l-th
// elements of its rows in order, without renormalising but after every `batch` rows.  Lanes, then chunks,
// are added with add22 in a binary tree of neighbours: (0 + 1) + (2 + 3), ...
//
// This is the host's side, one thread, vectorisable over the lanes.  reduce_cuda.hpp, which nvcc includes,
// is the device's: the same names with a result pointer, a workspace and a stream.
// Error bounds: reduction_bound below; derivation in docs/proofs/reduce.md.
// ORO: Ogita, Rump, Oishi, Accurate sum and dot product, SIAM J. Sci. Comput. 26(6), 2005.
#pragma once

#if !defined(__CUDACC_RTC__)

#include <ff/accumulate.hpp>
#include <ff/operators.hpp>

namespace ff {

// ---------------------------------------------------------------- shape

/// How n elements of type T fall into chunks, rows and lanes: a function of n alone.
template <class T>
struct reduction_shape {
  static constexpr index lanes = 4096 / sizeof(T);  ///< 16 bytes for each of 256 threads
  static constexpr index batch = 8;                 ///< rows between two renormalisations
  static constexpr index most_chunks = 4096;

  index rows;    ///< of a full chunk, a multiple of batch
  index chunks;  ///< at least 1, at most most_chunks

  FF_HD constexpr explicit reduction_shape(index n)
      : rows(batch * at_least_one(quotient_up(n, lanes * batch * most_chunks))),
        chunks(at_least_one(quotient_up(n, lanes * rows))) {}

  FF_HD static constexpr index quotient_up(index a, index b) { return a / b + (a % b != 0 ? 1 : 0); }
  FF_HD static constexpr index at_least_one(index a) { return a == 0 ? 1 : a; }
};

// ---------------------------------------------------------------- what a lane does

namespace reductions {

/// A lane of Sum2 and Dot2: the running sum p and the sum s of what its roundings lost.
class compensated {
 public:
  FF_HD constexpr compensated() : p_(0.0f), s_(0.0f) {}

  /// ORO Algorithm 4.4 (Sum2), one step.  7 flops.
  FF_HD constexpr compensated& add(float x) {
    const auto [p, q] = add12(p_, x);
    s_ = add_rn(s_, q);
    p_ = p;
    return *this;
  }

  /// ORO Algorithm 5.3 (Dot2), one step, the product by FMA.  10 flops.
  FF_HD constexpr compensated& add_product(float x, float y) {
    const auto [h, r] = two_prod(x, y);
    const auto [p, q] = add12(p_, h);
    s_ = add_rn(s_, add_rn(q, r));
    p_ = p;
    return *this;
  }

  FF_HD constexpr compensated& renormalize() { return *this; }
  FF_HD constexpr ff_t result() const { return add12(p_, s_); }

 private:
  float p_, s_;
};

// NaN, (inf, -inf) included, has one form, whichever processor made it.
FF_HD constexpr ff_t one_nan(ff_t r) {
  const float v = add_rn(r.hi(), r.lo());
  return equal(v, v) ? r : ff_t(detail::quiet_nan);
}

// Each reduction: its element, lane and result; a step of a lane; the last operation; and the error of a
// lane's k steps in u^2 times the sum of its magnitudes (docs/proofs/reduce.md).

template <class T>
struct sum {
  using element = T;
  using lane = accumulator;
  using result = ff_t;
  static constexpr bool two_arrays = false;
  FF_HD static constexpr void step(lane& a, T x, T) { a.add(x); }
  FF_HD static constexpr result finish(ff_t total) { return one_nan(total); }
  static constexpr double lane_error(double k) {
    return detail::is_same<T, float> ? k * (k + 3) / 2 : k * (k + 5);
  }
};

template <class T>
struct dot {
  using element = T;
  using lane = accumulator;
  using result = ff_t;
  static constexpr bool two_arrays = true;
  FF_HD static constexpr void step(lane& a, T x, T y) { a.add_product(x, y); }
  FF_HD static constexpr result finish(ff_t total) { return one_nan(total); }
  static constexpr double lane_error(double k) {
    return detail::is_same<T, float> ? k * k + 10 * k : 2 * k * k + 25 * k;
  }
};

template <class T>
struct nrm2 {
  using element = T;
  using lane = accumulator;
  using result = ff_t;
  static constexpr bool two_arrays = false;
  FF_HD static constexpr void step(lane& a, T x, T) { a.add_product(x, x); }
  FF_HD static constexpr result finish(ff_t total) { return sqrt(one_nan(total)); }
  static constexpr double lane_error(double k) { return dot<T>::lane_error(k); }
};

struct sum2 {
  using element = float;
  using lane = compensated;
  using result = float;
  static constexpr bool two_arrays = false;
  FF_HD static constexpr void step(lane& a, float x, float) { a.add(x); }
  FF_HD static constexpr result finish(ff_t total) { return one_nan(total).hi(); }
  static constexpr double lane_error(double k) { return k * k; }
};

struct dot2 {
  using element = float;
  using lane = compensated;
  using result = float;
  static constexpr bool two_arrays = true;
  FF_HD static constexpr void step(lane& a, float x, float y) { a.add_product(x, y); }
  FF_HD static constexpr result finish(ff_t total) { return one_nan(total).hi(); }
  static constexpr double lane_error(double k) { return k * k; }
};

}  // namespace reductions

// ---------------------------------------------------------------- bound

/// A bound on the error of a reduction of n <= 2^40 elements before its last operation, in u^2 times
/// S = sum |x| or sum |x y|.  Dots and norms: plus n 2^-149 (float) or n 2^-147 (float-float) where products
/// underflow.  sum2 and dot2 then round to float; nrm2 takes the root: half of it, and sqrt22's 3.375,
/// relative to the norm.  Domain: finite elements, S < 2^126; beyond, NaN or within the bound, nothing else.
template <class Reduction>
constexpr double reduction_bound(index n) {
  using shape_of = reduction_shape<typename Reduction::element>;
  const shape_of shape(n);
  const index most = shape_of::quotient_up(n, shape_of::lanes), rows = most < shape.rows ? most : shape.rows;
  double lane = Reduction::lane_error(static_cast<double>(rows));
  if (detail::is_same<typename Reduction::lane, accumulator>)
    lane = static_cast<double>(rows / shape_of::batch) * Reduction::lane_error(shape_of::batch) +
           Reduction::lane_error(static_cast<double>(rows % shape_of::batch));
  int levels = 0;
  while (shape_of::lanes >> levels > 1) ++levels;
  for (index width = 1; width < shape.chunks; width *= 2) ++levels;
  return (lane + 2 * levels) * 1.04;  // the terms in u^3 and beyond
}

// ---------------------------------------------------------------- host

namespace detail {

template <class Reduction>
ff_t chunk_total(const typename Reduction::element* x, const typename Reduction::element* y, index count) {
  using T = typename Reduction::element;
  constexpr index lanes = reduction_shape<T>::lanes, batch = reduction_shape<T>::batch;
  typename Reduction::lane lane[lanes];
  index row = 0;
  for (; (row + 1) * lanes <= count; ++row) {
    for (index l = 0; l < lanes; ++l) Reduction::step(lane[l], x[row * lanes + l], y[row * lanes + l]);
    if (row % batch == batch - 1)
      for (index l = 0; l < lanes; ++l) lane[l].renormalize();
  }
  for (index i = row * lanes; i < count; ++i) Reduction::step(lane[i - row * lanes], x[i], y[i]);

  // Lanes without elements are zeros, and adding zero changes no bit.
  const index used = count < lanes ? count : lanes;
  ff_t total[lanes], next[lanes];
  total[0] = lane[0].result();
  for (index l = 1; l < used; ++l) total[l] = lane[l].result();
  for (index width = used; width > 1; width = (width + 1) / 2) {
    for (index l = 0; l < width / 2; ++l) next[l] = add22(total[2 * l], total[2 * l + 1]);
    if (width % 2 != 0) next[width / 2] = total[width - 1];
    for (index l = 0; l < (width + 1) / 2; ++l) total[l] = next[l];
  }
  return total[0];
}

template <class Reduction, class T = typename Reduction::element>
typename Reduction::result reduce(index n, const T* x, const T* y) {
  const reduction_shape<T> shape(n);
  const index full = shape.rows * shape.lanes;
  ff_t waiting[13];  // of 2^k chunks each, k falling: the left children whose right siblings are to come
  index height = 0;
  for (index chunk = 0; chunk < shape.chunks; ++chunk) {
    const index first = chunk * full;
    ff_t total = chunk_total<Reduction>(x + first, y + first, n - first < full ? n - first : full);
    for (index k = chunk; (k & 1) != 0; k >>= 1) total = add22(waiting[--height], total);
    waiting[height++] = total;
  }
  ff_t total = waiting[--height];
  while (height > 0) total = add22(waiting[--height], total);
  return Reduction::finish(total);
}

}  // namespace detail

/// x[0] + ... + x[n - 1]; 0 for n = 0.
inline ff_t sum(index n, const float* x) { return detail::reduce<reductions::sum<float>>(n, x, x); }
inline ff_t sum(index n, const ff_t* x) { return detail::reduce<reductions::sum<ff_t>>(n, x, x); }

/// x[0] y[0] + ... + x[n - 1] y[n - 1].
inline ff_t dot(index n, const float* x, const float* y) {
  return detail::reduce<reductions::dot<float>>(n, x, y);
}
inline ff_t dot(index n, const ff_t* x, const ff_t* y) {
  return detail::reduce<reductions::dot<ff_t>>(n, x, y);
}

/// sqrt(x[0]^2 + ... + x[n - 1]^2), without scaling: the sum of squares has to lie below 2^126, and above
/// n 2^-96 (or be 0) to have all its digits.
inline ff_t nrm2(index n, const float* x) { return detail::reduce<reductions::nrm2<float>>(n, x, x); }
inline ff_t nrm2(index n, const ff_t* x) { return detail::reduce<reductions::nrm2<ff_t>>(n, x, x); }

/// The sum and the dot product as accurate as if computed in twice the precision and rounded to float:
/// ORO's Sum2 and Dot2 in every lane.
inline float sum2(index n, const float* x) { return detail::reduce<reductions::sum2>(n, x, x); }
inline float dot2(index n, const float* x, const float* y) {
  return detail::reduce<reductions::dot2>(n, x, y);
}

}  // namespace ff

#if defined(__CUDACC__)
#include <ff/reduce_cuda.hpp>
#endif

#endif
