// SPDX-License-Identifier: MIT
#include <masu/world/auto_pairs.hpp>

#include <algorithm>
#include <utility>
#include <variant>

#include <masu/broad_phase/all_pairs.hpp>
#include <masu/broad_phase/bvh.hpp>
#include <masu/broad_phase/incremental_sweep_and_prune.hpp>
#include <masu/broad_phase/pair_tracker.hpp>
#include <masu/broad_phase/sweep_and_prune.hpp>
#include <masu/core/detail/rare_column.hpp>
#include <masu/world/frame_tracker.hpp>
#include <masu/world/tracked_pairs.hpp>

#include "broad_phase/choice_rules.hpp"
#include "broad_phase/scene_sample.hpp"
#include "core/instantiate.hpp"
#include "core/opaque-inl.hpp"

namespace masu {

// The files of the methods instantiate their data.
extern template class detail::Opaque<detail::FrameHistory>;
#define MASU_DECLARE(D, T)                                           \
  extern template class detail::Opaque<detail::SweepSearch<D, T>>;   \
  extern template class detail::Opaque<detail::SortedSearch<D, T>>;  \
  extern template class detail::Opaque<detail::BvhState<D, T>>;      \
  extern template class detail::Opaque<detail::HashGridCells<D, T>>; \
  extern template class detail::Opaque<detail::TrackedPairs<D, T>>;  \
  extern template class detail::Opaque<detail::IncrementalSweep<D, T>>;
MASU_FOR_2_AND_3_D(MASU_DECLARE)
#undef MASU_DECLARE

template <int D, class T>
struct AutoPairs<D, T>::State {
  explicit State(Allocator allocator)
      : allocator_(allocator),
        tracker_(std::in_place_index<4>, allocator),
        boxes_(allocator),
        filters_(allocator),
        there_(allocator),
        before_(allocator) {}
  // Precondition: no objects.
  void start(const Period<D, T>& period) {
    period_ = period;
    tracker_ = make(BroadPhase::pair_tracker);
  }

  // See AutoPairs.
  Status insert(std::uint32_t slot, const Aabb<D, T>& box, const Filter& filter, bool fixed);
  void move(std::uint32_t slot, const Aabb<D, T>& box);
  void move_many(std::span<const std::uint32_t> slots, std::span<const Aabb<D, T>> boxes,
                 const JobSystem& jobs);
  void erase(std::uint32_t slot);
  Status insert_many(std::span<const std::uint32_t> slots, std::span<const Aabb<D, T>> boxes,
                     std::span<const Filter> filters, std::span<const std::uint8_t> fixed);
  Status reserve(std::size_t objects);
  SearchResult update(const JobSystem& jobs);
  void prefetch(std::uint32_t slot) const {
    prefetch_for_write(&boxes_[slot]);
    std::visit([&](const auto& k) { k.prefetch(slot); }, tracker_);
  }
  void prefetch_slot(std::uint32_t slot) const {
    std::visit([&](const auto& k) { k.prefetch_slot(slot); }, tracker_);
  }
  BroadPhase method() const { return static_cast<BroadPhase>(tracker_.index()); }
  Status use(BroadPhase method);

  template <class Finder>
  using ByFrame = TrackedPairs<FrameTracker<D, T, Finder>>;
  // In the order of the enum BroadPhase.
  using AnyTracker =
      std::variant<ByFrame<AllPairs<D, T>>, ByFrame<SweepAndPrune<D, T>>,
                   ByFrame<SortedOrthtree<D, T>>, ByFrame<Bvh<D, T>>,
                   TrackedPairs<PairTracker<D, T>>, TrackedPairs<IncrementalSweepAndPrune<D, T>>>;

  // Counts in the present kFrames updates, and in those before the last sample.
  struct Tally {
    std::size_t now = 0;
    std::size_t at_sample = 0;

    bool doubled(std::size_t least) const { return now > 2 * at_sample + least; }
    bool halved(std::size_t least) const { return at_sample > 2 * now + least; }
  };

  // Reserves memory for slots. `filtered`: for filters other than Filter{}, too. Returns false if
  // out of memory.
  bool reserve_slots(std::size_t slots, bool filtered) {
    return boxes_.grow(slots) && there_.grow(slots) &&
           filters_.reserve(boxes_.capacity(), filtered);
  }
  void note_move(std::uint32_t slot, const Aabb<D, T>& box) {
    leaps_.now += overlaps(boxes_[slot], box) ? 0 : 1;
    boxes_[slot] = box;
  }
  void grow_to(std::size_t slots);
  // Counts an update. Returns whether a sample is due.
  bool is_sample_due();
  bool moves_otherwise();
  bool has_other_size() const {
    return objects_ > sampled_ + sampled_ / 2 || objects_ < sampled_ / 2;
  }
  void take_advice();
  Status change_to(BroadPhase method);
  AnyTracker make(BroadPhase method) const;
  bool supports_period(BroadPhase method) const {
    return !period_.any() || method != BroadPhase::incremental_sweep;
  }

  Allocator allocator_;
  Period<D, T> period_;
  AnyTracker tracker_;
  Buffer<Aabb<D, T>> boxes_;  // the current box of each slot; empty where there is no object
  detail::RareColumn<Filter> filters_;
  // The state of a slot.
  enum There : std::uint8_t { kEmpty, kMovable, kFixed };
  Buffer<There> there_;
  Buffer<Aabb<D, T>> before_;     // boxes of movers at the update before a sample
  std::size_t slots_before_ = 0;  // slots at that update
  Choice choice_;
  BroadPhase advised_ = BroadPhase::pair_tracker;
  std::size_t objects_ = 0;
  std::uint64_t samples_ = 0;
  std::size_t sampled_ = 0;           // objects at the last sample
  std::uint32_t frames_ = 0;          // updates since the last sample
  std::uint32_t interval_ = kFrames;  // updates between samples
  std::uint32_t due_ = kFrames;       // updates from the last sample to the next
  Tally changes_;                     // objects inserted, moved or erased
  Tally leaps_;                       // moves to a box disjoint from the old one
  Tally work_;                        // steps of searches, except the first after a sample
  bool automatic_ = true;
  bool changed_ = false;  // since the last update()
  bool from_scratch_ = false;
};

template <int D, class T>
Status AutoPairs<D, T>::State::insert(std::uint32_t slot, const Aabb<D, T>& box,
                                      const Filter& filter, bool fixed) {
  if (!reserve_slots(slot + std::size_t(1), filter != Filter{})) return Status::out_of_memory;
  const Status status =
      std::visit([&](auto& k) { return k.insert(slot, box, filter, fixed); }, tracker_);
  if (status != Status::ok) return status;
  grow_to(slot + std::size_t(1));
  boxes_[slot] = box;
  filters_.set(slot, filter);
  objects_ += there_[slot] != kEmpty ? 0 : 1;
  there_[slot] = fixed ? kFixed : kMovable;
  ++changes_.now;
  return Status::ok;
}

template <int D, class T>
Status AutoPairs<D, T>::State::insert_many(std::span<const std::uint32_t> slots,
                                           std::span<const Aabb<D, T>> boxes,
                                           std::span<const Filter> filters,
                                           std::span<const std::uint8_t> fixed) {
  std::size_t needed = 0;
  for (const std::uint32_t slot : slots) needed = std::max(needed, slot + std::size_t(1));
  if (!reserve_slots(needed, !filters.empty())) return Status::out_of_memory;
  const Status status =
      std::visit([&](auto& k) { return k.insert_many(slots, boxes, filters, fixed); }, tracker_);
  if (status != Status::ok) return status;
  grow_to(needed);
  for (std::size_t k = 0; k < slots.size(); ++k) {
    boxes_[slots[k]] = boxes[k];
    filters_.set(slots[k], filters.empty() ? Filter{} : filters[k]);
    there_[slots[k]] = !fixed.empty() && fixed[k] != 0 ? kFixed : kMovable;
  }
  objects_ += slots.size();
  changes_.now += slots.size();
  return Status::ok;
}

template <int D, class T>
Status AutoPairs<D, T>::State::reserve(std::size_t objects) {
  if (!reserve_slots(objects, false)) return Status::out_of_memory;
  return std::visit([&](auto& k) { return k.reserve(objects); }, tracker_);
}

template <int D, class T>
void AutoPairs<D, T>::State::grow_to(std::size_t slots) {
  const std::size_t old_size = boxes_.size();
  if (slots <= old_size) return;
  boxes_.set_size(slots);
  there_.set_size(slots);
  for (std::size_t i = old_size; i < slots; ++i)
    boxes_[i] = Aabb<D, T>::nothing(), there_[i] = kEmpty;
}

template <int D, class T>
void AutoPairs<D, T>::State::move(std::uint32_t slot, const Aabb<D, T>& box) {
  note_move(slot, box);
  ++changes_.now;
  std::visit([&](auto& k) { k.move(slot, box); }, tracker_);
}

template <int D, class T>
void AutoPairs<D, T>::State::move_many(std::span<const std::uint32_t> slots,
                                       std::span<const Aabb<D, T>> boxes, const JobSystem& jobs) {
  for (std::size_t k = 0; k < slots.size(); ++k) note_move(slots[k], boxes[k]);
  changes_.now += slots.size();
  std::visit([&](auto& k) { k.move_many(slots, boxes, jobs); }, tracker_);
}

template <int D, class T>
void AutoPairs<D, T>::State::erase(std::uint32_t slot) {
  boxes_[slot] = Aabb<D, T>::nothing();
  there_[slot] = kEmpty;
  --objects_;
  ++changes_.now;
  std::visit([&](auto& k) { k.erase(slot); }, tracker_);
}

template <int D, class T>
SearchResult AutoPairs<D, T>::State::update(const JobSystem& jobs) {
  if (automatic_ && is_sample_due()) take_advice();
  const SearchResult r = std::visit([&](auto& k) { return k.update(jobs); }, tracker_);
  if (r.status == Status::ok) from_scratch_ = changed_, changed_ = false;
  // The first search after a sample may test all objects.
  if (frames_ != 0)
    work_.now += r.stats.nodes + r.stats.tests + r.stats.comparisons + r.stats.shifts;
  return r;
}

template <int D, class T>
Status AutoPairs<D, T>::State::use(BroadPhase method) {
  const bool known = static_cast<std::size_t>(method) < std::variant_size_v<AnyTracker>;
  if (!known || !supports_period(method)) return Status::out_of_range;
  const Status status = change_to(method);
  if (status == Status::ok) automatic_ = false;
  return status;
}

// If memory for a sample or a change is refused, the method stays; this is no failure.
template <int D, class T>
bool AutoPairs<D, T>::State::is_sample_due() {
  ++frames_;
  if (has_other_size() || frames_ >= due_) return true;
  if (moves_otherwise()) {
    interval_ = kFrames;
    due_ = frames_ + 1;
  }
  if (frames_ + 1 == due_ &&
      detail::SceneSample<D, T>(BoxSpan<D, T>(boxes_)).copy_movers(before_)) {
    slots_before_ = boxes_.size();
  }
  return false;
}

template <int D, class T>
bool AutoPairs<D, T>::State::moves_otherwise() {
  const std::size_t least = kFrames * objects_ / kOtherMotion;
  const bool whole = frames_ % kFrames == 0;
  const bool more =
      changes_.doubled(least) || leaps_.doubled(least) || work_.doubled(kFrames * objects_);
  const bool fewer = whole && (changes_.halved(least) || leaps_.halved(least));
  if (whole) changes_.now = leaps_.now = work_.now = 0;
  return more || fewer;
}

template <int D, class T>
void AutoPairs<D, T>::State::take_advice() {
  const bool other_size = has_other_size();
  if (objects_ <= kTiny) {
    choice_ = {};
    choice_.method = BroadPhase::all_pairs;
    choice_.why = "there are so few objects that comparing every pair costs least";
  } else {
    const BoxSpan<D, T> frames[] = {BoxSpan<D, T>(before_), BoxSpan<D, T>(boxes_)};
    const bool two = !before_.empty() && slots_before_ == boxes_.size();
    const std::span<const BoxSpan<D, T>> known(frames + (two ? 0 : 1), two ? 2 : 1);
    SceneDescription description = detail::describe_scene(known, two);
    description.changes = true;
    choice_ = choose(description);
  }
  before_.clear();
  if (!supports_period(choice_.method)) {
    choice_.method = BroadPhase::pair_tracker;
    choice_.why = "the world is periodic, which incremental sweep and prune does not support";
  }
  const bool again = choice_.method == std::exchange(advised_, choice_.method);
  const bool stays = again && !other_size && advised_ == method();
  if (other_size || again) (void)change_to(advised_);
  interval_ = stays ? std::min(2 * interval_, kMostFrames) : kFrames;
  due_ = interval_;
  const std::uint32_t in_window = (frames_ - 1) % kFrames + 1;
  for (Tally* const tally : {&changes_, &leaps_, &work_}) {
    tally->at_sample = std::exchange(tally->now, 0) * kFrames / in_window;
  }
  frames_ = 0;
  sampled_ = objects_;
  ++samples_;
}

template <int D, class T>
typename AutoPairs<D, T>::State::AnyTracker AutoPairs<D, T>::State::make(BroadPhase method) const {
  switch (method) {
    case BroadPhase::all_pairs: return AnyTracker(std::in_place_index<0>, period_, allocator_);
    case BroadPhase::sweep_and_prune:
      return AnyTracker(std::in_place_index<1>, period_, allocator_);
    case BroadPhase::sorted_orthtree:
      return AnyTracker(std::in_place_index<2>, period_, allocator_);
    case BroadPhase::bvh: return AnyTracker(std::in_place_index<3>, period_, allocator_);
    case BroadPhase::pair_tracker: return AnyTracker(std::in_place_index<4>, period_, allocator_);
    case BroadPhase::incremental_sweep: break;
  }
  return AnyTracker(std::in_place_index<5>, allocator_);
}

template <int D, class T>
Status AutoPairs<D, T>::State::change_to(BroadPhase method) {
  if (method == this->method()) return Status::ok;
  AnyTracker other = make(method);
  Status status = std::visit([&](auto& k) { return k.reserve(objects_); }, other);
  for (std::uint32_t i = 0; i < boxes_.size() && status == Status::ok; ++i) {
    if (there_[i] == kEmpty) continue;
    const bool fixed = there_[i] == kFixed;
    status = std::visit([&](auto& k) { return k.insert(i, boxes_[i], filters_[i], fixed); }, other);
  }
  if (status != Status::ok) return status;
  tracker_ = std::move(other);
  changed_ = true;
  return Status::ok;
}

template <int D, class T>
typename AutoPairs<D, T>::State* AutoPairs<D, T>::need() {
  if (state_.get() != nullptr) return state_.get();
  State* const made = state_.need();
  if (made != nullptr) made->start(period_);
  return made;
}

template <int D, class T>
Status AutoPairs<D, T>::insert(std::uint32_t slot, const Aabb<D, T>& box, const Filter& filter,
                               bool fixed) {
  return need() == nullptr ? Status::out_of_memory : state_.get()->insert(slot, box, filter, fixed);
}

template <int D, class T>
void AutoPairs<D, T>::move(std::uint32_t slot, const Aabb<D, T>& box) {
  state_.get()->move(slot, box);
}

template <int D, class T>
void AutoPairs<D, T>::move_many(std::span<const std::uint32_t> slots,
                                std::span<const Aabb<D, T>> boxes, const JobSystem& jobs) {
  if (!slots.empty()) state_.get()->move_many(slots, boxes, jobs);
}

template <int D, class T>
void AutoPairs<D, T>::erase(std::uint32_t slot) {
  state_.get()->erase(slot);
}

template <int D, class T>
Status AutoPairs<D, T>::insert_many(std::span<const std::uint32_t> slots,
                                    std::span<const Aabb<D, T>> boxes,
                                    std::span<const Filter> filters,
                                    std::span<const std::uint8_t> fixed) {
  return need() == nullptr ? Status::out_of_memory
                           : state_.get()->insert_many(slots, boxes, filters, fixed);
}

template <int D, class T>
Status AutoPairs<D, T>::reserve(std::size_t objects) {
  return need() == nullptr ? Status::out_of_memory : state_.get()->reserve(objects);
}

template <int D, class T>
SearchResult AutoPairs<D, T>::update(const JobSystem& jobs) {
  if (need() == nullptr) return {Status::out_of_memory, {}};
  return state_.get()->update(jobs);
}

template <int D, class T>
void AutoPairs<D, T>::prefetch(std::uint32_t slot) const {
  state_.get()->prefetch(slot);
}

template <int D, class T>
void AutoPairs<D, T>::prefetch_slot(std::uint32_t slot) const {
  state_.get()->prefetch_slot(slot);
}

template <int D, class T>
bool AutoPairs<D, T>::changed() const {
  return state_.get() != nullptr && state_.get()->changed_;
}

template <int D, class T>
bool AutoPairs<D, T>::finds_from_scratch() const {
  return state_.get() != nullptr && state_.get()->from_scratch_;
}

template <int D, class T>
Status AutoPairs<D, T>::start_like(const AutoPairs& other) {
  const State* const model = other.state_.get();
  return model == nullptr || model->automatic_ ? Status::ok : use(model->method());
}

template <int D, class T>
BroadPhase AutoPairs<D, T>::method() const {
  return state_.get() != nullptr ? state_.get()->method() : BroadPhase::pair_tracker;
}

template <int D, class T>
Status AutoPairs<D, T>::use(BroadPhase method) {
  return need() == nullptr ? Status::out_of_memory : state_.get()->use(method);
}

template <int D, class T>
void AutoPairs<D, T>::use_automatic() {
  if (state_.get() != nullptr) state_.get()->automatic_ = true;
}

template <int D, class T>
const Choice& AutoPairs<D, T>::choice() const {
  static constexpr Choice kNone;
  return state_.get() != nullptr ? state_.get()->choice_ : kNone;
}

template <int D, class T>
std::uint64_t AutoPairs<D, T>::samples() const {
  return state_.get() != nullptr ? state_.get()->samples_ : 0;
}

template <int D, class T>
constinit const detail::SlotPairsFunctions<D, T> AutoPairs<D, T>::kFunctions = [] {
  // Passes reports from the method in use directly to the target.
  const auto report = [](const void* pairs, const BlockTarget<Pair>& target, auto&& each) {
    const State* const state = static_cast<const AutoPairs*>(pairs)->state_.get();
    if (state == nullptr) return;
    BlockOutput<Pair> out(target);
    const auto visit = [&](std::uint32_t i, std::uint32_t j) { return out.push(Pair{i, j}); };
    std::visit([&](const auto& k) { each(k, visit); }, state->tracker_);
    out.flush();
  };
  auto f = detail::FunctionsOfSlotPairs<D, T, AutoPairs>::kAll;
  f.removed = [](const void* pairs, const BlockTarget<Pair>& target) {
    decltype(report){}(pairs, target,
                       [](const auto& k, auto& visit) { k.for_each_removed(visit); });
  };
  f.added = [](const void* pairs, const BlockTarget<Pair>& target) {
    decltype(report){}(pairs, target, [](const auto& k, auto& visit) { k.for_each_added(visit); });
  };
  f.all = [](const void* pairs, const BlockTarget<Pair>& target) {
    decltype(report){}(pairs, target, [](const auto& k, auto& visit) { k.for_each_pair(visit); });
  };
  return f;
}();

#define MASU_INSTANTIATE(D, T)                           \
  template class detail::Opaque<AutoPairs<D, T>::State>; \
  template class AutoPairs<D, T>;
MASU_FOR_2_AND_3_D(MASU_INSTANTIATE)
#undef MASU_INSTANTIATE

}  // namespace masu
