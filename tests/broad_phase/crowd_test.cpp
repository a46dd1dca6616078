// SPDX-License-Identifier: MIT
// 10^6 (plain: 10^5) objects on one point: no method may subdivide without end, recurse too deep,
// or need the n^2 / 2 pairs to answer the query.
#include <gtest/gtest.h>

#include <vector>

#include <masu/masu.hpp>
#include <masu/textbook/bsp_tree.hpp>

#include "tests/support/tier.hpp"

namespace masu::test {
namespace {

std::size_t crowd_size() {
  return long_tier() ? 1'000'000 : 100'000;
}
std::vector<Aabb3f> crowd() {
  return std::vector<Aabb3f>(crowd_size(), Aabb3f::of_point({3, -2, 0.1f}));
}

template <class Index>
std::size_t count_overlapping(const Index& index, const Aabb3f& box) {
  std::size_t count = 0;
  EXPECT_EQ(index.for_each_overlapping(box, [&](auto) { ++count; }).status, Status::ok);
  return count;
}

template <class Finder>
void expect_stops_early(Finder&& finder) {
  const std::vector<Aabb3f> boxes = crowd();
  std::uint64_t pairs = 0;
  bool valid = true;
  const auto sink = [&](std::uint32_t a, std::uint32_t b) {
    valid &= a < b && b < boxes.size();
    return ++pairs < 5000;
  };
  EXPECT_EQ(finder.find_pairs(boxes, sink).status, Status::stopped);
  EXPECT_EQ(pairs, 5000u);
  EXPECT_TRUE(valid);
}

TEST(Crowd, FindersStopWhenTheSinkHasEnough) {
  expect_stops_early(AllPairs<3, float>());
  expect_stops_early(SweepAndPrune<3, float>());
  expect_stops_early(UniformGrid<3, float>());
  expect_stops_early(SortedOrthtree<3, float>());
  for (const KdSplit split :
       {KdSplit::median_widest, KdSplit::median_in_turn, KdSplit::surface_area}) {
    expect_stops_early(KdTree<3, float>({.split = split}));
  }
  for (const BvhBuilder builder :
       {BvhBuilder::morton, BvhBuilder::median, BvhBuilder::surface_area}) {
    Bvh<3, float> finder({.builder = builder});
    expect_stops_early(finder);
  }
}

template <class Index>
void expect_all_found(Index&& index) {
  const std::vector<Aabb3f> boxes = crowd();
  ASSERT_EQ(index.build(boxes), Status::ok);
  EXPECT_TRUE(index.validate());
  EXPECT_EQ(count_overlapping(index, boxes[0]), boxes.size());
  EXPECT_EQ(count_overlapping(index, Aabb3f::of_point({3, -2, 0.2f})), 0u);
  if constexpr (NearestIndex<std::remove_cvref_t<Index>, 3, float>) {
    Neighbor<float, std::uint32_t> found[9];
    ASSERT_EQ(index.nearest(Aabb3f::of_point({3, -2, 1.1f}), found).status, Status::ok);
    for (std::uint32_t i = 0; i < 9; ++i) EXPECT_EQ(found[i].id, i);  // ties go by id
  }
}

TEST(Crowd, StaticIndicesFindAllObjects) {
  expect_all_found(UniformGrid<3, float>());
  for (const KdSplit split :
       {KdSplit::median_widest, KdSplit::median_in_turn, KdSplit::surface_area}) {
    expect_all_found(KdTree<3, float>({.split = split}));
  }
  for (const BvhBuilder builder :
       {BvhBuilder::morton, BvhBuilder::median, BvhBuilder::surface_area}) {
    Bvh<3, float> index({.builder = builder});
    expect_all_found(index);
  }
}

// The first object of the lecture's quicksort is the worst pivot here: each cut takes one off.
TEST(Crowd, TheLecturesKdTreeStaysBounded) {
  const std::vector<Aabb3f> boxes(20'000, Aabb3f::of_point({1, 1, 1}));
  KdTree<3, float> index({.split = KdSplit::first});
  ASSERT_EQ(index.build(boxes), Status::ok);
  EXPECT_TRUE(index.validate());
  EXPECT_EQ(count_overlapping(index, boxes[0]), boxes.size());
}

template <class Index>
void expect_comes_and_goes() {
  const Aabb3f point = Aabb3f::of_point({3, -2, 0.1f});
  Index index;
  std::vector<Handle> handles;
  for (std::size_t i = 0; i < crowd_size(); ++i) {
    const InsertResult inserted = index.insert(point);
    ASSERT_EQ(inserted.status, Status::ok);
    handles.push_back(inserted.handle);
  }
  EXPECT_EQ(count_overlapping(index, point), handles.size());
  const Aabb3f elsewhere = Aabb3f::of_point({-7, 0, 0});
  for (std::size_t i = 0; i < handles.size(); i += 2) {
    ASSERT_EQ(index.move(handles[i], elsewhere), Status::ok);
  }
  EXPECT_EQ(count_overlapping(index, elsewhere), handles.size() / 2);
  EXPECT_TRUE(index.validate());
  for (const Handle h : handles) ASSERT_EQ(index.erase(h), Status::ok);
  EXPECT_EQ(index.size(), 0u);
  EXPECT_EQ(count_overlapping(index, point), 0u);
  EXPECT_TRUE(index.validate());
}

TEST(Crowd, DynamicIndicesInsertMoveAndErase) {
  expect_comes_and_goes<HashGrid<3, float>>();
  expect_comes_and_goes<DynamicBvh<3, float>>();
  expect_comes_and_goes<RegisteredOrthtree<3, float>>();
}

// All pairs are tracked: (n^2 - n) / 2.
template <class Tracker>
void expect_tracks_all_pairs() {
  constexpr std::size_t kSize = 1500;
  Tracker tracker;
  std::vector<Handle> handles;
  for (std::size_t i = 0; i < kSize; ++i) {
    handles.push_back(tracker.insert(Aabb3f::of_point({1, 2, 3})).handle);
  }
  ASSERT_EQ(tracker.update().status, Status::ok);
  const auto count = [&] {
    std::size_t pairs = 0;
    EXPECT_EQ(tracker.find_pairs([&](std::uint32_t, std::uint32_t) { ++pairs; }).status,
              Status::ok);
    return pairs;
  };
  EXPECT_EQ(count(), kSize * (kSize - 1) / 2);
  for (const Handle h : handles) ASSERT_EQ(tracker.erase(h), Status::ok);
  ASSERT_EQ(tracker.update().status, Status::ok);
  EXPECT_EQ(count(), 0u);
}

TEST(Crowd, TrackedPairsAreComplete) {
  expect_tracks_all_pairs<PairTracker<3, float>>();
  expect_tracks_all_pairs<IncrementalSweepAndPrune<3, float>>();
}

// All lie in one plane: they are one node, or each cut would make one more.
TEST(Crowd, FacesOnOnePlaneMakeOneNode) {
  const std::vector<BspFace<2, float>> faces(crowd_size(), BspFace<2, float>{{{0, 0}, {1, 0}}});
  BspTree<2, float> tree;
  ASSERT_EQ(tree.build(faces), Status::ok);
  EXPECT_EQ(tree.node_count(), 1u);
  EXPECT_EQ(tree.fragments().size(), faces.size());
}

}  // namespace
}  // namespace masu::test
