// SPDX-License-Identifier: MIT
// Traversals of the tree over walls: nearest first, everything within a distance, along a path.
#if defined(MASU_CHAIN_WALK_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef MASU_CHAIN_WALK_INL_HPP
#undef MASU_CHAIN_WALK_INL_HPP
#else
#define MASU_CHAIN_WALK_INL_HPP
#endif

#include <bit>

#include <hwy/cache_control.h>

#include "corridor/chain_lanes-inl.hpp"
#include "corridor/near_list.hpp"

HWY_BEFORE_NAMESPACE();
namespace masu::detail::HWY_NAMESPACE {

// A node to visit later, and a lower bound of any result in it.
template <class T>
struct ChainEntry {
  T bound;
  std::uint32_t level;
  std::uint32_t node;
};

// Sorts the lanes of `bits`, those of the smallest bound first; equal ones by lane. Few are left
// usually, so by insertion.
template <class T>
HWY_INLINE std::uint32_t sort_lanes(const T* HWY_RESTRICT bound, std::uint32_t bits,
                                    std::uint32_t* HWY_RESTRICT lane) {
  std::uint32_t size = 0;
  for (; bits != 0; bits &= bits - 1) {
    const auto next = static_cast<std::uint32_t>(std::countr_zero(bits));
    std::uint32_t at = size++;
    for (; at != 0 && bound[next] < bound[lane[at - 1]]; --at) lane[at] = lane[at - 1];
    lane[at] = next;
  }
  return size;
}

// Prefetches a node, and its leaves: both at once, since each is a cache miss in a large tree.
template <class T>
HWY_INLINE void fetch_node(const ChainNodes<T>& nodes, const ChainEntry<T>& next) {
  const auto* const node = reinterpret_cast<const char*>(&nodes.at(next.level, next.node));
  for (std::size_t at = 0; at < sizeof(ChainNode<T>); at += 64) hwy::Prefetch(node + at);
  if (next.level == 0) hwy::Prefetch(nodes.leaf + kChainWidth * next.node);
}

// Nodes still to be visited; of siblings the one with the smallest bound is on top.
template <class T>
struct ChainStack {
  ChainEntry<T> entry[kChainStack];
  std::uint32_t size = 0;

  ChainStack(const ChainNodes<T>& nodes, ChainStarts starts) {
    for (const ChainStart s : starts) {
      if (!s) continue;
      entry[size++] = {T(0), s.level(), s.node()};
      fetch_node(nodes, entry[size - 1]);
    }
  }

  HWY_INLINE void push(const ChainNodes<T>& nodes, const ChainEntry<T>& parent,
                       const T* HWY_RESTRICT bound, std::uint32_t bits) {
    std::uint32_t lane[kChainWidth];
    for (std::uint32_t i = sort_lanes(bound, bits, lane); i-- != 0;) {
      const std::uint32_t child = kChainWidth * parent.node + lane[i];
      entry[size++] = {bound[lane[i]], parent.level - 1, child};
    }
    if (bits != 0) fetch_node(nodes, entry[size - 1]);
  }
};

template <class T>
HWY_INLINE const ChainLeaf& leaf_of(const ChainNodes<T>& nodes, const ChainEntry<T>& parent,
                                    std::uint32_t lane) {
  return nodes.leaf[kChainWidth * parent.node + lane];
}

template <class T>
HWY_INLINE void fetch_walls(const ChainNodes<T>& nodes, const ChainEntry<T>& parent,
                            const std::uint32_t* HWY_RESTRICT lane, std::uint32_t size) {
  for (std::uint32_t i = 0; i < size; ++i) {
    const Vec<2, T>* const from = nodes.vertex + leaf_of(nodes, parent, lane[i]).first;
    hwy::Prefetch(from);
    hwy::Prefetch(from + kChainWidth);
  }
}

template <class T>
HWY_INLINE void nearest_in_leaf(const ChainNodes<T>& nodes, const ChainLeaf& leaf,
                                const Vec<2, T>& p, WallDistance<T>& best) {
  const WallDistance<T> own = nearest_wall(nodes, leaf, p);
  const bool nearer = own.distance_squared < best.distance_squared ||
                      (own.distance_squared == best.distance_squared && own.wall < best.wall);
  best.distance_squared = nearer ? own.distance_squared : best.distance_squared;
  best.wall = nearer ? own.wall : best.wall;
}

// The boxes of the leaves at which a search starts, if it does not start above them: there is no
// stack, and all distant memory is prefetched at once.
template <class T>
struct NearLeaves {
  HWY_ALIGN T bound[kChainStarts * kChainWidth];
  std::uint32_t first[kChainStarts];  // leaf
  std::uint32_t nodes = 0;
  std::uint32_t bits = 0;  // of those near enough

  const ChainLeaf& leaf(const ChainNodes<T>& tree, std::uint32_t lane) const {
    return tree.leaf[first[lane / kChainWidth] + lane % kChainWidth];
  }

  HWY_INLINE void fetch_walls(const ChainNodes<T>& tree) const {
    for (std::uint32_t left = bits; left != 0; left &= left - 1) {
      const auto lane = static_cast<std::uint32_t>(std::countr_zero(left));
      const Vec<2, T>* const from = tree.vertex + leaf(tree, lane).first;
      hwy::Prefetch(from);
      hwy::Prefetch(from + kChainWidth);
    }
  }

  // Returns false if it starts above.
  HWY_INLINE bool test_nodes(const ChainNodes<T>& tree, ChainStarts starts, const Vec<2, T>& p,
                             T limit) {
    std::uint32_t high = 0;
    for (const ChainStart s : starts) {
      if (!s) break;
      fetch_node(tree, ChainEntry<T>{0, 0, s.node()});
      high |= s.level();
      first[nodes++] = kChainWidth * s.node();
    }
    if (high != 0) return false;
    for (std::uint32_t i = 0; i < nodes; ++i) {
      const std::uint32_t at = kChainWidth * i;
      bits |= near_boxes(tree.at(0, first[i] / kChainWidth), p, limit, bound + at) << at;
    }
    return true;
  }
};

// Without branches, which would wait for the cell, and be mispredicted: for missing nodes the root
// is loaded.
template <class T>
void load_nodes(const ChainNodes<T>& nodes, ChainStarts starts) {
  for (const ChainStart s : starts) {
    const std::uint32_t key = s ? s.key : ChainStart(nodes.levels - 1, 0).key;
    const ChainStart start(key >> 28, key & 0x0fff'ffffu);
    const auto* const node = reinterpret_cast<const char*>(&nodes.at(start.level(), start.node()));
    for (std::size_t line = 0; line < sizeof(ChainNode<T>); line += 64) hwy::Prefetch(node + line);
    hwy::Prefetch(nodes.leaf + (start.level() == 0 ? kChainWidth * start.node() : 0));
  }
}

// Prefetches the first leaves that are near, usually all of them.
template <class T>
void load_walls(const ChainNodes<T>& nodes, ChainStarts starts, const Vec<2, T>& p,
                T radius_squared) {
  constexpr int kMost = 3;
  NearLeaves<T> near;
  if (!near.test_nodes(nodes, starts, p, radius_squared)) return;
  std::uint32_t lane = 0;
  for (int i = 0; i < kMost && near.nodes != 0; ++i, near.bits &= near.bits - 1) {
    lane = near.bits != 0 ? static_cast<std::uint32_t>(std::countr_zero(near.bits)) : lane;
    const Vec<2, T>* const from = nodes.vertex + near.leaf(nodes, lane).first;
    hwy::Prefetch(from);
    hwy::Prefetch(from + kChainWidth);
  }
}

template <class T>
HWY_INLINE void nearest_of_leaves(const ChainNodes<T>& nodes, const NearLeaves<T>& near,
                                  const Vec<2, T>& p, WallDistance<T>& best, ChainCounts& counts) {
  std::uint32_t lane[kChainStarts * kChainWidth];
  const std::uint32_t size = sort_lanes(near.bound, near.bits, lane);
  near.fetch_walls(nodes);
  counts.nodes += near.nodes;
  for (std::uint32_t i = 0; i < size && near.bound[lane[i]] <= best.distance_squared; ++i) {
    const ChainLeaf& leaf = near.leaf(nodes, lane[i]);
    counts.tests += static_cast<std::uint64_t>(std::popcount(leaf.walls));
    nearest_in_leaf(nodes, leaf, p, best);
  }
}

template <class T>
void nearest(const ChainNodes<T>& nodes, ChainStarts starts, const Vec<2, T>& p,
             WallDistance<T>& found, ChainCounts& counts) {
  WallDistance<T> best = found;
  NearLeaves<T> near;
  if (near.test_nodes(nodes, starts, p, best.distance_squared)) {
    nearest_of_leaves(nodes, near, p, best, counts);
    found = best;
    return;
  }
  ChainStack<T> stack(nodes, starts);
  HWY_ALIGN T bound[kChainWidth];
  std::uint32_t lane[kChainWidth];
  while (stack.size != 0) {
    const ChainEntry<T> entry = stack.entry[--stack.size];
    if (entry.bound > best.distance_squared) continue;
    ++counts.nodes;
    const std::uint32_t bits =
        near_boxes(nodes.at(entry.level, entry.node), p, best.distance_squared, bound);
    if (entry.level != 0) {
      stack.push(nodes, entry, bound, bits);
      continue;
    }
    const std::uint32_t size = sort_lanes(bound, bits, lane);
    fetch_walls(nodes, entry, lane, size);
    for (std::uint32_t i = 0; i < size && bound[lane[i]] <= best.distance_squared; ++i) {
      const ChainLeaf& leaf = leaf_of(nodes, entry, lane[i]);
      counts.tests += static_cast<std::uint64_t>(std::popcount(leaf.walls));
      nearest_in_leaf(nodes, leaf, p, best);
    }
  }
  found = best;
}

// Sinks of the walls within a distance; add() returns whether to continue.
template <class T>
struct BlockSink {
  ChainBlock<T>& out;

  HWY_INLINE bool add(const ChainNodes<T>&, const ChainLeaf& leaf, std::uint32_t found,
                      const T* HWY_RESTRICT squares) {
    if (out.size + kChainWidth > ChainBlock<T>::kCapacity && !out.flush()) return false;
    for (; found != 0; found &= found - 1) {
      const int i = std::countr_zero(found);
      out.data[out.size++] = {squares[i], leaf.first + static_cast<std::uint32_t>(i)};
    }
    return true;
  }
};

template <class T>
struct ListSink {
  NearList& out;

  HWY_INLINE bool add(const ChainNodes<T>& nodes, const ChainLeaf& leaf, std::uint32_t found,
                      const T* HWY_RESTRICT) {
    for (; found != 0; found &= found - 1) {
      if (out.size == NearList::kMost) return false;
      const std::uint32_t wall = leaf.first + static_cast<std::uint32_t>(std::countr_zero(found));
      const Vec<2, T>* const ends = nodes.vertex + wall;
      out.wall[out.size] = wall;
      for (int axis = 0; axis < 2; ++axis) {
        out.a[axis][out.size] = double(ends[0][axis]);
        out.b[axis][out.size] = double(ends[1][axis]);
      }
      ++out.size;
    }
    return true;
  }
};

template <class T, class Sink>
HWY_INLINE bool within_to(const ChainNodes<T>& nodes, ChainStarts starts, const Vec<2, T>& p,
                          T radius_squared, Sink sink, ChainCounts& counts) {
  HWY_ALIGN T squares[kChainWidth];
  const auto take = [&](const ChainLeaf& leaf) {
    counts.tests += static_cast<std::uint64_t>(std::popcount(leaf.walls));
    return sink.add(nodes, leaf, near_walls(nodes, leaf, p, radius_squared, squares), squares);
  };
  NearLeaves<T> near;
  if (near.test_nodes(nodes, starts, p, radius_squared)) {
    counts.nodes += near.nodes;
    for (std::uint32_t bits = near.bits; bits != 0; bits &= bits - 1) {
      const auto lane = static_cast<std::uint32_t>(std::countr_zero(bits));
      if (!take(near.leaf(nodes, lane))) return false;
    }
    return true;
  }
  ChainStack<T> stack(nodes, starts);
  while (stack.size != 0) {
    const ChainEntry<T> entry = stack.entry[--stack.size];
    ++counts.nodes;
    std::uint32_t bits = near_boxes(nodes.at(entry.level, entry.node), p, radius_squared, squares);
    if (entry.level != 0) {
      stack.push(nodes, entry, squares, bits);
      continue;
    }
    for (; bits != 0; bits &= bits - 1) {
      const auto lane = static_cast<std::uint32_t>(std::countr_zero(bits));
      if (!take(leaf_of(nodes, entry, lane))) return false;
    }
  }
  return true;
}

template <class T>
bool within(const ChainNodes<T>& nodes, ChainStarts starts, const Vec<2, T>& p, T radius_squared,
            ChainBlock<T>& out, ChainCounts& counts) {
  return within_to(nodes, starts, p, radius_squared, BlockSink<T>{out}, counts);
}

template <class T>
bool gather(const ChainNodes<T>& nodes, ChainStarts starts, const Vec<2, T>& p, T radius_squared,
            NearList& out, ChainCounts& counts) {
  return within_to(nodes, starts, p, radius_squared, ListSink<T>{out}, counts);
}

// The end of the path as lanes compare it: never before the true one.
template <class T>
HWY_INLINE T end_of(const ChainPath<T>& path) {
  return round_up<T>(path.max_t);
}

template <class T>
void along(const ChainNodes<T>& nodes, ChainStarts starts, ChainPath<T>& path,
           ChainCounts& counts) {
  ChainStack<T> stack(nodes, starts);
  HWY_ALIGN T enter[kChainWidth];
  HWY_ALIGN T enter_wall[kChainWidth];
  std::uint32_t lane[kChainWidth];
  PathLanes<T> lanes{path, end_of(path)};
  while (stack.size != 0) {
    const ChainEntry<T> entry = stack.entry[--stack.size];
    if (entry.bound > lanes.end) continue;
    ++counts.nodes;
    path.trace.on(VisitNode{ChainStart(entry.level, entry.node).key});
    const std::uint32_t bits = boxes_on(nodes.at(entry.level, entry.node), lanes, enter);
    if (entry.level != 0) {
      stack.push(nodes, entry, enter, bits);
      continue;
    }
    const std::uint32_t size = sort_lanes(enter, bits, lane);
    fetch_walls(nodes, entry, lane, size);
    for (std::uint32_t i = 0; i < size && enter[lane[i]] <= lanes.end; ++i) {
      const ChainLeaf& leaf = leaf_of(nodes, entry, lane[i]);
      std::uint32_t walls = walls_on(nodes, leaf, lanes, enter_wall);
      for (; walls != 0; walls &= walls - 1) {
        const int k = std::countr_zero(walls);
        ++counts.tests;
        path.max_t = path.measure(leaf.first + static_cast<std::uint32_t>(k), path.max_t);
      }
      lanes.end = end_of(path);
    }
  }
}

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target include guard
