// SPDX-License-Identifier: MIT
#include <masu/shapes/aabb_of.hpp>

#include <limits>

#include <masu/shapes/convex_polytope.hpp>
#include "core/round_outward.hpp"

namespace masu {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

using detail::round_down;
using detail::round_up;

// a + b, not above the exact sum. Source of the rest: D. Knuth, TAOCP 2, 4.2.2, theorem B.
double sum_down(double a, double b) {
  const double sum = a + b;
  const double virtual_b = sum - a;
  const double rest = (a - (sum - virtual_b)) + (b - virtual_b);
  return rest < 0 ? std::nextafter(sum, -kInfinity) : sum;
}
double sum_up(double a, double b) {
  return -sum_down(-a, -b);
}

// The interval from low to high, relative to the origin of the shape's frame, along one world axis.
// `slack` bounds the error of both.
struct Reach {
  double low;
  double high;
  double slack;
};

// Rotations that permute the axes are exact: nothing is rounded, nothing is widened.
template <int D>
bool exact_row(const Vec<D, double>& row) {
  bool exact = true;
  for (int j = 0; j < D; ++j) exact = exact && (row[j] == 0 || row[j] == 1 || row[j] == -1);
  return exact;
}

// Five roundings a product of entries of the matrix, each entry a few off.
template <int D>
double slack_of(const Vec<D, double>& row, const Vec<D, double>& size) {
  if (exact_row(row)) return 0;
  double sum = 0;
  for (int j = 0; j < D; ++j) sum += std::fabs(size[j]);
  return sum * 0x1p-49;
}

template <int D>
Vec<D, double> absolute(Vec<D, double> v) {
  for (int j = 0; j < D; ++j) v[j] = std::fabs(v[j]);
  return v;
}

template <int D, class T>
Reach reach_of_points(const Vec<D, T>* p, int count, const Vec<D, double>& row) {
  Reach r{kInfinity, -kInfinity, 0};
  for (int i = 0; i < count; ++i) {
    const auto q = vec_cast<double>(p[i]);
    const double x = dot(row, q);
    r.low = std::fmin(r.low, x);
    r.high = std::fmax(r.high, x);
    r.slack = std::fmax(r.slack, slack_of(row, q));
  }
  return r;
}

template <int D, class T>
Reach reach_of_polytope(const ConvexPolytope<D, T>& polytope, const Vec<D, double>& row) {
  Reach r{kInfinity, -kInfinity, 0};
  for (std::size_t i = 0; i < polytope.vertices().size(); ++i) {
    const Vec<D, T> p = polytope.vertices()[i];
    const Reach one = reach_of_points(&p, 1, row);
    r = {std::fmin(r.low, one.low), std::fmax(r.high, one.high), std::fmax(r.slack, one.slack)};
  }
  return r;
}

template <int D, class T>
Reach reach_of_box(const ShapeView<D, T>& s, const Vec<D, double>& row) {
  const auto half = vec_cast<double>(s.p[0]);
  const auto center = vec_cast<double>(s.p[1]);
  const double x = dot(row, center);
  const double h = dot(absolute(row), half);
  return {sum_down(x, -h), sum_up(x, h), slack_of(row, half) + slack_of(row, center)};
}

template <int D, class T>
Reach reach_of_ellipsoid(const ShapeView<D, T>& s, const Vec<D, double>& row) {
  auto scaled = vec_cast<double>(s.p[0]);
  double most = 0;
  for (int j = 0; j < D; ++j) {
    scaled[j] *= std::fabs(row[j]);
    most = std::fmax(most, scaled[j]);
  }
  if (exact_row(row)) return {-most, most, 0};
  const double h = length(scaled);
  return {-h, h, slack_of(row, vec_cast<double>(s.p[0]))};
}

// The extent of the disc around y in the shape's frame: the row without its component along y.
double reach_of_disc(double radius, const Vec<3, double>& row) {
  if (exact_row(row)) return row[1] == 0 ? radius : 0;
  return radius * std::sqrt(row[0] * row[0] + row[2] * row[2]);
}

template <class T>
Reach reach_of_cylinder_or_cone(const ShapeView<3, T>& s, const Vec<3, double>& row) {
  const double radius = double(s.p[0][0]);
  const double rise = double(s.p[0][1]) * row[1];
  const double disc = reach_of_disc(radius, row);
  const double slack = slack_of(row, Vec<3, double>{radius, double(s.p[0][1]), 0});
  if (s.kind == ShapeKind::cylinder) {
    const double h = sum_up(std::fabs(rise), disc);
    return {-h, h, slack};
  }
  return {std::fmin(rise, sum_down(-rise, -disc)), std::fmax(rise, sum_up(-rise, disc)), slack};
}
template <class T>
Reach reach_of_cylinder_or_cone(const ShapeView<2, T>&, const Vec<2, double>&) {
  return {-kInfinity, kInfinity, 0};  // check() rejects them
}

// A half-space is bounded along at most one axis: where the normal is exactly parallel to it.
template <int D, class T>
Reach reach_of_half_space(const ShapeView<D, T>& s, const Vec<D, double>& row) {
  const auto n = vec_cast<double>(s.p[0]);
  Reach r{-kInfinity, kInfinity, 0};
  if (!exact_row(row) || !exact_row(n) || dot(absolute(n), absolute(n)) != 1) return r;
  const double along = dot(row, n);
  if (along > 0) r.high = double(s.p[1][0]);
  if (along < 0) r.low = -double(s.p[1][0]);
  return r;
}

template <int D, class T>
Reach reach_of(const ShapeView<D, T>& s, const Vec<D, double>& row) {
  switch (s.kind) {
    case ShapeKind::point: return reach_of_points(s.p, 1, row);
    case ShapeKind::segment: return reach_of_points(s.p, 2, row);
    case ShapeKind::triangle: return reach_of_points(s.p, 3, row);
    case ShapeKind::box: return reach_of_box(s, row);
    case ShapeKind::ellipsoid: return reach_of_ellipsoid(s, row);
    case ShapeKind::cylinder:
    case ShapeKind::cone: return reach_of_cylinder_or_cone(s, row);
    case ShapeKind::polygon:
    case ShapeKind::polyhedron:
      return reach_of_polytope<D, T>(*static_cast<const ConvexPolytope<D, T>*>(s.object), row);
    case ShapeKind::half_space: return reach_of_half_space(s, row);
    case ShapeKind::custom: break;
  }
  return {-kInfinity, kInfinity, 0};
}

// Adds a skin to the box of a custom shape.
template <int D, class T>
Aabb<D, T> widened(Aabb<D, T> box, double by) {
  for (int a = 0; a < D; ++a) {
    box.min[a] = round_down<T>(sum_down(double(box.min[a]), -by));
    box.max[a] = round_up<T>(sum_up(double(box.max[a]), by));
  }
  return box;
}

// The fast path for balls and unrotated boxes, which are the most frequent: the same sums without
// multiplications and additions of 0.
bool is_straight(ShapeKind kind) {
  return kind == ShapeKind::point || kind == ShapeKind::box;
}
template <int D, class T>
Aabb<D, T> unrotated(const ShapeView<D, T>& s, const Vec<D, T>& translation) {
  const bool has_extents = s.kind == ShapeKind::box;
  const Vec<D, T>& local_center = s.p[has_extents ? 1 : 0];
  const double radius = double(s.radius);
  Aabb<D, T> box;
  for (int a = 0; a < D; ++a) {
    const double x = double(local_center[a]) + 0.0;  // no negative zero, as from a sum of products
    const double h = has_extents ? double(s.p[0][a]) : 0.0;
    const double center = double(translation[a]);
    double low = x == 0 ? 0 - h : sum_down(x, -h);
    double high = x == 0 ? 0 + h : sum_up(x, h);
    if (radius != 0) low = sum_down(low, -radius), high = sum_up(high, radius);
    box.min[a] = round_down<T>(sum_down(center, low));
    box.max[a] = round_up<T>(sum_up(center, high));
  }
  return box;
}

}  // namespace

template <int D, class T>
Aabb<D, T> aabb_of_view(const ShapeView<D, T>& s, const Transform<D, T>& pose) {
  if (pose.rotation == Rotation<D, T>{} && is_straight(s.kind))
    return unrotated(s, pose.translation);
  const double radius = double(s.radius);
  if (s.kind == ShapeKind::custom) return widened(s.functions->aabb(s.object, pose), radius);
  const Matrix<D, double> rotation = matrix_of(pose.rotation);
  Aabb<D, T> box;
  for (int a = 0; a < D; ++a) {
    const Reach r = reach_of(s, rotation.row[a]);
    const double center = double(pose.translation[a]);
    const double more = sum_up(radius, r.slack);
    const double low = sum_down(r.low, -more);
    const double high = sum_up(r.high, more);
    box.min[a] = round_down<T>(sum_down(center, low));
    box.max[a] = round_up<T>(sum_up(center, high));
  }
  return box;
}

template Aabb<2, float> aabb_of_view(const ShapeView<2, float>&, const Transform<2, float>&);
template Aabb<3, float> aabb_of_view(const ShapeView<3, float>&, const Transform<3, float>&);
template Aabb<2, double> aabb_of_view(const ShapeView<2, double>&, const Transform<2, double>&);
template Aabb<3, double> aabb_of_view(const ShapeView<3, double>&, const Transform<3, double>&);

}  // namespace masu
