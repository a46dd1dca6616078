// SPDX-License-Identifier: MIT
// The contract of Partition: the regions of all ranks tile space, and a box has all owners of its
// points.
#include <masu/distributed/partition.hpp>

#include "ranks.hpp"

namespace masu::distributed::test {
namespace {

using scenes::Pcg32;

template <int D>
Vec<D, double> random_point(Pcg32& random, std::uint32_t lattice) {
  Vec<D, double> p;
  for (int a = 0; a < D; ++a) p[a] = random.below(lattice);
  return p;
}

// Returns the number of ranks whose region contains the point.
template <int D>
int owners_of(const Partition<D>& partition, const Vec<D, double>& p) {
  int owners = partition.region().contains(p) ? 1 : 0;
  MPI_Allreduce(MPI_IN_PLACE, &owners, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  return owners;
}

template <int D>
void expect_tiling(std::uint64_t seed) {
  Pcg32 mine(seed, 100 + rank_of_this()), random(seed);
  const std::uint32_t lattice = 1u << random.below(10);
  Partition<D> partition(MPI_COMM_WORLD);
  for (int round = 0; round < 3; ++round) {
    std::vector<Vec<D, double>> points(mine.below(3) == 0 ? 0 : mine.below(60));
    for (auto& p : points) p = random_point<D>(mine, lattice);
    if (round > 0) partition.cut(points);
    for (int i = 0; i < 12; ++i) {
      auto p = random_point<D>(random, lattice);
      if (i % 4 == 1) p[0] += 0.5;
      if (i % 4 == 2) p[D - 1] = random.below(2) == 0 ? -1e300 : 1e300;
      if (i % 4 == 3) p[0] = std::numeric_limits<double>::infinity() * (i == 3 ? 1 : -1);
      EXPECT_EQ(owners_of(partition, p), 1) << "seed " << seed;
      // The owner by its own region, and the others by the tree of cuts.
      int owner = partition.owner(p);
      EXPECT_EQ(partition.region().contains(p), owner == partition.rank());
      MPI_Bcast(&owner, 1, MPI_INT, 0, MPI_COMM_WORLD);
      EXPECT_EQ(partition.owner(p), owner);
      Aabb<D, double> box{p, p};
      for (int a = 0; a < D; ++a) {
        box.min[a] -= random.below(3);
        box.max[a] += random.below(lattice);
      }
      std::vector<int> owners;
      partition.append_owners(box, owners);
      EXPECT_EQ(std::count(owners.begin(), owners.end(), partition.owner(p)), 1);
    }
  }
}

TEST(Partition, RegionsTileSpaceAndBoxesHaveTheOwnersOfTheirPoints) {
  for (std::uint64_t seed = 0; seed < 25; ++seed) {
    expect_tiling<2>(seed);
    expect_tiling<3>(seed);
  }
}

TEST(Partition, DividesDistinctPointsEvenly) {
  Pcg32 random(7);
  std::vector<Vec<3, double>> points(rank_of_this() == 0 ? 4000 : 0);
  for (auto& p : points) p = {random.unit(), random.unit(), random.unit()};
  Partition<3> partition(MPI_COMM_WORLD);
  partition.cut(points);
  if (rank_of_this() != 0) return;
  std::vector<double> load(static_cast<std::size_t>(partition.ranks()));
  for (const auto& p : points) load[static_cast<std::size_t>(partition.owner(p))] += 1;
  EXPECT_LT(*std::max_element(load.begin(), load.end()), 1.1 * 4000 / partition.ranks() + 2);
}

}  // namespace
}  // namespace masu::distributed::test
