// SPDX-License-Identifier: MIT
// Two checked shapes in one frame: sub-shapes of larger bodies.
#pragma once

#include <masu/narrow_phase/manifold.hpp>
#include "core/round_outward.hpp"

#include "narrow_phase/pair_frame.hpp"

namespace masu::detail {

// b's frame relative to a's, and a's in the world.
template <int D>
struct PairPose : PairFrame<D> {
  Vec<D, double> origin;

  // Returns the same pair, seen from b.
  PairPose flipped() const {
    PairPose f;
    for (int i = 0; i < D; ++i) f.rotation.row[i] = this->rotation.column(i);
    f.translation = -(f.rotation * this->translation);
    for (int i = 0; i < D; ++i) {
      for (int k = 0; k < D; ++k)
        f.rotation_a.row[i][k] = dot(this->rotation_a.row[i], f.rotation.row[k]);
    }
    f.origin = this->rotation_a * this->translation + origin;
    return f;
  }

  // Returns it for a part of a, with the pose `part` in a's frame, instead of a.
  template <class T>
  PairPose with_part_of_a(const Transform<D, T>& part) const {
    const Matrix<D, double> m = matrix_of(part.rotation);
    const auto offset = vec_cast<double>(part.translation);
    PairPose f;
    f.rotation = transposed_times(m, this->rotation);
    f.translation = transposed_times(m, this->translation - offset);
    for (int i = 0; i < D; ++i) f.rotation_a.row[i] = transposed_times(m, this->rotation_a.row[i]);
    f.origin = this->rotation_a * offset + origin;
    return f;
  }
  template <class T>
  PairPose with_part_of_b(const Transform<D, T>& part) const {
    const Matrix<D, double> m = matrix_of(part.rotation);
    PairPose f = *this;
    for (int i = 0; i < D; ++i) f.rotation.row[i] = transposed_times(m, this->rotation.row[i]);
    f.translation = this->rotation * vec_cast<double>(part.translation) + this->translation;
    return f;
  }
};

template <int D, class T>
PairPose<D> pair_pose(const Transform<D, T>& pose_a, const Transform<D, T>& pose_b) {
  PairPose<D> f;
  static_cast<PairFrame<D>&>(f) = pair_frame(pose_a, pose_b);
  f.origin = vec_cast<double>(pose_a.translation);
  return f;
}

// Returns the box of b in a's frame; it contains b despite rounding. Half-spaces have none.
template <int D, class T>
Aabb<D, double> box_of_b(const ShapeView<D, T>& b, const PairFrame<D>& frame);

// intersects(), distance(), penetration() and manifold() of such a pair. `reach`: shapes at most
// this far apart count as touching.
template <int D, class T>
bool placed_within(const ShapeView<D, T>& a, const ShapeView<D, T>& b, const PairPose<D>& pose,
                   double reach);
template <int D, class T>
Separation<D, T> placed_distance(const ShapeView<D, T>& a, const ShapeView<D, T>& b,
                                 const PairPose<D>& pose);
template <int D, class T>
Separation<D, T> placed_penetration(const ShapeView<D, T>& a, const ShapeView<D, T>& b,
                                    const PairPose<D>& pose);
template <int D, class T>
Manifold<D, T> placed_manifold(const ShapeView<D, T>& a, const ShapeView<D, T>& b,
                               const PairPose<D>& pose, T margin);

// Computes the manifold with a given unit normal, in a's frame: distances are those along it,
// points those that face each other along it, the separation is that at the deepest corner. Not for
// half-spaces.
template <int D, class T>
Manifold<D, T> placed_manifold_along(const ShapeView<D, T>& a, const ShapeView<D, T>& b,
                                     const PairPose<D>& pose, T margin,
                                     const Vec<D, double>& normal);

}  // namespace masu::detail
