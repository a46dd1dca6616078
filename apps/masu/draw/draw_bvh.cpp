// SPDX-License-Identifier: MIT
#include <masu/broad_phase/bvh.hpp>

#include "counted.hpp"
#include "sheet.hpp"
#include "sort_part.hpp"

namespace masu::cli {
namespace {

struct SeeMerges : Trace {
  using Trace::on;
  std::vector<MergeNodes>* merges;
  void on(const MergeNodes& e) const { merges->push_back(e); }
};

// The boxes and depths of all nodes, objects first, computed from the merges.
struct Tree {
  std::vector<FlatBox> box;
  std::vector<int> depth;
  std::vector<std::uint32_t> order;  // of the objects, from left to right
};

Tree tree_of(const DrawInput& input, const std::vector<MergeNodes>& merges) {
  Tree t;
  t.box = input.boxes;
  for (const MergeNodes& m : merges) t.box.push_back(merge(t.box[m.a], t.box[m.b]));
  t.depth.assign(t.box.size(), 0);
  for (std::size_t k = merges.size(); k-- > 0;) {
    t.depth[merges[k].a] = t.depth[merges[k].b] = t.depth[merges[k].node] + 1;
  }
  std::vector<std::uint32_t> waiting{static_cast<std::uint32_t>(t.box.size() - 1)};
  while (!waiting.empty()) {
    const std::uint32_t at = waiting.back();
    waiting.pop_back();
    if (at < input.size()) {
      t.order.push_back(at);
    } else {
      waiting.push_back(merges[at - input.size()].b);
      waiting.push_back(merges[at - input.size()].a);
    }
  }
  return t;
}

}  // namespace

std::string draw_bvh(const DrawInput& input) {
  Bvh<2, float> tree({.builder = BvhBuilder::bottom_up});
  PairList pairs;
  std::vector<MergeNodes> merges;
  SeeMerges see;
  see.merges = &merges;
  const SearchResult found = tree.find_pairs(BoxSpan<2, float>(input.boxes), pairs, {}, see);
  expect_ok(found.status);

  const Tree t = tree_of(input, merges);
  const std::vector<std::string> colours = colours_by(t.order, input.size());
  WorldPart world(input.boxes);
  world.boxes(colours);
  for (std::size_t node = t.box.size(); node-- > input.size();) {
    world.node(t.box[node], t.depth[node]);
  }
  world.pairs({pairs.data(), pairs.size()});

  SortPart sort(colours);
  sort.row_of("input", input.indices());
  sort.gap(500);
  sort.row_of("order of\nthe tree", t.order);
  sort.label(counted(merges.size(), "merge") + ",\nthe smallest\nbox each time", sort.y() + 900);
  std::vector<Merge> lines;
  for (std::size_t k = 0; k < merges.size(); ++k) {
    lines.push_back({merges[k].a, merges[k].b, t.depth[merges[k].node],
                     double(k + 1) / static_cast<double>(merges.size())});
  }
  draw_dendrogram(sort, input.size(), lines, 2900);
  Sheet sheet;
  sheet.title = "Bvh, bottom-up: merge sort, the two nearest each time";
  sheet.counts = counts_of(input, found);
  sheet.world_says = "A box around each two that were merged";
  sheet.sort_says = "From single objects to one tree, merge after merge";
  return compose(sheet, world, sort);
}

}  // namespace masu::cli
