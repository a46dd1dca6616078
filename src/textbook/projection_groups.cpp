// SPDX-License-Identifier: MIT
#include <masu/textbook/projection_groups.hpp>

#include "textbook/projection_runs.hpp"

namespace masu {

namespace {

using detail::ProjectionCut;

// To ask a run for its place costs about as much as to look at this many groups.
constexpr double kCostOfRun = 2;
// Turns that are shorter than this share of the world's width are not worth a run in any map.
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

// f(first, count) for the groups of each chain that has walls.
template <class F>
void for_each_row(std::span<const WallGroup> groups, F&& f) {
  for (std::size_t i = 0; i < groups.size();) {
    std::size_t end = i + 1;
    while (end < groups.size() && groups[end].chain == groups[i].chain) ++end;
    if (groups[i].count != 0) f(i, end - i);
    i = end;
  }
}

// What a query anywhere along the axis is expected to look at.
template <class T>
double cost_of(std::span<const WallGroup> groups, std::span<const Aabb<2, T>> boxes,
               const ProjectionCut& cut, double width) {
  double runs = 0;
  double spread = 0;
  for_each_row(groups, [&](std::size_t row, std::size_t size) {
    const auto chain = boxes.subspan(row, size);
    detail::for_each_run(chain, cut, [&](std::size_t first, std::size_t count, bool backwards) {
      ++runs;
      spread += detail::spread_of_run(chain.subspan(first, count), cut.axis, backwards);
    });
  });
  // Where all is at one place along the axis, every group is met.
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
Status ProjectionGroups<T>::take(std::span<const Vec<2, T>> vertices) {
  if (!vertices_.reserve(vertices.size())) return Status::out_of_memory;
  vertices_.set_size(vertices.size());
  std::copy(vertices.begin(), vertices.end(), vertices_.data());
  return Status::ok;
}

// Groups in the order in which they lead up the axis, and what is known of those behind and ahead.
template <class T>
bool ProjectionGroups<T>::add_run(std::span<const WallChain> chains,
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
Status ProjectionGroups<T>::build(std::span<const Vec<2, T>> vertices,
                                  std::span<const WallChain> chains, std::uint32_t k) {
  Status good = detail::check_walls(vertices, chains);
  const Allocator allocator = vertices_.allocator();
  WallGroups cut(allocator);
  if (good == Status::ok) good = cut.build(chains, k);
  ProjectionGroups next(allocator);
  if (good == Status::ok) good = next.take(vertices);
  if (good != Status::ok) return good;

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
  bool room = next.groups_.reserve(groups.size());
  for_each_row(groups, [&](std::size_t row, std::size_t size) {
    detail::for_each_run(all.subspan(row, size), best,
                         [&](std::size_t first, std::size_t count, bool backwards) {
                           room = room && next.add_run(chains, groups.subspan(row + first, count),
                                                       all.subspan(row + first, count), backwards);
                         });
  });
  if (!room) return Status::out_of_memory;
  *this = std::move(next);
  return Status::ok;
}

template <class T>
NearestWall<T> ProjectionGroups<T>::nearest_from(std::uint32_t* places, const Vec<2, T>& p,
                                                 T max_distance) const {
  NearestWall<T> refused;
  refused.status = detail::check_place(p, max_distance);
  if (refused.status != Status::ok) return refused;
  detail::NearestSearch<T> search(p, max_distance);
  T reach = detail::wall_reach(max_distance, longest_);
  QueryStats stats;
  for_each_near(places, p, reach, stats, [&](const Group& group) {
    for (std::uint32_t wall = group.first; wall < group.first + group.count; ++wall) {
      if (search.offer(wall, vertices_[wall], vertices_[wall + 1])) {
        reach = detail::wall_reach(search.distance(), longest_);
      }
    }
    return true;
  });
  return search.finish(stats);
}

template class ProjectionGroups<float>;
template class ProjectionGroups<double>;

}  // namespace masu
