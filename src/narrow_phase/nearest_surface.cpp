// SPDX-License-Identifier: MIT
#include "narrow_phase/nearest_surface.hpp"

#include <algorithm>
#include <limits>

#include <masu/hull/predicates.hpp>
#include <masu/shapes/convex_polytope.hpp>

#include "core/triangle_cross.hpp"
#include "narrow_phase/core_difference.hpp"
#include "narrow_phase/core_distance.hpp"
#include "narrow_phase/gjk_search.hpp"
#include "narrow_phase/nearest_on_ellipsoid.hpp"
#include "narrow_phase/start_simplex.hpp"

namespace masu::detail {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Below this share of the size the direction to the nearest point is mostly rounding.
constexpr double kNear = 0x1p-44;
// A face that is behind the point by less than this share of the size may be in front of it: of two
// faces in one plane up to rounding only the other may seem to be, and not contain the nearest
// point.
constexpr double kLevel = 0x1p-46;

template <int D>
NearestSurface<D> from_vector(const Vec<D, double>& v, const Vec<D, double>& otherwise) {
  const double size = length(v);
  return {size, size > 0 ? v * (1 / size) : otherwise};
}

// The direction to a nearby feature is partly rounding, and may point into the core: the gap along
// it is then less than that over the plane of some face. reach(n): the support of the core along n.
template <int D, class Reach>
bool points_inside(const NearestSurface<D>& found, double height, const Vec<D, double>& q,
                   double size, Reach&& reach) {
  constexpr double kShort = 0x1p-12;
  return found.distance <= kShort * size && dot(found.normal, q) - reach(found.normal) < height;
}

template <int D>
Vec<D, double> first_axis() {
  Vec<D, double> e{};
  e[0] = 1;
  return e;
}

// The displacement from the nearest point of a segment to q.
template <int D>
Vec<D, double> from_segment(const Vec<D, double>& a, const Vec<D, double>& b,
                            const Vec<D, double>& q) {
  const Vec<D, double> along = b - a;
  const double part = dot(q - a, along);
  if (!(part > 0)) return q - a;
  if (!(dot(q - b, along) < 0)) return q - b;
  const double whole = length_squared(along);
  const double t = part / whole;
  const Vec<D, double> v = t < 0.5 ? q - (a + along * t) : q - (b - along * (1 - t));
  // Between the ends it is perpendicular, despite rounding.
  return v - along * (dot(v, along) / whole);
}

// Returns a unit vector perpendicular to the line of a and b, on the side of q; any if q lies on
// the line up to rounding; in 2D there are only two.
inline Vec<2, double> across_of(const Vec<2, double>& v) {
  return Vec<2, double>{-v[1], v[0]} * (1 / length(v));
}
NearestSurface<2> beside_segment(const Vec<2, double>& a, const Vec<2, double>& b,
                                 const Vec<2, double>& q) {
  const Vec<2, double> n = across_of(b - a);
  const double height = dot(n, q - a);
  return {std::fabs(height), height < 0 ? -n : n};
}
NearestSurface<3> beside_segment(const Vec<3, double>& a, const Vec<3, double>& b,
                                 const Vec<3, double>& q) {
  const Vec<3, double> v = from_segment(a, b, q);
  const double size = std::fmax(largest_component(q - a), largest_component(q));
  if (length(v) <= 0x1p-48 * size) return {length(v), any_across(b - a)};
  return from_vector(v, v);
}

template <int D>
NearestSurface<D> on_segment(const Vec<D, double>& a, const Vec<D, double>& b,
                             const Vec<D, double>& q) {
  const Vec<D, double> along = b - a;
  const double size = length(along);
  if (!(size > 0)) return from_vector(q - a, first_axis<D>());
  if (!(dot(q - a, along) > 0)) return from_vector(q - a, -along * (1 / size));
  if (!(dot(q - b, along) < 0)) return from_vector(q - b, along * (1 / size));
  return beside_segment(a, b, q);
}

template <int D>
NearestSurface<D> on_box(const Vec<D, double>& half, const Vec<D, double>& q) {
  Vec<D, double> out{};
  bool inside = true;
  int nearest = 0;
  for (int a = 0; a < D; ++a) {
    const double beyond = std::fabs(q[a]) - half[a];
    const double sign = q[a] < 0 ? -1 : 1;
    if (beyond > 0) out[a] = sign * beyond, inside = false;
    if (beyond > std::fabs(q[nearest]) - half[nearest]) nearest = a;
  }
  Vec<D, double> face{};
  face[nearest] = q[nearest] < 0 ? -1 : 1;
  if (inside) return {std::fabs(q[nearest]) - half[nearest], face};
  return from_vector(out, face);
}

// Convex corners, counterclockwise, with the unit normals of their edges.
template <class Corner, class Normal>
NearestSurface<2> on_corners(std::size_t count, const Corner& corner, const Normal& normal,
                             const Vec<2, double>& q) {
  NearestSurface<2> plane{-kInfinity, {}};
  Vec<2, double> best{};
  double least = kInfinity;
  double size = largest_component(q);
  for (std::size_t i = 0; i < count; ++i) size = std::fmax(size, largest_component(corner(i)));
  for (std::size_t i = 0; i < count; ++i) {
    const Vec<2, double> a = corner(i);
    const Vec<2, double> n = normal(i);
    const double height = dot(n, q - a);
    if (height > plane.distance) plane = {height, n};
    if (!(height > -kLevel * size)) continue;
    const Vec<2, double> v = from_segment(a, corner(i + 1 == count ? 0 : i + 1), q);
    if (length_squared(v) < least) best = v, least = length_squared(v);
  }
  // Beyond the tip of a needle rounding may put q on the inner side of all edges, but not near one.
  if (plane.distance <= -kLevel * size || least <= kNear * size * kNear * size) return plane;
  const auto reach = [&](const Vec<2, double>& n) {
    double most = -kInfinity;
    for (std::size_t i = 0; i < count; ++i) most = std::max(most, dot(n, corner(i)));
    return most;
  };
  const NearestSurface<2> found = from_vector(best, plane.normal);
  return points_inside(found, plane.distance, q, size, reach) ? plane : found;
}

template <class T>
NearestSurface<2> on_polytope(const ShapeView<2, T>& s, const Vec<2, double>& q) {
  const auto& p = *static_cast<const ConvexPolygon<T>*>(s.object);
  return on_corners(
      p.size(), [&](std::size_t i) { return vec_cast<double>(p.vertex(i)); },
      [&](std::size_t i) { return p.normal(i); }, q);
}

NearestSurface<2> on_triangle(const Vec<2, double> (&corners)[3], const Vec<2, double>& q) {
  Vec<2, double> p[3] = {corners[0], corners[1], corners[2]};
  const int orientation =
      orient2d(p[0], p[1], p[2]);  // exact: a needle's sides must not face inward
  if (orientation < 0) std::swap(p[1], p[2]);
  if (orientation != 0) {
    return on_corners(
        3, [&](std::size_t i) { return p[i]; },
        [&](std::size_t i) { return -across_of(p[(i + 1) % 3] - p[i]); }, q);
  }
  NearestSurface<2> best{kInfinity, {}};
  for (int i = 0; i < 3; ++i) {
    const NearestSurface<2> one = on_segment(p[i], p[(i + 1) % 3], q);
    if (one.distance < best.distance) best = one;
  }
  return best;
}

// Returns, of the normals of a triangle's vertices, edges and face, the one along which the
// triangle and q are farthest apart. Where two features are equally near up to rounding, the normal
// of the nearest one may point into the triangle.
Vec<3, double> parting_normal(const Vec<3, double> (&p)[3], const Vec<3, double>& q,
                              const Vec<3, double>& first, const Vec<3, double>& face) {
  Vec<3, double> best = first;
  double most = -kInfinity;
  const auto take = [&](const Vec<3, double>& n) {
    const double gap = std::fmin(dot(n, q - p[0]), std::fmin(dot(n, q - p[1]), dot(n, q - p[2])));
    if (gap > most) most = gap, best = n;
  };
  take(first);
  take(face);
  for (int i = 0; i < 3; ++i) {
    const Vec<3, double> away = q - p[i];
    take(from_vector(away, face).normal);
    for (int k = 1; k < 3; ++k) {
      const Vec<3, double> along = p[(i + k) % 3] - p[i];
      const double whole = length_squared(along);
      if (!(whole > 0)) continue;
      const Vec<3, double> v = away - along * (dot(away, along) / whole);
      take(from_vector(v - along * (dot(v, along) / whole), face).normal);
    }
  }
  return best;
}

// Returns whether the projection of q along n lies in the triangle. Beyond the tip of a needle
// rounding may put it on the inner side of all edges: so it must also lie next to the longest of
// them.
bool is_over(const Vec<3, double> (&p)[3], const Vec<3, double>& n, const Vec<3, double>& q) {
  int longest = 0;
  double most = -1;
  for (int i = 0; i < 3; ++i) {
    const Vec<3, double> along = p[(i + 1) % 3] - p[i];
    if (!(dot(cross(along, q - p[i]), n) >= 0)) return false;
    const double whole = length_squared(along);
    if (whole > most) most = whole, longest = i;
  }
  const Vec<3, double>& a = p[longest];
  const Vec<3, double>& b = p[(longest + 1) % 3];
  return dot(q - a, b - a) >= 0 && dot(q - b, b - a) <= 0;
}

// All three sides of the projection onto the plane, or the nearest side.
NearestSurface<3> on_triangle(const Vec<3, double> (&p)[3], const Vec<3, double>& q) {
  const Vec<3, double> n = triangle_cross(p);
  const double size = length(n);
  const bool flat = size > 0;
  const double height = flat ? dot(q - p[0], n) / size : 0;
  const Vec<3, double> face = flat ? n * ((height < 0 ? -1 : 1) / size) : n;
  if (flat && is_over(p, n, q)) return {std::fabs(height), face};
  NearestSurface<3> best{kInfinity, {}};
  for (int i = 0; i < 3; ++i) {
    const NearestSurface<3> one = on_segment(p[i], p[(i + 1) % 3], q);
    if (one.distance < best.distance) best = one;
  }
  if (!flat) return best;
  double extent = largest_component(q);
  for (int i = 0; i < 3; ++i) extent = std::fmax(extent, largest_component(p[i]));
  if (best.distance <= kNear * extent) return {best.distance, face};
  const auto reach = [&](const Vec<3, double>& d) {
    return std::fmax(dot(d, p[0]), std::fmax(dot(d, p[1]), dot(d, p[2])));
  };
  if (points_inside(best, best.distance - kNear * extent, q, extent, reach)) {
    best.normal = parting_normal(p, q, best.normal, face);
  }
  return best;
}

// The displacement from the nearest point of a face to q, which lies `height` above its plane.
template <class T>
Vec<3, double> from_face(const ConvexPolyhedron<T>& p, std::size_t f, double height,
                         const Vec<3, double>& q) {
  const auto loop = p.face(f);
  const Vec<3, double>& n = p.plane(f).normal;
  Vec<3, double> best = n * height;
  double least = kInfinity;
  for (std::size_t k = 0; k < loop.size(); ++k) {
    const auto a = vec_cast<double>(p.vertex(loop[k]));
    const auto b = vec_cast<double>(p.vertex(loop[k + 1 == loop.size() ? 0 : k + 1]));
    if (dot(cross(b - a, q - a), n) >= 0) continue;
    const Vec<3, double> v = from_segment(a, b, q);
    if (length_squared(v) < least) best = v, least = length_squared(v);
  }
  return best;
}

// The pair of a core and the point q.
template <int D>
PairFrame<D> frame_of(const Vec<D, double>& q) {
  PairFrame<D> frame{};
  frame.rotation_a = frame.rotation = Matrix<D, double>::identity();
  frame.translation = q;
  return frame;
}

// Tests all faces.
template <class T>
NearestSurface<3> on_faces(const ShapeView<3, T>& s, const ConvexPolyhedron<T>& p,
                           const Vec<3, double>& q) {
  NearestSurface<3> plane{-kInfinity, {}};
  Vec<3, double> best{};
  double least = kInfinity;
  double size = largest_component(q);
  for (std::size_t f = 0; f < p.face_count(); ++f) {
    size = std::fmax(size, largest_component(vec_cast<double>(p.vertex(p.face(f)[0]))));
  }
  for (std::size_t f = 0; f < p.face_count(); ++f) {
    const FacePlane& face = p.plane(f);
    const double height = dot(face.normal, q) - face.offset;
    if (height > plane.distance) plane = {height, face.normal};
    if (!(height > -kLevel * size) || height * height >= least) continue;
    const Vec<3, double> v = from_face(p, f, height, q);
    if (length_squared(v) < least) best = v, least = length_squared(v);
  }
  // As in on_corners(), where two faces meet at a small angle.
  if (plane.distance <= -kLevel * size || least <= kNear * size * kNear * size) return plane;
  const auto reach = [&](const Vec<3, double>& n) { return dot(n, support_of_core(s, n).point); };
  const NearestSurface<3> found = from_vector(best, plane.normal);
  return points_inside(found, plane.distance, q, size, reach) ? plane : found;
}

// gjk() finds the direction of the nearest point: then it is on a face at the support vertex in
// that direction. Distance 0 if it is inside, too near to decide, or not at that vertex.
template <class T>
NearestSurface<3> at_corner(const ShapeView<3, T>& s, const ConvexPolyhedron<T>& p,
                            const Vec<3, double>& q) {
  const ShapeView<3, T> point;
  const PairFrame<3> frame = frame_of(q);
  const CoreDifference<3, T> difference(s, point, frame);
  Simplex<3> start;
  start.p[0] = difference(q);
  start.size = 1;
  const NoTrace none;
  const GjkResult<3> g = Gjk<3>(start).run(difference, {}, none);
  if (g.outcome != GjkOutcome::apart || g.upper <= kNear * g.size) return {0, {}};
  const Vec<3, double> direction = -g.nearest * (1 / length(g.nearest));
  const std::uint32_t v = support_of_core(s, direction).vertex;
  Vec<3, double> best{};
  double least = kInfinity;
  double highest = -kInfinity;
  for (const PolyhedronSpoke& spoke : p.spokes(v)) {
    const PolyhedronEdge& e = p.edge(spoke.edge);
    const std::uint32_t f = e.tail == v ? e.left : e.right;
    const double height = dot(p.plane(f).normal, q) - p.plane(f).offset;
    if (!(height > -kLevel * g.size)) continue;
    highest = std::fmax(highest, height);
    const Vec<3, double> out = from_face(p, f, height, q);
    if (length_squared(out) < least) best = out, least = length_squared(out);
  }
  if (!(std::sqrt(least) <= g.upper + 0x1p-46 * g.size)) return {0, {}};
  const auto reach = [&](const Vec<3, double>& n) { return dot(n, support_of_core(s, n).point); };
  const NearestSurface<3> found = from_vector(best, direction);
  if (!points_inside(found, highest, q, g.size, reach)) return found;
  const double gap = dot(direction, q) - reach(direction);
  return gap > highest ? NearestSurface<3>{gap, direction} : NearestSurface<3>{0, {}};
}

template <class T>
NearestSurface<3> on_polytope(const ShapeView<3, T>& s, const Vec<3, double>& q) {
  constexpr std::size_t kFew = 12;  // vertices up to which testing all faces costs less
  const auto& p = *static_cast<const ConvexPolyhedron<T>*>(s.object);
  if (p.vertex_count() > kFew) {
    const NearestSurface<3> r = at_corner(s, p, q);
    if (r.distance > 0) return r;
  }
  return on_faces(s, p, q);
}

// Bodies of revolution around y: the same in the half-plane of q and the axis.
struct Meridian {
  double across;  // from the axis
  double along;
  Vec<3, double> outwards;

  explicit Meridian(const Vec<3, double>& q)
      : across(std::sqrt(q[0] * q[0] + q[2] * q[2])), along(q[1]), outwards{1, 0, 0} {
    if (across > 0) outwards = {q[0] / across, 0, q[2] / across};
  }
  NearestSurface<3> operator()(double distance, double out, double up) const {
    return {distance, outwards * out + Vec<3, double>{0, up, 0}};
  }
};

NearestSurface<3> on_cylinder(double radius, double half, const Vec<3, double>& q) {
  const Meridian m(q);
  const double side = m.across - radius;
  const double cap = std::fabs(m.along) - half;
  const double up = m.along < 0 ? -1 : 1;
  if (cap <= 0 && (side > 0 || side >= cap)) return m(side, 1, 0);
  if (side <= 0) return m(cap, 0, up);
  const double distance = std::sqrt(side * side + cap * cap);
  return m(distance, side / distance, up * (cap / distance));
}

// The distance from a rim, x beside and y above it; the other normal is for a point on it.
NearestSurface<3> from_rim(const Meridian& m, double x, double y, double out, double up) {
  const double distance = std::sqrt(x * x + y * y);
  return distance > 0 ? m(distance, x / distance, y / distance) : m(0, out, up);
}

NearestSurface<3> on_cone(double radius, double half, const Vec<3, double>& q) {
  const Meridian m(q);
  const double slant = std::sqrt(radius * radius + 4 * half * half);
  const double out = 2 * half / slant;  // the normal of its side
  const double up = radius / slant;
  const double side = out * m.across + up * (m.along - half);
  const double base = -half - m.along;
  if (side <= 0 && base <= 0) return side >= base ? m(side, out, up) : m(base, 0, -1);
  if (base > 0 && m.across <= radius) return m(base, 0, -1);
  // The number that decides between the side and its ends is as small as the vector normalized
  // there, and as accurate: a rim or apex never gets a normal that is rounding and points into the
  // cone.
  const double beside = m.across - radius;
  if (base > 0 || up * beside + out * base > 0) return from_rim(m, beside, -base, out, up);
  const double above = m.along - half;
  if (up * m.across - out * above > 0) return m(side, out, up);
  return from_rim(m, m.across, above, out, up);
}

template <class T>
NearestSurface<3> on_cylinder_or_cone(const ShapeView<3, T>& s, const Vec<3, double>& q) {
  const double radius = double(s.p[0][0]);
  const double half = double(s.p[0][1]);
  return s.kind == ShapeKind::cylinder ? on_cylinder(radius, half, q) : on_cone(radius, half, q);
}
template <class T>
NearestSurface<2> on_cylinder_or_cone(const ShapeView<2, T>&, const Vec<2, double>&) {
  return {kInfinity, {1, 0}};  // check() rejects them
}

template <int D, class T>
NearestSurface<D> on_custom(const ShapeView<D, T>& s, const Vec<D, double>& q) {
  const ShapeView<D, T> point;
  const CoreDistance<D> c = core_distance(s, point, frame_of(q), Depth::least);
  return {c.distance, c.normal, c.status};
}

}  // namespace

template <int D, class T>
NearestSurface<D> nearest_surface(const ShapeView<D, T>& s, const Vec<D, double>& q) {
  const Vec<D, double> p[3] = {vec_cast<double>(s.p[0]), vec_cast<double>(s.p[1]),
                               vec_cast<double>(s.p[2])};
  switch (s.kind) {
    case ShapeKind::point: return from_vector(q - p[0], first_axis<D>());
    case ShapeKind::segment: return on_segment(p[0], p[1], q);
    case ShapeKind::triangle: return on_triangle(p, q);
    case ShapeKind::box: return on_box(p[0], q - p[1]);
    case ShapeKind::ellipsoid: return NearestOnEllipsoid<D>(p[0], q)();
    case ShapeKind::cylinder:
    case ShapeKind::cone: return on_cylinder_or_cone(s, q);
    case ShapeKind::polygon:
    case ShapeKind::polyhedron: return on_polytope(s, q);
    case ShapeKind::half_space: {
      const Vec<D, double> n = p[0] * (1 / length(p[0]));
      return {dot(n, q) - p[1][0], n};
    }
    case ShapeKind::custom: break;
  }
  return on_custom(s, q);
}

template NearestSurface<2> nearest_surface(const ShapeView<2, float>&, const Vec<2, double>&);
template NearestSurface<3> nearest_surface(const ShapeView<3, float>&, const Vec<3, double>&);
template NearestSurface<2> nearest_surface(const ShapeView<2, double>&, const Vec<2, double>&);
template NearestSurface<3> nearest_surface(const ShapeView<3, double>&, const Vec<3, double>&);

}  // namespace masu::detail
