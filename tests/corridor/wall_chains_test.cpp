// SPDX-License-Identifier: MIT
// Loose walls connected to chains: compared with brute force, shuffled and restored, with every
// fault.
#include <gtest/gtest.h>

#include <limits>
#include <numeric>

#include <masu/spatial_order/hilbert.hpp>

#include "scenes/generators/wall_scene.hpp"
#include "tests/corridor/wall_cases.hpp"
#include "tests/support/failing_allocator.hpp"
#include "tests/support/tier.hpp"

namespace masu::test {
namespace {

template <class T>
class WallChainsOf : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(WallChainsOf, Scalars);

template <class T>
struct Built {
  Status status;
  WallChains<T> chains;
  ChainReport report;
};

template <class T>
Built<T> build(const std::vector<Wall<T>>& walls, const ChainOptions<T>& options = {}) {
  Built<T> b;
  b.status = b.chains.build(walls, options, &b.report);
  return b;
}

template <class T>
std::vector<Wall<T>> walls_of(std::string_view name, std::size_t n) {
  std::vector<Wall<T>> walls;
  for (const auto& w : scenes::make_wall_scene(name, n, 1).walls) {
    walls.push_back({vec_cast<T>(w.a), vec_cast<T>(w.b)});
  }
  return walls;
}

template <class T>
void expect_lawful(const ChainReport& r, const WallChains<T>& chains) {
  EXPECT_EQ(r.retained, r.walls - r.not_finite.count - r.zero_length.count - r.duplicates.count);
  EXPECT_EQ(r.pieces, r.retained + r.cuts.count - r.overlaps.count);
  EXPECT_EQ(r.pieces, chains.wall_count());
  EXPECT_EQ(r.open_chains + r.outlines + r.holes, chains.chains().size());
  std::uint32_t next = 0;
  for (const WallChain& c : chains.chains()) {
    EXPECT_EQ(c.first, next);
    EXPECT_GE(c.count, c.loop() ? 4u : 2u);
    next += c.count;
    EXPECT_EQ(chains.vertices()[c.first] == chains.vertices()[next - 1], c.loop());
    EXPECT_FALSE(chains.has_wall(next - 1));
    EXPECT_EQ(chains.chain_of(next - 1), chains.chain_of(c.first));
  }
  EXPECT_EQ(next, chains.vertices().size());
}

template <class T>
void expect_as_twin(const std::vector<Wall<T>>& walls, T weld, bool split) {
  const auto b = build<T>(walls, {weld, split});
  const TwinResult<T> twin = ChainTwin<T>(walls, weld, split).result();
  ASSERT_EQ(b.status, twin.chains.empty() ? Status::no_points : Status::ok);
  EXPECT_EQ(sorted_chains(b.chains), twin.chains);
  EXPECT_EQ(b.report.zero_length.count, twin.zero_length);
  EXPECT_EQ(b.report.not_finite.count, twin.not_finite);
  EXPECT_EQ(b.report.duplicates.count, twin.duplicates);
  if (b.status != Status::ok) return;
  EXPECT_EQ(b.report.overlaps.count, twin.overlaps);
  EXPECT_EQ(b.report.cuts.count, twin.cuts);
  EXPECT_EQ(b.report.crossings.count, twin.crossings);
  expect_lawful(b.report, b.chains);
}

TYPED_TEST(WallChainsOf, S1_random_walls_become_the_chains_of_brute_force) {
  using T = TypeParam;
  scenes::Pcg32 random(7);
  for (int round = 0; round < by_tier(1500, 30000) && !this->HasFailure(); ++round) {
    auto walls = random_walls<T>(random, 1 + random.below(24), 2 + random.below(9));
    if (random.below(8) == 0) walls[0].a[1] = std::numeric_limits<T>::quiet_NaN();
    SCOPED_TRACE(round);
    expect_as_twin<T>(walls, 0, true);
    expect_as_twin<T>(walls, 0, false);
  }
}

TYPED_TEST(WallChainsOf, S1_welded_walls_become_the_chains_of_brute_force) {
  using T = TypeParam;
  scenes::Pcg32 random(8);
  int merged = 0;
  for (int round = 0; round < by_tier(1400, 20000) && !this->HasFailure(); ++round) {
    const auto walls = shaken(random_flat_walls<T>(random, 5, 40), random, 0.03);
    SCOPED_TRACE(round);
    const T weld = T(0.01 + 0.02 * random.below(5));
    expect_as_twin<T>(walls, weld, true);
    merged += build<T>(walls, {weld}).report.welded.count > 0;
  }
  EXPECT_GT(merged, 100);
}

TYPED_TEST(WallChainsOf, S1_loops_have_their_nesting_depth) {
  using T = TypeParam;
  scenes::Pcg32 random(9);
  std::vector<int> seen(4);
  for (int round = 0; round < by_tier(1500, 30000) && !this->HasFailure(); ++round) {
    const auto walls =
        round % 3 == 0 ? random_flat_walls<T>(random, 4 + random.below(8), 20 + random.below(60))
                       : random_cell_walls<T>(random, 5 + random.below(24), 1 + random.below(9));
    const auto b = build(walls);
    if (b.status == Status::no_points) continue;
    ASSERT_EQ(b.status, Status::ok);
    // Where two long ones meet, and no other ends.
    if (b.report.crossings.count != 0) continue;
    for (const WallChain& c : b.chains.chains()) {
      if (!c.loop()) continue;
      EXPECT_EQ(c.depth, depth_by_midpoint(b.chains, c)) << round;
      EXPECT_EQ(c.kind, c.depth % 2 == 0 ? ChainKind::outline : ChainKind::hole);
      ++seen[std::min(c.depth, 3u)];
    }
  }
  EXPECT_GT(seen[0], 1000);
  EXPECT_GT(seen[1], 200);
  EXPECT_GT(seen[2], 20);
}

// Boxes in boxes, each in a corner of the one around it, all their walls touching the outer ones'
// vertices nowhere.
TYPED_TEST(WallChainsOf, S1_islands_in_holes_have_their_nesting_depth) {
  using T = TypeParam;
  std::vector<Wall<T>> walls;
  const auto add_box = [&](T x, T y, T side) {
    const Vec<2, T> p[] = {{x, y}, {x + side, y}, {x + side, y + side}, {x, y + side}};
    for (int i = 0; i < 4; ++i) walls.push_back({p[i], p[(i + 1) % 4]});
  };
  for (int k = 0; k < 20; ++k) add_box(T(k), T(k), T(100 - 3 * k));
  for (int k = 0; k < 20; ++k) add_box(T(200 + 3 * k), T(k), T(2));
  const auto b = build(walls);
  ASSERT_EQ(b.status, Status::ok);
  std::vector<int> of_depth(20);
  for (const WallChain& c : b.chains.chains()) ++of_depth.at(c.depth);
  EXPECT_EQ(of_depth[0], 21);
  for (int k = 1; k < 20; ++k) EXPECT_EQ(of_depth[k], 1) << k;
  EXPECT_EQ(b.report.outlines, 30u);
  EXPECT_EQ(b.report.holes, 10u);
}

template <class T>
void expect_same(const WallChains<T>& a, const WallChains<T>& b) {
  ASSERT_EQ(a.vertices().size(), b.vertices().size());
  for (std::size_t i = 0; i < a.vertices().size(); ++i) {
    ASSERT_EQ(a.vertices()[i], b.vertices()[i]) << i;
  }
  EXPECT_TRUE(
      std::equal(a.chains().begin(), a.chains().end(), b.chains().begin(), b.chains().end()));
}

TYPED_TEST(WallChainsOf, S1_shuffled_walls_are_restored_bit_for_bit) {
  using T = TypeParam;
  for (const std::string_view name : scenes::wall_scene_names()) {
    SCOPED_TRACE(name);
    const auto walls = walls_of<T>(name, 5000);
    const auto first = build(walls);
    ASSERT_EQ(first.status, Status::ok);
    EXPECT_EQ(first.report.open_chains, 0u);
    expect_lawful(first.report, first.chains);
    // Some of them reversed: fewer than half of any long chain.
    scenes::Pcg32 random(3);
    std::vector<std::uint32_t> order(walls.size());
    std::iota(order.begin(), order.end(), 0u);
    scenes::shuffle(order, random);
    std::vector<Wall<T>> mixed;
    std::vector<bool> reversed;
    std::vector<int> reversed_in(first.chains.chains().size());
    std::vector<std::uint32_t> chain_of_wall(walls.size());
    for (std::uint32_t s = 0; s < first.chains.vertices().size(); ++s) {
      if (first.chains.has_wall(s)) {
        chain_of_wall[first.chains.source(s)] = first.chains.chain_of(s);
      }
    }
    for (const std::uint32_t i : order) {
      const std::uint32_t chain = chain_of_wall[i];
      const auto most = (first.chains.chains()[chain].wall_count() - 1) / 2;
      const bool reverse = random.below(3) == 0 && reversed_in[chain] < int(most);
      reversed_in[chain] += reverse;
      mixed.push_back(reverse ? Wall<T>{walls[i].b, walls[i].a} : walls[i]);
      reversed.push_back(reverse);
    }
    const auto second = build(mixed);
    ASSERT_EQ(second.status, Status::ok);
    expect_same(first.chains, second.chains);
    EXPECT_NE(std::count(reversed.begin(), reversed.end(), true), 0);
    for (std::uint32_t s = 0; s < first.chains.vertices().size(); ++s) {
      if (!first.chains.has_wall(s)) continue;
      const std::uint32_t i = second.chains.source(s);
      ASSERT_EQ(order[i], first.chains.source(s));
      ASSERT_EQ(second.chains.flipped(s), first.chains.flipped(s) != reversed[i]);
    }
  }
}

TYPED_TEST(WallChainsOf, S1_order_and_direction_do_not_matter_to_walls_with_faults) {
  using T = TypeParam;
  scenes::Pcg32 random(11);
  for (int round = 0; round < by_tier(300, 5000) && !this->HasFailure(); ++round) {
    const T weld = T(0.02 * random.below(4));
    auto walls = shaken(random_walls<T>(random, 30, 7), random, 0.5 * double(weld));
    const auto first = build<T>(walls, {weld});
    scenes::shuffle(walls, random);
    const auto second = build<T>(walls, {weld});
    ASSERT_EQ(first.status, second.status);
    expect_same(first.chains, second.chains);
    // All reversed: the same chains, each reversed too unless it was a tie.
    for (auto& w : walls) std::swap(w.a, w.b);
    const auto third = build<T>(walls, {weld});
    ASSERT_EQ(third.chains.chains().size(), first.chains.chains().size());
    for (std::size_t c = 0; c < first.chains.chains().size(); ++c) {
      const auto& x = first.chains.chains()[c];
      const auto& y = third.chains.chains()[c];
      ASSERT_EQ(x, y);
      const auto p = first.chains.vertices().subspan(x.first, x.count);
      const auto q = third.chains.vertices().subspan(x.first, x.count);
      EXPECT_TRUE(std::equal(p.begin(), p.end(), q.begin()) ||
                  std::equal(p.begin(), p.end(), q.rbegin()));
    }
  }
}

TYPED_TEST(WallChainsOf, chains_are_in_hilbert_order) {
  using T = TypeParam;
  const auto b = build(walls_of<T>("islands", 4000));
  ASSERT_EQ(b.status, Status::ok);
  ASSERT_GT(b.chains.chains().size(), 50u);
  const auto v = b.chains.vertices();
  Aabb<2, double> all = Aabb<2, double>::nothing();
  std::vector<Vec<2, double>> middles;
  for (const WallChain& c : b.chains.chains()) {
    Aabb<2, double> box = Aabb<2, double>::nothing();
    for (const auto& p : v.subspan(c.first, c.count)) {
      box = merge(box, Aabb<2, double>::of_point(vec_cast<double>(p)));
    }
    all = merge(all, box);
    middles.push_back((box.min + box.max) * 0.5);
  }
  std::uint64_t last = 0;
  const double side = std::max(all.max[0] - all.min[0], all.max[1] - all.min[1]);
  for (const auto& m : middles) {
    CellCoords<2> cell{};
    for (int a = 0; a < 2; ++a) cell[a] = std::uint32_t((m[a] - all.min[a]) / side * 256);
    const auto code = hilbert_encode<2>(cell, 8);
    EXPECT_GE(code, last);
    last = code;
  }
}

// Ten walls of each sort.
TYPED_TEST(WallChainsOf, S1_a_report_lists_all_repairs) {
  using T = TypeParam;
  constexpr T kNan = std::numeric_limits<T>::quiet_NaN();
  constexpr T kInf = std::numeric_limits<T>::infinity();
  const std::vector<Wall<T>> walls = {
      {{0, 0}, {4, 0}},    {{4, 0}, {4, 4}},       {{4, 4}, {0, 0}},  // 0-2 a triangle
      {{2, 0}, {2, -1}},                                              // 3 hangs from it
      {{kNan, 0}, {1, 1}}, {{0, 0}, {0, -kInf}},                      // 4, 5
      {{9, 9}, {9, 9}},                                               // 6
      {{4, 4}, {4, 0}},                                               // 7 is 1 again
      {{10, 0}, {13, 0}},  {{12, 0}, {15, 0}},                        // 8, 9 overlap
      {{11, -1}, {11, 1}}, {{10.5, -1}, {10.5, 1}}};                  // 10, 11 cross 8
  const auto b = build(walls);
  ASSERT_EQ(b.status, Status::ok);
  using Named = std::vector<std::uint32_t>;
  const auto named = [](const ChainFault& f) { return Named(f.named().begin(), f.named().end()); };
  const ChainReport& r = b.report;
  EXPECT_EQ(r.walls, 12u);
  EXPECT_EQ(r.retained, 8u);
  EXPECT_EQ(r.not_finite.count, 2u);
  EXPECT_EQ(named(r.not_finite), (Named{4, 5}));
  EXPECT_EQ(named(r.zero_length), (Named{6}));
  EXPECT_EQ(named(r.duplicates), (Named{7}));
  EXPECT_EQ(named(r.overlaps), (Named{9}));
  EXPECT_EQ(r.cuts.count, 3u);
  EXPECT_EQ(named(r.cuts), (Named{0, 8, 9}));
  EXPECT_EQ(r.crossings.count, 2u);
  EXPECT_EQ(named(r.crossings), (Named{8, 10, 11}));
  EXPECT_EQ(r.junctions.count, 1u);
  EXPECT_EQ(named(r.junctions), (Named{0, 3}));
  EXPECT_EQ(r.open_ends.count, 1u + 2 + 4);
  EXPECT_EQ(r.outlines, 1u);
  EXPECT_EQ(r.open_chains, 4u);
  EXPECT_EQ(r.crossing_loops, 0u);
  EXPECT_EQ(r.welded.count + r.unsplit.count, 0u);
  expect_lawful(r, b.chains);
}

TYPED_TEST(WallChainsOf, faults_name_their_lowest_walls) {
  ChainFault fault;
  for (std::uint32_t i = 100; i-- > 0;) fault.add(i / 2);
  EXPECT_EQ(fault.count, 100u);
  const std::vector<std::uint32_t> named(fault.named().begin(), fault.named().end());
  EXPECT_EQ(named, (std::vector<std::uint32_t>{0, 1, 2, 3, 4, 5, 6, 7}));
}

TYPED_TEST(WallChainsOf, S1_a_junction_ends_chains_and_a_loop_may_begin_there) {
  using T = TypeParam;
  // Two triangles that share a corner, a stick at another.
  const auto b = build<T>({{{0, 0}, {2, 1}},
                           {{2, 1}, {2, -1}},
                           {{2, -1}, {0, 0}},
                           {{0, 0}, {-2, 1}},
                           {{-2, 1}, {-2, -1}},
                           {{-2, -1}, {0, 0}},
                           {{2, 1}, {3, 3}}});
  ASSERT_EQ(b.status, Status::ok);
  // The left triangle alone is a loop; the right one is two chains between junctions.
  EXPECT_EQ(b.report.outlines, 1u);
  EXPECT_EQ(b.report.open_chains, 3u);
  EXPECT_EQ(b.report.junctions.count, 2u);
  for (const WallChain& c : b.chains.chains()) {
    if (c.loop()) {
      EXPECT_EQ(b.chains.vertices()[c.first], (Vec<2, T>{0, 0}));
      EXPECT_EQ(c.count, 4u);
    }
  }
}

TYPED_TEST(WallChainsOf, S1_loops_that_begin_at_one_vertex_have_their_nesting_depth) {
  using T = TypeParam;
  // The triangles come in any order. With 40 of them a sort does more than insert one by one.
  std::vector<std::vector<int>> orders = {{1, 2, 3}, {3, 1, 2}, {2, 3, 1}};
  std::vector<int> many(40);
  std::iota(many.begin(), many.end(), 1);
  scenes::Pcg32 random(13);
  for (int i = 0; i < 10; ++i) scenes::shuffle(many, random), orders.push_back(many);
  for (const std::vector<int>& order : orders) {
    std::vector<Wall<T>> walls;
    for (const int k : order) {
      const Vec<2, T> p[] = {{0, 0}, {T(50 - k), T(k - 45)}, {T(50 - k), T(45 - k)}};
      for (int i = 0; i < 3; ++i) walls.push_back({p[i], p[(i + 1) % 3]});
    }
    const auto b = build(walls);
    ASSERT_EQ(b.status, Status::ok);
    ASSERT_EQ(b.chains.chains().size(), order.size());
    for (const WallChain& c : b.chains.chains()) {
      ASSERT_TRUE(c.loop());
      const T widest =
          std::max(b.chains.vertices()[c.first + 1][0], b.chains.vertices()[c.first + 2][0]);
      EXPECT_EQ(c.depth, std::uint32_t(49 - widest));
    }
  }
}

TYPED_TEST(WallChainsOf, minus_zero_is_zero) {
  using T = TypeParam;
  const auto b = build<T>({{{1, -T(0)}, {-T(0), T(0)}}, {{T(0), -T(0)}, {-1, 0}}});
  ASSERT_EQ(b.status, Status::ok);
  ASSERT_EQ(b.chains.chains().size(), 1u);
  for (const auto& p : b.chains.vertices()) {
    EXPECT_FALSE(std::signbit(p[1]));
  }
}

TYPED_TEST(WallChainsOf, a_weld_reaches_from_point_to_point) {
  using T = TypeParam;
  // Ends at 0, 0.75, 1.5, 2.25 hold together at 0.75; a wall that ends 3 away does not.
  std::vector<Wall<T>> walls = {{{T(0.75), 0}, {0, 9}},
                                {{T(2.25), 0}, {9, 9}},
                                {{0, 0}, {-9, 0}},
                                {{T(1.5), 0}, {0, -9}},
                                {{T(3.25), 0}, {20, 0}}};
  for (int reverse = 0; reverse < 5; ++reverse) {
    std::rotate(walls.begin(), walls.begin() + 1, walls.end());
    const auto b = build<T>(walls, {T(0.75)});
    ASSERT_EQ(b.status, Status::ok);
    EXPECT_EQ(b.report.welded.count, 3u);
    EXPECT_EQ(b.report.junctions.count, 1u);
    EXPECT_EQ(b.report.open_ends.count, 6u);
    EXPECT_EQ(std::count(b.chains.vertices().begin(), b.chains.vertices().end(), Vec<2, T>{0, 0}),
              4);
  }
}

TYPED_TEST(WallChainsOf, a_weld_far_from_the_origin) {
  using T = TypeParam;
  const T far = sizeof(T) == 4 ? T(0x1p20) : T(0x1p40);
  const T step = sizeof(T) == 4 ? T(0.125) : T(0.0078125);
  const auto b =
      build<T>({{{far, far}, {far + 1, far}}, {{far + 1 + step, far}, {far + 2, far}}}, {step});
  ASSERT_EQ(b.status, Status::ok);
  EXPECT_EQ(b.chains.chains().size(), 1u);
  EXPECT_EQ(b.report.welded.count, 1u);
}

TYPED_TEST(WallChainsOf, statuses) {
  using T = TypeParam;
  constexpr T kNan = std::numeric_limits<T>::quiet_NaN();
  constexpr T kInf = std::numeric_limits<T>::infinity();
  const std::vector<Wall<T>> one = {{{0, 0}, {1, 0}}};
  auto b = build(one);
  ASSERT_EQ(b.status, Status::ok);
  const auto expect = [&](Status status, const std::vector<Wall<T>>& walls, T weld = 0) {
    EXPECT_EQ(b.chains.build(walls, {weld}, &b.report), status);
    EXPECT_EQ(b.chains.vertices().size(), 2u);
    EXPECT_EQ(b.report.walls, walls.size());
  };
  expect(Status::no_points, {});
  expect(Status::no_points, {{{1, 1}, {1, 1}}});
  EXPECT_EQ(b.report.zero_length.count, 1u);
  expect(Status::no_points, {{{1, kInf}, {1, 1}}});
  EXPECT_EQ(b.report.not_finite.count, 1u);
  expect(Status::no_points, one, T(2));
  for (const T weld : {T(-1), kNan, kInf}) expect(Status::out_of_range, one, weld);
  expect(Status::out_of_range, {{{0, 0}, {T(0x1p100), 0}}}, T(1));
  if constexpr (sizeof(T) == 8) expect(Status::out_of_range, {{{0, 0}, {0x1p141, 0}}});
  expect(Status::out_of_range, {{{0, 0}, {T(0x1p-141), 0}}});
}

TYPED_TEST(WallChainsOf, a_failed_allocation_leaves_the_chains_unchanged) {
  using T = TypeParam;
  FailingAllocator memory;
  WallChains<T> chains(memory.allocator());
  const std::vector<Wall<T>> one = {{{0, 0}, {1, 0}}};
  ASSERT_EQ(chains.build(one), Status::ok);
  scenes::Pcg32 random(5);
  auto walls = shaken(random_flat_walls<T>(random, 6, 60), random, 0.01);
  walls.push_back({{0, T(0.5)}, {9, T(0.5)}});
  std::size_t failed = 0;
  for (;; ++failed) {
    memory.fail(failed + 1, true);
    const Status status = chains.build(walls, {T(0.05)});
    if (status == Status::ok) break;
    ASSERT_EQ(status, Status::out_of_memory);
    ASSERT_EQ(chains.vertices().size(), 2u);
  }
  EXPECT_GT(failed, 15u);
  EXPECT_GT(chains.vertices().size(), 20u);
}

// n walls at one vertex, n on one line, n across one wall: nothing goes around or blows up.
TYPED_TEST(WallChainsOf, stars_stacks_and_combs) {
  using T = TypeParam;
  std::vector<Wall<T>> star;
  std::vector<Wall<T>> stack;
  std::vector<Wall<T>> comb = {{{0, 0}, {1000, 0}}};
  for (int i = 1; i < 500; ++i) {
    star.push_back({{0, 0}, {T(i), T(i * i)}});
    stack.push_back({{T(-i), 0}, {T(i), 0}});
    comb.push_back({{T(i), 0}, {T(i), T(1 + i % 3)}});
  }
  EXPECT_EQ(build(star).report.open_chains, 499u);
  const auto stacked = build(stack);
  EXPECT_EQ(stacked.chains.wall_count(), 997u);
  EXPECT_EQ(stacked.chains.chains().size(), 1u);
  const auto combed = build(comb);
  EXPECT_EQ(combed.report.cuts.count, 499u);
  EXPECT_EQ(combed.report.junctions.count, 499u);
  EXPECT_EQ(combed.chains.wall_count(), 999u);
}

// Loops of which walls cross are counted; so is one that crosses itself.
TYPED_TEST(WallChainsOf, loops_that_cross_are_counted) {
  using T = TypeParam;
  const auto b = build<T>({{{0, 0}, {4, 0}},
                           {{4, 0}, {2, 3}},
                           {{2, 3}, {0, 0}},
                           {{1, 1}, {9, 1}},
                           {{9, 1}, {5, 9}},
                           {{5, 9}, {1, 1}},
                           {{20, 0}, {22, 2}},
                           {{22, 2}, {22, 0}},
                           {{22, 0}, {20, 2}},
                           {{20, 2}, {20, 0}},
                           {{40, 0}, {41, 0}},
                           {{41, 0}, {41, 1}},
                           {{41, 1}, {40, 0}}});
  ASSERT_EQ(b.status, Status::ok);
  EXPECT_EQ(b.report.outlines + b.report.holes, 4u);
  EXPECT_EQ(b.report.crossing_loops, 3u);
}

// The report names the walls that have an end which moves, and no others.
TYPED_TEST(WallChainsOf, walls_are_named_that_a_weld_moves) {
  using T = TypeParam;
  const auto b = build<T>(
      {{{0, 0}, {10, 0}}, {{20, 5}, {T(10.25), 0}}, {{T(-0.25), 0}, {-9, 5}}, {{0, 20}, {9, 20}}},
      {T(0.5)});
  ASSERT_EQ(b.status, Status::ok);
  EXPECT_EQ(b.report.welded.count, 2u);
  const auto named = b.report.welded.named();
  EXPECT_EQ(std::vector<std::uint32_t>(named.begin(), named.end()),
            (std::vector<std::uint32_t>{0, 1}));
}

}  // namespace
}  // namespace masu::test
