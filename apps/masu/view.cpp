// SPDX-License-Identifier: MIT
#include <algorithm>
#include <limits>

#include "view.hpp"

namespace masu::cli {
namespace {

constexpr double kCos30 = 0.8660254037844386;
constexpr double kSin30 = 0.5;

Point3 corner(const Box3& box, unsigned bits) {
  Point3 p{};
  for (int a = 0; a < 3; ++a) p[a] = (bits >> a & 1) != 0 ? box.max[a] : box.min[a];
  return p;
}

}  // namespace

View::View(int dim, Up up, const Box3& bounds, double side) : dim_(dim), up_(up) {
  std::array<Point3, 8> corners;
  for (unsigned bits = 0; bits < 8; ++bits) corners[bits] = corner(bounds, bits);
  fit(corners, side);
}

View::View(const Eye& eye, std::span<const Point3> points, double side)
    : dim_(3), up_(Up::y), eye_(eye) {
  fit(points, side);
}

void View::fit(std::span<const Point3> points, double side) {
  std::array<double, 2> low{std::numeric_limits<double>::max(), std::numeric_limits<double>::max()};
  std::array<double, 2> high{std::numeric_limits<double>::lowest(),
                             std::numeric_limits<double>::lowest()};
  for (const Point3& p : points) {
    const auto f = flat(p);
    for (int i = 0; i < 2; ++i) low[i] = std::min(low[i], f[i]), high[i] = std::max(high[i], f[i]);
  }
  const double extent = std::max(high[0] - low[0], high[1] - low[1]);
  scale_ = extent > 0 ? (side - 2 * kMargin) / extent : 1;
  left_ = low[0];
  top_ = high[1];
  width_ = std::lround((high[0] - low[0]) * scale_ + 2 * kMargin);
  height_ = std::lround((high[1] - low[1]) * scale_ + 2 * kMargin);
}

std::array<double, 2> View::flat(const Point3& p) const {
  if (dim_ == 2) return {p[0], p[1]};
  if (eye_) return {dot(eye_->right, p), dot(eye_->above, p)};
  // A right-handed rotation about `up` keeps left and right.
  const double right = up_ == Up::y ? p[0] : p[1];
  const double front = up_ == Up::y ? p[2] : p[0];
  const double above = up_ == Up::y ? p[1] : p[2];
  return {(right - front) * kCos30, above - (right + front) * kSin30};
}

Spot View::operator()(const Point3& p) const {
  const auto f = flat(p);
  return spot((f[0] - left_) * scale_ + kMargin, (top_ - f[1]) * scale_ + kMargin);
}

double View::depth(const Point3& p) const {
  if (eye_) return dot(eye_->toward, p);
  return p[0] + p[1] + p[2];
}

std::array<Spot, 4> View::face(const Box3& box, int axis) const {
  const unsigned u = 1u << (axis + 1) % 3;
  const unsigned v = 1u << (axis + 2) % 3;
  const unsigned fixed = 1u << axis;
  return {(*this)(corner(box, fixed)), (*this)(corner(box, fixed | u)),
          (*this)(corner(box, fixed | u | v)), (*this)(corner(box, fixed | v))};
}

}  // namespace masu::cli
