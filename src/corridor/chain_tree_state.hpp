// SPDX-License-Identifier: MIT
// ChainTreeState: the data and the algorithms of a ChainTree, for the code that calls it most.
#pragma once

#include <masu/core/buffer.hpp>
#include <masu/corridor/chain_tree.hpp>

#include "corridor/chain_nodes.hpp"
#include "corridor/wall_cast.hpp"
#include "corridor/wall_input.hpp"

namespace masu::detail {

struct NearList;

// Functions with ChainTree's names do the same as there.
template <class T>
class ChainTreeState {
 public:
  explicit ChainTreeState(Allocator allocator)
      : vertices_(allocator),
        leaves_(allocator),
        nodes_(allocator),
        cells_(allocator),
        by_first_(allocator),
        free_leaves_(allocator),
        free_vertices_(allocator) {}

  // Returns the state of a tree; one without walls if it was never built.
  static const ChainTreeState& of(const ChainTree<T>& tree) {
    static const ChainTreeState none{default_allocator()};
    const ChainTreeState* const state = tree.state_.get();
    return state != nullptr ? *state : none;
  }

  Status build(std::span<const Vec<2, T>> vertices, std::span<const WallChain> chains, T reach);
  Status set_vertices(std::uint32_t first, std::span<const Vec<2, T>> vertices);
  InsertedChain insert(std::span<const Vec<2, T>> vertices);
  Status erase(const WallChain& chain);
  bool is_wall(std::uint32_t i) const;

  std::size_t vertex_count() const { return vertex_count_; }
  std::size_t wall_count() const { return wall_count_; }
  const Vec<2, T>& vertex(std::uint32_t i) const { return vertices_[i]; }
  Aabb<2, T> bounds() const { return bounds_; }
  T reach() const { return grid_.reach; }
  std::size_t bytes() const {
    return vertices_.size() * sizeof(Vec<2, T>) + leaves_.size() * sizeof(ChainLeaf) +
           nodes_.size() * sizeof(ChainNode<T>) +
           cells_.size() * sizeof(typename ChainGrid<T>::Cell);
  }

  NearestWall<T> nearest(const Vec<2, T>& p, T max_distance) const;
  SearchResult within(const Vec<2, T>& p, T radius,
                      const BlockTarget<WallDistance<T>>& target) const;
  template <class Visit>
  SearchResult for_each_within(const Vec<2, T>& p, T radius, Visit&& visit) const {
    return within(p, radius, BlockTarget<WallDistance<T>>::each(visit));
  }
  // Puts walls within `radius` into the list. Returns false if they do not fit, or `p` is not
  // valid.
  bool gather(const Vec<2, T>& p, T radius, NearList& list, QueryStats& stats) const;
  WallHit<T> ray_cast(const Ray<2, T>& ray) const;
  WallHit<T> capsule_cast(const Vec<2, T>& p, const Vec<2, T>& half, T radius,
                          const Vec<2, T>& translation) const;
  QueryStats along(const Vec<2, T>& origin, const Vec<2, T>& direction, T radius, double max_t,
                   FunctionRef<double(std::uint32_t, double)> measure,
                   const AnyTrace<VisitNode>& trace = {}) const;
  template <class Visit>
  void for_each_box(Visit&& visit) const {
    for (std::uint32_t level = 0; level < levels_; ++level) {
      const auto end = level + 1 < levels_ ? level_first_[level + 1] : std::uint32_t(nodes_.size());
      for (std::uint32_t j = 0; j < end - level_first_[level]; ++j) {
        const ChainNode<T>& node = nodes_[level_first_[level] + j];
        for (std::uint32_t lane = 0; lane < kChainWidth; ++lane) {
          const Aabb<2, T> box = node.lane(lane);
          const std::uint32_t child = kChainWidth * j + lane;
          if (!(box.min[0] <= box.max[0])) continue;
          const std::uint64_t key = ChainStart(level, j).key;
          if (level == 0) {
            const ChainLeaf& leaf = leaves_[child];
            visit(box, level, key, leaf.first, leaf.walls);
          } else {
            visit(box, level, key, child, 0u);
          }
        }
      }
    }
  }
  void load(int step, const Vec<2, T>& p, T reach) const;

 private:
  ChainNodes<T> view() const;
  ChainStarts starts(const Vec<2, T>& p, double reach) const;
  // Sorts leaves along Hilbert's curve with space for `more` after them, and makes all nodes.
  bool order(const Buffer<ChainLeaf>& leaves, const Buffer<Aabb<2, T>>& boxes, std::size_t more);
  void close_levels();
  bool make_grid(T reach);
  Aabb<2, T> box_of(const ChainLeaf& leaf) const;
  // Makes what changes need, at the first change.
  bool know_leaves();
  // Returns the index of the leaf with the wall from vertex i on; kNoWall: none.
  std::uint32_t leaf_with(std::uint32_t i) const;
  void know(std::uint32_t index);
  WallChain take_vertices(std::uint32_t count);
  bool reorder(std::size_t more);
  void refit(std::span<std::uint32_t> indices);
  bool refresh_grid(const Buffer<Aabb<2, T>>& touched);

  Buffer<Vec<2, T>> vertices_;  // and eight more, so that lanes may read on
  Buffer<ChainLeaf> leaves_;    // those without walls are free
  Buffer<ChainNode<T>> nodes_;
  std::uint32_t level_first_[kChainLevels] = {};
  std::uint32_t levels_ = 0;
  ChainGrid<T> grid_;
  Buffer<typename ChainGrid<T>::Cell> cells_;
  ChainStart root_;
  Buffer<std::uint32_t> by_first_;  // indices of leaves in the order of their first vertices,
  bool known_ = false;              // valid from the first change on
  Buffer<std::uint32_t> free_leaves_;
  Buffer<WallChain> free_vertices_;
  std::size_t vertex_count_ = 0;
  std::size_t wall_count_ = 0;
  Aabb<2, T> bounds_ = Aabb<2, T>::nothing();
};

}  // namespace masu::detail
