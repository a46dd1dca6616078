// SPDX-License-Identifier: MIT
#include <masu/broad_phase/incremental_sweep_and_prune.hpp>

#include "broad_phase/incremental_sweep.hpp"
#include "core/instantiate.hpp"
#include "core/opaque-inl.hpp"

namespace masu {

template <int D, class T>
InsertResult IncrementalSweepAndPrune<D, T>::insert(const Aabb<D, T>& box, std::uint64_t user_data,
                                                    const Filter& filter, bool fixed) {
  auto* const sweep = sweep_.need(options_);
  if (sweep == nullptr) return {Status::out_of_memory, {}};
  return sweep->insert(box, user_data, filter, fixed);
}

template <int D, class T>
Status IncrementalSweepAndPrune<D, T>::insert_many(BoxSpan<D, T> boxes, std::span<Handle> handles,
                                                   const InsertColumns& columns,
                                                   std::span<const std::uint8_t> fixed) {
  auto* const sweep = sweep_.need(options_);
  if (sweep == nullptr) return Status::out_of_memory;
  return sweep->insert_many(boxes, handles, columns, fixed);
}

template <int D, class T>
Status IncrementalSweepAndPrune<D, T>::move(Handle handle, const Aabb<D, T>& box) {
  auto* const sweep = sweep_.get();
  return sweep == nullptr ? Status::stale_handle : sweep->move(handle, box);
}

template <int D, class T>
Status IncrementalSweepAndPrune<D, T>::erase(Handle handle) {
  auto* const sweep = sweep_.get();
  return sweep == nullptr ? Status::stale_handle : sweep->erase(handle);
}

template <int D, class T>
void IncrementalSweepAndPrune<D, T>::clear() {
  if (sweep_.get() != nullptr) sweep_.get()->clear();
}

template <int D, class T>
Status IncrementalSweepAndPrune<D, T>::reserve(std::size_t objects) {
  auto* const sweep = sweep_.need(options_);
  return sweep == nullptr ? Status::out_of_memory : sweep->reserve(objects);
}

template <int D, class T>
std::size_t IncrementalSweepAndPrune<D, T>::size() const {
  return sweep_.get() == nullptr ? 0 : sweep_.get()->size();
}

template <int D, class T>
bool IncrementalSweepAndPrune<D, T>::contains(Handle handle) const {
  return sweep_.get() != nullptr && sweep_.get()->contains(handle);
}

template <int D, class T>
Handle IncrementalSweepAndPrune<D, T>::handle(std::uint32_t slot) const {
  return sweep_.get()->handle(slot);
}

template <int D, class T>
RegisteredObject<D, T> IncrementalSweepAndPrune<D, T>::operator[](std::uint32_t slot) const {
  return (*sweep_.get())[slot];
}

template <int D, class T>
SearchResult IncrementalSweepAndPrune<D, T>::update(EndsTrace trace) {
  auto* const sweep = sweep_.get();
  if (sweep == nullptr) return {};
  return with_trace(trace, [&](const auto& t) { return sweep->update(t); });
}

template <int D, class T>
std::span<const Pair> IncrementalSweepAndPrune<D, T>::added() const {
  return sweep_.get() == nullptr ? std::span<const Pair>() : sweep_.get()->added();
}

template <int D, class T>
std::span<const Pair> IncrementalSweepAndPrune<D, T>::removed() const {
  return sweep_.get() == nullptr ? std::span<const Pair>() : sweep_.get()->removed();
}

template <int D, class T>
SearchResult IncrementalSweepAndPrune<D, T>::find_pairs(const PairTarget& sink) const {
  PairOutput out(sink);
  if (sweep_.get() != nullptr) out.push(sweep_.get()->pairs());
  return out.finish({});
}

template <int D, class T>
SearchResult IncrementalSweepAndPrune<D, T>::for_each_overlapping(const Aabb<D, T>& box,
                                                                  FunctionRef<bool(Handle)> visit,
                                                                  const MaybeFilter& filter) const {
  const auto* const sweep = sweep_.get();
  QueryStats stats;
  std::uint32_t from = 0;
  while (sweep != nullptr) {
    const Handle found = sweep->next_overlapping(box, filter, from);
    stats.tests = from;
    if (!found) break;
    ++stats.results;
    if (!visit(found)) return {Status::stopped, stats};
  }
  return {Status::ok, stats};
}

template <int D, class T>
bool IncrementalSweepAndPrune<D, T>::validate() const {
  return sweep_.get() == nullptr || sweep_.get()->validate();
}

#define MASU_INSTANTIATE(D, T)                                   \
  template class detail::Opaque<detail::IncrementalSweep<D, T>>; \
  template class IncrementalSweepAndPrune<D, T>;
MASU_FOR_ALL_D(MASU_INSTANTIATE)
#undef MASU_INSTANTIATE

}  // namespace masu
