// SPDX-License-Identifier: MIT
// Characters: a circle, ball or capsule that slides along what it meets, and never gets through.
#pragma once

#include <masu/core/query_stats.hpp>
#include <masu/world/placed_bodies.hpp>

namespace masu {

// All within `radius` of the segment from position - half_axis to position + half_axis: a capsule,
// or a circle or ball where the half axis is 0. It does not turn.
template <int D, class T>
struct CapsuleMover {
  Vec<D, T> position{};
  T radius = 0;
  Vec<D, T> half_axis{};
};

// How it walks: which way is up, what is ground, how high steps are.
template <int D, class T>
struct SlideOptions {
  // Where the ground pulls from, of any length. Zero (plans seen from above, flight): all that is
  // met is a wall, and the four options below are without effect.
  Vec<D, T> up{};
  // Of the steepest slope to be walked on: 0 to 1; of 45 degrees if not said.
  T walkable_cosine = T(0.70710678118654752);
  // Edges this high are stepped onto, and over; 0: none.
  T step_height = 0;
  // A mover that was on the ground and does not go up is put back on it, if it is no deeper below
  // than this; 0: it leaves the ground where that falls away.
  T snap = 0;
  // How far off obstacles it stays. 0: a 128th of the radius. Never less than 64 units in the last
  // place of the largest coordinate.
  T skin = 0;
  std::uint32_t max_contacts = 64;  // then the way ends, with status not_converged
};

// What a mover met. `normal` has length 1 and points from the obstacle to the mover.
template <int D>
struct SlideContact {
  std::uint32_t body;
  std::uint32_t piece;
  double t;              // the share of the way gone by then
  Vec<D, double> point;  // on the obstacle
  Vec<D, double> normal;
  bool walkable;  // whether it carries the mover: its normal is near enough to up
};

namespace detail {
template <int D, class T>
struct PlacedPiece;
template <int D, class T>
class CarryWalk;
}  // namespace detail

// A piece that a mover comes near, and the move as it begins: who is asked whether the piece counts
// in this move sees nothing else. Valid while he is asked.
template <int D, class T>
class SlideObstacle {
 public:
  // Of what lives elsewhere, and must go on doing so.
  SlideObstacle(const detail::PlacedPiece<D, T>& piece, const CapsuleMover<D, T>& mover,
                const Vec<D, T>& displacement)
      : piece_(piece), mover_(mover), displacement_(displacement) {}

  // The body's number in its source: WorldObstacles::object() of it is a handle.
  std::uint32_t body() const;
  std::uint32_t piece() const;  // of a tile grid: see TileGrid::cell_of()
  // Where and what the mover is before the move.
  const CapsuleMover<D, T>& mover() const { return mover_; }
  const Vec<D, T>& displacement() const { return displacement_; }
  // How far the mover lies beyond the piece along a direction of any length, before the move: from
  // the farthest point of the piece to the first of the mover, below zero where they overlap on
  // that axis or the piece lies ahead. 0 along no direction; -infinity where the piece has no end.
  T gap(const Vec<D, T>& direction) const;

 private:
  friend class detail::CarryWalk<D, T>;

  const detail::PlacedPiece<D, T>& piece_;
  const CapsuleMover<D, T>& mover_;
  const Vec<D, T>& displacement_;
};

// How a move went.
template <int D, class T>
struct SlideResult {
  // ok; not_converged: too many contacts; anything else: nothing was moved.
  Status status = Status::ok;
  QueryStats stats{};  // tests: pieces looked at; results: contacts
  std::uint32_t contacts = 0;
  // The displacement as obstacles have turned it, for a velocity that goes on in the next frame.
  Vec<D, T> displacement{};
  bool on_ground = false;                // whether something carries it at the end, and what
  Vec<D, T> ground_normal{};             // the normal of what carries it
  std::uint32_t ground_body = kNoPiece;  // the body that carries it
  // How deep the mover still is in obstacles: there was no room to leave them. 0: it touches at
  // most.
  T overlap = 0;
  std::uint32_t overlap_body = kNoPiece;  // the body that it overlaps the most
};

namespace detail {

// A BodySource of any class.
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

// Moves a mover by a displacement among obstacles. What of the way leads into an obstacle is lost,
// the rest goes on: along it, along the crease of two, or nowhere in a corner. The whole way is
// swept: at no speed it gets through anything, however thin. Where pieces meet in one surface their
// edges do not stop it. A mover that overlaps obstacles is moved out of them first, as far as there
// is room. `contact(c)` sees each SlideContact that stops it; {}: nobody does.
//
// `counts(o)` says of each SlideObstacle that the mover comes near whether it is one in this move:
// platforms that hold from above alone, doors that are open for some. It may be asked more than
// once of the same piece, and is to say the same each time.
//
// With `up`: on walkable ground the horizontal part of the displacement stays as it is, and what
// leads downwards is lost; slopes that are too steep are walls to what would climb them.
//
// Statuses: not_finite; not_positive: the radius; out_of_range: numbers beyond 2^140, options that
// are not in their range, places so far out that 64 units in the last place there exceed the
// radius; what check() says of bodies and places, and the source. Then the mover stays where it is.
// Typically O(c log n) for c contacts among n pieces, and the pieces within a few radii of the way.
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
