// Elementary functions of pairs whose heads are not finite.
#include "../heads.hpp"

#include "catalogue/functions.hpp"

namespace {

struct Heads : ff_test::Everywhere {};

TEST_F(Heads, functions_ignore_low_words) {
  catalogue::function_rows(ff_test::expect_heads_alone{});
  catalogue::functions_without_row(ff_test::expect_heads_alone{});
}

}  // namespace
