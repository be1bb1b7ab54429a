// A hash of the predicates' signs, the stages that decided, and the words that the plain stages return.
#include <ff/predicates.hpp>

#include "bits.hpp"
#include "geometry/predicate_points.hpp"

namespace {

using ff_test::points_drawn;

struct decision {
  ff::sign sign;
  ff::predicates::stage_counts stages;
  double filter, pairs;  // of float's words, too
};
FF_HD uint64 hash(int i, const decision& d) {
  const uint64 stage = d.stages.filter + 2 * d.stages.pairs + 4 * (d.stages.lattice + d.stages.limbs);
  return hashed(i, static_cast<uint64>(static_cast<int>(d.sign) + 1) + 8 * stage) +
         hashed(i + vectors, ff::detail::bit_cast<uint64>(d.filter)) +
         hashed(i + 2 * vectors, ff::detail::bit_cast<uint64>(d.pairs));
}

// A zero of either sign, which a plain stage may return, is one.
FF_HD double word_value(float w) { return w > 0 || w < 0 ? static_cast<double>(w) : 0; }
FF_HD double word_value(ff::detail::rounded_double w) {
  return w.value() > 0 || w.value() < 0 ? w.value() : 0;
}

template <class Stages, class T>
struct predicate_value {
  using input = points_drawn<T>;
  using result = decision;
  FF_HD static result at(const input* in, int i) { return Stages::of(in[i]); }
};

struct orient2d {
  template <class T>
  FF_HD static decision of(const points_drawn<T>& v) {
    using namespace ff::detail;
    const auto a = v.in_plane(0), b = v.in_plane(1), c = v.in_plane(2);
    const auto w = ff_test::words_of(v);
    const auto p = w.in_plane(0), q = w.in_plane(1), r = w.in_plane(2);
    decision d{};
    d.sign = ff::orient2d(a, b, c, d.stages);
    d.filter = word_value(orient2d_filter(p, q, r)), d.pairs = word_value(orient2d_pairs(p, q, r));
    return d;
  }
};
struct orient3d {
  template <class T>
  FF_HD static decision of(const points_drawn<T>& v) {
    using namespace ff::detail;
    const auto a = v.in_space(0), b = v.in_space(1), c = v.in_space(2), e = v.in_space(3);
    const auto w = ff_test::words_of(v);
    const auto p = w.in_space(0), q = w.in_space(1), r = w.in_space(2), s = w.in_space(3);
    decision d{};
    d.sign = ff::orient3d(a, b, c, e, d.stages);
    d.filter = word_value(orient3d_filter(p, q, r, s)), d.pairs = word_value(orient3d_pairs(p, q, r, s));
    return d;
  }
};
struct incircle {
  template <class T>
  FF_HD static decision of(const points_drawn<T>& v) {
    using namespace ff::detail;
    const auto a = v.in_plane(0), b = v.in_plane(1), c = v.in_plane(2), e = v.in_plane(3);
    const auto w = ff_test::words_of(v);
    const auto p = w.in_plane(0), q = w.in_plane(1), r = w.in_plane(2), s = w.in_plane(3);
    decision d{};
    d.sign = ff::incircle(a, b, c, e, d.stages);
    d.filter = word_value(incircle_filter(p, q, r, s)), d.pairs = word_value(incircle_pairs(p, q, r, s));
    return d;
  }
};
struct insphere {
  template <class T>
  FF_HD static decision of(const points_drawn<T>& v) {
    using namespace ff::detail;
    const auto a = v.in_space(0), b = v.in_space(1), c = v.in_space(2), e = v.in_space(3), f = v.in_space(4);
    const auto w = ff_test::words_of(v);
    const auto p = w.in_space(0), q = w.in_space(1), r = w.in_space(2), s = w.in_space(3), t = w.in_space(4);
    decision d{};
    d.sign = ff::insphere(a, b, c, e, f, d.stages);
    d.filter = word_value(insphere_filter(p, q, r, s, t)),
    d.pairs = word_value(insphere_pairs(p, q, r, s, t));
    return d;
  }
};

template <class T>
const std::vector<points_drawn<T>>& drawn() {
  static const std::vector<points_drawn<T>> all = [] {
    std::vector<points_drawn<T>> v;
    for (uint64 i = 0; i < vectors / 32; ++i) v.push_back(ff_test::points_at<T>(i));
    return v;
  }();
  return all;
}

template <class Machine, class Stages>
void print(const char* name) {
  std::printf("%-10s %016llx %016llx\n", name,
              Machine::template sum<predicate_value<Stages, float>>(drawn<float>()),
              Machine::template sum<predicate_value<Stages, double>>(drawn<double>()));
}

}  // namespace

int main(int argc, char** argv) {
  return print_on(argc, argv, [](auto machine) {
    using where = decltype(machine);
    print<where, orient2d>("orient2d");
    print<where, orient3d>("orient3d");
    print<where, incircle>("incircle");
    print<where, insphere>("insphere");
  });
}
