// SPDX-License-Identifier: MIT
// Write access to polytopes for algorithms: points relative to a center, in double, in; T out.
#pragma once

#include <masu/hull/duality.hpp>
#include <masu/hull/polytope2.hpp>
#include <masu/hull/polytope3.hpp>

namespace masu::detail {

struct ClosedSurfaceAccess {
  using Index = ClosedSurface::Index;

  // Empties it and reserves space.
  static bool reserve(ClosedSurface& s, std::size_t faces, std::size_t edges) {
    s.clear();
    return s.face_begin_.grow(faces + 1) && s.source_.grow(faces) && s.origin_.grow(edges) &&
           s.twin_.grow(edges) && s.face_of_.grow(edges);
  }
  // Begins a face, to which edges are added; after the last one the faces are ended. Space is
  // reserved.
  static void begin_face(ClosedSurface& s, Index source) {
    end_faces(s);
    s.source_.append_unchecked(source);
  }
  static Index add_edge(ClosedSurface& s, Index origin, Index twin) {
    s.origin_.append_unchecked(origin);
    s.twin_.append_unchecked(twin);
    s.face_of_.append_unchecked(static_cast<Index>(s.source_.size() - 1));
    return static_cast<Index>(s.origin_.size() - 1);
  }
  static void end_faces(ClosedSurface& s) {
    s.face_begin_.append_unchecked(static_cast<Index>(s.origin_.size()));
  }
  static Buffer<Index>& twins(ClosedSurface& s) { return s.twin_; }
  static Buffer<Index>& sources(ClosedSurface& s) { return s.source_; }

 private:
  static void push(Buffer<Index>& to, Index value) { to.append_unchecked(value); }
};

// The volume and centroid of what a surface encloses.
template <int D>
struct Moments {
  double size;
  Vec<D, double> centroid;
};

// Computes the area of a convex loop of vertices along its unit normal, and its centroid.
template <class At>
Moments<3> moments_of_face(std::span<const std::uint32_t> loop, const Vec<3, double>& normal,
                           At&& at) {
  const Vec<3, double> base = at(loop[0]);
  double twice = 0;
  Vec<3, double> sum{};
  Vec<3, double> before = at(loop[1]) - base;
  for (std::size_t i = 2; i < loop.size(); ++i) {
    const Vec<3, double> here = at(loop[i]) - base;
    const double part = dot(normal, cross(before, here));
    twice += part;
    sum = sum + (before + here) * part;
    before = here;
  }
  const double scale = twice > 0 ? 1 / (3 * twice) : 0;
  return {twice * 0.5, base + sum * scale};
}

// Sums the pyramids from the origin, which is inside, to the faces: nothing cancels. `planes`:
// those of the sources, with unit normals.
inline Moments<3> moments_of(const ClosedSurface& surface, std::span<const Vec<3, double>> points,
                             std::span<const Hyperplane<3, double>> planes) {
  double three_volumes = 0;
  Vec<3, double> sum{};
  for (std::size_t f = 0; f < surface.face_count(); ++f) {
    const auto& plane = planes[surface.source(f)];
    const Moments<3> face =
        moments_of_face(surface.face(f), plane.normal, [&](std::uint32_t v) { return points[v]; });
    const double part = face.size * plane.offset;
    three_volumes += part;
    sum = sum + face.centroid * part;
  }
  return {three_volumes / 3, three_volumes > 0 ? sum * (0.75 / three_volumes) : sum};
}
inline Moments<2> moments_of(std::span<const Vec<2, double>> points,
                             std::span<const std::uint32_t> source,
                             std::span<const Hyperplane<2, double>> planes) {
  double twice = 0;
  Vec<2, double> sum{};
  for (std::size_t i = 0; i < points.size(); ++i) {
    const auto& plane = planes[source[i]];
    const Vec<2, double>& next = points[i + 1 == points.size() ? 0 : i + 1];
    const double part = cross(plane.normal, next - points[i]) * plane.offset;
    twice += part;
    sum = sum + (points[i] + next) * part;
  }
  return {twice * 0.5, twice > 0 ? sum * (1 / (3 * twice)) : sum};
}

template <class T>
struct Polytope3Access {
  static Buffer<Vec<3, T>>& vertices(Polytope3<T>& p) { return p.vertices_; }

  // `to_user` converts a point in double to the result's. Returns false if out of memory.
  template <class ToUser>
  static bool finish(Polytope3<T>& p, std::span<const Vec<3, double>> points,
                     const Moments<3>& moments, ToUser&& to_user) {
    if (!p.vertices_.resize(points.size())) return false;
    for (std::size_t i = 0; i < points.size(); ++i) p.vertices_[i] = to_user(points[i]);
    p.volume_ = static_cast<T>(moments.size);
    p.centroid_ = to_user(moments.centroid);
    return true;
  }
};

template <class T>
struct Polytope2Access {
  static Buffer<std::uint32_t>& sources(Polytope2<T>& p) { return p.source_; }

  template <class ToUser>
  static bool finish(Polytope2<T>& p, std::span<const Vec<2, double>> points,
                     const Moments<2>& moments, ToUser&& to_user) {
    if (!p.vertices_.resize(points.size())) return false;
    for (std::size_t i = 0; i < points.size(); ++i) p.vertices_[i] = to_user(points[i]);
    p.area_ = static_cast<T>(moments.size);
    p.centroid_ = to_user(moments.centroid);
    return true;
  }
};

}  // namespace masu::detail
