// SPDX-License-Identifier: MIT
// The pair finder that looks at its input and picks one of the others.
#pragma once

#include <masu/broad_phase/all_pairs.hpp>
#include <masu/broad_phase/bvh.hpp>
#include <masu/broad_phase/choose.hpp>
#include <masu/broad_phase/sorted_orthtree.hpp>
#include <masu/broad_phase/sweep_and_prune.hpp>

namespace masu {

// Does what choose() says of a frame taken for itself; since each has all its pairs found from
// scratch, no motion enters into it. Where few objects move and are known, PairTracker is the
// better choice: see choose(before, now).
//
// Looks again after kFrames frames or when the number of boxes has changed by half, so the order of
// the pairs depends on the frames since the last look, and on nothing else.
template <int D, class T>
class AutoFinder {
 public:
  static constexpr std::uint32_t kFrames = 60;
  // So few are compared without a look.
  static constexpr std::size_t kTiny = 16;

  explicit AutoFinder(Allocator allocator = default_allocator())
      : swept_(allocator), sorted_(allocator), tree_(allocator) {}

  // What the next frame is searched by; of the last frame until then.
  const Choice& choice() const { return choice_; }

  // Each unordered pair of overlapping boxes once, a < b. Statuses, cost and trace are those of
  // the finder chosen.
  template <PairSink Sink, class Trace = NoTrace>
  SearchResult find_pairs(BoxSpan<D, T> boxes, Sink&& sink, const PairOptions<D, T>& options = {},
                          Trace&& trace = {}) {
    const Status good = check_one_set(boxes.size(), options);
    if (good != Status::ok) return {good, {}};
    if (boxes.size() <= kTiny) return all_.find_pairs(boxes, sink, options, trace);
    look(boxes);
    if (choice_.method == BroadPhase::all_pairs) {
      return all_.find_pairs(boxes, sink, options, trace);
    }
    if (choice_.method == BroadPhase::sweep_and_prune) {
      swept_.set_options({.axis = choice_.axis, .axes = choice_.axes});
      return swept_.find_pairs(boxes, sink, options, trace);
    }
    if (choice_.method == BroadPhase::bvh) return tree_.find_pairs(boxes, sink, options, trace);
    sorted_.set_options({.order = choice_.order});
    return sorted_.find_pairs(boxes, sink, options, trace);
  }

  // Each overlapping pair of one box of `a` and one of `b`; chosen by their numbers alone.
  template <PairSink Sink, class Trace = NoTrace>
  SearchResult find_pairs_between(BoxSpan<D, T> a, BoxSpan<D, T> b, Sink&& sink,
                                  const PairOptions<D, T>& options = {}, Trace&& trace = {}) {
    const Status good = check_two_sets(a.size(), b.size(), options);
    if (good != Status::ok) return {good, {}};
    const double n = static_cast<double>(a.size()) + static_cast<double>(b.size());
    const double tests = static_cast<double>(a.size()) * static_cast<double>(b.size());
    if (detail::all_pairs_cost(D, tests, n, 1) < detail::sorted_cost(D, n, 1)) {
      return all_.find_pairs_between(a, b, sink, options, trace);
    }
    return sorted_.find_pairs_between(a, b, sink, options, trace);
  }

 private:
  void look(BoxSpan<D, T> boxes) {
    const std::size_t n = boxes.size();
    const bool other_size = n > looked_at_ + looked_at_ / 2 || n < looked_at_ / 2;
    if (++frames_ < kFrames && !other_size) return;
    frames_ = 0;
    looked_at_ = n;
    choice_ =
        detail::choose_from_scratch(detail::look_at(std::span<const BoxSpan<D, T>>(&boxes, 1)));
  }

  AllPairs<D, T> all_;
  SweepAndPrune<D, T> swept_;
  SortedOrthtree<D, T> sorted_;
  Bvh<D, T> tree_;
  Choice choice_;
  std::size_t looked_at_ = 0;
  std::uint32_t frames_ = 0;
};

}  // namespace masu
