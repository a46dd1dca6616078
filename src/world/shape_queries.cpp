// SPDX-License-Identifier: MIT
#include "world/shape_queries.hpp"

#include <cmath>

#include <masu/core/answered.hpp>
#include <masu/mesh/composite_aabb.hpp>
#include <masu/mesh/composite_distance.hpp>
#include <masu/mesh/composite_impact.hpp>
#include <masu/mesh/composite_intersects.hpp>
#include <masu/mesh/composite_point.hpp>
#include <masu/mesh/composite_ray_cast.hpp>
#include <masu/narrow_phase/distance.hpp>
#include <masu/narrow_phase/ray_cast.hpp>
#include <masu/shapes/aabb_of.hpp>
#include "core/round_outward.hpp"

#include "narrow_phase/body_motion.hpp"

namespace masu::detail {
namespace {

// Calls ask(x, y) with each shape as its own type; not for two convex shapes.
template <int D, class T, class Ask>
auto ask_bodies(const WorldShape<D, T>& a, const WorldShape<D, T>& b, Ask&& ask) {
  if (a.is_composite() && b.is_composite()) return ask(a.sub_shapes(), b.sub_shapes());
  if (a.is_composite()) return ask(a.sub_shapes(), b.convex);
  return ask(a.convex, b.sub_shapes());
}

// Returns whether a sweep rotates by more than a sixth of a turn in 2D, a third in 3D: its
// interpolation would rotate at too uneven a speed, whose bounds decide little.
template <int D, class T>
bool rotates_far(const Sweep<D, T>& sweep) {
  const double cosine =
      dot(rotation_vector(sweep.begin.rotation), rotation_vector(sweep.end.rotation));
  return (D == 2 ? cosine : std::fabs(cosine)) <= 0.5;
}

// The pose in the middle of a sweep, along the shorter arc; for half a turn in 2D,
// counter-clockwise.
template <int D, class T>
Transform<D, T> halfway(const Sweep<D, T>& sweep) {
  auto from = rotation_vector(sweep.begin.rotation);
  const auto to = rotation_vector(sweep.end.rotation);
  if (D == 3 && dot(from, to) < 0) from = -from;
  auto mid = from + to;
  double size = length(mid);
  if constexpr (D == 2) {
    if (!(size > 0x1p-20)) mid = {-from[1], from[0]}, size = length(mid);
  }
  mid = mid * (1 / size);
  Transform<D, T> pose;
  for (int a = 0; a < D; ++a) {
    const double x = double(sweep.begin.translation[a]);
    pose.translation[a] = T(x + (double(sweep.end.translation[a]) - x) * 0.5);
  }
  if constexpr (D == 2) {
    pose.rotation = {T(mid[0]), T(mid[1])};
  } else {
    pose.rotation = {T(mid[0]), T(mid[1]), T(mid[2]), T(mid[3])};
  }
  return pose;
}

template <int D, class T>
SubShapeImpact<D, T> impact_at_once(const WorldShape<D, T>& a, const Sweep<D, T>& of_a,
                                    const WorldShape<D, T>& b, const Sweep<D, T>& of_b) {
  if (!a.is_composite() && !b.is_composite()) {
    return {impact_of_views<D, T>(a.convex, of_a, b.convex, of_b, ImpactOptions{}), 0, 0, {}};
  }
  return ask_bodies(a, b, [&](const auto& x, const auto& y) {
    return time_of_impact(x, of_a, y, of_b, ImpactOptions{});
  });
}

// A sweep that rotates too far or does not converge is halved, at most this number of times.
constexpr int kMostCuts = 3;

template <int D, class T>
SubShapeImpact<D, T> impact_in_parts(const WorldShape<D, T>& a, const Sweep<D, T>& of_a,
                                     const WorldShape<D, T>& b, const Sweep<D, T>& of_b, int cuts) {
  if (cuts == 0 || (!rotates_far(of_a) && !rotates_far(of_b))) {
    const SubShapeImpact<D, T> whole = impact_at_once(a, of_a, b, of_b);
    const bool open = whole.status == Status::not_converged && !whole.hit;
    if (cuts == 0 || !open) return whole;
  }
  const Transform<D, T> mid_a = halfway(of_a);
  const Transform<D, T> mid_b = halfway(of_b);
  SubShapeImpact<D, T> half =
      impact_in_parts<D, T>(a, {of_a.begin, mid_a}, b, {of_b.begin, mid_b}, cuts - 1);
  // A first half that is undecided must not be answered by the second half.
  if (half.hit || half.status != Status::ok) {
    half.t *= T(0.5);
    return half;
  }
  half = impact_in_parts<D, T>(a, {mid_a, of_a.end}, b, {mid_b, of_b.end}, cuts - 1);
  if (answered(half.status)) half.t = T(0.5) + half.t * T(0.5);
  return half;
}

}  // namespace

template <int D, class T>
Status ShapeQueries<D, T>::check(const Shape& shape) {
  if (!shape.is_composite()) return check_view(shape.convex);
  const Aabb<D, T> bounds = shape.sub_shapes().bounds();
  if (bounds.empty()) return Status::no_points;
  return bounds.finite() ? Status::ok : Status::unbounded;
}

template <int D, class T>
Aabb<D, T> ShapeQueries<D, T>::aabb(const Shape& shape, const Pose& pose) {
  return shape.is_composite() ? aabb_of(shape.sub_shapes(), pose)
                              : aabb_of_view(shape.convex, pose);
}

// A point of the shape is at x(t) + R(t) p. The first term lies in the box of its two ends; the
// second on an arc of radius |p| at most, no farther from its chord than |p| (1 - cos(h)) for half
// the angle h, and the chord is in the box of its two ends, which is in those of the shape.
template <int D, class T>
Aabb<D, T> ShapeQueries<D, T>::swept_aabb(const Sweep<D, T>& sweep, const Aabb<D, T>& before,
                                          const Aabb<D, T>& now) {
  const auto from = vec_cast<double>(sweep.begin.translation);
  const auto to = vec_cast<double>(sweep.end.translation);
  double sagitta = 0;
  if (sweep.begin.rotation != sweep.end.rotation) {
    double cosine = dot(rotation_vector(sweep.begin.rotation), rotation_vector(sweep.end.rotation));
    if (D == 2) cosine = std::sqrt(cosine > -1 ? (1 + cosine) * 0.5 : 0.0);
    double radius = 0;
    for (int a = 0; a < D; ++a) {
      const double low = std::fabs(double(before.min[a]) - from[a]);
      const double high = std::fabs(double(before.max[a]) - from[a]);
      radius += low > high ? low * low : high * high;
    }
    sagitta = std::sqrt(radius) * (1 - std::fabs(cosine) + 0x1p-8);
  }
  Aabb<D, T> box = merge(before, now);
  for (int a = 0; a < D; ++a) {
    const double lows[] = {double(before.min[a]) - from[a], double(now.min[a]) - to[a]};
    const double highs[] = {double(before.max[a]) - from[a], double(now.max[a]) - to[a]};
    const double low =
        (from[a] < to[a] ? from[a] : to[a]) + (lows[0] < lows[1] ? lows[0] : lows[1]) - sagitta;
    const double high =
        (from[a] > to[a] ? from[a] : to[a]) + (highs[0] > highs[1] ? highs[0] : highs[1]) + sagitta;
    if (low < double(box.min[a])) box.min[a] = round_down<T>(low);
    if (high > double(box.max[a])) box.max[a] = round_up<T>(high);
  }
  return box;
}

template <int D, class T>
Intersection ShapeQueries<D, T>::touch(const Shape& a, const Pose& pose_a, const Shape& b,
                                       const Pose& pose_b, T margin, PairCache& cache) {
  if (a.is_composite() || b.is_composite()) {
    const SubShapeIntersection r = ask_bodies(a, b, [&](const auto& x, const auto& y) {
      return intersection_of_bodies<D, T>(body_ref(x), pose_a, body_ref(y), pose_b, double(margin));
    });
    return {r.status, r.overlapping};
  }
  if (margin == 0) return intersection_of_views<D, T>(a.convex, pose_a, b.convex, pose_b, &cache);
  const auto s = distance_of_views<D, T>(a.convex, pose_a, b.convex, pose_b, &cache);
  return {s.status, answered(s.status) && s.distance <= margin};
}

template <int D, class T>
Status ShapeQueries<D, T>::contacts(const Shape& a, const Pose& pose_a, const Shape& b,
                                    const Pose& pose_b, const ContactOptions<T>& options,
                                    PairCache& cache, Buffer<SubShapeContact<D, T>>& out) {
  if (a.is_composite() || b.is_composite()) {
    return ask_bodies(a, b, [&](const auto& x, const auto& y) {
      return masu::contacts(x, pose_a, y, pose_b, out, options).status;
    });
  }
  out.clear();
  const auto s = penetration_of_views<D, T>(a.convex, pose_a, b.convex, pose_b, &cache, nullptr);
  if (!answered(s.status) || !(s.distance <= options.margin)) return s.status;
  return out.push_back({0, 0, s}) ? s.status : Status::out_of_memory;
}

template <int D, class T>
Status ShapeQueries<D, T>::manifolds(const Shape& a, const Pose& pose_a, const Shape& b,
                                     const Pose& pose_b, const ContactOptions<T>& options,
                                     PairCache& cache, Buffer<SubShapeManifold<D, T>>& out) {
  if (a.is_composite() || b.is_composite()) {
    return ask_bodies(a, b, [&](const auto& x, const auto& y) {
      return contact_manifolds(x, pose_a, y, pose_b, out, options).status;
    });
  }
  out.clear();
  DepthCache deep;  // only the small part is stored
  deep.pair = cache;
  const auto m = manifold_of_views<D, T>(a.convex, pose_a, b.convex, pose_b,
                                         ManifoldOptions<T>{options.margin}, &deep);
  cache = deep.pair;
  const Status s = m.separation.status;
  if (!answered(s) || !(m.separation.distance <= options.margin)) return s;
  return out.push_back({0, 0, m}) ? s : Status::out_of_memory;
}

template <int D, class T>
SubShapeImpact<D, T> ShapeQueries<D, T>::impact(const Shape& a, const Sweep<D, T>& of_a,
                                                const Shape& b, const Sweep<D, T>& of_b) {
  return impact_in_parts(a, of_a, b, of_b, kMostCuts);
}

template <int D, class T>
SubShapeImpact<D, T> ShapeQueries<D, T>::cast(const Shape& a, const Pose& pose_a, const Shape& b,
                                              const Pose& pose_b, const Vec<D, T>& translation,
                                              const AcceptImpact* accept) {
  if (!a.is_composite() && !b.is_composite()) {
    const Impact<D, T> only = cast_of_views<D, T>(a.convex, pose_a, b.convex, pose_b, translation);
    if (only.hit && accept != nullptr && !(*accept)(only, 0)) return {};
    return {only, 0, 0, {}};
  }
  return ask_bodies(a, b, [&](const auto& x, const auto& y) {
    return cast_of_bodies<D, T>(body_ref(x), pose_a, body_ref(y), pose_b, translation, accept);
  });
}

template <int D, class T>
SubShapeSeparation<D, T> ShapeQueries<D, T>::distance(const Shape& a, const Pose& pose_a,
                                                      const Shape& b, const Pose& pose_b) {
  if (!a.is_composite() && !b.is_composite()) {
    return {distance_of_views<D, T>(a.convex, pose_a, b.convex, pose_b, nullptr), 0, 0, {}};
  }
  return ask_bodies(
      a, b, [&](const auto& x, const auto& y) { return masu::distance(x, pose_a, y, pose_b); });
}

template <int D, class T>
SubShapeRayCast<D, T> ShapeQueries<D, T>::ray_cast(const Shape& shape, const Pose& pose,
                                                   const Ray<D, T>& ray,
                                                   const AcceptRayCast* accept) {
  if (shape.is_composite()) return ray_cast_body<D, T>(shape.sub_shapes(), pose, ray, accept);
  const RayCast<D, T> c = ray_cast_view<D, T>(shape.convex, pose, ray);
  if (c.hit && accept != nullptr && !(*accept)(c, 0)) return {};
  return {c, c.hit ? 0 : kNoSubShape, {}};
}

template <int D, class T>
SubShapeSurfacePoint<D, T> ShapeQueries<D, T>::closest_point(const Shape& shape, const Pose& pose,
                                                             const Vec<D, T>& point) {
  if (shape.is_composite()) return masu::closest_point(shape.sub_shapes(), pose, point);
  return {closest_point_of_view<D, T>(shape.convex, pose, point), 0, {}};
}

template struct ShapeQueries<2, float>;
template struct ShapeQueries<3, float>;
template struct ShapeQueries<2, double>;
template struct ShapeQueries<3, double>;

}  // namespace masu::detail
