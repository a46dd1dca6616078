// SPDX-License-Identifier: MIT
#include <masu/broad_phase/auto_finder.hpp>

#include "broad_phase/choice_costs.hpp"
#include "broad_phase/choice_rules.hpp"
#include "core/instantiate.hpp"

namespace masu {
namespace {

// A trace that sees of a Bvh what its default builder tells.
template <class Whole>
struct BvhSteps : Trace {
  const Whole& trace;
  explicit BvhSteps(const Whole& t) : trace(t) {}

  using Trace::on;
  void on(const PhaseBegins& e) const { trace.on(e); }
  void on(const SplitObjects& e) const { trace.on(e); }
};

template <int D, class T, class Whole>
SearchResult find_by(Bvh<D, T>& tree, BoxSpan<D, T> boxes, PairOutput& out,
                     const PairOptions<D, T>& options, const Whole& trace) {
  const auto pass = [&](std::span<const Pair> pairs) { return out.put(pairs); };
  SearchResult result = trace ? tree.find_pairs(boxes, pass, options, BvhSteps<Whole>(trace))
                              : tree.find_pairs(boxes, pass, options);
  if (out.status() != Status::ok) result.status = out.status();
  result.stats.results = out.results();
  return result;
}

}  // namespace

template <int D, class T>
SearchResult AutoFinder<D, T>::within(BoxSpan<D, T> boxes, PairOutput& out,
                                      const PairOptions<D, T>& options, const FinderTrace& trace) {
  const Status good = check_one_set(boxes.size(), options);
  if (good != Status::ok) return {good, {}};
  using All = AllPairs<D, T>;
  if (boxes.size() <= kTiny) {
    return All::within(boxes, out, options, typename All::TestTrace(trace));
  }
  look(boxes);
  if (choice_.method == BroadPhase::all_pairs) {
    return All::within(boxes, out, options, typename All::TestTrace(trace));
  }
  if (choice_.method == BroadPhase::sweep_and_prune) {
    swept_.set_options({.axis = choice_.axis, .axes = choice_.axes});
    using SweepTrace = typename SweepAndPrune<D, T>::SweepTrace;
    return swept_.within(boxes, out, options, SweepTrace(trace));
  }
  if (choice_.method == BroadPhase::bvh) {
    return find_by(tree_, boxes, out, options, trace);
  }
  sorted_.set_options({.order = choice_.order});
  using SortTrace = typename SortedOrthtree<D, T>::SortTrace;
  return sorted_.within(boxes, out, options, SortTrace(trace));
}

template <int D, class T>
SearchResult AutoFinder<D, T>::between(BoxSpan<D, T> a, BoxSpan<D, T> b, PairOutput& out,
                                       const PairOptions<D, T>& options, const FinderTrace& trace) {
  const Status good = check_two_sets(a.size(), b.size(), options);
  if (good != Status::ok) return {good, {}};
  const double n = static_cast<double>(a.size()) + static_cast<double>(b.size());
  const double tests = static_cast<double>(a.size()) * static_cast<double>(b.size());
  if (detail::all_pairs_cost(D, tests, n, 1) < detail::sorted_cost(D, n, 1)) {
    using All = AllPairs<D, T>;
    return All::between(a, b, out, options, typename All::TestTrace(trace));
  }
  using SortTrace = typename SortedOrthtree<D, T>::SortTrace;
  return sorted_.between(a, b, out, options, SortTrace(trace));
}

template <int D, class T>
void AutoFinder<D, T>::look(BoxSpan<D, T> boxes) {
  const std::size_t n = boxes.size();
  const bool other_size = n > looked_at_ + looked_at_ / 2 || n < looked_at_ / 2;
  if (++frames_ < kFrames && !other_size) return;
  frames_ = 0;
  looked_at_ = n;
  choice_ = detail::choose_from_scratch(detail::look_at(std::span<const BoxSpan<D, T>>(&boxes, 1)));
}

#define MASU_INSTANTIATE(D, T) template class AutoFinder<D, T>;
MASU_FOR_ALL_D(MASU_INSTANTIATE)
#undef MASU_INSTANTIATE

}  // namespace masu
