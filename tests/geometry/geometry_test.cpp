// Rays, boxes and patches; hits that are certified against an independent search: none lost, none invented,
// in every arithmetic, grazing, at poles and on seams; and numbers of few bits, whose bounds are missed when
// they are made too small.
#include <cmath>

#include "coarse.hpp"
#include "everywhere.hpp"
#include "independent.hpp"
#include "touching.hpp"

namespace {

using namespace ff_test;
using namespace ff::geometry;
using ff::ff_t;
using pairs::pair;
using pairs::vec3;

struct Geometry : Everywhere {};

constexpr float inf = ff::detail::infinity, nan = ff::detail::quiet_nan;

// ---------------------------------------------------------------- boxes

/// Whether the ray meets the box made smaller by a millionth, in double.
FF_HD bool surely_meets(const ray<float>& r, const box& b) {
  const double o[3] = {r.origin.x, r.origin.y, r.origin.z},
               d[3] = {r.direction.x, r.direction.y, r.direction.z};
  const double lower[3] = {b.lower.x, b.lower.y, b.lower.z}, upper[3] = {b.upper.x, b.upper.y, b.upper.z};
  double first = r.t_min, last = r.t_max;
  for (int k = 0; k < 3; ++k) {
    const double in = 1e-12 * (upper[k] - lower[k]), low = lower[k] + in, high = upper[k] - in;
    if (d[k] == 0) {
      if (o[k] < low || o[k] > high) return false;
      continue;
    }
    const double a = (low - o[k]) / d[k], c = (high - o[k]) / d[k];
    first = first > (a < c ? a : c) ? first : (a < c ? a : c);
    last = last < (a < c ? c : a) ? last : (a < c ? c : a);
  }
  return first <= last;
}

/// Rays at a box's corners, edges and faces, some of them parallel to a slab or in its plane.
struct slabs_keep {
  FF_HD bool operator()(uint64 i) const {
    pairs::stream x(i);
    const vec3 a{x.within(2.0f), x.within(2.0f), x.within(2.0f)};
    const box b = join(box{a, a}, vec3{x.within(2.0f), x.within(2.0f), x.within(2.0f)});
    const auto somewhere = [&x](float lower, float upper) {
      const uint64 where = x.bits() % 4;
      return where == 0   ? lower
             : where == 1 ? upper
                          : ff::fma_rn(upper - lower, x.within(0.5f) + 0.5f, lower);
    };
    const vec3 to{somewhere(b.lower.x, b.upper.x), somewhere(b.lower.y, b.upper.y),
                  somewhere(b.lower.z, b.upper.z)};
    vec3 d{x.within(1.0f), x.within(1.0f), x.within(1.0f)};
    if (x.bits() % 3 == 0) d.x = 0.0f;
    if (x.bits() % 3 == 0) d.y = -0.0f;
    const ray<float> r{to - 4.0f * d, d, 0.0f, 8.0f};
    return may_meet(slab_ray(r), b) || !surely_meets(r, b);
  }
};
TEST_F(Geometry, SlabsRejectNoRayThatMeetsTheBox) {
  EXPECT_TRUE(holds(slabs_keep{}, vectors(200000, 1 << 24)));
}

struct slabs_of_faces {
  FF_HD bool operator()(uint64 i) const {
    const box b{{-1, -1, -1}, {1, 1, 1}};
    const float side = i % 2 == 0 ? 1.0f : -1.0f;
    const ray<float> in_face{{side, -3, 0.5f}, {0, 1, 0}, 0, 10},
        beside{{1.001f * side, -3, 0}, {0, 1, 0}, 0, 10}, behind{{0, 3, 0}, {0, 1, 0}, 0, 10},
        short_of{{0, -3, 0}, {0, 1, 0}, 0, 1.9f};
    return may_meet(slab_ray(in_face), b) && !may_meet(slab_ray(beside), b) &&
           !may_meet(slab_ray(behind), b) && !may_meet(slab_ray(short_of), b) &&
           !may_meet(slab_ray(in_face), empty_box());
  }
};
TEST_F(Geometry, SlabsOfFacesAndMisses) { EXPECT_TRUE(holds(slabs_of_faces{}, 2)); }

// ---------------------------------------------------------------- patches

FF_HD double far(vector3<ff_t> a, vector3<float> b) {
  return std::fmax(std::fmax(std::fabs(double(a.x) - b.x), std::fabs(double(a.y) - b.y)),
                   std::fabs(double(a.z) - b.z));
}

/// Points of a patch in floats and in pairs; those of its halves; all within its box.
struct points_agree {
  FF_HD bool operator()(uint64 i) const {
    const pairs::patch s = pairs::wobbly(i).s;
    pairs::stream x(~i);
    const float u = x.within(0.5f) + 0.5f, v = x.within(0.5f) + 0.5f;
    const auto at = evaluate(s, u, v);
    const auto exact = evaluate(s, ff_t(u), ff_t(v));
    const auto by_u = halve_u(s), by_v = halve_v(s);
    const auto half_u = evaluate(u < 0.5f ? by_u.lower : by_u.upper, u < 0.5f ? 2 * u : 2 * u - 1, v).point;
    const auto half_v = evaluate(v < 0.5f ? by_v.lower : by_v.upper, u, v < 0.5f ? 2 * v : 2 * v - 1).point;
    const box b = bounds_of(s);
    const double near = 26 * 0x1p-24 * 1.6, slope = 20 * near;
    return far(exact.point, at.point) <= near / 2 && far(exact.du, at.du) < slope &&
           far(exact.dv, at.dv) < slope && far(exact.duv, at.duv) < 10 * slope &&
           far(exact.point, half_u) < 2 * near && far(exact.point, half_v) < 2 * near &&
           at.point.x >= b.lower.x && at.point.z <= b.upper.z;
  }
};
TEST_F(Geometry, PointsDerivativesAndHalves) { EXPECT_TRUE(holds(points_agree{}, vectors(20000, 1 << 20))); }

/// At a pole the normal is that of the sphere: along the axis, outwards or inwards as beside it.
struct normals_at_poles {
  FF_HD bool operator()(uint64 i) const {
    pairs::patch s = pairs::octant(static_cast<int>(i % 8)), turned = s;
    for (int a = 0; a < 4; ++a)
      for (int b = 0; b < 4; ++b) {
        if (i / 8 == 1) turned.p[3 - a][b] = s.p[a][b];
        if (i / 8 == 2) turned.p[b][a] = s.p[a][b];
        if (i / 8 == 3) turned.p[b][3 - a] = s.p[a][b];
      }
    const float edge = i / 8 % 2 == 1 ? 1.0f : 0.0f, beside = i / 8 % 2 == 1 ? 1 - 0x1p-10f : 0x1p-10f,
                t = 0.375f;
    const bool by_u = i / 8 < 2;
    const auto normal_at = [&](float w) {
      const float u = by_u ? w : t, v = by_u ? t : w;
      return normal(turned, evaluate(turned, u, v), u, v);
    };
    const vec3 n = normal_at(edge), m = normal_at(beside);
    return n.x * n.x + n.y * n.y < 1e-10f * n.z * n.z && n.z * m.z > 0;
  }
};
TEST_F(Geometry, NormalsOnCollapsedEdges) { EXPECT_TRUE(holds(normals_at_poles{}, 32)); }

// ---------------------------------------------------------------- nothing lost, nothing invented

constexpr int levels = 18;

/// Judged by the independent search; where that has too many cells, nothing is said.
template <class N, class W, pair (*draw)(uint64)>
struct as_judged {
  FF_HD bool operator()(uint64 i) const {
    const pair p = draw(i);
    patch_hits<W> h;
    certified_hits<N, W>(p.r, p.s, h);
    independent::cells<400> c;
    independent::search(p, levels, c);
    if (c.overflow) return true;
    const independent::judgement j = independent::judge(p, h, c, levels);
    return j.lost == 0 && j.invented == 0;
  }
};
TEST_F(Geometry, MixedLosesAndInventsNothing) {
  EXPECT_TRUE(holds(as_judged<float, ff_t, pairs::wobbly>{}, vectors(10000, 1 << 19)));
  EXPECT_TRUE(holds(as_judged<float, ff_t, pairs::grazing>{}, vectors(3000, 1 << 18)));
  EXPECT_TRUE(holds(as_judged<float, ff_t, pairs::polar>{}, vectors(5000, 1 << 18)));
}
TEST_F(Geometry, FloatLosesAndInventsNothing) {
  EXPECT_TRUE(holds(as_judged<float, float, pairs::wobbly>{}, vectors(5000, 1 << 19)));
  EXPECT_TRUE(holds(as_judged<float, float, pairs::grazing>{}, vectors(5000, 1 << 19)));
}
TEST_F(Geometry, DoubleLosesAndInventsNothing) {
  EXPECT_TRUE(holds(as_judged<double, double, pairs::wobbly>{}, vectors(5000, 1 << 19)));
  EXPECT_TRUE(holds(as_judged<double, double, pairs::grazing>{}, vectors(2000, 1 << 19)));
}
TEST_F(Geometry, PairsLoseAndInventNothing) {
  EXPECT_TRUE(holds(as_judged<ff_t, ff_t, pairs::wobbly>{}, vectors(2000, 1 << 18)));
  EXPECT_TRUE(holds(as_judged<ff_t, ff_t, pairs::polar>{}, vectors(2000, 1 << 18)));
}

/// What the mixed search leaves undecided.
FF_HD bool is_decided(const pair& p) {
  patch_hits<ff_t> h;
  certified_hits<float>(p.r, p.s, h);
  return !h.undecided.any();
}
struct wobbly_is_decided {
  FF_HD bool operator()(uint64 i) const { return is_decided(pairs::wobbly(i)); }
};
/// A ray that passes a pole within 2^-28 may be near the errors.
struct polar_is_decided {
  FF_HD bool operator()(uint64 i) const {
    const pair p = pairs::polar(i);
    const double x = double(p.r.origin.x) + p.r.direction.x, y = double(p.r.origin.y) + p.r.direction.y;
    return is_decided(p) || (std::fabs(x) < 0x1p-28 && std::fabs(y) < 0x1p-28);
  }
};
TEST_F(Geometry, MixedDecides) {
  EXPECT_TRUE(holds(wobbly_is_decided{}, vectors(20000, 1 << 22)));
  EXPECT_TRUE(holds(polar_is_decided{}, vectors(1 << 18, 1 << 20)));
}

/// Searches with numbers of few bits as boxes: with honest bounds, and with none to speak of.
template <int bits, int flattered>
struct few_bits : as_judged<coarse::number<bits, flattered>, ff_t, pairs::wobbly> {};
TEST_F(Geometry, BoundsHoldForNumbersOfFewBits) {
  EXPECT_TRUE(holds(few_bits<12, 0>{}, vectors(5000, 1 << 18)));
}
TEST_F(Geometry, BoundsThatAreTooSmallLoseHits) {
  EXPECT_FALSE(holds(few_bits<8, 20>{}, vectors(1000, 1 << 18)));
}

// ---------------------------------------------------------------- hits that are known

/// A sheet in the plane z = 0 with x = 3 u, y = 3 v: a ray to a point of a grid hits it there.
struct hits_of_a_plane {
  FF_HD bool operator()(uint64 i) const {
    pair p{};
    for (int a = 0; a < 4; ++a)
      for (int b = 0; b < 4; ++b) p.s.p[a][b] = {static_cast<float>(a), static_cast<float>(b), 0.0f};
    const int x = static_cast<int>(i % 15) - 1, y = static_cast<int>(i / 15) - 1;  // quarters of a third
    pairs::stream d(i);
    const vec3 along{d.within(1.0f), d.within(1.0f), -1.0f};
    const vec3 to{static_cast<float>(x) / 4, static_cast<float>(y) / 4, 0.0f};
    p.r = {to - 4.0f * along, along, 0.0f, 100.0f};
    if (far(point_at(
                ray<ff_t>{
                    {p.r.origin.x, p.r.origin.y, p.r.origin.z}, {along.x, along.y, along.z}, 0.0f, 0.0f},
                ff_t(4.0f)),
            to) > 0)
      return true;  // the origin was rounded
    patch_hits<ff_t> h;
    certified_hits<float>(p.r, p.s, h);
    const bool on = x >= 0 && x <= 12 && y >= 0 && y <= 12;
    if (h.undecided.any() || h.count != (on ? 1 : 0)) return false;
    if (!on) return true;
    const auto& hit = h.hit[0];
    const int edges =
        (x == 0 ? edge_u0 : 0) | (x == 12 ? edge_u1 : 0) | (y == 0 ? edge_v0 : 0) | (y == 12 ? edge_v1 : 0);
    return std::fabs(double(hit.u) - x / 12.0) <= hit.u_error &&
           std::fabs(double(hit.v) - y / 12.0) <= hit.v_error &&
           std::fabs(double(hit.t) - 4) <= hit.t_error && hit.u_error < 1e-11f && hit.t_error < 1e-11f &&
           hit.edges == edges && !hit.collapsed;
  }
};
TEST_F(Geometry, HitsOfAPlaneAndItsEdges) { EXPECT_TRUE(holds(hits_of_a_plane{}, 225)); }

/// A sheet that begins a little beyond the edge u = 0, up to about where it is out of reach: the parameter of
/// the continued sheet is within the error of the hit.
struct hits_just_beyond_an_edge {
  FF_HD bool operator()(uint64 i) const {
    pairs::stream d(i);
    const auto between = [&d](float lower, float width) {
      return ff::fma_rn(width, d.within(0.5f) + 0.5f, lower);
    };
    const float x[4] = {between(1.0f, 1.0f) * ff::detail::power_of_two(-52 + static_cast<int>(i % 8)),
                        between(0.5f, 1.0f), between(2.0f, 1.0f), 3.5f};
    pair p{};
    for (int a = 0; a < 4; ++a)
      for (int b = 0; b < 4; ++b) p.s.p[a][b] = {x[a], static_cast<float>(b), 0.0f};
    const float slant = between(0.2f, 0.6f);
    p.r = {{-4 * slant, 1.25f, 4.0f}, {slant, 0.0f, -1.0f}, 0.0f, 100.0f};  // through x = 0
    double u = 0;
    for (int step = 0; step < 6; ++step) {
      const double r = 1 - u;
      u -= (((3 * x[1] * r + 3 * x[2] * u) * r + double(x[3]) * u * u) * u + double(x[0]) * r * r * r) /
           (3 * ((double(x[1]) - x[0]) * r * r + 2 * (double(x[2]) - x[1]) * r * u +
                 (double(x[3]) - x[2]) * u * u));
    }
    patch_hits<double> h;
    certified_hits<float>(p.r, p.s, h);
    for (int k = 0; k < h.count; ++k)
      if (h.hit[k].edges != edge_u0 || std::fabs(h.hit[k].u - u) > double(h.hit[k].u_error)) return false;
    return h.count == 1 || u < -0x1p-49;
  }
};
TEST_F(Geometry, HitsJustBeyondAnEdgeAreWithinTheirErrors) {
  EXPECT_TRUE(holds(hits_just_beyond_an_edge{}, vectors(40000, 1 << 20)));
}

/// A sheet with control points of few bits, so that its quarters are exact, and a ray through a point of the
/// seams between them: some quarter reports the point, and all that report it name the edge; a point where
/// all four meet, too.
struct seams_are_hit {
  FF_HD bool operator()(uint64 i) const {
    pairs::stream x(i);
    pairs::patch s{};
    for (int a = 0; a < 4; ++a)
      for (int b = 0; b < 4; ++b)
        s.p[a][b] = {static_cast<float>(64 * a) + std::floor(x.within(16.0f)),
                     static_cast<float>(64 * b) + std::floor(x.within(16.0f)), std::floor(x.within(64.0f))};
    const auto u = halve_u(s);
    const auto below = halve_v(u.lower), above = halve_v(u.upper);
    const pairs::patch* quarter[4] = {&below.lower, &below.upper, &above.lower, &above.upper};
    const float along = static_cast<float>(i % 9) / 8;  // exact on the curve: 3 bits a level
    const bool on_u = i % 2 == 0;
    const vec3 to = on_u ? evaluate(s, 0.5f, along).point : evaluate(s, along, 0.5f).point;
    const vec3 d{std::floor(x.within(3.0f)), std::floor(x.within(3.0f)), -4.0f};
    const ray<float> r{to - 64.0f * d, d, 0.0f, 1000.0f};
    int found = 0;
    for (const pairs::patch* q : quarter) {
      patch_hits<ff_t> h;
      certified_hits<float>(r, *q, h);
      for (int k = 0; k < h.count; ++k) {
        if (std::fabs(double(h.hit[k].t) - 64) > h.hit[k].t_error + 1e-9) continue;
        if (h.hit[k].edges == 0) return false;
        ++found;
      }
      if (h.undecided.any()) found = 4;
    }
    return found >= (i % 9 == 4 ? 4 : 2);  // the seam's curve is in both its patches
  }
};
TEST_F(Geometry, SeamsAreHitOnBothSides) { EXPECT_TRUE(holds(seams_are_hit{}, vectors(2000, 1 << 18))); }

/// A ray exactly through the pole of a sphere hits all octants there, along the axis and slanted.
struct poles_are_hit {
  FF_HD bool operator()(uint64 i) const {
    pairs::stream x(i);
    const vec3 from{i == 0 ? 0.0f : std::floor(x.within(64.0f)) / 16,
                    i == 0 ? 0.0f : std::floor(x.within(64.0f)) / 16, 5.0f};
    const ray<float> r{from, {-from.x, -from.y, -4.0f}, 0.0f, 10.0f};
    for (int k = 0; k < 4; ++k) {
      patch_hits<ff_t> h;
      certified_hits<float>(r, pairs::octant(k), h);
      int poles = 0;
      for (int j = 0; j < h.count; ++j)
        poles += h.hit[j].collapsed && h.hit[j].edges == edge_u0 &&
                 std::fabs(double(h.hit[j].t) - 1) <= h.hit[j].t_error;
      if (poles != 1 || h.undecided.any()) return false;
    }
    patch_hits<ff_t> beside;
    certified_hits<float>(
        ray<float>{{from.x, from.y, 5.0f},
                   {ff::detail::from_bits(ff::detail::to_bits(-from.x) + 1), -from.y, -4.0f},
                   0.0f,
                   10.0f},
        pairs::octant(0), beside);
    for (int j = 0; j < beside.count; ++j)
      if (beside.hit[j].collapsed) return false;
    return true;
  }
};
TEST_F(Geometry, PolesAreHitExactly) { EXPECT_TRUE(holds(poles_are_hit{}, vectors(500, 1 << 14))); }

/// Through the pole of z = x^2 / 3 and once more beside it, however near: the second point is not lost.
struct points_beside_a_pole {
  FF_HD bool operator()(uint64 i) const {
    pair p{};
    for (int a = 0; a < 4; ++a)
      for (int b = 0; b < 4; ++b) {
        const float x = static_cast<float>(a);
        p.s.p[a][b] = {x, x * (static_cast<float>(b) * 0.3f - 0.4f), a < 2 ? 0.0f : 2.0f * x - 3.0f};
      }
    const float u = ff::detail::power_of_two(-1 - static_cast<int>(i));
    p.r = {{0.0f, 0.0f, 0.0f}, {1.0f, 0.0f, u}, -1.0f, 10.0f};
    patch_hits<float> rough;
    patch_hits<ff_t> fine;
    certified_hits<float>(p.r, p.s, rough);
    certified_hits<float>(p.r, p.s, fine);
    return has_both(rough, u) && has_both(fine, u);
  }
  template <class T>
  FF_HD static bool has_both(const patch_hits<T>& h, float u) {
    bool pole = false, other = h.undecided.t_first <= 3.0f * u && 3.0f * u <= h.undecided.t_last;
    for (int k = 0; k < h.count; ++k) {
      pole = pole || (h.hit[k].collapsed && h.hit[k].edges == edge_u0);
      other = other || (!h.hit[k].collapsed && std::fabs(double(h.hit[k].u) - double(u)) <= h.hit[k].u_error);
    }
    return pole && other;
  }
};
TEST_F(Geometry, PointsBesideAPoleAreNotLost) { EXPECT_TRUE(holds(points_beside_a_pole{}, 60)); }

/// What cannot be decided is said to be: tangents, a ray in a plane sheet, numbers out of the domain.
struct undecided_cases {
  FF_HD bool operator()(uint64 i) const {
    pair p{};
    for (int a = 0; a < 4; ++a)
      for (int b = 0; b < 4; ++b) p.s.p[a][b] = {static_cast<float>(a), static_cast<float>(b), 0.0f};
    p.r = {{-1.0f, 1.5f, 0.0f}, {1.0f, 0.0f, 0.0f}, 0.0f, 100.0f};  // in the sheet
    if (i == 1)
      for (int a = 0; a < 4; ++a)
        for (int b = 0; b < 4; ++b)
          p.s.p[a][b].z = b == 1 || b == 2 ? -1.0f : 1.0f;                       // (1 - 2 v)^2 - v (1 - v) 2
    if (i == 1) p.r = {{-1.0f, 1.5f, -0.5f}, {1.0f, 0.0f, 0.0f}, 0.0f, 100.0f};  // along the valley's bottom
    if (i == 2) p.s.p[2][1].y = nan;
    if (i == 3) p.s.p[3][3].x = inf;
    if (i == 4) p.r.origin.z = nan;
    if (i == 5) p.r.direction = {0.0f, 0.0f, 0.0f};
    if (i == 6) p.r.direction.x = 0x1p100f;
    if (i == 7) p.r.direction = {0.0f, nan, 1.0f};
    patch_hits<ff_t> h;
    certified_hits<float>(p.r, p.s, h);
    return h.undecided.any();
  }
};
TEST_F(Geometry, TheUndecidableIsUndecided) { EXPECT_TRUE(holds(undecided_cases{}, 8)); }

/// A point that the search cannot decide is within `undecided`, which is rounded outwards; one that it tells
/// is within the errors.  Coordinates are of any size, and parameters have no few bits.
template <class N, class T, touching::contact how>
struct known_points_are_told {
  FF_HD bool operator()(uint64 i) const { return touching::is_told<N, T>(touching::draw(i, how)); }
};
template <touching::contact how>
void expect_known_points_are_told(uint64 count) {
  EXPECT_TRUE((holds(known_points_are_told<float, float, how>{}, count)));
  EXPECT_TRUE((holds(known_points_are_told<double, double, how>{}, count)));
  EXPECT_TRUE((holds(known_points_are_told<ff_t, ff_t, how>{}, count)));
  EXPECT_TRUE((holds(known_points_are_told<float, ff_t, how>{}, count)));
  EXPECT_TRUE((holds(known_points_are_told<float, double, how>{}, count)));
}
TEST_F(Geometry, UndecidedHoldsTheTouchingPoint) {
  expect_known_points_are_told<touching::contact::point>(vectors(1000, 1 << 20));
}
TEST_F(Geometry, UndecidedHoldsTheLineThatTheRayTouches) {
  expect_known_points_are_told<touching::contact::line>(vectors(60, 1 << 14));
}
TEST_F(Geometry, HitsAreWithinTheirErrorsOfTheKnownPoint) {
  expect_known_points_are_told<touching::contact::crossing>(vectors(4000, 1 << 20));
}

/// The parameters of boxes are exact in double at all depths, and their bounds in floats hold them.
struct dyadic_parameters {
  FF_HD bool operator()(uint64 i) const {
    pairs::stream x(i);
    const int depth = 1 + static_cast<int>(i % 49);
    const uint64 index = x.bits() >> (64 - depth);
    const double exact = static_cast<double>(index) * (1.0 / static_cast<double>(uint64{1} << depth));
    const float below = ff::detail::dyadic_below(index, depth),
                above = ff::detail::dyadic_above(index, depth);
    return ff::detail::dyadic<double>(index, depth) == exact && below <= exact && exact <= above &&
           ff::detail::next_up(below) >= above && (below == above) == (static_cast<float>(exact) == exact);
  }
};
TEST_F(Geometry, ParametersOfBoxesAreExact) { EXPECT_TRUE(holds(dyadic_parameters{}, 100000)); }

/// A patch that is one point has one hit, at a corner; so has a triangle with two edges in that point.
struct one_hit_of_edges_that_meet {
  FF_HD bool operator()(uint64 i) const {
    pair p{};
    for (int a = 0; a < 4; ++a)
      for (int b = 0; b < 4; ++b) {
        const bool is_point = i == 0 || a == 0 || (i == 1 && b == 3);
        p.s.p[a][b] =
            is_point ? vec3{1.0f, 2.0f, 3.0f} : vec3{static_cast<float>(a), static_cast<float>(b), 0.0f};
      }
    p.r = {{1.0f, 2.0f, 0.0f}, {0.0f, 0.0f, 1.0f}, 0.0f, 10.0f};
    patch_hits<ff_t> h;
    certified_hits<float>(p.r, p.s, h);
    int collapsed = 0, edges = 0;
    for (int k = 0; k < h.count; ++k)
      if (h.hit[k].collapsed) {
        ++collapsed, edges = h.hit[k].edges;
        if (std::fabs(double(h.hit[k].t) - 3.0) > h.hit[k].t_error) return false;
      }
    return collapsed == 1 && edges == (i == 0 ? 15 : i == 1 ? edge_u0 | edge_v1 : edge_u0);
  }
};
TEST_F(Geometry, EdgesThatMeetInOnePointAreOneHit) { EXPECT_TRUE(holds(one_hit_of_edges_that_meet{}, 3)); }

/// The range of t: hits beyond it are not reported.
struct t_is_bounded {
  FF_HD bool operator()(uint64 i) const {
    pair p = pairs::wobbly(i);
    patch_hits<ff_t> all, some;
    certified_hits<float>(p.r, p.s, all);
    if (all.count == 0) return true;
    const float t = all.hit[0].t.hi();
    p.r.t_min = t * (1 - 0x1p-10f), p.r.t_max = t * (1 + 0x1p-10f);
    certified_hits<float>(p.r, p.s, some);
    p.r.t_min = t * (1 + 0x1p-10f), p.r.t_max = 1e30f;
    const int within = some.count;
    certified_hits<float>(p.r, p.s, some);
    int beyond = 0;
    for (int k = 0; k < all.count; ++k) beyond += double(all.hit[k].t) > p.r.t_min;
    return within >= 1 && within <= all.count && some.count == beyond;
  }
};
TEST_F(Geometry, HitsBeyondTheRaysEndsAreLeftOut) {
  EXPECT_TRUE(holds(t_is_bounded{}, vectors(2000, 1 << 18)));
}

/// A plane at t = 3 + k 2^-23, which floats cannot tell from an end at 3 for k = 1 and -1: it is hit on the
/// ray's side of the end, and on the end, and not beyond it.
struct ends_are_finer_than_floats {
  template <class Boxes, class Values>
  FF_HD static bool right(uint64 i) {
    const int k = static_cast<int>(i % 9) - 4, sign = i / 9 % 2 == 0 ? 1 : -1;
    pair p{};
    for (int a = 0; a < 4; ++a)
      for (int b = 0; b < 4; ++b)
        p.s.p[a][b] = {static_cast<float>(a), static_cast<float>(b), 1.0f + static_cast<float>(k) * 0x1p-23f};
    p.r = {{1.0f, 1.0f, -2.0f}, {0.0f, 0.0f, 1.0f}, -inf, inf};
    (sign > 0 ? p.r.t_max : p.r.t_min) = 3.0f;
    patch_hits<Values> h;
    certified_hits<Boxes>(p.r, p.s, h);
    return h.count == (sign * k <= 0 ? 1 : 0) && !h.undecided.any();
  }
  FF_HD bool operator()(uint64 i) const {
    return right<float, ff_t>(i) && right<double, double>(i) && right<ff_t, ff_t>(i);
  }
};
TEST_F(Geometry, EndsAreFinerThanFloats) { EXPECT_TRUE(holds(ends_are_finer_than_floats{}, 18)); }

/// The errors of float's hits hold those of the mixed search, and theirs those of double's, but for hits at
/// edges, whose zeros may lie beyond.
struct errors_hold {
  FF_HD bool operator()(uint64 i) const {
    const pair p = pairs::wobbly(i);
    patch_hits<float> rough;
    patch_hits<ff_t> fine;
    patch_hits<double> other;
    certified_hits<float>(p.r, p.s, rough);
    certified_hits<float>(p.r, p.s, fine);
    certified_hits<double>(p.r, p.s, other);
    const independent::sheet s = independent::planes(p);
    for (int k = 0; k < rough.count; ++k)
      if (!is_among(rough.hit[k], fine) && !independent::is_at_an_edge(s, rough.hit[k])) return false;
    for (int k = 0; k < fine.count; ++k)
      if (!is_among(fine.hit[k], other) && !independent::is_at_an_edge(s, fine.hit[k])) return false;
    return true;
  }
  template <class T, class S>
  FF_HD static bool is_among(const patch_hit<T>& h, const patch_hits<S>& all) {
    for (int k = 0; k < all.count; ++k) {
      const auto& g = all.hit[k];
      if (std::fabs(double(h.u) - double(g.u)) <= h.u_error + g.u_error &&
          std::fabs(double(h.v) - double(g.v)) <= h.v_error + g.v_error &&
          std::fabs(double(h.t) - double(g.t)) <= h.t_error + g.t_error)
        return true;
    }
    return false;
  }
};
TEST_F(Geometry, ErrorsHoldTheZeros) { EXPECT_TRUE(holds(errors_hold{}, vectors(5000, 1 << 19))); }

}  // namespace
