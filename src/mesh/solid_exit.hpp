// SPDX-License-Identifier: MIT
// A short translation that separates a convex shape from the solid inside a closed mesh.
#pragma once

#include <array>

#include <masu/core/answered.hpp>
#include <masu/mesh/composite_distance.hpp>
#include <masu/mesh/composite_impact.hpp>
#include <masu/mesh/composite_intersects.hpp>
#include <masu/mesh/composite_point.hpp>

#include "core/round_outward.hpp"
#include "mesh/body.hpp"
#include "shapes/support.hpp"

namespace masu::detail {

// Returns the outward normal in the frame of the mesh; zero if the sub-shape has no area.
template <int D, class T>
Vec<D, double> outward_normal(const SurfaceMesh<D, T>& mesh, std::size_t sub_shape) {
  const auto a = vec_cast<double>(mesh.corner(sub_shape, 0));
  const Vec<D, double> ab = vec_cast<double>(mesh.corner(sub_shape, 1)) - a;
  Vec<D, double> n;
  if constexpr (D == 2) {
    n = {ab[1], -ab[0]};
  } else {
    n = cross(ab, vec_cast<double>(mesh.corner(sub_shape, 2)) - a);
  }
  const double size = length(n);
  return size > 0 ? n * (1 / size) : Vec<D, double>{};
}

// All in world coordinates. `shape` and the solid overlap, or seem to.
//
// Lower bound: a point of the shape in the solid must leave it, so no translation is shorter than
// its distance from the surface. The deepest such point is sought iteratively: from a point to the
// support point of the shape opposite to the direction to the surface.
//
// Upper bound: the shape is moved along a direction past all it overlaps, sub-shape by sub-shape,
// until none is left and it is outside. Directions: those to the surface found before, the normals
// of touched sub-shapes, the axes. Each exit is then slid along the surface: where the shape leaves
// with another normal, the exit along that is shorter if the surface is flat enough there.
template <int D, class T>
class SolidExit {
 public:
  using Point = Vec<D, double>;

  SolidExit(const SurfaceMesh<D, T>& mesh, const Transform<D, T>& pose,
            const ShapeView<D, T>& shape, const Transform<D, T>& shape_pose)
      : mesh_(mesh),
        pose_(pose),
        shape_(shape),
        shape_pose_(shape_pose),
        rotation_(matrix_of(shape_pose.rotation)),
        origin_(vec_cast<double>(shape_pose.translation)) {
    const PairFrame<D> frame{Matrix<D, double>::identity(), rotation_, origin_};
    const Aabb<D, double> box = box_of_b(shape, frame);
    double size = larger(largest_component(box.min), largest_component(box.max));
    size = larger(size, largest_component(vec_cast<double>(pose.translation)));
    const Aabb<D, T> bounds = mesh.bounds();
    for (const auto& p : {bounds.min, bounds.max}) {
      size += largest_component(vec_cast<double>(p));
    }
    near_ = size * larger(16 * double(std::numeric_limits<T>::epsilon()), 0x1p-40);
    for (int a = 0; a < D; ++a) {
      Point axis{};
      axis[a] = 0.5 / D;
      center_ = center_ + support(axis) + support(-axis);
    }
    center_ = center_ * (0.5 / D);
  }

  SubShapeSeparation<D, T> find() {
    deepen(center_);
    collect_touched();
    for (std::uint32_t i = 0; i < count_; ++i) try_direction(directions_[i]);
    const Matrix<D, double> axes = matrix_of(pose_.rotation);
    for (int a = 0; a < D; ++a) {
      try_direction(axes.column(a));
      try_direction(-axes.column(a));
    }
    if (best_.found) deepen(support(-best_.along));
    return result();
  }

 private:
  // A translation that was tested: its length is `sure`, and `length` without the margin for
  // rounding.
  struct Exit {
    bool found = false;
    Point along{};
    double length = std::numeric_limits<double>::infinity();
    double sure = std::numeric_limits<double>::infinity();
    SubShapeSeparation<D, T> after{};
  };

  // Returns the support point of the shape along a direction.
  Point support(const Point& d) const {
    const Point p =
        rotation_ * support_of_core(shape_, transposed_times(rotation_, d)).point + origin_;
    const double size = length(d);
    return p + d * (double(shape_.radius) / size);
  }
  Transform<D, T> pose(const Point& n, double s) const {
    return {vec_cast<T>(origin_ + n * s), shape_pose_.rotation};
  }
  bool inside(const Point& p) {
    const PointInside r = point_inside(mesh_, pose_, vec_cast<T>(p));
    if (r.status != Status::ok) bad_ = r.status;
    return r.status == Status::ok && r.inside;
  }
  void add_direction(const Point& n) {
    if (!(dot(n, n) > 0.5) || count_ == kMostDirections) return;
    for (std::uint32_t i = 0; i < count_; ++i) {
      if (dot(n, directions_[i]) > 1 - 0x1p-16) return;
    }
    directions_[count_++] = n;
  }

  // Seeks a deeper point of the shape, starting at one of its points.
  void deepen(Point x) {
    double last = -1;
    for (int round = 0; round < 8 && inside(x); ++round) {
      const auto c = closest_point(mesh_, pose_, vec_cast<T>(x));
      stats_ += c.stats;
      const double depth = double(c.distance);
      if (!(depth > last)) return;
      last = depth;
      deepest_ = larger(deepest_, depth);
      Point direction = vec_cast<double>(c.point) - vec_cast<double>(vec_cast<T>(x));
      const double size = length(direction);
      direction = size > near_ ? direction * (1 / size) : normal_of(c.sub_shape);
      if (!(dot(direction, direction) > 0.5)) return;
      add_direction(direction);
      x = support(-direction);
    }
  }
  Point normal_of(std::size_t sub_shape) const {
    return matrix_of(pose_.rotation) * outward_normal(mesh_, sub_shape);
  }
  void collect_touched() {
    std::array<std::uint32_t, kMostTouched> touched;
    std::uint32_t count = 0;
    const auto take = [&](std::uint32_t sub_shape, std::uint32_t) {
      touched[count++] = sub_shape;
      return count < kMostTouched;
    };
    stats_ += touching_sub_shapes(mesh_, pose_, shape_, shape_pose_, take).stats;
    for (std::uint32_t i = 0; i < count; ++i) {
      const Point n = normal_of(touched[i]);
      if (!(dot(n, n) > 0.5)) continue;
      deepen(support(-n));
      add_direction(n);
    }
  }

  // Returns the distance along n after which the shape is beyond the mesh.
  double leaving(const Point& n) const {
    const Point own = transposed_times(matrix_of(pose_.rotation), n);
    const Aabb<D, T> box = mesh_.bounds();
    double top = dot(n, vec_cast<double>(pose_.translation));
    for (int a = 0; a < D; ++a) top += own[a] * double((own[a] > 0 ? box.max : box.min)[a]);
    return larger(top - dot(n, support(-n)), 0) + 4 * near_;
  }

  // Returns the distance along n after which the shape has left sub-shape `id`, less than `limit`.
  double past(std::uint32_t id, const Point& n, double limit) const {
    const Transform<D, T> far = pose(n, limit);
    const auto i =
        cast_of_views<D, T>(mesh_.sub_shape(id).shape, pose_, shape_, far, vec_cast<T>(n * -limit));
    return i.hit || i.status == Status::not_converged ? limit * (1 - double(i.t)) : 0;
  }

  // Returns the first distance along n at which the shape overlaps no sub-shape and is outside;
  // `limit` if there is none before it.
  double exit(const Point& n, double limit) {
    double s = 0;
    for (int round = 0; round < kMostRounds && s < limit; ++round) {
      double far = s;
      const auto take = [&](std::uint32_t sub_shape, std::uint32_t) {
        far = larger(far, past(sub_shape, n, limit));
        return far < limit;
      };
      stats_ += touching_sub_shapes(mesh_, pose_, shape_, pose(n, s), take).stats;
      if (far > s + near_) {
        s = far;
        continue;
      }
      if (!inside(center_ + n * (s + near_))) return s;
      const double rest = limit - s - near_;
      if (!(rest > 0)) return limit;
      const auto next = shape_cast(mesh_, pose_, shape_, pose(n, s + near_), vec_cast<T>(n * rest));
      stats_ += next.stats;
      if (!next.hit) return limit;
      s += near_ + rest * double(next.t);
    }
    return limit;
  }

  // Returns whether the shape is outside and apart from the surface.
  bool parts(const Point& n, double s, SubShapeSeparation<D, T>& after) {
    after = distance(mesh_, pose_, shape_, pose(n, s));
    stats_ += after.stats;
    return answered(after.status) && after.distance > 0 && !inside(vec_cast<double>(after.point_b));
  }
  bool try_straight(const Point& n) {
    const double most = leaving(n);
    const double limit = most < best_.sure ? most : best_.sure;
    const double length = exit(n, limit);
    if (!(length < limit)) return false;
    Exit exit{true, n, length, length, {}};
    for (double more = 0.25 * near_; more < 0x1p12 * near_; more *= 4) {
      exit.sure = length + more;
      if (!(exit.sure < best_.sure)) return false;
      if (!parts(n, exit.sure, exit.after)) continue;
      best_ = exit;
      return true;
    }
    return false;
  }
  void try_direction(Point n) {
    for (int round = 0; round < 8 && try_straight(n); ++round) {
      const auto next = vec_cast<double>(best_.after.normal);
      const double along = dot(next, n);
      if (!(along > 0) || !(along < 1 - 0x1p-20)) return;
      n = next * (1 / length(next));
    }
  }

  SubShapeSeparation<D, T> result() const {
    SubShapeSeparation<D, T> r = best_.after;
    Separation<D, T>& s = r;
    r.stats = stats_;
    if (bad_ != Status::ok) {
      s = {.status = bad_};
      return r;
    }
    const double sure = larger(deepest_ - near_, 0);
    s.upper = round_up<T>(-sure);
    if (!best_.found) {
      s.status = Status::not_converged;
      s.distance = static_cast<T>(0 - deepest_);
      return r;
    }
    s.distance = static_cast<T>(0 - best_.length);
    s.lower = round_down<T>(-(best_.sure + near_));
    s.normal = vec_cast<T>(best_.along);
    s.point_b = s.point_a + s.normal * s.distance;
    if (s.upper < s.distance) s.upper = s.distance;
    return r;
  }

  static constexpr std::uint32_t kMostDirections = 24;
  static constexpr std::uint32_t kMostTouched = 16;
  static constexpr int kMostRounds = 64;

  const SurfaceMesh<D, T>& mesh_;
  const Transform<D, T>& pose_;
  const ShapeView<D, T>& shape_;
  const Transform<D, T>& shape_pose_;
  Matrix<D, double> rotation_;
  Point origin_;
  Point center_{};
  double near_;
  double deepest_ = 0;
  Exit best_;
  std::array<Point, kMostDirections> directions_{};
  std::uint32_t count_ = 0;
  QueryStats stats_;
  Status bad_ = Status::ok;
};

}  // namespace masu::detail
