// SPDX-License-Identifier: MIT
#include <masu/textbook/plain_pass.hpp>

#include <map>
#include <set>
#include <string>

#include "tests/registered/boxes.hpp"
#include "tests/support/failing_allocator.hpp"
#include "textbook/depth_first_pass.hpp"

namespace masu::test {
namespace {

// The figure of Q5 is not a complete 4-ary tree (E17), so here it is a tree of its own: nodes in
// the order of the visit, objects by letter. What the text leaves out is filled in.
struct Figure {
  std::map<std::uint64_t, std::vector<std::uint64_t>> children = {
      {1, {2, 6, 9}}, {2, {3, 4, 5}}, {6, {7, 8}}, {9, {10, 11, 12, 13}}};
  std::map<std::uint64_t, std::string> objects = {{1, "ABC"}, {2, "EF"},  {3, "MN"},
                                                  {5, "O"},   {7, "HI"},  {9, "GL"},
                                                  {10, "P"},  {12, "RS"}, {13, "T"}};

  std::uint32_t first_object(std::uint64_t node) const {
    const auto found = objects.find(node);
    return found == objects.end() ? kNoObject : static_cast<std::uint32_t>(found->second[0]);
  }
  std::uint32_t next_object(std::uint32_t object) const {
    for (const auto& [node, letters] : objects) {
      const auto at = letters.find(static_cast<char>(object));
      if (at == std::string::npos) continue;
      return at + 1 < letters.size() ? static_cast<std::uint32_t>(letters[at + 1]) : kNoObject;
    }
    return kNoObject;
  }
  template <class F>
  bool for_each_child(std::uint64_t node, F&& f) const {
    const auto found = children.find(node);
    if (found == children.end()) return true;
    for (const std::uint64_t child : found->second) {
      if (!f(child)) return false;
    }
    return true;
  }
};

// What happens, as text: "visit 3", "pairs 11", "push 2", "pop 2".
struct Diary : Trace {
  using Trace::on;
  std::vector<std::uint64_t> visits;
  std::map<std::uint64_t, std::uint64_t> pairs;
  std::vector<std::string> steps;
  void on(const VisitNode& e) {
    visits.push_back(e.node);
    steps.push_back("visit " + std::to_string(e.node));
  }
  void on(const NewCandidates& e) { pairs[e.node] = e.pairs; }
  void on(const PushObjects& e) { steps.push_back("push " + std::to_string(e.objects)); }
  void on(const PopObjects& e) { steps.push_back("pop " + std::to_string(e.objects)); }
};

TEST(PlainPass, Q5_E17_the_worked_depth_first_example) {
  const Figure figure;
  Buffer<std::uint32_t> stack;
  Diary diary;
  std::map<char, std::set<char>> against;
  auto emit = [&](std::uint32_t a, std::uint32_t b) {
    against[static_cast<char>(a)].insert(static_cast<char>(b));
    return true;
  };
  masu::detail::DepthFirstPass pass(figure, stack, emit, diary);
  EXPECT_EQ(pass.run(1), Status::ok);
  for (std::uint64_t node = 1; node <= 13; ++node) EXPECT_EQ(diary.visits[node - 1], node);
  const std::pair<std::uint64_t, std::uint64_t> expected[] = {{1, 3}, {2, 7},  {3, 11}, {4, 0},
                                                              {5, 5}, {10, 5}, {12, 11}};
  for (const auto& [node, pairs] : expected) EXPECT_EQ(diary.pairs[node], pairs) << "node " << node;
  // M and N, leaves, are never pushed; after node 5 the objects E, F of its parent are popped.
  const std::vector<std::string> first = {"visit 1", "push 3",  "visit 2", "push 2", "visit 3",
                                          "visit 4", "visit 5", "pop 2",   "visit 6"};
  EXPECT_TRUE(std::equal(first.begin(), first.end(), diary.steps.begin()));
  // Step 10: P against A, B, C, G, L. Step 12: R against S and those, S against those.
  EXPECT_EQ(against['P'], (std::set<char>{'A', 'B', 'C', 'G', 'L'}));
  EXPECT_EQ(against['R'], (std::set<char>{'A', 'B', 'C', 'G', 'L', 'S'}));
  EXPECT_EQ(against['S'], (std::set<char>{'A', 'B', 'C', 'G', 'L'}));
  EXPECT_EQ(against['O'], (std::set<char>{'A', 'B', 'C', 'E', 'F'}));
  EXPECT_TRUE(stack.empty());
}

template <class C>
class PlainPassOf : public testing::Test {};
TYPED_TEST_SUITE(PlainPassOf, Cases, CaseNames);

// Candidates are exactly {same cell, ancestor, descendant}; no overlap is missed.
TYPED_TEST(PlainPassOf, Q4_E3_candidates_are_same_cell_or_ancestor_and_descendant) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  const auto boxes = odd_boxes<D, T>(150, 3, 30);
  for (const int depth : {0, 1, 3, 24 / D}) {
    PlainPass<D, T> pass(depth);
    ASSERT_EQ(pass.build(boxes), Status::ok);
    PairList pairs;
    const SearchResult result = pass.find_candidates(pairs);
    EXPECT_EQ(result.status, Status::ok);
    PairVector expected;
    for (std::uint32_t a = 0; a < boxes.size(); ++a) {
      for (std::uint32_t b = a + 1; b < boxes.size(); ++b) {
        if (boxes[a].empty() || boxes[b].empty()) continue;
        const auto x = pass.grid().smallest_cell(boxes[a]);
        const auto y = pass.grid().smallest_cell(boxes[b]);
        if (x.contains(y) || y.contains(x)) expected.push_back({a, b});
      }
    }
    EXPECT_TRUE(same_pairs(expected, to_vector(pairs)));
    const auto overlaps = brute_force(boxes);
    EXPECT_TRUE(std::includes(expected.begin(), expected.end(), overlaps.begin(), overlaps.end()));
    EXPECT_TRUE(same_pairs(overlaps, pairs_of(pass, boxes)));
  }
}

TYPED_TEST(PlainPassOf, Q4_M7_all_scenes_equal_brute_force) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  PlainPass<D, T> pass;
  for (const std::string_view name : scenes::scene_names()) {
    const scenes::Scene<D, T> scene(name, by_tier(300, 3000), 5);
    EXPECT_TRUE(same_pairs(brute_force(scene.boxes()), pairs_of(pass, scene.boxes()))) << name;
  }
}

TYPED_TEST(PlainPassOf, two_fixed_boxes_never_form_a_pair) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  const auto boxes = odd_boxes<D, T>(150, 3, 30);
  for (const std::size_t run : {1u, 40u}) {
    std::vector<std::uint8_t> fixed(boxes.size());
    for (std::size_t i = 0; i < fixed.size(); ++i) fixed[i] = i / run % 3 != 1 ? 1 : 0;
    PairVector expected = brute_force(boxes);
    const std::size_t all = expected.size();
    std::erase_if(expected, [&](const auto& p) { return fixed[p.a] != 0 && fixed[p.b] != 0; });
    EXPECT_LT(expected.size(), all);
    PlainPass<D, T> pass;
    PairOptions<D, T> options;
    options.fixed = fixed;
    EXPECT_TRUE(same_pairs(expected, pairs_of(pass, boxes, options)));
  }
}

// Necessary, not sufficient, and far from minimal: the root takes part in every test.
TEST(PlainPass, E4_tiny_boxes_on_the_center_line_are_all_candidates) {
  Boxes<2, float> boxes;
  for (int i = 0; i < 1000; ++i) {
    const float y = static_cast<float>(i) / 10;
    boxes.push_back({{49.99f, y}, {50.01f, y + 0.02f}});
  }
  PlainPass<2, float> pass(6);
  ASSERT_EQ(pass.build(boxes, {{0, 0}, {100, 100}}), Status::ok);
  CountPairs candidates;
  EXPECT_EQ(pass.find_candidates(candidates).status, Status::ok);
  EXPECT_EQ(candidates.count, 499'500u);
  EXPECT_EQ(brute_force(boxes).size(), 0u);
}

// Cells in use are those that hold objects and their ancestors.
TEST(PlainPass, M4_cells_of_the_array_and_cells_made_with_their_ancestors) {
  scenes::Pcg32 random(2);
  Boxes<2, float> boxes(40);
  for (auto& box : boxes) box = lattice_box<2, float>(random, 60);
  PlainPass<2, float> pass(4);
  ASSERT_EQ(pass.build(boxes), Status::ok);
  EXPECT_EQ(pass.cell_count(), (4u * 256 - 1) / 3);
  std::set<std::uint64_t> made;
  for (const auto& box : boxes) {
    auto cell = pass.grid().smallest_cell(box);
    made.insert(cell.linear_index());
    for (; cell.level() > 0; cell = cell.parent()) made.insert(cell.parent().linear_index());
  }
  EXPECT_EQ(pass.used_cells(), made.size());
  EXPECT_LT(made.size(), 150u);
}

// E7: the document walks through empty cells for ever; here the visit follows the counts.
TEST(PlainPass, M8_E7_empty_cells_cost_nothing_in_a_pass) {
  PlainPass<2, float> pass(10);
  const Boxes<2, float> boxes = {{{1, 1}, {1, 1}}, {{99, 99}, {99, 99}}};
  ASSERT_EQ(pass.build(boxes, {{0, 0}, {100, 100}}), Status::ok);
  Diary diary;
  CountPairs count;
  EXPECT_EQ(pass.find_candidates(count, diary).status, Status::ok);
  EXPECT_EQ(diary.visits.size(), 1u + 2 * 10);
  EXPECT_EQ(pass.cell_count(), 1'398'101u);
}

TEST(PlainPass, respects_sinks_and_filters_and_refuses_bad_input) {
  const Boxes<2, float> boxes(20, {{0, 0}, {1, 1}});
  PlainPass<2, float> pass;
  int calls = 0;
  const auto stop = [&](std::uint32_t, std::uint32_t) { return ++calls < 3; };
  EXPECT_EQ(pass.find_pairs(boxes, stop).status, Status::stopped);
  EXPECT_EQ(calls, 3);
  PairOptions<2, float> options;
  std::vector<Filter> filters(20, Filter{1, 2});
  options.filters = filters;
  EXPECT_EQ(pairs_of(pass, boxes, options).size(), 0u);
  filters.resize(3);
  options.filters = filters;
  CountPairs count;
  EXPECT_EQ(pass.find_pairs(boxes, count, options).status, Status::size_mismatch);
  options.filters = {};
  options.period.length = {5, 0};
  EXPECT_EQ(pass.find_pairs(boxes, count, options).status, Status::out_of_range);
  EXPECT_EQ(pairs_of(pass, Boxes<2, float>(256, {{0, 0}, {1, 1}})).size(), 256u * 255 / 2);
  const float corner[2] = {};
  const BoxSpan<2, float> lying(corner, corner, 0, (std::size_t(1) << 31) + 1);
  EXPECT_EQ(pass.find_pairs(lying, count).status, Status::too_many_objects);
  EXPECT_EQ(pass.find_pairs({}, count).status, Status::ok);
}

TEST(PlainPass, out_of_memory_is_reported_and_the_pass_works_afterwards) {
  FailingAllocator memory;
  // Nested, so that the stack is needed.
  Boxes<2, float> boxes(30, {{0, 0}, {64, 64}});
  for (int i = 0; i < 30; ++i) boxes.push_back({{1, 1}, {2, 2}});
  const auto expected = brute_force(boxes);
  PlainPass<2, float> pass(3, memory.allocator());
  PairList pairs;
  for (std::size_t fail_at = 1;; ++fail_at) {
    memory.fail(fail_at, true);
    const Status status = pass.find_pairs(boxes, pairs).status;
    if (memory.failures() == 0) break;
    EXPECT_EQ(status, Status::out_of_memory) << describe(status);
  }
  EXPECT_TRUE(same_pairs(expected, to_vector(pairs)));
  memory.fail(1, true);
  EXPECT_TRUE(same_pairs(expected, pairs_of(pass, boxes)));  // warm: no memory is asked for
}

}  // namespace
}  // namespace masu::test
