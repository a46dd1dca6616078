// SPDX-License-Identifier: MIT
// Ground: heights over a grid; two triangles a cell in 3D, a segment in 2D.
#pragma once

#include <span>

#include <masu/core/detail/opaque.hpp>
#include <masu/mesh/body_view.hpp>
#include <masu/spatial_order/morton.hpp>

namespace masu {

namespace detail {
struct BodyAccess;
template <int D, class T>
class HeightFieldData;
}  // namespace detail

// A CompositeShape. Samples stand at multiples of the spacing over x (and z), from the origin of
// its frame; y is the height. Cell (i, k) lies between samples i, i + 1 and k, k + 1; in 3D the
// diagonal from its first to its last corner cuts it into triangles 2 c and 2 c + 1 for cell number
// c, x fastest, the first on the side of z. They run counter-clockwise seen from above; segments
// have the ground to their left. It is a surface without thickness. Memory: the heights, and two
// thirds of that (in 2D twice that) for the heights of blocks of 2, 4, 8... cells.
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

  explicit HeightField(Allocator allocator = default_allocator()) : data_(allocator) {}

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
  const Cell& samples() const;
  const Cell& cells() const;
  // The height at a sample.
  T height(const Cell& sample) const;
  // Whether a cell has no ground.
  bool hole(const Cell& cell) const;
  Vec<D, T> point(const Cell& sample) const;
  // Two a cell in 3D, holes included.
  std::uint32_t piece_count() const;

  // CompositeShape and RayWalkedShape.
  BodyView<D, T> view() const;
  Box bounds() const { return view().bounds(); }
  Piece<D, T> piece(std::uint32_t id) const;
  template <class Visit>
  SearchResult for_each_piece(const Box& box, Visit&& visit) const {
    return view().for_each_piece(box, visit);
  }
  template <class Gap, class Visit>
  QueryStats for_each_piece_near(Gap&& gap, double reach, Visit&& visit) const {
    return view().for_each_piece_near(gap, reach, visit);
  }
  template <class Visit>
  QueryStats for_each_piece_along(const Vec<D, double>& origin, const Vec<D, double>& direction,
                                  double reach, Visit&& visit) const {
    return view().for_each_piece_along(origin, direction, reach, visit);
  }
  // SeamlessShape, from above alone: whatever comes from below is pushed up. On ridges and peaks
  // normals may be any that have all ground around behind them; else they are those of the piece.
  Vec<D, double> seam_free_normal(std::uint32_t id, const Vec<D, double>& point,
                                  const Vec<D, double>& normal) const;

 private:
  using Data = detail::HeightFieldData<D, T>;
  friend detail::BodyAccess;
  const Data& search() const;

  detail::Opaque<Data> data_;
};

MASU_EXTERN_D_T(HeightField)

}  // namespace masu
