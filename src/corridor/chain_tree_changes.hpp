// SPDX-License-Identifier: MIT
// Changes of walls: the members of ChainTreeState that move, insert and erase, for the one file
// that instantiates it.
#pragma once

#include <algorithm>

#include "corridor/chain_grid.hpp"
#include "corridor/chain_tree_state.hpp"
#include "corridor/leaf_box.hpp"

namespace masu::detail {

template <class T>
Aabb<2, T> ChainTreeState<T>::box_of(const ChainLeaf& leaf) const {
  Aabb<2, T> box = Aabb<2, T>::nothing();
  for (std::uint32_t i = 0; i < kChainWidth; ++i) {
    if ((leaf.walls >> i & 1) == 0) continue;
    box = merge(box, Aabb<2, T>::of_point(vertices_[leaf.first + i]));
    box = merge(box, Aabb<2, T>::of_point(vertices_[leaf.first + i + 1]));
  }
  return box;
}

template <class T>
bool ChainTreeState<T>::know_leaves() {
  if (known_) return true;
  if (!by_first_.reserve(leaves_.size())) return false;
  by_first_.clear();
  for (std::size_t i = 0; i < leaves_.size(); ++i) {
    if (leaves_[i].walls != 0) (void)by_first_.push_back(static_cast<std::uint32_t>(i));
  }
  std::sort(by_first_.begin(), by_first_.end(),
            [&](std::uint32_t a, std::uint32_t b) { return leaves_[a].first < leaves_[b].first; });
  return known_ = true;
}

template <class T>
std::uint32_t ChainTreeState<T>::leaf_with(std::uint32_t i) const {
  const auto* const after = std::upper_bound(
      by_first_.begin(), by_first_.end(), i,
      [&](std::uint32_t vertex, std::uint32_t index) { return vertex < leaves_[index].first; });
  // A leaf of several short chains may have others inserted between them: leaves overlap then, as
  // ranges of vertices.
  for (const auto* at = after; at != by_first_.begin();) {
    const std::uint32_t index = *--at;
    const std::uint32_t lane = i - leaves_[index].first;
    if (lane >= kChainWidth) break;
    if ((leaves_[index].walls >> lane & 1) != 0) return index;
  }
  return kNoWall;
}

template <class T>
bool ChainTreeState<T>::is_wall(std::uint32_t i) const {
  if (known_) return leaf_with(i) != kNoWall;
  for (const ChainLeaf& leaf : leaves_) {
    const std::uint32_t lane = i - leaf.first;
    if (i >= leaf.first && lane < kChainWidth && (leaf.walls >> lane & 1) != 0) return true;
  }
  return false;
}

// Updates the boxes of some leaves, and of all nodes above them.
template <class T>
void ChainTreeState<T>::refit(std::span<std::uint32_t> indices) {
  for (const std::uint32_t index : indices) {
    const ChainLeaf& leaf = leaves_[index];
    nodes_[index / kChainWidth].set(index % kChainWidth,
                                    leaf.walls == 0 ? Aabb<2, T>::nothing() : grown(box_of(leaf)));
  }
  auto end = indices.end();
  for (std::uint32_t level = 0; level < levels_; ++level) {
    for (auto it = indices.begin(); it != end; ++it) *it /= kChainWidth;
    std::sort(indices.begin(), end);
    end = std::unique(indices.begin(), end);
    if (level + 1 == levels_) break;
    for (auto it = indices.begin(); it != end; ++it) {
      const Aabb<2, T> box = nodes_[level_first_[level] + *it].box();
      nodes_[level_first_[level + 1] + *it / kChainWidth].set(*it % kChainWidth, box);
    }
  }
  bounds_ = nodes_[level_first_[levels_ - 1]].box();
}

// Updates the start nodes of cells near what has changed. Returns false if out of memory for a
// larger grid.
template <class T>
bool ChainTreeState<T>::refresh_grid(const Buffer<Aabb<2, T>>& touched) {
  if (grid_.columns == 0 || leaves_.empty()) return true;
  return refill_grid(view(), bounds_, std::span<const Aabb<2, T>>(touched.data(), touched.size()),
                     std::max<std::size_t>(wall_count_ / 4, 64), grid_, cells_);
}

template <class T>
Status ChainTreeState<T>::set_vertices(std::uint32_t first, std::span<const Vec<2, T>> vertices) {
  if (std::uint64_t(first) + vertices.size() > vertex_count_) return Status::bad_index;
  for (const Vec<2, T>& v : vertices) {
    const Status status = check_point(v, T(0));
    if (status != Status::ok) return status;
  }
  if (vertices.empty()) return Status::ok;
  const auto last = first + static_cast<std::uint32_t>(vertices.size()) - 1;
  Buffer<std::uint32_t> indices(vertices_.allocator());
  Buffer<Aabb<2, T>> touched(vertices_.allocator());
  if (!know_leaves()) return Status::out_of_memory;
  // The wall that ends at the first moves too.
  for (std::uint32_t i = first == 0 ? 0 : first - 1; i <= last; ++i) {
    const std::uint32_t index = leaf_with(i);
    if (index == kNoWall || (!indices.empty() && indices.back() == index)) continue;
    if (!indices.push_back(index)) return Status::out_of_memory;
  }
  if (!touched.reserve(indices.size())) return Status::out_of_memory;
  for (const std::uint32_t index : indices) (void)touched.push_back(box_of(leaves_[index]));
  std::copy(vertices.begin(), vertices.end(), vertices_.begin() + first);
  for (std::size_t i = 0; i < indices.size(); ++i) {
    touched[i] = merge(touched[i], box_of(leaves_[indices[i]]));
  }
  refit(indices);
  // Without memory for a grid searches start at the root.
  if (!refresh_grid(touched)) grid_ = {};
  return Status::ok;
}

// Sorts all leaves in space again, with space for more.
template <class T>
bool ChainTreeState<T>::reorder(std::size_t more) {
  Buffer<ChainLeaf> leaves(vertices_.allocator());
  Buffer<Aabb<2, T>> boxes(vertices_.allocator());
  Buffer<std::uint32_t> by_first(vertices_.allocator());
  const std::size_t live = leaves_.size() - free_leaves_.size();
  if (!leaves.reserve(live) || !boxes.reserve(live) || !by_first.reserve(live + more)) return false;
  Aabb<2, T> bounds = Aabb<2, T>::nothing();
  for (const ChainLeaf& leaf : leaves_) {
    if (leaf.walls == 0) continue;
    (void)leaves.push_back(leaf);
    (void)boxes.push_back(box_of(leaf));
    bounds = merge(bounds, boxes.back());
  }
  bounds_ = bounds;
  if (!order(leaves, boxes, more)) return false;
  grid_.covered = Aabb<2, T>::nothing();  // its cells name nodes of the old order
  free_leaves_.clear();
  by_first_ = std::move(by_first);
  known_ = false;
  return know_leaves();
}

template <class T>
InsertedChain ChainTreeState<T>::insert(std::span<const Vec<2, T>> vertices) {
  if (vertices.size() < 2) return {Status::no_points};
  if (vertices.size() + vertex_count_ >= std::size_t(1) << 31) return {Status::too_many_objects};
  for (const Vec<2, T>& v : vertices) {
    const Status status = check_point(v, T(0));
    if (status != Status::ok) return {status};
  }
  if (levels_ == 0) {
    const WallChain all{0, static_cast<std::uint32_t>(vertices.size())};
    return {build(vertices, {&all, 1}, T(0)), all};
  }
  const auto count = static_cast<std::uint32_t>(vertices.size());
  const std::uint32_t needed = (count - 2) / kChainWidth + 1;

  // Allocate everything before anything changes.
  Buffer<std::uint32_t> indices(vertices_.allocator());
  Buffer<Aabb<2, T>> touched(vertices_.allocator());
  if (!know_leaves() || !indices.reserve(needed) || !touched.reserve(needed) ||
      !by_first_.grow(by_first_.size() + needed) ||
      !vertices_.grow(vertex_count_ + count + kChainWidth + 1)) {
    return {Status::out_of_memory};
  }
  const std::size_t space = leaves_.capacity() - leaves_.size() + free_leaves_.size();
  if (space < needed && !reorder(std::max<std::size_t>(needed, leaves_.size() / 8 + 64))) {
    return {Status::out_of_memory};
  }

  const WallChain chain = take_vertices(count);
  std::copy(vertices.begin(), vertices.end(), vertices_.begin() + chain.first);
  for (std::uint32_t i = 0; i < needed; ++i) {
    const std::uint32_t first = chain.first + i * kChainWidth;
    const std::uint32_t walls = std::min(kChainWidth, chain.first + count - 1 - first);
    const ChainLeaf leaf{first, (1u << walls) - 1};
    std::uint32_t index = static_cast<std::uint32_t>(leaves_.size());
    if (free_leaves_.empty()) {
      (void)leaves_.push_back(leaf);
    } else {
      index = free_leaves_.back();
      free_leaves_.pop_back();
      leaves_[index] = leaf;
    }
    (void)indices.push_back(index);
    (void)touched.push_back(box_of(leaf));
    know(index);
  }
  wall_count_ += count - 1;
  refit(indices);
  if (!refresh_grid(touched)) grid_ = {};
  return {Status::ok, chain};
}

// Inserts into the order by first vertices; usually at the end.
template <class T>
void ChainTreeState<T>::know(std::uint32_t index) {
  (void)by_first_.push_back(index);
  const auto before = [&](std::uint32_t a, std::uint32_t b) {
    return leaves_[a].first < leaves_[b].first;
  };
  auto* const last = by_first_.end() - 1;
  std::rotate(std::upper_bound(by_first_.begin(), last, index, before), last, by_first_.end());
}

// Takes the smallest free run that is long enough, else new indices. Precondition: memory is
// reserved.
template <class T>
WallChain ChainTreeState<T>::take_vertices(std::uint32_t count) {
  WallChain* best = nullptr;
  for (WallChain& free : free_vertices_) {
    if (free.count >= count && (best == nullptr || free.count < best->count)) best = &free;
  }
  if (best == nullptr) {
    const WallChain chain{static_cast<std::uint32_t>(vertex_count_), count};
    vertex_count_ += count;
    const std::size_t old = vertices_.size();
    vertices_.set_size(vertex_count_ + kChainWidth + 1);
    std::fill(vertices_.begin() + old, vertices_.end(), Vec<2, T>{});
    return chain;
  }
  const WallChain chain{best->first, count};
  best->first += count;
  best->count -= count;
  if (best->count == 0) {
    *best = free_vertices_.back();
    free_vertices_.pop_back();
  }
  return chain;
}

template <class T>
Status ChainTreeState<T>::erase(const WallChain& chain) {
  if (chain.count < 2 || std::uint64_t(chain.first) + chain.count > vertex_count_) {
    return Status::stale_handle;
  }
  if (!know_leaves()) return Status::out_of_memory;
  const std::uint32_t end = chain.first + chain.count - 1;
  Buffer<std::uint32_t> indices(vertices_.allocator());
  Buffer<Aabb<2, T>> touched(vertices_.allocator());
  for (std::uint32_t i = chain.first; i < end; ++i) {
    const std::uint32_t index = leaf_with(i);
    if (index == kNoWall) return Status::stale_handle;
    if (!indices.empty() && indices.back() == index) continue;
    if (!indices.push_back(index) || !touched.push_back(box_of(leaves_[index]))) {
      return Status::out_of_memory;
    }
  }
  if (!free_leaves_.grow(free_leaves_.size() + indices.size()) ||
      !free_vertices_.grow(free_vertices_.size() + 1)) {
    return Status::out_of_memory;
  }
  // Ends may belong to other walls too.
  const bool begins_other = leaf_with(end) != kNoWall;
  const bool ends_other = chain.first != 0 && leaf_with(chain.first - 1) != kNoWall;
  for (const std::uint32_t index : indices) {
    ChainLeaf& leaf = leaves_[index];
    for (std::uint32_t i = 0; i < kChainWidth; ++i) {
      const std::uint32_t vertex = leaf.first + i;
      if (vertex >= chain.first && vertex < end) leaf.walls &= ~(1u << i);
    }
    if (leaf.walls == 0) (void)free_leaves_.push_back(index);
  }
  const auto is_empty = [&](std::uint32_t index) { return leaves_[index].walls == 0; };
  auto* const new_end = std::remove_if(by_first_.begin(), by_first_.end(), is_empty);
  by_first_.set_size(static_cast<std::size_t>(new_end - by_first_.begin()));
  wall_count_ -= chain.count - 1;
  const std::uint32_t free_first = chain.first + ends_other;
  const std::uint32_t free_end = end + 1 - begins_other;
  if (free_first < free_end) (void)free_vertices_.push_back({free_first, free_end - free_first});
  refit(indices);
  if (!refresh_grid(touched)) grid_ = {};
  return Status::ok;
}

}  // namespace masu::detail
