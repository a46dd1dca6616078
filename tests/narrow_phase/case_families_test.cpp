// SPDX-License-Identifier: MIT
// Families of pairs for which other libraries return wrong results, thousands of each.
#include <gtest/gtest.h>

#include "narrow_phase/pair_check.hpp"
#include "narrow_phase/solids.hpp"
#include "tests/support/tier.hpp"

namespace masu::test {
namespace {

template <class T>
using Solids = std::vector<ConvexPolyhedron<T>>;

template <class T>
const ConvexPolyhedron<T>& any_of(const Solids<T>& solids, scenes::Pcg32& random) {
  return solids[random.below(static_cast<std::uint32_t>(solids.size()))];
}

// Few corners each, so that trying all features is quick.
template <class T>
Solids<T> small_solids(double scale = 1) {
  Solids<T> all;
  all.push_back(box_solid<T>(scale, scale, scale));
  all.push_back(box_solid<T>(0.25 * scale, scale, 0.75 * scale));
  all.push_back(prism<T>(3, scale, 0.5 * scale));
  all.push_back(prism<T>(4, scale, 0.75 * scale, 0));
  all.push_back(prism<T>(3, 0.5 * scale, scale, 0));
  return all;
}

template <class T>
class CaseFamilies : public testing::Test {
 protected:
  static int rounds() { return by_tier(7200, 72000); }
  static Transform<3, T> pose(scenes::Pcg32& random, double reach) {
    return {random_point<T>(random, reach), random_rotation<T>(random)};
  }
  // Both signs are met, and often.
  static void expect_both(const Tally& tally) {
    EXPECT_GT(tally.overlapping, tally.count / 10);
    EXPECT_LT(tally.overlapping, tally.count * 9 / 10);
  }
};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(CaseFamilies, Scalars);

// b is put along the exact normal, so that a gap of 1e-6 to 1e-2 of the size is left, or overlap.
template <class T>
void set_gap(const Solid& a, const Solid& b, Real gap, Transform<3, T>& pose_b) {
  const SolidSeparation now = separation_of(a, b);
  for (int k = 0; k < 3; ++k) {
    pose_b.translation[k] = T(pose_b.translation[k] + now.normal[k] * (gap - now.distance));
  }
}
Real small_gap(scenes::Pcg32& random) {
  constexpr double kGaps[] = {1e-6, 1e-5, 1e-4, 1e-3, 1e-2};
  return (random.below(2) == 0 ? 1 : -1) * kGaps[random.below(5)];
}

TYPED_TEST(CaseFamilies, L17_small_gaps) {
  using T = TypeParam;
  const auto solids = small_solids<T>();
  scenes::Pcg32 random(101);
  Tally tally;
  for (int i = 0; i < this->rounds() && !this->HasFailure(); ++i) {
    const auto& a = any_of(solids, random);
    const auto& b = any_of(solids, random);
    const Transform<3, T> pose_a = this->pose(random, 1);
    Transform<3, T> pose_b = this->pose(random, 2);
    set_gap(placed(solid_of(a), pose_a), placed(solid_of(b), pose_b), small_gap(random), pose_b);
    check_pair(PosedShape{a, pose_a}, PosedShape{b, pose_b}, {.size = 2}, tally);
  }
  this->expect_both(tally);
}

// Faces parallel except for 1e-11 to 1e-7, and gaps as small. The normals of edges that are as
// nearly parallel are too inaccurate in long double, so a direction that penetration() returns
// counts if it is shorter.
TYPED_TEST(CaseFamilies, L17_faces_nearly_parallel) {
  using T = TypeParam;
  auto solids = small_solids<T>();
  solids.push_back(prism<T>(17, 1, 0.5));
  scenes::Pcg32 random(108);
  Tally tally;
  for (int i = 0; i < this->rounds() && !this->HasFailure(); ++i) {
    const auto& a = any_of(solids, random);
    const auto& b = any_of(solids, random);
    const Transform<3, T> pose_a{{}, random_rotation<T>(random)};
    Transform<3, T> pose_b{random_point<T>(random, 2.5), pose_a.rotation};
    const double tilt = std::pow(10.0, -random.between(7, 11));
    pose_b.rotation.x += T(tilt * random.between(-1, 1));
    pose_b.rotation.y += T(tilt * random.between(-1, 1));
    const Real gap = (random.below(2) == 0 ? 1 : -1) * std::pow(10.0L, -random.between(6, 14));
    const Solid x = placed(solid_of(a), pose_a);
    set_gap(x, placed(solid_of(b), pose_b), gap, pose_b);
    const Solid y = placed(solid_of(b), pose_b);
    const auto got = penetration(a, pose_a, b, pose_b);
    ASSERT_EQ(got.status, Status::ok);
    const auto n = vec_cast<double>(got.normal);
    const Real along = gap_along(x, y, {n[0], n[1], n[2]}) / Real(length(n));
    const Real exact = std::max(separation_of(x, y).distance, along);
    EXPECT_NEAR(double(got.distance), double(exact), kAccuracy<T>);
    EXPECT_NEAR(double(distance(a, pose_a, b, pose_b).distance), std::fmax(0, double(exact)),
                kAccuracy<T>);
    ++tally.count;
    tally.overlapping += exact < 0;
  }
  this->expect_both(tally);
}

// Corners on a grid of quarters, rotated by half turns only: every product is exact, and so is
// touching. It counts as overlap by definition, with a depth of 0.
TYPED_TEST(CaseFamilies, L17_exact_touching) {
  using T = TypeParam;
  Solids<T> boxes;
  boxes.push_back(box_solid<T>(1, 1, 1));
  boxes.push_back(box_solid<T>(0.25, 1, 0.75));
  boxes.push_back(prism<T>(4, 1, 0.75, 0));
  boxes[2] = polyhedron<T>({{-1, 0, -1}, {1, 0, -1}, {1, 0, 1}, {-1, 0, 1}, {0, 1, 0}},
                           {{0, 1, 2, 3}, {1, 0, 4}, {2, 1, 4}, {3, 2, 4}, {0, 3, 4}});
  constexpr Rotation<3, T> kHalves[] = {{0, 0, 0, 1}, {1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}};
  scenes::Pcg32 random(102);
  int touching = 0;
  while (touching < this->rounds() && !this->HasFailure()) {
    const auto& a = any_of(boxes, random);
    const auto& b = any_of(boxes, random);
    Transform<3, T> pose_a{{}, kHalves[random.below(4)]};
    Transform<3, T> pose_b{{}, kHalves[random.below(4)]};
    for (int k = 0; k < 3; ++k) pose_b.translation[k] = T(0.25 * int(random.below(17)) - 2);
    const Solid x = placed(solid_of(a), pose_a);
    const Solid y = placed(solid_of(b), pose_b);
    if (std::fabs(double(separation_of(x, y).distance)) > 1e-15) continue;
    ++touching;
    const auto got = penetration(a, pose_a, b, pose_b);
    EXPECT_EQ(got.status, Status::ok);
    EXPECT_TRUE(got.overlapping()) << got.distance;
    EXPECT_NEAR(double(got.distance), 0, 1e-15);
    EXPECT_NEAR(double(length(got.normal)), 1, 1e-6);
    EXPECT_EQ(distance(a, pose_a, b, pose_b).distance, 0);
    EXPECT_TRUE(intersects(a, pose_a, b, pose_b).overlapping);
  }
}

// A body and itself, rotated around its center, or moved along one of its faces.
TYPED_TEST(CaseFamilies, L17_concentric_and_coincident) {
  using T = TypeParam;
  const auto solids = small_solids<T>();
  scenes::Pcg32 random(103);
  Tally tally;
  for (int i = 0; i < this->rounds() && !this->HasFailure(); ++i) {
    const auto& a = any_of(solids, random);
    const Transform<3, T> pose_a = this->pose(random, 1);
    Transform<3, T> pose_b = pose_a;
    if (i % 3 == 1) pose_b.rotation = random_rotation<T>(random);
    if (i % 3 == 2) {
      const auto n = a.plane(random.below(static_cast<std::uint32_t>(a.face_count()))).normal;
      const auto along = cross(n, vec_cast<double>(random_point<T>(random, 1)));
      const auto offset = matrix_of(pose_a.rotation) * along;
      pose_b.translation = pose_a.translation + vec_cast<T>(offset);
    }
    check_pair(PosedShape{a, pose_a}, PosedShape{a, pose_b}, {.size = 2}, tally);
  }
  EXPECT_GT(tally.overlapping, tally.count / 2);
}

// A cube of `parts` x `parts` squares a side, each two triangles: corners in one plane and in line.
template <class T>
ConvexPolyhedron<T> tessellated_cube(int parts) {
  std::vector<Vec<3, T>> points;
  std::vector<std::vector<std::uint32_t>> faces;
  const auto number = [&](const Vec<3, T>& p) {
    std::uint32_t at = 0;
    while (at < points.size() && !(points[at] == p)) ++at;
    if (at == points.size()) points.push_back(p);
    return at;
  };
  for (int axis = 0; axis < 3; ++axis) {
    for (const int side : {-1, 1}) {
      for (int i = 0; i < parts * parts; ++i) {
        const auto corner = [&](int u, int v) {
          Vec<3, T> p{};
          p[axis] = T(side);
          p[(axis + 1) % 3] = T(2.0 * (i % parts + u) / parts - 1);
          p[(axis + 2) % 3] = T(2.0 * (i / parts + v) / parts - 1);
          return number(p);
        };
        const std::uint32_t c[4] = {corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)};
        const bool out = side > 0;
        faces.push_back({c[0], c[out ? 1 : 2], c[out ? 2 : 1]});
        faces.push_back({c[0], c[out ? 2 : 3], c[out ? 3 : 2]});
      }
    }
  }
  return polyhedron<T>(points, faces);
}

TYPED_TEST(CaseFamilies, L17_tessellated_cubes) {
  using T = TypeParam;
  Solids<T> cubes;
  for (const int parts : {1, 2, 4}) cubes.push_back(tessellated_cube<T>(parts));
  const Solid plain = solid_of(box_solid<T>(1, 1, 1));
  scenes::Pcg32 random(104);
  Tally tally;
  for (int i = 0; i < this->rounds() && !this->HasFailure(); ++i) {
    const Transform<3, T> pose_a = this->pose(random, 1);
    Transform<3, T> pose_b = this->pose(random, 1.75);
    if (i % 4 == 0) pose_b.rotation = pose_a.rotation;
    check_pair(PosedShape{any_of(cubes, random), pose_a}, plain,
               PosedShape{any_of(cubes, random), pose_b}, plain, {.size = 2}, tally);
  }
  this->expect_both(tally);
}

TYPED_TEST(CaseFamilies, L17_plates_and_needles) {
  using T = TypeParam;
  Solids<T> solids = small_solids<T>();
  solids.push_back(box_solid<T>(1, 1, 1e-5));
  solids.push_back(prism<T>(3, 1e-5, 1));
  solids.push_back(prism<T>(4, 1, 0.5e-5));
  scenes::Pcg32 random(105);
  Tally tally;
  for (int i = 0; i < this->rounds() && !this->HasFailure(); ++i) {
    const auto& a = solids[5 + random.below(3)];
    const auto& b = any_of(solids, random);
    check_pair(PosedShape{a, this->pose(random, 0.5)}, PosedShape{b, this->pose(random, 0.5)},
               {.size = 2}, tally);
  }
  this->expect_both(tally);
}

// Sizes 1 : 1024 both ways, all of it scaled by 2^+-13, and far from the origin.
TYPED_TEST(CaseFamilies, L17_scales_and_offsets) {
  using T = TypeParam;
  scenes::Pcg32 random(106);
  Tally tally;
  for (const double scale : {0x1p-13, 1.0, 0x1p13}) {
    const auto large = small_solids<T>(scale);
    const auto small = small_solids<T>(scale / 1024);
    for (int i = 0; i < this->rounds() / 3 && !this->HasFailure(); ++i) {
      const double offset = i % 2 == 0 ? 0 : 4096 * scale;
      const auto& a = any_of(large, random);
      const auto& b = i % 4 < 2 ? any_of(small, random) : any_of(large, random);
      Transform<3, T> pose_a = this->pose(random, scale);
      Transform<3, T> pose_b = this->pose(random, scale);
      for (int k = 0; k < 3; ++k)
        pose_a.translation[k] += T(offset), pose_b.translation[k] += T(offset);
      check_pair(PosedShape{a, pose_a}, PosedShape{b, pose_b},
                 {.size = 2 * scale, .offset = 8 * offset}, tally);
    }
  }
  this->expect_both(tally);
}

// A ground of triangles of 40 to 90 m, and boxes of half a metre that stand, lie or sink in it.
TYPED_TEST(CaseFamilies, L17_large_triangles_and_small_boxes) {
  using T = TypeParam;
  const auto box = box_solid<T>(0.25, 0.25, 0.25);
  scenes::Pcg32 random(107);
  Tally tally;
  for (int i = 0; i < this->rounds() && !this->HasFailure(); ++i) {
    const T leg = T(random.between(40, 90));
    const Triangle<3, T> ground{{}, {leg, 0, 0}, {0, 0, T(random.between(40, 90))}};
    const Transform<3, T> ground_pose = this->pose(random, 1);
    const Vec<3, double> on{random.between(-1, 0.5 * leg), random.between(-0.5, 0.5),
                            random.between(-1, 20)};
    Transform<3, T> box_pose{
        ground_pose.translation + vec_cast<T>(matrix_of(ground_pose.rotation) * on),
        i % 3 == 0 ? ground_pose.rotation : random_rotation<T>(random)};
    check_pair(PosedShape{ground, ground_pose}, PosedShape{box, box_pose}, {.size = 90}, tally);
  }
  this->expect_both(tally);
}

}  // namespace
}  // namespace masu::test
