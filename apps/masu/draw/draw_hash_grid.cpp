// SPDX-License-Identifier: MIT
#include <masu/broad_phase/hash_grid.hpp>

#include "colours.hpp"
#include "counted.hpp"
#include "sheet.hpp"

namespace masu::cli {
namespace {

struct Cell {
  FlatBox bounds;
  int depth;
  std::vector<std::uint32_t> objects;
};

}  // namespace

std::string draw_hash_grid(const DrawInput& input) {
  HashGrid<2, float> grid;
  for (const FlatBox& box : input.boxes) expect_ok(grid.insert(box).status);
  expect_ok(grid.fit());
  PairList pairs;
  const SearchResult found = grid.find_pairs(pairs);
  expect_ok(found.status);
  std::vector<Cell> cells;
  std::vector<std::uint32_t> order;
  grid.for_each_cell(
      [&](const FlatBox& bounds, int depth, std::size_t) {
        cells.push_back({bounds, depth, {}});
      },
      [&](Handle h) {
        cells.back().objects.push_back(h.index);
        order.push_back(h.index);
      });

  const std::vector<std::string> colours = colours_by(order, input.size());
  WorldPart world(input.boxes);
  for (const Cell& cell : cells) world.cell(cell.bounds, cell.depth);
  world.boxes(colours);
  world.pairs({pairs.data(), pairs.size()});

  SortPart sort(colours);
  sort.row_of("input", input.indices());
  sort.gap(700);
  const double slots = static_cast<double>(cells.size());
  std::vector<RowItem> items;
  for (std::size_t c = 0; c < cells.size(); ++c) {
    int level = 0;
    for (const std::uint32_t i : cells[c].objects) items.push_back({i, double(c), level++});
  }
  sort.row(counted(cells.size(), "cell") + "\nin use", slots, items);
  for (std::size_t c = 0; c < cells.size(); ++c) {
    sort.bracket(double(c), double(c + 1), slots, depth_class(cells[c].depth));
  }
  sort.gap(700);
  sort.row_of("level by\nlevel", order);
  Sheet sheet;
  sheet.title = "HashGrid: bucket sort, kept up to date";
  sheet.counts = counts_of(input, found, " (four at once, with empty slots)");
  sheet.world_says = counted(cells.size(), "cell") + " in use, found by hashing";
  sheet.sort_says = "A level for each size: into buckets, one by one";
  sheet.fill_says = "fill: by bucket";
  return compose(sheet, world, sort);
}

}  // namespace masu::cli
