// SPDX-License-Identifier: MIT
// VolumeFinder: contact volumes of sub-shapes of a world, of any kind; compiled once.
#pragma once

#include <masu/narrow_phase/face_clipping.hpp>
#include <masu/world/world_shape.hpp>

namespace masu::detail {

// A convex sub-shape and its pose.
template <int D, class T>
struct PlacedShape {
  ShapeView<D, T> shape;
  Transform<D, T> pose;
};

template <int D, class T>
class VolumeFinder {
 public:
  explicit VolumeFinder(Allocator allocator) : clipping_(allocator), volume_(allocator) {}

  // Statuses: see WorldVolume. Allocates no memory if an earlier task was as large: polytopes of
  // boxes are made on the stack.
  Status find(const PlacedShape<D, T>& a, const PlacedShape<D, T>& b);
  // The volume of the last find().
  const ContactVolume<D, T>& volume() const { return volume_; }

  // Finds the sub-shape of a shape with that number near `point`. Returns false if there is none.
  static bool sub_shape(const WorldShape<D, T>& shape, const Transform<D, T>& pose,
                        std::uint32_t id, const Vec<D, T>& point, PlacedShape<D, T>& found);

 private:
  FaceClipping<D, T> clipping_;
  ContactVolume<D, T> volume_;
};

extern template class VolumeFinder<2, float>;
extern template class VolumeFinder<3, float>;
extern template class VolumeFinder<2, double>;
extern template class VolumeFinder<3, double>;

}  // namespace masu::detail
