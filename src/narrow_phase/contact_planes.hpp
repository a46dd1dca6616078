// SPDX-License-Identifier: MIT
// The planes of two bodies relative to a point inside both, which bound a contact volume.
#pragma once

#include <masu/core/transform.hpp>
#include <masu/shapes/convex_polytope.hpp>

#include "hull/deepest_point.hpp"
#include "shapes/support.hpp"

namespace masu::detail {

enum class Keep : std::uint8_t { all, near };

// In the frame of the first body. Planes are those of the first body's faces, then the second's;
// number(i) counts them in that order, including those left out.
template <int D>
class ContactPlanes {
 public:
  using Point = Vec<D, double>;
  using Plane = Hyperplane<D, double>;

  explicit ContactPlanes(Allocator allocator)
      : planes_(allocator), number_(allocator), near_(allocator), near_indices_(allocator) {}

  // Gathers the planes. Keep::near leaves out those that do not touch the intersection of the
  // bodies' bounding boxes. Statuses: apart; touching: the boxes only touch; out_of_memory; those
  // of distance().
  template <class T>
  Status gather(const ConvexPolytope<D, T>& first, const Transform<D, T>& first_pose,
                const ConvexPolytope<D, T>& second, const Transform<D, T>& second_pose, Keep keep);

  // Finds the center. Half the largest ball in the planes is deep enough; the smallest that counts
  // exceeds the error of the planes. touching: no larger one fits in. The trace receives
  // BallShrinks, with indices in planes(), and CenterFound.
  template <class Trace>
  Status find_center(const Trace& trace) {
    const auto on_ball = [&](const BallShrinks<D>& ball) {
      trace.on(BallShrinks<D>{ball.center, ball.radius, near_indices_[ball.plane]});
    };
    BallTrace<decltype(on_ball)> balls{on_ball};
    const double certain = 0x1p-47 * size_;
    DeepestPoint<D> deepest;
    const auto rounding = [&](double) { return certain; };
    deepest.find({near_.data(), near_.size()}, start_, reach_, rounding, balls);
    if (!(deepest.least() > certain)) return Status::touching;
    center_ = deepest.center();
    trace.on(CenterFound<D>{center_});
    shallow_ = deepest.least() < 0x1p-14 * size_;
    for (Plane& plane : planes_) plane.offset -= dot(plane.normal, center_);
    return Status::ok;
  }

  // Returns whether the intersection is so small that the rounding of the planes (2^-50 of the
  // bodies' size) matters.
  bool shallow() const { return shallow_; }
  // Returns the distance by which rounding may separate coinciding planes of the two bodies.
  double rounding() const { return 0x1p-46 * size_; }
  // Computes the planes at these indices, ascending, again with 106 bits.
  template <class T>
  void refine(std::span<const std::uint32_t> indices, const ConvexPolytope<D, T>& first,
              const Transform<D, T>& first_pose, const ConvexPolytope<D, T>& second,
              const Transform<D, T>& second_pose);
  // Drops all others.
  void keep_only(std::span<const std::uint32_t> indices);

  // Offsets are relative to the center, all of them positive.
  std::span<const Plane> planes() const { return {planes_.data(), planes_.size()}; }
  // The indices of those that touch the intersection of the boxes.
  std::span<const std::uint32_t> near() const {
    return {near_indices_.data(), near_indices_.size()};
  }
  std::span<const std::uint32_t> numbers() const { return {number_.data(), number_.size()}; }
  std::uint32_t first_faces() const { return first_faces_; }
  // Returns the number of planes() of the first body.
  std::size_t count_of_first() const { return count_of_first_; }

  // Returns the pose of the first body's frame in the world.
  const Matrix<D, double>& rotation() const { return rotation_first_; }
  const Point& translation() const { return translation_first_; }
  const Point& center() const { return center_; }
  // Returns a vertex of the second body, relative to the center.
  template <class T>
  Point point_of_second(const Vec<D, T>& vertex) const {
    return rotation_ * vec_cast<double>(vertex) + translation_ - center_;
  }
  // Returns the support point of a body along `d`, relative to the center.
  template <class T>
  Point farthest_of_first(const ShapeView<D, T>& first, const Point& d) const {
    return support_of_core(first, d).point - center_;
  }
  template <class T>
  Point farthest_of_second(const ShapeView<D, T>& second, const Point& d) const {
    return point_of_second(support_of_core(second, transposed_times(rotation_, d)).point);
  }
  // Converts from the center's frame to the world.
  template <class T>
  Vec<D, T> to_world(const Point& p) const {
    return vec_cast<T>(rotation_first_ * (p + center_) + translation_first_);
  }
  template <class T>
  Vec<D, T> to_world_direction(const Point& d) const {
    return vec_cast<T>(rotation_first_ * d);
  }

 private:
  template <class On>
  struct BallTrace {
    On on;
  };

  Point start_{};     // the center of the intersection of the boxes
  double reach_ = 0;  // bound of its size
  double size_ = 0;   // of the bodies
  bool shallow_ = false;

  Buffer<Plane> planes_;
  Buffer<std::uint32_t> number_;
  Buffer<Plane> near_;  // as before the center was found
  Buffer<std::uint32_t> near_indices_;
  std::uint32_t first_faces_ = 0;
  std::size_t count_of_first_ = 0;
  Matrix<D, double> rotation_first_{};
  Point translation_first_{};
  Matrix<D, double> rotation_{};
  Point translation_{};
  Point center_{};
};

}  // namespace masu::detail
