// SPDX-License-Identifier: MIT
// Staircases made of every kind of obstacle, and the expected height of a walker's foot on them.
#pragma once

#include <algorithm>
#include <cmath>
#include <deque>
#include <vector>

#include <masu/mesh/compound.hpp>
#include <masu/mesh/height_field.hpp>
#include <masu/mesh/polyline.hpp>
#include <masu/mesh/tile_grid.hpp>
#include <masu/mesh/triangle_mesh.hpp>
#include <masu/shapes/box.hpp>
#include <masu/world/slide.hpp>

namespace masu::test {

// Treads from left to right: tread i spans [edge[i], edge[i + 1]] at height[i].
struct Stairs {
  std::vector<double> edge;
  std::vector<double> height;

  std::size_t treads() const { return height.size(); }
  double begin() const { return edge[1]; }
  double end() const { return edge[edge.size() - 2]; }

  // The tread that carries a ball of `radius` whose center is at x.
  std::size_t carrier(double x, double radius) const {
    double most = -std::numeric_limits<double>::infinity();
    std::size_t found = treads();
    for (std::size_t i = 0; i < treads(); ++i) {
      const double off = std::max({edge[i] - x, x - edge[i + 1], 0.0});
      if (off >= radius) continue;
      const double y = height[i] + std::sqrt(radius * radius - off * off);
      if (y > most) most = y, found = i;
    }
    return found;
  }
  // The height of the lowest point of that ball.
  double foot_at(double x, double radius) const {
    const std::size_t i = carrier(x, radius);
    if (i == treads()) return -std::numeric_limits<double>::infinity();
    const double off = std::max({edge[i] - x, x - edge[i + 1], 0.0});
    return height[i] + std::sqrt(radius * radius - off * off) - radius;
  }
  // The highest of these from x0 to x1.
  double highest_foot(double x0, double x1, double radius) const {
    double most = std::max(foot_at(x0, radius), foot_at(x1, radius));
    for (std::size_t i = 0; i < treads(); ++i) {
      if (edge[i] <= x1 && edge[i + 1] >= x0) most = std::max(most, height[i]);
    }
    return most;
  }
  // Can a ball that rolls from left to right up to `until` take each step? A tread that carries it
  // is at most `step` above the one that carried it before, and above the ball's lowest point.
  // Narrow treads fail this where the ball touches the next but one first, or hangs between edges.
  bool fits(double step, double radius, double until) const {
    std::size_t on = 0;
    for (double x = edge[0]; x < std::min(edge.back(), until); x += radius / 200) {
      const std::size_t next = carrier(x, radius);
      if (next == treads()) continue;
      if (height[next] > std::min(height[on], foot_at(x, radius)) + step) return false;
      on = next;
    }
    return true;
  }
};

inline Stairs even_stairs(int steps, double rise, double tread, double before, double after) {
  Stairs s;
  s.edge = {-before, 0};
  s.height = {0};
  for (int i = 1; i <= steps; ++i) {
    s.height.push_back(rise * i);
    s.edge.push_back(i == steps ? tread * i + after : tread * i);
  }
  return s;
}

enum class StairKind { columns, slabs, surface, compound, tiles, field, count };

// Owns the bodies that stairs are made of.
template <int D, class T>
class StairObstacles {
 public:
  static constexpr double kWide = 40;  // along z, to both sides

  // Returns false if there are no such stairs of that kind. `cell`: a height field's. `frame`:
  // along the stairs, up and across are its x, y and z.
  bool build(const Stairs& s, StairKind kind, double cell, const Transform<D, T>& frame = {}) {
    frame_ = frame;
    switch (kind) {
      case StairKind::columns: return columns(s), boxes();
      case StairKind::slabs: return slabs(s), boxes();
      case StairKind::surface: return surface(s);
      case StairKind::compound: return compound(s);
      case StairKind::tiles: return tiles(s);
      case StairKind::field: return field(s, cell);
      case StairKind::count: break;
    }
    return false;
  }
  const PlacedBodies<D, T>& source() const { return bodies_; }

 private:
  static constexpr double kDeep = 1;

  static Vec<D, T> vec(double x, double y, double z) {
    Vec<D, T> v{};
    v[0] = T(x), v[1] = T(y);
    if constexpr (D == 3) v[2] = T(z);
    return v;
  }
  Vec<D, T> placed(double x, double y, double z) const {
    Vec<D, double> v{};
    v[0] = x, v[1] = y;
    if constexpr (D == 3) v[2] = z;
    return vec_cast<T>(matrix_of(frame_.rotation) * v + vec_cast<double>(frame_.translation));
  }
  Transform<D, T> pose(double x, double y, double z) const {
    return {placed(x, y, z), frame_.rotation};
  }
  template <class Shape>
  bool one(const Shape& shape, const Transform<D, T>& transform) {
    const PlacedBody<D, T> body[] = {{shape, transform}};
    return bodies_.build(body) == Status::ok;
  }
  void box(double x0, double x1, double y0, double y1) {
    boxes_.push_back({vec((x1 - x0) / 2, (y1 - y0) / 2, kWide)});
    poses_.push_back(pose((x0 + x1) / 2, (y0 + y1) / 2, 0));
  }
  bool boxes() {
    std::vector<PlacedBody<D, T>> bodies;
    for (std::size_t i = 0; i < boxes_.size(); ++i) bodies.emplace_back(boxes_[i], poses_[i]);
    return bodies_.build(bodies) == Status::ok;
  }
  void column(const Stairs& s, std::size_t i) {
    box(s.edge[i], s.edge[i + 1], -kDeep, s.height[i]);
  }
  void columns(const Stairs& s) {
    for (std::size_t i = 0; i < s.treads(); ++i) column(s, i);
  }
  // Going up: a slab for every height, as far as all is that high. Going down: columns.
  void slabs(const Stairs& s) {
    for (std::size_t i = 0; i < s.treads(); ++i) {
      if (i > 0 && s.height[i] < s.height[i - 1]) column(s, i);
      if (i > 0 && s.height[i] <= s.height[i - 1]) continue;
      std::size_t last = i;
      while (last + 1 < s.treads() && s.height[last + 1] >= s.height[i]) ++last;
      box(s.edge[i], s.edge[last + 1], i > 0 ? s.height[i - 1] : -kDeep, s.height[i]);
    }
  }
  bool compound(const Stairs& s) {
    columns(s);
    std::vector<Child<D, T>> children;
    for (std::size_t i = 0; i < boxes_.size(); ++i) children.push_back(child(boxes_[i], poses_[i]));
    return compound_.build(children) == Status::ok && one(compound_, {});
  }
  bool surface(const Stairs& s) {
    std::vector<Vec<D, T>> vertices;
    std::vector<std::uint32_t> corners;
    const auto add = [&](double x, double y) {
      vertices.push_back(placed(x, y, -kWide));
      if constexpr (D == 3) vertices.push_back(placed(x, y, kWide));
    };
    for (std::size_t i = 0; i < s.treads(); ++i) {
      add(s.edge[i], s.height[i]);
      add(s.edge[i + 1], s.height[i]);
    }
    for (std::uint32_t i = 0; i + 1 < 2 * s.treads(); ++i) {
      const std::uint32_t a = 2 * i;
      if constexpr (D == 2) {
        corners.insert(corners.end(), {i + 1, i});
      } else {
        corners.insert(corners.end(), {a, a + 1, a + 2, a + 2, a + 1, a + 3});
      }
    }
    return surface_.build(vertices, corners) == Status::ok && one(surface_, {});
  }
  // Equal treads and rises only; the floors before and after are cut down to whole treads.
  bool tiles(const Stairs& s) {
    if (s.treads() < 3) return false;
    const double tread = s.edge[2] - s.edge[1];
    const double rise = s.height[1];
    const auto before = std::size_t((s.begin() - s.edge[0]) / tread);
    const auto after = std::size_t((s.edge.back() - s.end()) / tread);
    std::vector<std::uint32_t> levels(before, 0);
    for (std::size_t i = 1; i < s.treads(); ++i) {
      const double level = std::round(s.height[i] / rise);
      const bool last = i + 1 == s.treads();
      if (std::fabs(s.height[i] - level * rise) > 1e-9) return false;
      if (!last && std::fabs(s.edge[i + 1] - s.edge[i] - tread) > 1e-9) return false;
      levels.insert(levels.end(), last ? after : 1, std::uint32_t(level));
    }
    CellCoords<D> size;
    for (int a = 0; a < D; ++a) size[a] = 8;
    size[0] = std::uint32_t(levels.size());
    size[1] = *std::max_element(levels.begin(), levels.end()) + 1;
    if (grid_.build(size, vec(tread, rise, 2 * kWide / 8)) != Status::ok) return false;
    std::uint32_t cells = 1;
    for (int a = 0; a < D; ++a) cells *= size[a];
    for (std::uint32_t id = 0; id < cells; ++id) {
      const CellCoords<D> cell = grid_.cell_of(id);
      if (cell[1] > levels[cell[0]]) continue;
      if (grid_.set(cell, Tile::solid) != Status::ok) return false;
    }
    return one(grid_, pose(s.begin() - double(before) * tread, -rise, -kWide));
  }
  // Treads must be multiples of the cell. Risers lean by one cell, their lower end before the edge.
  bool field(const Stairs& s, double cell) {
    if (s.treads() < 3) return false;
    const double from = s.begin() - cell * std::floor((s.begin() - s.edge[0]) / cell);
    const auto samples = std::uint32_t((s.edge.back() - from) / cell);
    if (samples > 20'000) return false;
    std::vector<T> heights;
    std::size_t tread = 0;
    for (std::uint32_t i = 0; i < samples; ++i) {
      const double x = from + cell * double(i);
      while (tread + 1 < s.treads() && x > s.edge[tread + 1] - 1e-6 * cell) ++tread;
      heights.push_back(T(s.height[tread]));
    }
    Status status = Status::ok;
    if constexpr (D == 2) {
      status = field_.build({samples}, {T(cell)}, std::span<const T>(heights));
    } else {
      std::vector<T> rows;
      for (int k = 0; k < 3; ++k) rows.insert(rows.end(), heights.begin(), heights.end());
      status = field_.build({samples, 3}, {T(cell), T(kWide)}, std::span<const T>(rows));
    }
    return status == Status::ok && one(field_, pose(from, 0, -kWide));
  }

  Transform<D, T> frame_;
  std::deque<Box<D, T>> boxes_;
  std::vector<Transform<D, T>> poses_;
  SurfaceMesh<D, T> surface_;
  Compound<D, T> compound_;
  TileGrid<D, T> grid_;
  HeightField<D, T> field_;
  PlacedBodies<D, T> bodies_;
};

}  // namespace masu::test
