// SPDX-License-Identifier: MIT
// HeightField: terrain as heights over a grid; two triangles per cell in 3D, a segment in 2D.
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

// A CompositeShape for terrain. Samples lie at multiples of the spacing along x (and z) from the
// origin of its frame; y is the height. Cell (i, k) lies between samples i, i + 1 and k, k + 1. In
// 3D the diagonal from its first to its last corner divides it into triangles 2 c and 2 c + 1,
// where c is the number of the cell, x fastest; triangle 2 c has the corner (i, k + 1). They are
// counterclockwise seen from above; segments have the ground to their left. It is a surface without
// thickness. Memory: the heights, plus two thirds of that (in 2D twice that) for the heights of
// blocks of 2, 4, 8... cells. Use it in place of a TriangleMesh where heights form a grid: it takes
// less memory.
//
//    masu::HeightField<3, float> ground;
//    (void)ground.build({64, 64}, {1, 1}, heights);  // heights[x + 64 * z]
//
// Cost: O(n) to build, O(log n) to change a cell. Threads: const members are safe in many threads
// while no thread changes the field.
template <int D, class T>
class HeightField {
  static_assert(D == 2 || D == 3);

 public:
  static constexpr int kDimension = D;
  static constexpr int kAxes = D - 1;  // horizontal axes
  using Scalar = T;
  using Cell = CellCoords<kAxes>;  // indices of a cell or sample
  using Spacing = Vec<kAxes, T>;   // between samples

  // Creates an object without cells: build() fills it.
  explicit HeightField(Allocator allocator = default_allocator()) : data_(allocator) {}

  // Builds it from heights[i + k * samples[0]]. Statuses: no_points: fewer than two samples along
  // an axis; size_mismatch; not_finite, not_positive, out_of_range: spacing, extent or heights (see
  // check()); too_many_objects: 2^22 samples along an axis, 2^30 cells; out_of_memory. Then it is
  // unchanged. O(n).
  Status build(const Cell& samples, const Spacing& spacing, std::span<const T> heights);
  // As above, with heights heights[i] * scale + offset, computed in double.
  Status build(const Cell& samples, const Spacing& spacing, std::span<const std::int16_t> heights,
               T scale, T offset = 0);

  // Replaces the heights of `count` samples along each axis from `first` on, x fastest. Statuses:
  // bad_index: beyond the samples; size_mismatch, not_finite, out_of_range. Then it is unchanged.
  // O(heights), and O(log n) for their borders.
  Status set_heights(const Cell& first, const Cell& count, std::span<const T> heights);
  // Makes a cell a hole, or fills it. bad_index; out_of_memory (only for the first hole). O(log n).
  Status set_hole(const Cell& cell, bool hole);

  // Returns the number of samples along each axis; cells() has one less.
  const Cell& samples() const;
  const Cell& cells() const;  // number along each axis
  // Returns the height of a sample.
  T height(const Cell& sample) const;
  // Returns whether a cell is a hole.
  bool hole(const Cell& cell) const;
  Vec<D, T> point(const Cell& sample) const;  // position of a sample
  // Returns the number of sub-shapes, holes included: two per cell in 3D.
  std::uint32_t sub_shape_count() const;

  // As a CompositeShape and RayWalkedShape: bounds() is the box around the ground, and the visits
  // skip blocks of cells by their lowest and highest sample. view() refers to the field.
  BodyView<D, T> view() const;
  Aabb<D, T> bounds() const { return view().bounds(); }
  SubShape<D, T> sub_shape(std::uint32_t id) const;
  template <class Visit>
  SearchResult for_each_sub_shape(const Aabb<D, T>& box, Visit&& visit) const {
    return view().for_each_sub_shape(box, visit);
  }
  template <class Gap, class Visit>
  QueryStats for_each_sub_shape_near(Gap&& gap, double reach, Visit&& visit) const {
    return view().for_each_sub_shape_near(gap, reach, visit);
  }
  template <class Visit>
  QueryStats for_each_sub_shape_along(const Vec<D, double>& origin, const Vec<D, double>& direction,
                                      double reach, Visit&& visit) const {
    return view().for_each_sub_shape_along(origin, direction, reach, visit);
  }
  // CorrectsNormals, from above only: shapes that come from below are pushed up. On ridges and
  // peaks a normal may be any with all ground around the point behind its plane; elsewhere it is
  // the sub-shape's.
  Vec<D, double> corrected_normal(std::uint32_t id, const Vec<D, double>& point,
                                  const Vec<D, double>& normal) const;

 private:
  using Data = detail::HeightFieldData<D, T>;
  friend detail::BodyAccess;
  const Data& search() const;

  detail::Opaque<Data> data_;
};

MASU_EXTERN_D_T(HeightField)

}  // namespace masu
