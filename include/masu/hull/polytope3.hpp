// SPDX-License-Identifier: MIT
// Polytope3: the intersection of half-spaces, as a closed polyhedron.
#pragma once

#include <masu/core/vec.hpp>
#include <masu/hull/closed_surface.hpp>

namespace masu {

namespace detail {
template <class T>
struct Polytope3Access;
}

// The intersection of half-spaces, as a closed polyhedron. Face f lies on half-space source(f);
// redundant half-spaces have no face. Where more than three planes meet in one point up to
// rounding, there are several vertices at that point, and edges as short as rounding.
// HalfSpaceIntersection<3, T> makes one.
//
//    masu::Polytope3<double> polytope;
//    (void)masu::HalfSpaceIntersection<3, double>().build(half_spaces, polytope);
//    for (const std::uint32_t v : polytope.face(0)) use(polytope.vertices()[v]);
//
// O(1) per call. Threads: const members are safe in many threads while no thread changes the
// polytope.
template <class T>
class Polytope3 : public ClosedSurface {
 public:
  // Creates an empty polytope.
  explicit Polytope3(Allocator allocator = default_allocator())
      : ClosedSurface(allocator), vertices_(allocator) {}

  std::span<const Vec<3, T>> vertices() const { return vertices_; }  // origin() indexes them
  T volume() const { return volume_; }                               // in cubic units
  Vec<3, T> centroid() const { return centroid_; }                   // of the volume

  // Makes the polytope empty and keeps the memory.
  void clear() {
    ClosedSurface::clear();
    vertices_.clear();
    volume_ = 0;
    centroid_ = {};
  }

 private:
  friend detail::Polytope3Access<T>;
  Buffer<Vec<3, T>> vertices_;
  T volume_ = 0;
  Vec<3, T> centroid_{};
};

}  // namespace masu
