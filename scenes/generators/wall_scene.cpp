// SPDX-License-Identifier: MIT
#include "scenes/generators/wall_scene.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>

#include <masu/hull/predicates.hpp>

#include "scenes/generators/exact_math.hpp"
#include "scenes/generators/fractal_loop.hpp"
#include "scenes/generators/wall_maze.hpp"

namespace masu::scenes {
namespace {

constexpr std::size_t kMostPockets = 65536;

using Points = std::vector<Point2>;

// Returns walls around the corridor between a floor, from left to right, and a ceiling over the
// same x.
WallList around(const Points& floor, const Points& ceiling) {
  WallList walls;
  walls.reserve(floor.size() + ceiling.size());
  for (std::size_t i = 1; i < floor.size(); ++i) walls.push_back({floor[i - 1], floor[i]});
  walls.push_back({floor.back(), ceiling.back()});
  for (std::size_t i = ceiling.size() - 1; i > 0; --i)
    walls.push_back({ceiling[i], ceiling[i - 1]});
  walls.push_back({ceiling.front(), floor.front()});
  return walls;
}

// The center line rises by at most half a step and stays within about 64; floor and ceiling are 3
// to 5 from it. So they are at least 3 / sqrt(1 + 1/4) = 2.68 away from it.
WallScene side_scroller(std::size_t n, Pcg32& random) {
  const std::size_t steps = (n - 2) / 2;
  Points floor;
  Points ceiling;
  WallScene scene;
  double center_y = 0;
  int slope = 0;  // sixteenths
  for (std::size_t i = 0; i <= steps; ++i) {
    const auto x = static_cast<double>(i);
    const auto jitter = [&] { return (static_cast<double>(random.below(129)) - 64) / 64; };
    floor.push_back({x, center_y - 4 + jitter()});
    ceiling.push_back({x, center_y + 4 + jitter()});
    if (i >= 4 && i + 4 <= steps && i % (steps / kMostPockets + 1) == 0) {
      scene.pockets.push_back({{x, center_y}, 2.6});
    }
    slope += static_cast<int>(random.below(3)) - 1;
    slope =
        std::clamp(slope, center_y > 64 ? -8 : -8 + (center_y < -64) * 8, center_y > 64 ? 0 : 8);
    center_y += slope / 16.0;
  }
  scene.walls = around(floor, ceiling);
  return scene;
}

WallScene maze(std::size_t n, Pcg32& random) {
  return WallMaze(n / 4, random).scene();
}

// 2^-6 to 1.
double width_of_tooth(Pcg32& random) {
  return 1.0 / (1u << random.below(7));
}

Points mirrored(const Points& floor, double height) {
  Points ceiling(floor.rbegin(), floor.rend());
  const double end = floor.back()[0];
  for (Point2& p : ceiling) p = {end - p[0], height - p[1]};
  return ceiling;
}

void add_center_line(double end, double y, double clearance, WallScene& scene) {
  const double step = std::max(1.0, end / kMostPockets);
  for (double x = std::min(clearance + 1, end / 2); x < end; x += step) {
    const double free_radius = std::min({clearance, 0.9 * x, 0.9 * (end - x)});
    if (free_radius == clearance || x == end / 2) scene.pockets.push_back({{x, y}, free_radius});
  }
}

// The ceiling is the floor rotated by 180 degrees.
WallScene spikes(std::size_t n, Pcg32& random) {
  Points floor{{0, 0}};
  for (std::size_t tooth = 0; tooth < (n - 2) / 4; ++tooth) {
    const double x = floor.back()[0];
    const double width = width_of_tooth(random);
    floor.push_back({x + width * (1 + random.below(3)) / 4, (64.0 + random.below(193)) / 64});
    floor.push_back({x + width, 0});
  }
  WallScene scene;
  scene.walls = around(floor, mirrored(floor, 10));
  add_center_line(floor.back()[0], 5, 0.99, scene);
  return scene;
}

WallScene slits(std::size_t n, Pcg32& random) {
  Points floor{{0, 0}};
  for (std::size_t slit = 0; slit < (n - 2) / 8; ++slit) {
    const double x = floor.back()[0] + width_of_tooth(random);
    const double end = x + width_of_tooth(random);
    for (const Point2& p : {Point2{x, 0}, {x, -20}, {end, -20}, {end, 0}}) floor.push_back(p);
  }
  WallScene scene;
  scene.walls = around(floor, mirrored(floor, 10));
  add_center_line(floor.back()[0], 5, 4.9, scene);
  return scene;
}

std::array<Point2, 4> square(double half) {
  return {Point2{-half, -half}, {half, -half}, {half, half}, {-half, half}};
}

// A grid of `across` by `across` cells around the origin, one hexagon of at most 0.35 of the cell's
// edge in each: where four cells meet, 0.707 - 0.35 * 1.29 = 0.255 of the edge is free.
struct IslandGrid {
  std::size_t across;
  double edge;

  double coordinate(std::size_t i) const {
    return (static_cast<double>(i) - static_cast<double>(across) / 2) * edge;
  }
  Point2 center(std::size_t cell) const {
    return {coordinate(cell % across) + edge / 2, coordinate(cell / across) + edge / 2};
  }
  void add_pockets(WallScene& scene) const {
    const std::size_t step = across * across / kMostPockets + 1;
    for (std::size_t i = 0; i < across * across; i += step) {
      const std::size_t x = i % across;
      const std::size_t y = i / across;
      if (x != 0 && y != 0) scene.pockets.push_back({{coordinate(x), coordinate(y)}, 0.25 * edge});
    }
  }
};

std::size_t grid_for(std::size_t islands) {
  std::size_t across = 2;
  while (across * across < islands) ++across;
  return across;
}

// The outline stays 0.5 - 0.289 = 0.211 of the square's edge away from the center.
WallScene fractal_cave(std::size_t n, Pcg32& random) {
  const double side = 4 * root(static_cast<double>(n), 2);
  WallScene scene;
  scene.walls.reserve(n);
  add_fractal_loop(square(side / 2), n - n / 2, random, scene.walls);
  const std::size_t across = grid_for(n / 2 / 200);
  const std::size_t islands = std::min(across * across, n / 2 / 6);
  const IslandGrid grid{across, 0.4 * side / static_cast<double>(across)};
  for (std::size_t i = 0; i < islands; ++i) {
    const std::size_t count = n / 2 / islands + (i < n / 2 % islands);
    add_fractal_hexagon(grid.center(i), 0.35 * grid.edge, true, count, random, scene.walls);
  }
  grid.add_pockets(scene);
  return scene;
}

// A quarter of the walls of large islands is used for a lake in them, and so on: a loop of radius 1
// leaves 0.57, the next, of radius 0.4, takes 0.4 * 1.29 = 0.52.
void add_island(const Point2& center, double radius, bool clockwise, std::size_t count,
                Pcg32& random, WallList& walls) {
  const std::size_t inner = count >= 48 ? count / 4 : 0;
  add_fractal_hexagon(center, radius, clockwise, count - inner, random, walls);
  if (inner != 0) add_island(center, 0.4 * radius, !clockwise, inner, random, walls);
}

WallScene islands(std::size_t n, Pcg32& random) {
  std::vector<std::size_t> counts;
  for (std::size_t left = n - 4; left > 0;) {
    std::size_t count = 6 + random.below(6);
    while (count < left && random.below(8) < 3) count *= 2;
    if (left < count + 6) count = left;
    counts.push_back(count);
    left -= count;
  }
  const IslandGrid grid{grid_for(counts.size()), 8};
  WallScene scene;
  scene.walls.reserve(n);
  add_fractal_loop(square(grid.edge * static_cast<double>(grid.across) / 2), 4, random,
                   scene.walls);
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double radius = grid.edge * random.between(0.1, 0.35);
    add_island(grid.center(i), radius, true, counts[i], random, scene.walls);
  }
  grid.add_pockets(scene);
  return scene;
}

struct Recipe {
  std::string_view name;
  WallScene (*make)(std::size_t, Pcg32&);
};

constexpr Recipe kRecipes[] = {{"side_scroller", side_scroller},
                               {"maze", maze},
                               {"fractal_cave", fractal_cave},
                               {"spikes", spikes},
                               {"slits", slits},
                               {"islands", islands}};

constexpr auto kNames = [] {
  std::array<std::string_view, std::size(kRecipes)> names;
  for (std::size_t i = 0; i < names.size(); ++i) names[i] = kRecipes[i].name;
  return names;
}();

}  // namespace

std::span<const std::string_view> wall_scene_names() {
  return kNames;
}

WallScene make_wall_scene(std::string_view name, std::size_t n, std::uint64_t seed) {
  if (n < 64) throw std::invalid_argument("a map needs at least 64 walls");
  std::string known;
  for (const Recipe& recipe : kRecipes) {
    Pcg32 random(seed);
    if (recipe.name == name) return recipe.make(n, random);
    known += (known.empty() ? "" : ", ") + std::string(recipe.name);
  }
  throw std::invalid_argument("unknown map '" + std::string(name) + "' (known: " + known + ")");
}

double usual_radius(const WallScene& scene) {
  std::vector<double> clearance;
  for (const Pocket& p : scene.pockets) clearance.push_back(p.clearance);
  const auto median = clearance.begin() + std::ptrdiff_t(clearance.size() / 2);
  std::nth_element(clearance.begin(), median, clearance.end());
  return *median / 4;
}

std::vector<Vec<2, double>> draw_starts(const WallScene& scene, std::size_t count, double r,
                                        std::uint64_t seed) {
  std::vector<Pocket> wide;
  for (const Pocket& p : scene.pockets) {
    if (p.clearance >= r) wide.push_back(p);
  }
  if (wide.empty()) throw std::invalid_argument("no pocket has that radius");
  Pcg32 random(seed);
  std::vector<Vec<2, double>> starts;
  while (starts.size() < count) {
    const Pocket& p = wide[random.below(static_cast<std::uint32_t>(wide.size()))];
    // In a square inside the circle of the remaining clearance.
    const double reach = 0.7 * (p.clearance - r);
    const double x = random.between(-reach, reach);
    starts.push_back(p.center + Point2{x, random.between(-reach, reach)});
  }
  return starts;
}

bool is_free(std::span<const Segment<2, double>> walls, const Vec<2, double>& p) {
  bool inside = false;
  for (const auto& wall : walls) {
    const bool rightward = wall.a[0] < wall.b[0];
    const auto& a = rightward ? wall.a : wall.b;
    const auto& b = rightward ? wall.b : wall.a;
    if (a[0] <= p[0] && p[0] < b[0] && orient2d(a, b, p) < 0) inside = !inside;
  }
  return inside;
}

}  // namespace masu::scenes
