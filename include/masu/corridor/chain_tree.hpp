// SPDX-License-Identifier: MIT
// Walls by the million, and who is near them: a tree over stretches of consecutive walls.
#pragma once

#include <limits>
#include <span>
#include <type_traits>

#include <masu/core/aabb.hpp>
#include <masu/core/block_target.hpp>
#include <masu/core/detail/opaque.hpp>
#include <masu/core/function_ref.hpp>
#include <masu/core/ray.hpp>
#include <masu/core/trace.hpp>
#include <masu/corridor/wall_cast.hpp>
#include <masu/corridor/wall_chains.hpp>

namespace masu {

namespace detail {

template <class T>
class ChainTreeState;
}  // namespace detail

// A wall, and how far the point is that a search asks about. Visitors get both: visit(wall,
// distance_squared).
template <class T>
struct WallDistance {
  T distance_squared;
  std::uint32_t wall;

  template <class Visit>
  auto tell(Visit& visit) const {
    return visit(wall, distance_squared);
  }
};

// `wall` is kNoWall if there is none within the distance asked for; the rest is 0 then.
template <class T>
struct NearestWall {
  Status status = Status::ok;
  QueryStats stats;
  std::uint32_t wall = kNoWall;
  T distance = 0;
  Vec<2, T> point{};  // on the wall
};

// The first wall on a way. `normal` has length 1 and points from the wall to what met it.
template <class T>
struct WallHit {
  Status status = Status::ok;
  QueryStats stats;
  bool hit = false;
  std::uint32_t wall = kNoWall;
  double t = 0;
  Vec2d normal{};
};

// A search whose reach is at most `reach` (a radius, or the radius of a circle and the length of
// its way) begins near its end, by a grid of about 16 bytes a cell; others begin at the root. Cells
// are four times the reach wide, and there are at most as many as a sixth of the walls. 0: no
// grid.
template <class T>
struct ChainTreeOptions {
  T reach = 0;
};

// The walls of a chain that has come to a tree: from chain.first on, one after another.
struct [[nodiscard]] InsertedChain {
  Status status = Status::ok;
  WallChain chain{};
};

// An index over chains of walls. Neighbors along a chain are neighbors in space, so eight in a row
// share a box without any sorting; the boxes are ordered along Hilbert's curve, eight of them make
// a node, eight nodes the next. Nothing but boxes is stored above the vertices: 11 bytes a wall in
// float in long chains, and 8 more for each chain's last vertex.
//
// All answers are those of brute force, bit for bit, on every processor: a wall's distance to a
// point is measured in T from the point on, so it is right to a few units in the last place of
// distance and length of the wall; times of impact are measured in double. Distances below 2^-60
// (2^-500 in double) may count as 0.
template <class T>
class ChainTree {
 public:
  using Scalar = T;
  // Numbers up to this size are taken, so that squares stay in range.
  static constexpr T kLargest = std::is_same_v<T, float> ? T(0x1p60) : T(0x1p500);

  explicit ChainTree(Allocator allocator = default_allocator()) : state_(allocator) {}

  // Copies the vertices; wall i leads from vertex i to the next. Chains may come in any order; one
  // may begin with the vertex that the one before ends with, and no other places of the array are
  // shared. Those of fewer than two vertices are no walls. O(n). Statuses: no_points (no walls),
  // bad_index (a chain ends beyond the vertices), not_finite, out_of_range (beyond kLargest, or a
  // reach that is negative or infinite), too_many_objects (2^31 vertices), out_of_memory; then the
  // tree is as before.
  Status build(std::span<const Vec<2, T>> vertices, std::span<const WallChain> chains,
               const ChainTreeOptions<T>& options = {});
  Status build(const WallChains<T>& chains, const ChainTreeOptions<T>& options = {}) {
    return build(chains.vertices(), chains.chains(), options);
  }

  // Vertices first, first + 1, ... move to new places; the walls between them go along. O(k log n)
  // for k of them, and the grid's cells near them are made anew. The tree stays as it was ordered:
  // walls that have gone far make it slower until the next build(). Statuses: bad_index (beyond the
  // vertices), not_finite, out_of_range, out_of_memory; then nothing has moved.
  Status set_vertices(std::uint32_t first, std::span<const Vec<2, T>> vertices);

  // A new chain from vertex to vertex, in places of the tree's choice: those of erased chains, else
  // behind the others. O(k log n) for k vertices on the average: now and then the tree is ordered
  // anew, in O(n). Statuses: no_points (fewer than two), too_many_objects, and as set_vertices();
  // then the tree is as before.
  InsertedChain insert(std::span<const Vec<2, T>> vertices);

  // The walls between the vertices of a chain, or of a stretch of one, leave. Statuses:
  // stale_handle (not all of them are walls), out_of_memory; then all stay. O(k log n).
  Status erase(const WallChain& chain);

  // Does a wall lead from vertex i to the next? O(log n); O(n) before the first change.
  bool is_wall(std::uint32_t i) const;

  std::size_t vertex_count() const;
  std::size_t wall_count() const;
  // Precondition: i < vertex_count().
  const Vec<2, T>& vertex(std::uint32_t i) const;
  Aabb<2, T> bounds() const;
  // ChainTreeOptions::reach.
  T reach() const;
  // What the tree takes: vertices, boxes, leaves and the grid.
  std::size_t bytes() const;

  // Of walls at the same distance the one with the lowest number. `max_distance` counts in, and
  // may be infinite. not_finite, out_of_range (a NaN or negative distance, a point beyond
  // kLargest). O(log n) where walls do not crowd around one point.
  NearestWall<T> nearest(const Vec<2, T>& p,
                         T max_distance = std::numeric_limits<T>::infinity()) const;

  // visit(wall, distance_squared) for each wall within `radius`, which counts in; it may return
  // false to stop. Statuses as nearest(), and stopped. O(log n + k).
  SearchResult for_each_within(const Vec<2, T>& p, T radius,
                               const BlockTarget<WallDistance<T>>& visit) const;

  // The first wall that a point meets on its way, by ray_impact(). Statuses: not_finite,
  // out_of_range (a NaN or negative max_t, numbers beyond kLargest).
  WallHit<T> ray_cast(const Ray<2, T>& ray) const;

  // The first wall that a circle of `radius` meets on the way from p to p + translation, by
  // circle_impact(): t is the share of the way. Of walls at the same t the lowest. Walls touched
  // at the start are met if the way goes towards them. Statuses as ray_cast(); out_of_range: a
  // negative radius too.
  WallHit<T> circle_cast(const Vec<2, T>& p, T radius, const Vec<2, T>& translation) const {
    return capsule_cast(p, {}, radius, translation);
  }

  // The same for a capsule: all within `radius` of the segment from p - half to p + half, which
  // keeps its direction.
  WallHit<T> capsule_cast(const Vec<2, T>& p, const Vec<2, T>& half, T radius,
                          const Vec<2, T>& translation) const;

  // The same with another end and a measure of the caller's: measure(wall, max_t) returns the t up
  // to which it still wants to know, at most max_t. Called for every wall that comes within
  // `radius` of origin + t direction, t <= max_t, and for some more, from front to back except for
  // neighbors. For walls that are open from one side, and the like. Events: VisitNode, nodes as
  // for_each_box() names them.
  QueryStats for_each_on_way(const Vec<2, T>& origin, const Vec<2, T>& direction, T radius,
                             double max_t, FunctionRef<double(std::uint32_t, double)> measure,
                             AnyTrace<VisitNode> trace = {}) const;

  // What it is made of, for drawing and for learning: visit(box, level, node, first, walls) for
  // each box, up to eight a node. At level 0 it is around wall first + i for each bit i of `walls`;
  // above, around the boxes of node `first` of the level below, and `walls` is 0.
  void for_each_box(FunctionRef<void(const Aabb<2, T>& box, std::uint32_t level, std::uint64_t node,
                                     std::uint32_t first, std::uint32_t walls)>
                        visit) const;

  // Asks the processor for the memory that a search around p, for walls within `reach`, will read:
  // step 0, then 1, then 2, each when the memory of the one before has come. For batches, which
  // have something else to do meanwhile. Only where searches begin in the grid; else does nothing.
  static constexpr int kLoadSteps = 3;
  void load(int step, const Vec<2, T>& p, T reach) const;

 private:
  friend detail::ChainTreeState<T>;
  using State = detail::ChainTreeState<T>;

  detail::Opaque<State> state_;
};

MASU_EXTERN_T(ChainTree)

}  // namespace masu
