// SPDX-License-Identifier: MIT
// The page of sorts: the steps of a method on a small scene, and its counters on any.
#include "steps/sort_tape.hpp"

namespace masu::steps {
namespace {

// A depth with about one object per cell of the finest level, as in textbooks.
int depth_for(std::size_t n) {
  int depth = 1;
  while (depth < PlainPass<2, float>::kMaxDepth && (std::size_t(1) << 2 * depth) < n) ++depth;
  return depth;
}

template <class Finder>
SearchResult count(Finder&& finder, const FlatBoxes& boxes) {
  CountPairs pairs;
  return finder.find_pairs(BoxSpan<2, float>(boxes), pairs);
}

SearchResult count_pairs(SortMethod method, const FlatBoxes& boxes) {
  PairList pairs;
  switch (method) {
    case SortMethod::all_pairs: return count(AllPairs<2, float>(), boxes);
    case SortMethod::sweep: return count(SweepAndPrune<2, float>(), boxes);
    case SortMethod::kd_tree: return count(lecture_kd_tree(), boxes);
    case SortMethod::planes: return SortByPlanes().find_pairs(boxes, pairs);
    case SortMethod::grid: return count(UniformGrid<2, float>(), boxes);
    case SortMethod::tree: return count(PlainPass<2, float>(depth_for(boxes.size())), boxes);
    case SortMethod::sorted_tree: return count(SortedOrthtree<2, float>(), boxes);
  }
  return {};
}

void trace(SortMethod method, const FlatBoxes& boxes, Tape& tape) {
  constexpr void (*kTraces[])(const FlatBoxes&, Tape&) = {
      trace_all_pairs, trace_sweep, trace_kd_tree, trace_planes, trace_grid, trace_tree};
  kTraces[int(method)](boxes, tape);
}

}  // namespace
}  // namespace masu::steps

// Writes tests, nodes, comparisons, shifts, pairs, objects; the pairs; the order; what the method
// adds; steps. method: of the first six of SortMethod. At most 64 boxes: more make long lists of
// steps.
MASU_STEPS(sorting)
std::uint32_t steps_sorting(std::uint32_t method, std::uint32_t scene, std::uint32_t n,
                            double seed) {
  using namespace masu::steps;
  Tape& tape = cleared_output();
  trace(SortMethod(method), scene_boxes(scene, n, seed), tape);
  return tape.size();
}

// The same for boxes of the page. Input: minimum and maximum corner of each.
MASU_STEPS(sorting_boxes)
std::uint32_t steps_sorting_boxes(std::uint32_t method, std::uint32_t n) {
  using namespace masu::steps;
  FlatBoxes boxes(n);
  const double* from = input().data();
  for (FlatBox& box : boxes) {
    box = {{float(from[0]), float(from[1])}, {float(from[2]), float(from[3])}};
    from += 4;
  }
  Tape& tape = cleared_output();
  trace(SortMethod(method), boxes, tape);
  return tape.size();
}

// Writes tests, nodes, comparisons, shifts, pairs.
MASU_STEPS(sort_work)
std::uint32_t steps_sort_work(std::uint32_t method, std::uint32_t scene, std::uint32_t n,
                              double seed) {
  using namespace masu::steps;
  const masu::QueryStats s = count_pairs(SortMethod(method), scene_boxes(scene, n, seed)).stats;
  Tape& tape = cleared_output();
  tape.write(s.tests, s.nodes, s.comparisons, s.shifts, s.results);
  return tape.size();
}
