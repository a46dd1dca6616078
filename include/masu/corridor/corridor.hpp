// SPDX-License-Identifier: MIT
// Movers among walls: they slide or bounce, at any speed, and never get through.
#pragma once

#include <span>

#include <masu/corridor/chain_tree.hpp>
#include <masu/corridor/mover.hpp>

namespace masu {

// What a wall is like; many walls share one kind. A mover meets walls that its filter accepts.
template <class T>
struct WallKind {
  Filter filter{};
  // Not zero: movers whose way has a part along this direction pass through, others are stopped. A
  // platform that is open from below has {0, 1}. Once a mover is passing, the whole chain is open
  // to it until it has left it.
  Vec<2, T> open_along{};
  std::uint32_t material = 0;  // the caller's, like the next
  std::uint64_t user_data = 0;
};

// `skin`: how far movers are kept from walls beyond their radius. It must be well above the
// rounding of positions: 0 takes 64 units in the last place of the largest coordinate of a wall,
// which is too little for points (a radius of 0) that come from 64 times as far out. In a skin as
// wide as the corridor nobody gets ahead. `reach`: see ChainTreeOptions; a radius and the length of
// a usual way.
template <class T>
struct CorridorOptions {
  T reach = 0;
  // How far movers are kept off walls; 0: 64 units in the last place of the largest coordinate.
  T skin = 0;
};

// Walls that movers cannot get through, at any speed: every way is swept, and a mover that touches
// walls only goes where none of them is nearer. Its centre stays on its side of every wall as long
// as radius and skin together are above the rounding of positions, which the default skin sees to.
//
// Walls are met from both sides. Where walls meet end to end, of one chain or of several, movers
// feel no seam: the end of a wall counts only where no other wall goes on from it towards the mover
// (the Voronoi region of the vertex, as in Lin-Canny).
template <class T>
class Corridor {
 public:
  using Scalar = T;

  explicit Corridor(Allocator allocator = default_allocator())
      : tree_(allocator), kinds_(allocator), kind_of_(allocator), chains_(allocator) {}

  // Chains must come in the order of their places. `kind_of[w]` is the kind of wall w, one for
  // each vertex; without, all walls are of kinds[0], or, where there are none, WallKind{}. Statuses
  // as ChainTree::build(), and size_mismatch (kinds of walls), bad_index (a kind that there is not,
  // chains out of order), not_finite, out_of_range (a skin below 0 or beyond kLargest); then the
  // corridor is as before.
  Status build(std::span<const Vec<2, T>> vertices, std::span<const WallChain> chains,
               const CorridorOptions<T>& options = {}, std::span<const WallKind<T>> kinds = {},
               std::span<const std::uint32_t> kind_of = {});
  Status build(const WallChains<T>& chains, const CorridorOptions<T>& options = {}) {
    return build(chains.vertices(), chains.chains(), options);
  }

  // The tree of the walls, to be asked.
  const ChainTree<T>& walls() const { return tree_; }
  // How far movers are kept off walls.
  T skin() const { return skin_; }
  const WallKind<T>& kind(std::uint32_t wall) const {
    return kinds_[kind_of_.empty() ? 0 : kind_of_[wall]];
  }
  // The chain a wall is of, by its place in build(). O(log chains).
  std::uint32_t chain_of(std::uint32_t wall) const;

  // Moves by `displacement`, as walls let it. contact(WallContact) for each wall that turns it, in
  // order. A mover that overlaps walls is first pushed out to the side its centre is on, as far as
  // there is room; exactly on a wall, to the side that it comes from. One wider than the corridor
  // stays between its walls, with an `overlap`. A displacement of 0 does this and no more, one of a
  // million radii is gone to its end. Walls may meet at any angle, 0 as well. Statuses: not_finite,
  // out_of_range (a negative radius, numbers beyond ChainTree::kLargest, a restitution that is no
  // share); the mover stays where it is. not_converged: more contacts than asked for;
  // too_many_objects: it passes through more open chains at once than can be remembered, and was
  // stopped by one. O(log n) a contact.
  MoveResult<T> move(Mover<T>& mover, const Vec<2, T>& displacement, const MoveOptions& options,
                     FunctionRef<void(const WallContact&)> contact) const {
    return move_by(mover, displacement, options, &contact);
  }
  MoveResult<T> move(Mover<T>& mover, const Vec<2, T>& displacement,
                     const MoveOptions& options = {}) const {
    return move_by(mover, displacement, options, nullptr);
  }

  // Moves a chain, or a stretch of one, and pushes movers out of its way: it meets them however far
  // it goes, they slide along it and along all other walls. pushed(i, PushResult) for each mover
  // that it met; those between it and other walls, without room to leave, are `crushed`. Movers
  // that move() would refuse stay where they are, and their status says so. Who is
  // pushed by more than some 250 times its width in one call may slip past a wall's end on the way.
  // Walls that turn or bend are moved by set_vertices(), in small steps; so do the two beside a
  // stretch, which push nobody. The first vertex of a loop stands at its end once more: one moved
  // without the other opens it. Statuses: bad_index (not a stretch of walls), not_finite,
  // out_of_range, out_of_memory; then nothing has moved. O(m + k log n) for m movers, k of them
  // met.
  Status move_walls(const WallChain& chain, const Vec<2, T>& translation,
                    std::span<Mover<T>> movers,
                    FunctionRef<void(std::uint32_t, const PushResult<T>&)> pushed);
  // Other places for vertices, as in ChainTree::set_vertices(). Movers learn of it when they move:
  // then they are pushed to the side their centre is on, so walls should go less than a radius.
  Status set_vertices(std::uint32_t first, std::span<const Vec<2, T>> vertices) {
    return tree_.set_vertices(first, vertices);
  }

 private:
  // `contact`: nullptr if nobody asks.
  MoveResult<T> move_by(Mover<T>& mover, const Vec<2, T>& displacement, const MoveOptions& options,
                        const FunctionRef<void(const WallContact&)>* contact) const;

  ChainTree<T> tree_;
  Buffer<WallKind<T>> kinds_;
  Buffer<std::uint32_t> kind_of_;
  Buffer<std::uint32_t> chains_;  // the first vertex of each
  bool one_way_ = false;          // is any kind open from a side?
  T skin_ = 0;
};

}  // namespace masu
