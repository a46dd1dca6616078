// SPDX-License-Identifier: MIT
#include <masu/broad_phase/incremental_sweep_and_prune.hpp>

#include "counted.hpp"
#include "errors.hpp"
#include "sheet.hpp"

namespace masu::cli {
namespace {

using End = BoxEnd<float>;

// The endpoints of an axis, before and after.
struct Axis {
  std::vector<End> before;
  std::vector<End> after;
  std::size_t moves = 0;
};

struct SeeEnds : Trace {
  using Trace::on;
  std::vector<Axis>* axes;
  void on(const SortEnds<float>& e) const {
    axes->push_back({{e.ends.begin(), e.ends.end()}, {e.ends.begin(), e.ends.end()}, 0});
  }
  void on(const MoveElement<End>& e) const {
    axes->back().after.assign(e.list.begin(), e.list.end());
    ++axes->back().moves;
  }
};

// Each item is an endpoint: the lower ones by slot, then the upper ones.
std::vector<RowItem> row_of(const std::vector<End>& ends, std::size_t n) {
  std::vector<RowItem> items;
  for (std::size_t k = 0; k < ends.size(); ++k) {
    const bool upper = ends[k].upper();
    items.push_back({ends[k].slot() + (upper ? n : 0), double(k), 0, upper ? 0.5 : 1});
  }
  return items;
}

std::vector<std::uint32_t> slots_by_lower_end(const std::vector<End>& ends) {
  std::vector<std::uint32_t> order;
  for (const End& e : ends) {
    if (!e.upper()) order.push_back(e.slot());
  }
  return order;
}

}  // namespace

std::string draw_incremental_sweep(const DrawInput& input) {
  if (input.next.empty()) {
    throw UsageError(
        "incremental_sweep_and_prune draws two frames, and a file holds one: use a scene instead, "
        "such as brownian");
  }
  const std::size_t n = input.size();
  IncrementalSweepOptions options;
  options.shifts_per_end = options.kNoLimit;  // no radix sort
  IncrementalSweepAndPrune<2, float> sweep(options);
  std::vector<Handle> handles;
  for (const FlatBox& box : input.boxes) {
    const InsertResult added = sweep.insert(box);
    expect_ok(added.status);
    handles.push_back(added.handle);
  }
  expect_ok(sweep.update().status);
  for (std::size_t i = 0; i < n; ++i) expect_ok(sweep.move(handles[i], input.next[i]));
  std::vector<Axis> axes;
  SeeEnds see;
  see.axes = &axes;
  const SearchResult found = sweep.update(see);
  expect_ok(found.status);
  if (axes.empty()) throw UsageError(input.name + ": nothing moves, so there is nothing to sort");
  PairList pairs;
  expect_ok(sweep.find_pairs(pairs).status);

  const std::vector<std::string> colours = colours_by(slots_by_lower_end(axes[0].after), n);
  WorldPart world(input.next);
  for (std::size_t i = 0; i < n; ++i) {
    world.ghost(input.boxes[i]);
    world.line(center(input.boxes[i]), center(input.next[i]), "axis");
  }
  world.boxes(colours);
  world.pairs({pairs.data(), pairs.size()});

  std::vector<std::string> of_ends = colours;
  of_ends.insert(of_ends.end(), colours.begin(), colours.end());
  SortPart sort(of_ends);
  for (std::size_t a = 0; a < axes.size(); ++a) {
    const double slots = static_cast<double>(2 * n);
    const std::string name = a == 0 ? "x" : "y";
    sort.cut();
    sort.row(name + ": the last\nframe's order", slots, row_of(axes[a].before, n), 260);
    sort.gap(650);
    sort.row(fmt::format("{}: now,\nby {}", name, counted(axes[a].moves, "move")), slots,
             row_of(axes[a].after, n), 260);
    sort.gap(200);
  }
  Sheet sheet;
  sheet.title = "IncrementalSweepAndPrune: insertion sort of the last frame's order";
  sheet.counts = fmt::format("{} boxes of {}, all moved: {} comparisons and {} shifts, {} pairs", n,
                             input.name, found.stats.comparisons, found.stats.shifts, pairs.size());
  sheet.world_says = "Dashed: where the boxes were";
  sheet.sort_says = "Ends on an axis (tall: begins); each crossing is a shift";
  sheet.fill_says = "fill: order along x";
  return compose(sheet, world, sort);
}

}  // namespace masu::cli
