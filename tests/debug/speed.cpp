// Prints how many times double's time ff_t takes in three loops: a sum of products, all of + * / sqrt, and
// the forces among bodies.  Processor time, the least of several runs.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <ff/ff.hpp>

namespace {

constexpr int length = 1000;

template <class T>
struct data {
  T a[length], b[length];
  data() {
    for (int i = 0; i < length; ++i) a[i] = T(1.25) + T(i), b[i] = T(i);
  }
};

template <class T>
void products(data<T>& v) {
  const T x = 1.25;
  for (int i = 0; i < length; ++i) v.b[i] = v.a[i] * x + v.b[i];
}
template <class T>
void all_operations(data<T>& v) {
  using std::sqrt;
  const T x = 1.25;
  for (int i = 0; i < length; ++i) v.b[i] = sqrt(v.a[i] * x + v.b[i]) / v.a[i];
}
template <class T>
void bodies(data<T>& v) {
  using std::sqrt;
  const T x = 1.25, y = 2.5, softening = 0.01;
  T sum = 0;
  for (int i = 0; i < length; ++i) {
    const T dx = v.a[i] - x, dy = v.a[i] - y, inverse = 1 / sqrt(dx * dx + dy * dy + softening);
    sum += dx * (inverse * inverse * inverse);
  }
  v.b[0] = sum;
}

template <class T>
double seconds(void (*loop)(data<T>&), int repeats) {
  static data<T> v;
  double least = 1e9;
  for (int run = 0; run < 9; ++run) {
    const std::clock_t start = std::clock();
    for (int i = 0; i < repeats; ++i) loop(v);
    least = std::min(least, double(std::clock() - start) / CLOCKS_PER_SEC / repeats);
  }
  return least;
}

}  // namespace

int main() {
  std::printf("%.1f %.1f %.1f\n", seconds(products<ff::ff_t>, 50) / seconds(products<double>, 1000),
              seconds(all_operations<ff::ff_t>, 50) / seconds(all_operations<double>, 1000),
              seconds(bodies<ff::ff_t>, 50) / seconds(bodies<double>, 1000));
}
