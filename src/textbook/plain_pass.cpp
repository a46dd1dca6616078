// SPDX-License-Identifier: MIT
#include <masu/textbook/plain_pass.hpp>

#include "core/instantiate.hpp"
#include "textbook/depth_first_pass.hpp"

namespace masu {
namespace {

template <int D, class T>
Aabb<D, T> bounds(BoxSpan<D, T> boxes) {
  Aabb<D, T> all = Aabb<D, T>::nothing();
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const Aabb<D, T> box = boxes[i];
    if (box.finite() && !box.empty()) all = merge(all, box);
  }
  return all.empty() ? Aabb<D, T>{Vec<D, T>::all(0), Vec<D, T>::all(1)} : all;
}

}  // namespace

template <int D, class T>
Status PlainPass<D, T>::build(BoxSpan<D, T> boxes, const Aabb<D, T>& domain) {
  const Status status = check_input(boxes.size(), {}, Period<D, T>{});
  if (status != Status::ok) return forget(status);
  const auto cells = static_cast<std::size_t>(complete_cell_count<D>(depth_));
  const bool reserved = first_.resize(cells) && below_.resize(cells) && next_.resize(boxes.size());
  if (!reserved) return forget(Status::out_of_memory);
  for (std::size_t c = 0; c < cells; ++c) first_[c] = kNoObject, below_[c] = 0;
  const bool has_domain = domain.finite() && !domain.empty();
  grid_ = DomainGrid<D, T>(has_domain ? domain : bounds(boxes), depth_);
  used_cells_ = 0;
  // Backwards, so that every list is ascending.
  for (auto i = static_cast<std::uint32_t>(boxes.size()); i-- > 0;) {
    next_[i] = kNoObject;
    const Aabb<D, T> box = boxes[i];
    if (!box.empty()) insert(i, grid_.smallest_cell(box));
  }
  return Status::ok;
}

template <int D, class T>
SearchResult PlainPass<D, T>::find_candidates(const PairTarget& sink, PassTrace trace) {
  PairOutput out(sink, bool(trace));
  QueryStats stats;
  return pass(out, stats, trace, [](std::uint32_t, std::uint32_t) { return true; });
}

template <int D, class T>
SearchResult PlainPass<D, T>::find_pairs(BoxSpan<D, T> boxes, const PairTarget& sink,
                                         const PairOptions<D, T>& options, PassTrace trace) {
  Status status = check_one_set(boxes.size(), options);
  // The stack of ancestors does not support periodic axes.
  if (status == Status::ok && options.period.any()) status = Status::out_of_range;
  if (status == Status::ok) status = build(boxes);
  if (status != Status::ok) return {status, {}};
  PairOutput out(sink, bool(trace));
  QueryStats stats;
  return pass(out, stats, trace, [&](std::uint32_t a, std::uint32_t b) {
    ++stats.tests;
    return overlaps(boxes[a], boxes[b]) &&
           (options.filters.empty() || accepts(options.filters[a], options.filters[b])) &&
           (options.fixed.empty() || !options.fixed[a] || !options.fixed[b]);
  });
}

template <int D, class T>
void PlainPass<D, T>::insert(std::uint32_t object, CellId<D> id) {
  std::uint64_t cell = id.linear_index();
  next_[object] = first_[index(cell)];
  first_[index(cell)] = object;
  for (;; cell = complete_parent<D>(cell)) {
    used_cells_ += below_[index(cell)]++ == 0 ? 1 : 0;
    if (cell == 0) return;
  }
}

template <int D, class T>
template <class Accepted>
SearchResult PlainPass<D, T>::pass(PairOutput& out, QueryStats& stats, PassTrace trace,
                                   Accepted&& accepted) {
  if (first_.empty()) return {Status::ok, stats};
  auto emit = [&](std::uint32_t a, std::uint32_t b) {
    return !accepted(a, b) || out.push_ordered(a, b);
  };
  const Status status = with_trace(trace, [&](const auto& t) {
    detail::DepthFirstPass pass(*this, stack_, emit, t);
    return pass.run(0);
  });
  stats.nodes = used_cells_;
  const SearchResult result = out.finish(stats);
  return result.status == Status::ok ? SearchResult{status, result.stats} : result;
}

// Makes the tree empty, so that a partially built one is never traversed.
template <int D, class T>
Status PlainPass<D, T>::forget(Status why) {
  first_.clear();
  used_cells_ = 0;
  return why;
}

#define MASU_INSTANTIATE(D, T) template class PlainPass<D, T>;
MASU_FOR_ALL_D(MASU_INSTANTIATE)
#undef MASU_INSTANTIATE

}  // namespace masu
