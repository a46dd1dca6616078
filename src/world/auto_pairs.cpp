// SPDX-License-Identifier: MIT
#include <masu/world/auto_pairs.hpp>

#include <algorithm>
#include <utility>

#include "broad_phase/choice_rules.hpp"

namespace masu {

template <int D, class T>
AutoPairs<D, T>::AutoPairs(const Period<D, T>& period, Allocator allocator)
    : allocator_(allocator),
      period_(period),
      kept_(make(BroadPhase::pair_tracker)),
      boxes_(allocator),
      filters_(allocator),
      there_(allocator),
      before_(allocator) {}

template <int D, class T>
AutoPairs<D, T>::~AutoPairs() = default;
template <int D, class T>
AutoPairs<D, T>::AutoPairs(AutoPairs&&) noexcept = default;
template <int D, class T>
AutoPairs<D, T>& AutoPairs<D, T>::operator=(AutoPairs&&) noexcept = default;

template <int D, class T>
Status AutoPairs<D, T>::put(std::uint32_t slot, const Box& box, const Filter& filter, bool fixed) {
  if (!make_room(slot + std::size_t(1))) return Status::out_of_memory;
  const Status good = std::visit([&](auto& k) { return k.put(slot, box, filter, fixed); }, kept_);
  if (good != Status::ok) return good;
  grow_to(slot + std::size_t(1));
  boxes_[slot] = box;
  filters_[slot] = filter;
  objects_ += there_[slot] != kEmpty ? 0 : 1;
  there_[slot] = fixed ? kFixed : kMovable;
  ++changes_.now;
  return Status::ok;
}

template <int D, class T>
Status AutoPairs<D, T>::put_many(std::span<const std::uint32_t> slots, std::span<const Box> boxes,
                                 std::span<const Filter> filters,
                                 std::span<const std::uint8_t> fixed) {
  std::size_t needed = 0;
  for (const std::uint32_t slot : slots) needed = std::max(needed, slot + std::size_t(1));
  if (!make_room(needed)) return Status::out_of_memory;
  const Status good =
      std::visit([&](auto& k) { return k.put_many(slots, boxes, filters, fixed); }, kept_);
  if (good != Status::ok) return good;
  grow_to(needed);
  for (std::size_t k = 0; k < slots.size(); ++k) {
    boxes_[slots[k]] = boxes[k];
    filters_[slots[k]] = filters.empty() ? Filter{} : filters[k];
    there_[slots[k]] = !fixed.empty() && fixed[k] != 0 ? kFixed : kMovable;
  }
  objects_ += slots.size();
  changes_.now += slots.size();
  return Status::ok;
}

template <int D, class T>
Status AutoPairs<D, T>::reserve(std::size_t objects) {
  if (!make_room(objects)) return Status::out_of_memory;
  return std::visit([&](auto& k) { return k.reserve(objects); }, kept_);
}

template <int D, class T>
bool AutoPairs<D, T>::make_room(std::size_t slots) {
  return boxes_.grow(slots) && filters_.grow(slots) && there_.grow(slots);
}

template <int D, class T>
void AutoPairs<D, T>::grow_to(std::size_t slots) {
  const std::size_t known = boxes_.size();
  if (slots <= known) return;
  boxes_.set_size(slots);
  filters_.set_size(slots);
  there_.set_size(slots);
  for (std::size_t i = known; i < slots; ++i) boxes_[i] = Box::nothing(), there_[i] = kEmpty;
}

template <int D, class T>
void AutoPairs<D, T>::move(std::uint32_t slot, const Box& box) {
  note_move(slot, box);
  ++changes_.now;
  std::visit([&](auto& k) { k.move(slot, box); }, kept_);
}

template <int D, class T>
void AutoPairs<D, T>::move_many(std::span<const std::uint32_t> slots, std::span<const Box> boxes,
                                const JobSystem& jobs) {
  for (std::size_t k = 0; k < slots.size(); ++k) note_move(slots[k], boxes[k]);
  changes_.now += slots.size();
  std::visit([&](auto& k) { k.move_many(slots, boxes, jobs); }, kept_);
}

template <int D, class T>
void AutoPairs<D, T>::drop(std::uint32_t slot) {
  boxes_[slot] = Box::nothing();
  there_[slot] = kEmpty;
  --objects_;
  ++changes_.now;
  std::visit([&](auto& k) { k.drop(slot); }, kept_);
}

template <int D, class T>
SearchResult AutoPairs<D, T>::update(const JobSystem& jobs) {
  if (automatic_ && is_sample_due()) take_advice();
  const SearchResult r = std::visit([&](auto& k) { return k.update(jobs); }, kept_);
  if (r.status == Status::ok) anew_ = changed_, changed_ = false;
  // The first search after a sample may be one of all objects.
  if (frames_ != 0)
    work_.now += r.stats.nodes + r.stats.tests + r.stats.comparisons + r.stats.shifts;
  return r;
}

template <int D, class T>
Status AutoPairs<D, T>::use(BroadPhase method) {
  if (!knows_period(method)) return Status::out_of_range;
  const Status good = change_to(method);
  if (good == Status::ok) automatic_ = false;
  return good;
}

// Lack of memory for a sample or a change is no failure: pairs are kept as they were.
template <int D, class T>
bool AutoPairs<D, T>::is_sample_due() {
  ++frames_;
  if (has_other_size() || frames_ >= due_) return true;
  if (moves_otherwise()) {
    interval_ = kFrames;
    due_ = frames_ + 1;
  }
  if (frames_ + 1 == due_ && before_.resize(boxes_.size())) {
    for (std::size_t i = 0; i < boxes_.size(); ++i) before_[i] = boxes_[i];
  }
  return false;
}

template <int D, class T>
bool AutoPairs<D, T>::moves_otherwise() {
  const std::size_t least = kFrames * objects_ / kOtherMotion;
  const bool whole = frames_ % kFrames == 0;
  const bool more =
      changes_.doubled(least) || leaps_.doubled(least) || work_.doubled(kFrames * objects_);
  const bool fewer = whole && (changes_.halved(least) || leaps_.halved(least));
  if (whole) changes_.now = leaps_.now = work_.now = 0;
  return more || fewer;
}

template <int D, class T>
void AutoPairs<D, T>::take_advice() {
  const bool other_size = has_other_size();
  if (objects_ <= kTiny) {
    choice_ = {};
    choice_.method = BroadPhase::all_pairs;
    choice_.why = "so few are compared without a look";
  } else {
    const BoxSpan<D, T> frames[] = {BoxSpan<D, T>(before_), BoxSpan<D, T>(boxes_)};
    const bool two = before_.size() == boxes_.size();
    const std::span<const BoxSpan<D, T>> known(frames + (two ? 0 : 1), two ? 2 : 1);
    SceneDescription description = detail::look_at(known);
    description.changes = true;
    choice_ = choose(description);
  }
  before_.clear();
  if (!knows_period(choice_.method)) {
    choice_.method = BroadPhase::pair_tracker;
    choice_.why = "the world wraps around, and sorted ends do not";
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
typename AutoPairs<D, T>::Kept AutoPairs<D, T>::make(BroadPhase method) const {
  switch (method) {
    case BroadPhase::all_pairs: return Kept(std::in_place_index<0>, period_, allocator_);
    case BroadPhase::sweep_and_prune: return Kept(std::in_place_index<1>, period_, allocator_);
    case BroadPhase::sorted_orthtree: return Kept(std::in_place_index<2>, period_, allocator_);
    case BroadPhase::bvh: return Kept(std::in_place_index<3>, period_, allocator_);
    case BroadPhase::pair_tracker: return Kept(std::in_place_index<4>, period_, allocator_);
    case BroadPhase::incremental_sweep: break;
  }
  return Kept(std::in_place_index<5>, allocator_);
}

template <int D, class T>
Status AutoPairs<D, T>::change_to(BroadPhase method) {
  if (method == this->method()) return Status::ok;
  Kept other = make(method);
  Status good = std::visit([&](auto& k) { return k.reserve(objects_); }, other);
  for (std::uint32_t i = 0; i < boxes_.size() && good == Status::ok; ++i) {
    if (there_[i] == kEmpty) continue;
    const bool fixed = there_[i] == kFixed;
    good = std::visit([&](auto& k) { return k.put(i, boxes_[i], filters_[i], fixed); }, other);
  }
  if (good != Status::ok) return good;
  kept_ = std::move(other);
  changed_ = true;
  return Status::ok;
}

template class AutoPairs<2, float>;
template class AutoPairs<3, float>;
template class AutoPairs<2, double>;
template class AutoPairs<3, double>;

}  // namespace masu
