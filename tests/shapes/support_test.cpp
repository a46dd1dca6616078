// SPDX-License-Identifier: MIT
// Support points by table and hill climbing compared with all vertices: the lecture's box,
// counters, worst cases.
#include <gtest/gtest.h>

#include <vector>

#include <masu/shapes/sign_table.hpp>
#include <masu/shapes/support.hpp>
#include <masu/shapes/vertex_climb.hpp>

#include "tests/shapes/known_shapes.hpp"
#include "tests/shapes/support_cases.hpp"
#include "tests/support/failing_allocator.hpp"
#include "tests/support/simd_targets.hpp"

namespace masu::test {
namespace {

// The lecture numbers a box's corners from 1: index i here is number i + 1.
//   --- 5   --+ 1   -+- 6   -++ 2   +-- 8   +-+ 4   ++- 7   +++ 3
template <class T>
ConvexPolyhedron<T> box_of_lecture(const Vec<3, T>& half) {
  constexpr int kSigns[8][3] = {{-1, -1, 1},  {-1, 1, 1},  {1, 1, 1},  {1, -1, 1},
                                {-1, -1, -1}, {-1, 1, -1}, {1, 1, -1}, {1, -1, -1}};
  std::vector<Vec<3, T>> points;
  for (const auto& s : kSigns)
    points.push_back({half[0] * T(s[0]), half[1] * T(s[1]), half[2] * T(s[2])});
  return polyhedron<T>(
      points, {{0, 3, 2, 1}, {4, 5, 6, 7}, {0, 1, 5, 4}, {2, 3, 7, 6}, {0, 4, 7, 3}, {1, 2, 6, 5}});
}

struct Walk : Trace {
  using Trace::on;
  void on(const ClimbStep& s) {
    if (visited.empty()) visited.push_back(s.from + 1);
    visited.push_back(s.to + 1);
    gains.push_back(s.gain);
  }
  std::vector<std::uint32_t> visited;
  std::vector<double> gains;
};

TEST(SignTable, L18_classes_of_the_lectures_box) {
  const SignTable<3> table(box_of_lecture<float>({1, 1, 1}));
  const auto number = [&](double x, double y, double z) { return table.vertex({x, y, z}) + 1; };
  EXPECT_EQ(number(-1, -1, -1), 5u);
  EXPECT_EQ(number(-1, -1, 1), 1u);
  EXPECT_EQ(number(-1, 1, -1), 6u);
  EXPECT_EQ(number(-1, 1, 1), 2u);
  EXPECT_EQ(number(1, -1, -1), 8u);
  EXPECT_EQ(number(1, -1, 1), 4u);
  EXPECT_EQ(number(1, 1, -1), 7u);
  EXPECT_EQ(number(1, 1, 1), 3u);
}

TEST(VertexClimb, L18_walks_1_2_3_7_as_in_the_lecture) {
  const auto box = box_of_lecture<float>({1, 1, 1});
  Walk walk;
  SupportStats stats;
  EXPECT_EQ(climb(box, {2, 3, -1}, 0, &stats, walk) + 1, 7u);
  EXPECT_EQ(walk.visited, (std::vector<std::uint32_t>{1, 2, 3, 7}));
  EXPECT_EQ(walk.gains, (std::vector<double>{6, 4, 2}));
  EXPECT_EQ(stats, (SupportStats{.dots = 12, .steps = 3, .scans = 0}));
}

template <class T>
class SupportTest : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(SupportTest, Scalars);

TYPED_TEST(SupportTest, E14_the_sign_table_is_exact_for_boxes) {
  using T = TypeParam;
  scenes::Pcg32 random(31);
  for (int i = 0; i < 50; ++i) {
    const auto box = box_of_lecture<T>({T(random.between(0.01, 2)), T(1), T(random.between(1, 9))});
    const SignTable<3> table(box);
    for (int k = 0; k < 50; ++k) {
      const Direction d = random_direction(random);
      EXPECT_EQ(missed_by(box, d, table.vertex(d)), 0);
    }
  }
}

// Of random hulls of eight vertices a third of the directions get another vertex: there the table
// is where the climb starts, and less of a climb than from anywhere.
TYPED_TEST(SupportTest, E14_the_sign_table_is_a_start_for_other_shapes) {
  using T = TypeParam;
  scenes::Pcg32 random(32);
  int wrong = 0;
  int queries = 0;
  SupportStats from_table;
  SupportStats from_first;
  while (queries < 20000) {
    const auto p = hull_of(ball<T>(8, random));
    ASSERT_EQ(p.vertex_count(), 8u);
    const SignTable<3> table(p);
    for (int k = 0; k < 100; ++k, ++queries) {
      const Direction d = random_direction(random);
      const std::uint32_t start = table.vertex(d);
      wrong += missed_by(p, d, start) > 0;
      EXPECT_LE(missed_by(p, d, climb(p, d, start, &from_table)), 1e-15);
      EXPECT_LE(missed_by(p, d, climb(p, d, 0, &from_first)), 1e-15);
    }
  }
  EXPECT_GT(double(wrong) / queries, 0.3);
  EXPECT_LT(double(wrong) / queries, 0.5);
  EXPECT_LT(from_table.steps * 2, from_first.steps);
}

TEST(SignTable, E14_works_in_2d_too) {
  ConvexPolygon<float> square;
  const Vec2f corners[] = {{-1, -2}, {1, -2}, {1, 2}, {-1, 2}};
  ASSERT_EQ(square.build(corners), Status::ok);
  const SignTable<2> table(square);
  EXPECT_EQ(table.vertex({-0.1, -5}), 0u);
  EXPECT_EQ(table.vertex({3, -1}), 1u);
  EXPECT_EQ(table.vertex({3, 0.1}), 2u);
  EXPECT_EQ(table.vertex({-2, 2}), 3u);
}

TEST(CubeTable, cells_hold_the_directions_of_their_squares) {
  for (int cell = 0; cell < CubeTable::kCells; ++cell) {
    const Direction d = CubeTable::direction(cell);
    EXPECT_EQ(CubeTable::cell(d), cell);
    EXPECT_EQ(CubeTable::cell(d * 0x1p-500), cell);
    EXPECT_EQ(CubeTable::cell(d * 0x1p500), cell);
    for (int axis = 0; axis < 3; ++axis) {
      for (const double by : {-0.12, 0.12}) {
        Direction near = d;
        if (std::fabs(d[axis]) < 1) near[axis] += by;
        EXPECT_EQ(CubeTable::cell(near), cell);
      }
    }
  }
  const double nan = std::nan("");
  const double infinity = std::numeric_limits<double>::infinity();
  for (const Direction d : {Direction{0, 0, 0}, Direction{nan, 0, 1}, Direction{nan, nan, nan},
                            Direction{infinity, -infinity, 1}, Direction{1, 1, 1},
                            Direction{-1, -1, -1}, Direction{5e-324, 0, 0}}) {
    EXPECT_GE(CubeTable::cell(d), 0);
    EXPECT_LT(CubeTable::cell(d), CubeTable::kCells);
  }
}

TYPED_TEST(SupportTest, L18_climbs_find_the_highest_vertex_from_anywhere) {
  using T = TypeParam;
  scenes::Pcg32 random(33);
  for (const int n : {4, 32, 99, 100, 1000, 4000}) {
    const auto p = hull_of(ball<T>(n, random));
    EXPECT_EQ(p.table().empty(), p.vertex_count() < ConvexPolyhedron<T>::kTableVertices);
    const SignTable<3> signs(p);
    SupportStats by_table, by_signs, by_hint, anywhere;
    Direction d = random_direction(random);
    std::uint32_t last = 0;
    const int rounds = 200;
    for (int k = 0; k < rounds; ++k) {
      d = d + random_direction(random) * 0.02;  // coherent
      const auto count = static_cast<std::uint32_t>(p.vertex_count());
      last = climb(p, d, last, &by_hint);
      EXPECT_LE(missed_by(p, d, last), 1e-15);
      EXPECT_LE(missed_by(p, d, climb(p, d, random.below(count), &anywhere)), 1e-15);
      EXPECT_LE(missed_by(p, d, climb(p, d, signs.vertex(d), &by_signs)), 1e-15);
      if (p.table().empty()) continue;
      EXPECT_LE(missed_by(p, d, climb(p, d, p.table().vertex(d), &by_table)), 1e-15);
    }
    EXPECT_EQ(by_hint.scans + by_table.scans + by_signs.scans + anywhere.scans, 0u);
    if (n < 100) continue;
    EXPECT_LT(by_table.steps, by_signs.steps);
    EXPECT_LT(by_signs.steps, anywhere.steps);
    EXPECT_LT(by_table.steps, 4u * rounds);
    EXPECT_LT(by_hint.steps, 5u * rounds);
    EXPECT_LT(by_table.dots, std::uint64_t(rounds) * 32);
  }
}

// Thin, long, with faces of a thousand corners, or clustered: and every direction of a face.
TYPED_TEST(SupportTest, L18_hard_shapes_and_directions) {
  using T = TypeParam;
  scenes::Pcg32 random(34);
  std::vector<ConvexPolyhedron<T>> all;
  all.push_back(prism<T>(500, 1, 1e-3));
  all.push_back(prism<T>(200, 1e-3, 1));
  all.push_back(prism<T>(300, 1, 1, 0));
  std::vector<Vec<3, T>> cluster = ball<T>(300, random);
  for (int i = 0; i < 300; ++i) cluster.push_back(cluster[0] + random_point<T>(random, 1e-4));
  all.push_back(hull_of(cluster));
  std::vector<Vec<3, T>> lattice;
  for (int i = 0; i < 1000; ++i) {
    lattice.push_back({T(i % 10), T(i / 10 % 10), T(i / 100 + (i * 7 % 5) * 1e-6)});
  }
  all.push_back(hull_of(lattice));
  for (const auto& p : all) {
    const ShapeView<3, T> view = p.view();
    std::vector<Direction> directions;
    for (std::size_t f = 0; f < p.face_count(); ++f) directions.push_back(p.plane(f).normal);
    for (int k = 0; k < 200; ++k) directions.push_back(random_direction(random));
    for (const Direction& d : directions) {
      const SupportPoint<3> s = support_of_core(view, d);
      EXPECT_LE(missed_by(p, d, s.vertex), 1e-14);
      EXPECT_EQ(s.point, vec_cast<double>(p.vertex(s.vertex)));
      const auto hint = random.below(static_cast<std::uint32_t>(p.vertex_count()));
      const auto other = support_of_core(view, d, SupportAccuracy::fast, hint).vertex;
      EXPECT_LE(missed_by(p, d, other), 1e-6) << "the fast one compares in float";
    }
  }
}

// Edges of a face to which the direction is perpendicular lead neither up nor down: their gains are
// rounding, which once kept the climb going round the face until it asked all vertices.
TYPED_TEST(SupportTest, L18_climbs_do_not_cycle_on_level_edges) {
  using T = TypeParam;
  scenes::Pcg32 random(19);
  SupportStats stats;
  std::uint64_t climbs = 0;
  for (const int sides : {100, 300, 1000}) {
    // Leaning, so that the edges of a cap are level in exact arithmetic only.
    const Matrix<3, double> lean = matrix_of(random_rotation<double>(random));
    const auto upright = prism<T>(sides, 1, 0.5);
    std::vector<Vec<3, T>> points;
    for (std::size_t v = 0; v < upright.vertex_count(); ++v) {
      points.push_back(vec_cast<T>(lean * vec_cast<double>(upright.vertex(v))));
    }
    const auto p = hull_of<T>(points);
    for (std::size_t f = 0; f < p.face_count(); ++f) {
      const Direction d = p.plane(f).normal;
      for (int k = 0; k < 4; ++k, ++climbs) {
        const std::uint32_t start = random.below(static_cast<std::uint32_t>(p.vertex_count()));
        EXPECT_LE(missed_by(p, d, climb(p, d, start, &stats)), kSupportRounding);
      }
    }
  }
  EXPECT_GT(climbs, 1000u);
  EXPECT_EQ(stats.scans, 0u);
}

TYPED_TEST(SupportTest, L18_any_hint_leads_to_the_support_vertex) {
  using T = TypeParam;
  scenes::Pcg32 random(35);
  for (const int n : {8, 200}) {
    const auto p = hull_of(ball<T>(n, random));
    for (const std::uint32_t hint : {kNoVertex, 0u, 7u, std::uint32_t(n), 0x7fff'ffffu}) {
      const Direction d = random_direction(random);
      const auto s = support_of_core(p.view(), d, SupportAccuracy::full, hint);
      EXPECT_LE(missed_by(p, d, s.vertex), 1e-15);
    }
  }
}

// A surface whose bends rounding hides might have a false peak: it gets no table.
TYPED_TEST(SupportTest, L18_surfaces_that_may_not_be_convex_are_scanned) {
  using T = TypeParam;
  const auto flat_sided = [](T bend) {
    std::vector<Vec<3, T>> points;
    std::vector<std::vector<std::uint32_t>> faces(2);
    const std::uint32_t n = 60;
    for (std::uint32_t i = 0; i < n; ++i) {  // a box of two long sides in many parts
      const T x = T(i < n / 2 ? int(i) : int(n - 1 - i)) - T(n / 4);
      const T y = (i < n / 2 ? T(-1) : T(1)) * (1 - bend * x * x);
      points.push_back({x, y, -1});
      points.push_back({x, y, 1});
      const std::uint32_t next = (i + 1) % n;
      faces.push_back({2 * i, 2 * next, 2 * next + 1, 2 * i + 1});
      faces[0].push_back(2 * i + 1);
      faces[1].push_back(2 * (n - 1 - i));
    }
    return polyhedron<T>(points, faces);
  };
  EXPECT_FALSE(flat_sided(T(1e-3)).table().empty());
  EXPECT_TRUE(flat_sided(T(0)).table().empty());
}

TYPED_TEST(SupportTest, L18_the_same_vertex_on_every_machine) {
  using T = TypeParam;
  scenes::Pcg32 random(36);
  const auto points = ball<T>(300, random);
  std::vector<std::uint32_t> expected;
  for_each_target([&](SimdTarget) {
    const auto p = hull_of(points);
    scenes::Pcg32 again(37);
    std::vector<std::uint32_t> found;
    for (int k = 0; k < 300; ++k) {
      found.push_back(support_of_core(p.view(), random_direction(again)).vertex);
    }
    if (expected.empty()) expected = found;
    EXPECT_EQ(found, expected);
  });
}

TYPED_TEST(SupportTest, a_polyhedron_has_no_table_when_out_of_memory) {
  using T = TypeParam;
  scenes::Pcg32 random(38);
  const auto made = hull_of(ball<T>(150, random));
  std::vector<Vec<3, T>> points;
  std::vector<std::uint32_t> loops;
  std::vector<std::uint32_t> counts;
  for (std::size_t v = 0; v < made.vertex_count(); ++v) points.push_back(made.vertex(v));
  for (std::size_t f = 0; f < made.face_count(); ++f) {
    loops.insert(loops.end(), made.face(f).begin(), made.face(f).end());
    counts.push_back(static_cast<std::uint32_t>(made.face(f).size()));
  }
  FailingAllocator memory;
  ConvexPolyhedron<T> p(memory.allocator());
  std::size_t k = 1;
  for (;; ++k) {
    memory.fail(k, true);
    const Status status = p.build_hull(points, loops, counts);
    if (memory.failures() == 0) break;
    ASSERT_EQ(status, Status::out_of_memory);
    ASSERT_EQ(p.vertex_count(), 0u);
    ASSERT_TRUE(p.table().empty());
  }
  EXPECT_FALSE(p.table().empty());
}

// It lies in the core, and as far along d as the core reaches.
template <int D, class T>
void check_support(const Known<D, T>& k, const Vec<D, double>& d, scenes::Pcg32& random) {
  SCOPED_TRACE(k.name);
  const auto point = vec_cast<Real>(support_of_core(k.view, d).point);
  const Real radius = k.view.radius;
  const auto core = [&](const Vec<D, Real>& m) {
    return k.reach(m) - radius * std::sqrt(dot(m, m));
  };
  const auto along = vec_cast<Real>(d);
  const Real size = std::sqrt(dot(along, along));
  EXPECT_NEAR(double((dot(point, along) - core(along)) / size), 0, 4e-16 * k.size);
  for (int i = 0; i < 20; ++i) {
    const auto m = random_unit<D>(random);
    EXPECT_LE(double(dot(point, m) - core(m)), 4e-16 * k.size);
  }
}

template <int D, class T>
void check_supports(std::uint64_t seed) {
  KnownShapes<D, T> shapes(seed);
  for (int i = 0; i < 40; ++i) {
    for (const auto& k : shapes.make()) {
      auto d = vec_cast<double>(random_unit<D>(shapes.random()));
      if (i % 4 == 1) d[i / 4 % D] = 0;
      if (i % 4 == 2) d = {}, d[i / 4 % D] = i % 8 == 2 ? 1 : -1;
      for (const double scale : {1.0, 0x1p-300, 0x1p300}) {
        check_support<D, T>(k, d * scale, shapes.random());
      }
    }
  }
}

TYPED_TEST(SupportTest, is_the_farthest_point_of_every_core) {
  check_supports<2, TypeParam>(39);
  check_supports<3, TypeParam>(40);
}

}  // namespace
}  // namespace masu::test
