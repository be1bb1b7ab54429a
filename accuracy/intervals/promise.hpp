// Says what is promised of an operation on intervals, in a word.
#pragma once

#include <ff/interval/bounds.hpp>

namespace accuracy::intervals {

inline const char* promise_text(ff::bounds::promise p) {
  using ff::bounds::promise;
  switch (p) {
    case promise::exact:
      return "exact";
    case promise::upper_bound:
      return "upper bound";
    case promise::member:
      return "member";
    case promise::close:
      return "near";
    default:
      return "tightest";
  }
}

}  // namespace accuracy::intervals
