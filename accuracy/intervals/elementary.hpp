// Powers, roots and elementary functions as functors.
#pragma once

#include <ff/interval.hpp>

#include "functors.hpp"

namespace accuracy::intervals::op {

template <int n>
struct fixed_power : sound<exact::power> {
  template <class T>
  FF_HD static results<T> of(const operands<T>& v) {
    return one(ff::pown<n>(v.x));
  }
};
struct pown : sound<exact::power> {
  template <class T>
  FF_HD static results<T> of(const operands<T>& v) {
    return one(ff::pown(v.x, v.n));
  }
};
struct rootn : sound<exact::nth_root> {
  template <class T>
  FF_HD static results<T> of(const operands<T>& v) {
    return one(ff::rootn(v.x, v.n));
  }
};
struct pow : sound<exact::pow> {
  template <class T>
  FF_HD static results<T> of(const operands<T>& v) {
    return one(ff::pow(v.x, v.y));
  }
};
struct exp : sound<exact::exp> {
  template <class T>
  FF_HD static results<T> of(const operands<T>& v) {
    return one(ff::exp(v.x));
  }
};
struct exp2 : sound<exact::exp2> {
  template <class T>
  FF_HD static results<T> of(const operands<T>& v) {
    return one(ff::exp2(v.x));
  }
};
struct exp10 : sound<exact::exp10> {
  template <class T>
  FF_HD static results<T> of(const operands<T>& v) {
    return one(ff::exp10(v.x));
  }
};
struct log : sound<exact::log> {
  template <class T>
  FF_HD static results<T> of(const operands<T>& v) {
    return one(ff::log(v.x));
  }
};
struct log2 : sound<exact::log2> {
  template <class T>
  FF_HD static results<T> of(const operands<T>& v) {
    return one(ff::log2(v.x));
  }
};
struct log10 : sound<exact::log10> {
  template <class T>
  FF_HD static results<T> of(const operands<T>& v) {
    return one(ff::log10(v.x));
  }
};
struct sin : sound<exact::sin> {
  template <class T>
  FF_HD static results<T> of(const operands<T>& v) {
    return one(ff::sin(v.x));
  }
};
struct cos : sound<exact::cos> {
  template <class T>
  FF_HD static results<T> of(const operands<T>& v) {
    return one(ff::cos(v.x));
  }
};
struct tan : sound<exact::tan> {
  template <class T>
  FF_HD static results<T> of(const operands<T>& v) {
    return one(ff::tan(v.x));
  }
};
struct atan : sound<exact::atan> {
  template <class T>
  FF_HD static results<T> of(const operands<T>& v) {
    return one(ff::atan(v.x));
  }
};
struct sinh : sound<exact::sinh> {
  template <class T>
  FF_HD static results<T> of(const operands<T>& v) {
    return one(ff::sinh(v.x));
  }
};
struct cosh : sound<exact::cosh> {
  template <class T>
  FF_HD static results<T> of(const operands<T>& v) {
    return one(ff::cosh(v.x));
  }
};
struct tanh : sound<exact::tanh> {
  template <class T>
  FF_HD static results<T> of(const operands<T>& v) {
    return one(ff::tanh(v.x));
  }
};

}  // namespace accuracy::intervals::op
