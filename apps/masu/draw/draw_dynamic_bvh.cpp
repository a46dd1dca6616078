// SPDX-License-Identifier: MIT
#include <algorithm>

#include <masu/broad_phase/dynamic_bvh.hpp>

#include "sheet.hpp"
#include "sort_part.hpp"

namespace masu::cli {
namespace {

struct Node {
  FlatBox fat;
  int depth;
  std::uint32_t object = ~0u;
  std::vector<std::size_t> children{};
};

std::vector<Node> nodes_of(const DynamicBvh<2, float>& tree) {
  std::vector<Node> nodes;
  std::vector<std::size_t> path;
  tree.for_each_node(
      [&](const FlatBox& fat, int depth, std::size_t) {
        path.resize(static_cast<std::size_t>(depth));
        if (!path.empty()) nodes[path.back()].children.push_back(nodes.size());
        path.push_back(nodes.size());
        nodes.push_back({fat, depth});
      },
      [&](Handle h) { nodes.back().object = h.index; });
  return nodes;
}

// Returns merges with children before parents; nodes are in the order of a traversal from the root.
std::vector<Merge> merges_of(const std::vector<Node>& nodes, std::size_t objects) {
  int deepest = 1;
  for (const Node& n : nodes) deepest = std::max(deepest, n.depth);
  std::vector<Merge> merges;
  std::vector<std::uint32_t> name(nodes.size());
  for (std::size_t k = nodes.size(); k-- > 0;) {
    const Node& n = nodes[k];
    if (n.children.empty()) {
      name[k] = n.object;
      continue;
    }
    name[k] = static_cast<std::uint32_t>(objects + merges.size());
    merges.push_back(
        {name[n.children[0]], name[n.children[1]], n.depth, double(deepest - n.depth) / deepest});
  }
  return merges;
}

}  // namespace

std::string draw_dynamic_bvh(const DrawInput& input) {
  DynamicBvh<2, float> tree;
  for (const FlatBox& box : input.boxes) expect_ok(tree.insert(box).status);
  PairList pairs;
  const SearchResult found = tree.find_pairs(pairs);
  expect_ok(found.status);

  const std::vector<Node> nodes = nodes_of(tree);
  std::vector<std::uint32_t> order;
  for (const Node& n : nodes) {
    if (n.children.empty()) order.push_back(n.object);
  }
  const std::vector<std::string> colours = colours_by(order, input.size());
  WorldPart world(input.boxes);
  world.boxes(colours);
  for (const Node& n : nodes) world.node(n.fat, n.depth);
  world.pairs({pairs.data(), pairs.size()});

  SortPart sort(colours);
  sort.row_of("insertion", input.indices());
  sort.gap(500);
  sort.row_of("order of\nthe tree", order);
  sort.label(fmt::format("tree of\nheight {}", tree.height()), sort.y() + 900);
  draw_dendrogram(sort, input.size(), merges_of(nodes, input.size()), 2900);
  Sheet sheet;
  sheet.title = "DynamicBvh: tree sort, insertion into a search tree";
  sheet.counts = counts_of(input, found);
  sheet.world_says = "Fat boxes, and boxes around two";
  sheet.sort_says = "One by one to the sibling that makes boxes grow least";
  return compose(sheet, world, sort);
}

}  // namespace masu::cli
