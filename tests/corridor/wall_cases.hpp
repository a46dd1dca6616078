// SPDX-License-Identifier: MIT
// Random walls with many faults, on small whole numbers.
#pragma once

#include <vector>

#include "scenes/generators/pcg32.hpp"
#include "tests/corridor/chain_twin.hpp"

namespace masu::test {

// Anywhere in a square: they cross, touch, lie on each other, and have no length.
template <class T>
std::vector<Wall<T>> random_walls(scenes::Pcg32& random, std::uint32_t count, std::uint32_t side) {
  std::vector<Wall<T>> walls;
  const auto x = [&] { return T(random.below(side)); };
  while (walls.size() < count) {
    const Vec<2, T> a{x(), x()};
    walls.push_back({a, {x(), x()}});
  }
  return walls;
}

// Runs of edges of a triangulated square: they share vertices, lie on each other, come twice,
// surround each other, but never cross.
template <class T>
std::vector<Wall<T>> random_flat_walls(scenes::Pcg32& random, std::uint32_t side,
                                       std::uint32_t percent) {
  constexpr int kDirections[3][2] = {{1, 0}, {0, 1}, {1, 1}};
  std::vector<Wall<T>> walls;
  for (std::uint32_t x = 0; x < side; ++x) {
    for (std::uint32_t y = 0; y < side; ++y) {
      for (const auto& direction : kDirections) {
        if (random.below(100) >= percent) continue;
        const auto length = T(1 + random.below(16) / 12);
        const Vec<2, T> a{T(x), T(y)};
        const Vec<2, T> b{a[0] + length * T(direction[0]), a[1] + length * T(direction[1])};
        walls.push_back(random.below(2) == 0 ? Wall<T>{a, b} : Wall<T>{b, a});
        if (random.below(20) == 0)
          walls.push_back(walls[random.below(std::uint32_t(walls.size()))]);
      }
    }
  }
  return walls;
}

// Around the cells of a square grid that lie in an odd number of rectangles: loops in loops, some
// of which touch at corners. Every edge of a cell is a wall.
template <class T>
std::vector<Wall<T>> random_cell_walls(scenes::Pcg32& random, std::uint32_t side,
                                       std::uint32_t rectangles) {
  std::vector<std::vector<bool>> solid(side + 1, std::vector<bool>(side + 1));
  // Most lie in the one before.
  std::uint32_t low[2] = {1, 1};
  std::uint32_t high[2] = {side - 1, side - 1};
  for (std::uint32_t r = 0; r < rectangles; ++r) {
    for (int a = 0; a < 2; ++a) {
      if (random.below(8) == 0 || low[a] + 2 > high[a]) low[a] = 1, high[a] = side - 1;
      const auto step = [&] { return random.below(6) == 0 ? 0 : 1 + random.below(2); };
      low[a] += step();
      high[a] -= std::min(high[a] - std::min(low[a], high[a]), step());
      low[a] = std::min(low[a], high[a]);
    }
    for (std::uint32_t i = low[0]; i <= high[0]; ++i) {
      for (std::uint32_t j = low[1]; j <= high[1]; ++j) solid[i][j] = !solid[i][j];
    }
  }
  std::vector<Wall<T>> walls;
  for (std::uint32_t i = 1; i <= side; ++i) {
    for (std::uint32_t j = 1; j <= side; ++j) {
      const Vec<2, T> p{T(i), T(j)};
      if (solid[i][j] != solid[i - 1][j]) walls.push_back({p, {T(i), T(j + 1)}});
      if (solid[i][j] != solid[i][j - 1]) walls.push_back({p, {T(i + 1), T(j)}});
    }
  }
  return walls;
}

// Each point moved a little.
template <class T>
std::vector<Wall<T>> shaken(std::vector<Wall<T>> walls, scenes::Pcg32& random, double by) {
  for (auto& wall : walls) {
    for (Vec<2, T>* p : {&wall.a, &wall.b}) {
      for (int a = 0; a < 2; ++a) (*p)[a] = T(double((*p)[a]) + random.between(-by, by));
    }
  }
  return walls;
}

}  // namespace masu::test
