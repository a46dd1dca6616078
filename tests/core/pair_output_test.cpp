// SPDX-License-Identifier: MIT
#include <masu/core/pair.hpp>

#include <vector>

#include "tests/support/failing_allocator.hpp"
#include "tests/support/pair_set.hpp"

namespace masu {
namespace {

using Block = std::span<const Pair>;
const std::vector<Pair> kFour = {{0, 1}, {0, 2}, {1, 2}, {2, 5}};

TEST(Pair, orders_by_the_first_then_the_second) {
  EXPECT_LT((Pair{0, 9}), (Pair{1, 2}));
  EXPECT_LT((Pair{1, 2}), (Pair{1, 3}));
  EXPECT_EQ((Pair{1, 2}), (Pair{1, 2}));
}

TEST(PairOutput, a_list_is_cleared_then_filled) {
  PairList list;
  ASSERT_TRUE(list.push_back({7, 8}));
  PairOutput out(list);
  EXPECT_TRUE(list.empty());
  EXPECT_TRUE(out.push(Block(kFour)));
  EXPECT_TRUE(out.push(3, 4));
  EXPECT_TRUE(out.flush());
  EXPECT_EQ(list.size(), 5u);
  EXPECT_EQ(list[3], (Pair{2, 5}));
  EXPECT_EQ(list[4], (Pair{3, 4}));
  EXPECT_EQ(out.results(), 5u);
  EXPECT_EQ(out.status(), Status::ok);
}

TEST(PairOutput, a_list_that_cannot_grow_reports_it_and_retains_its_pairs) {
  test::FailingAllocator memory;
  PairList list(memory.allocator());
  PairOutput out(list);
  ASSERT_TRUE(out.push(Block(kFour)));
  memory.fail(1, true);
  const std::vector<Pair> many(1000, Pair{1, 2});
  EXPECT_FALSE(out.push(Block(many)));
  EXPECT_EQ(out.status(), Status::out_of_memory);
  EXPECT_EQ(list.size(), 4u);
  EXPECT_EQ(out.results(), 4u);
}

TEST(PairOutput, puts_the_smaller_index_first) {
  PairList list;
  PairOutput output(list);
  EXPECT_TRUE(output.push_ordered(7, 3) && output.push_ordered(3, 7));
  output.flush();
  ASSERT_EQ(list.size(), 2u);
  for (const Pair& pair : list) EXPECT_EQ(pair, (Pair{3, 7}));
}

TEST(PairOutput, counts) {
  CountPairs count;
  PairOutput out(count);
  EXPECT_TRUE(out.push(Block(kFour)));
  EXPECT_TRUE(out.push(3, 4));
  EXPECT_TRUE(out.flush());
  EXPECT_EQ(count.count, 5u);
  EXPECT_EQ(out.results(), 5u);
}

TEST(PairOutput, a_function_that_returns_nothing_gets_all_pairs) {
  std::vector<Pair> seen;
  auto sink = [&](std::uint32_t a, std::uint32_t b) { seen.push_back({a, b}); };
  PairOutput out(sink);
  EXPECT_TRUE(out.push(Block(kFour)));
  EXPECT_EQ(seen, kFour);
}

TEST(PairOutput, a_function_that_returns_false_stops_the_search) {
  std::vector<Pair> seen;
  auto sink = [&](std::uint32_t a, std::uint32_t b) {
    seen.push_back({a, b});
    return seen.size() < 2;
  };
  PairOutput out(sink);
  EXPECT_FALSE(out.push(Block(kFour)));
  EXPECT_EQ(out.status(), Status::stopped);
  EXPECT_EQ(seen.size(), 2u);
  EXPECT_EQ(out.results(), 2u) << "what was not delivered does not count";
}

std::uint64_t sum = 0;
void add(std::uint32_t a, std::uint32_t b) {
  sum += a + b;
}
bool add_few(std::uint32_t a, std::uint32_t b) {
  return (sum += a + b) < 3;
}

TEST(PairOutput, a_sink_can_be_a_plain_function) {
  PairOutput all(add);
  EXPECT_TRUE(all.push(Block(kFour)));
  EXPECT_EQ(sum, 1u + 2 + 3 + 7);
  sum = 0;
  PairOutput few(add_few);
  EXPECT_FALSE(few.push(Block(kFour)));
  EXPECT_EQ(few.results(), 2u);
}

TEST(FunctionRef, calls_functions_objects_and_lambdas) {
  using Add = FunctionRef<void(std::uint32_t, std::uint32_t)>;
  sum = 0;
  const Add first = add;
  const Add second = add_few;  // what it returns is dropped
  first(1, 2);
  second(3, 4);
  std::uint32_t product = 0;
  const auto multiply = [&](std::uint32_t a, std::uint32_t b) { product = a * b; };
  const Add third = multiply;
  third(5, 6);
  EXPECT_EQ(sum, 1u + 2 + 3 + 4);
  EXPECT_EQ(product, 30u);
}

// Early results come at once, so that stopping saves the search; later ones in longer blocks.
TEST(PairOutput, a_function_that_may_stop_gets_blocks_that_double) {
  std::uint32_t seen = 0;
  auto sink = [&](std::uint32_t, std::uint32_t) {
    ++seen;
    return true;
  };
  PairOutput out(sink);
  std::vector<std::uint32_t> delivered;
  for (std::uint32_t i = 0; i < 600; ++i) {
    EXPECT_TRUE(out.push(i, i + 1));
    if (delivered.empty() || delivered.back() != seen) delivered.push_back(seen);
  }
  EXPECT_EQ(delivered, (std::vector<std::uint32_t>{1, 3, 7, 15, 31, 63, 127, 255, 383, 511}));
  EXPECT_EQ(out.finish({}).stats.results, 600u);
  EXPECT_EQ(seen, 600u);
}

TEST(PairOutput, pairs_requested_one_by_one_are_not_buffered) {
  std::uint32_t seen = 0;
  auto sink = [&](std::uint32_t, std::uint32_t) { ++seen; };
  PairOutput out(sink, true);
  for (std::uint32_t i = 1; i < 9; ++i) {
    out.push(0, i);
    EXPECT_EQ(seen, i);
  }
}

TEST(PairOutput, a_function_of_blocks_gets_blocks_and_may_stop) {
  std::size_t blocks = 0;
  auto sink = [&](Block block) {
    ++blocks;
    return block.size() > 1;
  };
  PairOutput out(sink);
  EXPECT_TRUE(out.push(Block(kFour)));
  EXPECT_TRUE(out.push(8, 9));
  EXPECT_FALSE(out.flush());
  EXPECT_EQ(out.status(), Status::stopped);
  EXPECT_EQ(blocks, 2u);
  EXPECT_EQ(out.results(), 5u);
}

TEST(PairSink, accepts_lists_counters_and_functions_of_pairs) {
  const auto with = [](auto f) { return PairSink<decltype(f)>; };
  EXPECT_TRUE(PairSink<PairList&>);
  EXPECT_TRUE(PairSink<CountPairs&>);
  EXPECT_FALSE(PairSink<std::vector<Pair>&>);
  EXPECT_FALSE(PairSink<int>);
  EXPECT_TRUE(with([](std::uint32_t, std::uint32_t) {}));
  EXPECT_TRUE(with([](Block) { return true; }));
  EXPECT_FALSE(with([](std::uint32_t) {}));
}

}  // namespace
}  // namespace masu
