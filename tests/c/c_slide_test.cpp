// SPDX-License-Identifier: MIT
// Characters in C slide like those of C++, and an invalid call moves none.
#include <gtest/gtest.h>

#include <cmath>

#include <masu/world/world_obstacles.hpp>

#include "tests/c/twin_worlds.hpp"

namespace masu::test {
namespace {

template <class K>
class CSlide : public TwinWorlds<K> {
 protected:
  using Twins = TwinWorlds<K>;
  using Twins::c_;
  using Twins::handles_;
  using Twins::kD;
  using Twins::random_;
  using Twins::world_;
  using typename Twins::A;
  using typename Twins::T;
  using Mover = CapsuleMover<kD, T>;

  CSlide() : Twins(17) {}

  // On a floor.
  void fill() {
    ASSERT_NO_FATAL_FAILURE(Twins::fill(41));
    Box<kD, T> floor{Vec<kD, T>::all(T(20))};
    floor.half_extents[1] = T(1);
    floor.center[1] = T(-2);
    this->add(floor.view(), {});
  }
  Vec<kD, T> random_point(double low, double high) {
    Vec<kD, T> p{};
    for (int a = 0; a < kD; ++a) p[a] = T(random_.between(low, high));
    return p;
  }

  void slide_once() {
    Mover mover{random_point(-1, 7), T(random_.between(0.1, 0.5)), {}};
    if (random_.below(2) == 0) mover.half_axis[0] = T(0.25);
    SlideOptions<kD, T> options;
    auto c_options = A::slide_options_default();
    if (random_.below(2) == 0) {
      options.up[1] = T(1);
      options.step_height = c_options.step_height = T(0.25);
      options.snap = c_options.snap = T(0.25);
      c_options.up = c_vec(options.up);
    }
    const MaybeFilter filter = random_.below(2) == 0 ? MaybeFilter{} : MaybeFilter{Filter{1, 1}};
    const masu_filter c_filter{1, 1};
    const Handle left_out = handles_[random_.below(std::uint32_t(handles_.size()))];
    auto displacement = random_point(-5, 5);
    displacement[1] -= T(3);
    const auto c_displacement = c_vec(displacement);
    auto c_mover = std::bit_cast<typename A::CapsuleMover>(mover);

    std::vector<SlideContact<kD>> contacts;
    const WorldObstacles<kD, T> obstacles(world_, filter, left_out);
    const auto note = [&](const SlideContact<kD>& c) { contacts.push_back(c); };
    // Every third object counts from above alone.
    const bool one_way = random_.below(2) == 0;
    const Mover before = mover;
    const auto counts = [&](const SlideObstacle<kD, T>& o) {
      const bool here = obstacles.object(o.body()).index % 3 != 0 || o.gap(up_) >= 0;
      passed_ += here ? 0 : 1;
      return here;
    };
    const auto expected = one_way ? slide(mover, displacement, obstacles, options, note, counts)
                                  : slide(mover, displacement, obstacles, options, note);
    if (one_way) {
      c_options.counts = [](void* context, const typename A::SlideObstacle* o) {
        static_cast<CSlide*>(context)->asked_.push_back(*o);
        return o->object.index % 3 != 0 || A::slide_gap(o, c_vec(up_)) >= 0 ? 1 : 0;
      };
      c_options.counts_context = this;
    }
    asked_.clear();
    std::vector<typename A::SlideContact> c_contacts;
    const auto take = [](void* to, const typename A::SlideContact* c) {
      static_cast<std::vector<typename A::SlideContact>*>(to)->push_back(*c);
    };
    typename A::SlideResult r;
    ASSERT_EQ(A::slide(c_, &c_mover, &c_displacement, filter ? &c_filter : nullptr,
                       c_handle(left_out), &c_options, take, &c_contacts, &r),
              masu_status(expected.status));
    ASSERT_EQ((std::bit_cast<Vec<kD, T>>(c_mover.position)), mover.position);
    for (const auto& o : asked_) {
      ASSERT_EQ((std::bit_cast<Vec<kD, T>>(o.mover.position)), before.position);
      ASSERT_EQ(o.mover.radius, before.radius);
      ASSERT_EQ((std::bit_cast<Vec<kD, T>>(o.displacement)), displacement);
      ASSERT_EQ(masu_world_contains(c_, o.object), 1);
    }
    ASSERT_EQ((std::bit_cast<Vec<kD, T>>(r.displacement)), expected.displacement);
    ASSERT_EQ((std::bit_cast<Vec<kD, T>>(r.ground_normal)), expected.ground_normal);
    ASSERT_EQ(r.on_ground != 0, expected.on_ground);
    ASSERT_EQ(r.ground.index, expected.ground_body);
    ASSERT_EQ(r.overlap, expected.overlap);
    ASSERT_EQ(r.stats.tests, expected.stats.tests);
    ASSERT_EQ(r.contacts, contacts.size());
    ASSERT_EQ(c_contacts.size(), contacts.size());
    for (std::size_t i = 0; i < contacts.size(); ++i) {
      ASSERT_EQ(c_contacts[i].object.index, contacts[i].body);
      ASSERT_EQ(masu_world_contains(c_, c_contacts[i].object), 1);
      ASSERT_NE(c_contacts[i].object.index, left_out.index);
      ASSERT_NE(c_contacts[i].object.index % 5, 0u) << "a sensor";
      ASSERT_EQ(c_contacts[i].sub_shape, contacts[i].sub_shape);
      ASSERT_EQ(c_contacts[i].t, contacts[i].t);
      ASSERT_EQ(c_contacts[i].walkable != 0, contacts[i].walkable);
      for (int a = 0; a < kD; ++a) {
        ASSERT_EQ(c_contacts[i].point[a], contacts[i].point[a]);
        ASSERT_EQ(c_contacts[i].normal[a], contacts[i].normal[a]);
      }
    }
    contacts_ += contacts.size();
    grounded_ += expected.on_ground ? 1 : 0;
  }

  std::vector<typename A::SlideObstacle> asked_;
  std::size_t contacts_ = 0, grounded_ = 0, passed_ = 0;

  static inline const Vec<kD, T> up_ = [] {
    Vec<kD, T> up{};
    up[1] = 1;
    return up;
  }();
};

TYPED_TEST_SUITE(CSlide, Kinds);

TYPED_TEST(CSlide, equals_that_of_cpp) {
  ASSERT_NO_FATAL_FAILURE(this->fill());
  for (int i = 0; i < 200; ++i) {
    SCOPED_TRACE(i);
    ASSERT_NO_FATAL_FAILURE(this->slide_once());
    if (i != 100) continue;
    ASSERT_EQ(this->world_.update().status, Status::ok);
    ASSERT_EQ(masu_world_update(this->c_, nullptr), MASU_OK);
  }
  EXPECT_GT(this->contacts_, 100u);
  EXPECT_GT(this->grounded_, 5u);
  EXPECT_GT(this->passed_, 50u);
}

using A2 = Api<2, float>;

// Jumps through a platform and lands on it; the platform is the context.
TEST(CSlideOneWay, a_platform_holds_from_above) {
  CWorld<2, float> world;
  masu_handle platform = world.add(A2::box({4, 0.1f}, {0, 0}), {0, 2});
  auto options = A2::slide_options_default();
  options.up = {0, 1};
  options.counts = [](void* context, const masu_slide_obstacle_2f* o) {
    const bool is = o->object.index == static_cast<const masu_handle*>(context)->index;
    return !is || masu_slide_gap_2f(o, {0, 1}) >= 0 ? 1 : 0;
  };
  options.counts_context = &platform;
  masu_capsule_mover_2f mover = {{0, 1}, 0.5f, {0, 0}};
  masu_slide_result_2f result;
  const auto slide = [&](float by) {
    const masu_vec_2f displacement = {0, by};
    return A2::slide(world, &mover, &displacement, nullptr, {MASU_NO_INDEX, 0}, &options, nullptr,
                     nullptr, &result);
  };
  for (int i = 0; i < 4; ++i) ASSERT_EQ(slide(0.5f), MASU_OK);
  EXPECT_FLOAT_EQ(mover.position.y, 3);
  ASSERT_EQ(slide(-9), MASU_OK);
  EXPECT_NEAR(mover.position.y, 2.6f, 0.01f);
  EXPECT_EQ(result.ground.index, platform.index);
  EXPECT_EQ(masu_slide_gap_2f(nullptr, {0, 1}), 0);
}

TEST(CSlideFaults, an_obstacle_counts_if_its_callback_throws) {
  static int asked;
  asked = 0;
  CWorld<2, float> world;
  world.add(A2::box({9, 1}, {0, 0}), {});
  auto options = A2::slide_options_default();
  options.counts = [](void*, const masu_slide_obstacle_2f*) -> int { ++asked, throw 1; };
  masu_capsule_mover_2f mover = {{0, 2}, 0.5f, {0, 0}};
  const masu_vec_2f down = {0, -3};
  masu_slide_result_2f result;
  EXPECT_EQ(A2::slide(world, &mover, &down, nullptr, {MASU_NO_INDEX, 0}, &options, nullptr, nullptr,
                      &result),
            MASU_THREW);
  EXPECT_EQ(asked, 1);
  EXPECT_EQ(result.status, MASU_OK);
  EXPECT_NEAR(mover.position.y, 1.5f, 0.01f);
}

TEST(CSlideFaults, do_not_move_the_mover) {
  CWorld<2, float> world;
  CWorld<3, float> space;
  const masu_handle floor = world.add(A2::box({9, 1}, {0, 0}), {});
  const masu_handle none = {MASU_NO_INDEX, 0};
  masu_capsule_mover_2f mover = {{0, 2}, 0.5f, {0, 0}};
  const masu_vec_2f down = {0, -3};
  masu_slide_result_2f result;
  const auto slide = [&](const masu_slide_options_2f* o) {
    return A2::slide(world, &mover, &down, nullptr, none, o, nullptr, nullptr, &result);
  };
  masu_slide_options_2f options = A2::slide_options_default();
  ++options.size;
  EXPECT_EQ(slide(&options), MASU_WRONG_FORMAT);
  --options.size;
  options.walkable_cosine = 2;
  EXPECT_EQ(slide(&options), MASU_OUT_OF_RANGE);
  EXPECT_EQ(result.status, MASU_OUT_OF_RANGE);
  mover.radius = 0;
  EXPECT_EQ(slide(nullptr), MASU_NOT_POSITIVE);
  mover.radius = NAN;
  EXPECT_EQ(slide(nullptr), MASU_NOT_FINITE);
  mover.radius = 0.5f;
  const auto no = [&](const masu_world* w, masu_capsule_mover_2f* m, const masu_vec_2f* d,
                      masu_slide_result_2f* r) {
    return A2::slide(w, m, d, nullptr, none, nullptr, nullptr, nullptr, r);
  };
  EXPECT_EQ(no(nullptr, &mover, &down, &result), MASU_OUT_OF_RANGE);
  EXPECT_EQ(no(space, &mover, &down, &result), MASU_WRONG_FORMAT);
  EXPECT_EQ(no(world, nullptr, &down, &result), MASU_OUT_OF_RANGE);
  EXPECT_EQ(no(world, &mover, nullptr, &result), MASU_OUT_OF_RANGE);
  EXPECT_EQ(no(world, &mover, &down, nullptr), MASU_OUT_OF_RANGE);
  EXPECT_EQ(mover.position.y, 2);
  EXPECT_EQ(slide(nullptr), MASU_OK);
  EXPECT_NEAR(mover.position.y, 1.5f, 0.01f);
  EXPECT_EQ(A2::slide(world, &mover, &down, nullptr, floor, nullptr, nullptr, nullptr, &result),
            MASU_OK);
  EXPECT_NEAR(mover.position.y, -1.5f, 0.01f) << "the floor is left out";
}

TEST(CSlideFaults, a_visitor_that_throws_is_a_status_and_may_not_change_the_world) {
  static masu_world* shared;
  CWorld<2, float> world;
  shared = world;
  const masu_handle floor = world.add(A2::box({9, 1}, {0, 0}), {});
  masu_capsule_mover_2f mover = {{0, 2}, 0.5f, {0, 0}};
  const masu_vec_2f down = {1, -3};
  masu_slide_result_2f result;
  const auto slide = [&](masu_visit_slide_contact_2f contact) {
    mover.position = {0, 2};
    return A2::slide(world, &mover, &down, nullptr, {MASU_NO_INDEX, 0}, nullptr, contact, nullptr,
                     &result);
  };
  EXPECT_EQ(slide([](void*, const masu_slide_contact_2f*) { throw 1; }), MASU_THREW);
  EXPECT_EQ(result.status, MASU_OK);
  EXPECT_NEAR(mover.position.y, 1.5f, 0.01f);
  EXPECT_EQ(slide([](void*, const masu_slide_contact_2f* c) {
              EXPECT_EQ(masu_world_remove(shared, c->object), MASU_BUSY);
              EXPECT_EQ(masu_world_destroy(shared), MASU_BUSY);
            }),
            MASU_OK);
  EXPECT_EQ(result.contacts, 1u);
  EXPECT_EQ(masu_world_remove(world, floor), MASU_OK);
}

}  // namespace
}  // namespace masu::test
