// SPDX-License-Identifier: MIT
// Convex bodies cut by planes, one after the other; closed whatever is rounded.
#pragma once

#include <utility>

#include <masu/hull/detail/polytope_access.hpp>

namespace masu::detail {

// Where the way from a point behind the plane to one in front of it meets the plane.
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
        new_sources_(allocator) {}

  void clear() { points_.clear(), sources_.clear(); }
  // The edge from here to the next lies on line `source`.
  bool add(const Point& p, std::uint32_t source) {
    return points_.push_back(p) && sources_.push_back(source);
  }
  // Keeps what is behind the line. False: no memory.
  bool clip(const Hyperplane<2, double>& line, std::uint32_t source);

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
};

class ClippedPolyhedron {
 public:
  using Point = Vec<3, double>;

  explicit ClippedPolyhedron(Allocator allocator)
      : points_(allocator),
        new_points_(allocator),
        surface_(allocator),
        new_surface_(allocator),
        height_(allocator),
        place_(allocator),
        number_(allocator),
        cut_(allocator),
        enters_(allocator) {}

  // To begin with: points and faces of a body.
  Buffer<Point>& points() { return points_; }
  std::span<const Point> points() const { return {points_.data(), points_.size()}; }
  ClosedSurface& surface() { return surface_; }
  Buffer<std::uint32_t>& halves() { return number_; }
  // Keeps what is behind the plane. False: no memory.
  bool clip(const Hyperplane<3, double>& plane, std::uint32_t source);
  bool hand_over(ClosedSurface& to) const { return ClosedSurfaceAccess::copy(surface_, to); }

 private:
  using Index = std::uint32_t;
  static constexpr Index kNone = ~Index(0);
  static constexpr Index kPlane = Index(1) << 31;

  bool measure(const Hyperplane<3, double>& plane);
  bool outside(Index v) const { return height_[v] > 0; }
  bool keep_points();
  bool cut_faces();
  Index point_on(Index edge);
  void close(Index source);
  void take_over();

  Buffer<Point> points_;
  Buffer<Point> new_points_;
  ClosedSurface surface_;
  ClosedSurface new_surface_;
  Buffer<double> height_;
  Buffer<Index> place_;   // of a vertex that stays
  Buffer<Index> number_;  // of a half-edge that stays
  Buffer<Index> cut_;     // the new vertex on a half-edge and its twin
  Buffer<Index> enters_;  // of a new vertex: the half-edge in the plane that leads to it
  std::size_t inside_ = 0;
};

}  // namespace masu::detail
