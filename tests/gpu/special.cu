// Every operator and function at special operands, on the GPU, against double's.
#include <gtest/gtest.h>

#include "accuracy/judge/runner.hpp"
#include "accuracy/pages/pages.hpp"

namespace {

using namespace accuracy;

TEST(SpecialOperands, OnTheGpu) {
  std::string why;
  if (!find_gpu(why)) GTEST_SKIP() << "no GPU: " << why;
  std::vector<special_trial> trials;
  for (const special_subject& s : special_subjects()) trials.push_back(judge_special(s, true));
  const std::string summary = special_summary(trials);
  EXPECT_NE(summary.find(" 0 differ from IEEE at the head"), std::string::npos) << summary;
}

}  // namespace
