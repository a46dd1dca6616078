// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>

#include "bench/choose/contest.hpp"
#include "bench/choose/lecture.hpp"
#include "bench/choose/query_contest.hpp"

namespace masu_bench {
namespace {

TEST(BenchChoose, APathMovesTheObjectsItNames) {
  const auto path = make_path<2>("uniform", 500, 1, {0.1, 0.5}, 4);
  ASSERT_EQ(path.frames.size(), 4u);
  for (std::size_t f = 1; f < 4; ++f) {
    std::vector<std::uint32_t> differ;
    for (std::uint32_t i = 0; i < 500; ++i) {
      if (path.frames[f][i] != path.frames[f - 1][i]) differ.push_back(i);
    }
    EXPECT_EQ(differ, path.moved[f]);
    EXPECT_NEAR(static_cast<double>(differ.size()), 50, 25);
  }
  EXPECT_THROW(make_path<2>("nowhere", 5, 1, {}, 2), std::invalid_argument);
}

TEST(BenchChoose, EveryLayoutHasBoxes) {
  for (const std::string& name : layout_names()) {
    const auto path = make_path<3>(name, 40, 1, {1, 0.1}, 2);
    EXPECT_EQ(path.frames[1].size(), 40u) << name;
    EXPECT_TRUE(std::none_of(path.frames[1].begin(), path.frames[1].end(), [](const auto& box) {
      return box.empty();
    })) << name;
  }
}

TEST(BenchChoose, ARowComparesTheChoiceWithTheBest) {
  for (const double share : {1.0, 0.05, 0.0}) {
    const ContestRow row =
        run_contest({.scene = "clusters", .dim = 2, .n = 300, .motion = {share, 0.1}, .rounds = 1});
    EXPECT_TRUE(row.exact);
    ASSERT_TRUE(row.all.contains(row.chosen));
    EXPECT_EQ(row.all.at(row.best), row.ns_per_object);
    for (const auto& [name, ns] : row.all) EXPECT_GE(ns, row.ns_per_object) << name;
    EXPECT_DOUBLE_EQ(row.regret, row.all.at(row.chosen) / row.ns_per_object);
    EXPECT_GT(row.choosing, 0);
  }
  EXPECT_THROW(run_contest({.scene = "uniform", .dim = 5, .motion = {}}), std::invalid_argument);
}

TEST(BenchChoose, ARowOfQueriesComparesTheChoiceWithTheBest) {
  for (const char* question : kQuestions) {
    const QueryContestRow row = run_query_contest({.scene = "clusters",
                                                   .question = question,
                                                   .dim = 2,
                                                   .n = 300,
                                                   .motion = {0.5, 0.1},
                                                   .rounds = 1});
    EXPECT_TRUE(row.exact) << question;
    ASSERT_TRUE(row.all.contains(row.chosen)) << row.chosen;
    EXPECT_EQ(row.all.contains("grid"), std::string(question) == "boxes");
    for (const auto& [name, ns] : row.all) EXPECT_GE(ns, row.ns_per_object) << name;
    EXPECT_DOUBLE_EQ(row.regret, row.all.at(row.chosen) / row.ns_per_object);
  }
  EXPECT_THROW(run_query_contest({.scene = "uniform", .question = "colours", .motion = {}}),
               std::invalid_argument);
}

TEST(BenchChoose, RegretIsAGeometricMean) {
  std::vector<ContestRow> rows(2);
  rows[0].regret = 1;
  rows[1].regret = 4;
  rows[1].choosing = 0.01;
  const Regret r = regret_of(rows);
  EXPECT_DOUBLE_EQ(r.mean, 2);
  EXPECT_DOUBLE_EQ(r.most, 4);
  EXPECT_DOUBLE_EQ(r.choosing, 0.01);
}

TEST(BenchChoose, L12_the_table_of_the_lecture_has_its_six_cells) {
  const auto cells = measure_lecture_table(2, 300, 1);
  ASSERT_EQ(cells.size(), 6u);
  for (const LectureCell& c : cells) {
    EXPECT_FALSE(c.pairs.empty());
    EXPECT_TRUE(c.queries.contains("bvh:surface_area:refit"));
  }
  const std::string table = lecture_table(cells);
  EXPECT_EQ(std::count(table.begin(), table.end(), '\n'), 8);
}

}  // namespace
}  // namespace masu_bench
