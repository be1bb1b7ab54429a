// The host as a machine for renderer.hpp.
#pragma once

#include "command/parallel.hpp"
#include "renderer.hpp"

namespace bezier {

class host_machine {
 public:
  static constexpr int rays_at_a_time = 1 << 14;

  template <class T>
  class array {
   public:
    T* at_least(std::size_t n) {
      if (n > data_.size()) data_.resize(n);
      return data_.data();
    }
    const T* copy_in(const T* from, std::size_t n) { return std::copy(from, from + n, at_least(n)) - n; }
    void copy_out(T* to, std::size_t n) const {
      std::copy(data_.begin(), data_.begin() + static_cast<long>(n), to);
    }

   private:
    std::vector<T> data_;
  };

  explicit host_machine(unsigned threads) : threads_(command::threads_for(threads)) {}

  template <class F>
  void each(int n, const F& f) const {
    command::in_shares(threads_, static_cast<std::uint64_t>(n),
                       [&](std::uint64_t first, std::uint64_t last, unsigned) {
                         for (std::uint64_t k = first; k < last; ++k) f(static_cast<int>(k));
                       });
  }
  template <class P>
  int select(int n, const P& wanted, int* list) const {
    int count = 0;
    for (int k = 0; k < n; ++k)
      if (wanted(k)) list[count++] = k;
    return count;
  }
  template <class P>
  int select_of(const int* from, int n, const P& wanted, int* list) const {
    int count = 0;
    for (int i = 0; i < n; ++i)
      if (wanted(from[i])) list[count++] = from[i];
    return count;
  }
  template <class F>
  counts sum(int n, const F& f) const {
    counts all{};
    for (int k = 0; k < n; ++k) all = all + f(k);
    return all;
  }
  box join(const box* each, int n) const {
    box all = ff::geometry::empty_box();
    for (int k = 0; k < n; ++k) all = ff::geometry::join(all, each[k]);
    return all;
  }
  void sort(array<uint64>& keys, int n) const {
    uint64* first = keys.at_least(static_cast<std::size_t>(n));
    std::sort(first, first + n);
  }
  void climb(const tree_in_work& tree) const {
    for (int place = 0; place < tree.leaves; ++place)
      bezier::climb(tree, place, [](int& arrivals) { return arrivals++; });
  }
  void meet(const choice& by, int n, const int* list, task* tasks, const scene_view& scene) const {
    each(n, meet_step<meeting>{scene, list, tasks, meeting_on_host(by)});
  }
  void finish() const {}

 private:
  unsigned threads_;
};

}  // namespace bezier
