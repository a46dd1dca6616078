// SPDX-License-Identifier: MIT
// Hull3: the convex hull of points in 3D, the result of all algorithms for it: vertices, faces,
// planes and half-edges.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <masu/core/buffer.hpp>
#include <masu/core/vec.hpp>

namespace masu {

namespace detail {
template <class T>
struct Hull3Access;
}

// The convex hull of points in 3D: vertices, faces, planes and half-edges. Faces are maximal: all
// that lies in one plane exactly is one convex polygon, and no vertex lies between two others on a
// line. Equal points are one vertex. A hull is empty after a build that failed; builds reuse its
// memory.
//
//    masu::Hull3<float> hull;
//    (void)masu::Quickhull3<float>().build(points, hull);
//    for (const std::uint32_t v : hull.face(0)) use(points[hull.vertices()[v]]);
//
// The order of everything depends only on the set of extreme points and their indices: vertices
// ascend, each face begins at its least vertex, faces are in order of (first, second vertex).
//
// O(1) per call. Threads: const members are safe in many threads while no thread changes the hull.
template <class T>
class Hull3 {
 public:
  using Index = std::uint32_t;               // number of a vertex, face or half-edge
  static constexpr Index kNone = ~Index(0);  // twin() where there is none

  // The plane of a face: points p with dot(normal, p) = offset. The normal has length 1 up to
  // rounding and points outward; offset is the greatest dot(normal, v) over the face's vertices as
  // computed. No point of the input has dot(normal, p) > offset + 64 epsilon m, where epsilon is
  // that of T, and m the largest absolute coordinate of the input (and four of the least positive
  // T, near underflow).
  struct Plane {
    Vec<3, T> normal;  // outward, of length 1
    T offset;          // dot(normal, p) of its points
  };

  // Creates an empty hull.
  explicit Hull3(Allocator allocator = default_allocator())
      : vertices_(allocator),
        face_begin_(allocator),
        planes_(allocator),
        origin_(allocator),
        twin_(allocator),
        face_of_(allocator) {}

  // Returns the dimension of the points' affine span: -1 for no points, 0 if all are equal, 1 if
  // they lie on a line, 2 in a plane, else 3.
  int dimension() const { return dimension_; }

  // Returns indices into the input, ascending. One in dimension 0, two in dimension 1.
  std::span<const Index> vertices() const { return vertices_; }

  // Returns the number of faces: 0 below dimension 2; 1 in dimension 2, whose normal has either
  // sign.
  std::size_t face_count() const { return planes_.size(); }

  // Returns indices into vertices(), counterclockwise seen from outside; at least three.
  std::span<const Index> face(std::size_t f) const {
    return {origin_.data() + face_begin_[f], face_begin_[f + 1] - face_begin_[f]};
  }
  const Plane& plane(std::size_t f) const { return planes_[f]; }  // the plane of face f

  // Half-edges: first_edge(f) + k leads from face(f)[k] to the next vertex of face f. Each edge of
  // a solid has two of them, twins of opposite directions. In dimension 2 there are no twins:
  // kNone.
  std::size_t edge_count() const { return origin_.size(); }
  Index first_edge(std::size_t f) const { return face_begin_[f]; }  // that of face(f)[0]
  // Returns the vertex where the half-edge begins, as an index into vertices().
  Index origin(Index edge) const { return origin_[edge]; }
  Index twin(Index edge) const { return twin_[edge]; }        // the opposite half-edge, or kNone
  Index face_of(Index edge) const { return face_of_[edge]; }  // the face to its left
  // Returns the half-edge after `edge` around its face, counterclockwise seen from outside.
  Index next(Index edge) const {
    const Index face = face_of_[edge];
    return edge + 1 < face_begin_[face + 1] ? edge + 1 : face_begin_[face];
  }
  // Returns the half-edge before `edge` around its face.
  Index previous(Index edge) const {
    const Index face = face_of_[edge];
    return (edge > face_begin_[face] ? edge : face_begin_[face + 1]) - 1;
  }

  // Makes the hull empty, but keeps the memory.
  void clear() {
    dimension_ = -1;
    vertices_.clear();
    face_begin_.clear();
    planes_.clear();
    origin_.clear();
    twin_.clear();
    face_of_.clear();
  }

 private:
  friend detail::Hull3Access<T>;
  int dimension_ = -1;
  Buffer<Index> vertices_;
  Buffer<Index> face_begin_;  // one more than faces, if there are any
  Buffer<Plane> planes_;
  Buffer<Index> origin_;
  Buffer<Index> twin_;
  Buffer<Index> face_of_;
};

}  // namespace masu
