// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include <masu/broad_phase/registered_orthtree.hpp>

#include "colours.hpp"
#include "sheet.hpp"

namespace masu::cli {
namespace {

using Tree = RegisteredOrthtree<2, float>;

constexpr int kDepth = 3;

struct Cell {
  CellId<2> id;
  std::vector<std::uint32_t> objects;
};

// Fixed options, so that the picture has few levels: a square domain.
OrthtreeOptions<2, float> options_for(const DrawInput& input) {
  OrthtreeOptions<2, float> options;
  options.depth = kDepth;
  for (const FlatBox& box : input.boxes) options.domain = merge(options.domain, box);
  Vec<2, float>& top = options.domain.max;
  const Vec<2, float> size = top - options.domain.min;
  for (int a = 0; a < 2; ++a) top[a] = options.domain.min[a] + std::max(size[0], size[1]);
  return options;
}

// Returns the cells by key: a cell before its descendants, children in Morton order.
std::vector<Cell> cells_by_name(const Tree& tree) {
  std::vector<Cell> cells;
  tree.for_each_cell(
      [&](CellId<2> id, std::size_t) {
        cells.push_back({id, {}});
      },
      [&](Handle h) { cells.back().objects.push_back(h.index); });
  std::sort(cells.begin(), cells.end(), [](const Cell& a, const Cell& b) { return a.id < b.id; });
  return cells;
}

// Draws the cells of a level, each over its interval of the Morton codes, with its objects above.
void draw_level(SortPart& part, int level, const std::vector<Cell>& cells) {
  constexpr double kSlots = 64;  // of 4^kDepth codes
  const double width = kSlots / std::ldexp(1.0, 2 * level);
  const int abreast = std::max(static_cast<int>(width), 1);
  std::vector<RowItem> items;
  std::size_t used = 0;
  for (const Cell& cell : cells) {
    if (cell.id.level() != level) continue;
    ++used;
    const int size = static_cast<int>(cell.objects.size());
    const double first =
        static_cast<double>(cell.id.code()) * width + (width - std::min(size, abreast)) / 2;
    for (int k = 0; k < size; ++k) {
      items.push_back(
          {cell.objects[static_cast<std::size_t>(k)], first + k % abreast, k / abreast});
    }
  }
  part.row(fmt::format("level {}:\n{} of {}", level, used, 1 << 2 * level), kSlots, items);
  for (double c = 0; c < kSlots; c += width) part.bracket(c, c + width, kSlots, "axis");
  for (const Cell& cell : cells) {
    const double first = static_cast<double>(cell.id.code()) * width;
    if (cell.id.level() == level) part.bracket(first, first + width, kSlots, depth_class(level));
  }
}

}  // namespace

std::string draw_linear_orthtree(const DrawInput& input) {
  Tree tree(options_for(input));
  for (const FlatBox& box : input.boxes) expect_ok(tree.insert(box).status);
  PairList pairs;
  const SearchResult found = tree.find_pairs(pairs);
  expect_ok(found.status);
  const std::vector<Cell> cells = cells_by_name(tree);
  std::vector<std::uint32_t> order;
  for (const Cell& cell : cells) {
    order.insert(order.end(), cell.objects.begin(), cell.objects.end());
  }

  const std::vector<std::string> colours = colours_by(order, input.size());
  WorldPart world(input.boxes);
  world.boxes(colours);
  for (int level = 0; level <= kDepth; ++level) {
    for (const Cell& cell : cells) {
      if (cell.id.level() == level) world.cell(tree.grid().bounds(cell.id), level);
    }
  }
  world.curve(order);
  world.pairs({pairs.data(), pairs.size()});

  SortPart sort(colours);
  sort.row_of("input", input.indices());
  sort.gap(300);
  for (int level = 0; level <= kDepth; ++level) draw_level(sort, level, cells);
  sort.gap(300);
  sort.row_of("sorted by\ncell key", order);
  Sheet sheet;
  sheet.title = "Linear quadtree: radix sort by cell keys";
  sheet.counts = counts_of(input, found);
  sheet.world_says = "Cells in use; the order as a curve";
  sheet.sort_says = "The cells of each level in Morton order";
  return compose(sheet, world, sort);
}

}  // namespace masu::cli
