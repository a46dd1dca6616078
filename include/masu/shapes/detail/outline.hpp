// SPDX-License-Identifier: MIT
// A small convex polygon as formulas read it: in double, one array an axis, in whole registers.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>

#include <masu/core/buffer.hpp>
#include <masu/core/vec.hpp>

namespace masu::detail {

// Corners counter-clockwise, side i from corner i to the next. Filled up with copies of the first
// to a multiple of kBlock. A point has no sides, a segment two.
struct Outline {
  static constexpr std::uint32_t kBlock = 4;
  // Pairs of more cost more by formulas that look at all of both than by search.
  static constexpr std::uint32_t kMost = 32;

  const double* x;
  const double* y;
  const double* normal_x;  // outward, of length 1
  const double* normal_y;
  std::uint32_t corners;
  std::uint32_t sides;
  double reach;  // the largest coordinate

  Vec<2, double> corner(std::uint32_t i) const { return {x[i], y[i]}; }
  Vec<2, double> normal(std::uint32_t i) const { return {normal_x[i], normal_y[i]}; }
  std::uint32_t after(std::uint32_t i) const { return i + 1 == corners ? 0 : i + 1; }
  std::uint32_t before(std::uint32_t i) const { return (i == 0 ? corners : i) - 1; }
};

// That of a polygon which turns left at every corner. None, of no corners, where there are more
// than kMost, or where the line of a side does not bound the polygon to rounding.
class OutlineTable {
 public:
  explicit OutlineTable(Allocator allocator) : data_(allocator) {}

  // What assign() takes.
  [[nodiscard]] bool reserve(std::size_t corners) {
    return corners > Outline::kMost || data_.reserve(4 * padded(corners));
  }
  template <class T>
  void assign(std::span<const Vec<2, T>> corners) {
    data_.clear();
    if (corners.size() > Outline::kMost) return;
    corners_ = static_cast<std::uint32_t>(corners.size());
    stride_ = padded(corners.size());
    data_.set_size(4 * stride_);
    reach_ = 0;
    for (std::size_t i = 0; i < stride_; ++i) put(corners, i < corners_ ? i : 0, i);
    if (!bounded()) data_.clear();
  }

  Outline outline() const {
    Outline o;
    o.corners = o.sides = data_.empty() ? 0 : corners_;
    o.x = data_.data();
    o.y = o.x + stride_;
    o.normal_x = o.y + stride_;
    o.normal_y = o.normal_x + stride_;
    o.reach = reach_;
    return o;
  }

 private:
  static std::size_t padded(std::size_t corners) {
    return (corners + Outline::kBlock - 1) / Outline::kBlock * Outline::kBlock;
  }
  template <class T>
  void put(std::span<const Vec<2, T>> corners, std::size_t from, std::size_t to) {
    const auto p = vec_cast<double>(corners[from]);
    const auto along = vec_cast<double>(corners[from + 1 == corners_ ? 0 : from + 1]) - p;
    const double size = length(along);
    data_[to] = p[0];
    data_[stride_ + to] = p[1];
    data_[2 * stride_ + to] = along[1] / size;
    data_[3 * stride_ + to] = -along[0] / size;
    for (int a = 0; a < 2; ++a) reach_ = std::fabs(p[a]) > reach_ ? std::fabs(p[a]) : reach_;
  }
  bool bounded() const {
    const Outline o = outline();
    for (std::uint32_t i = 0; i < corners_; ++i) {
      for (std::uint32_t k = 0; k < corners_; ++k) {
        if (dot(o.normal(i), o.corner(k) - o.corner(i)) > 0x1p-49 * reach_) return false;
      }
    }
    return true;
  }

  Buffer<double> data_;
  std::size_t stride_ = 0;
  std::uint32_t corners_ = 0;
  double reach_ = 0;
};

}  // namespace masu::detail
