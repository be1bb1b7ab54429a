#include "accuracy/roots/study.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "accuracy/judge/bits.hpp"
#include "accuracy/judge/parallel.hpp"
#include "accuracy/roots/device.hpp"
#include "accuracy/roots/reference.hpp"
#include "command/gpu.hpp"
#include "command/record.hpp"

namespace accuracy {
namespace {

using namespace ff::polynomial;
using ff::complex;
using ff::ff_t;

/// roots<N> with its last steps broken on purpose.
template <int N>
root_disks<N> broken_roots(const coefficients<N>& c, root_mutant mutant) {
  using namespace ff::detail;
  root_disks<N> r = roots<N>(c);
  if (r.status != root_status::isolated && r.status != root_status::clustered) return r;
  if (mutant == root_mutant::float_centres) {
    for (disk& d : r.root) d.centre = {d.centre.real().hi(), d.centre.imag().hi()};
    return r;
  }
  scaled_polynomial<N> p{};
  for (int k = 0; k <= N; ++k) p.take(k, c[k]);
  p.finish();
  if (p.degree == 0) return r;
  p.centre();
  certified_points<N> at{};
  find_points(p, at);
  const auto each = [&](auto change) {
    for (int i = 0; i < p.degree; ++i) change(i);
  };
  if (mutant == root_mutant::too_small) each([&](int i) { at.weight[i] *= 0x1p-9f; });
  if (mutant == root_mutant::no_running_error)
    each([&](int i) {
      const auto v = value_at(p, at.z[i], scale_of(heads(at.z[i])));
      const float value = modulus_above(v.value);
      at.weight[i] *= value / (value + v.error);
    });
  each([&](int i) { at.single[i] = separate_radius(at.z, at.weight, p.degree, i); });
  if (mutant == root_mutant::no_clusters)
    each([&](int i) { at.single[i] = is_finite(at.single[i]) ? at.single[i] : at.weight[i]; });
  conclude(p, at.z, at.weight, at.single, r);
  return r;
}

/// Disks before MPFR's roots of the same polynomial.
template <int N>
root_trial judge(polynomial_kind kind, const coefficients<N>& p, const root_disks<N>& r) {
  root_trial t{kind, N};
  t.polynomials = 1;
  t.isolated = r.status == root_status::isolated;
  t.clustered = r.status == root_status::clustered;
  t.not_certified = 1 - t.isolated - t.clustered;
  if (r.status == root_status::zero_polynomial || r.status == root_status::not_finite) return t;
  const std::vector<root_cluster> exact = roots_by_mpfr(p.c, N);
  int held = r.at_infinity;
  for (int j = 0; j < r.disks; ++j) {
    const disk& d = r.root[j];
    if (d.count == 0) {  // an approximation of one root without a certificate
      ++held;
      continue;
    }
    int inside = 0;
    bool undecided = false;
    for (const root_cluster& c : exact) {
      const place where = place_of(c, d.centre.real(), d.centre.imag(), d.radius);
      inside += where == place::inside ? c.count : 0;
      undecided = undecided || where == place::undecided;
    }
    ++t.disks;
    t.undecided += undecided;
    t.wrong += !undecided && inside != d.count;
    held += d.count;
  }
  t.wrong += held != N;
  return t;
}

#if !defined(FF_HAS_GPU_CODE)
}  // namespace
template <int N>
void roots_on_device(const std::vector<coefficients<N>>&, std::vector<root_disks<N>>&) {
  throw std::runtime_error(command::why_no_gpu_code());
}
namespace {
#endif

template <int N>
root_trial study(polynomial_kind kind, std::uint64_t count, const root_subject& subject) {
  constexpr std::uint64_t batch = 1 << 14;
  root_trial all{kind, N};
  std::mutex adding;
  std::vector<coefficients<N>> p;
  std::vector<root_disks<N>> found;
  for (std::uint64_t first = 0; first < count; first += batch) {
    p.resize(std::min(batch, count - first));
    found.resize(p.size());
    on_all_cores(p.size(),
                 [&](std::uint64_t i) { p[i] = draw_polynomial<N>(kind, first + i, subject.seed); });
    if (subject.on_gpu) roots_on_device(p, found);
    on_all_cores(p.size(), [&](std::uint64_t i) {
      if (!subject.on_gpu)
        found[i] =
            subject.mutant == root_mutant::none ? roots<N>(p[i]) : broken_roots<N>(p[i], subject.mutant);
      const root_trial t = judge<N>(kind, p[i], found[i]);
      const std::lock_guard<std::mutex> guard(adding);
      all.polynomials += t.polynomials, all.isolated += t.isolated, all.clustered += t.clustered;
      all.not_certified += t.not_certified, all.disks += t.disks;
      all.wrong += t.wrong, all.undecided += t.undecided;
    });
  }
  return all;
}

/// Hashes the disks that the host finds for a few polynomials.
template <int N>
std::string bits_of(polynomial_kind kind) {
  bits_hash hash;
  for (std::uint64_t i = 0; i < 64; ++i) {
    const root_disks<N> r = roots<N>(draw_polynomial<N>(kind, i, 1));
    hash.add(static_cast<int>(r.status)), hash.add(r.disks), hash.add(r.at_infinity);
    for (int j = 0; j < r.disks; ++j) {
      hash.add(r.root[j].centre.real()), hash.add(r.root[j].centre.imag());
      hash.add(r.root[j].radius), hash.add(r.root[j].count);
    }
  }
  return hash.text();
}

}  // namespace

std::string bits_of_roots(polynomial_kind kind, int degree) {
  switch (degree) {
    case 3:
      return bits_of<3>(kind);
    case 8:
      return bits_of<8>(kind);
    case 18:
      return bits_of<18>(kind);
    case 32:
      return bits_of<32>(kind);
    default:
      throw std::logic_error("no polynomials of this degree are judged");
  }
}

std::vector<root_trial> study_roots(polynomial_kind kind, std::uint64_t count, const root_subject& subject) {
  return {study<3>(kind, count, subject), study<8>(kind, count, subject), study<18>(kind, count, subject),
          study<32>(kind, count, subject)};
}

std::string root_table_head() {
  return fmt::format("{:<10} {:>6} {:>12} {:>9} {:>9} {:>13} {:>10} {:>6} {:>9}\n", "roots", "degree",
                     "polynomials", "isolated", "clustered", "not certified", "disks", "wrong", "undecided");
}

std::string root_table_row(const root_trial& t) {
  const auto share = [&](std::uint64_t of) {
    return fmt::format("{:.2f} %", 100.0 * static_cast<double>(of) / static_cast<double>(t.polynomials));
  };
  return fmt::format("{:<10} {:>6} {:>12} {:>9} {:>9} {:>13} {:>10} {:>6} {:>9}\n",
                     polynomial_kind_names[static_cast<int>(t.kind)], t.degree, t.polynomials,
                     share(t.isolated), share(t.clustered), share(t.not_certified), t.disks, t.wrong,
                     t.undecided);
}

std::string roots_json(const command::provenance& from, const std::vector<root_trial>& trials) {
  nlohmann::ordered_json all = command::to_json(from);
  for (const root_trial& t : trials) {
    all["roots"].push_back({{"polynomials", polynomial_kind_names[static_cast<int>(t.kind)]},
                            {"degree", t.degree},
                            {"bits", bits_of_roots(t.kind, t.degree)},
                            {"judged", t.polynomials},
                            {"isolated", t.isolated},
                            {"clustered", t.clustered},
                            {"not_certified", t.not_certified},
                            {"disks", t.disks},
                            {"wrong", t.wrong},
                            {"undecided", t.undecided}});
  }
  return command::record_text(all) + "\n";
}

}  // namespace accuracy
