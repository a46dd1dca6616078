// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "bench/broad/case.hpp"
#include "bench/broad/check.hpp"
#include "bench/broad/jury.hpp"
#include "bench/broad/ours.hpp"
#include "bench/broad/plot.hpp"
#include "bench/broad/usage.hpp"

namespace masu_bench {
namespace {

using PairVector = std::vector<masu_peer_pair>;

TEST(BenchCheck, FingerprintDependsOnTheSetNotItsOrder) {
  const PairVector pairs{{1, 2}, {3, 4}, {5, 6}};
  EXPECT_EQ(fingerprint(pairs), fingerprint(PairVector{{6, 5}, {2, 1}, {3, 4}}));
  EXPECT_NE(fingerprint(pairs), fingerprint(PairVector{{1, 2}, {3, 4}, {5, 7}}));
  EXPECT_NE(fingerprint(pairs), fingerprint(PairVector{{1, 2}, {3, 4}}));
  EXPECT_NE(fingerprint(pairs), fingerprint(PairVector{{1, 2}, {3, 4}, {3, 4}}));
}

TEST(BenchCheck, DifferenceNamesMissingAndExtraPairs) {
  const auto truth = sorted_keys(PairVector{{2, 1}, {3, 4}});
  EXPECT_EQ(difference(truth, truth), "");
  EXPECT_EQ(difference(truth, sorted_keys(PairVector{{1, 2}})), "1 missing (first: 3 4)");
  EXPECT_EQ(difference(truth, sorted_keys(PairVector{{1, 2}, {3, 4}, {3, 4}})),
            "1 too many (first: 3 4)");
}

TEST(BenchCheck, MethodsOfOneLibraryCountAsOneVote) {
  Jury jury;
  jury.vote("one", {1, 1});
  jury.vote("one", {1, 1});
  EXPECT_FALSE(jury.certain());
  jury.vote("two", {2, 2});
  jury.vote("three", {2, 2});
  EXPECT_TRUE(jury.certain());
  EXPECT_EQ(jury.verdict(), (Fingerprint{2, 2}));
}

Row row_at(const char* method, std::uint64_t n, double ns) {
  Row row;
  row.scene = "uniform";
  row.dim = 3;
  row.n = n;
  row.method = method;
  row.ns_per_object = ns;
  row.scalar = "float";
  return row;
}

TEST(BenchRow, ComparesWithOursTheLimitAndOtherSizes) {
  std::vector<Row> rows{row_at(kOurFirst, 10'000, 10), row_at(kOurFirst, 1'000'000, 100),
                        row_at(kLimit, 10'000, 5), row_at("peer", 10'000, 80)};
  relate(rows);
  EXPECT_NEAR(rows[0].exponent.value(), 1.5, 1e-12);
  EXPECT_DOUBLE_EQ(rows[0].limit_ratio.value(), 2);
  EXPECT_DOUBLE_EQ(rows[3].ours_ratio.value(), 8);
  EXPECT_FALSE(rows[3].exponent);
  EXPECT_FALSE(rows[1].limit_ratio);
}

TEST(BenchRow, SurvivesAJsonRoundTrip) {
  Row row = row_at("peer", 100, 1.5);
  row.exact = true;
  row.phases["join"] = 0.75;
  EXPECT_EQ(Json(Json(row).get<Row>()), Json(row));
  for (const char* key : {"scene", "dim", "n", "moving", "method", "threads", "ns_per_object",
                          "pairs", "tests_per_object", "exact"}) {
    EXPECT_TRUE(Json(row).contains(key)) << key;
  }
}

TEST(BenchPlot, DrawsEachMethodOnce) {
  const auto folder = std::filesystem::path(testing::TempDir()) / "masu_bench_plot";
  write_plots({row_at("a", 100, 3), row_at("a", 1000, 4), row_at("b", 100, 5)}, folder);
  std::stringstream text;
  text << std::ifstream(folder / "broad_uniform_3d.svg").rdbuf();
  const std::string svg = text.str();
  std::size_t lines = 0;
  for (auto at = svg.find("<polyline"); at != std::string::npos;
       at = svg.find("<polyline", at + 1)) {
    ++lines;
  }
  EXPECT_EQ(lines, 2u);
  EXPECT_EQ(svg.find("nan"), std::string::npos);
}

TEST(BenchPlot, ThreadsDoNotShareAFile) {
  const auto folder = std::filesystem::path(testing::TempDir()) / "masu_bench_plot_threads";
  std::filesystem::remove_all(folder);
  std::vector<Row> rows{row_at("a", 100, 3), row_at("a", 100, 2)};
  rows[1].threads = 2;
  rows.push_back(rows[1]);
  rows[2].scalar = "double";
  write_plots(rows, folder);
  for (const char* name : {"", "_2t", "_double_2t"}) {
    EXPECT_TRUE(std::filesystem::exists(folder / ("broad_uniform_3d" + std::string(name) + ".svg")))
        << name;
  }
}

CaseSpec small_case() {
  CaseSpec spec;
  spec.scene = "brownian";
  spec.n = 500;
  spec.frames = 2;
  spec.peer_folder = MASU_TEST_PEERS;
  return spec;
}

const Row& find(const std::vector<Row>& rows, const std::string& method) {
  for (const Row& row : rows) {
    if (row.method == method) return row;
  }
  throw std::runtime_error("no row of " + method);
}

TEST(BenchCase, MarksCorrectAndWrongMethods) {
  for (const int dim : {2, 3}) {
    CaseSpec spec = small_case();
    spec.dim = dim;
    const std::vector<Row> rows = run_case(spec);
    EXPECT_EQ(find(rows, "honest").exact, true);
    EXPECT_EQ(find(rows, "loses_one").exact, false);
    EXPECT_EQ(find(rows, kOurFirst).exact, true);
    EXPECT_EQ(find(rows, kOurFirst).pairs, find(rows, "honest").pairs);
    EXPECT_EQ(find(rows, kOurFirst).pairs, find(rows, "loses_one").pairs + 1);
    EXPECT_GT(find(rows, kLimit).ns_per_object, 0);
  }
}

// The ten of the documentation but BSP, which is not one of boxes.
TEST(BenchCase, EveryBroadPhaseTakesPartAndIsCorrect) {
  CaseSpec spec = small_case();
  spec.peers = {"none"};
  spec.ours = {"all"};
  for (const char* scene : {"brownian", "one_percent"}) {
    spec.scene = scene;
    const std::vector<Row> rows = run_case(spec);
    for (const char* method : {"all_pairs", "sap", "sap:incremental", "grid", "hash_grid", "tree",
                               "registered", "plain", "kd", "bvh", "dynamic_bvh"}) {
      EXPECT_EQ(find(rows, std::string("masu:") + method).exact, true) << method << " " << scene;
    }
  }
}

TEST(BenchCase, RunsOnlyTheRequestedPeers) {
  CaseSpec spec = small_case();
  spec.peers = {"honest"};
  spec.ours = {"all_pairs"};
  const std::vector<Row> rows = run_case(spec);
  ASSERT_EQ(rows.size(), 3u);  // and the limit
  EXPECT_EQ(rows[0].method, "masu:all_pairs");
  EXPECT_EQ(rows[1].method, "honest");
}

TEST(BenchCase, SkipsMethodsThatWouldTakeTooLong) {
  CaseSpec spec = small_case();
  spec.n = 20'000;
  spec.frames = 1;
  spec.budget = 0.05;  // 2 * 10^8 tests take longer anywhere
  spec.ours = {"tree", "all_pairs"};
  spec.peers = {"none"};
  const std::vector<Row> rows = run_case(spec);
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].method, kOurFirst);
}

TEST(BenchCase, RefusesAnUnknownScene) {
  CaseSpec spec = small_case();
  spec.scene = "unifrom";
  EXPECT_THROW(run_case(spec), std::invalid_argument);
}

// What check_usage() says; empty if nothing.
std::string complaint(const std::vector<std::string>& scenes, const CaseSpec& spec) {
  try {
    check_usage(scenes, spec);
  } catch (const std::invalid_argument& e) {
    return e.what();
  }
  return "";
}

TEST(BenchUsage, RefusesUnknownNames) {
  CaseSpec spec = small_case();
  EXPECT_EQ(complaint({"uniform", "pile"}, spec), "");
  EXPECT_EQ(complaint({"uniform", "unifrom"}, spec)
                .rfind("--scene: unknown scene 'unifrom', expected one of uniform ", 0),
            0u);
  spec.peers = {"honest", "none"};
  spec.ours = {"tree", "tree:by_extent+morton", "all"};
  EXPECT_EQ(complaint({}, spec), "");
  spec.peers = {"honest", "bulet"};
  EXPECT_EQ(complaint({}, spec),
            "--peers: unknown method 'bulet', expected one of all none honest loses_one");
  spec.peers = {"all"};
  spec.ours = {"masu:tree"};
  EXPECT_EQ(complaint({}, spec).rfind(
                "--ours: unknown method 'masu:tree', expected one of all none tree ", 0),
            0u);
}

#ifdef MASU_BENCH_BROAD

struct Ran {
  int exit_code;
  std::string err;
};

Ran bench(const std::string& arguments) {
  const std::string err = testing::TempDir() + "masu_bench_usage_err";
  const int status =
      std::system((MASU_BENCH_BROAD " " + arguments + " >" + err + ".out 2>" + err).c_str());
  std::stringstream text;
  text << std::ifstream(err).rdbuf();
  std::filesystem::remove(err);
  std::filesystem::remove(err + ".out");
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, text.str()};
}

TEST(BenchProgram, BadUsageEndsWithTwo) {
  const std::pair<const char*, const char*> cases[] = {
      {"--n 0", "--n"},
      {"--n 100,0", "--n"},
      {"--n -5", "--n"},
      {"--n 2147483649", "--n"},
      {"--nonsense", "--nonsense"},
      {"--dim 5", "--dim"},
      {"--scene unifrom --small", "unknown scene 'unifrom', expected one of uniform"},
      {"--peers bulet --small", "unknown method 'bulet', expected one of all none"},
      {"--ours trie --small", "unknown method 'trie', expected one of all none tree"}};
  for (const auto& [arguments, message] : cases) {
    const Ran run = bench(arguments);
    EXPECT_EQ(run.exit_code, 2) << arguments;
    EXPECT_NE(run.err.find(message), std::string::npos) << arguments << " said: " << run.err;
  }
  EXPECT_EQ(bench("--help").exit_code, 0);
  EXPECT_EQ(bench("--n 1,100 --scene uniform --dim 2 --peers none --ours tree").exit_code, 0);
}

#endif  // MASU_BENCH_BROAD

TEST(BenchChild, ReturnsRowsAndSurvivesACrash) {
  const auto rows = in_child<Row>([] { return std::vector<Row>{row_at("a", 7, 1)}; });
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0].n, 7u);
  EXPECT_THROW(in_child<Row>([]() -> std::vector<Row> { _exit(3); }), std::runtime_error);
  EXPECT_THROW(in_child<Row>([]() -> std::vector<Row> { throw std::runtime_error("no"); }),
               std::runtime_error);
  try {
    in_child<Row>([]() -> std::vector<Row> { throw std::invalid_argument("no such thing"); });
    FAIL() << "a bad argument was taken";
  } catch (const std::invalid_argument& e) {
    EXPECT_STREQ(e.what(), "no such thing");
  }
}

}  // namespace
}  // namespace masu_bench
