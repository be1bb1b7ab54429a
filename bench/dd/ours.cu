// double and dd_t on the GPU, and the rate that slots are counted in.
#include <ff/dd.hpp>

#include "bench/slots.cuh"
#include "run.cuh"

namespace bench {
namespace {

template <>
struct dd_words<ff::dd_t> {
  __device__ static ff::dd_t from(two_doubles w) { return ff::from_words(w.hi, w.lo); }
  __device__ static two_doubles to(ff::dd_t x) { return {x.hi(), x.lo()}; }
};

}  // namespace

double dd_slots_a_second() { return slots_a_second(); }

void add_dd_ours(std::vector<dd_run>& all) {
  add_dd_type<double>(all, "double");
  add_dd_type<ff::dd_t>(all, "dd_t");
}

}  // namespace bench
