// SPDX-License-Identifier: MIT
// Suzuki's and Tsukiji's search for walls: groups of walls in a row, their projections onto an
// axis, and a mover's place among these from frame to frame.
#pragma once

#include <masu/corridor/chain_tree.hpp>

namespace masu {

namespace detail {
template <class T>
struct ProjectionState;
}

// A search measures how far a wall is.
struct MeasureWall {
  std::uint32_t wall;
};

// The method of T. Suzuki, T. Tsukiji, "A space partition algorithm for collision detection of
// objects in the plane", 3.2 and 3.3, repaired. There a group of k walls in a row is the space
// between the x of its first and of its last vertex; a mover has the number of the one group that
// it is in, which goes up or down by one each frame, and meets the walls of that group. Here
//   - the projections of a group, onto x and y, are those of all its walls, grown by the radius of
//     the mover. As printed they are empty wherever walls run to the left, and a group's own
//     vertices may lie outside;
//   - chains are cut into runs of groups that lead one way along an axis, and a mover has a place
//     in each of them. One number cannot follow two walls of a corridor;
//   - the place is followed as far as the mover has gone, by steps that double: a mover may be as
//     fast as it likes, or appear elsewhere, and nothing is missed;
//   - runs may turn back by some slack. All groups near the place are looked at, as far as one may
//     still reach the mover: no group farther on begins, and none farther back ends, nearer to it.
// The axis and the slack are those for which a mover anywhere along the axis is expected to look at
// the fewest groups and runs.
//
// What it costs: each run is asked for each query. A corridor whose two walls run along an axis has
// two of them, and a query takes O(1) while the mover moves on by a group or so, O(log n) from
// scratch, and O(1 / k) for each wall within the radius of it along the axis. Walls that turn often
// (mazes, caves, islands) have runs in proportion to their number: then it is O(n), and ChainTree
// is the one to take. Memory: a vertex for each wall, and 32 (float) or 56 bytes (double) for each
// k - 1.
//
// All answers are those of brute force, bit for bit.
template <class T>
class ProjectionGroups {
  using Target = BlockTarget<WallDistance<T>>;
  using Watch = AnyTrace<VisitNode, MeasureWall>;

 public:
  using Scalar = T;
  // Places farther from the origin are refused (out_of_range).
  static constexpr T kLargest = ChainTree<T>::kLargest;

  explicit ProjectionGroups(Allocator allocator = default_allocator()) : state_(allocator) {}

  // Copies the vertices; k walls a group, see WallGroups. O(n + (n / k) log n). Statuses: no_points
  // (no walls), out_of_range (k < 2, numbers beyond kLargest), bad_index (a chain ends beyond the
  // vertices), not_finite, too_many_objects (2^31 vertices), out_of_memory; then it is as before.
  Status build(std::span<const Vec<2, T>> vertices, std::span<const WallChain> chains,
               std::uint32_t k = 16);

  std::size_t group_count() const;
  std::size_t run_count() const;
  int axis() const;
  std::size_t bytes() const;

  // As ChainTree's, from scratch. The statistics: nodes are groups looked at, tests are walls,
  // comparisons are steps to the place in each run.
  NearestWall<T> nearest(const Vec<2, T>& p,
                         T max_distance = std::numeric_limits<T>::infinity()) const {
    return nearest_from(nullptr, p, max_distance);
  }
  SearchResult for_each_within(const Vec<2, T>& p, T radius, const Target& visit) const {
    return within_from(nullptr, p, radius, visit, {});
  }

  // The same for a mover that has asked before. `places`: run_count() numbers, kept by the caller
  // for each mover from frame to frame; any will do at first. They decide the speed, never the
  // answer. size_mismatch: another number of them.
  NearestWall<T> nearest(std::span<std::uint32_t> places, const Vec<2, T>& p, T max_distance) const;
  // Events: VisitNode, groups as for_each_group() numbers them, and MeasureWall.
  SearchResult for_each_within(std::span<std::uint32_t> places, const Vec<2, T>& p, T radius,
                               const Target& visit, Watch trace = {}) const {
    if (places.size() != run_count()) return {Status::size_mismatch, {}};
    return within_from(places.data(), p, radius, visit, trace);
  }

  // What it cut the walls into, for drawing and for learning: visit(box, first, count, run) for
  // each group, of the walls that are asked in it.
  void for_each_group(FunctionRef<void(const Aabb<2, T>& box, std::uint32_t first,
                                       std::uint32_t count, std::uint32_t run)>
                          visit) const;

 private:
  NearestWall<T> nearest_from(std::uint32_t* places, const Vec<2, T>& p, T max_distance) const;
  SearchResult within_from(std::uint32_t* places, const Vec<2, T>& p, T radius,
                           const Target& target, const Watch& trace) const;

  detail::Opaque<detail::ProjectionState<T>> state_;
};

MASU_EXTERN_T(ProjectionGroups)

}  // namespace masu
