// SPDX-License-Identifier: MIT
// Loops with detail at every scale that never touch themselves.
//
// A wall from a to b becomes four: to a third of it, to a peak next to its center, to two thirds,
// to b; each of these is divided again. All of it stays in the rhombus over a and b with angles of
// 30 degrees to either side: peaks rise by at most 45 degrees, which leaves the rhombi of the four
// inside of that one and disjoint except for common ends. So a polygon with corners above 60
// degrees stays simple, within tan(30) / 2 = 0.289 of an edge's length.
#pragma once

#include <vector>

#include <masu/shapes/segment.hpp>

#include "scenes/generators/pcg32.hpp"

namespace masu::scenes {

using Point2 = Vec<2, double>;
using WallList = std::vector<Segment<2, double>>;

// Adds `count` walls from a to b.
inline void add_fractal(const Point2& a, const Point2& b, std::size_t count, Pcg32& random,
                        WallList& walls) {
  const Point2 edge = b - a;
  if (count < 4) {
    Point2 from = a;
    for (std::size_t i = 1; i <= count; ++i) {
      const double part = static_cast<double>(i) / static_cast<double>(count);
      const Point2 to = i == count ? b : a + edge * part;
      walls.push_back({from, to});
      from = to;
    }
    return;
  }
  // tan(20) / 6 to tan(45) / 6 of the length.
  const double rise = random.between(0.061, 0.166) * (random.below(2) == 0 ? 1 : -1);
  const Point2 corners[] = {a, a + edge * (1.0 / 3),
                            a + edge * 0.5 + Point2{-edge[1], edge[0]} * rise, a + edge * (2.0 / 3),
                            b};
  for (std::size_t i = 0; i < 4; ++i) {
    add_fractal(corners[i], corners[i + 1], count / 4 + (i < count % 4), random, walls);
  }
}

// Adds a loop around `corners` with at least as many walls.
inline void add_fractal_loop(std::span<const Point2> corners, std::size_t count, Pcg32& random,
                             WallList& walls) {
  const std::size_t n = corners.size();
  for (std::size_t i = 0; i < n; ++i) {
    add_fractal(corners[i], corners[(i + 1) % n], count / n + (i < count % n), random, walls);
  }
}

// Adds a loop around a regular hexagon with at least six walls, within 1.29 of its radius; none of
// it is nearer to the center than 0.57 of the radius.
inline void add_fractal_hexagon(const Point2& center, double radius, bool clockwise,
                                std::size_t count, Pcg32& random, WallList& walls) {
  constexpr double kHeight = 0.8660254037844386;
  const double side = clockwise ? -1 : 1;
  const Point2 corners[] = {{1, 0},  {0.5, side * kHeight},   {-0.5, side * kHeight},
                            {-1, 0}, {-0.5, -side * kHeight}, {0.5, -side * kHeight}};
  std::vector<Point2> vertices;
  for (const Point2& c : corners) vertices.push_back(center + c * radius);
  add_fractal_loop(vertices, count, random, walls);
}

}  // namespace masu::scenes
