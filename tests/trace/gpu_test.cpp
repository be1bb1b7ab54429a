// The same pixels on GPU and CPU, for every surface, text too, in every arithmetic.
#include "command/gpu.hpp"

#include <gtest/gtest.h>

#include <sstream>

#include "apps/trace/parse.hpp"
#include "reference.hpp"

namespace implicit {
namespace {

class Gpu : public testing::TestWithParam<arithmetic> {
  void SetUp() override {
    std::string why;
    if (!command::first_gpu(why)) GTEST_SKIP() << "no GPU: " << why;
  }
};

// How many pixels differ, and the first that does; empty if none.
std::string difference(const rendering& a, const rendering& b) {
  std::ostringstream text;
  int different = 0;
  for (std::size_t i = 0; i < a.pixels.size(); ++i) {
    const pixel p = a.pixels[i], q = b.pixels[i];
    const picture::rgb c = p.colour, d = q.colour;
    if (c.red == d.red && c.green == d.green && c.blue == d.blue && p.what == q.what) continue;
    if (different++ > 0) continue;
    const std::size_t width = static_cast<std::size_t>(a.width);
    text << "column " << i % width << ", row " << i / width << ": " << +c.red << ' ' << +c.green << ' '
         << +c.blue << " outcome " << static_cast<int>(p.what) << " against " << +d.red << ' ' << +d.green
         << ' ' << +d.blue << " outcome " << static_cast<int>(q.what);
  }
  if (different > 0) text << "; " << different << " pixels differ";
  return text.str();
}

TEST_P(Gpu, SamePixelsAsTheCpu) {
  const int size = GetParam() == arithmetic::interval_ff ? 256 : 1024;
  for (const exhibit& e : gallery()) {
    const camera c = make_camera(e.from, 0, size + 3, size);
    const rendering host = render_cpu(e.f, GetParam(), c, limits(e.from.box));
    EXPECT_EQ(difference(host, render_gpu(e.f, GetParam(), c, limits(e.from.box))), "") << e.name;
    const surface text = parse_equation(e.equation);
    EXPECT_EQ(difference(host, render_gpu(text, GetParam(), c, limits(e.from.box))), "")
        << e.name << " as text";
    const camera parallel = make_camera(e.from, 3, size / 2, size / 2);
    EXPECT_EQ(difference(render_cpu(e.f, GetParam(), parallel, limits(e.from.box, 30)),
                         render_gpu(e.f, GetParam(), parallel, limits(e.from.box, 30))),
              "")
        << e.name << ", orthographic, depth 30";
  }
}

INSTANTIATE_TEST_SUITE_P(Implicit, Gpu,
                         testing::Values(arithmetic::point, arithmetic::interval_float,
                                         arithmetic::interval_ff));

}  // namespace
}  // namespace implicit
