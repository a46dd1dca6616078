// SPDX-License-Identifier: MIT
// WallGroups: groups of k consecutive walls, as in the paper by Suzuki and Tsukiji.
#pragma once

#include <masu/corridor/wall_chains.hpp>

namespace masu {

// `count` walls of a chain from its wall number `first` on; a loop's last wall is followed by its
// first.
struct WallGroup {
  std::uint32_t chain;  // index of the chain
  std::uint32_t first;  // number of its first wall, in the chain
  std::uint32_t count;  // number of walls

  friend bool operator==(const WallGroup&, const WallGroup&) = default;
};

// Groups of k consecutive walls. The last wall of a group is the first of the next, so that there
// are no gaps: any two walls of a chain that share a vertex are in a common group, also where a
// loop closes. Groups do not extend beyond the end of a chain; its last one may be shorter. Source:
// T. Suzuki, T. Tsukiji, "A space partition algorithm for collision detection of objects in the
// plane", 3.2. Use it to learn the paper's method; ProjectionGroups searches with such groups.
//
//    masu::WallGroups groups;
//    (void)groups.build(chains.chains(), 16);
//    for (const masu::WallGroup& group : groups.groups()) use(group.first, group.count);
//
// Cost: O(n / k) to build. Memory: 12 bytes per group. Threads: const members are safe in many
// threads while no thread changes the groups.
class WallGroups {
 public:
  // Creates an empty list of groups.
  explicit WallGroups(Allocator allocator = default_allocator()) : groups_(allocator) {}

  // Groups the walls of chains. Statuses: out_of_range (k < 2), out_of_memory; the groups are
  // unchanged then. O(n / k).
  Status build(std::span<const WallChain> chains, std::uint32_t k);

  // Returns all groups, chain by chain.
  std::span<const WallGroup> groups() const { return groups_; }

  // Calls visit(slot) for the walls of a group, in order.
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
