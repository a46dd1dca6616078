// SPDX-License-Identifier: MIT
// A body of sub-shapes against shapes, compared with the results of all its sub-shapes one by one.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include <masu/mesh/composite_distance.hpp>
#include <masu/mesh/composite_impact.hpp>
#include <masu/mesh/composite_intersects.hpp>
#include <masu/mesh/composite_point.hpp>
#include <masu/mesh/composite_ray_cast.hpp>
#include <masu/mesh/contacts.hpp>
#include <masu/narrow_phase/distance.hpp>
#include <masu/narrow_phase/ray_cast.hpp>
#include <masu/narrow_phase/time_of_impact.hpp>
#include <masu/shapes/aabb_of.hpp>
#include <masu/shapes/capsule.hpp>
#include <masu/shapes/half_space.hpp>
#include <masu/shapes/sphere.hpp>

#include "narrow_phase/same_bits.hpp"
#include "narrow_phase/solids.hpp"
#include "tests/support/tier.hpp"

namespace masu::test {

template <class T>
inline constexpr double kSuiteAccuracy = std::is_same_v<T, float> ? 8e-6 : 1e-11;

template <int D, class T>
Transform<D, T> pose_within(scenes::Pcg32& random, const Vec<D, double>& low,
                            const Vec<D, double>& high, bool rotated) {
  Transform<D, T> pose;
  for (int a = 0; a < D; ++a) pose.translation[a] = T(random.between(low[a], high[a]));
  if (!rotated) return pose;
  const Rotation<3, T> q = random_rotation<T>(random);
  if constexpr (D == 3) {
    pose.rotation = q;
  } else {
    const double length = std::hypot(double(q.x), double(q.y));
    pose.rotation = {T(double(q.x) / length), T(double(q.y) / length)};
  }
  return pose;
}

// Where a sub-shape is in the world, rounded to T.
template <int D, class T>
Transform<D, T> placed(const Transform<D, T>& pose, const SubShape<D, T>& sub_shape) {
  if (sub_shape.pose == nullptr) return pose;
  Transform<D, T> r;
  r.translation = pose * sub_shape.pose->translation;
  const auto& p = pose.rotation;
  const auto& q = sub_shape.pose->rotation;
  if constexpr (D == 2) {
    r.rotation = {p.cosine * q.cosine - p.sine * q.sine, p.sine * q.cosine + p.cosine * q.sine};
  } else {
    const Vec<3, T> u{p.x, p.y, p.z};
    const Vec<3, T> v{q.x, q.y, q.z};
    const Vec<3, T> w = cross(u, v) + u * q.w + v * p.w;
    r.rotation = {w[0], w[1], w[2], p.w * q.w - dot(u, v)};
  }
  return r;
}

template <int D, class T>
std::vector<ShapeView<D, T>> some_shapes(double size) {
  Vec<D, T> a{};
  Vec<D, T> half{};
  Vec<D, T> up{};
  for (int k = 0; k < D; ++k) half[k] = T(size * (0.5 + 0.2 * k));
  a[0] = T(size);
  up[1] = 1;
  return {Sphere<D, T>{T(size)}.view(), Capsule<D, T>{-a, a, T(0.4 * size)}.view(),
          Box<D, T>{half}.view(), HalfSpace<D, T>{up, T(-size)}.view()};
}

// Whatever searches find in boxes, and within a reach, is what the boxes of all sub-shapes say.
template <CompositeShape B>
void expect_searches(const B& body, const std::vector<std::uint32_t>& ids, int rounds) {
  constexpr int D = B::kDimension;
  using T = typename B::Scalar;
  scenes::Pcg32 random(71);
  const auto low = vec_cast<double>(body.bounds().min);
  const auto size = vec_cast<double>(body.bounds().max) - low;
  const auto box_of = [&](std::uint32_t id) {
    const auto sub_shape = body.sub_shape(id);
    return aabb_of(sub_shape.shape, placed(Transform<D, T>{}, sub_shape));
  };
  for (int i = 0; i < rounds; ++i) {
    Aabb<D, T> box;
    const double extent = i % 5 == 0 ? 2 : 0.2;
    for (int a = 0; a < D; ++a) {
      box.min[a] = T(low[a] + size[a] * random.between(-0.3, 1.1));
      box.max[a] = T(double(box.min[a]) + extent * size[a] * random.unit());
    }
    std::vector<std::uint32_t> expected;
    for (const std::uint32_t id : ids) {
      if (overlaps(box_of(id), box)) expected.push_back(id);
    }
    std::vector<std::uint32_t> got;
    const auto take = [&](std::uint32_t id, const auto&) { got.push_back(id); };
    ASSERT_EQ(body.for_each_sub_shape(box, take).status, Status::ok);
    std::sort(got.begin(), got.end());
    EXPECT_EQ(got, expected);
    if (!expected.empty()) {
      const auto stop = [&](std::uint32_t, const auto&) { return false; };
      EXPECT_EQ(body.for_each_sub_shape(box, stop).status, Status::stopped);
    }
    // The five nearest to a corner of the box.
    const auto gap = [&](const Aabb<D, T>& b) { return double(distance_squared(b, box.min)); };
    std::vector<double> gaps;
    for (const std::uint32_t id : ids) gaps.push_back(gap(box_of(id)));
    std::sort(gaps.begin(), gaps.end());
    std::vector<double> near;
    body.for_each_sub_shape_near(gap, 1e30, [&](std::uint32_t id, const auto&) {
      near.push_back(gap(box_of(id)));
      std::sort(near.begin(), near.end());
      if (near.size() > 5) near.pop_back();
      return near.size() < 5 ? 1e30 : near.back();
    });
    gaps.resize(std::min<std::size_t>(gaps.size(), 5));
    ASSERT_EQ(near.size(), gaps.size());
    for (std::size_t k = 0; k < near.size(); ++k) {
      EXPECT_NEAR(near[k], gaps[k], kSuiteAccuracy<T> * (1 + gaps[k]));
    }
  }
}

template <CompositeShape B, int D, class T>
void expect_distance(const B& body, const std::vector<std::uint32_t>& ids,
                     const Transform<D, T>& pose, const ShapeView<D, T>& shape,
                     const Transform<D, T>& other, double accuracy, int& apart) {
  double least = std::numeric_limits<double>::infinity();
  for (const std::uint32_t id : ids) {
    const auto sub_shape = body.sub_shape(id);
    least = std::min(
        least, double(distance(sub_shape.shape, placed(pose, sub_shape), shape, other).distance));
  }
  const auto got = distance(body, pose, shape, other);
  ASSERT_EQ(got.status, Status::ok);
  EXPECT_NEAR(double(got.distance), least, accuracy);
  EXPECT_LE(got.lower, got.distance);
  EXPECT_GE(got.upper, got.distance);
  const auto named = body.sub_shape(got.sub_shape_a);
  EXPECT_NEAR(double(distance(named.shape, placed(pose, named), shape, other).distance), least,
              accuracy);
  const auto back = distance(shape, other, body, pose);
  expect_same_bits(back.flipped(), got.separation());
  EXPECT_EQ(back.sub_shape_b, got.sub_shape_a);
  if (least > accuracy) {
    EXPECT_FALSE(intersects(body, pose, shape, other).overlapping);
    ++apart;
  }
}

template <CompositeShape B, int D, class T>
void expect_contacts(const B& body, const std::vector<std::uint32_t>& ids,
                     const Transform<D, T>& pose, const ShapeView<D, T>& shape,
                     const Transform<D, T>& other, double accuracy, std::size_t& found) {
  const ContactOptions<T> options{.margin = T(0.05)};
  std::vector<std::uint32_t> sure;
  std::vector<std::uint32_t> unsure;  // by rounding
  for (const std::uint32_t id : ids) {
    const auto sub_shape = body.sub_shape(id);
    const auto s = penetration(sub_shape.shape, placed(pose, sub_shape), shape, other);
    const double beyond = double(s.distance) - double(options.margin);
    if (beyond < -accuracy) sure.push_back(id);
    if (beyond < accuracy) unsure.push_back(id);
  }
  Buffer<SubShapeContact<D, T>> list;
  ASSERT_EQ(contacts(body, pose, shape, other, list, options).status, Status::ok);
  std::vector<std::uint32_t> got;
  for (const auto& c : list) {
    got.push_back(c.sub_shape_a);
    const auto sub_shape = body.sub_shape(c.sub_shape_a);
    const auto s = penetration(sub_shape.shape, placed(pose, sub_shape), shape, other);
    EXPECT_NEAR(double(c.distance), double(s.distance), accuracy);
  }
  std::sort(got.begin(), got.end());
  EXPECT_TRUE(std::includes(got.begin(), got.end(), sure.begin(), sure.end()));
  EXPECT_TRUE(std::includes(unsure.begin(), unsure.end(), got.begin(), got.end()));
  Buffer<SubShapeContact<D, T>> back;
  ASSERT_EQ(contacts(shape, other, body, pose, back, options).status, Status::ok);
  ASSERT_EQ(back.size(), list.size());
  for (std::size_t i = 0; i < list.size(); ++i) {
    EXPECT_EQ(list[i].sub_shape_a, back[i].sub_shape_b);
    expect_same_bits(list[i].flipped(), back[i].separation());
  }
  found += got.size();
}

// Rays, moving shapes and points.
template <CompositeShape B, int D, class T>
void expect_casts(const B& body, const std::vector<std::uint32_t>& ids, const Transform<D, T>& pose,
                  const ShapeView<D, T>& shape, const Transform<D, T>& other,
                  const Vec<D, T>& displacement, double accuracy, int& hits) {
  const Ray<D, T> ray{other.translation, displacement, T(2)};
  const Vec<D, T> p = other.translation;
  double first = 3;
  double touch = 1;
  double nearest = std::numeric_limits<double>::infinity();
  bool inside = false;
  bool unsure = false;
  for (const std::uint32_t id : ids) {
    const auto sub_shape = body.sub_shape(id);
    const auto sub_shape_pose = placed(pose, sub_shape);
    const auto c = ray_cast(sub_shape.shape, sub_shape_pose, ray);
    if (c.hit) first = std::min(first, double(c.t));
    const auto i = shape_cast(sub_shape.shape, sub_shape_pose, shape, other, displacement);
    if (i.hit) touch = std::min(touch, double(i.t));
    const double from = double(closest_point(sub_shape.shape, sub_shape_pose, p).distance);
    nearest = std::min(nearest, from);
    inside |= from <= 0;
    unsure |= std::fabs(from) < accuracy;
  }
  const auto c = ray_cast(body, pose, ray);
  ASSERT_EQ(c.status, Status::ok);
  EXPECT_EQ(c.hit, first < 3);
  if (c.hit) {
    EXPECT_NEAR(double(c.t), first, accuracy);
    EXPECT_TRUE(std::binary_search(ids.begin(), ids.end(), c.sub_shape));
  }
  const auto i = shape_cast(body, pose, shape, other, displacement);
  ASSERT_EQ(i.status, Status::ok);
  EXPECT_NEAR(double(i.t), touch, accuracy);
  const auto back = closest_point(body, pose, p);
  ASSERT_EQ(back.status, Status::ok);
  EXPECT_NEAR(double(back.distance), nearest, accuracy);
  if (!unsure) {
    EXPECT_EQ(point_inside(body, pose, p).inside, inside);
  }
  hits += c.hit;
}

// `size` is that of the shapes. ids: all sub-shapes, in order.
template <CompositeShape B>
void expect_all_of_sub_shapes(const B& body, const std::vector<std::uint32_t>& ids, double size,
                              int rounds) {
  constexpr int D = B::kDimension;
  using T = typename B::Scalar;
  expect_searches(body, ids, rounds);
  const auto shapes = some_shapes<D, T>(size);
  scenes::Pcg32 random(72);
  int apart = 0;
  int hits = 0;
  std::size_t found = 0;
  const auto low = vec_cast<double>(body.bounds().min);
  const auto high = vec_cast<double>(body.bounds().max);
  const double accuracy = kSuiteAccuracy<T> * (1 + length(high - low));
  for (int i = 0; i < rounds; ++i) {
    // The body rotated about the origin, the shape somewhere around it.
    const bool rotated = i % 3 != 0;
    const auto pose = pose_within<D, T>(random, {}, {}, rotated);
    const Vec<D, double> reach = Vec<D, double>::all(size * (i % 2 == 0 ? 1 : 6));
    auto other = pose_within<D, T>(random, low - reach, high + reach, rotated);
    other.translation = pose * other.translation;
    const auto& shape = shapes[std::size_t(i) % shapes.size()];
    expect_distance(body, ids, pose, shape, other, accuracy, apart);
    expect_contacts(body, ids, pose, shape, other, accuracy, found);
    Vec<D, T> displacement{};
    for (int a = 0; a < D; ++a)
      displacement[a] = T(random.between(-1, 1) * (high[a] - low[a] + size));
    if (!rotated) displacement[int(random.below(D))] = 0;
    if (i % 3 == 1) {  // at some sub-shape
      const auto sub_shape = body.sub_shape(ids[random.below(std::uint32_t(ids.size()))]);
      const auto box = aabb_of(sub_shape.shape, placed(pose, sub_shape));
      displacement = (box.min + box.max) * T(0.5) - other.translation;
    }
    expect_casts(body, ids, pose, shape, other, displacement, accuracy, hits);
    if (testing::Test::HasFailure()) FAIL() << "round " << i;
  }
  EXPECT_GT(hits, rounds / 10);
  EXPECT_LT(hits, rounds);
  EXPECT_GT(apart, rounds / 10);
  EXPECT_LT(apart, rounds * 9 / 10);
  EXPECT_GT(found, std::size_t(rounds) / 8);
}

}  // namespace masu::test
