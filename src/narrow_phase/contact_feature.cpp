// SPDX-License-Identifier: MIT
#include "narrow_phase/contact_feature.hpp"

#include "narrow_phase/feature_code.hpp"

namespace masu::detail {
namespace {

constexpr std::uint16_t half(std::uint32_t code) {
  return static_cast<std::uint16_t>(code);
}

template <int D>
void set_point(const Vec<D, double>& p, const Vec<D, double>& d, std::uint32_t code,
               ContactFeature<D>& f) {
  f.code = f.corner_code[0] = half(code);
  f.corner[0] = p;
  f.count = 1;
  f.normal = d;
}
template <int D>
ContactFeature<D> one_point(const Vec<D, double>& p, const Vec<D, double>& d, std::uint32_t code) {
  ContactFeature<D> f;
  set_point(p, d, code, f);
  return f;
}

// Returns the component of d perpendicular to `along`, scaled to length 1; d itself if it is zero.
template <int D>
Vec<D, double> across(const Vec<D, double>& d, const Vec<D, double>& along) {
  const Vec<D, double> rest = d - along * (dot(d, along) / length_squared(along));
  const double size = length(rest);
  return size > 0 ? rest * (1 / size) : d;
}

// The codes of an edge and of its ends.
struct EdgeCodes {
  std::uint32_t edge;
  std::uint32_t from;
  std::uint32_t to;
};
template <int D>
void set_codes(const EdgeCodes& codes, ContactFeature<D>& f) {
  f.code = f.side_code[0] = f.side_code[1] = half(codes.edge);
  f.corner_code[0] = half(codes.from);
  f.corner_code[1] = half(codes.to);
}
constexpr EdgeCodes edge_of(std::size_t edge, std::size_t from, std::size_t to) {
  return {edge_code(edge), vertex_code(from), vertex_code(to)};
}

// An edge without a face of its own: it faces every direction perpendicular to it.
template <int D>
ContactFeature<D> edge_or_end(const Vec<D, double>& p, const Vec<D, double>& q,
                              const Vec<D, double>& d, const EdgeCodes& codes) {
  ContactFeature<D> f;  // one, made in its place
  const Vec<D, double> along = q - p;
  const double size = length(along);
  if (!(std::fabs(dot(along, d)) < kSlant * size)) {
    const bool first = dot(p, d) > dot(q, d);
    set_point(first ? p : q, d, first ? codes.from : codes.to, f);
  } else {
    set_codes(codes, f);
    f.corner[0] = p;
    f.corner[1] = q;
    f.count = 2;
    f.normal = across(d, along);
    f.facing = dot(f.normal, d);
  }
  return f;
}

// In 2D an edge has the outside to its right.
ContactFeature<2> outward_edge(const Vec<2, double>& p, const Vec<2, double>& q,
                               const Vec<2, double>& d, const EdgeCodes& codes) {
  ContactFeature<2> f;
  set_codes(codes, f);
  const Vec<2, double> along = q - p;
  f.corner[0] = p;
  f.corner[1] = q;
  f.count = 2;
  f.normal = Vec<2, double>{along[1], -along[0]} * (1 / length(along));
  f.facing = dot(f.normal, d);
  return f;
}

// ----- 2D: of the two edges at the support vertex, the one whose normal is nearest to d.

template <class T>
ContactFeature<2> of_polygon(const ShapeView<2, T>& s, const Vec<2, double>& d) {
  const auto& polygon = *static_cast<const ConvexPolygon<T>*>(s.object);
  const std::size_t size = polygon.size();
  const std::size_t v = support_of_core(s, d).vertex;
  const std::size_t before = (v + size - 1) % size;
  const std::size_t edge = dot(polygon.normal(v), d) > dot(polygon.normal(before), d) ? v : before;
  const std::size_t next = (edge + 1) % size;
  return outward_edge(vec_cast<double>(polygon.vertex(edge)),
                      vec_cast<double>(polygon.vertex(next)), d, edge_of(edge, edge, next));
}

template <class T>
ContactFeature<2> of_box(const ShapeView<2, T>& s, const Vec<2, double>& d) {
  const auto half = vec_cast<double>(s.p[0]);
  const auto center = vec_cast<double>(s.p[1]);
  const int axis = std::fabs(d[0]) > std::fabs(d[1]) ? 0 : 1;
  const bool positive = d[axis] >= 0;
  Vec<2, double> p = center;
  Vec<2, double> q = center;
  p[axis] = q[axis] = center[axis] + (positive ? half[axis] : -half[axis]);
  const bool up = (axis == 0) == positive;  // counter-clockwise along the other axis
  p[1 - axis] += up ? -half[1 - axis] : half[1 - axis];
  q[1 - axis] += up ? half[1 - axis] : -half[1 - axis];
  const std::uint32_t side = kBoxCode<2> + box_step(axis, positive);
  const EdgeCodes codes{side, side + box_step(1 - axis, !up), side + box_step(1 - axis, up)};
  return p == q ? one_point(p, d, codes.from) : outward_edge(p, q, d, codes);
}

// A degenerate triangle: the extreme corners along d and against it, and the edge between.
template <int D, class T>
ContactFeature<D> of_flat_triangle(const ShapeView<D, T>& s, const Vec<D, double>& d) {
  const SupportPoint<D> end = support_of_core(s, d);
  const SupportPoint<D> other = support_of_core(s, -d);
  if (end.point == other.point) return one_point(end.point, d, vertex_code(end.vertex));
  const std::uint32_t edge = (end.vertex + 1) % 3 == other.vertex ? end.vertex : other.vertex;
  return edge_or_end(end.point, other.point, d, edge_of(edge, end.vertex, other.vertex));
}

template <class T>
ContactFeature<2> of_triangle(const ShapeView<2, T>& s, const Vec<2, double>& d) {
  Vec<2, double> p[3] = {vec_cast<double>(s.p[0]), vec_cast<double>(s.p[1]),
                         vec_cast<double>(s.p[2])};
  const double area = cross(p[1] - p[0], p[2] - p[0]);
  if (area == 0) return of_flat_triangle(s, d);
  if (area < 0) std::swap(p[1], p[2]);
  const EdgeCodes codes[2][3] = {{edge_of(0, 0, 1), edge_of(1, 1, 2), edge_of(2, 2, 0)},
                                 {edge_of(2, 0, 2), edge_of(1, 2, 1), edge_of(0, 1, 0)}};
  ContactFeature<2> best;
  for (int i = 0; i < 3; ++i) {
    if (p[i] == p[(i + 1) % 3]) continue;
    const ContactFeature<2> f = outward_edge(p[i], p[(i + 1) % 3], d, codes[area < 0][i]);
    if (f.facing > best.facing) best = f;
  }
  return best;
}

template <class T>
ContactFeature<2> local_feature(const ShapeView<2, T>& s, const Vec<2, double>& d) {
  switch (s.kind) {
    case ShapeKind::polygon: return of_polygon(s, d);
    case ShapeKind::box: return of_box(s, d);
    case ShapeKind::triangle: return of_triangle(s, d);
    case ShapeKind::segment:
      return edge_or_end(vec_cast<double>(s.p[0]), vec_cast<double>(s.p[1]), d, edge_of(0, 0, 1));
    default: return one_point(support_of_core(s, d).point, d, support_code(s, d));
  }
}

// ----- 3D: of the faces at the support vertex, the one whose normal is nearest to d.

// An edge steeper than this holds one of the farthest points, else two.
constexpr double kLevel = 0x1p-40;

// Of the faces at a vertex the one whose normal is nearest to d; if an edge is level there, of its
// two.
template <class T>
std::uint32_t face_along(const ConvexPolyhedron<T>& solid, std::uint32_t v,
                         const Vec<3, double>& d) {
  std::uint32_t best = solid.edge(solid.spokes(v)[0].edge).left;
  double most = dot(solid.plane(best).normal, d);
  const auto test_face = [&](std::uint32_t f) {
    const double here = dot(solid.plane(f).normal, d);
    if (here > most || (here == most && f < best)) most = here, best = f;
  };
  for (const PolyhedronSpoke& spoke : solid.spokes(v)) {
    test_face(solid.edge(spoke.edge).left);
    test_face(solid.edge(spoke.edge).right);
  }
  const Vec<3, double> top = vec_cast<double>(solid.vertex(v));
  for (const PolyhedronSpoke& spoke : solid.spokes(v)) {
    const PolyhedronEdge& edge = solid.edge(spoke.edge);
    if (edge.left == best || edge.right == best) continue;
    const Vec<3, double> along = vec_cast<double>(solid.vertex(spoke.vertex)) - top;
    if (dot(along, d) < -kLevel * largest_component(along)) continue;
    best = edge.left;
    most = dot(solid.plane(best).normal, d);
    test_face(edge.right);
    break;
  }
  return best;
}

template <class T>
ContactFeature<3> of_polyhedron(const ShapeView<3, T>& s, const Vec<3, double>& d) {
  const auto& solid = *static_cast<const ConvexPolyhedron<T>*>(s.object);
  const std::uint32_t best = face_along(solid, support_of_core(s, d).vertex, d);
  ContactFeature<3> f;
  const auto loop = solid.face(best);
  const std::size_t step = (loop.size() + kMostFeatureCorners - 1) / kMostFeatureCorners;
  const auto edges = solid.face_edges(best);
  for (std::size_t k = 0; k < loop.size(); k += step) {
    f.corner_code[f.count] = half(vertex_code(loop[k]));
    f.side_code[f.count] = half(edge_code(edges[k]));
    f.corner[f.count++] = vec_cast<double>(solid.vertex(loop[k]));
  }
  f.code = half(face_code(best));
  f.normal = solid.plane(best).normal;
  f.facing = dot(f.normal, d);
  return f;
}

template <class T>
ContactFeature<3> of_triangle(const ShapeView<3, T>& s, const Vec<3, double>& d) {
  const Vec<3, double> p[3] = {vec_cast<double>(s.p[0]), vec_cast<double>(s.p[1]),
                               vec_cast<double>(s.p[2])};
  const Vec<3, double> n = cross(p[1] - p[0], p[2] - p[0]);
  const double size = length(n);
  if (!(size > 0)) return of_flat_triangle(s, d);
  const bool front = dot(n, d) >= 0;
  ContactFeature<3> f;
  f.corner[0] = p[0];
  f.corner[1] = p[front ? 1 : 2];
  f.corner[2] = p[front ? 2 : 1];
  for (std::uint32_t i = 0; i < 3; ++i) {
    f.corner_code[i] = half(vertex_code(front ? i : (3 - i) % 3));
    f.side_code[i] = half(edge_code(front ? i : 2 - i));
  }
  f.code = half(face_code(front ? 0 : 1));
  f.count = 3;
  f.normal = n * ((front ? 1 : -1) / size);
  f.facing = dot(f.normal, d);
  if (f.facing > 1 - kSlant * kSlant / 2) return f;
  // On its side: of the edges at the farthest corner the one whose normal is nearest to d.
  const SupportPoint<3> top = support_of_core(s, d);
  ContactFeature<3> best = one_point(top.point, d, vertex_code(top.vertex));
  double most = -1;
  for (std::uint32_t i = 0; i < 3; ++i) {
    const std::uint32_t next = (i + 1) % 3;
    if (i != top.vertex && next != top.vertex) continue;
    const ContactFeature<3> e = edge_or_end(p[i], p[next], d, edge_of(i, i, next));
    const double height = dot(p[i] + p[next], d);
    if (e.count == 2 && (best.count == 1 || height > most)) best = e, most = height;
  }
  return best;
}

// Counterclockwise around +y or -y.
ContactFeature<3> disc(double radius, double y, bool up) {
  // The cosines of multiples of 22.5 degrees, correctly rounded: independent of the C library.
  constexpr double kCosine[5] = {1, 0.92387953251128674, 0.70710678118654757, 0.38268343236508978,
                                 0};
  ContactFeature<3> f;
  for (int k = 0; k < kDiscCorners; ++k) {
    const int i = up ? kDiscCorners - 1 - k : k;
    const int quarter = i / 4;
    const double c = kCosine[i % 4];
    const double s = kCosine[4 - i % 4];
    const double x = quarter == 0 ? c : (quarter == 1 ? -s : (quarter == 2 ? -c : s));
    const double z = quarter == 0 ? s : (quarter == 1 ? c : (quarter == 2 ? -s : -c));
    f.corner[k] = {radius * x, y, radius * z};
    const int first = up ? kDiscCorners : 0;
    f.corner_code[k] = half(vertex_code(first + i));
    f.side_code[k] = half(edge_code(first + (up ? i + kDiscCorners - 1 : i) % kDiscCorners));
  }
  f.code = half(face_code(up));
  f.count = kDiscCorners;
  f.normal = {0, up ? 1.0 : -1.0, 0};
  return f;
}

template <class T>
ContactFeature<3> of_cylinder_or_cone(const ShapeView<3, T>& s, const Vec<3, double>& d) {
  const double radius = double(s.p[0][0]);
  const double half = double(s.p[0][1]);
  const bool cone = s.kind == ShapeKind::cone;
  const bool up = d[1] > 0;
  if (std::fabs(d[1]) > 1 - kSlant * kSlant / 2 && !(cone && up)) {
    ContactFeature<3> f = disc(radius, up ? half : -half, up);
    f.facing = std::fabs(d[1]);
    return f;
  }
  const Vec<3, double> rim = rim_of_disc(radius, -half, d);
  const Vec<3, double> top =
      cone ? Vec<3, double>{0, half, 0} : Vec<3, double>{rim[0], half, rim[2]};
  ContactFeature<3> f = edge_or_end(rim, top, d, edge_of(kSideLine, kSideLow, kSideHigh));
  return f.count == 2 ? f : one_point(support_of_core(s, d).point, d, support_code(s, d));
}

template <class T>
ContactFeature<3> local_feature(const ShapeView<3, T>& s, const Vec<3, double>& d) {
  switch (s.kind) {
    case ShapeKind::polyhedron: return of_polyhedron(s, d);
    case ShapeKind::triangle: return of_triangle(s, d);
    case ShapeKind::cylinder:
    case ShapeKind::cone: return of_cylinder_or_cone(s, d);
    case ShapeKind::segment:
      return edge_or_end(vec_cast<double>(s.p[0]), vec_cast<double>(s.p[1]), d, edge_of(0, 0, 1));
    default: return one_point(support_of_core(s, d).point, d, support_code(s, d));
  }
}

// The face of a box whose normal is nearest to d, written in place.
template <class T>
ContactFeature<3> box_face(const ShapeView<3, T>& s, const Matrix<3, double>& rotation,
                           const Vec<3, double>& translation, const Vec<3, double>& direction) {
  ContactFeature<3> f;
  const Vec<3, double> d = transposed_times(rotation, direction);
  int axis = 0;
  for (int a = 1; a < 3; ++a) axis = std::fabs(d[a]) > std::fabs(d[axis]) ? a : axis;
  const int u = axis == 2 ? 0 : axis + 1;
  const int w = u == 2 ? 0 : u + 1;
  const double sign = d[axis] >= 0 ? 1 : -1;
  f.normal = rotation.column(axis) * sign;
  f.facing = std::fabs(d[axis]);
  f.count = 4;
  const Vec<3, double> face_center =
      (rotation * vec_cast<double>(s.p[1]) + translation) + f.normal * double(s.p[0][axis]);
  const Vec<3, double> across = rotation.column(u) * double(s.p[0][u]);
  const Vec<3, double> along = rotation.column(w) * (sign * double(s.p[0][w]));
  f.corner[0] = face_center - across - along;
  f.corner[1] = face_center + across - along;
  f.corner[2] = face_center + across + along;
  f.corner[3] = face_center - across + along;
  const BoxFaceCodes& codes = kBoxFaces[axis][d[axis] >= 0];
  f.code = half(codes.face);
  for (int i = 0; i < 4; ++i) {
    f.side_code[i] = half(codes.face + codes.corner[i].after);
    f.corner_code[i] = half(codes.face + codes.corner[i].sum());
  }
  return f;
}

template <int D, class T>
ContactFeature<D> placed_feature(const ShapeView<D, T>& s, const Matrix<D, double>& rotation,
                                 const Vec<D, double>& translation,
                                 const Vec<D, double>& direction) {
  ContactFeature<D> f = local_feature(s, transposed_times(rotation, direction));
  for (int i = 0; i < f.count; ++i) f.corner[i] = rotation * f.corner[i] + translation;
  f.normal = rotation * f.normal;
  return f;
}

}  // namespace

template <int D, class T>
ContactFeature<D> contact_feature(const ShapeView<D, T>& s, const Matrix<D, double>& rotation,
                                  const Vec<D, double>& translation,
                                  const Vec<D, double>& direction) {
  if constexpr (D == 3) {
    if (s.kind == ShapeKind::box) return box_face(s, rotation, translation, direction);
  }
  return placed_feature(s, rotation, translation, direction);
}

template ContactFeature<2> contact_feature(const ShapeView<2, float>&, const Matrix<2, double>&,
                                           const Vec<2, double>&, const Vec<2, double>&);
template ContactFeature<3> contact_feature(const ShapeView<3, float>&, const Matrix<3, double>&,
                                           const Vec<3, double>&, const Vec<3, double>&);
template ContactFeature<2> contact_feature(const ShapeView<2, double>&, const Matrix<2, double>&,
                                           const Vec<2, double>&, const Vec<2, double>&);
template ContactFeature<3> contact_feature(const ShapeView<3, double>&, const Matrix<3, double>&,
                                           const Vec<3, double>&, const Vec<3, double>&);

}  // namespace masu::detail
