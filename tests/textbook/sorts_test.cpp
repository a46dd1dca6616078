// SPDX-License-Identifier: MIT
// The sorts of the lecture, with their steps counted and traced.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <vector>

#include <masu/textbook/sorts.hpp>

#include "scenes/generators/pcg32.hpp"

namespace masu::test {
namespace {

using Numbers = std::vector<int>;
const Numbers kLecture = {5, 7, 3, 6, 9, 1, 2};

// Every list that a step leaves, and the comparisons before it.
struct Watch : Trace {
  std::vector<Numbers> lists;
  std::vector<std::pair<std::size_t, std::size_t>> compared;
  using Trace::on;
  void on(const MoveElement<int>& e) { lists.emplace_back(e.list.begin(), e.list.end()); }
  void on(const CompareElements& e) { compared.emplace_back(e.a, e.b); }
};

std::uint64_t inversions(const Numbers& list) {
  std::uint64_t n = 0;
  for (std::size_t i = 0; i < list.size(); ++i) {
    for (std::size_t j = i + 1; j < list.size(); ++j) n += list[j] < list[i] ? 1 : 0;
  }
  return n;
}

QueryStats sort_by_insertion(Numbers& list, Watch& watch) {
  QueryStats stats;
  insertion_sort(std::span<int>(list), std::less<int>(), stats, watch);
  return stats;
}

TEST(Sorts, L3_selection_sort_compares_21_times) {
  Numbers list = kLecture;
  QueryStats stats;
  Watch watch;
  selection_sort(std::span<int>(list), std::less<int>(), stats, watch);
  EXPECT_EQ(list, (Numbers{1, 2, 3, 5, 6, 7, 9}));
  EXPECT_EQ(stats.comparisons, 21u);
  EXPECT_EQ(watch.compared.size(), 21u);
  // The least comes to the front: 1, then 2, then (3 is there) 5 and 6.
  ASSERT_GE(watch.lists.size(), 2u);
  EXPECT_EQ(watch.lists[0], (Numbers{1, 7, 3, 6, 9, 5, 2}));
  EXPECT_EQ(watch.lists[1], (Numbers{1, 2, 3, 6, 9, 5, 7}));
  EXPECT_EQ(stats.shifts, watch.lists.size());
}

TEST(Sorts, L3_insertion_sort_compares_17_times_and_shifts_13_times) {
  Numbers list = kLecture;
  Watch watch;
  const QueryStats stats = sort_by_insertion(list, watch);
  EXPECT_EQ(list, (Numbers{1, 2, 3, 5, 6, 7, 9}));
  EXPECT_EQ(stats.comparisons, 17u);
  EXPECT_EQ(stats.shifts, 13u);
  EXPECT_EQ(watch.compared.size(), 17u);
  // 7 and 9 stay where they are.
  EXPECT_EQ(watch.lists, (std::vector<Numbers>{{3, 5, 7, 6, 9, 1, 2},
                                               {3, 5, 6, 7, 9, 1, 2},
                                               {1, 3, 5, 6, 7, 9, 2},
                                               {1, 2, 3, 5, 6, 7, 9}}));
}

TEST(Sorts, L6_a_sorted_list_takes_n_minus_1_comparisons) {
  for (const std::size_t n : {1, 2, 7, 1000}) {
    Numbers list(n);
    for (std::size_t i = 0; i < n; ++i) list[i] = int(i / 2);  // equal ones do not move either
    Watch watch;
    const QueryStats stats = sort_by_insertion(list, watch);
    EXPECT_EQ(stats.comparisons, n - 1);
    EXPECT_EQ(stats.shifts, 0u);
    EXPECT_TRUE(watch.lists.empty());
  }
}

TEST(Sorts, E10_insertion_sort_shifts_once_per_inversion) {
  scenes::Pcg32 random(1);
  for (const std::size_t n : {0, 1, 2, 30, 300}) {
    Numbers list(n);
    for (int& x : list) x = int(random.below(std::uint32_t(n)));
    const std::uint64_t expected = inversions(list);
    Numbers backwards(n);
    for (std::size_t i = 0; i < n; ++i) backwards[i] = -int(i);
    Watch watch;
    EXPECT_EQ(sort_by_insertion(list, watch).shifts, expected);
    EXPECT_TRUE(std::is_sorted(list.begin(), list.end()));
    EXPECT_EQ(sort_by_insertion(backwards, watch).shifts, n * (n - (n != 0 ? 1 : 0)) / 2);
  }
}

TEST(Sorts, insertion_sort_is_stable_and_stops_on_request) {
  std::vector<std::pair<int, int>> list = {{2, 0}, {1, 1}, {2, 2}, {1, 3}, {0, 4}};
  const auto by_first = [](const auto& a, const auto& b) { return a.first < b.first; };
  QueryStats stats;
  int passed = 0;
  auto some = list;
  EXPECT_FALSE(insertion_sort(std::span(some), by_first, stats, NoTrace(),
                              [&](const auto&, const auto&) { return ++passed < 3; }));
  EXPECT_EQ(stats.shifts, 3u);
  std::sort(some.begin(), some.end());
  auto all = list;
  std::sort(all.begin(), all.end());
  EXPECT_EQ(some, all) << "no element is lost";
  insertion_sort(std::span(list), by_first, stats);
  EXPECT_EQ(list, all) << "equal ones stay in order";
}

}  // namespace
}  // namespace masu::test
