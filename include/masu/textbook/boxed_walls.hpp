// SPDX-License-Identifier: MIT
// BoxedWalls: walls in any spatial index of boxes.
#pragma once

#include <masu/broad_phase/concepts.hpp>
#include <masu/core/buffer.hpp>
#include <masu/corridor/chain_tree.hpp>

namespace masu {

namespace detail {

// The part of BoxedWalls that does not depend on the type of its index.
template <class T>
class WallBoxes {
 public:
  using Walls = BlockTarget<std::uint32_t>;
  // Delivers the walls whose boxes overlap `box`.
  using Search = FunctionRef<SearchResult(const Aabb<2, T>& box, const Walls& walls)>;

  explicit WallBoxes(Allocator allocator) : vertices_(allocator) {}

  // Sets boxes[i] to the box of wall i; the last vertex of a chain starts no wall and gets an empty
  // box.
  Status build(std::span<const Vec<2, T>> vertices, std::span<const WallChain> chains,
               Buffer<Aabb<2, T>>& boxes);
  NearestWall<T> nearest(const Vec<2, T>& p, T max_distance, Search search) const;
  SearchResult within(const Vec<2, T>& p, T radius, Search search,
                      const BlockTarget<WallDistance<T>>& target) const;
  Allocator allocator() const { return vertices_.allocator(); }

 private:
  Aabb<2, T> square_around(const Vec<2, T>& p, T distance) const;

  Buffer<Vec<2, T>> vertices_;
  T longest_ = 0;  // no wall is longer
};

}  // namespace detail

// The queries of ChainTree on another spatial index: KdTree, Bvh, UniformGrid, RegisteredOrthtree,
// or your own. All walls whose boxes overlap the square around the query point are measured, so
// give a maximum distance: without one, all walls are. Results are those of brute force, bit for
// bit. Use it with an index that you already have, or to compare; ChainTree is faster.
//
//    masu::BoxedWalls<float, masu::KdTree<2, float>> walls;
//    (void)walls.build(chains.vertices(), chains.chains());
//    use(walls.nearest({3, 1}, 10).wall);
//
// Cost: that of the index, and O(1) per wall measured. Threads: const members are safe in many
// threads while no thread changes the index.
template <class T, class Index>
requires SpatialIndex<Index, 2, T>
class BoxedWalls {
 public:
  using Scalar = T;

  // `index`: an empty index with its options set.
  explicit BoxedWalls(Index index = Index(), Allocator allocator = default_allocator())
      : index_(std::move(index)), walls_(allocator) {}

  // Builds the index; call it once. Copies the vertices. Statuses: no_points (no walls),
  // out_of_range (beyond ChainTree::kLargest), bad_index (a chain ends beyond the vertices),
  // not_finite, too_many_objects, out_of_memory, and those of the index.
  Status build(std::span<const Vec<2, T>> vertices, std::span<const WallChain> chains) {
    Buffer<Aabb<2, T>> boxes(walls_.allocator());
    const Status status = walls_.build(vertices, chains, boxes);
    return status == Status::ok ? fill(BoxSpan<2, T>(boxes)) : status;
  }

  // Returns the index of the walls' boxes.
  const Index& index() const { return index_; }

  // As in ChainTree. The statistics: tests are walls measured, nodes are cells and boxes that the
  // index tested.
  NearestWall<T> nearest(const Vec<2, T>& p,
                         T max_distance = std::numeric_limits<T>::infinity()) const {
    const auto search = [&](const Aabb<2, T>& box, const Walls& walls) {
      return overlapping(box, walls);
    };
    return walls_.nearest(p, max_distance, search);
  }

  // As in ChainTree: visits the walls within `radius`, inclusive.
  SearchResult for_each_within(const Vec<2, T>& p, T radius,
                               const BlockTarget<WallDistance<T>>& visit) const {
    const auto search = [&](const Aabb<2, T>& box, const Walls& walls) {
      return overlapping(box, walls);
    };
    return walls_.within(p, radius, search, visit);
  }

 private:
  using Walls = typename detail::WallBoxes<T>::Walls;

  Status fill(BoxSpan<2, T> boxes) {
    if constexpr (StaticIndex<Index, 2, T>) {
      return index_.build(boxes);
    } else {
      // An empty index puts box i into slot i.
      for (std::size_t i = 0; i < boxes.size(); ++i) {
        const auto inserted = index_.insert(boxes[i]);
        if (inserted.status != Status::ok) return inserted.status;
      }
      return Status::ok;
    }
  }

  SearchResult overlapping(const Aabb<2, T>& box, const Walls& walls) const {
    BlockOutput<std::uint32_t> output(walls);
    const SearchResult r = index_.for_each_overlapping(box, [&](const auto& id) {
      if constexpr (requires { id.index; }) {
        return output.push(id.index);
      } else {
        return output.push(id);
      }
    });
    const Status delivered = output.finish({}).status;
    return {delivered != Status::ok ? delivered : r.status, r.stats};
  }

  Index index_;
  detail::WallBoxes<T> walls_;
};

}  // namespace masu
