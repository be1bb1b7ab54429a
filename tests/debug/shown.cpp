// What gdb is asked to show.
#include <ff/ff.hpp>
#include <vector>

struct body {
  ff::ff_t mass;
  int count;
};

bool stop(const ff::ff_t& x) { return x > 0; }

int main() {
  const ff::ff_t tenth = 0.1, negative = -2.5, wide = ff::from_words(0x1p127f, 0x1p-149f), nothing = -0.0f;
  const ff::ff_t endless = 1 / ff::ff_t(0), number = ff::from_words(1.0f, -0x1p-30f);
  const body b{1e-30, 3};
  const std::vector<ff::ff_t> list{1, 2.5};
  const ff::complex z(1, 2);
  return stop(tenth) + stop(negative + wide + nothing + endless + number + b.mass + list[0] + z.real());
}
