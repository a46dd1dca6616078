// SPDX-License-Identifier: MIT
// The tree over walls compared with testing every wall: the same results, bit for bit.
#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include <masu/textbook/all_walls.hpp>

#include "tests/corridor/wall_worlds.hpp"
#include "tests/support/failing_allocator.hpp"
#include "tests/support/simd_targets.hpp"
#include "tests/support/tier.hpp"

namespace masu::test {
namespace {

template <class T>
class ChainTreeTest : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(ChainTreeTest, Scalars);

// An offset, a scale and a side of worlds: far from the origin, tiny, huge.
struct Setting {
  double scale, offset;
};
constexpr Setting kSettings[] = {{100, 0}, {100, 5000}, {0x1p-13, 0}, {0x1p13, -0x1p14}};

// 72 of them, in float and in double: 700 questions in each are 100 800.
template <class T, class Body>
void for_each_world(Body&& body) {
  scenes::Pcg32 random(20261122);
  for (const Setting& s : kSettings) {
    for (const std::uint32_t walls : {1u, 7u, 9u, 64u, 700u, 5000u}) {
      const WallWorld<T> world = random_world<T>(random, walls, s.scale, s.offset);
      // Some questions begin in the grid, others at the root; without one all at the root.
      for (const double reach : {0.0, 0.003, 0.1}) {
        ChainTree<T> tree;
        ASSERT_EQ(tree.build(world.vertices, world.chains, {T(reach * s.scale)}), Status::ok);
        body(random, s, world, tree);
      }
    }
  }
}

TYPED_TEST(ChainTreeTest, nearest_equals_brute_force) {
  using T = TypeParam;
  for_each_world<T>([](scenes::Pcg32& random, const Setting& s, const WallWorld<T>& world,
                       const ChainTree<T>& tree) {
    const AllWalls<T> all(world.vertices, world.chains);
    for (std::uint32_t i = 0; i < by_tier(700u, 7000u); ++i) {
      const Vec<2, T> p = query_point(random, world, s.scale, s.offset);
      const T reach = i % 3 == 0 ? std::numeric_limits<T>::infinity()
                                 : T(s.scale * random.unit() * (i % 3 == 1 ? 0.1 : 1e-5));
      const NearestWall<T> expected = all.nearest(p, reach);
      const NearestWall<T> got = tree.nearest(p, reach);
      ASSERT_EQ(got.wall, expected.wall) << i;
      ASSERT_EQ(got.distance, expected.distance);
      ASSERT_EQ(got.point, expected.point);
      ASSERT_EQ(got.stats.results, expected.stats.results);
    }
  });
}

TYPED_TEST(ChainTreeTest, walls_within_equal_brute_force) {
  using T = TypeParam;
  for_each_world<T>([](scenes::Pcg32& random, const Setting& s, const WallWorld<T>& world,
                       const ChainTree<T>& tree) {
    const AllWalls<T> all(world.vertices, world.chains);
    for (std::uint32_t i = 0; i < by_tier(200u, 7000u); ++i) {
      const Vec<2, T> p = query_point(random, world, s.scale, s.offset);
      // A vertex exactly on the rim now and then.
      const Vec<2, T> rim = world.vertices[random.below(std::uint32_t(world.vertices.size()))];
      const T radius = i % 4 == 0 ? length(rim - p) : T(s.scale * random.unit() * 0.3);
      std::vector<std::pair<std::uint32_t, T>> expected, got;
      const SearchResult w = all.for_each_within(p, radius, [&](std::uint32_t k, T d) {
        expected.push_back({k, d});
      });
      const SearchResult g = tree.for_each_within(p, radius, [&](std::uint32_t k, T d) {
        got.push_back({k, d});
      });
      std::sort(got.begin(), got.end());
      std::sort(expected.begin(), expected.end());
      ASSERT_EQ(got, expected) << i;
      ASSERT_EQ(g.status, Status::ok);
      ASSERT_EQ(g.stats.results, w.stats.results);
      ASSERT_LE(g.stats.tests, w.stats.tests);
    }
  });
}

template <class T>
void expect_same(const WallHit<T>& got, const WallHit<T>& expected) {
  ASSERT_EQ(got.status, Status::ok);
  ASSERT_EQ(got.hit, expected.hit);
  ASSERT_EQ(got.wall, expected.wall);
  ASSERT_EQ(got.t, expected.t);
  ASSERT_EQ(got.normal, expected.normal);
}

// From a crawl to a thousand times the world's size, along the axes and nearly so too.
template <class T>
Vec<2, T> random_displacement(scenes::Pcg32& random, double scale) {
  constexpr double kSpeeds[] = {0, 1e-7, 1e-3, 0.1, 1, 1000};
  const double size = scale * kSpeeds[random.below(6)];
  Vec<2, T> displacement{T(size * random.between(-1, 1)), T(size * random.between(-1, 1))};
  const std::uint32_t kind = random.below(6);
  if (kind < 2) displacement[int(kind)] = 0;
  if (kind == 2) displacement[0] *= T(1e-9);
  return displacement;
}

TYPED_TEST(ChainTreeTest, S8_first_wall_hit_by_a_sweep_equals_brute_force) {
  using T = TypeParam;
  for_each_world<T>([](scenes::Pcg32& random, const Setting& s, const WallWorld<T>& world,
                       const ChainTree<T>& tree) {
    const AllWalls<T> all(world.vertices, world.chains);
    for (std::uint32_t i = 0; i < by_tier(70u, 700u); ++i) {
      const Vec<2, T> p = query_point(random, world, s.scale, s.offset);
      const T radius = i % 8 == 0 ? T(0) : T(s.scale * random.unit() * 0.02);
      const Vec<2, T> displacement = random_displacement<T>(random, s.scale);
      SCOPED_TRACE(i);
      ASSERT_NO_FATAL_FAILURE(expect_same(tree.circle_cast(p, radius, displacement),
                                          all.circle_cast(p, radius, displacement)));
      const Vec<2, T> half = random_displacement<T>(random, s.scale * 1e-3);
      ASSERT_NO_FATAL_FAILURE(expect_same(tree.capsule_cast(p, half, radius, displacement),
                                          all.capsule_cast(p, half, radius, displacement)));
    }
  });
}

TYPED_TEST(ChainTreeTest, first_wall_on_a_ray_equals_brute_force) {
  using T = TypeParam;
  for_each_world<T>([](scenes::Pcg32& random, const Setting& s, const WallWorld<T>& world,
                       const ChainTree<T>& tree) {
    const AllWalls<T> all(world.vertices, world.chains);
    for (std::uint32_t i = 0; i < by_tier(100u, 1500u); ++i) {
      Ray<2, T> ray{query_point(random, world, s.scale, s.offset),
                    random_displacement<T>(random, s.scale)};
      // Straight at a vertex, as far as T can say it.
      if (i % 4 == 0) {
        ray.direction = world.vertices[random.below(std::uint32_t(world.vertices.size()))];
        ray.direction = ray.direction - ray.origin;
      }
      if (i % 2 == 0) ray.max_t = T(random.between(0, 2));
      SCOPED_TRACE(i);
      ASSERT_NO_FATAL_FAILURE(expect_same(tree.ray_cast(ray), all.ray_cast(ray)));
    }
  });
}

TYPED_TEST(ChainTreeTest, results_and_counters_do_not_depend_on_the_processor) {
  using T = TypeParam;
  scenes::Pcg32 random(7);
  const WallWorld<T> world = random_world<T>(random, 3000, 100, 10);
  ChainTree<T> tree;
  ASSERT_EQ(tree.build(world.vertices, world.chains), Status::ok);
  std::vector<Vec<2, T>> points;
  for (int i = 0; i < 500; ++i) points.push_back(query_point(random, world, 100.0, 10.0));
  std::vector<std::vector<double>> logs;
  for_each_target([&](SimdTarget) {
    std::vector<double> log;
    const auto note = [&](const QueryStats& s) {
      log.insert(log.end(), {double(s.nodes), double(s.tests), double(s.results)});
    };
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
      const NearestWall<T> near = tree.nearest(points[i]);
      log.insert(log.end(), {double(near.wall), double(near.distance)});
      note(near.stats);
      note(tree.for_each_within(points[i], T(3),
                                [&](std::uint32_t wall, T d) {
                                  log.insert(log.end(), {double(wall), double(d)});
                                })
               .stats);
      const WallHit<T> hit = tree.circle_cast(points[i], T(0.5), points[i + 1] - points[i]);
      log.insert(log.end(), {double(hit.wall), hit.t, hit.normal[0], hit.normal[1]});
      note(hit.stats);
    }
    logs.push_back(log);
  });
  for (const auto& log : logs) EXPECT_EQ(log, logs.front());
}

// Every wall in one box of the lowest level, which holds it; every box but the root's in one above.
TYPED_TEST(ChainTreeTest, boxes_contain_their_walls_and_child_boxes) {
  using T = TypeParam;
  using Bounds = Aabb<2, T>;
  for_each_world<T>(
      [](scenes::Pcg32&, const Setting&, const WallWorld<T>& world, const ChainTree<T>& tree) {
        std::vector<int> held(world.vertices.size());
        std::vector<std::vector<Bounds>> unions;  // of the boxes of each node, by level
        tree.for_each_box([&](const Bounds& box, std::uint32_t level, std::uint64_t node,
                              std::uint32_t first, std::uint32_t bits) {
          if (unions.size() <= level) unions.resize(level + 1);
          const std::uint64_t j = node & 0x0fff'ffff;
          EXPECT_EQ(node >> 28, level);
          if (unions[level].size() <= j) unions[level].resize(j + 1, Bounds::nothing());
          unions[level][j] = merge(unions[level][j], box);
          if (level != 0) {
            EXPECT_EQ(box, unions[level - 1].at(first));
            return;
          }
          for (std::uint32_t w = first; bits != 0; ++w, bits >>= 1) {
            if ((bits & 1) == 0) continue;
            ++held[w];
            EXPECT_TRUE(box.contains(world.vertices[w]) && box.contains(world.vertices[w + 1]));
          }
        });
        std::vector<int> walls(world.vertices.size());
        for (const WallChain& c : world.chains) {
          for (std::uint32_t i = 0; i + 1 < c.count; ++i) walls[c.first + i] = 1;
        }
        EXPECT_EQ(held, walls);
        EXPECT_EQ(unions.back().size(), 1u);
      });
}

struct Nodes : Trace {
  using Trace::on;
  void on(const VisitNode& e) { names.push_back(e.node); }
  std::vector<std::uint64_t> names;
};

// As many nodes as its statistics say, each once, and each a node that there is.
TYPED_TEST(ChainTreeTest, a_sweep_query_reports_the_nodes_it_visits) {
  using T = TypeParam;
  for_each_world<T>([](scenes::Pcg32& random, const Setting& s, const WallWorld<T>& world,
                       const ChainTree<T>& tree) {
    std::vector<std::uint64_t> all;
    tree.for_each_box([&](const Aabb<2, T>&, std::uint32_t, std::uint64_t node, std::uint32_t,
                          std::uint32_t) { all.push_back(node); });
    std::sort(all.begin(), all.end());
    for (int i = 0; i < 50; ++i) {
      const Vec<2, T> p = query_point(random, world, s.scale, s.offset);
      const Vec<2, T> displacement = query_point(random, world, s.scale, s.offset) - p;
      std::uint64_t measured = 0;
      const auto measure = [&](std::uint32_t, double end) {
        ++measured;
        return end;
      };
      Nodes seen;
      const QueryStats stats =
          tree.for_each_on_path(p, displacement, T(0.01 * s.scale), 1.0, measure, seen);
      EXPECT_EQ(stats.tests, measured);
      EXPECT_EQ(stats.nodes, seen.names.size());
      std::sort(seen.names.begin(), seen.names.end());
      EXPECT_EQ(std::adjacent_find(seen.names.begin(), seen.names.end()), seen.names.end());
      for (const std::uint64_t node : seen.names) {
        EXPECT_TRUE(std::binary_search(all.begin(), all.end(), node)) << node;
      }
      const QueryStats silent =
          tree.for_each_on_path(p, displacement, T(0.01 * s.scale), 1.0, measure);
      EXPECT_EQ(silent, stats);
    }
  });
}

TYPED_TEST(ChainTreeTest, a_visitor_may_stop) {
  using T = TypeParam;
  scenes::Pcg32 random(3);
  const WallWorld<T> world = random_world<T>(random, 4000, 10, 0);
  ChainTree<T> tree;
  ASSERT_EQ(tree.build(world.vertices, world.chains), Status::ok);
  for (const std::uint32_t limit : {1u, 511u, 513u}) {
    std::uint32_t seen = 0;
    const SearchResult r =
        tree.for_each_within({0, 0}, T(100), [&](std::uint32_t, T) { return ++seen < limit; });
    EXPECT_EQ(r.status, Status::stopped);
    EXPECT_EQ(seen, limit);
    EXPECT_EQ(r.stats.results, limit);
  }
}

// Chains should share no walls; those that do have them once.
TYPED_TEST(ChainTreeTest, chains_that_begin_alike_have_their_common_walls_once) {
  using T = TypeParam;
  const std::vector<Vec<2, T>> vertices = {{0, 0}, {1, 0}, {2, 1}, {3, 0}, {9, 9}};
  const std::vector<WallChain> chains = {{0, 3, ChainKind::open, 0}, {0, 5, ChainKind::open, 0}};
  ChainTree<T> tree;
  ASSERT_EQ(tree.build(vertices, chains), Status::ok);
  EXPECT_EQ(tree.wall_count(), 4u);
  std::vector<std::uint32_t> walls;
  const auto note = [&](std::uint32_t wall, T) { walls.push_back(wall); };
  ASSERT_EQ(tree.for_each_within({0, 0}, 100, note).status, Status::ok);
  std::sort(walls.begin(), walls.end());
  EXPECT_EQ(walls, (std::vector<std::uint32_t>{0, 1, 2, 3}));
}

TYPED_TEST(ChainTreeTest, bad_input_is_named_and_changes_nothing) {
  using T = TypeParam;
  const T nan = std::numeric_limits<T>::quiet_NaN();
  const T inf = std::numeric_limits<T>::infinity();
  std::vector<Vec<2, T>> square = {{0, 0}, {1, 0}, {1, 1}, {0, 1}, {0, 0}};
  const std::vector<WallChain> loop = {{0, 5, ChainKind::outline, 0}};
  ChainTree<T> tree;
  EXPECT_EQ(tree.nearest({0, 0}).wall, kNoWall);
  EXPECT_FALSE(tree.circle_cast({0, 0}, 1, {1, 0}).hit);
  EXPECT_EQ(tree.build(std::span<const Vec<2, T>>{}, {}), Status::no_points);
  EXPECT_EQ(tree.build(square, {}), Status::no_points);
  EXPECT_EQ(tree.build(square, std::vector<WallChain>{{0, 1, ChainKind::open, 0}}),
            Status::no_points);
  EXPECT_EQ(tree.build(square, loop, {T(-1)}), Status::out_of_range);
  EXPECT_EQ(tree.build(square, loop, {nan}), Status::out_of_range);
  EXPECT_EQ(tree.build(square, loop, {inf}), Status::out_of_range);
  ASSERT_EQ(tree.build(square, loop), Status::ok);
  EXPECT_EQ(tree.wall_count(), 4u);
  EXPECT_EQ(tree.build(square, std::vector<WallChain>{{1, 5, ChainKind::open, 0}}),
            Status::bad_index);
  for (const T bad : {nan, inf, -inf}) {
    std::vector<Vec<2, T>> broken = square;
    broken[2][1] = bad;
    EXPECT_EQ(tree.build(broken, loop), Status::not_finite);
    EXPECT_EQ(tree.nearest({bad, 0}).status, Status::not_finite);
    EXPECT_EQ(tree.circle_cast({0, bad}, 1, {1, 0}).status, Status::not_finite);
    EXPECT_EQ(tree.circle_cast({0, 0}, 1, {bad, 0}).status, Status::not_finite);
  }
  square[0][0] = 2 * ChainTree<T>::kLargest;
  EXPECT_EQ(tree.build(square, loop), Status::out_of_range);
  EXPECT_EQ(tree.nearest({0, 0}, -1).status, Status::out_of_range);
  EXPECT_EQ(tree.nearest({0, 0}, nan).status, Status::not_finite);
  EXPECT_EQ(tree.for_each_within({0, 0}, -1, [](std::uint32_t, T) {}).status, Status::out_of_range);
  EXPECT_EQ(tree.circle_cast({0, 0}, -1, {1, 0}).status, Status::out_of_range);
  const T huge = 2 * ChainTree<T>::kLargest;
  EXPECT_EQ(tree.capsule_cast({0, 0}, {1, 0}, huge, {1, 0}).status, Status::out_of_range);
  EXPECT_EQ(tree.reach(), ChainTreeOptions<T>{}.reach);
  EXPECT_EQ(tree.ray_cast({{0, 0}, {1, 0}, -1}).status, Status::out_of_range);
  EXPECT_EQ(tree.wall_count(), 4u);
  EXPECT_EQ(tree.nearest({T(0.5), T(0.25)}).wall, 0u);
}

TYPED_TEST(ChainTreeTest, a_failed_allocation_leaves_the_tree_unchanged) {
  using T = TypeParam;
  scenes::Pcg32 random(11);
  const WallWorld<T> world = random_world<T>(random, 500, 10, 0);
  FailingAllocator memory;
  ChainTree<T> tree(memory.allocator());
  const std::vector<Vec<2, T>> two = {{0, 0}, {1, 0}};
  ASSERT_EQ(tree.build(two, std::vector<WallChain>{{0, 2, ChainKind::open, 0}}), Status::ok);
  Status last = Status::out_of_memory;
  for (std::size_t fail = 1; last == Status::out_of_memory; ++fail) {
    ASSERT_LT(fail, 100u);
    memory.fail(fail);
    last = tree.build(world.vertices, world.chains, {T(0.1)});
    if (last == Status::out_of_memory) {
      ASSERT_EQ(tree.wall_count(), 1u);
    }
  }
  EXPECT_EQ(last, Status::ok);
}

TYPED_TEST(ChainTreeTest, a_tree_moved_from_has_no_walls_and_can_be_built_again) {
  using T = TypeParam;
  scenes::Pcg32 random(3);
  const WallWorld<T> world = random_world<T>(random, 300, 100, 0);
  ChainTree<T> from;
  ASSERT_EQ(from.build(world.vertices, world.chains, {T(1)}), Status::ok);
  const Vec<2, T> p = world.vertices[0];
  const std::uint32_t wall = from.nearest(p).wall;
  ChainTree<T> to(std::move(from));
  EXPECT_EQ(to.nearest(p, T(1)).wall, wall);
  EXPECT_EQ(from.vertex_count() + from.wall_count() + from.bytes(), 0u);
  for (int step = 0; step < ChainTree<T>::kLoadSteps; ++step) from.load(step, p, T(1));
  for (const T reach : {T(1), std::numeric_limits<T>::infinity()}) {
    EXPECT_EQ(from.nearest(p, reach).wall, kNoWall);
  }
  EXPECT_FALSE(from.ray_cast({p, {T(1), T(0)}}).hit);
  EXPECT_EQ(from.set_vertices(0, std::span(&p, 1)), Status::bad_index);
  EXPECT_EQ(from.erase({0, 2}), Status::stale_handle);
  const Vec<2, T> ends[] = {p, {p[0] + 1, p[1]}};
  EXPECT_EQ(from.insert(ends).status, Status::ok);
  EXPECT_EQ(from.reach(), T(0));
  EXPECT_EQ(from.nearest(p).wall, 0u);
  from = std::move(to);
  EXPECT_EQ(from.nearest(p, T(1)).wall, wall);
  EXPECT_EQ(to.wall_count(), 0u);
}

TYPED_TEST(ChainTreeTest, a_ray_of_any_direction_and_length_hits_the_same_wall) {
  using T = TypeParam;
  const std::vector<Vec<2, T>> wall = {{-1, -2}, {-1, -4}};
  const std::vector<WallChain> chain = {{0, 2, ChainKind::open, 0}};
  ChainTree<T> tree;
  ASSERT_EQ(tree.build(wall, chain), Status::ok);
  const AllWalls<T> all(wall, chain);
  // A denormal direction was scaled to infinity, and unused boxes of the tree were read.
  const double least = double(std::numeric_limits<T>::denorm_min());
  for (const double size : {1e15, 1e9, 1.0, 1e-9, 1e-24, 1e-30, 1e-35, 32 * least, least}) {
    for (const double rise : {0.0, 0.1, -0.1, 1.0}) {
      const Ray<2, T> ray{{-4, -3}, {T(size), T(size * rise)}};
      SCOPED_TRACE(testing::Message() << size << ' ' << rise);
      ASSERT_NO_FATAL_FAILURE(expect_same(tree.ray_cast(ray), all.ray_cast(ray)));
    }
  }
}

// A prefetch for a negative radius whose square is infinite read beyond the leaves, as
// AddressSanitizer sees.
TYPED_TEST(ChainTreeTest, any_radius_may_be_prefetched) {
  using T = TypeParam;
  using Limits = std::numeric_limits<T>;
  const std::vector<Vec<2, T>> wall = {{-1, -2}, {-1, -4}};
  const std::vector<WallChain> chain = {{0, 2, ChainKind::open, 0}};
  ChainTree<T> tree;
  ASSERT_EQ(tree.build(wall, chain, {T(2)}), Status::ok);
  for (const T radius : {Limits::lowest(), -Limits::infinity(), Limits::quiet_NaN(), T(-1), T(1)}) {
    for (int step = 0; step < ChainTree<T>::kLoadSteps; ++step) tree.load(step, wall[0], radius);
  }
  EXPECT_EQ(tree.nearest(wall[0], Limits::lowest()).status, Status::out_of_range);
  EXPECT_EQ(tree.nearest(wall[0], T(1)).wall, 0u);
}

// Rays at the vertices of a closed line never slip out, whatever rounding does to them.
TYPED_TEST(ChainTreeTest, no_ray_slips_through_where_walls_meet) {
  using T = TypeParam;
  WallWorld<T> world;
  world.begin();
  constexpr int kCorners = 1000;
  for (int i = 0; i <= kCorners; ++i) {
    const double angle = 2 * 3.14159265358979 * (i % kCorners) / kCorners;
    world.add(3000 + 1000 * std::cos(angle), 1000 * std::sin(angle) + (i % 2) * 7);
  }
  ChainTree<T> tree;
  ASSERT_EQ(tree.build(world.vertices, world.chains), Status::ok);
  scenes::Pcg32 random(5);
  for (std::uint32_t i = 0; i < by_tier(2000u, 100000u); ++i) {
    const Vec<2, T> p = {T(3000 + random.between(-400, 400)), T(random.between(-400, 400))};
    const Vec<2, T> v = world.vertices[i % kCorners];
    EXPECT_TRUE(tree.ray_cast({p, (v - p) * T(3)}).hit) << i;
  }
}

}  // namespace
}  // namespace masu::test
