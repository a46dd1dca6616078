// SPDX-License-Identifier: MIT
#include <masu/textbook/projection_groups.hpp>

#include <algorithm>

#include <masu/core/block_output.hpp>
#include <masu/core/box_distance.hpp>
#include <masu/textbook/wall_groups.hpp>

#include "core/opaque-inl.hpp"
#include "corridor/nearest_search.hpp"
#include "corridor/wall_input.hpp"
#include "textbook/projection_runs.hpp"

namespace masu {
namespace detail {

template <class T>
struct ProjectionState {
  // `box` contains all its walls. The wall that it shares with the group before is tested there.
  struct Group {
    Aabb<2, T> box;
    std::uint32_t first;
    std::uint32_t count;
    T start;  // neither this group nor a later one of the run begins before,
    T end;    // nor does it, or an earlier one, end behind
  };
  // A sequence of groups in increasing order along the axis.
  struct Run {
    std::uint32_t first;
    std::uint32_t count;
  };

  explicit ProjectionState(Allocator allocator)
      : vertices_(allocator), groups_(allocator), runs_(allocator) {}

  Status take(std::span<const Vec<2, T>> vertices);
  bool add_run(std::span<const WallChain> chains, std::span<const WallGroup> groups,
               std::span<const Aabb<2, T>> boxes, bool backwards);
  Status build(std::span<const Vec<2, T>> vertices, std::span<const WallChain> chains,
               std::uint32_t k);

  // Calls f(group) for each whose projection, enlarged by `reach`, contains p, and whose box is
  // within it; in each run from p's position forward and back. f may lower the reach, and returns
  // false to stop.
  template <class F, class Trace = const NoTrace>
  bool for_each_near(std::uint32_t* indices, const Vec<2, T>& p, const T& reach, QueryStats& stats,
                     F&& f, Trace&& trace = {}) const {
    constexpr T kSlack = 1 + 8 * std::numeric_limits<T>::epsilon();  // squares are rounded
    const T x = p[axis_];
    const auto visit_group = [&](const Group& g) {
      ++stats.nodes;
      trace.on(VisitNode{std::uint64_t(&g - groups_.data())});
      return !(distance_squared(Aabb<2, T>::of_point(p), g.box) <= reach * reach * kSlack) || f(g);
    };
    for (std::uint32_t r = 0; r < runs_.size(); ++r) {
      const Group* const group = groups_.data() + runs_[r].first;
      const std::uint32_t count = runs_[r].count;
      const std::uint32_t index = follow(group, count, indices ? indices[r] : 0, x, stats);
      if (indices) indices[r] = index;
      for (std::uint32_t j = index; j < count && group[j].start - x <= reach; ++j) {
        if (!visit_group(group[j])) return false;
      }
      for (std::uint32_t j = index; j > 0 && x - group[j - 1].end <= reach; --j) {
        if (!visit_group(group[j - 1])) return false;
      }
    }
    return true;
  }

  // Returns how many groups of the run end before x, up to there and all together. Searches from
  // the previous position, by steps that double, then by bisection: O(log of the distance).
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
      const std::uint32_t mid = low + (high - low) / 2;
      if (before(mid))
        low = mid + 1;
      else
        high = mid;
    }
    return low;
  }

  Buffer<Vec<2, T>> vertices_;
  Buffer<Group> groups_;  // run by run
  Buffer<Run> runs_;
  T longest_ = 0;  // no wall is longer
  int axis_ = 0;
};

namespace {

// Finding the position in a run costs about as much as testing this many groups.
constexpr double kCostOfRun = 2;
// Reversals shorter than this share of the map's width do not justify a run in any map.
constexpr int kHalvings = 24;

template <class T>
Aabb<2, T> box_of(std::span<const Vec<2, T>> vertices, std::span<const WallChain> chains,
                  const WallGroup& group) {
  Aabb<2, T> box = Aabb<2, T>::nothing();
  WallGroups::for_each_wall(chains, group, [&](std::uint32_t wall) {
    box = merge(box, Aabb<2, T>::of_point(vertices[wall]));
    box = merge(box, Aabb<2, T>::of_point(vertices[wall + 1]));
  });
  return box;
}

// Calls f(first, count) for the groups of each chain that has walls.
template <class F>
void for_each_row(std::span<const WallGroup> groups, F&& f) {
  for (std::size_t i = 0; i < groups.size();) {
    std::size_t end = i + 1;
    while (end < groups.size() && groups[end].chain == groups[i].chain) ++end;
    if (groups[i].count != 0) f(i, end - i);
    i = end;
  }
}

// Returns the expected number of tests of a query anywhere along the axis.
template <class T>
double cost_of(std::span<const WallGroup> groups, std::span<const Aabb<2, T>> boxes,
               const ProjectionCut& cut, double width) {
  double runs = 0;
  double spread = 0;
  for_each_row(groups, [&](std::size_t row, std::size_t size) {
    const auto chain = boxes.subspan(row, size);
    for_each_run(chain, cut, [&](std::size_t first, std::size_t count, bool backwards) {
      ++runs;
      spread += spread_of_run(chain.subspan(first, count), cut.axis, backwards);
    });
  });
  // If everything is at one position along the axis, every group is tested.
  return kCostOfRun * runs + (width > 0 ? spread / width : double(groups.size()));
}

template <class T>
ProjectionCut best_cut(std::span<const WallGroup> groups, std::span<const Aabb<2, T>> boxes) {
  Aabb<2, T> bounds = Aabb<2, T>::nothing();
  for (const Aabb<2, T>& box : boxes) bounds = merge(bounds, box);
  ProjectionCut best;
  double least = std::numeric_limits<double>::infinity();
  for (int axis = 0; axis < 2; ++axis) {
    const double width = double(bounds.max[axis]) - double(bounds.min[axis]);
    ProjectionCut cut{axis, width};
    for (int i = 0; i <= kHalvings; ++i, cut.slack /= 2) {
      const double cost = cost_of(groups, boxes, cut, width);
      if (cost < least) least = cost, best = cut;
    }
  }
  return best;
}

}  // namespace

template <class T>
Status ProjectionState<T>::take(std::span<const Vec<2, T>> vertices) {
  if (!vertices_.reserve(vertices.size())) return Status::out_of_memory;
  vertices_.set_size(vertices.size());
  std::copy(vertices.begin(), vertices.end(), vertices_.data());
  return Status::ok;
}

// Groups in increasing order along the axis, and the bounds of those behind and ahead.
template <class T>
bool ProjectionState<T>::add_run(std::span<const WallChain> chains,
                                 std::span<const WallGroup> groups,
                                 std::span<const Aabb<2, T>> boxes, bool backwards) {
  const auto first = static_cast<std::uint32_t>(groups_.size());
  if (!runs_.push_back({first, static_cast<std::uint32_t>(groups.size())})) return false;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const std::size_t at = backwards ? groups.size() - 1 - i : i;
    const WallGroup& group = groups[at];
    const WallChain& chain = chains[group.chain];
    const std::uint32_t begin = group.first + (group.first != 0 ? 1 : 0);
    const std::uint32_t end = std::min(group.first + group.count, chain.wall_count());
    const T before = i == 0 ? boxes[at].max[axis_] : groups_.back().end;
    const Group added{boxes[at], chain.first + begin, end - begin, boxes[at].min[axis_],
                      std::max(before, boxes[at].max[axis_])};
    if (!groups_.push_back(added)) return false;
  }
  for (std::size_t i = groups_.size() - 1; i > first; --i) {
    groups_[i - 1].start = std::min(groups_[i - 1].start, groups_[i].start);
  }
  return true;
}

template <class T>
Status ProjectionState<T>::build(std::span<const Vec<2, T>> vertices,
                                 std::span<const WallChain> chains, std::uint32_t k) {
  Status status = check_walls(vertices, chains);
  const Allocator allocator = vertices_.allocator();
  WallGroups cut(allocator);
  if (status == Status::ok) status = cut.build(chains, k);
  ProjectionState next(allocator);
  if (status == Status::ok) status = next.take(vertices);
  if (status != Status::ok) return status;

  const std::span<const WallGroup> groups = cut.groups();
  Buffer<Aabb<2, T>> boxes(allocator);
  if (!boxes.reserve(groups.size())) return Status::out_of_memory;
  std::size_t walls = 0;
  for (const WallGroup& g : groups) {
    (void)boxes.push_back(box_of(vertices, chains, g));
    walls += g.count;
    WallGroups::for_each_wall(chains, g, [&](std::uint32_t wall) {
      const Vec<2, T> along = vertices[wall + 1] - vertices[wall];
      next.longest_ = std::max(next.longest_, std::abs(along[0]) + std::abs(along[1]));
    });
  }
  if (walls == 0) return Status::no_points;

  const std::span<const Aabb<2, T>> all(boxes.data(), boxes.size());
  const ProjectionCut best = best_cut(groups, all);
  next.axis_ = best.axis;
  bool reserved = next.groups_.reserve(groups.size());
  for_each_row(groups, [&](std::size_t row, std::size_t size) {
    for_each_run(all.subspan(row, size), best,
                 [&](std::size_t first, std::size_t count, bool backwards) {
                   reserved = reserved && next.add_run(chains, groups.subspan(row + first, count),
                                                       all.subspan(row + first, count), backwards);
                 });
  });
  if (!reserved) return Status::out_of_memory;
  *this = std::move(next);
  return Status::ok;
}

template struct ProjectionState<float>;
template struct ProjectionState<double>;
template class Opaque<ProjectionState<float>>;
template class Opaque<ProjectionState<double>>;

}  // namespace detail

template <class T>
Status ProjectionGroups<T>::build(std::span<const Vec<2, T>> vertices,
                                  std::span<const WallChain> chains, std::uint32_t k) {
  auto* const state = state_.need();
  return state == nullptr ? Status::out_of_memory : state->build(vertices, chains, k);
}

template <class T>
std::size_t ProjectionGroups<T>::group_count() const {
  return state_.get() == nullptr ? 0 : state_.get()->groups_.size();
}
template <class T>
std::size_t ProjectionGroups<T>::run_count() const {
  return state_.get() == nullptr ? 0 : state_.get()->runs_.size();
}
template <class T>
int ProjectionGroups<T>::axis() const {
  return state_.get() == nullptr ? 0 : state_.get()->axis_;
}
template <class T>
std::size_t ProjectionGroups<T>::bytes() const {
  using State = detail::ProjectionState<T>;
  const State* const state = state_.get();
  return state == nullptr ? 0
                          : state->vertices_.size() * sizeof(Vec<2, T>) +
                                state->groups_.size() * sizeof(typename State::Group) +
                                state->runs_.size() * sizeof(typename State::Run);
}

template <class T>
NearestWall<T> ProjectionGroups<T>::nearest(std::span<std::uint32_t> indices, const Vec<2, T>& p,
                                            T max_distance) const {
  if (indices.size() == run_count()) return nearest_from(indices.data(), p, max_distance);
  NearestWall<T> refused;
  refused.status = Status::size_mismatch;
  return refused;
}

template <class T>
NearestWall<T> ProjectionGroups<T>::nearest_from(std::uint32_t* indices, const Vec<2, T>& p,
                                                 T max_distance) const {
  NearestWall<T> refused;
  refused.status = detail::check_point(p, max_distance);
  const auto* const state = state_.get();
  if (refused.status != Status::ok || state == nullptr) return refused;
  detail::NearestSearch<T> search(p, max_distance);
  T reach = detail::wall_reach(max_distance, state->longest_);
  QueryStats stats;
  state->for_each_near(indices, p, reach, stats, [&](const auto& group) {
    for (std::uint32_t wall = group.first; wall < group.first + group.count; ++wall) {
      if (search.offer(wall, state->vertices_[wall], state->vertices_[wall + 1])) {
        reach = detail::wall_reach(search.distance(), state->longest_);
      }
    }
    return true;
  });
  return search.finish(stats);
}

template <class T>
SearchResult ProjectionGroups<T>::within_from(std::uint32_t* indices, const Vec<2, T>& p, T radius,
                                              const Target& target, const Watch& trace) const {
  const Status status = detail::check_point(p, radius);
  const auto* const state = state_.get();
  if (status != Status::ok || state == nullptr) return {status, {}};
  const T reach = detail::wall_reach(radius, state->longest_);
  return with_trace(trace, [&](const auto& t) {
    BlockOutput<WallDistance<T>> output(target, kIsWatched<decltype(t)>);
    QueryStats stats;
    const auto take = [&](const auto& group) {
      for (std::uint32_t wall = group.first; wall < group.first + group.count; ++wall) {
        ++stats.tests;
        t.on(MeasureWall{wall});
        const T square = detail::wall_offset(state->vertices_[wall], state->vertices_[wall + 1], p)
                             .distance_squared;
        if (square <= radius * radius && !output.push({square, wall})) return false;
      }
      return true;
    };
    state->for_each_near(indices, p, reach, stats, take, t);
    return output.finish(stats);
  });
}

// Calls visit(box, first wall, count of walls, run).
template <class T>
void ProjectionGroups<T>::for_each_group(
    FunctionRef<void(const Aabb<2, T>&, std::uint32_t, std::uint32_t, std::uint32_t)> visit) const {
  const auto* const state = state_.get();
  for (std::uint32_t r = 0; r < run_count(); ++r) {
    for (std::uint32_t j = 0; j < state->runs_[r].count; ++j) {
      const auto& g = state->groups_[state->runs_[r].first + j];
      visit(g.box, g.first, g.count, r);
    }
  }
}

template class ProjectionGroups<float>;
template class ProjectionGroups<double>;

}  // namespace masu
