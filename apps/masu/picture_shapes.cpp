// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <optional>

#include <masu/spatial_order/domain_grid.hpp>

#include "picture_shapes.hpp"

namespace masu::cli {
namespace {

using readers::BoxKind;
using readers::BoxTable;

constexpr double kDrawable = 1e300;  // so that a difference is finite

std::optional<Box3> drawable(const BoxTable& t, std::size_t i) {
  Box3 box{};
  for (int a = 0; a < t.dim; ++a) {
    box.min[a] = t.min(i)[a];
    box.max[a] = t.max(i)[a];
    const bool in_range = std::abs(box.min[a]) <= kDrawable && std::abs(box.max[a]) <= kDrawable;
    if (!in_range || box.min[a] > box.max[a]) return {};
  }
  return box;
}

constexpr int kMaxDepth = 8;

int depth_for(int dim, std::size_t count) {
  int depth = 1;
  while (depth < kMaxDepth && (std::size_t(1) << dim * depth) < count / 4) ++depth;
  return depth;
}

template <int D>
Aabb<D, double> flattened(const Box3& box) {
  Aabb<D, double> result{};
  for (int a = 0; a < D; ++a) result.min[a] = box.min[a], result.max[a] = box.max[a];
  return result;
}

// The domain is a cube, so that cells are cubes too.
template <int D>
Aabb<D, double> cube_around(Aabb<D, double> box) {
  double edge = 0;
  for (int a = 0; a < D; ++a) edge = std::max(edge, box.max[a] - box.min[a]);
  for (int a = 0; a < D; ++a) box.max[a] = std::max(box.max[a], box.min[a] + edge);
  return box;
}

template <int D>
std::vector<Box3> find_cells(std::span<const Box3> boxes, const Box3& bounds) {
  const DomainGrid<D, double> grid(cube_around(flattened<D>(bounds)), depth_for(D, boxes.size()));
  std::vector<CellId<D>> cells;
  cells.reserve(boxes.size());
  for (const Box3& box : boxes) cells.push_back(grid.smallest_cell(flattened<D>(box)));
  // Depth-first order, so that what a picture leaves out is spread evenly.
  std::sort(cells.begin(), cells.end());
  cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
  std::vector<Box3> result;
  result.reserve(cells.size());
  for (const CellId<D> cell : cells) {
    const Aabb<D, double> box = grid.bounds(cell);
    Box3 drawn{};
    for (int a = 0; a < D; ++a) drawn.min[a] = box.min[a], drawn.max[a] = box.max[a];
    result.push_back(drawn);
  }
  return result;
}

}  // namespace

Shapes::Shapes(const BoxTable& a, const BoxTable* b) : two_sets_(b != nullptr) {
  collect(a, false);
  if (b != nullptr) collect(*b, true);
}

void Shapes::collect(const BoxTable& t, bool second) {
  std::vector<std::size_t>& indices = second ? second_ : first_;
  indices.assign(t.size(), kNowhere);
  for (std::size_t i = 0; i < t.size(); ++i) {
    const std::optional<Box3> box = drawable(t, i);
    if (!box) continue;
    indices[i] = shapes_.size();
    shapes_.push_back({*box, t.marks.empty() ? readers::BoxMark{} : t.marks[i], second});
  }
}

bool is_line(const Shape& shape) {
  return shape.mark.kind == BoxKind::wall || shape.mark.kind == BoxKind::line;
}

std::string_view style_name(const Shape& shape) {
  switch (shape.mark.kind) {
    case BoxKind::wall: return "wall";
    case BoxKind::line: return "line";
    case BoxKind::player: return "player";
    case BoxKind::monster: return "monster";
    case BoxKind::item: return "item";
    case BoxKind::decoration: return "decoration";
    case BoxKind::other: return "other";
    case BoxKind::plain: break;
  }
  return shape.second ? "second" : "boxes";
}

Box3 bounds_of(std::span<const Box3> boxes) {
  Box3 all = boxes.empty() ? Box3{} : boxes[0];
  for (const Box3& box : boxes) all = merge(all, box);
  return all;
}

Point3 center(const Box3& box) {
  Point3 c{};
  for (int a = 0; a < 3; ++a) c[a] = box.min[a] / 2 + box.max[a] / 2;
  return c;
}

std::vector<Box3> cells_with_objects(int dim, std::span<const Box3> boxes, const Box3& bounds) {
  return dim == 2 ? find_cells<2>(boxes, bounds) : find_cells<3>(boxes, bounds);
}

}  // namespace masu::cli
