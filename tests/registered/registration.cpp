// SPDX-License-Identifier: MIT
// Objects are inserted, moved and erased: the lists of M, and their cost.
#include <masu/textbook/complete_tree.hpp>

#include "tests/registered/boxes.hpp"
#include "tests/support/failing_allocator.hpp"

namespace masu::test {
namespace {

using Tree2 = RegisteredOrthtree<2, float>;

OrthtreeOptions<2, float> known_domain(int depth,
                                       Registration registration = Registration::smallest_cell) {
  return {registration, {{0, 0}, {100, 100}}, depth};
}

// The objects of the cell of `h` by their user data, the last registered first.
std::vector<std::uint64_t> list_of(const Tree2& tree, Handle h) {
  std::vector<std::uint64_t> found;
  const CellId<2> cell = *tree.cell(h);
  tree.for_each([&](Handle other, const Tree2::Object& object) {
    if (tree.cell(other) == cell) found.push_back(object.user_data);
  });
  return found;
}

struct FiveInOneCell : testing::Test {
  Tree2 tree{known_domain(3)};
  Handle h[5];

  // A..E in one finest cell.
  void SetUp() override {
    for (int i = 0; i < 5; ++i) h[i] = tree.insert({{1, 1}, {2, 2}}, "ABCDE"[i]);
    EXPECT_EQ(tree.cell_count(), 1u);
    EXPECT_TRUE(tree.validate());
  }
  std::uint64_t pairs() const {
    CountPairs count;
    EXPECT_EQ(tree.find_pairs(count).status, Status::ok);
    return count.count;
  }
};

// Pushing D into its own list again would tie the list into the ring D A B C D A B C ...
using RegistrationM2 = FiveInOneCell;
TEST_F(RegistrationM2, M2_registering_d_again_makes_no_cycle) {
  EXPECT_EQ(tree.update(h[3], {{1, 1}, {2, 2}}, 'D', {}), Status::ok);
  EXPECT_EQ(tree.update(h[3], {{1, 1}, {2, 2}}, 'D', {}), Status::ok);
  EXPECT_EQ(tree.move(h[3], {{1, 1}, {2, 2}}), Status::ok);
  EXPECT_EQ(tree.move(h[3], {{1, 1}, {2.5f, 2}}), Status::ok);  // another box, the same cell
  EXPECT_TRUE(tree.validate());
  EXPECT_EQ(list_of(tree, h[3]), (std::vector<std::uint64_t>{'A', 'B', 'C', 'D', 'E'}));
  EXPECT_EQ(pairs(), 10u);
}

// E7: the document's check knows the same cell only; here an object leaves before it enters.
TEST_F(RegistrationM2, M2_E7_registering_in_another_cell_leaves_the_first) {
  EXPECT_EQ(tree.update(h[3], {{90, 90}, {91, 91}}, 'D', {}), Status::ok);
  EXPECT_TRUE(tree.validate());
  EXPECT_EQ(list_of(tree, h[0]), (std::vector<std::uint64_t>{'A', 'B', 'C', 'E'}));
  EXPECT_EQ(list_of(tree, h[3]), (std::vector<std::uint64_t>{'D'}));
  EXPECT_EQ(tree.cell_count(), 2u);
  EXPECT_EQ(pairs(), 6u);
}

using RegistrationM3 = FiveInOneCell;
TEST_F(RegistrationM3, M3_head_inner_tail_and_only_element_are_erased) {
  EXPECT_EQ(tree.erase(h[4]), Status::ok);  // the last in is the head
  EXPECT_TRUE(tree.validate());
  EXPECT_EQ(pairs(), 6u);
  EXPECT_EQ(tree.erase(h[2]), Status::ok);  // middle
  EXPECT_TRUE(tree.validate());
  EXPECT_EQ(pairs(), 3u);
  EXPECT_EQ(tree.erase(h[0]), Status::ok);  // tail
  EXPECT_TRUE(tree.validate());
  EXPECT_EQ(list_of(tree, h[1]), (std::vector<std::uint64_t>{'B', 'D'}));
  EXPECT_EQ(tree.erase(h[3]), Status::ok);
  EXPECT_EQ(tree.erase(h[1]), Status::ok);  // the only one
  EXPECT_TRUE(tree.validate());
  EXPECT_EQ(tree.size(), 0u);
  EXPECT_EQ(tree.cell_count(), 0u);
  EXPECT_EQ(pairs(), 0u);
}

TEST(Registration, stale_handles_are_refused) {
  Tree2 tree;
  const Handle a = tree.insert({{0, 0}, {1, 1}}, 7);
  EXPECT_EQ(tree.erase(a), Status::ok);
  const Handle b = tree.insert({{0, 0}, {1, 1}}, 8);
  EXPECT_EQ(b.index, a.index);  // the slot is used again, the handle is another
  EXPECT_EQ(tree.erase(a), Status::stale_handle);
  EXPECT_EQ(tree.move(a, {{5, 5}, {6, 6}}), Status::stale_handle);
  EXPECT_EQ(tree.update(a, {{5, 5}, {6, 6}}, 0, {}), Status::stale_handle);
  EXPECT_EQ(tree.find(a), nullptr);
  EXPECT_FALSE(tree.cell(a).has_value());
  const auto nothing = [](Handle) {};
  EXPECT_EQ(tree.pairs_of(a, nothing).status, Status::stale_handle);
  EXPECT_EQ(tree.neighbors_within(a, 1, nothing).status, Status::stale_handle);
  EXPECT_EQ(tree.nearest_neighbors(a, {}).status, Status::stale_handle);
  EXPECT_EQ(tree.erase({}), Status::stale_handle);
  EXPECT_EQ(tree.erase({1000, 1}), Status::stale_handle);
  EXPECT_EQ(tree.find(b)->user_data, 8u);
  tree.clear();
  EXPECT_EQ(tree.erase(b), Status::stale_handle);
  EXPECT_TRUE(tree.validate());
  EXPECT_EQ(tree.size(), 0u);
}

TEST(Registration, user_data_and_filters_keep_64_bits) {
  Tree2 tree;
  const Handle h = tree.insert({{0, 0}, {1, 1}}, ~0ull - 5, {1ull << 63, 1ull << 62});
  EXPECT_EQ(tree.find(h)->user_data, ~0ull - 5);
  EXPECT_EQ(tree.find(h)->filter, (Filter{1ull << 63, 1ull << 62}));
}

// The cell of each object is the smallest of the whole tree that contains its corners' cells.
TEST(Registration, Q3_stored_once_in_the_smallest_cell_that_contains_it) {
  Tree2 tree(known_domain(4));
  scenes::Pcg32 random(9);
  for (int i = 0; i < 400; ++i) {
    const auto box = lattice_box<2, float>(random, 100);
    const Handle h = tree.insert(box);
    const auto lo = tree.grid().cell(box.min);
    const auto hi = tree.grid().cell(box.max);
    CellId<2> best;
    for (std::uint64_t c = 0; c < complete_cell_count<2>(4); ++c) {
      const auto cell = CellId<2>::of_linear_index(c);
      const bool inside = cell.contains(lo) && cell.contains(hi);
      if (inside && cell.level() > best.level()) best = cell;
    }
    EXPECT_EQ(tree.cell(h), best);
  }
  std::size_t stored = 0;
  tree.for_each_cell([&](CellId<2>, std::size_t count) { stored += count; });
  EXPECT_EQ(stored, 400u);
}

TEST(Registration, U2_point_35_58_is_registered_in_cell_36) {
  Tree2 tree(known_domain(3));
  const Handle h = tree.insert({{35, 58}, {35, 58}});
  EXPECT_EQ(tree.cell(h), CellId<2>::of_code(36, 3));
  EXPECT_EQ(tree.cell(h)->linear_index(), 21u + 36u);
}

// Empty cells are reclaimed at once, and a pass visits occupied ones only.
TEST(Registration, M8_empty_cells_are_reclaimed_and_cost_nothing) {
  for (const Registration registration : registrations()) {
    Tree2 tree(known_domain(10, registration));
    std::vector<Handle> handles;
    for (int i = 0; i < 1000; ++i) {
      const float x = static_cast<float>(i % 40) * 2.5f;
      const float y = static_cast<float>(i / 40) * 2.5f;
      handles.push_back(tree.insert({{x, y}, {x, y}}));
    }
    EXPECT_EQ(tree.cell_count(), 1000u);
    CountPairs count;
    const auto full = tree.find_pairs(count).stats;
    for (std::size_t i = 3; i < handles.size(); ++i) {
      EXPECT_EQ(tree.erase(handles[i]), Status::ok);
    }
    EXPECT_EQ(tree.cell_count(), 3u);
    EXPECT_TRUE(tree.validate());
    const auto after = tree.find_pairs(count).stats;
    EXPECT_GE(full.nodes, 1000u);
    EXPECT_LE(after.nodes, 3u * 10u);
    Tree2 unused(known_domain(10, registration));
    for (int i = 0; i < 3; ++i) {
      const float x = static_cast<float>(i) * 2.5f;
      unused.insert({{x, 0}, {x, 0}}).expect_ok();
    }
    EXPECT_EQ(unused.find_pairs(count).stats, after);
  }
}

// M4 counts (4^(L+1) - 1) / 3 cells for the array; here cells exist for objects alone, so a depth
// whose array could not be allocated is no problem.
TEST(Registration, M4_E6_no_memory_for_cells_without_objects) {
  FailingAllocator memory;
  Tree2 tree(known_domain(31), memory.allocator());
  for (int i = 0; i < 100; ++i) {
    const float x = static_cast<float>(i);
    ASSERT_EQ(tree.insert({{x, x}, {x, x}}).status, Status::ok);
  }
  EXPECT_EQ(tree.cell_count(), 100u);
  EXPECT_LT(memory.bytes(), 100u * 300u);
  EXPECT_GT(complete_cell_count<2>(31), 6'000'000'000'000'000'000u);
}

struct Cost {
  double lookups, probes;
  std::uint64_t worst_lookups = 0;
};

// What one insert, move and erase of a random object costs in a tree of n objects.
template <int D>
Cost cost_of_updates(Registration registration, std::size_t n, int depth) {
  OrthtreeOptions<D, double> options{registration};
  options.domain = {Vec<D, double>::all(0), Vec<D, double>::all(1000)};
  options.depth = depth;
  RegisteredOrthtree<D, double> tree(options);
  scenes::Pcg32 random(17);
  const auto any_box = [&] {
    Aabb<D, double> box{};
    for (int a = 0; a < D; ++a) {
      box.min[a] = random.between(0, 999);
      box.max[a] = box.min[a] + random.unit();
    }
    return box;
  };
  std::vector<Handle> handles(n);
  for (Handle& h : handles) h = tree.insert(any_box());
  constexpr std::uint64_t kRounds = 2000;
  const QueryStats before = tree.update_stats();
  Cost cost{};
  for (std::uint64_t i = 0; i < kRounds; ++i) {
    const std::uint64_t nodes = tree.update_stats().nodes;
    Handle& h = handles[random.below(static_cast<std::uint32_t>(n))];
    EXPECT_EQ(tree.move(h, any_box()), Status::ok);
    EXPECT_EQ(tree.erase(h), Status::ok);
    h = tree.insert(any_box());
    cost.worst_lookups = std::max(cost.worst_lookups, tree.update_stats().nodes - nodes);
  }
  const QueryStats after = tree.update_stats();
  cost.lookups = static_cast<double>(after.nodes - before.nodes) / kRounds;
  cost.probes =
      static_cast<double>(after.comparisons + after.shifts - before.comparisons - before.shifts) /
      kRounds;
  return cost;
}

// A move, an erase and an insert ask the table for a cell twice, whatever n and the depth are; how
// long it probes for that depends on its load, which is at most one half.
TEST(Registration, Q10_U8_M6_cost_is_independent_of_size_and_depth) {
  for (const Registration registration : registrations()) {
    for (const std::size_t n : {100u, 1000u, 10'000u, 50'000u}) {
      for (const int depth : {2, 8, 21}) {
        const Cost cost = cost_of_updates<3>(registration, n, depth);
        EXPECT_LE(cost.worst_lookups, 2u);
        EXPECT_GT(cost.lookups, 1);
        EXPECT_LT(cost.probes, 14) << n << ' ' << depth;
      }
    }
  }
}

// The same for trees that fit themselves: amortised over all operations from the first.
TEST(Registration, U8_amortised_cost_of_a_tree_that_fits_its_objects) {
  for (const std::size_t n : {1000u, 8000u, 64'000u}) {
    RegisteredOrthtree<2, float> tree;
    scenes::Pcg32 random(3);
    for (std::size_t i = 0; i < n; ++i) {
      const auto x = static_cast<float>(random.between(0, 1e3));
      const auto y = static_cast<float>(random.between(0, 1e3));
      tree.insert({{x, y}, {x + 1, y + 1}}).expect_ok();
    }
    const auto per_object = static_cast<double>(tree.update_stats().nodes) / static_cast<double>(n);
    EXPECT_LT(per_object, 4);
    EXPECT_TRUE(tree.validate());
  }
}

// Search for a cell by key takes one look-up.
TEST(Registration, U8_finding_the_objects_at_a_point_takes_one_lookup_per_level) {
  Tree2 tree(known_domain(8));
  for (int i = 0; i < 1000; ++i) {
    const float x = static_cast<float>(i % 100) + 0.3f;
    const float y = static_cast<float>(i / 100) * 10 + 0.3f;
    tree.insert({{x, y}, {x, y}}).expect_ok();
  }
  const auto result = tree.for_each_containing({50.3f, 50.3f}, [](Handle) {});
  EXPECT_EQ(result.stats.results, 1u);
  EXPECT_EQ(result.stats.nodes, 1u);
}

// The tree does not know the domain, which changes: the work stays in proportion.
TEST(Registration, E5_unknown_and_drifting_domains_stay_fast) {
  for (const float offset : {0.0f, 1e6f, -3e8f}) {
    RegisteredOrthtree<3, float> tree;
    scenes::Scene<3, float> scene("uniform", 3000, 1);
    const float scale = offset == 0 ? 1 : std::abs(offset) / 1000;
    const auto placed = [&](const Aabb<3, float>& box, float shift) {
      const auto by = Vec<3, float>::all(shift);
      return Aabb<3, float>{box.min * scale + by, box.max * scale + by};
    };
    for (const auto& box : scene.boxes()) (void)tree.insert(placed(box, offset));
    CountPairs count;
    const auto at_rest = tree.find_pairs(count).stats;
    EXPECT_LT(at_rest.tests, 3000u * 60);
    // All fly far away, step by step.
    for (int step = 1; step <= 12; ++step) {
      for (std::uint32_t i = 0; i < 3000; ++i) {
        const float shift = offset + static_cast<float>(step) * 100 * scale;
        EXPECT_EQ(tree.move(tree.handle(i), placed(scene.boxes()[i], shift)), Status::ok);
      }
    }
    const auto abroad = tree.find_pairs(count).stats;
    EXPECT_LT(abroad.tests, 3000u * 120);
    EXPECT_TRUE(tree.validate());
  }
}

// A known domain: objects outside, on the far edge and huge are found.
TEST(Registration, E5_boxes_outside_on_the_far_edge_and_huge_are_found) {
  for (const Registration registration : registrations()) {
    Tree2 tree(known_domain(3, registration));
    const Boxes<2, float> boxes = {
        {{95, 95}, {100, 100}},      {{100, 100}, {100, 100}}, {{100, 100}, {300, 300}},
        {{-50, -50}, {0, 0}},        {{0, 0}, {1, 1}},         {{1e30f, 1e30f}, {2e30f, 2e30f}},
        {{-1e30f, 99}, {1e30f, 101}}};
    insert_all(tree, boxes);
    EXPECT_TRUE(same_pairs(brute_force(boxes), all_pairs_of(tree)));
  }
}

TEST(Registration, nan_and_empty_boxes_are_stored_and_overlap_nothing) {
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  for (const Registration registration : registrations()) {
    OrthtreeOptions<2, float> options{registration};
    Tree2 tree(options);
    const Handle odd = tree.insert({{nan, 0}, {1, 1}});
    const Handle inverted = tree.insert({{2, 0}, {1, 1}});
    const Handle valid = tree.insert({{0, 0}, {1, 1}});
    EXPECT_FALSE(tree.cell(odd).has_value());
    EXPECT_FALSE(tree.cell(inverted).has_value());
    EXPECT_TRUE(tree.validate());
    CountPairs count;
    EXPECT_EQ(tree.find_pairs(count).stats.results, 0u);
    EXPECT_EQ(tree.move(odd, {{0, 0}, {2, 2}}), Status::ok);
    EXPECT_EQ(tree.find_pairs(count).stats.results, 1u);
    EXPECT_EQ(tree.move(valid, {{0, nan}, {2, nan}}), Status::ok);
    EXPECT_EQ(tree.find_pairs(count).stats.results, 0u);
    EXPECT_TRUE(tree.validate());
  }
}

// Only growth asks for memory, and it can fail without a trace.
TEST(Registration, a_failed_insert_or_reserve_changes_nothing) {
  FailingAllocator memory;
  for (std::size_t fail_at = 1;; ++fail_at) {
    memory.fail(FailingAllocator::kNever);
    RegisteredOrthtree<3, double> tree({}, memory.allocator());
    scenes::Pcg32 random(4);
    memory.fail(fail_at);
    std::size_t stored = 0;
    for (; stored < 300; ++stored) {
      const auto box = lattice_box<3, double>(random, 12);
      InsertResult r = tree.insert(box, stored);
      if (r.status != Status::ok) {
        EXPECT_EQ(r.status, Status::out_of_memory);
        EXPECT_FALSE(r.handle);
        EXPECT_EQ(tree.size(), stored);
        EXPECT_TRUE(tree.validate());
        r = tree.insert(box, stored);  // the same call works when there is memory again
      }
      ASSERT_EQ(r.status, Status::ok);
      EXPECT_EQ(r.handle.index, stored);
    }
    EXPECT_TRUE(tree.validate());
    if (memory.failures() == 0) {
      EXPECT_GT(fail_at, 8u);
      break;
    }
  }
  RegisteredOrthtree<3, double> tree({}, memory.allocator());
  for (std::size_t fail_at = 1; fail_at <= 3; ++fail_at) {
    memory.fail(fail_at);
    EXPECT_EQ(tree.reserve(100 * fail_at), Status::out_of_memory);
    EXPECT_TRUE(tree.validate());
  }
  EXPECT_EQ(tree.reserve(std::size_t(1) << 31), Status::too_many_objects);
}

TEST(Registration, finding_pairs_out_of_memory_leaves_the_tree_unchanged) {
  FailingAllocator memory;
  Tree2 tree;
  insert_all(tree, Boxes<2, float>(200, {{0, 0}, {1, 1}}));
  PairList pairs(memory.allocator());
  memory.fail(1, true);
  EXPECT_EQ(tree.find_pairs(pairs).status, Status::out_of_memory);
  EXPECT_EQ(tree.find_pairs_of_moved(pairs).status, Status::out_of_memory);
  EXPECT_EQ(tree.find_pairs_between(tree, pairs).status, Status::out_of_memory);
  EXPECT_TRUE(tree.validate());
  memory.fail(FailingAllocator::kNever);
  EXPECT_EQ(tree.find_pairs_of_moved(pairs).status, Status::ok);
  EXPECT_EQ(pairs.size(), 200u * 199 / 2);
}

TEST(Registration, M7_nothing_is_allocated_after_warm_up) {
  FailingAllocator memory;
  RegisteredOrthtree<2, float> tree({}, memory.allocator());
  ASSERT_EQ(tree.reserve(1000), Status::ok);
  PairList pairs(memory.allocator());
  scenes::Scene<2, float> scene("fast", 1000, 1);
  insert_all(tree, scene.boxes());
  const std::size_t reserved = memory.calls();
  EXPECT_EQ(reserved, memory.calls());
  EXPECT_EQ(tree.find_pairs(pairs).status, Status::ok);
  ASSERT_TRUE(pairs.reserve(5000));
  memory.fail(1, true);
  for (int frame = 0; frame < 5; ++frame) {
    scene.step();
    for (std::uint32_t i = 0; i < 1000; ++i) {
      if (i % 10 == 0) {
        EXPECT_EQ(tree.erase(tree.handle(i)), Status::ok);
        EXPECT_EQ(tree.insert(scene.boxes()[i], i).handle.index, i);
      } else {
        EXPECT_EQ(tree.move(tree.handle(i), scene.boxes()[i]), Status::ok);
      }
    }
    EXPECT_EQ(tree.find_pairs(pairs).status, Status::ok);
    EXPECT_TRUE(same_pairs(brute_force(scene.boxes()), to_vector(pairs)));
    EXPECT_EQ(tree.find_pairs_of_moved(pairs).status, Status::ok);
  }
  EXPECT_EQ(memory.calls(), 0u);
}

TEST(Registration, for_each_cell_visits_cells_that_hold_objects) {
  Tree2 tree(known_domain(3));
  tree.insert({{35, 58}, {36, 59}}).expect_ok();
  tree.insert({{35, 58}, {99, 99}}).expect_ok();
  std::vector<CellId<2>> cells;
  tree.for_each_cell([&](CellId<2> cell, std::size_t count) {
    EXPECT_EQ(count, 1u);
    cells.push_back(cell);
  });
  ASSERT_EQ(cells.size(), 2u);
  EXPECT_EQ(tree.grid().bounds(cells[0]), (Aabb<2, float>{{0, 0}, {100, 100}}));
  EXPECT_EQ(tree.grid().bounds(cells[1]), (Aabb<2, float>{{25, 50}, {37.5f, 62.5f}}));
}

}  // namespace
}  // namespace masu::test
