// SPDX-License-Identifier: MIT
#include <masu/broad_phase/sweep_and_prune.hpp>

#include "counted.hpp"
#include "sheet.hpp"

namespace masu::cli {
namespace {

using Order = std::vector<std::uint32_t>;

// Records the list after each step of the insertion sort, and the final list.
struct SeeSort : Trace {
  using Trace::on;
  std::vector<Order>* steps;
  Order* order;

  void on(const MoveElement<std::uint32_t>& e) const {
    steps->emplace_back(e.list.begin(), e.list.end());
  }
  void on(const SweepOrder& e) const { order->assign(e.order.begin(), e.order.end()); }
};

std::vector<RowItem> bars(const DrawInput& input, const Order& order) {
  float low = input.boxes[0].min[0];
  float high = low;
  for (const FlatBox& b : input.boxes) {
    low = std::min(low, b.min[0]);
    high = std::max(high, b.min[0]);
  }
  const double range = high > low ? double(high) - double(low) : 1;
  std::vector<RowItem> items;
  for (std::size_t k = 0; k < order.size(); ++k) {
    const double at = (double(input.boxes[order[k]].min[0]) - double(low)) / range;
    items.push_back({order[k], double(k), 0, 0.1 + 0.9 * at});
  }
  return items;
}

}  // namespace

std::string draw_sweep_and_prune(const DrawInput& input) {
  constexpr double kBar = 560;
  SweepAndPrune<2, float> finder({.axis = 0});
  PairList pairs;
  std::vector<Order> steps;
  Order order;
  SeeSort see;
  see.steps = &steps;
  see.order = &order;
  const SearchResult found = finder.find_pairs(BoxSpan<2, float>(input.boxes), pairs, {}, see);
  expect_ok(found.status);

  const std::vector<std::string> colours = colours_by(order, input.size());
  WorldPart world(input.boxes);
  world.boxes(colours);
  world.pairs({pairs.data(), pairs.size()});
  world.intervals(order, colours);

  SortPart sort(colours);
  const double n = static_cast<double>(input.size());
  sort.row("input", n, bars(input, input.indices()), kBar);
  for (const std::size_t quarter : {1u, 2u, 3u}) {
    if (steps.size() < 4) break;
    const std::size_t k = quarter * steps.size() / 4;
    sort.row(fmt::format("after {}\ninsertions", k), n, bars(input, steps[k - 1]), kBar);
  }
  sort.row(steps.empty() ? "sorted" : fmt::format("after {}:\nsorted", steps.size()), n,
           bars(input, order), kBar);
  Sheet sheet;
  sheet.title = "SweepAndPrune: the boxes sorted along one axis";
  sheet.counts = counts_of(input, found);
  sheet.world_says = "Below: extents on the axis, as sorted";
  sheet.sort_says =
      fmt::format("Sorted by lower end: {}, {}", counted(found.stats.comparisons, "comparison"),
                  counted(found.stats.shifts, "shift"));
  return compose(sheet, world, sort);
}

}  // namespace masu::cli
