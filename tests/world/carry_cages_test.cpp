// SPDX-License-Identifier: MIT
// Movers in cages that move and rotate, above and below plates at any speed, and in crowds of
// moving obstacles: nothing gets through them, and a mover that ends inside is reported as crushed.
#include <masu/world/carry.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <masu/mesh/triangle_mesh.hpp>
#include <masu/narrow_phase/distance.hpp>
#include <masu/shapes/box.hpp>
#include <masu/shapes/segment.hpp>

#include "scenes/generators/pcg32.hpp"
#include "support/tier.hpp"
#include "world/random_rotation.hpp"

namespace masu::test {
namespace {

template <int D_, class T_>
struct Kind {
  static constexpr int D = D_;
  using T = T_;
};
using Kinds = ::testing::Types<Kind<2, float>, Kind<3, float>, Kind<2, double>, Kind<3, double>>;

template <int D, class T>
Vec<D, T> random_vec(scenes::Pcg32& random, double size) {
  Vec<D, T> v;
  for (int a = 0; a < D; ++a) v[a] = T(random.between(-size, size));
  return v;
}

// The distance of a body from the core of a mover.
template <int D, class T, class B>
double gap_to(const B& body, const Transform<D, T>& pose, const CapsuleMover<D, T>& m) {
  const Segment<D, T> core{m.half_axis, -m.half_axis};
  return double(distance(body, pose, core, Transform<D, T>{m.position, {}}).distance);
}

template <class T>
constexpr double kRounding = std::is_same_v<T, float> ? 1e-4 : 1e-9;

// Walls around a space of 2 in each direction, thin, that move as one.
template <int D, class T>
class Cage {
 public:
  static constexpr double kHalf = 2;

  Cage() {
    for (int a = 0; a < D; ++a) {
      for (const double side : {-1.0, 1.0}) {
        Box<D, T> wall{Vec<D, T>::all(T(kHalf + 0.2))};
        wall.half_extents[a] = T(0.05);
        wall.center[a] = T(side * (kHalf + 0.05));
        walls_.push_back(wall);
      }
    }
  }

  const Transform<D, T>& pose() const { return pose_; }
  // Moves the walls to another pose; motions() returns the motions.
  void move(const Transform<D, T>& to) {
    motions_.clear();
    std::vector<PlacedBody<D, T>> bodies;
    for (std::size_t i = 0; i < walls_.size(); ++i) {
      bodies.push_back({walls_[i], to});
      motions_.push_back({std::uint32_t(i), world_shape(walls_[i]), {pose_, to}});
    }
    pose_ = to;
    ASSERT_EQ(source_.build(bodies), Status::ok);
  }
  const std::vector<ObstacleMotion<D, T>>& motions() const { return motions_; }
  const PlacedBodies<D, T>& source() const { return source_; }

  // By exact distances to the walls, and by the side of each.
  void expect_inside(const CapsuleMover<D, T>& m) const {
    for (const Box<D, T>& wall : walls_) {
      ASSERT_GE(gap_to(wall, pose_, m), double(m.radius) * (1 - kRounding<T>));
    }
    const auto local =
        transposed_times(matrix_of(pose_.rotation),
                         vec_cast<double>(m.position) - vec_cast<double>(pose_.translation));
    for (int a = 0; a < D; ++a) ASSERT_LT(std::fabs(local[a]), kHalf);
  }

 private:
  std::vector<Box<D, T>> walls_;
  Transform<D, T> pose_;
  std::vector<ObstacleMotion<D, T>> motions_;
  PlacedBodies<D, T> source_;
};

template <int D, class T>
CapsuleMover<D, T> random_mover(scenes::Pcg32& random) {
  CapsuleMover<D, T> m{{}, T(random.between(0.1, 0.4)), {}};
  if (random.below(2) == 0) m.half_axis = random_vec<D, T>(random, 0.4);
  return m;
}
template <int D, class T>
SlideOptions<D, T> random_options(scenes::Pcg32& random) {
  SlideOptions<D, T> o;
  if (random.below(3) == 0) return o;
  o.up[1] = 1;
  o.step_height = o.snap = T(random.below(2) * 0.1);
  return o;
}

template <class K>
class CarryCages : public ::testing::Test {};
TYPED_TEST_SUITE(CarryCages, Kinds);

const int kCages = by_tier(60, 2000);

// Near the origin, straight displacements of up to 200 radii a frame; rotations of up to half a
// turn.
TYPED_TEST(CarryCages, keep_a_mover_inside_at_any_speed) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  scenes::Pcg32 random(71);
  int moved = 0, crushed = 0;
  for (int i = 0; i < kCages; ++i) {
    Cage<D, T> cage;
    auto mover = random_mover<D, T>(random);
    const auto options = random_options<D, T>(random);
    const double speed = std::pow(10.0, random.between(-2, 1.3));
    for (int k = 0; k < 20; ++k) {
      SCOPED_TRACE(std::to_string(i) + ' ' + std::to_string(k));
      Transform<D, T> to = cage.pose();
      if (i % 3 != 1) to.translation = random_vec<D, T>(random, std::min(speed, 4.0) / D);
      if (i % 3 != 0) {
        const auto rotation = random_rotation<D, T>(random);
        const ObstacleMotion<D, T> part{0, {}, {to, {{}, rotation}}};
        // A share of a random rotation: half a turn at most.
        to.rotation = part.at(std::min(1.0, speed / 10)).rotation;
      }
      ASSERT_NO_FATAL_FAILURE(cage.move(to));
      const auto before = mover.position;
      const auto r = carry(mover, cage.motions(), cage.source(), options);
      ASSERT_TRUE(r.status == Status::ok) << describe(r.status);
      ASSERT_EQ(r.displacement, mover.position - before);
      // Corners of walls that rotate about a long capsule may leave it no space.
      crushed += r.crushed ? 1 : 0;
      ASSERT_FALSE(r.crushed) << double(r.overlap);
      ASSERT_NO_FATAL_FAILURE(cage.expect_inside(mover));
      moved += mover.position != before ? 1 : 0;
      const auto s = slide(mover, random_vec<D, T>(random, 1), cage.source(), options);
      ASSERT_EQ(s.status, Status::ok);
      ASSERT_EQ(s.overlap, 0);
      ASSERT_NO_FATAL_FAILURE(cage.expect_inside(mover));
    }
  }
  EXPECT_GT(moved, kCages * 4);
}

// A plate a thousandth as thick as the mover, faster and faster, straight and tilting.
TYPED_TEST(CarryCages, thin_plates_let_no_mover_through_up_to_the_speed_stated) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  scenes::Pcg32 random(72);
  Box<D, T> plate{Vec<D, T>::all(T(400))};
  plate.half_extents[1] = T(0.0005);
  for (int i = 0; i < kCages; ++i) {
    SCOPED_TRACE(i);
    auto mover = random_mover<D, T>(random);
    const double reach = double(length(mover.half_axis)) + double(mover.radius);
    const double most = 250 * double(mover.radius);
    const double speed = std::min(most, std::pow(10.0, random.between(-2, 2)));
    const bool above = random.below(2) == 0;
    mover.position[1] = T((above ? 1 : -1) * (reach + random.between(0.01, 0.3)));
    const auto options = random_options<D, T>(random);
    Transform<D, T> pose;
    for (int k = 0; k < 6; ++k) {
      Transform<D, T> to = pose;
      to.translation[1] =
          T((k % 2 == 0 ? speed : 0) * (above ? 1 : -1) + random.between(-0.1, 0.1));
      const OneBody<D, T> source(plate, to);
      const ObstacleMotion<D, T> moved[] = {{0, world_shape(plate), {pose, to}}};
      const auto r = carry(mover, moved, source, options);
      pose = to;
      ASSERT_EQ(r.status, Status::ok);
      ASSERT_FALSE(r.crushed);
      ASSERT_EQ(mover.position[1] > pose.translation[1], above);
      ASSERT_GE(gap_to(plate, pose, mover), double(mover.radius) * (1 - kRounding<T>));
    }
  }
}

// The same by a mesh without an inside: two triangles.
TEST(CarryMeshes, let_no_mover_through) {
  const std::vector<Vec3f> corners{{-50, 0, -50}, {50, 0, -50}, {50, 0, 50}, {-50, 0, 50}};
  TriangleMesh<float> sheet;
  ASSERT_EQ(sheet.build(corners, std::vector<std::uint32_t>{0, 2, 1, 0, 3, 2}), Status::ok);
  scenes::Pcg32 random(73);
  for (int i = 0; i < kCages; ++i) {
    auto mover = random_mover<3, float>(random);
    mover.position[1] = float(length(mover.half_axis)) + mover.radius + 0.1f;
    if (i % 2 != 0) mover.position = -mover.position;
    Transform3f pose;
    for (int k = 0; k < 6; ++k) {
      Transform3f to{random_vec<3, float>(random, 8), {}};
      const OneBody<3, float> source(sheet, to);
      const ObstacleMotion<3, float> moved[] = {{0, world_shape(sheet), {pose, to}}};
      const auto r = carry(mover, moved, source, random_options<3, float>(random));
      pose = to;
      ASSERT_EQ(r.status, Status::ok);
      ASSERT_FALSE(r.crushed);
      ASSERT_EQ(mover.position[1] > pose.translation[1], i % 2 == 0) << i << ' ' << k;
    }
  }
}

// Boxes that move and rotate at random among fixed ones: where the mover is not crushed it
// overlaps nothing, and where it is the obstacles that stop at `t` leave it its space.
TYPED_TEST(CarryCages, crowds_leave_a_mover_free_or_crush_it) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  constexpr std::size_t kBoxes = D == 2 ? 20 : 60;
  scenes::Pcg32 random(74);
  int crushed = 0, moved_at_all = 0, frames = 0;
  for (int i = 0; i < kCages; ++i) {
    std::vector<Box<D, T>> boxes;
    std::vector<Transform<D, T>> pose(kBoxes);
    for (std::size_t b = 0; b < kBoxes; ++b) {
      Vec<D, T> half;
      for (int a = 0; a < D; ++a) half[a] = T(random.between(0.1, 1));
      boxes.push_back({half});
      Vec<D, T> position = random_vec<D, T>(random, 3);
      position[0] += T(position[0] > 0 ? 2 : -2);  // none where the mover begins
      pose[b] = {position, random_rotation<D, T>(random)};
    }
    auto mover = random_mover<D, T>(random);
    mover.half_axis = mover.half_axis * T(0.3);
    const auto options = random_options<D, T>(random);
    const double speed = std::pow(10.0, random.between(-1.5, 0.7));
    for (int k = 0; k < 10; ++k) {
      SCOPED_TRACE(std::to_string(i) + ' ' + std::to_string(k));
      std::vector<PlacedBody<D, T>> bodies;
      std::vector<ObstacleMotion<D, T>> moved;
      for (std::size_t b = 0; b < kBoxes; ++b) {
        Transform<D, T> to = pose[b];
        if (b % 3 != 0) {
          to.translation = to.translation + random_vec<D, T>(random, speed);
          const ObstacleMotion<D, T> part{0, {}, {to, {{}, random_rotation<D, T>(random)}}};
          to.rotation = part.at(std::min(1.0, speed / 5)).rotation;
          moved.push_back({std::uint32_t(b), world_shape(boxes[b]), {pose[b], to}});
        }
        bodies.push_back({boxes[b], to});
        pose[b] = to;
      }
      PlacedBodies<D, T> source;
      ASSERT_EQ(source.build(bodies), Status::ok);
      const auto before = mover;
      const auto r = carry(mover, moved, source, options);
      ASSERT_TRUE(r.status == Status::ok || r.status == Status::not_converged);
      ++frames;
      moved_at_all += mover.position != before.position ? 1 : 0;
      crushed += r.crushed ? 1 : 0;
      auto again = before;
      ASSERT_EQ(carry(again, moved, source, options).t, r.t) << "the same each time";
      ASSERT_EQ(again.position, mover.position);
      for (std::size_t b = 0; b < kBoxes; ++b) {
        Transform<D, T> there = pose[b];
        for (const auto& m : moved) {
          if (m.body == b) there = m.at(double(r.t));
        }
        ASSERT_GE(gap_to(boxes[b], there, mover), double(mover.radius) * (1 - kRounding<T>))
            << "body " << b << (r.crushed ? ", crushed" : "");
      }
      if (r.crushed) break;
      ASSERT_EQ(slide(mover, random_vec<D, T>(random, 0.3), source, options).overlap, 0);
    }
  }
  EXPECT_GT(moved_at_all, frames / 50);
  EXPECT_LT(crushed, frames / 4);
}

}  // namespace
}  // namespace masu::test
