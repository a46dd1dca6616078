// SPDX-License-Identifier: MIT
// `bench corridor`: its measurements, its judgement of wrong results, and its report.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <sstream>
#include <stdexcept>

#include "bench/corridor/case.hpp"
#include "bench/corridor/goals.hpp"

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

TEST(CorridorBench, MarksWrongMethods) {
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

TEST(CorridorBench, MeasuresTheRequestedCases) {
  std::set<std::string> tasks;
  CaseSpec spec = small_case("maze");
  spec.peers = {"none"};
  spec.ours = {"chain_tree"};
  for (const Row& row : run_case(spec)) {
    tasks.insert(row.task + " " + row.movers);
    EXPECT_EQ(row.method, "masu:chain_tree");
    EXPECT_EQ(row.bytes.has_value(), row.is_build());
    EXPECT_EQ(row.fps.has_value(), row.task == "frame");
    if (row.fps) {
      EXPECT_NEAR(*row.fps * row.ns, 1e6, 1) << "a thousand movers a frame";
    }
    if (row.is_build()) {
      EXPECT_GT(*row.bytes, 8) << "its vertices alone";
      EXPECT_LT(*row.bytes, 32);
    } else if (row.task != "frame") {
      EXPECT_LE(*row.work_p50, *row.work_p99);
      EXPECT_LE(*row.work_p99, *row.work_max);
      EXPECT_GT(*row.work_max, 0);
    }
  }
  EXPECT_EQ(tasks, (std::set<std::string>{"build ", "nearest coherent", "nearest random",
                                          "nearest vertices", "move coherent", "move random",
                                          "frame crowd"}));
  spec.tasks = {"nearest"};
  for (const Row& row : run_case(spec)) EXPECT_EQ(row.task, "nearest");
}

TEST(CorridorBench, CrowdsMoveAlikeWithAnyNumberOfThreads) {
  CaseSpec spec = small_case("fractal_cave");
  spec.tasks = {"frame"};
  spec.samples = 4;
  spec.threads = {1, 2, 3};
  std::vector<int> threads;
  for (const Row& row : run_case(spec)) {
    threads.push_back(row.threads);
    EXPECT_EQ(row.wrong, 0) << row.threads;
    EXPECT_EQ(row.samples, 4);
  }
  EXPECT_EQ(threads, spec.threads);
}

Row measured(const char* method, std::uint64_t walls, double ns) {
  Row row;
  row.map = "maze";
  row.walls = walls;
  row.task = "nearest";
  row.movers = "random";
  row.method = method;
  row.ns = ns;
  return row;
}

TEST(CorridorBench, ReportsPeersAndGrowth) {
  std::vector<Row> rows{measured("masu:chain_tree", 20'000, 100), measured("a", 20'000, 300),
                        measured("b", 20'000, 200), measured("masu:chain_tree", 200'000, 1000)};
  rows[2].wrong = 1e-4;
  relate(rows);
  EXPECT_EQ(rows[0].best_peer, "a") << "b is wrong";
  EXPECT_EQ(rows[0].peer_ratio, 3);
  EXPECT_NEAR(rows[0].exponent.value(), 1, 1e-12);
  EXPECT_FALSE(rows[1].exponent.has_value()) << "one size";
  EXPECT_FALSE(rows[3].peer_ratio.has_value()) << "no peer";
}

TEST(CorridorBench, ChecksRowsAgainstGoals) {
  const std::vector<Row> rows{
      measured("masu:chain_tree", 200'000, 100), measured("box2d", 200'000, 6000),
      measured("masu:grid", 200'000, 50),        measured("chipmunk", 20'000, 100),
      measured("masu:chain_tree", 20'000, 90),   measured("masu:grid", 20'000, 90)};
  testing::internal::CaptureStdout();
  print_goals(rows);
  std::istringstream said(testing::internal::GetCapturedStdout());
  std::map<std::string, std::string> verdict;
  for (std::string line; std::getline(said, line);) {
    const bool missed = line.find("MISSED") != std::string::npos;
    if (missed || line.find(" met ") != std::string::npos) {
      verdict[line.substr(0, line.find("  "))] = missed ? "missed" : "met";
    }
  }
  // Not a word of Chipmunk: fewer walls than the goal is about.
  EXPECT_EQ(verdict,
            (std::map<std::string, std::string>{{"times as fast as Box2D, from 200k", "met"},
                                                {"times as fast as our grid", "missed"}}));
}

TEST(CorridorBench, RefusesUnknownNames) {
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
