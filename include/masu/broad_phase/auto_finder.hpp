// SPDX-License-Identifier: MIT
// AutoFinder: a pair finder that chooses its method by its input.
#pragma once

#include <masu/broad_phase/all_pairs.hpp>
#include <masu/broad_phase/bvh.hpp>
#include <masu/broad_phase/choose.hpp>
#include <masu/broad_phase/sorted_orthtree.hpp>
#include <masu/broad_phase/sweep_and_prune.hpp>

namespace masu {

// A pair finder that uses the method which choose() advises for a single frame. All pairs are found
// from scratch each time, so motion has no influence. Where few objects move and are known,
// PairTracker is the better choice: see choose(before, now). Use it where you do not know the scene
// in advance.
//
//    masu::AutoFinder<2, float> finder;  // keep it from frame to frame
//    (void)finder.find_pairs(boxes, [](std::uint32_t a, std::uint32_t b) { hit(a, b); });
//
// It samples the boxes again after kFrames frames, or when their number has changed by half. The
// order of the pairs depends on the frames since the last sample, and on nothing else.
//
// Cost: that of the finder chosen, and of a sample of the boxes once in kFrames frames. Threads: a
// search uses the finder's memory: one search at a time in each finder. PairOptions::jobs help
// where the choice is SortedOrthtree.
template <int D, class T>
class AutoFinder {
  using FinderTrace = AnyTrace<PhaseBegins, CompareWithOthers, CompareObjects, CompareElements,
                               MoveElement<std::uint32_t>, SweepOrder, SweepColumn, SweepBox,
                               CellOrderMade, SplitObjects>;

 public:
  static constexpr std::uint32_t kFrames = 60;  // frames from one sample to the next
  // With no more boxes than this all pairs are tested, without a sample.
  static constexpr std::size_t kTiny = 16;

  // Creates a finder that has sampled nothing yet.
  explicit AutoFinder(Allocator allocator = default_allocator())
      : swept_(allocator), sorted_(allocator), tree_(allocator) {}

  // Returns the advice of the last sample.
  const Choice& choice() const { return choice_; }

  // Reports each unordered pair of overlapping boxes once, a < b. Statuses, cost and trace are
  // those of the finder chosen.
  SearchResult find_pairs(BoxSpan<D, T> boxes, const PairTarget& sink,
                          const PairOptions<D, T>& options = {}, FinderTrace trace = {});

  // Reports each overlapping pair of one box of `a` and one of `b`, as above; the sizes decide.
  // Statuses as find_pairs().
  SearchResult find_pairs_between(BoxSpan<D, T> a, BoxSpan<D, T> b, const PairTarget& sink,
                                  const PairOptions<D, T>& options = {}, FinderTrace trace = {});

 private:
  void measure(BoxSpan<D, T> boxes);

  SweepAndPrune<D, T> swept_;
  SortedOrthtree<D, T> sorted_;
  Bvh<D, T> tree_;
  Choice choice_;
  std::size_t measured_size_ = 0;
  std::uint32_t frames_ = 0;
};

}  // namespace masu
