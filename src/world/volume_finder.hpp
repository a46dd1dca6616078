// SPDX-License-Identifier: MIT
// Contact volumes of pieces of a world, whatever their kind; compiled once.
#pragma once

#include <masu/narrow_phase/face_clipping.hpp>
#include <masu/world/world_shape.hpp>

namespace masu::detail {

// A convex piece and where it is.
template <int D, class T>
struct PlacedShape {
  ShapeView<D, T> shape;
  Transform<D, T> at;
};

template <int D, class T>
class VolumeFinder {
 public:
  explicit VolumeFinder(Allocator allocator) : clipping_(allocator), volume_(allocator) {}

  // Statuses: see WorldVolume. Takes no memory once it has seen as large a task: polytopes of boxes
  // are made on the stack.
  Status find(const PlacedShape<D, T>& a, const PlacedShape<D, T>& b);
  // Of the last find().
  const ContactVolume<D, T>& volume() const { return volume_; }

  // The piece of a shape with that number, as was found near `point`. `false`: there is none.
  static bool piece(const WorldShape<D, T>& shape, const Transform<D, T>& at, std::uint32_t id,
                    const Vec<D, T>& point, PlacedShape<D, T>& found);

 private:
  FaceClipping<D, T> clipping_;
  ContactVolume<D, T> volume_;
};

extern template class VolumeFinder<2, float>;
extern template class VolumeFinder<3, float>;
extern template class VolumeFinder<2, double>;
extern template class VolumeFinder<3, double>;

}  // namespace masu::detail
