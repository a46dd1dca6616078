// SPDX-License-Identifier: MIT
// DistributedPairs finds the pairs of one process: 10 scenes, 20 seeds, any number of ranks.
#include <array>

#include <scenes/generators/scene.hpp>
#include "engine.hpp"
#include "ranks.hpp"

namespace masu::distributed::test {
namespace {

constexpr int kSeeds = 20;
constexpr std::array kScenes = {"uniform",   "brownian", "pile",    "clusters", "sizes",
                                "thin_huge", "one_cell", "stadium", "equal",    "rods"};

template <int D, class T>
void expect_hash_of_one_process(const char* scene, std::uint64_t seed) {
  const std::size_t n = std::string_view(scene) == "equal" ? 60 : 300;
  const auto boxes = scenes::make_scene<D, T>(scene, n, seed);
  const auto mine = share(boxes, Deal(seed % 4), seed);
  Finder<D, T> finder(MPI_COMM_WORLD);
  PairHash hash;
  const auto found = finder.find_pairs(mine.boxes, mine.ids, hash);
  ASSERT_EQ(found.status, Status::ok);
  EXPECT_EQ(found.stats.pairs, hash.count);
  const PairHash all = total(hash);
  if (rank_of_this() == 0) {
    EXPECT_EQ(all, hash_of_one_process(boxes)) << scene << ", seed " << seed;
  }
}

TEST(DistributedPairs, HasTheHashOfOneProcess) {
  for (const char* scene : kScenes) {
    for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
      if (seed / 4 % 4 == 0) expect_hash_of_one_process<2, float>(scene, seed);
      if (seed / 4 % 4 == 1) expect_hash_of_one_process<3, float>(scene, seed);
      if (seed / 4 % 4 == 2) expect_hash_of_one_process<2, double>(scene, seed);
      if (seed / 4 % 4 == 3) expect_hash_of_one_process<3, double>(scene, seed);
    }
  }
}

}  // namespace
}  // namespace masu::distributed::test
