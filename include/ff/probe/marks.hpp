// FF_PROBE, and the record of a store.
#pragma once

#if !defined(__CUDACC_RTC__)  // the report is made on the host

#include <ff/probe/number.hpp>

namespace ff {

// ---------------------------------------------------------------- marks

namespace detail {

/// A mark.  What is no probe passes through it, so that marks may stay in a generic kernel.
template <uint64 key, class X>
FF_HD void mark(const char*, X&) {}
template <uint64 key, class T>
FF_HD void mark(const char* name, probe<T>& x) {
  record(name, x.observed(), key);
  x.forget_cancellation();
}
template <uint64 key, class T>
FF_HD void mark(const char* name, const probe<T>& x) {
  record(name, x.observed(), key);
}

// The digits of the type of a marked variable.
template <class X>
inline constexpr int probed_digits = 0;
template <class T>
inline constexpr int probed_digits<probe<T>> = std::numeric_limits<T>::digits;
template <class T>
inline constexpr int probed_digits<const probe<T>> = std::numeric_limits<T>::digits;
template <class X>
inline constexpr int probed_digits<X&> = probed_digits<X>;

}  // namespace detail

/// A store: recorded, then the number itself.
template <class T>
FF_HD probe<T>::operator T() const {
  detail::record_store(observed());
  return value_;
}

}  // namespace ff

/// Marks a place: records what x is there.  `name` is a literal of at most 39 characters; marks of one name
/// and type share a record.  x is a variable; where it is no probe, a mark does nothing and costs nothing.
#define FF_PROBE(name, x) \
  ::ff::detail::mark<::ff::detail::place_key(name, ::ff::detail::probed_digits<decltype((x))>)>(name, x)

#endif
