// SPDX-License-Identifier: MIT
// What a frame reports to C besides lists of pairs: volumes, images on a torus, impacts, objects
// that left.
#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "tests/c/memory.hpp"
#include "tests/world/world_model.hpp"

namespace masu::test {
namespace {

template <class K>
class CVolumes : public ::testing::Test {
 protected:
  static constexpr int kD = K::kD;
  using T = typename K::Real;
  using A = Api<kD, T>;

  template <class CppLoops>
  static void compare_loops(const masu_volume_loop* c, std::size_t count, const CppLoops& loops) {
    ASSERT_EQ(count, loops.size());
    for (std::size_t i = 0; i < count; ++i) {
      ASSERT_EQ(c[i].first, loops[i].first);
      ASSERT_EQ(c[i].count, loops[i].count);
      ASSERT_EQ(c[i].body, std::uint8_t(loops[i].source.body));
      ASSERT_EQ(c[i].face, loops[i].source.face);
    }
  }
};

TYPED_TEST_SUITE(CVolumes, Kinds);

TYPED_TEST(CVolumes, equal_those_of_cpp) {
  constexpr int kAxes = TestFixture::kD;
  using Real = typename TestFixture::T;
  using Calls = typename TestFixture::A;
  World<kAxes, Real> world({.detail = ContactDetail::volumes});
  CWorld<kAxes, Real> c(nullptr, MASU_VOLUMES);
  scenes::Pcg32 random(77);
  RandomBodies<kAxes, Real> bodies{random, 5};
  for (int i = 0; i < 40; ++i) {
    const Box<kAxes, Real> box{Vec<kAxes, Real>::all(Real(random.between(0.5, 1)))};
    const auto shape = i % 4 == 0 ? Sphere<kAxes, Real>{Real(0.5)}.view() : box.view();
    const auto pose = bodies.transform();
    const auto c_transform = c_pose(pose);
    const auto c_s = c_shape(shape);
    masu_handle made;
    ASSERT_EQ(world.add(shape, pose).status, Status::ok);
    ASSERT_EQ(Calls::add(c, &c_s, &c_transform, nullptr, &made), MASU_OK);
  }
  ASSERT_EQ(world.update().status, Status::ok);
  ASSERT_EQ(masu_world_update(c, nullptr), MASU_OK);
  std::size_t n = 0;
  const masu_pair* pairs = masu_world_pairs(c, &n);
  ASSERT_EQ(n, world.pairs().size());
  int solid = 0, none = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const auto contacts = world.contacts(world.pairs()[i]);
    for (std::size_t k = 0; k < contacts.size(); ++k) {
      const auto expected = world.volume(world.pairs()[i], contacts[k]);
      typename Calls::Volume v;
      ASSERT_EQ(Calls::volume(c, &pairs[i], k, &v), masu_status(expected.status));
      ASSERT_EQ(v.status, std::uint8_t(expected.status));
      ASSERT_EQ(v.volume, expected.volume);
      ASSERT_EQ(v.area, expected.area);
      ASSERT_EQ((std::bit_cast<Vec<kAxes, Real>>(v.centroid)), expected.centroid);
      ASSERT_EQ((std::bit_cast<Vec<kAxes, Real>>(v.normal)), expected.normal);
      ASSERT_EQ(v.vertex_count, expected.vertices.size());
      for (std::size_t m = 0; m < v.vertex_count; ++m) {
        ASSERT_EQ((std::bit_cast<Vec<kAxes, Real>>(v.vertices[m])), expected.vertices[m]);
      }
      ASSERT_EQ(v.index_count, expected.indices.size());
      ASSERT_TRUE(std::equal(v.indices, v.indices + v.index_count, expected.indices.begin()));
      ASSERT_NO_FATAL_FAILURE(this->compare_loops(v.faces, v.face_count, expected.faces));
      ASSERT_NO_FATAL_FAILURE(this->compare_loops(v.cuts, v.cut_count, expected.cuts));
      ++(expected.status == Status::ok ? solid : none);
    }
    typename Calls::Volume v;
    ASSERT_EQ(Calls::volume(c, &pairs[i], contacts.size(), &v), MASU_BAD_INDEX);
    ASSERT_EQ(v.face_count, 0u);
  }
  EXPECT_GT(solid, 10);
  EXPECT_GT(none, 5);
}

using A2 = Api<2, float>;

TEST(CFrame, worlds_without_volumes_report_it_and_pairs_are_found_by_id) {
  CWorld<2, float> world;
  const masu_handle a = world.add(A2::box({1, 1}, {0, 0}), {0, 0});
  world.add(A2::box({1, 1}, {0, 0}), {1.5f, 0.5f});
  ASSERT_EQ(masu_world_update(world, nullptr), MASU_OK);
  std::size_t n = 0;
  const masu_pair* pairs = masu_world_pairs(world, &n);
  ASSERT_EQ(n, 1u);
  const masu_pair pair = pairs[0];
  EXPECT_EQ(masu_world_find_pair(world, &pair), pairs);
  masu_volume_2f volume;
  EXPECT_EQ(A2::volume(world, &pair, 0, &volume), MASU_NOT_UPDATED);
  masu_vec_2f shift = {7, 7};
  EXPECT_EQ(A2::shift(world, &pair, &shift), MASU_OK);
  EXPECT_EQ(shift.x, 0);
  EXPECT_EQ(shift.y, 0);
  ASSERT_EQ(world.move(a, {90, 0}), MASU_OK);
  ASSERT_EQ(masu_world_update(world, nullptr), MASU_OK);
  EXPECT_EQ(masu_world_find_pair(world, &pair), nullptr);
  EXPECT_EQ(A2::volume(world, &pair, 0, &volume), MASU_STALE_HANDLE);
  EXPECT_EQ(A2::shift(world, &pair, &shift), MASU_STALE_HANDLE);
}

TEST(CFrame, pairs_across_a_periodic_boundary_report_their_shift) {
  masu_world_options options = masu_world_options_default(2, MASU_FLOAT);
  options.period[0] = 16;
  masu_world* world = nullptr;
  ASSERT_EQ(masu_world_create(&options, nullptr, &world), MASU_OK);
  const auto circle = A2::sphere(1, {0, 0});
  masu_handle made;
  for (const float x : {0.5f, 15.5f, 8.0f}) {
    const auto pose = A2::pose_at({x, 0});
    ASSERT_EQ(A2::add(world, &circle, &pose, nullptr, &made), MASU_OK);
  }
  ASSERT_EQ(masu_world_update(world, nullptr), MASU_OK);
  std::size_t n = 0;
  const masu_pair* pairs = masu_world_pairs(world, &n);
  ASSERT_EQ(n, 1u);
  masu_vec_2f shift;
  ASSERT_EQ(A2::shift(world, &pairs[0], &shift), MASU_OK);
  EXPECT_EQ(shift.x, -16) << "the second lies to the left of the first";
  EXPECT_EQ(shift.y, 0);
  EXPECT_EQ(masu_world_destroy(world), MASU_OK);
}

// One story in which each list has something, in the order that is promised.
struct Events {
  std::string order;
  masu_handle left{};
  float t = -1;
};
A2::Listener listener_of(Events& events) {
  A2::Listener listener{};
  listener.context = &events;
  static const auto append = [](void* to, char c) { static_cast<Events*>(to)->order += c; };
  listener.on_end = [](void* to, const masu_ended_pair*) { append(to, 'e'); };
  listener.on_cross = [](void* to, const masu_pair_impact_2f*) { append(to, 'c'); };
  listener.on_impact = [](void* to, const masu_pair_impact_2f* impact) {
    append(to, 'i');
    static_cast<Events*>(to)->t = impact->first.impact.t;
  };
  listener.on_begin = [](void* to, const masu_pair*) { append(to, 'b'); };
  listener.on_stay = [](void* to, const masu_pair*) { append(to, 's'); };
  listener.on_leave = [](void* to, masu_handle h) {
    append(to, 'l');
    static_cast<Events*>(to)->left = h;
  };
  return listener;
}
TEST(CFrame, listeners_receive_impacts_and_objects_that_left_the_bounds) {
  CWorld<2, float> world;
  const auto circle = A2::sphere(1, {0, 0});
  masu_object_options bullet = masu_object_options_default();
  bullet.continuous = 1;
  const masu_handle fast = world.add(circle, {0, 0}, &bullet);
  world.add(circle, {10, 0});
  const masu_handle far = world.add(circle, {0, 30});
  const masu_aabb_2f bounds = {{-50, -50}, {50, 50}};
  ASSERT_EQ(A2::set_bounds(world, &bounds), MASU_OK);
  ASSERT_EQ(masu_world_update(world, nullptr), MASU_OK);
  ASSERT_EQ(world.move(fast, {16, 0}), MASU_OK);
  ASSERT_EQ(world.move(far, {0, 80}), MASU_OK);
  Events events;
  auto listener = listener_of(events);
  ASSERT_EQ(A2::update_with_listener(world, &listener, nullptr), MASU_OK);
  EXPECT_EQ(events.order, "il");
  EXPECT_FLOAT_EQ(events.t, 0.5f);
  EXPECT_EQ(events.left.index, far.index);
  masu_object_2f found;
  ASSERT_EQ(A2::find(world, far, &found), MASU_OK);
  EXPECT_EQ(found.outside, 1);
  ASSERT_EQ(A2::find(world, fast, &found), MASU_OK);
  EXPECT_EQ(found.outside, 0);
  // Both may throw.
  ASSERT_EQ(world.move(fast, {0, 0}), MASU_OK);
  listener.on_impact = [](void*, const masu_pair_impact_2f*) { throw 1; };
  EXPECT_EQ(A2::update_with_listener(world, &listener, nullptr), MASU_THREW);
  ASSERT_EQ(world.move(fast, {0, 90}), MASU_OK);
  listener.on_impact = nullptr;
  listener.on_leave = [](void*, masu_handle) { throw 1; };
  EXPECT_EQ(A2::update_with_listener(world, &listener, nullptr), MASU_THREW);
  EXPECT_EQ(masu_world_validate(world), 1);
}

}  // namespace
}  // namespace masu::test
