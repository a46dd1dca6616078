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
  using FinderTrace = AnyTrace<PhaseBegins, CompareWithOthers, CompareObjects, CompareElements,
                               PlaceElement<std::uint32_t>, SweepOrder, SweepColumn, SweepBox,
                               CellOrderMade, SplitObjects>;

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
  SearchResult find_pairs(BoxSpan<D, T> boxes, const PairTarget& sink,
                          const PairOptions<D, T>& options = {}, FinderTrace trace = {});

  // Each overlapping pair of one box of `a` and one of `b`; chosen by their numbers alone.
  SearchResult find_pairs_between(BoxSpan<D, T> a, BoxSpan<D, T> b, const PairTarget& sink,
                                  const PairOptions<D, T>& options = {}, FinderTrace trace = {});

 private:
  void look(BoxSpan<D, T> boxes);

  SweepAndPrune<D, T> swept_;
  SortedOrthtree<D, T> sorted_;
  Bvh<D, T> tree_;
  Choice choice_;
  std::size_t looked_at_ = 0;
  std::uint32_t frames_ = 0;
};

}  // namespace masu
