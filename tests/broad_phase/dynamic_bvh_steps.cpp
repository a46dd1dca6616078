// SPDX-License-Identifier: MIT
// How the dynamic tree grows, and what it does when memory is refused.
#include <gtest/gtest.h>

#include <set>

#include "tests/broad_phase/dynamic_bvh_family.hpp"

namespace masu::test {
namespace {

using Tree = DynamicBvh<2, float>;

TEST(DynamicBvh, a_move_inside_the_fat_aabb_does_not_change_the_tree) {
  Tree tree({.margin = 1, .margin_share = 0});
  std::vector<Handle> handles;
  for (const Aabb2f& box : scenes::make_scene<2, float>("uniform", 200, 1)) {
    handles.push_back(tree.insert(box));
  }
  const auto nodes_visited = [&] {
    return tree.for_each_overlapping(Aabb2f::everything(), [](Handle) {}).stats;
  };
  const QueryStats before = nodes_visited();
  for (const Handle h : handles) {
    Aabb2f box = tree.find(h)->box;
    box.min[0] += 0.75f, box.max[0] += 0.75f;
    ASSERT_EQ(tree.move(h, box), Status::ok);
    ASSERT_EQ(tree.find(h)->box, box);
    ASSERT_TRUE(tree.validate());
  }
  EXPECT_EQ(nodes_visited(), before);
}

// Small steps with a few leaps; then only leaps, which make it rebuild. Empty boxes come and go,
// and handles of erased objects are skipped.
TEST(DynamicBvh, many_objects_moved_at_once_leave_a_valid_tree) {
  for (const float leaping : {0.02f, 1.0f}) {
    Tree tree;
    scenes::Pcg32 random(3);
    std::vector<Handle> handles;
    auto boxes = scenes::make_scene<2, float>("uniform", 500, 1);
    for (const Aabb2f& box : boxes) handles.push_back(tree.insert(box));
    const Aabb2f home = boxes[7];
    for (int round = 0; round < 50; ++round) {
      for (Aabb2f& box : boxes) {
        const float reach = random.unit() < double(leaping) ? 30 : 0.1f;
        for (int a = 0; a < 2; ++a) {
          const auto d = static_cast<float>(random.between(-1, 1)) * reach;
          box.min[a] += d, box.max[a] += d;
        }
      }
      boxes[7] = round % 3 == 0 ? Aabb2f::nothing() : home;
      if (round % 10 == 5) {
        ASSERT_EQ(tree.erase(handles[std::size_t(20 + round)]), Status::ok);
      }
      tree.move_many(handles, [&](std::size_t k) { return boxes[k]; });
      ASSERT_TRUE(tree.validate());
      std::set<std::uint32_t> truth, found;
      const Aabb2f query{{5, 5}, {15, 15}};
      for (std::size_t k = 0; k < boxes.size(); ++k) {
        if (!tree.contains(handles[k])) continue;
        ASSERT_TRUE(tree.find(handles[k])->box == boxes[k] || boxes[k].empty());
        if (overlaps(boxes[k], query)) truth.insert(handles[k].index);
      }
      (void)tree.for_each_overlapping(query, [&](Handle h) { found.insert(h.index); });
      ASSERT_EQ(found, truth);
    }
    EXPECT_LE(tree.height(), 30u);
    if (leaping == 1) {
      EXPECT_LE(tree.height(), 10u) << "of 500 objects, built at once";
    }
  }
}

TEST(DynamicBvh, a_million_coincident_points_make_a_shallow_tree) {
  Tree tree;
  const Aabb2f point = Aabb2f::of_point({3, 4});
  ASSERT_EQ(tree.reserve(1'000'000), Status::ok);
  Handle last;
  for (int i = 0; i < 1'000'000; ++i) last = tree.insert(point);
  EXPECT_LE(tree.height(), 40u) << "twice the height of a balanced tree";
  EXPECT_TRUE(tree.validate());
  std::size_t found = 0;
  EXPECT_EQ(tree.for_each_overlapping(point, [&](Handle) { ++found; }).status, Status::ok);
  EXPECT_EQ(found, tree.size());
  tree.optimize();
  EXPECT_EQ(tree.height(), 20u);
  EXPECT_EQ(tree.erase(last), Status::ok);
  EXPECT_TRUE(tree.validate());
}

// Orders that grow a chain in a tree that does nothing about it.
TEST(DynamicBvh, no_insertion_order_makes_a_path_longer_than_96) {
  for (const double growth : {1.0, 1.05, 2.0}) {
    DynamicBvh<1, double> tree({.margin_share = 0});
    double x = 1;
    for (int i = 0; i < 900; ++i, x = growth == 1 ? x + 1 : x * growth) {
      ASSERT_EQ(tree.insert(Aabb<1, double>{{-x}, {x}}).status, Status::ok);
      ASSERT_EQ(tree.insert(Aabb<1, double>{{x}, {x}}).status, Status::ok);
      ASSERT_TRUE(tree.validate()) << "which reads the height";
    }
  }
}

TEST(DynamicBvh, a_search_visits_few_nodes_whatever_the_insertion_order) {
  const std::size_t n = 20000;
  auto boxes = scenes::make_scene<2, float>("uniform", n, 1);
  std::sort(boxes.begin(), boxes.end(),
            [](const Aabb2f& a, const Aabb2f& b) { return a.min[0] < b.min[0]; });
  Tree tree;
  for (const Aabb2f& box : boxes) ASSERT_EQ(tree.insert(box).status, Status::ok);
  const auto nodes = [&] {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < n; i += 20) {
      sum += tree.for_each_overlapping(boxes[i], [](Handle) {}).stats.nodes;
    }
    return double(sum) / double(n / 20);
  };
  const double grown = nodes();
  tree.optimize();
  const double built = nodes();
  EXPECT_LT(grown, 2 * built);
  EXPECT_LT(built, 4 * 15) << "a few paths from the root";
}

TEST(DynamicBvh, equal_histories_give_equal_orders_of_results) {
  PairVector first;
  for (int run = 0; run < 2; ++run) {
    Tree tree;
    std::vector<Handle> handles;
    const auto boxes = scenes::make_scene<2, float>("clusters", 2000, 1);
    for (const Aabb2f& box : boxes) handles.push_back(tree.insert(box));
    for (std::size_t i = 0; i < 2000; i += 3) ASSERT_EQ(tree.erase(handles[i]), Status::ok);
    PairList pairs;
    ASSERT_EQ(tree.find_pairs(pairs).status, Status::ok);
    if (run == 0) first = to_vector(pairs);
    EXPECT_EQ(to_vector(pairs), first);
  }
}

TEST(DynamicBvh, a_failed_insertion_changes_nothing) {
  const auto boxes = scenes::make_scene<2, float>("pile", 300, 1);
  bool failed = true;
  for (std::size_t k = 1; failed; ++k) {
    ASSERT_LT(k, 300u);
    FailingAllocator memory;
    Tree tree({}, memory.allocator());
    memory.fail(k, true);
    std::size_t inserted = 0;
    while (inserted < boxes.size() && tree.insert(boxes[inserted]).status == Status::ok) ++inserted;
    failed = memory.failures() != 0;
    ASSERT_EQ(failed, inserted != boxes.size());
    ASSERT_EQ(tree.size(), inserted);
    ASSERT_TRUE(tree.validate());
    std::size_t found = 0;
    ASSERT_EQ(tree.for_each_overlapping(Aabb2f::everything(), [&](Handle) { ++found; }).status,
              Status::ok);
    ASSERT_EQ(found, inserted);
    tree.optimize();
    ASSERT_TRUE(tree.validate());
    memory.fail(FailingAllocator::kNever);
    for (; inserted < boxes.size(); ++inserted) {
      ASSERT_EQ(tree.insert(boxes[inserted]).status, Status::ok);
    }
    ASSERT_TRUE(tree.validate());
  }
}

TEST(DynamicBvh, nothing_is_allocated_after_reserve) {
  FailingAllocator memory;
  Tree tree({}, memory.allocator());
  const auto boxes = scenes::make_scene<2, float>("clusters", 500, 1);
  ASSERT_EQ(tree.reserve(500), Status::ok);
  memory.fail(1, true);
  std::vector<Handle> handles;
  for (const Aabb2f& box : boxes) handles.push_back(tree.insert(box));
  for (std::size_t i = 0; i < 500; ++i) {
    ASSERT_EQ(tree.move(handles[i], boxes[(i + 7) % 500]), Status::ok);
  }
  tree.optimize();
  CountPairs pairs;
  EXPECT_EQ(tree.find_pairs_of_moved(pairs).status, Status::ok);
  tree.clear();
  for (const Aabb2f& box : boxes) ASSERT_EQ(tree.insert(box).status, Status::ok);
  EXPECT_EQ(memory.calls(), 0u);
}

TEST(DynamicBvh, periods_and_invalid_queries_are_refused) {
  Tree torus({.period = {{8, 0}}});
  EXPECT_EQ(torus.insert(Aabb2f::of_point({1, 1})).status, Status::out_of_range);
  Tree tree;
  EXPECT_EQ(tree.for_each_within(Aabb2f::of_point({0, 0}), -1, [](Handle) {}).status,
            Status::out_of_range);
  const Ray<2, float> bad{{0, std::numeric_limits<float>::quiet_NaN()}, {1, 0}};
  EXPECT_EQ(tree.ray_cast(bad).status, Status::not_finite);
  EXPECT_EQ(tree.move({}, Aabb2f::of_point({0, 0})), Status::stale_handle);
  EXPECT_TRUE(tree.validate());
}

// Reciprocals of the direction round: what they reject must be beyond that.
TEST(DynamicBvh, rays_hit_points_that_lie_exactly_on_them) {
  scenes::Pcg32 random(6);
  const auto number = [&] { return float(1 + random.below(2000)) * (random.below(2) ? 1 : -1); };
  DynamicBvh<3, float> tree({.margin_share = 0});
  std::vector<Ray<3, float>> rays;
  for (int k = 0; k < 300; ++k) {
    const Vec<3, float> direction{number(), number(), number()};
    rays.push_back({{0, 0, 0}, direction});
    ASSERT_EQ(tree.insert(Aabb3f::of_point(direction * float(1 + k))).status, Status::ok);
  }
  for (std::uint32_t k = 0; k < 300; ++k) {
    bool found = false;
    (void)tree.for_each_on_ray(
        rays[k], [&](Handle h, float t) { found = found || (h.index == k && t == float(1 + k)); });
    EXPECT_TRUE(found) << k;
  }
}

// Whichever of the two trees has filters.
TEST(DynamicBvh, filters_of_one_tree_reject_pairs_between_two) {
  const Filter alone{.category = 1, .mask = 0};
  for (const bool first : {false, true}) {
    Tree a, b;
    (void)a.insert({{0, 0}, {1, 1}}, 0, first ? alone : Filter{});
    (void)b.insert({{0, 0}, {1, 1}}, 0, first ? Filter{} : alone);
    CountPairs pairs;
    EXPECT_EQ(a.find_pairs_between(b, pairs).status, Status::ok);
    EXPECT_EQ(pairs.count, 0u) << first;
  }
}

TEST(DynamicBvh, pairs_of_moved_objects_come_again_until_they_were_reported) {
  Tree tree;
  const Handle a = tree.insert({{0, 0}, {1, 1}});
  for (int i = 0; i < 20; ++i) (void)tree.insert({{0.5f, 0.5f}, {2, 2}});
  EXPECT_EQ(tree.find_pairs_of_moved([](std::uint32_t, std::uint32_t) { return false; }).status,
            Status::stopped);
  CountPairs pairs;
  EXPECT_EQ(tree.find_pairs_of_moved(pairs).status, Status::ok);
  EXPECT_EQ(pairs.count, 21u * 20 / 2);
  pairs.count = 0;
  EXPECT_EQ(tree.find_pairs_of_moved(pairs).status, Status::ok);
  EXPECT_EQ(pairs.count, 0u) << "nothing has moved since";
  ASSERT_EQ(tree.move(a, {{0, 0}, {1.5f, 1}}), Status::ok);
  EXPECT_EQ(tree.find_pairs_of_moved(pairs).status, Status::ok);
  EXPECT_EQ(pairs.count, 20u);
}

}  // namespace
}  // namespace masu::test
