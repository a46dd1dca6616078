// SPDX-License-Identifier: MIT
// PointTable: numbers points by hashing; equal points get the same number.
#pragma once

#include <bit>

#include <masu/core/platform.hpp>

#include "corridor/chain_draft.hpp"

namespace masu::detail {

inline std::uint64_t mixed(std::uint64_t x) {
  // The finalizer of SplitMix64: G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number
  // generators", 2014.
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

inline std::uint64_t hash_of_bits(const Vec<2, float>& p) {
  return mixed(std::uint64_t(std::bit_cast<std::uint32_t>(p[0])) << 32 |
               std::bit_cast<std::uint32_t>(p[1]));
}
inline std::uint64_t hash_of_bits(const Vec<2, double>& p) {
  return mixed(std::bit_cast<std::uint64_t>(p[0]) * 0x9e3779b97f4a7c15u ^
               std::bit_cast<std::uint64_t>(p[1]));
}

// Open addressing with linear probing. Points must not have -0 or NaN.
template <class T>
class PointTable {
 public:
  explicit PointTable(Allocator allocator) : slots_(allocator), vertices_(allocator) {}

  // Prepares for up to `most` points.
  bool start(std::size_t most) {
    const std::size_t size = std::bit_ceil(most + most / 4 + 16);
    if (!slots_.resize(size) || !vertices_.reserve(most / 2 + 16)) return false;
    std::fill(slots_.begin(), slots_.end(), kFree);
    vertices_.clear();
    mask_ = size - 1;
    return true;
  }

  void expect(const Vec<2, T>& p) const { prefetch(&slots_[hash_of_bits(p) & mask_]); }

  bool number(const Vec<2, T>& p, std::uint32_t& id) {
    std::size_t slot = hash_of_bits(p) & mask_;
    for (; slots_[slot] != kFree; slot = (slot + 1) & mask_) {
      id = slots_[slot];
      if (vertices_[id].p == p) return true;
    }
    id = slots_[slot] = static_cast<std::uint32_t>(vertices_.size());
    return vertices_.push_back({p, 0, 0});
  }

  Buffer<WallVertex<T>>& vertices() { return vertices_; }
  // Releases the table alone.
  void release_slots() { slots_.release(); }

 private:
  static constexpr std::uint32_t kFree = 0xffff'ffffu;

  Buffer<std::uint32_t> slots_;
  Buffer<WallVertex<T>> vertices_;
  std::size_t mask_ = 0;
};

}  // namespace masu::detail
