// SPDX-License-Identifier: MIT
// The formula or search for each pair of shapes: the routes of distance(), penetration() and
// intersects(), with the reason for each.
#include <array>

#include <masu/narrow_phase/distance.hpp>
#include <masu/narrow_phase/intersects.hpp>

#include "core/instantiate.hpp"
#include "narrow_phase/cache_of_pair.hpp"
#include "narrow_phase/core_search.hpp"
#include "narrow_phase/custom_accuracy.hpp"
#include "narrow_phase/flat_pair.hpp"
#include "narrow_phase/kind_order.hpp"
#include "narrow_phase/plane_pair.hpp"
#include "narrow_phase/polyhedra_apart.hpp"
#include "narrow_phase/revolved_pair.hpp"
#include "narrow_phase/simple_pair.hpp"
#include "narrow_phase/surface_pair.hpp"
#include "narrow_phase/with_radii.hpp"

namespace masu {
namespace detail {
namespace {

enum class Route : std::uint8_t { planes, plane, formula, sides, triangle, surface, axis, search };

constexpr int kAnyDimension = 0;

// `first` ranks no lower than `second` (kind_order.hpp).
struct RouteOfKinds {
  KindSet first;
  KindSet second;
  int dimension;
  Route route;
};

// The first row that contains both kinds is the route of a pair. Kinds are those of cores: a sphere
// is a point with a radius, a capsule a segment. If a formula is in doubt, the next route is the
// search.
//
// Spheres, capsules and boxes in 3D whose types are known at compile time go from distance.hpp
// straight to the formulas (detail/direct_pair.hpp): making views costs more than they do. Batches
// solve the same formulas for several pairs at a time (batch.cpp, pair_lanes-inl.hpp).
constexpr RouteOfKinds kRoutes[] = {
    // Two half-spaces have a distance only if they face each other: plane_pair.hpp.
    {kinds(ShapeKind::half_space), kinds(ShapeKind::half_space), kAnyDimension, Route::planes},
    // Against a plane one support point decides; a search has no bound to start from:
    // plane_pair.hpp.
    {kinds(ShapeKind::half_space), kAllKinds, kAnyDimension, Route::plane},
    // Most pairs of most scenes. A closed form in registers takes a tenth of the time of a search:
    // closed_forms-inl.hpp, box_pair-inl.hpp.
    {kSimpleKinds, kSimpleKinds, kAnyDimension, Route::formula},
    // Few sides, tested against all corners a register at a time: outline_pair-inl.hpp. For shapes
    // in the world; sub-shapes of larger bodies are searched.
    {kOutlineKinds, kOutlineKinds, 2, Route::sides},
    // For a search the plane of a needle is rounding: surface_pair.hpp.
    {kinds(ShapeKind::triangle), kinds(ShapeKind::point), 3, Route::triangle},
    // A search approaches a curved surface iteratively; the nearest surface point has a formula or
    // a short iteration: surface_pair.hpp, nearest_surface.cpp.
    {kSmoothKinds, kinds(ShapeKind::point), kAnyDimension, Route::surface},
    // If the axes are parallel, a whole circle of directions gives the same depth, and an expanding
    // polytope would approximate the circle by faces. In the plane of the axes one direction is
    // left: revolved_pair.cpp.
    {kSmoothKinds, kSmoothKinds | kinds(ShapeKind::segment), 3, Route::axis},
    // All others: core_search.cpp. Overlapping small polyhedra use separating axes
    // (axis_search.hpp), all others GJK (gjk_search.hpp) and, where they overlap, an expanding
    // polytope (epa_search.hpp), which Newton's method finishes between smooth shapes
    // (smooth_depth.hpp).
    {kAllKinds, kAllKinds, kAnyDimension, Route::search},
};

constexpr int kTableSide = 16;
static_assert(kKindCount <= kTableSide);
using RouteTable = std::array<std::array<Route, kTableSide>, kTableSide>;

constexpr Route first_route(int dimension, ShapeKind a, ShapeKind b) {
  for (const RouteOfKinds& r : kRoutes) {
    const bool here = r.dimension == kAnyDimension || r.dimension == dimension;
    if (here && holds(r.first, a) && holds(r.second, b)) return r.route;
  }
  return Route::search;
}
constexpr RouteTable table_of(int dimension) {
  RouteTable table{};
  for (int i = 0; i < kTableSide; ++i) {
    for (int k = 0; k < kTableSide; ++k) {
      const auto a = static_cast<ShapeKind>(i);
      const auto b = static_cast<ShapeKind>(k);
      table[i][k] = outranks(b, a) ? first_route(dimension, b, a) : first_route(dimension, a, b);
    }
  }
  return table;
}
template <int D>
constexpr RouteTable kRouteTable = table_of(D);

// In either order; `search` for invalid kinds.
template <int D>
Route route_of(ShapeKind a, ShapeKind b) {
  const auto i = static_cast<unsigned>(a);
  const auto k = static_cast<unsigned>(b);
  return (i | k) < kTableSide ? kRouteTable<D>[i][k] : Route::search;
}

// Uses a formula for shapes in the world. Returns false if there is none, or it is in doubt. Does
// not move the result: its parts were just written, and wider loads would wait for them.
template <int D, class T>
bool by_formula(const ShapeView<D, T>& a, const Transform<D, T>& pose_a, const ShapeView<D, T>& b,
                const Transform<D, T>& pose_b, Depth depth, Separation<D, T>& r) {
  const Route route = route_of<D>(a.kind, b.kind);
  if (route == Route::formula) return simple_pair(a, pose_a, b, pose_b, depth, r);
  if constexpr (D == 2) {
    return route == Route::sides && flat_pair(a, pose_a, b, pose_b, depth, r);
  }
  return false;
}
template <int D, class T>
Overlap overlap_by_formula(const ShapeView<D, T>& a, const Transform<D, T>& pose_a,
                           const ShapeView<D, T>& b, const Transform<D, T>& pose_b) {
  const Route route = route_of<D>(a.kind, b.kind);
  if (route == Route::formula) return simple_overlap(a, pose_a, b, pose_b);
  if constexpr (D == 2) {
    if (route == Route::sides) return flat_overlap(a, pose_a, b, pose_b);
  }
  return Overlap::unknown;
}

template <int D, class T>
void by_route(Route route, const ShapeView<D, T>& a, const ShapeView<D, T>& b,
              const PairFrame<D>& frame, Depth depth, const Caches& caches, CoreDistance<D>& r) {
  const bool no_polytope = route == Route::triangle || route == Route::surface;
  if (no_polytope && caches.depth != nullptr) caches.depth->vertices = 0;
  switch (route) {
    case Route::planes: r = between_planes(a, b, frame); return;
    case Route::plane: r = from_plane(a, b, frame); return;
    case Route::triangle: r = triangle_and_point(a, b, frame, depth); return;
    case Route::surface: r = smooth_and_point(a, b, frame, depth); return;
    case Route::axis:
      if (revolved_pair(a, b, frame, depth, r)) return;
      r = {};
      break;
    default: break;
  }
  search_distance(a, b, frame, depth, caches, r);
}

}  // namespace

template <int D, class T>
CoreDistance<D> core_distance(const ShapeView<D, T>& a, const ShapeView<D, T>& b,
                              const PairFrame<D>& frame, Depth depth, const Caches& caches) {
  const Route route = route_of<D>(a.kind, b.kind);
  CoreDistance<D> r;
  if (route == Route::formula && simple_core(a, b, frame, depth, r)) return r;
  by_route(route, a, b, frame, depth, caches, r);
  // What b's own numbers lose where the frame's translation takes most of them away again.
  r.size = larger(r.size, largest_component(frame.translation));
  if (any_custom(a, b)) {
    r.lower -= kCustomAccuracy<T> * r.size;
    r.upper += kCustomAccuracy<T> * r.size;
  }
  return r;
}

template <int D, class T>
bool cores_within(const ShapeView<D, T>& a, const ShapeView<D, T>& b, const PairFrame<D>& frame,
                  double reach, PairCache* cache) {
  const Route route = route_of<D>(a.kind, b.kind);
  if (route == Route::plane) return from_plane(a, b, frame).distance <= reach;
  if (route == Route::planes) {
    const CoreDistance<D> planes = between_planes(a, b, frame);
    return planes.status == Status::unbounded || planes.distance <= reach;
  }
  if (route == Route::formula) {
    const Overlap simple = simple_reach(a, b, frame, reach);
    if (simple != Overlap::unknown) return simple == Overlap::yes;
  }
  return search_within(a, b, frame, reach, cache);
}

namespace {

template <int D, class T>
Status check_pair(const ShapeView<D, T>& a, const Transform<D, T>& pose_a, const ShapeView<D, T>& b,
                  const Transform<D, T>& pose_b) {
  for (const Status s : {check_view(a), check_view(b), pose_a.check(), pose_b.check()}) {
    if (s != Status::ok) return s;
  }
  return Status::ok;
}

template <int D, class T>
void separation_in_order(const ShapeView<D, T>& a, const Transform<D, T>& pose_a,
                         const ShapeView<D, T>& b, const Transform<D, T>& pose_b, Depth depth,
                         const Caches& caches, Separation<D, T>& r) {
  const PairFrame<D> frame = pair_frame(pose_a, pose_b);
  const CacheOfPair<D> local_cache(caches.pair, frame.rotation_a, caches.flipped);
  const CoreDistance<D> core = core_distance(a, b, frame, depth, caches);
  const Vec<D, double> origin = vec_cast<double>(pose_a.translation);
  WithRadii<D, T>(frame.rotation_a, origin, a.radius, b.radius).write(core, caches.flipped, r);
}

template <int D, class T>
void separation_by_cores(const ShapeView<D, T>& a, const Transform<D, T>& pose_a,
                         const ShapeView<D, T>& b, const Transform<D, T>& pose_b, Depth depth,
                         PairCache* pair, DepthCache* deep, Separation<D, T>& r) {
  r.status = check_pair(a, pose_a, b, pose_b);
  if (r.status != Status::ok) return;
  if (in_order(a, pose_a, b, pose_b)) {
    separation_in_order(a, pose_a, b, pose_b, depth, {pair, deep, false}, r);
  } else {
    separation_in_order(b, pose_b, a, pose_a, depth, {pair, deep, true}, r);
  }
}

template <int D, class T>
bool within_in_order(const ShapeView<D, T>& a, const Transform<D, T>& pose_a,
                     const ShapeView<D, T>& b, const Transform<D, T>& pose_b, PairCache* cache,
                     bool flipped) {
  const PairFrame<D> frame = pair_frame(pose_a, pose_b);
  const CacheOfPair<D> local_cache(cache, frame.rotation_a, flipped);
  return cores_within(a, b, frame, double(a.radius) + double(b.radius), local_cache.cache());
}

}  // namespace
}  // namespace detail

template <int D, class T>
Separation<D, T> distance_of_views(const ShapeView<D, T>& a, const Transform<D, T>& pose_a,
                                   const ShapeView<D, T>& b, const Transform<D, T>& pose_b,
                                   PairCache* cache) {
  using detail::Depth;
  Separation<D, T> r;
  if constexpr (D == 3) {
    const bool both = a.kind == ShapeKind::polyhedron && b.kind == ShapeKind::polyhedron;
    if (both && detail::polyhedra_apart(a, pose_a, b, pose_b, cache, r)) return r;
  }
  if (!detail::by_formula(a, pose_a, b, pose_b, Depth::none, r)) {
    detail::separation_by_cores(a, pose_a, b, pose_b, Depth::none, cache, nullptr, r);
  }
  detail::discard_depth(a.radius, b.radius, r);
  return r;
}

template <int D, class T>
Separation<D, T> penetration_of_views(const ShapeView<D, T>& a, const Transform<D, T>& pose_a,
                                      const ShapeView<D, T>& b, const Transform<D, T>& pose_b,
                                      PairCache* cache, DepthCache* deep) {
  using detail::Depth;
  if (deep != nullptr) cache = &deep->pair;
  Separation<D, T> r;
  if (!detail::by_formula(a, pose_a, b, pose_b, Depth::least, r)) {
    detail::separation_by_cores(a, pose_a, b, pose_b, Depth::least, cache, deep, r);
  }
  return r;
}

template <int D, class T>
Intersection intersection_of_views(const ShapeView<D, T>& a, const Transform<D, T>& pose_a,
                                   const ShapeView<D, T>& b, const Transform<D, T>& pose_b,
                                   PairCache* cache) {
  const detail::Overlap overlap = detail::overlap_by_formula(a, pose_a, b, pose_b);
  if (overlap != detail::Overlap::unknown) {
    return {.overlapping = overlap == detail::Overlap::yes};
  }
  const Status s = detail::check_pair(a, pose_a, b, pose_b);
  if (s != Status::ok) return {.status = s};
  const bool ordered = detail::in_order(a, pose_a, b, pose_b);
  return {.overlapping = ordered ? detail::within_in_order(a, pose_a, b, pose_b, cache, false)
                                 : detail::within_in_order(b, pose_b, a, pose_a, cache, true)};
}

#define MASU_INSTANTIATE(D, T)                                                                    \
  template Separation<D, T> distance_of_views(const ShapeView<D, T>&, const Transform<D, T>&,     \
                                              const ShapeView<D, T>&, const Transform<D, T>&,     \
                                              PairCache*);                                        \
  template Separation<D, T> penetration_of_views(const ShapeView<D, T>&, const Transform<D, T>&,  \
                                                 const ShapeView<D, T>&, const Transform<D, T>&,  \
                                                 PairCache*, DepthCache*);                        \
  template Intersection intersection_of_views(const ShapeView<D, T>&, const Transform<D, T>&,     \
                                              const ShapeView<D, T>&, const Transform<D, T>&,     \
                                              PairCache*);                                        \
  template detail::CoreDistance<D> detail::core_distance(                                         \
      const ShapeView<D, T>&, const ShapeView<D, T>&, const detail::PairFrame<D>&, detail::Depth, \
      const detail::Caches&);                                                                     \
  template bool detail::cores_within(const ShapeView<D, T>&, const ShapeView<D, T>&,              \
                                     const detail::PairFrame<D>&, double, PairCache*);
MASU_FOR_2_AND_3_D(MASU_INSTANTIATE)
#undef MASU_INSTANTIATE

}  // namespace masu
