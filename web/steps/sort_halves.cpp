// SPDX-License-Identifier: MIT
// The two methods that are quicksort: the kd-tree, and planes of any direction.
#include <algorithm>
#include <numeric>

#include "steps/sort_tape.hpp"

namespace masu::steps {
namespace {

struct KdTape : SortTape {
  mutable const KdItem<2, float>* first =
      nullptr;  // of the whole array, over which the first cut runs

  using SortTape::on;
  using SortTape::SortTape;

  void on(const PhaseBegins&) const { step(Step::phase, 1); }
  void on(const VisitNode& e) const { step(Step::visit, e.node); }
  void on(const PartitionStep<KdItem<2, float>>& e) const {
    if (first == nullptr) first = e.left.data();
    const auto begin = e.left.data() - first;
    const auto pivot = e.pivot - first;
    const auto end = e.right.data() + e.right.size() - first;
    step(Step::cut, e.axis, e.pivot->center[e.axis], begin, pivot, end);
    for (auto k = begin; k < end; ++k) tape.write(first[k].index);
  }
};

struct PlanesTape : SortTape {
  const BspTree<2, float>& tree;
  const std::vector<BspFace<2, double>>& cuts;
  const std::vector<int>& depths;
  mutable std::size_t node = 0;

  PlanesTape(Tape& t, const PairList& found, const BspTree<2, float>& built,
             const std::vector<BspFace<2, double>>& c, const std::vector<int>& d)
      : SortTape(t, found), tree(built), cuts(c), depths(d) {}

  using SortTape::on;
  void on(const BspCut<2>& e) const {
    const BspFace<2, double>& cut = cuts[node];
    step(Step::plane, cut.corner[0][0], cut.corner[0][1], cut.corner[1][0], cut.corner[1][1],
         depths[node++], e.on, e.front, e.back, e.splits, tree.build_stats().comparisons);
  }
  void on(const PlanesQueried& e) const {
    if (e.box == 0) step(Step::phase, 1);
    step(Step::query, e.box, e.passed.nodes, e.passed.tests);
  }
};

FlatBox around(const FlatBoxes& boxes) {
  FlatBox all = FlatBox::nothing();
  for (const FlatBox& box : boxes) all = merge(all, box);
  const float air = 0.05f * std::max(all.max[0] - all.min[0], all.max[1] - all.min[1]);
  for (int a = 0; a < 2; ++a) all.min[a] -= air, all.max[a] += air;
  return all;
}

}  // namespace

void trace_kd_tree(const FlatBoxes& boxes, Tape& tape) {
  KdTree<2, float> tree = lecture_kd_tree();
  const BoxSpan<2, float> span(boxes);
  PairList pairs;
  const SearchResult found = tree.find_pairs(span, pairs);
  (void)tree.build(span);
  std::vector<std::uint32_t> order;
  tree.for_each_node([](const FlatBox&, int, std::size_t) {},
                     [&](std::uint32_t id) { order.push_back(id); });
  write_head(tape, found.stats, pairs, order);
  CountPairs again;
  (void)tree.find_pairs(span, again, {}, KdTape(tape, pairs));
}

// The order is that of the boxes: the reader takes it from the nodes. After the head: the number of
// nodes, then for each its depth, the number of edge fragments in its plane, and their boxes.
void trace_planes(const FlatBoxes& boxes, Tape& tape) {
  SortByPlanes finder;
  PairList pairs;
  const SearchResult found = finder.find_pairs(boxes, pairs);
  const BspTree<2, float>& tree = finder.tree();
  std::vector<int> depths;
  std::vector<std::uint32_t> fragments;  // for each node the number, then the boxes
  tree.for_each_node(
      [&](const BspPlane<2>&, int depth, std::size_t count) {
        depths.push_back(depth);
        fragments.push_back(std::uint32_t(count));
      },
      [&](const BspFragment<2>& f) { fragments.push_back(SortByPlanes::box_of(f.face)); });
  std::vector<BspFace<2, double>> cuts;
  tree.for_each_cut(around(boxes), [&](const BspFace<2, double>& cut, int depth, std::size_t) {
    // Nodes without a line in the picture are skipped there: synchronized by their depths.
    while (cuts.size() < depths.size() && depths[cuts.size()] != depth) cuts.push_back({});
    cuts.push_back(cut);
  });
  cuts.resize(depths.size());
  std::vector<std::uint32_t> order(boxes.size());
  std::iota(order.begin(), order.end(), 0u);
  write_head(tape, found.stats, pairs, order);
  tape.write(depths.size());
  for (std::size_t node = 0, k = 0; node < depths.size(); ++node) {
    tape.write(depths[node]);
    const std::uint32_t count = fragments[k++];
    tape.write(count);
    for (std::uint32_t i = 0; i < count; ++i) tape.write(fragments[k++]);
  }
  SortByPlanes again;
  (void)again.find_pairs(boxes, pairs, PlanesTape(tape, pairs, again.tree(), cuts, depths));
}

}  // namespace masu::steps
