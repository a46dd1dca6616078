// SPDX-License-Identifier: MIT
// Memory of a world: no allocation per frame once it is warm, and a failure loses nothing. Threads
// change nothing.
#include <gtest/gtest.h>

#include <set>
#include <vector>

#include <masu/shapes/box.hpp>
#include <masu/shapes/sphere.hpp>

#include "tests/support/failing_allocator.hpp"
#include "tests/support/threads.hpp"
#include "tests/support/tier.hpp"
#include "tests/world/world_model.hpp"

namespace masu::test {
namespace {

// Objects on a grid that swing in turn: pairs come and go, and every period is like the last.
class Swing {
 public:
  explicit Swing(Allocator allocator, const WorldOptions<float>& options = {})
      : world_(options, allocator) {}

  void fill() {
    for (int i = 0; i < 200; ++i) {
      const ObjectOptions options{.continuous = i % 16 == 0};
      const Transform3f pose = pose_of(i, 0);
      handles_.push_back(i % 2 == 0 ? world_.add(Sphere<3, float>{0.6f}, pose, options).handle
                                    : world_.add(Box<3, float>{{0.5f, 0.4f, 0.3f}}, pose).handle);
    }
  }
  // Some frames move all, some a few, some nothing.
  void frame(int t) {
    const int step = t % 3 == 0 ? 1 : (t % 3 == 1 ? 37 : 1000);
    for (int i = t % 5; i < 200; i += step) {
      ASSERT_EQ(world_.move(handles_[std::size_t(i)], pose_of(i, t % 24)), Status::ok);
    }
    ASSERT_EQ(world_.update().status, Status::ok);
    pairs_ += world_.began().size();
  }
  World<3, float>& world() { return world_; }
  std::size_t pairs() const { return pairs_; }

 private:
  static Transform3f pose_of(int i, int t) {
    const int swing = t < 12 ? t : 24 - t;
    const float off = float(swing) * 0.08f * float(i % 3 - 1);
    return {{float(i % 6) + off, float(i / 6 % 6) - off, float(i / 36)}, {}};
  }

  World<3, float> world_;
  std::vector<Handle> handles_;
  std::size_t pairs_ = 0;
};

TEST(WorldMemory, no_allocation_in_a_frame_once_it_is_warm) {
  for (const ContactDetail detail : {ContactDetail::boxes, ContactDetail::points,
                                     ContactDetail::areas, ContactDetail::volumes}) {
    const int methods = detail == ContactDetail::boxes ? 6 : 0;
    for (int method = -1; method < methods; ++method) {
      SCOPED_TRACE(method < 0 ? "automatic" : name(BroadPhase(method)));
      FailingAllocator memory;
      Swing swing(memory.allocator(), {.detail = detail});
      if (method >= 0) {
        ASSERT_EQ(swing.world().broad_phase().use(BroadPhase(method)), Status::ok);
      }
      swing.fill();
      int t = 0;
      for (; t < 240; ++t) ASSERT_NO_FATAL_FAILURE(swing.frame(t));
      memory.fail(FailingAllocator::kNever);
      const std::size_t before = swing.pairs();
      for (; t < 360; ++t) ASSERT_NO_FATAL_FAILURE(swing.frame(t));
      EXPECT_EQ(memory.calls(), 0u);
      EXPECT_GT(swing.pairs(), before + 100);
    }
  }
}

// A world whose memory fails: every call is made again until it is answered.
class Starved {
 public:
  Starved(const WorldOptions<float>& options, std::size_t fail_at)
      : world_(options, memory_.allocator()), random_(17), fail_at_(fail_at) {
    EXPECT_EQ(world_.set_bounds({{1, 1}, {5, 5}}), Status::ok);
    memory_.fail(fail_at_, true);
  }

  void run() {
    RandomBodies<2, float> bodies{random_, 6};
    for (int round = 0; round < 6; ++round) {
      for (int i = 0; i < 12; ++i) {
        const auto shape = bodies.shape();
        const auto pose = bodies.transform();
        const ObjectOptions options{.filter = bodies.filter(),
                                    .sensor = i % 5 == 0,
                                    .continuous = i % 4 == 0,
                                    .fixed = i % 3 == 0};
        Handle h;
        ASSERT_NO_FATAL_FAILURE(again([&] {
          const InsertResult r = world_.add(shape, pose, options);
          h = r.handle;
          return r.status;
        }));
        handles_.push_back(h);
      }
      for (int i = 0; i < 10; ++i) {
        const Handle h = handles_[random_.below(std::uint32_t(handles_.size()))];
        auto pose = bodies.transform();
        if (i % 2 == 0)
          pose = step(*world_.find(h));  // in a world that wraps, at times over its end
        ASSERT_NO_FATAL_FAILURE(again([&] { return world_.move(h, pose); }));
        const Handle g = handles_[random_.below(std::uint32_t(handles_.size()))];
        const Filter filter = bodies.filter();
        ASSERT_NO_FATAL_FAILURE(again([&] { return world_.set_filter(g, filter); }));
        const bool fixed = !world_.find(g)->options.fixed;
        ASSERT_NO_FATAL_FAILURE(again([&] { return world_.set_fixed(g, fixed); }));
      }
      ASSERT_NO_FATAL_FAILURE(again([&] { return world_.remove(handles_.back()); }));
      handles_.pop_back();
      if (round % 2 == 1) {
        const bool wraps = world_.options().period != Vec3f{};
        const auto method = BroadPhase(random_.below(wraps ? 5 : 6));
        ASSERT_NO_FATAL_FAILURE(again([&] { return world_.broad_phase().use(method); }));
      }
      ASSERT_NO_FATAL_FAILURE(again([&] { return world_.update().status; }));
      ASSERT_NO_FATAL_FAILURE(follow());
    }
  }
  // A frame, including all events since, hashed at the end.
  std::uint64_t digest() const {
    std::uint64_t sum = left_;
    for (const HandlePair& p : pairs_) {
      sum += (p.first * 0x9e37'79b9'7f4a'7c15u) ^ (p.second * 0xd6e8'feb8'6659'fd93u);
    }
    return sum;
  }
  // Of the world after each update() that ended well.
  const std::vector<std::uint64_t>& hashes() const { return hashes_; }
  std::size_t failures() const { return failures_; }

 private:
  Transform2f step(const WorldObject<2, float>& object) {
    Transform2f pose = object.pose;
    for (int a = 0; a < 2; ++a) pose.translation[a] += float(random_.between(-0.3, 0.3));
    return pose;
  }
  template <class Call>
  void again(Call&& call) {
    Status status = call();
    if (status == Status::out_of_memory) {
      ++failures_;
      ASSERT_TRUE(world_.validate());
      memory_.fail(1 + fail_at_ % 7, true);  // once more, later in the same call
      status = call();
      ASSERT_TRUE(world_.validate());
      memory_.fail(FailingAllocator::kNever);
      if (status == Status::out_of_memory) status = call();
      memory_.fail(fail_at_, true);
    }
    ASSERT_EQ(status, Status::ok);
  }
  void follow() {
    ASSERT_TRUE(world_.validate());
    for (const Handle h : world_.left()) left_ += h.index + 1;
    for (const EndedPair& p : world_.ended()) ASSERT_EQ(pairs_.erase(handle_pair(p.a, p.b)), 1u);
    for (const WorldPair& p : world_.began()) {
      ASSERT_TRUE(pairs_.insert(handle_pair(p.a, p.b)).second);
    }
    ASSERT_EQ(world_.pairs().size(), pairs_.size());
    hashes_.push_back(world_.hash());
  }

  FailingAllocator memory_;
  World<2, float> world_;
  scenes::Pcg32 random_;
  std::size_t fail_at_;
  std::vector<Handle> handles_;
  std::set<HandlePair> pairs_;
  std::vector<std::uint64_t> hashes_;
  std::uint64_t left_ = 0;  // all that left the bounds
  std::size_t failures_ = 0;
};

// Particles: what an update() has given back it would have to take again in each of such frames.
TEST(WorldMemory, no_allocation_in_frames_that_replace_most_objects) {
  constexpr int kSide = 100;
  FailingAllocator memory;
  World<2, float> world({}, memory.allocator());
  std::vector<Handle> handles(std::size_t(kSide) * kSide);
  const auto add = [&](std::size_t i) {
    const Transform2f pose{{float(i % kSide), float(i / kSide)}};
    handles[i] = world.add(Circle<float>{0.6f}, pose).handle;
  };
  for (std::size_t i = 0; i < handles.size(); ++i) add(i);
  ASSERT_EQ(world.update().status, Status::ok);
  for (int frame = 0; frame < 8; ++frame) {
    for (std::size_t i = 0; i < handles.size(); ++i) {
      if (i % 5 < 3) {
        ASSERT_EQ(world.remove(handles[i]), Status::ok);
      }
    }
    for (std::size_t i = 0; i < handles.size(); ++i) {
      if (i % 5 < 3) add(i);
    }
    memory.fail(FailingAllocator::kNever);
    ASSERT_EQ(world.update().status, Status::ok);
    if (frame >= 4) {
      EXPECT_EQ(memory.calls(), 0u) << frame;
    }
  }
  EXPECT_GT(world.pairs().size(), 10'000u);
}

TEST(WorldMemory, failure_of_any_allocation_loses_nothing_and_changes_no_bit) {
  const WorldOptions<float> of_kinds[] = {{.detail = ContactDetail::boxes},
                                          {.detail = ContactDetail::points},
                                          {.detail = ContactDetail::areas},
                                          {.detail = ContactDetail::volumes},
                                          {.detail = ContactDetail::volumes, .period = {6, 6}}};
  for (const WorldOptions<float>& options : of_kinds) {
    Starved fed(options, FailingAllocator::kNever);
    ASSERT_NO_FATAL_FAILURE(fed.run());
    std::size_t failures = 0;
    for (std::size_t k = 1; k < std::size_t(by_tier(120, 600)); ++k) {
      SCOPED_TRACE(k);
      Starved starved(options, k);
      ASSERT_NO_FATAL_FAILURE(starved.run());
      ASSERT_EQ(starved.digest(), fed.digest());
      ASSERT_EQ(starved.hashes(), fed.hashes());
      failures += starved.failures();
    }
    EXPECT_GT(failures, 200u);
  }
}

// Refused at any allocation: no object is there, and the next call adds all as if nothing had been.
TEST(WorldMemory, add_many_adds_all_or_none) {
  constexpr std::size_t kMany = 40;
  for (const std::size_t before : {0u, 30u, 100u}) {
    bool failed = true;
    std::size_t k = 1;
    for (; failed; ++k) {
      ASSERT_LT(k, 200u);
      SCOPED_TRACE(k);
      FailingAllocator memory;
      World<2> world({}, memory.allocator());
      World<2> fed;
      scenes::Pcg32 random(9);
      RandomBodies<2, float> bodies{random, 6};
      std::vector<ShapeView<2, float>> shapes(kMany);
      std::vector<Transform2f> poses(kMany);
      std::vector<ObjectOptions> options(kMany);
      std::vector<Handle> handles(kMany);
      for (std::size_t i = 0; i < before; ++i) {
        const auto shape = bodies.shape();
        const auto pose = bodies.transform();
        const Handle h = world.add(shape, pose);
        ASSERT_EQ(h, fed.add(shape, pose).handle);
        if (i % 3 != 0) continue;
        ASSERT_EQ(world.remove(h), Status::ok);
        ASSERT_EQ(fed.remove(h), Status::ok);
      }
      ASSERT_EQ(world.update().status, Status::ok);
      ASSERT_EQ(fed.update().status, Status::ok);
      for (std::size_t i = 0; i < kMany; ++i) {
        shapes[i] = bodies.shape();
        poses[i] = bodies.transform();
        options[i].filter = bodies.filter();
      }
      const std::uint64_t hash = world.hash();
      memory.fail(k);
      const Status status = world.add_many(shapes, poses, handles, options);
      failed = memory.failures() != 0;
      memory.fail(FailingAllocator::kNever);
      ASSERT_TRUE(world.validate());
      if (status != Status::ok) {
        ASSERT_EQ(status, Status::out_of_memory);
        ASSERT_EQ(world.size(), fed.size());
        ASSERT_EQ(world.hash(), hash);
        ASSERT_EQ(world.add_many(shapes, poses, handles, options), Status::ok);
      }
      for (std::size_t i = 0; i < kMany; ++i) {
        ASSERT_EQ(handles[i], fed.add(shapes[i], poses[i], options[i]).handle);
      }
      ASSERT_EQ(world.update().status, Status::ok);
      ASSERT_EQ(fed.update().status, Status::ok);
      ASSERT_EQ(world.hash(), fed.hash());
      ASSERT_GT(world.began().size(), 10u);
    }
    EXPECT_GT(k, 10u);
  }
}

// Objects at one point, with so little memory that their pairs do not fit. Growth in small steps
// near the limit copies as much as the limit in each: a few limits in all are what doubling takes.
template <int D>
void expect_first_refusal_ends_it(int method, int objects, std::size_t limit) {
  FailingAllocator memory;
  World<D> world({.detail = ContactDetail::boxes}, memory.allocator());
  if (method >= 0) {
    ASSERT_EQ(world.broad_phase().use(BroadPhase(method)), Status::ok);
  }
  for (int i = 0; i < objects; ++i) (void)world.add(Sphere<D, float>{1}, {});
  memory.set_limit(memory.bytes() + limit);
  for (int again = 0; again < 2; ++again) {
    memory.fail(FailingAllocator::kNever);
    ASSERT_EQ(world.update().status, Status::out_of_memory);
    EXPECT_LE(memory.failures(), 1u);
    EXPECT_LT(memory.bytes_allocated(), 8 * limit);
    ASSERT_TRUE(world.validate());
  }
  memory.set_limit(FailingAllocator::kNever);
  ASSERT_EQ(world.update().status, Status::ok);
  EXPECT_EQ(world.pairs().size(), std::size_t(objects) * std::size_t(objects - 1) / 2);
}
TEST(WorldMemory, update_ends_at_the_first_failed_allocation) {
  for (int method = -1; method < 6; ++method) {
    for (const int objects : {300, by_tier(400, 3000)}) {
      for (std::size_t limit = std::size_t(objects) * 80; limit < 8u * 300 * 300; limit *= 2) {
        SCOPED_TRACE(testing::Message() << method << ", " << objects << ", " << limit);
        ASSERT_NO_FATAL_FAILURE(expect_first_refusal_ends_it<2>(method, objects, limit));
        ASSERT_NO_FATAL_FAILURE(expect_first_refusal_ends_it<3>(method, objects, limit));
      }
    }
  }
}

TEST(WorldThreads, give_the_same_bits) {
  Threads threads(4);
  for (const ContactDetail detail :
       {ContactDetail::touch, ContactDetail::points, ContactDetail::areas}) {
    Swing alone(default_allocator(), {.detail = detail});
    Swing together(default_allocator(), {.detail = detail, .jobs = threads.jobs()});
    alone.fill();
    together.fill();
    for (int t = 0; t < 60; ++t) {
      ASSERT_NO_FATAL_FAILURE(alone.frame(t));
      ASSERT_NO_FATAL_FAILURE(together.frame(t));
      const auto x = alone.world().pairs();
      const auto y = together.world().pairs();
      ASSERT_EQ(x.size(), y.size());
      for (std::size_t k = 0; k < x.size(); ++k) {
        ASSERT_EQ(x[k].a, y[k].a);
        ASSERT_EQ(x[k].b, y[k].b);
        const auto c = alone.world().contacts(x[k]);
        const auto d = together.world().contacts(y[k]);
        ASSERT_EQ(c.size(), d.size());
        for (std::size_t i = 0; i < c.size(); ++i) {
          ASSERT_EQ(c[i].distance, d[i].distance);
          ASSERT_EQ(c[i].normal, d[i].normal);
          ASSERT_EQ(c[i].corner_count, d[i].corner_count);
        }
      }
    }
  }
  EXPECT_GT(threads.count(), 100u);
}

}  // namespace
}  // namespace masu::test
