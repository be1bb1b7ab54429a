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
  // The degrees of a patch and each point stand on a line, or, where there are fewer lines, anywhere.
  const std::size_t lines = std::size_t{17} * static_cast<std::size_t>(count);
  const bool by_lines = in.lines_left(lines) == lines;
  const auto begin = [&](const std::string& what) { by_lines ? in.expect_line(what) : in.expect_word(what); };
  const auto go_on = [&](const std::string& what) {
    if (!by_lines) in.expect_word(what);
  };
  const auto end = [&] {
    if (by_lines) in.expect_end_of_line();
  };
  end();
  std::vector<patch> patches;
  for (int number = 1; number <= count; ++number) {
    const std::string degrees = fmt::format("the degrees of patch {} of {}", number, count);
    begin(degrees);
    in.whole<int>("degree 3", 3, 3), go_on(degrees), in.whole<int>("degree 3", 3, 3);
    end();
    patch p{};
    for (int k = 0; k < 16; ++k) {
      const std::string point = fmt::format("point {} of 16 of patch {} of {}", k + 1, number, count);
      begin(point);
      float x[3] = {};
      for (float& c : x) go_on(point), c = coordinate(in);
      end();
      p.p[k / 4][k % 4] = {x[0], x[1], x[2]};
    }
    patches.push_back(p);
  }
  if (in.has_word() || in.next_line())
    in.fail(fmt::format("expected the end of the file after {} patches, not '{}'", count, in.line()));
  return patches;
}

}  // namespace bezier
