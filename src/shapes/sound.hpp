// SPDX-License-Identifier: MIT
// Checks in few steps and without branches, which do not say what is wrong.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include <masu/core/transform.hpp>

#include "shapes/check_numbers.hpp"

namespace masu::detail {

// The least and the largest of some numbers, by their bits without the sign. Those of 0 less 1 are
// above all others.
template <class T>
class NumberRange {
 public:
  void add(T x) {
    const Bits twice = bits_of(x) << 1;
    least_ = std::min<Bits>(least_, twice - 1);
    most_ = std::max<Bits>(most_, twice);
  }
  template <int D>
  void add(const Vec<D, T>& p) {
    for (int a = 0; a < D; ++a) add(p[a]);
  }

  // Returns whether check_number() is ok for all.
  bool sound() const {
    constexpr double kMost = std::min(kLargestNumber, double(std::numeric_limits<T>::max()));
    constexpr Bits kLow = bits_of(static_cast<T>(kSmallestNumber)) << 1;
    constexpr Bits kHigh = bits_of(static_cast<T>(kMost)) << 1;
    return least_ >= kLow - 1 && most_ <= kHigh;
  }

 private:
  using Bits = std::conditional_t<sizeof(T) == sizeof(float), std::uint32_t, std::uint64_t>;

  static constexpr Bits bits_of(T x) { return std::bit_cast<Bits>(x); }

  Bits least_ = ~Bits{0};
  Bits most_ = 0;
};

// Returns whether check_position() is ok.
template <int D, class T>
bool sound_position(const Vec<D, T>& p) {
  bool sound = true;
  for (int a = 0; a < D; ++a) sound &= std::fabs(double(p[a])) <= kLargestNumber;
  return sound;
}

// Returns whether Transform::check() is ok.
template <int D, class T>
bool sound_pose(const Transform<D, T>& pose) {
  return sound_position(pose.translation) &
         (std::fabs(pose.rotation.length_squared() - 1) <= 0x1p-10);
}

}  // namespace masu::detail
