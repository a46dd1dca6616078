// SPDX-License-Identifier: MIT
// The two methods that sort without comparisons: the grid, which is bucket sort, and the linear
// tree, which sorts by the digits of cell keys.
#include "steps/sort_tape.hpp"

namespace masu::steps {
namespace {

struct GridTape : SortTape {
  using SortTape::on;
  using SortTape::SortTape;
  mutable std::uint32_t searcher = 0;

  void on(const PhaseBegins&) const { step(Step::phase, 1); }
  void on(const CutIntoCells& e) const { step(Step::cells, e.depth, e.objects, e.cells); }
  void on(const InsertIntoCell& e) const {
    const bool outside = e.cell == InsertIntoCell::kBeside;
    step(Step::insert, e.object, e.depth, outside ? -1.0 : double(e.cell));
  }
  void on(const FindPartners& e) const {
    searcher = e.object;
    step(Step::search, e.object);
  }
  void on(const ReadCells<2, float>& e) const {
    step(Step::read);
    write(e.region);
    tape.write(e.last + 1 - e.first);
  }
  void on(const ScanObjects& e) const {
    for (const std::uint32_t other : e.objects) on(CompareObjects{searcher, other});
  }
};

struct TreeTape : SortTape {
  const DomainGrid<2, float>& grid;
  TreeTape(Tape& t, const PairList& found, const DomainGrid<2, float>& g)
      : SortTape(t, found), grid(g) {}

  using SortTape::on;
  void on(const VisitNode& e) const {
    const CellId<2> cell = CellId<2>::of_linear_index(e.node);
    step(Step::enter, cell.level(), cell.code());
    write(grid.bounds(cell));
  }
  void on(const PushObjects& e) const { step(Step::push, e.objects); }
  void on(const PopObjects& e) const { step(Step::pop, e.objects); }
};

struct CollectCells : Trace {
  const PlainPass<2, float>& tree;
  std::vector<std::uint32_t>& order;
  CollectCells(const PlainPass<2, float>& t, std::vector<std::uint32_t>& o) : tree(t), order(o) {}

  using Trace::on;
  void on(const VisitNode& e) const {
    for (auto i = tree.first_object(e.node); i != kNoObject; i = tree.next_object(i)) {
      order.push_back(i);
    }
  }
};

}  // namespace

// After the head: the number of cells that hold objects, then for each a box, depth, number of
// objects, and the objects.
void trace_grid(const FlatBoxes& boxes, Tape& tape) {
  UniformGrid<2, float> grid;
  const BoxSpan<2, float> span(boxes);
  PairList pairs;
  const SearchResult found = grid.find_pairs(span, pairs);
  (void)grid.build(span);
  std::vector<std::uint32_t> order;
  Tape cells;
  std::size_t count = 0;
  grid.for_each_cell(
      [&](const FlatBox& b, int depth, std::size_t objects) {
        cells.write(b.min[0], b.min[1], b.max[0], b.max[1], depth, objects);
        ++count;
      },
      [&](std::uint32_t id) {
        order.push_back(id);
        cells.write(id);
      });
  write_head(tape, found.stats, pairs, order);
  tape.write(count);
  for (std::uint32_t k = 0; k < cells.size(); ++k) tape.write(cells.at(k));
  CountPairs again;
  (void)grid.find_pairs(span, again, {}, GridTape(tape, pairs));
}

// After the head: the depth of the tree.
void trace_tree(const FlatBoxes& boxes, Tape& tape) {
  PlainPass<2, float> tree;
  PairList pairs;
  std::vector<std::uint32_t> order;
  const SearchResult found =
      tree.find_pairs(BoxSpan<2, float>(boxes), pairs, {}, CollectCells(tree, order));
  write_head(tape, found.stats, pairs, order);
  tape.write(tree.grid().depth());
  const TreeTape trace(tape, pairs, tree.grid());
  for (std::uint32_t i = 0; i < boxes.size(); ++i) {
    const CellId<2> cell = tree.grid().smallest_cell(boxes[i]);
    trace.step(Step::key, i, cell.level(), cell.code());
    trace.write(tree.grid().bounds(cell));
  }
  trace.step(Step::phase, 1);
  const auto candidate = [&](std::uint32_t a, std::uint32_t b) { trace.on(CompareObjects{a, b}); };
  (void)tree.find_candidates(candidate, trace);
}

}  // namespace masu::steps
