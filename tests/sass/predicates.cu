// The stages of the predicates of floats, each alone; and the whole of orient3d where doubles are three
// floats, which may have no instruction of double precision.
#include <ff/predicates/triple.hpp>

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
  using word = ff::detail::rounded_double;
  template <class P>
  FF_HD static ff::point3<word> in_words(P p) {
    return {word(p.x), word(p.y), word(p.z)};
  }
  template <class P>
  FF_HD static double of(const P* p) {
    return ff::detail::orient3d_filter(in_words(p[0]), in_words(p[1]), in_words(p[2]), in_words(p[3]))
        .value();
  }
};

struct orient3d_lattice {
  template <class P>
  FF_HD static float of(const P* p) {
    using ff::detail::sign_on_lattice;
    const auto l = ff::detail::of_coordinates<ff::predicates::determinant::orient3d, sign_on_lattice>(
        p[0], p[1], p[2], p[3]);
    return static_cast<float>(l.applies ? static_cast<int>(l.s) : 2);
  }
};
struct orient3d_in_floats {
  template <class P>
  FF_HD static float of(const P* p) {
    return static_cast<float>(static_cast<int>(ff::orient3d(p[0], p[1], p[2], p[3])));
  }
};
struct split_in_floats {
  template <class P>
  FF_HD static float of(const P* x) {
    const auto [words, fits] = ff::split_in_floats(*x);
    return fits ? words.hi : words.lo;
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
  compile<ff::point3<float>, float>(orient3d_lattice{});
  compile<ff::point3<ff::double_in_floats>, float>(orient3d_in_floats{});
  compile<double, float>(split_in_floats{});
  compile<ff::point3<double>, double>(orient3d_filter_double{});
}
