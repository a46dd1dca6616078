// SPDX-License-Identifier: MIT
// A point well inside half-spaces: the center of nearly the largest ball in them.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>

#include <masu/hull/half_space_intersection.hpp>

namespace masu::detail {

// Maximizes r over x and r with dot(normal, x) + r <= offset for all (the Chebyshev center), by the
// dual simplex method: D + 1 planes hold a ball between them; each step replaces one of them by the
// plane that the ball extends beyond most, and the ball shrinks. The first planes are those of a
// large simplex, so that there is a ball.
template <int D>
class DeepestPoint {
 public:
  using Point = Vec<D, double>;

  // Precondition: normals of length 1. `reach` is the radius of the simplex around the start.
  // `rounding(size)` is the rounding of points if the largest number that the ball is made of has
  // that size; a ball no larger than that does not count. Ends once the ball, though it may extend
  // beyond planes by up to half its radius, gives a point that is deep enough. O(planes) a step,
  // rarely more than a dozen steps; 1000 at most. The trace receives BallShrinks.
  template <class Rounding, class Trace>
  void find(std::span<const Hyperplane<D, double>> planes, const Point& start, double reach,
            Rounding&& rounding, const Trace& trace) {
    set_up(start, reach);
    least_ = -reach;
    center_ = start;
    bool up_to_date = false;
    for (int step = 0; step < kMostSteps; ++step) {
      const bool fresh = !up_to_date || step % kRefresh == 0;
      if (fresh && !invert()) return;
      update_ball();
      const std::uint32_t worst = most_violated(planes);
      if (worst == kNone) return;  // no planes
      const double beyond = dot(planes[worst].normal, ball_) + radius_ - planes[worst].offset;
      certain_ = rounding(size_of_ball(planes[worst]));
      const double least = radius_ - beyond;
      if (least > least_ && least > certain_) least_ = least, center_ = ball_;
      if (radius_ < -certain_ && !fresh) {  // changes of the inverse add up rounding
        up_to_date = false;
        continue;
      }
      trace.on(BallShrinks<D>{ball_, radius_, worst});
      if (radius_ < -certain_ || beyond <= certain_ || 2 * beyond <= radius_) return;
      if (!exchange(planes[worst], worst, up_to_date)) return;
    }
  }

  // Returns the deepest point found, and a lower bound of its depth behind all planes: negative if
  // no point lies behind all by more than rounding.
  const Point& center() const { return center_; }
  double least() const { return least_; }
  // Returns an upper bound of the radius of balls in the half-spaces; if it is negative by more
  // than rounding, they have no common point.
  double radius() const { return radius_; }
  double certain() const { return certain_; }
  // Returns whether the large simplex holds the ball: then nothing is known beyond it.
  bool simplex_holds() const {
    for (int j = 0; j <= D; ++j) {
      if (index_[j] == kNone && weight(j) > 0x1p-30) return true;
    }
    return false;
  }

 private:
  static constexpr int kRows = D + 1;
  static constexpr int kMostSteps = 1000;
  static constexpr int kRefresh = 16;  // steps until the inverse is computed again
  static constexpr std::uint32_t kNone = ~std::uint32_t(0);

  void set_up(const Point& start, double reach) {
    // Unit normals whose sum is zero up to rounding, which is harmless.
    constexpr double kThird = 0.57735026918962576, kHalfRoot = 0.86602540378443865;
    for (int j = 0; j < kRows; ++j) {
      if constexpr (D == 3) {
        normal_[j] = {j < 2 ? kThird : -kThird, j % 2 == 0 ? kThird : -kThird,
                      j == 0 || j == 3 ? kThird : -kThird};
      } else {
        normal_[j] = {j == 0 ? 0 : (j == 1 ? kHalfRoot : -kHalfRoot), j == 0 ? 1 : -0.5};
      }
      offset_[j] = dot(normal_[j], start) + reach;
      index_[j] = kNone;
    }
  }

  double weight(int j) const { return inverse_[D][j]; }

  // Inverts the matrix of the basis by Gauss-Jordan; returns false if its planes hold no ball.
  bool invert() {
    double m[kRows][2 * kRows] = {};
    for (int i = 0; i < kRows; ++i) {
      for (int k = 0; k < D; ++k) m[i][k] = normal_[i][k];
      m[i][D] = 1;
      m[i][kRows + i] = 1;
    }
    for (int c = 0; c < kRows; ++c) {
      int pivot = c;
      for (int i = c + 1; i < kRows; ++i) {
        if (std::fabs(m[i][c]) > std::fabs(m[pivot][c])) pivot = i;
      }
      if (!(std::fabs(m[pivot][c]) > 0x1p-49)) return false;
      for (int k = 0; k < 2 * kRows; ++k) std::swap(m[c][k], m[pivot][k]);
      const double scale = 1 / m[c][c];
      for (int k = 0; k < 2 * kRows; ++k) m[c][k] *= scale;
      for (int i = 0; i < kRows; ++i) {
        const double factor = m[i][c];
        if (i == c) continue;
        for (int k = 0; k < 2 * kRows; ++k) m[i][k] -= factor * m[c][k];
      }
    }
    for (int i = 0; i < kRows; ++i) {
      for (int j = 0; j < kRows; ++j) inverse_[i][j] = m[i][kRows + j];
    }
    return true;
  }

  // Returns the largest number among those of the ball, its planes and the worst one. Planes far
  // away do not count.
  double size_of_ball(const Hyperplane<D, double>& worst) const {
    double size = std::fabs(worst.offset);
    for (const double x : ball_.v) size = std::fmax(size, std::fabs(x));
    for (const double x : offset_) size = std::fmax(size, std::fabs(x));
    return size;
  }

  // Makes the ball that touches the planes of the basis.
  void update_ball() {
    for (int i = 0; i < kRows; ++i) {
      double sum = 0;
      for (int j = 0; j < kRows; ++j) sum += inverse_[i][j] * offset_[j];
      (i < D ? ball_[i] : radius_) = sum;
    }
  }

  std::uint32_t most_violated(std::span<const Hyperplane<D, double>> planes) const {
    std::uint32_t worst = kNone;
    double most = -std::numeric_limits<double>::infinity();
    for (std::uint32_t i = 0; i < planes.size(); ++i) {
      const double height = dot(planes[i].normal, ball_) - planes[i].offset;
      if (height > most) most = height, worst = i;
    }
    return worst;
  }

  // Replaces the plane of the basis whose weight would become negative first. Returns false if the
  // new plane is in the basis, and only rounding is left. `up_to_date`: the inverse is that of the
  // new basis.
  bool exchange(const Hyperplane<D, double>& plane, std::uint32_t index, bool& up_to_date) {
    constexpr double kTiny = 0x1p-40;
    int leaving = -1;
    double least = 0;
    double share[kRows];
    for (int j = 0; j < kRows; ++j) {
      if (index_[j] == index) return false;
      share[j] = inverse_[D][j];
      for (int k = 0; k < D; ++k) share[j] += plane.normal[k] * inverse_[k][j];
      if (share[j] <= kTiny) continue;
      const double ratio = weight(j) / share[j];
      if (leaving < 0 || ratio < least) leaving = j, least = ratio;
    }
    if (leaving < 0) return false;
    normal_[leaving] = plane.normal;
    offset_[leaving] = plane.offset;
    index_[leaving] = index;
    up_to_date = share[leaving] > 0x1p-10;
    if (up_to_date) replace_row(leaving, share);
    return true;
  }

  // One row of the basis has become the weighted sum of all of them.
  void replace_row(int row, const double (&share)[kRows]) {
    for (int i = 0; i < kRows; ++i) {
      const double pivot = inverse_[i][row] / share[row];
      for (int j = 0; j < kRows; ++j) inverse_[i][j] -= pivot * share[j];
      inverse_[i][row] = pivot;
    }
  }

  Point normal_[kRows];
  double offset_[kRows];
  std::uint32_t index_[kRows];
  double inverse_[kRows][kRows];
  Point ball_{};
  double radius_ = 0;
  Point center_{};
  double least_ = 0;
  double certain_ = 0;
};

}  // namespace masu::detail
