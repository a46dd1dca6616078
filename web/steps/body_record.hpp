// SPDX-License-Identifier: MIT
// Bodies for drawing: the hull of points, as corners and faces.
#pragma once

#include <cmath>

#include <masu/hull/andrew.hpp>
#include <masu/hull/quickhull3.hpp>

#include "steps/record.hpp"
#include "steps/shape_pair.hpp"

namespace masu::steps {

// Writes the number of corners, the corners, the number of faces, and for each the number of
// corners and their indices. In 2D the corners are in order, and there is no face.
inline void write_body(Tape& tape, int code, const std::vector<Point<2>>& points) {
  AndrewChain<double> chain;
  Hull2 hull;
  (void)chain.build(std::span<const Point<2>>(points.data(), points.size()), hull);
  Record record(tape, code);
  record << double(hull.vertices().size());
  for (const std::uint32_t v : hull.vertices()) record << points[v];
  record << 0;
}

inline void write_body(Tape& tape, int code, const std::vector<Point<3>>& points) {
  Quickhull3<double> quickhull;
  Hull3<double> hull;
  (void)quickhull.build(std::span<const Point<3>>(points.data(), points.size()), hull);
  Record record(tape, code);
  record << double(hull.vertices().size());
  for (const std::uint32_t v : hull.vertices()) record << points[v];
  record << double(hull.face_count());
  for (std::size_t f = 0; f < hull.face_count(); ++f) {
    record << double(hull.face(f).size());
    for (const std::uint32_t v : hull.face(f)) record << double(v);
  }
}

// Directions all around, for smooth shapes.
inline void make_directions(std::vector<Point<2>>& all) {
  constexpr int kSteps = 180;
  for (int i = 0; i < kSteps; ++i) {
    const double angle = 2 * M_PI * i / kSteps;
    all.push_back({std::cos(angle), std::sin(angle)});
  }
}
inline void make_directions(std::vector<Point<3>>& all) {
  constexpr int kSteps = 24;
  for (int j = 0; j <= kSteps / 2; ++j) {
    const double up = 2 * M_PI * j / kSteps;
    const int around = j == 0 || j == kSteps / 2 ? 1 : kSteps;
    for (int i = 0; i < around; ++i) {
      const double angle = 2 * M_PI * i / kSteps;
      all.push_back({std::sin(up) * std::cos(angle), std::cos(up), std::sin(up) * std::sin(angle)});
    }
  }
}

template <int D>
std::vector<Point<D>> directions() {
  std::vector<Point<D>> all;
  make_directions(all);
  return all;
}

}  // namespace masu::steps
