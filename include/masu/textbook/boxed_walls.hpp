// SPDX-License-Identifier: MIT
// Walls in an index for boxes: any broad phase, asked for the walls near a mover.
#pragma once

#include <algorithm>

#include <masu/broad_phase/concepts.hpp>
#include <masu/core/buffer.hpp>
#include <masu/corridor/detail/nearest_search.hpp>

namespace masu {

// ChainTree's questions to another index: KdTree, Bvh, UniformGrid, RegisteredOrthtree, or one of
// one's own. All walls whose boxes meet the square around the mover are measured, so a question
// must say how far to look: without, all walls are. Answers are those of brute force, bit for bit.
// ChainTree is faster; this is for those who have an index of their own, and to compare.
template <class T, class Index>
requires SpatialIndex<Index, 2, T>
class BoxedWalls {
 public:
  using Scalar = T;

  // `index`: empty, with what options it has.
  explicit BoxedWalls(Index index = Index(), Allocator allocator = default_allocator())
      : index_(std::move(index)), vertices_(allocator) {}

  // Once. Copies the vertices. Statuses: no_points (no walls), out_of_range (beyond
  // ChainTree::kLargest), bad_index (a chain ends beyond the vertices), not_finite,
  // too_many_objects, out_of_memory, and those of the index.
  Status build(std::span<const Vec<2, T>> vertices, std::span<const WallChain> chains) {
    const Status good = detail::check_walls(vertices, chains);
    if (good != Status::ok) return good;
    // Wall i is box i; the last vertex of a chain starts no wall, and its box is empty.
    Buffer<Aabb<2, T>> boxes(vertices_.allocator());
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
    return fill(BoxSpan<2, T>(boxes));
  }

  // The index of the walls' boxes.
  const Index& index() const { return index_; }

  // As ChainTree's. The statistics: tests are walls measured, nodes are cells and boxes that the
  // index looked at.
  NearestWall<T> nearest(const Vec<2, T>& p,
                         T max_distance = std::numeric_limits<T>::infinity()) const {
    NearestWall<T> refused;
    refused.status = detail::check_place(p, max_distance);
    if (refused.status != Status::ok) return refused;
    detail::NearestSearch<T> search(p, max_distance);
    const SearchResult r = for_each_near(p, max_distance, [&](std::uint32_t wall) {
      search.offer(wall, vertices_[wall], vertices_[wall + 1]);
      return true;
    });
    return search.finish(r.stats);
  }

  template <class Visit>
  SearchResult for_each_within(const Vec<2, T>& p, T radius, Visit&& visit) const {
    const Status good = detail::check_place(p, radius);
    if (good != Status::ok) return {good, {}};
    QueryStats counts;
    SearchResult r = for_each_near(p, radius, [&](std::uint32_t wall) {
      ++counts.tests;
      const T square =
          detail::wall_offset(vertices_[wall], vertices_[wall + 1], p).distance_squared;
      if (square > radius * radius) return true;
      ++counts.results;
      return goes_on(visit, wall, square);
    });
    r.stats += counts;
    return r;
  }

 private:
  Status fill(BoxSpan<2, T> boxes) {
    if constexpr (StaticIndex<Index, 2, T>) {
      return index_.build(boxes);
    } else {
      // Box i gets slot i of a fresh index.
      for (std::size_t i = 0; i < boxes.size(); ++i) {
        const auto inserted = index_.insert(boxes[i]);
        if (inserted.status != Status::ok) return inserted.status;
      }
      return Status::ok;
    }
  }

  // f(wall) for all whose boxes come within the distance; all that the index counts are nodes.
  template <class F>
  SearchResult for_each_near(const Vec<2, T>& p, T distance, F&& f) const {
    const T reach = detail::wall_reach(distance, longest_);
    // One step more, as sums are rounded.
    constexpr T kOut = std::numeric_limits<T>::infinity();
    Aabb<2, T> square;
    for (int a = 0; a < 2; ++a) {
      square.min[a] = std::nextafter(p[a] - reach, -kOut);
      square.max[a] = std::nextafter(p[a] + reach, kOut);
    }
    SearchResult r = index_.for_each_overlapping(square, [&](const auto& id) {
      if constexpr (requires { id.index; }) {
        return f(id.index);
      } else {
        return f(id);
      }
    });
    r.stats.nodes += r.stats.tests;
    r.stats.tests = r.stats.results = 0;
    return r;
  }

  Index index_;
  Buffer<Vec<2, T>> vertices_;
  T longest_ = 0;  // no wall is longer
};

}  // namespace masu
