// SPDX-License-Identifier: MIT
// The incremental sweep and prune: the lecture's example, its steps, and its limits.
#include <gtest/gtest.h>

#include <string>

#include <masu/broad_phase/concepts.hpp>
#include <masu/broad_phase/incremental_sweep_and_prune.hpp>

#include "broad_phase/sweep_axis.hpp"
#include "scenes/generators/scene.hpp"
#include "tests/support/failing_allocator.hpp"
#include "tests/support/pair_set.hpp"

namespace masu::test {
namespace {

using Line = IncrementalSweepAndPrune<1, float>;
constexpr auto kNoLimit = IncrementalSweepOptions::kNoLimit;

static_assert(DynamicIndex<IncrementalSweepAndPrune<2, float>, 2, float>);
static_assert(DynamicIndex<IncrementalSweepAndPrune<3, double>, 3, double>);

// The lists of ends as the lecture writes them: "2b2e1b1e".
struct WatchEnds : Trace {
  const Line& line;
  std::vector<std::string> before;
  std::vector<std::string> after;

  explicit WatchEnds(const Line& l) : line(l) {}
  using Trace::on;
  void on(const SortEnds<float>& e) { before.push_back(text(e.ends)); }
  void on(const MoveElement<BoxEnd<float>>& e) { after.push_back(text(e.list)); }

  std::string text(std::span<const BoxEnd<float>> ends) const {
    std::string s;
    for (const auto& e : ends) {
      s += std::to_string(line[e.slot()].user_data) + (e.upper() ? "e" : "b");
    }
    return s;
  }
};

TEST(IncrementalSweep, L2_the_worked_example_leaves_only_1_2) {
  Line line({.shifts_per_end = kNoLimit});
  const auto box = [](float from, float to) { return Aabb<1, float>{{from}, {to}}; };
  const Handle one = line.insert(box(3, 4), 1).handle;
  for (const auto& [from, to, name] :
       {std::tuple(1.f, 2.f, 2), std::tuple(7.f, 8.f, 3), std::tuple(5.f, 6.f, 4)}) {
    ASSERT_EQ(line.insert(box(from, to), std::uint64_t(name)).status, Status::ok);
  }
  EXPECT_TRUE(line.contains(one));
  EXPECT_FALSE(line.contains({one.index, one.generation + 2}));
  WatchEnds watch(line);
  ASSERT_EQ(line.update(watch).status, Status::ok);
  EXPECT_TRUE(line.added().empty());

  ASSERT_EQ(line.move(one, box(1.5f, 4)), Status::ok);
  const SearchResult result = line.update(watch);
  EXPECT_EQ(watch.before, std::vector<std::string>{"2b2e1b1e4b4e3b3e"});
  EXPECT_EQ(watch.after, std::vector<std::string>{"2b1b2e1e4b4e3b3e"});
  EXPECT_EQ(result.stats.shifts, 1u);
  EXPECT_EQ(result.stats.comparisons, 8u) << "seven for the order, one more for the shift";
  ASSERT_EQ(line.added().size(), 1u);
  const Pair pair = line.added()[0];
  EXPECT_EQ(line[pair.a].user_data, 1u);
  EXPECT_EQ(line[pair.b].user_data, 2u);
  PairList pairs;
  EXPECT_EQ(line.find_pairs(pairs).status, Status::ok);
  EXPECT_EQ(to_vector(pairs), PairVector{pair});
  EXPECT_TRUE(line.validate());

  // And back: the ends pass each other again, and nothing is left.
  ASSERT_EQ(line.move(one, box(3, 4)), Status::ok);
  ASSERT_EQ(line.update(watch).status, Status::ok);
  EXPECT_EQ(watch.after.back(), "2b2e1b1e4b4e3b3e");
  EXPECT_EQ(line.removed().size(), 1u);
  EXPECT_EQ(line.removed()[0], pair);
}

// Boxes that moved without changing the order: one comparison fewer than ends, on each axis.
TEST(IncrementalSweep, L6_coherent_frames_take_n_minus_1_comparisons_an_axis) {
  constexpr std::uint64_t kObjects = 500;
  for (const SweepLists lists : {SweepLists::every_axis, SweepLists::one_axis}) {
    IncrementalSweepAndPrune<3, float> sweep({.lists = lists});
    std::vector<Handle> handles;
    const auto boxes = scenes::make_scene<3, float>("uniform", kObjects, 1);
    for (const auto& box : boxes) handles.push_back(sweep.insert(box));
    ASSERT_EQ(sweep.update().status, Status::ok);
    for (std::size_t i = 0; i < kObjects; ++i) {
      ASSERT_EQ(sweep.move(handles[i], {boxes[i].min * 2, boxes[i].max * 2}), Status::ok);
    }
    const QueryStats stats = sweep.update().stats;
    const bool every = lists == SweepLists::every_axis;
    EXPECT_EQ(stats.comparisons, every ? 3 * (2 * kObjects - 1) : kObjects - 1);
    EXPECT_EQ(stats.shifts, 0u);
    EXPECT_EQ(stats.results, 0u);
  }
}

// Pairs of ends whose order two frames disagree on, all axes together.
std::uint64_t inversions(const std::vector<Aabb3f>& from, const std::vector<Aabb3f>& to) {
  std::uint64_t count = 0;
  for (int a = 0; a < 3; ++a) {
    std::vector<std::pair<BoxEnd<float>, BoxEnd<float>>> ends;
    for (std::uint32_t i = 0; i < from.size(); ++i) {
      ends.push_back({{from[i].min[a], i}, {to[i].min[a], i}});
      const std::uint32_t upper = i | BoxEnd<float>::kUpper;
      ends.push_back({{from[i].max[a], upper}, {to[i].max[a], upper}});
    }
    for (std::size_t i = 0; i < ends.size(); ++i) {
      for (std::size_t j = i + 1; j < ends.size(); ++j) {
        count += (ends[i].first < ends[j].first) != (ends[i].second < ends[j].second) ? 1 : 0;
      }
    }
  }
  return count;
}

std::uint64_t shifts_of_one_step(std::size_t n, double side) {
  scenes::Scene<3, float> scene("brownian", n, 3);
  // The domain stays as it is while the objects become more.
  const float scale = static_cast<float>(side / scene.side());
  std::vector<Aabb3f> before;
  for (const auto& box : scene.boxes()) before.push_back({box.min * scale, box.max * scale});
  IncrementalSweepAndPrune<3, float> sweep({.shifts_per_end = kNoLimit});
  std::vector<Handle> handles;
  for (const auto& box : before) handles.push_back(sweep.insert(box));
  EXPECT_EQ(sweep.update().status, Status::ok);
  auto after = before;
  scenes::Pcg32 random(7);
  for (std::size_t i = 0; i < n; ++i) {
    for (int a = 0; a < 3; ++a) {
      const float step = float(random.below(1000)) * 1e-4f * float(side);
      after[i].min[a] += step;
      after[i].max[a] += step;
    }
    EXPECT_EQ(sweep.move(handles[i], after[i]), Status::ok);
  }
  const QueryStats stats = sweep.update().stats;
  EXPECT_EQ(stats.shifts, inversions(before, after));
  return stats.shifts;
}

TEST(IncrementalSweep, E10_shifts_are_inversions_and_grow_as_n_squared_in_a_fixed_domain) {
  const std::uint64_t few = shifts_of_one_step(200, 10);
  const std::uint64_t twice = shifts_of_one_step(400, 10);
  EXPECT_GT(few, 1000u);
  EXPECT_NEAR(double(twice) / double(few), 4, 0.4);
}

// A thousand objects at once, and everything somewhere else: no n^2 shifts.
TEST(IncrementalSweep, many_insertions_and_large_moves_are_radix_sorted) {
  const auto boxes = scenes::make_scene<2, double>("uniform", 3000, 1);
  for (const SweepLists lists : {SweepLists::every_axis, SweepLists::one_axis}) {
    IncrementalSweepAndPrune<2, double> sweep({.lists = lists, .shifts_per_end = 4});
    std::vector<Handle> handles;
    for (const auto& box : boxes) handles.push_back(sweep.insert(box));
    EXPECT_EQ(sweep.update().stats.shifts, 0u);
    EXPECT_TRUE(same_pairs(brute_force(boxes), {sweep.added().begin(), sweep.added().end()}));
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      ASSERT_EQ(sweep.move(handles[i], boxes[boxes.size() - 1 - i]), Status::ok);
    }
    EXPECT_LE(sweep.update().stats.shifts, 4 * 2 * boxes.size() + boxes.size());
    EXPECT_TRUE(sweep.validate());
    PairList pairs;
    EXPECT_EQ(sweep.find_pairs(pairs).status, Status::ok);
    const std::vector<Aabb2d> reversed(boxes.rbegin(), boxes.rend());
    EXPECT_TRUE(same_pairs(brute_force(reversed), to_vector(pairs)));
  }
}

TEST(IncrementalSweep, a_sink_can_stop_and_clear_empties_the_index) {
  Line line;
  for (int i = 0; i < 5; ++i) ASSERT_EQ(line.insert({{0}, {1}}).status, Status::ok);
  ASSERT_EQ(line.update().status, Status::ok);
  int calls = 0;
  const auto result = line.find_pairs([&](std::uint32_t, std::uint32_t) { return ++calls < 3; });
  EXPECT_EQ(result.status, Status::stopped);
  EXPECT_EQ(result.stats.results, 3u);
  CountPairs count;
  EXPECT_EQ(line.find_pairs(count).status, Status::ok);
  EXPECT_EQ(count.count, 10u);
  line.clear();
  EXPECT_EQ(line.size(), 0u);
  ASSERT_EQ(line.update().status, Status::ok);
  EXPECT_TRUE(line.added().empty() && line.removed().empty() && line.validate());
}

// Every allocation of a short life is refused in turn: reported, survived, and correct afterwards.
TEST(IncrementalSweep, every_failed_allocation_is_reported_and_survived) {
  const auto boxes = scenes::make_scene<3, float>("pile", 200, 1);
  const auto expected = brute_force(boxes);
  for (const SweepLists lists : {SweepLists::every_axis, SweepLists::one_axis}) {
    bool failed = true;
    for (std::size_t k = 1; failed; ++k) {
      ASSERT_LT(k, 1000u);
      FailingAllocator memory;
      IncrementalSweepAndPrune<3, float> sweep({.lists = lists}, memory.allocator());
      memory.fail(k, true);
      const auto live = [&] {
        for (std::size_t i = sweep.size(); i < boxes.size(); ++i) {
          if (sweep.insert(boxes[i]).status != Status::ok) return false;
          if (i % 50 == 0 && sweep.update().status != Status::ok) return false;
        }
        return sweep.update().status == Status::ok;
      };
      const bool lived = live();
      failed = memory.failures() != 0;
      ASSERT_EQ(lived, !failed) << "allocation " << k;
      memory.fail(FailingAllocator::kNever);
      ASSERT_TRUE(live());
      ASSERT_TRUE(sweep.validate());
      PairList pairs;
      ASSERT_EQ(sweep.find_pairs(pairs).status, Status::ok);
      ASSERT_TRUE(same_pairs(expected, to_vector(pairs)));
    }
  }
}

TEST(IncrementalSweep, nothing_is_allocated_after_warm_up) {
  for (const SweepLists lists : {SweepLists::every_axis, SweepLists::one_axis}) {
    scenes::Scene<3, float> scene("brownian", 300, 1);
    FailingAllocator memory;
    IncrementalSweepAndPrune<3, float> sweep({.lists = lists}, memory.allocator());
    std::vector<Handle> handles;
    for (const auto& box : scene.boxes()) handles.push_back(sweep.insert(box));
    const auto first = scene.boxes();
    scene.step();
    const auto frame = [&](const auto& boxes) {
      for (std::size_t i = 0; i < boxes.size(); ++i) {
        EXPECT_EQ(sweep.move(handles[i], boxes[i]), Status::ok);
      }
      EXPECT_EQ(sweep.update().status, Status::ok);
    };
    for (int warm = 0; warm < 2; ++warm) frame(first), frame(scene.boxes());
    memory.fail(1, true);
    for (int again = 0; again < 3; ++again) frame(first), frame(scene.boxes());
    EXPECT_EQ(memory.calls(), 0u);
  }
}

// Boxes of two kinds alternate: every second, third ... of them is of one kind.
TEST(SweepAxis, finds_the_axis_when_kinds_of_boxes_alternate) {
  for (const std::size_t kinds : {2u, 3u, 4u, 8u}) {
    std::vector<Aabb<2, float>> boxes;
    for (std::size_t i = 0; i < 1024 * kinds - 1; ++i) {
      const float far = static_cast<float>(i);
      boxes.push_back(Aabb<2, float>::of_point(i % kinds == 0 ? Vec<2, float>{far, 0}
                                                              : Vec<2, float>{0, 10 * far}));
    }
    EXPECT_EQ(masu::detail::axis_of_greatest_variance(boxes), 1) << kinds;
  }
}

TEST(SweepAxis, reads_all_of_1023_boxes) {
  std::vector<Aabb<2, float>> boxes(1023, Aabb<2, float>::of_point({0, 0}));
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    boxes[i].min[1] = boxes[i].max[1] = 1;
    EXPECT_EQ(masu::detail::axis_of_greatest_variance(boxes), 1) << i;
    boxes[i] = boxes[(i + 1) % boxes.size()];
  }
}

}  // namespace
}  // namespace masu::test
