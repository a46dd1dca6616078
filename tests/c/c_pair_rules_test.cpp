// SPDX-License-Identifier: MIT
// Groups, exclusions and pair filters from C: the worlds are those of C++, bit for bit, and faults
// are statuses.
#include "tests/c/api.hpp"

#include <vector>

#include <masu/world/world.hpp>

#include "scenes/generators/pcg32.hpp"
#include "tests/world/random_bodies.hpp"

namespace masu::test {
namespace {

// Refuses by user data; may throw or stop instead.
struct CountingFilter {
  int times = 0;
  int stop_at = 0;   // that question is answered with -1
  int throw_at = 0;  // that one throws
  std::uint64_t sum = 0;

  static bool allows(std::uint64_t a, std::uint64_t b) { return (a * 7 + b) % 5 != 0; }
  bool operator()(const PairCandidate& c) {
    ++times;
    sum = sum * 31 + c.a.index * 1000 + c.b.index + c.user_data_a;
    return allows(c.user_data_a, c.user_data_b);
  }
  static int answer(void* context, const masu_pair_candidate* c) {
    CountingFilter& self = *static_cast<CountingFilter*>(context);
    ++self.times;
    if (self.stop_at != 0 && --self.stop_at == 0) return -1;
    if (self.throw_at != 0 && --self.throw_at == 0) throw 1;
    self.sum = self.sum * 31 + c->a.index * 1000 + c->b.index + c->user_data_a;
    return allows(c->user_data_a, c->user_data_b) ? 1 : 0;
  }
};

template <class K>
class CPairRules : public ::testing::Test {
 protected:
  static constexpr int kD = K::kD;
  using T = typename K::Real;
  using A = Api<kD, T>;

  RandomBodies<kD, T> bodies() { return {random_, 6}; }
  void add() {
    const auto shape = bodies().shape();
    const auto pose = bodies().transform();
    const auto c = c_shape(shape);
    const auto c_transform = c_pose(pose);
    ObjectOptions o;
    o.user_data = random_.below(100);
    o.filter = bodies().filter();
    o.group = std::int32_t(random_.below(7)) - 3;
    masu_object_options c_options = masu_object_options_default();
    c_options.user_data = o.user_data;
    c_options.filter = {o.filter.category, o.filter.mask};
    c_options.group = o.group;
    masu_handle made;
    ASSERT_EQ(A::add(c_, &c, &c_transform, &c_options, &made), MASU_OK);
    const Handle h = world_.add(shape, pose, o);
    ASSERT_TRUE(same(made, h));
    handles_.push_back(h);
    typename A::Object found;
    ASSERT_EQ(A::find(c_, made, &found), MASU_OK);
    ASSERT_EQ(found.options.group, o.group);
  }
  Handle any() { return handles_[random_.below(std::uint32_t(handles_.size()))]; }
  void change() {
    const Handle a = any();
    const Handle b = any();
    switch (random_.below(6)) {
      case 0: {
        const auto pose = bodies().transform();
        const auto c_transform = c_pose(pose);
        ASSERT_EQ(A::move(c_, c_handle(a), &c_transform), masu_status(world_.move(a, pose)));
        break;
      }
      case 1: {
        const auto group = std::int32_t(random_.below(5)) - 2;
        ASSERT_EQ(masu_world_set_group(c_, c_handle(a), group),
                  masu_status(world_.set_group(a, group)));
        break;
      }
      case 2:
        ASSERT_EQ(masu_world_include_pair(c_, c_handle(a), c_handle(b)),
                  masu_status(world_.include_pair(a, b)));
        break;
      case 3:
        ASSERT_EQ(masu_world_refilter(c_, c_handle(a)), masu_status(world_.refilter(a)));
        break;
      default:
        ASSERT_EQ(masu_world_exclude_pair(c_, c_handle(a), c_handle(b)),
                  masu_status(world_.exclude_pair(a, b)));
        break;
    }
    ASSERT_EQ(masu_world_is_excluded(c_, c_handle(a), c_handle(b)), world_.is_excluded(a, b));
  }

  scenes::Pcg32 random_{kD * 10 + sizeof(T)};
  CWorld<kD, T> c_;
  World<kD, T> world_;
  std::vector<Handle> handles_;
};
TYPED_TEST_SUITE(CPairRules, Kinds);

TYPED_TEST(CPairRules, equal_those_of_cpp) {
  CountingFilter pair_filter, c_pair_filter;
  for (int i = 0; i < 40; ++i) ASSERT_NO_FATAL_FAILURE(this->add());
  for (int frame = 0; frame < 40; ++frame) {
    if (frame == 5) {
      ASSERT_EQ(masu_world_set_pair_filter(this->c_, &CountingFilter::answer, &c_pair_filter),
                MASU_OK);
      ASSERT_EQ(this->world_.set_pair_filter(pair_filter), Status::ok);
    }
    if (frame == 30) {
      ASSERT_EQ(masu_world_set_pair_filter(this->c_, nullptr, nullptr), MASU_OK);
      ASSERT_EQ(this->world_.clear_pair_filter(), Status::ok);
    }
    for (int i = 0; i < 12; ++i) ASSERT_NO_FATAL_FAILURE(this->change());
    ASSERT_EQ(masu_world_update(this->c_, nullptr), MASU_OK);
    ASSERT_EQ(this->world_.update().status, Status::ok);
    ASSERT_EQ(masu_world_hash(this->c_), this->world_.hash());
    ASSERT_EQ(masu_world_validate(this->c_), 1);
    ASSERT_EQ(c_pair_filter.times, pair_filter.times);
    ASSERT_EQ(c_pair_filter.sum, pair_filter.sum);
    const auto c = this->world_.closest_pair();
    typename Api<TypeParam::kD, typename TypeParam::Real>::Nearest nearest;
    ASSERT_EQ((Api<TypeParam::kD, typename TypeParam::Real>::closest_pair(this->c_, &nearest)),
              MASU_OK);
    ASSERT_TRUE(same(nearest.a, c.a) && same(nearest.b, c.b));
  }
  EXPECT_GT(pair_filter.times, 20);
}

using A2 = Api<2, float>;

// Three discs that overlap each other, in a world of C.
struct Three {
  Three() {
    for (masu_handle& h : handles) {
      h = world.add(A2::sphere(1, {0, 0}), {0.5f * float(&h - handles), 0});
    }
    EXPECT_EQ(masu_world_update(world, nullptr), MASU_OK);
  }
  std::size_t pairs() const {
    std::size_t count = 0;
    (void)masu_world_pairs(world, &count);
    return count;
  }
  CWorld<2, float> world;
  masu_handle handles[3];
};

TEST(CPairRulesFaults, exceptions_of_a_filter_become_a_status_and_lose_nothing) {
  for (int k = 1; k <= 3; ++k) {
    for (const bool throws : {false, true}) {
      Three t;
      CountingFilter pair_filter;
      (throws ? pair_filter.throw_at : pair_filter.stop_at) = k;
      ASSERT_EQ(masu_world_set_pair_filter(t.world, &CountingFilter::answer, &pair_filter),
                MASU_OK);
      const masu_status expected = throws ? MASU_THREW : MASU_STOPPED;
      ASSERT_EQ(masu_world_update(t.world, nullptr), expected);
      EXPECT_EQ(pair_filter.times, k);
      EXPECT_EQ(t.pairs(), 3u);
      EXPECT_EQ(masu_world_validate(t.world), 1);
      const void* bytes = nullptr;
      std::size_t size = 0;
      EXPECT_EQ(masu_world_save(t.world, &bytes, &size), MASU_NOT_UPDATED);
      masu_listener_2f listener{};
      (throws ? pair_filter.throw_at : pair_filter.stop_at) = 1;
      EXPECT_EQ(A2::update_with_listener(t.world, &listener, nullptr), expected);
      ASSERT_EQ(masu_world_update(t.world, nullptr), MASU_OK);
      EXPECT_EQ(t.pairs(), 0u) << "user data of 0 are refused";
      ASSERT_EQ(masu_world_update(t.world, nullptr), MASU_OK);
      EXPECT_EQ(masu_world_validate(t.world), 1);
    }
  }
}

TEST(CPairRulesFaults, a_filter_may_not_change_the_world) {
  Three t;
  ASSERT_EQ(masu_world_set_pair_filter(
                t.world,
                [](void* context, const masu_pair_candidate* pair) {
                  masu_world* world = static_cast<Three*>(context)->world;
                  EXPECT_EQ(masu_world_contains(world, pair->a), 1);
                  EXPECT_EQ(masu_world_exclude_pair(world, pair->a, pair->b), MASU_BUSY);
                  EXPECT_EQ(masu_world_set_pair_filter(world, nullptr, nullptr), MASU_BUSY);
                  EXPECT_EQ(masu_world_update(world, nullptr), MASU_BUSY);
                  EXPECT_EQ(masu_world_destroy(world), MASU_BUSY);
                  return 7;
                },
                &t),
            MASU_OK);
  ASSERT_EQ(masu_world_update(t.world, nullptr), MASU_OK);
  EXPECT_EQ(t.pairs(), 3u);
}

TEST(CPairRulesFaults, bad_arguments_are_statuses) {
  Three t;
  const masu_handle a = t.handles[0];
  const masu_handle b = t.handles[1];
  EXPECT_EQ(masu_world_exclude_pair(nullptr, a, b), MASU_OUT_OF_RANGE);
  EXPECT_EQ(masu_world_include_pair(nullptr, a, b), MASU_OUT_OF_RANGE);
  EXPECT_EQ(masu_world_is_excluded(nullptr, a, b), 0);
  EXPECT_EQ(masu_world_refilter(nullptr, a), MASU_OUT_OF_RANGE);
  EXPECT_EQ(masu_world_set_group(nullptr, a, 1), MASU_OUT_OF_RANGE);
  EXPECT_EQ(masu_world_set_pair_filter(nullptr, nullptr, nullptr), MASU_OUT_OF_RANGE);
  EXPECT_EQ(masu_world_exclude_pair(t.world, a, a), MASU_OUT_OF_RANGE);
  ASSERT_EQ(masu_world_exclude_pair(t.world, a, b), MASU_OK);
  EXPECT_EQ(masu_world_is_excluded(t.world, b, a), 1);
  ASSERT_EQ(masu_world_remove(t.world, a), MASU_OK);
  EXPECT_EQ(masu_world_is_excluded(t.world, b, a), 0);
  EXPECT_EQ(masu_world_exclude_pair(t.world, a, b), MASU_STALE_HANDLE);
  EXPECT_EQ(masu_world_include_pair(t.world, b, a), MASU_STALE_HANDLE);
  EXPECT_EQ(masu_world_refilter(t.world, a), MASU_STALE_HANDLE);
  EXPECT_EQ(masu_world_set_group(t.world, a, 1), MASU_STALE_HANDLE);
}

// Layers of C are 0 to 62; a row's bit 63 is of objects in no layer.
TEST(CLayers, are_63_and_bit_63_means_no_layer) {
  Three t;
  std::uint64_t rows[MASU_LAYERS];
  ASSERT_EQ(masu_world_layers(t.world, rows), MASU_OK);
  for (const std::uint64_t row : rows) EXPECT_EQ(row, ~std::uint64_t(0));
  ASSERT_EQ(masu_world_set_layer(t.world, t.handles[0], 0, ~std::uint64_t(0)), MASU_OK);
  ASSERT_EQ(masu_world_set_layer(t.world, t.handles[1], 62, ~std::uint64_t(0)), MASU_OK);
  ASSERT_EQ(masu_world_update(t.world, nullptr), MASU_OK);
  EXPECT_EQ(t.pairs(), 3u);
  rows[0] &= ~MASU_DEFAULT_CATEGORY;
  ASSERT_EQ(masu_world_set_layers(t.world, rows), MASU_OK);
  ASSERT_EQ(masu_world_update(t.world, nullptr), MASU_OK);
  EXPECT_EQ(t.pairs(), 2u) << "layer 0 and the object in none";
  std::uint64_t now[MASU_LAYERS];
  ASSERT_EQ(masu_world_layers(t.world, now), MASU_OK);
  for (int i = 0; i < MASU_LAYERS; ++i) EXPECT_EQ(now[i], rows[i]);
  const masu_ray_2f ray = {{-5, 0}, {1, 0}, 20};
  const masu_filter sees = {1, rows[0] & ((std::uint64_t(1) << 62) | MASU_DEFAULT_CATEGORY)};
  masu_query_filter query = masu_query_filter_default();
  query.filter = &sees;
  masu_ray_hit_2f hit;
  ASSERT_EQ(A2::ray_cast(t.world, &ray, &query, &hit), MASU_OK);
  EXPECT_EQ(hit.object.index, t.handles[1].index);
}

}  // namespace
}  // namespace masu::test
