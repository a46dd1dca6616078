// SPDX-License-Identifier: MIT
// Pairs of the registered tree compared with brute force.
#include <string>

#include "tests/registered/boxes.hpp"

namespace masu::test {
namespace {

// Every rule of registration; domain known, wrong, or unknown; depths from one cell to the deepest.
template <int D, class T>
std::vector<OrthtreeOptions<D, T>> all_options(T side) {
  std::vector<OrthtreeOptions<D, T>> all;
  for (const Registration registration : registrations()) {
    all.push_back({registration});
    all.push_back({registration, {Vec<D, T>::all(0), Vec<D, T>::all(side)}, 4});
    all.push_back({registration, {Vec<D, T>::all(0), Vec<D, T>::all(side / 8)}, 0});
    all.push_back({registration, {Vec<D, T>::all(-5 * side), Vec<D, T>::all(-side)}, 7});
    all.push_back({registration, Aabb<D, T>::nothing(), CellId<D>::kMaxLevel});
    all.push_back({registration, Aabb<D, T>::nothing(), 1});
  }
  return all;
}

template <int D, class T>
void expect_brute_force(const Boxes<D, T>& boxes, T side) {
  const PairVector expected = brute_force(boxes);
  for (const auto& options : all_options<D, T>(side)) {
    RegisteredOrthtree<D, T> tree(options);
    insert_all(tree, boxes);
    EXPECT_TRUE(same_pairs(expected, all_pairs_of(tree)));
    EXPECT_TRUE(tree.validate());
  }
}

template <class C>
class RegisteredPairs : public testing::Test {};
TYPED_TEST_SUITE(RegisteredPairs, Cases, CaseNames);

// What does not depend on how a cell is found: half of the types are enough.
using SomeCases = testing::Types<Case<1, float>, Case<2, double>, Case<3, float>, Case<4, double>>;
template <class C>
class RegisteredPairsOf : public testing::Test {};
TYPED_TEST_SUITE(RegisteredPairsOf, SomeCases, CaseNames);

TYPED_TEST(RegisteredPairs, Q12_U9_M7_all_scenes_equal_brute_force) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  for (const std::string_view name : scenes::scene_names()) {
    SCOPED_TRACE(std::string(name));
    const scenes::Scene<D, T> scene(name, by_tier(150, 1500), 7);
    expect_brute_force(scene.boxes(), static_cast<T>(scene.side()));
  }
}

TYPED_TEST(RegisteredPairs, Q12_touching_degenerate_and_odd_boxes_equal_brute_force) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  const std::uint32_t worlds[] = {40, 24, 14, 10};
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const auto boxes = odd_boxes<D, T>(250, seed, worlds[D - 1]);
    expect_brute_force(boxes, static_cast<T>(worlds[D - 1]));
    const auto pairs = brute_force(boxes).size();
    EXPECT_GT(pairs, 250u);
    EXPECT_LT(pairs, 250u * 249 / 2 * 7 / 10);
  }
}

TYPED_TEST(RegisteredPairs, Q12_far_and_tiny_boxes_equal_brute_force) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  scenes::Pcg32 random(5);
  Boxes<D, T> far(250);
  Boxes<D, T> tiny(250);
  for (auto& box : far) box = lattice_box<D, T>(random, 24, 1, T(1e6));
  for (auto& box : tiny) box = lattice_box<D, T>(random, 24, std::numeric_limits<T>::denorm_min());
  expect_brute_force(far, T(24));
  expect_brute_force(tiny, T(24));
}

TYPED_TEST(RegisteredPairsOf, Q12_set_a_against_set_b) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  const auto boxes_a = odd_boxes<D, T>(150, 11, 16);
  const auto boxes_b = odd_boxes<D, T>(200, 12, 16);
  const auto expected = brute_force_between(boxes_a, boxes_b);
  EXPECT_GT(expected.size(), 100u);
  const auto all = all_options<D, T>(16);
  for (std::size_t i = 0; i < all.size(); ++i) {
    RegisteredOrthtree<D, T> a(all[i]);
    RegisteredOrthtree<D, T> b(all[(i * 5 + 3) % all.size()]);  // another domain, another rule
    insert_all(a, boxes_a);
    insert_all(b, boxes_b);
    PairList pairs;
    const SearchResult result = a.find_pairs_between(b, pairs);
    EXPECT_EQ(result.status, Status::ok);
    EXPECT_TRUE(same_pairs(expected, to_vector(pairs)));
  }
}

TYPED_TEST(RegisteredPairsOf, Q12_one_against_many) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  const auto boxes = odd_boxes<D, T>(120, 21, 12);
  const auto expected = brute_force(boxes);
  for (const auto& options : all_options<D, T>(12)) {
    RegisteredOrthtree<D, T> tree(options);
    insert_all(tree, boxes);
    PairVector found;
    for (std::uint32_t i = 0; i < boxes.size(); ++i) {
      const auto result = tree.pairs_of(tree.handle(i), [&](Handle other) {
        if (i < other.index) found.push_back({i, other.index});
      });
      EXPECT_EQ(result.status, Status::ok);
    }
    EXPECT_TRUE(same_pairs(expected, found));
  }
}

// A scene in motion: after each frame the pairs of those that moved, and all pairs.
TYPED_TEST(RegisteredPairsOf, M6_pairs_of_moved_objects) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  for (const std::string_view name : {"one_percent", "brownian", "fast", "sizes"}) {
    for (const auto& options : all_options<D, T>(10)) {
      scenes::Scene<D, T> scene(name, 300, 3);
      RegisteredOrthtree<D, T> tree(options);
      insert_all(tree, scene.boxes());
      PairList pairs;
      EXPECT_EQ(tree.find_pairs_of_moved(pairs).status, Status::ok);
      EXPECT_TRUE(same_pairs(brute_force(scene.boxes()), to_vector(pairs)));
      for (int frame = 0; frame < 3; ++frame) {
        const auto before = scene.boxes();
        scene.step();
        for (const std::uint32_t i : scene.moved()) {
          EXPECT_EQ(tree.move(tree.handle(i), scene.boxes()[i]), Status::ok);
        }
        const auto moved = [&](std::uint32_t i) { return before[i] != scene.boxes()[i]; };
        const auto all = brute_force(scene.boxes());
        PairVector expected;
        for (const auto& p : all) {
          if (moved(p.a) || moved(p.b)) expected.push_back(p);
        }
        EXPECT_EQ(tree.find_pairs_of_moved(pairs).status, Status::ok);
        EXPECT_TRUE(same_pairs(expected, to_vector(pairs)));
        EXPECT_TRUE(same_pairs(all, all_pairs_of(tree)));
        EXPECT_EQ(tree.find_pairs_of_moved(pairs).stats.results, 0u);
      }
      EXPECT_TRUE(tree.validate());
    }
  }
}

TYPED_TEST(RegisteredPairsOf, Q12_filters_apply_in_the_join) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  const auto boxes = odd_boxes<D, T>(200, 31, 14);
  scenes::Pcg32 random(32);
  std::vector<Filter> filters(boxes.size());
  for (Filter& f : filters) f = {1ull << random.below(3) * 31, random.next() | 1ull << 62};
  PairOptions<D, T> options;
  options.filters = filters;
  const auto expected = brute_force(boxes, options);
  EXPECT_LT(expected.size(), brute_force(boxes).size());
  EXPECT_GT(expected.size(), 20u);
  for (const auto& tree_options : all_options<D, T>(14)) {
    RegisteredOrthtree<D, T> tree(tree_options);
    insert_all(tree, boxes, filters);
    EXPECT_TRUE(same_pairs(expected, all_pairs_of(tree)));
    PairList pairs;
    EXPECT_EQ(tree.find_pairs_of_moved(pairs).status, Status::ok);
    EXPECT_TRUE(same_pairs(expected, to_vector(pairs)));
  }
}

// Wrapping boxes, boxes longer than the domain, on some axes or all.
TYPED_TEST(RegisteredPairsOf, Q12_periodic_domains_equal_brute_force) {
  constexpr int D = TypeParam::D;
  using T = typename TypeParam::T;
  scenes::Pcg32 random(41);
  for (int axes = 1; axes < 1 << D; ++axes) {
    PairOptions<D, T> options;
    for (int a = 0; a < D; ++a) options.period.length[a] = (axes >> a & 1) != 0 ? T(12) : T(0);
    Boxes<D, T> boxes(120);
    for (auto& box : boxes) box = odd_box<D, T>(random, 30);
    for (int i = 0; i < 40; ++i) {
      boxes[i] = lattice_box<D, T>(random, 30, T(0.7), T(-11));
    }
    const auto expected = brute_force(boxes, options);
    const auto between = brute_force_between(boxes, boxes, options);
    for (auto tree_options : all_options<D, T>(12)) {
      tree_options.period = options.period;
      RegisteredOrthtree<D, T> tree(tree_options);
      insert_all(tree, boxes);
      EXPECT_TRUE(tree.validate());
      EXPECT_TRUE(same_pairs(expected, all_pairs_of(tree)));
      PairList pairs;
      EXPECT_EQ(tree.find_pairs_of_moved(pairs).status, Status::ok);
      EXPECT_TRUE(same_pairs(expected, to_vector(pairs)));
      EXPECT_EQ(tree.find_pairs_between(tree, pairs).status, Status::ok);
      EXPECT_TRUE(same_pairs(between, to_vector(pairs)));
    }
  }
}

TEST(RegisteredTree, periods_that_do_not_fit_are_refused) {
  OrthtreeOptions<2, float> bad;
  bad.period.length = {-1, 0};
  RegisteredOrthtree<2, float> refusing(bad);
  EXPECT_EQ(refusing.insert({{0, 0}, {1, 1}}).status, Status::out_of_range);
  EXPECT_EQ(refusing.size(), 0u);
  OrthtreeOptions<2, float> torus;
  torus.period.length = {5, 5};
  RegisteredOrthtree<2, float> a;
  RegisteredOrthtree<2, float> b(torus);
  CountPairs count;
  EXPECT_EQ(a.find_pairs_between(b, count).status, Status::out_of_range);
}

TEST(RegisteredTree, M7_sinks_and_early_stop) {
  RegisteredOrthtree<2> tree;
  const Boxes<2, float> boxes(30, {{0, 0}, {1, 1}});
  insert_all(tree, boxes);
  CountPairs count;
  EXPECT_EQ(tree.find_pairs(count).stats.results, 435u);
  EXPECT_EQ(count.count, 435u);
  std::size_t blocks = 0;
  const auto by_block = [&](std::span<const Pair> block) { blocks += block.size(); };
  EXPECT_EQ(tree.find_pairs(by_block).status, Status::ok);
  EXPECT_EQ(blocks, 435u);
  int calls = 0;
  const auto result = tree.find_pairs([&](std::uint32_t a, std::uint32_t b) {
    EXPECT_LT(a, b);
    return ++calls < 5;
  });
  EXPECT_EQ(result.status, Status::stopped);
  EXPECT_EQ(result.stats.results, 5u);
  EXPECT_EQ(calls, 5);
}

// A sink that stops loses nothing: the same pairs are delivered the next time.
TEST(RegisteredTree, M7_stopped_search_for_moved_pairs_starts_over) {
  RegisteredOrthtree<2> tree;
  insert_all(tree, Boxes<2, float>(10, {{0, 0}, {1, 1}}));
  const auto stop = [](std::uint32_t, std::uint32_t) { return false; };
  EXPECT_EQ(tree.find_pairs_of_moved(stop).status, Status::stopped);
  CountPairs count;
  EXPECT_EQ(tree.find_pairs_of_moved(count).status, Status::ok);
  EXPECT_EQ(count.count, 45u);
}

TEST(RegisteredTree, E4_small_boxes_on_the_center_line_stay_in_small_cells) {
  // Tiny boxes along the center line: all candidates of each other by the textbook's rule.
  Boxes<2, float> boxes;
  for (int i = 0; i < 1000; ++i) {
    const float y = static_cast<float>(i) / 10;
    boxes.push_back({{49.99f, y}, {50.01f, y + 0.02f}});
  }
  OrthtreeOptions<2, float> options{Registration::smallest_cell, {{0, 0}, {100, 100}}, 8};
  RegisteredOrthtree<2> strict(options);
  options.registration = Registration::by_extent;
  RegisteredOrthtree<2> loose(options);
  insert_all(strict, boxes);
  insert_all(loose, boxes);
  CountPairs count;
  EXPECT_GE(strict.find_pairs(count).stats.tests, 499'500u);
  EXPECT_EQ(count.count, 0u);
  EXPECT_LT(loose.find_pairs(count).stats.tests, 20'000u);
  EXPECT_EQ(count.count, 0u);
}

}  // namespace
}  // namespace masu::test
