// SPDX-License-Identifier: MIT
// Query filters and user data from C: as in C++, for all kinds.
#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>
#include <vector>

#include <masu/mesh/surface_mesh.hpp>
#include <masu/shapes/sphere.hpp>
#include <masu/world/world.hpp>

#include "tests/c/api.hpp"

namespace masu::test {
namespace {

template <class K>
class CQueryFilter : public ::testing::Test {
 public:
  static constexpr int kDim = K::kD;
  using Real = typename K::Real;
  using Calls = Api<kDim, Real>;
  using VecT = Vec<kDim, Real>;

  // Balls in a row along x, each third a sensor.
  CQueryFilter() {
    const auto ball = c_shape(Sphere<kDim, Real>{Real(0.4)}.view());
    for (int i = 0; i < 30; ++i) {
      masu_object_options o = masu_object_options_default();
      o.sensor = i % 3 == 0 ? 1 : 0;
      o.user_data = 1000u + unsigned(i);
      o.filter.category = i % 2 == 0 ? 1 : 2;
      handles_.push_back(world_.add(ball, along(Real(i)), &o));
    }
    ray_.origin = c_vec(along(-5));
    ray_.direction = c_vec(along(1));
    ray_.max_t = 100;
  }
  static VecT along(Real x) {
    VecT v{};
    v[0] = x;
    return v;
  }
  // The first object on the ray.
  std::uint32_t first(const masu_query_filter* filter, masu_status expected = MASU_OK) {
    typename Calls::RayHit hit{};
    EXPECT_EQ(Calls::ray_cast(world_, &ray_, filter, &hit), expected);
    return hit.object.index;
  }

  CWorld<kDim, Real> world_;
  std::vector<masu_handle> handles_;
  typename Calls::Ray ray_;
};
TYPED_TEST_SUITE(CQueryFilter, Kinds);

TYPED_TEST(CQueryFilter, sensors_filters_and_predicates) {
  EXPECT_EQ(this->first(nullptr), 1u);
  masu_query_filter f = masu_query_filter_default();
  EXPECT_EQ(this->first(&f), 1u);
  f.sensors = MASU_SENSORS_FOUND;
  EXPECT_EQ(this->first(&f), 0u);
  f.sensors = MASU_SENSORS_LEFT_OUT;
  EXPECT_EQ(this->first(&f), 1u);
  const masu_filter even{1, 1};
  f.filter = &even;
  EXPECT_EQ(this->first(&f), 2u);
  struct Recorder {
    std::uint32_t least;
    std::vector<masu_query_candidate> seen;
  } recorder{8, {}};
  f.accept = [](void* context, const masu_query_candidate* c) {
    auto& a = *static_cast<Recorder*>(context);
    a.seen.push_back(*c);
    return c->object.index >= a.least ? 1 : 0;
  };
  f.context = &recorder;
  EXPECT_EQ(this->first(&f), 8u);
  for (const masu_query_candidate& c : recorder.seen) {
    EXPECT_EQ(c.object.index % 2, 0u);
    EXPECT_EQ(c.sub_shape, 0u);
    EXPECT_EQ(c.reserved, 0u);
    EXPECT_NEAR(c.t, double(c.object.index) + 4.6, 1e-5);
    EXPECT_NEAR(c.point[0], double(c.object.index) - 0.4, 1e-5);
    EXPECT_NEAR(c.normal[0], -1, 1e-6);
    EXPECT_EQ(c.point[2], 0);
  }
}

TYPED_TEST(CQueryFilter, all_queries_accept_a_filter) {
  using A = typename TestFixture::Calls;
  using T = typename TestFixture::Real;
  masu_query_filter f = masu_query_filter_default();
  std::uint32_t which = 12;  // a sensor
  f.accept = [](void* context, const masu_query_candidate* c) {
    return c->object.index == *static_cast<std::uint32_t*>(context) ? 1 : 0;
  };
  f.context = &which;
  f.sensors = MASU_SENSORS_FOUND;
  const auto ball = c_shape(Sphere<TestFixture::kDim, T>{T(30)}.view());
  const auto pose = c_pose(Transform<TestFixture::kDim, T>{this->along(T(12)), {}});
  const auto point = c_vec(this->along(T(12)));
  const auto displacement = c_vec(this->along(T(90)));
  const auto small = c_shape(Sphere<TestFixture::kDim, T>{T(0.3)}.view());
  const auto before = c_pose(Transform<TestFixture::kDim, T>{this->along(T(-20)), {}});
  typename A::Aabb box;
  box.min = c_vec(TestFixture::VecT::all(T(-50)));
  box.max = c_vec(TestFixture::VecT::all(T(50)));
  std::vector<std::uint32_t> seen;
  const masu_visit_object visit = [](void* to, masu_handle h) {
    static_cast<std::vector<std::uint32_t>*>(to)->push_back(h.index);
    return 1;
  };
  const auto expect_one = [&](masu_status status) {
    EXPECT_EQ(status, MASU_OK);
    EXPECT_EQ(seen, std::vector<std::uint32_t>{12});
    seen.clear();
  };
  const auto& w = this->world_;
  expect_one(A::touching(w, &ball, &pose, &f, visit, &seen));
  expect_one(A::at(w, &point, &f, visit, &seen));
  expect_one(A::overlapping(w, &box, &f, visit, &seen));
  const auto append_hit = [](void* to, const typename A::RayHit* hit) {
    static_cast<std::vector<std::uint32_t>*>(to)->push_back(hit->object.index);
    return 1;
  };
  expect_one(A::for_each_on_ray(w, &this->ray_, &f, append_hit, &seen));
  const auto append_near = [](void* to, masu_handle h, const typename A::SurfacePoint*) {
    static_cast<std::vector<std::uint32_t>*>(to)->push_back(h.index);
    return 1;
  };
  expect_one(A::within(w, &point, T(40), &f, append_near, &seen));
  typename A::CastHit cast;
  EXPECT_EQ(A::shape_cast(w, &small, &before, &displacement, &f, &cast), MASU_OK);
  EXPECT_EQ(cast.object.index, 12u);
  typename A::Neighbor near[3];
  std::size_t count = 0;
  EXPECT_EQ(A::nearest(w, &point, &f, near, 3, &count), MASU_OK);
  ASSERT_EQ(count, 1u);
  EXPECT_EQ(near[0].object.index, 12u);
  typename A::Nearest closest;
  EXPECT_EQ(A::closest_to(w, &small, &before, &f, &closest), MASU_OK);
  EXPECT_EQ(closest.a.index, 12u);

  masu_results* results = nullptr;
  ASSERT_EQ(masu_results_create(nullptr, &results), MASU_OK);
  const auto expect_handle = [&](masu_status status) {
    EXPECT_EQ(status, MASU_OK);
    ASSERT_EQ((masu_results_handles(results, &count), count), 1u);
    EXPECT_EQ(masu_results_handles(results, &count)[0].index, 12u);
  };
  expect_handle(A::overlapping_many(w, &box, 1, &f, nullptr, results));
  expect_handle(A::touching_many(w, &ball, &pose, 1, &f, nullptr, results));
  expect_handle(A::at_many(w, &point, 1, &f, nullptr, results));
  typename A::RayHit hit;
  EXPECT_EQ(A::ray_cast_many(w, &this->ray_, 1, &f, nullptr, &hit), MASU_OK);
  EXPECT_EQ(hit.object.index, 12u);
  for (int many = 0; many < 2; ++many) {
    EXPECT_EQ(many == 0 ? A::ray_cast_all(w, &this->ray_, &f, results)
                        : A::ray_cast_all_many(w, &this->ray_, 1, &f, nullptr, results),
              MASU_OK);
    ASSERT_NE(A::hits(results, nullptr, &count), nullptr);
    EXPECT_EQ(count, 1u);
  }
  EXPECT_EQ(A::shape_cast_many(w, &small, &before, &displacement, 1, &f, nullptr, results, &cast),
            MASU_OK);
  EXPECT_EQ(cast.object.index, 12u);
  EXPECT_EQ(A::closest_to_many(w, &small, &before, 1, &f, nullptr, results, &closest), MASU_OK);
  EXPECT_EQ(closest.a.index, 12u);
  EXPECT_EQ(A::nearest_many(w, &point, 1, 3, &f, nullptr, results), MASU_OK);
  EXPECT_EQ((A::neighbors(results, nullptr, &count), count), 1u);
  EXPECT_EQ(A::within_many(w, &point, 1, T(40), &f, nullptr, results), MASU_OK);
  EXPECT_EQ((A::neighbors(results, nullptr, &count), count), 1u);
  EXPECT_EQ(masu_results_destroy(results), MASU_OK);
}

TYPED_TEST(CQueryFilter, refuses_invalid_and_throwing_filters) {
  masu_query_filter f = masu_query_filter_default();
  f.size = 0;
  (void)this->first(&f, MASU_WRONG_FORMAT);
  f = masu_query_filter_default();
  f.sensors = 3;
  (void)this->first(&f, MASU_OUT_OF_RANGE);
  f = masu_query_filter_default();
  int calls = 0;
  f.context = &calls;
  f.accept = [](void* context, const masu_query_candidate*) -> int {
    if (++*static_cast<int*>(context) == 3) throw std::runtime_error("from a predicate");
    return 0;
  };
  (void)this->first(&f, MASU_THREW);
  EXPECT_EQ(calls, 3);
  EXPECT_EQ(this->world_.move(this->handles_[0], this->along(-1)), MASU_OK);
}

TYPED_TEST(CQueryFilter, user_data_of_objects_and_of_the_sub_shapes_that_are_hit) {
  using A = typename TestFixture::Calls;
  constexpr int kD = TestFixture::kDim;
  using V = typename TestFixture::VecT;
  using T = typename TestFixture::Real;
  for (std::size_t i = 0; i < 30; ++i) {
    EXPECT_EQ(masu_world_user_data(this->world_, this->handles_[i]), 1000 + i);
  }
  EXPECT_EQ(masu_world_user_data(nullptr, this->handles_[0]), 0u);
  // Walls across the ray, one behind the other.
  std::vector<V> vertices;
  std::vector<std::uint32_t> corners;
  std::vector<std::uint64_t> ids;
  for (std::uint32_t i = 0; i < 9; ++i) {
    for (int k = 0; k < kD; ++k) {
      V v = TestFixture::along(T(100 + i));
      v[1] = k == 0 ? T(-5) : T(5);
      if (kD == 3) v[kD - 1] = k == 1 ? T(-5) : T(5) * T(k);
      vertices.push_back(v);
      corners.push_back(kD * i + std::uint32_t(k));
    }
    ids.push_back(~std::uint64_t(i));
  }
  masu_body* mesh = nullptr;
  ASSERT_EQ(A::mesh_create(reinterpret_cast<const typename A::Vec*>(vertices.data()),
                           vertices.size(), corners.data(), corners.size(), nullptr, &mesh),
            MASU_OK);
  EXPECT_EQ(masu_body_set_user_data(mesh, ids.data(), 8), MASU_SIZE_MISMATCH);
  EXPECT_EQ(masu_body_set_user_data(mesh, nullptr, 9), MASU_OUT_OF_RANGE);
  EXPECT_EQ(masu_body_set_user_data(nullptr, ids.data(), 9), MASU_OUT_OF_RANGE);
  ASSERT_EQ(masu_body_set_user_data(mesh, ids.data(), 9), MASU_OK);
  const masu_handle wall = this->world_.add(A::shape_of(mesh), {});
  EXPECT_EQ(masu_body_release(mesh), MASU_OK);
  masu_query_filter f = masu_query_filter_default();
  struct Context {
    masu_world* world;
    std::uint64_t id;
  } context{this->world_, ids[5]};
  f.context = &context;
  f.accept = [](void* to, const masu_query_candidate* c) {
    const auto& expected = *static_cast<const Context*>(to);
    return masu_world_sub_shape_user_data(expected.world, c->object, c->sub_shape) == expected.id
               ? 1
               : 0;
  };
  this->ray_.max_t = 1000;
  typename A::RayHit hit{};
  ASSERT_EQ(A::ray_cast(this->world_, &this->ray_, &f, &hit), MASU_OK);
  EXPECT_EQ(hit.object.index, wall.index);
  EXPECT_EQ(hit.sub_shape, 5u);
  EXPECT_EQ(masu_world_sub_shape_user_data(this->world_, this->handles_[0], 0), 0u);
  masu_body* hull = nullptr;
  ASSERT_EQ(A::hull_create(reinterpret_cast<const typename A::Vec*>(vertices.data()), 2 * kD,
                           nullptr, &hull),
            MASU_OK);
  EXPECT_EQ(masu_body_set_user_data(hull, ids.data(), 1), MASU_WRONG_FORMAT);
  EXPECT_EQ(masu_body_release(hull), MASU_OK);
}

TYPED_TEST(CQueryFilter, margins_of_objects) {
  using A = typename TestFixture::Calls;
  CWorld<TestFixture::kDim, typename TestFixture::Real> world;
  const auto ball = c_shape(Sphere<TestFixture::kDim, typename TestFixture::Real>{1}.view());
  masu_object_options o = masu_object_options_default();
  EXPECT_EQ(o.margin, 0);
  o.margin = 0.75;
  const masu_handle a = world.add(ball, this->along(0), &o);
  o.margin = 0.25;
  const masu_handle b = world.add(ball, this->along(3), &o);
  const auto pairs = [&] {
    EXPECT_EQ(masu_world_update(world, nullptr), MASU_OK);
    std::size_t count = 0;
    (void)masu_world_pairs(world, &count);
    return count;
  };
  EXPECT_EQ(pairs(), 1u);
  typename A::Object found;
  ASSERT_EQ(A::find(world, a, &found), MASU_OK);
  EXPECT_EQ(found.options.margin, 0.75);
  EXPECT_EQ(masu_world_set_margin(world, b, 0.125), MASU_OK);
  EXPECT_EQ(pairs(), 0u);
  EXPECT_EQ(masu_world_set_margin(world, b, -1), MASU_OUT_OF_RANGE);
  EXPECT_EQ(masu_world_set_margin(world, {77, 1}, 1), MASU_STALE_HANDLE);
  o.margin = std::numeric_limits<double>::infinity();
  masu_handle made;
  const auto pose = A::pose_at(c_vec(this->along(0)));
  EXPECT_EQ(A::add(world, &ball, &pose, &o, &made), MASU_OUT_OF_RANGE);
  EXPECT_EQ(masu_world_set_margin(world, b, 0.5), MASU_OK);
  EXPECT_EQ(pairs(), 1u);
}

}  // namespace
}  // namespace masu::test
