// SPDX-License-Identifier: MIT
// ChainLayout: the canonical form of a set of chains, with rules for their starts, directions and
// order.
#pragma once

#include <masu/core/aabb.hpp>
#include <masu/spatial_order/hilbert.hpp>
#include "core/radix_sort.hpp"

#include "corridor/chain_walk.hpp"

namespace masu::detail {

template <class T>
class ChainLayout {
 public:
  using Key = KeyedItem<std::uint32_t>;

  explicit ChainLayout(Allocator allocator)
      : boxes_(allocator), keys_(allocator), scratch_(allocator) {}

  // O(n + c log c) for c chains.
  bool run(ChainDraft<T>& draft) {
    for (WallChain& chain : draft.chains) {
      if (chain.depth == ChainWalk<T>::kTurns) start_at_least(draft, chain);
      chain.depth = 0;
      if (runs_backward(draft, chain)) reverse(draft, chain);
    }
    return draft.chains.size() < 2 || (sort(draft) && deliver(draft));
  }

 private:
  static std::span<Vec<2, T>> points_of(ChainDraft<T>& draft, const WallChain& chain) {
    return {draft.points.data() + chain.first, chain.count};
  }

  static void start_at_least(ChainDraft<T>& draft, const WallChain& chain) {
    const auto points = points_of(draft, chain).first(chain.count - 1);
    const auto least = std::min_element(points.begin(), points.end(), less_xy<T>) - points.begin();
    const auto rotate = [&](auto* items) {
      std::rotate(items, items + least, items + chain.count - 1);
    };
    rotate(draft.points.data() + chain.first);
    rotate(draft.sources.data() + chain.first);
    rotate(draft.votes.data() + chain.first);
    points_of(draft, chain).back() = points.front();
  }

  static bool runs_backward(const ChainDraft<T>& draft, const WallChain& chain) {
    std::int64_t sum = 0;
    for (std::uint32_t i = 0; i < chain.count; ++i) sum += draft.votes[chain.first + i];
    if (sum != 0) return sum < 0;
    const Vec<2, T>* p = draft.points.data() + chain.first;
    const std::uint32_t last = chain.count - 1;
    return chain.loop() ? less_xy(p[last - 1], p[1]) : less_xy(p[last], p[0]);
  }

  static void reverse(ChainDraft<T>& draft, const WallChain& chain) {
    const auto walls = chain.count - 1;
    std::uint32_t* sources = draft.sources.data() + chain.first;
    std::int32_t* votes = draft.votes.data() + chain.first;
    std::reverse(draft.points.data() + chain.first,
                 draft.points.data() + chain.first + chain.count);
    std::reverse(sources, sources + walls);
    std::reverse(votes, votes + walls);
    for (std::uint32_t i = 0; i < walls; ++i) {
      sources[i] ^= kFlippedWall;
      votes[i] = -votes[i];
    }
  }

  // Sorts by the Hilbert code of the center of the box; chains in one cell by their ends.
  bool sort(ChainDraft<T>& draft) {
    const std::size_t n = draft.chains.size();
    if (!boxes_.resize(n) || !keys_.resize(n)) return false;
    Aabb<2, double> all = Aabb<2, double>::nothing();
    for (std::size_t i = 0; i < n; ++i) {
      boxes_[i] = Aabb<2, double>::nothing();
      for (const Vec<2, T>& p : points_of(draft, draft.chains[i])) {
        boxes_[i] = merge(boxes_[i], Aabb<2, double>::of_point(vec_cast<double>(p)));
      }
      all = merge(all, boxes_[i]);
    }
    for (std::uint32_t i = 0; i < n; ++i) keys_[i] = {code_in(all, boxes_[i]), i};
    if (!radix_sort(keys_, scratch_)) return false;
    for (std::size_t from = 0, to = 0; from < n; from = to) {
      while (to < n && keys_[to].key == keys_[from].key) ++to;
      std::sort(keys_.begin() + from, keys_.begin() + to, [&](const Key& a, const Key& b) {
        return less(end_of(draft, draft.chains[a.item]), end_of(draft, draft.chains[b.item]));
      });
    }
    return true;
  }

  // The lesser end of a chain, and the vertex next to it: no two chains share both.
  struct End {
    Vec<2, T> p;
    Vec<2, T> next;
  };
  static bool less(const End& x, const End& y) {
    return x.p != y.p ? less_xy(x.p, y.p) : less_xy(x.next, y.next);
  }
  static End end_of(const ChainDraft<T>& draft, const WallChain& chain) {
    const Vec<2, T>* p = draft.points.data() + chain.first;
    const End front{p[0], p[1]};
    const End back{p[chain.count - 1], p[chain.count - 2]};
    return less(front, back) ? front : back;
  }

  // 2^16 square cells per axis.
  static std::uint32_t code_in(const Aabb<2, double>& all, const Aabb<2, double>& box) {
    const Vec<2, double> size = all.max - all.min;
    const double side = size[0] > size[1] ? size[0] : size[1];
    CellCoords<2> cell{};
    for (int a = 0; a < 2; ++a) {
      const double center = 0.5 * box.min[a] + 0.5 * box.max[a];
      const double scaled = (center - all.min[a]) / side * 65536;
      cell[a] = scaled < 65535 ? static_cast<std::uint32_t>(scaled > 0 ? scaled : 0) : 65535u;
    }
    return hilbert_encode<2, std::uint32_t>(cell, 16);
  }

  bool deliver(ChainDraft<T>& draft) {
    ChainDraft<T> sorted(draft.points.allocator());
    const std::size_t n = draft.points.size();
    if (!sorted.points.resize(n) || !sorted.sources.resize(n) || !sorted.votes.resize(n)) {
      return false;
    }
    if (!sorted.chains.reserve(draft.chains.size())) return false;
    std::uint32_t first = 0;
    for (const Key& key : keys_) {
      WallChain chain = draft.chains[key.item];
      const auto move = [&](const auto& from, auto& to) {
        std::copy_n(from.data() + chain.first, chain.count, to.data() + first);
      };
      move(draft.points, sorted.points);
      move(draft.sources, sorted.sources);
      move(draft.votes, sorted.votes);
      chain.first = first;
      first += chain.count;
      if (!sorted.chains.push_back(chain)) return false;
    }
    draft = std::move(sorted);
    return true;
  }

  Buffer<Aabb<2, double>> boxes_;
  Buffer<Key> keys_;
  Buffer<Key> scratch_;
};

}  // namespace masu::detail
