// SPDX-License-Identifier: MIT
// Suzuki's and Tsukiji's search for walls: groups of walls in a row, their projections onto an
// axis, and a mover's place among these from frame to frame.
#pragma once

#include <algorithm>

#include <masu/core/box_distance.hpp>
#include <masu/core/trace.hpp>
#include <masu/corridor/detail/nearest_search.hpp>
#include <masu/textbook/wall_groups.hpp>

namespace masu {

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
 public:
  using Scalar = T;
  // Places farther from the origin are refused (out_of_range).
  static constexpr T kLargest = detail::kLargestPlace<T>;

  explicit ProjectionGroups(Allocator allocator = default_allocator())
      : vertices_(allocator), groups_(allocator), runs_(allocator) {}

  // Copies the vertices; k walls a group, see WallGroups. O(n + (n / k) log n). Statuses: no_points
  // (no walls), out_of_range (k < 2, numbers beyond kLargest), bad_index (a chain ends beyond the
  // vertices), not_finite, too_many_objects (2^31 vertices), out_of_memory; then it is as before.
  Status build(std::span<const Vec<2, T>> vertices, std::span<const WallChain> chains,
               std::uint32_t k = 16);

  std::size_t group_count() const { return groups_.size(); }
  std::size_t run_count() const { return runs_.size(); }
  int axis() const { return axis_; }
  std::size_t bytes() const {
    return vertices_.size() * sizeof(Vec<2, T>) + groups_.size() * sizeof(Group) +
           runs_.size() * sizeof(Run);
  }

  // As ChainTree's, from scratch. The statistics: nodes are groups looked at, tests are walls,
  // comparisons are steps to the place in each run.
  NearestWall<T> nearest(const Vec<2, T>& p,
                         T max_distance = std::numeric_limits<T>::infinity()) const {
    return nearest_from(nullptr, p, max_distance);
  }
  template <class Visit>
  SearchResult for_each_within(const Vec<2, T>& p, T radius, Visit&& visit) const {
    return within_from(nullptr, p, radius, visit, NoTrace{});
  }

  // The same for a mover that has asked before. `places`: run_count() numbers, kept by the caller
  // for each mover from frame to frame; any will do at first. They decide the speed, never the
  // answer. size_mismatch: another number of them.
  NearestWall<T> nearest(std::span<std::uint32_t> places, const Vec<2, T>& p,
                         T max_distance) const {
    if (places.size() == runs_.size()) return nearest_from(places.data(), p, max_distance);
    NearestWall<T> refused;
    refused.status = Status::size_mismatch;
    return refused;
  }
  // Events: VisitNode, groups as for_each_group() numbers them, and MeasureWall.
  template <class Visit, class Trace = const NoTrace>
  SearchResult for_each_within(std::span<std::uint32_t> places, const Vec<2, T>& p, T radius,
                               Visit&& visit, Trace&& trace = {}) const {
    if (places.size() != runs_.size()) return {Status::size_mismatch, {}};
    return within_from(places.data(), p, radius, visit, trace);
  }

  // What it cut the walls into, for drawing and for learning: visit(box, first, count, run) for
  // each group, of the walls that are asked in it.
  template <class Visit>
  void for_each_group(Visit&& visit) const {
    for (std::uint32_t r = 0; r < runs_.size(); ++r) {
      for (std::uint32_t j = 0; j < runs_[r].count; ++j) {
        const Group& g = groups_[runs_[r].first + j];
        visit(g.box, g.first, g.count, r);
      }
    }
  }

 private:
  // `box` is around all its walls. The one that it shares with the group before is asked there.
  struct Group {
    Aabb<2, T> box;
    std::uint32_t first;
    std::uint32_t count;
    T start;  // neither this group nor one farther on in the run begins before,
    T end;    // nor does it, or one farther back, end behind
  };
  // In the order in which it leads up the axis.
  struct Run {
    std::uint32_t first;
    std::uint32_t count;
  };

  Status take(std::span<const Vec<2, T>> vertices);
  bool add_run(std::span<const WallChain> chains, std::span<const WallGroup> groups,
               std::span<const Aabb<2, T>> boxes, bool backwards);
  NearestWall<T> nearest_from(std::uint32_t* places, const Vec<2, T>& p, T max_distance) const;

  template <class Visit, class Trace>
  SearchResult within_from(std::uint32_t* places, const Vec<2, T>& p, T radius, Visit& visit,
                           Trace&& trace) const {
    SearchResult r;
    r.status = detail::check_place(p, radius);
    if (r.status != Status::ok) return r;
    const T reach = detail::wall_reach(radius, longest_);
    const auto take = [&](const Group& group) {
      for (std::uint32_t wall = group.first; wall < group.first + group.count; ++wall) {
        ++r.stats.tests;
        trace.on(MeasureWall{wall});
        const T square =
            detail::wall_offset(vertices_[wall], vertices_[wall + 1], p).distance_squared;
        if (square > radius * radius) continue;
        ++r.stats.results;
        if (!goes_on(visit, wall, square)) return false;
      }
      return true;
    };
    const bool on = for_each_near(places, p, reach, r.stats, take, trace);
    if (!on) r.status = Status::stopped;
    return r;
  }

  // f(group) for each whose projection, grown by `reach`, holds p, and whose box is within it; in
  // each run from p's place on and back. f may lower the reach, and returns false to stop.
  template <class F, class Trace = const NoTrace>
  bool for_each_near(std::uint32_t* places, const Vec<2, T>& p, const T& reach, QueryStats& stats,
                     F&& f, Trace&& trace = {}) const {
    constexpr T kSlack = 1 + 8 * std::numeric_limits<T>::epsilon();  // squares are rounded
    const T x = p[axis_];
    const auto look = [&](const Group& g) {
      ++stats.nodes;
      trace.on(VisitNode{std::uint64_t(&g - groups_.data())});
      return !(distance_squared(Aabb<2, T>::of_point(p), g.box) <= reach * reach * kSlack) || f(g);
    };
    for (std::uint32_t r = 0; r < runs_.size(); ++r) {
      const Group* const group = groups_.data() + runs_[r].first;
      const std::uint32_t count = runs_[r].count;
      const std::uint32_t place = follow(group, count, places ? places[r] : 0, x, stats);
      if (places) places[r] = place;
      for (std::uint32_t j = place; j < count && group[j].start - x <= reach; ++j) {
        if (!look(group[j])) return false;
      }
      for (std::uint32_t j = place; j > 0 && x - group[j - 1].end <= reach; --j) {
        if (!look(group[j - 1])) return false;
      }
    }
    return true;
  }

  // How many groups of the run end before x, up to there and all together. From where it was, by
  // steps that double, then by halving: O(log of the way).
  static std::uint32_t follow(const Group* group, std::uint32_t count, std::uint32_t from, T x,
                              QueryStats& stats) {
    const auto before = [&](std::uint32_t j) {
      ++stats.comparisons;
      return group[j].end < x;
    };
    std::uint32_t low = 0;  // the answer is in low .. high
    std::uint32_t high = count;
    from = std::min(from, count);
    if (from < count && before(from)) {
      low = from + 1;
      for (std::uint32_t step = 1; step <= count - low; step *= 2) {
        if (!before(low + step - 1)) {
          high = low + step - 1;
          break;
        }
        low += step;
      }
    } else {
      high = from;
      for (std::uint32_t step = 1; step <= high; step *= 2) {
        if (before(high - step)) {
          low = high - step + 1;
          break;
        }
        high -= step;
      }
    }
    while (low < high) {
      const std::uint32_t middle = low + (high - low) / 2;
      if (before(middle))
        low = middle + 1;
      else
        high = middle;
    }
    return low;
  }

  Buffer<Vec<2, T>> vertices_;
  Buffer<Group> groups_;  // run by run
  Buffer<Run> runs_;
  T longest_ = 0;  // no wall is longer
  int axis_ = 0;
};

extern template class ProjectionGroups<float>;
extern template class ProjectionGroups<double>;

}  // namespace masu
