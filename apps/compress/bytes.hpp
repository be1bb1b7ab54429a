// Integers and numbers in files, little-endian whatever the machine.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace compress {

template <class T>
using unsigned_like = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;

/// Bytes beyond the end read as zeros, and is_over() says so.
class byte_reader {
 public:
  explicit byte_reader(std::string_view bytes) : rest_(bytes) {}

  std::size_t left() const { return rest_.size(); }
  bool is_over() const { return is_over_; }

  std::string_view take(std::size_t count) {
    is_over_ = is_over_ || count > rest_.size();
    const std::string_view taken = rest_.substr(0, count);
    rest_.remove_prefix(taken.size());
    return taken;
  }
  template <class Unsigned>
  Unsigned integer() {
    std::uint64_t value = 0;
    unsigned shift = 0;
    for (const char c : take(sizeof(Unsigned))) {
      value |= std::uint64_t{static_cast<unsigned char>(c)} << shift;
      shift += 8;
    }
    return static_cast<Unsigned>(value);
  }
  /// float or double.
  template <class T>
  T number() {
    const auto bits = integer<unsigned_like<T>>();
    T value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
  }

 private:
  std::string_view rest_;
  bool is_over_ = false;
};

class byte_writer {
 public:
  void put(std::string_view bytes) { bytes_ += bytes; }
  template <class Unsigned>
  void integer(Unsigned value) {
    static_assert(std::is_unsigned_v<Unsigned>);
    for (std::size_t i = 0; i < sizeof(Unsigned); ++i)
      bytes_ += static_cast<char>(static_cast<unsigned char>(std::uint64_t{value} >> 8 * i & 255));
  }
  template <class T>
  void number(T value) {
    unsigned_like<T> bits;
    std::memcpy(&bits, &value, sizeof bits);
    integer(bits);
  }
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

}  // namespace compress
