// SPDX-License-Identifier: MIT
// ChainWalk: walks from edge to edge, through vertices with two edges, until a chain ends or
// closes.
#pragma once

#include "corridor/chain_draft.hpp"

namespace masu::detail {

template <class T>
class ChainWalk {
 public:
  // Stored in `depth`, which is not known yet: a loop that may start at any of its vertices.
  static constexpr std::uint32_t kTurns = 1;

  ChainWalk(std::span<const WallVertex<T>> vertices, std::span<const WallEdge> edges,
            Allocator allocator)
      : vertices_(vertices), edges_(edges), walked_(allocator) {}

  // Makes chains in no particular order or direction, loops from any vertex. O(n). Statuses:
  // too_many_objects, out_of_memory.
  Status run(ChainDraft<T>& draft) {
    const auto n = static_cast<std::uint32_t>(edges_.size());
    if (!walked_.resize(n) || !draft.reserve(std::size_t(n) + n / 8 + 16)) {
      return Status::out_of_memory;
    }
    std::fill(walked_.begin(), walked_.end(), std::uint8_t(0));
    const bool done = walk_all(draft);
    if (draft.points.size() > kMostWalls) return Status::too_many_objects;
    return done ? Status::ok : Status::out_of_memory;
  }

 private:
  bool walk_all(ChainDraft<T>& draft) {
    const auto n = static_cast<std::uint32_t>(edges_.size());
    for (std::uint32_t e = 0; e < n; ++e) {
      for (const std::uint32_t end : {edges_[e].u, edges_[e].v}) {
        if (walked_[e] == 0 && vertices_[end].degree != 2 && !walk(end, e, draft)) return false;
      }
    }
    // The rest has no ends.
    for (std::uint32_t e = 0; e < n; ++e) {
      if (walked_[e] == 0 && !walk(edges_[e].u, e, draft)) return false;
    }
    return true;
  }

  bool walk(std::uint32_t start, std::uint32_t e, ChainDraft<T>& draft) {
    if (draft.points.size() > kMostWalls) return false;
    const std::uint32_t first = draft.size();
    std::uint32_t v = start;
    do {
      walked_[e] = 1;
      const WallEdge& edge = edges_[e];
      const bool along = edge.u == v;
      const std::uint32_t source = along ? edge.source : edge.source ^ kFlippedWall;
      if (!draft.push(vertices_[v].p, source, along ? edge.votes : -edge.votes)) return false;
      v = edge.other(v);
      e ^= vertices_[v].link;
    } while (v != start && vertices_[v].degree == 2);
    if (!draft.push(vertices_[v].p, kNoWall, 0)) return false;
    const bool closed = v == start;
    const std::uint32_t depth = closed && vertices_[v].degree == 2 ? kTurns : 0;
    return draft.chains.push_back(
        {first, draft.size() - first, closed ? ChainKind::outline : ChainKind::open, depth});
  }

  std::span<const WallVertex<T>> vertices_;
  std::span<const WallEdge> edges_;
  Buffer<std::uint8_t> walked_;
};

}  // namespace masu::detail
