// SPDX-License-Identifier: MIT
// Ground: heights over a grid, in space two triangles a cell, in the plane a segment.
#pragma once

#include <span>

#include <masu/mesh/composite_shape.hpp>
#include <masu/mesh/detail/cell_levels.hpp>
#include <masu/mesh/detail/grid_axis.hpp>
#include <masu/mesh/detail/ray_walk.hpp>
#include <masu/shapes/segment.hpp>
#include <masu/shapes/triangle.hpp>

namespace masu {

// A CompositeShape. Samples stand at multiples of the spacing over x (and z), from the origin of
// its frame; y is the height. Cell (i, k) lies between samples i, i + 1 and k, k + 1; in space the
// diagonal from its first to its last corner cuts it into triangles 2 c and 2 c + 1 for cell number
// c, x fastest, the first on the side of z. They run counter-clockwise seen from above; segments
// have the ground to their left. It is a surface without thickness. Memory: the heights, and two
// thirds of that (in the plane twice that) for the heights of blocks of 2, 4, 8... cells.
template <int D, class T>
class HeightField {
  static_assert(D == 2 || D == 3);

 public:
  static constexpr int kDimension = D;
  static constexpr int kAxes = D - 1;
  using Scalar = T;
  using Box = Aabb<D, T>;
  using Cell = CellCoords<kAxes>;
  using Spacing = Vec<kAxes, T>;

  explicit HeightField(Allocator allocator = default_allocator());

  // heights[i + k * samples[0]]. no_points: less than two samples an axis; size_mismatch;
  // not_finite, not_positive, out_of_range: spacing, extent or heights (see check());
  // too_many_objects: 2^22 samples an axis, 2^30 cells; out_of_memory. Then it is as before. O(n).
  Status build(const Cell& samples, const Spacing& spacing, std::span<const T> heights);
  // Heights of heights[i] * scale + offset, computed in double.
  Status build(const Cell& samples, const Spacing& spacing, std::span<const std::int16_t> heights,
               T scale, T offset = 0);

  // Other heights for the samples from `first` on, `count` an axis, x fastest. bad_index: beyond
  // the samples; size_mismatch, not_finite, out_of_range: all stays as it was. O(heights), and
  // O(log n) for the edges.
  Status set_heights(const Cell& first, const Cell& count, std::span<const T> heights);
  // A cell without ground, or with. bad_index; out_of_memory, for the first hole. O(log n).
  Status set_hole(const Cell& cell, bool hole);

  // Samples along each axis of the ground.
  const Cell& samples() const { return samples_; }
  const Cell& cells() const { return levels_.size[0]; }
  // The height at a sample.
  T height(const Cell& sample) const { return heights_[sample_number(sample)]; }
  // Whether a cell has no ground.
  bool hole(const Cell& cell) const {
    if (holes_.empty()) return false;
    const std::uint32_t c = cell_number(cell);
    return (holes_[c / 64] >> (c % 64) & 1) != 0;
  }
  Vec<D, T> point(const Cell& sample) const;
  // Two a cell in space, holes included.
  std::uint32_t piece_count() const { return cell_count() * (D - 1); }

  // CompositeShape.
  Box bounds() const {
    return levels_.count == 0 ? Box::nothing() : box_at(levels_.count - 1, Cell{});
  }
  Piece<D, T> piece(std::uint32_t id) const {
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
  SearchResult for_each_piece(const Box& box, Visit&& visit) const {
    SearchResult r;
    const auto range = cells_under(box);
    if (range.empty) return r;
    bool on = true;
    const auto take = [&](const Cell& cell) {
      ++r.stats.tests;
      on = visit_cell(cell, [&](std::uint32_t id, const Piece<D, T>& piece) {
        if (!overlaps(box_of_piece(piece), box)) return true;
        ++r.stats.results;
        return goes_on(visit, id, piece);
      });
      return on;
    };
    if (detail::cell_count(range) <= kFewCells) {
      (void)detail::for_each_cell(range, take);
    } else {
      const auto box_of = [&](int level, const Cell& cell) { return box_at(level, cell); };
      const auto gap = [&](const Box& block) { return overlaps(block, box) ? 0.0 : 1.0; };
      const auto visit_near = [&](const Cell& cell) { return take(cell) ? 0.0 : -1.0; };
      r.stats.nodes += detail::search_cells(levels_, box_of, gap, 0.0, visit_near).nodes;
    }
    r.status = on ? Status::ok : Status::stopped;
    return r;
  }
  template <class Gap, class Visit>
  QueryStats for_each_piece_near(Gap&& gap, double reach, Visit&& visit) const {
    const auto box_of = [&](int level, const Cell& cell) { return box_at(level, cell); };
    return detail::search_cells(levels_, box_of, gap, reach, [&](const Cell& cell) {
      (void)visit_cell(cell, [&](std::uint32_t id, const Piece<D, T>& piece) {
        if (gap(box_of_piece(piece)) <= reach) reach = visit(id, piece);
        return true;
      });
      return reach;
    });
  }

  // visit(id, piece) -> the new reach, for pieces over and under whose cells a ray passes, at the
  // height of their ground, at a t up to `reach`; about in that order.
  template <class Visit>
  QueryStats for_each_piece_along(const Vec<D, double>& origin, const Vec<D, double>& direction,
                                  double reach, Visit&& visit) const {
    QueryStats stats;
    Vec<kAxes, double> from_above, way;
    for (int a = 0; a < kAxes; ++a) from_above[a] = origin[2 * a], way[a] = direction[2 * a];
    const auto near = [&](int level, const Cell& cell, double from, double to) {
      const Heights h = heights_at(level, cell);
      const double y = origin[1] + direction[1] * from;
      const double z = origin[1] + direction[1] * to;
      const double slack = 0x1p-40 * (std::fabs(origin[1]) + std::fabs(y) + std::fabs(z));
      return !(std::max(y, z) + slack < double(h.low) || std::min(y, z) - slack > double(h.high));
    };
    const auto any = [&](int level, const CellBlock& block, double from, double to) {
      if (level >= levels_.count) return true;
      return !detail::for_each_cell(block,
                                    [&](const Cell& cell) { return !near(level, cell, from, to); });
    };
    const auto take = [&](const CellBlock& range, double from, double to) {
      (void)detail::for_each_cell(range, [&](const Cell& cell) {
        ++stats.nodes;
        if (!near(0, cell, from, to)) return true;
        return visit_cell(cell, [&](std::uint32_t id, const Piece<D, T>& piece) {
          ++stats.results;
          reach = visit(id, piece);
          return true;
        });
      });
      return reach;
    };
    stats.tests = detail::RayWalk<kAxes, T>(axes_, from_above, way).walk(reach, any, take);
    return stats;
  }

  // SeamlessShape, from above alone: whatever comes from below is pushed up. On ridges and peaks
  // normals may be any that have all ground around behind them; else they are those of the piece.
  Vec<D, double> seam_free_normal(std::uint32_t id, const Vec<D, double>& point,
                                  const Vec<D, double>& normal) const;

 private:
  using CellBlock = detail::CellBlock<kAxes>;
  // So few are looked at one by one.
  static constexpr std::uint64_t kFewCells = 32;
  // Lowest and highest ground of a block; empty (low > high) where all of it is holes.
  struct Heights {
    T low;
    T high;
  };

  std::uint32_t cell_count() const {
    std::uint32_t n = levels_.count == 0 ? 0 : 1;
    for (int a = 0; a < kAxes; ++a) n *= cells()[a];
    return n;
  }
  static std::uint32_t number(const Cell& at, const Cell& size) {
    std::uint32_t n = 0;
    for (int a = kAxes - 1; a >= 0; --a) n = n * size[a] + at[a];
    return n;
  }
  std::uint32_t sample_number(const Cell& sample) const { return number(sample, samples_); }
  std::uint32_t cell_number(const Cell& cell) const { return number(cell, cells()); }
  Cell cell_at(std::uint32_t number) const {
    Cell cell;
    for (int a = 0; a < kAxes; ++a) cell[a] = number % cells()[a], number /= cells()[a];
    return cell;
  }

  // visit(id, piece) -> go on.
  template <class Visit>
  bool visit_cell(const Cell& cell, Visit&& visit) const {
    if (hole(cell)) return true;
    const std::uint32_t id = cell_number(cell) * (D - 1);
    if (!visit(id, piece(id))) return false;
    return D == 2 || visit(id + 1, piece(id + 1));
  }
  static Box box_of_piece(const Piece<D, T>& piece) {
    Box box = Box::of_point(piece.shape.p[0]);
    for (int k = 1; k < D; ++k) box = merge(box, Box::of_point(piece.shape.p[k]));
    return box;
  }

  CellBlock cells_under(const Box& box) const;
  CellBlock all_cells() const;
  Heights heights_at(int level, const Cell& cell) const;
  Box box_at(int level, const Cell& cell) const;
  void update(const CellBlock& cells);
  Status prepare(const Cell& samples, const Spacing& spacing, std::size_t count);

  detail::GridAxes<kAxes, T> axes_;
  detail::CellLevels<kAxes> levels_;
  Cell samples_{};
  Buffer<T> heights_;
  Buffer<Heights> blocks_;       // of levels 1 and up
  Buffer<std::uint64_t> holes_;  // a bit a cell; none while there are none
  std::size_t first_[detail::CellLevels<kAxes>::kMost] = {};
};

extern template class HeightField<2, float>;
extern template class HeightField<3, float>;
extern template class HeightField<2, double>;
extern template class HeightField<3, double>;

}  // namespace masu
