// SPDX-License-Identifier: MIT
// Checks of the input of wall searches, and how far they must search.
#pragma once

#include <limits>
#include <span>
#include <type_traits>

#include <masu/core/finite.hpp>
#include <masu/core/status.hpp>
#include <masu/core/vec.hpp>
#include <masu/corridor/wall_chain.hpp>

namespace masu::detail {

// The largest coordinate that is accepted, so that squares stay in range.
template <class T>
inline constexpr T kLargestCoordinate = std::is_same_v<T, float> ? T(0x1p60) : T(0x1p500);

inline constexpr std::size_t kMostWallVertices = std::size_t(1) << 31;

// Checks a position of a query, and a distance, which may be infinite.
template <class T>
Status check_point(const Vec<2, T>& p, T length) {
  if (!is_finite(p) || length != length) return Status::not_finite;
  if (length < 0) return Status::out_of_range;
  for (int a = 0; a < 2; ++a) {
    if (!(p[a] >= -kLargestCoordinate<T> && p[a] <= kLargestCoordinate<T>))
      return Status::out_of_range;
  }
  return Status::ok;
}

template <class T>
Status check_walls(std::span<const Vec<2, T>> vertices, std::span<const WallChain> chains) {
  if (vertices.size() >= kMostWallVertices) return Status::too_many_objects;
  for (const Vec<2, T>& v : vertices) {
    const Status status = check_point(v, T(0));
    if (status != Status::ok) return status;
  }
  for (const WallChain& chain : chains) {
    if (std::uint64_t(chain.first) + chain.count > vertices.size()) return Status::bad_index;
  }
  return Status::ok;
}

// A wall that wall_offset() puts within `distance` is no farther than the result, if no wall is
// longer than `longest`: rounding costs less than 16 units in the last place of distance and
// length, and squares below the least of T's range are lost altogether.
template <class T>
T wall_reach(T distance, T longest) {
  constexpr T kLost = 16 * std::numeric_limits<T>::epsilon();
  constexpr T kLeast = std::is_same_v<T, float> ? T(0x1p-59) : T(0x1p-499);
  return distance + (kLost * distance + kLost * longest + kLeast);
}

}  // namespace masu::detail
