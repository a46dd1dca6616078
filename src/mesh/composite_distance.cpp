// SPDX-License-Identifier: MIT
#include <masu/mesh/composite_distance.hpp>

#include <masu/core/answered.hpp>
#include "core/round_outward.hpp"

#include "core/instantiate.hpp"
#include "mesh/near_join.hpp"
#include "mesh/pair_search.hpp"

namespace masu::detail {
namespace {

// The nearest pair so far: the least (distance, sub_shape_a, sub_shape_b), which does not depend on
// the order of visits; where sub-shapes overlap the first pair found ends the search.
template <int D, class T>
class NearestSubShapes {
 public:
  // Returns the new reach, and the normal if the pair is the nearest so far. Pairs as near as the
  // best, up to rounding, are measured, too.
  PairReach<D> take(const SubShapePair<D, T>& pair) {
    const Separation<D, T> s = placed_distance(pair.a, pair.b, pair.pose);
    if (!answered(s.status)) {
      best_ = {s, pair.id_a, pair.id_b, {}};
      return {-1};
    }
    lower_ = s.lower < lower_ ? s.lower : lower_;
    upper_ = s.upper < upper_ ? s.upper : upper_;
    const bool nearer = sooner(s, pair);
    if (nearer) best_ = {s, pair.id_a, pair.id_b, {}};
    if (best_.overlapping()) return {-1};
    const double reach = double(upper_) * (1 + 0x1p-20);
    return {reach * reach, nearer ? vec_cast<double>(s.normal) : Vec<D, double>{}};
  }
  // Pairs that were skipped are no nearer than `upper_`.
  SubShapeSeparation<D, T> result(const QueryStats& stats) {
    best_.stats = stats;
    Separation<D, T>& s = best_;
    if (answered(s.status) && best_.sub_shape_a != kNoSubShape) s.lower = lower_, s.upper = upper_;
    if (s.overlapping()) s.lower = 0;
    return best_;
  }

 private:
  bool sooner(const Separation<D, T>& s, const SubShapePair<D, T>& pair) const {
    const Separation<D, T>& old = best_;
    if (best_.sub_shape_a == kNoSubShape || s.distance != old.distance) {
      return best_.sub_shape_a == kNoSubShape || s.distance < old.distance;
    }
    if (pair.id_a != best_.sub_shape_a) return pair.id_a < best_.sub_shape_a;
    return pair.id_b < best_.sub_shape_b;
  }

  SubShapeSeparation<D, T> best_;
  T lower_ = std::numeric_limits<T>::infinity();
  T upper_ = std::numeric_limits<T>::infinity();
};

template <int D, class T>
SubShapeSeparation<D, T> nearest_by(const BodyRef<D, T>& a, const BodyRef<D, T>& b,
                                    const PairPose<D>& pose, NearSearch search) {
  NearestSubShapes<D, T> nearest;
  const auto take = [&](const SubShapePair<D, T>& pair) { return nearest.take(pair); };
  return nearest.result(for_each_pair_near<D, T>(a, b, pose, search, take));
}

// The bounds of shapes decide which pair is found first. So that they do not decide which
// overlapping pair is returned, a second search selects it.
template <int D, class T>
SubShapeSeparation<D, T> nearest_one_by_one(const BodyRef<D, T>& a, const BodyRef<D, T>& b,
                                            const PairPose<D>& pose) {
  if (has_few_sub_shapes(a) && has_few_sub_shapes(b))
    return nearest_by(a, b, pose, NearSearch::boxes);
  const auto first = nearest_by(a, b, pose, NearSearch::nearest);
  if (!answered(first.status) || !first.overlapping()) return first;
  auto overlapping = nearest_by(a, b, pose, NearSearch::overlap);
  overlapping.stats += first.stats;
  return overlapping.sub_shape_a == kNoSubShape ? first : overlapping;
}

// Searches the hierarchies of two bodies jointly. The search calls measure() for pairs; an error
// status ends it.
template <int D, class T>
class NearestInTrees {
 public:
  NearestInTrees(const TreeBody<D, T>& a, const TreeBody<D, T>& b, const PairPose<D>& pose)
      : a_(a), b_(b), pose_(pose) {}

  SubShapeSeparation<D, T> search(NearQuery<D>& query) {
    query.context = this;
    query.measure = [](void* self, std::uint32_t id_a, std::uint32_t id_b) {
      return static_cast<NearestInTrees*>(self)->gap(id_a, id_b);
    };
    NearCounts counts;
    const NearestPair best = nearest(query, counts);
    SubShapeSeparation<D, T> r{last_, best.a, best.b, {}};
    if (best.a != last_a_ || best.b != last_b_) r.separation() = measure(best.a, best.b);
    r.stats = {.nodes = counts.nodes, .tests = counts.tests, .results = counts.pairs};
    if (answered(r.status)) lower_bound(best, query.tie, r);
    return r;
  }

 private:
  NearestPair nearest(const NearQuery<D>& query, NearCounts& counts) const {
    if constexpr (D == 3) {
      if (a_.mesh() != nullptr && b_.mesh() != nullptr) {
        return triangle_near_kernels<T>().nearest(BodyAccess::search(*a_.mesh()).leaves(),
                                                  BodyAccess::search(*b_.mesh()).leaves(), query,
                                                  counts);
      }
    }
    return near_kernels<D, T>().nearest(a_.nodes(), b_.nodes(), query, counts);
  }
  Separation<D, T> measure(std::uint32_t id_a, std::uint32_t id_b) const {
    const SubShape<D, T> x = a_.sub_shape(id_a);
    const SubShape<D, T> y = b_.sub_shape(id_b);
    const PairPose<D> pose = with_sub_shape_of_b(with_sub_shape_of_a(pose_, x), y);
    return placed_distance(x.shape, y.shape, pose);
  }
  SubShapeGap gap(std::uint32_t id_a, std::uint32_t id_b) {
    last_ = measure(id_a, id_b);
    last_a_ = id_a;
    last_b_ = id_b;
    if (!answered(last_.status) || last_.overlapping()) return {0, 0};
    return {double(last_.lower), double(last_.distance)};
  }
  // Sets the lower bound of all pairs, measured or not.
  static void lower_bound(const NearestPair& best, double tie, Separation<D, T>& s) {
    const double all = best.lower < best.upper - tie ? best.lower : best.upper - tie;
    const T rounded = round_down<T>(all);
    if (rounded < s.lower) s.lower = rounded;
    if (!(s.lower > 0) || s.overlapping()) s.lower = 0;
  }

  const TreeBody<D, T>& a_;
  const TreeBody<D, T>& b_;
  const PairPose<D>& pose_;
  Separation<D, T> last_;
  std::uint32_t last_a_ = kNoSubShape;
  std::uint32_t last_b_ = kNoSubShape;
};

}  // namespace

template <int D, class T>
SubShapeSeparation<D, T> distance_of_bodies(const BodyRef<D, T>& a, const Transform<D, T>& pose_a,
                                            const BodyRef<D, T>& b, const Transform<D, T>& pose_b) {
  return ask_in_order(
      a, pose_a, b, pose_b,
      [](const BodyRef<D, T>& x, const BodyRef<D, T>& y, const PairPose<D>& pose, bool) {
        const TreeBody<D, T> tree_x(x);
        const TreeBody<D, T> tree_y(y);
        NearQuery<D> query;
        if (!tree_x || !tree_y || !make_near_query(pose, tree_x.bounds(), tree_y.bounds(), query)) {
          return nearest_one_by_one(x, y, pose);
        }
        return NearestInTrees<D, T>(tree_x, tree_y, pose).search(query);
      },
      [](Status s) {
        SubShapeSeparation<D, T> r;
        r.status = s;
        return r;
      });
}

#define MASU_INSTANTIATE(D, T)                          \
  template SubShapeSeparation<D, T> distance_of_bodies( \
      const BodyRef<D, T>&, const Transform<D, T>&, const BodyRef<D, T>&, const Transform<D, T>&);
MASU_FOR_2_AND_3_D(MASU_INSTANTIATE)
#undef MASU_INSTANTIATE

}  // namespace masu::detail
