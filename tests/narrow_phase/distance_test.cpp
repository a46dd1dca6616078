// SPDX-License-Identifier: MIT
// Distance and depth of polyhedra compared with every pair of features in long double.
#include <gtest/gtest.h>

#include <bit>
#include <limits>

#include <masu/shapes/box.hpp>
#include <masu/shapes/capsule.hpp>
#include <masu/shapes/cylinder.hpp>
#include <masu/shapes/segment.hpp>
#include <masu/shapes/sphere.hpp>

#include "narrow_phase/pair_check.hpp"
#include "narrow_phase/solids.hpp"
#include "tests/support/tier.hpp"

namespace masu::test {
namespace {

template <class T>
std::vector<ConvexPolyhedron<T>> many_solids() {
  std::vector<ConvexPolyhedron<T>> all;
  all.push_back(box_solid<T>(1, 1, 1));
  all.push_back(box_solid<T>(0.3, 1, 0.7));
  all.push_back(prism<T>(3, 1, 0.5));
  all.push_back(prism<T>(5, 0.8, 0.9, 0.5));
  all.push_back(prism<T>(12, 1, 0.1));
  all.push_back(prism<T>(4, 1, 0.8, 0));
  all.push_back(prism<T>(7, 0.2, 1));
  all.push_back(box_solid<T>(1, 1, 1e-5));
  all.push_back(prism<T>(3, 1e-5, 1));
  return all;
}

template <class T>
class PolyhedronDistance : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(PolyhedronDistance, Scalars);

TYPED_TEST(PolyhedronDistance, L17_equals_that_of_all_features_on_random_pairs) {
  using T = TypeParam;
  const auto solids = many_solids<T>();
  scenes::Pcg32 random(11);
  Tally tally;
  const int rounds = long_tier() ? 100000 : 1500;
  for (int i = 0; i < rounds; ++i) {
    const auto& a = solids[random.below(static_cast<std::uint32_t>(solids.size()))];
    const auto& b = solids[random.below(static_cast<std::uint32_t>(solids.size()))];
    const Transform<3, T> pose_a{random_point<T>(random, 1), random_rotation<T>(random)};
    const Transform<3, T> pose_b{pose_a.translation + random_point<T>(random, 1.1),
                                 random_rotation<T>(random)};
    check_pair(PosedShape{a, pose_a}, PosedShape{b, pose_b}, {.size = 2}, tally);
    if (this->HasFatalFailure()) return;
  }
  EXPECT_GT(tally.overlapping, tally.count / 5);
  EXPECT_LT(tally.overlapping, tally.count * 4 / 5);
}

// b is put along the normal found, at a gap that is a part of the size: both signs, both scales.
TYPED_TEST(PolyhedronDistance, L17_small_gaps_have_the_right_sign_and_normal) {
  using T = TypeParam;
  const auto solids = many_solids<T>();
  scenes::Pcg32 random(12);
  Tally tally;
  const int rounds = long_tier() ? 20000 : 600;
  for (int i = 0; i < rounds; ++i) {
    const auto& a = solids[random.below(static_cast<std::uint32_t>(solids.size()))];
    const auto& b = solids[random.below(static_cast<std::uint32_t>(solids.size()))];
    const Transform<3, T> pose_a{random_point<T>(random, 1), random_rotation<T>(random)};
    Transform<3, T> pose_b{pose_a.translation + random_point<T>(random, 2),
                           random_rotation<T>(random)};
    const SolidSeparation now =
        separation_of(placed(solid_of(a), pose_a), placed(solid_of(b), pose_b));
    constexpr double kGaps[] = {1e-6, 1e-5, 1e-4, 1e-3, 1e-2};
    const Real gap = (random.below(2) == 0 ? 1 : -1) * kGaps[random.below(5)];
    for (int k = 0; k < 3; ++k) {
      pose_b.translation[k] = T(pose_b.translation[k] + now.normal[k] * (gap - now.distance));
    }
    check_pair(PosedShape{a, pose_a}, PosedShape{b, pose_b}, {.size = 2}, tally);
    if (this->HasFatalFailure()) return;
  }
  EXPECT_GT(tally.overlapping, tally.count / 4);
  EXPECT_LT(tally.overlapping, tally.count * 3 / 4);
}

// A needle beside a prism, axis by axis: simplices so thin that the signs of their areas and
// volumes are rounding. The nearest face was passed over, the distance 1e-7 and 1e-6 too long.
TEST(NeedleDistance, L17_beside_a_prism_is_exact) {
  const auto needle = prism<double>(3, 1e-5, 1);
  const auto thick = prism<double>(7, 0.2, 1);
  const auto disc = prism<double>(12, 1, 0.1);
  Tally tally;
  const Transform<3, double> still{};
  const Transform<3, double> near_thick{{0x1.60912bbef7fbp-3, -2, -0x1.7dbd175778dbfp-4}, {}};
  const Transform<3, double> near_disc{
      {-0x1.cb7f43eea6b1fp-1, 0x1.1999999999998p+0, -0x1.87ea2bc94b5a9p-2}, {}};
  check_pair(PosedShape{needle, still}, PosedShape{thick, near_thick}, {.size = 2}, tally);
  check_pair(PosedShape{needle, still}, PosedShape{disc, near_disc}, {.size = 2}, tally);
}

// The least translation is through a side of the prism, which the expanding polytope reached as a
// thin triangle. The support point it requested next lay in the same plane, higher by rounding
// only; joined to that triangle it turned the polytope inside out.
TEST(ThinFaces, L17_a_pyramid_in_a_prism_of_forty_sides) {
  const auto pyramid = prism<double>(4, 1, 0.8, 0);
  const auto disc = prism<double>(40, 1, 0.4);
  const Transform<3, double> pyramid_pose{
      {0x1.ae5b92ae00902p-1, -0x1.220f18c255a98p-1, 0x1.ea44d62530d16p-1},
      {-0x1.75543d5b94ee3p-2, 0x1.3c6f353d99fddp-1, -0x1.11c1303fbc1fap-1, -0x1.c911a94fc6f19p-2}};
  const Transform<3, double> disc_pose{
      {0x1.5ddb05478a4b5p+0, 0x1.d24e6ebcd9eap-5, 0x1.aba4aca4bf13cp-3},
      {0x1.00bd4096947dcp-2, 0x1.b06a14b51258cp-1, -0x1.bfcf9baeefae8p-2, 0x1.71d9f246ec31p-3}};
  Tally tally;
  check_pair(PosedShape{pyramid, pyramid_pose}, PosedShape{disc, disc_pose}, {.size = 2}, tally);
}

// Powers of two change nothing but the exponent.
TYPED_TEST(PolyhedronDistance, L17_does_not_depend_on_the_scale) {
  using T = TypeParam;
  scenes::Pcg32 random(13);
  for (int i = 0; i < 300; ++i) {
    const Transform<3, T> pose_a{random_point<T>(random, 1), random_rotation<T>(random)};
    const Transform<3, T> pose_b{random_point<T>(random, 2), random_rotation<T>(random)};
    const auto plain =
        penetration(box_solid<T>(1, 0.5, 0.25), pose_a, prism<T>(5, 0.5, 0.5), pose_b);
    for (const double scale : {0x1p-13, 0x1p13}) {
      const auto scaled_pose = [&](Transform<3, T> t) {
        t.translation = t.translation * T(scale);
        return t;
      };
      // Through the floats of the unscaled one, so that both are the same shape.
      const auto scaled = [&](const ConvexPolyhedron<T>& p) {
        std::vector<Vec<3, T>> points;
        std::vector<std::vector<std::uint32_t>> faces;
        for (std::size_t v = 0; v < p.vertex_count(); ++v) {
          points.push_back(p.vertex(v) * T(scale));
        }
        for (std::size_t f = 0; f < p.face_count(); ++f) {
          faces.emplace_back(p.face(f).begin(), p.face(f).end());
        }
        return polyhedron<T>(points, faces);
      };
      const auto other = penetration(scaled(box_solid<T>(1, 0.5, 0.25)), scaled_pose(pose_a),
                                     scaled(prism<T>(5, 0.5, 0.5)), scaled_pose(pose_b));
      EXPECT_EQ(other.distance, plain.distance * T(scale));
      EXPECT_EQ(other.normal, plain.normal);
      EXPECT_EQ(other.point_a, plain.point_a * T(scale));
    }
  }
}

// Cores in one line or plane have a difference without an inside: what meets must still meet in one
// place, and the points be one connection.
template <class A, class B>
void expect_one_connection(const A& a, const B& b, const Transform3d& pose, double depth) {
  const Transform3d still{};
  const auto s = penetration(a, still, b, pose);
  EXPECT_EQ(s.status, Status::ok);
  EXPECT_NEAR(s.distance, -depth, 1e-15);
  EXPECT_NEAR(length(s.normal), 1, 1e-15);
  EXPECT_LE(length(s.point_b - s.point_a - s.normal * s.distance), 1e-15);
  EXPECT_LE(distance(a, still, Point<3, double>{s.point_a}, still).distance, 1e-15);
  EXPECT_LE(distance(b, pose, Point<3, double>{s.point_b}, still).distance, 1e-15);
  expect_same_bits(penetration(b, pose, a, still).flipped(), s);
}

TEST(Distance, flat_differences_have_one_common_point) {
  const Segment<3, double> segment{{0, 0, 0}, {2, 0, 0}};
  const Capsule<3, double> capsule{{0, 0, 0}, {2, 0, 0}, 0.5};
  const Triangle<3, double> triangle{{0, 0, 0}, {2, 0, 0}, {0, 2, 0}};
  const Box<3, double> plate{{2, 0, 2}};
  for (const double x : {0.1, 0.3, 1.0, 1.7, 2.0}) {
    const Transform3d pose{{x, 0, 0}, {}};
    expect_one_connection(segment, Point<3, double>{}, pose, 0);
    expect_one_connection(segment, segment, pose, 0);
    expect_one_connection(segment, Sphere<3, double>{1}, pose, 1);
    expect_one_connection(capsule, Sphere<3, double>{1}, pose, 1.5);
    expect_one_connection(capsule, capsule, pose, 1);
    expect_one_connection(triangle, Point<3, double>{}, pose, 0);
    expect_one_connection(triangle, triangle, pose, 0);
    expect_one_connection(triangle, Sphere<3, double>{0.25}, {{0.3, 0.25 * x, 0}, {}}, 0.25);
    expect_one_connection(plate, Sphere<3, double>{1}, {{x, 0, 0.3}, {}}, 1);
    expect_one_connection(plate, plate, pose, 0);
  }
}

// Whichever method would answer.
TEST(Distance, of_a_pose_that_is_not_finite_is_refused) {
  const Transform3d still{};
  const Transform3d bad{Vec3d::all(std::numeric_limits<double>::quiet_NaN()), {}};
  const auto solid = prism<double>(5, 1, 1);
  const Cylinder<double> cylinder{1, 1};
  const auto expect_refused = [&](const auto& a, const auto& b) {
    EXPECT_EQ(distance(a, still, b, bad).status, Status::not_finite);
    EXPECT_EQ(distance(a, bad, b, still).status, Status::not_finite);
    EXPECT_EQ(penetration(a, still, b, bad).status, Status::not_finite);
    EXPECT_EQ(penetration(a, bad, b, still).status, Status::not_finite);
    EXPECT_EQ(intersects(a, still, b, bad).status, Status::not_finite);
  };
  expect_refused(Sphere<3, double>{1}, Sphere<3, double>{1});
  expect_refused(Box<3, double>{{1, 1, 1}}, Box<3, double>{{1, 1, 1}});
  expect_refused(solid, solid);
  expect_refused(cylinder, cylinder);
  expect_refused(cylinder, solid);
}

}  // namespace
}  // namespace masu::test
