// SPDX-License-Identifier: MIT
// orient2d(), orient3d(), cross_sign(): exact geometric predicates for every finite input.
#pragma once

#include <cmath>

#include <masu/core/platform.hpp>
#include <masu/core/vec.hpp>

namespace masu {

// All signs are exact for the numbers given, whatever their exponents, so that results about one
// set of points are consistent. A plain evaluation with an error bound decides most calls in a few
// nanoseconds, the same with 106 bits nearly all others; the rest are evaluated exactly, as a sum
// of doubles that do not overlap (J. R. Shewchuk, "Adaptive Precision Floating-Point Arithmetic and
// Fast Robust Geometric Predicates", 1997), or, where exponents are too far apart for that, as an
// integer of some thousand bits. NaN and infinity are not allowed.
namespace detail {

// A sign that a filter has decided; 0: undecided.
struct FilteredSign {
  int sign;
  constexpr bool certain() const { return sign != 0; }
};

inline constexpr double kHalfUlp = 0x1p-53;
// Shewchuk's bounds A of a determinant over the sum of its absolute terms.
inline constexpr double kCrossBound = (3 + 16 * kHalfUlp) * kHalfUlp;
inline constexpr double kVolumeBound = (7 + 56 * kHalfUlp) * kHalfUlp;
// A product may underflow by 2^-1075 and then be multiplied: this is far more. It affects only
// doubles below 2^-300.
inline constexpr double kUnderflow = 0x1p-960;

constexpr FilteredSign sign_beyond(double value, double bound) {
  // With NaN or infinity on both sides, after an overflow, all comparisons are false.
  return {value > bound ? 1 : (value < -bound ? -1 : 0)};
}

template <int D, class T>
constexpr Vec<D, double> widen(const Vec<D, T>& p) {
  Vec<D, double> r{};
  for (int a = 0; a < D; ++a) r[a] = p[a];
  return r;
}

inline FilteredSign filtered_cross(const Vec<2, double>& a, const Vec<2, double>& b,
                                   const Vec<2, double>& p, const Vec<2, double>& q) {
  const double left = (b[0] - a[0]) * (q[1] - p[1]);
  const double right = (b[1] - a[1]) * (q[0] - p[0]);
  const double terms = std::abs(left) + std::abs(right);
  return sign_beyond(left - right, kCrossBound * terms + kUnderflow);
}

inline FilteredSign filtered_volume(const Vec<3, double>& a, const Vec<3, double>& b,
                                    const Vec<3, double>& c, const Vec<3, double>& d) {
  const Vec<3, double> u = b - a;
  const Vec<3, double> v = c - a;
  const Vec<3, double> w = d - a;
  double value = 0;
  double terms = 0;
  double heights = 1;
  for (int k = 0; k < 3; ++k) {
    const double plus = u[(k + 1) % 3] * v[(k + 2) % 3];
    const double minus = u[(k + 2) % 3] * v[(k + 1) % 3];
    value += w[k] * (plus - minus);
    terms += std::abs(w[k]) * (std::abs(plus) + std::abs(minus));
    heights += std::abs(w[k]);
  }
  return sign_beyond(value, kVolumeBound * terms + kUnderflow * heights);
}

int exact_cross(const Vec<2, double>& a, const Vec<2, double>& b, const Vec<2, double>& p,
                const Vec<2, double>& q);
int exact_volume(const Vec<3, double>& a, const Vec<3, double>& b, const Vec<3, double>& c,
                 const Vec<3, double>& d);

}  // namespace detail

// Returns the sign of (b - a) x (q - p): 1 if q lies farther than p to the left of the direction
// from a to b, 0 if both are equally far.
template <class T>
int cross_sign(const Vec<2, T>& a, const Vec<2, T>& b, const Vec<2, T>& p, const Vec<2, T>& q) {
  const auto wa = detail::widen(a);
  const auto wb = detail::widen(b);
  const auto wp = detail::widen(p);
  const auto wq = detail::widen(q);
  const auto filtered = detail::filtered_cross(wa, wb, wp, wq);
  return filtered.certain() ? filtered.sign : detail::exact_cross(wa, wb, wp, wq);
}

// Returns 1 if a, b, c are counterclockwise, that is if c lies to the left of the line from a to b;
// 0 if the three lie on a line; else -1.
template <class T>
int orient2d(const Vec<2, T>& a, const Vec<2, T>& b, const Vec<2, T>& c) {
  return cross_sign(a, b, a, c);
}

// Returns 1 if d lies on the side of the plane through a, b, c from which they are counterclockwise
// (the side of (b - a) x (c - a)); 0 if the four lie in a plane; else -1.
template <class T>
int orient3d(const Vec<3, T>& a, const Vec<3, T>& b, const Vec<3, T>& c, const Vec<3, T>& d) {
  const auto wa = detail::widen(a);
  const auto wb = detail::widen(b);
  const auto wc = detail::widen(c);
  const auto wd = detail::widen(d);
  const auto filtered = detail::filtered_volume(wa, wb, wc, wd);
  return filtered.certain() ? filtered.sign : detail::exact_volume(wa, wb, wc, wd);
}

}  // namespace masu
