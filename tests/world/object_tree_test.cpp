// SPDX-License-Identifier: MIT
// The tree behind a world's queries: after any insertions, moves and removals each query reports
// all its objects, once, with every instruction set.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <map>
#include <random>
#include <vector>

#include <masu/core/box_distance.hpp>
#include "broad_phase/walk_kernels.hpp"

#include "tests/support/guarded_memory.hpp"
#include "tests/support/simd_targets.hpp"
#include "world/object_tree.hpp"

namespace masu::test {
namespace {

using masu::detail::BvhCounts;
using masu::detail::BvhNode;
using masu::detail::LeafVisit;
using masu::detail::ObjectTree;
using masu::detail::PreparedRay;
using Slots = std::vector<std::uint32_t>;

template <int D, class T>
class TreeModel {
 public:
  using Bounds = Aabb<D, T>;
  explicit TreeModel(std::uint32_t seed) : tree_(default_allocator()), random_(seed) {
    EXPECT_TRUE(tree_.reserve(kSlots));
  }

  Vec<D, T> random_point(double size = 40) {
    Vec<D, T> p;
    for (int a = 0; a < D; ++a) p[a] = T(std::uniform_real_distribution<double>(0, size)(random_));
    return p;
  }
  // Some flat, few without an end.
  Bounds box() {
    const Vec<D, T> low = random_point();
    Bounds b{low, low + random_point(random_() % 4 == 0 ? 0 : 2)};
    if (random_() % 200 == 0) b.max[0] = std::numeric_limits<T>::infinity();
    return b;
  }
  std::uint32_t below(std::size_t n) { return static_cast<std::uint32_t>(random_() % n); }

  void insert() {
    const std::uint32_t slot = below(kSlots);
    if (boxes_.count(slot) != 0) return;
    boxes_[slot] = box();
    if (!tree_.insert(slot, boxes_[slot])) rebuild();
  }
  void erase() {
    if (boxes_.empty()) return;
    const std::uint32_t slot = any();
    boxes_.erase(slot);
    tree_.erase(slot);
    tree_.erase(slot);  // not there: nothing
  }
  void move() {
    if (boxes_.empty()) return;
    const std::uint32_t slot = any();
    boxes_[slot] = step(boxes_[slot]);
    if (!tree_.move(slot, boxes_[slot])) rebuild();
  }
  void move_all() {
    for (auto& [slot, b] : boxes_) {
      b = step(b);
      (void)tree_.set_box(slot, b);
    }
    tree_.fit_all();
    if (tree_.worn()) rebuild();
  }
  void rebuild() {
    ++rebuilt_;
    tree_.rebuild(kSlots, [&](std::uint32_t i) {
      return boxes_.count(i) != 0 ? boxes_[i] : Bounds::nothing();
    });
  }
  void clear() {
    while (!boxes_.empty()) erase();
  }

  // All that a question wants, and nothing twice.
  void check() {
    ASSERT_TRUE(tree_.validate());
    ASSERT_EQ(tree_.size(), boxes_.size());
    for (const auto& [slot, b] : boxes_) ASSERT_EQ(tree_.box(slot), b);
    const Vec<D, T> p = random_point();
    const T limit = T(30);
    Ray<D, T> ray{p, random_point() - random_point(), T(1)};
    if (below(3) == 0) ray.direction[0] = 0;
    const bool blunt = below(5) == 0;  // too slow along an axis to leave anything out there
    if (blunt) ray.direction[D - 1] = std::numeric_limits<T>::denorm_min();
    for_each_target([&](SimdTarget) {
      ASSERT_EQ(near_point(p, limit), matching([&](const Bounds& b) {
                  return distance_squared(Bounds::of_point(p), b) <= limit;
                }));
      // Without a limit all are reported, each once.
      ASSERT_EQ(near_point(p, std::numeric_limits<T>::infinity()),
                matching([](const Bounds&) { return true; }));
      const Slots reported = along(ray, T(0));
      const Slots sure = matching([&](const Bounds& b) { return ray_box(ray, b).has_value(); });
      ASSERT_TRUE(std::includes(reported.begin(), reported.end(), sure.begin(), sure.end()));
      if (!blunt) {
        ASSERT_LE(reported.size(), sure.size() + boxes_.size() / 8 + 2)
            << "nearly all were reported";
      }
      const Slots near = along(ray, T(1));
      const Slots larger = matching([&](Bounds b) {
        b.min = b.min - Vec<D, T>::all(T(0.99)), b.max = b.max + Vec<D, T>::all(T(0.99));
        return ray_box(ray, b).has_value();
      });
      ASSERT_TRUE(std::includes(near.begin(), near.end(), larger.begin(), larger.end()));
    });
  }
  std::size_t size() const { return boxes_.size(); }
  std::size_t rebuilt() const { return rebuilt_; }

 private:
  static constexpr std::uint32_t kSlots = 700;

  std::uint32_t any() { return std::next(boxes_.begin(), below(boxes_.size()))->first; }
  // A short one, mostly.
  Bounds step(Bounds b) {
    if (below(10) == 0) return box();
    const Vec<D, T> by = random_point(0.5);
    return {b.min + by, b.max + by};
  }
  template <class ListenerTraits>
  Slots matching(ListenerTraits&& matches) const {
    Slots list;
    for (const auto& [slot, b] : boxes_) {
      if (matches(b)) list.push_back(slot);
    }
    return list;
  }
  template <class Walk>
  static Slots collected(Walk&& walk) {
    Slots list;
    const LeafVisit<D, T> leaf{
        [](void* to, const BvhNode<D, T>& node, std::uint32_t lanes, const T*, T limit) {
          for (std::uint32_t i = 0; i < 8; ++i) {
            if ((lanes >> i & 1) != 0) static_cast<Slots*>(to)->push_back(node.child[i]);
          }
          return limit;
        },
        &list};
    BvhCounts counts;
    walk(leaf, counts);
    std::sort(list.begin(), list.end());
    return list;
  }
  Slots near_point(const Vec<D, T>& p, T limit) const {
    return collected([&](const LeafVisit<D, T>& leaf, BvhCounts& counts) {
      masu::detail::walk_kernels<D, T>().near_point(tree_.nodes(), p, limit, leaf, counts);
    });
  }
  Slots along(const Ray<D, T>& ray, T slack) const {
    return collected([&](const LeafVisit<D, T>& leaf, BvhCounts& counts) {
      masu::detail::walk_kernels<D, T>().along_ray(tree_.nodes(), PreparedRay<D, T>(ray), slack,
                                                   ray.max_t, leaf, counts);
    });
  }

  ObjectTree<D, T> tree_;
  std::mt19937 random_;
  std::map<std::uint32_t, Bounds> boxes_;
  std::size_t rebuilt_ = 0;
};

template <int D, class T>
void churn(std::uint32_t seed) {
  TreeModel<D, T> model(seed);
  ASSERT_NO_FATAL_FAILURE(model.check());
  for (int round = 0; round < 60; ++round) {
    SCOPED_TRACE(round);
    const std::uint32_t kind = model.below(10);
    const int steps = static_cast<int>(1 + model.below(120));
    for (int s = 0; s < steps; ++s) {
      if (kind < 4) model.insert();
      if (kind == 4 || kind == 5) model.erase();
      if (kind == 6 || kind == 7) model.move();
    }
    if (kind == 8) model.move_all();
    if (kind == 9) model.rebuild();
    if (round == 40) model.clear();
    ASSERT_NO_FATAL_FAILURE(model.check());
  }
  EXPECT_GT(model.size(), 20u);
}

TEST(ObjectTree, reports_all_matches_after_any_changes) {
  ASSERT_NO_FATAL_FAILURE((churn<2, float>(1)));
  ASSERT_NO_FATAL_FAILURE((churn<3, float>(2)));
  ASSERT_NO_FATAL_FAILURE((churn<2, double>(3)));
  ASSERT_NO_FATAL_FAILURE((churn<3, double>(4)));
}

TEST(ObjectTree, has_full_nodes_and_one_height_after_a_build) {
  for (const std::uint32_t size : {1u, 8u, 9u, 64u, 65u, 511u, 513u, 5000u}) {
    ObjectTree<2, float> tree(default_allocator());
    ASSERT_TRUE(tree.reserve(size));
    tree.rebuild(size, [](std::uint32_t i) {
      return Aabb2f::of_point({float(i * 7919 % 1000), float(i % 613)});
    });
    ASSERT_TRUE(tree.validate());
    EXPECT_EQ(tree.nodes().leaf_count, (size + 7) / 8);
    EXPECT_LE(tree.nodes().inner_count, tree.nodes().leaf_count / 3 + 1);
  }
}

// A ground without an end, or one far larger than all else, does not hide that the rest has spread.
TEST(ObjectTree, measures_wear_by_typical_leaves) {
  constexpr float kEndless = std::numeric_limits<float>::infinity();
  for (const float half : {0.5f, 1e4f, 1e12f, kEndless}) {
    SCOPED_TRACE(half);
    constexpr std::uint32_t kSlots = 1000;
    ObjectTree<2, float> tree(default_allocator());
    ASSERT_TRUE(tree.reserve(kSlots));
    float spread = 0;
    const auto box_of = [&](std::uint32_t i) {
      if (i == 0) return Aabb2f{{-half, -1}, {half, 0}};
      const float x = float(i % 30) + spread * float(i * 7919 % 101);
      const float y = float(i / 30) + spread * float(i * 6007 % 97);
      return Aabb2f{{x, y}, {x + 0.5f, y + 0.5f}};
    };
    tree.rebuild(kSlots, box_of);
    EXPECT_FALSE(tree.worn());
    for (const float s : {0.001f, 0.2f}) {
      spread = s;
      for (std::uint32_t i = 0; i < kSlots; ++i) (void)tree.set_box(i, box_of(i));
      tree.fit_all();
      EXPECT_EQ(tree.worn(), s > 0.1f) << s;
    }
    tree.rebuild(kSlots, box_of);
    EXPECT_FALSE(tree.worn());
    EXPECT_TRUE(tree.validate());
  }
}

// Without memory for more, all its lists stay as they were.
TEST(ObjectTree, does_not_use_memory_that_was_refused) {
  for (std::size_t fail = 0; fail < 5; ++fail) {
    SCOPED_TRACE(fail);
    GuardedMemory memory;
    {
      ObjectTree<2, float> tree(memory.allocator());
      constexpr std::uint32_t kSlots = 100;
      ASSERT_TRUE(tree.reserve(kSlots));
      memory.left = fail;
      ASSERT_FALSE(tree.reserve(5000));
      const auto point = [](std::uint32_t i) { return Aabb2f::of_point({float(i), 0}); };
      // Leaves of four, of which one stays, and more of them beyond.
      std::uint32_t next = 0;
      bool refused = false;
      std::vector<std::uint32_t> unused(kSlots);
      for (std::uint32_t i = 0; i < kSlots; ++i) unused[i] = i;
      while (!refused && unused.size() > 8) {
        std::vector<std::uint32_t> used;
        for (const std::uint32_t slot : unused) {
          refused = refused || !tree.insert(slot, point(next++));
          used.push_back(slot);
        }
        unused.clear();
        for (std::size_t k = 0; k < used.size() && !refused; ++k) {
          if (k % 4 == 0) continue;
          tree.erase(used[k]);
          unused.push_back(used[k]);
        }
      }
      EXPECT_TRUE(tree.validate());
    }
    EXPECT_FALSE(memory.touched);
  }
}

TEST(ObjectTree, requests_a_rebuild_before_it_runs_out_of_nodes) {
  ObjectTree<2, float> tree(default_allocator());
  constexpr std::uint32_t kSlots = 4000;
  ASSERT_TRUE(tree.reserve(kSlots));
  // Each comes between two that are there: leaves are cut over and over.
  std::uint32_t in = 0;
  const auto box_of = [](std::uint32_t i) {
    return Aabb2f::of_point({float(i * 2654435761u >> 8), 0});
  };
  std::size_t rebuilt = 0;
  for (std::uint32_t i = 0; i < 10 * kSlots; ++i) {
    const std::uint32_t slot = i % kSlots;
    tree.erase(slot);
    if (!tree.insert(slot, box_of(i))) {
      ++rebuilt;
      tree.rebuild(kSlots, [&](std::uint32_t s) {
        return s <= slot || i >= kSlots ? box_of(s <= slot ? i - slot + s : i - slot - kSlots + s)
                                        : Aabb2f::nothing();
      });
    }
    in = std::max(in, static_cast<std::uint32_t>(tree.size()));
  }
  EXPECT_TRUE(tree.validate());
  EXPECT_EQ(in, kSlots);
  EXPECT_LT(rebuilt, 20u);
}

}  // namespace
}  // namespace masu::test
