// Refinement: factors in float become factors in ff, on a machine, which is the host or a device.
//
// Ogita and Aishima, "Iterative refinement for singular value decomposition based on matrix multiplication",
// J. Comput. Appl. Math. 369 (2020), written with corrections whose skew parts are skew by construction, and
// with values that are close taken as a block; docs/proofs/svd.md.
//
// A machine has
//   matrix(rows, columns), array<T>(n), upload(vector), release(mark), mark()   memory, as a stack
//   multiply(alpha, a, b, beta, c, accuracy), each(rows, columns, f), most(rows, columns, f), squares(rows,
//   columns, f) read(pointer, n), and in float: eigenvectors(g, v), orthonormal(b, q), bool
//   inverse_cholesky(g, x)
// and throws a status where it fails.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "refine_elements.hpp"
#include "small_factors.hpp"
#include "svd_arguments.hpp"

namespace ff::linalg::detail {

inline constexpr int most_steps = 10;
/// Says what a product of accuracy::standard leaves, of the norms of its rows and columns.
inline constexpr float product_noise = 0x1p-49f;

/// Memory taken since is given back at the end of the block.
template <class Machine>
class memory_scope {
 public:
  explicit memory_scope(Machine& on) : on_(on), mark_(on.mark()) {}
  ~memory_scope() { on_.release(mark_); }
  memory_scope(const memory_scope&) = delete;
  memory_scope& operator=(const memory_scope&) = delete;

 private:
  Machine& on_;
  size_t mark_;
};

template <class Machine>
void copy(Machine& on, dense_read from, dense to, const ff_t* by = nullptr) {
  on.each(to.rows, to.columns, copy_columns{from, to, by});
}

/// g = I - w^T w, or w^T w.
template <class Machine>
void gram(Machine& on, dense_read w, dense g) {
  on.multiply(1.0f, w.transposed(), w, 0.0f, g, accuracy::standard);
}
template <class Machine>
void orthogonality_defect(Machine& on, dense_read w, dense g) {
  on.each(g.rows, g.columns, fill_diagonal{g, 1.0f, 0.0f});
  on.multiply(-1.0f, w.transposed(), w, 1.0f, g, accuracy::standard);
}

/// w (I + D/2), D = I - w^T w, until that is orthonormal: each time D becomes (3 D^2 + D^3)/4.  For D of at
/// most about 2^-10, of which it takes three.
template <class Machine>
void orthonormalise(Machine& on, dense w) {
  memory_scope<Machine> scope(on);
  const dense d = on.matrix(w.columns, w.columns), old = on.matrix(w.rows, w.columns);
  for (int pass = 0; pass < 6; ++pass) {
    orthogonality_defect(on, w, d);
    const float defect = on.most(d.rows, d.columns, measure_elements{d})[0];
    copy(on, w, old);
    on.multiply(0.5f, old, d, 1.0f, w, accuracy::standard);
    if (defect < 0x1p-26f) return;
  }
}

/// x 2^e with the largest element in [1/2, 1), as two factors; 1 and 1 for zero.
struct power_of_two {
  float first = 1.0f, second = 1.0f;
  int exponent = 0;
  explicit power_of_two(float largest) {
    if (!(largest > 0.0f)) return;
    std::frexp(largest, &exponent);
    first = std::ldexp(1.0f, -exponent / 2);
    second = std::ldexp(1.0f, -exponent - (-exponent / 2));
  }
};

template <class Machine>
void scale_to_one(Machine& on, dense x) {
  const power_of_two by(on.most(x.rows, x.columns, measure_elements{x})[0]);
  on.each(x.rows, x.columns, scaled_copy{x, x, by.first, by.second});
}

/// v from the eigenvectors of b^T b.
template <class Machine>
void right_vectors(Machine& on, dense_read b, dense v) {
  memory_scope<Machine> scope(on);
  const dense g = on.matrix(b.columns, b.columns);
  gram(on, b, g);
  on.eigenvectors(g, v);
}

/// u and v, orthonormal to float's precision, with u^T b v nearly diagonal; b is square.
template <class Machine>
void start(Machine& on, dense_read b, dense u, dense v) {
  memory_scope<Machine> scope(on);
  right_vectors(on, b, v);
  const dense product = on.matrix(b.rows, b.columns);
  on.multiply(1.0f, b, v, 0.0f, product, accuracy::standard);
  on.orthonormal(product, u);
}

/// Says what happened.
struct refinement_result {
  std::vector<ff_t> values;
  int steps = 0, clusters = 0;
};

template <class Machine>
class refinement {
 public:
  /// b = u diag(s) v^T of n by n; with `symmetric` u is v and b is symmetric.
  refinement(Machine& machine, dense_read of, dense left, dense right, bool is_symmetric)
      : on(machine), b(of), u(left), v(right), symmetric(is_symmetric), n(of.rows) {
    r = on.matrix(n, n);
    s = symmetric ? r : on.matrix(n, n);
    t = on.matrix(n, n);
    f = on.matrix(n, n);
    g = symmetric ? f : on.matrix(n, n);
    other = on.matrix(n, n);
    diagonal = on.template array<ff_t>(n);
    spread = static_cast<float>(std::sqrt(on.squares(n, n, magnified{b}) / static_cast<double>(n)) * 0x1p-40);
  }

  refinement_result run() {
    refinement_result done;
    float before = std::numeric_limits<float>::infinity();
    for (bool live = true; live && most_steps > done.steps; ++done.steps) {
      memory_scope<Machine> scope(on);
      form();
      const defects of = sorted_values(done.values);
      const std::array<float, measured> seen = on.most(n, n, measure_defects{of});
      const float largest = largest_of(done.values), off = seen[0];
      if (seen[3] > 0.0f) return done;
      live = seen[2] > 0.0f && !(off < 0x1p-44f * largest && off > before / 2);
      before = off;
      const int clusters_before = done.clusters;
      correct(of, live, done);
      apply(done.clusters > clusters_before ? accuracy::standard : accuracy::fast);
      // Without corrections the vectors were only made orthonormal, and that holds to second order.
      live = live || seen[1] >= 0x1p-22f;
    }
    return done;
  }

 private:
  Machine& on;
  dense_read b;
  dense u, v;
  bool symmetric;
  int64 n;
  dense r, s, t, f, g, other;
  ff_t* diagonal;
  float spread;

  static float largest_of(const std::vector<ff_t>& x) {
    return std::max(size_of_head(x.front()), size_of_head(x.back()));
  }

  void form() {
    orthogonality_defect(on, v, r);
    if (!symmetric) {
      std::swap(r, s);
      orthogonality_defect(on, u, r);
    }
    on.multiply(1.0f, b, v, 0.0f, other, accuracy::standard);
    on.multiply(1.0f, u.transposed(), other, 0.0f, t, accuracy::standard);
  }

  void permute(dense& x, const permuted& how) {
    permuted p = how;
    p.from = x;
    p.to = other;
    on.each(n, n, p);
    std::swap(x, other);
  }

  /// The values in descending order and, but for eigenvalues, at least 0; all else is put in their order.
  defects sorted_values(std::vector<ff_t>& values) {
    on.each(1, n, diagonal_values{t, r, s, diagonal});
    values = on.read(diagonal, n);
    std::vector<float> sign(values.size(), 1.0f);
    std::vector<int32> order(values.size());
    std::iota(order.begin(), order.end(), 0);
    if (!symmetric)
      for (size_t i = 0; i < values.size(); ++i)
        if (values[i] < 0.0f) values[i] = -values[i], sign[i] = -1.0f;
    std::stable_sort(order.begin(), order.end(), [&](int32 x, int32 y) {
      return values[static_cast<size_t>(x)] > values[static_cast<size_t>(y)];
    });
    const bool as_it_is = std::is_sorted(order.begin(), order.end()) &&
                          std::find(sign.begin(), sign.end(), -1.0f) == sign.end();
    if (!as_it_is) {
      std::vector<ff_t> sorted(values.size());
      std::vector<float> signs(values.size());
      for (size_t i = 0; i < values.size(); ++i) {
        sorted[i] = values[static_cast<size_t>(order[i])];
        signs[i] = sign[static_cast<size_t>(order[i])];
      }
      values = sorted;
      const int32* const to = on.upload(order);
      const float* const by = on.upload(signs);
      permute(v, {{}, {}, to, nullptr, nullptr, false});
      permute(t, {{}, {}, to, by, nullptr, true});
      permute(r, {{}, {}, to, by, by, true});
      if (symmetric) {
        u = v;
        s = r;
      } else {
        permute(s, {{}, {}, to, nullptr, nullptr, true});
        permute(u, {{}, {}, to, nullptr, by, false});
      }
    }
    return {t, r, s, on.upload(values), product_noise, spread, symmetric};
  }

  /// The clusters, in order; those that share a value are one.
  std::vector<block_of_values> clusters_of(const defects& of, const std::vector<ff_t>& values) {
    const auto count = static_cast<int32>(n);
    std::vector<int32> reach(values.size() + 1);
    std::iota(reach.begin(), reach.end(), 0);
    reach.back() = 0;
    int32* const there = const_cast<int32*>(on.upload(reach));
    on.each(n, n, find_clusters{of, there, there + n});
    reach = on.read(there, n + 1);
    const int32 with_zero = count - reach.back();
    std::vector<block_of_values> blocks;
    for (int32 i = 0, last; i < count; i = last + 1) {
      last = i;
      for (int32 k = i; k <= last; ++k)
        last = k >= with_zero ? count - 1 : std::max(last, reach[static_cast<size_t>(k)]);
      if (last == i) continue;
      const ff_t mean = (values[static_cast<size_t>(i)] + values[static_cast<size_t>(last)]) * 0.5f;
      blocks.push_back({i, last - i + 1, mean, last >= with_zero});
    }
    return blocks;
  }

  void correct(const defects& of, bool live, refinement_result& done) {
    std::vector<block_of_values> blocks;
    if (live) blocks = clusters_of(of, done.values);
    std::vector<int32> cluster(done.values.size(), -1);
    for (size_t c = 0; c < blocks.size(); ++c)
      std::fill_n(cluster.begin() + blocks[c].first, blocks[c].size, static_cast<int32>(c));
    const std::vector<int32> none(blocks.size() + 1, 0);
    int32* const active = const_cast<int32*>(on.upload(none));
    const int32 with_zero =  // the last, since values descend
        blocks.empty() || !blocks.back().holds_zero ? -1 : static_cast<int32>(blocks.size()) - 1;
    on.each(n, n, corrections{of, f, g, on.upload(cluster), with_zero, active, live});
    if (blocks.empty()) return;
    const std::vector<int32> is_active = on.read(active, static_cast<int64>(blocks.size()));
    std::vector<block_of_values> small;
    for (size_t c = 0; c < blocks.size(); ++c) {
      if (!is_active[c]) continue;
      ++done.clusters;
      if (blocks[c].size <= small_block)
        small.push_back(blocks[c]);
      else
        rotate_large(of, blocks[c]);
    }
    if (!small.empty()) rotate_small(of, small);
  }

  void rotate_small(const defects& of, const std::vector<block_of_values>& blocks) {
    constexpr int64 stride = small_block * small_block;
    const auto count = static_cast<int64>(blocks.size());
    const block_of_values* const there = on.upload(blocks);
    ff_t* const gathered = on.template array<ff_t>(count * stride);
    on.each(count, stride, gather_small_blocks{of, there, gathered});
    const std::vector<ff_t> elements = on.read(gathered, count * stride);
    std::vector<ff_t> left(elements.size(), ff_t(0.0f)), right = left;
    for (size_t c = 0; c < blocks.size(); ++c) {
      const auto size = static_cast<size_t>(blocks[c].size);
      const auto place = [&](size_t i, size_t j) {
        return c * stride + i * static_cast<size_t>(small_block) + j;
      };
      std::vector<double> e(size * size), p, q;
      double largest = 0;
      for (size_t i = 0; i < size; ++i)
        for (size_t j = 0; j < size; ++j) {
          e[i * size + j] = static_cast<double>(elements[place(i, j)]);
          largest = std::max(largest, std::abs(e[i * size + j]));
        }
      for (double& x : e) x /= largest > 0 ? largest : 1;
      if (blocks[c].holds_zero) {
        small_svd<double> factors(e, size);
        p = factors.p;
        q = factors.q;
      } else {
        p = q = symmetric_eigenvectors(e, size);
      }
      for (size_t i = 0; i < size; ++i)
        for (size_t j = 0; j < size; ++j) {
          left[place(i, j)] = p[i * size + j];
          right[place(i, j)] = q[i * size + j];
        }
    }
    on.each(n, count, rotate_small_blocks{f, there, on.upload(left)});
    if (!symmetric) on.each(n, count, rotate_small_blocks{g, there, on.upload(right)});
  }

  void rotate_large(const defects& of, const block_of_values& c) {
    memory_scope<Machine> scope(on);
    const dense e = on.matrix(c.size, c.size), p = on.matrix(c.size, c.size);
    const dense q = c.holds_zero ? on.matrix(c.size, c.size) : p;
    on.each(c.size, c.size, gather_block{of, c, e});
    scale_to_one(on, e);
    if (c.holds_zero) {
      start(on, e, p, q);
      orthonormalise(on, q);
    } else {
      on.eigenvectors(e, p);
    }
    orthonormalise(on, p);
    rotate_columns(f, p, c.first);
    if (!symmetric) rotate_columns(g, q, c.first);
  }

  void rotate_columns(dense x, dense_read p, int64 first) {
    memory_scope<Machine> scope(on);
    const dense product = on.matrix(n, p.rows);
    on.multiply(1.0f, x.block(0, first, n, p.rows), p, 0.0f, product, accuracy::standard);
    on.each(n, p.rows, rotated_block{product, p, x, first});
  }

  // A correction is small, a rotation is not.
  void apply(accuracy length) {
    add_product(v, symmetric ? f : g, length);
    if (symmetric)
      u = v;
    else
      add_product(u, f, length);
  }
  void add_product(dense& x, dense_read by, accuracy length) {
    copy(on, x, other);
    on.multiply(1.0f, x, by, 1.0f, other, length);
    std::swap(x, other);
  }

 public:
  dense left() const { return u; }
  dense right() const { return v; }
};

/// x with (w x)^T (w x) nearer the identity, given g = w^T w, for the columns of w at unit length: an inverse
/// Cholesky factor in float.
template <class Machine>
void inverse_factor(Machine& on, dense_read g, dense x) {
  memory_scope<Machine> scope(on);
  const int64 n = g.rows;
  const dense unit = on.matrix(n, n);
  for (float shift = std::sqrt(static_cast<float>(n)) * 0x1p-22f; shift < 1.0f; shift *= 16.0f) {
    on.each(n, n, unit_gram{g, unit, shift});
    if (on.inverse_cholesky(unit, x)) return;
  }
  throw status(fault::device, "svd: expected a Gram matrix of finite elements");
}

/// q of m by n, orthonormal, whose span holds the columns of a to 2^-50 of its norm; v from the eigenvectors
/// of a^T a.  a v is made orthonormal by Cholesky factors in float of its scaled Gram matrix, as often as it
/// takes (Fukaya, Kannan, Nakatsukasa, Yamamoto, Yanagisawa, "Shifted Cholesky QR", SIAM J. Sci. Comput. 42,
/// 2020): each round takes about 2^10 from the condition.  Noise below the last bit gives a deficient a a
/// full rank.
template <class Machine>
void orthonormal_basis(Machine& on, dense_read a, dense q, dense v) {
  memory_scope<Machine> scope(on);
  const int64 m = a.rows, n = a.columns;
  right_vectors(on, a, v);
  dense x = on.matrix(m, n), next = on.matrix(m, n);
  const dense g = on.matrix(n, n), inverse = on.matrix(n, n);
  const double norm = std::sqrt(on.squares(m, n, magnified{a})) * 0x1p-40;
  const double size = norm / std::sqrt(static_cast<double>(m) * static_cast<double>(n)) * 0x1p-50;
  on.multiply(1.0f, a, v, 0.0f, next, accuracy::standard);
  on.each(m, n, noisy_copy{next, x, static_cast<float>(size)});
  for (int round = 0; round < 10; ++round) {
    gram(on, x, g);
    if (on.most(n, n, measure_identity{g})[0] < 0x1p-10f) break;
    // Else small columns would lose, in a product, what is below the last bit of large ones.
    on.each(m, n, unit_columns{g, x});
    inverse_factor(on, g, inverse);
    on.multiply(1.0f, x, inverse, 0.0f, next, accuracy::standard);
    std::swap(x, next);
  }
  orthonormalise(on, x);
  copy(on, x, q);
}

/// The columns of `whole` beyond those of u become orthonormal and orthogonal to u, which is copied before
/// them.
template <class Machine>
void complete(Machine& on, dense_read u, dense whole) {
  memory_scope<Machine> scope(on);
  const int64 m = u.rows, n = u.columns, rest = m - n;
  const dense square = on.matrix(m, m), z = on.matrix(m, rest), along = on.matrix(n, rest);
  on.orthonormal(u, square);
  copy(on, square.block(0, n, m, rest), z);
  for (int pass = 0; pass < 2; ++pass) {
    on.multiply(1.0f, u.transposed(), z, 0.0f, along, accuracy::standard);
    on.multiply(-1.0f, u, along, 1.0f, z, accuracy::standard);
    orthonormalise(on, z);
  }
  copy(on, u, whole.block(0, 0, m, n));
  copy(on, z, whole.block(0, n, m, rest));
}

/// Norms of what the factors leave.
template <class Machine>
double defect_norm(Machine& on, dense_read w) {
  memory_scope<Machine> scope(on);
  const dense d = on.matrix(w.columns, w.columns);
  orthogonality_defect(on, w, d);
  return std::sqrt(on.squares(d.rows, d.columns, magnified{d})) * 0x1p-40;
}
template <class Machine>
double residual_norm(Machine& on, dense_read a, dense_read u, const ff_t* values, dense_read v) {
  memory_scope<Machine> scope(on);
  const dense rest = on.matrix(a.rows, a.columns), scaled = on.matrix(u.rows, u.columns);
  copy(on, a, rest);
  copy(on, u, scaled, values);
  on.multiply(-1.0f, scaled, v.transposed(), 1.0f, rest, accuracy::standard);
  return std::sqrt(on.squares(a.rows, a.columns, magnified{rest})) * 0x1p-40;
}

}  // namespace ff::linalg::detail
