// SPDX-License-Identifier: MIT
// Bodies and where they are: what queries of the world's layer look for obstacles in.
#pragma once

#include <masu/core/buffer.hpp>
#include <masu/core/detail/opaque.hpp>
#include <masu/core/function_ref.hpp>
#include <masu/world/world_shape.hpp>

namespace masu {

// A body at a place.
template <int D, class T>
struct PlacedBody {
  // Of a Shape or a CompositeShape: what a WorldShape says of how long these must live.
  template <detail::WorldBody S>
  PlacedBody(const S& body, const Transform<D, T>& place = {})
      : shape(world_shape(body)), at(place) {}
  template <detail::ReferredBody S>
  PlacedBody(const S&& body, const Transform<D, T>& place = {}) = delete;
  PlacedBody(const WorldShape<D, T>& body, const Transform<D, T>& place) : shape(body), at(place) {}

  WorldShape<D, T> shape;
  Transform<D, T> at;
};

// A visitor of bodies.
template <int D, class T>
using BodyVisit = FunctionRef<bool(std::uint32_t number, const WorldShape<D, T>& shape,
                                   const Transform<D, T>& at)>;

// for_each_near(box, visit): visit(number, shape, at) at least for those bodies that overlap `box`,
// in any order that does not change from call to call; visit returns false to stop. const, and safe
// to call again from within visit. It may return a Status: what is asked there is refused with it.
template <class S, int D, class T>
concept BodySource = requires(const S& source, const Aabb<D, T>& box, BodyVisit<D, T> visit) {
  source.for_each_near(box, visit);
};

// One body is a source; its number is 0.
template <int D, class T>
class OneBody {
 public:
  // Of a body that lives elsewhere, and must go on doing so.
  template <class S>
  OneBody(const S& body, const Transform<D, T>& at) : body_(body, at) {}
  template <detail::ReferredBody S>
  OneBody(const S&& body, const Transform<D, T>& at) = delete;

  void for_each_near(const Aabb<D, T>&, BodyVisit<D, T> visit) const {
    (void)visit(0u, body_.shape, body_.at);
  }

 private:
  PlacedBody<D, T> body_;
};

// Many, behind a Bvh of their boxes. Numbers are places in what was given.
template <int D, class T>
class PlacedBodies {
 public:
  explicit PlacedBodies(Allocator allocator = default_allocator())
      : bodies_(allocator), tree_(allocator) {}

  // Statuses: those of check() and Transform::check(), no_points: a body without pieces, and those
  // of Bvh::build(); then it holds nothing. No bodies is ok. O(n log n), and the boxes of the
  // bodies.
  Status build(std::span<const PlacedBody<D, T>> bodies);

  std::size_t size() const { return bodies_.size(); }
  const PlacedBody<D, T>& operator[](std::size_t i) const { return bodies_[i]; }

  // BodySource.
  void for_each_near(const Aabb<D, T>& box, BodyVisit<D, T> visit) const;

 private:
  struct Tree;

  Buffer<PlacedBody<D, T>> bodies_;
  detail::Opaque<Tree> tree_;
};

MASU_EXTERN_D_T(PlacedBodies)

}  // namespace masu
