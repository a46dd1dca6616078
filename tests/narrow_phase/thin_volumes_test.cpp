// SPDX-License-Identifier: MIT
// Intersections of plates and needles, including small parts of them: two methods give the same
// volume.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include <masu/hull/polytope_of.hpp>
#include <masu/narrow_phase/distance.hpp>
#include <masu/narrow_phase/face_clipping.hpp>
#include <masu/narrow_phase/muller_preparata.hpp>

#include "narrow_phase/solids.hpp"
#include "tests/support/tier.hpp"

namespace masu::test {
namespace {

using Solid = ConvexPolyhedron<double>;

// The hull of points in a box, on a lattice of fourths or anywhere.
Solid hull_in(const Vec3d& half, bool lattice, scenes::Pcg32& random) {
  Solid made;
  for (Status status = Status::flat; status != Status::ok;) {
    std::vector<Vec3d> points(8 + random.below(10));
    for (auto& p : points) {
      for (int a = 0; a < 3; ++a) {
        const double x = random.between(-1, 1);
        p[a] = half[a] * (lattice ? std::round(4 * x) / 4 : x);
      }
    }
    status = polyhedron_of<double>({points.data(), points.size()}, made);
  }
  return made;
}

struct Family {
  const char* name;
  Vec3d a;
  Vec3d b;
  bool lattice = false;
};

constexpr Family kFamilies[] = {
    {"balls", {1, 1, 1}, {1, 1, 1}},
    {"plates", {1, 1, 1e-2}, {1, 1, 1e-2}},
    {"thin plates", {1, 1, 1e-4}, {1, 1, 1e-4}},
    {"needles", {1, 1e-2, 1e-2}, {1, 1e-2, 1e-2}},
    {"thin needles", {1, 1e-4, 1e-4}, {1, 1e-4, 1e-4}},
    {"plate and ball", {1, 1, 1e-4}, {1, 1, 1}},
    {"needle and ball", {1, 1e-4, 1e-4}, {1, 1, 1}},
    {"lattice", {1, 1, 1}, {1, 1, 1}, true},
};

// On a lattice half of the pairs have the same rotation, so that planes, edges and corners
// coincide. Of 150 000 pairs 16 differ by more than 1e-9, by 1.1e-8 at most.
TEST(ThinVolumes, are_the_same_by_clipping_and_by_duality) {
  constexpr double kAccuracy = 1e-9;
  constexpr double kAtWorst = 2e-8;
  scenes::Pcg32 random(83);
  MullerPreparata<3, double> by_duality;
  FaceClipping<3, double> by_clipping;
  ContactVolume<3, double> v;
  ContactVolume<3, double> w;
  for (const Family& f : kFamilies) {
    for (const double depth : {1e-2, 1e-4, 1e-6, 1e-7}) {
      const int rounds = by_tier(100, 5000);
      if (depth > std::min(f.a[2], f.b[2])) continue;  // through a needle, and out again
      int both = 0;
      int worse = 0;
      for (int i = 0; i < rounds; ++i) {
        SCOPED_TRACE(testing::Message() << f.name << ", depth " << depth << ", " << i);
        const Solid a = hull_in(f.a, f.lattice, random);
        const Solid b = hull_in(f.b, f.lattice, random);
        Transform3d pose_a{random_point<double>(random, 1), random_rotation<double>(random)};
        Transform3d pose_b{pose_a.translation + random_point<double>(random, 0.5),
                           random_rotation<double>(random)};
        if (f.lattice && i % 2 == 0) pose_b.rotation = pose_a.rotation;
        const auto s = penetration(a, pose_a, b, pose_b);
        ASSERT_EQ(s.status, Status::ok);
        pose_b.translation = pose_b.translation - s.normal * (s.distance + depth);
        const Status status = by_duality.find(a, pose_a, b, pose_b, v);
        ASSERT_EQ(by_clipping.find(a, pose_a, b, pose_b, w), status);
        if (status != Status::ok) continue;
        ++both;
        const double part = w.volume() / v.volume();
        EXPECT_NEAR(part, 1, kAtWorst);
        worse += std::fabs(part - 1) > kAccuracy;
        ASSERT_EQ(by_clipping.find(b, pose_b, a, pose_a, v), Status::ok);
        EXPECT_NEAR(w.volume() / v.volume(), 1, kAccuracy);
      }
      EXPECT_LE(worse, both / 200) << f.name << ", depth " << depth;
      EXPECT_GT(both, rounds * 3 / 4) << f.name << ", depth " << depth;
    }
  }
}

// Planes of both bodies coincide up to the last bit of one corner, so that clipping leaves faces
// that turn back along their own edges. The volume is that of exact rationals.
TEST(ThinVolumes, faces_that_coincide_within_rounding_leave_no_false_volume) {
  const double e = 0x1p-52;
  const std::vector<Vec3d> first{{-14, -9.625, -9.625},  {-8, -9.75, e},        {0, -14, -9.5},
                                 {-12.125, -14, -9.625}, {-9.75, e, 0},         {-14, 3.375, 3.375},
                                 {3.375, 3.375, 3.375},  {3.375, -3.875, 3.375}};
  const std::vector<Vec3d> second{{3.375, 3.375, 3.375}, {3.375, -14, -14}, {-14, -14, -14},
                                  {-14, -14, -13.25},    {-9.75, e, 0},     {-14, 3.375, 3.375},
                                  {3.375, -3.875, 3.375}};
  Solid a;
  Solid b;
  ASSERT_EQ(polyhedron_of<double>(first, a), Status::ok);
  ASSERT_EQ(polyhedron_of<double>(second, b), Status::ok);
  const Transform3d pose{{3.375, 3.375, 3.375}, {-0.5, -0.5, -0.5, -0.5}};  // permutes the axes
  MullerPreparata<3, double> by_duality;
  FaceClipping<3, double> by_clipping;
  ContactVolume<3, double> v;
  ASSERT_EQ(by_duality.find(a, pose, b, pose, v), Status::ok);
  EXPECT_NEAR(v.volume(), 500.38403190809277, 1e-9);
  ASSERT_EQ(by_clipping.find(a, pose, b, pose, v), Status::ok);
  EXPECT_NEAR(v.volume(), 500.38403190809277, 1e-9);
}

// Points on edges up to rounding make faces whose area is rounding.
TEST(ThinVolumes, bodies_with_points_on_their_edges_share_the_same_volume_by_both_methods) {
  scenes::Pcg32 random(9);
  MullerPreparata<3, double> by_duality;
  FaceClipping<3, double> by_clipping;
  ContactVolume<3, double> v;
  ContactVolume<3, double> w;
  const int rounds = by_tier(300, 40'000);
  int both = 0;
  for (int i = 0; i < rounds; ++i) {
    SCOPED_TRACE(i);
    Solid bodies[2];
    for (Solid& body : bodies) {
      std::vector<Vec3d> points(8);
      for (auto& p : points) p = random_point<double>(random, 1);
      for (int k = 0; k < 3; ++k) {
        const double t = random.between(0.2, 0.8);
        const Vec3d a = points[random.below(8)];
        points.push_back(a + (points[random.below(8)] - a) * t);
      }
      ASSERT_EQ(polyhedron_of<double>(points, body), Status::ok);
    }
    const Transform3d pose{random_point<double>(random, 0.5), random_rotation<double>(random)};
    const Status status = by_duality.find(bodies[0], {}, bodies[1], pose, v);
    ASSERT_EQ(by_clipping.find(bodies[0], {}, bodies[1], pose, w), status);
    if (status != Status::ok) continue;
    ++both;
    ASSERT_NEAR(v.volume(), w.volume(), 1e-13);
  }
  EXPECT_GT(both, rounds / 2);
}

}  // namespace
}  // namespace masu::test
