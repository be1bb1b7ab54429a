#include "factors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ff/ff.hpp>
#include <ff/linalg/gemm.hpp>
#include <stdexcept>

#include "bytes.hpp"
#include "command/failure.hpp"

namespace compress {
namespace {

constexpr std::string_view magic = "FF-SVD1\n";
constexpr double header_bytes = 8 + 5 * 4;
constexpr double most_integers = 32767;

double bytes_of_rank(int64 rows, int64 columns, stored how) {
  const double bytes[] = {2, 4, 8}, scales = how == stored::fixed ? 2 * 4 : 0;
  return 8 + scales + bytes[static_cast<int>(how)] * static_cast<double>(rows + columns);
}

void put_pair(byte_writer& out, ff_t x) {
  out.number(x.hi());
  out.number(x.lo());
}
ff_t take_pair(byte_reader& in) {
  const auto hi = in.number<float>(), lo = in.number<float>();
  return ff::from_sum(hi, lo);
}

/// Each element is off by half of the largest over 32767, at most.
void put_fixed(byte_writer& out, const ff_t* x, int64 n) {
  double largest = 0;
  for (int64 i = 0; i < n; ++i) largest = std::max(largest, std::abs(static_cast<double>(x[i])));
  const auto scale = static_cast<float>(largest / most_integers);
  out.number(scale);
  for (int64 i = 0; i < n; ++i) {
    const double steps = scale > 0 ? static_cast<double>(x[i]) / double{scale} : 0;
    const long whole = std::lround(std::clamp(steps, -most_integers, most_integers));
    out.integer(static_cast<std::uint16_t>(static_cast<std::int16_t>(whole)));
  }
}

void put_vector(byte_writer& out, const ff_t* x, int64 n, stored how) {
  if (how == stored::fixed) return put_fixed(out, x, n);
  for (int64 i = 0; i < n; ++i) {
    if (how == stored::pair) {
      put_pair(out, x[i]);
    } else {
      out.number(x[i].hi());
    }
  }
}

void take_vector(byte_reader& in, std::vector<ff_t>& to, int64 n, stored how) {
  const double scale = how == stored::fixed ? double{in.number<float>()} : 1;
  for (int64 i = 0; i < n; ++i) {
    switch (how) {
      case stored::fixed:  // 16 by 24 bits are exact
        to.emplace_back(scale * static_cast<std::int16_t>(in.integer<std::uint16_t>()));
        break;
      case stored::single:
        to.emplace_back(in.number<float>());
        break;
      case stored::pair:
        to.push_back(take_pair(in));
        break;
    }
  }
}

bool all_finite(const std::vector<ff_t>& x) {
  return std::all_of(x.begin(), x.end(), [](ff_t v) { return isfinite(v); });
}

}  // namespace

factors factors::first(int64 k) const {
  factors f = *this;
  f.values.resize(static_cast<std::size_t>(k));
  f.left.resize(static_cast<std::size_t>(k * rows));
  f.right.resize(static_cast<std::size_t>(k * columns));
  return f;
}

matrix factors::product() const {
  using ff::linalg::column_major;
  std::vector<ff_t> scaled = left;
  for (std::size_t i = 0; i < scaled.size(); ++i) scaled[i] *= values[i / static_cast<std::size_t>(rows)];
  const ff_t* const u = scaled.data();
  matrix a(rows, columns);
  const ff::linalg::status said =
      ff::linalg::gemm(1.0f, column_major(u, rows, rank()),
                       column_major(right.data(), columns, rank()).transposed(), 0.0f, a.view());
  if (!said) throw std::runtime_error(said.text());
  return a;
}

std::vector<double> distances(const std::vector<ff_t>& values) {
  std::vector<double> norms(values.size() + 1, 0.0);
  for (std::size_t k = values.size(); k-- > 0;)
    norms[k] = std::hypot(norms[k + 1], static_cast<double>(values[k]));
  return norms;
}

int64 rank_within(const std::vector<double>& norms, double error) {
  const auto within = [&](double norm) { return norm <= error * norms[0]; };
  return std::find_if(norms.begin() + 1, norms.end(), within) - norms.begin();
}

double distance(const matrix& a, const matrix& b) {
  double norm = 0;
  for (std::size_t i = 0; i < a.elements.size(); ++i)
    norm = std::hypot(norm, static_cast<double>(a.elements[i] - b.elements[i]));
  return norm;
}

double largest_magnitude(const matrix& a) {
  double largest = 0;
  for (const ff_t x : a.elements) largest = std::max(largest, std::abs(static_cast<double>(x)));
  return largest;
}

double signal_to_noise(double norm, double peak, double elements) {
  return 20 * std::log10(peak * std::sqrt(elements) / norm);
}

// ---- files

double file_bytes(int64 rows, int64 columns, int64 rank, stored how) {
  return header_bytes + static_cast<double>(rank) * bytes_of_rank(rows, columns, how);
}

int64 rank_of_bytes(int64 rows, int64 columns, double bytes, stored how) {
  const double most = std::floor((bytes - header_bytes) / bytes_of_rank(rows, columns, how));
  return static_cast<int64>(std::clamp(most, 0.0, static_cast<double>(std::min(rows, columns))));
}

std::string encode(const factors& f, stored how) {
  byte_writer out;
  out.put(magic);
  for (const int64 x : {f.rows, f.columns, f.rank(), int64{f.channels}, static_cast<int64>(how)})
    out.integer(static_cast<std::uint32_t>(x));
  for (int64 k = 0; k < f.rank(); ++k) {
    put_pair(out, f.values[static_cast<std::size_t>(k)]);
    put_vector(out, f.left.data() + k * f.rows, f.rows, how);
    put_vector(out, f.right.data() + k * f.columns, f.columns, how);
  }
  return out.take();
}

bool is_encoded(std::string_view bytes) { return bytes.substr(0, magic.size()) == magic; }

factors decode(const std::string& file, std::string_view bytes) {
  const auto fail = [&](const std::string& message) {
    throw command::bad_argument(fmt::format("{}: {}", file, message));
  };
  if (!is_encoded(bytes)) fail("expected factors that --save wrote");
  byte_reader in(bytes);
  in.take(magic.size());
  factors f;
  f.rows = in.integer<std::uint32_t>();
  f.columns = in.integer<std::uint32_t>();
  const int64 rank = in.integer<std::uint32_t>();
  const auto channels = in.integer<std::uint32_t>(), how_number = in.integer<std::uint32_t>();
  const bool is_picture = channels == 1 || channels == 3;
  const int64 most = std::min(f.rows, f.columns);
  if (in.is_over() || rank < 1 || rank > most || how_number > 2 ||
      !(channels == 0 || (is_picture && f.columns % channels == 0)))
    fail("expected the header that --save writes");
  const auto how = static_cast<stored>(how_number);
  const double wanted = file_bytes(f.rows, f.columns, rank, how), there = static_cast<double>(bytes.size());
  if (there < wanted || there > wanted)
    fail(fmt::format("expected {:.0f} bytes for rank {} of {} x {}, not {}", wanted, rank, f.rows, f.columns,
                     bytes.size()));
  f.channels = static_cast<int>(channels);
  for (int64 k = 0; k < rank; ++k) {
    f.values.push_back(take_pair(in));
    take_vector(in, f.left, f.rows, how);
    take_vector(in, f.right, f.columns, how);
  }
  if (!all_finite(f.values) || !all_finite(f.left) || !all_finite(f.right)) fail("expected finite numbers");
  return f;
}

}  // namespace compress
