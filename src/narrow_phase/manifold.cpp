// SPDX-License-Identifier: MIT
#include <masu/narrow_phase/manifold.hpp>

#include <algorithm>

#include "core/instantiate.hpp"
#include "narrow_phase/cache_of_pair.hpp"
#include "narrow_phase/core_distance.hpp"
#include "narrow_phase/cut_features.hpp"
#include "narrow_phase/feature_code.hpp"
#include "narrow_phase/flat_pair.hpp"
#include "narrow_phase/kind_order.hpp"
#include "narrow_phase/manifold_in_frame.hpp"
#include "narrow_phase/simple_contact.hpp"
#include "narrow_phase/simple_pair.hpp"
#include "narrow_phase/trim_cut.hpp"
#include "narrow_phase/with_radii.hpp"

namespace masu {
namespace {

using detail::CoreDistance;
using detail::Cut;
using detail::CutCorner;
using detail::PairFrame;
using detail::PairPose;
using detail::WithRadii;

template <int D, class T>
void contact_cut(const ShapeView<D, T>& a, const ShapeView<D, T>& b, const PairFrame<D>& frame,
                 const CoreDistance<D>& core, double margin, double slack, Cut<D>& cut) {
  const auto of_b = detail::contact_feature(b, frame.rotation, frame.translation, -core.normal);
  if (a.kind == ShapeKind::half_space) {
    const std::uint32_t plane = detail::support_code(a, core.normal);
    for (int i = 0; i < of_b.count; ++i) {
      const double height = dot(core.normal, of_b.corner[i]) - double(a.p[1][0]);
      cut.corner[i] = {of_b.corner[i] - core.normal * height, of_b.corner[i], core.normal,
                       detail::feature_id_of(plane, of_b.corner_code[i])};
    }
    cut.count = of_b.count;
    std::reverse(cut.corner, cut.corner + cut.count);
  } else {
    const auto of_a = detail::contact_feature(a, Matrix<D, double>::identity(), {}, core.normal);
    detail::cut_features(of_a, of_b, core.normal, slack, cut);
  }
  const double radii = double(a.radius) + double(b.radius);
  detail::keep_near(margin + radii + slack, slack, cut);
}

// Sets the id to the features that lie farthest along the normal.
template <int D, class T>
std::uint32_t support_id(const ShapeView<D, T>& a, const ShapeView<D, T>& b,
                         const PairFrame<D>& frame, const Vec<D, double>& normal) {
  return detail::feature_id_of(detail::support_code(a, normal),
                               detail::support_code(b, -transposed_times(frame.rotation, normal)));
}

// Ensures that one corner is as deep as the deepest points, and none is deeper: adds what a feature
// of few corners (for a disc, or a face of many) or rounding has cut off, moves back what it has
// added.
template <int D, class T>
void hold_deepest(const ShapeView<D, T>& a, const ShapeView<D, T>& b, const PairFrame<D>& frame,
                  const WithRadii<D, T>& with, const Separation<D, T>& s,
                  const CoreDistance<D>& core, double slack, Cut<D>& cut) {
  T least = std::numeric_limits<T>::infinity();
  for (int i = 0; i < cut.count; ++i) {
    CutCorner<D>& c = cut.corner[i];
    if (with.distance(c.gap) < s.lower) {
      c.a = c.b - core.normal * core.distance;
      c.gap = core.distance;
    }
    least = std::min(least, with.distance(c.gap));
  }
  if (cut.count == 0 || least <= s.upper) return;
  CutCorner<D> deepest(core.point_a, core.point_b, core.normal,
                       support_id(a, b, frame, core.normal));
  deepest.gap = core.distance;
  detail::add_corner(deepest, core.normal, slack, cut);
}

enum class CoreNormal : std::uint8_t { own, supplied };

template <int D, class T>
Manifold<D, T> manifold_of_core(const ShapeView<D, T>& a, const ShapeView<D, T>& b,
                                const PairPose<D>& pose, const CoreDistance<D>& core, T margin,
                                CoreNormal normal) {
  Manifold<D, T> m;
  const WithRadii<D, T> with(pose.rotation_a, pose.origin, a.radius, b.radius);
  m.separation = with.separation(core);
  if (core.status == Status::unbounded || !(m.separation.distance <= margin)) return m;
  const double slack = 4 * double(std::numeric_limits<T>::epsilon()) * core.size;
  Cut<D> cut;  // filled in place: it is large
  contact_cut(a, b, pose, core, double(margin), slack, cut);
  if (normal == CoreNormal::own) hold_deepest(a, b, pose, with, m.separation, core, slack, cut);
  detail::simplify(kMostManifoldPoints<D>, cut);
  for (int i = 0; i < cut.count; ++i) {
    const CutCorner<D>& c = cut.corner[i];
    m.points[i].distance = with.distance(c.gap);
    m.points[i].point_a = with.on_a(c.a, core.normal);
    m.points[i].point_b = with.on_b(c.b, core.normal);
    m.points[i].feature_id = c.feature_id;
  }
  m.count = cut.count;
  if (m.count == 0) {
    m.points[0] = {m.separation.point_a, m.separation.point_b, m.separation.distance,
                   support_id(a, b, pose, core.normal)};
    m.count = 1;
  }
  return m;
}

// The separation at the deepest corner.
template <int D, class T>
void settle_in_area(Manifold<D, T>& m) {
  if (m.count == 0) return;
  const ManifoldPoint<D, T>* deepest = &m.points[0];
  for (const ManifoldPoint<D, T>& p : m.all()) {
    if (p.distance < deepest->distance) deepest = &p;
  }
  Separation<D, T>& s = m.separation;
  s.distance = deepest->distance;
  s.point_a = deepest->point_a;
  s.point_b = deepest->point_b;
  s.upper = std::max(s.upper, s.distance);
}

}  // namespace

template <int D, class T>
Manifold<D, T> detail::manifold_in_frame(const ShapeView<D, T>& a, const ShapeView<D, T>& b,
                                         const PairPose<D>& pose, T margin, const Caches& caches) {
  const CacheOfPair<D> local_cache(caches.pair, pose.rotation_a, caches.flipped);
  const CoreDistance<D> core = core_distance(a, b, pose, Depth::least, caches);
  return manifold_of_core(a, b, pose, core, margin, CoreNormal::own);
}

template <int D, class T>
Manifold<D, T> detail::manifold_along(const ShapeView<D, T>& a, const ShapeView<D, T>& b,
                                      const PairPose<D>& pose, const CoreDistance<D>& core,
                                      T margin) {
  Manifold<D, T> m = manifold_of_core(a, b, pose, core, margin, CoreNormal::supplied);
  settle_in_area(m);
  return m;
}

namespace {

template <int D, class T>
Status check_all(const ShapeView<D, T>& a, const Transform<D, T>& pose_a, const ShapeView<D, T>& b,
                 const Transform<D, T>& pose_b, T margin) {
  for (const Status s : {check_view(a), check_view(b), pose_a.check(), pose_b.check()}) {
    if (s != Status::ok) return s;
  }
  if (!is_finite(margin)) return Status::not_finite;
  return margin >= 0 ? Status::ok : Status::out_of_range;
}

// By a cut of their own.
template <int D, class T>
bool known(const ShapeView<D, T>& a, const Transform<D, T>& pose_a, const ShapeView<D, T>& b,
           const Transform<D, T>& pose_b, T margin, Manifold<D, T>& m) {
  if (!(margin >= 0) || !is_finite(margin)) return false;
  if constexpr (D == 3) {
    return detail::is_simple(a.kind) && detail::is_simple(b.kind) &&
           detail::simple_contact(a, pose_a, b, pose_b, margin, m);
  } else {
    return detail::has_outline(a.kind) && detail::has_outline(b.kind) &&
           detail::flat_manifold(a, pose_a, b, pose_b, margin, m);
  }
}

template <int D, class T>
Manifold<D, T> general(const ShapeView<D, T>& a, const Transform<D, T>& pose_a,
                       const ShapeView<D, T>& b, const Transform<D, T>& pose_b, T margin,
                       DepthCache* cache) {
  Manifold<D, T> bad;
  bad.separation.status = check_all(a, pose_a, b, pose_b, margin);
  if (bad.separation.status != Status::ok) return bad;
  detail::Caches caches{cache == nullptr ? nullptr : &cache->pair, cache, false};
  if (detail::in_order(a, pose_a, b, pose_b)) {
    return detail::manifold_in_frame(a, b, detail::pair_pose(pose_a, pose_b), margin, caches);
  }
  caches.flipped = true;
  return flipped(
      detail::manifold_in_frame(b, a, detail::pair_pose(pose_b, pose_a), margin, caches));
}

}  // namespace

template <int D, class T>
Manifold<D, T> manifold_of_views(const ShapeView<D, T>& a, const Transform<D, T>& pose_a,
                                 const ShapeView<D, T>& b, const Transform<D, T>& pose_b,
                                 const ManifoldOptions<T>& options, DepthCache* cache) {
  Manifold<D, T> m;  // built in place: a copy would wait for the stores
  if (known(a, pose_a, b, pose_b, options.margin, m)) return m;
  m = general(a, pose_a, b, pose_b, options.margin, cache);
  return m;
}

namespace {

// Selects corners one by one: the deepest, then the one that adds most to the area.
template <int D, class T>
class Reducer {
 public:
  explicit Reducer(const Manifold<D, T>& m) : m_(m) {}

  void keep(int most) {
    add(best([&](int i) { return -double(m_.points[i].distance); }));
    const Vec<D, double> a = at(order_[0]);
    if (count_ < most) add(best([&](int i) { return length_squared(at(i) - a); }));
    if (count_ < most) {
      const Vec<D, double> b = at(order_[1]);
      add(best([&](int i) { return detail::twice_area<D>(a, b, at(i)); }));
    }
    while (count_ < most && count_ < m_.count) add(best([&](int i) { return gain(i); }));
  }
  Manifold<D, T> result() const {
    Manifold<D, T> r;
    r.separation = m_.separation;
    for (int i = 0; i < m_.count; ++i) {
      if (chosen_[i]) r.points[r.count++] = m_.points[i];
    }
    return r;
  }

 private:
  Vec<D, double> at(int i) const { return vec_cast<double>(m_.points[i].point_b); }

  template <class Score>
  int best(Score&& score) const {
    int at = -1;
    double most = 0;
    for (int i = 0; i < m_.count; ++i) {
      if (chosen_[i]) continue;
      const double here = score(i);
      if (at < 0 || here > most) at = i, most = here;
    }
    return at;
  }
  void add(int i) {
    chosen_[i] = true;
    order_[count_++] = i;
  }
  // The area that the point adds between its chosen neighbors.
  double gain(int i) const {
    int before = i;
    int after = i;
    do before = before == 0 ? m_.count - 1 : before - 1;
    while (!chosen_[before]);
    do after = after + 1 == m_.count ? 0 : after + 1;
    while (!chosen_[after]);
    return detail::twice_area<D>(at(before), at(i), at(after));
  }

  const Manifold<D, T>& m_;
  bool chosen_[kMostManifoldPoints<D>] = {};
  int order_[kMostManifoldPoints<D>];
  int count_ = 0;
};

}  // namespace

template <int D, class T>
Manifold<D, T> reduced(const Manifold<D, T>& manifold, int most) {
  if (manifold.count <= most) return manifold;
  Reducer<D, T> reducer(manifold);
  reducer.keep(most < 1 ? 1 : most);
  return reducer.result();
}

#define MASU_INSTANTIATE(D, T)                                                                   \
  template Manifold<D, T> manifold_of_views(const ShapeView<D, T>&, const Transform<D, T>&,      \
                                            const ShapeView<D, T>&, const Transform<D, T>&,      \
                                            const ManifoldOptions<T>&, DepthCache*);             \
  template Manifold<D, T> detail::manifold_in_frame(                                             \
      const ShapeView<D, T>&, const ShapeView<D, T>&, const detail::PairPose<D>&, T,             \
      const detail::Caches&);                                                                    \
  template Manifold<D, T> detail::manifold_along(const ShapeView<D, T>&, const ShapeView<D, T>&, \
                                                 const detail::PairPose<D>&,                     \
                                                 const detail::CoreDistance<D>&, T);             \
  template Manifold<D, T> reduced(const Manifold<D, T>&, int);
MASU_FOR_2_AND_3_D(MASU_INSTANTIATE)
#undef MASU_INSTANTIATE

}  // namespace masu
