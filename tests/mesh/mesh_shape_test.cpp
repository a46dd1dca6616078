// SPDX-License-Identifier: MIT
// A mesh against convex shapes, compared with all its triangles one by one.
#include <gtest/gtest.h>

#include <masu/mesh/composite_distance.hpp>
#include <masu/mesh/composite_intersects.hpp>
#include <masu/mesh/contacts.hpp>
#include <masu/narrow_phase/distance.hpp>
#include <masu/narrow_phase/intersects.hpp>
#include <masu/shapes/capsule.hpp>
#include <masu/shapes/cylinder.hpp>
#include <masu/shapes/half_space.hpp>
#include <masu/shapes/sphere.hpp>

#include "mesh/meshes.hpp"
#include "narrow_phase/same_bits.hpp"
#include "tests/support/failing_allocator.hpp"
#include "tests/support/tier.hpp"

namespace masu::test {
namespace {

static_assert(CompositeShape<TriangleMesh<float>> && CompositeShape<TriangleMesh<double>>);
static_assert(!Shape<TriangleMesh<float>> && !CompositeShape<Sphere<3, float>>);

template <class T>
class MeshAndShape : public testing::Test {
 protected:
  MeshAndShape() : rock_(box_solid<T>(0.4, 0.3, 0.2)) {
    meshes_.push_back(lumpy_sphere<T>(9, 14).mesh());
    meshes_.push_back(
        floor_of<T>(12, [](double x, double z) { return 0.2 * x * x - 0.3 * z; }).mesh());
    meshes_.push_back(soup_of<T>(300, 0.2, 1).mesh(BvhBuilder::morton));
    meshes_.push_back(soup_of<T>(3, 0.9, 2).mesh());
    shapes_ = {Sphere<3, T>{T(0.3)}.view(),
               Capsule<3, T>{{0, T(-0.3), 0}, {0, T(0.3), 0}, T(0.1)}.view(),
               Box<3, T>{{T(0.2), T(0.3), T(0.25)}}.view(),
               Cylinder<T>{T(0.2), T(0.3)}.view(),
               rock_.view(),
               HalfSpace<3, T>{{0, 1, 0}, T(-0.6)}.view()};
  }

  // f(mesh, pose, shape, pose) for random poses: some far, some near, some overlapping.
  template <class F>
  void for_each_case(int rounds, F&& f) {
    scenes::Pcg32 random(21);
    for (int i = 0; i < rounds; ++i) {
      const auto& mesh = meshes_[random.below(std::uint32_t(meshes_.size()))];
      const auto& shape = shapes_[random.below(std::uint32_t(shapes_.size()))];
      const auto pose = random_pose<T>(random, i % 2 == 0 ? 1.2 : 2);
      f(mesh, random_pose<T>(random, i % 4 == 0 ? 0.5 : 0), shape, pose);
      if (this->HasFatalFailure()) return;
    }
  }

  ConvexPolyhedron<T> rock_;
  std::vector<TriangleMesh<T>> meshes_;
  std::vector<ShapeView<3, T>> shapes_;
};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(MeshAndShape, Scalars);

template <class T>
constexpr double kAccuracy = std::is_same_v<T, float> ? 1e-6 : 1e-12;

TYPED_TEST(MeshAndShape, L17_the_distance_is_that_of_the_nearest_triangle) {
  using T = TypeParam;
  int apart = 0;
  int count = 0;
  this->for_each_case(by_tier(150, 3000), [&](const auto& mesh, const auto& pose, const auto& shape,
                                              const auto& shape_pose) {
    Separation<3, T> best;
    best.distance = std::numeric_limits<T>::infinity();
    for (std::size_t i = 0; i < mesh.triangle_count(); ++i) {
      const auto s = distance(mesh.triangle(i), pose, shape, shape_pose);
      if (s.distance < best.distance) best = s;
    }
    const auto got = distance(mesh, pose, shape, shape_pose);
    ASSERT_EQ(got.status, Status::ok);
    // Smooth shapes without a formula are promised 1e-9.
    const bool smooth = shape.kind == ShapeKind::cylinder;
    const double accuracy = smooth ? std::max(kAccuracy<T>, 1e-9) : kAccuracy<T>;
    EXPECT_NEAR(double(got.distance), double(best.distance), accuracy);
    EXPECT_LE(double(got.lower), double(best.upper));
    EXPECT_GE(double(got.upper), double(best.lower));
    EXPECT_LE(got.lower, got.upper);
    ASSERT_LT(got.sub_shape_a, mesh.triangle_count());
    EXPECT_EQ(got.sub_shape_b, 0u);
    // The sub-shapes named have that distance.
    const auto named = distance(mesh.triangle(got.sub_shape_a), pose, shape, shape_pose);
    EXPECT_NEAR(double(named.distance), double(best.distance), accuracy);
    const auto back = distance(shape, shape_pose, mesh, pose);
    expect_same_bits(back.flipped(), got.separation());
    EXPECT_EQ(back.sub_shape_b, got.sub_shape_a);
    apart += got.distance > 0;
    ++count;
  });
  EXPECT_GT(apart, count / 5);
  EXPECT_LT(apart, count * 4 / 5);
}

TYPED_TEST(MeshAndShape, L17_contacts_equal_those_of_all_triangles) {
  using T = TypeParam;
  std::size_t found = 0;
  const ContactOptions<T> options{.margin = T(0.01)};
  this->for_each_case(by_tier(60, 2000), [&](const auto& mesh, const auto& pose, const auto& shape,
                                             const auto& shape_pose) {
    std::vector<std::uint32_t> expected;
    std::vector<std::uint32_t> unsure;  // by rounding
    bool touching = false;
    for (std::uint32_t i = 0; i < mesh.triangle_count(); ++i) {
      const auto s = penetration(mesh.triangle(i), pose, shape, shape_pose);
      touching |= s.distance <= 0;
      if (std::fabs(double(s.distance - options.margin)) < kAccuracy<T>) unsure.push_back(i);
      if (s.distance <= options.margin) expected.push_back(i);
    }
    std::vector<std::uint32_t> got;
    const SearchResult r = contacts(
        mesh, pose, shape, shape_pose,
        [&](const SubShapeContact<3, T>& c) {
          got.push_back(c.sub_shape_a);
          const auto s = penetration(mesh.triangle(c.sub_shape_a), pose, shape, shape_pose);
          EXPECT_NEAR(double(c.distance), double(s.distance), 4 * kAccuracy<T>);
        },
        options);
    ASSERT_EQ(r.status, Status::ok);
    std::sort(got.begin(), got.end());
    if (unsure.empty()) {
      EXPECT_EQ(got, expected);
    }
    found += got.size();
    const auto hit = intersects(mesh, pose, shape, shape_pose);
    EXPECT_EQ(hit.status, Status::ok);
    EXPECT_EQ(hit.overlapping, touching);
    EXPECT_EQ(intersects(shape, shape_pose, mesh, pose).sub_shape_b, hit.sub_shape_a);
    // The same contacts, seen from the other side.
    Buffer<SubShapeContact<3, T>> list;
    Buffer<SubShapeContact<3, T>> back;
    ASSERT_EQ(contacts(mesh, pose, shape, shape_pose, list, options).status, Status::ok);
    ASSERT_EQ(contacts(shape, shape_pose, mesh, pose, back, options).status, Status::ok);
    ASSERT_EQ(list.size(), back.size());
    for (std::size_t i = 0; i < list.size(); ++i) {
      EXPECT_EQ(list[i].sub_shape_a, back[i].sub_shape_b);
      expect_same_bits(list[i].flipped(), back[i].separation());
    }
  });
  EXPECT_GT(found, 100u);
}

TEST(MeshContacts, sinks_stop_and_run_out_of_memory) {
  const auto mesh = floor_of<float>(8, [](double, double) { return 0; }).mesh();
  const Box<3, float> crate{{0.5f, 0.5f, 0.5f}};
  int seen = 0;
  const auto stop = [&](const SubShapeContact<3, float>&) { return ++seen < 3; };
  EXPECT_EQ(contacts(mesh, Transform3f{}, crate, {}, stop).status, Status::stopped);
  EXPECT_EQ(seen, 3);
  FailingAllocator memory;
  memory.fail(2, true);
  Buffer<SubShapeContact<3, float>> list(memory.allocator());
  EXPECT_EQ(contacts(mesh, Transform3f{}, crate, {}, list).status, Status::out_of_memory);
  int corners = 0;
  const auto count = [&](const SubShapeManifold<3, float>& m) { corners += m.count; };
  EXPECT_EQ(contact_manifolds(mesh, Transform3f{}, crate, {}, count).status, Status::ok);
  EXPECT_GT(corners, 30);
}

TEST(MeshContacts, bad_input_is_refused) {
  const auto mesh = floor_of<float>(2, [](double, double) { return 0; }).mesh();
  const TriangleMesh<float> none;
  const Sphere<3, float> ball{1};
  const Transform3f bad{{std::numeric_limits<float>::quiet_NaN(), 0, 0}, {}};
  EXPECT_EQ(intersects(none, Transform3f{}, ball, {}).status, Status::no_points);
  EXPECT_EQ(distance(ball, Transform3f{}, none, {}).status, Status::no_points);
  EXPECT_EQ(intersects(mesh, bad, ball, {}).status, Status::not_finite);
  EXPECT_EQ(intersects(mesh, Transform3f{}, Sphere<3, float>{0}, {}).status, Status::not_positive);
  const auto ignore = [](const SubShapeContact<3, float>&) {};
  const auto margin = [&](float m) {
    return contacts(mesh, Transform3f{}, ball, {}, ignore, {.margin = m}).status;
  };
  EXPECT_EQ(margin(-1), Status::out_of_range);
  EXPECT_EQ(margin(std::numeric_limits<float>::infinity()), Status::not_finite);
}

}  // namespace
}  // namespace masu::test
