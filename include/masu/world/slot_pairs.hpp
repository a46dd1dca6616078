// SPDX-License-Identifier: MIT
// SlotPairs: what a World needs of a broad phase.
#pragma once

#include <concepts>

#include <masu/broad_phase/query_results.hpp>
#include <masu/core/allocator.hpp>
#include <masu/core/block_output.hpp>
#include <masu/core/job_system.hpp>

namespace masu {

namespace detail {
struct AnySlots {
  void operator()(std::uint32_t, std::uint32_t) const {}
};
}  // namespace detail

// The broad phase of a World: tracks the pairs of overlapping boxes. Objects are named by slots,
// which the caller assigns. A class of your own needs the operations of the first list; a world
// uses those of the second where the class has them.
//
// - `insert(slot, box, filter)`: inserts an object, or replaces the values of the one in that slot.
//   Unchanged if it fails.
// - `move(slot, box)`, `erase(slot)`: move or erase an object. They do not fail.
// - `update()`: updates the pairs. After it for_each_removed(visit) and then for_each_added(visit)
//   call visit(slot, slot) for the pairs that ended and began since the last update() that
//   succeeded; a pair in both lists ended and began again. Changes reported before an update() that
//   failed may be reported again or not at all: a world then reads all pairs. An erased slot may be
//   used again only after update(). A visitor that returns false needs no more calls.
// - `for_each_pair(visit)`: all pairs as of the last update().
//
// Optional operations, and the concepts that name them:
//
// - TakesFixed: `insert(slot, box, filter, fixed)`, in place of the insert() above. It need not
//   find pairs of two fixed objects; a world discards those that are reported.
// - TakesJobs: `update(jobs)`, for a world that has jobs. Pairs and their order must not depend on
//   them. A job may throw, which counts as a failure.
// - InsertsMany: `insert_many(slots, boxes, filters, fixed)`, for slots without an object, and
//   `reserve(objects)`. World::add_many() calls them. `fixed` has a byte for each object; `filters`
//   may be empty (Filter{} for all). Unchanged if it fails.
// - MovesMany: `move_many(slots, boxes, jobs)`, each slot once, for a world that has jobs. If a job
//   throws, some objects have moved, and the world moves all again.
// - HintsMoves: `prefetch(slot)` and, some objects later, `prefetch_slot(slot)` load what move()
//   will read. The slot may be that of an erased object.
// - SwitchesMethod: `changed()` returns whether update() has work although no object was inserted,
//   moved or erased; `finds_from_scratch()` whether the last update() found all pairs from scratch,
//   so that only for_each_pair() has them. `start_like(other)` makes an instance without objects
//   use the method of another, for World::restore().
//
// For a periodic world (WorldOptions::period) the class has a constructor from a Period and an
// Allocator. move() and insert() then get boxes outside [0, length) too.
template <class Pairs, int D, class T>
concept SlotPairs = std::constructible_from<Pairs, Allocator> &&
    requires(Pairs& pairs, std::uint32_t slot, const Aabb<D, T>& box, const Filter& filter) {
  { pairs.insert(slot, box, filter) } -> std::same_as<Status>;
  pairs.move(slot, box);
  pairs.erase(slot);
  { pairs.update() } -> std::same_as<SearchResult>;
  pairs.for_each_removed(detail::AnySlots{});
  pairs.for_each_added(detail::AnySlots{});
  pairs.for_each_pair(detail::AnySlots{});
};

// Whether insert() takes `fixed`. This and the next concepts: optional operations, see above.
template <class Pairs, int D, class T>
concept TakesFixed = requires(Pairs& pairs, const Aabb<D, T>& box, const Filter& filter) {
  { pairs.insert(0u, box, filter, true) } -> std::same_as<Status>;
};
// Whether update() takes jobs.
template <class Pairs>
concept TakesJobs = requires(Pairs& pairs, const JobSystem& jobs) {
  { pairs.update(jobs) } -> std::same_as<SearchResult>;
};
// Whether the class has insert_many() and reserve().
template <class Pairs, int D, class T>
concept InsertsMany = requires(Pairs& pairs, std::span<const std::uint32_t> slots,
                               std::span<const Aabb<D, T>> boxes, std::span<const Filter> filters,
                               std::span<const std::uint8_t> fixed) {
  { pairs.insert_many(slots, boxes, filters, fixed) } -> std::same_as<Status>;
  { pairs.reserve(slots.size()) } -> std::same_as<Status>;
};
// Whether the class has move_many().
template <class Pairs, int D, class T>
concept MovesMany = requires(Pairs& pairs, std::span<const std::uint32_t> slots,
                             std::span<const Aabb<D, T>> boxes, const JobSystem& jobs) {
  pairs.move_many(slots, boxes, jobs);
};
// Whether the class has prefetch() and prefetch_slot().
template <class Pairs>
concept HintsMoves = requires(const Pairs& pairs) {
  pairs.prefetch(0u);
  pairs.prefetch_slot(0u);
};
// Whether the class changes its method by itself.
template <class Pairs>
concept SwitchesMethod = requires(const Pairs& pairs, Pairs& made) {
  { pairs.changed() } -> std::same_as<bool>;
  { pairs.finds_from_scratch() } -> std::same_as<bool>;
  { made.start_like(pairs) } -> std::same_as<Status>;
};

}  // namespace masu
