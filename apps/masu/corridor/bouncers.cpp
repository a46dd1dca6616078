// SPDX-License-Identifier: MIT
#include "bouncers.hpp"

#include <bit>
#include <cmath>

#include <scenes/generators/growing_corridor.hpp>
#include <scenes/generators/pcg32.hpp>

namespace masu::cli {

using scenes::GrowingCorridor;

void Bouncers::enter(std::size_t stretch, std::uint64_t seed) {
  scenes::Pcg32 random(seed + stretch);
  const double margin = kSpeed + kRadius;
  const double begin = GrowingCorridor::kLength * static_cast<double>(stretch);
  for (Mover& m : movers_) {
    const double x = random.between(begin + margin, begin + GrowingCorridor::kLength - margin);
    const double y = random.between(GrowingCorridor::kLow + 1.01 * kRadius,
                                    GrowingCorridor::kHigh - 1.01 * kRadius);
    m.position = {static_cast<float>(x), static_cast<float>(y)};
    Vec2d direction{0, 0};
    do direction = {random.between(-1, 1), random.between(-1, 1)};
    while (dot(direction, direction) < 0.01);
    m.velocity = vec_cast<float>(direction *
                                 (kSpeed / kFramesASecond / std::sqrt(dot(direction, direction))));
  }
}

void Bouncers::move(std::size_t first, std::size_t end, WallFinder& walls) {
  for (std::size_t i = first; i < end; ++i) {
    Mover& m = movers_[i];
    const Vec<2, float> next = m.position + m.velocity;
    const NearestWall<float> near = walls.nearest(i, next, kRadius);
    if (near.wall == kNoWall) {
      m.position = next;
      continue;
    }
    const Vec<2, float> out = next - near.point;
    const float square = dot(out, out);
    const float into = dot(m.velocity, out);
    // Past the end of the nearest wall the velocity already leads away from it, and is reversed:
    // the path back is free.
    m.velocity = into < 0 ? m.velocity - out * (2 * into / square) : -m.velocity;
  }
}

std::uint64_t Bouncers::hash() const {
  std::uint64_t h = 14695981039346656037u;  // FNV-1a, by words
  for (const Mover& m : movers_) {
    for (int a = 0; a < 2; ++a) {
      h = (h ^ std::bit_cast<std::uint32_t>(m.position[a])) * 1099511628211u;
    }
  }
  return h;
}

}  // namespace masu::cli
