// SPDX-License-Identifier: MIT
// The driver of `bench corridor`: what it measures, whom it believes, and what it says.
#include <gtest/gtest.h>

#include <set>
#include <stdexcept>

#include "bench/corridor/case.hpp"

namespace masu_bench::corridor {
namespace {

CaseSpec small_case(const char* map) {
  CaseSpec spec;
  spec.map = map;
  spec.walls = 5000;
  spec.samples = 1;
  spec.questions = 512;
  spec.frame_movers = 1000;
  spec.peer_folder = MASU_TEST_CORRIDOR_PEERS;
  return spec;
}

TEST(CorridorBench, KnowsWhoIsWrong) {
  for (const char* map : {"side_scroller", "maze", "fractal_cave", "islands"}) {
    int blind = 0;
    for (const Row& row : run_case(small_case(map))) {
      SCOPED_TRACE(row.map + ", " + row.task + ", " + row.movers + ", " + row.method);
      EXPECT_EQ(Json(Json(row).get<Row>()), Json(row));
      EXPECT_NEAR(double(row.walls), 5000, 8);
      EXPECT_GT(row.ns, 0);
      if (row.is_ours()) {
        EXPECT_TRUE(row.is_right()) << row.wrong;
      } else if (!row.is_build()) {
        EXPECT_EQ(row.method, "blind");
        EXPECT_FALSE(row.is_right()) << row.wrong;
        ++blind;
      }
    }
    EXPECT_EQ(blind, 5) << "nearest thrice, move twice";
  }
}

TEST(CorridorBench, MeasuresWhatWasAskedFor) {
  std::set<std::string> tasks;
  CaseSpec spec = small_case("maze");
  spec.peers = {"none"};
  spec.ours = {"chain_tree"};
  for (const Row& row : run_case(spec)) {
    tasks.insert(row.task + " " + row.movers);
    EXPECT_EQ(row.method, "masu:chain_tree");
    EXPECT_EQ(row.bytes.has_value(), row.is_build());
    if (row.is_build()) {
      EXPECT_GT(*row.bytes, 8) << "its vertices alone";
      EXPECT_LT(*row.bytes, 32);
    } else {
      EXPECT_LE(*row.work_p50, *row.work_p99);
      EXPECT_LE(*row.work_p99, *row.work_max);
      EXPECT_GT(*row.work_max, 0);
    }
  }
  EXPECT_EQ(tasks, (std::set<std::string>{"build ", "nearest coherent", "nearest random",
                                          "nearest vertices", "move coherent", "move random",
                                          "frame random", "frame sorted"}));
  spec.tasks = {"nearest"};
  for (const Row& row : run_case(spec)) EXPECT_EQ(row.task, "nearest");
}

TEST(CorridorBench, RefusesWhatThereIsNot) {
  CaseSpec spec = small_case("maze");
  EXPECT_NO_THROW(check_usage({"side_scroller", "islands"}, spec));
  EXPECT_THROW(check_usage({"labyrinth"}, spec), std::invalid_argument);
  EXPECT_THROW(run_case(small_case("labyrinth")), std::invalid_argument);
  spec.peers = {"box3d"};
  EXPECT_THROW(check_usage({}, spec), std::invalid_argument);
  spec = small_case("maze");
  spec.ours = {"chain_forest"};
  EXPECT_THROW(check_usage({}, spec), std::invalid_argument);
  spec = small_case("maze");
  spec.tasks = {"fly"};
  EXPECT_THROW(check_usage({}, spec), std::invalid_argument);
}

}  // namespace
}  // namespace masu_bench::corridor
