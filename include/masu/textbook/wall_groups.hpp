// SPDX-License-Identifier: MIT
// Runs of k walls that share their ends, as the paper groups them.
#pragma once

#include <masu/corridor/wall_chains.hpp>

namespace masu {

// `count` walls of a chain from its wall number `first` on; after a loop's last wall comes its
// first.
struct WallGroup {
  std::uint32_t chain;
  std::uint32_t first;
  std::uint32_t count;

  friend bool operator==(const WallGroup&, const WallGroup&) = default;
};

// k consecutive walls a group, the last of a group being the first of the next, so that there are
// no cracks: any two walls of a chain that share a vertex lie in a group together, those at the
// seam of a loop too. Groups do not reach over the end of a chain; its last one may be shorter.
// Source: T. Suzuki, T. Tsukiji, "A space partition algorithm for collision detection of objects in
// the plane", 3.2.
class WallGroups {
 public:
  explicit WallGroups(Allocator allocator = default_allocator()) : groups_(allocator) {}

  // Statuses: out_of_range (k < 2), out_of_memory; the groups are then as before. O(n / k).
  Status build(std::span<const WallChain> chains, std::uint32_t k);

  // All groups, chain by chain.
  std::span<const WallGroup> groups() const { return groups_; }

  // The slots of the group's walls, in order: visit(slot).
  template <class Visit>
  static void for_each_wall(std::span<const WallChain> chains, const WallGroup& group,
                            Visit&& visit) {
    const WallChain& chain = chains[group.chain];
    for (std::uint32_t i = 0; i < group.count; ++i) {
      const std::uint32_t wall = group.first + i;
      visit(chain.first + (wall < chain.wall_count() ? wall : wall - chain.wall_count()));
    }
  }

 private:
  Buffer<WallGroup> groups_;
};

}  // namespace masu
