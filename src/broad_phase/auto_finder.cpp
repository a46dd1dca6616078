// SPDX-License-Identifier: MIT
#include <masu/broad_phase/auto_finder.hpp>

#include "broad_phase/choice_costs.hpp"
#include "broad_phase/choice_rules.hpp"
#include "core/instantiate.hpp"

namespace masu {

template <int D, class T>
SearchResult AutoFinder<D, T>::find_pairs(BoxSpan<D, T> boxes, const PairTarget& sink,
                                          const PairOptions<D, T>& options, FinderTrace trace) {
  const AllPairs<D, T> all;
  if (boxes.size() <= kTiny || check_one_set(boxes.size(), options) != Status::ok) {
    return all.find_pairs(boxes, sink, options, trace);
  }
  measure(boxes);
  switch (choice_.method) {
    case BroadPhase::all_pairs: return all.find_pairs(boxes, sink, options, trace);
    case BroadPhase::sweep_and_prune:
      swept_.set_options({.axis = choice_.axis, .axes = choice_.axes});
      return swept_.find_pairs(boxes, sink, options, trace);
    case BroadPhase::bvh: return tree_.find_pairs(boxes, sink, options, trace);
    default:
      sorted_.set_options({.order = choice_.order});
      return sorted_.find_pairs(boxes, sink, options, trace);
  }
}

template <int D, class T>
SearchResult AutoFinder<D, T>::find_pairs_between(BoxSpan<D, T> a, BoxSpan<D, T> b,
                                                  const PairTarget& sink,
                                                  const PairOptions<D, T>& options,
                                                  FinderTrace trace) {
  const double n = static_cast<double>(a.size()) + static_cast<double>(b.size());
  const double tests = static_cast<double>(a.size()) * static_cast<double>(b.size());
  if (detail::all_pairs_cost(D, tests, n, 1) < detail::sorted_cost(D, n, 1)) {
    return AllPairs<D, T>().find_pairs_between(a, b, sink, options, trace);
  }
  return sorted_.find_pairs_between(a, b, sink, options, trace);
}

template <int D, class T>
void AutoFinder<D, T>::measure(BoxSpan<D, T> boxes) {
  const std::size_t n = boxes.size();
  const bool other_size = n > measured_size_ + measured_size_ / 2 || n < measured_size_ / 2;
  if (++frames_ < kFrames && !other_size) return;
  frames_ = 0;
  measured_size_ = n;
  choice_ = detail::choose_from_scratch(
      detail::describe_scene(std::span<const BoxSpan<D, T>>(&boxes, 1)));
}

#define MASU_INSTANTIATE(D, T) template class AutoFinder<D, T>;
MASU_FOR_ALL_D(MASU_INSTANTIATE)
#undef MASU_INSTANTIATE

}  // namespace masu
