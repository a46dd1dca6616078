// SPDX-License-Identifier: MIT
// Indices, finders and trackers of pairs.
#include <masu/broad_phase/all_pairs.hpp>
#include <masu/broad_phase/bvh.hpp>
#include <masu/broad_phase/dynamic_bvh.hpp>
#include <masu/broad_phase/hash_grid.hpp>
#include <masu/broad_phase/incremental_sweep_and_prune.hpp>
#include <masu/broad_phase/kd_tree.hpp>
#include <masu/broad_phase/linear_orthtree.hpp>
#include <masu/broad_phase/pair_tracker.hpp>
#include <masu/broad_phase/uniform_grid.hpp>
#include <masu/world/auto_pairs.hpp>
#include <masu/world/frame_tracker.hpp>
#include <masu/world/tracked_pairs.hpp>

#include "tests/threads/subject.hpp"

namespace masu::test {
namespace {

constexpr std::size_t kBoxes = 400;
using Box2 = Aabb<2, float>;
const Box2 kPlace{{3, 3}, {4, 4}};
const Ray<2, float> kRay{{0, 0}, {1, 1}};

// Whatever queries an index has.
constexpr auto ask_index = [](const auto& index, Digest& d) {
  using Index = std::remove_cvref_t<decltype(index)>;
  using Id = typename Index::Id;
  const auto each = [&](Id id) { d << id; };
  d << index.size();
  d << index.for_each_overlapping(window<2>(kBoxes / 4), each);
  d << index.for_each_overlapping(window<2>(9), each, Filter{.mask = 1});
  if constexpr (requires { typename Index::Neighbor; }) {
    typename Index::Neighbor found[7]{};
    d << index.nearest(kPlace, found) << found;
    d << index.for_each_within(kPlace, 2, each);
    d << index.for_each_on_ray(kRay, [&](Id id, float t) { d << id << t; });
    d << index.ray_cast(kRay);
  }
  if constexpr (requires { index.validate(); }) d << index.validate();
  if constexpr (requires { index.find_pairs(CountPairs()); }) {
    d << index.find_pairs([&](std::uint32_t a, std::uint32_t b) { d << a << b; });
    d << index.find_pairs_between(index, [&](std::uint32_t a, std::uint32_t b) { d << a << b; });
  }
};

template <class Index>
std::shared_ptr<Index> built(std::uint64_t seed) {
  const auto index = std::make_shared<Index>();
  const std::vector<Filter> filters(kBoxes, Filter{.category = 3});
  EXPECT_EQ(index->build(random_boxes<2>(kBoxes, seed), {.filters = filters}), Status::ok);
  return index;
}
template <class Index>
std::shared_ptr<Index> changed(std::uint64_t seed) {
  const auto index = std::make_shared<Index>();
  std::vector<Handle> handles(kBoxes);
  EXPECT_EQ(index->insert_many(random_boxes<2>(kBoxes, seed), handles), Status::ok);
  const auto moved = random_boxes<2>(kBoxes, seed + 1);
  for (std::size_t k = 0; k < kBoxes; k += 3) {
    EXPECT_EQ(index->move(handles[k], moved[k]), Status::ok);
    if (k % 2 == 0) {
      EXPECT_EQ(index->erase(handles[k + 1]), Status::ok);
    }
  }
  if constexpr (requires { index->update(); }) {
    EXPECT_EQ(index->update().status, Status::ok);
  }
  return index;
}

// A tree in bytes, as in a mapped file.
struct Mapped {
  std::vector<std::byte> bytes;
  Buffer<std::byte> memory;
  ByteView view() const { return ByteView(bytes); }
};

template <class Pairs>
std::shared_ptr<Pairs> slot_pairs(std::uint64_t seed) {
  const auto pairs = std::make_shared<Pairs>();
  std::vector<std::uint32_t> slots;
  for (std::uint32_t i = 0; i < kBoxes; ++i) slots.push_back(i);
  EXPECT_EQ(pairs->insert_many(slots, random_boxes<2>(kBoxes, seed), {}, {}), Status::ok);
  EXPECT_EQ(pairs->update().status, Status::ok);
  pairs->move_many(slots, random_boxes<2>(kBoxes, seed + 1), {});
  EXPECT_EQ(pairs->update().status, Status::ok);
  return pairs;
}
constexpr auto ask_pairs = [](const auto& pairs, Digest& d) {
  const auto each = [&](std::uint32_t a, std::uint32_t b) { d << a << b; };
  pairs.for_each_added(each);
  pairs.for_each_removed(each);
  pairs.for_each_pair(each);
};

}  // namespace

void add_index_subjects(std::vector<SubjectKind>& list) {
  add_subject(list, {"Bvh", "BvhView"}, built<Bvh<2, float>>, ask_index);
  add_subject(list, {"KdTree"}, built<KdTree<2, float>>, ask_index);
  add_subject(list, {"UniformGrid"}, built<UniformGrid<2, float>>, ask_index);
  add_subject(list, {"HashGrid"}, changed<HashGrid<2>>, ask_index);
  add_subject(list, {"DynamicBvh"}, changed<DynamicBvh<2>>, ask_index);
  add_subject(list, {"RegisteredOrthtree"}, changed<RegisteredOrthtree<2>>, ask_index);
  add_subject(list, {"LinearOrthtree"}, changed<LinearOrthtree<2>>,
              [](const LinearOrthtree<2>& tree, Digest& d) {
                d << tree.for_each_overlapping(window<2>(90), [&](Handle h) { d << h; });
                tree.for_each([&](Handle h, const auto& object) { d << h << object.box; });
              });
  add_subject(list, {"IncrementalSweepAndPrune"}, changed<IncrementalSweepAndPrune<2>>,
              [](const IncrementalSweepAndPrune<2>& sweep, Digest& d) {
                d << sweep.for_each_overlapping(window<2>(90), [&](Handle h) {
                  d << h;
                  return true;
                });
                d << sweep.added() << sweep.removed() << sweep.validate();
                d << sweep.find_pairs([&](std::uint32_t a, std::uint32_t b) { d << a << b; });
              });
  const auto ask_tracker = [](const auto& tracker, Digest& d) {
    d << tracker.size() << tracker.added() << tracker.removed();
    d << tracker.for_each_pair([&](std::uint32_t a, std::uint32_t b) { d << a << b; });
  };
  add_subject(list, {"PairTracker"}, changed<PairTracker<2>>, ask_tracker);
  add_subject(list, {"FrameTracker"}, changed<FrameTracker<2, float, KdTree<2, float>>>,
              ask_tracker);
  add_subject(list, {"AutoPairs"}, slot_pairs<AutoPairs<2, float>>, ask_pairs);
  add_subject(list, {"TrackedPairs"}, slot_pairs<TrackedPairs<PairTracker<2>>>, ask_pairs);
  add_subject(
      list, {"ByteView", "Buffer"},
      [](std::uint64_t seed) {
        const auto mapped = std::make_shared<Mapped>();
        const auto tree = built<Bvh<2, float>>(seed);
        EXPECT_EQ(tree->write(mapped->bytes), Status::ok);
        EXPECT_TRUE(mapped->memory.resize(mapped->bytes.size()));
        std::copy(mapped->bytes.begin(), mapped->bytes.end(), mapped->memory.begin());
        return mapped;
      },
      [](const Mapped& mapped, Digest& d) {
        const ByteView in_buffer{
            std::span<const std::byte>(mapped.memory.data(), mapped.memory.size())};
        BvhView<2, float> tree;
        EXPECT_EQ(map_bvh(in_buffer, tree), Status::ok);
        ask_index(tree, d);
        Buffer<std::byte> memory;
        EXPECT_EQ(map_bvh(mapped.view(), tree, memory), Status::ok);
        ask_index(tree, d);
      });
  add_subject(
      list, {"AllPairs"}, [](std::uint64_t) { return std::make_shared<AllPairs<2, float>>(); },
      [](const AllPairs<2, float>& finder, Digest& d) {
        d << finder.find_pairs(random_boxes<2>(200),
                               [&](std::uint32_t a, std::uint32_t b) { d << a << b; });
      });
}

}  // namespace masu::test
