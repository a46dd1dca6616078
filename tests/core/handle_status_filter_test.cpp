// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <type_traits>

#include <masu/core/answered.hpp>
#include <masu/core/filter.hpp>
#include <masu/core/handle.hpp>
#include <masu/core/query_stats.hpp>
#include <masu/core/status.hpp>

namespace masu {
namespace {

TEST(Handle, is_null_until_it_has_an_index) {
  const Handle none;
  EXPECT_FALSE(none);
  EXPECT_TRUE((Handle{0, 1}));
  EXPECT_EQ(none, (Handle{Handle::kNone, 0}));
}

TEST(Handle, differs_by_index_and_by_generation) {
  EXPECT_EQ((Handle{3, 5}), (Handle{3, 5}));
  EXPECT_NE((Handle{3, 5}), (Handle{3, 7}));
  EXPECT_NE((Handle{3, 5}), (Handle{4, 5}));
  EXPECT_EQ(sizeof(Handle), 8u);
  static_assert(std::is_same_v<decltype(Handle::generation), std::uint32_t>);
}

TEST(Status, each_has_its_own_words) {
  std::set<std::string> words;
  const int last = int(Status::stale_handle);
  for (int s = 0; s <= last; ++s) words.insert(describe(Status(s)));
  EXPECT_EQ(words.size(), std::size_t(last) + 1);
  EXPECT_EQ(words.count("unknown status"), 0u);
  EXPECT_STREQ(describe(Status(200)), "unknown status");
  EXPECT_EQ(Status{}, Status::ok);
}

TEST(Status, answers_are_exact_or_bounded) {
  for (const Status status : {Status::ok, Status::not_converged}) EXPECT_TRUE(answered(status));
  for (const Status status : {Status::out_of_memory, Status::not_finite, Status::busy}) {
    EXPECT_FALSE(answered(status));
  }
}

TEST(Filter, accepts_all_pairs_by_default) {
  EXPECT_TRUE(accepts(Filter{}, Filter{}));
}

TEST(Filter, both_filters_must_accept_each_other) {
  const Filter player{.category = 1, .mask = 2};
  const Filter wall{.category = 2, .mask = ~0ull};
  const Filter ghost{.category = 2, .mask = 4};
  EXPECT_TRUE(accepts(player, wall));
  EXPECT_TRUE(accepts(wall, player));
  EXPECT_FALSE(accepts(player, player));
  EXPECT_FALSE(accepts(player, ghost)) << "the ghost does not want the player";
  EXPECT_FALSE(accepts(ghost, player));
}

TEST(Filter, has_64_categories) {
  for (int c = 0; c < 64; ++c) {
    for (int d = 0; d < 64; ++d) {
      const Filter a{.category = 1ull << c, .mask = 1ull << d};
      const Filter b{.category = 1ull << d, .mask = 1ull << c};
      EXPECT_TRUE(accepts(a, b));
      EXPECT_EQ(accepts(a, a), c == d);
    }
  }
}

TEST(Filter, an_empty_category_or_mask_accepts_nothing) {
  EXPECT_FALSE(accepts(Filter{.category = 0}, Filter{}));
  EXPECT_FALSE(accepts(Filter{.mask = 0}, Filter{}));
}

TEST(QueryStats, add_up) {
  QueryStats a{.nodes = 1, .tests = 2, .comparisons = 3, .shifts = 4, .results = 5};
  a += QueryStats{.nodes = 10, .tests = 20, .comparisons = 30, .shifts = 40, .results = 50};
  EXPECT_EQ(a,
            (QueryStats{.nodes = 11, .tests = 22, .comparisons = 33, .shifts = 44, .results = 55}));
}

}  // namespace
}  // namespace masu
