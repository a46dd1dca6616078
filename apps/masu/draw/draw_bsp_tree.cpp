// SPDX-License-Identifier: MIT
#include <algorithm>
#include <map>

#include <masu/textbook/bsp_tree.hpp>

#include "colours.hpp"
#include "counted.hpp"
#include "sheet.hpp"

namespace masu::cli {
namespace {

using Segment = std::array<FlatPoint, 2>;

// Faces for the tree: for a scene, the displacement of each box in one step; for a file, diagonals,
// and the walls of a game map.
std::vector<BspFace<2, float>> faces_of(const DrawInput& input) {
  std::vector<BspFace<2, float>> faces;
  for (std::size_t i = 0; i < input.size(); ++i) {
    const FlatBox& b = input.boxes[i];
    const bool falls = input.marks.empty() ? i % 2 == 1 : input.marks[i].falling;
    BspFace<2, float> face{
        {{{b.min[0], falls ? b.max[1] : b.min[1]}}, {{b.max[0], falls ? b.min[1] : b.max[1]}}}};
    if (!input.next.empty()) face = {{b.min, input.next[i].min}};
    faces.push_back(face);
  }
  return faces;
}

std::vector<FlatBox> bounds_of(const std::vector<BspFace<2, float>>& faces) {
  std::vector<FlatBox> boxes;
  boxes.reserve(faces.size());
  for (const auto& f : faces) {
    boxes.push_back(merge(FlatBox::of_point(f.corner[0]), FlatBox::of_point(f.corner[1])));
  }
  return boxes;
}

// A node, with the range of the final order that holds its fragments and those of its subtree.
struct Node {
  int depth;
  std::vector<std::uint32_t> own{};
  std::vector<std::uint32_t> below{};  // including its own
};

// Records fragments as items, numbered from front to back as seen by the camera.
struct Seen {
  std::vector<Segment> segments;
  std::vector<std::uint32_t> face;
  std::vector<Node> nodes;
  int deepest = 0;
};

Seen look_at(const BspTree<2, float>& tree, const Vec<2, float>& eye) {
  Seen seen;
  std::map<const void*, std::uint32_t> number;
  (void)tree.front_to_back(eye, [&](const BspFragment<2>& f) {
    number[&f] = static_cast<std::uint32_t>(seen.face.size());
    seen.face.push_back(f.face);
    seen.segments.push_back({f.corner[0], f.corner[1]});
  });
  std::vector<std::size_t> path;
  tree.for_each_node(
      [&](const BspPlane<2>&, int depth, std::size_t) {
        path.resize(static_cast<std::size_t>(depth));
        path.push_back(seen.nodes.size());
        seen.nodes.push_back({depth});
        seen.deepest = std::max(seen.deepest, depth);
      },
      [&](const BspFragment<2>& f) {
        seen.nodes.back().own.push_back(number[&f]);
        for (const std::size_t k : path) seen.nodes[k].below.push_back(number[&f]);
      });
  return seen;
}

// Draws the fragments before the nodes of `depth` are split: still in input order.
void draw_row(SortPart& part, const Seen& seen, int depth) {
  std::vector<std::uint32_t> row(seen.face.size());
  for (std::size_t k = 0; k < row.size(); ++k) row[k] = static_cast<std::uint32_t>(k);
  for (const Node& node : seen.nodes) {
    if (node.depth != depth) continue;
    const std::uint32_t first = *std::min_element(node.below.begin(), node.below.end());
    std::vector<std::uint32_t> list = node.below;
    std::sort(list.begin(), list.end(), [&](std::uint32_t a, std::uint32_t b) {
      return seen.face[a] != seen.face[b] ? seen.face[a] < seen.face[b] : a < b;
    });
    std::copy(list.begin(), list.end(), row.begin() + first);
  }
  part.row_of(depth == 0 ? "input" : fmt::format("{} plane{} deep", depth, depth == 1 ? "" : "s"),
              row);
  for (const Node& node : seen.nodes) {
    if (node.depth != depth) continue;
    const auto [first, last] = std::minmax_element(node.below.begin(), node.below.end());
    part.bracket(*first, *last + 1.0, static_cast<double>(row.size()), depth_class(depth));
  }
}

}  // namespace

std::string draw_bsp_tree(const DrawInput& input) {
  BspTree<2, float> tree;
  const auto faces = faces_of(input);
  expect_ok(tree.build(faces));
  const std::vector<FlatBox> bounds = bounds_of(faces);
  WorldPart world(bounds);
  const FlatBox frame = world.frame();
  const FlatPoint eye{{frame.min[0] + 0.035 * (frame.max[0] - frame.min[0]),
                       frame.min[1] + 0.035 * (frame.max[1] - frame.min[1])}};
  const Seen seen = look_at(tree, {{static_cast<float>(eye[0]), static_cast<float>(eye[1])}});
  std::vector<std::uint32_t> order(seen.face.size());
  for (std::size_t k = 0; k < order.size(); ++k) order[k] = static_cast<std::uint32_t>(k);
  const std::vector<std::string> colours = colours_by(order, order.size());

  tree.for_each_cut(frame, [&](const BspFace<2, double>& cut, int depth, std::size_t) {
    world.cut(cut.corner[0], cut.corner[1], depth);
  });
  world.segments(seen.segments, colours);
  world.eye(eye);
  SortPart sort(colours);
  for (int depth = 0; depth <= seen.deepest; ++depth) draw_row(sort, seen, depth);
  sort.row_of("front to back", order);
  Sheet sheet;
  sheet.title = "BspTree: quicksort by planes of any direction";
  sheet.counts = fmt::format("{}, {} {}: {}, {} by {}, {}", counted(faces.size(), "segment"),
                             input.next.empty() ? "the diagonals of boxes of" : "paths of boxes of",
                             input.name, counted(tree.node_count(), "node"),
                             counted(seen.face.size(), "piece"), counted(tree.splits(), "cut"),
                             counted(tree.build_stats().comparisons, "comparison"));
  sheet.world_says = "Each plane, inside the region that it halves";
  sheet.sort_says = "This side of a plane | on it | beyond, level by level";
  sheet.fill_says = "fill: from front to back, seen from the eye";
  sheet.has_pairs = false;
  return compose(sheet, world, sort);
}

}  // namespace masu::cli
