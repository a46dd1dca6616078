// SPDX-License-Identifier: MIT
#include <set>

#include <masu/broad_phase/uniform_grid.hpp>

#include "counted.hpp"
#include "sheet.hpp"

namespace masu::cli {
namespace {

// The cells of the first grid, and the objects put into each.
struct Buckets {
  std::uint32_t cells = 0;
  std::vector<RowItem> items;
  std::vector<int> fill;
  std::set<std::uint32_t> beside;  // objects in no cell of any grid
};

struct Cell {
  FlatBox bounds;
  int depth;
  std::vector<std::uint32_t> objects;
};

struct SeeBuckets : Trace {
  using Trace::on;
  Buckets* buckets;
  void on(const CutIntoCells& e) const {
    if (e.depth != 0) return;
    buckets->cells = e.cells;
    buckets->fill.assign(e.cells + 1, 0);
  }
  void on(const InsertIntoCell& e) const {
    const bool in = e.cell != InsertIntoCell::kBeside;
    in ? (void)buckets->beside.erase(e.object) : (void)buckets->beside.insert(e.object);
    if (e.depth != 0) return;
    const std::uint32_t cell = e.cell == InsertIntoCell::kBeside ? buckets->cells : e.cell;
    buckets->items.push_back({e.object, double(cell), buckets->fill[cell]++});
  }
};

}  // namespace

std::string draw_uniform_grid(const DrawInput& input) {
  UniformGrid<2, float> grid;
  const BoxSpan<2, float> boxes(input.boxes);
  PairList pairs;
  const SearchResult found = grid.find_pairs(boxes, pairs);
  expect_ok(found.status);
  Buckets buckets;
  SeeBuckets see;
  see.buckets = &buckets;
  expect_ok(grid.build(boxes, {}, see));

  WorldPart world(input.boxes);
  std::vector<Cell> cells;
  grid.for_each_cell(
      [&](const FlatBox& bounds, int depth, std::size_t) {
        cells.push_back({bounds, depth, {}});
      },
      [&](std::uint32_t id) { cells.back().objects.push_back(id); });
  std::vector<std::uint32_t> order;
  std::size_t used = 0;
  for (const Cell& cell : cells) {
    order.insert(order.end(), cell.objects.begin(), cell.objects.end());
    if (buckets.beside.count(cell.objects[0]) != 0) continue;  // in no cell
    world.cell(cell.bounds, cell.depth);
    ++used;
  }
  const std::vector<std::string> colours = colours_by(order, input.size());
  world.boxes(colours);
  world.pairs({pairs.data(), pairs.size()});

  SortPart sort(colours);
  sort.row_of("input", input.indices());
  sort.gap(350);
  const bool beside = buckets.fill[buckets.cells] != 0;
  const double slots = buckets.cells + (beside ? 1 : 0);
  sort.row(fmt::format("{}:\nthe cells{}", counted(buckets.cells, "bucket"),
                       beside ? ",\nlast: large" : ""),
           slots, buckets.items);
  for (std::uint32_t c = 0; c < buckets.cells; ++c) sort.bracket(c, c + 1, slots, "axis");
  sort.gap(600);
  sort.row_of("one after\nthe other", order);
  Sheet sheet;
  sheet.title = "UniformGrid: bucket sort";
  sheet.counts = counts_of(input, found);
  sheet.world_says =
      fmt::format("{} that {} lower corners", counted(used, "cell"), used == 1 ? "holds" : "hold") +
      (buckets.beside.empty() ? ""
                              : fmt::format("; {} {} too large", buckets.beside.size(),
                                            buckets.beside.size() == 1 ? "is" : "are"));
  sheet.sort_says = "Into buckets without a comparison, and out again";
  return compose(sheet, world, sort);
}

}  // namespace masu::cli
