// SPDX-License-Identifier: MIT
// From the world to the picture.
#pragma once

#include <array>
#include <optional>
#include <span>

#include <masu/core/aabb.hpp>

#include "svg_path.hpp"

namespace masu::cli {

using Point3 = Vec<3, double>;

// Of a 2D box z is 0.
using Box3 = Aabb<3, double>;

enum class Up { y, z };

// Where a solid is seen from: three directions of length 1, at right angles.
struct Eye {
  Point3 right;
  Point3 above;
  Point3 toward;
};

// 2D: x to the right, y up. 3D: isometric, seen from (+, +, +) with `up` upwards; or as an eye far
// away sees it. Bounds or points fill a picture of at most side x side units, margins included.
class View {
 public:
  static constexpr double kSide = 16000;
  static constexpr double kMargin = 300;

  View(int dim, Up up, const Box3& bounds, double side = kSide);
  View(const Eye& eye, std::span<const Point3> points, double side);

  Spot operator()(const Point3& p) const;
  // Larger is nearer to the eye (3D).
  double depth(const Point3& p) const;
  // The corners of a face of `box` the eye sees: axis `axis` at its max.
  std::array<Spot, 4> face(const Box3& box, int axis) const;
  long width() const { return width_; }
  long height() const { return height_; }
  int up_axis() const { return up_ == Up::y ? 1 : 2; }

 private:
  // Before scaling: across, and upwards.
  std::array<double, 2> flat(const Point3& p) const;
  void fit(std::span<const Point3> points, double side);

  int dim_;
  Up up_;
  std::optional<Eye> eye_;
  double scale_ = 1;
  double left_ = 0;
  double top_ = 0;
  long width_ = 0;
  long height_ = 0;
};

}  // namespace masu::cli
