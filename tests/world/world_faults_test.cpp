// SPDX-License-Identifier: MIT
// What users' code may do to a world during a call: throw, and try to change it.
#include <masu/world/world.hpp>

#include <gtest/gtest.h>

#include <stdexcept>
#include <utility>
#include <vector>

#include <masu/shapes/box.hpp>
#include <masu/shapes/sphere.hpp>

#include "tests/support/faulty_jobs.hpp"
#include "tests/support/tier.hpp"

namespace masu::test {
namespace {

using Circle2 = Circle<float>;
using Pose2 = Transform2f;

Pose2 pose_at(float x, float y = 0) {
  return {{x, y}, {}};
}

// A disc of radius 1 that does something whenever it is asked.
template <class Act>
struct OwnDisc {
  static constexpr int kDimension = 2;
  using Scalar = float;
  const Act* act;
  Vec2f support(const Vec2f& d) const {
    (*act)();
    const float size = length(d);
    return {d[0] / size, d[1] / size};
  }
  Aabb2f aabb(const Pose2& pose) const {
    (*act)();
    const Vec2f p = pose.translation;
    return {p - Vec2f{1.01f, 1.01f}, p + Vec2f{1.01f, 1.01f}};
  }
};

// --- What is thrown ------------------------------------------------------------------------------

// In the frame in which it throws one pair ends and others are tested: nothing is lost.
template <class Switch>
void update_that_throws(World<2>& world, Handle leaving, Handle arriving, Switch&& throwing) {
  ASSERT_EQ(world.update().status, Status::ok);
  const std::size_t before = world.pairs().size();
  ASSERT_EQ(world.move(leaving, pose_at(100)), Status::ok);
  ASSERT_EQ(world.move(arriving, pose_at(-1.4f)), Status::ok);
  throwing(true);
  EXPECT_THROW((void)world.update(), std::runtime_error);
  throwing(false);
  EXPECT_TRUE(world.validate());
  EXPECT_EQ(world.pairs().size(), before) << "nothing that users see has changed";
  Buffer<std::byte> saved;
  EXPECT_EQ(world.save(saved), Status::not_updated);
  ASSERT_EQ(world.update().status, Status::ok);
  EXPECT_EQ(world.pairs().size(), before - 1);
  ASSERT_EQ(world.ended().size(), 1u);
  EXPECT_TRUE(world.ended()[0].a == leaving || world.ended()[0].b == leaving);
  EXPECT_TRUE(world.validate());
  ASSERT_EQ(world.remove(leaving), Status::ok);
  ASSERT_EQ(world.update().status, Status::ok);
  EXPECT_EQ(world.ended().size(), 0u);
  EXPECT_TRUE(world.validate());
}

TEST(WorldFaults, exceptions_of_a_shape_in_an_update_lose_no_pair) {
  bool throws = false;
  const auto act = [&] {
    if (throws) throw std::runtime_error("no");
  };
  const OwnDisc<decltype(act)> disc{&act};
  World<2> world;
  (void)world.add(disc, pose_at(0));
  const Handle leaving = world.add(Circle2{1}, pose_at(1.5f));
  const Handle arriving = world.add(Circle2{1}, pose_at(-1.5f));
  (void)world.add(Circle2{1}, pose_at(-2.5f));
  update_that_throws(world, leaving, arriving, [&](bool on) { throws = on; });
}

TEST(WorldFaults, exceptions_of_a_job_in_an_update_lose_no_pair) {
  static bool throws = false;
  WorldOptions<float> options;
  options.jobs.run = [](void*, std::uint32_t count, void (*job)(void*, std::uint32_t),
                        void* context) {
    if (throws) throw std::runtime_error("no");
    for (std::uint32_t i = 0; i < count; ++i) job(context, i);
  };
  options.jobs.workers = 2;
  World<2> world(options);
  std::vector<Handle> row;
  for (int i = 0; i < 64; ++i) row.push_back(world.add(Circle2{0.6f}, pose_at(float(i))));
  const Handle arriving = world.add(Circle2{1}, pose_at(-9));
  ASSERT_EQ(world.update().status, Status::ok);
  for (const Handle h : row) {
    ASSERT_EQ(world.move(h, {world.find(h)->pose.translation + Vec2f{0, 0.1f}, {}}), Status::ok);
  }
  throws = true;
  EXPECT_THROW((void)world.update(), std::runtime_error);
  throws = false;
  EXPECT_TRUE(world.validate());
  ASSERT_EQ(world.remove(row[63]), Status::ok);
  ASSERT_EQ(world.move(arriving, pose_at(-1, 0.1f)), Status::ok);
  ASSERT_EQ(world.update().status, Status::ok);
  EXPECT_EQ(world.pairs().size(), 63u);
  EXPECT_EQ(world.began().size(), 1u);
  EXPECT_EQ(world.ended().size(), 1u);
  EXPECT_TRUE(world.validate());
}

// Discs and boxes side by side. Updates throw in the middle, and are repeated.
class Thrower {
 public:
  // What throws: nothing, the k-th question to a disc of an update, or its k-th run of jobs.
  enum class Where { nowhere, disc, jobs };

  explicit Thrower(ContactDetail detail) : world_({.detail = detail, .jobs = faulty_.jobs()}) {}

  // Of the world after each of some frames.
  std::vector<std::uint64_t> hashes(Where where, int k) {
    const auto act = [&] {
      if (left_ > 0 && --left_ == 0) throw std::runtime_error("no");
    };
    const OwnDisc<decltype(act)> disc{&act};
    std::vector<Handle> handles;
    for (int i = 0; i < 24; ++i) {
      const Pose2 pose = pose_at(float(i % 6) * 1.7f, float(i / 6) * 1.7f);
      handles.push_back(i % 2 == 0 ? world_.add(disc, pose).handle
                                   : world_.add(Box<2, float>{{0.9f, 0.8f}}, pose).handle);
    }
    std::vector<std::uint64_t> hashes;
    for (int frame = 0; frame < 6; ++frame) {
      for (int i = frame % 3; i < 24; i += 3) {
        const Vec2f step{float((i * 7 + frame * 5) % 9 - 4) * 0.05f, float(i % 5 - 2) * 0.07f};
        const Vec2f position = world_.find(handles[std::size_t(i)])->pose.translation;
        EXPECT_EQ(world_.move(handles[std::size_t(i)], {position + step, {}}), Status::ok);
      }
      if (where == Where::disc) left_ = k;
      if (where == Where::jobs) faulty_.throw_at(std::uint64_t(k));
      update();
      EXPECT_TRUE(world_.validate());
      hashes.push_back(world_.hash());
    }
    return hashes;
  }
  int thrown() const { return thrown_; }

 private:
  void update() {
    bool threw = false;
    try {
      EXPECT_EQ(world_.update().status, Status::ok);
    } catch (const std::runtime_error&) {
      threw = true;
    }
    left_ = 0;
    faulty_.throw_at(FaultyJobs::kNever);
    if (!threw) return;
    ++thrown_;
    EXPECT_EQ(world_.update().status, Status::ok);
  }

  FaultyJobs faulty_;
  World<2> world_;
  int left_ = 0;
  int thrown_ = 0;
};

TEST(WorldFaults, an_update_that_threw_and_is_repeated_gives_the_same_bits) {
  using Where = Thrower::Where;
  for (const ContactDetail detail :
       {ContactDetail::touch, ContactDetail::points, ContactDetail::areas}) {
    const std::vector<std::uint64_t> calm = Thrower(detail).hashes(Where::nowhere, 0);
    int thrown[] = {0, 0, 0};
    for (const Where where : {Where::disc, Where::jobs}) {
      for (int k = 1; k < (where == Where::disc ? by_tier(200, 3000) : 12); ++k) {
        SCOPED_TRACE(testing::Message() << name(detail) << ", " << int(where) << ", " << k);
        Thrower thrower(detail);
        ASSERT_EQ(thrower.hashes(where, k), calm);
        thrown[int(where)] += thrower.thrown();
      }
    }
    EXPECT_GT(thrown[int(Where::disc)], 200);
    EXPECT_GT(thrown[int(Where::jobs)], 5);
  }
}

// --- What is changed -----------------------------------------------------------------------------

// Tries all that changes a world; every one must say busy.
struct Meddler {
  World<2>& world;
  Handle handle{};
  bool on = false;
  int tried = 0;
  int refused = 0;

  void operator()() {
    if (!on) return;
    on = false;  // once a call, so that nothing runs away
    const Status all[] = {world.add(Circle2{1}, pose_at(0)).status,
                          world.move(handle, pose_at(9)),
                          world.teleport(handle, pose_at(9)),
                          world.set_shape(handle, Circle2{2}),
                          world.set_filter(handle, {1, 1}),
                          world.set_user_data(handle, 5),
                          world.remove(handle),
                          world.update().status};
    for (const Status s : all) {
      ++tried;
      refused += s == Status::busy ? 1 : 0;
    }
    on = true;
  }
};

TEST(WorldFaults, a_shape_may_not_change_the_world_that_calls_it) {
  World<2> world;
  Meddler meddler{.world = world};
  const auto act = [&] { meddler(); };
  const OwnDisc<decltype(act)> disc{&act};
  const Handle own = world.add(disc, pose_at(0));
  meddler.handle = world.add(Circle2{1}, pose_at(1.5f));
  const auto expect_refused = [&](const char* what, auto&& call) {
    SCOPED_TRACE(what);
    meddler.tried = meddler.refused = 0;
    meddler.on = true;
    call();
    meddler.on = false;
    EXPECT_GT(meddler.tried, 0);
    EXPECT_EQ(meddler.refused, meddler.tried);
    EXPECT_EQ(world.size(), 2u);
    EXPECT_TRUE(world.validate());
  };
  expect_refused("update", [&] { EXPECT_EQ(world.update().status, Status::ok); });
  EXPECT_EQ(world.pairs().size(), 1u);
  expect_refused("move", [&] { EXPECT_EQ(world.move(own, pose_at(0.1f)), Status::ok); });
  expect_refused("set_shape", [&] { EXPECT_EQ(world.set_shape(own, disc), Status::ok); });
  Handle more;
  expect_refused("add", [&] {
    more = world.add(disc, pose_at(0.2f));
    EXPECT_EQ(world.size(), 3u);
    EXPECT_EQ(world.update().status, Status::ok);
    EXPECT_EQ(world.remove(more), Status::ok);
  });
  EXPECT_EQ(world.update().status, Status::ok);
  EXPECT_EQ(world.remove(own), Status::ok) << "afterwards it may";
}

TEST(WorldFaults, a_debug_renderer_may_not_change_the_world) {
  World<2> world;
  Meddler meddler{.world = world};
  meddler.handle = world.add(Circle2{1}, pose_at(0));
  (void)world.add(Circle2{1}, pose_at(1));
  ASSERT_EQ(world.update().status, Status::ok);
  DebugDraw<2, float> draw;
  draw.context = &meddler;
  draw.box = [](void* m, const Aabb2f&, DrawKind) { (*static_cast<Meddler*>(m))(); };
  draw.line = [](void* m, const Vec2f&, const Vec2f&, DrawKind) { (*static_cast<Meddler*>(m))(); };
  meddler.on = true;
  world.draw(draw);
  EXPECT_GT(meddler.tried, 8);
  EXPECT_EQ(meddler.refused, meddler.tried);
  EXPECT_EQ(world.size(), 2u);
  EXPECT_TRUE(world.validate());
}

}  // namespace
}  // namespace masu::test
