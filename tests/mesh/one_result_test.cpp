// SPDX-License-Identifier: MIT
// Code for shapes also compiles for bodies of many sub-shapes: results have the same members, and
// transforms may be written as braces.
#include <gtest/gtest.h>

#include <masu/masu.hpp>

#include "mesh/meshes.hpp"

namespace masu::test {
namespace {

// What a program does with any two bodies.
template <int D, class T>
struct Answers {
  Separation<D, T> apart;
  Impact<D, T> impact;
  RayCast<D, T> ray;
  SurfacePoint<D, T> near;
  bool touch = false;
  bool inside = false;
  Aabb<D, T> box;
};

template <int D, class T, class A, class B>
Answers<D, T> answers(const A& a, const Transform<D, T>& pose_a, const B& b,
                      const Transform<D, T>& pose_b) {
  Answers<D, T> r;
  const Vec<D, T> displacement = pose_a.translation - pose_b.translation;
  const auto gap = distance(a, pose_a, b, pose_b);
  if (answered(gap.status) && !gap.overlapping() && gap.lower <= gap.upper) r.apart = gap;
  EXPECT_EQ(gap.depth(), 0);
  EXPECT_EQ(gap.flipped().point_a, gap.point_b);
  const auto cast = shape_cast(a, pose_a, b, pose_b, displacement);
  if (cast.status == Status::ok && cast.hit) r.impact = cast;
  const auto impact =
      time_of_impact(a, {pose_a, pose_a}, b, {pose_b, {pose_a.translation, pose_b.rotation}});
  EXPECT_EQ(impact.status, Status::ok);
  EXPECT_NEAR(double(impact.t), double(cast.t), 1e-4);
  const auto hit = ray_cast(a, pose_a, Ray<D, T>{pose_b.translation, displacement});
  if (hit.status == Status::ok && hit.hit) r.ray = hit;
  r.near = closest_point(a, pose_a, pose_b.translation);
  r.touch = intersects(a, pose_a, b, pose_b).overlapping;
  r.inside = point_inside(a, pose_a, pose_a.translation).inside;
  r.box = aabb_of(a, pose_a);
  return r;
}

template <int D, class T>
void expect_same(const Answers<D, T>& a, const Answers<D, T>& b) {
  constexpr double kClose = 1e-5;
  EXPECT_NEAR(double(a.apart.distance), double(b.apart.distance), kClose);
  EXPECT_NEAR(double(a.impact.t), double(b.impact.t), kClose);
  EXPECT_NEAR(double(a.ray.t), double(b.ray.t), kClose);
  EXPECT_NEAR(double(a.near.distance), double(b.near.distance), kClose);
  EXPECT_EQ(a.touch, b.touch);
  EXPECT_EQ(a.inside, b.inside);
  for (int i = 0; i < D; ++i) {
    EXPECT_NEAR(double(length(a.apart.normal - b.apart.normal)), 0, kClose);
    EXPECT_NEAR(double(a.box.min[i]), double(b.box.min[i]), kClose);
  }
}

template <class T>
class OneResult : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(OneResult, Scalars);

TYPED_TEST(OneResult, shapes_and_bodies_give_equal_results) {
  using T = TypeParam;
  const Box<3, T> box{{{1, 2, 3}}};
  const Sphere<3, T> ball{1};
  const Transform<3, T> pose{{{1, 0, 0}}, rotation_from_axis_angle({{1, 1, 0}}, T(0.5))};
  const Transform<3, T> away{{{6, 5, 4}}, {}};
  Compound<3, T> compound;
  const Child<3, T> children[] = {child(box)};
  ASSERT_EQ(compound.build(children), Status::ok);
  TriangleMesh<T> mesh;
  std::vector<Vec<3, T>> corners;
  for (int i = 0; i < 8; ++i) {
    corners.push_back({{T(i & 1 ? 1 : -1), T(i & 2 ? 2 : -2), T(i & 4 ? 3 : -3)}});
  }
  const std::uint32_t faces[] = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                                 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
  ASSERT_EQ(mesh.build(corners, faces), Status::ok);
  const auto expected = answers(box, pose, ball, away);
  EXPECT_GT(expected.apart.distance, 1);
  EXPECT_TRUE(expected.impact.hit && expected.ray.hit && expected.inside);
  expect_same(answers(compound, pose, ball, away), expected);
  expect_same(answers(mesh, pose, ball, away), expected);
  auto of_view = answers(body_view(mesh), pose, ball, away);
  EXPECT_FALSE(of_view.inside);  // a view sees the sub-shapes, not that they close a solid
  of_view.inside = true;
  expect_same(of_view, expected);
  // The other way around, and two bodies.
  EXPECT_EQ(distance(ball, away, mesh, pose).distance, distance(mesh, pose, ball, away).distance);
  EXPECT_NEAR(double(distance(compound, pose, mesh, away).distance),
              double(distance(box, pose, box, away).distance), 1e-5);
}

// One template for a hit of a shape, a body and a world.
template <class Hit>
auto place_of(const Hit& hit) {
  return answered(hit.status) && hit.hit ? hit.point : decltype(hit.point){};
}
template <class Gap>
auto reach_of(const Gap& gap) {
  return gap.point_a + gap.normal * gap.distance;
}

TYPED_TEST(OneResult, worlds_give_the_results_of_shapes) {
  using T = TypeParam;
  const Box<2, T> box{{{1, 2}}};
  const Sphere<2, T> ball{1};
  const Transform<2, T> pose{{{0, 1}}, {}}, away{{{5, 1}}, {}};
  World<2, T> world;
  const Handle a = world.add(world_shape(box), pose);
  const Handle b = world.add(world_shape(ball), away);
  ASSERT_EQ(world.update().status, Status::ok);
  const Ray<2, T> ray{{{3, 1}}, {{-4, 0}}};
  const auto hit = world.ray_cast(ray);
  EXPECT_EQ(hit.object, a);
  EXPECT_EQ(place_of(hit), place_of(ray_cast(box, pose, ray)));
  EXPECT_EQ(hit.t, ray_cast(box, pose, ray).t);
  const auto near = world.closest_pair();
  const auto gap = distance(box, pose, ball, away);
  EXPECT_EQ(near.a, a);
  EXPECT_EQ(near.b, b);
  EXPECT_EQ(near.distance, gap.distance);
  EXPECT_EQ(reach_of(near), reach_of(gap));
  const RayCast<2, T>& cast = hit;  // and is what it is made of
  EXPECT_EQ(cast.point, hit.point);
  ASSERT_EQ(world.move(b, {{{1, 1}}, {}}), Status::ok);
  ASSERT_EQ(world.update().status, Status::ok);
  ASSERT_EQ(world.pairs().size(), 1u);
  const auto contacts = world.contacts(world.pairs()[0]);
  ASSERT_EQ(contacts.size(), 1u);
  EXPECT_EQ(reach_of(contacts[0]),
            reach_of(penetration(box, pose, ball, Transform<2, T>{{{1, 1}}, {}})));
}

TYPED_TEST(OneResult, transforms_may_be_braced_lists) {
  using T = TypeParam;
  const Sphere<2, T> a{1}, b{2};
  const Box<2, T> c{{{1, 1}}};
  EXPECT_EQ(distance(a, {}, b, {{{3, 4}}, {}}).distance, 2);
  EXPECT_EQ(penetration(a, {}, c, {}).distance, -2);
  EXPECT_TRUE(intersects(a, {}, c, {}).overlapping);
  EXPECT_EQ(manifold(a, {}, c, {}).count, 1);
  EXPECT_TRUE(shape_cast(a, {}, b, {{{9, 0}}, {}}, {{-9, 0}}).hit);
  EXPECT_TRUE(time_of_impact(a, {}, b, {{{{9, 0}}, {}}, {}}).hit);
  EXPECT_TRUE(ray_cast(a, {}, {{{-3, 0}}, {{9, 0}}}).hit);
  EXPECT_EQ(closest_point(a, {}, {{3, 0}}).distance, 2);
  EXPECT_TRUE(point_inside(a, {}, {{0, 0}}).inside);
  EXPECT_EQ(aabb_of(a, {}).max[0], 1);
  PairCache cache{};
  EXPECT_EQ(distance(a, {}, b, {{{3, 4}}, {}}, cache).distance, 2);
  Compound<2, T> compound;
  const Child<2, T> children[] = {child(a, {{{5, 0}}, {}})};
  ASSERT_EQ(compound.build(children), Status::ok);
  EXPECT_EQ(distance(compound, {}, b, {}).distance, 2);
  EXPECT_EQ(distance(compound, {}, compound, {{{0, 7}}, {}}).distance, 5);
  EXPECT_TRUE(ray_cast(compound, {}, {{{0, 0}}, {{9, 0}}}).hit);
  int found = 0;
  ASSERT_EQ(contacts(compound, {}, a, {{{4, 0}}, {}}, [&](const auto&) { ++found; }).status,
            Status::ok);
  EXPECT_EQ(found, 1);
}

// Names of results, as members of what is asked.
template <class Index>
void expect_names() {
  using T = typename Index::Scalar;
  static_assert(std::same_as<typename Index::Neighbor, Neighbor<T, typename Index::Id>>);
  static_assert(std::same_as<typename Index::RayHit, RayCastResult<T, typename Index::Id>>);
}
TEST(ResultNames, equal_members_of_the_index) {
  expect_names<Bvh<2, float>>();
  expect_names<BvhView<2, float>>();
  expect_names<KdTree<3, double>>();
  expect_names<DynamicBvh<2, float>>();
  expect_names<LinearOctree<float>>();
  static_assert(std::same_as<World<2>::Neighbor, Neighbor<float>>);
}

}  // namespace
}  // namespace masu::test
