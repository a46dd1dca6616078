// SPDX-License-Identifier: MIT
// The broad phase of a world that looks at its objects and picks one of the others, or is told.
#pragma once

#include <masu/broad_phase/choice.hpp>
#include <masu/core/detail/opaque.hpp>
#include <masu/world/detail/any_slot_pairs.hpp>

namespace masu {

// SlotPairs, kept as choose() advises, which asks for changes: by PairTracker or by
// IncrementalSweepAndPrune; so few objects that they are soon compared are. A change costs what
// putting all objects in again does. Pairs do not depend on any of this.
//
// It samples the objects, O(n), when their number has changed by half, and after kFrames updates.
// It changes the method when two samples in turn give the same advice. While the advice is the
// method in use, the interval doubles up to kMostFrames. A sample comes early when twice or half as
// many objects change within kFrames updates, by more than one in kOtherMotion objects an update;
// when twice or half as many leap to boxes apart from those they had, by as much; and when a search
// takes twice as many steps (QueryStats), by more than one for each object.
template <int D, class T>
class AutoPairs {
 public:
  using Box = Aabb<D, T>;
  static constexpr std::uint32_t kFrames = 60;                // updates to the first sample
  static constexpr std::uint32_t kMostFrames = 64 * kFrames;  // at most between two samples
  static constexpr std::size_t kOtherMotion = 64;             // objects for one more that moves
  static constexpr std::size_t kTiny = 16;  // up to so many objects nothing is worth choosing

  explicit AutoPairs(Allocator allocator = default_allocator())
      : AutoPairs(Period<D, T>{}, allocator) {}
  // In a world that wraps around. IncrementalSweepAndPrune knows of no such: PairTracker takes its
  // place.
  AutoPairs(const Period<D, T>& period, Allocator allocator) : period_(period), state_(allocator) {}

  // SlotPairs, with all its optional operations.
  Status put(std::uint32_t slot, const Box& box, const Filter& filter, bool fixed = false);
  void move(std::uint32_t slot, const Box& box);
  // A job that throws leaves some where they were.
  void move_many(std::span<const std::uint32_t> slots, std::span<const Box> boxes,
                 const JobSystem& jobs);
  void drop(std::uint32_t slot);
  Status put_many(std::span<const std::uint32_t> slots, std::span<const Box> boxes,
                  std::span<const Filter> filters, std::span<const std::uint8_t> fixed = {});
  Status reserve(std::size_t objects);
  SearchResult update(const JobSystem& jobs = {});
  void prefetch(std::uint32_t slot) const;
  void prefetch_place(std::uint32_t slot) const;
  void for_each_removed(const BlockTarget<Pair>& visit) const { kFunctions.removed(this, visit); }
  void for_each_added(const BlockTarget<Pair>& visit) const { kFunctions.added(this, visit); }
  void for_each_pair(const BlockTarget<Pair>& visit) const { kFunctions.all(this, visit); }
  // Since the last update() the method was changed: update() finds its pairs.
  bool changed() const;
  // Before the last update() the method was changed: for_each_pair() tells the pairs, reports do
  // not.
  bool anew() const;
  // As another was told to, before anything is put.
  Status start_like(const AutoPairs& other);

  BroadPhase method() const;
  // From now on in this way, whatever choose() says. out_of_memory, and out_of_range
  // (incremental_sweep in a world that wraps around): nothing has changed.
  Status use(BroadPhase method);
  void use_automatic();
  // The advice of the last sample.
  const Choice& choice() const;
  // How often it has sampled the objects.
  std::uint64_t samples() const;

  // The operations as World calls them.
  static const detail::SlotPairsFunctions<D, T> kFunctions;

 private:
  struct State;

  // The state, made now if there is none. nullptr: no memory.
  State* need();

  Period<D, T> period_;
  detail::Opaque<State> state_;
};

MASU_EXTERN_D_T(AutoPairs)

}  // namespace masu
