// SPDX-License-Identifier: MIT
// Faces and half-edges of a polyhedron, without places: how they meet.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <masu/core/buffer.hpp>

namespace masu {

namespace detail {
struct ClosedSurfaceAccess;
}

// Each half-edge runs counterclockwise around its face, seen from outside; its twin runs the other
// way around the face beyond. No half-edge is without a twin.
class ClosedSurface {
 public:
  using Index = std::uint32_t;

  explicit ClosedSurface(Allocator allocator = default_allocator())
      : face_begin_(allocator),
        source_(allocator),
        origin_(allocator),
        twin_(allocator),
        face_of_(allocator) {}

  std::size_t face_count() const { return source_.size(); }
  // Vertices, counterclockwise seen from outside; at least three.
  std::span<const Index> face(std::size_t f) const {
    return {origin_.data() + face_begin_[f], face_begin_[f + 1] - face_begin_[f]};
  }
  // What the face lies on: a place of the input.
  Index source(std::size_t f) const { return source_[f]; }

  // Half-edges: those of face f are first_edge(f) + k from face(f)[k] to the next.
  std::size_t edge_count() const { return origin_.size(); }
  Index first_edge(std::size_t f) const { return face_begin_[f]; }
  Index origin(Index edge) const { return origin_[edge]; }
  Index twin(Index edge) const { return twin_[edge]; }
  Index face_of(Index edge) const { return face_of_[edge]; }
  Index next(Index edge) const {
    const Index face = face_of_[edge];
    return edge + 1 < face_begin_[face + 1] ? edge + 1 : face_begin_[face];
  }
  Index previous(Index edge) const {
    const Index face = face_of_[edge];
    return (edge > face_begin_[face] ? edge : face_begin_[face + 1]) - 1;
  }

 protected:
  // Keeps the memory.
  void clear() {
    face_begin_.clear();
    source_.clear();
    origin_.clear();
    twin_.clear();
    face_of_.clear();
  }

 private:
  friend detail::ClosedSurfaceAccess;
  Buffer<Index> face_begin_;  // one more than faces, if there is one
  Buffer<Index> source_;
  Buffer<Index> origin_;
  Buffer<Index> twin_;
  Buffer<Index> face_of_;
};

}  // namespace masu
