// SPDX-License-Identifier: MIT
#include "narrow_phase/core_search.hpp"
#include "core/instantiate.hpp"

#include "narrow_phase/axis_search.hpp"
#include "narrow_phase/core_bounds.hpp"
#include "narrow_phase/core_difference.hpp"
#include "narrow_phase/custom_accuracy.hpp"
#include "narrow_phase/exact_normal.hpp"
#include "narrow_phase/gjk_search.hpp"
#include "narrow_phase/kind_order.hpp"
#include "narrow_phase/prove_by_features.hpp"
#include "narrow_phase/revolved_pair.hpp"
#include "narrow_phase/smooth_depth.hpp"

namespace masu::detail {
namespace {

// Below this share of the size the direction between the nearest points is mostly rounding: faces
// give a better normal.
constexpr double kNear = 0x1p-42;
// A lower bound of the distance above this share of the size is valid despite rounding.
constexpr double kSurelyApart = 0x1p-44;

template <class T>
constexpr double kSmoothAccuracy = std::is_same_v<T, float> ? 0x1p-24 : 0x1p-34;
template <class T>
constexpr double kStraightAccuracy = std::is_same_v<T, float> ? 0x1p-20 : 0x1p-36;

bool smooth(ShapeKind kind) {
  return holds(kSmoothKinds, kind) || kind == ShapeKind::custom;
}

bool has_vertices(ShapeKind kind) {
  return !smooth(kind) && kind != ShapeKind::half_space;
}

// The polytope did not converge: use the bounds of bodies of revolution with nearly parallel axes.
template <int D, class T>
void help_by_axes(const ShapeView<D, T>& a, const ShapeView<D, T>& b, const PairFrame<D>& frame,
                  const CoreDifference<D, T>& difference, CoreDistance<D>& r) {
  CoreDistance<D> near;
  if (!revolved_pair_bounds(a, b, frame, near)) return;
  r.lower = std::fmax(r.lower, near.lower);
  r.upper = std::fmin(r.upper, near.upper);
  const double reach = dot(near.normal, difference.settle(near.normal).w);
  if (reach > -r.distance) return;
  r.distance = -reach;
  r.normal = near.normal;
  r.point_a = near.point_a;
  r.point_b = near.point_b;
}

// Returns the depth of smooth shapes, g being the GJK result that found the overlap.
template <int D, class T>
CoreDistance<D> deep_smooth(const ShapeView<D, T>& a, const ShapeView<D, T>& b,
                            const PairFrame<D>& frame, const GjkResult<D>& g) {
  CoreDifference<D, T> difference(a, b, frame);
  EpaResult<D> e = smooth_depth(difference, g.simplex, kSmoothAccuracy<T>);
  if (e.outcome == EpaOutcome::flat) e.simplex = g.simplex;
  CoreDistance<D> r = inside(e, kSmoothAccuracy<T>);
  if (e.outcome == EpaOutcome::not_converged) help_by_axes(a, b, frame, difference, r);
  take_nearer_points(g, r);
  bring_together(r);
  return r;
}

// The points of the face at the end of the shortest translation.
void set_foot(EpaResult<3>& e) {
  Vec<3, double> from_end[3];
  for (int i = 0; i < 3; ++i) from_end[i] = e.simplex.p[i].w - e.normal * e.upper;
  const NearestOnSimplex<3> foot = nearest_on_triangle(from_end, 0, 1, 2);
  for (int i = 0; i < 3; ++i) e.simplex.weight[i] = 0;
  for (int i = 0; i < foot.size; ++i) e.simplex.weight[foot.index[i]] = foot.weight[i];
}

// Recomputes the result with that normal, if it is no worse.
template <class T>
void polish(const ShapeView<3, T>& a, const ShapeView<3, T>& b, const PairFrame<3>& frame,
            EpaResult<3>& e) {
  constexpr double kSure = 0x1p-47;  // not a thin face: its normal is as accurate
  if (e.upper - e.lower <= kSure * e.size) return;
  if (e.simplex.size != 3 || !has_vertices(a.kind) || !has_vertices(b.kind)) return;
  Vec<3, double> n = exact_normal(a, b, frame, e.simplex);
  const double size = length(n);
  if (!(size > 0)) return;
  n = n * ((dot(n, e.normal) < 0 ? -1 : 1) / size);
  const double reach = dot(n, CoreDifference<3, T>(a, b, frame).settle(n).w);
  if (reach > e.upper) return;
  e.normal = n;
  e.upper = reach;
  e.lower = std::fmin(e.lower, reach);
  set_foot(e);
}
template <class T>
void polish(const ShapeView<2, T>&, const ShapeView<2, T>&, const PairFrame<2>&, EpaResult<2>&) {}

// Gives the search its first points, and returns the first of them.
template <int D, class T>
Vec<D, double> first_guess(const ShapeView<D, T>& a, const ShapeView<D, T>& b,
                           const CoreDifference<D, T>& difference, const PairFrame<D>& frame,
                           const PairCache* cache, Gjk<D>& search) {
  const DifferencePoint<D>* found = nullptr;
  const std::uint32_t known = cache == nullptr ? 0 : cache->size;
  for (std::uint32_t i = 0; i < known && i < D; ++i) {
    if (cache->vertex_a[i] >= vertex_count_of_core(a)) break;
    if (cache->vertex_b[i] >= vertex_count_of_core(b)) break;
    const auto& p =
        search.add([&] { return difference.of_vertices(cache->vertex_a[i], cache->vertex_b[i]); });
    if (found == nullptr) found = &p;
  }
  if (found != nullptr) return found->w;
  Vec<D, double> first{};
  for (int i = 0; cache != nullptr && i < D; ++i) first[i] = double(cache->direction[i]);
  if (largest_component(first) == 0) first = frame.translation;
  if (largest_component(first) == 0) first[0] = 1;
  return search.add([&] { return difference(first); }).w;
}

template <int D>
void remember(const GjkResult<D>& g, PairCache* cache) {
  if (cache == nullptr) return;
  const Simplex<D>& s = g.simplex;
  Vec<D, double> normal{};
  if (g.outcome != GjkOutcome::overlapping && g.upper > 0) normal = -g.nearest * (1 / g.upper);
  cache->size = static_cast<std::uint32_t>(s.size < D ? s.size : D);
  for (std::uint32_t i = 0; i < cache->size; ++i) {
    cache->vertex_a[i] = s.p[i].vertex_a;
    cache->vertex_b[i] = s.p[i].vertex_b;
  }
  for (int i = 0; i < D; ++i) cache->direction[i] = static_cast<float>(normal[i]);
}

template <int D, class T>
CoreDistance<D> deep(const ShapeView<D, T>& a, const ShapeView<D, T>& b, const PairFrame<D>& frame,
                     EpaResult<D> e) {
  polish(a, b, frame, e);
  return inside(e);
}

// Starts from the cached polytope. Returns false if it is no longer valid.
template <class T>
bool deep_as_before(const ShapeView<3, T>& a, const ShapeView<3, T>& b, const PairFrame<3>& frame,
                    const Caches& caches, CoreDistance<3>& answer) {
  DepthCache* const known = caches.depth;
  if (known == nullptr || known->vertices == 0) return false;
  CoreDifference<3, T> difference(a, b, frame);
  Epa<3> search;
  NoTrace trace;
  if (!search.restart(difference, *known, caches.flipped)) return false;
  const EpaResult<3> e = search.run(difference, {}, trace);
  if (e.outcome != EpaOutcome::converged) return false;
  search.save(*known, caches.flipped);
  answer = deep(a, b, frame, e);
  return true;
}
template <class T>
bool deep_as_before(const ShapeView<2, T>&, const ShapeView<2, T>&, const PairFrame<2>&,
                    const Caches&, CoreDistance<2>&) {
  return false;
}

// Starts from the simplex that contains the origin; if rounding spoils its expansion, from single
// points on either side.
template <int D, class T>
CoreDistance<D> grown(const ShapeView<D, T>& a, const ShapeView<D, T>& b, const PairFrame<D>& frame,
                      const Simplex<D>& first, const Caches& caches) {
  CoreDifference<D, T> difference(a, b, frame);
  EpaResult<D> best;
  Simplex<D> start = first;
  for (int attempt = 0; attempt < 3; ++attempt) {
    Epa<D> search;  // not value-initialized: that would clear 60 KiB
    NoTrace trace;
    search.start(difference, start);
    const EpaResult<D> e = search.run(difference, {}, trace);
    if (attempt == 0 || e.upper < best.upper || e.outcome == EpaOutcome::converged) best = e;
    if (e.outcome == EpaOutcome::flat) {
      best.simplex = first;  // GJK has found where they touch
      return inside(best);
    }
    if constexpr (D == 3) {
      if (caches.depth != nullptr && e.outcome == EpaOutcome::converged) {
        search.save(*caches.depth, caches.flipped);
      }
    }
    if (e.outcome == EpaOutcome::converged) break;
    start.p[0] = difference.settle(attempt == 0 ? -e.normal : e.normal);
    start.size = 1;
  }
  return deep(a, b, frame, best);
}

// Runs GJK. If rounding ended the search before it was certain, which happens near faces that are
// parallel up to 1e-9, another method may do better.
template <int D, class T>
class NearestPoints {
 public:
  Gjk<D>& search() { return search_; }

  const GjkResult<D>& find(const CoreDifference<D, T>& difference, const GjkOptions& options) {
    constexpr double kSure = 0x1p-44;
    constexpr double kClose = 0x1p-20;
    NoTrace trace;
    const GjkResult<D>& g = search_.run(difference, options, trace);
    const bool sure = g.outcome != GjkOutcome::apart || g.upper > kClose * g.size ||
                      g.upper - g.lower <= kSure * g.size + options.relative * g.upper;
    return sure ? g : again(difference, options, g);
  }

 private:
  const GjkResult<D>& again(const CoreDifference<D, T>& difference, const GjkOptions& options,
                            const GjkResult<D>& before) {
    Simplex<D> start;
    start.p[0] = difference.settle(before.nearest);
    start.size = 1;
    const NoTrace none;
    again_ = Gjk<D>(start).run(difference, options, none);
    const bool better = again_.outcome == GjkOutcome::overlapping || again_.upper < before.upper;
    return better ? again_ : before;
  }

  Gjk<D> search_;
  GjkResult<D> again_;
};

// Measures small polyhedra without an obvious separating axis by their faces and edges. Returns
// false if they do not qualify, or are apart or nearly so.
template <class T>
bool deep_by_axes(const ShapeView<3, T>& a, const ShapeView<3, T>& b, const PairFrame<3>& frame,
                  const Vec<3, double>& first, CoreDistance<3>& answer) {
  if (a.kind != ShapeKind::polyhedron || b.kind != ShapeKind::polyhedron) return false;
  const auto& p = *static_cast<const ConvexPolyhedron<T>*>(a.object);
  const auto& q = *static_cast<const ConvexPolyhedron<T>*>(b.object);
  if (dot(first, frame.translation) < 0 || !small_and_sharp(p, q)) return false;
  NoTrace trace;
  const AxisResult r = AxisSearch<T, NoTrace>(p, q, frame, trace).run();
  if (r.outcome != AxisOutcome::overlapping) return false;
  answer.lower = -r.upper;
  answer.upper = -r.lower;
  answer.distance = -r.upper;
  answer.normal = r.normal;
  answer.point_a = r.point_a;
  answer.point_b = r.point_b;
  answer.size = r.size;
  return true;
}
template <class T>
bool deep_by_axes(const ShapeView<2, T>&, const ShapeView<2, T>&, const PairFrame<2>&,
                  const Vec<2, double>&, CoreDistance<2>&) {
  return false;
}

}  // namespace

template <int D, class T>
void search_distance(const ShapeView<D, T>& a, const ShapeView<D, T>& b, const PairFrame<D>& frame,
                     Depth depth, const Caches& caches, CoreDistance<D>& answer) {
  if (depth == Depth::least && deep_as_before(a, b, frame, caches, answer)) return;
  if (caches.depth != nullptr) caches.depth->vertices = 0;
  CoreDifference<D, T> difference(a, b, frame);
  const bool is_smooth = smooth(a.kind) || smooth(b.kind);
  NearestPoints<D, T> search;
  const Vec<D, double> first = first_guess(a, b, difference, frame, caches.pair, search.search());
  if (depth == Depth::least && caches.depth == nullptr &&
      deep_by_axes(a, b, frame, first, answer)) {
    return;
  }
  GjkOptions options;
  if (is_smooth) options.relative = kSmoothAccuracy<T>;
  const GjkResult<D>& g = search.find(difference, options);
  remember(g, caches.pair);
  const double doubt = any_custom(a, b) ? 4 * kCustomAccuracy<T> : kSurelyApart;
  if (g.upper > kNear * g.size && g.lower > doubt * g.size) {
    apart(g, answer);
    if (is_smooth) {
      settle_apart(kSmoothAccuracy<T>, answer);
    } else {
      if constexpr (D == 3) {
        const double doubtful = kStraightAccuracy<T> * answer.size;
        if (answer.distance - answer.lower > doubtful) {
          prove_by_features(a, b, frame, g.simplex, answer);
        }
      }
      settle_straight(kStraightAccuracy<T>, answer);
    }
    return;
  }
  if (depth == Depth::none) {
    if (surely_overlapping(g, doubt)) return common_point(g, answer);
    search_distance(a, b, frame, Depth::least, caches, answer);
    return without_depth(g, answer);
  }
  answer = is_smooth ? deep_smooth(a, b, frame, g) : grown(a, b, frame, g.simplex, caches);
  join(g, difference, answer);
  if (is_smooth) {
    settle_deep(kSmoothAccuracy<T>, answer);
  } else {
    take_nearer_points(g, answer);
    settle_straight(kStraightAccuracy<T>, answer);
  }
}

template <int D, class T>
bool search_within(const ShapeView<D, T>& a, const ShapeView<D, T>& b, const PairFrame<D>& frame,
                   double reach, PairCache* cache) {
  CoreDifference<D, T> difference(a, b, frame);
  GjkOptions options;
  options.enough = options.near = reach;
  Gjk<D> search;
  first_guess(a, b, difference, frame, cache, search);
  NoTrace trace;
  const GjkResult<D>& g = search.run(difference, options, trace);
  remember(g, cache);
  const bool is_smooth = smooth(a.kind) || smooth(b.kind);
  const double known = is_smooth ? 4 * kParallelAxes<T> : kSurelyApart;
  const double doubt = any_custom(a, b) ? larger(4 * kCustomAccuracy<T>, known) : known;
  const double part = is_smooth ? larger(32 * kSmoothAccuracy<T>, doubt) : doubt;
  const double slack = part * larger(larger(g.size, reach), largest_component(frame.translation));
  if (g.lower > reach + slack) return false;
  if (g.upper < reach - slack || surely_overlapping(g, doubt)) return true;
  // Decides as penetration() does.
  return static_cast<T>(core_distance(a, b, frame, Depth::least).distance - reach) <= 0;
}

#define MASU_INSTANTIATE(D, T)                                                                     \
  template void search_distance(const ShapeView<D, T>&, const ShapeView<D, T>&,                    \
                                const PairFrame<D>&, Depth, const Caches&, CoreDistance<D>&);      \
  template bool search_within(const ShapeView<D, T>&, const ShapeView<D, T>&, const PairFrame<D>&, \
                              double, PairCache*);
MASU_FOR_2_AND_3_D(MASU_INSTANTIATE)
#undef MASU_INSTANTIATE

}  // namespace masu::detail
