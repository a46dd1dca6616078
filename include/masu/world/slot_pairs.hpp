// SPDX-License-Identifier: MIT
// What a world asks of a broad phase: objects named by slots, and which pairs came and went.
#pragma once

#include <concepts>

#include <masu/broad_phase/query_results.hpp>
#include <masu/core/allocator.hpp>
#include <masu/core/job_system.hpp>
#include <masu/core/pair.hpp>

namespace masu {

namespace detail {
struct AnySlots {
  void operator()(std::uint32_t, std::uint32_t) const {}
};
}  // namespace detail

// Keeps the pairs of boxes that its user names by slots of his own.
//
// - `put(slot, box, filter)`: a new object, or the one that is there anew. Unchanged if it fails.
// - `move(slot, box)`, `drop(slot)`: of one that is there. They do not fail.
// - `update()`: brings the pairs up to date. For those that were removed since the last one that
//   ended well, and then for those that were added, removed and added call visit(slot, slot); one
//   that is in both lists ended and began again. A dropped slot may be put again only after it. A
//   visitor that returns false needs no more calls.
// - `for_each_pair(visit)`: all as of the last update(). What was reported before one that failed
//   may be reported again or not at all: then only this tells.
//
// Optional: `put(slot, box, filter, fixed)`. Worlds call it instead of the put() above, and it need
// not find pairs of two fixed objects. Worlds drop such pairs where they are reported.
//
// One that takes `update(jobs)`, a JobSystem, is updated so by worlds that have jobs; its pairs and
// their order must not depend on them. A job may throw: then it goes on as after a failure.
//
// Optional: `move_many(slots, boxes, jobs)`, where each slot comes once. Worlds that have jobs call
// it when many objects move. If a job throws, some have moved, and the world moves all again.
//
// Optional: `put_many(slots, boxes, filters, fixed)`, for slots without an object, and
// `reserve(objects)`. World::add_many() calls them. `fixed` has a byte for each object; `filters`
// may be empty (Filter{} for all). Unchanged if it fails.
//
// For worlds that wrap around it can be made of a Period and an Allocator, too; boxes are then any
// that wrap() takes.
template <class Pairs, int D, class T>
concept SlotPairs = std::constructible_from<Pairs, Allocator> &&
    requires(Pairs& pairs, std::uint32_t slot, const Aabb<D, T>& box, const Filter& filter) {
  { pairs.put(slot, box, filter) } -> std::same_as<Status>;
  pairs.move(slot, box);
  pairs.drop(slot);
  { pairs.update() } -> std::same_as<SearchResult>;
  pairs.for_each_removed(detail::AnySlots{});
  pairs.for_each_added(detail::AnySlots{});
  pairs.for_each_pair(detail::AnySlots{});
};

namespace detail {
template <class Pairs, int D, class T>
concept MovesMany = requires(Pairs& pairs, std::span<const std::uint32_t> slots,
                             std::span<const Aabb<D, T>> boxes, const JobSystem& jobs) {
  pairs.move_many(slots, boxes, jobs);
};
template <class Pairs, int D, class T>
concept PutsMany = requires(Pairs& pairs, std::span<const std::uint32_t> slots,
                            std::span<const Aabb<D, T>> boxes, std::span<const Filter> filters,
                            std::span<const std::uint8_t> fixed) {
  { pairs.put_many(slots, boxes, filters, fixed) } -> std::same_as<Status>;
  { pairs.reserve(slots.size()) } -> std::same_as<Status>;
};
template <class Pairs>
concept TakesJobs = requires(Pairs& pairs, const JobSystem& jobs) {
  { pairs.update(jobs) } -> std::same_as<SearchResult>;
};

// Puts an object, with `fixed` if the broad phase takes it.
template <class Pairs, int D, class T>
Status put_object(Pairs& pairs, std::uint32_t slot, const Aabb<D, T>& box, const Filter& filter,
                  bool fixed) {
  if constexpr (requires { pairs.put(slot, box, filter, fixed); }) {
    return pairs.put(slot, box, filter, fixed);
  } else {
    return pairs.put(slot, box, filter);
  }
}
}  // namespace detail

}  // namespace masu
