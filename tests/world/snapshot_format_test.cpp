// SPDX-License-Identifier: MIT
// Bytes of snapshots: they are determined by the world alone, hold every member of a corner, and
// those of an earlier version are refused.
#include <gtest/gtest.h>

#include <cstring>
#include <new>
#include <string>
#include <vector>

#include <masu/mesh/compound.hpp>
#include <masu/shapes/box.hpp>
#include <masu/world/world.hpp>

#include "world/snapshot.hpp"

namespace masu::test {
namespace {

using Bytes = Buffer<std::byte>;
using masu::detail::kSnapshotSections;
using masu::detail::kSnapshotVersion;
using Sections = std::span<const std::byte>[kSnapshotSections];

// A ground of two boxes and a stack on it: corners of sub-shapes, and of shapes alone.
template <int D, class T>
class Stack {
 public:
  explicit Stack(Allocator allocator = default_allocator())
      : world({.detail = ContactDetail::areas}, allocator) {
    const auto half = [](double x, double y) {
      Vec<D, T> v = Vec<D, T>::all(T(2));
      v[0] = T(x), v[1] = T(y);
      return v;
    };
    const Child<D, T> children[] = {child(Box<D, T>{half(2, 1)}, pose_at(-2, -1)),
                                    child(Box<D, T>{half(2, 1)}, pose_at(2, -1))};
    EXPECT_EQ(ground_.build(children), Status::ok);
    EXPECT_EQ(world.add(ground_, pose_at(0, 0), {.fixed = true}).status, Status::ok);
    for (int i = 0; i < 4; ++i) {
      crates_.push_back(world.add(Box<D, T>{half(0.5, 0.5)}, pose_at(0.25, 0.49 + 0.98 * i)));
    }
    frame(0);
  }
  void frame(int t) {
    for (std::size_t i = 0; i < crates_.size(); ++i) {
      const double by = ((t * 7 + int(i) * 3) % 5) * 1e-4;
      ASSERT_EQ(world.move(crates_[i], pose_at(0.25 + by, 0.49 + 0.98 * double(i))), Status::ok);
    }
    ASSERT_EQ(world.update().status, Status::ok);
  }
  std::vector<ManifoldPoint<D, T>> corners() const {
    std::vector<ManifoldPoint<D, T>> all;
    for (const WorldPair& pair : world.pairs()) {
      for (const auto& contact : world.contacts(pair)) {
        const auto some = world.corners(pair, contact);
        all.insert(all.end(), some.begin(), some.end());
      }
    }
    return all;
  }
  World<D, T> world;

 private:
  static Transform<D, T> pose_at(double x, double y) {
    Vec<D, T> v{};
    v[0] = T(x), v[1] = T(y);
    return {v, {}};
  }
  Compound<D, T> ground_;
  std::vector<Handle> crates_;
};

// Memory that comes full of one byte, as the part of the stack does that calls from here will use.
struct Full {
  static void* allocate(void* context, std::size_t size, std::size_t alignment) {
    void* block = ::operator new(size, std::align_val_t(alignment));
    std::memset(block, static_cast<Full*>(context)->byte, size);
    return block;
  }
  static void deallocate(void*, void* block, std::size_t, std::size_t alignment) {
    ::operator delete(block, std::align_val_t(alignment));
  }
  [[gnu::noinline]] void fill_stack() const {
    volatile char below[1 << 16];
    for (volatile char& c : below) c = static_cast<char>(byte);
  }
  Allocator allocator() { return {&allocate, &deallocate, this}; }
  int byte;
};

template <int D, class T>
void expect_bytes_of_the_world_alone() {
  Bytes saved[2];
  for (int k = 0; k < 2; ++k) {
    Full memory{k == 0 ? 0x5a : 0xc3};
    Stack<D, T> stack(memory.allocator());
    for (int t = 1; t < 6; ++t) {
      memory.fill_stack();
      ASSERT_NO_FATAL_FAILURE(stack.frame(t));
    }
    memory.fill_stack();
    ASSERT_EQ(stack.world.save(saved[k]), Status::ok);
    ASSERT_GT(stack.corners().size(), 6u);
  }
  ASSERT_EQ(saved[0].size(), saved[1].size());
  EXPECT_EQ(std::memcmp(saved[0].data(), saved[1].data(), saved[0].size()), 0);
}

TEST(SnapshotFormat, equal_worlds_have_equal_bytes) {
  ASSERT_NO_FATAL_FAILURE((expect_bytes_of_the_world_alone<2, float>()));
  ASSERT_NO_FATAL_FAILURE((expect_bytes_of_the_world_alone<3, float>()));
  ASSERT_NO_FATAL_FAILURE((expect_bytes_of_the_world_alone<2, double>()));
  ASSERT_NO_FATAL_FAILURE((expect_bytes_of_the_world_alone<3, double>()));
}

template <int D, class T>
void expect_all_corners_restored() {
  Stack<D, T> stack;
  Bytes saved;
  ASSERT_EQ(stack.world.save(saved), Status::ok);
  const auto before = stack.corners();
  for (int t = 1; t < 4; ++t) ASSERT_NO_FATAL_FAILURE(stack.frame(t));
  ASSERT_EQ(stack.world.restore({saved.data(), saved.size()}), Status::ok);
  const auto after = stack.corners();
  ASSERT_EQ(after.size(), before.size());
  for (std::size_t k = 0; k < after.size(); ++k) {
    EXPECT_EQ(after[k].point_a, before[k].point_a);
    EXPECT_EQ(after[k].point_b, before[k].point_b);
    EXPECT_EQ(after[k].distance, before[k].distance);
    EXPECT_EQ(after[k].feature_id, before[k].feature_id);
  }
  Bytes again;
  ASSERT_EQ(stack.world.save(again), Status::ok);
  ASSERT_EQ(again.size(), saved.size());
  EXPECT_EQ(std::memcmp(again.data(), saved.data(), saved.size()), 0);
}

TEST(SnapshotFormat, all_members_of_a_corner_are_restored) {
  ASSERT_NO_FATAL_FAILURE((expect_all_corners_restored<2, float>()));
  ASSERT_NO_FATAL_FAILURE((expect_all_corners_restored<3, float>()));
  ASSERT_NO_FATAL_FAILURE((expect_all_corners_restored<2, double>()));
  ASSERT_NO_FATAL_FAILURE((expect_all_corners_restored<3, double>()));
}

// A corner as version 3 had it: without a feature_id.
template <int D, class T>
struct CornerOf3 {
  Vec<D, T> point_a;
  Vec<D, T> point_b;
  T distance;
};

// The snapshot as it would be in an earlier or later version, sealed as if by it.
template <int D, class T>
Status written_as(std::uint32_t version, std::span<const std::byte> bytes, Bytes& out) {
  Sections sections;
  const Status status = read_index(bytes, IndexKind::world, D, sizeof(T), sections);
  if (status != Status::ok) return status;
  masu::detail::SnapshotHead head;
  std::memcpy(&head, sections[0].data(), sizeof(head));
  head.version = version;
  const std::size_t count = sections[6].size() / sizeof(ManifoldPoint<D, T>);
  std::vector<CornerOf3<D, T>> corners(count);
  for (std::size_t k = 0; k < count; ++k) {
    std::memcpy(&corners[k], sections[6].data() + k * sizeof(ManifoldPoint<D, T>),
                sizeof(corners[k]));
  }
  IndexSection written[kSnapshotSections];
  for (std::size_t k = 0; k < kSnapshotSections; ++k) {
    written[k] = index_section(sections[k].data(), sections[k].size());
  }
  written[0] = index_section(&head, 1);
  if (version < 4) written[6] = index_section(corners.data(), corners.size());
  if (!out.resize(index_size(written))) return Status::out_of_memory;
  return write_index({out.data(), out.size()}, IndexKind::world, D, sizeof(T), written);
}

template <int D, class T>
void expect_other_versions_refused() {
  Stack<D, T> stack;
  Bytes saved, other;
  ASSERT_EQ(stack.world.save(saved), Status::ok);
  const std::uint64_t hash = stack.world.hash();
  for (const std::uint32_t version : {0u, 1u, 2u, 3u, 4u, 6u, 0xffff'ffffu}) {
    ASSERT_EQ((written_as<D, T>(version, {saved.data(), saved.size()}, other)), Status::ok);
    EXPECT_EQ(stack.world.restore({other.data(), other.size()}), Status::wrong_format) << version;
    EXPECT_EQ(stack.world.hash(), hash);
    EXPECT_TRUE(stack.world.validate());
  }
  ASSERT_EQ((written_as<D, T>(5, {saved.data(), saved.size()}, other)), Status::ok);
  EXPECT_EQ(stack.world.restore({other.data(), other.size()}), Status::ok);
}

template <class C>
void expect_container(const World<2, float>& world) {
  Buffer<std::byte> expected;
  ASSERT_EQ(world.save(expected), Status::ok);
  C bytes;
  ASSERT_EQ(world.save(bytes), Status::ok);
  ASSERT_EQ(bytes.size(), expected.size());
  EXPECT_EQ(std::memcmp(bytes.data(), expected.data(), expected.size()), 0);
  Stack<2, float> other;
  other.frame(3);
  ASSERT_NE(other.world.hash(), world.hash());
  ASSERT_EQ(other.world.restore(bytes), Status::ok);
  EXPECT_EQ(other.world.hash(), world.hash());
}

TEST(SnapshotFormat, accepts_any_container_of_bytes) {
  Stack<2, float> stack;
  stack.frame(1);
  expect_container<std::vector<std::byte>>(stack.world);
  expect_container<std::vector<char>>(stack.world);
  expect_container<std::vector<std::uint8_t>>(stack.world);
  expect_container<std::string>(stack.world);
  std::string none = "as it was";
  Stack<2, float> changed;
  changed.frame(1);
  ASSERT_EQ(changed.world.add(Box<2, float>{{{1, 1}}}, {}).status, Status::ok);
  EXPECT_EQ(changed.world.save(none), Status::not_updated);
  EXPECT_EQ(none, "as it was");
}

TEST(SnapshotFormat, other_versions_are_refused) {
  EXPECT_EQ(kSnapshotVersion, 5u);
  ASSERT_NO_FATAL_FAILURE((expect_other_versions_refused<2, float>()));
  ASSERT_NO_FATAL_FAILURE((expect_other_versions_refused<3, float>()));
  ASSERT_NO_FATAL_FAILURE((expect_other_versions_refused<2, double>()));
  ASSERT_NO_FATAL_FAILURE((expect_other_versions_refused<3, double>()));
}

}  // namespace
}  // namespace masu::test
