// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "bench/query/case.hpp"
#include "bench/query/check.hpp"
#include "bench/query/usage.hpp"

namespace masu_bench::query {
namespace {

CaseSpec small_case(const char* scene = "uniform") {
  CaseSpec spec;
  spec.scene = scene;
  spec.n = 400;
  spec.samples = 1;
  spec.peer_folder = MASU_TEST_QUERY_PEERS;
  return spec;
}

const Row& find(const std::vector<Row>& rows, const std::string& task, const std::string& method) {
  for (const Row& row : rows) {
    if (row.task == task && row.method == method) return row;
  }
  throw std::runtime_error("no row of " + method + " at " + task);
}

TEST(QueryBench, OursAreCorrectInEveryTask) {
  for (const int dim : {2, 3}) {
    for (const std::size_t scalar_size : {4, 8}) {
      CaseSpec spec = small_case("sizes");
      spec.dim = dim;
      spec.scalar_size = scalar_size;
      spec.peers = {"none"};
      std::set<std::string> tasks;
      for (const Row& row : run_case(spec)) {
        EXPECT_TRUE(row.is_build() || row.exact == true) << row.method << " " << row.task;
        EXPECT_GT(row.ns, 0) << row.method << " " << row.task;
        tasks.insert(row.task);
      }
      EXPECT_EQ(tasks,
                (std::set<std::string>{"build", "build_new", "build_points", "box", "knn1", "knn8",
                                       "radius", "ray_first", "ray_all", "move_1", "move_100"}));
    }
  }
}

TEST(QueryBench, MarksCorrectAndWrongMethods) {
  CaseSpec spec = small_case();
  spec.ours = {"kd", "dynamic_bvh"};
  const std::vector<Row> rows = run_case(spec);
  for (const char* task : {"box", "ray_first", "move_100"}) {
    EXPECT_EQ(find(rows, task, "honest").exact, true) << task;
    EXPECT_EQ(find(rows, task, "loses_some").exact, false) << task;
    EXPECT_GT(find(rows, task, "honest").results, find(rows, task, "loses_some").results) << task;
  }
  EXPECT_EQ(find(rows, "box", "masu:kd").results, find(rows, "box", "honest").results);
  EXPECT_THROW(find(rows, "knn1", "honest"), std::runtime_error);
}

TEST(QueryBench, BoxesHaveAboutTenResults) {
  CaseSpec spec = small_case();
  spec.n = 10'000;
  spec.ours = {"kd"};
  spec.peers = {"none"};
  spec.tasks = {"box", "radius"};
  const std::vector<Row> rows = run_case(spec);
  for (const char* task : {"box", "radius"}) {
    EXPECT_GT(find(rows, task, "masu:kd").results, 7) << task;
    EXPECT_LT(find(rows, task, "masu:kd").results, 14) << task;
  }
}

TEST(QueryBench, TrianglesOfSoupsAndMeshes) {
  CaseSpec spec = small_case("soup");
  for (const Row& row : run_case(spec)) {
    EXPECT_TRUE(row.is_build() || row.exact == true) << row.method << " " << row.task;
  }
  // A pyramid over a square, which two of its triangles share.
  spec.scene = "mesh";
  spec.mesh = testing::TempDir() + "masu_query_pyramid.obj";
  std::ofstream(spec.mesh) << "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv .5 .5 1\n"
                              "f 1 4 3 2\nf 1 2 5\nf 2/1 3/2 5/3\nf -2 -3 -1\nf 4 1 5\n";
  std::size_t asked = 0;
  for (const Row& row : run_case(spec)) {
    EXPECT_EQ(row.n, 6u);
    if (row.is_build()) continue;
    EXPECT_EQ(row.exact, true) << row.method;
    EXPECT_GT(row.results, 0.3);
    ++asked;
  }
  EXPECT_GE(asked, 2u);
  std::ofstream(spec.mesh) << "v 0 0 0\nf 1 2 3\n";
  EXPECT_THROW(run_case(spec), std::runtime_error);
  std::filesystem::remove(spec.mesh);
}

// Two boxes side by side, and one question.
class OneQuestion {
 public:
  OneQuestion(masu_query_task task, const std::vector<double>& question) {
    for (const double x : {0., 0., 1., 1., 2., 0., 3., 1.}) objects_.data.push_back(x);
    batch_.task = task;
    batch_.dim = 2;
    batch_.size = 1;
    for (const double x : question) batch_.data.push_back(x);
  }
  bool accepts(const std::vector<std::uint32_t>& ids, const std::vector<double>& values = {}) {
    const Checker checker(objects_, batch_, 4, 1);
    return checker.against_truth({{0, static_cast<std::uint32_t>(ids.size())}, ids, values})
        .empty();
  }

 private:
  SceneObjects objects_{MASU_QUERY_BOXES, 2, 2, Scalars(8)};
  Batch batch_;
};

TEST(QueryBench, CheckerAllowsRoundingErrorsOnly) {
  OneQuestion box(MASU_QUERY_BOX, {1, 0, 1.5, 1});
  EXPECT_TRUE(box.accepts({0}));
  EXPECT_FALSE(box.accepts({}));
  EXPECT_FALSE(box.accepts({0, 1}));
  EXPECT_FALSE(box.accepts({0, 0}));
  OneQuestion along(MASU_QUERY_RAY_FIRST, {-1, .5, 1, 0, 9});
  EXPECT_TRUE(along.accepts({0}, {1.00001}));
  EXPECT_FALSE(along.accepts({0}, {1.1}));
  EXPECT_FALSE(along.accepts({0}, {0.9}));
  EXPECT_FALSE(along.accepts({1}, {3.}));
  EXPECT_FALSE(along.accepts({}));
  // Along the upper edge: whether it meets them is a matter of rounding.
  OneQuestion edge(MASU_QUERY_RAY_ALL, {-1, 1, 1, 0, 9});
  EXPECT_TRUE(edge.accepts({0, 1}));
  EXPECT_TRUE(edge.accepts({1}));
  OneQuestion through(MASU_QUERY_RAY_ALL, {-1, .5, 1, 0, 9});
  EXPECT_TRUE(through.accepts({1, 0}));
  EXPECT_FALSE(through.accepts({1}));
}

TEST(QueryBench, RowsCompareAndSurviveAJsonRoundTrip) {
  Row row;
  row.scene = "uniform";
  row.dim = 3;
  row.scalar = "float";
  row.task = "build";
  std::vector<Row> rows(4, row);
  rows[0].method = rows[1].method = "masu:kd";
  rows[0].n = 10'000, rows[0].ns = 10;
  rows[1].n = 1'000'000, rows[1].ns = 100;
  rows[2].method = "fast", rows[2].n = 10'000, rows[2].ns = 1, rows[2].exact = false;
  rows[3].method = "slow", rows[3].n = 10'000, rows[3].ns = 25;
  relate(rows);
  EXPECT_EQ(rows[0].best_peer, "slow");
  EXPECT_DOUBLE_EQ(rows[0].peer_ratio.value(), 2.5);
  EXPECT_FALSE(rows[1].peer_ratio);
  EXPECT_NEAR(rows[0].exponent.value(), 1.5, 1e-12);
  for (Row& r : rows) r.task = "box";
  relate(rows);
  EXPECT_NEAR(rows[0].exponent.value(), 0.5, 1e-12);
  EXPECT_EQ(Json(Json(rows[0]).get<Row>()), Json(rows[0]));
  for (const char* key :
       {"scene", "dim", "n", "task", "method", "scalar", "ns", "results", "exact"}) {
    EXPECT_TRUE(Json(rows[0]).contains(key)) << key;
  }
}

TEST(QueryBench, RefusesUnknownNames) {
  const auto complaint = [](const std::vector<std::string>& scenes, const CaseSpec& spec) {
    try {
      check_usage(scenes, spec);
    } catch (const std::invalid_argument& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  CaseSpec spec = small_case();
  spec.peers = {"honest"};
  spec.ours = {"kd", "none"};
  spec.tasks = {"knn1"};
  EXPECT_EQ(complaint({"uniform", "soup"}, spec), "");
  EXPECT_EQ(complaint({"unifrom"}, spec).rfind("--scene: unknown 'unifrom'", 0), 0u);
  spec.peers = {"honst"};
  EXPECT_EQ(complaint({}, spec),
            "--peers: unknown 'honst', expected one of all honest loses_some none");
  spec.peers = {"all"};
  spec.ours = {"masu:kd"};
  EXPECT_EQ(complaint({}, spec).rfind("--ours: unknown 'masu:kd'", 0), 0u);
  spec.ours = {"all"};
  spec.tasks = {"knn"};
  EXPECT_EQ(complaint({}, spec).rfind("--task: unknown 'knn'", 0), 0u);
  EXPECT_THROW(run_case(small_case("unifrom")), std::invalid_argument);
}

#ifdef MASU_BENCH_QUERY

int bench(const std::string& arguments) {
  const int status = std::system((MASU_BENCH_QUERY " " + arguments + " >/dev/null 2>&1").c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(QueryProgram, ExitCodes) {
  EXPECT_EQ(bench("--help"), 0);
  EXPECT_EQ(bench("--n 100 --scene uniform --dim 2 --peers none --ours kd"), 0);
  for (const char* arguments : {"--n 0", "--nonsense", "--dim 4", "--scene unifrom --small",
                                "--peers bulet --small", "--ours trie --small", "--task dance"}) {
    EXPECT_EQ(bench(arguments), 2) << arguments;
  }
}

#endif  // MASU_BENCH_QUERY

}  // namespace
}  // namespace masu_bench::query
