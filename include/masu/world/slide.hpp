// SPDX-License-Identifier: MIT
// slide(): a character controller for circles, balls and capsules that never tunnels.
#pragma once

#include <masu/core/query_stats.hpp>
#include <masu/world/placed_bodies.hpp>

namespace masu {

// A capsule: all points within `radius` of the segment from position - half_axis to position +
// half_axis; a circle or ball where half_axis is 0. It does not rotate.
template <int D, class T>
struct CapsuleMover {
  Vec<D, T> position{};   // its center
  T radius = 0;           // around the segment; not negative
  Vec<D, T> half_axis{};  // from the center to an end of the segment; 0: a circle or ball
};

// Options of slide(): the up direction, the walkable slope, step height.
template <int D, class T>
struct SlideOptions {
  // The up direction, of any length. Zero (top-down games, flight): every obstacle is a wall, and
  // the next three options have no effect.
  Vec<D, T> up{};
  // Cosine of the steepest slope that counts as ground: above 0, up to 1; by default of 45 degrees.
  T walkable_cosine = T(0.70710678118654752);
  // Maximum height of a step that the mover climbs; 0: none.
  T step_height = 0;
  // A mover that was on the ground and does not move up is put back on the ground if the ground is
  // at most `snap` below. 0: the mover leaves the ground at drops.
  T snap = 0;
  // The distance that it keeps from obstacles. 0: a 128th of the radius. Never less than 64 units
  // in the last place of the largest coordinate.
  T skin = 0;
  std::uint32_t max_contacts = 64;  // with more the move ends with not_converged
};

// A contact that stopped a mover. `normal` has length 1 and points from the obstacle to the mover.
template <int D>
struct SlideContact {
  std::uint32_t body;       // number of the obstacle in its source
  std::uint32_t sub_shape;  // sub-shape of the obstacle
  double t;                 // the fraction of the displacement covered before it
  Vec<D, double> point;     // on the obstacle
  Vec<D, double> normal;    // away from the obstacle
  bool walkable;            // whether the mover can stand on it: its slope is walkable
};

namespace detail {
template <int D, class T>
struct PlacedSubShape;
template <int D, class T>
class CarryWalk;
}  // namespace detail

// A sub-shape that a mover comes near, and the state at the start of the move: the argument of
// `counts`. Valid during the call.
//
//    const auto counts = [](const masu::SlideObstacle<3, float>& o) {
//      return o.gap({0, 1, 0}) >= 0;  // one-way: it lies below the mover
//    };
//    (void)masu::slide(hero, velocity * dt, obstacles, slide_options, [](auto&) {}, counts);
//
// Cost: gap() finds a support point of the sub-shape. Threads: it belongs to the thread that calls
// slide().
template <int D, class T>
class SlideObstacle {
 public:
  // Refers to its arguments.
  SlideObstacle(const detail::PlacedSubShape<D, T>& sub_shape, const CapsuleMover<D, T>& mover,
                const Vec<D, T>& displacement)
      : sub_shape_(sub_shape), mover_(mover), displacement_(displacement) {}

  // Returns the body's number in its source; WorldObstacles::object() turns it into a handle.
  std::uint32_t body() const;
  std::uint32_t sub_shape() const;  // in a tile grid see TileGrid::cell_of()
  // Returns the mover before the move.
  const CapsuleMover<D, T>& mover() const { return mover_; }
  // Returns the displacement asked for.
  const Vec<D, T>& displacement() const { return displacement_; }
  // Returns the signed distance along `direction` (of any length), before the move, from the
  // farthest point of the sub-shape to the nearest point of the mover. Negative if they overlap on
  // that axis or the sub-shape lies ahead; 0 for a zero direction; -infinity if the sub-shape is
  // infinite along it.
  T gap(const Vec<D, T>& direction) const;

 private:
  friend class detail::CarryWalk<D, T>;

  const detail::PlacedSubShape<D, T>& sub_shape_;
  const CapsuleMover<D, T>& mover_;
  const Vec<D, T>& displacement_;
};

// Result of slide().
template <int D, class T>
struct SlideResult {
  // ok; not_converged: too many contacts; anything else: nothing was moved.
  Status status = Status::ok;
  QueryStats stats{};          // tests: sub-shapes tested; results: contacts
  std::uint32_t contacts = 0;  // how often an obstacle stopped the mover
  // The displacement as obstacles deflected it, to continue a velocity in the next frame.
  Vec<D, T> displacement{};
  bool on_ground = false;                   // whether the mover stands on something at the end
  Vec<D, T> ground_normal{};                // the normal of the ground there
  std::uint32_t ground_body = kNoSubShape;  // the body it stands on; kNoSubShape: no body
  // The depth of the mover in obstacles that it could not leave for lack of space. 0: it touches at
  // most.
  T overlap = 0;
  std::uint32_t overlap_body = kNoSubShape;  // body that it overlaps most; kNoSubShape: no body
};

namespace detail {

// A BodySource without its type.
template <int D, class T>
using AnyBodySource = FunctionRef<Status(const Aabb<D, T>& box, BodyVisit<D, T> visit)>;

template <int D>
using TakeSlideContact = FunctionRef<void(const SlideContact<D>&)>;
template <int D, class T>
using ObstacleFilter = FunctionRef<bool(const SlideObstacle<D, T>&)>;

// `counts`: nullptr where all obstacles count.
template <int D, class T>
SlideResult<D, T> slide_among(AnyBodySource<D, T> source, CapsuleMover<D, T>& mover,
                              const Vec<D, T>& displacement, const SlideOptions<D, T>& options,
                              TakeSlideContact<D> contact, const ObstacleFilter<D, T>* counts);

template <int D, class T, class Source>
Status visit_near(const Source& source, const Aabb<D, T>& box, BodyVisit<D, T> visit) {
  if constexpr (std::is_same_v<decltype(source.for_each_near(box, visit)), Status>) {
    return source.for_each_near(box, visit);
  } else {
    (void)source.for_each_near(box, visit);
    return Status::ok;
  }
}

struct NoContacts {
  void operator()(const auto&) const {}
};
struct AllCount {
  bool operator()(const auto&) const { return true; }
};

}  // namespace detail

// Moves a mover by a displacement among obstacles. At an obstacle the blocked part of the
// displacement is dropped and the rest continues: along the surface, along the crease of two, or
// nowhere in a corner. The whole path is swept: the mover tunnels through nothing, however thin and
// however fast. Internal edges between sub-shapes of one surface do not stop it. A mover that
// overlaps obstacles is first moved out of them, as far as there is space. `contact(c)` is called
// with each SlideContact that stops the mover; {}: no calls.
//
// `counts(o)` returns whether a SlideObstacle near the mover is an obstacle in this move: for
// one-way platforms, or doors that are open for some. It may be called more than once for a
// sub-shape, and must return the same each time.
//
// With `up`: on walkable ground the horizontal part of the displacement is kept, and the downward
// part dropped; slopes that are too steep are walls.
//
// Statuses, the mover being unchanged: not_finite; not_positive: the radius; out_of_range: numbers
// beyond 2^140, options outside their ranges, positions so far out that 64 units in the last place
// exceed the radius; those of check() for bodies and poses, and of the source. Typically O(c log n)
// for c contacts among n sub-shapes, plus the sub-shapes within a few radii of the path.
template <int D, class T, BodySource<D, T> Source, class Contact = detail::NoContacts,
          class Counts = detail::AllCount>
SlideResult<D, T> slide(CapsuleMover<D, T>& mover, const Vec<D, T>& displacement,
                        const Source& source, const SlideOptions<D, T>& options = {},
                        Contact&& contact = {}, Counts&& counts = {}) {
  const auto near = [&](const Aabb<D, T>& box, BodyVisit<D, T> visit) {
    return detail::visit_near(source, box, visit);
  };
  constexpr bool kAll = std::is_same_v<std::remove_cvref_t<Counts>, detail::AllCount>;
  const detail::ObstacleFilter<D, T> filter(counts);
  return detail::slide_among<D, T>(near, mover, displacement, options, contact,
                                   kAll ? nullptr : &filter);
}

}  // namespace masu
