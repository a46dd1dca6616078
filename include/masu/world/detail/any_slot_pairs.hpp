// SPDX-License-Identifier: MIT
// AnySlotPairs: a SlotPairs without its type, as the compiled code of a world calls it.
#pragma once

#include <masu/core/block_output.hpp>
#include <masu/core/period.hpp>
#include <masu/world/slot_pairs.hpp>

namespace masu::detail {

// The operations of a SlotPairs. Optional ones may be nullptr.
template <int D, class T>
struct SlotPairsFunctions {
  using Slots = std::span<const std::uint32_t>;
  using Boxes = std::span<const Aabb<D, T>>;

  bool supports_periods;
  Status (*insert)(void* pairs, std::uint32_t slot, const Aabb<D, T>& box, const Filter& filter,
                   bool fixed);
  void (*erase)(void* pairs, std::uint32_t slot);
  void (*move)(void* pairs, Slots slots, Boxes boxes);  // move() for each
  void (*move_many)(void* pairs, Slots slots, Boxes boxes, const JobSystem& jobs) = nullptr;
  Status (*insert_many)(void* pairs, Slots slots, Boxes boxes, std::span<const Filter> filters,
                        std::span<const std::uint8_t> fixed) = nullptr;
  Status (*reserve)(void* pairs, std::size_t objects) = nullptr;
  SearchResult (*update)(void* pairs, const JobSystem& jobs);
  void (*removed)(const void* pairs, const BlockTarget<Pair>& target);
  void (*added)(const void* pairs, const BlockTarget<Pair>& target);
  void (*all)(const void* pairs, const BlockTarget<Pair>& target);
  bool (*changed)(const void* pairs) = nullptr;
  bool (*finds_from_scratch)(const void* pairs) = nullptr;
};

// A reference to a SlotPairs.
template <int D, class T>
struct AnySlotPairs {
  void* pairs;
  const SlotPairsFunctions<D, T>* functions;

  bool changed() const { return functions->changed != nullptr && functions->changed(pairs); }
  bool finds_from_scratch() const {
    return functions->finds_from_scratch != nullptr && functions->finds_from_scratch(pairs);
  }
};

template <class Pairs, int D, class T>
inline constexpr bool kSupportsPeriods =
    std::constructible_from<Pairs, const Period<D, T>&, Allocator>;

// The functions of one class.
template <int D, class T, class Pairs>
struct FunctionsOfSlotPairs {
  using Functions = SlotPairsFunctions<D, T>;
  using Slots = typename Functions::Slots;
  using Boxes = typename Functions::Boxes;

  static Pairs& of(void* pairs) { return *static_cast<Pairs*>(pairs); }
  static const Pairs& of(const void* pairs) { return *static_cast<const Pairs*>(pairs); }

  static Status insert(void* pairs, std::uint32_t slot, const Aabb<D, T>& box, const Filter& filter,
                       bool fixed) {
    if constexpr (TakesFixed<Pairs, D, T>) {
      return of(pairs).insert(slot, box, filter, fixed);
    } else {
      return of(pairs).insert(slot, box, filter);
    }
  }
  static void erase(void* pairs, std::uint32_t slot) { of(pairs).erase(slot); }
  static void move(void* erased_pairs, Slots slots, Boxes boxes) {
    constexpr std::size_t kAhead = 8;
    Pairs& pairs = of(erased_pairs);
    for (std::size_t k = 0; k < slots.size(); ++k) {
      if constexpr (HintsMoves<Pairs>) {
        if (k + 2 * kAhead < slots.size()) pairs.prefetch(slots[k + 2 * kAhead]);
        if (k + kAhead < slots.size()) pairs.prefetch_slot(slots[k + kAhead]);
      }
      pairs.move(slots[k], boxes[k]);
    }
  }
  static SearchResult update(void* pairs, const JobSystem& jobs) {
    if constexpr (TakesJobs<Pairs>) {
      return of(pairs).update(jobs);
    } else {
      return of(pairs).update();
    }
  }
  // Calls visit_all(visit), which reports pairs.
  static void deliver(const BlockTarget<Pair>& target, auto&& visit_all) {
    BlockOutput<Pair> out(target);
    visit_all([&](std::uint32_t i, std::uint32_t j) { return out.push(Pair{i, j}); });
    out.flush();
  }
  static void removed(const void* pairs, const BlockTarget<Pair>& target) {
    deliver(target, [&](auto&& visit) { of(pairs).for_each_removed(visit); });
  }
  static void added(const void* pairs, const BlockTarget<Pair>& target) {
    deliver(target, [&](auto&& visit) { of(pairs).for_each_added(visit); });
  }
  static void all(const void* pairs, const BlockTarget<Pair>& target) {
    deliver(target, [&](auto&& visit) { of(pairs).for_each_pair(visit); });
  }

  static constexpr Functions all_functions() {
    Functions f{.supports_periods = kSupportsPeriods<Pairs, D, T>,
                .insert = &insert,
                .erase = &erase,
                .move = &move,
                .update = &update,
                .removed = &removed,
                .added = &added,
                .all = &all};
    if constexpr (MovesMany<Pairs, D, T>) {
      f.move_many = [](void* pairs, Slots slots, Boxes boxes, const JobSystem& jobs) {
        of(pairs).move_many(slots, boxes, jobs);
      };
    }
    if constexpr (InsertsMany<Pairs, D, T>) {
      f.insert_many = [](void* pairs, Slots slots, Boxes boxes, std::span<const Filter> filters,
                         std::span<const std::uint8_t> fixed) {
        return of(pairs).insert_many(slots, boxes, filters, fixed);
      };
      f.reserve = [](void* pairs, std::size_t objects) { return of(pairs).reserve(objects); };
    }
    if constexpr (SwitchesMethod<Pairs>) {
      f.changed = [](const void* pairs) { return of(pairs).changed(); };
      f.finds_from_scratch = [](const void* pairs) { return of(pairs).finds_from_scratch(); };
    }
    return f;
  }
  static constexpr Functions kAll = all_functions();
};

}  // namespace masu::detail
