// SPDX-License-Identifier: MIT
#include <masu/narrow_phase/ray_cast.hpp>

#include <masu/hull/predicates.hpp>
#include <masu/shapes/convex_polytope.hpp>

#include "core/instantiate.hpp"
#include "narrow_phase/corner_sides.hpp"
#include "narrow_phase/kind_order.hpp"
#include "narrow_phase/nearest_surface.hpp"
#include "narrow_phase/placed_query.hpp"
#include "narrow_phase/ray_interval.hpp"
#include "narrow_phase/ray_rounding.hpp"
#include "narrow_phase/ray_triangle.hpp"
#include "shapes/sound.hpp"

namespace masu {
namespace {

using detail::end_of;
using detail::first_of;
using detail::in_ball;
using detail::Interval;
using detail::largest_component;
using detail::LocalHit;
using detail::LocalRay;
using detail::unit_of;

// The union of three convex sets, which is convex: the first to be entered. The normal is that of
// the position: rays that graze where a cap joins the side may miss the ball by rounding.
template <int D>
LocalHit<D> into_capsule(const LocalRay<D>& ray, const Vec<D, double>& a, const Vec<D, double>& b,
                         double radius) {
  const Vec<D, double> along = b - a;
  const double size = length(along);
  LocalHit<D> best = first_of(in_ball(ray.origin - a, ray.along, radius), ray.end);
  const auto take = [&](const Interval<D>& i) {
    const LocalHit<D> h = first_of(i, ray.end);
    if (h.hit && (!best.hit || h.s < best.s)) best = h;
  };
  take(in_ball(ray.origin - b, ray.along, radius));
  if (!(size > 0)) return best;
  const Vec<D, double> axis = along * (1 / size);
  take(in_cylinder(ray, a, axis, size, radius));
  if (!(best.s > 0)) return best;
  const Vec<D, double> p = ray.at(best.s) - a;
  const double part = std::fmin(std::fmax(dot(p, axis), 0.0), size);
  const Vec<D, double> out = p - axis * part;
  const double far = length(out);  // 0 by rounding, if the radius is small for the positions
  best.normal = far > 0 ? out * (1 / far) : -ray.along;
  return best;
}

// in_plane() of both faces across each axis.
template <int D>
Interval<D> in_box(const LocalRay<D>& ray, const Vec<D, double>& half) {
  Interval<D> i;
  int face = 0;
  for (int a = 0; a < D; ++a) {
    const double slope = std::fabs(ray.along[a]);
    const double from_face = ray.along[a] < 0 ? ray.origin[a] : -ray.origin[a];
    if (slope > 0) {
      const double enter = (from_face - half[a]) / slope;
      const double exit = (from_face + half[a]) / slope;
      if (enter > i.enter) i.enter = enter, face = a;
      if (exit < i.exit) i.exit = exit;
    } else if (std::fabs(ray.origin[a]) > half[a]) {
      return Interval<D>::none();
    }
  }
  i.normal[face] = 1;
  if (!(ray.along[face] < 0)) i.normal = -i.normal;
  return i;
}

// A ball, in units of the half axes.
template <int D>
Interval<D> in_ellipsoid(const LocalRay<D>& ray, const Vec<D, double>& half) {
  Vec<D, double> offset = ray.origin;
  Vec<D, double> step = ray.along;
  for (int a = 0; a < D; ++a) offset[a] /= half[a], step[a] /= half[a];
  Interval<D> i = in_ball(offset, step, 1.0);
  double least = half[0];
  for (int a = 1; a < D; ++a) least = half[a] < least ? half[a] : least;
  for (int a = 0; a < D; ++a) i.normal[a] *= least / half[a];
  const double size = length(i.normal);
  if (size > 0) i.normal = i.normal * (1 / size);
  return i;
}

// Clips a line by one plane after the other, as in_plane() and clip() do, without branches on
// signs of slopes, which cannot be predicted.
template <int D>
class PlaneClip {
 public:
  explicit PlaneClip(const LocalRay<D>& ray) : ray_(ray) {}

  // Returns whether nothing is left.
  bool add(const Vec<D, double>& normal, double offset) {
    constexpr double kNever = std::numeric_limits<double>::infinity();
    const double height = dot(normal, ray_.origin) - offset;
    const double slope = dot(normal, ray_.along);
    const double at = -height / slope;
    const double enter = slope < 0 ? at : -kNever;
    const double beside = height > 0 ? -kNever : kNever;
    const double exit = slope > 0 ? at : slope < 0 ? kNever : beside;
    entered_ = enter > enter_ ? &normal : entered_;
    enter_ = enter > enter_ ? enter : enter_;
    exit_ = exit < exit_ ? exit : exit_;
    return !(enter_ <= exit_);
  }
  Interval<D> interval() const {
    return {enter_, exit_, entered_ == nullptr ? Vec<D, double>{} : *entered_};
  }

 private:
  const LocalRay<D>& ray_;
  double enter_ = -std::numeric_limits<double>::infinity();
  double exit_ = std::numeric_limits<double>::infinity();
  const Vec<D, double>* entered_ = nullptr;  // the normal of the plane entered last
};

template <class T>
MASU_NOINLINE Interval<2> mended(const LocalRay<2>& ray, const Interval<2>& clipped,
                                 const ConvexPolygon<T>& p) {
  const auto corner = [&](std::size_t k) { return vec_cast<double>(p.vertex(k)); };
  return detail::CornerSides(ray, p.size(), corner).mended(ray, clipped);
}
template <class T>
Interval<2> in_polytope(const LocalRay<2>& ray, const ConvexPolygon<T>& p) {
  PlaneClip<2> clip(ray);
  for (std::size_t k = 0; k < p.size(); ++k) {
    const Vec<2, double>& n = p.normal(k);
    if (clip.add(n, dot(n, vec_cast<double>(p.vertex(k))))) break;
  }
  return detail::may_cross_tip(ray, clip.interval()) ? mended(ray, clip.interval(), p)
                                                     : clip.interval();
}
template <class T>
Interval<3> in_polytope(const LocalRay<3>& ray, const ConvexPolyhedron<T>& p) {
  PlaneClip<3> clip(ray);
  for (std::size_t f = 0; f < p.face_count(); ++f) {
    if (clip.add(p.plane(f).normal, p.plane(f).offset)) break;
  }
  return clip.interval();
}

// The orientation is exact: that of a needle's area may be rounding.
MASU_NOINLINE Interval<2> mended(const LocalRay<2>& ray, const Interval<2>& clipped,
                                 const Vec<2, double> (&p)[3]) {
  const bool clockwise = orient2d(p[0], p[1], p[2]) < 0;
  const auto corner = [&](std::size_t k) { return p[clockwise ? 2 - k : k]; };
  return detail::CornerSides(ray, 3, corner).mended(ray, clipped);
}

// In 2D; false if the corners lie on a line, up to rounding.
bool in_triangle(const LocalRay<2>& ray, const Vec<2, double> (&p)[3], Interval<2>& i) {
  const double area = cross(p[1] - p[0], p[2] - p[0]);
  for (int k = 0; k < 3; ++k) {
    const Vec<2, double> side = p[(k + 1) % 3] - p[k];
    const double scale = (area < 0 ? -1 : 1) / length(side);
    const Vec<2, double> n = {side[1] * scale, -side[0] * scale};
    if (area != 0) i.clip(in_plane(ray, n, dot(n, p[k])));
  }
  if (detail::may_cross_tip(ray, i)) i = mended(ray, i, p);
  return area != 0;
}
// In 3D a triangle has no inside.
bool in_triangle(const LocalRay<3>&, const Vec<3, double> (&)[3], Interval<3>&) {
  return false;
}

template <class T>
Interval<3> in_upright_cylinder(const ShapeView<3, T>& s, const LocalRay<3>& ray) {
  const double half = double(s.p[0][1]);
  return in_cylinder(ray, Vec<3, double>{0, -half, 0}, {0, 1, 0}, 2 * half, double(s.p[0][0]));
}
template <class T>
Interval<2> in_upright_cylinder(const ShapeView<2, T>&, const LocalRay<2>&) {
  return Interval<2>::none();  // check() rejects them
}

// The distance from the surface that counts as a hit, as a share of the largest number. For flat
// shapes the normal is rounding if they are no farther than kLost times that.
constexpr double kLost = 4;
constexpr double kFlatAccuracy = detail::kRayRounding / (2 * kLost);
template <class T>
double accuracy(ShapeKind kind) {
  if (kind != ShapeKind::custom) return 0x1p-49;
  return std::is_same_v<T, float> ? 0x1p-25 : 0x1p-45;
}

// Steps from plane to plane. The distance along the ray is convex: where it grows the shape is
// behind.
template <int D, class T>
LocalHit<D> by_steps(const ShapeView<D, T>& shape, const LocalRay<D>& ray) {
  constexpr int kMostSteps = 128;
  const double radius = double(shape.radius);
  const double size = std::fmax(radius, std::fmax(largest_component(vec_cast<double>(shape.p[0])),
                                                  largest_component(ray.origin)));
  // Rays along a flat shape would pass its end within rounding of it; others converge at once.
  constexpr detail::KindSet kFlat =
      detail::kinds(ShapeKind::point, ShapeKind::segment, ShapeKind::triangle);
  const bool flat = radius == 0 && detail::holds(kFlat, shape.kind);
  const double near = (flat ? kFlatAccuracy : accuracy<T>(shape.kind)) * size;
  LocalHit<D> r;
  for (int k = 0; k < kMostSteps; ++k) {
    const auto c = detail::nearest_surface(shape, ray.at(r.s));
    const double gap = c.distance - radius;
    if (k == 0 && gap <= near) return {.hit = true};
    const double slope = dot(c.normal, ray.along);
    // For flat shapes the normal is lost on convergence: that of the step before is kept.
    const bool lost = radius == 0 && gap <= kLost * near;
    if (slope < 0 && !(lost && k > 0)) r.normal = c.normal;
    if (k > 0 && gap <= near) return r.hit = true, r;
    if (!(slope < 0) && flat && lost && k > 0) return r.hit = true, r;
    if (!(slope < 0)) return {};
    // The slope is rounding where it is small: for a flat shape no step ends behind an edge.
    const double steep = flat && -slope < 0x1p-16 ? 0x1p-50 - slope : -slope;
    const double next = r.s + gap / steep;
    if (!(next <= ray.end)) return {};
    if (!(next > r.s)) return r.hit = true, r;
    r.s = next;
  }
  r.hit = true;
  r.status = Status::not_converged;
  return r;
}

// In 2D a ray may cross a segment or a flat triangle where steps along the ray miss it.
MASU_NOINLINE LocalHit<2> crossing(const LocalRay<2>& ray, const Vec<2, double> (&p)[3],
                                   std::size_t corners) {
  const bool clockwise = corners == 3 && orient2d(p[0], p[1], p[2]) < 0;
  const auto corner = [&](std::size_t k) { return p[clockwise ? corners - 1 - k : k]; };
  return first_of(detail::CornerSides(ray, corners, corner).interval(), ray.end);
}
LocalHit<3> crossing(const LocalRay<3>&, const Vec<3, double> (&)[3], std::size_t) {
  return {};
}
bool may_cross(const LocalRay<2>& ray, const Vec<2, double> (&p)[3]) {
  const bool left = cross(ray.along, p[0] - ray.origin) > 0;
  return left != (cross(ray.along, p[1] - ray.origin) > 0);
}
bool may_cross(const LocalRay<3>&, const Vec<3, double> (&)[3]) {
  return false;
}

template <int D, class T>
LocalHit<D> cast(const ShapeView<D, T>& s, const LocalRay<D>& ray) {
  const double radius = double(s.radius);
  if (s.kind == ShapeKind::point && radius > 0) {
    return first_of(in_ball(ray.origin - vec_cast<double>(s.p[0]), ray.along, radius), ray.end);
  }
  const Vec<D, double> p[3] = {vec_cast<double>(s.p[0]), vec_cast<double>(s.p[1]),
                               vec_cast<double>(s.p[2])};
  if (s.kind == ShapeKind::half_space) {
    const double size = length(p[0]);
    return first_of(in_plane(ray, p[0] * (1 / size), p[1][0] + radius), ray.end);
  }
  if (s.kind == ShapeKind::segment && radius > 0) return into_capsule(ray, p[0], p[1], radius);
  if (radius > 0) return by_steps(s, ray);
  switch (s.kind) {
    case ShapeKind::segment: {
      const LocalHit<D> hit = by_steps(s, ray);
      return !hit.hit && may_cross(ray, p) ? crossing(ray, p, 2) : hit;
    }
    case ShapeKind::box:
      return first_of(in_box({ray.origin - p[1], ray.along, ray.end}, p[0]), ray.end);
    case ShapeKind::triangle: {
      Interval<D> i;
      if (in_triangle(ray, p, i)) return first_of(i, ray.end);
      const LocalHit<D> hit = by_steps(s, ray);
      return hit.hit ? hit : crossing(ray, p, 3);
    }
    case ShapeKind::ellipsoid: return first_of(in_ellipsoid(ray, p[0]), ray.end);
    case ShapeKind::cylinder: return first_of(in_upright_cylinder(s, ray), ray.end);
    case ShapeKind::polygon:
    case ShapeKind::polyhedron: {
      const auto& polytope = *static_cast<const ConvexPolytope<D, T>*>(s.object);
      return first_of(in_polytope(ray, polytope), ray.end);
    }
    default: return by_steps(s, ray);
  }
}

template <int D, class T>
RayCast<D, T> cast_by_length(const ShapeView<D, T>& shape, const detail::LocalFrame<D>& frame,
                             const Ray<D, T>& ray) {
  LocalRay<D> local;
  local.origin = frame.to_local(ray.origin);
  const double size = unit_of(ray.direction, local.along);
  local.along = transposed_times(frame.rotation, local.along);
  local.end = end_of(ray, size);
  LocalHit<D> found;
  if (size > 0) {
    found = cast(shape, local);
  } else {
    const auto near = detail::nearest_surface(shape, local.origin);
    found = {near.status, near.distance <= double(shape.radius), 0, {}};
  }
  RayCast<D, T> r;
  const double t = size > 0 ? found.s / size : 0;
  r.status = found.status;
  r.hit = found.hit && t <= double(std::numeric_limits<T>::max());
  if (!r.hit) return r;
  r.t = static_cast<T>(t);
  if (r.t > ray.max_t) r.t = ray.max_t;
  r.point = frame.template to_world<T>(local.at(found.s));
  r.normal = vec_cast<T>(frame.rotation * found.normal);
  return r;
}

}  // namespace

template <class T>
RayCast<3, T> detail::placed_triangle_cast(const ShapeView<3, T>& s, const LocalFrame<3>& frame,
                                           const Vec<3, double>& origin,
                                           const Vec<3, double>& direction, const Ray<3, T>& ray) {
  if (direction == Vec<3, double>{}) return cast_by_length(s, frame, ray);
  const TriangleCast c =
      cast_triangle(origin, direction,
                    {vec_cast<double>(s.p[0]), vec_cast<double>(s.p[1]), vec_cast<double>(s.p[2])});
  RayCast<3, T> r;
  if (!c.certain) {
    r = cast_by_length(s, frame, ray);
    const bool starts = r.hit && !(r.t > 0 && c.t > 0);
    if (starts || (r.hit ? c.grazes : !c.hit)) return r;
    r = {};
  } else if (!c.hit) {
    return r;
  }
  const double most = is_finite(ray.max_t) ? double(ray.max_t) : std::numeric_limits<T>::max();
  if (c.t > most) return r;
  r.hit = true;
  r.t = static_cast<T>(c.t);
  r.point = frame.template to_world<T>(origin + direction * c.t);
  r.normal = vec_cast<T>(frame.rotation * c.normal);
  return r;
}

template <int D, class T>
RayCast<D, T> detail::placed_ray_cast(const ShapeView<D, T>& shape, const LocalFrame<D>& frame,
                                      const Ray<D, T>& ray) {
  if constexpr (D == 3) {
    if (shape.kind == ShapeKind::triangle && shape.radius == 0) {
      const auto direction = transposed_times(frame.rotation, vec_cast<double>(ray.direction));
      return placed_triangle_cast(shape, frame, frame.to_local(ray.origin), direction, ray);
    }
  }
  return cast_by_length(shape, frame, ray);
}

template <int D, class T>
RayCast<D, T> ray_cast_view(const ShapeView<D, T>& shape, const Transform<D, T>& pose,
                            const Ray<D, T>& ray) {
  if (const Status s = check_view(shape); s != Status::ok) return {.status = s};
  if (!detail::sound_pose(pose)) return {.status = pose.check()};
  if (const Status s = detail::check_ray(ray); s != Status::ok) return {.status = s};
  return detail::placed_ray_cast(shape, detail::LocalFrame<D>(pose), ray);
}

#define MASU_INSTANTIATE(D, T)                                                         \
  template RayCast<D, T> ray_cast_view(const ShapeView<D, T>&, const Transform<D, T>&, \
                                       const Ray<D, T>&);                              \
  template RayCast<D, T> detail::placed_ray_cast(const ShapeView<D, T>&,               \
                                                 const detail::LocalFrame<D>&, const Ray<D, T>&);
MASU_FOR_2_AND_3_D(MASU_INSTANTIATE)
#undef MASU_INSTANTIATE
#define MASU_INSTANTIATE(T)                                                        \
  template RayCast<3, T> detail::placed_triangle_cast(                             \
      const ShapeView<3, T>&, const detail::LocalFrame<3>&, const Vec<3, double>&, \
      const Vec<3, double>&, const Ray<3, T>&);
MASU_INSTANTIATE(float)
MASU_INSTANTIATE(double)
#undef MASU_INSTANTIATE

}  // namespace masu
