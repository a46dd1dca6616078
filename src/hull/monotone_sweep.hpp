// SPDX-License-Identifier: MIT
// A sweep line over polygons from left to right: checks that they are simple, and splits them into
// monotone faces, whose two chains lead from the left end to the right end.
#pragma once

#include <cstring>

#include <masu/core/status.hpp>
#include <masu/hull/polygon_decomposition.hpp>

#include "hull/planar_faces.hpp"

namespace masu::detail {

// The edges that the line crosses are sorted from bottom to top. Corners are in the order of (x,
// y), so equal x need no care. Two edges that cross or touch are neighbors before they do (M. I.
// Shamos, D. Hoey, "Geometric Intersection Problems", 1976); as soon as edges become neighbors, the
// one that ends first is tested against the other: one sign, and exact.
//
// A corner inside a polygon whose edges both lead right, or both left, gets a diagonal to the other
// side (M. R. Garey, D. S. Johnson, F. P. Preparata, R. E. Tarjan, "Triangulating a Simple
// Polygon", 1978; de Berg et al., "Computational Geometry", chapter 3). The edge below a strip of
// inside stores its helper: the last corner visited in that strip.
template <class T>
class MonotoneSweep {
 public:
  using Points = std::span<const Vec<2, T>>;
  using Index = PlanarFaces::Index;

  explicit MonotoneSweep(Allocator allocator) : allocator_(allocator) {}

  // `order`: the corners from left to right; `rank`: the index of each in it. Statuses: touching,
  // inverted, out_of_memory. The trace receives DiagonalDrawn.
  template <class Trace>
  Status run(Points points, std::span<const Index> order, std::span<const Index> rank,
             PlanarFaces& faces, HullStats& stats, const Trace& trace) {
    points_ = points;
    rank_ = rank;
    faces_ = &faces;
    stats_ = &stats;
    inverted_ = false;
    if (!start()) return Status::out_of_memory;
    for (const Index v : order) {
      if (!pass(v, trace)) return Status::touching;
    }
    return inverted_ ? Status::inverted : Status::ok;
  }

 private:
  // Neighbors along the loops are constant; those of the faces change.
  bool start() {
    const Index count = faces_->corner_count();
    line_.clear();
    if (!after_.resize(count) || !before_.resize(count) || !helper_.resize(count) ||
        !line_.reserve(count)) {
      return false;
    }
    for (Index v = 0; v < count; ++v) {
      after_[v] = faces_->next(v);
      before_[v] = faces_->previous(v);
    }
    return true;
  }

  // Returns false if edges cross or touch.
  template <class Trace>
  bool pass(Index v, const Trace& trace) {
    const Index from = before_[v];
    const bool comes = is_left(from, v);
    const bool goes_back = is_left(after_[v], v);
    const std::size_t ends = std::size_t(comes) + std::size_t(goes_back);
    const std::size_t at = first_not_below(v);
    for (std::size_t k = at; k < at + ends; ++k) {
      if (k >= line_.size() || right_end(line_[k]) != v) return false;
    }
    if (at + ends < line_.size() && side(line_[at + ends], v) == 0) return false;
    int orientation = 1;
    if (ends != 1) {
      orientation = counted_orient(points_[from], points_[v], points_[after_[v]], *stats_);
      if (orientation == 0) return false;  // back along the same line
    }
    const bool inside_below = ends == 1 ? goes_back : orientation < 0;
    cut(v, at, ends, inside_below, trace);
    return change_line(v, at, ends, orientation);
  }

  template <class Trace>
  void cut(Index v, std::size_t at, std::size_t ends, bool inside_below, const Trace& trace) {
    const bool strip_below = at > 0 && is_left(line_[at - 1], after_[line_[at - 1]]);
    if (strip_below != inside_below) inverted_ = true;
    if (inverted_) return;  // only crossings matter now
    if (is_left(before_[v], v)) join_if_merge(v, helper_[before_[v]], trace);
    if (inside_below) {
      Index& helper = helper_[line_[at - 1]];
      if (ends == 0) {
        join(v, helper, trace);
      } else {
        join_if_merge(v, helper, trace);
      }
      helper = v;
    }
    if (!is_left(after_[v], v)) helper_[v] = v;
  }

  template <class Trace>
  void join_if_merge(Index v, Index helper, const Trace& trace) {
    // Only such helpers have both edges to their left.
    if (is_left(before_[helper], helper) && is_left(after_[helper], helper)) join(v, helper, trace);
  }
  template <class Trace>
  void join(Index u, Index v, const Trace& trace) {
    const Index e = faces_->towards(points_, u, points_[v], *stats_);
    const Index f = faces_->towards(points_, v, points_[u], *stats_);
    faces_->join(e, f);
    ++stats_->faces;
    trace.on(DiagonalDrawn{u, v});
  }

  bool change_line(Index v, std::size_t at, std::size_t ends, int orientation) {
    if (ends == 1) {
      line_[at] = line_[at] == v ? before_[v] : v;
      return keep_apart(at) && keep_apart(at + 1);
    }
    if (ends == 2) {
      move_tail(at + 2, at);
      return keep_apart(at);
    }
    move_tail(at, at + 2);
    line_[at] = orientation > 0 ? v : before_[v];
    line_[at + 1] = orientation > 0 ? before_[v] : v;
    return keep_apart(at) && keep_apart(at + 2);
  }
  void move_tail(std::size_t from, std::size_t to) {
    const std::size_t count = line_.size() - from;
    line_.set_size(to + count);  // reserved: each edge is on the line once
    std::memmove(line_.data() + to, line_.data() + from, count * sizeof(Index));
  }

  // Returns whether the edge below index `k` stays below it, as far as both extend.
  bool keep_apart(std::size_t k) const {
    if (k == 0 || k >= line_.size()) return true;
    const Index low = right_end(line_[k - 1]);
    const Index high = right_end(line_[k]);
    if (low == high) return true;
    return is_left(low, high) ? side(line_[k], low) < 0 : side(line_[k - 1], high) > 0;
  }

  // Returns the index of the first edge that is not strictly below.
  std::size_t first_not_below(Index v) const {
    std::size_t low = 0;
    std::size_t high = line_.size();
    while (low < high) {
      const std::size_t mid = low + (high - low) / 2;
      if (side(line_[mid], v) > 0) {
        low = mid + 1;
      } else {
        high = mid;
      }
    }
    return low;
  }

  bool is_left(Index u, Index v) const { return rank_[u] < rank_[v]; }
  Index right_end(Index edge) const { return is_left(edge, after_[edge]) ? after_[edge] : edge; }
  // 1: v lies above the edge.
  int side(Index edge, Index v) const {
    const bool right = is_left(edge, after_[edge]);
    const Index a = right ? edge : after_[edge];
    const Index b = right ? after_[edge] : edge;
    return a == v || b == v ? 0 : counted_orient(points_[a], points_[b], points_[v], *stats_);
  }

  Points points_;
  std::span<const Index> rank_;
  PlanarFaces* faces_ = nullptr;
  HullStats* stats_ = nullptr;
  bool inverted_ = false;
  Allocator allocator_;  // of all members below
  Buffer<Index> after_{allocator_};
  Buffer<Index> before_{allocator_};
  Buffer<Index> helper_{allocator_};  // by edge
  Buffer<Index> line_{allocator_};
};

}  // namespace masu::detail
