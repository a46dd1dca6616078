// SPDX-License-Identifier: MIT
// Overlap tests of one box with many others in sequence, and of two boxes.
#pragma once

#include <cstdint>
#include <type_traits>

#include <masu/core/aabb.hpp>

#include "platform/sse2.hpp"

namespace masu::detail {

// overlaps_nonempty(other, box).
template <int D, class T>
class BoxTest {
 public:
  explicit BoxTest(const Aabb<D, T>& box) : box_(box) {}
  bool operator()(const Aabb<D, T>& other) const { return overlaps_nonempty(other, box_); }

 private:
  Aabb<D, T> box_;
};

#ifdef MASU_SSE2
// Compares a vector of bounds at once: lower bounds with the upper bounds of the box, and negated
// upper bounds with its negated lower bounds. The vectors may overlap.
template <int D, class T>
requires(2 * D * sizeof(T) >= 16) class BoxTest<D, T> {
 public:
  explicit BoxTest(const Aabb<D, T>& box) {
    T bounds[kValues];
    T signs[kValues];
    for (int a = 0; a < D; ++a) {
      bounds[a] = box.max[a], bounds[D + a] = -box.min[a];
      signs[a] = T(0), signs[D + a] = T(-0.0);
    }
    for (int k = 0; k < kVectors; ++k) {
      bounds_[k] = load(bounds + first(k));
      signs_[k] = load(signs + first(k));
    }
  }
  bool operator()(const Aabb<D, T>& other) const {
    static_assert(sizeof(other) == kValues * sizeof(T));
    const auto* const values = reinterpret_cast<const T*>(&other);
    Vector hits = compare(values, 0);
    for (int k = 1; k < kVectors; ++k) hits = both(hits, compare(values, k));
    return all(hits);
  }

 private:
  using Vector = decltype(load(static_cast<const T*>(nullptr)));
  static constexpr int kValues = 2 * D;
  static constexpr int kLanes = 16 / sizeof(T);
  static constexpr int kVectors = (kValues + kLanes - 1) / kLanes;
  static constexpr int first(int k) {
    return kLanes * (k + 1) <= kValues ? kLanes * k : kValues - kLanes;
  }

  Vector compare(const T* values, int k) const {
    return at_most(flip(load(values + first(k)), signs_[k]), bounds_[k]);
  }

  Vector bounds_[kVectors];
  Vector signs_[kVectors];
};
#endif

// Returns overlaps_nonempty(a, b) as 0 or 1. In 3D the memory after each box must be readable.
template <int D, class T>
std::uint32_t overlap_bit(const Aabb<D, T>& a, const Aabb<D, T>& b) {
#ifdef MASU_SSE2
  if constexpr (std::is_same_v<T, float> && D == 2) {
    const auto x = load(a.min.v);
    const auto y = load(b.min.v);
    return all(at_most(lower_halves(x, y), upper_halves(y, x))) ? 1 : 0;
  } else if constexpr (std::is_same_v<T, float> && D == 3) {
    return first_three(
               both(at_most(load(a.min.v), load(b.max.v)), at_most(load(b.min.v), load(a.max.v))))
               ? 1
               : 0;
  }
#endif
  return overlaps_nonempty(a, b) ? 1 : 0;
}

}  // namespace masu::detail
