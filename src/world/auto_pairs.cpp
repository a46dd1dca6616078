// SPDX-License-Identifier: MIT
#include <masu/world/auto_pairs.hpp>

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
  const std::size_t known = boxes_.size();
  const std::size_t needed = known > slot ? known : std::size_t(slot) + 1;
  if (!boxes_.grow(needed) || !filters_.grow(needed) || !there_.grow(needed)) {
    return Status::out_of_memory;
  }
  const Status good = std::visit([&](auto& k) { return k.put(slot, box, filter, fixed); }, kept_);
  if (good != Status::ok) return good;
  boxes_.set_size(needed);
  filters_.set_size(needed);
  there_.set_size(needed);
  for (std::size_t i = known; i < needed; ++i) boxes_[i] = Box::nothing(), there_[i] = kEmpty;
  boxes_[slot] = box;
  filters_[slot] = filter;
  objects_ += there_[slot] != kEmpty ? 0 : 1;
  there_[slot] = fixed ? kFixed : kMovable;
  return Status::ok;
}

template <int D, class T>
void AutoPairs<D, T>::move(std::uint32_t slot, const Box& box) {
  boxes_[slot] = box;
  std::visit([&](auto& k) { k.move(slot, box); }, kept_);
}

template <int D, class T>
void AutoPairs<D, T>::move_many(std::span<const std::uint32_t> slots, std::span<const Box> boxes,
                                const JobSystem& jobs) {
  for (std::size_t k = 0; k < slots.size(); ++k) boxes_[slots[k]] = boxes[k];
  std::visit([&](auto& k) { k.move_many(slots, boxes, jobs); }, kept_);
}

template <int D, class T>
void AutoPairs<D, T>::drop(std::uint32_t slot) {
  boxes_[slot] = Box::nothing();
  there_[slot] = kEmpty;
  --objects_;
  std::visit([&](auto& k) { k.drop(slot); }, kept_);
}

template <int D, class T>
SearchResult AutoPairs<D, T>::update(const JobSystem& jobs) {
  if (automatic_) look();
  const SearchResult r = std::visit([&](auto& k) { return k.update(jobs); }, kept_);
  if (r.status == Status::ok) anew_ = changed_, changed_ = false;
  return r;
}

template <int D, class T>
Status AutoPairs<D, T>::use(BroadPhase method) {
  if (!knows_period(method)) return Status::out_of_range;
  const Status good = change_to(method);
  if (good == Status::ok) automatic_ = false;
  return good;
}

// Lack of memory for a look or a change is no failure: pairs are kept as they were.
template <int D, class T>
void AutoPairs<D, T>::look() {
  const bool other_size = objects_ > looked_at_ + looked_at_ / 2 || objects_ < looked_at_ / 2;
  if (++frames_ < kFrames && !other_size) {
    if (frames_ + 1 < kFrames || !before_.resize(boxes_.size())) return;
    for (std::size_t i = 0; i < boxes_.size(); ++i) before_[i] = boxes_[i];
    return;
  }
  frames_ = 0;
  looked_at_ = objects_;
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
  const bool again = choice_.method == advised_;
  advised_ = choice_.method;
  if (other_size || again) (void)change_to(advised_);
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
  Status good = Status::ok;
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
