// The reductions on the host: one thread, vectorisable over the lanes.
#pragma once

#if !defined(__CUDACC_RTC__)

#include <ff/reduce/shape.hpp>

namespace ff {

namespace detail {

template <class Reduction>
total_of<Reduction> chunk_total(const typename Reduction::element* x, const typename Reduction::element* y,
                                size_t count) {
  using T = typename Reduction::element;
  constexpr size_t lanes = reduction_shape<T>::lanes, batch = reduction_shape<T>::batch;
  typename Reduction::lane lane[lanes];
  size_t row = 0;
  for (; (row + 1) * lanes <= count; ++row) {
    for (size_t l = 0; l < lanes; ++l) Reduction::step(lane[l], x[row * lanes + l], y[row * lanes + l]);
    if (row % batch == batch - 1)
      for (size_t l = 0; l < lanes; ++l) lane[l].renormalize();
  }
  for (size_t i = row * lanes; i < count; ++i) Reduction::step(lane[i - row * lanes], x[i], y[i]);

  // Lanes without elements are zeros, and adding zero changes no bit.
  const size_t used = count < lanes ? count : lanes;
  total_of<Reduction> total[lanes], next[lanes];
  total[0] = lane[0].result();
  for (size_t l = 1; l < used; ++l) total[l] = lane[l].result();
  for (size_t width = used; width > 1; width = (width + 1) / 2) {
    for (size_t l = 0; l < width / 2; ++l) next[l] = joined(total[2 * l], total[2 * l + 1]);
    if (width % 2 != 0) next[width / 2] = total[width - 1];
    for (size_t l = 0; l < (width + 1) / 2; ++l) total[l] = next[l];
  }
  return total[0];
}

// The tree over the chunks, whose totals come in their order.
template <class Total>
class tree_of_chunks {
 public:
  void add(Total total) {
    for (size_t k = chunks_++; (k & 1) != 0; k >>= 1) total = joined(waiting_[--height_], total);
    waiting_[height_++] = total;
  }
  // There is at least one chunk.
  Total total() const {
    size_t height = height_;
    Total total = waiting_[--height];
    while (height > 0) total = joined(waiting_[--height], total);
    return total;
  }

 private:
  Total waiting_[13];  // of 2^k chunks each, k falling: the left children whose right siblings are to come
  size_t height_ = 0, chunks_ = 0;
};
using chunk_tree = tree_of_chunks<ff_t>;

template <class Reduction, class T = typename Reduction::element>
typename Reduction::result reduce(size_t n, const T* x, const T* y) {
  const reduction_shape<T> shape(n);
  const size_t full = shape.rows * shape.lanes;
  tree_of_chunks<total_of<Reduction>> tree;
  for (size_t chunk = 0; chunk < shape.chunks; ++chunk) {
    const size_t first = chunk * full;
    tree.add(chunk_total<Reduction>(x + first, y + first, n - first < full ? n - first : full));
  }
  return Reduction::finish(tree.total());
}

}  // namespace detail

/// x[0] + ... + x[n - 1]; 0 for n = 0.  An ff_t for floats and ff_t, a dd_t for doubles and dd_t, a wide_t
/// for wide_t.
template <class T, detail::require<reductions::is_element<T>> = 0>
typename reductions::sum<T>::result sum(size_t n, const T* x) {
  return detail::reduce<reductions::sum<T>>(n, x, x);
}

/// x[0] y[0] + ... + x[n - 1] y[n - 1].
template <class T, detail::require<reductions::is_element<T>> = 0>
typename reductions::dot<T>::result dot(size_t n, const T* x, const typename reductions::dot<T>::element* y) {
  return detail::reduce<reductions::dot<T>>(n, x, y);
}

/// sqrt(x[0]^2 + ... + x[n - 1]^2), without scaling.  The sum of squares has to lie below 2^126 and above
/// n 2^-96 (or be 0) to have all its digits; for words that are doubles below 2^1022 and above n 2^-960. That
/// of wide_t may lie anywhere, beyond their range too.
template <class T, detail::require<reductions::is_element<T>> = 0>
typename reductions::nrm2<T>::result nrm2(size_t n, const T* x) {
  return detail::reduce<reductions::nrm2<T>>(n, x, x);
}

/// The sum and the dot product as accurate as if computed in twice the precision and rounded to float:
/// ORO's Sum2 and Dot2 in every lane.
inline float sum2(size_t n, const float* x) { return detail::reduce<reductions::sum2>(n, x, x); }
inline float dot2(size_t n, const float* x, const float* y) {
  return detail::reduce<reductions::dot2>(n, x, y);
}

}  // namespace ff

#endif
