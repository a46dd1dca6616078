// SPDX-License-Identifier: MIT
// A user's program with its own memory, jobs, convex shape, body of sub-shapes, broad phase for a
// world, source of obstacles, and visitors.
#include <cstdint>
#include <cstdio>
#include <new>
#include <vector>

#include <masu/masu.hpp>

namespace {

using Aabb = masu::Aabb3f;
using Vec = masu::Vec<3, float>;
using Pose = masu::Transform<3, float>;

std::size_t bytes_lent = 0;

masu::Allocator counted_memory() {
  return {[](void*, std::size_t size, std::size_t alignment) {
            bytes_lent += size;
            return ::operator new(size, std::align_val_t(alignment), std::nothrow);
          },
          [](void*, void* block, std::size_t size, std::size_t alignment) {
            bytes_lent -= size;
            ::operator delete(block, std::align_val_t(alignment));
          },
          nullptr};
}

// The last job first.
masu::JobSystem backward_jobs() {
  return {[](void*, std::uint32_t count, void (*job)(void*, std::uint32_t), void* data) {
            for (std::uint32_t i = count; i > 0; --i) job(data, i - 1);
          },
          nullptr, 2};
}

// All points at most `radius` from the origin in the sum of the coordinates' sizes.
struct Octahedron {
  static constexpr int kDimension = 3;
  using Scalar = float;
  float radius = 1;

  Vec support(const Vec& d) const {
    int longest = 0;
    for (int axis = 1; axis < 3; ++axis) {
      if (d[axis] * d[axis] > d[longest] * d[longest]) longest = axis;
    }
    Vec corner{};
    corner[longest] = d[longest] < 0 ? -radius : radius;
    return corner;
  }
  Aabb aabb(const Pose& pose) const {
    const Vec r = Vec::all(radius * 1.001f);
    return {pose.translation - r, pose.translation + r};
  }
};

// Two balls.
struct Dumbbell {
  static constexpr int kDimension = 3;
  using Scalar = float;
  masu::Sphere<3, float> ball{1};
  Pose left{{-3, 0, 0}};
  Pose right{{3, 0, 0}};

  masu::SubShape<3, float> sub_shape(std::uint32_t i) const {
    return {ball.view(), i == 0 ? &left : &right};
  }
  Aabb box(std::uint32_t i) const { return masu::aabb_of(ball, i == 0 ? left : right); }
  Aabb bounds() const { return merge(box(0), box(1)); }

  template <class Visit>
  masu::SearchResult for_each_sub_shape(const Aabb& around, Visit&& visit) const {
    for (std::uint32_t i = 0; i < 2; ++i) {
      if (overlaps(box(i), around)) visit(i, sub_shape(i));
    }
    return {};
  }
  template <class Gap, class Visit>
  masu::QueryStats for_each_sub_shape_near(Gap&& gap, double reach, Visit&& visit) const {
    for (std::uint32_t i = 0; i < 2; ++i) {
      if (gap(box(i)) <= reach) reach = visit(i, sub_shape(i));
    }
    return {};
  }
};

// Holds everything against everything.
class OwnPairs {
 public:
  explicit OwnPairs(masu::Allocator) {}
  masu::Status insert(std::uint32_t slot, const Aabb& box, const masu::Filter&) {
    if (slot >= boxes_.size()) boxes_.resize(slot + 1, Aabb::nothing());
    boxes_[slot] = box;
    return masu::Status::ok;
  }
  void move(std::uint32_t slot, const Aabb& box) { boxes_[slot] = box; }
  void erase(std::uint32_t slot) { boxes_[slot] = Aabb::nothing(); }
  masu::SearchResult update() {
    before_.swap(now_);
    now_.clear();
    for (std::uint32_t a = 0; a < boxes_.size(); ++a) {
      for (std::uint32_t b = a + 1; b < boxes_.size(); ++b) {
        if (overlaps(boxes_[a], boxes_[b])) now_.push_back({a, b});
      }
    }
    return {};
  }
  template <class Visit>
  void for_each_removed(Visit&& visit) const {
    for (const masu::Pair& p : before_) visit(p.a, p.b);
  }
  template <class Visit>
  void for_each_added(Visit&& visit) const {
    for_each_pair(visit);
  }
  template <class Visit>
  void for_each_pair(Visit&& visit) const {
    for (const masu::Pair& p : now_) visit(p.a, p.b);
  }

 private:
  std::vector<Aabb> boxes_;
  std::vector<masu::Pair> now_;
  std::vector<masu::Pair> before_;
};

// The library's choice, with a count of what it is asked.
int updates = 0;
struct CountedPairs : masu::AutoPairs<3, float> {
  using masu::AutoPairs<3, float>::AutoPairs;
  masu::SearchResult update(const masu::JobSystem& jobs = {}) {
    ++updates;
    return masu::AutoPairs<3, float>::update(jobs);
  }
};

// Bodies for slide().
struct Wall {
  masu::Box<3, float> box{{1, 4, 4}};
  void operator()() const {}
  template <class Visit>
  void for_each_near(const Aabb&, Visit&& visit) const {
    (void)visit(0u, masu::world_shape(box), Pose{{5, 0, 0}});
  }
};

int faults = 0;
void expect(bool right, const char* what) {
  if (!right) std::printf("wrong: %s\n", what);
  faults += right ? 0 : 1;
}

void find_pairs_with_a_visitor() {
  const std::vector<Aabb> boxes = {{{0, 0, 0}, {2, 2, 2}}, {{1, 1, 1}, {3, 3, 3}}};
  std::uint32_t sum = 0;
  masu::SortedOrthtree<3, float> finder(counted_memory());
  const auto visit = [&](std::uint32_t a, std::uint32_t b) { sum += 10 * a + b; };
  expect(finder.find_pairs(boxes, visit).status == masu::Status::ok, "find_pairs");
  expect(sum == 1 || sum == 10, "the pair of two boxes");
}

void ask_own_shape_and_body() {
  const Octahedron gem;
  const masu::Sphere<3, float> ball{1};
  const auto apart = masu::distance(gem, Pose{}, ball, Pose{{4, 0, 0}});
  expect(apart.distance > 1.999 && apart.distance < 2.001, "distance of an own shape");
  const Dumbbell body;
  const auto far = masu::distance(body, Pose{}, ball, Pose{{0, 0, 0}});
  expect(far.distance > 0.999 && far.distance < 1.001, "distance of an own body");
  expect(masu::intersects(body, Pose{}, gem, Pose{{3, 1.5f, 0}}).overlapping,
         "an own body and an own shape");
}

template <class Pairs>
void run_world() {
  const Octahedron gem;
  const Dumbbell body;
  masu::World<3, float, Pairs> world({.jobs = backward_jobs()}, counted_memory());
  const masu::Handle first = world.add(gem, Pose{{3, 1.5f, 0}}).handle;
  const masu::Handle second = world.add(body, Pose{}).handle;
  expect(world.update().status == masu::Status::ok && world.pairs().size() == 1, "they touch");
  const auto impossible = world.add(masu::Sphere<3, float>{-1}, Pose{});
  expect(impossible.status != masu::Status::ok, "a ball of negative radius");
  expect(world.move(first, Pose{{0, 20, 0}}) == masu::Status::ok, "move");
  expect(world.update().status == masu::Status::ok && world.ended().size() == 1, "they part");
  int found = 0;
  (void)world.for_each_overlapping(body.bounds(), [&](masu::Handle h) { found += h == second; });
  expect(found == 1, "a query of the world");
}

void slide_to_own_wall() {
  masu::CapsuleMover<3, float> mover{{0, 0, 0}, 0.5f, {0, 0.5f, 0}};
  const auto moved = masu::slide(mover, Vec{10, 0, 0}, Wall{});
  expect(moved.status == masu::Status::ok, "slide");
  expect(mover.position[0] > 3.4f && mover.position[0] < 3.51f, "the wall stops it");
}

}  // namespace

int main() {
  find_pairs_with_a_visitor();
  ask_own_shape_and_body();
  run_world<OwnPairs>();
  run_world<masu::AutoPairs<3, float>>();
  run_world<CountedPairs>();
  expect(updates == 2, "a class of one's own above AutoPairs is asked");
  slide_to_own_wall();
  expect(bytes_lent == 0, "all memory is given back");
  std::printf("own parts: %d faults\n", faults);
  return faults == 0 ? 0 : 1;
}
