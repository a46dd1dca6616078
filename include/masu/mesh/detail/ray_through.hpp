// SPDX-License-Identifier: MIT
// Rays through boxes and triangles, in double.
#pragma once

#include <masu/core/ray.hpp>
#include <masu/hull/predicates.hpp>
#include <masu/narrow_phase/detail/local_frame.hpp>

namespace masu::detail {

// A ray in the frame of a body; t counts in lengths of the direction, as it does outside.
template <int D>
struct RayThrough {
  Vec<D, double> origin;
  Vec<D, double> direction;

  template <class T>
  RayThrough(const Ray<D, T>& ray, const LocalFrame<D>& frame)
      : origin(frame.to_local(ray.origin)),
        direction(transposed_times(frame.turn, vec_cast<double>(ray.direction))) {
    for (int a = 0; a < D; ++a) {
      inverse_[a] = direction[a] != 0 ? 1 / direction[a] : 0.0;
      plain_ = plain_ && std::fabs(inverse_[a]) <= kLargest && std::fabs(direction[a]) <= kLargest;
    }
  }

  bool moves() const { return !(direction == Vec<D, double>{}); }

  // A bound of t from below for what is in a box: infinite, if the ray does not come near it.
  template <class T>
  double enter(const Aabb<D, T>& box) const {
    double from = 0;
    double to = std::numeric_limits<double>::infinity();
    for (int a = 0; a < D; ++a) {
      // What cast_triangle() may see elsewhere, by rounding.
      const double low_side = double(box.min[a]) - origin[a];
      const double high_side = double(box.max[a]) - origin[a];
      const double slack = 0x1p-46 * (std::fabs(low_side) + std::fabs(high_side)) + kTiny;
      const double low = low_side - slack;
      const double high = high_side + slack;
      const double d = direction[a];
      if (d == 0) {
        if (low > 0 || high < 0) return std::numeric_limits<double>::infinity();
        continue;
      }
      // The reciprocal, where it is good for it, adds a rounding, far below kWider.
      const double near = plain_ ? (d > 0 ? low : high) * inverse_[a] : (d > 0 ? low : high) / d;
      const double far = plain_ ? (d > 0 ? high : low) * inverse_[a] : (d > 0 ? high : low) / d;
      from = near > from ? near : from;
      to = far < to ? far : to;
    }
    const bool meets = from * (1 - kWider) <= to * (1 + kWider);
    return meets ? from * (1 - kWider) : std::numeric_limits<double>::infinity();
  }

 private:
  static constexpr double kWider = 0x1p-44;
  static constexpr double kTiny = 0x1p-300;
  static constexpr double kLargest = 0x1p500;

  Vec<D, double> inverse_{};  // of the direction; 0 for 0
  bool plain_ = true;
};

struct TriangleCast {
  bool hit = false;
  double t = 0;
  Vec<3, double> normal{};  // unit, against the ray
};

// Corners are moved along the ray, by a shear, into a plane across its main axis: one by one, each
// alike for all triangles that it belongs to. There exact signs tell on which side of each edge the
// ray passes, so that none slips between triangles; those that are edges there are missed. Source:
// S. Woop, C. Benthin, I. Wald, "Watertight ray/triangle intersection", 2013; in place of their
// second try in double the signs are exact, so corners are as tight as edges.
inline TriangleCast cast_triangle(const RayThrough<3>& ray, const Vec<3, double> (&p)[3]) {
  const Vec<3, double>& d = ray.direction;
  int main = std::fabs(d[1]) > std::fabs(d[0]) ? 1 : 0;
  main = std::fabs(d[2]) > std::fabs(d[main]) ? 2 : main;
  const int x = (main + 1) % 3;
  const int y = (main + 2) % 3;
  const double shear_x = d[x] / d[main];
  const double shear_y = d[y] / d[main];
  Vec<2, double> flat[3];
  double from = std::numeric_limits<double>::infinity();
  double to = -from;
  for (int k = 0; k < 3; ++k) {
    const Vec<3, double> a = p[k] - ray.origin;
    flat[k] = {a[x] - shear_x * a[main], a[y] - shear_y * a[main]};
    const double t = a[main] / d[main];
    from = t < from ? t : from;
    to = to < t ? t : to;
  }
  const Vec<2, double> zero{};
  const int u = cross_sign(zero, flat[1], zero, flat[2]);
  const int v = cross_sign(zero, flat[2], zero, flat[0]);
  const int w = cross_sign(zero, flat[0], zero, flat[1]);
  const bool one_side = (u >= 0 && v >= 0 && w >= 0) || (u <= 0 && v <= 0 && w <= 0);
  if (!one_side || (u == 0 && v == 0 && w == 0)) return {};
  const Vec<3, double> n = cross(p[1] - p[0], p[2] - p[0]);
  const double size = length(n);
  const double slope = dot(n, d);
  // Nearly along the ray, the plane is less certain than the corners.
  double t = slope != 0 ? dot(n, p[0] - ray.origin) / slope : from;
  t = t < from ? from : (t > to ? to : t);
  if (!(t >= 0) || !(size > 0)) return {};
  return {true, t, n * ((slope > 0 ? -1 : 1) / size)};
}

}  // namespace masu::detail
