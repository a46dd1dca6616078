// SPDX-License-Identifier: MIT
// ProjectionGroups: the wall search of Suzuki and Tsukiji, by projections of groups of consecutive
// walls onto an axis and a mover's index among these from frame to frame.
#pragma once

#include <masu/corridor/chain_tree.hpp>

namespace masu {

namespace detail {
template <class T>
struct ProjectionState;
}

// Event: a search measures the distance of a wall.
struct MeasureWall {
  std::uint32_t wall;  // number of the wall
};

// The method of T. Suzuki, T. Tsukiji, "A space partition algorithm for collision detection of
// objects in the plane", 3.2 and 3.3, corrected. There a group of k consecutive walls is the space
// between the x of its first and of its last vertex; a mover stores the number of the one group
// that contains it, which changes by at most one each frame, and is tested against the walls of
// that group. Here
// - the projections of a group, onto x and y, are those of all its walls, grown by the radius of
//   the mover. As printed they are empty wherever walls run to the left, and a group's own vertices
//   may lie outside;
// - chains are split into runs of groups that lead in one direction along an axis, and a mover has
//   an index in each of them. One number cannot follow two walls of a corridor;
// - the index is updated for any distance that the mover has moved, by steps that double: a mover
//   may be arbitrarily fast, or teleport, and nothing is missed;
// - runs may turn back by some slack. All groups near the index are tested, up to where no group
//   farther on begins, and no group farther back ends, near enough to the mover. The axis and the
//   slack are chosen so that a mover anywhere along the axis is expected to test the fewest groups
//   and runs.
//
// Cost: each query visits each run. A corridor whose two walls lead along an axis has two of them,
// and a query takes O(1) while the mover advances by about a group, O(log n) from scratch, plus O(1
// / k) for each wall within the radius of it along the axis. Walls that turn often (mazes, caves,
// islands) have runs in proportion to their number: then it is O(n), and ChainTree is the better
// choice. Memory: a vertex for each wall, and 32 (float) or 56 bytes (double) for each k - 1.
//
// All results are those of brute force, bit for bit.
//
//    masu::ProjectionGroups<float> groups;
//    (void)groups.build(chains.vertices(), chains.chains());
//    use(groups.nearest({3, 1}, 10).wall);
//
// Threads: const members are safe in many threads, each with its own `indices`, while no thread
// builds.
template <class T>
class ProjectionGroups {
  using Target = BlockTarget<WallDistance<T>>;
  using Watch = AnyTrace<VisitNode, MeasureWall>;

 public:
  using Scalar = T;
  // Coordinates beyond this are refused (out_of_range).
  static constexpr T kLargest = ChainTree<T>::kLargest;

  // Creates an index without walls: build() fills it.
  explicit ProjectionGroups(Allocator allocator = default_allocator()) : state_(allocator) {}

  // Builds it with k walls per group, see WallGroups. Copies the vertices. O(n + (n / k) log n).
  // Statuses: no_points (no walls), out_of_range (k < 2, numbers beyond kLargest), bad_index (a
  // chain ends beyond the vertices), not_finite, too_many_objects (2^31 vertices), out_of_memory;
  // then it is unchanged.
  Status build(std::span<const Vec<2, T>> vertices, std::span<const WallChain> chains,
               std::uint32_t k = 16);

  std::size_t group_count() const;  // number of groups
  std::size_t run_count() const;    // runs of groups: numbers of a cache
  int axis() const;                 // axis of the projection: 0 for x, 1 for y
  std::size_t bytes() const;        // memory in use

  // As in ChainTree, from scratch. The statistics: nodes are groups tested, tests are walls,
  // comparisons are steps to the index in each run.
  NearestWall<T> nearest(const Vec<2, T>& p,
                         T max_distance = std::numeric_limits<T>::infinity()) const {
    return nearest_from(nullptr, p, max_distance);
  }
  // As ChainTree::for_each_within(), from scratch: the walls within `radius`, inclusive.
  SearchResult for_each_within(const Vec<2, T>& p, T radius, const Target& visit) const {
    return within_from(nullptr, p, radius, visit, {});
  }

  // As above, for a mover with a cache. `indices`: run_count() numbers that the caller keeps for
  // each mover from frame to frame; any values are valid at first. They affect the speed, never the
  // result. size_mismatch: another number of them.
  NearestWall<T> nearest(std::span<std::uint32_t> indices, const Vec<2, T>& p,
                         T max_distance) const;
  // Events: VisitNode, with the group's number as in for_each_group(), and MeasureWall.
  SearchResult for_each_within(std::span<std::uint32_t> indices, const Vec<2, T>& p, T radius,
                               const Target& visit, Watch trace = {}) const {
    if (indices.size() != run_count()) return {Status::size_mismatch, {}};
    return within_from(indices.data(), p, radius, visit, trace);
  }

  // Shows the groups, for drawing and learning: visit(box, first, count, run) for each group, with
  // the walls that are tested for it.
  void for_each_group(FunctionRef<void(const Aabb<2, T>& box, std::uint32_t first,
                                       std::uint32_t count, std::uint32_t run)>
                          visit) const;

 private:
  NearestWall<T> nearest_from(std::uint32_t* indices, const Vec<2, T>& p, T max_distance) const;
  SearchResult within_from(std::uint32_t* indices, const Vec<2, T>& p, T radius,
                           const Target& target, const Watch& trace) const;

  detail::Opaque<detail::ProjectionState<T>> state_;
};

MASU_EXTERN_T(ProjectionGroups)

}  // namespace masu
