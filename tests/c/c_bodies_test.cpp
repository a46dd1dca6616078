// SPDX-License-Identifier: MIT
// Shapes of all kinds through C: each is hit at its pose, and lasts as long as something holds it.
#include <gtest/gtest.h>

#include <array>
#include <cstring>

#include <masu/core/ray.hpp>

#include "tests/c/api.hpp"
#include "tests/support/failing_allocator.hpp"

namespace masu::test {
namespace {

template <class K>
class CBodies : public ::testing::Test {
 protected:
  static constexpr int kD = K::kD;
  using T = typename K::Real;
  using A = Api<kD, T>;
  using P = Vec<kD, T>;

  CBodies() : allocator_(c_allocator(memory_.allocator())), world_(&allocator_) {}

  // The first two or three numbers.
  static P vec(T x, T y, T z = 0) {
    P v{};
    v[0] = x;
    v[1] = y;
    if constexpr (kD == 3) v[2] = z;
    return v;
  }
  static typename A::Vec c(T x, T y, T z = 0) { return c_vec(vec(x, y, z)); }

  // How far down a ray from (x, 10, z) meets something; below zero: it does not.
  T ray_down(T x, T z = T(0.1)) {
    const Ray<kD, T> ray{vec(x, 10, z), vec(0, -1), T(100)};
    const auto c_ray = std::bit_cast<typename A::Ray>(ray);
    typename A::RayHit hit;
    EXPECT_EQ(A::ray_cast(world_, &c_ray, nullptr, &hit), MASU_OK);
    return hit.cast.hit != 0 ? hit.cast.t : T(-1);
  }
  // A world with this alone, as far as rays see.
  masu_handle set_object(const typename A::Shape& shape) {
    if (last_.index != MASU_NO_INDEX) {
      EXPECT_EQ(masu_world_remove(world_, last_), MASU_OK);
    }
    last_ = world_.add(shape, P{});
    EXPECT_EQ(masu_world_update(world_, nullptr), MASU_OK);
    return last_;
  }
  masu_handle set_object(masu_body* body) {
    const masu_handle h = set_object(A::shape_of(body));
    EXPECT_EQ(masu_body_release(body), MASU_OK);
    return h;
  }
  masu_body* hull() {
    std::vector<typename A::Vec> points;
    for (int i = 0; i < (1 << kD); ++i) {
      points.push_back(c(T(i & 1 ? 1 : -1), T(i & 2 ? 2 : -2), T(i & 4 ? 1 : -1)));
    }
    masu_body* body = nullptr;
    EXPECT_EQ(A::hull_create(points.data(), points.size(), &allocator_, &body), MASU_OK);
    return body;
  }

  FailingAllocator memory_;
  masu_allocator allocator_;
  CWorld<kD, T> world_;
  masu_handle last_{MASU_NO_INDEX, 0};
};

TYPED_TEST_SUITE(CBodies, Kinds);

TYPED_TEST(CBodies, simple_shapes) {
  using C = typename TestFixture::A;
  using Real = typename TestFixture::T;
  const auto vec_of = [](Real x, Real y) { return TestFixture::c(x, y); };
  this->set_object(C::sphere(2, vec_of(0, 1)));
  EXPECT_EQ(this->ray_down(0, 0), 7);
  this->set_object(C::capsule(vec_of(-2, 0), vec_of(2, 0), 1));
  EXPECT_NEAR(this->ray_down(1), 9, 0.01);
  this->set_object(C::box(TestFixture::c(1, 3, 1), vec_of(0, 0)));
  EXPECT_EQ(this->ray_down(0), 7);
  this->set_object(C::ellipsoid(TestFixture::c(1, 4, 1)));
  EXPECT_NEAR(this->ray_down(0, 0), 6, 1e-5);
  this->set_object(C::half_space(vec_of(0, 1), 2));
  EXPECT_NEAR(this->ray_down(50), 8, 1e-5);
  this->set_object(
      C::triangle(TestFixture::c(-1, 0, -1), TestFixture::c(2, 0, -1), TestFixture::c(0, 0, 2)));
  EXPECT_NEAR(this->ray_down(0), 10, 1e-5);
  this->set_object(C::segment(vec_of(-1, 1), vec_of(1, 1)));
  EXPECT_NEAR(this->ray_down(0, 0), 9, 1e-4);
  this->set_object(C::point(vec_of(0, 1)));
  EXPECT_NEAR(this->ray_down(0, 0), 9, 1e-4);
  if constexpr (TestFixture::kD == 3) {
    this->set_object(C::cylinder(2, 3));
    EXPECT_NEAR(this->ray_down(1), 7, 1e-5);
    this->set_object(C::cone(2, 3));
    EXPECT_NEAR(this->ray_down(0, 0), 7, 1e-4);
  }
}

TYPED_TEST(CBodies, polytopes) {
  using C = typename TestFixture::A;
  this->set_object(this->hull());
  EXPECT_NEAR(this->ray_down(0), 8, 1e-5);
  EXPECT_LT(this->ray_down(1.5), 0);
  masu_body* body = this->hull();
  auto rounded = C::shape_of(body);
  rounded.radius = 1;
  this->set_object(rounded);
  EXPECT_EQ(masu_body_release(body), MASU_OK);
  EXPECT_NEAR(this->ray_down(0), 7, 1e-4);
  if constexpr (TestFixture::kD == 2) {
    const typename C::Vec corners[3] = {{0, 0}, {2, 0}, {0, 4}};
    ASSERT_EQ(C::polygon_create(corners, 3, &this->allocator_, &body), MASU_OK);
    this->set_object(body);
    EXPECT_NEAR(this->ray_down(1), 8, 1e-5);
    std::array<typename C::Vec, 3> inverted = {corners[0], corners[2], corners[1]};
    EXPECT_EQ(C::polygon_create(inverted.data(), 3, &this->allocator_, &body), MASU_INVERTED);
  } else {
    const typename C::Vec corners[4] = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {0, 0, 4}};
    const std::uint32_t loops[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    const std::uint32_t counts[4] = {3, 3, 3, 3};
    ASSERT_EQ(C::polyhedron_create(corners, 4, loops, 12, counts, 4, &this->allocator_, &body),
              MASU_OK);
    this->set_object(body);
    EXPECT_NEAR(this->ray_down(1, 1), 8, 1e-5);
    EXPECT_EQ(C::polyhedron_create(corners, 4, loops, 9, counts, 3, &this->allocator_, &body),
              MASU_OPEN_SURFACE);
  }
  EXPECT_EQ(body, nullptr);
  EXPECT_EQ(C::hull_create(nullptr, 0, &this->allocator_, &body), MASU_NO_POINTS);
}

TYPED_TEST(CBodies, mesh_and_its_change) {
  using C = typename TestFixture::A;
  constexpr int kAxes = TestFixture::kD;
  std::vector<typename C::Vec> vertices = {TestFixture::c(5, 1, -5), TestFixture::c(-5, 1, -5)};
  if (kAxes == 3) vertices.push_back(TestFixture::c(0, 1, 5));
  const std::uint32_t corners[3] = {0, 1, 2};
  masu_body* mesh = nullptr;
  ASSERT_EQ(C::mesh_create(vertices.data(), kAxes, corners, kAxes, &this->allocator_, &mesh),
            MASU_OK);
  const masu_handle h = this->set_object(C::shape_of(mesh));
  EXPECT_NEAR(this->ray_down(0), 9, 1e-5);
  for (auto& v : vertices) v.y = 3;
  ASSERT_EQ(C::mesh_set_vertices(mesh, vertices.data(), kAxes), MASU_OK);
  EXPECT_EQ(C::mesh_set_vertices(mesh, vertices.data(), kAxes - 1), MASU_SIZE_MISMATCH);
  const auto shape = C::shape_of(mesh);
  ASSERT_EQ(C::set_shape(this->world_, h, &shape), MASU_OK);
  EXPECT_NEAR(this->ray_down(0), 7, 1e-5);
  auto rounded = shape;
  rounded.radius = 1;
  EXPECT_EQ(C::set_shape(this->world_, h, &rounded), MASU_OUT_OF_RANGE);
  EXPECT_EQ(masu_body_release(mesh), MASU_OK);
  EXPECT_EQ(C::mesh_create(vertices.data(), kAxes, nullptr, 0, &this->allocator_, &mesh),
            MASU_NO_POINTS);
}

TYPED_TEST(CBodies, fields) {
  using C = typename TestFixture::A;
  using Real = typename TestFixture::T;
  constexpr int kAxes = TestFixture::kD;
  const std::uint32_t samples[2] = {3, 3};
  const Real spacing[2] = {2, 2};
  const std::vector<Real> heights(kAxes == 2 ? 3 : 9, Real(1));
  masu_body* field = nullptr;
  ASSERT_EQ(C::height_field_create(samples, spacing, heights.data(), heights.size(),
                                   &this->allocator_, &field),
            MASU_OK);
  this->set_object(C::shape_of(field));
  EXPECT_NEAR(this->ray_down(3, 1), 9, 1e-5);
  const std::uint32_t cell[2] = {1, 0};
  ASSERT_EQ(C::height_field_set_hole(field, cell, 1), MASU_OK);
  EXPECT_LT(this->ray_down(3, 1), 0);
  const std::uint32_t first[2] = {0, 0};
  const std::uint32_t one[2] = {3, 1};
  const std::vector<Real> low(3, Real(-1));
  ASSERT_EQ(C::height_field_set_heights(field, first, one, low.data(), 3), MASU_OK);
  this->set_object(field);
  EXPECT_GT(this->ray_down(1, Real(0.1)), 10);

  const std::uint32_t size[3] = {4, 2, 4};
  masu_body* grid = nullptr;
  ASSERT_EQ(
      C::tile_grid_create(size, TestFixture::c(1, 1, 1), nullptr, 0, &this->allocator_, &grid),
      MASU_OK);
  const std::uint32_t solid_cell[3] = {2, 1, 0};
  ASSERT_EQ(C::tile_grid_set(grid, solid_cell, MASU_TILE_SOLID), MASU_OK);
  EXPECT_EQ(C::tile_grid_set(grid, solid_cell, 99), MASU_OUT_OF_RANGE);
  EXPECT_EQ(C::tile_grid_set(grid, size, MASU_TILE_SOLID), MASU_BAD_INDEX);
  this->set_object(grid);
  EXPECT_NEAR(this->ray_down(2.5), 8, 1e-5);
  EXPECT_LT(this->ray_down(1.5), 0);
  const std::vector<std::uint8_t> tiles(kAxes == 2 ? 8 : 32, MASU_TILE_SOLID);
  ASSERT_EQ(C::tile_grid_create(size, TestFixture::c(1, 1, 1), tiles.data(), tiles.size(),
                                &this->allocator_, &grid),
            MASU_OK);
  this->set_object(grid);
  EXPECT_NEAR(this->ray_down(1.5), 8, 1e-5);
}

TYPED_TEST(CBodies, compounds_hold_their_children) {
  using C = typename TestFixture::A;
  using Real = typename TestFixture::T;
  masu_body* part = this->hull();
  const typename C::Child children[2] = {
      {C::shape_of(part), C::pose_at(TestFixture::c(-4, 0))},
      {C::sphere(1, TestFixture::c(0, 0)), C::pose_at(TestFixture::c(4, 0))}};
  masu_body* compound = nullptr;
  ASSERT_EQ(C::compound_create(children, 2, &this->allocator_, &compound), MASU_OK);
  ASSERT_EQ(masu_body_release(part), MASU_OK);
  const masu_handle h = this->set_object(C::shape_of(compound));
  EXPECT_NEAR(this->ray_down(-4), 8, 1e-5);
  EXPECT_NEAR(this->ray_down(4, 0), 9, 1e-5);
  const auto up = C::pose_at(TestFixture::c(-4, 3));
  ASSERT_EQ(C::compound_move(compound, 0, &up), MASU_OK);
  EXPECT_EQ(C::compound_move(compound, 2, &up), MASU_BAD_INDEX);
  const auto shape = C::shape_of(compound);
  ASSERT_EQ(C::set_shape(this->world_, h, &shape), MASU_OK);
  EXPECT_NEAR(this->ray_down(-4), 5, 1e-5);
  const typename C::Child nested = {shape, C::pose_at({})};
  masu_body* none = nullptr;
  EXPECT_EQ(C::compound_create(&nested, 1, &this->allocator_, &none), MASU_OUT_OF_RANGE);
  EXPECT_EQ(masu_body_release(compound), MASU_OK);
  EXPECT_NEAR(this->ray_down(-4), Real(5), 1e-5);
}

TYPED_TEST(CBodies, shapes_of_the_caller) {
  using C = typename TestFixture::A;
  using Real = typename TestFixture::T;
  Real half = 2;  // of a box, or a square
  const auto support = [](void* context, const typename C::Vec* direction) {
    const auto d = std::bit_cast<Vec<TestFixture::kD, Real>>(*direction);
    Vec<TestFixture::kD, Real> p{};
    for (int a = 0; a < TestFixture::kD; ++a) {
      p[a] = d[a] < 0 ? -*static_cast<Real*>(context) : *static_cast<Real*>(context);
    }
    return c_vec(p);
  };
  masu_body* body = nullptr;
  ASSERT_EQ(C::custom_create(support, &half, &this->allocator_, &body), MASU_OK);
  const masu_handle h = this->set_object(body);
  EXPECT_NEAR(this->ray_down(1), 8, 1e-4);
  typename C::Object object;
  ASSERT_EQ(C::find(this->world_, h, &object), MASU_OK);
  EXPECT_EQ(object.shape.body, body);
  EXPECT_EQ(object.shape.kind, std::uint32_t(MASU_BODY));
  EXPECT_NEAR(object.box.max.y, 2, 1e-4);
  EXPECT_GE(object.box.max.y, 2);
}

TYPED_TEST(CBodies, are_held_until_their_objects_are_removed) {
  using C = typename TestFixture::A;
  using VecT = typename TestFixture::P;
  masu_body* body = this->hull();
  const auto shape = C::shape_of(body);
  const masu_handle a = this->world_.add(shape, VecT{});
  const auto pose = c_pose(Transform<TestFixture::kD, typename TestFixture::T>{});
  masu_handle b;
  ASSERT_EQ(C::add_many(this->world_, &shape, 1, &pose, nullptr, 0, 1, &b), MASU_OK);
  ASSERT_EQ(masu_world_update(this->world_, nullptr), MASU_OK);
  ASSERT_EQ(masu_body_release(body), MASU_OK);
  const void* bytes = nullptr;
  std::size_t size = 0;
  ASSERT_EQ(masu_world_save(this->world_, &bytes, &size), MASU_OK);
  std::vector<std::uint8_t> saved(size + 1);
  std::memcpy(saved.data() + 1, bytes, size);  // not aligned
  const std::size_t blocks = this->memory_.blocks();
  ASSERT_EQ(masu_world_remove(this->world_, a), MASU_OK);
  EXPECT_EQ(this->memory_.blocks(), blocks);
  EXPECT_EQ(masu_world_restore(this->world_, saved.data() + 1, size), MASU_STALE_HANDLE);
  const auto round = C::sphere(1, TestFixture::c(0, 0));
  ASSERT_EQ(C::set_shape(this->world_, b, &round), MASU_OK);
  EXPECT_LT(this->memory_.blocks(), blocks);
}

TYPED_TEST(CBodies, restored_worlds_hold_their_shapes) {
  using C = typename TestFixture::A;
  using VecT = typename TestFixture::P;
  this->set_object(this->hull());
  const std::uint64_t hash = masu_world_hash(this->world_);
  const void* bytes = nullptr;
  std::size_t size = 0;
  ASSERT_EQ(masu_world_save(this->world_, &bytes, &size), MASU_OK);
  const auto* first = static_cast<const std::uint8_t*>(bytes);
  const std::vector<std::uint8_t> alone(first, first + size);
  masu_body* late = this->hull();
  const masu_handle second = this->world_.add(C::shape_of(late), VecT{});
  EXPECT_EQ(masu_world_save(this->world_, &bytes, &size), MASU_NOT_UPDATED);
  EXPECT_EQ(bytes, nullptr);
  ASSERT_EQ(masu_world_update(this->world_, nullptr), MASU_OK);
  ASSERT_EQ(masu_world_save(this->world_, &bytes, &size), MASU_OK);
  std::vector<std::uint8_t> both(static_cast<const std::uint8_t*>(bytes),
                                 static_cast<const std::uint8_t*>(bytes) + size);
  ASSERT_EQ(masu_body_release(late), MASU_OK);
  ASSERT_EQ(masu_world_restore(this->world_, both.data(), size), MASU_OK);
  EXPECT_EQ(masu_world_contains(this->world_, second), 1);
  EXPECT_NE(masu_world_hash(this->world_), hash);
  EXPECT_NEAR(this->ray_down(0), 8, 1e-5);
  const std::size_t blocks = this->memory_.blocks();
  ASSERT_EQ(masu_world_restore(this->world_, alone.data(), alone.size()), MASU_OK);
  EXPECT_EQ(masu_world_contains(this->world_, second), 0);
  EXPECT_EQ(masu_world_hash(this->world_), hash);
  EXPECT_LT(this->memory_.blocks(), blocks);
  EXPECT_NEAR(this->ray_down(0), 8, 1e-5);
  both[size / 2] ^= 1;
  EXPECT_EQ(masu_world_restore(this->world_, both.data(), size), MASU_DAMAGED);
  EXPECT_NE(masu_world_restore(this->world_, both.data(), 10), MASU_OK);
  EXPECT_EQ(masu_world_validate(this->world_), 1);
}

}  // namespace
}  // namespace masu::test
