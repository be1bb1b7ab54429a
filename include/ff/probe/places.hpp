// The records of marked places, on the host and on the device.
//
// A place is known by the hash of its name.  The device keeps several copies of all places, and a block
// writes to the copy that its number chooses, so that few blocks meet at one counter.  A warp adds once for
// all its lanes.  Extremes are read first and changed only where they grow, which becomes rare.
#pragma once

#if !defined(__CUDACC_RTC__)  // the report is made on the host

#include <algorithm>
#include <ff/operators.hpp>
#include <mutex>
#include <vector>

namespace ff {
namespace detail {

/// Holds what a mark sees of one number.
struct observation {
  ff_t value, first, second;  // the number, and the operands of the operation that made it
  double shadow;
  float deviation;  // |value - shadow| / |shadow|, at most 1
  int cancelled;    // bits that the worst sum on the way lost to cancellation
  int digits;       // of the type
};

/// Holds what has been seen at one place.  All zeros is a place that nobody has marked.
struct probe_place {
  uint64 key;
  char name[40];
  uint64 executions, infinities, nans, low_underflows, cancellations;
  uint32 deviation;        // bits of the largest, a float: they grow with it
  uint32 lowest, highest;  // exponent_origin minus the least exponent, plus the greatest; 0 for none
  uint32 most_cancelled, digits;
  ff_t value, first, second;  // where the deviation was largest
  double shadow;
  uint32 lock;
};

inline constexpr int places_count = 64, place_copies = 32, cancellation_threshold = 8;
inline constexpr uint32 exponent_origin = 4096;

struct place_table {
  probe_place at[places_count];
  uint64 lost;  // marks of names for which the table had no room
};

/// FNV-1a of a name, and of the digits of the type: types share no record.  It is odd, and 0 marks a free
/// place.
FF_HD constexpr uint64 place_key(const char* name, int digits) {
  uint64 hash = 0xcbf29ce484222325u + static_cast<uint64>(digits);
  for (; *name != '\0'; ++name) hash = (hash ^ static_cast<unsigned char>(*name)) * 0x100000001b3u;
  return hash | 1u;
}

FF_HD void copy_name(char (&to)[40], const char* from) {
  int i = 0;
  for (; i < 39 && from[i] != '\0'; ++i) to[i] = from[i];
  to[i] = '\0';
}

/// floor(log2 |x|) of a double that is not zero; a subnormal number counts as the least normal one.
FF_HD int exponent_of(double x) {
  const int field = static_cast<int>(bit_cast<uint64>(x) >> 52 & 0x7ffu);
  return field == 0 ? -1022 : field - 1023;
}

FF_HD bool has_exponent(double x) { return (x < 0 || x > 0) && exponent_of(x) <= 1023; }

FF_HD bool is_finite_head(float x) { return (to_bits(x) & infinity_bits) != infinity_bits; }
FF_HD bool is_nan_head(float x) { return (to_bits(x) & magnitude_bits) > infinity_bits; }

/// A pair whose low word lies in or below the subnormal floats has lost digits that no shadow has to tell of.
FF_HD bool has_low_underflow(const observation& x) {
  const float head = abs(x.value.hi());
  return x.digits > 24 && less(0.0f, head) && less(head, 0x1p-102f);
}

// ---------------------------------------------------------------- the host

inline place_table& host_places() {
  static place_table table{};
  return table;
}
inline std::mutex& host_places_mutex() {
  static std::mutex mutex;
  return mutex;
}

/// The place of a key in a table, taken if it is new; nullptr where the table is full.
inline probe_place* find_place(place_table& table, uint64 key, const char* name) {
  for (int i = 0; i < places_count; ++i) {
    probe_place& p = table.at[(key + static_cast<uint64>(i)) % places_count];
    if (p.key == key) return &p;
    if (p.key == 0) {
      p.key = key;
      copy_name(p.name, name);
      return &p;
    }
  }
  return nullptr;
}

/// Adds the extremes of `from` to those of `to`.
inline void add_extremes(probe_place& to, const probe_place& from) {
  if (from.deviation >= to.deviation && from.digits != 0) {
    to.deviation = from.deviation;
    to.value = from.value, to.first = from.first, to.second = from.second;
    to.shadow = from.shadow;
  }
  if (from.lowest > to.lowest) to.lowest = from.lowest;
  if (from.highest > to.highest) to.highest = from.highest;
  if (from.most_cancelled > to.most_cancelled) to.most_cancelled = from.most_cancelled;
  if (from.digits != 0) to.digits = from.digits;
}

/// Adds what was seen at one place to another record of it.
inline void add_place(probe_place& to, const probe_place& from) {
  to.executions += from.executions;
  to.infinities += from.infinities, to.nans += from.nans;
  to.low_underflows += from.low_underflows, to.cancellations += from.cancellations;
  add_extremes(to, from);
}

/// One observation as the record of a place that was marked once.
inline probe_place place_of(const observation& x) {
  probe_place p{};
  const float head = x.value.hi();
  p.executions = 1;
  p.nans = is_nan_head(head), p.infinities = !is_finite_head(head) && !is_nan_head(head);
  p.low_underflows = has_low_underflow(x), p.cancellations = x.cancelled >= cancellation_threshold;
  p.deviation = to_bits(x.deviation);
  if (has_exponent(x.shadow)) {
    const uint32 e = exponent_origin + static_cast<uint32>(exponent_of(x.shadow));
    p.highest = e, p.lowest = 2 * exponent_origin - e;
  }
  p.most_cancelled = static_cast<uint32>(x.cancelled), p.digits = static_cast<uint32>(x.digits);
  p.value = x.value, p.first = x.first, p.second = x.second, p.shadow = x.shadow;
  return p;
}

inline void record_on_host(uint64 key, const char* name, const observation& x) {
  const std::lock_guard<std::mutex> lock(host_places_mutex());
  if (probe_place* p = find_place(host_places(), key, name))
    add_place(*p, place_of(x));
  else
    ++host_places().lost;
}

/// Adds a table's places to a list of merged ones.
inline void add_table(std::vector<probe_place>& all, const place_table& table, uint64& lost) {
  lost += table.lost;
  for (const probe_place& p : table.at) {
    if (p.key == 0) continue;
    const auto same =
        std::find_if(all.begin(), all.end(), [&](const probe_place& q) { return q.key == p.key; });
    if (same == all.end())
      all.push_back(p);
    else
      add_place(*same, p);
  }
}

}  // namespace detail
}  // namespace ff

#endif
