// SPDX-License-Identifier: MIT
#include "map.hpp"

#include <scenes/generators/wall_scene.hpp>

#include <algorithm>
#include <cmath>
#include <masu/corridor/corridor.hpp>
#include <masu/corridor/wall_chains.hpp>
#include <scenes/generators/pcg32.hpp>
#include <stdexcept>

#include "bench/common/stopwatch.hpp"
#include "our_corridor.hpp"

namespace masu_bench::corridor {
namespace {

using masu::scenes::Pcg32;
using masu::scenes::WallScene;
using Walls = std::vector<masu::Segment<2, float>>;

struct Kind {
  const char* name;
  float radius;
};
// The passages of a maze leave 0.15 around their center line; the others are wide.
constexpr Kind kKinds[] = {
    {"side_scroller", 0.5f}, {"maze", 0.1f}, {"fractal_cave", 0.5f}, {"islands", 0.25f}};

// Levels about as long as all of them together are high: with one level of a million steps float
// positions would have no resolution left.
WallScene stacked_levels(std::size_t walls, std::uint64_t seed) {
  constexpr double kPitch = 150;
  const std::size_t longest =
      2 * static_cast<std::size_t>(std::sqrt(kPitch / 2 * static_cast<double>(walls)));
  const std::size_t levels = std::max<std::size_t>(walls / std::max<std::size_t>(longest, 64), 1);
  WallScene all;
  all.walls.reserve(walls);
  for (std::size_t i = 0; i < levels; ++i) {
    const std::size_t own = walls / levels + (i < walls % levels);
    WallScene level = masu::scenes::make_wall_scene("side_scroller", own, seed + i);
    const masu::Vec<2, double> up{0, kPitch * static_cast<double>(i)};
    for (const auto& wall : level.walls) all.walls.push_back({wall.a + up, wall.b + up});
    const std::size_t step = level.pockets.size() * levels / 65536 + 1;
    for (std::size_t k = 0; k < level.pockets.size(); k += step) {
      all.pockets.push_back({level.pockets[k].center + up, level.pockets[k].clearance});
    }
  }
  return all;
}

WallScene scene_of(const std::string& name, std::size_t walls, std::uint64_t seed) {
  return name == "side_scroller" ? stacked_levels(walls, seed)
                                 : masu::scenes::make_wall_scene(name, walls, seed);
}

masu::Vec<2, double> center_of(const std::vector<masu::Segment<2, double>>& walls) {
  auto box = masu::Aabb<2, double>::nothing();
  for (const auto& wall : walls) box = merge(box, masu::Aabb<2, double>::of_point(wall.a));
  return (box.min + box.max) * 0.5;
}

float radius_in(const std::string& name) {
  for (const Kind& kind : kKinds) {
    if (name == kind.name) return kind.radius;
  }
  throw std::invalid_argument("unknown map '" + name + "'");
}

constexpr std::size_t kFramesPerDirection = 32;

// Uniform on the circle, without functions that differ between libraries.
Point direction(Pcg32& random) {
  for (;;) {
    const double x = random.between(-1, 1);
    const double y = random.between(-1, 1);
    const double square = x * x + y * y;
    if (square < 0.01 || square > 1) continue;
    const double length = std::sqrt(square);
    return {static_cast<float>(x / length), static_cast<float>(y / length)};
  }
}

// Movers next to walls. Half of them move into their wall, so that queries have results.
class Walk {
 public:
  explicit Walk(const WallMap& map) : map_(map) { build(map.view(), map.reach(), corridor_); }

  // From the center of a pocket to a wall.
  masu::Mover<float> start(Pcg32& random) const {
    const auto& pockets = map_.pockets();
    masu::Mover<float> mover;
    mover.position = pockets[random.below(static_cast<std::uint32_t>(pockets.size()))];
    mover.radius = map_.radius();
    masu::MoveOptions stop;
    stop.response = masu::Response::stop;
    corridor_.move(mover, direction(random) * (200 * map_.radius()), stop);
    return mover;
  }
  void slide(masu::Mover<float>& mover, const Point& displacement) const {
    corridor_.move(mover, displacement);
  }

 private:
  const WallMap& map_;
  masu::Corridor<float> corridor_;
};

}  // namespace

std::vector<std::string> map_names() {
  std::vector<std::string> names;
  for (const Kind& kind : kKinds) names.emplace_back(kind.name);
  return names;
}

WallMap::WallMap(const std::string& name, std::size_t walls, std::uint64_t seed)
    : radius_(radius_in(name)) {
  masu::WallChains<float> ordered;
  {
    Walls loose;
    const WallScene scene = scene_of(name, walls, seed);
    const masu::Vec<2, double> center = center_of(scene.walls);
    const auto rounded = [&](const masu::Vec<2, double>& p) {
      return masu::vec_cast<float>(p - center);
    };
    loose.reserve(scene.walls.size());
    for (const auto& wall : scene.walls) loose.push_back({rounded(wall.a), rounded(wall.b)});
    for (const auto& p : masu::scenes::draw_starts(scene, 65536, 1.2 * double(radius_), seed)) {
      pockets_.push_back(rounded(p));
    }
    masu::ChainOptions<float> options;
    options.split_junctions = false;
    const double start = now(Clock::cpu);
    if (ordered.build(loose, options) != masu::Status::ok) throw std::runtime_error("no chains");
    ordering_seconds_ = now(Clock::cpu) - start;
  }
  vertices_.assign(ordered.vertices().begin(), ordered.vertices().end());
  for (const masu::WallChain& chain : ordered.chains()) {
    chains_.push_back({chain.first, chain.count, chain.loop() ? 1 : 0});
  }
  wall_count_ = ordered.wall_count();
}

Map WallMap::view() const {
  return {{vertices_[0].v, vertices_.size(), chains_.data(), chains_.size(), radius_, reach()}};
}

Questions random_movers(const WallMap& map, std::size_t count, std::uint64_t seed) {
  Pcg32 random(seed, 3);
  const Walk walk(map);
  Questions questions;
  for (std::size_t i = 0; i < count; ++i) {
    questions.positions.push_back(walk.start(random).position);
    questions.displacements.push_back(direction(random) * map.step());
  }
  return questions;
}

Questions coherent_movers(const WallMap& map, std::size_t movers, std::size_t frames,
                          std::uint64_t seed) {
  Pcg32 random(seed, 4);
  const Walk walk(map);
  std::vector<masu::Mover<float>> all;
  for (std::size_t i = 0; i < movers; ++i) all.push_back(walk.start(random));
  std::vector<Point> displacements(movers);
  Questions questions;
  for (std::size_t f = 0; f < frames; ++f) {
    for (std::size_t i = 0; i < movers; ++i) {
      // Each mover changes its direction from time to time, not all in the same frame.
      if (f == 0 || (f + i) % kFramesPerDirection == 0)
        displacements[i] = direction(random) * map.step();
      questions.positions.push_back(all[i].position);
      questions.displacements.push_back(displacements[i]);
      walk.slide(all[i], displacements[i]);
    }
  }
  return questions;
}

Questions movers_on_vertices(const WallMap& map, std::size_t count, std::uint64_t seed) {
  Pcg32 random(seed, 5);
  const Map view = map.view();
  const auto vertices = static_cast<std::uint32_t>(view.raw.vertex_count);
  Questions questions;
  for (std::size_t i = 0; i < count; ++i) {
    questions.positions.push_back(view.vertex(random.below(vertices)));
    questions.displacements.push_back(direction(random) * map.step());
  }
  return questions;
}

}  // namespace masu_bench::corridor
