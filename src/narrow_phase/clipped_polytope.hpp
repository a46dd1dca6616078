// SPDX-License-Identifier: MIT
// Convex bodies clipped by planes, one after the other; they stay closed under rounding.
#pragma once

#include <masu/shapes/convex_polytope.hpp>

#include "hull/polytope_access.hpp"

namespace masu::detail {

// Returns the intersection of the plane with the segment from a point behind it to one in front.
template <int D>
Vec<D, double> crossing(const Vec<D, double>& behind, double below, const Vec<D, double>& front,
                        double above) {
  return behind + (front - behind) * (below / (below - above));
}

class ClippedPolygon {
 public:
  using Point = Vec<2, double>;

  explicit ClippedPolygon(Allocator allocator)
      : points_(allocator),
        sources_(allocator),
        height_(allocator),
        new_points_(allocator),
        new_sources_(allocator),
        made_(allocator) {}

  void clear() { points_.clear(), sources_.clear(), tests_ = 0; }
  // The edge from this corner to the next lies on line `source`.
  bool add(const Point& p, std::uint32_t source) {
    return points_.push_back(p) && sources_.push_back(source);
  }
  // Keeps the part behind the line. Returns false if out of memory.
  bool clip(const Hyperplane<2, double>& line, std::uint32_t source);
  // Of the last cut: the number of corners removed, and the new ones.
  std::size_t removed() const { return removed_; }
  std::span<const Point> made() const { return {made_.data(), made_.size()}; }
  // The number of corners tested against lines since clear().
  std::uint64_t tests() const { return tests_; }

  std::span<const Point> points() const { return {points_.data(), points_.size()}; }
  template <class T>
  bool hand_over(Polytope2<T>& to) const {
    auto& sources = Polytope2Access<T>::sources(to);
    if (!sources.resize(sources_.size())) return false;
    for (std::size_t i = 0; i < sources.size(); ++i) sources[i] = sources_[i];
    return true;
  }

 private:
  Buffer<Point> points_;
  Buffer<std::uint32_t> sources_;
  Buffer<double> height_;
  Buffer<Point> new_points_;
  Buffer<std::uint32_t> new_sources_;
  Buffer<Point> made_;
  std::size_t removed_ = 0;
  std::uint64_t tests_ = 0;
};

// Half-edges 2 e and 2 e + 1 are twins. A cut visits only what it removes and the faces around it.
class ClippedPolyhedron {
 public:
  using Point = Vec<3, double>;

  explicit ClippedPolyhedron(Allocator allocator)
      : points_(allocator),
        vertices_(allocator),
        halves_(allocator),
        sources_(allocator),
        exits_(allocator),
        entries_(allocator),
        stack_(allocator),
        number_(allocator) {}

  // Starts with the given numbers of vertices and edges, all of which must then be set. Coordinates
  // are at most `size`.
  bool start(std::size_t vertices, std::size_t edges, std::size_t faces, double size);
  void set_vertex(std::uint32_t v, const Point& p) { points_[v] = p; }
  void set_half(std::uint32_t half, std::uint32_t origin, std::uint32_t next, std::uint32_t face) {
    halves_[half] = {origin, next, face, 0};
    vertices_[origin].half = half;
  }
  void set_source(std::uint32_t face, std::uint32_t source) { sources_[face] = source; }
  // Keeps the part behind the plane. Returns false if out of memory.
  bool clip(const Hyperplane<3, double>& plane, std::uint32_t source);
  // Of the last cut: the number of corners removed, and the new ones, around its face.
  std::size_t removed() const { return removed_; }
  std::span<const Point> made() const {
    const std::size_t count = removed_ > 0 ? exits_.size() : 0;
    return {points_.data() + points_.size() - count, count};
  }
  // The number of corners tested against planes since start().
  std::uint64_t tests() const { return tests_; }
  // Finishes: makes the surface of the rest, with points() in its order.
  bool hand_over(ClosedSurface& to);
  std::span<const Point> points() const { return {points_.data(), points_.size()}; }

 private:
  using Index = std::uint32_t;
  static constexpr Index kNone = ~Index(0);

  struct Vertex {
    double height;  // over the plane of this round, if it was visited
    Index half;     // a half-edge that starts there; kNone: removed
    Index seen;
    Index reached;
  };
  struct Half {
    Index origin;
    Index next;
    Index face;
    Index crossed;  // round, of the even one of the two
  };

  Index target(Index half) const { return halves_[half ^ 1].origin; }
  Index around(Index half) const { return halves_[half ^ 1].next; }  // the next at its origin
  double height(Index v, const Hyperplane<3, double>& plane);
  bool find_outside(const Hyperplane<3, double>& plane, Index& found);
  bool climb(const Hyperplane<3, double>& plane, Index& at);
  bool find_exit(const Hyperplane<3, double>& plane, Index from, Index& exit);
  bool walk_border(const Hyperplane<3, double>& plane, Index exit);
  bool gather(const Hyperplane<3, double>& plane, Index from, bool& right);
  bool make_points();
  bool close(Index source);

  Buffer<Point> points_;
  Buffer<Vertex> vertices_;
  Buffer<Half> halves_;
  Buffer<Index> sources_;  // of faces
  Buffer<Index> exits_;    // half-edges that leave the kept part, in order around the removed one
  Buffer<Index> entries_;  // those that return, each in the face of its exit
  Buffer<Index> stack_;
  Buffer<Index> number_;
  std::size_t removed_ = 0;
  std::uint64_t tests_ = 0;
  double noise_ = 0;
  Index round_ = 0;        // of floods and borders
  Index plane_round_ = 0;  // the round of the last plane
  Index hint_ = 0;
};

}  // namespace masu::detail
