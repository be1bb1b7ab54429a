// The report's rows of dd_t: the bounds hold, and what is broken on purpose is caught.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "accuracy/dd/study.hpp"

namespace {

using namespace accuracy;

TEST(DoubleDoubleReport, BoundsHold) {
  for (const catalogue::dd_row& row : catalogue::dd_rows) {
    const dd_trial t = study_dd(row, 1 << 13, 2);
    EXPECT_TRUE(t.passed()) << dd_table_row(t);
    EXPECT_GE(t.worst, row.error.u2 / 8) << row.name << ": the vectors are too kind";
  }
}

TEST(DoubleDoubleReport, MutantsAreCaughtAndTheirOriginalsAreNot) {
  EXPECT_GE(dd_mutants().size(), 2u);
  for (const dd_mutant& m : dd_mutants()) {
    bool known = false;
    for (const catalogue::dd_row& row : catalogue::dd_rows) {
      if (std::string(row.name) != m.row) continue;
      known = true;
      EXPECT_FALSE(study_dd(row, 1 << 13, 2, &m).passed()) << m.what;
      EXPECT_TRUE(study_dd(row, 1 << 13, 2).passed()) << m.row;
    }
    EXPECT_TRUE(known) << m.row;
  }
}

TEST(DoubleDoubleReport, ARecordHoldsEachRowWithItsBits) {
  std::vector<dd_trial> trials;
  for (const catalogue::dd_row& row : catalogue::dd_rows) trials.push_back(study_dd(row, 64, 1));
  const std::string text = dd_json({}, trials);
  const auto record = nlohmann::json::parse(text);
  ASSERT_EQ(record.at("dd").size(), std::size(catalogue::dd_rows));
  EXPECT_EQ(record.at("dd").at(0).at("bits"), bits_of_dd(catalogue::dd_rows[0]));
  EXPECT_NE(bits_of_dd(catalogue::dd_rows[0]), bits_of_dd(catalogue::dd_rows[2]));
}

}  // namespace
