// SPDX-License-Identifier: MIT
#include <masu/core/buffer.hpp>

#include <cmath>
#include <cstdint>
#include <numeric>
#include <utility>

#include "core/huge_pages.hpp"
#include "core/round_outward.hpp"
#include "scenes/generators/pcg32.hpp"
#include "tests/support/failing_allocator.hpp"

namespace masu {
namespace {

using test::FailingAllocator;

Buffer<int> ramp(int size, Allocator allocator) {
  Buffer<int> buffer(allocator);
  EXPECT_TRUE(buffer.resize(std::size_t(size)));
  std::iota(buffer.begin(), buffer.end(), 0);
  return buffer;
}

bool is_ramp(const Buffer<int>& buffer, int size) {
  if (buffer.size() != std::size_t(size)) return false;
  for (int i = 0; i < size; ++i) {
    if (buffer[std::size_t(i)] != i) return false;
  }
  return true;
}

TEST(Buffer, starts_empty_and_without_memory) {
  FailingAllocator memory;
  const Buffer<int> buffer(memory.allocator());
  EXPECT_TRUE(buffer.empty());
  EXPECT_EQ(buffer.capacity(), 0u);
  EXPECT_EQ(buffer.begin(), buffer.end());
  EXPECT_EQ(memory.calls(), 0u);
}

TEST(Buffer, growth_preserves_the_contents) {
  FailingAllocator memory;
  Buffer<int> buffer(memory.allocator());
  for (int i = 0; i < 1000; ++i) ASSERT_TRUE(buffer.push_back(i));
  EXPECT_TRUE(is_ramp(buffer, 1000));
  EXPECT_EQ(buffer.back(), 999);
  buffer.pop_back();
  EXPECT_TRUE(is_ramp(buffer, 999));
  EXPECT_EQ(memory.blocks(), 1u);
  EXPECT_LE(memory.calls(), 20u) << "growth by half again takes O(log n) allocations";
}

TEST(Buffer, push_back_of_an_own_element_survives_growth) {
  FailingAllocator memory;
  Buffer<int> buffer = ramp(5, memory.allocator());
  while (buffer.size() < 200) ASSERT_TRUE(buffer.push_back(buffer[3]));
  EXPECT_EQ(buffer.back(), 3);
}

// Blocks this large may lie on huge pages.
TEST(Buffer, growth_of_large_blocks_preserves_the_contents) {
  Buffer<int> buffer = ramp(1'500'000, default_allocator());
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(buffer.data()) % 64, 0u);
  ASSERT_TRUE(buffer.reserve(5'000'000));
  EXPECT_TRUE(is_ramp(buffer, 1'500'000));
}

// From 2 MiB on the pages of such blocks move, and what is left of them is copied.
TEST(Buffer, growth_by_appending_to_large_blocks_preserves_the_contents) {
  constexpr int kCount = 3'000'001;
  Buffer<int> buffer;
  for (int i = 0; i < kCount; ++i) ASSERT_TRUE(buffer.push_back(i));
  EXPECT_TRUE(is_ramp(buffer, kCount));
}

TEST(Buffer, starts_on_a_cache_line) {
  for (const std::size_t size : {1, 7, 100}) {
    Buffer<char> buffer;
    ASSERT_TRUE(buffer.resize(size));
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(buffer.data()) % 64, 0u);
  }
}

TEST(Buffer, growth_to_what_it_has_changes_nothing) {
  Buffer<int> buffer;
  ASSERT_TRUE(buffer.reserve(100));
  const int* data = buffer.data();
  EXPECT_TRUE(buffer.grow(100) && buffer.reserve(100));
  EXPECT_EQ(buffer.capacity(), 100u);
  EXPECT_EQ(buffer.data(), data);
}

TEST(Buffer, large_blocks_start_on_a_huge_page) {
  Buffer<char> large;
  ASSERT_TRUE(large.reserve(2 * detail::kHugePage));
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(large.data()) % detail::kHugePage, 0u);
}

TEST(Buffer, failed_growth_changes_nothing) {
  FailingAllocator memory;
  Buffer<int> buffer = ramp(16, memory.allocator());
  const std::size_t capacity = buffer.capacity();
  const int* data = buffer.data();
  memory.fail(1, true);
  EXPECT_FALSE(buffer.reserve(1000));
  EXPECT_FALSE(buffer.grow(1000));
  EXPECT_FALSE(buffer.resize(1000));
  while (buffer.size() < capacity) ASSERT_TRUE(buffer.push_back(int(buffer.size())));
  EXPECT_FALSE(buffer.push_back(-1));
  EXPECT_TRUE(is_ramp(buffer, int(capacity)));
  EXPECT_EQ(buffer.data(), data);
  EXPECT_EQ(buffer.capacity(), capacity);
  memory.fail(FailingAllocator::kNever);
  EXPECT_TRUE(buffer.push_back(int(capacity)));
  EXPECT_TRUE(is_ramp(buffer, int(capacity) + 1));
}

// A run of calls near the limit of memory would copy the whole buffer in each of them.
TEST(Buffer, refused_growth_is_not_tried_with_less) {
  FailingAllocator memory;
  Buffer<int> buffer = ramp(100, memory.allocator());
  const std::size_t larger = buffer.capacity() + 1;
  memory.fail(1);
  EXPECT_FALSE(buffer.resize(larger));
  EXPECT_EQ(memory.calls(), 1u);
  EXPECT_TRUE(buffer.resize(larger));
}

TEST(Buffer, absurd_sizes_fail_without_calling_the_allocator) {
  FailingAllocator memory;
  Buffer<std::uint64_t> buffer(memory.allocator());
  constexpr std::size_t kMost = std::numeric_limits<std::size_t>::max();
  for (const std::size_t size : {kMost, kMost / 8, kMost / 8 + 1, kMost / 16 + 1}) {
    EXPECT_FALSE(buffer.resize(size)) << size;
  }
  EXPECT_EQ(memory.calls(), 0u);
}

TEST(Buffer, moves_by_stealing) {
  FailingAllocator memory;
  Buffer<int> from = ramp(10, memory.allocator());
  const int* data = from.data();
  Buffer<int> to(std::move(from));
  EXPECT_EQ(to.data(), data);
  EXPECT_TRUE(is_ramp(to, 10));
  EXPECT_TRUE(from.empty());
  EXPECT_EQ(from.capacity(), 0u);
  EXPECT_TRUE(from.push_back(0)) << "a moved-from buffer can be used again";
}

TEST(Buffer, move_assignment_frees_the_old_and_takes_the_allocator) {
  FailingAllocator first;
  FailingAllocator second;
  Buffer<int> to = ramp(3, first.allocator());
  Buffer<int> from = ramp(10, second.allocator());
  to = std::move(from);
  EXPECT_TRUE(is_ramp(to, 10));
  EXPECT_EQ(first.blocks(), 0u);
  EXPECT_EQ(to.allocator().context, &second);
  Buffer<int>& self = to;
  to = std::move(self);
  EXPECT_TRUE(is_ramp(to, 10));
}

TEST(Buffer, release_frees_the_memory_and_clear_does_not) {
  FailingAllocator memory;
  Buffer<int> buffer = ramp(10, memory.allocator());
  buffer.clear();
  EXPECT_TRUE(buffer.empty());
  EXPECT_EQ(memory.blocks(), 1u);
  buffer.release();
  EXPECT_EQ(memory.blocks(), 0u);
  EXPECT_EQ(memory.bytes(), 0u);
  buffer.release();
  EXPECT_TRUE(buffer.resize(4));
}

TEST(Buffer, has_its_last_element_at_the_back) {
  Buffer<int> buffer = ramp(3, default_allocator());
  EXPECT_EQ(std::as_const(buffer).back(), 2);
  buffer.back() = 5;
  EXPECT_EQ(buffer[2], 5);
}

TEST(RoundOutward, is_the_nearest_float_that_is_not_inside) {
  scenes::Pcg32 random(8);
  for (int i = 0; i < 10'000; ++i) {
    const double x = i == 0 ? 0 : i == 1 ? 0.5 : random.between(-4, 4);
    const float low = detail::round_down<float>(x);
    const float high = detail::round_up<float>(x);
    ASSERT_TRUE(low <= x && x <= high) << x;
    ASSERT_EQ(low == high, double(float(x)) == x);
    if (low != high) {
      ASSERT_EQ(std::nextafter(low, high), high);
    }
    ASSERT_EQ(detail::round_down<double>(x), x);
  }
}

TEST(Buffer, is_a_span) {
  Buffer<int> buffer = ramp(4, default_allocator());
  const std::span<const int> view = std::as_const(buffer);
  const std::span<int> mutable_view = buffer;
  EXPECT_EQ(view.size(), 4u);
  mutable_view[2] = 9;
  EXPECT_EQ(view[2], 9);
}

struct alignas(128) Wide {
  float x[32];
};

TEST(Buffer, respects_larger_alignments) {
  FailingAllocator memory;
  Buffer<Wide> buffer(memory.allocator());
  for (int i = 0; i < 10; ++i) {
    ASSERT_TRUE(buffer.push_back(Wide{}));
    ASSERT_EQ(reinterpret_cast<std::uintptr_t>(buffer.data()) % 128, 0u);
  }
}

}  // namespace
}  // namespace masu
