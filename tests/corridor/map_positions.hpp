// SPDX-License-Identifier: MIT
// Walls of maps from files, and positions in them.
#pragma once

#include <limits>
#include <string>

#include <scenes/readers/bytes.hpp>
#include <scenes/readers/wad_map.hpp>

#include "tests/corridor/wandering_crowd.hpp"

namespace masu::test {

// `solid` stops everybody. Lines with one side alone are around all there is of the map.
struct DoomWalls {
  Walls solid;
  Walls one_sided;
};

inline DoomWalls doom_walls(const std::string& wad, const std::string& map) {
  DoomWalls walls;
  const std::string bytes = readers::load_file(wad);
  readers::WadMap(bytes, map, wad).for_each_linedef([&](std::size_t, const readers::Linedef& l) {
    const Segment<2, double> wall{{l.ends[0][0], l.ends[0][1]}, {l.ends[1][0], l.ends[1][1]}};
    if (l.solid()) walls.solid.push_back(wall);
    if (!l.two_sided) walls.one_sided.push_back(wall);
  });
  return walls;
}

inline double distance_to(const Segment<2, double>& w, const Vec2d& p) {
  return std::sqrt(capsule_offset(w.a, w.b, p, {}).distance_squared);
}

// Random positions inside `closed` whose distance from all `walls` is at least the radius.
inline CrowdStarts starts_inside(const Walls& walls, const Walls& closed, double radius,
                                 std::size_t count) {
  const ClosedWalls sides(closed);
  Vec2d low = closed[0].a;
  Vec2d high = closed[0].a;
  for (const auto& w : closed) low = min(low, min(w.a, w.b)), high = max(high, max(w.a, w.b));
  CrowdStarts starts{{}, radius};
  scenes::Pcg32 random(17);
  for (int tries = 0; starts.positions.size() < count && tries < 1'000'000; ++tries) {
    const double x = random.between(low[0], high[0]);
    const Vec2d p{x, random.between(low[1], high[1])};
    if (sides.side(p).winding == 0) continue;
    const auto near = [&](const auto& w) { return distance_to(w, p) < 1.01 * radius; };
    if (std::none_of(walls.begin(), walls.end(), near)) starts.positions.push_back(p);
  }
  EXPECT_EQ(starts.positions.size(), count) << "too little space";
  return starts;
}

}  // namespace masu::test
