// SPDX-License-Identifier: MIT
// `bench volume`: its judgement of wrong results, and its report.
#include <gtest/gtest.h>

#include <stdexcept>

#include "bench/volume/case.hpp"

namespace masu_bench::volume {
namespace {

CaseSpec small_case(const char* row) {
  CaseSpec spec;
  spec.row = row;
  spec.budget = 0;
  spec.peer_folder = MASU_TEST_VOLUME_PEERS;
  return spec;
}

TEST(VolumeBench, MarksWrongMethods) {
  for (const char* name : {"deep", "shallow"}) {
    std::vector<Row> rows = run_case(small_case(name));
    int ours = 0;
    int peers = 0;
    for (const Row& row : rows) {
      ++(row.is_ours() ? ours : peers);
      if (row.is_ours()) {
        EXPECT_EQ(row.wrong, 0) << row.method;
        EXPECT_EQ(Json(Json(row).get<Row>()), Json(row));
      } else {
        EXPECT_EQ(row.method, "first_body");
        EXPECT_GT(row.wrong, 0.9);
      }
    }
    EXPECT_EQ(ours, 2) << "by duals, by cutting";
    EXPECT_EQ(peers, 1);
  }
}

TEST(VolumeBench, RefusesUnknownNames) {
  CaseSpec spec = small_case("deep");
  EXPECT_NO_THROW(check_usage({"deep", "shallow"}, spec));
  EXPECT_THROW(check_usage({"deap"}, spec), std::invalid_argument);
  spec.peers = {"qhul"};
  EXPECT_THROW(check_usage({}, spec), std::invalid_argument);
  EXPECT_THROW(run_case(small_case("deap")), std::invalid_argument);
}

}  // namespace
}  // namespace masu_bench::volume
