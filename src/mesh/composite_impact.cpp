// SPDX-License-Identifier: MIT
#include <masu/mesh/composite_impact.hpp>

#include <tuple>

#include <masu/core/answered.hpp>

#include "core/instantiate.hpp"
#include "core/round_outward.hpp"
#include "mesh/straight_gap.hpp"

namespace masu::detail {
namespace {

template <int D, class T>
using AcceptImpact = FunctionRef<bool(const Impact<D, T>&, std::uint32_t)>;

// The first impact so far: the least (t, sub_shape_a, sub_shape_b).
template <int D, class T>
class FirstImpact {
 public:
  // Only impacts for which accept(impact, sub-shape of a) is true count; nullptr: all. `flipped`: a
  // is the caller's b.
  FirstImpact(const AcceptImpact<D, T>* accept, bool flipped) : accept_(accept), flipped_(flipped) {
    best_.t = 1;
  }

  // Returns the new reach, a time just before the next number of T: among sub-shapes that touch at
  // the same number, the smallest numbers of sub-shapes win.
  double take(std::uint32_t id_a, std::uint32_t id_b, const Impact<D, T>& i) {
    if (!answered(i.status)) {
      best_ = {i, id_a, id_b, {}};
      return -1;
    }
    if (i.hit || i.status == Status::not_converged) {
      const bool first = best_.sub_shape_a == kNoSubShape;
      const auto rank = [](T t, std::uint32_t a, std::uint32_t b) { return std::tuple(t, a, b); };
      if ((first || rank(i.t, id_a, id_b) < rank(best_.t, best_.sub_shape_a, best_.sub_shape_b)) &&
          counts(i, id_a, id_b)) {
        best_ = {i, id_a, id_b, {}};
      }
    }
    return after(best_.t);
  }
  SubShapeImpact<D, T> result(const QueryStats& stats) {
    best_.stats = stats;
    return best_;
  }

 private:
  static double after(T t) {
    if constexpr (std::is_same_v<T, double>) {
      return t;
    } else {
      return -double(step_below(-t, true));
    }
  }

  bool counts(const Impact<D, T>& i, std::uint32_t id_a, std::uint32_t id_b) const {
    if (accept_ == nullptr || !i.hit) return true;
    return flipped_ ? (*accept_)(i.flipped(), id_b) : (*accept_)(i, id_a);
  }

  const AcceptImpact<D, T>* accept_;
  bool flipped_;
  SubShapeImpact<D, T> best_;
};

void add_search(QueryStats& all, const QueryStats& part) {
  all.nodes += part.nodes;
  all.tests += part.tests;
}

// Calls ask(gap) for a shape that moves among the sub-shapes of a body. Casts use the bound for
// straight paths: their tolerance is below its slack.
template <int D, class T, class S, class Ask>
void with_gap(const BodyMotion<D>& of_body, const BodyView<D, T>& body,
              const ShapeView<D, S>& shape, const Transform<D, T>* part,
              const BodyMotion<D>& of_shape, double tolerance, Ask&& ask) {
  const bool still = of_body.max_angular_speed() == 0 && of_shape.max_angular_speed() == 0;
  if (!still || tolerance > 0x1p-44 || shape.kind == ShapeKind::half_space) {
    return ask(SweptGap<D>(of_body, shape, part, of_shape));
  }
  const Aabb<D, T> box = body.bounds();
  const double largest = larger(largest_component(vec_cast<double>(box.min)),
                                largest_component(vec_cast<double>(box.max)));
  ask(StraightGap<D>(of_body, shape, part, of_shape, largest));
}

// Calls visit(id, sub-shape), which returns the new reach, for sub-shapes that may be touched up to
// `reach`.
template <int D, class T, class Gap, class Visit>
QueryStats sub_shapes_in_time(const BodyView<D, T>& body, const Gap& gap, double& reach,
                              Visit& visit) {
  const auto each = [&](std::uint32_t id, const SubShape<D, T>& sub_shape) {
    return gap(sub_shape) > reach ? reach : visit(id, sub_shape);
  };
  return sub_shapes_near<D, T>(body, gap, reach, each);
}

template <int D, class T>
SubShapeImpact<D, T> first_impact(const BodyRef<D, T>& a, BodyMotion<D>& of_a,
                                  const BodyRef<D, T>& b, BodyMotion<D>& of_b, double tolerance,
                                  int most_rounds, const AcceptImpact<D, T>* accept = nullptr,
                                  bool flipped = false) {
  bring_near(of_a, of_b);
  FirstImpact<D, T> first(accept, flipped);
  QueryStats stats;
  double reach = 1;
  const auto visit_a = [&](std::uint32_t id_a, const SubShape<D, T>& sub_shape_a) {
    const auto visit_b = [&](std::uint32_t id_b, const SubShape<D, T>& sub_shape_b) {
      ++stats.results;
      reach = first.take(
          id_a, id_b,
          placed_impact<D, T>({sub_shape_a.shape, sub_shape_a.pose, of_a},
                              {sub_shape_b.shape, sub_shape_b.pose, of_b}, tolerance, most_rounds));
      return reach;
    };
    if (!b.is_composite()) return visit_b(0, SubShape<D, T>{b.convex, nullptr});
    with_gap<D, T>(of_b, b.sub_shapes, sub_shape_a.shape, sub_shape_a.pose, of_a, tolerance,
                   [&](const auto& gap) {
                     add_search(stats, sub_shapes_in_time<D, T>(b.sub_shapes, gap, reach, visit_b));
                   });
    return reach;
  };
  const auto search = [&](const auto& gap) {
    add_search(stats, sub_shapes_in_time<D, T>(a.sub_shapes, gap, reach, visit_a));
  };
  const Transform<D, T>* const whole = nullptr;
  if (b.is_composite()) {
    with_gap<D, T>(of_a, a.sub_shapes, box_shape(b.sub_shapes), whole, of_b, tolerance, search);
  } else {
    with_gap<D, T>(of_a, a.sub_shapes, b.convex, whole, of_b, tolerance, search);
  }
  return first.result(stats);
}

template <int D, class T>
SubShapeImpact<D, T> refused_impact(Status s) {
  SubShapeImpact<D, T> r;
  r.status = s;
  return r;
}

// Returns whether a half-space rotates. Half-spaces that are sub-shapes get the status of their
// pair.
template <int D, class T>
bool rotates_half_space(const BodyRef<D, T>& body, const BodyMotion<D>& motion) {
  return !body.is_composite() && body.convex.kind == ShapeKind::half_space &&
         motion.max_angular_speed() != 0;
}

}  // namespace

template <int D, class T>
SubShapeImpact<D, T> impact_of_bodies(const BodyRef<D, T>& a, const Sweep<D, T>& of_a,
                                      const BodyRef<D, T>& b, const Sweep<D, T>& of_b,
                                      const ImpactOptions& options) {
  for (const Status s : {check_body(a), check_body(b), of_a.begin.check(), of_a.end.check(),
                         of_b.begin.check(), of_b.end.check()}) {
    if (s != Status::ok) return refused_impact<D, T>(s);
  }
  const auto displacement_of = [](const Sweep<D, T>& m) {
    return vec_cast<double>(m.end.translation) - vec_cast<double>(m.begin.translation);
  };
  BodyMotion<D> first(of_a.begin, of_a.end.rotation, displacement_of(of_a));
  BodyMotion<D> second(of_b.begin, of_b.end.rotation, displacement_of(of_b));
  if (rotates_half_space(a, first) || rotates_half_space(b, second)) {
    return refused_impact<D, T>(Status::unbounded);
  }
  const double tolerance = options.tolerance;
  const int rounds = options.most_rounds;
  const bool sensible = tolerance > 0 && tolerance < 1 && rounds > 0;
  if (!sensible || !first.short_enough() || !second.short_enough()) {
    return refused_impact<D, T>(Status::out_of_range);
  }
  if (bodies_in_order(a, of_a.begin, b, of_b.begin)) {
    return first_impact(a, first, b, second, tolerance, rounds);
  }
  return first_impact(b, second, a, first, tolerance, rounds).flipped();
}

template <int D, class T>
SubShapeImpact<D, T> cast_of_bodies(const BodyRef<D, T>& a, const Transform<D, T>& pose_a,
                                    const BodyRef<D, T>& b, const Transform<D, T>& pose_b,
                                    const Vec<D, T>& translation,
                                    const AcceptImpact<D, T>* accept) {
  for (const Status s : {check_body(a), check_body(b), pose_a.check(), pose_b.check(),
                         check_position(translation)}) {
    if (s != Status::ok) return refused_impact<D, T>(s);
  }
  BodyMotion<D> still(pose_a, pose_a.rotation, Vec<D, double>{});
  BodyMotion<D> moving(pose_b, pose_b.rotation, vec_cast<double>(translation));
  constexpr double kTolerance = 0x1p-44;
  constexpr int kRounds = 256;
  if (bodies_in_order(a, pose_a, b, pose_b)) {
    return first_impact(a, still, b, moving, kTolerance, kRounds, accept);
  }
  return first_impact(b, moving, a, still, kTolerance, kRounds, accept, true).flipped();
}

#define MASU_INSTANTIATE(D, T)                                                               \
  template SubShapeImpact<D, T> impact_of_bodies(const BodyRef<D, T>&, const Sweep<D, T>&,   \
                                                 const BodyRef<D, T>&, const Sweep<D, T>&,   \
                                                 const ImpactOptions&);                      \
  template SubShapeImpact<D, T> cast_of_bodies(const BodyRef<D, T>&, const Transform<D, T>&, \
                                               const BodyRef<D, T>&, const Transform<D, T>&, \
                                               const Vec<D, T>&, const AcceptImpact<D, T>*);
MASU_FOR_2_AND_3_D(MASU_INSTANTIATE)
#undef MASU_INSTANTIATE

}  // namespace masu::detail
