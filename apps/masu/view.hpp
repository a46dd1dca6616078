// SPDX-License-Identifier: MIT
// View: maps the world to the picture.
#pragma once

#include <array>
#include <optional>
#include <span>

#include <masu/core/aabb.hpp>

#include "svg_path.hpp"

namespace masu::cli {

using Point3 = Vec<3, double>;

// A 2D box has z = 0.
using Box3 = Aabb<3, double>;

enum class Up { y, z };

// The camera of a solid: three orthonormal directions.
struct Eye {
  Point3 right;
  Point3 above;
  Point3 toward;
};

// Maps points to the picture. 2D: x to the right, y up. 3D: isometric, seen from (+, +, +) with
// `up` upwards; or parallel projection to an eye. Bounds or points fill a picture of at most side x
// side units, including margins.
class View {
 public:
  static constexpr double kSide = 16000;
  static constexpr double kMargin = 300;

  View(int dim, Up up, const Box3& bounds, double side = kSide);
  View(const Eye& eye, std::span<const Point3> points, double side);

  Spot operator()(const Point3& p) const;
  // Returns the depth (3D): larger is nearer to the camera.
  double depth(const Point3& p) const;
  // Returns the corners of a visible face of `box`: the one at the max of axis `axis`.
  std::array<Spot, 4> face(const Box3& box, int axis) const;
  long width() const { return width_; }
  long height() const { return height_; }
  int up_axis() const { return up_ == Up::y ? 1 : 2; }

 private:
  // Returns the coordinates before scaling: to the right, and upwards.
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
