#include "read.hpp"

#include "command/line_reader.hpp"

namespace bezier {
namespace {

// So many leaves have numbers, and the certified search takes coordinates below this.
constexpr int most_patches = 10000000;
constexpr float greatest_coordinate = 0x1p59f;

float coordinate(command::line_reader& in) {
  const float x = in.coordinate();
  if (!(std::fabs(x) <= greatest_coordinate))
    in.fail(fmt::format("expected a number of size {:.3g} at most, not {:g}", greatest_coordinate, x));
  return x;
}

}  // namespace

std::vector<patch> read_patches(const std::string& file, std::string_view text) {
  command::line_reader in(file, text);
  in.expect_line("the number of patches");
  const int count = in.whole<int>("a number of patches", 1, most_patches);
  in.expect_end_of_line();
  std::vector<patch> patches;
  for (int number = 1; number <= count; ++number) {
    in.expect_line(fmt::format("the degrees of patch {} of {}", number, count));
    in.whole<int>("degree 3", 3, 3), in.whole<int>("degree 3", 3, 3);
    in.expect_end_of_line();
    patch p{};
    for (int k = 0; k < 16; ++k) {
      in.expect_line(fmt::format("point {} of 16 of patch {} of {}", k + 1, number, count));
      const float x = coordinate(in), y = coordinate(in), z = coordinate(in);
      in.expect_end_of_line();
      p.p[k / 4][k % 4] = {x, y, z};
    }
    patches.push_back(p);
  }
  if (in.next_line())
    in.fail(fmt::format("expected the end of the file after {} patches, not '{}'", count, in.line()));
  return patches;
}

}  // namespace bezier
