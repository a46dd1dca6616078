// SPDX-License-Identifier: MIT
// Hard input for comparisons with exact arithmetic. Coordinates are integers times one power of
// two, so they are exact in T, and signs and distances can be computed in integers. A difference of
// one unit is one unit in the last place of the largest coordinates.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include <masu/core/transform.hpp>

#include "scenes/generators/pcg32.hpp"

namespace masu::test {

__extension__ using Int128 = __int128;

template <int D>
using Lattice = Vec<D, std::int64_t>;

// All bits of T, except some for sums: coordinates are below 2^bits.
template <class T>
inline constexpr int kLatticeBits = std::numeric_limits<T>::digits - 3;

enum class Layout : std::uint32_t {
  grid,         // 0 to 3
  wide,         // all bits
  far,          // a few units from a point far from the origin
  needle,       // long on one axis, a few units on the others
  plate,        // a few units on one axis
  mixed,        // each coordinate has its own number of bits
  cospherical,  // signs and orders of the coordinates of one point
  repeated,     // often a point that was there before
};
inline constexpr std::uint32_t kLayouts = 8;

inline std::int64_t signed_below(std::int64_t bound, scenes::Pcg32& random) {
  const std::uint64_t bits = std::uint64_t(random.next()) << 32 | random.next();
  return std::int64_t(bits >> 1) % (2 * bound - 1) - (bound - 1);
}

// Points of one layout.
template <int D>
class LatticePoints {
 public:
  LatticePoints(Layout layout, int bits, scenes::Pcg32& random)
      : layout_(layout), bits_(bits), random_(random) {
    for (int a = 0; a < D; ++a) base_[a] = any(bits);
    axis_ = int(random.below(D));
  }

  Lattice<D> operator()() {
    Lattice<D> p{};
    switch (layout_) {
      case Layout::grid:
        for (int a = 0; a < D; ++a) p[a] = random_.below(4);
        break;
      case Layout::wide:
        for (int a = 0; a < D; ++a) p[a] = any(bits_);
        break;
      case Layout::far:
        for (int a = 0; a < D; ++a) p[a] = base_[a] / 2 + random_.below(8);
        break;
      case Layout::needle:
        for (int a = 0; a < D; ++a) p[a] = a == axis_ ? any(bits_) : random_.below(4);
        break;
      case Layout::plate:
        for (int a = 0; a < D; ++a) p[a] = a == axis_ ? random_.below(4) : any(bits_);
        break;
      case Layout::mixed:
        for (int a = 0; a < D; ++a) p[a] = any(1 + int(random_.below(std::uint32_t(bits_))));
        break;
      case Layout::cospherical:
        p = base_;
        for (int a = D - 1; a > 0; --a) {
          std::swap(p[a], p[int(random_.below(std::uint32_t(a) + 1))]);
        }
        for (int a = 0; a < D; ++a) p[a] = random_.below(2) == 0 ? p[a] : -p[a];
        break;
      case Layout::repeated:
        if (!earlier_.empty() && random_.below(2) == 0) {
          return earlier_[random_.below(std::uint32_t(earlier_.size()))];
        }
        for (int a = 0; a < D; ++a) p[a] = any(bits_);
        if (earlier_.size() < 16) earlier_.push_back(p);
        break;
    }
    return p;
  }

 private:
  std::int64_t any(int bits) { return signed_below(std::int64_t(1) << bits, random_); }

  Layout layout_;
  int bits_;
  scenes::Pcg32& random_;
  Lattice<D> base_{};
  int axis_;
  std::vector<Lattice<D>> earlier_;
};

// p * 2^exponent. Multiplied by `unit`, which is that power.
template <class T, int D>
Vec<D, T> scaled(const Lattice<D>& p, T unit) {
  Vec<D, T> q{};
  for (int a = 0; a < D; ++a) q[a] = T(p[a]) * unit;
  return q;
}

// A rotation whose matrix is exact: its entries are integers divided by one common integer.
template <int D>
struct LatticeRotation;

// (c, s) of length n, as (m^2 - k^2, 2 m k) and m^2 + k^2, near 2^24.
template <>
struct LatticeRotation<2> {
  std::int64_t matrix[2][2];  // over `length`
  std::int64_t length;

  static LatticeRotation random(scenes::Pcg32& random) {
    for (;;) {
      std::int64_t m = random.below(4) == 0 ? std::int64_t(random.below(2)) << 12
                                            : std::int64_t(random.below(4097));
      std::int64_t k = std::int64_t(std::lround(std::sqrt(double((1 << 24) - m * m))));
      if (random.below(2) == 0) std::swap(m, k);
      if (random.below(2) == 0) m = -m;
      const std::int64_t c = m * m - k * k, s = 2 * m * k, n = m * m + k * k;
      if (std::abs(n - (1 << 24)) < 1 << 12 && std::abs(c) <= 1 << 24)
        return {{{c, -s}, {s, c}}, n};
    }
  }
  template <class T>
  Rotation<2, T> as() const {
    return {T(double(matrix[0][0]) * 0x1p-24), T(double(matrix[1][0]) * 0x1p-24)};
  }
};

// By a quaternion of integers, of length near 2^12.
template <>
struct LatticeRotation<3> {
  std::int64_t matrix[3][3];  // over `length`
  std::int64_t length;
  std::int64_t quaternion[4];

  static LatticeRotation random(scenes::Pcg32& random) {
    for (;;) {
      std::int64_t q[4] = {};
      const std::uint32_t kind = random.below(4);
      if (kind == 0) q[random.below(4)] = 4096;
      if (kind == 1) q[random.below(2)] = 2896, q[2 + random.below(2)] = -2896;  // quarter turns
      if (kind >= 2) {
        std::int64_t rest = 1 << 24;
        for (int i = 0; i < 3; ++i) q[i] = signed_below(2300, random), rest -= q[i] * q[i];
        q[3] = std::int64_t(std::lround(std::sqrt(double(rest < 0 ? 0 : rest))));
      }
      const std::int64_t x = q[0], y = q[1], z = q[2], w = q[3];
      const std::int64_t n = x * x + y * y + z * z + w * w;
      if (std::abs(n - (1 << 24)) > 1 << 13) continue;
      return {{{w * w + x * x - y * y - z * z, 2 * (x * y - z * w), 2 * (x * z + y * w)},
               {2 * (x * y + z * w), w * w - x * x + y * y - z * z, 2 * (y * z - x * w)},
               {2 * (x * z - y * w), 2 * (y * z + x * w), w * w - x * x - y * y + z * z}},
              n,
              {x, y, z, w}};
    }
  }
  template <class T>
  Rotation<3, T> as() const {
    return {T(double(quaternion[0]) * 0x1p-12), T(double(quaternion[1]) * 0x1p-12),
            T(double(quaternion[2]) * 0x1p-12), T(double(quaternion[3]) * 0x1p-12)};
  }
};

}  // namespace masu::test
