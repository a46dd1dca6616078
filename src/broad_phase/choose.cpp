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
    c.why = "there are so few objects that comparing every pair costs less than any preparation";
  } else if (swept.ns() <= c.ns_per_object) {
    c.method = BroadPhase::sweep_and_prune;
    c.axis = d.thin_axis;
    c.axes = swept.one_axis <= swept.columns ? 1 : d.dimension;
    c.why = d.stray > kStray
                ? "a few objects lie far from all others, and a grid or tree over the whole scene "
                  "would "
                  "put most objects into few cells"
                : "few objects overlap on one axis, and a sweep along it has few pairs to test";
  } else if (tree <= c.ns_per_object) {
    c.method = BroadPhase::bvh;
    c.why =
        "the objects are as long as the scene, in several directions, and only bounding boxes of "
        "similar objects separate them";
  } else {
    if (d.stray > kStray || d.n <= kOneNode) c.order = CellOrder::morton;
    c.why =
        "many objects move, and sorting all of them into cells again costs less than updating "
        "each of them";
  }
  return c;
}

template <int D, class T>
SceneDescription describe_scene(std::span<const BoxSpan<D, T>> frames, bool sampled) {
  const bool few = !frames.empty() && frames.back().size() <= kFewToTest;
  return few ? describe_few(frames) : describe_frames(frames, sampled);
}

namespace {

Choice choose_for_pairs(const SceneDescription& d) {
  const Choice scratch = choose_from_scratch(d);
  const double tracked = tracker_cost(d);
  const double swept = incremental_cost(d);
  if (std::min(tracked, swept) >= scratch.ns_per_object && !d.changes) return scratch;
  Choice c;
  c.ns_per_object = std::min(tracked, swept);
  if (swept < tracked) {
    c.method = BroadPhase::incremental_sweep;
    c.why =
        "sizes differ widely or objects are long, which makes cells inefficient, and steps are so "
        "short that the sorted order of the last frame hardly changes";
    return c;
  }
  c.method = BroadPhase::pair_tracker;
  c.why = d.moving <= kTrackedShare
              ? "few objects move, so all other pairs are kept, and only moved objects are "
                "searched for pairs"
              : "changes of pairs are required: it finds all pairs and compares them with those of "
                "the last frame";
  return c;
}

// A tree of up to this many boxes has few nodes, which stay good wherever the boxes move.
constexpr std::size_t kFewNodes = 48;
// The longest steps of rigid boxes, in extents, for which a refitted tree stays good for about
// sixty frames, if all moved at random: the squares of steps add up. Deformable boxes belong to a
// mesh, whose neighbors stay neighbors however far it moves.
constexpr double kRefitStep = 0.25;

// One grid does not suit a larger spread of sizes.
constexpr double kEven = 4;

// Assumes as many queries as objects.
void choose_index(const SceneDescription& d, Choice& c) {
  if (!d.boxes && !d.rays && !d.nearest) return;
  const bool follows = d.motion() == Motion::still ||
                       (d.deformable && d.motion() == Motion::coherent) ||
                       d.moving * d.step * d.step <= kRefitStep * kRefitStep;
  c.index = QueryIndex::bvh;
  if (d.nearest && !d.rays) {
    c.index = QueryIndex::kd_tree;
    c.why_index =
        "a k-d tree is the fastest for nearest neighbors, even if it is rebuilt each frame";
  } else if (d.motion() == Motion::still) {
    c.builder = BvhBuilder::surface_area;
    c.why_index =
        "nothing moves, so a tree that takes long to build pays: its queries are the fastest";
  } else if (follows || d.n <= kFewNodes) {
    c.builder = BvhBuilder::surface_area;
    c.refit = true;
    c.why_index = d.deformable
                      ? "neighbors in a deforming mesh stay neighbors, so the tree of the last "
                        "frame is reused with its boxes updated"
                      : "steps are short, so the tree of the last frame is reused with its boxes "
                        "updated";
    if (!follows)
      c.why_index = "there are so few boxes that updating the nodes of a tree takes little time";
  } else if (d.rays || d.dimension > 2 || d.extent_spread > kEven) {
    c.why_index = "boxes move far each frame, and a tree made by one sort is built fastest";
  } else {
    c.index = QueryIndex::uniform_grid;
    c.why_index =
        "boxes move far each frame, and in 2D a grid is the fastest to build and to query";
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
  return choose(detail::describe_scene(frames));
}

#define MASU_INSTANTIATE(D, T)                                                            \
  template SceneDescription detail::describe_scene(std::span<const BoxSpan<D, T>>, bool); \
  template Choice choose(std::span<const BoxSpan<D, T>>);
MASU_FOR_ALL_D(MASU_INSTANTIATE)
#undef MASU_INSTANTIATE

}  // namespace masu
