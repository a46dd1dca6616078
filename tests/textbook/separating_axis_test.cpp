// SPDX-License-Identifier: MIT
// Separating axes of small polyhedra compared with all faces and pairs of edges in long double.
#include <gtest/gtest.h>

#include <algorithm>

#include <masu/hull/polytope_of.hpp>
#include <masu/textbook/separating_axis.hpp>

#include "narrow_phase/same_bits.hpp"
#include "narrow_phase/solid.hpp"
#include "narrow_phase/solids.hpp"
#include "tests/support/simd_targets.hpp"
#include "tests/support/tier.hpp"

namespace masu::test {
namespace {

template <class T>
class SeparatingAxis : public testing::Test {
 protected:
  struct Tally {
    int overlapping = 0;
    int apart = 0;
    int fell_back = 0;
    int faces = 0;
    int edges = 0;
  };

  static ConvexPolyhedron<T> hull(scenes::Pcg32& random, int count, double scale = 1) {
    std::vector<Vec<3, T>> points;
    while (static_cast<int>(points.size()) < count) {
      const Vec<3, double> p = random_point<double>(random, 1);
      const double size = length(p);
      if (size > 0.1 && size < 1) points.push_back(vec_cast<T>(p * (scale / size)));
    }
    ConvexPolyhedron<T> made;
    EXPECT_EQ(polyhedron_of<T>(std::span<const Vec<3, T>>(points), made), Status::ok);
    return made;
  }
  static Transform<3, T> pose(scenes::Pcg32& random, double reach) {
    return {random_point<T>(random, reach), random_rotation<T>(random)};
  }

  // Where it answers by itself, its depth is the exact one, both bounds hold, the points face each
  // other, and all is as penetration() has it; flipped, it is the same bit by bit.
  void check(const ConvexPolyhedron<T>& a, const Transform<3, T>& pose_a,
             const ConvexPolyhedron<T>& b, const Transform<3, T>& pose_b, double size) {
    const AxisSeparation<T> r = separating_axis(a, pose_a, b, pose_b);
    const AxisSeparation<T> f = separating_axis(b, pose_b, a, pose_a);
    ASSERT_EQ(r.separation.status, Status::ok);
    if (&a != &b || pose_a != pose_b) {
      expect_same_bits(r.separation, f.separation.flipped());
      EXPECT_EQ(r.features.a, f.features.b);
      EXPECT_EQ(r.features.b, f.features.a);
    }
    const Solid solid_a = placed(solid_of(a), pose_a);
    const Solid solid_b = placed(solid_of(b), pose_b);
    const Real exact = separation_of(solid_a, solid_b).distance;
    // Results are rounded to T; float positions far from the origin are part of the input.
    const double accuracy = (std::is_same_v<T, float> ? 1e-6 : 1e-12) * size;
    EXPECT_NEAR(double(r.separation.distance), double(exact), accuracy);
    EXPECT_LE(Real(r.separation.lower), exact + 1e-16L * size);
    EXPECT_GE(Real(r.separation.upper), exact - 1e-16L * size);
    if (r.outcome == FeatureOutcome::apart) {
      EXPECT_GT(exact, 0);
      ++tally_.apart;
    }
    if (r.outcome == FeatureOutcome::fell_back) ++tally_.fell_back;
    if (r.outcome != FeatureOutcome::overlapping) return;
    ++tally_.overlapping;
    ++(r.features.a.kind == FeatureKind::edge ? tally_.edges : tally_.faces);
    EXPECT_LT(exact, 0);
    const auto n = vec_cast<double>(r.separation.normal);
    const auto d = vec_cast<double>(r.separation.point_b) - vec_cast<double>(r.separation.point_a);
    const Vec<3, double> off = d - n * double(r.separation.distance);
    EXPECT_LE(length(off), 4 * accuracy + 4 * largest(pose_a, pose_b) * rounding());
    const Real along = gap_along(solid_a, solid_b, {n[0], n[1], n[2]});
    EXPECT_NEAR(double(along), double(exact), 4 * accuracy);
  }
  static double rounding() { return std::is_same_v<T, float> ? 0x1p-22 : 0x1p-51; }
  static double largest(const Transform<3, T>& a, const Transform<3, T>& b) {
    return double(length(a.translation)) + double(length(b.translation));
  }

  Tally tally_;
};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(SeparatingAxis, Scalars);

TYPED_TEST(SeparatingAxis, L17_equals_the_depth_of_all_features_on_random_pairs) {
  scenes::Pcg32 random(11);
  const int rounds = by_tier(400, 20000);
  for (int i = 0; i < rounds; ++i) {
    const auto a = this->hull(random, 4 + static_cast<int>(random.below(20)));
    const auto b = this->hull(random, 4 + static_cast<int>(random.below(20)));
    this->check(a, this->pose(random, 0.75), b, this->pose(random, 0.75), 2);
  }
  EXPECT_GT(this->tally_.overlapping, rounds / 2);
  EXPECT_GT(this->tally_.faces, rounds / 10);
  EXPECT_GT(this->tally_.edges, rounds / 10);
  EXPECT_GT(this->tally_.apart, 0);
}

TYPED_TEST(SeparatingAxis, L17_different_sizes_and_scales) {
  scenes::Pcg32 random(12);
  const int rounds = by_tier(200, 10000);
  for (int i = 0; i < rounds; ++i) {
    const double scale = std::ldexp(1.0, static_cast<int>(random.below(27)) - 13);
    const double small = std::ldexp(scale, -static_cast<int>(random.below(8)));
    const auto a = this->hull(random, 12, scale);
    const auto b = this->hull(random, 8, small);
    this->check(a, this->pose(random, 0.5 * scale), b, this->pose(random, 0.5 * scale), 2 * scale);
  }
  EXPECT_GT(this->tally_.overlapping, rounds / 2);
}

// Float leaves one axis, for hardly any pair more, however small one of the bodies is.
TYPED_TEST(SeparatingAxis, L17_few_axes_are_measured) {
  using T = TypeParam;
  scenes::Pcg32 random(17);
  std::uint32_t overlapping = 0;
  std::uint32_t measured = 0;
  for (int i = 0; i < 600; ++i) {
    const auto a = this->hull(random, i % 2 == 0 ? 16 : 48);
    const auto b = this->hull(random, 16, 0x1p-13);
    const PolyhedronEdge& edge = a.edge(random.below(static_cast<std::uint32_t>(a.edge_count())));
    Transform<3, T> on_edge = this->pose(random, 0);
    on_edge.translation =
        a.vertex(edge.tail) + (a.vertex(edge.head) - a.vertex(edge.tail)) * T(0.25);
    const AxisSeparation<T> r = separating_axis(a, {}, b, on_edge);
    if (r.outcome != FeatureOutcome::overlapping) continue;
    ++overlapping;
    measured += r.measured;
  }
  EXPECT_GT(overlapping, 580u);
  EXPECT_LE(measured, overlapping + overlapping / 20);
}

// Resting on each other: faces and edges in one plane, parallel edges, crossing ones.
TYPED_TEST(SeparatingAxis, L17_coplanar_faces) {
  using T = TypeParam;
  scenes::Pcg32 random(13);
  const ConvexPolyhedron<T> solids[] = {box_solid<T>(1, 1, 1), box_solid<T>(0.25, 1, 0.75),
                                        prism<T>(6, 1, 0.5), prism<T>(4, 1, 0.75, 0)};
  const int rounds = by_tier(400, 20000);
  for (int i = 0; i < rounds; ++i) {
    const auto& a = solids[random.below(4)];
    const auto& b = solids[random.below(4)];
    const auto eighth = [&] { return T(static_cast<int>(random.below(9)) - 4) / 8; };
    Transform<3, T> pose_b{{eighth(), eighth() * 3, eighth()}, {}};
    if (random.below(2) == 0) pose_b.rotation = {0, T(0.6), 0, T(0.8)};
    this->check(a, {}, b, pose_b, 2);
  }
  EXPECT_GT(this->tally_.overlapping, rounds * 3 / 4);
}

TYPED_TEST(SeparatingAxis, L17_small_tilts) {
  using T = TypeParam;
  scenes::Pcg32 random(14);
  const auto a = box_solid<T>(1, 1, 1);
  const auto b = box_solid<T>(0.5, 0.75, 0.5);
  const int rounds = by_tier(300, 20000);
  for (int i = 0; i < rounds; ++i) {
    const double tilt = std::pow(10.0, random.between(-15, 0));
    const auto axis = random_point<double>(random, 1);
    const double w = 1 / std::sqrt(1 + tilt * tilt * length_squared(axis));
    const Vec<3, double> q = axis * (tilt * w);
    const Transform<3, T> pose_b{
        {T(random.between(-1, 1)), T(1.75 - random.between(0, 0.2)), T(random.between(-1, 1))},
        {T(q[0]), T(q[1]), T(q[2]), T(w)}};
    this->check(a, {}, b, pose_b, 2);
  }
  EXPECT_GT(this->tally_.overlapping, rounds * 3 / 4);
}

// Faces of triangles in one plane, and needles, are left to others; so is what merely touches.
TYPED_TEST(SeparatingAxis, L17_leaves_pairs_it_cannot_decide) {
  using T = TypeParam;
  const auto cube = box_solid<T>(1, 1, 1);
  std::vector<Vec<3, T>> corners;
  for (std::size_t v = 0; v < 8; ++v) corners.push_back(cube.vertex(v));
  std::vector<std::vector<std::uint32_t>> halves;
  for (std::size_t f = 0; f < 6; ++f) {
    const auto loop = cube.face(f);
    halves.push_back({loop[0], loop[1], loop[2]});
    halves.push_back({loop[0], loop[2], loop[3]});
  }
  const auto cut = polyhedron<T>(corners, halves);
  EXPECT_TRUE(cube.sharp());
  EXPECT_FALSE(cut.sharp());
  EXPECT_FALSE(box_solid<T>(1e-3, 1, 1e-3).sharp());
  const Transform<3, T> near{{T(1.5), T(0.25), T(0.125)}, {}};
  EXPECT_EQ(separating_axis(cube, {}, cut, near).outcome, FeatureOutcome::fell_back);
  EXPECT_EQ(separating_axis(cube, {}, cut, near).separation.distance, T(-0.5));
  const Transform<3, T> beside{{T(2), 0, 0}, {}};
  EXPECT_EQ(separating_axis(cube, {}, cube, beside).outcome, FeatureOutcome::fell_back);
  EXPECT_EQ(separating_axis(cube, {}, cube, beside).separation.distance, T(0));
  const Transform<3, T> far{{T(3), 0, 0}, {}};
  EXPECT_EQ(separating_axis(cube, {}, cube, far).outcome, FeatureOutcome::apart);
  EXPECT_EQ(separating_axis(cube, {}, cube, far).separation.distance, T(1));
  scenes::Pcg32 random(15);
  const auto many = this->hull(random, 80);
  EXPECT_EQ(separating_axis(cube, {}, many, near).outcome, FeatureOutcome::fell_back);
}

TYPED_TEST(SeparatingAxis, L17_bad_input_is_refused) {
  using T = TypeParam;
  const auto cube = box_solid<T>(1, 1, 1);
  const ConvexPolyhedron<T> none;
  EXPECT_EQ(separating_axis(cube, {}, none, {}).separation.status, Status::no_points);
  Transform<3, T> bad;
  bad.rotation.w = 2;
  EXPECT_EQ(separating_axis(cube, {}, cube, bad).separation.status, Status::not_unit);
  bad = {};
  bad.translation[1] = std::numeric_limits<T>::quiet_NaN();
  EXPECT_EQ(separating_axis(cube, bad, cube, {}).separation.status, Status::not_finite);
}

// Every traced direction has at least the extent of the result, and one of them is the result's.
TYPED_TEST(SeparatingAxis, L17_the_trace_reports_every_measured_axis) {
  using T = TypeParam;
  struct Watch : Trace {
    using Trace::on;
    void on(const AxisMeasured& m) { measured.push_back(m); }
    std::vector<AxisMeasured> measured;
  };
  const auto a = box_solid<T>(1, 1, 1);
  const auto b = box_solid<T>(0.5, 0.75, 0.5);
  Watch watch;
  const AxisSeparation<T> r =
      separating_axis(a, {}, b, {{T(0.125), T(1.5), T(-0.25)}, {0, T(0.6), 0, T(0.8)}}, watch);
  ASSERT_EQ(r.outcome, FeatureOutcome::overlapping);
  ASSERT_EQ(watch.measured.size(), r.measured);
  EXPECT_GE(r.tests, 2u * 6 * 8);
  double least = 10;
  for (const AxisMeasured& m : watch.measured) {
    EXPECT_GE(m.depth, 0.25 - 1e-6);
    least = std::min(least, m.depth);
  }
  EXPECT_NEAR(least, 0.25, 1e-6);
  EXPECT_EQ(r.features.a.kind == FeatureKind::face || r.features.b.kind == FeatureKind::face, true);
}

TYPED_TEST(SeparatingAxis, L17_has_the_same_bits_on_every_instruction_set) {
  using T = TypeParam;
  scenes::Pcg32 random(16);
  for (int i = 0; i < 50; ++i) {
    const auto a = this->hull(random, 6 + i % 30);
    const auto b = this->hull(random, 9 + i % 20);
    const Transform<3, T> pose_a = this->pose(random, 0.3);
    const Transform<3, T> pose_b = this->pose(random, 0.3);
    const AxisSeparation<T> first = separating_axis(a, pose_a, b, pose_b);
    for_each_target([&](SimdTarget) {
      const AxisSeparation<T> r = separating_axis(a, pose_a, b, pose_b);
      expect_same_bits(r.separation, first.separation);
      EXPECT_EQ(r.features, first.features);
      EXPECT_EQ(r.measured, first.measured);
      EXPECT_EQ(r.tests, first.tests);
    });
  }
}

}  // namespace
}  // namespace masu::test
