// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "bench/moving/moving_case.hpp"
#include "bench/moving/moving_method.hpp"
#include "bench/moving/moving_scene.hpp"
#include "bench/moving/usage.hpp"

namespace masu_bench {
namespace {

TEST(MovingScene, MovesOnlyItsShareOfObjects) {
  MovingScene<2, float> scene("uniform", 1000, 1, 7);
  for (int frame = 0; frame < 5; ++frame) {
    const auto before = scene.boxes();
    scene.step();
    ASSERT_EQ(scene.moved().size(), 10u);
    ASSERT_TRUE(std::is_sorted(scene.moved().begin(), scene.moved().end()));
    std::size_t changed = 0;
    for (std::size_t i = 0; i < before.size(); ++i) changed += before[i] != scene.boxes()[i];
    EXPECT_EQ(changed, 10u);
    const auto* const wide = static_cast<const double*>(scene.frame().as_double);
    for (std::size_t i = 0; i < before.size(); ++i) {
      ASSERT_EQ(wide[4 * i], double(scene.boxes()[i].min[0]));
      ASSERT_EQ(wide[4 * i + 3], double(scene.boxes()[i].max[1]));
    }
  }
  EXPECT_EQ((MovingScene<2, float>("uniform", 1000, 0.001, 7).moved().size()), 1u);
  EXPECT_EQ((MovingScene<2, float>("uniform", 1000, 100, 7).moved().size()), 1000u);
}

MovingSpec small_spec(double changed_pct) {
  MovingSpec spec;
  spec.n = 400;
  spec.changed_pct = changed_pct;
  spec.frames = 9;
  spec.peers = {"all"};
  spec.peer_folder = MASU_TEST_PEERS;
  return spec;
}

TEST(MovingUsage, RefusesUnknownNames) {
  const auto complaint = [](const std::vector<std::string>& scenes, const MovingSpec& spec) {
    try {
      check_moving_usage(scenes, spec);
    } catch (const std::invalid_argument& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  MovingSpec spec = small_spec(1);
  spec.ours = {"tracker", "none"};
  EXPECT_EQ(complaint({"uniform"}, spec), "");
  EXPECT_EQ(complaint({"unifrom"}, spec).rfind("--scene: unknown 'unifrom'", 0), 0u);
  spec.ours = {"traker"};
  EXPECT_EQ(complaint({}, spec).rfind("--ours: unknown 'traker', expected one of all", 0), 0u);
  spec.ours = {"all"};
  spec.peers = {"honst"};
  EXPECT_EQ(complaint({}, spec).rfind("--peers: unknown 'honst'", 0), 0u);
}

TEST(MovingCase, MarksOursCorrectAndTheDishonestPeerWrong) {
  for (const int dim : {2, 3}) {
    for (const double share : {1.0, 100.0}) {
      MovingSpec spec = small_spec(share);
      spec.dim = dim;
      const auto rows = run_moving_case(spec);
      ASSERT_GE(rows.size(), 5u);
      int wrong = 0;
      for (const MovingRow& row : rows) {
        EXPECT_GT(row.ns_per_object, 0) << row.method;
        EXPECT_EQ(row.frames, 9);
        wrong += row.exact ? 0 : 1;
        if (row.method.starts_with("masu:")) {
          EXPECT_TRUE(row.exact) << row.method;
        }
      }
      EXPECT_EQ(wrong, 1) << "the peer that loses a pair";
      EXPECT_EQ(rows.front().method, kTracker);
      if (share == 100) {
        EXPECT_GT(rows.front().added + rows.front().removed, 0);
      }
    }
  }
}

TEST(MovingCase, RunsOursByName) {
  MovingSpec spec = small_spec(1);
  spec.peers = {"none"};
  spec.ours = {"tracker:dynamic_bvh", "tracker:registered"};
  const auto rows = run_moving_case(spec);
  ASSERT_EQ(rows.size(), 2u);
  for (const MovingRow& row : rows) EXPECT_TRUE(row.exact) << row.method;
  EXPECT_EQ(rows[0].method, "masu:tracker:dynamic_bvh");
  EXPECT_EQ(rows[1].method, "masu:tracker:registered");
  spec.ours = {"all"};
  for (const MovingRow& row : run_moving_case(spec)) {
    EXPECT_NE(row.method, "masu:tracker:dynamic_bvh") << "only by its name";
  }
}

TEST(MovingCase, RefusesUnknownNames) {
  MovingSpec spec = small_spec(1);
  spec.scene = "no such scene";
  EXPECT_THROW(run_moving_case(spec), std::invalid_argument);
  spec = small_spec(1);
  spec.dim = 4;
  EXPECT_THROW(run_moving_case(spec), std::invalid_argument);
}

TEST(MovingRow, SurvivesAJsonRoundTripAndReportsGrowth) {
  MovingRow row;
  row.scene = "uniform";
  row.dim = 3;
  row.n = 1000;
  row.changed_pct = 0.1;
  row.method = kTracker;
  row.us_per_frame = 5;
  row.tests_per_moved = 31;
  MovingRow larger = row;
  larger.n = 100'000;
  larger.us_per_frame = 500;
  std::vector<MovingRow> rows{row, larger};
  set_exponents(rows);
  ASSERT_TRUE(rows[0].exponent);
  EXPECT_NEAR(*rows[0].exponent, 1, 1e-9);
  EXPECT_EQ(Json(Json(rows[0]).get<MovingRow>()), Json(rows[0]));
}

TEST(MovingRow, HasAGoalForEachCase) {
  MovingRow tracker;
  tracker.scene = "uniform";
  tracker.method = kTracker;
  tracker.dim = 2;
  tracker.n = 100'000;
  tracker.changed_pct = 1;
  EXPECT_EQ(aim_of(tracker, {}), 2.0);
  tracker.dim = 3;
  EXPECT_EQ(aim_of(tracker, {}), 4.0);
  tracker.n = 1'000'000;
  EXPECT_EQ(aim_of(tracker, {}), 4.5);
  tracker.changed_pct = 0.01;
  EXPECT_EQ(aim_of(tracker, {}), 0.15) << "0.15 ms a frame";
  tracker.changed_pct = 0.1;
  EXPECT_EQ(aim_of(tracker, {}), std::nullopt);
  tracker.changed_pct = 100;
  EXPECT_EQ(aim_of(tracker, {}), std::nullopt) << "nothing to relate it to";
  MovingRow tree = tracker;
  tree.method = "masu:tree";
  tree.ns_per_object = 40;
  MovingRow list = tracker;
  list.method = kTrackerList;
  MovingRow other = tree;
  other.dim = 2;
  other.ns_per_object = 1;
  const std::vector<MovingRow> rows{tracker, other, tree, list};
  EXPECT_DOUBLE_EQ(aim_of(tracker, rows).value(), 64);
  EXPECT_DOUBLE_EQ(aim_of(list, rows).value(), 44);
  EXPECT_EQ(aim_of(tree, rows), std::nullopt);
}

}  // namespace
}  // namespace masu_bench
