// SPDX-License-Identifier: MIT
// A hash of a whole result, equal with every compiler, SIMD width and thread count.
#pragma once

#include <bit>
#include <cstdint>
#include <span>

#include <masu/core/aabb.hpp>
#include <masu/core/pair.hpp>

namespace masu::test {

// FNV-1a, 64 bits: http://www.isthe.com/chongo/tech/comp/fnv
class Hash {
 public:
  void add(std::uint64_t word) {
    for (int i = 0; i < 8; ++i) {
      value_ = (value_ ^ ((word >> (8 * i)) & 0xff)) * 0x100000001b3u;
    }
  }
  void add(float x) { add(std::uint64_t(std::bit_cast<std::uint32_t>(x))); }
  void add(double x) { add(std::bit_cast<std::uint64_t>(x)); }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325u;
};

// Of the bits of all corners, in order.
template <int D, class T>
std::uint64_t hash_of(std::span<const Aabb<D, T>> boxes) {
  Hash hash;
  for (const Aabb<D, T>& box : boxes) {
    for (int a = 0; a < D; ++a) hash.add(box.min[a]), hash.add(box.max[a]);
  }
  return hash.value();
}

// Of the pairs in the order they were delivered.
inline std::uint64_t hash_of(std::span<const Pair> pairs) {
  Hash hash;
  for (const Pair& p : pairs) hash.add(std::uint64_t(p.a)), hash.add(std::uint64_t(p.b));
  return hash.value();
}

}  // namespace masu::test
