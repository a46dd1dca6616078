// SPDX-License-Identifier: MIT
// FuzzInput: converts the bytes of a fuzzer to numbers, poses and boxes.
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>
#include <utility>

#include <masu/core/aabb.hpp>
#include <masu/core/filter.hpp>
#include <masu/core/transform.hpp>

namespace masu::fuzz {

// Reads bytes from the front; behind the end there are zeros.
class FuzzInput {
 public:
  FuzzInput(const std::uint8_t* data, std::size_t size) : bytes_(data, size) {}

  bool empty() const { return bytes_.empty(); }
  std::span<const std::uint8_t> rest() const { return bytes_; }

  std::uint8_t byte() {
    if (empty()) return 0;
    const std::uint8_t b = bytes_[0];
    bytes_ = bytes_.subspan(1);
    return b;
  }
  bool flag() { return (byte() & 1) != 0; }
  // Returns a number below `end`, which is at most 2^16.
  std::uint32_t below(std::uint32_t end) {
    std::uint32_t n = byte();
    if (end > 256) n |= std::uint32_t(byte()) << 8;
    return n % end;
  }
  std::uint64_t bits(int bytes) {
    std::uint64_t n = 0;
    for (int i = 0; i < bytes; ++i) n |= std::uint64_t(byte()) << (8 * i);
    return n;
  }

  // Returns a number. From one byte: a multiple of a coarse grid, so that objects touch, coincide
  // and are collinear. With another byte before it: of a finer grid, any number at all, or a known
  // hard case.
  template <class T>
  T number() {
    const T x = any_number<T>();
    far_ = far_ || !(std::fabs(x) <= T(0x1p60));
    extreme_ =
        extreme_ || !(std::fabs(x) <= T(0x1p60)) || (x != 0 && std::fabs(double(x)) < 0x1p-140);
    return x;
  }
  // Returns whether a number was read for which sums and lengths may be infinite.
  bool far() const { return far_; }
  // Returns whether such a number, or one below 2^-140 except 0, was read since the last call.
  bool take_extreme() { return std::exchange(extreme_, false); }
  // Returns a number that is mostly positive and not too large.
  template <class T>
  T size() {
    const std::uint8_t b = byte();
    return b < 0xf0 ? T(b + 1) / 16 : number<T>();
  }
  template <int D, class T>
  Vec<D, T> position() {
    Vec<D, T> p;
    for (int a = 0; a < D; ++a) p[a] = number<T>();
    return p;
  }
  template <int D, class T>
  Aabb<D, T> box() {
    const Vec<D, T> min = position<D, T>();
    if ((byte() & 7) == 7) return {min, position<D, T>()};
    Aabb<D, T> b{min, min};
    for (int a = 0; a < D; ++a) b.max[a] += T(byte()) / 32;
    return b;
  }
  // Returns a vector that mostly has length 1.
  template <int D, class T>
  Rotation<D, T> rotation() {
    const std::uint8_t b = byte();
    if (b < 0x40) return {};
    double q[4];
    double square = 0;
    for (int a = 0; a < (D == 2 ? 2 : 4); ++a) {
      q[a] = double(std::int8_t(byte())) / 64;
      square += q[a] * q[a];
    }
    const double by = b == 0xff || square == 0 ? 1 : 1 / std::sqrt(square);
    if constexpr (D == 2) {
      return {T(q[0] * by), T(q[1] * by)};
    } else {
      return {T(q[0] * by), T(q[1] * by), T(q[2] * by), T(q[3] * by)};
    }
  }
  template <int D, class T>
  Transform<D, T> transform() {
    const Vec<D, T> translation = position<D, T>();
    return {translation, rotation<D, T>()};
  }
  Filter filter() {
    const std::uint8_t b = byte();
    if (b < 0x80) return {};
    return {std::uint64_t(1) << (b & 3), std::uint64_t(b >> 2 & 15)};
  }

 private:
  template <class T>
  T any_number() {
    const std::uint8_t b = byte();
    if (b < 0xe0) return T(int(b) - 0x70) / 8;
    if (b < 0xf0) return T(std::int16_t(bits(2))) / 64;
    if (b < 0xf8) {
      using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
      return std::bit_cast<T>(Bits(bits(sizeof(T))));
    }
    using L = std::numeric_limits<T>;
    const T hard[] = {-T(0),           L::infinity(), -L::infinity(), L::quiet_NaN(),
                      L::denorm_min(), L::min(),      L::epsilon(),   L::max()};
    return hard[b - 0xf8];
  }

  std::span<const std::uint8_t> bytes_;
  bool far_ = false;
  bool extreme_ = false;
};

}  // namespace masu::fuzz
