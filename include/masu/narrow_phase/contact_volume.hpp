// SPDX-License-Identifier: MIT
// What two convex bodies have in common: a body itself, for forces that act on all of it.
#pragma once

#include <masu/core/matrix.hpp>
#include <masu/hull/half_space_intersection.hpp>
#include <masu/narrow_phase/face_source.hpp>

namespace masu {

namespace detail {
template <int D, class T>
struct ContactVolumeAccess;
}

// The steps of both ways to a contact volume are told in the frame of one of the bodies: a point p
// of theirs is turn * p + place in the world. After CenterFound, points are from that center.
template <int D>
struct FrameOfSteps {
  Matrix<D, double> turn;
  Vec<D, double> place;
};
// Of the planes from now on this one is at that place.
struct PlaneTaken {
  std::uint32_t place;
  FaceSource source;
};

namespace detail {

// Faces of the body that comes first are numbered before the other's.
constexpr FaceSource face_of_number(std::uint32_t number, std::uint32_t first_faces, bool swapped) {
  const bool of_first = number < first_faces;
  return {of_first != swapped ? ContactBody::a : ContactBody::b,
          of_first ? number : number - first_faces};
}

}  // namespace detail

// The intersection as a closed polytope in the world: every face lies on one of a's or b's. It is
// empty after a call that did not answer ok.
//
// The *cut* is where the two surfaces meet: the edges between faces of a and of b. They make closed
// loops, one where a corner dips in, two where a bar runs through a plate, none where one body is
// inside the other; they need not lie in a plane. In the plane a loop is a segment. What a's
// faces inside b span, face by face, area times unit normal, adds up to area() * normal(): the area
// of the cut as seen along the normal. It points from a to b. Over b's faces the sum is the
// opposite, since the polytope is closed. A face that lies on a face of each body (within 2^-46 of
// their size) counts half for a and half for b, so the normal is the same whichever of the two
// source() names; the cut runs around the faces that source() gives to a.
template <int D, class T>
class ContactVolume {
 public:
  using Index = std::uint32_t;

  explicit ContactVolume(Allocator allocator = default_allocator())
      : polytope_(allocator), cut_begin_(allocator), cut_(allocator), on_loop_(allocator) {}

  // source() of the polytope's faces counts a's planes and b's on: use the one below.
  const Polytope<D, T>& polytope() const { return polytope_; }
  FaceSource source(std::size_t face) const {
    return detail::face_of_number(polytope_.source(face), first_faces_, swapped_);
  }

  // An area in the plane.
  T volume() const {
    if constexpr (D == 2) {
      return polytope_.area();
    } else {
      return polytope_.volume();
    }
  }
  Vec<D, T> centroid() const { return polytope_.centroid(); }

  // Loops of the polytope's vertices, a's faces on their left (counterclockwise around the normal,
  // seen from b); in the plane two ends each.
  std::size_t cut_count() const { return cut_begin_.size(); }
  std::span<const Index> cut(std::size_t i) const {
    const Index end = i + 1 < cut_begin_.size() ? cut_begin_[i + 1] : Index(cut_.size());
    return {cut_.data() + cut_begin_[i], end - cut_begin_[i]};
  }
  // A length in the plane. 0, with no normal (zero), where a's side and b's are closed by
  // themselves: without a cut, or a bar through a plate.
  T area() const { return area_; }
  Vec<D, T> normal() const { return normal_; }

  void clear() {
    polytope_.clear();
    cut_begin_.clear();
    cut_.clear();
    first_faces_ = 0;
    swapped_ = false;
    area_ = 0;
    normal_ = {};
  }

 private:
  friend detail::ContactVolumeAccess<D, T>;
  Polytope<D, T> polytope_;
  Buffer<Index> cut_begin_;
  Buffer<Index> cut_;
  Buffer<std::uint8_t> on_loop_;  // half-edges that a loop has
  Index first_faces_ = 0;
  bool swapped_ = false;
  T area_ = 0;
  Vec<D, T> normal_{};
};

}  // namespace masu
