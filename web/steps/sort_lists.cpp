// SPDX-License-Identifier: MIT
// The two methods that are sorts of a list: all pairs next to selection sort, and sweep and prune
// with its insertion sort.
#include <algorithm>
#include <numeric>

#include "steps/sort_tape.hpp"

namespace masu::steps {
namespace {

using Order = std::vector<std::uint32_t>;

// Selection sort makes the comparisons of all pairs, i with each j behind it: the tests are
// recorded together with those of the sort, one by one.
struct SelectionTape : SortTape {
  const std::vector<Pair>& tests;
  mutable std::size_t next = 0;

  SelectionTape(Tape& t, const PairList& found, const std::vector<Pair>& all)
      : SortTape(t, found), tests(all) {}

  using SortTape::on;
  void on(const CompareElements& e) const {
    const Pair& test = tests[next++];
    step(Step::select, test.a, test.b, overlap(test.a, test.b), e.a, e.b);
  }
  void on(const MoveElement<std::uint32_t>& e) const { step(Step::swap, e.from, e.to); }
};

struct CollectTests : Trace {
  std::vector<Pair>& tests;
  explicit CollectTests(std::vector<Pair>& t) : tests(t) {}

  using Trace::on;
  void on(const CompareObjects& e) const {
    tests.push_back({std::uint32_t(e.a), std::uint32_t(e.b)});
  }
};

struct SweepTape : SortTape {
  using SortTape::on;
  using SortTape::SortTape;

  void on(const PhaseBegins& e) const { step(Step::phase, std::string_view(e.name) == "sweep"); }
  void on(const CompareElements& e) const { step(Step::elements, e.a, e.b); }
  void on(const MoveElement<std::uint32_t>& e) const { step(Step::move, e.from, e.to); }
  void on(const SweepColumn&) const { step(Step::visit, 0); }
  void on(const SweepBox& e) const {
    step(Step::search, e.box);
    for (const std::uint32_t other : e.others) on(CompareObjects{e.box, other});
  }
};

struct CollectOrder : Trace {
  Order& order;
  int& axis;
  CollectOrder(Order& o, int& a) : order(o), axis(a) {}

  using Trace::on;
  void on(const SweepOrder& e) const {
    axis = e.axis;
    order.insert(order.end(), e.order.begin(), e.order.end());
  }
};

}  // namespace

void trace_all_pairs(const FlatBoxes& boxes, Tape& tape) {
  const AllPairs<2, float> finder;
  PairList pairs;
  std::vector<Pair> tests;
  const SearchResult found =
      finder.find_pairs(BoxSpan<2, float>(boxes), pairs, {}, CollectTests(tests));
  const auto less = [&](std::uint32_t i, std::uint32_t j) {
    return boxes[i].min[0] < boxes[j].min[0];
  };
  Order list(boxes.size());
  std::iota(list.begin(), list.end(), 0u);
  Order order = list;
  QueryStats unused;
  selection_sort(std::span<std::uint32_t>(order), less, unused);
  write_head(tape, found.stats, pairs, order);
  QueryStats sorted;
  selection_sort(std::span<std::uint32_t>(list), less, sorted, SelectionTape(tape, pairs, tests));
}

void trace_sweep(const FlatBoxes& boxes, Tape& tape) {
  SweepAndPrune<2, float> finder;
  PairList pairs;
  Order order;
  int axis = 0;
  const SearchResult found =
      finder.find_pairs(BoxSpan<2, float>(boxes), pairs, {}, CollectOrder(order, axis));
  write_head(tape, found.stats, pairs, order);
  tape.write(axis);
  CountPairs again;
  (void)finder.find_pairs(BoxSpan<2, float>(boxes), again, {}, SweepTape(tape, pairs));
}

}  // namespace masu::steps
