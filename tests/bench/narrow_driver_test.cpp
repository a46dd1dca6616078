// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <fstream>

#include "bench/narrow/case.hpp"
#include "bench/narrow/geometry.hpp"
#include "bench/narrow/judge.hpp"
#include "bench/narrow/usage.hpp"

namespace masu_bench::narrow {
namespace {

constexpr double kQuarter = 0.70710678118654752;  // sine and cosine of 45 degrees

masu_narrow_shape of(masu_narrow_kind kind, double x, double y = 0, double z = 0) {
  return {std::uint32_t(kind), {x, y, z}, nullptr, 0, nullptr, nullptr, 0};
}
// Turned by 90 degrees around z.
masu_narrow_pose pose_at(double x, double y, double z, bool rotated = false) {
  return {{x, y, z}, {0, 0, rotated ? kQuarter : 0, rotated ? kQuarter : 1}};
}

TEST(NarrowBench, ReachesMatchTheFormulas) {
  EXPECT_DOUBLE_EQ(reach(of(MASU_NARROW_SPHERE, 2), 3, {3, 0, 4}), 10);
  EXPECT_DOUBLE_EQ(reach(of(MASU_NARROW_CAPSULE, 2, 1), 3, {0, -2, 0}), 6);
  EXPECT_DOUBLE_EQ(reach(of(MASU_NARROW_BOX, 1, 2, 3), 3, {1, -1, 2}), 9);
  EXPECT_DOUBLE_EQ(reach(of(MASU_NARROW_CYLINDER, 2, 5), 3, {3, 1, 4}), 15);
  const double triangle[] = {0, 0, 4, 0, 0, 3};
  masu_narrow_shape polygon = of(MASU_NARROW_POLYTOPE, 0);
  polygon.vertices = triangle, polygon.vertex_count = 3;
  EXPECT_DOUBLE_EQ(reach(polygon, 2, {1, 2, 0}), 6);
}

TEST(NarrowBench, GapsAndRaysApplyPositionsAndRotations) {
  const masu_narrow_shape box = of(MASU_NARROW_BOX, 1, 2, 3);
  const masu_narrow_shape ball = of(MASU_NARROW_SPHERE, 1);
  const RigidTransform here(pose_at(0, 0, 0), 3), rotated(pose_at(0, 0, 0, true), 3),
      there(pose_at(5, 0, 0), 3);
  EXPECT_NEAR(gap_along(box, here, ball, there, 3, {1, 0, 0}), 3, 1e-12);
  EXPECT_NEAR(gap_along(box, rotated, ball, there, 3, {1, 0, 0}), 2, 1e-12);
  EXPECT_NEAR(gap_along(box, rotated, ball, there, 3, {-1, 0, 0}), -8, 1e-12);
  EXPECT_NEAR(enter(box, rotated, 3, {-6, 0, 0}, {2, 0, 0}), 2, 1e-12);
  EXPECT_DOUBLE_EQ(enter(box, here, 3, {0.5, 0, 0}, {1, 0, 0}), 0);
  EXPECT_LT(enter(box, here, 3, {-6, 2.5, 0}, {1, 0, 0}), 0);
  EXPECT_DOUBLE_EQ(enter(ball, here, 3, {-3, 0, 0}, {4, 0, 0}), 0.5);
  EXPECT_LT(enter(ball, here, 3, {-3, 0, 0}, {-1, 0, 0}), 0);
}

SceneSize small() {
  return {4, 6, 3, 20, 3};
}

TEST(NarrowBench, PlacementsHaveTheirStatedGaps) {
  for (const RowKind& row : row_kinds()) {
    if (row.a == MASU_NARROW_MESH) continue;
    for (const bool warm : {false, true}) {
      if (warm && !row.warm) continue;
      const Scene scene(row, row.sizes[0], warm, sizeof(double), 3, small());
      ASSERT_EQ(scene.size(), warm ? 24u : 20u) << row.name;
      EXPECT_EQ(scene.first_timed(), warm ? 6u : 0u);
      if (row.placement == Placement::aimed) continue;
      const masu_narrow_task& task = scene.task();
      const TrueDistance truth(row.dim, {task.shapes, task.shape_count});
      int apart = 0;
      for (std::size_t i = 0; i < scene.size(); ++i) {
        apart += truth(scene.numbers(i), scene.query(i).a, scene.query(i).b) > 0 ? 1 : 0;
      }
      const bool always = row.placement == Placement::apart || row.placement == Placement::approach;
      if (row.placement == Placement::mixed) {
        EXPECT_TRUE(apart > 0 && apart < int(scene.size())) << row.name;
      } else {
        EXPECT_EQ(apart, always ? int(scene.size()) : 0) << row.name;
      }
    }
  }
}

CaseSpec small_case(const std::string& row, std::uint64_t n = 0, bool warm = false) {
  CaseSpec spec;
  spec.row = row;
  spec.n = n;
  spec.warm = warm;
  spec.budget = 0;
  spec.size = small();
  spec.peer_folder = MASU_TEST_NARROW_PEERS;
  return spec;
}

const Row* find(const std::vector<Row>& rows, const std::string& method) {
  for (const Row& row : rows) {
    if (row.method == method) return &row;
  }
  return nullptr;
}

TEST(NarrowBench, MarksCorrectAndSlowMethods) {
  for (const char* name : {"sphere_sphere_apart", "sphere_sphere_overlap"}) {
    CaseSpec spec = small_case(name);
    spec.ours = {"masu"};
    std::vector<Row> rows = run_case(spec);
    ASSERT_EQ(rows.size(), 4u) << name;
    EXPECT_EQ(find(rows, "masu")->wrong, 0) << name;
    EXPECT_EQ(find(rows, "honest")->wrong, 0) << name;
    EXPECT_DOUBLE_EQ(find(rows, "wrong:distances")->wrong, 0.1) << name;
    // But where balls are all but concentric, every normal will do.
    EXPECT_GE(find(rows, "wrong:normals")->wrong, 0.9) << name;
    EXPECT_EQ(find(rows, "slow"), nullptr) << name;
    relate(rows);
    EXPECT_EQ(find(rows, "masu")->best_peer, "honest") << name;
    EXPECT_EQ(find(rows, "masu")->goal, 3) << name;
  }
}

TEST(NarrowBench, OursIsCorrectInEveryRow) {
  for (const RowKind& row : row_kinds()) {
    for (const bool warm : {false, true}) {
      for (const std::size_t scalar_size : {sizeof(float), sizeof(double)}) {
        if ((warm && !row.warm) || row.from_file) continue;
        CaseSpec spec = small_case(row.name, row.sizes[0], warm);
        spec.scalar_size = scalar_size;
        spec.peers = {"none"};
        const std::vector<Row> rows = run_case(spec);
        ASSERT_NE(find(rows, "masu"), nullptr) << row.name;
        for (const Row& r : rows) {
          EXPECT_EQ(r.wrong, 0) << r.method << " " << row.name << (warm ? " warm" : "");
        }
      }
    }
  }
}

TEST(NarrowBench, MeasuresAMeshOfTheUser) {
  const std::string file = testing::TempDir() + "masu_narrow_tetrahedron.obj";
  std::ofstream(file) << "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n";
  CaseSpec spec = small_case("file_mesh_pairs");
  spec.mesh = file;
  const std::vector<Row> rows = run_case(spec);
  std::filesystem::remove(file);
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0].method, "masu");
  spec.mesh = "nowhere.obj";
  EXPECT_THROW(run_case(spec), std::runtime_error);
}

TEST(NarrowBench, RowsCompareAndSurviveAJsonRoundTrip) {
  Row row;
  row.row = "polyhedra_deep";
  row.mode = "cold";
  row.scalar = "double";
  std::vector<Row> rows(5, row);
  rows[0].method = rows[1].method = "masu";
  rows[0].n = 8, rows[0].ns = 10;
  rows[1].n = 800, rows[1].ns = 100;
  rows[2].method = "fast", rows[2].n = 8, rows[2].ns = 1, rows[2].wrong = 0.5;
  rows[3].method = "slow", rows[3].n = 8, rows[3].ns = 25, rows[3].wrong = 0.005;
  rows[4].method = "warm", rows[4].n = 8, rows[4].ns = 2, rows[4].mode = "warm";
  relate(rows);
  EXPECT_EQ(rows[0].best_peer, "slow");
  EXPECT_DOUBLE_EQ(rows[0].peer_ratio.value(), 2.5);
  EXPECT_EQ(rows[0].fastest_peer, "fast");
  EXPECT_DOUBLE_EQ(rows[0].fastest_ratio.value(), 0.1);
  EXPECT_FALSE(rows[1].peer_ratio);
  EXPECT_NEAR(rows[0].exponent.value(), 0.5, 1e-12);
  EXPECT_EQ(Json(Json(rows[0]).get<Row>()), Json(rows[0]));
  rows[0].wrong = 0.001;
  EXPECT_FALSE(rows[0].is_right());
}

TEST(NarrowBench, RefusesUnknownNames) {
  const auto complaint = [](const std::vector<std::string>& rows, const CaseSpec& spec) {
    try {
      check_usage(rows, spec);
    } catch (const std::invalid_argument& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  CaseSpec spec = small_case("");
  spec.peers = {"honest", "wrong"};
  spec.ours = {"masu", "v_clip"};
  EXPECT_EQ(complaint({"box_box_apart", "all"}, spec), "");
  EXPECT_EQ(complaint({"box_bx"}, spec).rfind("--rows: unknown 'box_bx', expected one of all", 0),
            0u);
  spec.peers = {"honst"};
  EXPECT_EQ(complaint({}, spec),
            "--peers: unknown 'honst', expected one of all honest none slow wrong wrong:distances "
            "wrong:normals");
  spec.peers = {"all"};
  spec.ours = {"masu:v_clip"};
  EXPECT_EQ(complaint({}, spec).rfind("--ours: unknown 'masu:v_clip'", 0), 0u);
  EXPECT_THROW(run_case(small_case("box_bx")), std::invalid_argument);
}

#ifdef MASU_BENCH_NARROW

int bench(const std::string& arguments) {
  const int status = std::system((MASU_BENCH_NARROW " " + arguments + " >/dev/null 2>&1").c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(NarrowProgram, ExitCodes) {
  EXPECT_EQ(bench("--help"), 0);
  EXPECT_EQ(bench("--rows ray_sphere,polygons_apart --small --budget 0 --peers none"), 0);
  for (const char* arguments : {"--nonsense", "--rows box_bx --small", "--mode tepid",
                                "--peers bulet --small", "--ours trie --small", "--budget -1"}) {
    EXPECT_EQ(bench(arguments), 2) << arguments;
  }
}

#endif  // MASU_BENCH_NARROW

}  // namespace
}  // namespace masu_bench::narrow
