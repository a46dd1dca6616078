// SPDX-License-Identifier: MIT
// Requirements on every finder besides the right set: statuses, sinks, stopping, memory.
#pragma once

#include "tests/broad_phase/finder_suite.hpp"

namespace masu::test {

template <class Case>
class FinderContract : public testing::Test {
 public:
  static constexpr int D = Case::D;
  using Scalar = typename Case::T;
  using Boxes = typename Case::Boxes;

  static Boxes scene(std::size_t n) { return scenes::make_scene<D, Scalar>("pile", n, 1); }
};
TYPED_TEST_SUITE_P(FinderContract);

TYPED_TEST_P(FinderContract, wrong_lengths_and_periods_are_refused) {
  using Options = typename TypeParam::Options;
  using T = typename TypeParam::T;
  const auto boxes = this->scene(20);
  const std::vector<Filter> short_filters(19);
  const std::vector<Filter> filters(20);
  const auto period = [](T x) { return Options{.period = {Vec<TypeParam::D, T>::all(x)}}; };
  for_each_variant<TypeParam>([&](auto& finder, int) {
    PairList pairs;
    const auto status = [&](const Options& o) { return finder.find_pairs(boxes, pairs, o).status; };
    const auto between = [&](const Options& o) {
      return finder.find_pairs_between(boxes, boxes, pairs, o).status;
    };
    EXPECT_EQ(status({.filters = short_filters}), Status::size_mismatch);
    EXPECT_EQ(between({.filters = short_filters, .filters_b = filters}), Status::size_mismatch);
    EXPECT_EQ(between({.filters = filters, .filters_b = short_filters}), Status::size_mismatch);
    EXPECT_EQ(between({.filters = filters}), Status::size_mismatch);
    EXPECT_EQ(between({.filters_b = filters}), Status::size_mismatch);
    for (const T bad :
         {T(-1), std::numeric_limits<T>::infinity(), std::numeric_limits<T>::quiet_NaN()}) {
      EXPECT_EQ(status(period(bad)), Status::out_of_range);
      EXPECT_EQ(between(period(bad)), Status::out_of_range);
    }
    EXPECT_TRUE(same_pairs(brute_force(boxes), pairs_of(finder, boxes))) << "and works on";
  });
}

TYPED_TEST_P(FinderContract, the_first_and_the_last_of_many_objects_are_found) {
  using Bounds = Aabb<TypeParam::D, typename TypeParam::T>;
  std::vector<std::uint32_t> sizes = {256};
  // 65 536 objects take brute force minutes under a sanitizer: one type suffices.
  if (TypeParam::D == 2 && sizeof(typename TypeParam::T) == 4) sizes.push_back(65536);
  for (const std::uint32_t size : sizes) {
    typename TypeParam::Boxes boxes(size, Bounds::nothing());
    boxes.front() = boxes.back() = Bounds::everything();
    for_each_variant<TypeParam>([&](auto& finder, int) {
      Pair first{};
      const auto take_one = [&](std::uint32_t a, std::uint32_t b) {
        first = {a, b};
        return false;
      };
      EXPECT_EQ(finder.find_pairs(boxes, take_one).status, Status::stopped);
      EXPECT_EQ(first, (Pair{0, size - 1}));
    });
  }
}

// The memory behind the span does not exist: a finder that read it would crash.
TYPED_TEST_P(FinderContract, a_span_of_2_to_the_31_plus_1_is_refused_unread) {
  using T = typename TypeParam::T;
  const T* const nowhere = reinterpret_cast<const T*>(std::uintptr_t(4096));
  const BoxSpan<TypeParam::D, T> claimed(nowhere, nowhere, 2 * TypeParam::D * sizeof(T),
                                         (std::size_t(1) << 31) + 1);
  const auto boxes = this->scene(3);
  for_each_variant<TypeParam>([&](auto& finder, int) {
    CountPairs count;
    EXPECT_EQ(finder.find_pairs(claimed, count).status, Status::too_many_objects);
    EXPECT_EQ(finder.find_pairs_between(claimed, boxes, count).status, Status::too_many_objects);
    EXPECT_EQ(finder.find_pairs_between(boxes, claimed, count).status, Status::too_many_objects);
    EXPECT_EQ(count.count, 0u);
  });
}

TYPED_TEST_P(FinderContract, all_kinds_of_sinks_get_the_same_pairs_in_the_same_order) {
  const auto boxes = this->scene(300);
  for_each_variant<TypeParam>([&](auto& finder, int) {
    const PairVector list = pairs_of(finder, boxes);
    EXPECT_GT(list.size(), 300u);
    CountPairs count;
    PairVector by_pair, by_true, by_block;
    const auto take = [&](std::uint32_t a, std::uint32_t b) { by_pair.push_back({a, b}); };
    const auto take_and_go_on = [&](std::uint32_t a, std::uint32_t b) {
      by_true.push_back({a, b});
      return true;
    };
    const auto take_block = [&](std::span<const Pair> block) {
      by_block.insert(by_block.end(), block.begin(), block.end());
    };
    EXPECT_EQ(finder.find_pairs(boxes, count).status, Status::ok);
    EXPECT_EQ(finder.find_pairs(boxes, take).status, Status::ok);
    EXPECT_EQ(finder.find_pairs(boxes, take_and_go_on).status, Status::ok);
    EXPECT_EQ(finder.find_pairs(boxes, take_block).status, Status::ok);
    EXPECT_EQ(count.count, list.size());
    EXPECT_EQ(by_pair, list);
    EXPECT_EQ(by_true, list);
    EXPECT_EQ(by_block, list);
    for (const Pair& p : list) EXPECT_LT(p.a, p.b);
  });
}

TYPED_TEST_P(FinderContract, a_sink_can_stop_the_search_at_any_pair) {
  const auto boxes = this->scene(300);
  for_each_variant<TypeParam>([&](auto& finder, int) {
    const PairVector all = pairs_of(finder, boxes);
    for (const std::size_t requested :
         {std::size_t(1), std::size_t(2), std::size_t(17), all.size() - 1, all.size()}) {
      PairVector got;
      const auto take = [&](std::uint32_t a, std::uint32_t b) {
        got.push_back({a, b});
        return got.size() < requested;
      };
      const SearchResult result = finder.find_pairs(boxes, take);
      EXPECT_EQ(result.status, Status::stopped);
      EXPECT_EQ(result.stats.results, requested);
      EXPECT_EQ(got, PairVector(all.begin(), all.begin() + std::ptrdiff_t(requested)));
      got.clear();
      EXPECT_EQ(finder.find_pairs_between(boxes, boxes, take).status, Status::stopped);
      EXPECT_EQ(got.size(), requested);
    }
    int blocks = 0;
    const auto one_block = [&](std::span<const Pair>) { return ++blocks < 1; };
    EXPECT_EQ(finder.find_pairs(boxes, one_block).status, Status::stopped);
    EXPECT_EQ(blocks, 1);
    EXPECT_TRUE(same_pairs(all, pairs_of(finder, boxes))) << "and works on";
  });
}

TYPED_TEST_P(FinderContract, boxes_inside_larger_records_are_read_in_place) {
  using T = typename TypeParam::T;
  struct Record {
    double before;
    Aabb<TypeParam::D, T> box;
    char after[3];
  };
  const auto boxes = this->scene(100);
  std::vector<Record> records;
  for (const auto& box : boxes) records.push_back({-1, box, {}});
  const BoxSpan<TypeParam::D, T> span(records[0].box.min.v, records[0].box.max.v, sizeof(Record),
                                      records.size());
  for_each_variant<TypeParam>([&](auto& finder, int) {
    PairList pairs;
    EXPECT_EQ(finder.find_pairs(span, pairs).status, Status::ok);
    EXPECT_TRUE(same_pairs(brute_force(boxes), to_vector(pairs)));
  });
}

TYPED_TEST_P(FinderContract, a_finder_can_be_moved) {
  const auto boxes = this->scene(100);
  for_each_variant<TypeParam>([&](auto& finder, int) {
    const PairVector expected = pairs_of(finder, boxes);
    auto moved = std::move(finder);
    EXPECT_EQ(pairs_of(moved, boxes), expected);
  });
}

REGISTER_TYPED_TEST_SUITE_P(FinderContract, wrong_lengths_and_periods_are_refused,
                            the_first_and_the_last_of_many_objects_are_found,
                            a_span_of_2_to_the_31_plus_1_is_refused_unread,
                            all_kinds_of_sinks_get_the_same_pairs_in_the_same_order,
                            a_sink_can_stop_the_search_at_any_pair,
                            boxes_inside_larger_records_are_read_in_place, a_finder_can_be_moved);

}  // namespace masu::test
