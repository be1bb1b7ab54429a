// Host and device reduce an array in the same way.  This header says how it falls into parts, what is done to
// each part, and how far the result can be off.
//
// The order of operations is fixed.  The array falls into chunks, a chunk into rows of `lanes` elements.
// Lane l of a chunk adds up the l-th elements of its rows in order.  It renormalises after every `batch`
// rows and not in between.  Lanes, then chunks, are added with add22 in a binary tree of neighbours:
// (0 + 1) + (2 + 3), ...
//
// ORO: Ogita, Rump, Oishi, Accurate sum and dot product, SIAM J. Sci. Comput. 26(6), 2005.
#pragma once

#include <ff/operators.hpp>
#include <ff/type/accumulate.hpp>

namespace ff {

// ---------------------------------------------------------------- shape

/// n elements of type T fall into chunks, rows and lanes by a function of n alone.
template <class T>
struct reduction_shape {
  static constexpr size_t lanes = 4096 / sizeof(T);  ///< 16 bytes for each of 256 threads
  static constexpr size_t batch = 8;                 ///< rows between two renormalisations
  static constexpr size_t most_chunks = 4096;

  size_t rows;    ///< of a full chunk, a multiple of batch
  size_t chunks;  ///< at least 1, at most most_chunks

  FF_HD constexpr explicit reduction_shape(size_t n)
      : rows(batch * at_least_one(quotient_up(n, lanes * batch * most_chunks))),
        chunks(at_least_one(quotient_up(n, lanes * rows))) {}

  FF_HD static constexpr size_t quotient_up(size_t a, size_t b) { return a / b + (a % b != 0 ? 1 : 0); }
  FF_HD static constexpr size_t at_least_one(size_t a) { return a == 0 ? 1 : a; }
};

/// The elements of a block of a distributed array of n elements of type T: each process holds whole blocks,
/// of which the last of the array may be shorter (ff/mpi.hpp, ff/nccl.hpp).
template <class T>
FF_HD constexpr size_t reduction_block(size_t n) {
  return reduction_shape<T>(n).rows * reduction_shape<T>::lanes;
}

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

/// NaN, (inf, -inf) included, has one form, whichever processor made it.
template <class T>
FF_HD constexpr basic_ff<T> one_nan(basic_ff<T> r) {
  const T v = add_rn(r.hi(), r.lo());
  return equal(v, v) ? r : basic_ff<T>(T(detail::quiet_nan));
}

/// The word of an element: float of float and ff_t, double of double and dd_t (with ff/dd.hpp).
template <class T>
struct word_of {
  using type = T;
};
template <class T>
struct word_of<basic_ff<T>> {
  using type = T;
};

/// True for what arrays may hold: float, double, pairs of them, and wide_t with ff/wide/reduce.hpp.
template <class T>
inline constexpr bool is_element = detail::is_same<T, float> || detail::is_same<T, double>;
template <class T>
inline constexpr bool is_element<basic_ff<T>> = is_element<T>;

// Each reduction: its element, lane and result; a step of a lane; the last operation; and the error of a
// lane's k steps in u^2 times the sum of its magnitudes (docs/proofs/reduce.md).

/// Says what ff::sum does with an element and with the total; dot, nrm2, sum2 and dot2 below say it for
/// theirs.
template <class T>
struct sum {
  using element = T;
  using lane = basic_accumulator<typename word_of<T>::type>;
  using result = basic_ff<typename word_of<T>::type>;
  static constexpr bool two_arrays = false;
  FF_HD static constexpr void step(lane& a, T x, T) { a.add(x); }
  FF_HD static constexpr result finish(result all) { return one_nan(all); }
  FF_HD static constexpr double lane_error(double k) {
    return detail::is_same<T, typename word_of<T>::type> ? k * (k + 3) / 2 : k * (k + 5);
  }
};

/// Does for ff::dot what `sum` does for ff::sum.
template <class T>
struct dot {
  using element = T;
  using lane = basic_accumulator<typename word_of<T>::type>;
  using result = basic_ff<typename word_of<T>::type>;
  static constexpr bool two_arrays = true;
  FF_HD static constexpr void step(lane& a, T x, T y) { a.add_product(x, y); }
  FF_HD static constexpr result finish(result all) { return one_nan(all); }
  FF_HD static constexpr double lane_error(double k) {
    return detail::is_same<T, typename word_of<T>::type> ? k * k + 6 * k : 2 * k * k + 21 * k;
  }
};

/// Does for ff::nrm2 what `sum` does for ff::sum.
template <class T>
struct nrm2 {
  using element = T;
  using lane = basic_accumulator<typename word_of<T>::type>;
  using result = basic_ff<typename word_of<T>::type>;
  static constexpr bool two_arrays = false;
  FF_HD static constexpr void step(lane& a, T x, T) { a.add_product(x, x); }
  FF_HD static constexpr result finish(result all) { return sqrt(one_nan(all)); }
  FF_HD static constexpr double lane_error(double k) { return dot<T>::lane_error(k); }
};

/// Does for ff::sum2 what `sum` does for ff::sum.
struct sum2 {
  using element = float;
  using lane = compensated;
  using result = float;
  static constexpr bool two_arrays = false;
  FF_HD static constexpr void step(lane& a, float x, float) { a.add(x); }
  FF_HD static constexpr result finish(ff_t all) { return one_nan(all).hi(); }
  FF_HD static constexpr double lane_error(double k) { return k * k; }
};

/// Does for ff::dot2 what `sum` does for ff::sum.
struct dot2 {
  using element = float;
  using lane = compensated;
  using result = float;
  static constexpr bool two_arrays = true;
  FF_HD static constexpr void step(lane& a, float x, float y) { a.add_product(x, y); }
  FF_HD static constexpr result finish(ff_t all) { return one_nan(all).hi(); }
  FF_HD static constexpr double lane_error(double k) { return k * k; }
};

}  // namespace reductions

namespace detail {

/// A lane ends with this type, and the trees add it up: ff_t, dd_t, or wide_t for wide numbers.
template <class Reduction>
using total_of = decltype(typename Reduction::lane().result());

template <class T>
FF_HD constexpr basic_ff<T> joined(basic_ff<T> a, basic_ff<T> b) {
  return add22(a, b);
}
template <class Total>
FF_HD constexpr Total joined(Total a, Total b) {
  return a + b;
}

}  // namespace detail

// ---------------------------------------------------------------- bound

/// A bound on the error of a reduction of n <= 2^40 elements before its last operation, in u^2 times
/// S = sum |x| or sum |x y|.  Dots and norms: plus n 2^-150 (float) or 3 n 2^-150 (float-float) where
/// products underflow.  sum2 and dot2 then round to float; nrm2 takes the root: half of it, and
/// sqrt22's 3.375, relative to the norm.  Domain: finite elements, S < 2^126; beyond, NaN or within the
/// bound, nothing else.
template <class Reduction>
FF_HD constexpr double reduction_bound(size_t n) {
  using shape_of = reduction_shape<typename Reduction::element>;
  const shape_of shape(n);
  const size_t most = shape_of::quotient_up(n, shape_of::lanes), rows = most < shape.rows ? most : shape.rows;
  double lane = Reduction::lane_error(static_cast<double>(rows));
  using word = typename reductions::word_of<typename Reduction::element>::type;
  if (detail::is_same<typename Reduction::lane, basic_accumulator<word>>)
    lane = static_cast<double>(rows / shape_of::batch) * Reduction::lane_error(shape_of::batch) +
           Reduction::lane_error(static_cast<double>(rows % shape_of::batch));
  int levels = 0;
  while (shape_of::lanes >> levels > 1) ++levels;
  for (size_t width = 1; width < shape.chunks; width *= 2) ++levels;
  return (lane + 2 * levels) * 1.04;  // the terms in u^3 and beyond
}

}  // namespace ff
