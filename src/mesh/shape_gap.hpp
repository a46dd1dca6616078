// SPDX-License-Identifier: MIT
// Lower bounds of the distance between a shape and the boxes and corners of a body.
#pragma once

#include "mesh/body.hpp"
#include "shapes/support.hpp"

namespace masu::detail {

// A bound of rounding errors, and of the errors of narrow-phase results for such a shape, as a
// share of the size.
constexpr double rounding_of(ShapeKind kind) {
  if (kind == ShapeKind::custom) return 0x1p-18;
  const bool smooth =
      kind == ShapeKind::ellipsoid || kind == ShapeKind::cylinder || kind == ShapeKind::cone;
  return smooth ? 0x1p-28 : 0x1p-44;
}

// Finds the corners of a triangle (in 2D a segment) given in the body's frame; returns false if the
// sub-shape is none.
template <int D, class T>
bool corners_of(const SubShape<D, T>& sub_shape, Vec<D, double> (&p)[D]) {
  constexpr ShapeKind kind = D == 3 ? ShapeKind::triangle : ShapeKind::segment;
  if (sub_shape.pose != nullptr || sub_shape.shape.kind != kind || sub_shape.shape.radius != 0)
    return false;
  for (int i = 0; i < D; ++i) p[i] = vec_cast<double>(sub_shape.shape.p[i]);
  return true;
}

// The box around a core along its own axes, in the frame of a body: the first axis of a segment is
// along it; other cores use the axes of their shape's frame.
template <int D>
class OrientedCore {
 public:
  OrientedCore() = default;
  template <class T>
  OrientedCore(const ShapeView<D, T>& shape, const PairFrame<D>& frame) {
    for (int k = 0; k < D; ++k) axes_.row[k] = frame.rotation.column(k);
    if (shape.kind == ShapeKind::segment) {
      align_first(frame.rotation * (vec_cast<double>(shape.p[1]) - vec_cast<double>(shape.p[0])));
    }
    for (int k = 0; k < D; ++k) {
      const Vec<D, double> d = transposed_times(frame.rotation, axes_.row[k]);
      const double position = dot(axes_.row[k], frame.translation);
      high_[k] = dot(support_of_core(shape, d).point, d) + position;
      low_[k] = dot(support_of_core(shape, -d).point, d) + position;
    }
  }

  const Vec<D, double>& axis(int k) const { return axes_.row[k]; }
  double low(int k) const { return low_[k]; }
  double high(int k) const { return high_[k]; }

  // Returns a lower bound of the squared distance of two boxes.
  double gap_to(const Vec<D, double>& center, const Vec<D, double>& half) const {
    double sum = 0;
    for (int k = 0; k < D; ++k) {
      const Vec<D, double>& axis = axes_.row[k];
      double reach = 0;
      for (int a = 0; a < D; ++a) reach += std::fabs(axis[a]) * half[a];
      const double position = dot(axis, center);
      add_gap(position - reach, position + reach, k, sum);
    }
    return sum;
  }
  double gap_to(const Vec<D, double>* corners) const {
    double sum = 0;
    for (int k = 0; k < D; ++k) {
      double low = dot(axes_.row[k], corners[0]);
      double high = low;
      for (int i = 1; i < D; ++i) {
        const double position = dot(axes_.row[k], corners[i]);
        low = position < low ? position : low;
        high = larger(high, position);
      }
      add_gap(low, high, k, sum);
    }
    return sum;
  }

 private:
  void add_gap(double low, double high, int k, double& sum) const {
    const double gap = larger(larger(low_[k] - high, low - high_[k]), 0.0);
    sum += gap * gap;
  }
  void align_first(const Vec<D, double>& along) {
    const double size = length(along);
    if (!(size > 0x1p-400)) return;
    const Vec<D, double> u = along * (1 / size);
    axes_.row[0] = u;
    if constexpr (D == 2) {
      axes_.row[1] = {-u[1], u[0]};
    } else {
      // The axis with the least component along u, made perpendicular to it.
      int k = std::fabs(u[1]) < std::fabs(u[0]) ? 1 : 0;
      k = std::fabs(u[2]) < std::fabs(u[k]) ? 2 : k;
      Vec<3, double> e{};
      e[k] = 1;
      const Vec<3, double> v = cross(u, e);
      axes_.row[1] = v * (1 / length(v));
      axes_.row[2] = cross(u, axes_.row[1]);
    }
  }

  Matrix<D, double> axes_{};
  double low_[D] = {};
  double high_[D] = {};
};

// Lower bounds of squared distances: the largest of three, by the box of the core along the axes of
// the body, by the one along its own axes, and by a plane perpendicular to the shortest
// displacement between body and shape found so far.
template <int D>
class ShapeGap {
 public:
  ShapeGap() = default;
  // `largest`: a bound of the numbers in the body's boxes and corners.
  template <class T>
  ShapeGap(const ShapeView<D, T>& shape, const PairFrame<D>& frame, double largest)
      : radius_(double(shape.radius)) {
    if (shape.kind == ShapeKind::half_space) {
      set_half_space(shape, frame, largest);
      return;
    }
    ShapeView<D, T> core = shape;
    core.radius = 0;
    bounded_ = true;
    box_ = box_of_b(core, frame);
    oriented_ = OrientedCore<D>(shape, frame);
    largest = larger(largest, larger(largest_component(box_.min), largest_component(box_.max)));
    slack_ = rounding_of(shape.kind) * (largest + largest_component(frame.translation) + radius_);
  }

  // Makes the gap to a body, in a frame in which the body's frame is `frame`.
  template <class T>
  static ShapeGap around(const BodyRef<D, T>& body, const PairFrame<D>& frame, double largest) {
    return body.is_composite() ? ShapeGap(box_shape(body.sub_shapes), frame, largest)
                               : ShapeGap(body.convex, frame, largest);
  }

  // `direction`, in the body's frame and of any length, leads from the body to the shape. The
  // shorter the distance along it, the better the bounds.
  template <class T>
  void set_direction(const Vec<D, double>& direction, const ShapeView<D, T>& shape,
                     const PairFrame<D>& frame) {
    const double size = length(direction);
    if (!bounded_ || !(size > 0x1p-400)) return;
    along_ = direction * (1 / size);
    const Vec<D, double> d = transposed_times(frame.rotation, along_);
    from_ = dot(support_of_core(shape, -d).point, d) + dot(along_, frame.translation) - radius_;
  }

  template <class T>
  double operator()(const Aabb<D, T>& other) const {
    Vec<D, double> center, half;
    double across = 0;
    for (int a = 0; a < D; ++a) {
      const double low = double(other.min[a]), high = double(other.max[a]);
      const double gap = larger(larger(box_.min[a] - high, low - box_.max[a]), 0.0);
      across += gap * gap;
      center[a] = 0.5 * low + 0.5 * high;
      half[a] = 0.5 * high - 0.5 * low;
    }
    double reach = dot(along_, center);
    for (int a = 0; a < D; ++a) reach += std::fabs(along_[a]) * half[a];
    if (!bounded_) return squared(from_ - reach);
    return largest_bound(from_ - reach, larger(across, oriented_.gap_to(center, half)));
  }
  // Returns the bound for a sub-shape with corners, given in the body's frame; 0 for any other.
  template <class T>
  double operator()(const SubShape<D, T>& sub_shape) const {
    Vec<D, double> p[D];
    if (!corners_of(sub_shape, p)) return 0;
    double reach = -std::numeric_limits<double>::infinity();
    for (int i = 0; i < D; ++i) reach = larger(reach, dot(along_, p[i]));
    if (!bounded_) return squared(from_ - reach);
    return largest_bound(from_ - reach, oriented_.gap_to(p));
  }

 private:
  template <class T>
  void set_half_space(const ShapeView<D, T>& shape, const PairFrame<D>& frame, double largest) {
    const auto n = vec_cast<double>(shape.p[0]);
    along_ = frame.rotation * n * (-1 / length(n));
    from_ = dot(along_, frame.translation) - double(shape.p[1][0]) - radius_;
    slack_ = 0x1p-44 * (largest + std::fabs(from_) + largest_component(frame.translation));
  }

  double largest_bound(double plane, double of_cores) const {
    return squared(of_cores > 0 ? larger(plane, std::sqrt(of_cores) - radius_) : plane);
  }
  double squared(double gap) const {
    const double sure = gap - slack_;
    return sure > 0 ? sure * sure * (1 - 0x1p-40) : 0;
  }

  bool bounded_ = false;
  Aabb<D, double> box_{};  // box of the core
  OrientedCore<D> oriented_{};
  double radius_ = 0;
  double slack_ = 0;
  Vec<D, double> along_{};  // no point of the shape has less than from_ along it
  double from_ = -std::numeric_limits<double>::infinity();
};

}  // namespace masu::detail
