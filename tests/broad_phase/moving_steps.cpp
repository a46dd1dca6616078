// SPDX-License-Identifier: MIT
// The trace events of methods for moving objects: as many as they count, and in the order of small
// examples.
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <masu/broad_phase/dynamic_bvh.hpp>
#include <masu/broad_phase/pair_tracker.hpp>
#include <masu/broad_phase/registered_orthtree.hpp>

#include "scenes/generators/scene.hpp"

namespace masu::test {
namespace {

Aabb2f box_at(float x, float y) {
  return {{x, y}, {x + 1, y + 1}};
}

struct CountSteps : Trace {
  using Trace::on;
  void on(const VisitNode&) { ++nodes; }
  void on(const LookUpBlock<2>&) { ++nodes; }
  void on(const VisitCell<2>&) { ++cells; }
  void on(const ReadBucket& read) { boxes += read.objects, ++buckets; }
  std::uint64_t nodes = 0, cells = 0, buckets = 0, boxes = 0;
};

// Events in words.
struct StepLog : Trace {
  using Trace::on;
  void on(const PhaseBegins& e) { say(e.name); }
  void on(const EnterCell<2>& e) { say("enter", e.object, e.level, e.cell); }
  void on(const LeaveCell<2>& e) { say("leave", e.object, e.level, e.cell); }
  void on(const InsertLeaf& e) { say("put", e.object, e.link); }
  void on(const RemoveLeaf& e) { say("take", e.object, e.link); }
  void on(const RefitNode& e) { say("refit", e.link); }
  void on(const SwapNodes& e) { say("exchange", e.child, e.grandchild); }
  void on(const RebuildSubtree& e) { say("rebuild", e.link, e.leaves); }
  void on(const SearchMover& e) { say("search", e.object); }
  void on(const PairAdded& e) { say("added", e.pair.a, e.pair.b); }
  void on(const PairRemoved& e) { say("removed", e.pair.a, e.pair.b); }

  std::vector<std::string> take() { return std::exchange(steps, {}); }
  std::vector<std::string> steps;

 private:
  static std::string word(const char* s) { return s; }
  static std::string word(const Vec<2, std::int32_t>& v) {
    return std::to_string(v[0]) + "," + std::to_string(v[1]);
  }
  template <class N>
  static std::string word(N n) {
    return std::to_string(n);
  }
  template <class First, class... Rest>
  void say(const First& first, const Rest&... rest) {
    std::string step = word(first);
    ((step += " " + word(rest)), ...);
    steps.push_back(step);
  }
};
using Steps = std::vector<std::string>;

// Cells of edge 2 for boxes of edge 1; a box of edge 3 is on the level of edge 8.
TEST(HashGridSteps, objects_enter_and_leave_cells) {
  HashGrid<2> grid({.cell_edge = 2, .period = {}});
  StepLog log;
  const Handle small = grid.insert(box_at(0.5f, -0.5f), 0, {}, log);
  EXPECT_EQ(log.take(), (Steps{"enter 0 0 0,-1"}));
  const Handle large = grid.insert({{9, 9}, {12, 12}}, 0, {}, log);
  EXPECT_EQ(log.take(), (Steps{"enter 1 2 1,1"}));
  ASSERT_EQ(grid.move(small, box_at(0.75f, -0.75f), log), Status::ok);
  EXPECT_EQ(log.take(), Steps{}) << "the same cell";
  ASSERT_EQ(grid.move(small, box_at(4, 6), log), Status::ok);
  EXPECT_EQ(log.take(), (Steps{"enter 0 0 2,3", "leave 0 0 0,-1"}));
  ASSERT_EQ(grid.move(small, Aabb2f::nothing(), log), Status::ok);
  EXPECT_EQ(log.take(), (Steps{"leave 0 0 2,3"}));
  ASSERT_EQ(grid.erase(large, log), Status::ok);
  EXPECT_EQ(log.take(), (Steps{"leave 1 2 1,1"}));
}

TEST(HashGridSteps, searches_report_the_blocks_and_boxes_that_they_count) {
  HashGrid<2> grid;
  std::vector<Handle> handles;
  for (const Aabb2f& box : scenes::make_scene<2, float>("sizes", 2000, 1)) {
    handles.push_back(grid.insert(box));
  }
  const auto expect_counted = [](const CountSteps& steps, const QueryStats& stats) {
    EXPECT_GT(steps.nodes, 0u);
    EXPECT_EQ(steps.nodes, stats.nodes);
    EXPECT_EQ(4 * steps.buckets, stats.tests) << "four lanes a bucket";
    EXPECT_LE(steps.boxes, stats.tests);
    EXPECT_GE(steps.boxes, stats.results);
  };
  CountSteps all, one, moved;
  CountPairs pairs;
  expect_counted(all, grid.find_pairs(pairs, all).stats);
  const auto ignore = [](Handle) {};
  expect_counted(one,
                 grid.for_each_overlapping(grid.find(handles[7])->box, ignore, {}, {}, one).stats);
  expect_counted(moved, grid.find_pairs_of_moved(pairs, moved).stats);
  EXPECT_LT(one.nodes, all.nodes);
}

TEST(DynamicBvhSteps, a_leaf_descends_to_its_sibling_and_ancestors_are_refitted) {
  DynamicBvh<2> tree({.margin = 0, .margin_share = 0, .prediction = 0, .period = {}});
  StepLog log;
  const Handle a = tree.insert(box_at(0, 0), 0, {}, log);
  EXPECT_EQ(log.take(), (Steps{"put 0 0"})) << "the root's place";
  (void)tree.insert(box_at(10, 0), 0, {}, log);
  EXPECT_EQ(log.take(), (Steps{"put 1 3", "refit 0"})) << "node 1 has both: places 2 and 3";
  const Handle c = tree.insert(box_at(1, 0), 0, {}, log);
  EXPECT_EQ(log.take(), (Steps{"put 2 5", "refit 2", "refit 0"})) << "node 2, beside object 0";
  ASSERT_EQ(tree.move(c, box_at(1.5f, 0), log), Status::ok);
  EXPECT_EQ(log.take(), (Steps{"refit 5", "refit 2"})) << "no further: the root's box stays";
  ASSERT_EQ(tree.erase(c, log), Status::ok);
  EXPECT_EQ(log.take(), (Steps{"take 2 5", "refit 0"}));
  ASSERT_EQ(tree.move(a, box_at(20, 0), log), Status::ok);
  EXPECT_EQ(log.take(), (Steps{"take 0 2", "put 0 3", "refit 0"})) << "a leap";
  EXPECT_TRUE(tree.validate());
}

TEST(DynamicBvhSteps, rotations_and_rebuilding_are_reported) {
  struct Count : Trace {
    using Trace::on;
    void on(const SwapNodes&) { ++exchanges; }
    void on(const RebuildSubtree& e) { ++rebuilt, leaves += e.leaves; }
    std::size_t exchanges = 0, rebuilt = 0, leaves = 0;
  } count;
  DynamicBvh<1, double> chain({.margin_share = 0});
  double x = 1;
  for (int i = 0; i < 900; ++i, x *= 1.05) {
    ASSERT_EQ(chain.insert(Aabb<1, double>{{-x}, {x}}, 0, {}, count).status, Status::ok);
    ASSERT_EQ(chain.insert(Aabb<1, double>{{x}, {x}}, 0, {}, count).status, Status::ok);
  }
  DynamicBvh<2> tree;
  for (const Aabb2f& box : scenes::make_scene<2, float>("clusters", 500, 1)) {
    ASSERT_EQ(tree.insert(box, 0, {}, count).status, Status::ok);
  }
  EXPECT_GT(count.exchanges, 10u);
  EXPECT_GT(count.rebuilt, 0u);
  EXPECT_GT(count.leaves, 2 * count.rebuilt);
}

TEST(DynamicBvhSteps, searches_report_the_nodes_that_they_count) {
  DynamicBvh<2> tree;
  for (const Aabb2f& box : scenes::make_scene<2, float>("uniform", 2000, 1)) {
    ASSERT_EQ(tree.insert(box).status, Status::ok);
  }
  const auto expect_counted = [](const CountSteps& steps, const QueryStats& stats) {
    EXPECT_GT(steps.nodes, 0u);
    EXPECT_EQ(steps.nodes, stats.nodes);
  };
  CountSteps steps[7];
  CountPairs pairs;
  const Aabb2f box = box_at(5, 5);
  const auto visit = [](auto&&...) {};
  expect_counted(steps[0], tree.find_pairs(pairs, steps[0]).stats);
  expect_counted(steps[1], tree.for_each_overlapping(box, visit, {}, steps[1]).stats);
  expect_counted(steps[2], tree.for_each_within(box, 3, visit, {}, steps[2]).stats);
  Neighbor<float> found[4];
  expect_counted(steps[3], tree.nearest(box, found, {}, steps[3]).stats);
  const Ray<2, float> ray{{0, 0}, {1, 1}, 100};
  expect_counted(steps[4], tree.for_each_on_ray(ray, visit, {}, steps[4]).stats);
  expect_counted(steps[5], tree.ray_cast(ray, {}, steps[5]).stats);
  expect_counted(steps[6], tree.find_pairs_between(tree, pairs, steps[6]).stats);
}

// So many objects that the search goes along the ray from cell to cell, instead of over all cells.
TEST(RegisteredOrthtreeSteps, rays_through_a_crowd_hit_what_brute_force_hits) {
  RegisteredOrthtree<2> tree;
  std::vector<Aabb2f> boxes;
  for (int i = 0; i < 4096; ++i) {
    const Vec<2, float> corner{float(i % 64), float(i / 64)};
    boxes.push_back({corner, {corner[0] + 0.5f, corner[1] + 0.5f}});
    ASSERT_EQ(tree.insert(boxes.back()).status, Status::ok);
  }
  for (int i = 0; i < 64; ++i) {  // again: of equal hits the lower slot counts
    boxes.push_back(boxes[std::size_t(65 * i)]);
    ASSERT_EQ(tree.insert(boxes.back()).status, Status::ok);
  }
  for (int k = 0; k < 40; ++k) {
    const float row = 1.6f * float(k);
    const float slope = 0.01f * float(k % 9 - 4);
    const Ray<2, float> ray = k % 2 == 0 ? Ray<2, float>{{-1, row}, {1, slope}, 200}
                                         : Ray<2, float>{{row, 70}, {slope, -1}, 40};
    std::optional<float> nearest;
    std::uint32_t slot = 0;
    std::size_t all = 0;
    for (std::uint32_t i = 0; i < boxes.size(); ++i) {
      const auto t = ray_box(ray, boxes[i]);
      all += t ? 1u : 0u;
      if (t && !(nearest && *nearest <= *t)) nearest = t, slot = i;
    }
    const auto hit = tree.ray_cast(ray);
    ASSERT_EQ(hit.hit, nearest.has_value()) << k;
    if (nearest) {
      EXPECT_EQ(hit.t, *nearest) << k;
      EXPECT_EQ(hit.id.index, slot) << k;
    }
    std::size_t found = 0;
    const auto result = tree.for_each_on_ray(ray, [&](auto&&...) { ++found; });
    ASSERT_EQ(result.status, Status::ok);
    EXPECT_EQ(found, all) << k;
    EXPECT_LT(result.stats.nodes, 500u) << "of about a thousand cells";
  }
}

// The cells are fitted to the objects: a row of them along any axis, of any size, is divided.
TEST(RegisteredOrthtreeSteps, objects_in_a_row_are_told_apart) {
  for (const int axis : {0, 1}) {
    for (const float scale : {0x1p-10f, 0x1p10f}) {
      RegisteredOrthtree<2> tree;
      for (int i = 0; i < 2000; ++i) {
        Vec<2, float> corner{};
        corner[axis] = float(i) * scale;
        ASSERT_EQ(tree.insert(Aabb2f::of_point(corner)).status, Status::ok);
      }
      CountPairs pairs;
      EXPECT_LT(tree.find_pairs(pairs).stats.tests, 400000u) << axis << ' ' << scale;
      EXPECT_EQ(pairs.count, 0u);
    }
  }
}

template <class Index>
class TrackerSteps : public testing::Test {};
using Indices = testing::Types<HashGrid<2>, DynamicBvh<2>, RegisteredOrthtree<2>>;
TYPED_TEST_SUITE(TrackerSteps, Indices);

TYPED_TEST(TrackerSteps, movers_are_searched_and_pairs_added_and_removed) {
  PairTracker<2, float, TypeParam> tracker;
  std::vector<Handle> handles;
  for (int i = 0; i < 30; ++i) handles.push_back(tracker.insert(box_at(float(i / 2 * 3), 0)));
  StepLog log;
  ASSERT_EQ(tracker.update(log).status, Status::ok);
  Steps steps = log.take();
  ASSERT_FALSE(steps.empty());
  EXPECT_EQ(steps.front(), "find all");
  EXPECT_EQ(std::count(steps.begin(), steps.end(), "added 0 1"), 1);
  EXPECT_EQ(std::count(steps.begin(), steps.end(), "list partners"), 1)
      << "in the frame that puts all in, not in the next one";
  ASSERT_EQ(tracker.update(log).status, Status::ok);
  EXPECT_EQ(log.take(), Steps{}) << "nothing has moved";

  ASSERT_EQ(tracker.move(handles[3], box_at(0.5f, 0)), Status::ok);
  ASSERT_EQ(tracker.update(log).status, Status::ok);
  steps = log.take();
  ASSERT_EQ(steps.size(), 5u);
  EXPECT_EQ(steps[0], "amend");
  EXPECT_EQ(steps[1], "search 3");
  EXPECT_TRUE(steps[2] == "added 0 3" || steps[3] == "added 0 3");
  EXPECT_TRUE(steps[2] == "added 1 3" || steps[3] == "added 1 3");
  EXPECT_EQ(steps[4], "removed 2 3");

  ASSERT_EQ(tracker.move(handles[3], box_at(0.6f, 0)), Status::ok);
  CountSteps count;
  const SearchResult result = tracker.update(count);
  EXPECT_GT(count.nodes + count.cells, 0u) << "the index tells its steps too";
  if (count.cells == 0) {
    EXPECT_EQ(count.nodes, result.stats.nodes);
  }
}

}  // namespace
}  // namespace masu::test
