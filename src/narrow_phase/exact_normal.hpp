// SPDX-License-Identifier: MIT
// The normal of a face of the difference of two shapes with vertices.
#pragma once

#include <algorithm>

#include <masu/narrow_phase/gjk.hpp>
#include <masu/shapes/shape_view.hpp>

#include "narrow_phase/pair_frame.hpp"
#include "shapes/support.hpp"

namespace masu::detail {

// Returns the normal of a face of the difference from its vertices in the frames that they are
// given in: those of w are rounded at the size of the shapes, which rotates thin faces. Zero if it
// is neither a face with a vertex, nor an edge with an edge.
template <class T>
Vec<3, double> exact_normal(const ShapeView<3, T>& a, const ShapeView<3, T>& b,
                            const PairFrame<3>& frame, const Simplex<3>& s) {
  std::uint32_t of_a[3] = {s.p[0].vertex_a, kNoVertex, kNoVertex};
  std::uint32_t of_b[3] = {s.p[0].vertex_b, kNoVertex, kNoVertex};
  int count_a = 1;
  int count_b = 1;
  for (int i = 1; i < 3; ++i) {
    const auto seen = [](const std::uint32_t* list, int count, std::uint32_t v) {
      return std::find(list, list + count, v) != list + count;
    };
    if (!seen(of_a, count_a, s.p[i].vertex_a)) of_a[count_a++] = s.p[i].vertex_a;
    if (!seen(of_b, count_b, s.p[i].vertex_b)) of_b[count_b++] = s.p[i].vertex_b;
  }
  const auto side_a = [&](int i) {
    return vertex_of_core(a, of_a[i]) - vertex_of_core(a, of_a[0]);
  };
  const auto side_b = [&](int i) {
    return vertex_of_core(b, of_b[i]) - vertex_of_core(b, of_b[0]);
  };
  if (count_a == 3 && count_b == 1) return cross(side_a(1), side_a(2));
  if (count_a == 1 && count_b == 3) return frame.rotation * cross(side_b(1), side_b(2));
  if (count_a == 2 && count_b == 2) return cross(side_a(1), frame.rotation * side_b(1));
  return {};
}

}  // namespace masu::detail
