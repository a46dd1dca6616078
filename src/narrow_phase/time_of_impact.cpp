// SPDX-License-Identifier: MIT
#include <masu/narrow_phase/time_of_impact.hpp>

#include <limits>

#include "core/round_outward.hpp"

#include "core/instantiate.hpp"
#include "narrow_phase/core_distance.hpp"
#include "narrow_phase/custom_accuracy.hpp"
#include "narrow_phase/flat_pair.hpp"
#include "narrow_phase/kind_order.hpp"
#include "narrow_phase/placed_query.hpp"
#include "narrow_phase/polyhedra_apart.hpp"

namespace masu {
namespace {

using detail::BodyMotion;
using detail::CoreDistance;
using detail::PairFrame;
using detail::PoseMatrix;

// Returns the largest distance of the shape's points from the origin of its frame: of its box's
// corner.
template <int D, class T>
double farthest_point(const ShapeView<D, T>& s) {
  Vec<D, double> corner{};
  for (int a = 0; a < D; ++a) {
    Vec<D, double> axis{};
    axis[a] = 1;
    const double high = std::fabs(support_of_core(s, axis).point[a]);
    const double low = std::fabs(support_of_core(s, -axis).point[a]);
    corner[a] = detail::larger(high, low);
  }
  return length(corner) + double(s.radius);
}

template <int D, class T>
class Advancement {
 public:
  using SubShape = detail::MovingSubShape<D, T>;

  Advancement(const SubShape& a, const SubShape& b)
      : a_(a.shape),
        b_(b.shape),
        of_a_(a.motion),
        of_b_(b.motion),
        part_a_(a.part),
        part_b_(b.part),
        radii_(double(a_.radius) + double(b_.radius)),
        turning_(turning(a) + turning(b)),
        bending_(bending(a) + bending(b)),
        support_accuracy_(is_custom(a_) || is_custom(b_) ? detail::kCustomAccuracy<T> : 0),
        smooth_(is_smooth(a_) || is_smooth(b_)) {
    // For half-spaces there is no better bound than `lower`: it is that of their own normal.
    if (a_.kind == ShapeKind::half_space || b_.kind == ShapeKind::half_space) smooth_ = false;
    if constexpr (D == 2) {
      using detail::has_outline, detail::is_simple;
      const bool sides = has_outline(a_.kind) && has_outline(b_.kind);
      const bool formula = is_simple(a_.kind) && is_simple(b_.kind);
      by_sides_ = sides && !formula && detail::flat_outlines(a_, b_, outlines_);
    }
  }

  Impact<D, T> run(double tolerance, int most_rounds) {
    near_ = tolerance / 2;
    double t = 0;
    Vec<D, double> normal{};  // of the iteration before
    for (int round = 0; round < most_rounds; ++round) {
      CoreDistance<D> core = measure(t);
      if (core.status == Status::unbounded) return touch(core, 0);
      // Normals of smooth shapes are less accurate than their distance: `lower` may be that of
      // another normal, and then they approach faster along this one.
      const double along = gap_along(core.normal, core.size);
      const double gap = std::fmin(core.lower - radii_, along);
      const double speed = closing(core.normal);
      const double slack = tolerance * core.size;
      const bool arrived = core.distance - radii_ <= slack;
      // Normals of smooth shapes that nearly touch may be those of the other side.
      const bool reversed = !by_sides_ && dot(core.normal, normal) < 0;
      const double near = reversed ? kReversed : kUnsure;
      const bool unsure = arrived ? core.status != Status::ok
                                  : gap <= near * core.size && (reversed || !parted(core, speed));
      if (t > 0 && unsure && (arrived || speed <= 0)) {
        core.normal = normal;
        core.status = Status::ok;
        return touch(core, t);
      }
      const bool leaving = t == 0 && speed <= 0 && core.distance - radii_ >= -slack;
      if (arrived ? leaving : speed <= 0) return miss();
      SideStep step{(gap > slack / 2 ? gap - slack / 2 : gap / 2) / speed, gap, core.normal};
      if (side_.time > step.time) step = side_;
      if (!arrived && !(t + step.time < 1)) return miss();
      if (arrived || !(t + step.time > t)) {  // nearer than time can resolve
        if (t > 0 && along < gap_along(normal, core.size)) core.normal = normal;
        return touch(core, t);
      }
      normal = step.normal;
      t = farther(round, t, t + step.time, frame_.rotation_a * normal, step.gap, slack);
      if (!(t < 1)) return miss();
    }
    Impact<D, T> r = touch(measure(t), t);
    r.status = Status::not_converged;
    r.hit = false;
    return r;
  }

 private:
  using SideStep = detail::SideStep<D>;
  struct NoOutlines {};
  using Outlines = std::conditional_t<D == 2, detail::FlatCores, NoOutlines>;

  static constexpr double kUnsure = 0x1p-32;
  static constexpr double kReversed = 0x1p-20;
  static constexpr int kFewRounds = 8;  // most pairs need fewer

  static bool is_custom(const ShapeView<D, T>& s) { return s.kind == ShapeKind::custom; }
  static bool is_smooth(const ShapeView<D, T>& s) {
    return s.kind == ShapeKind::ellipsoid || s.kind == ShapeKind::cylinder ||
           s.kind == ShapeKind::cone || is_custom(s);
  }

  static double turning(const SubShape& s) {
    const double fastest = s.motion.max_angular_speed();
    return fastest == 0 ? 0 : fastest * radius_of_rotation(s);
  }
  // The largest acceleration of a point.
  static double bending(const SubShape& s) {
    const double fastest = s.motion.max_angular_speed();
    if (fastest == 0) return 0;
    return (fastest * fastest + s.motion.max_angular_acceleration()) * radius_of_rotation(s);
  }
  // The largest acceleration of the other's points in the frame of `own`: with a distance z between
  // them and its origin, z'' + 2 w z' + (w^2 + w') z.
  static double bending_seen(const SubShape& own, const SubShape& other) {
    const double fastest = own.motion.max_angular_speed();
    const Vec<D, double> by = other.motion.velocity() - own.motion.velocity();
    const Vec<D, double> begin = other.motion.position() - own.motion.position();
    const double apart = detail::larger(length(begin), length(begin + by));
    return bending(other) + 2 * fastest * (length(by) + turning(other)) +
           (fastest * fastest + own.motion.max_angular_acceleration()) *
               (apart + radius_of_rotation(other));
  }
  static double radius_of_rotation(const SubShape& s) {
    const double off = s.part == nullptr ? 0 : length(vec_cast<double>(s.part->translation));
    return farthest_point(s.shape) + off;
  }

  // Returns the current gap along a normal of the pair's frame, if one of them is smooth; minus the
  // error of support points of custom shapes, at shapes of that size.
  double gap_along(const Vec<D, double>& n, double size) const {
    return smooth_ ? support_gap(n, size) : std::numeric_limits<double>::infinity();
  }
  double support_gap(const Vec<D, double>& n, double size) const {
    const Vec<D, double> of_a = support_of_core(a_, n).point;
    const Vec<D, double> of_b = support_of_core(b_, -transposed_times(frame_.rotation, n)).point;
    return dot(n, frame_.rotation * of_b + frame_.translation - of_a) - radii_ -
           support_accuracy_ * size;
  }

  // Returns whether there is a gap along the normal, by more than rounding, that does not close:
  // then nothing touches later, however small the gap is.
  bool parted(const CoreDistance<D>& core, double speed) const {
    if (speed > 0 || a_.kind == ShapeKind::half_space || b_.kind == ShapeKind::half_space) {
      return false;
    }
    const double moved = length(of_a_.velocity() - of_b_.velocity()) + length(origin_);
    return support_gap(core.normal, core.size) > 0x1p-46 * core.size + 0x1p-50 * moved;
  }

  // Returns the gap along a world direction at a time.
  double gap_at(double t, const Vec<D, double>& n) const {
    const auto top = [&](const ShapeView<D, T>& s, const PoseMatrix<D>& pose,
                         const Vec<D, double>& d) {
      if (s.kind == ShapeKind::half_space) return double(s.p[1][0]) + dot(d, pose.translation);
      const Vec<D, double> own = transposed_times(pose.rotation, d);
      return dot(own, support_of_core(s, own).point) + dot(d, pose.translation);
    };
    return -top(b_, pose_of(of_b_, part_b_, t), -n) - top(a_, pose_of(of_a_, part_a_, t), n) -
           radii_;
  }

  // Returns how fast the gap along a world direction falls at a time, by the points that bound it.
  double closing_at(double t, const Vec<D, double>& n) const {
    const auto speed = [&](const ShapeView<D, T>& s, const BodyMotion<D>& of,
                           const Transform<D, T>* part, const Vec<D, double>& d) {
      if (s.kind == ShapeKind::half_space) return dot(d, of.velocity());
      const PoseMatrix<D> pose = pose_of(of, part, t);
      const Vec<D, double> top = support_of_core(s, transposed_times(pose.rotation, d)).point;
      return dot(d, of.velocity_at(t, pose.rotation * top + pose.translation));
    };
    return speed(a_, of_a_, part_a_, n) + speed(b_, of_b_, part_b_, -n);
  }

  // A plane between the shapes, whose normal rotates with a body or with none.
  struct Plane {
    const BodyMotion<D>* own;  // or nullptr
    Vec<D, double> normal;     // from a to b, in the frame of that body
    double speed;              // at which the gap along the normal falls now
    double bending;            // the largest acceleration of a point as seen from that body

    Vec<D, double> at(double t) const {
      return own == nullptr ? normal : own->at(t).rotation * normal;
    }
    // Returns the time in which a gap of that height closes, at a speed that grows by bending / 4
    // per unit of t.
    double until_closed(double height, double speed_then) const {
      return 2 * height / (speed_then + std::sqrt(speed_then * speed_then + bending / 2 * height));
    }
  };

  // Returns a time later than `sure` up to which nothing touches, if there is one. Without this,
  // shapes that rotate past each other would take many steps: the first-order bound assumes the
  // fastest rotation of their farthest points.
  //
  // Where a side of a rotating body passes a corner, the side soon cuts a plane that does not
  // rotate, but never one that rotates with its body. As seen from there, points are accelerated
  // more, and the plane costs more, so it is tried only if the first iterations have not sufficed.
  double farther(int round, double t, double sure, const Vec<D, double>& n, double gap,
                 double slack) {
    if (turning_ == 0 || is_custom(a_) || is_custom(b_)) return sure;
    double last = farther({nullptr, n, closing_at(t, n), bending_}, t, sure, gap, slack);
    if (round < kFewRounds || a_.kind == ShapeKind::half_space ||
        b_.kind == ShapeKind::half_space) {
      return last;
    }
    const SubShape a{a_, part_a_, of_a_};
    const SubShape b{b_, part_b_, of_b_};
    if (round == kFewRounds) bending_seen_ = {bending_seen(a, b), bending_seen(b, a)};
    const auto try_rotating = [&](const SubShape& own, const SubShape& other,
                                  const Vec<D, double>& outward, double bending) {
      if (own.motion.max_angular_speed() == 0) return;
      const PoseMatrix<D> pose = pose_of(other.motion, other.part, t);
      const Vec<D, double> inward = transposed_times(pose.rotation, -outward);
      const Vec<D, double> top =
          pose.rotation * support_of_core(other.shape, inward).point + pose.translation;
      const Vec<D, double> away = other.motion.velocity_at(t, top) - own.motion.velocity_at(t, top);
      const Vec<D, double> own_normal = transposed_times(own.motion.at(t).rotation, n);
      const Plane plane{&own.motion, own_normal, -dot(outward, away), bending};
      last = detail::larger(last, farther(plane, t, sure, gap, slack));
    };
    try_rotating(a, b, n, bending_seen_[0]);
    try_rotating(b, a, -n, bending_seen_[1]);
    return last;
  }

  // The same for one plane. Over a time d, a point deviates from the straight line between its two
  // positions, seen from the plane, by bending * d^2 / 8 at most; so if the plane separates the
  // shapes now and then, by more than that, it does so all the time.
  //
  // The first try is where the gap would be that deviation, if the shapes went on as they move now:
  // mostly it succeeds.
  double farther(const Plane& plane, double t, double sure, double gap, double slack) const {
    const double least = slack / 2;
    const double height = gap - 0.75 * slack;
    if (!(height > 0)) return sure;
    double step = plane.until_closed(height, plane.speed);
    const double most = 0.999 * std::sqrt(8 * (gap - least) / plane.bending);
    if (!(step < most)) step = most;
    if (!(step < 1 - t)) step = 1 - t;
    for (int tries = 0; tries < 5 && t + step > sure; ++tries) {
      const double then = gap_at(t + step, plane.at(t + step));
      const double bent = plane.bending * step * step / 8;
      if ((then < gap ? then : gap) - bent >= least) return t + step;
      const double next = then < gap ? plane.until_closed(height, (gap - then) / step) : step / 2;
      step *= next < 0.9 * step ? (next > 0.1 * step ? next / step : 0.1) : 0.9;
    }
    return sure;
  }

  static PoseMatrix<D> pose_of(const BodyMotion<D>& motion, const Transform<D, T>* part, double t) {
    const PoseMatrix<D> body = motion.at(t);
    if (part == nullptr) return body;
    detail::LocalFrame<D> frame(*part);
    frame.rotation = body.rotation, frame.translation = body.translation;
    frame = detail::frame_of_part(frame, *part);
    return {frame.rotation, frame.translation};
  }

  CoreDistance<D> measure(double t) {
    const PoseMatrix<D> pose_a = pose_of(of_a_, part_a_, t);
    const PoseMatrix<D> pose_b = pose_of(of_b_, part_b_, t);
    origin_ = pose_a.translation;
    frame_.rotation_a = pose_a.rotation;
    frame_.rotation = transposed_times(pose_a.rotation, pose_b.rotation);
    frame_.translation = transposed_times(pose_a.rotation, pose_b.translation - pose_a.translation);
    if constexpr (D == 2) {
      CoreDistance<D> core;
      if (by_sides_ && detail::flat_core(outlines_, frame_, approach(), core, side_)) return core;
    } else if (a_.kind == ShapeKind::polyhedron && b_.kind == ShapeKind::polyhedron) {
      CoreDistance<D> core;
      if (detail::cores_apart(a_, b_, frame_, cache_, core)) return core;
    }
    return core_distance(a_, b_, frame_, detail::Depth::least, {.pair = &cache_});
  }

  detail::Approach approach() const requires(D == 2) {
    const Vec<D, double> velocity = of_a_.velocity() - of_b_.velocity();
    return {transposed_times(frame_.rotation_a, velocity), turning_, radii_, near_};
  }

  // Returns the largest closing speed of the gap along a normal of the pair's frame.
  double closing(const Vec<D, double>& normal) const {
    const Vec<D, double> n = frame_.rotation_a * normal;
    return dot(n, of_a_.velocity() - of_b_.velocity()) + turning_;
  }

  Impact<D, T> miss() const {
    Impact<D, T> r;
    r.t = 1;
    return r;
  }
  // Rounded down: to nearest, every other float would be late. But the next float may be so near
  // that the difference is rounding: 0.5 must not become 0.49999997.
  T time_of(const CoreDistance<D>& core, double t) const {
    const T near = static_cast<T>(t);
    const double rounding = 0x1p-44 * core.size;
    return (double(near) - t) * closing(core.normal) <= rounding ? near : detail::round_down<T>(t);
  }
  Impact<D, T> touch(const CoreDistance<D>& core, double t) const {
    Impact<D, T> r;
    r.status = core.status;
    if (core.status == Status::unbounded) return r;
    const auto to_world = [&](const Vec<D, double>& p) {
      return vec_cast<T>(frame_.rotation_a * p + (origin_ + of_a_.origin()));
    };
    r.hit = true;
    r.t = time_of(core, t);
    r.normal = vec_cast<T>(frame_.rotation_a * core.normal);
    r.point_a = to_world(core.point_a + core.normal * double(a_.radius));
    r.point_b = to_world(core.point_b - core.normal * double(b_.radius));
    return r;
  }

  const ShapeView<D, T>& a_;
  const ShapeView<D, T>& b_;
  const BodyMotion<D>& of_a_;
  const BodyMotion<D>& of_b_;
  const Transform<D, T>* part_a_;
  const Transform<D, T>* part_b_;
  PairFrame<D> frame_;
  Vec<D, double> origin_{};
  PairCache cache_;
  Outlines outlines_;
  SideStep side_;  // of the pair as last measured
  double radii_;
  double turning_;
  double bending_;
  Vec<2, double> bending_seen_{};  // from a and from b, after kFewRounds
  double support_accuracy_;        // of custom shapes, as a share of the size
  double near_ = 0;                // the gap that a step leaves, as a share of the size
  bool smooth_;
  bool by_sides_ = false;
};

// In order, from an origin that is not too far.
template <int D, class T>
Impact<D, T> run(const ShapeView<D, T>& a, const Transform<D, T>& pose_a, BodyMotion<D>& of_a,
                 const ShapeView<D, T>& b, const Transform<D, T>& pose_b, BodyMotion<D>& of_b,
                 double tolerance, int most_rounds) {
  if (!detail::in_order(a, pose_a, b, pose_b)) {
    return run(b, pose_b, of_b, a, pose_a, of_a, tolerance, most_rounds).flipped();
  }
  detail::bring_near(of_a, of_b);
  return Advancement<D, T>({a, nullptr, of_a}, {b, nullptr, of_b}).run(tolerance, most_rounds);
}

}  // namespace

template <int D, class T>
Impact<D, T> impact_of_views(const ShapeView<D, T>& a, const Sweep<D, T>& of_a,
                             const ShapeView<D, T>& b, const Sweep<D, T>& of_b,
                             const ImpactOptions& options) {
  for (const Status s : {check_view(a), check_view(b), of_a.begin.check(), of_a.end.check(),
                         of_b.begin.check(), of_b.end.check()}) {
    if (s != Status::ok) return {.status = s};
  }
  const auto displacement = [](const Sweep<D, T>& m) {
    return vec_cast<double>(m.end.translation) - vec_cast<double>(m.begin.translation);
  };
  BodyMotion<D> first(of_a.begin, of_a.end.rotation, displacement(of_a));
  BodyMotion<D> second(of_b.begin, of_b.end.rotation, displacement(of_b));
  const bool sensible = options.tolerance > 0 && options.tolerance < 1 && options.most_rounds > 0;
  const auto rotates = [](const ShapeView<D, T>& s, const BodyMotion<D>& of) {
    return s.kind == ShapeKind::half_space && of.max_angular_speed() != 0;
  };
  if (rotates(a, first) || rotates(b, second)) return {.status = Status::unbounded};
  if (!sensible || !first.short_enough() || !second.short_enough()) {
    return {.status = Status::out_of_range};
  }
  return run(a, of_a.begin, first, b, of_b.begin, second, options.tolerance, options.most_rounds);
}

template <int D, class T>
Impact<D, T> cast_of_views(const ShapeView<D, T>& a, const Transform<D, T>& pose_a,
                           const ShapeView<D, T>& b, const Transform<D, T>& pose_b,
                           const Vec<D, T>& translation) {
  for (const Status s : {check_view(a), check_view(b), pose_a.check(), pose_b.check()}) {
    if (s != Status::ok) return {.status = s};
  }
  if (const Status s = detail::check_position(translation); s != Status::ok) return {.status = s};
  BodyMotion<D> still(pose_a, pose_a.rotation, Vec<D, double>{});
  BodyMotion<D> moving(pose_b, pose_b.rotation, vec_cast<double>(translation));
  return run(a, pose_a, still, b, pose_b, moving, 0x1p-44, 256);
}

// Puts the higher-ranked kind first, as core_distance() expects.
template <int D, class T>
Impact<D, T> detail::placed_impact(const MovingSubShape<D, T>& a, const MovingSubShape<D, T>& b,
                                   double tolerance, int most_rounds) {
  if (!detail::outranks(b.shape.kind, a.shape.kind))
    return Advancement<D, T>(a, b).run(tolerance, most_rounds);
  return Advancement<D, T>(b, a).run(tolerance, most_rounds).flipped();
}

#define MASU_INSTANTIATE(D, T)                                                                   \
  template Impact<D, T> impact_of_views(const ShapeView<D, T>&, const Sweep<D, T>&,              \
                                        const ShapeView<D, T>&, const Sweep<D, T>&,              \
                                        const ImpactOptions&);                                   \
  template Impact<D, T> detail::placed_impact(const detail::MovingSubShape<D, T>&,               \
                                              const detail::MovingSubShape<D, T>&, double, int); \
  template Impact<D, T> cast_of_views(const ShapeView<D, T>&, const Transform<D, T>&,            \
                                      const ShapeView<D, T>&, const Transform<D, T>&,            \
                                      const Vec<D, T>&);
MASU_FOR_2_AND_3_D(MASU_INSTANTIATE)
#undef MASU_INSTANTIATE

}  // namespace masu
