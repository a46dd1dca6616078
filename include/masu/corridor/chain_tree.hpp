// SPDX-License-Identifier: MIT
// ChainTree: a spatial index of 2D walls, a tree over runs of consecutive walls.
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

// A wall, and the distance to the query point. Visitors get both: visit(wall, distance_squared).
template <class T>
struct WallDistance {
  T distance_squared;  // from the query point to the wall
  std::uint32_t wall;  // number of the wall

  // Calls visit(wall, distance_squared).
  template <class Visit>
  auto report_to(Visit& visit) const {
    return visit(wall, distance_squared);
  }
};

// The nearest wall. `wall` is kNoWall if there is none within the distance; then the rest is 0.
template <class T>
struct NearestWall {
  Status status = Status::ok;    // as nearest() states
  QueryStats stats;              // work of the query
  std::uint32_t wall = kNoWall;  // its number
  T distance = 0;                // from the query point
  Vec<2, T> point{};             // on the wall
};

// The first wall on a path. `normal` has length 1 and points from the wall to the moving shape.
template <class T>
struct WallHit {
  Status status = Status::ok;    // as ray_cast() states
  QueryStats stats;              // work of the query
  bool hit = false;              // whether there is a wall on the path
  std::uint32_t wall = kNoWall;  // its number
  double t = 0;                  // fraction of the path; of a ray in lengths of its direction
  Vec2d normal{};                // zero without a hit
};

// Options of a ChainTree. A search that reaches no farther than `reach` (a radius, or the radius of
// a circle plus the length of its path) starts near the leaves, by a grid of about 16 bytes per
// cell; others start at the root. Cells are four times the reach wide; there are at most a sixth as
// many as walls. 0: no grid.
template <class T>
struct ChainTreeOptions {
  T reach = 0;  // see above
};

// The walls of a chain after insert(): from chain.first on, one after another.
struct [[nodiscard]] InsertedChain {
  Status status = Status::ok;  // as insert() states
  WallChain chain{};           // empty unless ok
};

// A spatial index over chains of walls. Neighbors along a chain are close to each other, so eight
// consecutive walls share a box without any sorting. The boxes are ordered along Hilbert's curve;
// eight of them make a node, eight nodes a node of the next level. Only boxes are stored in
// addition to the vertices: 11 bytes per wall in float in long chains, and 8 more for each chain's
// last vertex. Use it for queries of walls; Corridor moves characters among them.
//
//    masu::ChainTree<float> walls;
//    (void)walls.build(chains);
//    const auto nearest = walls.nearest({3, 1});
//    use(nearest.wall, nearest.distance);
//
// All results are those of brute force, bit for bit, on every processor. A wall's distance to a
// point is computed in T relative to the point, and so exact to a few units in the last place of
// the distance and the length of the wall; times of impact are computed in double. Distances below
// 2^-60 (2^-500 in double) may count as 0.
//
// Cost: O(n) to build; typically O(log n + k) for a query with k walls near it. Threads: const
// members are safe in many threads while no thread changes the tree.
template <class T>
class ChainTree {
 public:
  using Scalar = T;
  // The largest number that is accepted, so that squares stay in range.
  static constexpr T kLargest = std::is_same_v<T, float> ? T(0x1p60) : T(0x1p500);

  // Creates a tree without walls: build() fills it.
  explicit ChainTree(Allocator allocator = default_allocator()) : state_(allocator) {}

  // Builds the index. Copies the vertices; wall i leads from vertex i to the next. Chains may come
  // in any order. A chain may begin with the last vertex of the previous one; otherwise chains
  // share no vertices. Chains of fewer than two vertices have no walls. O(n). Statuses: no_points
  // (no walls), bad_index (a chain ends beyond the vertices), not_finite, out_of_range (beyond
  // kLargest, or a reach that is negative or infinite), too_many_objects (2^31 vertices),
  // out_of_memory; then the tree is unchanged.
  Status build(std::span<const Vec<2, T>> vertices, std::span<const WallChain> chains,
               const ChainTreeOptions<T>& options = {});
  Status build(const WallChains<T>& chains, const ChainTreeOptions<T>& options = {}) {
    return build(chains.vertices(), chains.chains(), options);
  }

  // Moves the vertices first, first + 1, ... and the walls between them. O(k log n) for k of them,
  // and the grid's cells near them are updated. The tree keeps its order: walls that have moved far
  // make it slower until the next build(). Statuses: bad_index (beyond the vertices), not_finite,
  // out_of_range, out_of_memory; then nothing has moved.
  Status set_vertices(std::uint32_t first, std::span<const Vec<2, T>> vertices);

  // Inserts a chain from vertex to vertex, at indices of the tree's choice: those of erased chains,
  // else after the others. O(k log n) for k vertices on average: now and then the tree is
  // reordered, in O(n). Statuses: no_points (fewer than two), too_many_objects, and as
  // set_vertices(); then the tree is unchanged.
  InsertedChain insert(std::span<const Vec<2, T>> vertices);

  // Erases the walls between the vertices of a chain, or of a run of its vertices. Statuses:
  // stale_handle (not all of them are walls), out_of_memory; then nothing is erased. O(k log n).
  Status erase(const WallChain& chain);

  // Returns whether a wall leads from vertex i to the next. O(log n); O(n) before the first change.
  bool is_wall(std::uint32_t i) const;

  std::size_t vertex_count() const;  // vertices of all chains
  std::size_t wall_count() const;    // vertices where a wall starts
  // Returns vertex i. Precondition: i < vertex_count().
  const Vec<2, T>& vertex(std::uint32_t i) const;
  Aabb<2, T> bounds() const;  // around all walls
  // Returns ChainTreeOptions::reach.
  T reach() const;
  // Returns the memory of the tree: vertices, boxes, leaves and the grid.
  std::size_t bytes() const;

  // Returns the nearest wall to `p`; of walls at the same distance the one with the lowest number.
  // `max_distance` is inclusive, and may be infinite. not_finite, out_of_range (a NaN or negative
  // distance, a point beyond kLargest). O(log n) where walls do not crowd around one point.
  NearestWall<T> nearest(const Vec<2, T>& p,
                         T max_distance = std::numeric_limits<T>::infinity()) const;

  // Calls visit(wall, distance_squared) for each wall within `radius`, inclusive; it may return
  // false to stop. Statuses as nearest(), and stopped. O(log n + k).
  SearchResult for_each_within(const Vec<2, T>& p, T radius,
                               const BlockTarget<WallDistance<T>>& visit) const;

  // Returns the first wall that a moving point hits, by ray_impact(). Statuses: not_finite,
  // out_of_range (a NaN or negative max_t, numbers beyond kLargest).
  WallHit<T> ray_cast(const Ray<2, T>& ray) const;

  // Returns the first wall that a circle of `radius` hits on the path from p to p + translation, by
  // circle_impact(): t is the fraction of the path. Of walls at the same t the lowest. Walls
  // touched at the start are hit if the path leads towards them. Statuses as ray_cast();
  // out_of_range: a negative radius too.
  WallHit<T> circle_cast(const Vec<2, T>& p, T radius, const Vec<2, T>& translation) const {
    return capsule_cast(p, {}, radius, translation);
  }

  // As above, for a capsule: all points within `radius` of the segment from p - half to p + half,
  // which does not rotate.
  WallHit<T> capsule_cast(const Vec<2, T>& p, const Vec<2, T>& half, T radius,
                          const Vec<2, T>& translation) const;

  // Casts with your own hit test, for one-sided walls and the like. Calls measure(wall, max_t) for
  // every wall that comes within `radius` of origin + t direction, t <= max_t, and for some more,
  // roughly from front to back. `measure` returns the t up to which the search continues, at most
  // max_t. Events: VisitNode, nodes as for_each_box() names them.
  QueryStats for_each_on_path(const Vec<2, T>& origin, const Vec<2, T>& direction, T radius,
                              double max_t, FunctionRef<double(std::uint32_t, double)> measure,
                              AnyTrace<VisitNode> trace = {}) const;

  // Shows the tree, for drawing and for learning: calls visit(box, level, node, first, walls) for
  // each box, up to eight per node. At level 0 the box is around wall first + i for each bit i of
  // `walls`; above, around the boxes of node `first` of the level below, and `walls` is 0.
  void for_each_box(FunctionRef<void(const Aabb<2, T>& box, std::uint32_t level, std::uint64_t node,
                                     std::uint32_t first, std::uint32_t walls)>
                        visit) const;

  // Prefetches the memory that a search around p, for walls within `reach`, will read. Call it with
  // step 0, 1 and 2, each time after the memory of the step before has arrived: for batches, which
  // do other work meanwhile. No effect unless searches start in the grid.
  static constexpr int kLoadSteps = 3;
  void load(int step, const Vec<2, T>& p, T reach) const;

 private:
  friend detail::ChainTreeState<T>;
  using State = detail::ChainTreeState<T>;

  detail::Opaque<State> state_;
};

MASU_EXTERN_T(ChainTree)

}  // namespace masu
