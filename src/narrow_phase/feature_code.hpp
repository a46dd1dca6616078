// SPDX-License-Identifier: MIT
// Numbers for the vertices, edges and faces of a shape: the halves of ManifoldPoint::feature_id.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

#include <masu/shapes/shape_view.hpp>

namespace masu::detail {

// The two highest bits of a 16-bit code are the kind of feature. 0 is no feature: a point, an
// ellipsoid, a custom shape.
inline constexpr std::uint32_t kVertexCode = 1u << 14;
inline constexpr std::uint32_t kEdgeCode = 2u << 14;
inline constexpr std::uint32_t kFaceCode = 3u << 14;
// A larger number is taken modulo 2^14.
inline constexpr std::uint32_t kFeatureNumbers = 1u << 14;

constexpr std::uint32_t vertex_code(std::size_t i) {
  return kVertexCode | (static_cast<std::uint32_t>(i) & (kFeatureNumbers - 1));
}
constexpr std::uint32_t edge_code(std::size_t i) {
  return kEdgeCode | (static_cast<std::uint32_t>(i) & (kFeatureNumbers - 1));
}
constexpr std::uint32_t face_code(std::size_t i) {
  return kFaceCode | (static_cast<std::uint32_t>(i) & (kFeatureNumbers - 1));
}

// The number of a box's feature has two bits per axis: 1 or 2 where the feature lies on the
// positive or negative side of that axis, 0 where it extends along the axis.
constexpr std::uint32_t box_side(int axis, bool positive) {
  return (positive ? 1u : 2u) << (2 * axis);
}
// The amount that one more side adds to a code: the side, and one dimension less. Codes of a box
// add up: face + side = edge, face + side + side = vertex.
constexpr std::uint32_t box_step(int axis, bool positive) {
  return box_side(axis, positive) - (1u << 14);
}
// The code of the whole box, to which its sides are added.
template <int D>
inline constexpr std::uint32_t kBoxCode = static_cast<std::uint32_t>(D + 1) << 14;

// A feature whose slope relative to the normal is at most this counts as a whole, not as its end.
inline constexpr double kLevelSlope = 0x1p-16;

// Returns the code of the feature of a box that lies farthest along d. Without branches: the
// processor could not predict them.
template <int D>
std::uint32_t box_support_code(const double* d) {
  static constexpr std::uint32_t kSteps[3][3] = {{0, box_step(0, true), box_step(0, false)},
                                                 {0, box_step(1, true), box_step(1, false)},
                                                 {0, box_step(2, true), box_step(2, false)}};
  std::uint32_t code = kBoxCode<D>;
  for (int a = 0; a < D; ++a) {
    const bool up = d[a] > kLevelSlope;
    const bool down = d[a] < -kLevelSlope;
    code += kSteps[a][static_cast<int>(up) + 2 * static_cast<int>(down)];
  }
  return code & 0xffff;  // 0 for the zero direction
}

// Returns the code of a segment, which rises by `slope` from its first end along the direction.
inline std::uint32_t segment_support_code(double slope, double size) {
  if (std::fabs(slope) <= kLevelSlope * size && size > 0) return edge_code(0);
  return vertex_code(slope > 0 ? 1 : 0);
}

// The ends and lines of a cylinder's or cone's side; the corners and sides of the polygons that
// stand for the discs come before: 16 around -y, then 16 around +y.
inline constexpr std::uint32_t kSideLine = 32;
inline constexpr std::uint32_t kSideLow = 32;
inline constexpr std::uint32_t kSideHigh = 33;

// Returns the code of the feature of a core that lies farthest along a unit direction in its own
// frame: one whose slope is below kLevelSlope. O(support + k) for a vertex of k edges.
template <int D, class T>
std::uint32_t support_code(const ShapeView<D, T>& s, const Vec<D, double>& d);

// The sides before and after a corner, as what each adds to the code of the face; the sum
// identifies the corner.
struct SideCodes {
  std::uint32_t before;
  std::uint32_t after;

  constexpr std::uint32_t sum() const { return before + after; }
  // Returns this corner with another side after it.
  constexpr SideCodes followed_by(std::uint32_t side) const { return {sum() - side, side}; }
};

// The codes of a face of a box. Its corners and sides are in the order of box_face(): around the
// outward normal; the first side lies on the negative side along the second of the other two axes
// if the face is positive.
struct alignas(64) BoxFaceCodes {
  SideCodes corner[4];
  std::uint32_t face;

  constexpr BoxFaceCodes(int axis, bool up) : corner{}, face(kBoxCode<3> + box_step(axis, up)) {
    const int u = (axis + 1) % 3;
    const int w = (axis + 2) % 3;
    const std::uint32_t steps[4] = {box_step(w, !up), box_step(u, true), box_step(w, up),
                                    box_step(u, false)};
    for (int i = 0; i < 4; ++i) corner[i] = {steps[(i + 3) % 4], steps[i]};
  }
};
inline constexpr BoxFaceCodes kBoxFaces[3][2] = {
    {{0, false}, {0, true}}, {{1, false}, {1, true}}, {{2, false}, {2, true}}};

// The codes of the corners of a shape's outline, and from kSides on those of its sides, by number.
// An outline is counterclockwise: for a triangle that is not, its corners are 0, 2, 1.
struct OutlineCodes {
  static constexpr std::uint32_t kSides = 32;

  std::uint16_t code[2 * kSides] = {};

  constexpr OutlineCodes(ShapeKind kind, bool clockwise) {
    if (kind == ShapeKind::point) return;
    for (std::uint32_t i = 0; i < kSides; ++i) {
      std::uint32_t corner = vertex_code(i);
      std::uint32_t side = edge_code(kind == ShapeKind::segment ? 0 : i);
      if (clockwise) {
        corner = vertex_code((3 - i % 3) % 3);
        side = edge_code(2 - i % 3);
      } else if (kind == ShapeKind::box) {
        corner = kBoxCode<2> + box_step(0, i == 1 || i == 2) + box_step(1, i >= 2);
        side = kBoxCode<2> + box_step(i % 2 == 0 ? 1 : 0, i == 1 || i == 2);
      }
      code[i] = static_cast<std::uint16_t>(corner);
      code[kSides + i] = static_cast<std::uint16_t>(side);
    }
  }
};
// By kind, and last for a clockwise triangle. Kinds without an outline are in between.
inline constexpr OutlineCodes kOutlineCodes[] = {
    {ShapeKind::point, false}, {ShapeKind::segment, false},   {ShapeKind::triangle, false},
    {ShapeKind::box, false},   {ShapeKind::ellipsoid, false}, {ShapeKind::cylinder, false},
    {ShapeKind::cone, false},  {ShapeKind::polygon, false},   {ShapeKind::triangle, true}};
static_assert(static_cast<int>(ShapeKind::polygon) == 7);

template <class T>
bool is_clockwise(const ShapeView<2, T>& triangle) {
  const auto p = vec_cast<double>(triangle.p[0]);
  return cross(vec_cast<double>(triangle.p[1]) - p, vec_cast<double>(triangle.p[2]) - p) < 0;
}
template <class T>
inline const std::uint16_t* outline_codes(const ShapeView<2, T>& s) {
  const bool over = s.kind == ShapeKind::triangle && is_clockwise(s);
  return kOutlineCodes[over ? 8 : static_cast<std::size_t>(s.kind)].code;
}

constexpr std::uint32_t feature_id_of(std::uint32_t code_a, std::uint32_t code_b) {
  return code_a << 16 | code_b;
}

// Returns whether one of the two is a vertex.
constexpr bool has_vertex(std::uint32_t feature_id) {
  return feature_id >> 30 == 1 || (feature_id >> 14 & 3) == 1;
}

}  // namespace masu::detail
