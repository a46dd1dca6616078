// SPDX-License-Identifier: MIT
// ClosedSurface: faces and half-edges of a polyhedron, without coordinates.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <masu/core/buffer.hpp>

namespace masu {

namespace detail {
struct ClosedSurfaceAccess;
}

// The topology of a closed polyhedron. Each half-edge runs counterclockwise around its face, seen
// from outside. Every half-edge has a twin, which runs in the opposite direction around the
// adjacent face. All calls take O(1). Indices must be in range: they are not checked. The base of
// Polytope3, which has the coordinates.
//
//    const masu::ClosedSurface& surface = contact.polytope();
//    for (const std::uint32_t v : surface.face(0)) use(contact.polytope().vertices()[v]);
//
// Memory: 12 bytes per half-edge, 8 per face. Threads: const members are safe in many threads while
// no thread changes the surface.
class ClosedSurface {
 public:
  using Index = std::uint32_t;  // number of a vertex, face or half-edge

  // Creates an empty surface.
  explicit ClosedSurface(Allocator allocator = default_allocator())
      : face_begin_(allocator),
        source_(allocator),
        origin_(allocator),
        twin_(allocator),
        face_of_(allocator) {}

  std::size_t face_count() const { return source_.size(); }  // faces, numbered from 0
  // Returns the vertices of a face, counterclockwise seen from outside; at least three.
  std::span<const Index> face(std::size_t f) const {
    return {origin_.data() + face_begin_[f], face_begin_[f + 1] - face_begin_[f]};
  }
  // Returns the input index of the half-space that face f lies on, in a Polytope3.
  Index source(std::size_t f) const { return source_[f]; }

  // Half-edges: first_edge(f) + k leads from face(f)[k] to the next vertex of face f.
  std::size_t edge_count() const { return origin_.size(); }
  Index first_edge(std::size_t f) const { return face_begin_[f]; }  // that of face(f)[0]
  Index origin(Index edge) const { return origin_[edge]; }          // the vertex where it begins
  Index twin(Index edge) const { return twin_[edge]; }              // the opposite half-edge
  Index face_of(Index edge) const { return face_of_[edge]; }        // the face to its left
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

 protected:
  // Removes all faces, but keeps the memory.
  void clear() {
    face_begin_.clear();
    source_.clear();
    origin_.clear();
    twin_.clear();
    face_of_.clear();
  }

 private:
  friend detail::ClosedSurfaceAccess;
  Buffer<Index> face_begin_;  // one more than faces, if there are any
  Buffer<Index> source_;
  Buffer<Index> origin_;
  Buffer<Index> twin_;
  Buffer<Index> face_of_;
};

}  // namespace masu
