// SPDX-License-Identifier: MIT
// `bench hull`: its judgement of wrong results, and its report.
#include <gtest/gtest.h>

#include <stdexcept>

#include "bench/hull/case.hpp"
#include "bench/hull/catalogue.hpp"

namespace masu_bench::hull {
namespace {

CaseSpec small_case(const RowKind& row) {
  CaseSpec spec;
  spec.row = row.name;
  spec.n = row.dim == 3 ? 1000 : 2000;
  spec.budget = 0;
  spec.peer_folder = MASU_TEST_HULL_PEERS;
  return spec;
}

const Row* find(const std::vector<Row>& rows, const std::string& method) {
  for (const Row& row : rows) {
    if (row.method == method) return &row;
  }
  return nullptr;
}

TEST(HullBench, MarksCorrectAndWrongMethods) {
  std::vector<Row> rows = run_case(small_case(row_kinds()[0]));
  ASSERT_NE(find(rows, "honest"), nullptr);
  ASSERT_NE(find(rows, "loses"), nullptr);
  EXPECT_EQ(find(rows, "honest")->wrong, 0);
  EXPECT_GT(find(rows, "loses")->wrong, 0.1);
  relate(rows);
  int ours = 0;
  for (const Row& row : rows) {
    if (!row.is_ours()) continue;
    ++ours;
    EXPECT_EQ(row.best_peer, "honest") << row.method;
    EXPECT_EQ(Json(Json(row).get<Row>()), Json(row));
  }
  EXPECT_GT(ours, 0);
}

TEST(HullBench, OursIsCorrectInEveryRow) {
  for (const RowKind& row : row_kinds()) {
    for (const std::size_t scalar_size : {sizeof(float), sizeof(double)}) {
      CaseSpec spec = small_case(row);
      spec.scalar_size = scalar_size;
      spec.peers = {"none"};
      const std::vector<Row> rows = run_case(spec);
      EXPECT_FALSE(rows.empty()) << row.name;
      for (const Row& r : rows) {
        // A merged hull may end short of the points by its tolerance.
        if (r.method != "masu:merged") {
          EXPECT_EQ(r.wrong, 0) << r.method << " " << row.name;
        }
      }
    }
  }
}

TEST(HullBench, RefusesUnknownNames) {
  CaseSpec spec = small_case(row_kinds()[0]);
  EXPECT_NO_THROW(check_usage({row_kinds()[0].name}, spec));
  EXPECT_THROW(check_usage({"sphre"}, spec), std::invalid_argument);
  spec.peers = {"qhul"};
  EXPECT_THROW(check_usage({}, spec), std::invalid_argument);
  spec.peers = {"all"};
  spec.ours = {"quikhull"};
  EXPECT_THROW(check_usage({}, spec), std::invalid_argument);
  spec.row = "sphre";
  EXPECT_THROW(run_case(spec), std::invalid_argument);
}

}  // namespace
}  // namespace masu_bench::hull
