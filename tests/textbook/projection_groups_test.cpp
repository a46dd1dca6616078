// SPDX-License-Identifier: MIT
// The paper's groups, projections and positions, repaired: the results of testing every wall, bit
// for bit, however a mover moves.
#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include <masu/textbook/all_walls.hpp>
#include <masu/textbook/projection_groups.hpp>

#include "scenes/generators/wall_scene.hpp"
#include "tests/corridor/wall_worlds.hpp"
#include "tests/support/failing_allocator.hpp"
#include "tests/support/tier.hpp"

namespace masu::test {
namespace {

template <class T>
class ProjectionGroupsTest : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(ProjectionGroupsTest, Scalars);

// A map of the generators, in order.
template <class T>
WallWorld<T> map_named(std::string_view name, std::size_t walls) {
  const scenes::WallScene scene = scenes::make_wall_scene(name, walls, 3);
  WallChains<double> built;
  EXPECT_EQ(built.build(scene.walls), Status::ok);
  WallWorld<T> world;
  for (const auto& v : built.vertices()) world.vertices.push_back(vec_cast<T>(v));
  world.chains.assign(built.chains().begin(), built.chains().end());
  return world;
}

template <class T>
Aabb<2, T> bounds_of(const WallWorld<T>& world) {
  Aabb<2, T> box = Aabb<2, T>::nothing();
  for (const auto& v : world.vertices) box = merge(box, Aabb<2, T>::of_point(v));
  return box;
}

template <class T>
using Near = std::vector<std::pair<std::uint32_t, T>>;

// Both queries, from scratch and from hints.
template <class T>
void expect_same(const ProjectionGroups<T>& groups, const AllWalls<T>& all,
                 std::vector<std::uint32_t>& hints, const Vec<2, T>& p, T radius) {
  const NearestWall<T> nearest = all.nearest(p, radius);
  for (const NearestWall<T>& got : {groups.nearest(p, radius), groups.nearest(hints, p, radius)}) {
    ASSERT_EQ(got.status, Status::ok);
    ASSERT_EQ(got.wall, nearest.wall);
    ASSERT_EQ(got.distance, nearest.distance);
    ASSERT_EQ(got.point, nearest.point);
    ASSERT_EQ(got.stats.results, nearest.stats.results);
    ASSERT_LE(got.stats.tests, nearest.stats.tests);
  }
  Near<T> expected, scratch, followed;
  const auto into = [](Near<T>& list) {
    return [&list](std::uint32_t wall, T square) { list.push_back({wall, square}); };
  };
  const SearchResult w = all.for_each_within(p, radius, into(expected));
  const SearchResult g = groups.for_each_within(p, radius, into(scratch));
  ASSERT_EQ(groups.for_each_within(hints, p, radius, into(followed)).stats.results,
            w.stats.results);
  ASSERT_EQ(g.stats.results, w.stats.results);
  std::sort(expected.begin(), expected.end());
  std::sort(scratch.begin(), scratch.end());
  std::sort(followed.begin(), followed.end());
  ASSERT_EQ(scratch, expected);
  ASSERT_EQ(followed, expected);
}

// As printed half of the groups of a loop have none, and others miss their own vertices.
TYPED_TEST(ProjectionGroupsTest, S3_E8_projections_of_a_group_hold_all_its_walls) {
  using T = TypeParam;
  for (const std::string_view name : scenes::wall_scene_names()) {
    const WallWorld<T> world = map_named<T>(name, 2000);
    for (const std::uint32_t k : {2u, 3u, 16u, 5000u}) {
      ProjectionGroups<T> groups;
      ASSERT_EQ(groups.build(world.vertices, world.chains, k), Status::ok);
      std::vector<int> counts(world.vertices.size());
      std::size_t count = 0;
      groups.for_each_group(
          [&](const Aabb<2, T>& box, std::uint32_t first, std::uint32_t walls, std::uint32_t run) {
            ++count;
            EXPECT_LT(run, groups.run_count());
            EXPECT_LE(walls, k);
            for (std::uint32_t w = first; w < first + walls; ++w) {
              ++counts[w];
              EXPECT_TRUE(box.contains(world.vertices[w]) && box.contains(world.vertices[w + 1]));
            }
          });
      EXPECT_EQ(count, groups.group_count());
      std::vector<int> walls(world.vertices.size());
      for (const WallChain& c : world.chains) {
        for (std::uint32_t w = c.first; w < c.first + c.wall_count(); ++w) walls[w] = 1;
      }
      EXPECT_EQ(counts, walls) << name << ' ' << k;
    }
  }
}

TYPED_TEST(ProjectionGroupsTest, S3_walls_near_a_position_are_those_of_brute_force) {
  using T = TypeParam;
  struct Setting {
    double scale, offset;
  };
  scenes::Pcg32 random(20261122);
  for (const Setting s : {Setting{100, 0}, {100, 5000}, {0x1p-13, 0}, {0x1p13, -0x1p14}}) {
    for (const std::uint32_t walls : {1u, 9u, 700u, 3000u}) {
      const WallWorld<T> world = random_world<T>(random, walls, s.scale, s.offset);
      const AllWalls<T> all(world.vertices, world.chains);
      for (const std::uint32_t k : {2u, 16u}) {
        ProjectionGroups<T> groups;
        ASSERT_EQ(groups.build(world.vertices, world.chains, k), Status::ok);
        std::vector<std::uint32_t> hints(groups.run_count());
        for (std::uint32_t i = 0; i < by_tier(100u, 4000u); ++i) {
          SCOPED_TRACE(i);
          const Vec<2, T> p = query_point(random, world, s.scale, s.offset);
          const Vec<2, T> rim = world.vertices[random.below(std::uint32_t(world.vertices.size()))];
          const T radius = i % 4 == 0   ? length(rim - p)
                           : i % 4 == 1 ? std::numeric_limits<T>::infinity()
                                        : T(s.scale * random.unit() * (i % 4 == 2 ? 0.1 : 1e-5));
          ASSERT_NO_FATAL_FAILURE(expect_same(groups, all, hints, p, radius));
        }
      }
    }
  }
}

struct VisitLog : Trace {
  using Trace::on;
  void on(const VisitNode& e) { groups.push_back(e.node); }
  void on(const MeasureWall& e) { walls.push_back(e.wall); }
  std::vector<std::uint64_t> groups;
  std::vector<std::uint32_t> walls;
};

TYPED_TEST(ProjectionGroupsTest, a_search_reports_the_groups_it_visits) {
  using T = TypeParam;
  const WallWorld<T> world = map_named<T>("islands", 2000);
  ProjectionGroups<T> groups;
  ASSERT_EQ(groups.build(world.vertices, world.chains, 8), Status::ok);
  std::vector<std::pair<std::uint32_t, std::uint32_t>> ranges;  // first and count of each group
  groups.for_each_group(
      [&](const Aabb<2, T>&, std::uint32_t first, std::uint32_t count, std::uint32_t) {
        ranges.push_back({first, count});
      });
  std::vector<std::uint32_t> hints(groups.run_count());
  std::size_t results = 0;
  for (std::size_t v = 0; v < world.vertices.size(); v += 40) {
    VisitLog log;
    std::vector<std::uint32_t> found;
    const auto visit = [&](std::uint32_t wall, T) { found.push_back(wall); };
    const SearchResult r = groups.for_each_within(hints, world.vertices[v], T(1), visit, log);
    ASSERT_EQ(r.status, Status::ok);
    EXPECT_EQ(log.groups.size(), r.stats.nodes);
    EXPECT_EQ(log.walls.size(), r.stats.tests);
    results += found.size();
    for (const std::uint32_t wall : log.walls) {
      const bool in = std::any_of(log.groups.begin(), log.groups.end(), [&](std::uint64_t g) {
        return ranges.at(g).first <= wall && wall < ranges.at(g).first + ranges.at(g).second;
      });
      EXPECT_TRUE(in) << "wall " << wall << " is of no group that was looked at";
    }
    for (const std::uint32_t wall : found) {
      EXPECT_NE(std::count(log.walls.begin(), log.walls.end(), wall), 0);
    }
  }
  EXPECT_GT(results, 100u);
}

// One step a frame loses a fast mover, and one number cannot follow two walls.
TYPED_TEST(ProjectionGroupsTest, S4_E8_a_tracked_mover_misses_no_wall_at_any_speed) {
  using T = TypeParam;
  scenes::Pcg32 random(4);
  for (const std::string_view name : scenes::wall_scene_names()) {
    const WallWorld<T> world = map_named<T>(name, 2500);
    const Aabb<2, T> bounds = bounds_of(world);
    const AllWalls<T> all(world.vertices, world.chains);
    ProjectionGroups<T> groups;
    ASSERT_EQ(groups.build(world.vertices, world.chains), Status::ok);
    // Steps in radii, in any direction; at the last speed it appears anywhere.
    for (const double speed : {0.01, 1.0, 100.0, 10000.0, 0.0}) {
      SCOPED_TRACE(testing::Message() << name << " at " << speed);
      const T radius = T(0.7);
      std::vector<std::uint32_t> hints(groups.run_count());
      for (std::uint32_t& hint : hints) hint = random.next();
      Vec<2, T> p = world.vertices[world.vertices.size() / 3];
      for (std::uint32_t frame = 0; frame < by_tier(150u, 5000u); ++frame) {
        ASSERT_NO_FATAL_FAILURE(expect_same(groups, all, hints, p, radius));
        for (int a = 0; a < 2; ++a) {
          p[a] += T(speed * double(radius) * random.between(-1, 1));
          const bool lost = !(p[a] > bounds.min[a] - 1 && p[a] < bounds.max[a] + 1);
          if (speed == 0 || lost) p[a] = T(random.between(bounds.min[a], bounds.max[a]));
        }
      }
    }
  }
}

// What the paper is about: walls that run along an axis, however many.
TYPED_TEST(ProjectionGroupsTest, S4_a_mover_in_a_corridor_searches_two_runs) {
  using T = TypeParam;
  for (const std::size_t walls : {2000u, 100000u}) {
    const WallWorld<T> world = map_named<T>("side_scroller", walls);
    ProjectionGroups<T> groups;
    ASSERT_EQ(groups.build(world.vertices, world.chains), Status::ok);
    EXPECT_EQ(groups.axis(), 0);
    // Floor and ceiling; the walls at the ends may make runs of their own.
    EXPECT_LE(groups.run_count(), 4u);
    std::vector<std::uint32_t> hints(groups.run_count());
    const Aabb<2, T> bounds = bounds_of(world);
    QueryStats sum;
    constexpr int kFrames = 500;
    for (int frame = -1; frame < kFrames; ++frame) {
      const T x = bounds.min[0] + (bounds.max[0] - bounds.min[0]) / 2 + T(frame);
      const QueryStats one = groups.nearest(hints, {x, 0}, T(1)).stats;
      if (frame >= 0) sum += one;
    }
    EXPECT_LE(sum.comparisons, 4u * kFrames * groups.run_count());
    EXPECT_LE(sum.nodes, 3u * kFrames * groups.run_count());
  }
}

// A loop that leads up and down along y: the other axis would need a group for every position.
TYPED_TEST(ProjectionGroupsTest, S3_the_axis_is_the_main_direction_of_the_walls) {
  using T = TypeParam;
  WallWorld<T> world;
  world.begin();
  for (int i = 0; i <= 400; ++i) world.add(i % 2, i);
  for (int i = 400; i >= 0; --i) world.add(8 + i % 2, i);
  world.add(0, 0);
  world.chains[0].kind = ChainKind::outline;
  ProjectionGroups<T> groups;
  ASSERT_EQ(groups.build(world.vertices, world.chains, 8), Status::ok);
  EXPECT_EQ(groups.axis(), 1);
  EXPECT_LE(groups.run_count(), 3u);
}

TYPED_TEST(ProjectionGroupsTest, a_visitor_may_stop) {
  using T = TypeParam;
  const WallWorld<T> world = map_named<T>("spikes", 1000);
  ProjectionGroups<T> groups;
  ASSERT_EQ(groups.build(world.vertices, world.chains), Status::ok);
  std::uint32_t visited = 0;
  const SearchResult r =
      groups.for_each_within({0, 0}, T(1000), [&](std::uint32_t, T) { return ++visited < 3; });
  EXPECT_EQ(r.status, Status::stopped);
  EXPECT_EQ(visited, 3u);
}

TYPED_TEST(ProjectionGroupsTest, bad_input_has_a_status_and_changes_nothing) {
  using T = TypeParam;
  const T nan = std::numeric_limits<T>::quiet_NaN();
  const T inf = std::numeric_limits<T>::infinity();
  std::vector<Vec<2, T>> square = {{0, 0}, {1, 0}, {1, 1}, {0, 1}, {0, 0}};
  const std::vector<WallChain> loop = {{0, 5, ChainKind::outline, 0}};
  ProjectionGroups<T> groups;
  EXPECT_EQ(groups.nearest({0, 0}).wall, kNoWall);
  EXPECT_EQ(groups.build({}, {}), Status::no_points);
  EXPECT_EQ(groups.build(square, {}), Status::no_points);
  const std::vector<WallChain> bare = {{0, 1, ChainKind::open, 0}, {2, 0, ChainKind::open, 0}};
  EXPECT_EQ(groups.build(square, bare), Status::no_points);
  ASSERT_EQ(groups.build(square, loop), Status::ok);
  for (const std::uint32_t k : {0u, 1u}) {
    EXPECT_EQ(groups.build(square, loop, k), Status::out_of_range);
  }
  EXPECT_EQ(groups.build(square, std::vector<WallChain>{{1, 5, ChainKind::open, 0}}),
            Status::bad_index);
  const auto nothing = [](std::uint32_t, T) {};
  for (const T bad : {nan, inf, -inf}) {
    std::vector<Vec<2, T>> broken = square;
    broken[2][1] = bad;
    EXPECT_EQ(groups.build(broken, loop), Status::not_finite);
    EXPECT_EQ(groups.nearest({bad, 0}).status, Status::not_finite);
    EXPECT_EQ(groups.for_each_within({bad, 0}, 1, nothing).status, Status::not_finite);
  }
  EXPECT_EQ(groups.nearest({0, 0}, -1).status, Status::out_of_range);
  EXPECT_EQ(groups.nearest({0, 0}, nan).status, Status::not_finite);
  EXPECT_EQ(groups.for_each_within({0, 0}, -1, nothing).status, Status::out_of_range);
  EXPECT_EQ(groups.for_each_within({0, 0}, nan, nothing).status, Status::not_finite);
  std::vector<std::uint32_t> hints(groups.run_count() + 1);
  EXPECT_EQ(groups.nearest(hints, {0, 0}, 1).status, Status::size_mismatch);
  EXPECT_EQ(groups.for_each_within(hints, {0, 0}, 1, nothing).status, Status::size_mismatch);
  square[0][0] = 2 * groups.kLargest;
  EXPECT_EQ(groups.build(square, loop), Status::out_of_range);
  EXPECT_EQ(groups.nearest({T(0.5), T(0.25)}).wall, 0u);
}

TYPED_TEST(ProjectionGroupsTest, chains_without_walls_are_skipped) {
  using T = TypeParam;
  const std::vector<Vec<2, T>> vertices = {{9, 9}, {0, 0}, {4, 0}, {7, 7}};
  const std::vector<WallChain> chains = {{0, 1, ChainKind::open, 0},
                                         {1, 2, ChainKind::open, 0},
                                         {3, 1, ChainKind::open, 0},
                                         {2, 0, ChainKind::open, 0}};
  ProjectionGroups<T> groups;
  ASSERT_EQ(groups.build(vertices, chains), Status::ok);
  EXPECT_EQ(groups.group_count(), 1u);
  EXPECT_EQ(groups.nearest({9, 9}).wall, 1u);
}

TYPED_TEST(ProjectionGroupsTest, a_failed_allocation_changes_nothing) {
  using T = TypeParam;
  const WallWorld<T> world = map_named<T>("islands", 500);
  FailingAllocator memory;
  ProjectionGroups<T> groups(memory.allocator());
  const std::vector<Vec<2, T>> two = {{0, 0}, {1, 0}};
  ASSERT_EQ(groups.build(two, std::vector<WallChain>{{0, 2, ChainKind::open, 0}}), Status::ok);
  Status last = Status::out_of_memory;
  for (std::size_t fail = 1; last == Status::out_of_memory; ++fail) {
    ASSERT_LT(fail, 100u);
    memory.fail(fail);
    last = groups.build(world.vertices, world.chains);
    if (last == Status::out_of_memory) {
      ASSERT_EQ(groups.group_count(), 1u);
    }
  }
  EXPECT_EQ(last, Status::ok);
}

}  // namespace
}  // namespace masu::test
