// SPDX-License-Identifier: MIT
// The format of all method traces: numbers that web/src/pages/sorting/tape.ts reads. Each step is
// its kind, followed by its values.
#pragma once

#include <algorithm>
#include <masu/core/pair.hpp>
#include <masu/core/trace.hpp>

#include "steps/sort_methods.hpp"
#include "steps/tape.hpp"

namespace masu::steps {

// In the order of web/src/pages/sorting/tape.ts.
enum class Step : std::uint8_t {
  phase,     // what begins: 0 sort, 1 search
  compare,   // object, object, do they overlap: a test
  select,    // as above, and the indices that the selection sort compares
  swap,      // two indices exchange their elements
  elements,  // two indices are compared
  move,      // from, to: an element moves there, the others move up
  cut,       // axis, coordinate, begin, pivot, end, then the objects from begin to end: a partition
  bounds,    // two boxes of four numbers: a test
  visit,     // a node
  cells,     // depth, objects, cells: a grid is built
  insert,    // object, depth, cell (-1: none)
  search,    // the object that the next ones are tested against
  read,      // a box, number of cells
  plane,     // two ends, depth, faces in it, in front, behind, cut; comparisons
  query,     // object, nodes and fragments that it passed
  key,       // object, level and code of its cell, its box
  enter,     // level and code of a cell, its box
  push,      // number of objects pushed onto the stack
  pop,       // number of objects popped
};

// Writes steps; knows the overlapping pairs from an earlier search.
struct SortTape : Trace {
  Tape& tape;
  std::vector<Pair> pairs;  // sorted

  SortTape(Tape& t, const PairList& found) : tape(t), pairs(found.begin(), found.end()) {
    std::sort(pairs.begin(), pairs.end());
  }

  template <class... Numbers>
  void step(Step kind, Numbers... numbers) const {
    tape.write(int(kind), numbers...);
  }
  bool overlap(std::size_t a, std::size_t b) const {
    const Pair pair{std::uint32_t(std::min(a, b)), std::uint32_t(std::max(a, b))};
    return std::binary_search(pairs.begin(), pairs.end(), pair);
  }
  void write(const FlatBox& box) const {
    tape.write(box.min[0], box.min[1], box.max[0], box.max[1]);
  }

  using Trace::on;
  void on(const CompareObjects& e) const { step(Step::compare, e.a, e.b, overlap(e.a, e.b)); }
  void on(const CompareBounds<2, float>& e) const {
    step(Step::bounds);
    write(e.a);
    write(e.b);
  }
};

// Writes what precedes the steps: counters of a search without a trace, its pairs, and the order
// that the method sorts the objects into.
inline void write_head(Tape& tape, const QueryStats& stats, const PairList& pairs,
                       const std::vector<std::uint32_t>& order) {
  tape.write(stats.tests, stats.nodes, stats.comparisons, stats.shifts, pairs.size(), order.size());
  for (const Pair& p : pairs) tape.write(p.a, p.b);
  for (const std::uint32_t i : order) tape.write(i);
}

// One for each method, for a non-empty set of boxes.
void trace_all_pairs(const FlatBoxes& boxes, Tape& tape);
void trace_sweep(const FlatBoxes& boxes, Tape& tape);
void trace_kd_tree(const FlatBoxes& boxes, Tape& tape);
void trace_planes(const FlatBoxes& boxes, Tape& tape);
void trace_grid(const FlatBoxes& boxes, Tape& tape);
void trace_tree(const FlatBoxes& boxes, Tape& tape);

}  // namespace masu::steps
