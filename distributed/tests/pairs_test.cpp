// SPDX-License-Identifier: MIT
// DistributedPairs compared with brute force, and its frames; hash_test.cpp has the scenes.
#include <scenes/generators/scene.hpp>
#include "engine.hpp"
#include "ranks.hpp"

namespace masu::distributed::test {
namespace {

using scenes::Pcg32;

// The pairs by brute force, sorted, by which every other result is judged.
template <int D, class T>
std::vector<GlobalPair> brute_force(const std::vector<Aabb<D, T>>& boxes,
                                    const Period<D, T>& period = {}) {
  std::vector<GlobalPair> pairs;
  std::vector<Aabb<D, T>> inside;
  for (const auto& box : boxes) inside.push_back(wrap(box, period));
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    for (std::size_t k = i + 1; k < boxes.size(); ++k) {
      if (!overlaps_wrapped(inside[i], inside[k], period)) continue;
      pairs.push_back({std::min(id_of(i), id_of(k)), std::max(id_of(i), id_of(k))});
    }
  }
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

// Boxes of many kinds: on a coarse lattice, so that bounds are equal to each other and to cuts;
// spanning the scene; without extent; empty; infinite.
template <int D, class T>
std::vector<Aabb<D, T>> random_boxes(Pcg32& random, std::size_t n, int lattice) {
  std::vector<Aabb<D, T>> boxes(n);
  for (auto& box : boxes) {
    const std::uint32_t kind = random.below(20);
    for (int a = 0; a < D; ++a) {
      box.min[a] = static_cast<T>(random.below(lattice)) / 4;
      box.max[a] = box.min[a] + static_cast<T>(random.below(kind < 2 ? lattice : 6)) / 4;
      if (kind == 2) box.max[a] = box.min[a] = static_cast<T>(random.unit() * lattice / 4);
    }
    const int axis = static_cast<int>(random.below(D));
    if (kind == 3) std::swap(box.min[axis], box.max[axis]);
    if (kind == 4) box.max[axis] = std::numeric_limits<T>::infinity();
    if (kind == 5) box.min[axis] = -std::numeric_limits<T>::infinity();
  }
  return boxes;
}

template <int D, class T>
void expect_pairs_of_random_boxes(std::uint64_t seed) {
  Pcg32 random(seed);
  const int lattice = 1 << (2 + random.below(6));
  const auto boxes = random_boxes<D, T>(random, random.below(160), lattice);
  DistributedOptions<D, T> options;
  for (int a = 0; a < D && seed % 3 != 0; ++a) {
    options.period.length[a] = random.below(2) == 0 ? 0 : static_cast<T>(lattice) / T(5.5);
  }
  const auto mine = share(boxes, Deal(random.below(4)), seed);
  Finder<D, T> finder(MPI_COMM_WORLD, options);
  std::vector<GlobalPair> pairs;
  const auto found = finder.find_pairs(mine.boxes, mine.ids, [&](std::uint64_t a, std::uint64_t b) {
    pairs.push_back({a, b});
  });
  ASSERT_EQ(found.status, Status::ok);
  const auto all = gathered(pairs);
  if (rank_of_this() == 0) {
    EXPECT_EQ(all, brute_force(boxes, options.period)) << "seed " << seed;
  }
}

TEST(DistributedPairs, FindsThePairsOfBruteForceForRandomSharesAndPeriods) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    expect_pairs_of_random_boxes<2, float>(4 * seed);
    expect_pairs_of_random_boxes<3, float>(4 * seed + 1);
    expect_pairs_of_random_boxes<2, double>(4 * seed + 2);
    expect_pairs_of_random_boxes<3, double>(4 * seed + 3);
  }
}

TEST(DistributedPairs, TakesNoBoxAtAll) {
  Finder<3, double> finder(MPI_COMM_WORLD);
  for (int frame = 0; frame < 2; ++frame) {
    PairHash hash;
    const auto found = finder.find_pairs({}, {}, hash);
    EXPECT_EQ(found.status, Status::ok);
    EXPECT_EQ(hash.count, 0u);
  }
}

TEST(DistributedPairs, FindsPairsOfBoxesWithEqualIds) {
  // Ids must differ; if they do not, pairs are still those of the boxes.
  const auto boxes = scenes::make_scene<2, float>("uniform", 300, 3);
  auto mine = share(boxes, Deal::by_turns, 3);
  for (auto& id : mine.ids) id = 7;
  Finder<2, float> finder(MPI_COMM_WORLD);
  PairHash hash;
  ASSERT_EQ(finder.find_pairs(mine.boxes, mine.ids, hash).status, Status::ok);
  const std::uint64_t count = total(hash).count;
  if (rank_of_this() == 0) {
    EXPECT_EQ(count, hash_of_one_process(boxes).count);
  }
}

TEST(DistributedPairs, RefusesBadInputOfOneRankOnAllRanks) {
  const int last = number_of_ranks() - 1;
  const bool mine = rank_of_this() == last;
  Finder<2, float> finder(MPI_COMM_WORLD);
  const auto status_of = [&](const std::vector<Aabb2f>& boxes, std::vector<std::uint64_t> ids) {
    return finder
        .find_pairs(boxes, ids, [](std::uint64_t, std::uint64_t) { ADD_FAILURE() << "a pair"; })
        .status;
  };
  Aabb2f odd{{0, 0}, {1, 1}};
  if (mine) odd.max[1] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(status_of({odd}, {std::uint64_t(rank_of_this())}), Status::not_finite);
  const std::vector<std::uint64_t> ids(mine ? 2 : 1);
  EXPECT_EQ(status_of({{{0, 0}, {1, 1}}}, ids), Status::size_mismatch);
  Finder<2, float> wrong(MPI_COMM_WORLD, {.period = {{mine ? -1.0f : 1.0f, 0}}});
  EXPECT_EQ(wrong.find_pairs({}, {}, PairHash{}).status, Status::out_of_range);
}

TEST(DistributedPairs, CutsAgainOnlyWhenTheLoadSaysSo) {
  scenes::Scene<2, float> scene("brownian", 2000, 5);
  auto mine = share(scene.boxes(), Deal::uneven, 5);
  Finder<2, float> finder(MPI_COMM_WORLD);
  int cuts = 0;
  std::uint64_t late = 0;
  for (int frame = 0; frame < 12; ++frame) {
    // The boxes of this rank, where the scene has moved them.
    for (std::size_t i = 0; i < mine.boxes.size(); ++i) {
      const std::uint64_t inverse = 0xf1de'83e1'9937'733du;  // of the factor of id_of()
      ASSERT_EQ(id_of(mine.ids[i] * inverse), mine.ids[i]);
      mine.boxes[i] = scene.boxes()[mine.ids[i] * inverse];
    }
    PairHash hash;
    const auto found = finder.find_pairs(mine.boxes, mine.ids, hash);
    ASSERT_EQ(found.status, Status::ok);
    cuts += found.stats.repartitioned ? 1 : 0;
    if (frame > 0) late += found.stats.migrated;
    const PairHash all = total(hash);
    if (rank_of_this() == 0) {
      EXPECT_EQ(all, hash_of_one_process(scene.boxes()));
    }
    EXPECT_EQ(finder.migrate(mine.boxes, mine.ids), found.stats.migrated);
    scene.step();
  }
  EXPECT_EQ(cuts, number_of_ranks() == 1 ? 0 : 1);
  MPI_Allreduce(MPI_IN_PLACE, &late, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
  // A box moves a tenth of its edge in a frame: few cross a cut.
  EXPECT_LT(late, 11u * 2000u * std::uint64_t(number_of_ranks()) / 40u + 1u);
  Finder<2, float> eager(MPI_COMM_WORLD, {.imbalance = 0});
  for (int frame = 0; frame < 3; ++frame) {
    const auto found = eager.find_pairs(mine.boxes, mine.ids, PairHash{});
    EXPECT_EQ(found.stats.repartitioned, number_of_ranks() > 1);
  }
}

}  // namespace
}  // namespace masu::distributed::test
