// SPDX-License-Identifier: MIT
#include "scenes/crowd/wanderers.hpp"

#include <cmath>

namespace masu::scenes {
namespace {

// After this many failed attempts in a row there is no free space, or hardly any.
constexpr std::size_t kVain = 100'000;

// Returns whether there are walls on all sides (left, right, above and below), so that no mover
// leaves the map.
bool enclosed(const ChainTree<float>& tree, const Vec<2, float>& p) {
  for (const Vec<2, float>& d : {Vec2f{1, 0}, Vec2f{-1, 0}, Vec2f{0, 1}, Vec2f{0, -1}}) {
    if (!tree.ray_cast({p, d}).hit) return false;
  }
  return true;
}

}  // namespace

std::vector<Vec<2, float>> free_positions(const ChainTree<float>& tree, const MapSides& sides,
                                          std::size_t count, float radius, std::uint64_t seed,
                                          const std::function<void(std::size_t)>& found) {
  Pcg32 random(seed);
  const Aabb<2, float> world = tree.bounds();
  std::vector<Vec<2, float>> positions;
  std::size_t last = 0;  // the attempt that found a position
  for (std::size_t tries = 0; positions.size() < count && tries - last <= kVain; ++tries) {
    const double x = random.between(double(world.min[0]), double(world.max[0]));
    const double y = random.between(double(world.min[1]), double(world.max[1]));
    const Vec<2, float> p{static_cast<float>(x), static_cast<float>(y)};
    if (tree.nearest(p, 2 * radius).wall != kNoWall) continue;
    if (!(sides.known() ? sides.inside(p) : enclosed(tree, p))) continue;
    positions.push_back(p);
    last = tries;
    if (found) found(positions.size());
  }
  return positions;
}

Wanderers::Wanderers(std::size_t count, double speed, std::uint64_t seed)
    : displacements_(count), random_(seed, 7), speed_(speed) {
  for (Vec<2, float>& displacement : displacements_) displacement = direction();
}

void Wanderers::go_on(std::size_t i, const Vec<2, float>& displacement, bool bounce) {
  const bool held = length(displacement) < 0.25 * speed_;
  if (held || (!bounce && random_.below(200) == 0)) {
    displacements_[i] = direction();
  } else if (bounce) {
    displacements_[i] = displacement;
  }
}

Vec<2, float> Wanderers::direction() {
  for (;;) {
    const double x = random_.between(-1, 1);
    const double y = random_.between(-1, 1);
    const double square = x * x + y * y;
    if (square > 1 || square < 0.01) continue;
    const double scale = speed_ / std::sqrt(square);
    return {static_cast<float>(x * scale), static_cast<float>(y * scale)};
  }
}

}  // namespace masu::scenes
