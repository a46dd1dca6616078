// SPDX-License-Identifier: MIT
// Random operations compared with a model so simple that it is right: a map, loops, and differences
// of sets.
#include <algorithm>
#include <map>

#include <masu/broad_phase/incremental_sweep_and_prune.hpp>

#include "tests/registered/boxes.hpp"

namespace masu::test {
namespace {

using ModelCases = testing::Types<Case<1, float>, Case<2, float>, Case<2, double>, Case<3, float>,
                                  Case<4, double>>;

template <class C>
class IncrementalSweepModel : public testing::Test {
 public:
  static constexpr int kD = C::D;
  using Scalar = typename C::T;
  using Bounds = Aabb<kD, Scalar>;
  using Sweep = IncrementalSweepAndPrune<kD, Scalar>;
  struct Entry {
    Handle handle;
    Bounds box;
    Filter filter;
    bool fixed;
  };

  void run(const IncrementalSweepOptions& options, std::uint64_t seed) {
    Sweep sweep(options);
    scenes::Pcg32 random(seed);
    IdPairVector before;
    const int rounds = by_tier(150, 3000);
    for (int round = 0; round < rounds; ++round) {
      const std::uint32_t operations = random.below(4) == 0 ? random.below(60) : random.below(6);
      for (std::uint32_t i = 0; i < operations; ++i) one_operation(sweep, random);
      ASSERT_EQ(sweep.size(), model_.size());
      queries(sweep, random);
      ASSERT_EQ(sweep.update().status, Status::ok);
      ASSERT_TRUE(sweep.validate());
      compare(sweep, before);
      if (this->HasFailure()) FAIL() << "in round " << round;
    }
    model_.clear();
    stale_.clear();
    ids_.clear();
  }

 private:
  void one_operation(Sweep& sweep, scenes::Pcg32& random) {
    const std::uint32_t kind = random.below(16);
    if (model_.empty() || (kind < 4 && model_.size() < 90)) return insert(sweep, random);
    auto chosen = model_.begin();
    std::advance(chosen, random.below(static_cast<std::uint32_t>(model_.size())));
    Entry& entry = chosen->second;
    if (kind < 8) {
      entry.box = odd_box<kD, Scalar>(random, kSide);
      EXPECT_EQ(sweep.move(entry.handle, entry.box), Status::ok);
    } else if (kind < 12) {
      const int axis = static_cast<int>(random.below(kD));
      entry.box.min[axis] += 1;
      entry.box.max[axis] += 1;
      EXPECT_EQ(sweep.move(entry.handle, entry.box), Status::ok);
    } else if (kind < 15) {
      EXPECT_EQ(sweep.erase(entry.handle), Status::ok);
      stale_.push_back(entry.handle);
      model_.erase(chosen);
      if (random.below(3) == 0) insert(sweep, random);  // into the slot that became free
      if (random.below(8) == 0) insert_many(sweep, random);
    } else if (!stale_.empty()) {
      const Handle h = stale_[random.below(static_cast<std::uint32_t>(stale_.size()))];
      EXPECT_EQ(sweep.erase(h), Status::stale_handle);
      EXPECT_EQ(sweep.move(h, entry.box), Status::stale_handle);
    }
  }

  void insert(Sweep& sweep, scenes::Pcg32& random) {
    const Bounds box = odd_box<kD, Scalar>(random, kSide);
    const Filter filter{1ull << random.below(2), random.below(5) == 0 ? 1ull : ~0ull};
    const bool fixed = random.below(4) == 0;
    const InsertResult r = sweep.insert(box, next_id_, filter, fixed);
    ASSERT_EQ(r.status, Status::ok);
    model_[next_id_++] = {r.handle, box, filter, fixed};
  }

  void insert_many(Sweep& sweep, scenes::Pcg32& random) {
    std::vector<Bounds> boxes(random.below(4));
    std::vector<std::uint64_t> ids(boxes.size());
    std::vector<Filter> filters(boxes.size());
    std::vector<std::uint8_t> fixed(boxes.size());
    for (std::size_t k = 0; k < boxes.size(); ++k) {
      boxes[k] = odd_box<kD, Scalar>(random, kSide);
      ids[k] = next_id_ + k;
      filters[k] = {1ull << random.below(2), ~0ull};
      fixed[k] = static_cast<std::uint8_t>(random.below(2));
    }
    std::vector<Handle> handles(boxes.size() + 1);
    const InsertColumns columns{.user_data = ids, .filters = filters};
    EXPECT_EQ(sweep.insert_many(boxes, handles, columns), Status::size_mismatch);
    handles.pop_back();
    const std::vector<std::uint8_t> long_flags(boxes.size() + 1);
    EXPECT_EQ(sweep.insert_many(boxes, handles, columns, long_flags), Status::size_mismatch);
    ASSERT_EQ(sweep.insert_many(boxes, handles, columns, fixed), Status::ok);
    for (std::size_t k = 0; k < boxes.size(); ++k) {
      model_[next_id_++] = {handles[k], boxes[k], filters[k], fixed[k] != 0};
    }
  }

  void queries(const Sweep& sweep, scenes::Pcg32& random) const {
    const Bounds box = odd_box<kD, Scalar>(random, kSide);
    std::vector<std::uint64_t> expected, found;
    for (const auto& [id, e] : model_) {
      if (overlaps(e.box, box)) expected.push_back(id);
    }
    const auto result = sweep.for_each_overlapping(
        box, [&](Handle h) { found.push_back(sweep[h.index].user_data); });
    EXPECT_EQ(result.status, Status::ok);
    std::sort(found.begin(), found.end());
    EXPECT_EQ(found, expected);
  }

  IdPairVector brute_force() const {
    IdPairVector pairs;
    for (auto a = model_.begin(); a != model_.end(); ++a) {
      for (auto b = std::next(a); b != model_.end(); ++b) {
        const bool overlapping = overlaps(a->second.box, b->second.box);
        const bool accepted =
            accepts(a->second.filter, b->second.filter) && !(a->second.fixed && b->second.fixed);
        if (overlapping && accepted) pairs.push_back({a->first, b->first});
      }
    }
    return pairs;
  }

  // By user data, which no two objects share; `ids` say whose slots they were.
  static IdPairVector by_id(std::span<const Pair> pairs, const std::vector<std::uint64_t>& ids) {
    IdPairVector all;
    for (const Pair& p : pairs) {
      all.push_back({std::min(ids[p.a], ids[p.b]), std::max(ids[p.a], ids[p.b])});
    }
    return sorted(std::move(all));
  }

  void compare(const Sweep& sweep, IdPairVector& before) {
    const std::vector<std::uint64_t> old_ids = ids_;
    ids_.resize(200);
    for (const auto& [id, e] : model_) ids_[e.handle.index] = id;
    const IdPairVector now = sorted(brute_force());
    IdPairVector added, removed;
    std::set_difference(now.begin(), now.end(), before.begin(), before.end(),
                        std::back_inserter(added));
    std::set_difference(before.begin(), before.end(), now.begin(), now.end(),
                        std::back_inserter(removed));
    PairList pairs;
    EXPECT_EQ(sweep.find_pairs(pairs).status, Status::ok);
    EXPECT_EQ(by_id({pairs.data(), pairs.size()}, ids_), now);
    EXPECT_EQ(by_id(sweep.added(), ids_), added);
    EXPECT_EQ(by_id(sweep.removed(), old_ids), removed);
    before = now;
  }

  static constexpr std::uint32_t kSide = 20;
  std::map<std::uint64_t, Entry> model_;
  std::vector<Handle> stale_;
  std::vector<std::uint64_t> ids_;  // of the objects in slots at the last update
  std::uint64_t next_id_ = 1ull << 40;
};
TYPED_TEST_SUITE(IncrementalSweepModel, ModelCases, CaseNames);

TYPED_TEST(IncrementalSweepModel, L2_random_operations_change_the_pairs_of_brute_force) {
  constexpr auto kNoLimit = IncrementalSweepOptions::kNoLimit;
  this->run({.lists = SweepLists::every_axis, .shifts_per_end = kNoLimit}, 1);
  this->run({.lists = SweepLists::one_axis, .shifts_per_end = kNoLimit}, 2);
  this->run({.lists = SweepLists::every_axis, .shifts_per_end = 1}, 3);
  this->run({.lists = SweepLists::one_axis, .shifts_per_end = 1}, 4);
}

}  // namespace
}  // namespace masu::test
