// What can be written to a stream where ff/text/io.hpp was not included: nothing, rather than something else.
#include <gtest/gtest.h>

#include <ff/complex.hpp>
#include <ostream>
#include <type_traits>
#include <utility>

namespace {

template <class T, class = void>
constexpr bool is_written = false;
template <class T>
constexpr bool
    is_written<T, std::void_t<decltype(std::declval<std::ostream&>() << std::declval<const T&>())>> = true;

// A real number converts to a complex one, whose operator would write its real part, and so on without end.
TEST(ComplexOutput, ThereIsNoneWithoutItsHeader) {
  EXPECT_TRUE(is_written<float>);
  EXPECT_FALSE(is_written<ff::ff_t>);
  EXPECT_FALSE(is_written<ff::complex>);
}

}  // namespace
