// SPDX-License-Identifier: MIT
// Whether a composite shape lies behind a plane through a point of its surface.
#pragma once

#include <masu/mesh/composite_shape.hpp>
#include "core/round_outward.hpp"

#include "narrow_phase/placed_pair.hpp"
#include "shapes/support.hpp"

namespace masu::detail {

// Distances below this share of a sub-shape's size count as zero, and angles as flat.
inline constexpr double kInternalEdgeWidth = 0x1p-10;

// Returns how far a sub-shape extends beyond the plane through `point` with `normal`, all in the
// body's frame.
template <int D, class T>
double height_over(const SubShape<D, T>& sub_shape, const Vec<D, double>& point,
                   const Vec<D, double>& normal) {
  PairFrame<D> frame{Matrix<D, double>::identity(), Matrix<D, double>::identity(), {}};
  if (sub_shape.pose != nullptr) frame = pair_frame(Transform<D, T>{}, *sub_shape.pose);
  const Vec<D, double> q =
      support_of_core(sub_shape.shape, transposed_times(frame.rotation, normal)).point;
  return dot(normal, frame.rotation * q + frame.translation - point) +
         double(sub_shape.shape.radius);
}

template <int D, class T>
bool comes_near(const SubShape<D, T>& sub_shape, const Vec<D, double>& point, double width) {
  PairPose<D> pose{{Matrix<D, double>::identity(), Matrix<D, double>::identity(), point}, {}};
  if (sub_shape.pose != nullptr) pose = pose.with_part_of_a(*sub_shape.pose);
  return placed_within(sub_shape.shape, ShapeView<D, T>{}, pose, width);
}

// Calls visit(id, sub-shape), until it returns false, for the sub-shapes within `width` of a point.
template <CompositeShape B, int D, class Visit>
void for_each_sub_shape_at(const B& body, const Vec<D, double>& point, double width,
                           Visit&& visit) {
  using T = typename B::Scalar;
  Aabb<D, T> box;
  for (int a = 0; a < D; ++a) {
    box.min[a] = round_down<T>(point[a] - width);
    box.max[a] = round_up<T>(point[a] + width);
  }
  (void)body.for_each_sub_shape(box, [&](std::uint32_t id, const SubShape<D, T>& sub_shape) {
    return !comes_near(sub_shape, point, width) || visit(id, sub_shape);
  });
}

// Returns whether all other sub-shapes at the point lie behind the plane. A convex sub-shape that
// contains the point and extends beyond the plane does so near the point: so if all lie behind it,
// `normal` is one that the surface of their union has there.
template <CompositeShape B, int D>
bool lies_behind(const B& body, std::uint32_t except, const Vec<D, double>& point,
                 const Vec<D, double>& normal, double width) {
  bool behind = true;
  for_each_sub_shape_at(body, point, width, [&](std::uint32_t id, const auto& sub_shape) {
    behind = id == except || height_over(sub_shape, point, normal) <= 2 * width;
    return behind;
  });
  return behind;
}

// Selects, of the exposed faces of a sub-shape, the one nearest to a point in or on the sub-shape;
// of equally near ones the one whose normal is closest to a direction. Zero without any.
template <int D>
class NearestFace {
 public:
  NearestFace(const Vec<D, double>& along, double width) : along_(along), width_(width) {}

  // `depth`: that of the point below the face; from `most` on the face is no exit.
  void take(const Vec<D, double>& normal, double depth, double most) {
    if (!(depth < most)) return;
    const bool nearer = depth < depth_ - width_;
    const bool better = depth < depth_ + width_ && dot(normal, along_) > dot(normal_, along_);
    if (some_ && !nearer && !better) return;
    some_ = true;
    depth_ = depth;
    normal_ = normal;
  }
  const Vec<D, double>& normal() const { return normal_; }

 private:
  Vec<D, double> along_;
  double width_;
  double depth_ = 0;
  Vec<D, double> normal_{};
  bool some_ = false;
};

}  // namespace masu::detail
