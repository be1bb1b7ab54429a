// The same trees and pictures on GPU and host, by every method.
#include <gtest/gtest.h>

#include "reference.hpp"

namespace bezier {
namespace {

class Gpu : public testing::Test {
  void SetUp() override {
    std::string why;
    if (!command::first_gpu(why)) GTEST_SKIP() << "no GPU: " << why;
  }
};

TEST_F(Gpu, SameTree) {
  for (const char* name : {"teapot", "teapot28", "field"}) {
    const std::vector<patch> patches = make_scene(name).patches;
    const std::vector<node> host = tree_on_host(patches), device = tree_on_gpu(patches);
    ASSERT_EQ(host.size(), device.size());
    for (std::size_t i = 0; i < host.size(); ++i) {
      for (int side = 0; side < 2; ++side) {
        ASSERT_EQ(host[i].child[side], device[i].child[side]) << name << ", node " << i;
        ASSERT_TRUE(same_bits(host[i].bounds[side], device[i].bounds[side])) << name << ", node " << i;
      }
    }
  }
}

void expect_same(const std::vector<patch>& patches, const picture::camera& c, const plan& p,
                 const std::string& what) {
  const rendering host = render_on_host(patches, c, p), device = render_on_gpu(patches, c, p);
  const int first = first_difference(host, device);
  EXPECT_EQ(first, -1) << what << ": column " << first % c.width << ", row " << first / c.width;
  ASSERT_EQ(host.stages.size(), device.stages.size());
  for (std::size_t i = 0; i < host.stages.size(); ++i) {
    const counts &a = host.stages[i].cost, &b = device.stages[i].cost;
    EXPECT_EQ(a.rays, b.rays) << what << ", " << name_of_stage(static_cast<int>(i));
    EXPECT_EQ(a.pairs, b.pairs) << what << ", " << name_of_stage(static_cast<int>(i));
    EXPECT_EQ(a.boxes, b.boxes) << what << ", " << name_of_stage(static_cast<int>(i));
    EXPECT_EQ(a.hits, b.hits) << what << ", " << name_of_stage(static_cast<int>(i));
    EXPECT_EQ(a.undecided, b.undecided) << what << ", " << name_of_stage(static_cast<int>(i));
  }
}

TEST_F(Gpu, SamePixelsByEveryMethodInEveryView) {
  for (const choice& by : all_choices()) {
    for (const char* view : view_names) {
      const picture::camera c = picture::make_camera(teapot_view(view), 0, 67, 65);
      expect_same(teapot(true), c, {by, 1}, name_of(by) + ", " + view);
    }
  }
}

TEST_F(Gpu, SamePixelsOfALargePicture) {
  const picture::camera c = picture::make_camera(teapot_view("teapot"), 0, 500, 400);
  expect_same(teapot(true), c, {choice{}, 2}, "teapot");
  const scene field = make_scene("field");
  expect_same(field.patches, picture::make_camera(view_of(field), 0, 300, 200), {choice{}, 1}, "field");
}

TEST_F(Gpu, SamePixelsInBatchesAndOnSeveralGpus) {
  const std::vector<patch> patches = teapot(false);
  const picture::camera c = picture::make_camera(teapot_view("teapot"), 0, 101, 53);
  const rendering whole = render_on_gpu(patches, c, {choice{}, 1, 0, 0, 1});
  EXPECT_EQ(whole.batches, 1);
  for (const int batch : {64, 1000, 5352}) {
    const rendering parts = render_on_gpu(patches, c, {choice{}, 1, batch, 0, 1});
    EXPECT_EQ(first_difference(whole, parts), -1) << "batches of " << batch;
  }
  for (int gpus = 2; gpus <= count_gpus(); ++gpus) {
    const rendering dealt = render_on_gpu(patches, c, {choice{}, 1, 500, 0, gpus});
    EXPECT_EQ(dealt.gpus, gpus);
    EXPECT_EQ(first_difference(whole, dealt), -1) << gpus << " GPUs";
  }
}

}  // namespace
}  // namespace bezier
