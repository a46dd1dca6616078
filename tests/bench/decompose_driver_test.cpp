// SPDX-License-Identifier: MIT
// `bench decompose`: its measurements, its judgement of wrong results, and methods that crash or
// hang.
#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "bench/decompose/case.hpp"
#include "scenes/generators/carved_solid.hpp"

namespace masu_bench::decompose {
namespace {

CaseSpec small_case(const char* row) {
  CaseSpec spec;
  spec.row = row;
  spec.seed = 0;  // an L from the origin along x and y
  spec.limit = 1;
  spec.budget = 0;
  spec.peer_folder = MASU_TEST_DECOMPOSE_PEERS;
  return spec;
}

Row only_row(const char* row, const char* method) {
  CaseSpec spec = small_case(row);
  spec.ours = {method};
  spec.peers = {method};
  const std::vector<Row> rows = run_case(spec);
  EXPECT_EQ(rows.size(), 1u) << method;
  return rows.empty() ? Row{} : rows.front();
}

TEST(DecomposeBench, MeasuresVolumeAddedAndOmittedByParts) {
  const auto solid = masu::scenes::carved("L", 0);
  double far = 0;
  for (const auto& v : solid.vertices) far = std::max(far, v[0]);
  const double diagonal = std::hypot(far, 1.5, 0.5);

  const Row ours = only_row("L", "masu");
  EXPECT_EQ(ours.status, "ok");
  EXPECT_EQ(ours.parts, 2u);
  EXPECT_NEAR(ours.volume.value(), 1, 1e-12);
  EXPECT_NEAR(ours.beyond.value(), 0, 1e-12);
  EXPECT_NEAR(ours.uncovered.value(), 0, 1e-12);
  EXPECT_TRUE(ours.is_within());
  EXPECT_TRUE(ours.is_right());
  EXPECT_EQ(Json(Json(ours).get<Row>()), Json(ours));

  // The hull fills the notch, a triangle of the sides far - 0.5 and 1.
  const Row hull = only_row("L", "test:hull");
  const double area = 0.5 * (far + 1);
  EXPECT_NEAR(hull.volume.value(), 1 + (far - 0.5) / 2 / area, 1e-12);
  EXPECT_NEAR(hull.beyond.value(), (far - 0.5) / (far + 0.5) / diagonal, 0.002);
  EXPECT_NEAR(hull.uncovered.value(), 0, 1e-12);
  EXPECT_FALSE(hull.is_within());
  EXPECT_FALSE(hull.is_right()) << "it said ok";

  // Without the corner that both arms have inside: a wedge is missing as well.
  const Row arm = only_row("L", "test:first_arm");
  EXPECT_NEAR(arm.volume.value(), (0.5 * far - 0.125) / area, 1e-12);
  EXPECT_NEAR(arm.beyond.value(), 0, 1e-12);
  EXPECT_NEAR(arm.uncovered.value(), std::hypot(0.5, 1) / diagonal, 0.002);
  EXPECT_FALSE(arm.is_within());
}

TEST(DecomposeBench, SurvivesPeersThatHangOrCrash) {
  const Row endless = only_row("L", "test:endless");
  EXPECT_EQ(endless.status, "killed after 1 s");
  const Row fatal = only_row("L", "test:fatal");
  EXPECT_NE(fatal.status.find("signal"), std::string::npos) << fatal.status;
  for (const Row& row : {endless, fatal}) {
    EXPECT_EQ(row.triangles, 20u);
    EXPECT_FALSE(row.parts || row.seconds || row.beyond || row.uncovered || row.volume);
    EXPECT_FALSE(row.is_within());
    EXPECT_FALSE(row.is_right());
    EXPECT_EQ(Json(Json(row).get<Row>()), Json(row));
  }
}

TEST(DecomposeBench, ReportsRatiosAndGrowth) {
  const auto row = [](const char* method, std::uint64_t triangles, std::optional<double> seconds) {
    Row r;
    r.row = "torus";
    r.method = method;
    r.triangles = triangles;
    r.seconds = seconds;
    return r;
  };
  std::vector<Row> rows{row("masu", 100, 1), row("other", 100, 3), row("masu", 400, 4),
                        row("other", 400, 48), row("other", 1600, std::nullopt)};
  relate(rows);
  EXPECT_NEAR(rows[0].exponent.value(), 1, 1e-12);
  EXPECT_NEAR(rows[1].exponent.value(), 2, 1e-12);
  EXPECT_NEAR(rows[3].ratio.value(), 12, 1e-12);
  EXPECT_FALSE(rows[4].ratio.has_value());
}

TEST(DecomposeBench, RefusesUnknownNames) {
  CaseSpec spec = small_case("torus");
  EXPECT_NO_THROW(check_usage({"torus", "L", "bowl", "gear", "spiral", "file"}, spec));
  EXPECT_THROW(check_usage({"tours"}, spec), std::invalid_argument);
  spec.peers = {"hacdd"};
  EXPECT_THROW(check_usage({}, spec), std::invalid_argument);
  EXPECT_THROW(run_case(small_case("tours")), std::invalid_argument);
}

}  // namespace
}  // namespace masu_bench::decompose
