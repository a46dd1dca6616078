// SPDX-License-Identifier: MIT
// AutoPairs: a World's default broad phase, which chooses its method.
#pragma once

#include <masu/broad_phase/choice.hpp>
#include <masu/core/detail/opaque.hpp>
#include <masu/world/detail/any_slot_pairs.hpp>

namespace masu {

// A SlotPairs that uses the method that choose() advises: PairTracker, IncrementalSweepAndPrune, or
// comparing all boxes if there are few. A change of the method costs as much as adding all objects
// again. Pairs do not depend on the method. Use another SlotPairs where you know the method, such
// as TrackedPairs.
//
//    masu::World<3, float, masu::AutoPairs<3, float>> small;  // the same as World<3>
//
// It samples the objects, O(n), when their number has changed by half, and after kFrames updates.
// It changes the method when two consecutive samples give the same advice. While the advice is the
// method in use, the interval doubles up to kMostFrames. It samples early:
// - when the number of objects that change within kFrames updates doubles or halves, and differs by
//   more than n / kOtherMotion per update;
// - when the number that jump to boxes disjoint from their last ones does;
// - when a search takes twice as many steps (QueryStats), by more than one for each object.
//
// Threads: const members are safe while no thread changes it. update() and move_many() take jobs.
template <int D, class T>
class AutoPairs {
 public:
  static constexpr int kDimension = D;
  using Scalar = T;
  static constexpr std::uint32_t kFrames = 60;  // updates to the first sample
  static constexpr std::uint32_t kMostFrames =
      64 * kFrames;                                // the longest interval between two samples
  static constexpr std::size_t kOtherMotion = 64;  // see above
  static constexpr std::size_t kTiny = 16;  // with no more objects the method does not matter

  // Creates a broad phase without objects.
  explicit AutoPairs(Allocator allocator = default_allocator())
      : AutoPairs(Period<D, T>{}, allocator) {}
  // For a periodic world. PairTracker replaces IncrementalSweepAndPrune, which does not support
  // periods.
  AutoPairs(const Period<D, T>& period, Allocator allocator) : period_(period), state_(allocator) {}

  // Operations of SlotPairs, which says what they do: insert or move an object. Statuses:
  // out_of_memory, and those of the method.
  Status insert(std::uint32_t slot, const Aabb<D, T>& box, const Filter& filter,
                bool fixed = false);
  void move(std::uint32_t slot, const Aabb<D, T>& box);
  // If a job throws, some objects have not moved.
  void move_many(std::span<const std::uint32_t> slots, std::span<const Aabb<D, T>> boxes,
                 const JobSystem& jobs);
  // Operations of SlotPairs: erase an object, insert many, and reserve memory for so many.
  void erase(std::uint32_t slot);
  Status insert_many(std::span<const std::uint32_t> slots, std::span<const Aabb<D, T>> boxes,
                     std::span<const Filter> filters, std::span<const std::uint8_t> fixed = {});
  Status reserve(std::size_t objects);
  // Updates the pairs, by a new method where a sample advises one. Statuses of the method.
  SearchResult update(const JobSystem& jobs = {});
  void prefetch(std::uint32_t slot) const;       // prefetches the slot's entry (HintsMoves)
  void prefetch_slot(std::uint32_t slot) const;  // prefetches the data of its object (HintsMoves)
  // Calls visit for the pairs that ended at the last update().
  void for_each_removed(const BlockTarget<Pair>& visit) const { kFunctions.removed(this, visit); }
  // Calls visit for the pairs that began at the last update().
  void for_each_added(const BlockTarget<Pair>& visit) const { kFunctions.added(this, visit); }
  // Calls visit for all pairs as of the last update().
  void for_each_pair(const BlockTarget<Pair>& visit) const { kFunctions.all(this, visit); }
  // Returns whether the method was changed since the last update(), so that update() finds all
  // pairs.
  bool changed() const;
  // Returns whether the last update() used a new method: then only for_each_pair() has its pairs,
  // not for_each_added() and for_each_removed().
  bool finds_from_scratch() const;
  // Takes over the method of another. Precondition: it has no objects. Statuses as use().
  Status start_like(const AutoPairs& other);

  BroadPhase method() const;  // method in use
  // Fixes the method, whatever choose() advises. out_of_memory; out_of_range: no such method, or
  // incremental_sweep in a periodic world; then nothing has changed.
  Status use(BroadPhase method);
  void use_automatic();  // undoes use()
  // Returns the advice of the last sample.
  const Choice& choice() const;
  // Returns how often it has sampled the objects.
  std::uint64_t samples() const;

  // The operations as World calls them.
  static const detail::SlotPairsFunctions<D, T> kFunctions;

 private:
  struct State;

  // Returns the state, and makes it first if needed; nullptr: out of memory.
  State* need();

  Period<D, T> period_;
  detail::Opaque<State> state_;
};

MASU_EXTERN_D_T(AutoPairs)

}  // namespace masu
