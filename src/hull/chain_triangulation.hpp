// SPDX-License-Identifier: MIT
// Triangulates a face whose two chains lead from its left end to its right end, in linear time.
#pragma once

#include <utility>

#include <masu/hull/polygon_decomposition.hpp>

#include "hull/planar_faces.hpp"

namespace masu::detail {

// Processes corners from left to right. Those with triangles still to make are on a stack: one of
// one chain, then some of the other, where the chain is reflex (M. R. Garey, D. S. Johnson, F. P.
// Preparata, R. E. Tarjan, "Triangulating a Simple Polygon", 1978). Every triangle is an ear when
// it is cut: a corner and its two neighbors in what is left of the face.
template <class T>
class ChainTriangulation {
 public:
  using Points = std::span<const Vec<2, T>>;
  using Index = PlanarFaces::Index;

  explicit ChainTriangulation(Allocator allocator) : out_(allocator), stack_(allocator) {}

  // Returns false if out of memory.
  bool start(Index corner_count) {
    return out_.resize(corner_count) && stack_.reserve(corner_count);
  }

  // Triangulates the face to the left of `first`. The trace receives DiagonalDrawn.
  template <class Trace>
  void run(Points points, std::span<const Index> rank, PlanarFaces& faces, Index first,
           HullStats& stats, const Trace& trace) {
    const Index left = find_left(rank, faces, first);
    stack_.clear();
    push(faces.origin(left));
    Index lower = faces.next(left);
    Index upper = faces.previous(left);
    bool stack_is_lower = false;
    while (true) {
      const bool last = lower == upper;
      const bool is_lower = rank[faces.origin(lower)] < rank[faces.origin(upper)];
      Index& chain = is_lower ? lower : upper;
      const Index v = faces.origin(chain);
      chain = is_lower ? faces.next(chain) : faces.previous(chain);
      if (stack_.size() > 1 && !last && is_lower == stack_is_lower) {
        cut_same_chain(points, faces, v, is_lower, stats, trace);
      } else {
        cut_other_chain(faces, v, stats, trace);
      }
      if (last) return;
      stack_is_lower = is_lower;
    }
  }

 private:
  Index find_left(std::span<const Index> rank, const PlanarFaces& faces, Index first) {
    Index left = first;
    corners_left_ = 0;
    Index e = first;
    do {
      if (rank[faces.origin(e)] < rank[faces.origin(left)]) left = e;
      out_[faces.origin(e)] = e;
      ++corners_left_;
      e = faces.next(e);
    } while (e != first);
    return left;
  }

  // The corner sees the corners at the top of the stack as long as they make a left turn.
  template <class Trace>
  void cut_same_chain(Points points, PlanarFaces& faces, Index v, bool is_lower, HullStats& stats,
                      const Trace& trace) {
    const int convex = is_lower ? 1 : -1;
    while (stack_.size() > 1) {
      const Index top = stack_.back();
      const Index below = stack_[stack_.size() - 2];
      if (counted_orient(points[below], points[top], points[v], stats) != convex) break;
      cut_ear(faces, top, stats, trace);
      stack_.pop_back();
    }
    push(v);
  }

  // The corner sees the whole stack; its top stays.
  template <class Trace>
  void cut_other_chain(PlanarFaces& faces, Index v, HullStats& stats, const Trace& trace) {
    for (std::size_t i = 0; i + 1 < stack_.size(); ++i) cut_ear(faces, stack_[i], stats, trace);
    const Index top = stack_.back();
    stack_.clear();
    push(top);
    push(v);
  }

  template <class Trace>
  void cut_ear(PlanarFaces& faces, Index corner, HullStats& stats, const Trace& trace) {
    if (corners_left_ == 3) return;
    --corners_left_;
    const Index e = out_[corner];
    const Index before = faces.previous(e);
    const Index after = faces.next(e);
    const Index a = faces.origin(before);
    out_[a] = faces.join(before, after);
    ++stats.faces;
    trace.on(DiagonalDrawn{a, faces.origin(after)});
  }

  void push(Index v) {
    stack_.append_unchecked(v);  // reserved
  }

  Index corners_left_ = 0;
  Buffer<Index> out_;  // of each corner of the face: its half-edge in what is left of it
  Buffer<Index> stack_;
};

}  // namespace masu::detail
