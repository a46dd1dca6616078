// SPDX-License-Identifier: MIT
// move_many() with jobs gives the bits of move(), one after the other.
#include <masu/world/world.hpp>

#include <gtest/gtest.h>

#include <limits>
#include <span>
#include <stdexcept>
#include <vector>

#include <masu/shapes/box.hpp>
#include <masu/shapes/sphere.hpp>

#include "scenes/generators/pcg32.hpp"
#include "tests/support/faulty_jobs.hpp"
#include "tests/support/threads.hpp"
#include "tests/world/own_disc.hpp"

namespace masu::test {
namespace {

constexpr std::size_t kObjects = 6'000;  // three jobs
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

class Crowd {
 public:
  explicit Crowd(const JobSystem& jobs = {}, Vec<3, float> period = {})
      : world_({.detail = ContactDetail::boxes, .jobs = jobs, .period = period}) {
    for (std::size_t i = 0; i < kObjects; ++i) {
      poses_.push_back({{float(i % 80) * 1.3f, float(i / 80) * 1.3f}, {}});
      handles_.push_back(i % 2 == 0 ? world_.add(Circle<float>{0.5f}, poses_[i]).handle
                                    : world_.add(Box<2, float>{{0.5f, 0.7f}}, poses_[i]).handle);
    }
  }

  // All but each 50th go a little, some far.
  void draw() {
    for (std::size_t i = 0; i < kObjects; ++i) {
      if (random_.below(50) == 0) continue;
      const double far = random_.below(30) == 0 ? 5 : 0.1;
      for (int a = 0; a < 2; ++a) poses_[i].translation[a] += float(random_.between(-far, far));
    }
  }
  Status move_many() { return world_.move_many(handles_, poses_); }
  Status move_one_by_one() {
    for (std::size_t i = 0; i < handles_.size(); ++i) {
      const Status status = world_.move(handles_[i], poses_[i]);
      if (status != Status::ok) return status;
    }
    return Status::ok;
  }
  World<2>& world() { return world_; }
  std::vector<Handle>& handles() { return handles_; }
  std::vector<Transform2f>& poses() { return poses_; }

 private:
  World<2> world_;
  scenes::Pcg32 random_{5};
  std::vector<Handle> handles_;
  std::vector<Transform2f> poses_;
};

// Objects as they are, and what a question finds of them.
void expect_same_poses(Crowd& a, Crowd& b) {
  ASSERT_EQ(a.world().hash(), b.world().hash());
  std::vector<Handle> of_a, of_b;
  const Aabb2f box{{20, 20}, {60, 60}};
  (void)a.world().for_each_overlapping(box, [&](Handle h) { of_a.push_back(h); });
  (void)b.world().for_each_overlapping(box, [&](Handle h) { of_b.push_back(h); });
  ASSERT_EQ(of_a, of_b);
  ASSERT_GT(of_a.size(), 100u);
  ASSERT_TRUE(b.world().validate());
}
void expect_same_update(Crowd& x, Crowd& y) {
  ASSERT_EQ(x.world().update().status, Status::ok);
  ASSERT_EQ(y.world().update().status, Status::ok);
  ASSERT_NO_FATAL_FAILURE(expect_same_poses(x, y));
  ASSERT_EQ(x.world().began().size(), y.world().began().size());
  ASSERT_EQ(x.world().ended().size(), y.world().ended().size());
}

class WorldMoves : public testing::TestWithParam<std::uint32_t> {};
INSTANTIATE_TEST_SUITE_P(By, WorldMoves, testing::Values(2, 8));

TEST_P(WorldMoves, of_many_objects_equal_single_moves) {
  Threads threads(GetParam());
  Crowd alone, together(threads.jobs());
  ASSERT_NO_FATAL_FAILURE(expect_same_update(alone, together));
  for (int frame = 0; frame < 6; ++frame) {
    for (int times = 0; times < 1 + frame % 2; ++times) {  // some have moved before
      alone.draw();
      together.draw();
      ASSERT_EQ(alone.move_one_by_one(), Status::ok);
      const std::uint64_t jobs = threads.count();
      ASSERT_EQ(together.move_many(), Status::ok);
      ASSERT_GT(threads.count(), jobs);
      ASSERT_NO_FATAL_FAILURE(expect_same_poses(alone, together));
    }
    ASSERT_NO_FATAL_FAILURE(expect_same_update(alone, together));
    ASSERT_GT(together.world().began().size(), 50u);
  }
}

TEST_P(WorldMoves, stop_at_the_first_refused_move) {
  Threads threads(GetParam());
  Crowd alone, together(threads.jobs());
  ASSERT_NO_FATAL_FAILURE(expect_same_update(alone, together));
  for (const Status expected : {Status::stale_handle, Status::not_finite}) {
    alone.draw();
    together.draw();
    for (Crowd* c : {&alone, &together}) {
      if (expected == Status::stale_handle) {
        ASSERT_EQ(c->world().remove(c->handles()[4'500]), Status::ok);
      } else {
        c->poses()[2'100].translation[1] = kNan;
        c->poses()[5'000].translation[1] = kNan;
      }
    }
    ASSERT_EQ(alone.move_one_by_one(), expected);
    ASSERT_EQ(together.move_many(), expected);
    ASSERT_NO_FATAL_FAILURE(expect_same_update(alone, together));
  }
}

// A handle that occurs twice ends at its last pose; also on a torus.
TEST_P(WorldMoves, in_any_order_and_on_a_torus_equal_single_moves) {
  for (const Vec<3, float> period : {Vec<3, float>{}, Vec<3, float>{104, 0, 0}}) {
    Threads threads(GetParam());
    Crowd alone({}, period), together(threads.jobs(), period);
    for (Crowd* c : {&alone, &together}) {
      c->handles().push_back(c->handles()[7]);
      c->poses().push_back({{3, 4}, {}});
      std::swap(c->handles()[100], c->handles()[4'000]);
    }
    ASSERT_NO_FATAL_FAILURE(expect_same_update(alone, together));
    alone.draw();
    together.draw();
    ASSERT_EQ(alone.move_one_by_one(), Status::ok);
    ASSERT_EQ(together.move_many(), Status::ok);
    EXPECT_EQ(together.world().find(together.handles()[7])->pose.translation, (Vec2f{3, 4}));
    ASSERT_NO_FATAL_FAILURE(expect_same_update(alone, together));
  }
}

// A custom shape may query the world while its box is computed, so no other job runs then.
TEST_P(WorldMoves, of_custom_shapes_equal_single_moves) {
  const OwnDisc disc;
  Threads threads(GetParam());
  Crowd alone, together(threads.jobs());
  for (Crowd* c : {&alone, &together}) {
    ASSERT_EQ(c->world().set_shape(c->handles()[3'000], disc), Status::ok);
  }
  ASSERT_NO_FATAL_FAILURE(expect_same_update(alone, together));
  alone.draw();
  together.draw();
  ASSERT_EQ(alone.move_one_by_one(), Status::ok);
  ASSERT_EQ(together.move_many(), Status::ok);
  ASSERT_NO_FATAL_FAILURE(expect_same_update(alone, together));
}

// A meeting of all threads costs more than a few moves do.
TEST(WorldMoveJobs, few_moves_make_no_jobs) {
  Threads threads(2);
  Crowd crowd(threads.jobs());
  ASSERT_EQ(crowd.world().update().status, Status::ok);
  const auto jobs_of = [&](std::size_t moves) {
    crowd.draw();
    const std::uint64_t before = threads.count();
    EXPECT_EQ(crowd.world().move_many(std::span(crowd.handles()).first(moves),
                                      std::span(crowd.poses()).first(moves)),
              Status::ok);
    return threads.count() - before;
  };
  for (const std::size_t moves : {0u, 1u, 40u, 2'048u}) EXPECT_EQ(jobs_of(moves), 0u) << moves;
  EXPECT_EQ(jobs_of(2'049), 4u) << "two blocks are checked, and moved";
  EXPECT_TRUE(crowd.world().validate());
}

TEST(WorldMoveJobs, are_done_in_part_and_lose_nothing_if_jobs_throw) {
  FaultyJobs faulty;
  Crowd calm, shaken(faulty.jobs());
  ASSERT_NO_FATAL_FAILURE(expect_same_update(calm, shaken));
  for (std::uint64_t k = 1; k <= 2; ++k) {
    calm.draw();
    shaken.draw();
    faulty.throw_at(k);
    EXPECT_THROW((void)shaken.move_many(), std::runtime_error);
    faulty.throw_at(FaultyJobs::kNever);
    ASSERT_TRUE(shaken.world().validate());
    const Handle last = shaken.handles().back();
    const bool moved = shaken.world().find(last)->pose == shaken.poses().back();
    EXPECT_EQ(moved, k == 2) << "the first jobs only look";
    ASSERT_EQ(calm.move_one_by_one(), Status::ok);
    ASSERT_EQ(shaken.move_many(), Status::ok);
    ASSERT_NO_FATAL_FAILURE(expect_same_update(calm, shaken));
  }
}

}  // namespace
}  // namespace masu::test
