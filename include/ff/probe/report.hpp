// The report of a probe: a table, a sentence for each place, and JSON.
//
// 1. Copy the records from the device, merge the copies of each place, and add the host's.
// 2. Order the places by name.
// 3. Tell from the bits lost and the range of exponents which type is enough.
#pragma once

#if !defined(__CUDACC_RTC__)  // the report is made on the host

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ff/probe/cuda.hpp>
#include <memory>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

namespace ff {

/// Holds what a report is made for.
struct probe_options {
  double wanted_bits = 40;  ///< good bits that the program needs at its marks
  bool clear = true;        ///< whether the records begin anew
};

/// Holds what was seen at one place.
struct probe_row {
  std::string place;
  int digits;         ///< significant bits of the probed type
  uint64 executions;  ///< how often the mark was passed
  double lost_bits;   ///< of `digits`: 0 where value and shadow agree to all of them
  int least_exponent,
      greatest_exponent;  ///< floor(log2 |x|) of the shadow; 0, 0 if nothing but zeros came by
  bool has_exponents;
  uint64 low_underflows;  ///< heads below 2^-102, whose low word has lost bits
  uint64 cancellations;   ///< numbers on whose way a sum cancelled 8 bits or more
  int most_cancelled;     ///< bits that the worst of these sums cancelled
  uint64 infinities, nans;
  ff_t value, first,
      second;  ///< where most bits were lost: the number, and the operands of its last operation
  double shadow;
};

namespace detail {

/// A type that may be enough: its bits, and the exponents at which it keeps them all.
struct candidate_type {
  const char* name;
  int digits, least_exponent, greatest_exponent;
};
inline constexpr candidate_type candidates[] = {{"float", 24, -126, 127},
                                                {"ff_t", 48, -102, 127},
                                                {"wide_t", 48, -1000000000, 1000000000},
                                                {"double", 53, -1022, 1023}};

inline std::string formatted(const char* format, double x) {
  char text[64];
  std::snprintf(text, sizeof text, format, x);
  return text;
}
inline std::string in_hexadecimal(ff_t x) {
  return formatted("%a", static_cast<double>(x.hi())) + " " + formatted("%a", static_cast<double>(x.lo()));
}

inline probe_row row_of(const probe_place& p) {
  const double deviation = static_cast<double>(from_bits(p.deviation)),
               digits = static_cast<double>(p.digits);
  const double kept = deviation > 0 ? (std::min)(digits, -std::log2(deviation)) : digits;
  const int origin = static_cast<int>(exponent_origin);
  probe_row row{};
  row.place = p.name;
  row.digits = static_cast<int>(p.digits);
  row.executions = p.executions;
  row.lost_bits = digits - kept;
  row.has_exponents = p.highest != 0;
  if (row.has_exponents) {
    row.least_exponent = origin - static_cast<int>(p.lowest);
    row.greatest_exponent = static_cast<int>(p.highest) - origin;
  }
  row.low_underflows = p.low_underflows;
  row.cancellations = p.cancellations;
  row.most_cancelled = static_cast<int>(p.most_cancelled);
  row.infinities = p.infinities, row.nans = p.nans;
  row.value = p.value, row.first = p.first, row.second = p.second;
  row.shadow = p.shadow;
  return row;
}

inline bool is_nan_alone(const probe_row& row) { return row.nans > 0 && row.nans == row.executions; }

/// The sentence that a place ends with: the first type that is enough, by how many bits, and what the types
/// before it lack.  Bits are lost by conditioning, so another type loses as many of its own.
inline std::string verdict(const probe_row& row, const probe_options& options) {
  if (!(options.wanted_bits >= 0 && options.wanted_bits <= 1000))
    throw std::invalid_argument("ff::probe_options: expected wanted_bits from 0 to 1000, not " +
                                formatted("%g", options.wanted_bits));
  if (row.lost_bits >= row.digits - 1)
    return "no digit is right: probe with a wider type, or look for the place where digits go";
  if (is_nan_alone(row)) return "nothing but NaN, and the shadow is NaN too";
  std::string lacking;
  for (const candidate_type& type : candidates) {
    const double spare = type.digits - row.lost_bits - options.wanted_bits;
    const bool in_range = !row.has_exponents || (row.least_exponent >= type.least_exponent &&
                                                 row.greatest_exponent <= type.greatest_exponent);
    if (spare >= 0 && in_range)
      return std::string(type.name) + " is enough by " + formatted("%.1f", spare) + " bits" + lacking;
    lacking += std::string(lacking.empty() ? "; " : ", ") + type.name + " lacks ";
    if (spare < 0) lacking += formatted("%.1f", -spare) + " bits";
    if (!in_range) lacking += spare < 0 ? " and the range" : "the range";
  }
  return "no type is enough" + lacking;
}

}  // namespace detail

/// All that was marked since the last report that cleared, ordered by name.  Waits for `stream`, with nvcc.
///
/// Without relocatable device code each source file has records of its own: ask in the file of the kernels.
/// Throws std::runtime_error where CUDA reports an error, or where more than 64 names were marked.
static inline std::vector<probe_row> probe_rows(probe_stream stream = nullptr, bool clear = true) {
  std::vector<detail::probe_place> all;
  uint64 lost = 0;
  detail::add_device_places(all, lost, stream, clear);
  {
    const std::lock_guard<std::mutex> lock(detail::host_places_mutex());
    detail::add_table(all, detail::host_places(), lost);
    if (clear) detail::host_places() = detail::place_table{};
  }
  if (lost != 0)
    throw std::runtime_error(
        "ff::probe_report: expected at most 64 names of places; marks of others were lost");
  std::vector<probe_row> rows;
  for (const detail::probe_place& p : all) rows.push_back(detail::row_of(p));
  std::sort(rows.begin(), rows.end(), [](const probe_row& a, const probe_row& b) {
    return std::tie(a.place, a.digits) < std::tie(b.place, b.digits);
  });
  return rows;
}

/// The rows as a table, and under it a sentence for each place; of no row a sentence alone.  Throws
/// std::invalid_argument for a number of wanted bits that is none.
inline std::string to_table(const std::vector<probe_row>& rows, const probe_options& options = {}) {
  if (rows.empty())
    return "Nothing was recorded: in this source file no mark was passed, and no probe stored.\n";
  char line[256];
  std::snprintf(line, sizeof line, "%-40s %4s %12s %9s %17s %10s %10s %9s %6s %6s\n", "place", "bits",
                "executions", "bits lost", "exponents", "low lost", "cancelled", "most bits", "inf", "nan");
  std::string text = line;
  for (const probe_row& r : rows) {
    const std::string range =
        r.has_exponents ? std::to_string(r.least_exponent) + " to " + std::to_string(r.greatest_exponent)
        : detail::is_nan_alone(r) ? "NaN only"
                                  : "zeros only";
    std::snprintf(line, sizeof line, "%-40s %4d %12llu %9.1f %17s %10llu %10llu %9d %6llu %6llu\n",
                  r.place.c_str(), r.digits, r.executions, r.lost_bits, range.c_str(), r.low_underflows,
                  r.cancellations, r.most_cancelled, r.infinities, r.nans);
    text += line;
  }
  for (const probe_row& r : rows) {
    text +=
        "\n" + r.place + ", of " + std::to_string(r.digits) + " bits: " + detail::verdict(r, options) + ".\n";
    if (r.lost_bits > 0)
      text += "  worst " + detail::in_hexadecimal(r.value) + " for " + detail::formatted("%a", r.shadow) +
              ", of " + detail::in_hexadecimal(r.first) + " and " + detail::in_hexadecimal(r.second) + "\n";
  }
  return text;
}

/// The rows as JSON: an array of objects.
inline std::string to_json(const std::vector<probe_row>& rows, const probe_options& options = {}) {
  std::string text = "[";
  for (const probe_row& r : rows) {
    std::string name;
    for (const char c : r.place) {
      if (c == '\x22' || c == '\\') name += '\\';
      name += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
    if (text.size() > 1) text += ",";
    text += "\n  {\"place\": \"" + name + "\", \"digits\": " + std::to_string(r.digits) +
            ", \"executions\": " + std::to_string(r.executions) +
            ", \"lost_bits\": " + detail::formatted("%.3f", r.lost_bits) + ", \"exponents\": " +
            (r.has_exponents
                 ? "[" + std::to_string(r.least_exponent) + ", " + std::to_string(r.greatest_exponent) + "]"
                 : "null") +
            ", \"low_underflows\": " + std::to_string(r.low_underflows) +
            ", \"cancellations\": " + std::to_string(r.cancellations) +
            ", \"most_cancelled\": " + std::to_string(r.most_cancelled) +
            ", \"infinities\": " + std::to_string(r.infinities) + ", \"nans\": " + std::to_string(r.nans) +
            ", \"worst\": \"" + detail::in_hexadecimal(r.value) + "\", \"shadow\": \"" +
            detail::formatted("%a", r.shadow) + "\", \"first\": \"" + detail::in_hexadecimal(r.first) +
            "\", \"second\": \"" + detail::in_hexadecimal(r.second) + "\", \"verdict\": \"" +
            detail::verdict(r, options) + "\"}";
  }
  return text + (rows.empty() ? "]\n" : "\n]\n");
}

/// Prints the table and begins anew: one call after a kernel is the report of that kernel.
static inline void probe_report(probe_stream stream = nullptr, const probe_options& options = {}) {
  std::fputs(to_table(probe_rows(stream, options.clear), options).c_str(), stdout);
}

}  // namespace ff

#endif
