// SPDX-License-Identifier: MIT
// Small sets of walls with everything that makes searching hard: long and short walls, crowds,
// spikes, parallel slits, walls of no length.
#pragma once

#include <cmath>
#include <vector>

#include <masu/core/vec.hpp>
#include <masu/corridor/wall_chain.hpp>

#include "scenes/generators/pcg32.hpp"

namespace masu::test {

template <class T>
struct WallWorld {
  std::vector<Vec<2, T>> vertices;
  std::vector<WallChain> chains;

  void begin() { chains.push_back({std::uint32_t(vertices.size()), 0, ChainKind::open, 0}); }
  void add(double x, double y) {
    vertices.push_back({T(x), T(y)});
    ++chains.back().count;
  }
};

// About `walls` walls in a square of side `scale` around (`offset`, `offset`).
template <class T>
WallWorld<T> random_world(scenes::Pcg32& random, std::uint32_t walls, double scale, double offset) {
  WallWorld<T> world;
  const double step = scale / std::sqrt(double(walls));
  while (world.vertices.size() < walls) {
    world.begin();
    double x = offset + random.between(-0.5, 0.5) * scale;
    double y = offset + random.between(-0.5, 0.5) * scale;
    const std::uint32_t kind = random.below(7);
    const std::uint32_t count = 2 + random.below(kind == 0 ? 2 : 40);
    for (std::uint32_t i = 0; i < count; ++i) {
      world.add(x, y);
      const double long_step = kind == 1 && i % 7 == 0 ? scale / 2 : step;
      switch (kind) {
        case 2: x += step / 4, y += (i % 2 == 0 ? 1 : -1) * step * 3; break;  // spikes
        case 3: x += step * 0.01 * random.unit(), y += step * 0.01; break;    // a crowd
        case 5:  // slits: back and forth, a hair apart
          x += i % 4 == 0 ? 3 * step : i % 4 == 2 ? -3 * step : 0;
          y += i % 2 == 0 ? 0 : step / 1000;
          break;
        case 4: x += i % 2 == 0 ? step : 0; break;  // along an axis, some of no length
        default: x += random.between(-1, 1) * long_step; y += random.between(-1, 1) * long_step;
      }
    }
  }
  return world;
}

// A query point: anywhere, on a vertex, within rounding of one, on a wall, in a spike or a
// slit.
template <class T>
Vec<2, T> query_point(scenes::Pcg32& random, const WallWorld<T>& world, double scale,
                      double offset) {
  const auto n = std::uint32_t(world.vertices.size());
  const std::uint32_t at = random.below(n);
  const Vec<2, T> v = world.vertices[at];
  const Vec<2, T> w = world.vertices[random.below(n)];
  switch (random.below(6)) {
    case 0: return v;
    case 3: {
      Vec<2, double> center{};
      for (std::uint32_t i = 0; i < 4; ++i) {
        center = center + vec_cast<double>(world.vertices[(at + i) % n]) * 0.25;
      }
      return vec_cast<T>(center);
    }
    case 1: return {v[0], T(double(v[1]) + scale * 1e-6 * random.between(-1, 1))};
    case 2: return {T((double(v[0]) + double(w[0])) / 2), T((double(v[1]) + double(w[1])) / 2)};
    default:
      return {T(offset + scale * random.between(-0.7, 0.7)),
              T(offset + scale * random.between(-0.7, 0.7))};
  }
}

}  // namespace masu::test
