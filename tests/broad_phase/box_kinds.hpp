// SPDX-License-Identifier: MIT
// Sets of boxes that are hard for floats: touching, degenerate, far, tiny, of mixed magnitude.
#pragma once

#include <algorithm>
#include <limits>
#include <vector>

#include <masu/core/aabb.hpp>

#include "scenes/generators/pcg32.hpp"

namespace masu::test {

enum class BoxKind { touching, degenerate, far, tiny, mixed };
inline constexpr int kBoxKinds = 5;

constexpr const char* name(BoxKind kind) {
  constexpr const char* kNames[] = {"touching", "degenerate", "far", "tiny", "mixed"};
  return kNames[int(kind)];
}

// One corner coordinate and an edge, on a lattice of `cells` points so that equal ones are common.
template <class T>
std::pair<T, T> interval(BoxKind kind, std::uint32_t cells, scenes::Pcg32& random) {
  const T cell = T(random.below(cells));
  const T edge = T(random.below(3));
  switch (kind) {
    case BoxKind::touching: return {cell, cell + T(1)};
    case BoxKind::degenerate: return {cell, cell + (random.below(4) == 0 ? edge : T(0))};
    case BoxKind::far: {  // 2^-4 is the last place of a float near 10^6
      const T low = T(1e6) + cell * T(0.0625);
      return {low, low + edge * T(0.0625)};
    }
    case BoxKind::tiny: {  // denormals
      const T unit = std::numeric_limits<T>::denorm_min();
      const T low = (cell - T(cells / 2)) * unit;
      return {low, low + edge * unit};
    }
    case BoxKind::mixed: {  // 2^-100 to 2^100: 10^-30 to 10^30
      const auto magnitude = [&] {
        T x = T(1 + random.below(4)) / 4;
        for (std::uint32_t e = 5 * random.below(21); e > 0; --e) x *= 2;
        return random.below(2) == 0 ? x : 1 / x;
      };
      const T low = magnitude() * T(int(random.below(3)) - 1);
      return {low, std::max(low, low + magnitude())};
    }
  }
  return {};
}

// The lattice has about as many points as boxes in every dimension, so pairs are neither rare nor
// everywhere.
template <int D, class T>
std::vector<Aabb<D, T>> boxes_of_kind(BoxKind kind, std::size_t n, scenes::Pcg32& random) {
  const auto cell_count = [](std::size_t cells) {
    std::size_t product = 1;
    for (int a = 0; a < D; ++a) product *= cells;
    return product;
  };
  std::uint32_t cells = 2;
  while (cell_count(cells) < (D > 1 ? 2 * n : n)) ++cells;
  std::vector<Aabb<D, T>> boxes(n);
  for (Aabb<D, T>& box : boxes) {
    for (int a = 0; a < D; ++a) {
      const auto [lo, hi] = interval<T>(kind, cells, random);
      box.min[a] = lo;
      box.max[a] = hi;
    }
  }
  return boxes;
}

// Do the boxes meet in a point or a face alone, or is one of them flat?
template <int D, class T>
bool touching_or_degenerate(const Aabb<D, T>& a, const Aabb<D, T>& b) {
  for (int i = 0; i < D; ++i) {
    if (a.min[i] == b.max[i] || b.min[i] == a.max[i]) return true;
    if (a.min[i] == a.max[i] || b.min[i] == b.max[i]) return true;
  }
  return false;
}

}  // namespace masu::test
