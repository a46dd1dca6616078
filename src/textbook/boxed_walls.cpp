// SPDX-License-Identifier: MIT
#include <masu/textbook/boxed_walls.hpp>

#include <algorithm>
#include <cmath>

#include "corridor/nearest_search.hpp"
#include "corridor/wall_input.hpp"

namespace masu::detail {

template <class T>
Status WallBoxes<T>::build(std::span<const Vec<2, T>> vertices, std::span<const WallChain> chains,
                           Buffer<Aabb<2, T>>& boxes) {
  const Status status = check_walls(vertices, chains);
  if (status != Status::ok) return status;
  if (!boxes.resize(vertices.size()) || !vertices_.reserve(vertices.size())) {
    return Status::out_of_memory;
  }
  std::fill(boxes.begin(), boxes.end(), Aabb<2, T>::nothing());
  std::size_t walls = 0;
  for (const WallChain& chain : chains) {
    walls += chain.wall_count();
    for (std::uint32_t w = chain.first; w < chain.first + chain.wall_count(); ++w) {
      const Vec<2, T> along = vertices[w + 1] - vertices[w];
      longest_ = std::max(longest_, std::abs(along[0]) + std::abs(along[1]));
      boxes[w] = merge(Aabb<2, T>::of_point(vertices[w]), Aabb<2, T>::of_point(vertices[w + 1]));
    }
  }
  if (walls == 0) return Status::no_points;
  vertices_.set_size(vertices.size());
  std::copy(vertices.begin(), vertices.end(), vertices_.data());
  return Status::ok;
}

// Returns a box around all walls within the distance, one step larger, as sums are rounded.
template <class T>
Aabb<2, T> WallBoxes<T>::square_around(const Vec<2, T>& p, T distance) const {
  constexpr T kOut = std::numeric_limits<T>::infinity();
  const T reach = wall_reach(distance, longest_);
  Aabb<2, T> square;
  for (int a = 0; a < 2; ++a) {
    square.min[a] = std::nextafter(p[a] - reach, -kOut);
    square.max[a] = std::nextafter(p[a] + reach, kOut);
  }
  return square;
}

// Runs a search of the index with its walls; everything that the index counts is a node.
template <class T>
NearestWall<T> WallBoxes<T>::nearest(const Vec<2, T>& p, T max_distance, Search search) const {
  NearestWall<T> refused;
  refused.status = check_point(p, max_distance);
  if (refused.status != Status::ok) return refused;
  NearestSearch<T> nearest(p, max_distance);
  const auto take = [&](std::span<const std::uint32_t> walls) {
    for (const std::uint32_t w : walls) nearest.offer(w, vertices_[w], vertices_[w + 1]);
    return true;
  };
  const SearchResult r = search(square_around(p, max_distance), Walls::blocks(take));
  QueryStats stats;
  stats.nodes = r.stats.nodes + r.stats.tests;
  return nearest.finish(stats);
}

template <class T>
SearchResult WallBoxes<T>::within(const Vec<2, T>& p, T radius, Search search,
                                  const BlockTarget<WallDistance<T>>& target) const {
  const Status status = check_point(p, radius);
  if (status != Status::ok) return {status, {}};
  BlockOutput<WallDistance<T>> output(target);
  QueryStats stats;
  const auto take = [&](std::span<const std::uint32_t> walls) {
    for (const std::uint32_t w : walls) {
      ++stats.tests;
      const T square = wall_offset(vertices_[w], vertices_[w + 1], p).distance_squared;
      if (square <= radius * radius && !output.push({square, w})) return false;
    }
    return true;
  };
  const SearchResult r = search(square_around(p, radius), Walls::blocks(take));
  stats.nodes = r.stats.nodes + r.stats.tests;
  SearchResult found = output.finish(stats);
  if (found.status == Status::ok) found.status = r.status;
  return found;
}

template class WallBoxes<float>;
template class WallBoxes<double>;

}  // namespace masu::detail
