// SPDX-License-Identifier: MIT
// The memory of a first build, which the system provides page by page. Bytes are counted; they are
// the same on every machine.
#include <masu/broad_phase/bvh.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "broad_phase/key_sort.hpp"
#include "scenes/generators/pcg32.hpp"
#include "tests/support/failing_allocator.hpp"

namespace masu::test {
namespace {

template <int D, class T>
std::vector<Aabb<D, T>> boxes_of(const std::string& scene, std::size_t count) {
  scenes::Pcg32 random(4);
  std::vector<Aabb<D, T>> boxes(count);
  for (std::size_t i = 0; i < count; ++i) {
    const double near = scene == "clusters" ? double(i % 7) * 100 : 0;
    const double size = scene == "clusters" ? 1 + double(i % 50) : 1000;
    for (int a = 0; a < D; ++a) {
      const double at = near + random.between(0, size);
      boxes[i].min[a] = T(at), boxes[i].max[a] = T(at + 1);
    }
  }
  return boxes;
}

template <int D, class T>
void expect_little_memory(double most_bytes_a_box) {
  for (const std::string scene : {"uniform", "clusters"}) {
    SCOPED_TRACE(scene + ' ' + std::to_string(D) + "D " + std::to_string(sizeof(T)));
    constexpr std::size_t kBoxes = 50'000;
    const auto boxes = boxes_of<D, T>(scene, kBoxes);
    FailingAllocator memory;
    Bvh<D, T> tree(BvhOptions{}, memory.allocator());
    ASSERT_EQ(tree.build(boxes), Status::ok);
    const double retained = double(memory.bytes());
    EXPECT_LE(retained / kBoxes, most_bytes_a_box);
    EXPECT_LE(double(memory.bytes_allocated()), 1.01 * retained) << "no buffer outgrew its memory";
    ASSERT_TRUE(tree.validate());
    memory.fail(FailingAllocator::kNever);
    ASSERT_EQ(tree.build(boxes), Status::ok);
    EXPECT_EQ(memory.calls(), 0u) << "a second build has all it needs";
  }
}

TEST(BvhMemory, a_first_build_allocates_little_and_a_second_nothing) {
  expect_little_memory<2, float>(91);
  expect_little_memory<3, float>(135);
  expect_little_memory<2, double>(170);
  expect_little_memory<3, double>(255);
}

// Ids of an input without empty boxes need no memory; with one they are stored from there on.
TEST(BvhMemory, empty_boxes_shift_the_ids_behind_them) {
  auto boxes = boxes_of<2, float>("uniform", 100);
  boxes[40] = Aabb2f::nothing();
  for (const bool refits : {false, true}) {
    Bvh<2, float> tree;
    ASSERT_EQ(tree.build(refits ? boxes_of<2, float>("uniform", 100) : boxes), Status::ok);
    if (refits) {
      ASSERT_EQ(tree.refit(boxes), Status::ok);
    }
    std::vector<bool> seen(boxes.size(), false);
    const auto note = [&](std::uint32_t id) { seen[id] = true; };
    ASSERT_EQ(tree.for_each_overlapping(Aabb2f::everything(), note).status, Status::ok);
    for (std::size_t i = 0; i < boxes.size(); ++i) EXPECT_EQ(seen[i], i != 40) << i;
  }
}

// A box that becomes empty makes a refit build the tree again, over the one that there was.
TEST(BvhMemory, a_refit_without_memory_empties_the_index) {
  const auto before = boxes_of<2, float>("uniform", 100);
  auto boxes = before;
  boxes[40] = Aabb2f::nothing();
  FailingAllocator memory;
  int refused = 0;
  for (std::size_t k = 1;; ++k) {
    Bvh<2, float> tree(memory.allocator());
    ASSERT_EQ(tree.build(before), Status::ok);
    memory.fail(k);
    const Status status = tree.refit(boxes);
    const bool failed = memory.failures() != 0;
    memory.fail(FailingAllocator::kNever);
    ASSERT_EQ(status, failed ? Status::out_of_memory : Status::ok);
    ASSERT_EQ(tree.size(), failed ? 0u : 100u);
    ASSERT_TRUE(tree.validate());
    if (!failed) break;
    ++refused;
    ASSERT_EQ(tree.build(boxes), Status::ok);
    ASSERT_EQ(tree.size(), 100u);
  }
  EXPECT_GT(refused, 0);
}

TEST(KeySort, is_the_stable_order_by_key) {
  scenes::Pcg32 random(7);
  for (const std::size_t size : {0, 1, 2, 100, 5000}) {
    for (const std::uint32_t mask : {0u, 0x7u, 0x7ffu, 0x3ff800u, 0xffffffffu}) {
      std::vector<detail::KeyedItem<std::uint32_t>> keys(2 * size);
      for (std::uint32_t i = 0; i < size; ++i) keys[i] = {random.next() & mask, i};
      auto expected = std::vector(keys.begin(), keys.begin() + std::ptrdiff_t(size));
      std::stable_sort(expected.begin(), expected.end(),
                       [](const auto& a, const auto& b) { return a.key < b.key; });
      const auto* const sorted = detail::sort_keys(keys.data(), keys.data() + size, size);
      for (std::size_t i = 0; i < size; ++i) {
        ASSERT_EQ(sorted[i].key, expected[i].key);
        ASSERT_EQ(sorted[i].item, expected[i].item);
      }
    }
  }
}

}  // namespace
}  // namespace masu::test
