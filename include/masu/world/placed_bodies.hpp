// SPDX-License-Identifier: MIT
// Obstacles of slide() and carry() without a World: bodies with poses.
#pragma once

#include <masu/core/buffer.hpp>
#include <masu/core/detail/opaque.hpp>
#include <masu/core/function_ref.hpp>
#include <masu/world/world_shape.hpp>

namespace masu {

// A body at a pose.
template <int D, class T>
struct PlacedBody {
  // Makes it of a Shape or a CompositeShape, which must outlive it if WorldShape refers to it.
  template <detail::WorldBody S>
  PlacedBody(const S& body, const Transform<D, T>& body_pose = {})
      : shape(world_shape(body)), pose(body_pose) {}
  template <detail::ReferredBody S>
  PlacedBody(const S&& body, const Transform<D, T>& body_pose = {}) = delete;
  PlacedBody(const WorldShape<D, T>& body, const Transform<D, T>& body_pose)
      : shape(body), pose(body_pose) {}

  WorldShape<D, T> shape;  // the body
  Transform<D, T> pose;    // its pose
};

// A visitor of bodies.
template <int D, class T>
using BodyVisit = FunctionRef<bool(std::uint32_t number, const WorldShape<D, T>& shape,
                                   const Transform<D, T>& pose)>;

// A source of obstacles. for_each_near(box, visit) calls visit(number, shape, pose) at least for
// the bodies that overlap `box`, in an order that does not change from call to call; visit returns
// false to stop. It is const, and may be called again from within visit. It may return a Status: an
// error ends the calling slide() with it.
template <class S, int D, class T>
concept BodySource = requires(const S& source, const Aabb<D, T>& box, BodyVisit<D, T> visit) {
  source.for_each_near(box, visit);
};

// A BodySource of one body, number 0. Use it to slide along a single level mesh; for more bodies
// use PlacedBodies or a World.
//
//    const masu::OneBody<3, float> level(mesh, {});
//    (void)masu::slide(hero, velocity * dt, level);
//
// O(1), no memory. Threads: safe in many threads while the body does not change.
template <int D, class T>
class OneBody {
 public:
  // Refers to the body if WorldShape does; then the body must outlive it.
  template <class S>
  OneBody(const S& body, const Transform<D, T>& pose) : body_(body, pose) {}
  template <detail::ReferredBody S>
  OneBody(const S&& body, const Transform<D, T>& pose) = delete;

  // Visits the body, wherever the box is.
  void for_each_near(const Aabb<D, T>&, BodyVisit<D, T> visit) const {
    (void)visit(0u, body_.shape, body_.pose);
  }

 private:
  PlacedBody<D, T> body_;
};

// A BodySource of many bodies, in a Bvh of their boxes. Numbers are indices into the span of
// build(). Use it for obstacles of slide() without a World; for obstacles that move use a World and
// WorldObstacles.
//
//    const masu::PlacedBody<3, float> level[] = {{mesh, {}}, {crate, {{2, 0, 0}, {}}}};
//    masu::PlacedBodies<3, float> bodies;
//    (void)bodies.build(level);
//    (void)masu::slide(hero, velocity * dt, bodies);
//
// Cost: visits take O(log n + visited). Threads: const members are safe in many threads while no
// thread changes the bodies.
template <int D, class T>
class PlacedBodies {
 public:
  // Creates a source without bodies.
  explicit PlacedBodies(Allocator allocator = default_allocator())
      : bodies_(allocator), tree_(allocator) {}

  // Replaces the bodies. Statuses: those of check() and Transform::check(); no_points: a composite
  // shape without sub-shapes; those of Bvh::build(); then it holds nothing. An empty span is ok.
  // O(n log n), and the bounding boxes of the bodies.
  Status build(std::span<const PlacedBody<D, T>> bodies);

  std::size_t size() const { return bodies_.size(); }  // number of bodies
  // Returns body i, with its pose.
  const PlacedBody<D, T>& operator[](std::size_t i) const { return bodies_[i]; }

  // Calls visit(i, shape, pose) for each body i whose box overlaps `box`, as a BodySource does.
  void for_each_near(const Aabb<D, T>& box, BodyVisit<D, T> visit) const;

 private:
  struct Tree;

  Buffer<PlacedBody<D, T>> bodies_;
  detail::Opaque<Tree> tree_;
};

MASU_EXTERN_D_T(PlacedBodies)

}  // namespace masu
