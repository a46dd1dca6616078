// SPDX-License-Identifier: MIT
// NearSubShapes: the sub-shapes of a source's bodies near a box, and their distances from a mover.
#pragma once

#include <masu/world/slide.hpp>

#include "world/shape_queries.hpp"

#include "narrow_phase/core_distance.hpp"
#include "narrow_phase/kind_order.hpp"
#include "narrow_phase/placed_pair.hpp"

namespace masu::detail {

// A sub-shape and its frame in the world.
template <int D, class T>
struct PlacedSubShape {
  std::uint32_t body;
  std::uint32_t sub_shape;
  ShapeView<D, T> shape;
  Matrix<D, double> rotation;
  Vec<D, double> origin;
};

// The moving shape: a core around a position, and a radius.
template <int D, class T>
struct Probe {
  ShapeView<D, T> core;
  Vec<D, double> half;  // of the box around the core
  double radius;
};

// The vector from a sub-shape to a probe. distance: to the probe's core, from the sub-shape's
// surface (its radius is subtracted).
template <int D>
struct Offset {
  double distance;
  double lower;
  Vec<D, double> normal;
  Vec<D, double> point;  // on the sub-shape
};

template <int D>
Matrix<D, double> transposed(const Matrix<D, double>& m) {
  Matrix<D, double> r;
  for (int i = 0; i < D; ++i) r.row[i] = m.column(i);
  return r;
}

// Returns the frame of a sub-shape and an unrotated shape at `point`.
template <int D, class T>
PairFrame<D> frame_with(const PlacedSubShape<D, T>& p, const Vec<D, double>& point) {
  return {p.rotation, transposed(p.rotation), transposed_times(p.rotation, point - p.origin)};
}

template <int D, class T>
Offset<D> offset_between(const PlacedSubShape<D, T>& p, const Probe<D, T>& probe,
                         const Vec<D, double>& point) {
  const double radius = double(p.shape.radius);
  if (!outranks(probe.core.kind, p.shape.kind)) {
    const CoreDistance<D> c =
        core_distance(p.shape, probe.core, frame_with(p, point), Depth::least);
    return {c.distance - radius, c.lower - radius, p.rotation * c.normal,
            p.rotation * (c.point_a + c.normal * radius) + p.origin};
  }
  const PairFrame<D> frame{Matrix<D, double>::identity(), p.rotation, p.origin - point};
  const CoreDistance<D> c = core_distance(probe.core, p.shape, frame, Depth::least);
  return {c.distance - radius, c.lower - radius, -c.normal, c.point_b - c.normal * radius + point};
}

// The start of a move, and the filter that decides which obstacles count in it.
template <int D, class T>
struct MoveStart {
  const CapsuleMover<D, T>& mover;
  const Vec<D, T>& displacement;
  const ObstacleFilter<D, T>* filter;  // nullptr: all count
};

template <int D, class T>
class NearSubShapes {
 public:
  NearSubShapes(AnyBodySource<D, T> source, const MoveStart<D, T>& start)
      : source_(source), start_(start) {}

  // Why a body was skipped: its shape or pose is invalid.
  Status status() const { return status_; }
  std::uint64_t tests() const { return tests_; }

  // Calls visit(placed sub-shape) -> whether to continue, for sub-shapes that count and whose boxes
  // overlap `box`. Returns false if it was stopped.
  template <class Visit>
  bool for_each(const Aabb<D, double>& box, Visit&& visit) {
    Call<Visit> call{*this, box, visit};
    const Status result = source_(box_rounded<T>(box), call);
    if (result != Status::ok) status_ = result, call.on = false;
    return call.on;
  }

 private:
  template <class To>
  static Aabb<D, To> box_rounded(const Aabb<D, double>& box) {
    Aabb<D, To> r;
    for (int a = 0; a < D; ++a) {
      r.min[a] = round_down<To>(box.min[a]);
      r.max[a] = round_up<To>(box.max[a]);
    }
    return r;
  }

  template <class Visit>
  struct Call {
    NearSubShapes& self;
    const Aabb<D, double>& box;
    Visit& visit;
    bool on = true;

    bool operator()(std::uint32_t number, const WorldShape<D, T>& shape,
                    const Transform<D, T>& pose) {
      for (const Status s : {ShapeQueries<D, T>::check(shape), pose.check()}) {
        if (s == Status::no_points) return true;
        if (s != Status::ok) return self.status_ = s, on = false;
      }
      PairPose<D> frame;
      frame.rotation_a = matrix_of(pose.rotation);
      frame.origin = vec_cast<double>(pose.translation);
      const Vec<D, double> half = (box.max - box.min) * 0.5;
      const ShapeView<D, double> around{.kind = ShapeKind::box, .p = {half}};
      frame.rotation = transposed(frame.rotation_a);
      frame.translation = transposed_times(frame.rotation_a, box.min + half - frame.origin);
      const auto take = [&](std::uint32_t id, const SubShape<D, T>& sub_shape) {
        ++self.tests_;
        const PlacedSubShape<D, T> p = placed(number, id, sub_shape, frame);
        return on = !self.counts(p) || visit(p);
      };
      if (!shape.is_composite()) return take(0u, {shape.convex, nullptr});
      (void)shape.sub_shapes().for_each_sub_shape(box_rounded<T>(box_of_b(around, frame)), take);
      return on;
    }
  };

  static PlacedSubShape<D, T> placed(std::uint32_t body, std::uint32_t id,
                                     const SubShape<D, T>& sub_shape, const PairPose<D>& pose) {
    if (sub_shape.pose == nullptr) return {body, id, sub_shape.shape, pose.rotation_a, pose.origin};
    const Matrix<D, double> own = matrix_of(sub_shape.pose->rotation);
    const Vec<D, double> translation = vec_cast<double>(sub_shape.pose->translation);
    Matrix<D, double> rotation;
    for (int i = 0; i < D; ++i) {
      const Vec<D, double>& row = pose.rotation_a.row[i];
      rotation.row[i] = own.row[0] * row[0];
      for (int k = 1; k < D; ++k) rotation.row[i] = rotation.row[i] + own.row[k] * row[k];
    }
    return {body, id, sub_shape.shape, rotation, pose.rotation_a * translation + pose.origin};
  }

  bool counts(const PlacedSubShape<D, T>& p) const {
    return start_.filter == nullptr || (*start_.filter)({p, start_.mover, start_.displacement});
  }

  AnyBodySource<D, T> source_;
  MoveStart<D, T> start_;
  Status status_ = Status::ok;
  std::uint64_t tests_ = 0;
};

}  // namespace masu::detail
