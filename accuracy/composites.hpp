// The functions of vectors and complex numbers of the report.
#pragma once

#include "composites/complex.hpp"
#include "composites/vectors.hpp"

namespace accuracy {

/// add(function, name, row of its bound) for each.
template <class Add>
void for_each_composite(Add add) {
  vec::for_each_vector_function(add);
  cx::for_each_complex_function(add);
}

// Composites broken on purpose, as the operators of that name in operators.hpp.
namespace mutant {
struct dot_of_sums : vec::dot<3> {  // products added up as pairs, without what the sums lose
  FF_HD static outcome run(const operands& v) {
    return ff::add22_sloppy(ff::add22_sloppy(ff::ff_t((v[0] * v[3]).hi()), v[1] * v[4]), v[2] * v[5]);
  }
};
struct cross_of_heads : vec::cross {  // one component without a low word
  FF_HD static outcome run(const operands& v) {
    outcome r = vec::cross::run(v);
    r.part[2] = ff::ff_t(r.part[2].hi());
    return r;
  }
};
struct length_unscaled : vec::length<3> {
  FF_HD static outcome run(const operands& v) {
    return ff::sqrt(ff::detail::square_length(vec::vector_at<3>(v, 0)));
  }
};
struct hypot3_of_hypot : vec::hypot3 {  // the third square's low word forgotten
  FF_HD static outcome run(const operands& v) { return ff::hypot(v.x, v.y, ff::ff_t(v.z.hi())); }
};
struct normalize_by_quotients : vec::normalize<4> {  // of the head of the length
  FF_HD static outcome run(const operands& v) {
    const ff::ff4 a = vec::vector_at<4>(v, 0);
    return vec::parts(a / length(a).hi());
  }
};
struct product_of_three : cx::product {  // Karatsuba's: three products, no bound by component
  FF_HD static outcome run(const operands& v) {
    const ff::ff_t p = v[0] * v[2], q = v[1] * v[3];
    return {p - q, (v[0] + v[1]) * (v[2] + v[3]) - p - q};
  }
};
struct quotient_unscaled : cx::quotient<-96, 124> {
  FF_HD static outcome run(const operands& v) {
    return cx::parts(ff::detail::quotient(cx::complex_at(v, 0), cx::complex_at(v, 2)));
  }
};
struct log_of_modulus : cx::logarithm {  // no care near the unit circle
  FF_HD static outcome run(const operands& v) {
    const ff::complex z = cx::complex_at(v, 0);
    return {ff::log(abs(z)), arg(z)};
  }
};
struct root_by_difference : cx::root {  // |z| - x cancels for z near the positive axis
  FF_HD static outcome run(const operands& v) {
    const ff::ff_t r = ff::hypot(v.x, v.y), half(0.5f);
    return {ff::sqrt(half * (r + v.x)), ff::copysign(ff::sqrt(half * (r - v.x)), v.y)};
  }
};
struct exp_of_heads : cx::exponential {
  FF_HD static outcome run(const operands& v) { return exponential::run({v.x, ff::ff_t(v.y.hi()), 0.0f}); }
};
struct power_of_head : cx::power<false> {
  FF_HD static outcome run(const operands& v) {
    return cx::parts(exp(cx::complex_at(v, 2) * ff::log(ff::complex(v.x, ff::ff_t(v.y.hi())))));
  }
};
}  // namespace mutant

template <class Add>
void for_each_composite_mutant(Add add) {
  const auto& vectors = ff::bounds::small_vectors;
  const auto& complexes = ff::bounds::complex_numbers;
  add(mutant::dot_of_sums{}, "dot_of_sums", vectors[1]);
  add(mutant::cross_of_heads{}, "cross_of_heads", vectors[3]);
  add(mutant::length_unscaled{}, "length_unscaled", vectors[5]);
  add(mutant::hypot3_of_hypot{}, "hypot3_of_hypot", ff::bounds::euclidean_lengths[4]);
  add(mutant::normalize_by_quotients{}, "normalize_by_quotients", vectors[12]);
  add(mutant::product_of_three{}, "product_of_three", complexes[3]);
  add(mutant::quotient_unscaled{}, "quotient_unscaled", complexes[4]);
  add(mutant::log_of_modulus{}, "log_of_modulus", complexes[14]);
  add(mutant::root_by_difference{}, "root_by_difference", complexes[10]);
  add(mutant::exp_of_heads{}, "exp_of_heads", complexes[11]);
  add(mutant::power_of_head{}, "power_of_head", complexes[15]);
}

}  // namespace accuracy
