// SPDX-License-Identifier: MIT
// Separating axes of two small polyhedra, eight at a time, for every instruction set.
#include "core/simd_targets.hpp"

#include <algorithm>
#include <bit>

#include "narrow_phase/axis_screen.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "narrow_phase/axis_kernels.cpp"
#include <hwy/foreach_target.h>  // compiles this file once for each target
#include <hwy/highway.h>

#include "core/chosen_table.hpp"

#ifndef MASU_AXIS_KERNEL_TABLE
#define MASU_AXIS_KERNEL_TABLE
namespace masu::detail {

template <class T>
using ScreenKernel = void (*)(const ConvexPolyhedron<T>&, const ConvexPolyhedron<T>&,
                              const PairFrame<3>&, AxisScreen&);

// Lengths are shares of the largest coordinate, which is below 1; so these errors are absolute.
inline constexpr float kReachError = 0x1p-19f;  // of the support along a face's normal
inline constexpr float kEdgeError = 0x1p-18f;   // along a cross product of edges, times its sine
inline constexpr float kSideError = 0x1p-21f;   // of a normal along an edge of length 1
inline constexpr float kParallel = 0x1p-10f;    // smaller sines are meaningless in float

inline constexpr int kBlock = 8;

// One of the two, in the frame of a. Padded to whole blocks with faces that nothing reaches.
struct ScreenBody {
  alignas(32) float vertex[3][AxisScreen::kMostVertices];
  alignas(32) float normal[3][AxisScreen::kMostFaces];
  alignas(32) float offset[AxisScreen::kMostFaces];
  // The penetration depth along the normal of the face, and the vertex of the other body that is
  // deepest.
  alignas(32) float reach[AxisScreen::kMostFaces];
  alignas(32) std::int32_t deepest[AxisScreen::kMostFaces];
  int vertices;
  int faces;

  int padded_faces() const { return (faces + kBlock - 1) & -kBlock; }
};

// Edges that may determine the separating direction: unit directions, one end, and the separating
// directions of the adjacent faces.
struct ScreenEdges {
  alignas(32) float direction[3][AxisScreen::kMostEdges];
  alignas(32) float tail[3][AxisScreen::kMostEdges];
  alignas(32) float left[3][AxisScreen::kMostEdges];
  alignas(32) float right[3][AxisScreen::kMostEdges];
  std::uint16_t index[AxisScreen::kMostEdges];
  int count;
};

}  // namespace masu::detail
#endif

HWY_BEFORE_NAMESPACE();
namespace masu::detail::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using AxisTag = hn::CappedTag<float, kBlock>;
using AxisLanes = hn::Vec<AxisTag>;
constexpr int kAxisLanes = static_cast<int>(hn::MaxLanes(AxisTag()));

HWY_INLINE AxisLanes dot_lanes(AxisLanes x, AxisLanes y, AxisLanes z, AxisLanes u, AxisLanes v,
                               AxisLanes w) {
  return hn::Add(hn::Add(hn::Mul(x, u), hn::Mul(y, v)), hn::Mul(z, w));
}

template <class T>
double largest_coordinate(const VertexSet<3, T>& v) {
  const hn::CappedTag<T, 32 / sizeof(T)> t;
  auto most = hn::Zero(t);
  for (int a = 0; a < 3; ++a) {
    for (std::size_t i = 0; i < v.padded(); i += hn::MaxLanes(t)) {
      most = hn::Max(most, hn::Abs(hn::Load(t, v.axis(a) + i)));
    }
  }
  return double(hn::GetLane(hn::MaxOfLanes(t, most)));
}

void scale_into(const float* from, double scale, std::size_t count, float* to) {
  const AxisTag t;
  const AxisLanes s = hn::Set(t, static_cast<float>(scale));
  for (std::size_t i = 0; i < count; i += kAxisLanes) {
    hn::Store(hn::Mul(hn::Load(t, from + i), s), t, to + i);
  }
}
// Doubles become floats only after they are scaled to size 1.
void scale_into(const double* from, double scale, std::size_t count, float* to) {
  const hn::CappedTag<double, 4> wide;
  const hn::Rebind<float, decltype(wide)> narrow;
  const auto s = hn::Set(wide, scale);
  for (std::size_t i = 0; i < count; i += hn::MaxLanes(wide)) {
    hn::Store(hn::DemoteTo(narrow, hn::Mul(hn::Load(wide, from + i), s)), narrow, to + i);
  }
}

template <class T>
void load_vertices(const VertexSet<3, T>& from, double scale, ScreenBody& to) {
  to.vertices = static_cast<int>(from.size());
  for (int a = 0; a < 3; ++a) scale_into(from.axis(a), scale, from.padded(), to.vertex[a]);
}

void rotate_points(const PairFrame<3>& frame, int count, float (&x)[3][AxisScreen::kMostVertices],
                   double scale) {
  const AxisTag t;
  for (int i = 0; i < count; i += kAxisLanes) {
    const AxisLanes p = hn::Load(t, x[0] + i);
    const AxisLanes q = hn::Load(t, x[1] + i);
    const AxisLanes r = hn::Load(t, x[2] + i);
    for (int a = 0; a < 3; ++a) {
      const Vec<3, float> row = vec_cast<float>(frame.rotation.row[a]);
      const AxisLanes rotated =
          dot_lanes(hn::Set(t, row[0]), hn::Set(t, row[1]), hn::Set(t, row[2]), p, q, r);
      const AxisLanes translation = hn::Set(t, static_cast<float>(frame.translation[a] * scale));
      hn::Store(hn::Add(rotated, translation), t, x[a] + i);
    }
  }
}

// Four numbers per plane; four planes at a time are transposed into four registers.
template <class T>
void load_planes(const ConvexPolyhedron<T>& from, double scale, ScreenBody& to) {
  const hn::CappedTag<double, 4> wide;
  const hn::Rebind<float, decltype(wide)> narrow;
  constexpr std::size_t kWide = hn::MaxLanes(wide);
  const std::size_t count = from.face_count();
  to.faces = static_cast<int>(count);
  std::size_t f = 0;
  for (; f + kWide <= count; f += kWide) {
    hn::Vec<decltype(wide)> x, y, z, offset;
    hn::LoadInterleaved4(wide, &from.plane(f).normal[0], x, y, z, offset);
    hn::Store(hn::DemoteTo(narrow, x), narrow, to.normal[0] + f);
    hn::Store(hn::DemoteTo(narrow, y), narrow, to.normal[1] + f);
    hn::Store(hn::DemoteTo(narrow, z), narrow, to.normal[2] + f);
    hn::Store(hn::DemoteTo(narrow, hn::Mul(offset, hn::Set(wide, scale))), narrow, to.offset + f);
  }
  for (; f < count; ++f) {
    for (int a = 0; a < 3; ++a) to.normal[a][f] = static_cast<float>(from.plane(f).normal[a]);
    to.offset[f] = static_cast<float>(from.plane(f).offset * scale);
  }
  for (const std::size_t end = (count + kBlock - 1) & -std::size_t{kBlock}; f < end; ++f) {
    for (int a = 0; a < 3; ++a) to.normal[a][f] = 0;
    to.offset[f] = 0x1p20f;
  }
}

void rotate_planes(const PairFrame<3>& frame, double scale, ScreenBody& to) {
  const AxisTag t;
  const Vec<3, float> translation = vec_cast<float>(frame.translation * scale);
  for (int f = 0; f < to.padded_faces(); f += kAxisLanes) {
    const AxisLanes p = hn::Load(t, to.normal[0] + f);
    const AxisLanes q = hn::Load(t, to.normal[1] + f);
    const AxisLanes r = hn::Load(t, to.normal[2] + f);
    AxisLanes offset = hn::Load(t, to.offset + f);
    for (int a = 0; a < 3; ++a) {
      const Vec<3, float> row = vec_cast<float>(frame.rotation.row[a]);
      const AxisLanes rotated =
          dot_lanes(hn::Set(t, row[0]), hn::Set(t, row[1]), hn::Set(t, row[2]), p, q, r);
      hn::Store(rotated, t, to.normal[a] + f);
      offset = hn::Add(offset, hn::Mul(rotated, hn::Set(t, translation[a])));
    }
    hn::Store(offset, t, to.offset + f);
  }
}

// Computes the depth through that many blocks of faces, and the deepest vertices. A lane is a face,
// so that the order of sums and of ties does not depend on their number.
template <int kBlocks>
HWY_INLINE AxisLanes measure_blocks(ScreenBody& body, const ScreenBody& other, int f) {
  const AxisTag t;
  const hn::RebindToSigned<AxisTag> ti;
  AxisLanes x[kBlocks], y[kBlocks], z[kBlocks], low[kBlocks];
  hn::Vec<decltype(ti)> deepest[kBlocks];
  for (int k = 0; k < kBlocks; ++k) {
    x[k] = hn::Load(t, body.normal[0] + f + k * kAxisLanes);
    y[k] = hn::Load(t, body.normal[1] + f + k * kAxisLanes);
    z[k] = hn::Load(t, body.normal[2] + f + k * kAxisLanes);
    low[k] = hn::Set(t, 0x1p20f);
    deepest[k] = hn::Zero(ti);
  }
  auto index = hn::Zero(ti);
  const auto one = hn::Set(ti, 1);
  for (int v = 0; v < other.vertices; ++v) {
    const AxisLanes px = hn::Set(t, other.vertex[0][v]);
    const AxisLanes py = hn::Set(t, other.vertex[1][v]);
    const AxisLanes pz = hn::Set(t, other.vertex[2][v]);
    for (int k = 0; k < kBlocks; ++k) {
      const AxisLanes here = dot_lanes(x[k], y[k], z[k], px, py, pz);
      const auto lower = hn::RebindMask(ti, hn::Lt(here, low[k]));
      low[k] = hn::Min(low[k], here);
      deepest[k] = hn::IfThenElse(lower, index, deepest[k]);
    }
    index = hn::Add(index, one);
  }
  AxisLanes least = hn::Set(t, 0x1p20f);
  for (int k = 0; k < kBlocks; ++k) {
    const AxisLanes reach = hn::Sub(hn::Load(t, body.offset + f + k * kAxisLanes), low[k]);
    hn::Store(reach, t, body.reach + f + k * kAxisLanes);
    hn::Store(deepest[k], ti, body.deepest + f + k * kAxisLanes);
    least = hn::Min(least, reach);
  }
  return least;
}

float measure_faces(ScreenBody& body, const ScreenBody& other) {
  const AxisTag t;
  AxisLanes least = hn::Set(t, 0x1p20f);
  int f = 0;
  for (; f + 2 * kAxisLanes <= body.padded_faces(); f += 2 * kAxisLanes) {
    least = hn::Min(least, measure_blocks<2>(body, other, f));
  }
  for (; f < body.padded_faces(); f += kAxisLanes) {
    least = hn::Min(least, measure_blocks<1>(body, other, f));
  }
  return hn::GetLane(hn::MinOfLanes(t, least));
}

// For every unit vector on the arc between the directions of the faces at an edge, the support of a
// point of the difference is at least the lesser of its supports along the two, if that is
// positive. Returns false if the support point of one of the faces proves by this that the edge is
// beyond `limit`. No branches: the processor could not predict them.
HWY_INLINE bool may_be_nearer(const ScreenBody& body, const ScreenBody& other,
                              const PolyhedronEdge& e, float limit) {
  const auto proven = [&](std::uint32_t f, std::uint32_t g) {
    const std::int32_t v = body.deepest[f];
    const float along = body.offset[g] - (body.normal[0][g] * other.vertex[0][v] +
                                          body.normal[1][g] * other.vertex[1][v] +
                                          body.normal[2][g] * other.vertex[2][v]);
    return std::min(body.reach[f], along);
  };
  return std::max(proven(e.left, e.right), proven(e.right, e.left)) <= limit;
}

template <class T>
void choose_edges(const ConvexPolyhedron<T>& solid, const ScreenBody& body, const ScreenBody& other,
                  float limit, ScreenEdges& out) {
  out.count = 0;
  for (std::size_t e = 0; e < solid.edge_count(); ++e) {
    out.index[out.count] = static_cast<std::uint16_t>(e);
    out.count += may_be_nearer(body, other, solid.edge(e), limit) ? 1 : 0;
  }
}

// Directions are computed in the shape's own frame, where differences of corners round least.
template <class T>
HWY_INLINE Vec<3, float> direction_of(const ConvexPolyhedron<T>& solid, const PolyhedronEdge& e,
                                      double scale) {
  const Vec<3, T> d = solid.vertex(e.head) - solid.vertex(e.tail);
  if constexpr (std::is_same_v<T, float>) {
    return d * static_cast<float>(scale);
  } else {
    return vec_cast<float>(d * scale);
  }
}

template <class T>
void gather_edges(const ConvexPolyhedron<T>& solid, const ScreenBody& body, double scale,
                  float sign, ScreenEdges& out) {
  for (int i = 0; i < out.count; ++i) {
    const PolyhedronEdge& e = solid.edge(out.index[i]);
    const Vec<3, float> d = direction_of(solid, e, scale);
    for (int a = 0; a < 3; ++a) {
      out.direction[a][i] = d[a];
      out.tail[a][i] = body.vertex[a][e.tail];
      out.left[a][i] = sign * body.normal[a][e.left];
      out.right[a][i] = sign * body.normal[a][e.right];
    }
  }
  for (int i = out.count; i % kBlock != 0; ++i) {
    for (int a = 0; a < 3; ++a) {
      out.direction[a][i] = out.tail[a][i] = out.left[a][i] = out.right[a][i] = 0;
    }
  }
}

// Scales to length 1, in the frame of a.
void rotate_directions(const Matrix<3, double>& rotation, ScreenEdges& edges) {
  const AxisTag t;
  for (int i = 0; i < edges.count; i += kAxisLanes) {
    const AxisLanes p = hn::Load(t, edges.direction[0] + i);
    const AxisLanes q = hn::Load(t, edges.direction[1] + i);
    const AxisLanes r = hn::Load(t, edges.direction[2] + i);
    const AxisLanes whole = hn::Sqrt(dot_lanes(p, q, r, p, q, r));
    const AxisLanes to_one = hn::Div(hn::Set(t, 1.0f), hn::Max(whole, hn::Set(t, 0x1p-60f)));
    for (int a = 0; a < 3; ++a) {
      const Vec<3, float> row = vec_cast<float>(rotation.row[a]);
      const AxisLanes rotated =
          dot_lanes(hn::Set(t, row[0]), hn::Set(t, row[1]), hn::Set(t, row[2]), p, q, r);
      hn::Store(hn::Mul(rotated, to_one), t, edges.direction[a] + i);
    }
  }
}

HWY_INLINE void add_candidate(AxisScreen& out, AxisKind kind, int a, int b, float depth) {
  if (out.count == AxisScreen::kMost) {
    out.outcome = ScreenOutcome::too_many;
    return;
  }
  out.candidate[out.count++] = {kind, static_cast<std::uint16_t>(a), static_cast<std::uint16_t>(b),
                                depth};
}

void add_faces(const ScreenBody& body, AxisKind kind, float limit, AxisScreen& out) {
  const AxisTag t;
  for (int f = 0; f < body.padded_faces(); f += kAxisLanes) {
    std::uint8_t bits[8] = {};
    hn::StoreMaskBits(t, hn::Le(hn::Load(t, body.reach + f), hn::Set(t, limit)), bits);
    for (std::uint32_t left = bits[0]; left != 0; left &= left - 1) {
      const int k = f + std::countr_zero(left);
      const int v = body.deepest[k];
      add_candidate(out, kind, kind == AxisKind::face_of_a ? k : v,
                    kind == AxisKind::face_of_a ? v : k, body.reach[k]);
    }
  }
}

// Tests edge i of a with all of b. Their cross product is a separating direction of both if the
// arcs of the directions of their faces cross on the sphere: the ends of each lie on either side of
// the other's plane, and in the same half. With slack: false crossings are found out later.
void add_edges(const ScreenEdges& a, int i, const ScreenEdges& b, float limit, AxisScreen& out) {
  const AxisTag t;
  const auto all = [&](const float(&x)[3][AxisScreen::kMostEdges], int axis) {
    return hn::Set(t, x[axis][i]);
  };
  const AxisLanes ax = all(a.direction, 0), ay = all(a.direction, 1), az = all(a.direction, 2);
  const AxisLanes slack = hn::Set(t, -kSideError);
  const AxisLanes doubtful = hn::Set(t, kParallel * kParallel);
  for (int k = 0; k < b.count; k += kAxisLanes) {
    const AxisLanes bx = hn::Load(t, b.direction[0] + k);
    const AxisLanes by = hn::Load(t, b.direction[1] + k);
    const AxisLanes bz = hn::Load(t, b.direction[2] + k);
    const AxisLanes left_a = dot_lanes(all(a.left, 0), all(a.left, 1), all(a.left, 2), bx, by, bz);
    const AxisLanes right_a =
        dot_lanes(all(a.right, 0), all(a.right, 1), all(a.right, 2), bx, by, bz);
    const AxisLanes left_b = dot_lanes(hn::Load(t, b.left[0] + k), hn::Load(t, b.left[1] + k),
                                       hn::Load(t, b.left[2] + k), ax, ay, az);
    const AxisLanes right_b = dot_lanes(hn::Load(t, b.right[0] + k), hn::Load(t, b.right[1] + k),
                                        hn::Load(t, b.right[2] + k), ax, ay, az);
    const AxisLanes sign =
        hn::IfThenElse(hn::Ge(left_a, right_a), hn::Set(t, 1.0f), hn::Set(t, -1.0f));
    const AxisLanes least =
        hn::Min(hn::Min(hn::Mul(sign, left_a), hn::Mul(sign, right_b)),
                hn::Neg(hn::Max(hn::Mul(sign, right_a), hn::Mul(sign, left_b))));
    const AxisLanes nx = hn::Sub(hn::Mul(ay, bz), hn::Mul(az, by));
    const AxisLanes ny = hn::Sub(hn::Mul(az, bx), hn::Mul(ax, bz));
    const AxisLanes nz = hn::Sub(hn::Mul(ax, by), hn::Mul(ay, bx));
    const AxisLanes squared = dot_lanes(nx, ny, nz, nx, ny, nz);
    const AxisLanes along =
        dot_lanes(nx, ny, nz, hn::Sub(all(a.tail, 0), hn::Load(t, b.tail[0] + k)),
                  hn::Sub(all(a.tail, 1), hn::Load(t, b.tail[1] + k)),
                  hn::Sub(all(a.tail, 2), hn::Load(t, b.tail[2] + k)));
    const AxisLanes reach = hn::Mul(sign, along);  // times the sine
    const AxisLanes most =
        hn::Add(hn::Mul(hn::Set(t, limit), hn::Sqrt(squared)), hn::Set(t, kEdgeError));
    const auto near = hn::Or(hn::Le(reach, most), hn::Lt(squared, doubtful));
    std::uint8_t bits[8] = {};
    hn::StoreMaskBits(t, hn::And(hn::Ge(least, slack), near), bits);
    if (bits[0] == 0) continue;
    alignas(32) float depth[kBlock];
    hn::Store(hn::Div(reach, hn::Sqrt(hn::Max(squared, hn::Set(t, 0x1p-100f)))), t, depth);
    for (std::uint32_t left = bits[0]; left != 0; left &= left - 1) {
      const int j = std::countr_zero(left);
      if (k + j < b.count)
        add_candidate(out, AxisKind::edges, a.index[i], b.index[k + j], depth[j]);
    }
  }
}

template <class T>
void screen_axes_kernel(const ConvexPolyhedron<T>& a, const ConvexPolyhedron<T>& b,
                        const PairFrame<3>& frame, AxisScreen& out) {
  out.count = 0;
  out.tests = 0;
  const double size =
      larger(larger(largest_coordinate(a.vertices()), largest_coordinate(b.vertices())),
             largest_component(frame.translation));
  out.outcome = ScreenOutcome::too_many;
  if (!(size > 0x1p-100 && size < 0x1p100)) return;
  const std::uint64_t exponent = std::bit_cast<std::uint64_t>(size) >> 52;
  const double scale = std::bit_cast<double>((2045 - exponent) << 52);  // at least 1 / (2 size)
  ScreenBody of_a;
  ScreenBody of_b;
  load_vertices(a.vertices(), scale, of_a);
  load_planes(a, scale, of_a);
  load_vertices(b.vertices(), scale, of_b);
  rotate_points(frame, of_b.vertices, of_b.vertex, scale);
  float least = measure_faces(of_a, of_b);
  out.tests = static_cast<std::uint32_t>(of_a.faces * of_b.vertices);
  if (least < -kReachError) {
    out.outcome = ScreenOutcome::apart;
    return;
  }
  load_planes(b, scale, of_b);
  rotate_planes(frame, scale, of_b);
  least = std::min(least, measure_faces(of_b, of_a));
  out.tests += static_cast<std::uint32_t>(of_b.faces * of_a.vertices);
  if (least < -kReachError) {
    out.outcome = ScreenOutcome::apart;
    return;
  }
  out.outcome = ScreenOutcome::listed;
  const float limit = least + 2 * kReachError;
  add_faces(of_a, AxisKind::face_of_a, limit, out);
  add_faces(of_b, AxisKind::face_of_b, limit, out);
  ScreenEdges edges_a;
  ScreenEdges edges_b;
  choose_edges(a, of_a, of_b, limit, edges_a);
  choose_edges(b, of_b, of_a, limit, edges_b);
  if (edges_a.count == 0 || edges_b.count == 0) return;
  gather_edges(a, of_a, scale, 1, edges_a);
  rotate_directions(Matrix<3, double>::identity(), edges_a);
  gather_edges(b, of_b, scale, -1, edges_b);
  rotate_directions(frame.rotation, edges_b);
  out.tests += static_cast<std::uint32_t>(edges_a.count * edges_b.count);
  for (int i = 0; i < edges_a.count; ++i) add_edges(edges_a, i, edges_b, limit, out);
}

template <class Kernels>
constexpr int kTable = 0;
template <class T>
constexpr ScreenKernel<T> kTable<ScreenKernel<T>> = &screen_axes_kernel<T>;

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace masu::detail {

template <>
void screen_axes(const ConvexPolyhedron<float>& a, const ConvexPolyhedron<float>& b,
                 const PairFrame<3>& frame, AxisScreen& out) {
  MASU_CHOSEN(ScreenKernel<float>)(a, b, frame, out);
}
template <>
void screen_axes(const ConvexPolyhedron<double>& a, const ConvexPolyhedron<double>& b,
                 const PairFrame<3>& frame, AxisScreen& out) {
  MASU_CHOSEN(ScreenKernel<double>)(a, b, frame, out);
}

}  // namespace masu::detail
#endif
