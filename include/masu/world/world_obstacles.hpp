// SPDX-License-Identifier: MIT
// The objects of a World as obstacles of slide() and carry().
#pragma once

#include <masu/world/carry.hpp>
#include <masu/world/world_queries.hpp>

namespace masu {

// A BodySource of a world's objects as they are now: those that a filter accepts, except sensors
// and the object `left_out`, usually the character's own. The number of a body is its slot.
// World<D, T> converts to WorldQueries<D, T>. While slide() and carry() run, the world may be
// queried, but not changed. Use it for characters in a World; without one use PlacedBodies.
//
//    const masu::WorldObstacles<3, float> obstacles(world, {}, hero_handle);
//    (void)masu::slide(hero, velocity * dt, obstacles, slide_options);
//
// In a periodic world all images are obstacles; the mover is not wrapped. Moves that start 2^20
// periods or more from the origin are refused (out_of_range); displacements may be longer than 64
// periods.
//
// Cost: visits are queries of the world. Threads: safe in many threads while no thread changes the
// world.
template <int D, class T>
class WorldObstacles {
  using Pose = Transform<D, T>;

 public:
  // Refers to the world, which must outlive it.
  explicit WorldObstacles(const WorldQueries<D, T>& world, const MaybeFilter& filter = {},
                          Handle left_out = {})
      : world_(&world), filter_(filter), left_out_(left_out) {}

  // Returns the handle of SlideContact::body or SlideResult::ground_body.
  Handle object(std::uint32_t body) const { return world_->handle_in(body); }

  // Returns how an object moved since it was at pose `from`, for carry(). For handles that are no
  // obstacle here (stale, sensors, rejected by the filter, left out) the motion is empty. In a
  // periodic world it is the motion of the image that World::find() returns, from the nearest image
  // of `from`. If a character stands on another image, pass the motion of that image to carry(),
  // too.
  ObstacleMotion<D, T> motion(Handle h, const Pose& from) const {
    const auto found = world_->find(h);
    if (!found || h == left_out_ || found->options.sensor) return {};
    if (filter_ && !accepts(*filter_, found->options.filter)) return {};
    Pose start = from;
    start.translation = world_->nearest_image(from.translation, found->pose.translation);
    return {h.index, found->shape, {start, found->pose}};
  }

  // Calls visit(slot, shape, pose) for each image of an obstacle near `box`, as a BodySource does.
  template <class Visit>
  Status for_each_near(const Aabb<D, T>& box, Visit&& visit) const {
    const SearchResult r =
        world_->for_each_image_overlapping(box,
                                           [&](Handle h, const Vec<D, T>& shift) {
                                             if (h == left_out_) return true;
                                             const auto found = world_->find(h);
                                             Pose pose = found->pose;
                                             pose.translation = pose.translation + shift;
                                             return goes_on(visit, h.index, found->shape, pose);
                                           },
                                           {.filter = filter_, .sensors = false});
    return r.status == Status::stopped ? Status::ok : r.status;
  }

 private:
  const WorldQueries<D, T>* world_;
  MaybeFilter filter_;
  Handle left_out_;
};

}  // namespace masu
