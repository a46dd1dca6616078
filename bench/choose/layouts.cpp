// SPDX-License-Identifier: MIT
#include "layouts.hpp"

#include <algorithm>
#include <cmath>

#include "scenes/generators/exact_math.hpp"
#include "scenes/generators/scene.hpp"

namespace masu_bench {
namespace {

using masu::scenes::Pcg32;

template <int D>
using Boxes = std::vector<masu::Aabb<D, float>>;

template <int D>
Boxes<D> line(std::size_t n, Pcg32& random) {
  Boxes<D> boxes(n);
  for (auto& box : boxes) {
    for (int a = 0; a < D; ++a) {
      const double length = a == 0 ? 2.0 * static_cast<double>(n) : 0.5;
      box.min[a] = static_cast<float>(random.between(0, length));
      box.max[a] = box.min[a] + 1;
    }
  }
  return boxes;
}

template <int D>
Boxes<D> comet(std::size_t n, Pcg32& random, std::uint64_t seed) {
  Boxes<D> boxes = masu::scenes::make_scene<D, float>("uniform", n, seed);
  const masu::scenes::Scene<D, float> scene("uniform", n, seed);
  for (std::size_t i = 0; i < n; i += 100) {
    const float far = static_cast<float>(random.between(1, 40) * scene.side());
    boxes[i].min[0] += far;
    boxes[i].max[0] += far;
  }
  return boxes;
}

// In 2D along the first axis only: on two all beams would overlap.
template <int D>
Boxes<D> beams(std::size_t n, Pcg32& random) {
  const double side = 20 * masu::scenes::root(static_cast<double>(n), D);
  Boxes<D> boxes(n);
  for (auto& box : boxes) {
    const int along = D == 2 ? 0 : static_cast<int>(random.below(2));
    for (int a = 0; a < D; ++a) {
      box.min[a] = a == along ? 0 : static_cast<float>(random.between(0, side));
      box.max[a] = a == along ? static_cast<float>(side) : box.min[a] + 1;
    }
  }
  return boxes;
}

// Vertex (column, row) of the sheet: a wave over the plane (3D), or along a line (2D).
template <int D>
masu::Vec<D, float> vertex(std::size_t column, std::size_t row, std::uint64_t seed, double step) {
  Pcg32 random(seed + column * 1000003 + row, 5);
  const double height = static_cast<double>((column * 7 + row * 5) % 16) / 4;
  masu::Vec<D, float> v;
  for (int a = 0; a < D; ++a) {
    const double position =
        a == 0 ? static_cast<double>(column) : (a == D - 1 ? height : static_cast<double>(row));
    v[a] = static_cast<float>(position + random.between(-step, step) / 2);
  }
  return v;
}

// Box i is that of triangle i: of cell i / 2 in rows of about sqrt(n).
template <int D>
masu::Aabb<D, float> triangle(std::size_t i, std::size_t n, std::uint64_t seed, double step) {
  const double cells = static_cast<double>(n) / 2;
  const std::size_t width =
      D == 2 ? n : std::max<std::size_t>(1, static_cast<std::size_t>(std::sqrt(cells)));
  const std::size_t column = i / 2 % width;
  const std::size_t row = i / 2 / width;
  const std::size_t odd = i % 2;
  auto box = masu::Aabb<D, float>::nothing();
  for (const auto& v :
       {vertex<D>(column + 1, row, seed, step), vertex<D>(column, row + 1, seed, step),
        vertex<D>(column + odd, row + odd, seed, step)}) {
    box = merge(box, masu::Aabb<D, float>::of_point(v));
  }
  return box;
}

template <int D>
Boxes<D> start(const std::string& layout, std::size_t n, std::uint64_t seed) {
  Pcg32 random(seed, 11);
  if (layout == "line") return line<D>(n, random);
  if (layout == "beams") return beams<D>(n, random);
  if (layout == "comet") return comet<D>(n, random, seed);
  if (layout != "sheet") return masu::scenes::make_scene<D, float>(layout, n, seed);
  Boxes<D> boxes(n);
  for (std::size_t i = 0; i < n; ++i) boxes[i] = triangle<D>(i, n, seed, 0);
  return boxes;
}

template <int D>
void shift(masu::Aabb<D, float>& box, double step, Pcg32& random) {
  for (int a = 0; a < D; ++a) {
    const float edge = box.max[a] - box.min[a];
    const float d = static_cast<float>(random.between(-step, step)) * std::min(edge, 1.0f);
    box.min[a] += d;
    box.max[a] += d;
  }
}

}  // namespace

std::vector<std::string> layout_names() {
  std::vector<std::string> names;
  for (const auto name : masu::scenes::scene_names()) names.emplace_back(name);
  for (const char* name : {"line", "sheet", "beams", "comet"}) names.emplace_back(name);
  return names;
}

template <int D>
Path<D> make_path(const std::string& layout, std::size_t n, std::uint64_t seed, Motion motion,
                  std::size_t frames) {
  Path<D> path;
  path.frames.push_back(start<D>(layout, n, seed));
  path.moved.emplace_back();
  Pcg32 random(seed, 12);
  for (std::size_t f = 1; f < frames; ++f) {
    Boxes<D> boxes = path.frames.back();
    std::vector<std::uint32_t> moved;
    const bool new_positions = motion.step >= Motion::kNewPositions;
    Boxes<D> other;
    if (new_positions) other = start<D>(layout, n, seed + 1000 * f);
    for (std::uint32_t i = 0; i < n; ++i) {
      if (motion.share < 1 && random.unit() >= motion.share) continue;
      moved.push_back(i);
      if (new_positions) {
        boxes[i] = other[i];
      } else if (layout == "sheet") {
        boxes[i] = triangle<D>(i, n, seed + f, motion.step);
      } else {
        shift<D>(boxes[i], motion.step, random);
      }
    }
    if (new_positions && motion.share >= 1) masu::scenes::shuffle(boxes, random);
    path.frames.push_back(std::move(boxes));
    path.moved.push_back(std::move(moved));
  }
  return path;
}

template Path<2> make_path<2>(const std::string&, std::size_t, std::uint64_t, Motion, std::size_t);
template Path<3> make_path<3>(const std::string&, std::size_t, std::uint64_t, Motion, std::size_t);

}  // namespace masu_bench
