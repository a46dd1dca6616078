// SPDX-License-Identifier: MIT
// Bodies of a user's class: every query is that of a Compound of the same sub-shapes.
#include <gtest/gtest.h>

#include <masu/mesh/body_view.hpp>
#include <masu/mesh/composite_aabb.hpp>
#include <masu/mesh/compound.hpp>

#include "mesh/composite_suite.hpp"

namespace masu::test {
namespace {

// A row of balls, searched one by one.
template <int D, class T>
struct Balls {
  static constexpr int kDimension = D;
  using Scalar = T;
  std::vector<Sphere<D, T>> balls{};
  std::vector<Transform<D, T>> poses{};

  SubShape<D, T> sub_shape(std::uint32_t i) const { return {balls[i].view(), &poses[i]}; }
  Aabb<D, T> box(std::uint32_t i) const { return aabb_of(balls[i], poses[i]); }
  Aabb<D, T> bounds() const {
    auto all = Aabb<D, T>::nothing();
    for (std::uint32_t i = 0; i < balls.size(); ++i) all = merge(all, box(i));
    return all;
  }
  template <class Visit>
  SearchResult for_each_sub_shape(const Aabb<D, T>& around, Visit&& visit) const {
    for (std::uint32_t i = 0; i < balls.size(); ++i) {
      if (overlaps(box(i), around) && !goes_on(visit, i, sub_shape(i)))
        return {Status::stopped, {}};
    }
    return {};
  }
  template <class Gap, class Visit>
  QueryStats for_each_sub_shape_near(Gap&& gap, double reach, Visit&& visit) const {
    for (std::uint32_t i = 0; i < balls.size(); ++i) {
      if (gap(box(i)) <= reach) reach = visit(i, sub_shape(i));
    }
    return {};
  }
};

// The same with all that a body may offer: the walk along a ray, and one normal for the contacts of
// each sub-shape.
template <int D, class T>
struct WalkedBalls : Balls<D, T> {
  mutable int walks = 0;

  template <class Visit>
  QueryStats for_each_sub_shape_along(const Vec<D, double>&, const Vec<D, double>&, double reach,
                                      Visit&& visit) const {
    ++walks;
    for (std::uint32_t i = 0; i < this->balls.size() && reach >= 0; ++i) {
      reach = visit(i, this->sub_shape(i));
    }
    return {};
  }
  Vec<D, double> corrected_normal(std::uint32_t, const Vec<D, double>&,
                                  const Vec<D, double>&) const {
    Vec<D, double> up{};
    up[1] = 1;
    return up;
  }
};

static_assert(CompositeShape<Balls<2, float>> && !RayWalkedShape<Balls<2, float>>);
static_assert(RayWalkedShape<WalkedBalls<3, float>> && CorrectsNormals<WalkedBalls<3, float>>);

template <int D, class T>
void add_balls(Balls<D, T>& body) {
  scenes::Pcg32 random(4);
  const auto far = Vec<D, double>::all(2);
  for (int i = 0; i < 12; ++i) {
    body.balls.push_back({T(random.between(0.2, 0.6))});
    body.poses.push_back(pose_within<D, T>(random, -far, far, true));
  }
}
template <int D, class T>
Compound<D, T> compound_of(const Balls<D, T>& body) {
  std::vector<Child<D, T>> children;
  for (std::size_t i = 0; i < body.balls.size(); ++i) {
    children.push_back(child(body.balls[i], body.poses[i]));
  }
  Compound<D, T> compound;
  EXPECT_EQ(compound.build(children), Status::ok);
  return compound;
}

template <int D, class T>
void expect_queries_of_all_sub_shapes() {
  Balls<D, T> body;
  add_balls(body);
  std::vector<std::uint32_t> ids;
  for (std::uint32_t i = 0; i < body.balls.size(); ++i) ids.push_back(i);
  expect_all_of_sub_shapes(body, ids, 0.5, by_tier(60, 2000));
}

TEST(OwnBodies, L17_queries_equal_those_of_all_sub_shapes) {
  expect_queries_of_all_sub_shapes<2, float>();
  expect_queries_of_all_sub_shapes<3, float>();
  expect_queries_of_all_sub_shapes<2, double>();
  expect_queries_of_all_sub_shapes<3, double>();
}

// Whether as themselves or as views.
TEST(OwnBodies, L17_queries_against_bodies_equal_those_of_a_compound) {
  Balls<3, double> body;
  add_balls(body);
  const Compound<3, double> same = compound_of(body);
  const BodyView<3, double> view = body_view(body);
  EXPECT_EQ(view.object(), &body);
  scenes::Pcg32 random(5);
  for (int i = 0; i < by_tier(30, 1000); ++i) {
    const auto far = Vec<3, double>::all(i % 2 == 0 ? 2 : 6);
    const auto p = pose_within<3, double>(random, -far, far, true);
    const auto q = pose_within<3, double>(random, -far, far, true);
    const auto apart = distance(same, p, same, q).separation();
    EXPECT_NEAR(distance(body, p, same, q).distance, apart.distance, 1e-12);
    EXPECT_NEAR(distance(view, p, body, q).distance, apart.distance, 1e-12);
    PairList expected, found, seen;
    ASSERT_EQ(touching_sub_shapes(same, p, same, q, expected).status, Status::ok);
    ASSERT_EQ(touching_sub_shapes(body, p, body, q, found).status, Status::ok);
    ASSERT_EQ(touching_sub_shapes(same.view(), p, view, q, seen).status, Status::ok);
    for (PairList* list : {&expected, &found, &seen}) std::sort(list->begin(), list->end());
    EXPECT_TRUE(std::equal(found.begin(), found.end(), expected.begin(), expected.end()));
    EXPECT_TRUE(std::equal(seen.begin(), seen.end(), expected.begin(), expected.end()));
    const auto box = aabb_of(same, p);
    EXPECT_EQ(aabb_of(body, p), box);
    EXPECT_EQ(aabb_of(view, p), box);
  }
}

TEST(OwnBodies, L17_optional_ray_visits_and_normals_are_used) {
  WalkedBalls<2, float> body;
  add_balls(body);
  const Compound<2, float> same = compound_of(body);
  scenes::Pcg32 random(6);
  const auto far = Vec<2, double>::all(4);
  for (int i = 0; i < 50; ++i) {
    const auto p = pose_within<2, float>(random, -far, far, true);
    const Ray<2, float> ray{p.translation, -p.translation, 2};
    const auto hit = ray_cast(body, Transform2f{}, ray);
    const auto expected = ray_cast(same, Transform2f{}, ray);
    EXPECT_EQ(hit.sub_shape, expected.sub_shape);
    EXPECT_EQ(hit.t, expected.t);
  }
  EXPECT_EQ(body.walks, 50);
  const Sphere<2, float> ball{1};
  Buffer<SubShapeContact<2, float>> found;
  const ContactOptions<float> options{.skip_internal_edges = true};
  ASSERT_EQ(contacts(body, Transform2f{}, ball, body.poses[3], found, options).status, Status::ok);
  ASSERT_FALSE(found.empty());
  for (const auto& c : found) {
    const Transform2f& pose = body.poses[c.sub_shape_a];
    EXPECT_LT(length(pose * Vec2f{0, 1} - pose.translation - c.normal), 1e-6);
  }
}

}  // namespace
}  // namespace masu::test
