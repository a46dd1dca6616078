// SPDX-License-Identifier: MIT
// Corridor: 2D walls, and movers that slide or bounce and never tunnel, at any speed.
#pragma once

#include <span>

#include <masu/corridor/chain_tree.hpp>
#include <masu/corridor/mover.hpp>

namespace masu {

// Properties of walls; many walls share one kind. A mover collides with walls that its filter
// accepts.
template <class T>
struct WallKind {
  Filter filter{};  // which movers collide with it
  // If not zero, the wall is one-way: movers whose displacement has a part in this direction pass
  // through, others are stopped. A platform that is open from below has {0, 1}. While a mover
  // passes, the whole chain is open to it, until it has left the chain.
  Vec<2, T> open_along{};
  std::uint32_t material = 0;   // a number of yours, like user_data
  std::uint64_t user_data = 0;  // a number of yours
};

// Options of a Corridor. `skin` must be well above the rounding of positions. The default is not
// enough for movers of radius 0 that start 64 times as far from the origin as the walls. If the
// skin is as wide as the corridor, movers do not advance. `reach`: see ChainTreeOptions; use the
// radius of a mover plus the length of a usual move.
template <class T>
struct CorridorOptions {
  T reach = 0;  // usual reach of a move; 0: no grid
  // The distance that movers keep from walls beyond their radius; 0: 64 units in the last place of
  // the largest coordinate of a wall.
  T skin = 0;
};

// 2D walls that no mover tunnels through, at any speed: every path is swept, and a mover that
// touches walls moves only in directions in which none of them comes nearer. The mover's center
// stays on its side of every wall as long as radius plus skin exceed the rounding of positions; the
// default skin ensures that, except far outside (see CorridorOptions). For other shapes as
// obstacles, or in 3D, use slide().
//
//    masu::Corridor<float> corridor;
//    (void)corridor.build(chains, {.reach = 4});
//    masu::Mover<float> player{.position = {3, 1}, .radius = 0.25f};
//    (void)corridor.move(player, {3, -2});  // slides; player.position is where it ends
//
// Both sides of a wall collide. Where walls meet end to end, of one chain or of several, there are
// no ghost contacts at internal edges: the end of a wall counts only where no other wall continues
// from it towards the mover (the Voronoi region of the vertex, as in Lin-Canny).
//
// Cost: O(log n) for each contact of a move. Memory: that of ChainTree; 4 bytes per vertex where
// walls have kinds. Threads: movers may move in many threads, each mover in one, while no thread
// changes the walls.
template <class T>
class Corridor {
 public:
  using Scalar = T;

  // Creates a corridor without walls: build() fills it.
  explicit Corridor(Allocator allocator = default_allocator())
      : tree_(allocator), kinds_(allocator), kind_of_(allocator), chains_(allocator) {}

  // Builds the corridor. Chains must be in the order of their vertices. `kind_of[w]` is the kind of
  // wall w, one for each vertex; if it is empty, all walls are of kinds[0], or, if that is missing,
  // of WallKind{}. Statuses as ChainTree::build(), and size_mismatch (kinds of walls), bad_index (a
  // kind that does not exist, chains out of order), not_finite, out_of_range (a skin below 0 or
  // beyond kLargest); then the corridor is unchanged.
  Status build(std::span<const Vec<2, T>> vertices, std::span<const WallChain> chains,
               const CorridorOptions<T>& options = {}, std::span<const WallKind<T>> kinds = {},
               std::span<const std::uint32_t> kind_of = {});
  Status build(const WallChains<T>& chains, const CorridorOptions<T>& options = {}) {
    return build(chains.vertices(), chains.chains(), options);
  }

  // Returns the tree of the walls, for queries.
  const ChainTree<T>& walls() const { return tree_; }
  // Returns the distance that movers keep from walls beyond their radius.
  T skin() const { return skin_; }
  // Returns the kind of a wall. Precondition: there is such a wall.
  const WallKind<T>& kind(std::uint32_t wall) const {
    return kinds_[kind_of_.empty() ? 0 : kind_of_[wall]];
  }
  // Returns the chain of a wall, by its index in build(). O(log chains).
  std::uint32_t chain_of(std::uint32_t wall) const;

  // Moves a mover by `displacement` among the walls, and calls contact(WallContact) for each wall
  // that deflects it, in order. A mover that overlaps walls is first pushed out to the side its
  // center is on, as far as there is space; from exactly on a wall, to the side it comes from. A
  // mover wider than the corridor stays between its walls, with an `overlap`. A displacement of 0
  // does only this; one of a million radii is completed. Walls may meet at any angle, also 0.
  // Statuses: not_finite, out_of_range (a negative radius, numbers beyond ChainTree::kLargest, a
  // restitution outside 0 to 1); the mover is unchanged then. not_converged: more contacts than
  // max_contacts; too_many_objects: the mover would pass more than PassedChains::kCapacity one-way
  // chains at once, and one of them stopped it. O(log n) per contact.
  MoveResult<T> move(Mover<T>& mover, const Vec<2, T>& displacement, const MoveOptions& options,
                     FunctionRef<void(const WallContact&)> contact) const {
    return move_by(mover, displacement, options, &contact);
  }
  MoveResult<T> move(Mover<T>& mover, const Vec<2, T>& displacement,
                     const MoveOptions& options = {}) const {
    return move_by(mover, displacement, options, nullptr);
  }

  // Moves a chain, or a run of its walls, and pushes movers. The path is swept: movers are hit
  // however far the walls go, and slide along them and along all others. Calls pushed(i,
  // PushResult) for each mover that is hit. Movers without space between these walls and others are
  // `crushed`. Movers that move() would refuse stay where they are, and get their status. A mover
  // pushed by more than about 256 times its radius in one call may slip past a wall's end. To
  // rotate or bend walls, use set_vertices() in small steps. The two walls next to a run bend too,
  // and push no movers. The first vertex of a loop is also its last: moving one alone opens the
  // loop. If `pushed` throws, the other movers are pushed without calls. Statuses: bad_index (not a
  // run of walls), not_finite, out_of_range, out_of_memory; then nothing has moved. O(m + k log n).
  Status move_walls(const WallChain& chain, const Vec<2, T>& translation,
                    std::span<Mover<T>> movers,
                    FunctionRef<void(std::uint32_t, const PushResult<T>&)> pushed);
  // Moves vertices, as ChainTree::set_vertices(). Movers react when they move next: they are then
  // pushed to the side their center is on, so walls should move by less than a radius.
  Status set_vertices(std::uint32_t first, std::span<const Vec<2, T>> vertices) {
    return tree_.set_vertices(first, vertices);
  }

 private:
  // `contact`: nullptr for no calls.
  MoveResult<T> move_by(Mover<T>& mover, const Vec<2, T>& displacement, const MoveOptions& options,
                        const FunctionRef<void(const WallContact&)>* contact) const;

  ChainTree<T> tree_;
  Buffer<WallKind<T>> kinds_;
  Buffer<std::uint32_t> kind_of_;
  Buffer<std::uint32_t> chains_;  // the first vertex of each
  bool one_way_ = false;          // whether any kind is one-way
  T skin_ = 0;
};

}  // namespace masu
