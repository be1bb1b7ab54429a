// Cells are found by bisection: each decision of a function (a row, an exponent, a comparison) is monotone in
// the head where those before it are equal, so two heads that take the same steps have only such heads
// between them.  Three probes inside every interval check that.
#include "cells.hpp"

#include <cmath>
#include <cstring>
#include <map>

namespace proofs {

using ff::trace::current;
using ff::trace::node;

int order_of(float x) {
  std::int32_t b;
  std::memcpy(&b, &x, sizeof b);
  return b < 0 ? static_cast<int>(0x80000000u - static_cast<std::uint32_t>(b)) : b;
}
float float_at(int order) {
  const std::uint32_t b =
      order < 0 ? 0x80000000u - static_cast<std::uint32_t>(order) : static_cast<std::uint32_t>(order);
  float x;
  std::memcpy(&x, &b, sizeof x);
  return x;
}

double largest_low_word(float x) {
  const double half = std::ldexp(1.0, std::max(std::ilogb(std::fabs(x)) - 24, -150));
  return half <= 0x1p-150 ? 0 : half * (1 + 0x1p-23);
}

// Runs the kernel and returns the key of its steps, which `p`, if it is there, gets as well.
static std::size_t traced_run(const kernel& f, float hi, float lo, const planted_values& planted,
                              program* p) {
  ff::traced x, y;
  ff::trace::begin(hi, lo, x, y, planted);
  const words out = f(x, y);
  const int places[2] = {ff::trace::place_of(out.hi), ff::trace::place_of(out.lo)};
  const std::vector<node>& nodes = current.nodes;
  thread_local std::vector<int> renamed;
  renamed.assign(nodes.size(), -1);
  renamed[static_cast<std::size_t>(places[0])] = renamed[static_cast<std::size_t>(places[1])] = 0;
  for (const int place : current.reads) renamed[static_cast<std::size_t>(place)] = 0;
  for (std::size_t i = nodes.size(); i-- > 0;) {
    if (renamed[i] < 0) continue;
    for (const int operand : {nodes[i].a, nodes[i].b, nodes[i].c})
      if (operand >= 0) renamed[static_cast<std::size_t>(operand)] = 0;
  }
  std::size_t key = current.unsupported ? 1 : 0;
  const auto mix = [&](std::size_t v) { key = (key ^ v) * 0x9e3779b97f4a7c15u, key ^= key >> 29; };
  const auto place = [&](int i) { return i < 0 ? -1 : renamed[static_cast<std::size_t>(i)]; };
  if (p != nullptr) p->steps.reserve(nodes.size());
  int steps = 0;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (renamed[i] < 0) continue;
    node n = nodes[i];
    n.a = place(n.a), n.b = place(n.b), n.c = place(n.c);
    renamed[i] = steps++;
    mix(static_cast<std::size_t>(n.op) << 32 | n.bits);
    mix(static_cast<std::size_t>(n.a + 1) << 40 | static_cast<std::size_t>(n.b + 1) << 20 |
        static_cast<std::size_t>(n.c + 1));
    if (p != nullptr) p->steps.push_back(n);
  }
  mix(static_cast<std::size_t>(place(places[0])) << 32 | static_cast<std::size_t>(place(places[1])));
  for (const signed char outcome : current.decisions) mix(static_cast<std::size_t>(outcome + 2));
  for (const int read : current.reads)
    mix(static_cast<std::size_t>(read) << 32 | static_cast<std::size_t>(place(read)));
  if (current.outside) key = outside_key;
  if (p == nullptr) return key;
  thread_local unsigned long runs = 0;
  p->serial = ++runs;
  p->key = key, p->outside = current.outside;
  p->hi = place(places[0]), p->lo = place(places[1]);
  for (const int read : current.reads) p->reads.push_back({read, place(read)});
  if (current.unsupported) p->steps.clear();
  return key;
}

program traced_program(const kernel& f, float hi, float lo, const planted_values& planted) {
  program p;
  traced_run(f, hi, lo, planted, &p);
  return p;
}

// ---- whether a path holds on a whole cell

namespace {

// Floats in order with two zeros: -1 is -0.
int order_with_zeros(float x, bool lower) {
  if (x == 0) return lower ? -1 : 0;
  return x < 0 ? order_of(x) - 1 : order_of(x);
}
float float_with_zeros(int order) { return order == -1 ? -0.0f : float_at(order < 0 ? order + 1 : order); }

// The values that a read may have, as floats in order.
struct values_of_read {
  int place, first, last;
};

struct path_check {
  const kernel& f;
  const program& p;
  std::map<std::size_t, program>* others = nullptr;
  int runs = 0;
  std::uint64_t random = 0x2545f4914f6cdd1du;
  planted_values planted = {};
  static constexpr int inner_points = 4;
  static constexpr int most_runs = 4000;

  // The key of a corner's steps, which `found` gets if it is there.
  std::size_t run(const std::vector<values_of_read>& box, std::size_t corner, program* found = nullptr) {
    ++runs;
    planted.clear();
    float words[2] = {0, 0};
    std::size_t bit = 0;
    for (const values_of_read& r : box) {
      const bool upper = r.first < r.last && (corner >> bit++ & 1) != 0;
      const float value = float_with_zeros(upper ? r.last : r.first);
      if (r.place < 2)
        words[r.place] = value;
      else
        planted.push_back({r.place, value});
    }
    return traced_run(f, words[0], words[1], planted, found);
  }

  // All corners of the box, and some points in it, take p's steps, except those that lie outside.
  // With `others`, any steps, which are noted there.
  bool holds(const std::vector<values_of_read>& box) {
    std::vector<std::size_t> varying;
    for (std::size_t i = 0; i < box.size(); ++i)
      if (box[i].first < box[i].last) varying.push_back(i);
    const std::size_t corners = std::size_t{1} << varying.size();
    if (varying.size() > 10 || runs + static_cast<int>(corners) > most_runs) return false;
    std::vector<std::size_t> keys;
    for (std::size_t c = 0; c < corners; ++c) {
      program found;
      keys.push_back(run(box, c, others == nullptr ? nullptr : &found));
      if (keys[c] == p.key || (!p.outside && keys[c] == outside_key)) continue;
      if (others == nullptr) return false;
      others->try_emplace(keys[c], std::move(found));
      if (others->size() > most_others) return false;
    }
    for (std::size_t v = 0; v < varying.size(); ++v)
      for (std::size_t c = 0; c < corners; ++c)
        if (keys[c] != keys[c ^ std::size_t{1} << v]) return halves_hold(box, varying[v]);
    if (varying.empty() || keys[0] == outside_key) return true;
    for (int i = 0; i < inner_points; ++i) {
      std::vector<values_of_read> point = box;
      for (values_of_read& r : point) r.first = r.last = inside(r);
      if (run(point, 0) != keys[0]) return false;
    }
    return true;
  }
  int inside(const values_of_read& r) {
    random = random * 6364136223846793005u + 1442695040888963407u;
    return r.first +
           static_cast<int>((random >> 33) % static_cast<std::uint64_t>(std::int64_t{r.last} - r.first + 1));
  }
  bool halves_hold(std::vector<values_of_read> box, std::size_t i) {
    const int last = box[i].last;
    box[i].last = box[i].first + (last - box[i].first) / 2;
    if (!holds(box)) return false;
    box[i].first = box[i].last + 1, box[i].last = last;
    return holds(box);
  }
};

}  // namespace

static std::vector<values_of_read> reads_of(const program& p, const std::vector<step>& steps) {
  std::vector<values_of_read> box;
  for (const program::read& r : p.reads) {
    const step& s = steps[static_cast<std::size_t>(r.step)];
    // a zero of either sign, wherever 0 lies between the ends
    const int first = order_with_zeros(static_cast<float>(s.least), true),
              last = order_with_zeros(static_cast<float>(s.most), false);
    box.push_back({r.place, first, last});
  }
  return box;
}
bool path_holds(const kernel& f, const program& p, const std::vector<step>& steps) {
  return path_check{f, p}.holds(reads_of(p, steps));
}
bool other_paths(const kernel& f, const program& p, const std::vector<step>& steps,
                 std::map<std::size_t, program>& others) {
  path_check check{f, p};
  check.others = &others;
  return check.holds(reads_of(p, steps));
}

namespace {

// A probe holds the programs that three low words of a head lead to.
struct probe {
  program at[3];
};
float probed_word(float hi, int which) {
  const float low = static_cast<float>(largest_low_word(hi));
  return which == 0 ? 0.0f : which == 1 ? low : -low;
}
probe probed(const kernel& f, float hi) {
  const auto at = [&](int which) { return traced_program(f, hi, probed_word(hi, which)); };
  return {{at(0), at(1), at(2)}};
}
bool same_steps(const kernel& f, float hi, const probe& as) {
  for (int i = 0; i < 3; ++i)
    if (traced_run(f, hi, probed_word(hi, i), {}, nullptr) != as.at[i].key) return false;
  return true;
}

// The last head up to `last` that takes the steps of `start`, found by bisection.  Most intervals of an
// exponent are as long as the one before: the search begins where such a one ends.
int last_with_steps(const kernel& f, int start, int last, const probe& here, int length_before) {
  const auto same = [&](int at) { return same_steps(f, float_at(at), here); };
  int good = start, bad = last + 1;  // the end lies in [good, bad)
  const int guess =
      static_cast<int>(std::min<long long>(start + static_cast<long long>(length_before) - 1, last));
  if (guess > start) (same(guess) ? good : bad) = guess;
  // away from the guess in doubled steps; bad is the guess, or the first that no interval reaches
  if (bad == guess) {
    for (long long step = 1; bad - step > good; step *= 2) {
      const int next = static_cast<int>(bad - step);
      if (same(next)) {
        good = next;
        break;
      }
      bad = next;
    }
  } else {
    for (long long step = 1; good + step < bad; step *= 2) {
      const int next = static_cast<int>(good + step);
      if (!same(next)) {
        bad = next;
        break;
      }
      good = next;
    }
  }
  while (bad - good > 1) {
    const int middle = good + (bad - good) / 2;
    (same(middle) ? good : bad) = middle;
  }
  return good;
}

// The low words of one head, by bisection between those that take different steps.
void for_low_words(const kernel& f, float hi, const std::function<void(interval_of_heads&)>& use) {
  const int end = order_of(static_cast<float>(largest_low_word(hi)));
  struct part {
    int first, last;
  };
  std::vector<part> open{{-end, end}};
  while (!open.empty()) {
    const part p = open.back();
    open.pop_back();
    const program first = traced_program(f, hi, float_at(p.first)),
                  last = traced_program(f, hi, float_at(p.last));
    const int middle = p.first + (p.last - p.first) / 2;
    const bool same = first.key == last.key && traced_program(f, hi, float_at(middle)).key == first.key;
    if (!same && p.last - p.first > 1) {
      open.push_back({p.first, middle});
      open.push_back({middle, p.last});
      continue;
    }
    const double a = static_cast<double>(float_at(p.first)), b = static_cast<double>(float_at(p.last));
    if (same) {
      interval_of_heads cells{hi, hi, a + (b - a) / 2, (b - a) / 2 * (1 + 0x1p-40), first};
      use(cells);
    } else {  // two neighbours
      interval_of_heads cells{hi, hi, a, 0, first};
      use(cells);
      cells = {hi, hi, b, 0, last};
      use(cells);
    }
  }
}

void for_one_exponent(const kernel& f, int first, int last,
                      const std::function<void(interval_of_heads&)>& use) {
  int length = 1 << 12;  // of the interval before
  for (int start = first; start <= last;) {
    const probe here = probed(f, float_at(start));
    const int good = last_with_steps(f, start, last, here, length);
    // probes inside
    int end = good;
    for (int q = 1; q <= 3 && end > start + 3; ++q) {
      const int inside = start + static_cast<int>(static_cast<long long>(end - start) * q / 4);
      while (end > inside && !same_steps(f, float_at(inside), here)) end = start + (end - start) / 2;
    }
    length = end - start + 1;
    const bool one_program = here.at[0].key == here.at[1].key && here.at[0].key == here.at[2].key;
    if (one_program) {
      interval_of_heads cells{float_at(start), float_at(end), 0, largest_low_word(float_at(start)),
                              here.at[0]};
      use(cells);
    } else if (end - start < 256) {
      for (int x = start; x <= end; ++x) for_low_words(f, float_at(x), use);
    } else {
      for (const program& p : here.at) {
        interval_of_heads cells{float_at(start), float_at(end), 0, largest_low_word(float_at(start)), p};
        use(cells);
      }
    }
    start = end + 1;
  }
}

}  // namespace

void for_all_intervals(const kernel& f, float first, float last,
                       const std::function<void(interval_of_heads&)>& use) {
  int a = order_of(first);
  const int b = order_of(last);
  while (a <= b) {
    const float x = float_at(a);
    // the last float of x's exponent towards +infinity
    std::uint32_t bits;
    std::memcpy(&bits, &x, sizeof bits);
    const std::uint32_t end_bits = a >= 0 ? bits | 0x7fffffu : bits & ~0x7fffffu;
    float end;
    std::memcpy(&end, &end_bits, sizeof end);
    const int stop = std::min(order_of(end), b);
    for_one_exponent(f, a, stop, use);
    a = stop + 1;
  }
}

}  // namespace proofs
