// SPDX-License-Identifier: MIT
#include <algorithm>

#include <masu/broad_phase/kd_tree.hpp>

#include "colours.hpp"
#include "counted.hpp"
#include "sheet.hpp"

namespace masu::cli {
namespace {

using Item = KdItem<2, float>;

// One partition: the range of the array that it partitioned, and where its pivot ended.
struct Step {
  std::size_t begin;
  std::size_t pivot;
  std::size_t end;
  int axis;
  float split;
  int depth = 0;
  FlatBox region{};
  std::vector<std::uint32_t> indices{};  // begin .. end, afterwards
};

struct SeeSteps : Trace {
  using Trace::on;
  std::vector<Step>* steps;
  mutable const Item* first = nullptr;  // of the whole array, over which the first partition runs

  void on(const PartitionStep<Item>& e) const {
    if (first == nullptr) first = e.left.data();
    Step s;
    s.begin = static_cast<std::size_t>(e.left.data() - first);
    s.pivot = s.begin + e.left.size();
    s.end = s.pivot + 1 + e.right.size();
    s.axis = e.axis;
    s.split = e.pivot->center[e.axis];
    for (const Item& i : e.left) s.indices.push_back(i.index);
    s.indices.push_back(e.pivot->index);
    for (const Item& i : e.right) s.indices.push_back(i.index);
    steps->push_back(s);
  }
};

// Computes the depth and region of each partition from the one that contains it.
void nest(std::vector<Step>& steps, const FlatBox& frame) {
  for (std::size_t k = 0; k < steps.size(); ++k) {
    Step& s = steps[k];
    s.region = frame;
    for (std::size_t j = 0; j < k; ++j) {
      const Step& around = steps[j];
      if (s.begin < around.begin || s.end > around.end) continue;
      s.depth = around.depth + 1;
      s.region = around.region;
      (s.begin < around.pivot ? s.region.max : s.region.min)[around.axis] = around.split;
    }
  }
}

void draw_rows(SortPart& part, const std::vector<Step>& steps, std::vector<std::uint32_t> indices) {
  int deepest = 0;
  for (const Step& s : steps) deepest = std::max(deepest, s.depth);
  const double slots = static_cast<double>(indices.size());
  part.row_of("input", indices);
  for (int depth = 0; depth <= deepest; ++depth) {
    std::size_t count = 0;
    for (const Step& s : steps) {
      if (s.depth != depth) continue;
      ++count;
      std::copy(s.indices.begin(), s.indices.end(),
                indices.begin() + static_cast<std::ptrdiff_t>(s.begin));
    }
    part.row_of(fmt::format("depth {}:\n{} pivot{}", depth, count, count == 1 ? "" : "s"), indices);
    for (const Step& s : steps) {
      if (s.depth != depth) continue;
      const std::string style = depth_class(depth);
      part.mark(double(s.pivot), slots);
      if (s.pivot > s.begin) part.bracket(double(s.begin), double(s.pivot), slots, style);
      if (s.end > s.pivot + 1) part.bracket(double(s.pivot + 1), double(s.end), slots, style);
    }
  }
}

}  // namespace

std::string draw_kd_tree(const DrawInput& input) {
  KdTree<2, float> tree({.split = KdSplit::first, .leaf_size = 3});
  const BoxSpan<2, float> boxes(input.boxes);
  PairList pairs;
  const SearchResult found = tree.find_pairs(boxes, pairs);
  expect_ok(found.status);
  std::vector<Step> steps;
  SeeSteps see;
  see.steps = &steps;
  expect_ok(tree.build(boxes, {}, see));
  std::vector<std::uint32_t> order;
  tree.for_each_node([](const FlatBox&, int, std::size_t) {},
                     [&](std::uint32_t id) { order.push_back(id); });

  const std::vector<std::string> colours = colours_by(order, input.size());
  WorldPart world(input.boxes);
  nest(steps, world.frame());
  world.boxes(colours);
  for (const Step& s : steps) {
    FlatPoint a{{s.region.min[0], s.region.min[1]}};
    FlatPoint b{{s.region.max[0], s.region.max[1]}};
    a[s.axis] = b[s.axis] = s.split;
    world.cut(a, b, s.depth);
  }
  world.pairs({pairs.data(), pairs.size()});
  SortPart sort(colours);
  draw_rows(sort, steps, input.indices());
  Sheet sheet;
  sheet.title = "KdTree: quicksort, the axes in turn";
  sheet.counts = counts_of(input, found);
  sheet.world_says = "A line through the centre of each pivot";
  sheet.sort_says = fmt::format("Less | pivot | rest, level by level: {}",
                                counted(tree.build_stats().comparisons, "comparison"));
  return compose(sheet, world, sort);
}

}  // namespace masu::cli
