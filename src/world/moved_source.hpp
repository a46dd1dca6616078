// SPDX-License-Identifier: MIT
// MovedSource: obstacles at a time between two frames: moved bodies at their interpolated poses,
// the others at rest.
#pragma once

#include <masu/world/carry.hpp>

#include "world/obstacle_path.hpp"
#include "world/shape_queries.hpp"

namespace masu::detail {

template <int D, class T>
class MovedSource {
 public:
  using Motion = ObstacleMotion<D, T>;
  static constexpr std::size_t kNone = ~std::size_t(0);

  MovedSource(AnyBodySource<D, T> others, std::span<const Motion> moved)
      : others_(others), moved_(moved) {}

  // Sets moved bodies to their poses at t, and collects those in `box`.
  void set(double t, const Aabb<D, T>& box) {
    t_ = t, box_ = box, near_count_ = 0;
    for (std::size_t i = 0; i < moved_.size() && near_count_ <= kMostNear; ++i) {
      if (moved_[i].body == kNoSubShape) continue;
      const Transform<D, T> pose = moved_[i].at(t);
      const Aabb<D, T> around = ShapeQueries<D, T>::aabb(moved_[i].shape, pose);
      if (!overlaps(around, box)) continue;
      if (near_count_ < kMostNear) near_[near_count_] = {i, pose, around};
      ++near_count_;
    }
  }
  // Skips one of the moved bodies; kNone: none.
  void leave_out(std::size_t i) { left_out_ = i; }

  // Returns the motion of a body that the source has at a pose; kNone: it did not move.
  std::size_t motion_of(std::uint32_t body, const Transform<D, T>& pose) const {
    for (std::size_t i = 0; i < moved_.size(); ++i) {
      if (moved_[i].body == body && moved_[i].sweep.end == pose) return i;
    }
    return kNone;
  }
  // Returns the first motion of a body.
  std::size_t motion_of(std::uint32_t body) const {
    for (std::size_t i = 0; body != kNoSubShape && i < moved_.size(); ++i) {
      if (moved_[i].body == body) return i;
    }
    return kNone;
  }

  // Implements AnyBodySource.
  Status operator()(const Aabb<D, T>& box, BodyVisit<D, T> visit) const {
    bool on = true;
    const auto take = [&](std::size_t i, const Transform<D, T>& pose, const Aabb<D, T>& around) {
      if (i == left_out_ || !overlaps(around, box)) return;
      on = on && visit(moved_[i].body, moved_[i].shape, pose);
    };
    if (near_count_ <= kMostNear && box_.contains(box)) {
      for (std::size_t k = 0; k < near_count_; ++k)
        take(near_[k].index, near_[k].pose, near_[k].box);
    } else {
      for (std::size_t i = 0; i < moved_.size(); ++i) {
        if (moved_[i].body == kNoSubShape) continue;
        const Transform<D, T> pose = moved_[i].at(t_);
        take(i, pose, ShapeQueries<D, T>::aabb(moved_[i].shape, pose));
      }
    }
    if (!on) return Status::ok;
    const auto unmoved = [&](std::uint32_t body, const WorldShape<D, T>& shape,
                             const Transform<D, T>& pose) {
      return motion_of(body, pose) != kNone || visit(body, shape, pose);
    };
    return others_(box, unmoved);
  }

 private:
  static constexpr std::size_t kMostNear = 16;
  struct Near {
    std::size_t index;
    Transform<D, T> pose;
    Aabb<D, T> box;
  };

  AnyBodySource<D, T> others_;
  std::span<const Motion> moved_;
  double t_ = 0;
  Aabb<D, T> box_ = Aabb<D, T>::nothing();
  Near near_[kMostNear];
  std::size_t near_count_ = 0;
  std::size_t left_out_ = kNone;
};

}  // namespace masu::detail
