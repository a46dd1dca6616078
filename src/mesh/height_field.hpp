// SPDX-License-Identifier: MIT
// The data of a height field and its searches.
#pragma once

#include <masu/mesh/height_field.hpp>
#include <masu/shapes/segment.hpp>
#include <masu/shapes/triangle.hpp>

#include "mesh/cell_levels.hpp"
#include "mesh/grid_axis.hpp"
#include "mesh/ray_walk.hpp"
#include "narrow_phase/ray_rounding.hpp"

namespace masu::detail {

template <int D, class T>
class HeightFieldData {
 public:
  static constexpr int kDimension = D;
  static constexpr int kAxes = D - 1;
  using Scalar = T;
  using Cell = CellCoords<kAxes>;
  using Spacing = Vec<kAxes, T>;

  explicit HeightFieldData(Allocator allocator)
      : axes_(make_axes<kAxes, T>(allocator)),
        heights_(allocator),
        blocks_(allocator),
        holes_(allocator) {}

  // height_of(i) is the height of sample i.
  template <class HeightOf>
  Status build(const Cell& samples, const Spacing& spacing, std::size_t count,
               HeightOf&& height_of);
  Status set_heights(const Cell& first, const Cell& count, std::span<const T> heights);
  Status set_hole(const Cell& cell, bool hole);

  const Cell& samples() const { return samples_; }
  const Cell& cells() const { return levels_.size[0]; }
  T height(const Cell& sample) const { return heights_[number(sample, samples_)]; }
  bool hole(const Cell& cell) const {
    if (holes_.empty()) return false;
    const std::uint32_t c = cell_number(cell);
    return (holes_[c / 64] >> (c % 64) & 1) != 0;
  }
  Vec<D, T> point(const Cell& sample) const {
    Vec<D, T> p{};
    p[0] = axes_[0].border(sample[0]);
    p[1] = height(sample);
    if constexpr (D == 3) p[2] = axes_[1].border(sample[1]);
    return p;
  }
  std::uint32_t sub_shape_count() const { return cell_count() * (D - 1); }

  Aabb<D, T> bounds() const {
    return levels_.count == 0 ? Aabb<D, T>::nothing() : box_at(levels_.count - 1, Cell{});
  }
  SubShape<D, T> sub_shape(std::uint32_t id) const {
    if constexpr (D == 2) {
      return {Segment<2, T>{point({id + 1}), point({id})}.view(), nullptr};
    } else {
      const Cell cell = cell_at(id / 2);
      const Cell last{cell[0] + 1, cell[1] + 1};
      const auto p = point(cell);
      const auto r = point(last);
      if (id % 2 == 0) return {Triangle<3, T>{p, point({cell[0], last[1]}), r}.view(), nullptr};
      return {Triangle<3, T>{p, r, point({last[0], cell[1]})}.view(), nullptr};
    }
  }

  template <class Visit>
  SearchResult for_each_sub_shape(const Aabb<D, T>& box, Visit&& visit) const {
    SearchResult r;
    const auto range = cells_under(box);
    if (range.empty) return r;
    bool on = true;
    const auto take = [&](const Cell& cell) {
      ++r.stats.tests;
      on = visit_cell(cell, [&](std::uint32_t id, const SubShape<D, T>& sub_shape) {
        if (!overlaps(box_of_sub_shape(sub_shape), box)) return true;
        ++r.stats.results;
        return goes_on(visit, id, sub_shape);
      });
      return on;
    };
    if (detail::cell_count(range) <= kFewCells) {
      (void)for_each_cell(range, take);
    } else {
      const auto box_of = [&](int level, const Cell& cell) { return box_at(level, cell); };
      const auto gap = [&](const Aabb<D, T>& block) { return overlaps(block, box) ? 0.0 : 1.0; };
      const auto visit_near = [&](const Cell& cell) { return take(cell) ? 0.0 : -1.0; };
      r.stats.nodes += search_cells(levels_, box_of, gap, 0.0, visit_near).nodes;
    }
    r.status = on ? Status::ok : Status::stopped;
    return r;
  }
  template <class Gap, class Visit>
  QueryStats for_each_sub_shape_near(Gap&& gap, double reach, Visit&& visit) const {
    const auto box_of = [&](int level, const Cell& cell) { return box_at(level, cell); };
    return search_cells(levels_, box_of, gap, reach, [&](const Cell& cell) {
      (void)visit_cell(cell, [&](std::uint32_t id, const SubShape<D, T>& sub_shape) {
        if (gap(box_of_sub_shape(sub_shape)) <= reach) reach = visit(id, sub_shape);
        return true;
      });
      return reach;
    });
  }
  // Visits sub-shapes whose cells the ray crosses within the range of their heights.
  template <class Visit>
  QueryStats for_each_sub_shape_along(const Vec<D, double>& origin, const Vec<D, double>& direction,
                                      double reach, Visit&& visit) const {
    QueryStats stats;
    const double rounding = kRayRounding * largest_coordinate(origin, bounds());
    Vec<kAxes, double> from_above, across;
    for (int a = 0; a < kAxes; ++a) from_above[a] = origin[2 * a], across[a] = direction[2 * a];
    const auto near = [&](int level, const Cell& cell, double from, double to) {
      const Heights h = heights_at(level, cell);
      const double y = origin[1] + direction[1] * from;
      const double z = origin[1] + direction[1] * to;
      const double slack =
          rounding + 0x1p-40 * (std::fabs(origin[1]) + std::fabs(y) + std::fabs(z));
      return !(std::max(y, z) + slack < double(h.low) || std::min(y, z) - slack > double(h.high));
    };
    const auto any = [&](int level, const Block& block, double from, double to) {
      if (level >= levels_.count) return true;
      return !for_each_cell(block, [&](const Cell& cell) { return !near(level, cell, from, to); });
    };
    const auto take = [&](const Block& range, double from, double to) {
      (void)for_each_cell(range, [&](const Cell& cell) {
        ++stats.nodes;
        if (!near(0, cell, from, to)) return true;
        return visit_cell(cell, [&](std::uint32_t id, const SubShape<D, T>& sub_shape) {
          ++stats.results;
          reach = visit(id, sub_shape);
          return true;
        });
      });
      return reach;
    };
    stats.tests = RayWalk<kAxes, T>(axes_, from_above, across, rounding).walk(reach, any, take);
    return stats;
  }

 private:
  using Block = CellBlock<kAxes>;
  // Up to this many cells are tested one by one.
  static constexpr std::uint64_t kFewCells = 32;
  // The lowest and highest ground of a block; empty (low > high) if all its cells are holes.
  struct Heights {
    T low;
    T high;
  };

  std::uint32_t cell_count() const {
    std::uint32_t n = levels_.count == 0 ? 0 : 1;
    for (int a = 0; a < kAxes; ++a) n *= cells()[a];
    return n;
  }
  static std::uint32_t number(const Cell& cell, const Cell& size) {
    std::uint32_t n = 0;
    for (int a = kAxes - 1; a >= 0; --a) n = n * size[a] + cell[a];
    return n;
  }
  std::uint32_t cell_number(const Cell& cell) const { return number(cell, cells()); }
  Cell cell_at(std::uint32_t number) const {
    Cell cell;
    for (int a = 0; a < kAxes; ++a) cell[a] = number % cells()[a], number /= cells()[a];
    return cell;
  }

  // Calls visit(id, sub-shape), until it returns false.
  template <class Visit>
  bool visit_cell(const Cell& cell, Visit&& visit) const {
    if (hole(cell)) return true;
    const std::uint32_t id = cell_number(cell) * (D - 1);
    if (!visit(id, sub_shape(id))) return false;
    return D == 2 || visit(id + 1, sub_shape(id + 1));
  }
  static Aabb<D, T> box_of_sub_shape(const SubShape<D, T>& sub_shape) {
    Aabb<D, T> box = Aabb<D, T>::of_point(sub_shape.shape.p[0]);
    for (int k = 1; k < D; ++k) box = merge(box, Aabb<D, T>::of_point(sub_shape.shape.p[k]));
    return box;
  }

  Block cells_under(const Aabb<D, T>& box) const;
  Heights heights_at(int level, const Cell& cell) const;
  Aabb<D, T> box_at(int level, const Cell& cell) const;
  void update(const Block& cells);
  Status prepare(const Cell& samples, const Spacing& spacing, std::size_t count);

  GridAxes<kAxes, T> axes_;
  CellLevels<kAxes> levels_;
  Cell samples_{};
  Buffer<T> heights_;
  Buffer<Heights> blocks_;       // of levels 1 and up
  Buffer<std::uint64_t> holes_;  // a bit per cell; empty while there are no holes
  std::size_t first_[CellLevels<kAxes>::kMost] = {};
};

}  // namespace masu::detail
