// SPDX-License-Identifier: MIT
// `bench world`: its measurements, its judgement of wrong results, and its report.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <sstream>
#include <stdexcept>

#include "bench/query/check.hpp"
#include "bench/world/case.hpp"
#include "bench/world/goals.hpp"
#include "bench/world/world_frames.hpp"

namespace masu_bench::world {
namespace {

CaseSpec small_case(double moving_pct) {
  CaseSpec spec;
  spec.n = 400;
  spec.moving_pct = moving_pct;
  spec.samples = 5;
  spec.questions = 300;
  spec.programs = MASU_TEST_WORLD_PROGRAMS;
  return spec;
}

TEST(WorldBench, MarksOursCorrectAndTheDishonestPeerWrong) {
  for (const int dim : {2, 3}) {
    for (const double share : {1.0, 100.0}) {
      CaseSpec spec = small_case(share);
      spec.dim = dim;
      std::multiset<std::string> methods;
      for (const Row& row : run_case(spec)) {
        SCOPED_TRACE(row.task + ", " + row.method);
        EXPECT_EQ(Json(Json(row).get<Row>()), Json(row));
        EXPECT_EQ(row.exact, row.method != "loses_one");
        EXPECT_GT(row.ns, 0);
        EXPECT_GT(row.results, 100);
        EXPECT_EQ(row.moving_pct, share);
        EXPECT_GE(row.samples, 5);
        if (row.task == "update" && row.is_ours() && share == 100) {
          EXPECT_GT(row.began + row.ended, 0);
        }
        methods.insert(row.method);
      }
      EXPECT_EQ(methods,
                (std::multiset<std::string>{"honest", "loses_one", "masu:world", "masu:world",
                                            "masu:world", "masu:world:asked", "masu:world:asked",
                                            "masu:world:points", "masu:world:points"}));
    }
  }
}

TEST(WorldBench, RunsEveryQuery) {
  for (const int dim : {2, 3}) {
    CaseSpec spec = small_case(0);
    spec.dim = dim;
    std::set<std::string> tasks;
    for (const Row& row : run_case(spec)) {
      SCOPED_TRACE(row.task + ", " + row.method);
      EXPECT_EQ(row.exact, row.method != "loses_some");
      EXPECT_GT(row.ns, 0);
      EXPECT_FALSE(row.is_update());
      if (row.is_ours()) tasks.insert(row.task);
    }
    std::set<std::string> all{"knn1", "knn8", "ray_all"};
    if (dim == 3) all.insert({"ray_balls", "ray_mesh"});
    EXPECT_EQ(tasks, all);
  }
  CaseSpec spec = small_case(0);
  spec.tasks = {"knn8"};
  spec.peers = {"none"};
  for (const Row& row : run_case(spec)) {
    EXPECT_EQ(row.task + row.method, "knn8masu:world");
    EXPECT_EQ(row.results, 8);
  }
}

TEST(WorldBench, ScenesMoveTheirShareAndReturnTheBoxesOfTheirShapes) {
  WorldScene<2> scene("sizes", 1000, 1, 7);
  for (int frame = 0; frame < 5; ++frame) {
    const auto before = scene.boxes();
    scene.step();
    ASSERT_EQ(scene.moved().size(), 10u);
    std::size_t changed = 0;
    for (std::size_t i = 0; i < before.size(); ++i) {
      changed += before[i] != scene.boxes()[i];
      ASSERT_EQ(scene.boxes()[i], masu::aabb_of(scene.shapes()[i], scene.poses()[i]));
      const auto* const wide = static_cast<const double*>(scene.frame().as_double) + 4 * i;
      ASSERT_EQ(wide[1], double(scene.boxes()[i].min[1]));
      ASSERT_EQ(wide[2], double(scene.boxes()[i].max[0]));
    }
    EXPECT_EQ(changed, 10u);
  }
}

// A ball of radius 1 at (3, 0, 0), and one ray.
TEST(WorldBench, CheckerHandlesBalls) {
  query::SceneObjects balls{MASU_QUERY_BALLS, 3, 1, query::Scalars(4)};
  for (const double x : {3., 0., 0., 1.}) balls.data.push_back(x);
  const auto accepts = [&](const std::vector<double>& ray, std::vector<double> t) {
    query::Batch batch;
    batch.task = MASU_QUERY_RAY_FIRST;
    batch.size = 1;
    for (const double x : ray) batch.data.push_back(x);
    const query::Checker checker(balls, batch, 4, 1);
    const auto count = static_cast<std::uint32_t>(t.size());
    return checker.against_truth({{0, count}, std::vector<std::uint32_t>(count, 0), t}).empty();
  };
  EXPECT_TRUE(accepts({0, 0, 0, 1, 0, 0, 9}, {2}));
  EXPECT_FALSE(accepts({0, 0, 0, 1, 0, 0, 9}, {2.1}));
  EXPECT_FALSE(accepts({0, 0, 0, 1, 0, 0, 9}, {4}));
  EXPECT_FALSE(accepts({0, 0, 0, 1, 0, 0, 9}, {}));
  EXPECT_TRUE(accepts({0, 0, 0, 1, 0, 0, 1.5}, {})) << "too short";
  EXPECT_TRUE(accepts({0, 0, 0, -1, 0, 0, 9}, {})) << "behind";
  EXPECT_TRUE(accepts({0, 2, 0, 1, 0, 0, 9}, {})) << "beside";
  EXPECT_TRUE(accepts({0, 1, 0, 1, 0, 0, 9}, {})) << "a matter of rounding";
  EXPECT_TRUE(accepts({0, 1, 0, 1, 0, 0, 9}, {3})) << "a matter of rounding";
}

Row measured(const char* task, const char* method, double ns) {
  Row row;
  row.dim = 3;
  row.n = 100'000;
  row.task = task;
  row.moving_pct = 1;
  row.method = method;
  row.ns = ns;
  return row;
}

TEST(WorldBench, ReportsPeersAndGrowth) {
  std::vector<Row> rows{measured("update", "masu:world", 100), measured("update", "a", 300),
                        measured("update", "b", 200), measured("update", "masu:world", 1000)};
  rows[2].exact = false;
  rows[3].n = 1'000'000;
  relate(rows);
  EXPECT_EQ(rows[0].best_peer, "a") << "b is wrong";
  EXPECT_EQ(rows[0].peer_ratio, 3);
  EXPECT_NEAR(rows[0].exponent.value(), 1, 1e-12);
  EXPECT_FALSE(rows[1].exponent.has_value()) << "one size";
  EXPECT_FALSE(rows[3].peer_ratio.has_value()) << "no peer";
}

TEST(WorldBench, ChecksRowsAgainstGoals) {
  std::vector<Row> rows{
      measured("update", "masu:world", 100),      measured("update", "bullet:dbvt", 500),
      measured("update_alone", "masu:world", 90), measured("update_alone", "masu:world", 50),
      measured("ray_balls", "masu:world", 60),    measured("ray_balls", "embree:low", 55),
      measured("ray_balls", "embree:medium", 40)};
  for (std::size_t i = 2; i < 4; ++i) rows[i].moving_pct = 100;
  rows[3].threads = 2;
  for (std::size_t i = 4; i < rows.size(); ++i) rows[i].moving_pct = 0;
  relate(rows);
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
  EXPECT_EQ(verdict,
            (std::map<std::string, std::string>{{"update: times as fast as the best peer", "met"},
                                                {"the same, 3D, 1 %, from 100k", "missed"},
                                                {"two threads, all move: times one", "met"},
                                                {"rays: times as fast as Embree", "missed"}}));
}

TEST(WorldBench, RefusesUnknownNames) {
  CaseSpec spec = small_case(1);
  EXPECT_NO_THROW(check_usage({"uniform", "sizes"}, spec));
  EXPECT_THROW(check_usage({"unifrom"}, spec), std::invalid_argument);
  spec.scene = "unifrom";
  EXPECT_THROW(run_case(spec), std::invalid_argument);
  spec = small_case(1);
  spec.dim = 4;
  EXPECT_THROW(run_case(spec), std::invalid_argument);
  spec = small_case(1);
  spec.peers = {"honst"};
  EXPECT_THROW(check_usage({}, spec), std::invalid_argument);
  spec = small_case(1);
  spec.ours = {"wold"};
  EXPECT_THROW(check_usage({}, spec), std::invalid_argument);
  spec = small_case(1);
  spec.tasks = {"dance"};
  EXPECT_THROW(check_usage({}, spec), std::invalid_argument);
}

}  // namespace
}  // namespace masu_bench::world
