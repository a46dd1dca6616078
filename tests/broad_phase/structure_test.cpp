// SPDX-License-Identifier: MIT
// The structures that methods expose for drawing: for_each_node(), for_each_cell(), for_each_cut(),
// and the events of sorts.
#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <vector>

#include <gtest/gtest.h>
#include <masu/broad_phase/bvh.hpp>
#include <masu/broad_phase/dynamic_bvh.hpp>
#include <masu/broad_phase/hash_grid.hpp>
#include <masu/broad_phase/kd_tree.hpp>
#include <masu/broad_phase/linear_orthtree.hpp>
#include <masu/broad_phase/sweep_and_prune.hpp>
#include <masu/broad_phase/uniform_grid.hpp>
#include <masu/textbook/bsp_tree.hpp>
#include <scenes/generators/scene.hpp>

namespace masu {
namespace {

constexpr std::size_t kBoxes = 500;

template <int D, class T>
std::vector<Aabb<D, T>> boxes_of(std::string_view scene) {
  return scenes::make_scene<D, T>(scene, kBoxes, 3);
}

std::uint32_t number(std::uint32_t id) {
  return id;
}
std::uint32_t number(Handle id) {
  return id.index;
}

template <int D, class T>
struct Shown {
  Aabb<D, T> bounds;
  int depth;
  std::size_t objects;
  std::vector<std::uint32_t> ids;
};

template <int D, class T>
struct Collect {
  std::vector<Shown<D, T>> all;
  auto node() {
    return [this](const Aabb<D, T>& bounds, int depth, std::size_t objects) {
      all.push_back({bounds, depth, objects, {}});
    };
  }
  auto object() {
    return [this](auto id) { all.back().ids.push_back(number(id)); };
  }
  // Every object once, and as many as were promised.
  void expect_all(std::size_t size) const {
    std::set<std::uint32_t> seen;
    std::size_t count = 0;
    for (const auto& s : all) {
      EXPECT_EQ(s.objects, s.ids.size());
      seen.insert(s.ids.begin(), s.ids.end());
      count += s.ids.size();
    }
    EXPECT_EQ(count, size);
    EXPECT_EQ(seen.size(), size);
  }
};

// Parents first: a node lies in the last one before it that is a level higher.
template <int D, class T>
void expect_tree(const Collect<D, T>& shown, const std::vector<Aabb<D, T>>& boxes) {
  shown.expect_all(boxes.size());
  std::vector<Aabb<D, T>> path;
  for (const auto& s : shown.all) {
    ASSERT_LE(static_cast<std::size_t>(s.depth), path.size());
    path.resize(static_cast<std::size_t>(s.depth));
    EXPECT_EQ(path.empty(), &s == &shown.all[0]);
    if (!path.empty()) {
      EXPECT_TRUE(path.back().contains(s.bounds));
    }
    path.push_back(s.bounds);
    for (const std::uint32_t id : s.ids) EXPECT_TRUE(s.bounds.contains(boxes[id]));
  }
}

// Cells contain the lower corners of their objects, except for rounding at their borders.
template <int D, class T>
void expect_lower_corners(const Shown<D, T>& cell, const std::vector<Aabb<D, T>>& boxes) {
  for (const std::uint32_t id : cell.ids) {
    for (int a = 0; a < D; ++a) {
      const T slack = T(1e-5) * (1 + std::abs(boxes[id].min[a]));
      EXPECT_GE(boxes[id].min[a], cell.bounds.min[a] - slack);
      EXPECT_LE(boxes[id].min[a], cell.bounds.max[a] + slack);
    }
  }
}

template <int D, class T>
void kd_tree_shows_its_nodes(std::string_view scene) {
  const auto boxes = boxes_of<D, T>(scene);
  KdTree<D, T> tree;
  Collect<D, T> shown;
  tree.for_each_node(shown.node(), shown.object());
  EXPECT_TRUE(shown.all.empty());
  ASSERT_EQ(tree.build(BoxSpan<D, T>(boxes)), Status::ok);
  tree.for_each_node(shown.node(), shown.object());
  expect_tree(shown, boxes);
  // Halved until 16 are left: 500 into 2^5 leaves, of two levels of nodes of eight.
  const auto leaf = [](const auto& s) { return s.objects != 0; };
  EXPECT_EQ(std::count_if(shown.all.begin(), shown.all.end(), leaf), 32);
}

TEST(Structure, L9_kd_tree_shows_its_nodes) {
  kd_tree_shows_its_nodes<2, float>("uniform");
  kd_tree_shows_its_nodes<3, double>("clusters");
}

template <int D, class T>
void bvh_shows_its_nodes(BvhBuilder builder) {
  const auto boxes = boxes_of<D, T>("sizes");
  Bvh<D, T> tree({.builder = builder});
  ASSERT_EQ(tree.build(BoxSpan<D, T>(boxes)), Status::ok);
  Collect<D, T> shown;
  tree.for_each_node(shown.node(), shown.object());
  expect_tree(shown, boxes);
  const auto nodes = tree.view().nodes();
  EXPECT_EQ(shown.all.size(), std::size_t(nodes.inner_count) + nodes.leaf_count);
  std::size_t count = 0;
  tree.view().for_each_node([&](const auto&, int, std::size_t objects) { count += objects; });
  EXPECT_EQ(count, kBoxes);
}

TEST(Structure, L9_bvh_shows_its_nodes) {
  for (const BvhBuilder builder : kBvhBuilders) bvh_shows_its_nodes<2, float>(builder);
  bvh_shows_its_nodes<3, double>(BvhBuilder::morton);
}

template <int D, class T>
void dynamic_bvh_shows_its_nodes() {
  const auto boxes = boxes_of<D, T>("uniform");
  DynamicBvh<D, T> tree;
  for (const auto& box : boxes) ASSERT_EQ(tree.insert(box).status, Status::ok);
  Collect<D, T> shown;
  tree.for_each_node(shown.node(), shown.object());
  expect_tree(shown, boxes);
  EXPECT_EQ(shown.all.size(), 2 * kBoxes - 1);  // a binary tree
  const auto deeper = [](const auto& x, const auto& y) { return x.depth < y.depth; };
  const auto deepest = std::max_element(shown.all.begin(), shown.all.end(), deeper);
  EXPECT_EQ(static_cast<std::uint32_t>(deepest->depth), tree.height());
}

TEST(Structure, L9_dynamic_bvh_shows_its_fat_aabbs) {
  dynamic_bvh_shows_its_nodes<2, float>();
  dynamic_bvh_shows_its_nodes<3, double>();
}

template <int D, class T>
void uniform_grid_shows_its_cells(std::string_view scene, bool cut_again) {
  const auto boxes = boxes_of<D, T>(scene);
  UniformGrid<D, T> grid;
  ASSERT_EQ(grid.build(BoxSpan<D, T>(boxes)), Status::ok);
  Collect<D, T> shown;
  grid.for_each_cell(shown.node(), shown.object());
  shown.expect_all(kBoxes);
  int deepest = 0;
  for (const auto& cell : shown.all) {
    EXPECT_NE(cell.objects, 0u);
    deepest = std::max(deepest, cell.depth);
    expect_lower_corners(cell, boxes);
  }
  EXPECT_LE(shown.all.size(), grid.cell_count() + deepest + 1);  // and those of large ones
  EXPECT_EQ(deepest > 0, cut_again);
}

TEST(Structure, L9_uniform_grid_shows_its_cells) {
  uniform_grid_shows_its_cells<2, float>("uniform", false);
  uniform_grid_shows_its_cells<2, float>("stadium", true);
  uniform_grid_shows_its_cells<3, double>("stadium", true);
}

template <int D, class T>
void hash_grid_shows_its_cells() {
  const auto boxes = boxes_of<D, T>("sizes");
  HashGrid<D, T> grid;
  for (const auto& box : boxes) ASSERT_EQ(grid.insert(box).status, Status::ok);
  Collect<D, T> shown;
  grid.for_each_cell(shown.node(), shown.object());
  shown.expect_all(kBoxes);
  ASSERT_FALSE(shown.all.empty());
  EXPECT_EQ(shown.all[0].depth, 0);
  const T coarse = shown.all[0].bounds.max[0] - shown.all[0].bounds.min[0];
  for (const auto& cell : shown.all) {
    expect_lower_corners(cell, boxes);
    const T edge = cell.bounds.max[0] - cell.bounds.min[0];
    EXPECT_NEAR(std::ldexp(edge, cell.depth), coarse, coarse * T(1e-3));
    for (const auto id : cell.ids) {  // half an edge at most, by the rule of levels
      for (int a = 0; a < D; ++a) {
        EXPECT_LE(boxes[id].max[a] - boxes[id].min[a], edge * T(0.501));
      }
    }
  }
  EXPECT_GT(shown.all.back().depth, 3);  // extents from 0.03 to 30
}

TEST(Structure, L9_hash_grid_shows_its_cells_level_by_level) {
  hash_grid_shows_its_cells<2, float>();
  hash_grid_shows_its_cells<3, double>();
}

template <int D, class T>
void orthtree_shows_its_cells(Registration registration) {
  const auto boxes = boxes_of<D, T>("sizes");
  OrthtreeOptions<D, T> options;
  options.registration = registration;
  LinearOrthtree<D, T> tree(options);
  for (const auto& box : boxes) ASSERT_EQ(tree.insert(box).status, Status::ok);
  Collect<D, T> shown;
  tree.for_each_cell(shown.node(), shown.object());
  shown.expect_all(kBoxes);
  EXPECT_EQ(shown.all.size(), tree.cell_count());
  std::vector<CellId<D>> ids;
  tree.for_each_cell([&](CellId<D> cell, std::size_t) { ids.push_back(cell); });
  ASSERT_EQ(ids.size(), shown.all.size());
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const auto& cell = shown.all[i];
    EXPECT_EQ(cell.depth, ids[i].level());
    EXPECT_EQ(cell.bounds, tree.grid().bounds(ids[i]));
    EXPECT_GE(cell.depth, i == 0 ? 0 : shown.all[i - 1].depth);
    for (const auto id : cell.ids) EXPECT_EQ(tree.cell_of(boxes[id]), ids[i]);
  }
}

TEST(Structure, L9_linear_orthtree_shows_its_cells) {
  for (const auto registration : {Registration::by_extent, Registration::smallest_cell}) {
    orthtree_shows_its_cells<2, float>(registration);
    orthtree_shows_its_cells<3, double>(registration);
  }
}

// --- Odd boxes -----------------------------------------------------------------------------------

// Empty ones are nowhere, infinite ones somewhere, and numbers stay those of the input on a torus.
TEST(Structure, odd_boxes_and_images_are_shown) {
  constexpr float kInf = std::numeric_limits<float>::infinity();
  auto boxes = boxes_of<2, float>("uniform");
  boxes[3] = Aabb<2, float>::nothing();
  boxes[4].min[0] = std::numeric_limits<float>::quiet_NaN();
  boxes[5] = Aabb<2, float>::everything();
  boxes[6].max[1] = kInf;
  std::set<std::uint32_t> ids;
  const auto skip = [](const auto&, int, std::size_t) {};
  const auto note = [&](auto id) { ids.insert(number(id)); };
  const auto expect_right = [&](const char* what) {
    EXPECT_EQ(ids.size(), kBoxes - 2) << what;
    EXPECT_EQ(ids.count(3) + ids.count(4), 0u) << what;
    ids.clear();
  };
  const BoxSpan<2, float> span(boxes);
  for (const float length : {0.0f, 32.0f}) {
    IndexOptions<2, float> options;
    options.period.length = {{length, length}};
    KdTree<2, float> kd;
    Bvh<2, float> bvh;
    UniformGrid<2, float> grid;
    ASSERT_EQ(kd.build(span, options), Status::ok);
    ASSERT_EQ(bvh.build(span, options), Status::ok);
    ASSERT_EQ(grid.build(span, options), Status::ok);
    kd.for_each_node(skip, note);
    expect_right("kd");
    bvh.for_each_node(skip, note);
    expect_right("bvh");
    grid.for_each_cell(skip, note);
    expect_right("grid");
  }
  DynamicBvh<2, float> tree;
  HashGrid<2, float> hash;
  LinearOrthtree<2, float> orthtree;
  for (const auto& box : boxes) {
    ASSERT_EQ(tree.insert(box).status, Status::ok);
    ASSERT_EQ(hash.insert(box).status, Status::ok);
    ASSERT_EQ(orthtree.insert(box).status, Status::ok);
  }
  tree.for_each_node(skip, note);
  expect_right("dynamic");
  hash.for_each_cell(skip, note);
  expect_right("hash");
  orthtree.for_each_cell(skip, note);
  expect_right("orthtree");
}

// --- BSP -----------------------------------------------------------------------------------------

// A segment in every box, rising and falling in turn.
std::vector<BspFace<2, float>> diagonals(const std::vector<Aabb<2, float>>& boxes) {
  std::vector<BspFace<2, float>> faces;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const auto& b = boxes[i];
    const bool falls = i % 2 == 1;
    faces.push_back(
        {{{{b.min[0], falls ? b.max[1] : b.min[1]}}, {{b.max[0], falls ? b.min[1] : b.max[1]}}}});
  }
  return faces;
}

TEST(Structure, L9_bsp_tree_shows_its_planes_and_cuts) {
  const auto faces = diagonals(boxes_of<2, float>("uniform"));
  BspTree<2, float> tree;
  ASSERT_EQ(tree.build(faces), Status::ok);
  std::vector<BspPlane<2>> planes;
  std::vector<int> depths;
  std::size_t fragments = 0;
  tree.for_each_node(
      [&](const BspPlane<2>& plane, int depth, std::size_t) {
        EXPECT_LE(depth, depths.empty() ? 0 : depths.back() + 1);
        planes.push_back(plane);
        depths.push_back(depth);
      },
      [&](const BspFragment<2>& f) {
        ++fragments;
        for (const auto& corner : f.corner) EXPECT_NEAR(planes.back().height(corner), 0, 1e-6);
      });
  EXPECT_EQ(planes.size(), tree.node_count());
  EXPECT_EQ(fragments, tree.fragments().size());

  // Each fragment lies in the cut of its node; cuts lie in their planes.
  std::vector<BspFace<2, double>> cuts;
  fragments = 0;
  const Aabb<2, float> domain{{{-10, -10}}, {{100, 100}}};
  tree.for_each_cut(
      domain,
      [&](const BspFace<2, double>& cut, int depth, std::size_t) {
        EXPECT_EQ(depth, depths[cuts.size()]);
        for (const auto& c : cut.corner) EXPECT_NEAR(planes[cuts.size()].height(c), 0, 1e-6);
        cuts.push_back(cut);
      },
      [&](const BspFragment<2>& f) {
        ++fragments;
        Aabb<2, double> around = Aabb<2, double>::nothing();
        for (const auto& c : cuts.back().corner) {
          around = merge(around, Aabb<2, double>{c - Vec<2, double>::all(1e-6),
                                                 c + Vec<2, double>::all(1e-6)});
        }
        EXPECT_TRUE(around.contains(f.bounds()));
      });
  EXPECT_EQ(cuts.size(), tree.node_count());
  EXPECT_EQ(fragments, tree.fragments().size());
}

// No two cuts cross: each ends at the planes above it.
TEST(Structure, bsp_cuts_do_not_cross) {
  auto boxes = boxes_of<2, float>("uniform");
  boxes.resize(60);
  const auto faces = diagonals(boxes);
  BspTree<2, float> tree;
  ASSERT_EQ(tree.build(faces), Status::ok);
  std::vector<BspFace<2, double>> cuts;
  tree.for_each_cut({{{-10, -10}}, {{100, 100}}},
                    [&](const BspFace<2, double>& cut, int, std::size_t) { cuts.push_back(cut); });
  const auto side = [](const BspFace<2, double>& line, const Vec<2, double>& p) {
    const Vec<2, double> d = line.corner[1] - line.corner[0];
    const Vec<2, double> e = p - line.corner[0];
    const double cross = (d[0] * e[1] - d[1] * e[0]) / std::sqrt(dot(d, d));
    return cross > 1e-6 ? 1 : (cross < -1e-6 ? -1 : 0);
  };
  for (const auto& a : cuts) {
    for (const auto& b : cuts) {
      const bool crosses = side(a, b.corner[0]) * side(a, b.corner[1]) < 0 &&
                           side(b, a.corner[0]) * side(b, a.corner[1]) < 0;
      EXPECT_FALSE(crosses);
    }
  }
}

// --- Events --------------------------------------------------------------------------------------

struct OrderLog : Trace {
  using Trace::on;
  std::vector<std::uint32_t>* order;
  int* axis;
  void on(const SweepOrder& e) const {
    order->insert(order->end(), e.order.begin(), e.order.end());
    *axis = e.axis;
  }
  void on(const CellOrderMade& e) const {
    for (std::size_t k = 0; k < e.order.size(); ++k) order->push_back(e.index(k));
  }
};

bool is_permutation_of_indices(std::vector<std::uint32_t> order, std::size_t size) {
  std::sort(order.begin(), order.end());
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (order[i] != i) return false;
  }
  return order.size() == size;
}

TEST(Structure, L9_the_orders_of_sweep_and_sorted_tree_are_traced) {
  auto boxes = boxes_of<2, float>("uniform");
  for (const std::size_t n : {std::size_t(50), kBoxes}) {  // insertion sort, radix sort
    boxes.resize(n, boxes[0]);
    std::vector<std::uint32_t> order;
    int axis = -1;
    OrderLog log;
    log.order = &order;
    log.axis = &axis;
    SweepAndPrune<2, float> sweep({.axis = 1});
    CountPairs count;
    ASSERT_EQ(sweep.find_pairs(BoxSpan<2, float>(boxes), count, {}, log).status, Status::ok);
    EXPECT_EQ(axis, 1);
    EXPECT_TRUE(is_permutation_of_indices(order, n));
    for (std::size_t k = 1; k < n; ++k) {
      EXPECT_LE(boxes[order[k - 1]].min[1], boxes[order[k]].min[1]);
    }
    // In one pass or, with copies, in two: the same order.
    std::vector<std::uint32_t> orders[2];
    for (const std::size_t from : {std::size_t(1), std::size_t(100'000)}) {
      SortedOrthtree<2, float> tree({.two_passes_from = from});
      log.order = &orders[from == 1 ? 0 : 1];
      ASSERT_EQ(tree.find_pairs(BoxSpan<2, float>(boxes), count, {}, log).status, Status::ok);
    }
    EXPECT_TRUE(is_permutation_of_indices(orders[0], n));
    EXPECT_EQ(orders[0], orders[1]);
    boxes = boxes_of<2, float>("uniform");
  }
}

}  // namespace
}  // namespace masu
