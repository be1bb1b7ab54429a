// Steps of the analysis: the exact value of a step from its operands' forms; its interval and its grid;
// whether rounding keeps it; if not, one more error of at most half an ulp of its largest magnitude.
#include "analysis.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

namespace proofs {
namespace {

using ff::trace::node;
using ff::trace::operation;

constexpr int least_grid = -149, any_grid = 1 << 20;  // of a subnormal's last bit; of zero

int grid_of(float v) {
  if (v == 0) return any_grid;
  int e;
  const float m = std::frexp(v, &e);
  int n = static_cast<int>(std::ldexp(m, 24)), g = e - 24;
  while (n % 2 == 0) n /= 2, ++g;
  return g;
}
// The exponent of the last bit of a float of that magnitude.
int ulp_exponent(double a) { return a > 0 ? std::max(std::ilogb(a) - 23, least_grid) : least_grid; }
// The largest rounding error of magnitudes up to a.  A little above a power of two only the excess counts:
// such numbers are rounded to that power.
double half_ulp(double a) {
  if (!(a > 0)) return 0;
  int e;
  const double m = std::frexp(a, &e), power = std::ldexp(1.0, e - 1);  // power <= a
  const double above = std::ldexp(1.0, std::max(e - 25, -150)),
               below = std::ldexp(1.0, std::max(e - 26, -150));
  return m == 0.5 ? below : std::max(below, std::min(above, (a - power) * upwards));
}

}  // namespace

class analyser::work {
 public:
  const result& run(const program& p, const cell& at) {
    const std::size_t from = kept_steps(p, at);
    p_ = &p;
    serial_ = p.serial;
    at_ = at;
    out_.possible = true, out_.empty = false;
    const std::size_t n = p.steps.size();
    out_.steps.resize(n);
    marks_.resize(n);
    if (from == 0) {
      out_.errors.assign(1, at.low_radius);
      products_ = 0;
    } else if (from < marked_) {
      out_.errors.resize(marks_[from].errors);
      products_ = marks_[from].products;
    }
    if (errors_count_ >= from) errors_count_ = none;
    std::size_t i = from;
    for (; i < n && out_.possible && !out_.empty; ++i) {
      marks_[i] = {out_.errors.size(), products_};
      take(static_cast<int>(i));
    }
    // the step that ended it is to be taken again
    done_ = out_.possible && !out_.empty ? i : i - 1;
    marked_ = i;
    if (out_.possible && !out_.empty) {
      add(out_.total, step_at(p.hi).value, step_at(p.lo).value);
      return out_;
    }
    out_.total.clear();
    for (; i < n; ++i) reset(out_.steps[i]);
    return out_;
  }
  bool errors_decided_nothing() const { return errors_count_ >= out_.steps.size(); }

 private:
  // The number of steps, from the first on, that are what they were on the last cell.
  std::size_t kept_steps(const program& p, const cell& at) const {
    if (p.serial == 0 || p.serial != serial_ || at.first != at_.first || at.last != at_.last ||
        at.low != at_.low || at.low_radius != at_.low_radius || at.by_sum != at_.by_sum ||
        at.pairs != at_.pairs || at.on_grids != at_.on_grids)
      return 0;
    std::size_t kept = done_;
    // where keep_errors first made a difference
    if (at.keep_errors != at_.keep_errors) kept = std::min(kept, errors_count_);
    const std::vector<known_case>&a = at.known, &b = at_.known;
    std::size_t same = 0;
    while (same < a.size() && same < b.size() && a[same] == b[same]) ++same;
    for (const std::vector<known_case>* one : {&a, &b})
      for (std::size_t i = same; i < one->size(); ++i)
        kept = std::min(kept, static_cast<std::size_t>((*one)[i].step));
    return kept;
  }

  const node& node_at(int i) const { return p_->steps[static_cast<std::size_t>(i)]; }
  step& step_at(int i) { return out_.steps[static_cast<std::size_t>(i)]; }
  bool is(int i, operation op) const { return i >= 0 && node_at(i).op == op; }

  // ---- structure: opposites, and powers of two taken off

  // A sum with 0 is its other operand, and a product by 1 its other factor.
  int without_sign(int i, int& sign) {
    for (;;) {
      const node& n = node_at(i);
      if (n.op == operation::negate) {
        sign = -sign;
        i = n.a;
      } else if (n.op == operation::add && (forms_zero(n.a) || forms_zero(n.b))) {
        i = forms_zero(n.a) ? n.b : n.a;
      } else if (n.op == operation::fuse && (forms_zero(n.a) || forms_zero(n.b))) {
        i = n.c;
      } else if (n.op == operation::multiply && (forms_one(n.a) || forms_one(n.b))) {
        i = forms_one(n.a) ? n.b : n.a;
      } else {
        return i;
      }
    }
  }
  bool opposite(int i, int k) const {
    return (is(i, operation::negate) && node_at(i).a == k) || (is(k, operation::negate) && node_at(k).a == i);
  }
  // True where u is v, or -v with another sign.  A constant carries its own sign: the values are compared.
  bool same(int u, int v, int& sign) const {
    if (u == v) return true;
    if (!is(u, operation::constant) || !is(v, operation::constant)) return false;
    if (node_at(u).value == node_at(v).value) return true;
    sign = -sign;
    return node_at(u).value == -node_at(v).value;
  }
  static bool power_of_two(float v) {
    int e;
    return v != 0 && std::fabs(std::frexp(v, &e)) == 0.5f;
  }
  // i = factor times base; only exact products and sums with 0 are taken apart.
  int base_of(int i, double& factor) {
    for (;;) {
      int sign = 1;
      i = without_sign(i, sign);
      factor *= sign;
      const node& n = node_at(i);
      if (n.op == operation::add && step_at(i).exact && (forms_zero(n.a) || forms_zero(n.b))) {
        i = forms_zero(n.a) ? n.b : n.a;
        continue;
      }
      if (n.op == operation::add && n.a == n.b) {
        factor *= 2;
        i = n.a;
        continue;
      }
      if (n.op != operation::multiply || !step_at(i).exact) return i;
      if (forms_power(n.a)) {
        factor *= step_at(n.a).least;
        i = n.b;
      } else if (forms_power(n.b)) {
        factor *= step_at(n.b).least;
        i = n.a;
      } else {
        return i;
      }
    }
  }

  // ---- what a step is without its rounding

  // It stands until the next call.
  const form& product_of(int a, int b) {
    int sign = 1;
    a = without_sign(a, sign);
    b = without_sign(b, sign);
    if (b < a) std::swap(a, b);
    std::size_t at = 0;
    while (at < products_ && (product_at_[at].a != a || product_at_[at].b != b)) ++at;
    if (at == products_) {
      if (++products_ > product_at_.size()) product_at_.emplace_back();
      product& made = product_at_[at];
      made.a = a, made.b = b;
      const bool a_power = forms_power(a);
      if (a_power || forms_power(b)) {
        made.value = step_at(a_power ? b : a).value;
        scale_by(made.value, step_at(a_power ? a : b).least);
      } else {
        const form &x = step_at(a).value, &y = step_at(b).value;
        at_.pairs ? multiply_with_pairs(made.value, x, y, out_.errors, own_)
                  : multiply(made.value, x, y, out_.errors, own_);
      }
    }
    if (sign > 0) return product_at_[at].value;
    add(turned_, zero_, product_at_[at].value, -1);
    return turned_;
  }
  // x - x, or x 2^k - x 2^k.
  bool cancels(const node& n) {
    double f = 1, g = 1;
    if (n.op == operation::add) return base_of(n.a, f) == base_of(n.b, g) && f == -g;
    const bool a_power = forms_power(n.a);
    if (!a_power && !forms_power(n.b)) return false;
    f = step_at(a_power ? n.a : n.b).least;
    return base_of(a_power ? n.b : n.a, f) == base_of(n.c, g) && f == -g;
  }
  static void scale_by(form& f, double factor) {
    for (long double& x : f.p) x *= static_cast<long double>(factor);
    f.rest *= std::fabs(factor);
    for (slope& s : f.slopes) {
      s.radius *= std::fabs(factor);
      for (double& x : s.c) x *= factor;
    }
    for (pair_of_errors& q : f.pairs) {
      q.c *= factor, q.c1 *= factor;
      q.radius *= std::fabs(factor);
    }
  }

  // ---- exactness by structure

  struct magnitude {
    double least, most;
  };
  magnitude magnitude_of(int i) {
    const step& s = step_at(i);
    const double a = std::fabs(s.least), b = std::fabs(s.most);
    return {s.least <= 0 && s.most >= 0 ? 0 : std::min(a, b), std::max(a, b)};
  }

  // s = RN(a + b) with a - s exact by FastTwoSum's condition.
  bool fast_two_sum_holds(int a, int b) {
    const magnitude ma = magnitude_of(a), mb = magnitude_of(b);
    return ma.least >= mb.most || step_at(a).grid >= ulp_exponent(mb.most);
  }

  // The step x - s or s - x (x and s without signs) with s = RN(x + w).
  bool exact_difference(int x, int s) {
    const node& n = node_at(s);
    if (n.op == operation::add) {
      int sa = 1, sb = 1;
      const int a = without_sign(n.a, sa), b = without_sign(n.b, sb);
      if (a == x && sa > 0 && fast_two_sum_holds(a, n.b)) return true;
      if (b == x && sb > 0 && fast_two_sum_holds(b, n.a)) return true;
    }
    if (n.op == operation::fuse && n.c == x) {
      // w = x q with |q| <= 1/2: x/2 <= s <= 2 x, and Sterbenz's lemma holds
      double fx = 1, fa = 1, fb = 1;
      const int bx = base_of(x, fx), ba = base_of(n.a, fa), bb = base_of(n.b, fb);
      if (ba == bx && magnitude_of(n.b).most * std::fabs(fa / fx) <= 0.5) return true;
      if (bb == bx && magnitude_of(n.a).most * std::fabs(fb / fx) <= 0.5) return true;
    }
    return false;
  }

  // e = b - (s - a) for s = RN(a + b): the sum's error, if s - a is exact.
  bool rest_of_fast_two_sum(int x, int y) {
    for (int turn = 0; turn < 2; ++turn, std::swap(x, y)) {
      int sx = 1, sz = 1;
      const int b = without_sign(x, sx), z = without_sign(y, sz);
      if (!is(z, operation::add) || !step_at(z).exact) continue;
      // sx b + sz z,  z = u + v with one of them a sum s with b in it
      for (int k = 0; k < 2; ++k) {
        int su = 1, sv = 1;
        const int s = without_sign(k == 0 ? node_at(z).a : node_at(z).b, su);
        const int a = without_sign(k == 0 ? node_at(z).b : node_at(z).a, sv);
        if (!is(s, operation::add)) continue;
        // s = ka a + kb b; the sum is sx b + sz su s + sz sv a
        for (int j = 0; j < 2; ++j) {
          int ka = 1, kb = 1;
          const int first = without_sign(j == 0 ? node_at(s).a : node_at(s).b, ka);
          const int second = without_sign(j == 0 ? node_at(s).b : node_at(s).a, kb);
          if (same(first, a, ka) && second == b && su * ka == -sv && sz * su * kb == -sx) return true;
        }
      }
    }
    return false;
  }

  // ---- TwoSum (Knuth): s = RN(a + b), v = RN(s - a) sees b, w = RN(s - v) sees a.  w, a - w and b - v are
  // exact, and so is (a - w) + (b - v), the sum's error.

  struct sight {
    int sum, seen;  // seen is an operand of the sum, in this step's place up to the sign
    bool second;    // w
  };
  // i = sign (s - a) or sign (s - v).
  bool sees(int i, sight& what, int& sign) {
    int outer = 1;
    i = without_sign(i, outer);
    if (!is(i, operation::add)) return false;
    for (int k = 0; k < 2; ++k) {
      int ss = 1, so = 1;
      const int s = without_sign(k == 0 ? node_at(i).a : node_at(i).b, ss);
      const int o = without_sign(k == 0 ? node_at(i).b : node_at(i).a, so);
      if (!is(s, operation::add)) continue;
      int sa = 1, sb = 1;
      const int a = without_sign(node_at(s).a, sa), b = without_sign(node_at(s).b, sb);
      sign = outer * ss;
      if (o == a && so * sa == -ss) {
        what = {s, node_at(s).b, false};
        return true;
      }
      if (o == b && so * sb == -ss) {
        what = {s, node_at(s).a, false};
        return true;
      }
      sight v;
      int sv = 1;
      if (is(o, operation::add) && o != i && sees(o, v, sv) && !v.second && v.sum == s && so * sv == -ss) {
        what = {s, v.seen == node_at(s).a ? node_at(s).b : node_at(s).a, true};
        return true;
      }
    }
    return false;
  }
  // i = sign (x - what saw x), x an operand of the sum.
  bool left_over(int i, sight& what, int& sign) {
    int outer = 1;
    i = without_sign(i, outer);
    if (!is(i, operation::add)) return false;
    for (int k = 0; k < 2; ++k) {
      const int x = k == 0 ? node_at(i).a : node_at(i).b, y = k == 0 ? node_at(i).b : node_at(i).a;
      int sx = 1, sy = 1, st = 1;
      if (!sees(y, what, sy)) continue;
      const int base = without_sign(x, sx), target = without_sign(what.seen, st);
      if (base == target && sx * st == -sy) {
        sign = outer * -sy;
        return true;
      }
    }
    return false;
  }
  bool two_sum_step(int i) {
    sight what, other;
    int sign = 1, second = 1;
    if (sees(i, what, sign) && what.second) return true;
    if (left_over(i, what, sign)) return true;
    const node& n = node_at(i);
    return left_over(n.a, what, sign) && left_over(n.b, other, second) && what.sum == other.sum &&
           what.second != other.second && sign == second;
  }

  // The operand that a sum leaves as it is, since the other is below a quarter of its last bit; or -1.
  int absorbing(const node& n) {
    if (n.op == operation::add) {
      for (const auto& [x, y] : {std::pair{n.a, n.b}, std::pair{n.b, n.a}}) {
        const magnitude mx = magnitude_of(x), my = magnitude_of(y);
        if (mx.least > 0x1p-100 && my.most < std::ldexp(1.0, std::ilogb(mx.least) - 26)) return x;
      }
    }
    if (n.op == operation::fuse) {
      const magnitude a = magnitude_of(n.a), b = magnitude_of(n.b), c = magnitude_of(n.c);
      if (c.least > 0x1p-100 && a.most * b.most * upwards < std::ldexp(1.0, std::ilogb(c.least) - 26))
        return n.c;
    }
    return -1;
  }
  bool is_zero(int i) { return step_at(i).least == 0 && step_at(i).most == 0; }
  bool is_one(int i) { return step_at(i).least == 1 && step_at(i).most == 1; }
  // On the whole cell it is one power of two.
  bool is_power(int i) {
    return step_at(i).least == step_at(i).most && power_of_two(static_cast<float>(step_at(i).least));
  }

  // These ask the same of the step's form.  Where a grid alone tells the value, the form has errors that
  // cancel later.
  bool plain_form(int i) { return !at_.on_grids || step_at(i).value.slopes.empty(); }
  bool forms_zero(int i) { return is_zero(i) && plain_form(i); }
  bool forms_one(int i) { return is_one(i) && plain_form(i); }
  bool forms_power(int i) { return is_power(i) && plain_form(i); }

  // i = sign (h - P) for h = RN(P + z) with a product P that is a float: FastTwoSum's second step.  Sets z,
  // with its sign in h.
  bool product_taken_off(int i, int& sign, int& z, int& z_sign) {
    int outer = 1;
    i = without_sign(i, outer);
    if (!is(i, operation::fuse)) return false;
    int sh = 1, sp = 1, sq = 1;
    const int h = without_sign(node_at(i).c, sh);
    if (!is(h, operation::fuse)) return false;
    const int a = without_sign(node_at(i).a, sp), b = without_sign(node_at(i).b, sp);
    const int x = without_sign(node_at(h).a, sq), y = without_sign(node_at(h).b, sq);
    int straight = sp, crossed = sp;
    const bool matches = same(a, x, straight) && same(b, y, straight);
    if (!matches && !(same(a, y, crossed) && same(b, x, crossed))) return false;
    if ((matches ? straight : crossed) != -sh * sq) return false;
    const int grid = step_at(a).grid + step_at(b).grid;
    const magnitude ma = magnitude_of(a), mb = magnitude_of(b);
    if (grid < least_grid || !(ma.most * mb.most <= std::ldexp(1.0, grid + 24))) return false;
    sign = outer * sh;
    z = without_sign(node_at(h).c, z_sign);
    const double most = magnitude_of(z).most;
    return ma.least * mb.least >= most * upwards || grid >= ulp_exponent(most);
  }

  bool exact_by_structure(int i, const node& n) {
    int sign = 1, z = -1, z_sign = 1;
    if (n.op == operation::fuse && product_taken_off(i, sign, z, z_sign)) return true;
    if (n.op == operation::add) {
      for (const auto& [x, y] : {std::pair{n.a, n.b}, std::pair{n.b, n.a}}) {
        int sx = 1;
        z_sign = 1;
        if (product_taken_off(y, sign, z, z_sign) && without_sign(x, sx) == z && sx * z_sign == -sign)
          return true;
      }
    }
    // x + x, x + 0, x 2^k, x 2^k + 0 and 0 y + x
    if (n.op == operation::add && n.a == n.b) return true;
    if (n.op == operation::add && (is_zero(n.a) || is_zero(n.b))) return true;
    if (n.op == operation::fuse && (is_zero(n.a) || is_zero(n.b))) return true;
    if (n.op == operation::multiply || (n.op == operation::fuse && is_zero(n.c)))
      if ((is_power(n.a) || is_power(n.b)) && step_at(n.a).grid + step_at(n.b).grid >= least_grid)
        return true;
    if (n.op == operation::add) {
      int sa = 1, sb = 1;
      const int a = without_sign(n.a, sa), b = without_sign(n.b, sb);
      if (sa != sb && (exact_difference(a, b) || exact_difference(b, a))) return true;
      if (rest_of_fast_two_sum(n.a, n.b)) return true;
      return sterbenz(n.a, n.b);
    }
    if (n.op == operation::fuse && is_one(n.b) && rest_of_fast_two_sum(n.a, n.c)) return true;
    if (n.op == operation::fuse) {
      const int grid = step_at(n.a).grid + step_at(n.b).grid;
      if (grid < least_grid) return false;
      int sc = 1, sp = 1;
      const int c = without_sign(n.c, sc);
      int a = without_sign(n.a, sp), b = without_sign(n.b, sp);
      const node& of = node_at(c);
      // a b - RN(a b)
      if (of.op == operation::multiply) {
        int so = 1;
        int x = without_sign(of.a, so), y = without_sign(of.b, so);
        if (((x == a && y == b) || (x == b && y == a)) && so * sc == -sp) return true;
      }
      // c - q b with q = RN(c/b); c - s^2 with s = RN(sqrt c)
      for (int turn = 0; turn < 2; ++turn, std::swap(a, b)) {
        const node& q = node_at(a);
        if (q.op == operation::divide) {
          int so = 1;
          const int top = without_sign(q.a, so), bottom = without_sign(q.b, so);
          if (bottom == b && top == c && so * sc == -sp) return true;
        }
        if (q.op == operation::root && a == b && q.a == n.c && sp < 0) return true;
      }
    }
    return false;
  }
  bool sterbenz(int x, int y) {
    const step &a = step_at(x), &b = step_at(y);
    const auto within = [](double al, double ah, double bl, double bh) {  // 0 < al.., b the subtrahend
      return al > 0 && bl > 0 && bh <= 2 * al && ah <= 2 * bl;
    };
    return within(a.least, a.most, -b.most, -b.least) || within(-a.most, -a.least, b.least, b.most);
  }

  // ---- intervals by the operands' intervals alone, a little outwards

  struct interval {
    double least, most;
  };
  interval interval_of(int i) { return {step_at(i).least, step_at(i).most}; }
  static interval outwards(double a, double b) {
    // a double's rounding; a sum or product of floats that is a double stays
    return {a - std::fabs(a) * 0x1p-52, b + std::fabs(b) * 0x1p-52};
  }
  static interval plus(interval a, interval b) {
    const double low = a.least + b.least, high = a.most + b.most;
    const bool exact_low = low - a.least == b.least && low - b.least == a.least;
    const bool exact_high = high - a.most == b.most && high - b.most == a.most;
    const interval o = outwards(low, high);
    return {exact_low ? low : o.least, exact_high ? high : o.most};
  }
  static interval times(interval a, interval b) {
    const double p[4] = {a.least * b.least, a.least * b.most, a.most * b.least, a.most * b.most};
    const double low = std::min(std::min(p[0], p[1]), std::min(p[2], p[3]));
    const double high = std::max(std::max(p[0], p[1]), std::max(p[2], p[3]));
    // both ends' products stay where doubles hold them exactly
    const auto exact = [](double x, double y) { return std::fma(x, y, -(x * y)) == 0; };
    const bool all =
        exact(a.least, b.least) && exact(a.least, b.most) && exact(a.most, b.least) && exact(a.most, b.most);
    return all ? interval{low, high} : outwards(low, high);
  }

  // The floats that a step of operands from these intervals rounds to lie between those of the intervals'
  // corners, since rounding is monotone.  All ends are floats.
  interval rounded_corners(const node& n) {
    if (n.op != operation::add && n.op != operation::multiply && n.op != operation::fuse)
      return {-HUGE_VAL, HUGE_VAL};
    interval all{HUGE_VAL, -HUGE_VAL};
    const auto end = [&](int i, bool upper) {
      return static_cast<float>(upper ? step_at(i).most : step_at(i).least);
    };
    for (unsigned corner = 0; corner < 8; ++corner) {
      const float a = end(n.a, (corner & 1) != 0), b = end(n.b, (corner & 2) != 0);
      if (n.op != operation::fuse && corner >= 4) break;
      const float v = n.op == operation::add        ? a + b
                      : n.op == operation::multiply ? a * b
                                                    : std::fma(a, b, end(n.c, (corner & 4) != 0));
      all = {std::min(all.least, static_cast<double>(v)), std::max(all.most, static_cast<double>(v))};
    }
    return all;
  }

  // The values are floats: moves the ends inwards to some.
  void to_floats(step& s) {
    const float least = static_cast<float>(s.least), most = static_cast<float>(s.most);
    s.least = static_cast<double>(least) < s.least ? std::nextafter(least, HUGE_VALF) : least;
    s.most = static_cast<double>(most) > s.most ? std::nextafter(most, -HUGE_VALF) : most;
    if (s.least > s.most) out_.empty = true;
  }

  // The values are multiples of 2^grid: moves the ends inwards to some, where few lie between them.
  void to_grid(step& s) {
    if (!at_.on_grids || s.grid < least_grid || s.grid > 127) return;
    const double unit = std::ldexp(1.0, s.grid);
    if (s.most - s.least > 16 * unit) return;
    s.least = std::ceil(s.least / unit) * unit;
    s.most = std::floor(s.most / unit) * unit;
    if (s.least > s.most) out_.empty = true;
  }

  // Returns what the cell knows of a step's rounding error, or of its value; all numbers where it knows
  // nothing.
  interval known_of(int i, bool of_value = false) const {
    interval k{-HUGE_VAL, HUGE_VAL};
    for (const known_case& c : at_.known)
      if (c.step == i && c.of_value == of_value) k = {std::max(k.least, c.least), std::min(k.most, c.most)};
    return k;
  }
  // A number that rounds to a float between `least` and `most` lies between their outer neighbours.
  void clip_before_rounding(step& s, interval known) {
    if (std::isfinite(known.least))
      s.least = std::max<double>(s.least, std::nextafter(static_cast<float>(known.least), -HUGE_VALF));
    if (std::isfinite(known.most))
      s.most = std::min<double>(s.most, std::nextafter(static_cast<float>(known.most), HUGE_VALF));
    out_.empty = out_.empty || s.least > s.most;
  }
  // No argument of the cell has the known error if the step's own, between these, cannot be that.
  bool contradicts(int i, double least, double most) {
    const interval k = known_of(i);
    out_.empty = out_.empty || most < k.least || least > k.most;
    return out_.empty;
  }

  // ---- one step

  static void reset(step& s) {
    s.value.clear();
    s.least = s.most = 0, s.grid = 0, s.own_error = -1, s.exact = false;
  }
  static void set_constant(step& s, float v) {
    reset(s);
    s.value.p[0] = static_cast<long double>(v);
    s.least = s.most = static_cast<double>(v);
    s.grid = grid_of(v);
  }

  void take(int i) {
    const node& n = node_at(i);
    step& s = step_at(i);
    reset(s);
    naive_ = {-HUGE_VAL, HUGE_VAL};
    switch (n.op) {
      case operation::input:
        return input(n, s);
      case operation::constant:
        set_constant(s, n.value);
        if (!std::isfinite(n.value)) out_.possible = false;
        return;
      case operation::negate: {
        const step& a = step_at(n.a);
        add(s.value, zero_, a.value, -1);
        s.least = -a.most, s.most = -a.least, s.grid = a.grid;
        return;
      }
      case operation::add:
        naive_ = plus(interval_of(n.a), interval_of(n.b));
        s.grid = std::min(step_at(n.a).grid, step_at(n.b).grid);
        if (n.a == n.b)
          s.value = step_at(n.a).value, scale_by(s.value, 2), ++s.grid;
        else if (!cancels(n))
          add(s.value, step_at(n.a).value, step_at(n.b).value);
        break;
      case operation::add_down:
        naive_ = plus(interval_of(n.a), interval_of(n.b));
        add(s.value, step_at(n.a).value, step_at(n.b).value);
        s.grid = std::min(step_at(n.a).grid, step_at(n.b).grid);
        break;
      case operation::multiply:
        naive_ = times(interval_of(n.a), interval_of(n.b));
        s.value = product_of(n.a, n.b);
        s.grid = step_at(n.a).grid + step_at(n.b).grid;
        break;
      case operation::fuse:
        naive_ = plus(times(interval_of(n.a), interval_of(n.b)), interval_of(n.c));
        if (!cancels(n)) add(s.value, product_of(n.a, n.b), step_at(n.c).value);
        s.grid = std::min(step_at(n.a).grid + step_at(n.b).grid, step_at(n.c).grid);
        break;
      case operation::divide:
      case operation::half_reciprocal: {
        const int bottom = n.op == operation::divide ? n.b : n.a;
        const form top = n.op == operation::divide ? step_at(n.a).value : constant(0.5L);
        if (!away_from_zero(bottom)) return;
        s.value = quotient(top, step_at(bottom).value, out_.errors, own_);
        s.grid = -10000;
        break;
      }
      case operation::root:
      case operation::reciprocal_root: {
        if (!away_from_zero(n.a) || step_at(n.a).least <= 0) {
          out_.possible = false;
          return;
        }
        s.value = square_root(step_at(n.a).value, out_.errors, own_);
        if (n.op == operation::reciprocal_root) s.value = quotient(constant(1), s.value, out_.errors, own_);
        s.grid = -10000;
        break;
      }
      case operation::shorten:
        return shorten(step_at(n.a), s);
    }
    round(i, n, s);
  }

  // Clearing the last two bits takes 0 to 3 ulps off a positive number, and is monotone.
  void shorten(const step& a, step& s) {
    if (!(a.least >= 0x1p-100)) {
      out_.possible = false;
      return;
    }
    const auto cleared = [](double x) {
      std::uint32_t bits;
      const float v = static_cast<float>(x);
      std::memcpy(&bits, &v, sizeof bits);
      bits &= ~3u;
      float shorter;
      std::memcpy(&shorter, &bits, sizeof shorter);
      return static_cast<double>(shorter);
    };
    if (cleared(a.least) == cleared(a.most)) {  // one float
      return set_constant(s, static_cast<float>(cleared(a.least)));
    }
    const double half = 1.5 * std::ldexp(1.0, ulp_exponent(a.most));
    s.value = a.value;
    s.value.p[0] -= half;
    s.value.rest += std::fabs(static_cast<double>(s.value.p[0])) * 0x1p-61;
    add_error(s.value, (half + s.value.rest) * upwards, out_.errors);
    s.value.rest = 0;
    s.least = cleared(a.least), s.most = cleared(a.most);
    s.grid = ulp_exponent(a.least) + 2;
  }

  bool away_from_zero(int i) {
    const form& f = step_at(i).value;
    if (static_cast<double>(least_magnitude(f)) > 1.5 * noise(f, out_.errors)) return true;
    return out_.possible = false;
  }

  void input(const node& n, step& s) {
    slope own{0, {}, 0};
    form& f = s.value;
    if (n.bits == 0) {
      f.p[0] = at_.middle();
      f.p[1] = at_.one_head() ? 0 : at_.half_width();
      own.c[0] = -1;
      if (at_.by_sum && !at_.one_head() && at_.low_radius > 0) f.slopes.push_back(own);
      s.least = static_cast<double>(at_.first), s.most = static_cast<double>(at_.last);
      s.grid = ulp_exponent(std::fabs(static_cast<double>(at_.first)));
      if (at_.first == at_.last) s.grid = grid_of(at_.first);
      return;
    }
    f.p[0] = at_.low;
    own.c[0] = 1;
    if (at_.one_head())
      f.p[1] = at_.half_width();
    else if (at_.low_radius > 0)
      f.slopes.push_back(own);
    s.least = at_.low - at_.low_radius, s.most = at_.low + at_.low_radius, s.grid = least_grid;
    s.least -= std::fabs(s.least) * 0x1p-52, s.most += std::fabs(s.most) * 0x1p-52;
    to_floats(s);
  }

  void round(int i, const node& n, step& s) {
    bound(s);
    const interval value = known_of(i, true);
    clip_before_rounding(s, value);
    if (out_.empty) return;
    const double most = std::max(std::fabs(s.least), std::fabs(s.most));
    if (!(most < 0x1.ffffffp127)) {  // from here on sums round to infinity
      out_.possible = false;
      return;
    }
    const bool on_grid = s.grid >= least_grid && (s.grid > 200 || most <= std::ldexp(1.0, s.grid + 24));
    const bool exact =
        on_grid || most == 0 || (n.op == operation::add && two_sum_step(i)) || exact_by_structure(i, n);
    s.exact = exact;
    const bool nearest = n.op != operation::half_reciprocal && n.op != operation::add_down;
    if (!exact && nearest && (one_float(i, n, s) || unchanged(n, s))) return;
    if (exact && contradicts(i, 0, 0)) return;
    interval shifted{-HUGE_VAL, HUGE_VAL};  // by the error
    if (!exact && !add_rounding_error(i, n, s, shifted)) return;
    if (exact && s.value.rest > 0) {
      const double rest = s.value.rest;
      s.value.rest = 0;
      add_error(s.value, rest, out_.errors);
    }
    narrow(n, s, shifted, value);
  }
  // All of a step's values round to one float: that is the step.
  bool one_float(int i, const node& n, step& s) {
    const interval corners = rounded_corners(n);
    const float low = static_cast<float>(std::max(s.least, corners.least)),
                high = static_cast<float>(std::min(s.most, corners.most));
    if (low != high) return false;
    const interval error = plus({low, low}, {-s.most, -s.least});
    if (contradicts(i, error.least, error.most)) return true;
    const bool errors_matter = !(noise(s.value, out_.errors) <= static_cast<double>(s.value.spread()));
    if (errors_matter) errors_count_ = std::min(errors_count_, static_cast<std::size_t>(i));
    if (!at_.keep_errors || !errors_matter) {
      set_constant(s, low);
      return true;
    }
    // the error has no number: it is not halved, since its range is not about 0
    const double middle = error.least + (error.most - error.least) / 2;
    s.value.p[0] += middle;
    s.value.rest += std::fabs(static_cast<double>(s.value.p[0])) * 0x1p-61;
    add_error(s.value,
              (std::max(middle - error.least, error.most - middle) + s.value.rest) * upwards +
                  std::fabs(middle) * 0x1p-50,
              out_.errors);
    s.value.rest = 0;
    s.least = s.most = low;
    s.grid = grid_of(low);
    return true;
  }
  // A sum that leaves one operand as it is.
  bool unchanged(const node& n, step& s) {
    const int kept = absorbing(n);
    if (kept < 0) return false;
    s = step_at(kept);
    s.own_error = -1;
    s.exact = false;
    return true;
  }
  // Adds the step's rounding error, and what the form's arithmetic lost; false where no argument has it.
  bool add_rounding_error(int i, const node& n, step& s, interval& shifted) {
    const double magnitude = std::max(std::fabs(s.least), std::fabs(s.most));
    double error = half_ulp(magnitude);
    // RN(1/(2s)), or the float below where s is all ones and that lies u^2 beyond the middle (rounding.hpp)
    if (n.op == operation::half_reciprocal) error *= 1 + 0x1p-22;
    if (n.op == operation::multiply && (is_power(n.a) || is_power(n.b)))
      error = 0x1p-150;  // where it underflows
    const interval known = known_of(i);
    double least = std::max(-error, known.least), most = std::min(error, known.most);
    if (n.op == operation::add_down)
      least = std::max(-std::ldexp(1.0, ulp_exponent(magnitude)), known.least),
      most = std::min(0.0, known.most);
    if (least > most) return !(out_.empty = true);
    shifted = plus({s.least, s.most}, {least, most});
    const double middle = least + (most - least) / 2;
    s.value.p[0] += middle;
    s.value.rest += std::fabs(static_cast<double>(s.value.p[0])) * 0x1p-61;
    s.own_error = static_cast<int>(out_.errors.size());
    add_error(s.value, (std::max(middle - least, most - middle) + s.value.rest) * upwards, out_.errors);
    s.value.rest = 0;
    return true;
  }
  // The interval and the grid of a step after rounding.
  void narrow(const node& n, step& s, interval shifted, interval value) {
    if (!s.exact && n.op == operation::half_reciprocal) {
      s.least -= s.most * 0x1p-22, s.most += s.most * 0x1p-22;
    } else if (!s.exact && n.op == operation::add_down) {
      s.least = std::nextafter(static_cast<float>(s.least), -HUGE_VALF), s.most = static_cast<float>(s.most);
    } else if (!s.exact) {
      const interval corners = rounded_corners(n);
      s.least = std::max<double>(static_cast<float>(s.least), corners.least);  // rounding is monotone
      s.most = std::min<double>(static_cast<float>(s.most), corners.most);
    }
    s.least = std::max({s.least, shifted.least, value.least});
    s.most = std::min({s.most, shifted.most, value.most});
    to_floats(s);
    to_grid(s);
    if (out_.empty) return;
    // a float is a multiple of its last bit
    const double least = s.least <= 0 && s.most >= 0 ? 0 : std::min(std::fabs(s.least), std::fabs(s.most));
    s.grid = std::max({s.grid, ulp_exponent(least), least_grid});
  }
  void bound(step& s) {
    const double middle = static_cast<double>(s.value.p[0]);
    const double radius =
        (static_cast<double>(s.value.spread()) + noise(s.value, out_.errors) + std::fabs(middle) * 0x1p-52) *
            upwards +
        underflowed;
    s.least = middle - radius - std::fabs(middle) * 0x1p-52;
    s.most = middle + radius + std::fabs(middle) * 0x1p-52;
    if (s.value.is_zero()) s.least = s.most = 0;
    if (naive_.least > s.least) s.least = naive_.least;
    if (naive_.most < s.most) s.most = naive_.most;
  }

  struct product {
    int a, b;
    form value;
  };
  // Counts the errors and products that there were before a step.
  struct mark {
    std::size_t errors, products;
  };
  static constexpr std::size_t none = ~std::size_t{0};

  const program* p_ = nullptr;
  unsigned long serial_ = 0;  // of the last program, 0 for none
  cell at_{};
  interval naive_{};
  result out_{};
  std::vector<product> product_at_;  // the first `products_` of them
  std::size_t products_ = 0;
  std::vector<mark> marks_;
  std::size_t done_ = 0, marked_ = 0;  // steps that stand; steps that have a mark
  std::size_t errors_count_ = none;    // the first step where keep_errors makes a difference
  const form zero_{};
  form turned_;
  scratch own_;
};

bool result::operator==(const result& o) const {
  // NaN is no difference here: it ends in a bound that no goal meets
  const auto equal = [](long double x, long double y) { return !(x < y) && !(y < x); };
  const auto equal_slopes = [&](const slope& x, const slope& y) {
    bool all = x.error == y.error && equal(x.radius, y.radius);
    for (int k = 0; k <= slope_degree; ++k) all = all && equal(x.c[k], y.c[k]);
    return all;
  };
  const auto equal_pairs = [&](const pair_of_errors& x, const pair_of_errors& y) {
    return x.i == y.i && x.j == y.j && equal(x.c, y.c) && equal(x.c1, y.c1) && equal(x.radius, y.radius);
  };
  const auto equal_forms = [&](const form& x, const form& y) {
    return std::equal(x.p, x.p + degree + 1, y.p, equal) && equal(x.rest, y.rest) &&
           std::equal(x.slopes.begin(), x.slopes.end(), y.slopes.begin(), y.slopes.end(), equal_slopes) &&
           std::equal(x.pairs.begin(), x.pairs.end(), y.pairs.begin(), y.pairs.end(), equal_pairs);
  };
  const auto equal_steps = [&](const step& x, const step& y) {
    return equal(x.least, y.least) && equal(x.most, y.most) && x.grid == y.grid && x.exact == y.exact &&
           x.own_error == y.own_error && equal_forms(x.value, y.value);
  };
  if (possible != o.possible || empty != o.empty) return false;
  if (!possible || empty) return true;  // the rest is not used
  return equal_forms(total, o.total) &&
         std::equal(errors.begin(), errors.end(), o.errors.begin(), o.errors.end(), equal) &&
         std::equal(steps.begin(), steps.end(), o.steps.begin(), o.steps.end(), equal_steps);
}

analyser::analyser() : work_(std::make_unique<work>()) {}
analyser::~analyser() = default;
const result& analyser::analysed(const program& p, const cell& at) { return work_->run(p, at); }
bool analyser::errors_decided_nothing() const { return work_->errors_decided_nothing(); }

}  // namespace proofs
