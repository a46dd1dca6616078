// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "bench/moving/moving_case.hpp"
#include "bench/moving/moving_method.hpp"
#include "bench/moving/moving_scene.hpp"

namespace masu_bench {
namespace {

TEST(MovingScene, MovesItsShareAndNothingElse) {
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

TEST(MovingCase, FindsOursRightAndTheDishonestPeerWrong) {
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

TEST(MovingCase, RefusesWhatThereIsNot) {
  MovingSpec spec = small_spec(1);
  spec.scene = "no such scene";
  EXPECT_THROW(run_moving_case(spec), std::invalid_argument);
  spec = small_spec(1);
  spec.dim = 4;
  EXPECT_THROW(run_moving_case(spec), std::invalid_argument);
}

TEST(MovingRow, ComesBackFromJsonAndKnowsItsGrowth) {
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

}  // namespace
}  // namespace masu_bench
