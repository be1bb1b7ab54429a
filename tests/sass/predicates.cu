// The stages of the predicates of floats, each alone.
#include <ff/predicates.hpp>

namespace catalogue::entry {

struct orient2d_filter {
  template <class P>
  FF_HD static float of(const P* p) {
    return ff::detail::orient2d_filter(p[0], p[1], p[2]);
  }
};
struct orient2d_pairs {
  template <class P>
  FF_HD static float of(const P* p) {
    return ff::detail::orient2d_pairs(p[0], p[1], p[2]);
  }
};
struct orient3d_filter {
  template <class P>
  FF_HD static float of(const P* p) {
    return ff::detail::orient3d_filter(p[0], p[1], p[2], p[3]);
  }
};
struct orient3d_pairs {
  template <class P>
  FF_HD static float of(const P* p) {
    return ff::detail::orient3d_pairs(p[0], p[1], p[2], p[3]);
  }
};
struct incircle_filter {
  template <class P>
  FF_HD static float of(const P* p) {
    return ff::detail::incircle_filter(p[0], p[1], p[2], p[3]);
  }
};
struct incircle_pairs {
  template <class P>
  FF_HD static float of(const P* p) {
    return ff::detail::incircle_pairs(p[0], p[1], p[2], p[3]);
  }
};
struct insphere_filter {
  template <class P>
  FF_HD static float of(const P* p) {
    return ff::detail::insphere_filter(p[0], p[1], p[2], p[3], p[4]);
  }
};
struct insphere_pairs {
  template <class P>
  FF_HD static float of(const P* p) {
    return ff::detail::insphere_pairs(p[0], p[1], p[2], p[3], p[4]);
  }
};
// Double's filter, for comparison.
struct orient3d_filter_double {
  template <class P>
  FF_HD static double of(const P* p) {
    using ff::detail::in_words3;
    return ff::detail::orient3d_filter(in_words3(p[0]), in_words3(p[1]), in_words3(p[2]), in_words3(p[3]))
        .value();
  }
};

}  // namespace catalogue::entry

namespace {

template <class Entry, class Point, class Result>
__global__ void kernel(const Point* __restrict in, Result* __restrict out) {
  *out = Entry::of(in);
}

template <class Point, class Result, class... Entry>
void compile(Entry...) {
  (kernel<Entry><<<1, 1>>>(static_cast<const Point*>(nullptr), static_cast<Result*>(nullptr)), ...);
}

}  // namespace

void predicates() {
  using namespace catalogue::entry;
  compile<ff::point2<float>, float>(orient2d_filter{}, orient2d_pairs{}, incircle_filter{}, incircle_pairs{});
  compile<ff::point3<float>, float>(orient3d_filter{}, orient3d_pairs{}, insphere_filter{}, insphere_pairs{});
  compile<ff::point3<double>, double>(orient3d_filter_double{});
}
