// SPDX-License-Identifier: MIT
// Polytope2: the intersection of half-planes, as a polygon.
#pragma once

#include <cstdint>
#include <span>

#include <masu/core/buffer.hpp>
#include <masu/core/vec.hpp>

namespace masu {

namespace detail {
template <class T>
struct Polytope2Access;
}

// A polygon that is the intersection of half-planes. Vertices are counterclockwise; edge i leads
// from vertex i to the next and lies on half-plane source(i). Redundant half-planes have no edge.
// HalfSpaceIntersection<2, T> makes one.
//
//    masu::Polytope2<double> polygon;
//    (void)masu::HalfSpaceIntersection<2, double>().build(half_planes, polygon);
//    use(polygon.vertices(), polygon.area());
//
// O(1) per call. Threads: const members are safe in many threads while no thread changes the
// polygon.
template <class T>
class Polytope2 {
 public:
  using Index = std::uint32_t;  // number of a vertex or half-plane

  // Creates an empty polygon.
  explicit Polytope2(Allocator allocator = default_allocator())
      : vertices_(allocator), source_(allocator) {}

  std::span<const Vec<2, T>> vertices() const { return vertices_; }  // counterclockwise
  std::size_t edge_count() const { return source_.size(); }          // as many as vertices
  Index source(std::size_t i) const { return source_[i]; }           // half-plane of edge i
  T area() const { return area_; }                                   // in squared units
  Vec<2, T> centroid() const { return centroid_; }                   // of the area

  // Makes the polygon empty and keeps the memory.
  void clear() {
    vertices_.clear();
    source_.clear();
    area_ = 0;
    centroid_ = {};
  }

 private:
  friend detail::Polytope2Access<T>;
  Buffer<Vec<2, T>> vertices_;
  Buffer<Index> source_;
  T area_ = 0;
  Vec<2, T> centroid_{};
};

}  // namespace masu
