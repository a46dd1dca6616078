// SPDX-License-Identifier: MIT
#include <masu/world/carry.hpp>

#include <masu/core/answered.hpp>

#include "core/instantiate.hpp"
#include "world/moved_source.hpp"
#include "world/near_sub_shapes.hpp"

namespace masu {

template <int D, class T>
Transform<D, T> ObstacleMotion<D, T>::at(double t) const {
  return detail::pose_between(sweep, t);
}

namespace detail {

// Carries a mover through the motions in steps. In each step the bodies move, the mover moves with
// its ground, and is then pushed out of what it overlaps.
template <int D, class T>
class CarryWalk {
 public:
  using Motion = ObstacleMotion<D, T>;

  CarryWalk(AnyBodySource<D, T> source, const CapsuleMover<D, T>& mover,
            std::span<const Motion> moved, const SlideOptions<D, T>& options,
            const ObstacleFilter<D, T>* counts)
      : source_(source, moved),
        start_(mover),
        moved_(moved),
        standing_(options),
        sliding_(options),
        counts_(counts),
        mover_(mover) {
    standing_.snap = 0;
    sliding_.up = {};
  }

  const CapsuleMover<D, T>& mover() const { return mover_; }

  CarryResult<D, T> go() {
    for (const Motion& m : moved_) {
      if (const Status s = check(m); s != Status::ok) return refused(s);
    }
    if (!is_finite(start_.position) || !is_finite(start_.half_axis) || !is_finite(start_.radius)) {
      return refused(Status::not_finite);
    }
    if (!(start_.radius > 0)) return refused(Status::not_positive);
    bool reached = false;
    (void)step_from(0, reached);
    if (!reached) return result_;
    SlideResult<D, T> on = leave(0);
    double t = 0;
    // The distance is measured from the position that leave() has moved it to.
    for (double next = step_from(0, reached); answered(result_.status);
         next = t + step_from(t, reached)) {
      next = std::min(next, 1.0);
      const CapsuleMover<D, T> before = mover_;
      carry_along(on, t, next);
      on = leave(next);
      if (source_.motion_of(on.overlap_body) != kNone) {
        crush(on, t), mover_ = before;
        break;
      }
      if (next == 1) break;
      t = next;
    }
    if (!answered(result_.status)) return refused(result_.status);
    result_.displacement = mover_.position - start_.position;
    return result_;
  }

 private:
  static constexpr std::size_t kNone = MovedSource<D, T>::kNone;
  static constexpr double kMostRadii = 256;

  static Status check(const Motion& m) {
    if (m.body == kNoSubShape) return Status::ok;
    for (const Status s :
         {ShapeQueries<D, T>::check(m.shape), m.sweep.begin.check(), m.sweep.end.check()}) {
      if (s != Status::ok && s != Status::no_points) return s;
    }
    return Status::ok;
  }
  CarryResult<D, T> refused(Status status) const {
    CarryResult<D, T> r;
    r.status = status;
    return r;
  }

  // Returns the mover's box enlarged by a multiple of its radius.
  Aabb<D, double> around(double radii) const {
    Aabb<D, double> box;
    for (int a = 0; a < D; ++a) {
      const double by = std::fabs(double(mover_.half_axis[a])) + radii * double(mover_.radius);
      box.min[a] = double(mover_.position[a]) - by;
      box.max[a] = double(mover_.position[a]) + by;
    }
    return box;
  }

  // Returns an upper bound on the speed of all points of a body that can touch the mover.
  double speed_of(const Motion& m, const Transform<D, T>& pose) const {
    const auto displacement =
        vec_cast<double>(m.sweep.end.translation) - vec_cast<double>(m.sweep.begin.translation);
    const double straight = length(displacement);
    if (m.sweep.begin.rotation == m.sweep.end.rotation) return straight;
    const auto from = vec_cast<double>(mover_.position) - vec_cast<double>(pose.translation);
    const double arm = length(from) + length(vec_cast<double>(mover_.half_axis)) +
                       2 * double(mover_.radius) + straight;
    const Aabb<D, T> own = ShapeQueries<D, T>::aabb(m.shape, {});
    double squared = 0;
    for (int a = 0; a < D; ++a) {
      const double far = std::max(std::fabs(double(own.min[a])), std::fabs(double(own.max[a])));
      squared += far * far;
    }
    const double rotation = angular_speed(half_angle(m.sweep.begin.rotation, m.sweep.end.rotation));
    return straight + rotation * std::min(arm, std::sqrt(squared));
  }

  // Returns how far the motions may advance from t, so that no body comes nearer than a quarter of
  // the radius beyond touching. Sets `reached` if some body may come that near before the end.
  double step_from(double t, bool& reached) {
    const double allowed = double(mover_.radius) / 4;
    const Aabb<D, double> box = around(1.25);
    double step = 1 - t;
    for (const Motion& m : moved_) {
      if (m.body == kNoSubShape) continue;
      const Transform<D, T> pose = m.at(t);
      const Aabb<D, T> body = ShapeQueries<D, T>::aabb(m.shape, pose);
      double gap = 0;
      for (int a = 0; a < D; ++a) {
        gap = std::max({gap, double(body.min[a]) - box.max[a], box.min[a] - double(body.max[a])});
      }
      const double speed = speed_of(m, pose);
      if (!(gap <= speed * (1 - t))) continue;
      reached = true;
      if (speed > kMostRadii * double(mover_.radius)) result_.status = Status::out_of_range;
      step = std::min(step, speed > 0 ? (gap + allowed) / speed : step);
    }
    return step;
  }

  // Moves the mover with the body below it, by the displacement of the point that it stands on.
  void carry_along(const SlideResult<D, T>& on, double t, double next) {
    const std::size_t ground = on.on_ground ? source_.motion_of(on.ground_body) : kNone;
    result_.ground_body = ground == kNone ? kNoSubShape : on.ground_body;
    if (ground == kNone) return;
    const auto normal = vec_cast<double>(on.ground_normal);
    const auto half = vec_cast<double>(mover_.half_axis);
    const auto foot = vec_cast<double>(mover_.position) + half * (dot(half, normal) > 0 ? -1 : 1) -
                      normal * double(mover_.radius);
    const Vec<D, double> displacement =
        carried(foot, moved_[ground].at(t), moved_[ground].at(next)) - foot;
    result_.ground_displacement = result_.ground_displacement + vec_cast<T>(displacement);
    set_time(next);
    source_.leave_out(ground);
    (void)slide(vec_cast<T>(displacement), sliding_);
    source_.leave_out(kNone);
  }
  static Vec<D, double> carried(const Vec<D, double>& p, const Transform<D, T>& from,
                                const Transform<D, T>& to) {
    const auto local =
        transposed_times(matrix_of(from.rotation), p - vec_cast<double>(from.translation));
    return matrix_of(to.rotation) * local + vec_cast<double>(to.translation);
  }

  // Pushes the mover out of what it overlaps at time t; also finds what it stands on.
  SlideResult<D, T> leave(double t) {
    set_time(t);
    return slide({}, standing_);
  }
  void set_time(double t) {
    const Aabb<D, double> box = around(4);
    Aabb<D, T> near;
    for (int a = 0; a < D; ++a) {
      near.min[a] = round_down<T>(box.min[a]);
      near.max[a] = round_up<T>(box.max[a]);
    }
    t_ = t;
    source_.set(t, near);
  }

  SlideResult<D, T> slide(const Vec<D, T>& displacement, const SlideOptions<D, T>& options) {
    const auto asked = [&](const SlideObstacle<D, T>& o) { return counted(o); };
    const ObstacleFilter<D, T> filter(asked);
    const auto r = slide_among<D, T>(source_, mover_, displacement, options, kNoContacts,
                                     counts_ == nullptr ? nullptr : &filter);
    result_.stats.tests += r.stats.tests;
    result_.stats.results += r.stats.results;
    if (r.status != Status::ok && answered(result_.status)) result_.status = r.status;
    return r;
  }
  // Asks the filter about a sub-shape at its pose at the start of the frame.
  bool counted(const SlideObstacle<D, T>& o) const {
    PlacedSubShape<D, T> sub_shape = o.sub_shape_;
    if (const std::size_t i = source_.motion_of(sub_shape.body); i != kNone) {
      const Transform<D, T> now = moved_[i].at(t_);
      const Transform<D, T>& then = moved_[i].sweep.begin;
      Matrix<D, double> back{};
      const Matrix<D, double> a = matrix_of(then.rotation), b = matrix_of(now.rotation);
      for (int r = 0; r < D; ++r) {
        for (int c = 0; c < D; ++c) back.row[r][c] = dot(a.row[r], b.row[c]);
      }
      sub_shape.origin = back * (sub_shape.origin - vec_cast<double>(now.translation)) +
                         vec_cast<double>(then.translation);
      Matrix<D, double> rotation{};
      for (int r = 0; r < D; ++r) {
        for (int c = 0; c < D; ++c)
          rotation.row[r][c] = dot(back.row[r], sub_shape.rotation.column(c));
      }
      sub_shape.rotation = rotation;
    }
    return (*counts_)({sub_shape, start_, {}});
  }

  void crush(const SlideResult<D, T>& on, double t) {
    result_.crushed = true;
    result_.crushed_by = on.overlap_body;
    result_.overlap = on.overlap;
    result_.t = static_cast<T>(t);
    if (double(result_.t) > t) result_.t = round_down<T>(t);
  }

  static constexpr NoContacts kNoContacts{};
  MovedSource<D, T> source_;
  const CapsuleMover<D, T> start_;
  std::span<const Motion> moved_;
  SlideOptions<D, T> standing_;  // to find the ground
  SlideOptions<D, T> sliding_;   // without `up`: every contact is a wall
  const ObstacleFilter<D, T>* counts_;
  CapsuleMover<D, T> mover_;
  double t_ = 0;
  CarryResult<D, T> result_;
};

template <int D, class T>
CarryResult<D, T> carry_among(AnyBodySource<D, T> source, CapsuleMover<D, T>& mover,
                              std::span<const ObstacleMotion<D, T>> moved,
                              const SlideOptions<D, T>& options,
                              const ObstacleFilter<D, T>* counts) {
  CarryWalk<D, T> walk(source, mover, moved, options, counts);
  const CarryResult<D, T> result = walk.go();
  if (answered(result.status)) mover = walk.mover();
  return result;
}

}  // namespace detail

#define MASU_INSTANTIATE(D, T)                                                         \
  template struct ObstacleMotion<D, T>;                                                \
  template CarryResult<D, T> detail::carry_among(                                      \
      AnyBodySource<D, T>, CapsuleMover<D, T>&, std::span<const ObstacleMotion<D, T>>, \
      const SlideOptions<D, T>&, const ObstacleFilter<D, T>*);
MASU_FOR_2_AND_3_D(MASU_INSTANTIATE)
#undef MASU_INSTANTIATE

}  // namespace masu
