// A vector of plain structs that keeps its memory: clearing, shrinking and assigning allocate nothing where
// the list was as long before.  Forms are computed again and again in their places, so after a few cells
// the prover allocates no more.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <new>
#include <type_traits>

namespace proofs {

template <class T>
class list {
  static_assert(std::is_trivially_copyable<T>::value, "elements are copied as bytes");

 public:
  list() = default;
  list(const list& o) { assign(o); }
  list(list&& o) noexcept : data_(o.data_), size_(o.size_), room_(o.room_) {
    o.data_ = nullptr, o.size_ = o.room_ = 0;
  }
  list& operator=(const list& o) {
    if (this != &o) assign(o);
    return *this;
  }
  list& operator=(list&& o) noexcept {
    if (this == &o) return *this;
    std::free(data_);
    data_ = o.data_, size_ = o.size_, room_ = o.room_;
    o.data_ = nullptr, o.size_ = o.room_ = 0;
    return *this;
  }
  ~list() { std::free(data_); }

  T* begin() { return data_; }
  T* end() { return data_ + size_; }
  const T* begin() const { return data_; }
  const T* end() const { return data_ + size_; }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T& operator[](std::size_t i) { return data_[i]; }
  const T& operator[](std::size_t i) const { return data_[i]; }
  void clear() { size_ = 0; }
  /// Shortens it.
  void cut(std::size_t n) { size_ = n; }
  void reserve(std::size_t n) {
    if (n <= room_) return;
    void* const more = std::realloc(static_cast<void*>(data_), (n + n / 2) * sizeof(T));
    if (more == nullptr) throw std::bad_alloc();
    data_ = static_cast<T*>(more), room_ = n + n / 2;
  }
  void push_back(const T& v) {
    const T copy = v;  // v may be an element
    reserve(size_ + 1);
    data_[size_++] = copy;
  }

 private:
  void assign(const list& o) {
    reserve(o.size_);
    if (o.size_ > 0) std::memcpy(static_cast<void*>(data_), o.data_, o.size_ * sizeof(T));
    size_ = o.size_;
  }

  T* data_ = nullptr;
  std::size_t size_ = 0, room_ = 0;
};

}  // namespace proofs
