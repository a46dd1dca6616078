// SPDX-License-Identifier: MIT
// Moving platforms, doors and walls: they carry and push characters.
#pragma once

#include <span>

#include <masu/narrow_phase/time_of_impact.hpp>
#include <masu/world/slide.hpp>

namespace masu {

// How a body moved since the last frame: straight from sweep.begin to sweep.end, while it rotates
// about one axis, along the shorter arc. WorldObstacles::motion() makes one of an object.
template <int D, class T>
struct ObstacleMotion {
  std::uint32_t body = kNoSubShape;  // its number in the source; kNoSubShape: no body, ignored
  WorldShape<D, T> shape{};          // the same that the source has for it
  Sweep<D, T> sweep{};               // sweep.end: where the source has it now

  // Returns the pose at a share of the motion, from 0 to 1. t = 0 and 1 give the ends exactly.
  Transform<D, T> at(double t) const;
};

// What carry() did.
template <int D, class T>
struct CarryResult {
  // ok; not_converged: a slide met more than max_contacts; anything else: nothing was moved.
  Status status = Status::ok;
  QueryStats stats{};                       // tests: sub-shapes tested
  Vec<D, T> displacement{};                 // how far the mover was moved in all
  Vec<D, T> ground_displacement{};          // how far the ground moved below it; / dt: its velocity
  std::uint32_t ground_body = kNoSubShape;  // the body that carried it last; kNoSubShape: no body
  // True: obstacles left no space. The mover went along until share `t` of the motions; obstacles
  // that stop at ObstacleMotion::at(t) do not overlap it.
  bool crushed = false;
  std::uint32_t crushed_by = kNoSubShape;  // body that overlaps it the most; kNoSubShape: no body
  T t = 1;                                 // share of the motions; below 1 only if crushed
  T overlap = 0;                           // depth in crushed_by at the first step after `t`
};

namespace detail {

template <int D, class T>
CarryResult<D, T> carry_among(AnyBodySource<D, T> source, CapsuleMover<D, T>& mover,
                              std::span<const ObstacleMotion<D, T>> moved,
                              const SlideOptions<D, T>& options,
                              const ObstacleFilter<D, T>* counts);

}  // namespace detail

// Moves a mover along with the obstacles that moved in this frame. Call it after they have moved
// and before slide():
//
//    (void)masu::carry(hero, moved, obstacles, slide_options);
//    (void)masu::slide(hero, velocity * dt, obstacles, slide_options);
//
// A mover that stands on a moving body goes where the ground below it goes: up, down, sideways and
// around. Moving bodies push a mover that is in their way, along other obstacles and never through
// them. The motions are cut into steps in which no body approaches by more than a quarter of the
// radius: the mover ends on the side of each obstacle on which it began, at any speed up to 256
// radii a frame. A mover that no motion reaches is left where it is, in O(moved).
//
// `source` has all obstacles where they are now, with the moved ones at sweep.end. `counts` is the
// function of slide(). It sees the moved obstacles and the mover at the start of the frame, and
// displacement 0: a one-way platform that was below carries.
//
// Statuses: those of slide(), Transform::check() and check() of the shapes; out_of_range: an
// obstacle that may reach the mover moves by more than 256 radii. Typically O(s (m + log n)) for m
// motions, n sub-shapes and s steps: one step for motions of up to a quarter of the radius.
template <int D, class T, BodySource<D, T> Source, class Counts = detail::AllCount>
CarryResult<D, T> carry(CapsuleMover<D, T>& mover,
                        std::type_identity_t<std::span<const ObstacleMotion<D, T>>> moved,
                        const Source& source, const SlideOptions<D, T>& options = {},
                        Counts&& counts = {}) {
  const auto near = [&](const Aabb<D, T>& box, BodyVisit<D, T> visit) {
    return detail::visit_near(source, box, visit);
  };
  constexpr bool kAll = std::is_same_v<std::remove_cvref_t<Counts>, detail::AllCount>;
  const detail::ObstacleFilter<D, T> filter(counts);
  return detail::carry_among<D, T>(near, mover, moved, options, kAll ? nullptr : &filter);
}

}  // namespace masu
