// SPDX-License-Identifier: MIT
// Random operations compared with a model so simple that it is right: a map and loops.
#include <map>

#include "tests/registered/boxes.hpp"

namespace masu::test {
namespace {

using ModelCases = testing::Types<Case<1, float>, Case<2, float>, Case<2, double>, Case<3, float>,
                                  Case<4, double>>;

// 10^5 operations in all (10^6 in the long tier), shared by the types and the settings.
int operations() {
  return by_tier(100'000, 1'000'000) / (5 * 4);
}

template <class C>
class RegisteredModel : public testing::Test {
 public:
  static constexpr int kD = C::D;
  using Scalar = typename C::T;
  using Bounds = Aabb<kD, Scalar>;
  struct Entry {
    Handle handle;
    Bounds box;
    Filter filter;
    bool moved;
  };

  void run(const OrthtreeOptions<kD, Scalar>& options, std::uint64_t seed) {
    RegisteredOrthtree<kD, Scalar> tree(options);
    scenes::Pcg32 random(seed);
    const int count = operations();
    for (int step = 0; step < count; ++step) {
      one_operation(tree, random);
      ASSERT_EQ(tree.size(), model_.size());
      if (step % 64 == 0) query(tree, random);
      if (step % 256 == 0) all_pairs(tree);
      if (step % 256 == 128) moved_pairs(tree);
      if (HasFailure()) FAIL() << "at operation " << step;
    }
    model_.clear();
    stale_.clear();
  }

 private:
  using Tree = RegisteredOrthtree<kD, Scalar>;

  void one_operation(Tree& tree, scenes::Pcg32& random) {
    const std::uint32_t most = 60 + random.below(60);
    const std::uint32_t kind = random.below(16);
    if (model_.empty() || (kind < 5 && model_.size() < most)) return insert(tree, random);
    auto chosen = model_.begin();
    std::advance(chosen, random.below(static_cast<std::uint32_t>(model_.size())));
    Entry& entry = chosen->second;
    if (kind < 9) {
      const Bounds box = odd_box<kD, Scalar>(random, world_);
      entry.moved |= box != entry.box;
      entry.box = box;
      EXPECT_EQ(tree.move(entry.handle, box), Status::ok);
    } else if (kind < 11) {
      entry = {entry.handle, odd_box<kD, Scalar>(random, world_), any_filter(random), true};
      for (int twice = 0; twice < 2; ++twice) {
        EXPECT_EQ(tree.update(entry.handle, entry.box, chosen->first, entry.filter), Status::ok);
      }
    } else if (kind < 15) {
      EXPECT_EQ(tree.erase(entry.handle), Status::ok);
      stale_.push_back(entry.handle);
      model_.erase(chosen);
    } else if (!stale_.empty()) {
      const Handle h = stale_[random.below(static_cast<std::uint32_t>(stale_.size()))];
      EXPECT_EQ(tree.erase(h), Status::stale_handle);
      EXPECT_EQ(tree.move(h, entry.box), Status::stale_handle);
    }
    // Now and then all objects drift, or all are erased.
    if (random.below(2000) == 0) tree.fit();
    if (random.below(5000) == 0) tree.clear(), model_.clear(), stale_.clear();
  }

  void insert(Tree& tree, scenes::Pcg32& random) {
    const Bounds box = odd_box<kD, Scalar>(random, world_);
    const Filter filter = any_filter(random);
    const InsertResult r = tree.insert(box, next_id_, filter);
    ASSERT_EQ(r.status, Status::ok);
    model_[next_id_++] = {r.handle, box, filter, true};
  }

  static Filter any_filter(scenes::Pcg32& random) {
    return {1ull << random.below(2), random.below(5) == 0 ? 1ull : ~0ull};
  }

  void query(const Tree& tree, scenes::Pcg32& random) const {
    const Bounds box = odd_box<kD, Scalar>(random, world_);
    std::vector<std::uint64_t> expected;
    for (const auto& [id, e] : model_) {
      if (overlaps(e.box, box)) expected.push_back(id);
    }
    std::vector<std::uint64_t> found;
    const auto result =
        tree.for_each_overlapping(box, [&](Handle h) { found.push_back(tree.find(h)->user_data); });
    EXPECT_EQ(result.status, Status::ok);
    std::sort(found.begin(), found.end());
    EXPECT_EQ(found, expected);
  }

  // By ids, in the order of slots.
  IdPairVector ids(const Tree& tree, const PairList& pairs) const {
    IdPairVector by_id;
    for (const Pair& p : pairs) {
      const std::uint64_t a = tree[p.a].user_data;
      const std::uint64_t b = tree[p.b].user_data;
      by_id.push_back({std::min(a, b), std::max(a, b)});
    }
    return by_id;
  }

  IdPairVector brute_force(bool moved_only) const {
    IdPairVector pairs;
    for (auto a = model_.begin(); a != model_.end(); ++a) {
      for (auto b = std::next(a); b != model_.end(); ++b) {
        const Entry& x = a->second;
        const Entry& y = b->second;
        if (moved_only && !x.moved && !y.moved) continue;
        if (overlaps(x.box, y.box) && accepts(x.filter, y.filter)) {
          pairs.push_back({a->first, b->first});
        }
      }
    }
    return pairs;
  }

  void all_pairs(const Tree& tree) const {
    PairList pairs;
    EXPECT_EQ(tree.find_pairs(pairs).status, Status::ok);
    EXPECT_TRUE(same_pairs(brute_force(false), ids(tree, pairs)));
    EXPECT_TRUE(tree.validate());
  }

  void moved_pairs(Tree& tree) {
    PairList pairs;
    EXPECT_EQ(tree.find_pairs_of_moved(pairs).status, Status::ok);
    EXPECT_TRUE(same_pairs(brute_force(true), ids(tree, pairs)));
    for (auto& [id, entry] : model_) entry.moved = false;
  }

  static constexpr std::uint32_t world_ = 20;
  std::map<std::uint64_t, Entry> model_;
  std::vector<Handle> stale_;
  std::uint64_t next_id_ = 1ull << 40;
};
TYPED_TEST_SUITE(RegisteredModel, ModelCases, CaseNames);

TYPED_TEST(RegisteredModel, M1_M6_random_operations_in_an_unknown_domain) {
  this->run({Registration::by_extent}, 1);
  this->run({Registration::smallest_cell}, 2);
}

TYPED_TEST(RegisteredModel, M1_M6_random_operations_in_a_known_domain) {
  using T = typename TypeParam::T;
  const Aabb<TypeParam::D, T> domain{Vec<TypeParam::D, T>::all(2), Vec<TypeParam::D, T>::all(17)};
  this->run({Registration::by_extent, domain, 5}, 3);
  this->run({Registration::smallest_cell, domain, 5}, 4);
}

// Nothing is left over however often objects come and go.
TEST(RegisteredModelMemory, M9_memory_stays_flat_in_a_soak_test) {
  RegisteredOrthtree<2, float> tree;
  scenes::Pcg32 random(5);
  std::vector<Handle> alive;
  std::uint32_t highest = 0;
  const int rounds = by_tier(300'000, 3'000'000);
  for (int i = 0; i < rounds; ++i) {
    if (alive.size() < 50 || (alive.size() < 100 && random.below(2) == 0)) {
      alive.push_back(tree.insert(lattice_box<2, float>(random, 30)));
      highest = std::max(highest, alive.back().index);
    } else {
      const std::uint32_t k = random.below(static_cast<std::uint32_t>(alive.size()));
      ASSERT_EQ(tree.erase(alive[k]), Status::ok);
      ASSERT_EQ(tree.erase(alive[k]), Status::stale_handle);
      alive[k] = alive.back();
      alive.pop_back();
    }
  }
  EXPECT_LT(highest, 100u);
  EXPECT_LE(tree.cell_count(), 100u);
  EXPECT_TRUE(tree.validate());
}

}  // namespace
}  // namespace masu::test
