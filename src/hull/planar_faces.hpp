// SPDX-License-Identifier: MIT
// The faces of loops in 2D and diagonals between their corners, as half-edges.
#pragma once

#include <cstdint>
#include <span>

#include <masu/core/buffer.hpp>
#include <masu/core/vec.hpp>

#include "hull/counted_signs.hpp"

namespace masu::detail {

// Half-edge v is the edge of a loop from corner v to the next, with the inside to its left; its
// right side is not stored. A diagonal adds two consecutive half-edges, each the twin of the other.
class PlanarFaces {
 public:
  using Index = std::uint32_t;
  static constexpr Index kNone = ~Index(0);

  explicit PlanarFaces(Allocator allocator) : edge_(allocator) {}

  // The loops are consecutive among the corners. Reserves memory for all diagonals: n corners in k
  // loops have fewer than n + 3 k. Returns false if out of memory.
  bool start(std::span<const Index> loop_sizes, Index corner_count) {
    corner_count_ = corner_count;
    edge_.clear();
    const std::size_t diagonals = corner_count + 3 * loop_sizes.size();
    if (!edge_.reserve(corner_count + 2 * diagonals)) return false;
    edge_.set_size(corner_count);
    Index first = 0;
    for (const Index size : loop_sizes) {
      for (Index k = 0; k < size; ++k) {
        edge_[first + k] = {first + k, first + (k + 1) % size, first + (k + size - 1) % size};
      }
      first += size;
    }
    return true;
  }

  Index corner_count() const { return corner_count_; }
  Index edge_count() const { return static_cast<Index>(edge_.size()); }
  // kNone after the diagonal is erased.
  Index origin(Index e) const { return edge_[e].origin; }
  Index next(Index e) const { return edge_[e].next; }
  Index previous(Index e) const { return edge_[e].previous; }
  Index head(Index e) const { return origin(next(e)); }
  // Precondition: a diagonal.
  Index twin(Index e) const { return corner_count_ + ((e - corner_count_) ^ 1); }

  // Adds a diagonal between two half-edges' origins, through the inside to the left of both.
  // Returns the new half-edge that leaves the first of them.
  Index join(Index e, Index f) {
    const Index before_e = previous(e);
    const Index before_f = previous(f);
    const Index there = edge_count();
    (void)edge_.push_back({origin(e), kNone, kNone});  // reserved
    (void)edge_.push_back({origin(f), kNone, kNone});
    link(before_e, there);
    link(there, f);
    link(before_f, there + 1);
    link(there + 1, e);
    return there;
  }

  // Returns the half-edge at corner u that has the direction to q on its left, before the next
  // around u.
  template <class T>
  Index towards(std::span<const Vec<2, T>> points, Index u, const Vec<2, T>& q,
                HullStats& stats) const {
    Index e = u;
    while (previous(e) >= corner_count_ && !opens_to(points, e, q, stats)) e = twin(previous(e));
    return e;
  }

  // Returns whether the two faces at a diagonal form one convex face, if both are convex.
  template <class T>
  bool is_needless(std::span<const Vec<2, T>> points, Index e, HullStats& stats) const {
    const auto orientation = [&](Index in, Index out) {
      return counted_orient(points[origin(in)], points[origin(out)], points[head(out)], stats);
    };
    const Index t = twin(e);
    return orientation(previous(e), next(t)) >= 0 && orientation(previous(t), next(e)) >= 0;
  }

  void erase(Index e) {
    const Index t = twin(e);
    link(previous(e), next(t));
    link(previous(t), next(e));
    edge_[e].origin = edge_[t].origin = kNone;
  }

 private:
  struct Edge {
    Index origin, next, previous;
  };

  void link(Index e, Index f) {
    edge_[e].next = f;
    edge_[f].previous = e;
  }

  template <class T>
  bool opens_to(std::span<const Vec<2, T>> points, Index e, const Vec<2, T>& q,
                HullStats& stats) const {
    const Vec<2, T>& u = points[origin(e)];
    const Vec<2, T>& first = points[head(e)];
    const Vec<2, T>& last = points[origin(previous(e))];
    const bool after_first = counted_orient(u, first, q, stats) > 0;
    const bool before_last = counted_orient(u, q, last, stats) > 0;
    const bool narrow = counted_orient(last, u, first, stats) > 0;  // less than half a turn
    return narrow ? after_first && before_last : after_first || before_last;
  }

  Index corner_count_ = 0;
  Buffer<Edge> edge_;
};

}  // namespace masu::detail
