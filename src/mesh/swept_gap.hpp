// SPDX-License-Identifier: MIT
// A lower bound of the time at which a moving shape touches anything in a box of a moving body.
#pragma once

#include "mesh/body.hpp"
#include "narrow_phase/placed_query.hpp"

namespace masu::detail {

// The time is divided into parts. In each the shape stays within its box at the middle of the part,
// in the body's frame, grown by the distance that its points can move in half a part.
template <int D>
class SweptGap {
 public:
  // `part`: the pose of the shape in the frame that `of_shape` moves; may be nullptr.
  template <class T, class S>
  SweptGap(const BodyMotion<D>& of_body, const ShapeView<D, S>& shape, const Transform<D, T>* part,
           const BodyMotion<D>& of_shape) {
    if (shape.kind == ShapeKind::half_space) {
      everywhere_ = true;
      return;
    }
    for (int k = 0; k < kParts; ++k) {
      const PairPose<D> origin = pose_at(of_body, of_shape, (k + 0.5) / kParts);
      const PairPose<D> frame = part == nullptr ? origin : origin.with_part_of_b(*part);
      const Aabb<D, double> box = box_of_b(shape, frame);
      const double travel = fastest(of_body, of_shape, box, origin.translation) * (0.5 / kParts);
      // A few roundings of points far from the origin.
      const double far = largest_component(box.min) + largest_component(box.max);
      const double slack = travel * (1 + 0x1p-30) + 0x1p-46 * far;
      for (int a = 0; a < D; ++a) {
        box_[k].min[a] = box.min[a] - slack;
        box_[k].max[a] = box.max[a] + slack;
      }
    }
  }

  // Returns the frame that `of_shape` moves, in that of the body.
  static PairPose<D> pose_at(const BodyMotion<D>& of_body, const BodyMotion<D>& of_shape,
                             double t) {
    const PoseMatrix<D> body = of_body.at(t);
    const PoseMatrix<D> other = of_shape.at(t);
    PairPose<D> frame;
    frame.rotation_a = body.rotation;
    frame.rotation = transposed_times(body.rotation, other.rotation);
    frame.translation = transposed_times(body.rotation, other.translation - body.translation);
    frame.origin = body.translation;
    return frame;
  }

  // There is no better bound for a sub-shape than for its box.
  template <class T>
  double operator()(const SubShape<D, T>&) const {
    return 0;
  }
  template <class T>
  double operator()(const Aabb<D, T>& other) const {
    if (everywhere_) return 0;
    const Aabb<D, double> wide{vec_cast<double>(other.min), vec_cast<double>(other.max)};
    for (int k = 0; k < kParts; ++k) {
      if (overlaps_nonempty(box_[k], wide)) return double(k) / kParts;
    }
    return std::numeric_limits<double>::infinity();
  }

 private:
  static constexpr int kParts = 16;

  static double farthest(const Aabb<D, double>& box, const Vec<D, double>& from) {
    Vec<D, double> far{};
    for (int a = 0; a < D; ++a) {
      far[a] = larger(std::fabs(box.min[a] - from[a]), std::fabs(box.max[a] - from[a]));
    }
    return length(far);
  }

  // Returns the largest speed of any point of the shape, relative to the body: the speed of the
  // origins, that of the shape's rotation, and that of the body's at the largest distance that the
  // point can have.
  static double fastest(const BodyMotion<D>& of_body, const BodyMotion<D>& of_shape,
                        const Aabb<D, double>& box, const Vec<D, double>& own_origin) {
    const double along = length(of_shape.velocity() - of_body.velocity());
    const double own = along + of_shape.max_angular_speed() * farthest(box, own_origin);
    return own + of_body.max_angular_speed() * (farthest(box, Vec<D, double>{}) + own);
  }

  Aabb<D, double> box_[kParts];
  bool everywhere_ = false;
};

}  // namespace masu::detail
