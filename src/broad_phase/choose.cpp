// SPDX-License-Identifier: MIT
#include <masu/broad_phase/choose.hpp>

#include "broad_phase/choice_costs.hpp"
#include "broad_phase/choice_rules.hpp"
#include "broad_phase/few_objects.hpp"
#include "core/instantiate.hpp"

namespace masu {
namespace detail {

// choice.hpp only declares these enumerations.
static_assert(Choice{}.builder == BvhBuilder::morton && Choice{}.order == CellOrder::hilbert);

Choice choose_from_scratch(const SceneDescription& d) {
  Choice c;
  const double all = all_pairs_cost(d);
  const double sorted = sorted_cost(d);
  const SweepCost swept = sweep_cost(d);
  const double tree = bvh_cost(d);
  c.ns_per_object = std::min({all, sorted, swept.ns(), tree});
  if (all <= c.ns_per_object) {
    c.method = BroadPhase::all_pairs;
    c.why = "there are so few objects that comparing all of them costs less than any preparation";
  } else if (swept.ns() <= c.ns_per_object) {
    c.method = BroadPhase::sweep_and_prune;
    c.axis = d.thin_axis;
    c.axes = swept.one_axis <= swept.columns ? 1 : d.dimension;
    c.why =
        d.stray > kStray
            ? "a few objects lie far from all others, which cells laid over the world do not suit"
            : "most objects are long beside what lies between them on one axis, and a sweep "
              "along it passes them one by one";
  } else if (tree <= c.ns_per_object) {
    c.method = BroadPhase::bvh;
    c.why =
        "the objects are as long as the world in many directions, and only bounds of like ones "
        "tell them apart";
  } else {
    if (d.stray > kStray || d.n <= kOneNode) c.order = CellOrder::morton;
    c.why = "much moves, and one sort into cells a frame costs less than to follow every mover";
  }
  return c;
}

template <int D, class T>
SceneDescription look_at(std::span<const BoxSpan<D, T>> frames, bool sampled) {
  const bool few = !frames.empty() && frames.back().size() <= kFewToLookAt;
  return few ? describe_few(frames) : describe_frames(frames, sampled);
}

namespace {

Choice choose_for_pairs(const SceneDescription& d) {
  const Choice scratch = choose_from_scratch(d);
  const double kept = tracker_cost(d);
  const double swept = incremental_cost(d);
  if (std::min(kept, swept) >= scratch.ns_per_object && !d.changes) return scratch;
  Choice c;
  c.ns_per_object = std::min(kept, swept);
  if (swept < kept) {
    c.method = BroadPhase::incremental_sweep;
    c.why =
        "sizes differ or objects are long, which cells do not suit, and steps are so short that "
        "few ends pass each other";
    return c;
  }
  c.method = BroadPhase::pair_tracker;
  c.why = d.moving <= kTrackedShare
              ? "few objects move, so pairs are kept and only the movers looked for"
              : "changes are wanted: all pairs are found anew and held against the old ones";
  return c;
}

// Up to so many boxes a tree is a few nodes, which suit wherever the boxes are.
constexpr std::size_t kFewNodes = 48;
// Steps of rigid boxes, in extents, that a refitted tree outlives for some sixty frames, were all
// to walk at random: their squares add up. What bends is a mesh, whose neighbours stay neighbours,
// however far it goes.
constexpr double kRefitStep = 0.25;

// Sizes spread wider than this do not suit one grid.
constexpr double kEven = 4;

// As if asked as often as there are objects.
void choose_index(const SceneDescription& d, Choice& c) {
  if (!d.boxes && !d.rays && !d.nearest) return;
  const bool follows = d.motion() == Motion::still ||
                       (d.deformable && d.motion() == Motion::coherent) ||
                       d.moving * d.step * d.step <= kRefitStep * kRefitStep;
  c.index = QueryIndex::bvh;
  if (d.nearest && !d.rays) {
    c.index = QueryIndex::kd_tree;
    c.why_index = "a kd-tree finds the nearest fastest, even built anew each frame";
  } else if (d.motion() == Motion::still) {
    c.builder = BvhBuilder::surface_area;
    c.why_index = "nothing moves, so the dearest tree to build pays: it answers fastest";
  } else if (follows || d.n <= kFewNodes) {
    c.builder = BvhBuilder::surface_area;
    c.refit = true;
    c.why_index = d.deformable
                      ? "what bends keeps its neighbours, so last frame's tree serves with "
                        "its boxes renewed"
                      : "steps are short, so last frame's tree serves with its boxes "
                        "renewed";
    if (!follows) c.why_index = "so few boxes make a few nodes, whose boxes are soon renewed";
  } else if (d.rays || d.dimension > 2 || d.extent_spread > kEven) {
    c.why_index = "boxes go far each frame, and a tree by one sort is built fastest";
  } else {
    c.index = QueryIndex::uniform_grid;
    c.why_index = "boxes go far each frame, and in the plane a grid is built and asked fastest";
  }
}

}  // namespace
}  // namespace detail

Choice choose(const SceneDescription& description) {
  Choice c = detail::choose_for_pairs(description);
  detail::choose_index(description, c);
  return c;
}

template <int D, class T>
Choice choose(std::span<const BoxSpan<D, T>> frames) {
  return choose(detail::look_at(frames));
}

#define MASU_INSTANTIATE(D, T)                                                     \
  template SceneDescription detail::look_at(std::span<const BoxSpan<D, T>>, bool); \
  template Choice choose(std::span<const BoxSpan<D, T>>);
MASU_FOR_ALL_D(MASU_INSTANTIATE)
#undef MASU_INSTANTIATE

}  // namespace masu
