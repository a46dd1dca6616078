// SPDX-License-Identifier: MIT
// Distances and depths of convex bodies in exact arithmetic by CGAL: code independent of this
// library.
#pragma once

#include <memory>
#include <vector>

#include <masu/core/transform.hpp>

namespace masu::test {

// The hull of the corners, rotated by the rotation that `pose` has a multiple of, translated, moved
// by `t` times `displacement`, and rounded by `radius`. In 2D, cosine and sine must have a length
// that is a fraction, as those of LatticeRotation<2>. With `swept`, all positions from 0 to t.
template <int D>
struct GapBody {
  std::vector<Vec<D, double>> corners;
  Transform<D, double> pose{};
  double radius = 0;
  Vec<D, double> displacement{};
  double t = 0;
  bool swept = false;
};

// The distance of two bodies; minus the depth where they overlap. It is a root of a fraction, minus
// the radii: comparisons are exact.
class ExactGap {
 public:
  template <int D>
  ExactGap(const GapBody<D>& a, const GapBody<D>& b);
  ~ExactGap();

  // The sign of the gap minus x: -1, 0 or 1.
  int compare(double x) const;
  double approximate() const;

 private:
  struct Number;
  std::unique_ptr<Number> number_;
};

}  // namespace masu::test
