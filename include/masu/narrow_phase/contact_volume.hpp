// SPDX-License-Identifier: MIT
// ContactVolume: the intersection of two convex polytopes, for forces that act on a whole volume.
#pragma once

#include <masu/core/matrix.hpp>
#include <masu/hull/half_space_intersection.hpp>
#include <masu/narrow_phase/face_source.hpp>

namespace masu {

namespace detail {
template <int D, class T>
struct ContactVolumeAccess;
}

// Event of both algorithms: their events use the frame of one body; a point p of it is
// rotation * p + translation in the world. After CenterFound, points are relative to that center.
template <int D>
struct FrameOfSteps {
  Matrix<D, double> rotation;  // of the body's axes in the world
  Vec<D, double> translation;  // of the body's origin in the world
};
// Event: a plane is added to the list, with index `index`.
struct PlaneTaken {
  std::uint32_t index;  // its position in the list
  FaceSource source;    // the face it is the plane of
};

namespace detail {

// Converts a plane's number to its source: the faces of the first body come first.
constexpr FaceSource face_of_number(std::uint32_t number, std::uint32_t first_faces, bool swapped) {
  const bool of_first = number < first_faces;
  return {of_first != swapped ? ContactBody::a : ContactBody::b,
          of_first ? number : number - first_faces};
}

}  // namespace detail

// The intersection of two convex polytopes, as a closed polytope in world coordinates. Every face
// of it lies on a face of a or b. It is empty after a call that did not return ok. Use it for
// contact forces that act on the whole intersection; for contact points use manifold().
//
//    masu::ContactVolume<3, double> volume;
//    masu::FaceClipping<3, double> clipping;
//    if (clipping.find(a, pose_a, b, pose_b, volume) == masu::Status::ok) use(volume.normal());
//
// The *cut* is where the two surfaces meet: the edges between faces of a and faces of b. They form
// closed loops, one where a corner dips in, two where a bar passes through a plate, none where one
// body is inside the other; a loop need not be planar. In 2D a loop is a segment. The sum over a's
// faces inside b of area times unit normal is area() * normal(): the area of the cut as seen along
// the normal, which points from a to b. The sum over b's faces is the opposite, since the polytope
// is closed. A face that lies on a face of each body (within 2^-46 of their size) counts half for a
// and half for b, so the normal does not depend on which of the two source() returns; the cut runs
// around the faces that source() assigns to a.
//
// O(1) per call. Threads: const members are safe in many threads while no thread changes the
// volume.
template <int D, class T>
class ContactVolume {
 public:
  using Index = std::uint32_t;  // number of a vertex or face

  // Creates an empty volume.
  explicit ContactVolume(Allocator allocator = default_allocator())
      : polytope_(allocator), cut_begin_(allocator), cut_(allocator), on_loop_(allocator) {}

  // Returns the polytope. Its own source() numbers the planes of both bodies in one sequence: use
  // source() below.
  const Polytope<D, T>& polytope() const { return polytope_; }
  // Returns the face of a or b that a face of the polytope lies on.
  FaceSource source(std::size_t face) const {
    return detail::face_of_number(polytope_.source(face), first_faces_, swapped_);
  }

  // Returns the volume; in 2D the area.
  T volume() const {
    if constexpr (D == 2) {
      return polytope_.area();
    } else {
      return polytope_.volume();
    }
  }
  // Returns the center of its volume, in 2D of its area.
  Vec<D, T> centroid() const { return polytope_.centroid(); }

  // Return the loops of the cut, as indices of vertices: a's faces lie to their left
  // (counterclockwise around the normal, seen from b). In 2D a loop has two ends.
  std::size_t cut_count() const { return cut_begin_.size(); }
  std::span<const Index> cut(std::size_t i) const {
    const Index end = i + 1 < cut_begin_.size() ? cut_begin_[i + 1] : Index(cut_.size());
    return {cut_.data() + cut_begin_[i], end - cut_begin_[i]};
  }
  // Returns the area of the cut; in 2D its length. 0, with a zero normal, where the faces of a and
  // those of b are closed surfaces: without a cut, or a bar through a plate.
  T area() const { return area_; }
  Vec<D, T> normal() const { return normal_; }  // unit, from a to b, or zero

  // Makes the volume empty and keeps the memory.
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
  Buffer<std::uint8_t> on_loop_;  // half-edges that belong to a loop
  Index first_faces_ = 0;
  bool swapped_ = false;
  T area_ = 0;
  Vec<D, T> normal_{};
};

}  // namespace masu
