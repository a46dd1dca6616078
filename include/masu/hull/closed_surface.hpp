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

 private:
  friend detail::ClosedSurfaceAccess;
  Buffer<Index> face_begin_;  // one more than faces, if there is one
  Buffer<Index> source_;
  Buffer<Index> origin_;
  Buffer<Index> twin_;
  Buffer<Index> face_of_;
};

namespace detail {

struct ClosedSurfaceAccess {
  using Index = ClosedSurface::Index;

  static void clear(ClosedSurface& s) {
    s.face_begin_.clear();
    s.source_.clear();
    s.origin_.clear();
    s.twin_.clear();
    s.face_of_.clear();
  }
  // Empty, with room for so many.
  static bool reserve(ClosedSurface& s, std::size_t faces, std::size_t edges) {
    clear(s);
    return s.face_begin_.grow(faces + 1) && s.source_.grow(faces) && s.origin_.grow(edges) &&
           s.twin_.grow(edges) && s.face_of_.grow(edges);
  }
  // What follows has room. Faces begin, their edges are added, the last of all faces is ended.
  static void begin_face(ClosedSurface& s, Index source) {
    end_faces(s);
    push(s.source_, source);
  }
  static Index add_edge(ClosedSurface& s, Index origin, Index twin) {
    push(s.origin_, origin);
    push(s.twin_, twin);
    push(s.face_of_, static_cast<Index>(s.source_.size() - 1));
    return static_cast<Index>(s.origin_.size() - 1);
  }
  static void end_faces(ClosedSurface& s) {
    push(s.face_begin_, static_cast<Index>(s.origin_.size()));
  }
  static Buffer<Index>& twins(ClosedSurface& s) { return s.twin_; }
  static Buffer<Index>& sources(ClosedSurface& s) { return s.source_; }

  static bool copy(const ClosedSurface& from, ClosedSurface& to) {
    return copy(from.face_begin_, to.face_begin_) && copy(from.source_, to.source_) &&
           copy(from.origin_, to.origin_) && copy(from.twin_, to.twin_) &&
           copy(from.face_of_, to.face_of_);
  }

 private:
  static void push(Buffer<Index>& to, Index value) {
    to[to.size()] = value;
    to.set_size(to.size() + 1);
  }
  static bool copy(const Buffer<Index>& from, Buffer<Index>& to) {
    if (!to.resize(from.size())) return false;
    for (std::size_t i = 0; i < from.size(); ++i) to[i] = from[i];
    return true;
  }
};

}  // namespace detail
}  // namespace masu
