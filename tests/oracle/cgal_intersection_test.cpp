// SPDX-License-Identifier: MIT
// Contact volumes compared with CGAL's in exact arithmetic: within 1e-9, by both methods.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include <masu/hull/half_space_intersection.hpp>
#include <masu/hull/polytope_of.hpp>
#include <masu/narrow_phase/distance.hpp>
#include <masu/narrow_phase/face_clipping.hpp>
#include <masu/narrow_phase/muller_preparata.hpp>

#include "tests/hull/point_families.hpp"
#include "tests/narrow_phase/solids.hpp"
#include "tests/oracle/cgal_intersection.hpp"
#include "tests/support/seeds.hpp"
#include "tests/support/tier.hpp"

namespace masu::test {
namespace {

using Solid = ConvexPolyhedron<double>;

Solid ball(std::uint32_t corners, scenes::Pcg32& random) {
  Points<3, double> points;
  const Vec3d half{random.between(0.5, 1), random.between(0.5, 1), random.between(0.5, 1)};
  for (std::uint32_t i = 0; i < corners; ++i) {
    auto p = direction<3>(random);
    p = p * (1 / length(p));
    points.push_back({p[0] * half[0], p[1] * half[1], p[2] * half[2]});
  }
  Solid made;
  EXPECT_EQ(polyhedron_of<double>({points.data(), points.size()}, made), Status::ok);
  return made;
}

// The hull of some points in a box: a plate or needle where that is thin, with corners on a lattice
// if need be.
Solid hull_in(const Vec3d& half, double lattice, scenes::Pcg32& random) {
  Solid made;
  for (Status built = Status::flat; built != Status::ok;) {
    Points<3, double> points;
    for (std::uint32_t i = 8 + random.below(10); i > 0; --i) {
      Vec3d p = random_point<double>(random, 1);
      for (int a = 0; a < 3; ++a) {
        p[a] = half[a] * (lattice > 0 ? std::round(p[a] / lattice) * lattice : p[a]);
      }
      points.push_back(p);
    }
    built = polyhedron_of<double>({points.data(), points.size()}, made);
  }
  return made;
}

Solid any_box(scenes::Pcg32& random) {
  return box_solid<double>(0.25 * (1 + random.below(4)), 0.25 * (1 + random.below(4)),
                           0.25 * (1 + random.below(4)));
}

struct Pair {
  Solid a, b;
  Transform3d pose_a, pose_b;
};

// Corners that differ from their face's plane in the last bits are part of all this.
Pair make_pair(const std::string& family, std::uint32_t i, scenes::Pcg32& random) {
  Pair p{ball(6 + random.below(20), random),
         ball(6 + random.below(20), random),
         {random_point<double>(random, 1), random_rotation<double>(random)},
         {}};
  p.pose_b = {p.pose_a.translation + random_point<double>(random, 0.4),
              random_rotation<double>(random)};
  if (family == "boxes") p.a = any_box(random), p.b = any_box(random);
  if (family == "plate") p.a = box_solid<double>(1, 1, 1e-5);
  if (family == "identical") {
    p.pose_b = p.pose_a;
    p.b = box_solid<double>(1, 0.5, 0.25);
    if (i % 2 == 0) p.a = box_solid<double>(1, 0.5, 0.25);
    if (i % 4 == 1) p.a = prism<double>(5, 1, 0.5, 0.5), p.b = prism<double>(5, 1, 0.5, 0.5);
  }
  if (family == "coincident faces") {
    p.a = i % 2 == 0 ? any_box(random) : prism<double>(3 + int(random.below(6)), 1, 0.5);
    p.b = any_box(random);
    p.pose_b.rotation = p.pose_a.rotation;
    const Vec3d local{0.25 * random.below(4), 0.25 * random.below(2), 0.25 * random.below(4)};
    p.pose_b.translation = p.pose_a.translation + matrix_of(p.pose_a.rotation) * local;
  }
  const bool thin = family == "shallow plates" || family == "shallow needles";
  if (thin) {
    const double by = i % 2 == 0 ? 1e-2 : 1e-4;
    const Vec3d half{1, family == "shallow plates" ? 1 : by, by};
    p.a = hull_in(half, 0, random), p.b = hull_in(half, 0, random);
  }
  if (family == "shallow lattice") {
    p.a = hull_in({1, 1, 1}, 0.5, random), p.b = hull_in({1, 1, 1}, 0.5, random);
  }
  if (family == "shallow boxes") p.a = any_box(random), p.b = any_box(random);
  if (family == "shallow boxes" || family == "shallow lattice") {
    if (i % 2 == 0) p.pose_b.rotation = p.pose_a.rotation;
  }
  if (family.starts_with("shallow")) {
    constexpr double kDepth[] = {1e-6, 1e-4, 1e-8};
    const double depth = family == "shallow lattice" ? 1e-6 : kDepth[i % 3];
    const auto s = penetration(p.a, p.pose_a, p.b, p.pose_b);
    p.pose_b.translation = p.pose_b.translation + s.normal * (-s.distance - depth);
  }
  return p;
}

CgalBody exact_body(const Solid& solid, const Transform3d& pose) {
  CgalBody body{{}, pose};
  for (std::size_t v = 0; v < solid.vertex_count(); ++v) body.corners.push_back(solid.vertex(v));
  return body;
}

// Tangents of a ball, some of them doubled or redundant, in wild lengths and far from the origin.
// Planes are displaced by rounding, so the volume has the error of its thinnest extent.
TEST(CgalIntersection, L19_has_the_volume_of_half_spaces) {
  scenes::Pcg32 random(seed_of_piece(13));
  HalfSpaceIntersection<3, double> builder;
  Polytope3<double> polytope;
  std::uint64_t cases = 0;
  for (std::uint32_t i = 0; i < by_piece(200u, 2'000u); ++i) {
    SCOPED_TRACE(i);
    const double size = std::ldexp(1.0, int(random.below(41)) - 20);
    const Vec3d center = i % 4 == 0 ? random_point<double>(random, 64 * size) : Vec3d{};
    // Squeezed on an axis: plates and needles.
    Vec3d squeeze{1, 1, 1};
    if (i % 3 == 1) squeeze[0] = 1e-4;
    if (i % 3 == 2) squeeze[0] = squeeze[1] = 1e-4;
    std::vector<Hyperplane<3, double>> planes;
    const auto add = [&](const Vec3d& n) {
      Vec3d m = n * std::ldexp(1.0, int(random.below(21)) - 10);
      double reach = 0;
      for (int k = 0; k < 3; ++k) reach += m[k] * squeeze[k] * m[k] * squeeze[k];
      const double far = random.below(4) == 0 ? 1.5 : 1;
      planes.push_back({m, dot(m, center) + std::sqrt(reach) * size * far});
    };
    for (int k = 0; k < 6; ++k) {  // bounded
      Vec3d n{};
      n[k / 2] = k % 2 == 0 ? 1 : -1;
      add(n);
    }
    for (std::uint32_t k = random.below(40); k > 0; --k) {
      add(direction<3>(random));
      if (random.below(8) == 0)
        planes.push_back(planes[random.below(std::uint32_t(planes.size()))]);
    }
    ASSERT_EQ(builder.build(planes, polytope), Status::ok);
    const double exact = cgal_volume(planes, polytope.centroid());
    ASSERT_GT(exact, 0);
    EXPECT_NEAR(polytope.volume() / exact, 1, 1e-9 * (i % 4 == 0 ? 64 : 1));
    if (HasFailure()) return;
    ++cases;
  }
  count_cases(cases);
}

// 10 families of 76 or 1530 pairs.
TEST(CgalIntersection, L19_has_the_volume_of_both_methods_in_3d) {
  MullerPreparata<3, double> duals;
  FaceClipping<3, double> clipping;
  ContactVolume<3, double> v;
  ContactVolume<3, double> w;
  int overlapping = 0;
  for (const std::string family :
       {"deep", "boxes", "plate", "identical", "coincident faces", "shallow", "shallow boxes",
        "shallow plates", "shallow needles", "shallow lattice"}) {
    scenes::Pcg32 random(seed_of_piece(11));
    for (std::uint32_t i = 0; i < by_tier(76u, 1530u); ++i) {
      SCOPED_TRACE(family + ' ' + std::to_string(i));
      const Pair p = make_pair(family, i, random);
      const Status status = duals.find(p.a, p.pose_a, p.b, p.pose_b, v);
      ASSERT_EQ(clipping.find(p.a, p.pose_a, p.b, p.pose_b, w), status);
      if (status != Status::ok) continue;
      ++overlapping;
      const double exact =
          cgal_common_volume(exact_body(p.a, p.pose_a), exact_body(p.b, p.pose_b), v.centroid());
      EXPECT_NEAR(v.volume() / exact, 1, 1e-9);
      EXPECT_NEAR(w.volume() / exact, 1, 1e-9);
      if (HasFailure()) return;
    }
  }
  EXPECT_GE(overlapping, by_tier(650, 13'000));
  count_cases(std::uint64_t(overlapping));
}

TEST(CgalIntersection, L19_has_the_area_of_both_methods_in_2d) {
  MullerPreparata<2, double> duals;
  FaceClipping<2, double> clipping;
  ContactVolume<2, double> v;
  ContactVolume<2, double> w;
  scenes::Pcg32 random(seed_of_piece(12));
  int overlapping = 0;
  for (std::uint32_t i = 0; i < by_tier(600u, 10'000u) && !HasFailure(); ++i) {
    SCOPED_TRACE(i);
    ConvexPolygon<double> body[2];
    CgalPolygon exact[2];
    for (int k = 0; k < 2; ++k) {
      Points<2, double> points;
      const std::uint32_t count = 4 + random.below(20);
      for (std::uint32_t n = 0; n < count; ++n) points.push_back(direction<2>(random));
      ASSERT_EQ(polygon_of<double>({points.data(), points.size()}, body[k]), Status::ok);
      const auto d = direction<2>(random);
      exact[k].pose = {{random.between(-0.5, 0.5), random.between(-0.5, 0.5)},
                       {d[0] / length(d), d[1] / length(d)}};
      for (std::size_t c = 0; c < body[k].size(); ++c) {
        exact[k].corners.push_back(body[k].vertex(c));
      }
    }
    if (i % 4 == 1) {  // shallow
      const auto s = penetration(body[0], exact[0].pose, body[1], exact[1].pose);
      const auto by = s.normal * (-s.distance - 1e-6);
      exact[1].pose.translation = exact[1].pose.translation + by;
    }
    if (i % 4 == 2) exact[1] = exact[0], exact[1].pose.translation[0] += 0.25 * random.below(3);
    const auto& b = i % 4 == 2 ? body[0] : body[1];
    const Status status = duals.find(body[0], exact[0].pose, b, exact[1].pose, v);
    ASSERT_EQ(clipping.find(body[0], exact[0].pose, b, exact[1].pose, w), status);
    if (status != Status::ok) continue;
    ++overlapping;
    const double area = cgal_common_area(exact[0], exact[1]);
    EXPECT_NEAR(v.volume() / area, 1, 1e-9);
    EXPECT_NEAR(w.volume() / area, 1, 1e-9);
  }
  EXPECT_GE(overlapping, by_tier(500, 8000));
  count_cases(std::uint64_t(overlapping));
}

}  // namespace
}  // namespace masu::test
