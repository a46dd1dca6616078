// SPDX-License-Identifier: MIT
#include <masu/broad_phase/linear_orthtree.hpp>

#include "tests/registered/boxes.hpp"
#include "tests/support/failing_allocator.hpp"

namespace masu::test {
namespace {

template <class Tree, int D, class T>
void both_faces_agree(const char* scene_name) {
  const scenes::Scene<D, T> scene(scene_name, 400, 9);
  const auto expected = brute_force(scene.boxes());
  for (const Registration registration : registrations()) {
    Tree tree({registration});
    EXPECT_EQ(tree.sorted().options().registration, registration);
    insert_all<D, T>(tree, scene.boxes());
    PairList registered;
    PairList sorted_pairs;
    EXPECT_EQ(tree.find_pairs(registered).status, Status::ok);
    EXPECT_EQ(tree.find_pairs(scene.boxes(), sorted_pairs).status, Status::ok);
    EXPECT_TRUE(same_pairs(expected, to_vector(registered)));
    EXPECT_TRUE(same_pairs(expected, to_vector(sorted_pairs)));

    Tree other({registration});
    insert_all<D, T>(other, scene.boxes());
    const auto between = brute_force_between(scene.boxes(), scene.boxes());
    EXPECT_EQ(tree.find_pairs_between(other, registered).status, Status::ok);
    EXPECT_EQ(tree.find_pairs_between(scene.boxes(), scene.boxes(), sorted_pairs).status,
              Status::ok);
    EXPECT_TRUE(same_pairs(between, to_vector(registered)));
    EXPECT_TRUE(same_pairs(between, to_vector(sorted_pairs)));
  }
}

TEST(LinearOrthtree, Q12_U9_both_interfaces_find_the_same_pairs) {
  both_faces_agree<LinearQuadtree<>, 2, float>("sizes");
  both_faces_agree<LinearOctree<>, 3, float>("clusters");
  both_faces_agree<LinearQuadtree<double>, 2, double>("thin_huge");
  both_faces_agree<LinearOctree<double>, 3, double>("uniform");
  both_faces_agree<LinearOrthtree<1>, 1, float>("uniform");
  both_faces_agree<LinearOrthtree<4, double>, 4, double>("uniform");
}

// Holes, filters, odd boxes and a torus between the slots and the sorted interface.
template <int D, class T>
void sorting_equals_the_cells(const Period<D, T>& period, bool filters) {
  OrthtreeOptions<D, T> options;
  options.period = period;
  LinearOrthtree<D, T> tree(options);
  const RegisteredOrthtree<D, T>& cells = tree;
  scenes::Pcg32 random(6);
  const auto boxes = odd_boxes<D, T>(300, 8, 16);
  PairList sorted_pairs;
  EXPECT_EQ(tree.find_pairs(sorted_pairs).status, Status::ok);
  EXPECT_TRUE(sorted_pairs.empty());
  for (const auto& box : boxes) {
    const Filter wish{1ull << random.below(2), random.below(3) == 0 ? 1ull : ~0ull};
    EXPECT_EQ(tree.insert(box, 0, filters ? wish : Filter{}).status, Status::ok);
  }
  EXPECT_EQ(tree.has_filters(), filters);
  for (int round = 0; round < 4; ++round) {
    EXPECT_EQ(tree.find_pairs(sorted_pairs).status, Status::ok);
    EXPECT_GT(sorted_pairs.size(), 10u);
    EXPECT_TRUE(same_pairs(all_pairs_of(cells), to_vector(sorted_pairs)));
    for (int i = 0; i < 40; ++i) {
      const Handle h = tree.handle(random.below(300));
      const Status expected = tree.contains(h) ? Status::ok : Status::stale_handle;
      EXPECT_EQ(tree.erase(h), expected);
    }
  }
  tree.clear();
  EXPECT_FALSE(tree.has_filters());
  EXPECT_EQ(tree.find_pairs(sorted_pairs).stats.results, 0u);
}

TEST(LinearOrthtree, Q12_stored_objects_sorted_equal_the_pass_over_cells) {
  for (const bool filters : {false, true}) {
    sorting_equals_the_cells<2, float>({}, filters);
    sorting_equals_the_cells<3, double>({}, filters);
    sorting_equals_the_cells<2, float>({{9, 0}}, filters);
    sorting_equals_the_cells<3, double>({{9, 11, 16}}, filters);
  }
}

TEST(LinearOrthtree, out_of_memory_is_reported_and_the_tree_stays_valid) {
  FailingAllocator memory;
  LinearQuadtree<> tree({}, memory.allocator());
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(tree.insert({{0, 0}, {1, 1}}, 0, Filter{3, 3}).status, Status::ok);
  }
  CountPairs count;
  std::size_t fail_at = 1;
  for (;; ++fail_at) {
    memory.fail(fail_at, true);
    const Status status = tree.find_pairs(count).status;
    if (memory.failures() == 0) break;
    EXPECT_EQ(status, Status::out_of_memory);
    EXPECT_TRUE(tree.validate());
  }
  EXPECT_GT(fail_at, 1u);
  EXPECT_EQ(count.count, 100u * 99 / 2);
}

TEST(LinearOrthtree, the_smallest_program) {
  LinearQuadtree<> tree;
  const Handle a = tree.insert({{0, 0}, {1, 1}}, 1);
  const Handle b = tree.insert({{5, 5}, {6, 6}}, 2);
  std::vector<Pair> pairs;
  const auto collect = [&](std::uint32_t x, std::uint32_t y) { pairs.push_back({x, y}); };
  EXPECT_EQ(tree.find_pairs(collect).status, Status::ok);
  EXPECT_TRUE(pairs.empty());
  EXPECT_EQ(tree.move(b, {{1, 1}, {2, 2}}), Status::ok);
  EXPECT_EQ(tree.find_pairs(collect).status, Status::ok);
  EXPECT_EQ(pairs, (std::vector<Pair>{{a.index, b.index}}));
}

}  // namespace
}  // namespace masu::test
