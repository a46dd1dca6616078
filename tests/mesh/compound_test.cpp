// SPDX-License-Identifier: MIT
// Compounds: every query is that of all children; known shapes made of simple ones; invalid input.
#include <gtest/gtest.h>

#include <masu/mesh/compound.hpp>
#include <masu/mesh/contacts.hpp>
#include <masu/shapes/cylinder.hpp>
#include <masu/shapes/ellipsoid.hpp>

#include "mesh/composite_suite.hpp"
#include "narrow_phase/same_bits.hpp"
#include "tests/support/failing_allocator.hpp"

namespace masu::test {
namespace {

static_assert(CompositeShape<Compound<2, float>> && CompositeShape<Compound<3, double>>);

// A shape of the user's: a ball, by its support function.
template <class T>
struct UsersBall {
  static constexpr int kDimension = 3;
  using Scalar = T;
  T radius;
  Vec<3, T> support(const Vec<3, T>& d) const { return d * (radius / length(d)); }
  Aabb<3, T> aabb(const Transform<3, T>& pose) const {
    const auto r = Vec<3, T>::all(radius * T(1.0001));
    return {pose.translation - r, pose.translation + r};
  }
};

std::vector<std::uint32_t> first_numbers(std::uint32_t n) {
  std::vector<std::uint32_t> ids(n);
  for (std::uint32_t i = 0; i < n; ++i) ids[i] = i;
  return ids;
}

template <class T>
class Compounds : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(Compounds, Scalars);

TYPED_TEST(Compounds, Q13_queries_equal_those_of_all_children) {
  using T = TypeParam;
  const int rounds = by_tier(60, 2000);
  const auto rock = prism<T>(5, 0.5, 0.4, 0.7);
  scenes::Pcg32 random(3);
  for (const std::uint32_t n : {1u, 5u, 40u}) {
    std::vector<Child<3, T>> children;
    for (std::uint32_t i = 0; i < n; ++i) {
      const auto pose = pose_within<3, T>(random, {-2, -2, -2}, {2, 2, 2}, true);
      const Child<3, T> kinds[] = {child(Sphere<3, T>{T(0.4)}, pose), child(rock, pose),
                                   child(Box<3, T>{{T(0.2), T(0.6), T(0.3)}}, pose),
                                   child(Cylinder<T>{T(0.3), T(0.5)}, pose)};
      children.push_back(kinds[(i + 1) % 4]);
    }
    Compound<3, T> body;
    ASSERT_EQ(body.build(children), Status::ok);
    expect_all_of_sub_shapes(body, first_numbers(n), 0.5, rounds);
    for (auto& c : children) c.pose = pose_within<3, T>(random, {-2, -2, -2}, {2, 2, 2}, true);
    for (std::uint32_t i = 0; i < n; ++i) ASSERT_EQ(body.move(i, children[i].pose), Status::ok);
    expect_searches(body, first_numbers(n), 20);
  }
  std::vector<Child<2, T>> flat;
  for (std::uint32_t i = 0; i < 12; ++i) {
    const auto pose = pose_within<2, T>(random, {-2, -2}, {2, 2}, true);
    if (i % 2 == 0) flat.push_back(child(Box<2, T>{{T(0.2), T(0.6)}}, pose));
    if (i % 2 == 1) flat.push_back(child(Ellipsoid<2, T>{{T(0.2), T(0.5)}}, pose));
  }
  Compound<2, T> plane;
  ASSERT_EQ(plane.build(flat), Status::ok);
  expect_all_of_sub_shapes(plane, first_numbers(12), 0.5, rounds);
}

// An L of two boxes that share a face, known exactly: distances from points.
TYPED_TEST(Compounds, Q13_two_boxes_make_an_L) {
  using T = TypeParam;
  const std::vector<Child<2, T>> children = {child(Box<2, T>{{T(1.5), T(0.5)}}),
                                             child(Box<2, T>{{T(0.5), T(1)}, {T(-1), T(1.5)}})};
  Compound<2, T> l;
  ASSERT_EQ(l.build(children), Status::ok);
  EXPECT_EQ(l.bounds().contains(Aabb<2, T>{{T(-1.5), T(-0.5)}, {T(1.5), T(2.5)}}), true);
  const auto outside = [](double low, double x, double high) {
    return std::max({low - x, 0.0, x - high});
  };
  scenes::Pcg32 random(4);
  for (int i = 0; i < by_tier(300, 20000); ++i) {
    const double x = random.between(-3, 3);
    const double y = random.between(-2, 4);
    const double foot = std::hypot(outside(-1.5, x, 1.5), outside(-0.5, y, 0.5));
    const double stem = std::hypot(outside(-1.5, x, -0.5), outside(-0.5, y, 2.5));
    const auto s =
        distance(l, Transform<2, T>{}, Circle<T>{T(0.25)}, Transform<2, T>{{T(x), T(y)}, {}});
    EXPECT_NEAR(double(s.distance), std::max(std::min(foot, stem) - 0.25, 0.0), kSuiteAccuracy<T>);
  }
}

// A ring of capsules, inscribed in a torus: nowhere farther from it than the sagitta of its sides.
TYPED_TEST(Compounds, Q13_a_ring_of_capsules_is_nearly_a_torus) {
  using T = TypeParam;
  constexpr int kSides = 64;
  const double sagitta = 2 * (1 - std::cos(3.14159265358979 / kSides));
  std::vector<Child<3, T>> children;
  const auto on_ring = [](int k) {
    const double angle = 2 * 3.14159265358979 * k / kSides;
    return Vec<3, T>{T(2 * std::cos(angle)), 0, T(2 * std::sin(angle))};
  };
  for (int k = 0; k < kSides; ++k) {
    children.push_back(child(Capsule<3, T>{on_ring(k), on_ring(k + 1), T(0.5)}));
  }
  Compound<3, T> ring;
  ASSERT_EQ(ring.build(children), Status::ok);
  scenes::Pcg32 random(5);
  for (int i = 0; i < by_tier(300, 20000); ++i) {
    const auto p = random_point<T>(random, 3);
    const double from_axis = std::hypot(double(p[0]), double(p[2])) - 2;
    const double torus = std::hypot(from_axis, double(p[1])) - 0.5;
    const auto s = distance(ring, Transform<3, T>{}, Sphere<3, T>{T(0.1)}, Transform<3, T>{p, {}});
    EXPECT_NEAR(double(s.distance), std::max(torus - 0.1, 0.0), sagitta + kSuiteAccuracy<T>);
  }
}

TEST(Compounds, take_shapes_of_users) {
  const UsersBall<float> ball{0.5f};
  const std::vector<Child<3, float>> children = {child(ball, Transform3f{{2, 0, 0}, {}}),
                                                 child(Box<3, float>{{1, 1, 1}})};
  Compound<3, float> body;
  ASSERT_EQ(body.build(children), Status::ok);
  const auto s = distance(body, Transform3f{}, Sphere<3, float>{1}, Transform3f{{5, 0, 0}, {}});
  EXPECT_NEAR(s.distance, 1.5f, 1e-5f);
  EXPECT_EQ(s.sub_shape_a, 0u);
}

TEST(Compounds, moved_children_answer_as_those_of_a_new_compound) {
  scenes::Pcg32 random(11);
  const auto somewhere = [&] {
    return pose_within<3, float>(random, {-3, -3, -3}, {3, 3, 3}, true);
  };
  std::vector<Child<3, float>> children;
  for (int i = 0; i < 20; ++i) children.push_back(child(Box<3, float>{{0.2f, 0.4f, 0.3f}}));
  Compound<3, float> all, each, fresh;
  ASSERT_EQ(all.build(children), Status::ok);
  ASSERT_EQ(each.build(children), Status::ok);
  std::vector<Transform3f> poses;
  for (std::uint32_t i = 0; i < 20; ++i) {
    poses.push_back(somewhere());
    children[i].pose = poses[i];
    ASSERT_EQ(each.move(i, poses[i]), Status::ok);
  }
  ASSERT_EQ(all.move_all(poses), Status::ok);
  ASSERT_EQ(fresh.build(children), Status::ok);
  EXPECT_EQ(all.bounds(), fresh.bounds());
  EXPECT_EQ(each.bounds(), fresh.bounds());
  for (int i = 0; i < 50; ++i) {
    const auto pose = somewhere();
    const auto expected = distance(fresh, Transform3f{}, Sphere<3, float>{0.1f}, pose);
    for (const auto* moved : {&all, &each}) {
      const auto got = distance(*moved, Transform3f{}, Sphere<3, float>{0.1f}, pose);
      EXPECT_EQ(got.sub_shape_a, expected.sub_shape_a);
      EXPECT_EQ(got.distance, expected.distance);
    }
  }
}

// Where transforms and bounds are equal, the numbers of the shapes decide whose answer is flipped.
TEST(Compounds, L17_answers_of_a_pair_do_not_depend_on_its_order_even_within_equal_bounds) {
  const auto corner_and = [](float x, float z) {
    return std::vector<Child<3, float>>{child(Box<3, float>{{1, 1, 1}}),
                                        child(Sphere<3, float>{0.25f}, {{x, 0.5f, z}, {}}),
                                        child(Sphere<3, float>{0.25f}, {{-x, -0.25f, z / 2}, {}})};
  };
  Compound<3, float> a, b;
  ASSERT_EQ(a.build(corner_and(0.5f, 0.25f)), Status::ok);
  ASSERT_EQ(b.build(corner_and(0.25f, -0.5f)), Status::ok);
  ASSERT_EQ(a.bounds(), b.bounds());
  const Transform3f pose{{1, 2, 3}, {}};
  const auto pairs_of = [&](const auto& first, const auto& second) {
    std::vector<Pair> found;
    const auto take = [&](const SubShapeContact<3, float>& c) {
      found.push_back({c.sub_shape_a, c.sub_shape_b});
    };
    EXPECT_EQ(contacts(first, pose, second, pose, take).status, Status::ok);
    return found;
  };
  std::vector<Pair> flipped;
  for (const Pair& p : pairs_of(b, a)) flipped.push_back({p.b, p.a});
  EXPECT_EQ(pairs_of(a, b), flipped);
  EXPECT_GT(flipped.size(), 1u);
  const auto one = distance(a, pose, b, pose);
  const auto other = distance(b, pose, a, pose);
  expect_same_bits(other.flipped(), one.separation());
  EXPECT_EQ(other.sub_shape_b, one.sub_shape_a);
}

TEST(Compounds, name_the_fault_and_stay_unchanged) {
  Compound<3, float> body;
  const std::vector<Child<3, float>> valid = {child(Sphere<3, float>{1})};
  ASSERT_EQ(body.build(valid), Status::ok);
  const auto bad = [&](const Child<3, float>& c) {
    const std::vector<Child<3, float>> children = {valid[0], c};
    return body.build(children);
  };
  EXPECT_EQ(body.build({}), Status::no_points);
  EXPECT_EQ(bad(child(Sphere<3, float>{0})), Status::not_positive);
  EXPECT_EQ(bad(child(Sphere<3, float>{std::nanf("")})), Status::not_finite);
  EXPECT_EQ(bad(child(HalfSpace<3, float>{{0, 1, 0}, 0})), Status::unbounded);
  const ConvexPolyhedron<float> nothing;
  EXPECT_EQ(bad(child(nothing)), Status::no_points);
  Transform3f pose;
  pose.rotation.w = 2;
  EXPECT_EQ(bad(child(Sphere<3, float>{1}, pose)), Status::not_unit);
  EXPECT_EQ(body.move(0, pose), Status::not_unit);
  EXPECT_EQ(body.move(1, {}), Status::bad_index);
  EXPECT_EQ(body.move_all(std::vector<Transform3f>(2)), Status::size_mismatch);
  EXPECT_EQ(body.move_all(std::vector<Transform3f>{pose}), Status::not_unit);
  EXPECT_EQ(body.child_count(), 1u);
  EXPECT_NEAR(body.bounds().max[1], 1, 1e-6);
  const Compound<3, float> none;
  EXPECT_EQ(intersects(none, Transform3f{}, body, {}).status, Status::no_points);
}

// A compound in another acts as a body at the composed pose.
template <int D, class T>
void expect_nested(scenes::Pcg32& random) {
  const Vec<D, double> low = Vec<D, double>::all(-2), high = Vec<D, double>::all(2);
  const auto somewhere = [&] { return pose_within<D, T>(random, low, high, true); };
  const Sphere<D, T> ball{T(0.25)};
  for (int round = 0; round < 20; ++round) {
    const std::vector<Child<D, T>> children = {
        child(Box<D, T>{Vec<D, T>::all(T(0.5))}, somewhere()),
        child(Sphere<D, T>{T(0.5)}, somewhere())};
    Compound<D, T> inner;
    ASSERT_EQ(inner.build(children), Status::ok);
    const auto inner_pose = somewhere();
    Buffer<Child<D, T>> list;
    ASSERT_TRUE(list.push_back(child(ball)));
    ASSERT_EQ(add_children(inner, inner_pose, list), Status::ok);
    ASSERT_EQ(list.size(), 3u);
    Compound<D, T> outer;
    const std::span<const Child<D, T>> added{list.data() + 1, 2};
    ASSERT_EQ(outer.build(added), Status::ok);
    const auto pose = somewhere();
    const auto whole = distance(outer, Transform<D, T>{}, ball, pose);
    const auto alone = distance(inner, inner_pose, ball, pose);
    EXPECT_NEAR(double(whole.distance), double(alone.distance), 1e-5);
    const bool sure = alone.distance > T(0.001);
    EXPECT_TRUE(!sure || whole.sub_shape_a == alone.sub_shape_a);
  }
}
TEST(Compounds, in_compounds_are_at_their_composed_poses) {
  scenes::Pcg32 random(8);
  expect_nested<2, float>(random);
  expect_nested<3, float>(random);
  expect_nested<2, double>(random);
  expect_nested<3, double>(random);
  const std::vector<Child<3, float>> one = {child(Sphere<3, float>{1})};
  Compound<3, float> inner;
  ASSERT_EQ(inner.build(one), Status::ok);
  FailingAllocator memory;
  Buffer<Child<3, float>> list(memory.allocator());
  memory.fail(1, true);
  EXPECT_EQ(add_children(inner, Transform3f{}, list), Status::out_of_memory);
  const Transform3f bad{{}, {1, 1, 1, 1}};
  EXPECT_EQ(add_children(inner, bad, list), Status::not_unit);
  EXPECT_EQ(list.size(), 0u);
}

// Rotations drift within the bounds of check(); what two of them make does not leave these.
TEST(Compounds, in_compounds_have_valid_rotations) {
  Transform3f drifted;
  drifted.rotation = {0, 0, 0, 1.0004f};
  const std::vector<Child<3, float>> one = {child(Sphere<3, float>{1}, drifted)};
  Compound<3, float> inner, outer;
  ASSERT_EQ(inner.build(one), Status::ok);
  Buffer<Child<3, float>> list;
  ASSERT_EQ(add_children(inner, drifted, list), Status::ok);
  EXPECT_EQ(outer.build({list.data(), list.size()}), Status::ok);
}

TEST(Compounds, failed_allocations_leave_them_unchanged) {
  FailingAllocator memory;
  Compound<2, float> body(memory.allocator());
  const std::vector<Child<2, float>> one = {child(Circle<float>{1})};
  const std::vector<Child<2, float>> many(50, one[0]);
  ASSERT_EQ(body.build(one), Status::ok);
  std::size_t k = 1;
  for (;; ++k) {
    memory.fail(k);
    if (body.build(many) == Status::ok) break;
    EXPECT_EQ(body.child_count(), 1u);
    ASSERT_LT(k, 100u);
  }
  EXPECT_GT(k, 4u);
  memory.fail(1, true);
  EXPECT_EQ(body.move(7, Transform2f{{4, 0}, {}}), Status::ok);
  EXPECT_EQ(memory.calls(), 0u);
}

}  // namespace
}  // namespace masu::test
