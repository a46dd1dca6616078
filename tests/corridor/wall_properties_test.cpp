// SPDX-License-Identifier: MIT
// Properties of any walls, sensible or not; rapidcheck finds small counterexamples.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>
#include <vector>

#include <masu/corridor/corridor.hpp>
#include <masu/textbook/all_walls.hpp>

#include "scenes/generators/pcg32.hpp"

namespace masu::test {
namespace {

// Mostly few whole numbers, so that walls meet, cross and lie on each other.
rc::Gen<double> coordinate() {
  return rc::gen::weightedOneOf<double>(
      {{12, rc::gen::map(rc::gen::inRange(-4, 5), [](int i) { return double(i); })},
       {3, rc::gen::map(rc::gen::inRange(-400, 401), [](int i) { return i * 0.01; })},
       {1, rc::gen::element(-0.0, 1e-30, 1e-9, 3e4, -1e12)}});
}

rc::Gen<double> any_number() {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  return rc::gen::weightedOneOf<double>(
      {{30, coordinate()},
       {1, rc::gen::element(kInfinity, -kInfinity, std::nan(""), 1e30, -1e300, 5e-324)}});
}

template <class T>
std::vector<Vec<2, T>> any_points(const rc::Gen<double>& number) {
  const auto numbers = *rc::gen::container<std::vector<double>>(number);
  std::vector<Vec<2, T>> points;
  for (std::size_t i = 0; i + 1 < numbers.size(); i += 2) {
    points.push_back({static_cast<T>(numbers[i]), static_cast<T>(numbers[i + 1])});
  }
  return points;
}

template <class T>
void expect_chains_to_account_for_all_walls() {
  const std::vector<Vec<2, T>> points = any_points<T>(any_number());
  std::vector<Segment<2, T>> walls;
  for (std::size_t i = 0; i + 1 < points.size(); i += 2)
    walls.push_back({points[i], points[i + 1]});
  ChainOptions<T> options;
  options.weld = static_cast<T>(*rc::gen::element(0.0, 0.0, 0.011, 1.5));
  options.split_junctions = *rc::gen::inRange(0, 4) != 0;

  WallChains<T> chains;
  ChainReport report;
  const Status status = chains.build(walls, options, &report);
  RC_ASSERT(report.walls == walls.size());
  if (status != Status::ok) {
    RC_ASSERT(status == Status::no_points || status == Status::out_of_range);
    RC_ASSERT(chains.chains().empty());
    return;
  }
  RC_ASSERT(report.retained == walls.size() - report.not_finite.count - report.zero_length.count -
                                   report.duplicates.count);
  RC_ASSERT(report.pieces == report.retained + report.cuts.count - report.overlaps.count);
  RC_ASSERT(report.pieces == chains.wall_count());
  std::uint32_t next = 0;
  for (const WallChain& chain : chains.chains()) {
    RC_ASSERT(chain.first == next && chain.count >= 2);
    next += chain.count;
    const bool closes = chains.vertices()[chain.first] == chains.vertices()[next - 1];
    RC_ASSERT(chain.loop() == closes);
    for (std::uint32_t i = chain.first; i < next; ++i) {
      RC_ASSERT(is_finite(chains.vertices()[i]));
      RC_ASSERT(chains.has_wall(i) == (i + 1 < next));
      if (!chains.has_wall(i)) continue;
      RC_ASSERT(chains.source(i) < walls.size());
      RC_ASSERT(!(chains.vertices()[i] == chains.vertices()[i + 1]));
    }
  }
  RC_ASSERT(next == chains.vertices().size());

  scenes::Pcg32 random(1);
  shuffle(walls, random);
  WallChains<T> again;
  RC_ASSERT(again.build(walls, options) == Status::ok);
  RC_ASSERT(std::equal(chains.vertices().begin(), chains.vertices().end(), again.vertices().begin(),
                       again.vertices().end()));
  RC_ASSERT(std::equal(chains.chains().begin(), chains.chains().end(), again.chains().begin(),
                       again.chains().end()));
}

RC_GTEST_PROP(WallProperties, S1_chains_account_for_all_walls_float, ()) {
  expect_chains_to_account_for_all_walls<float>();
}
RC_GTEST_PROP(WallProperties, S1_chains_account_for_all_walls_double, ()) {
  expect_chains_to_account_for_all_walls<double>();
}

template <class T>
struct AnyChains {
  std::vector<Vec<2, T>> vertices;
  std::vector<WallChain> chains;
};

// Cut anywhere, also into chains of one vertex or none.
template <class T>
AnyChains<T> any_chains(const rc::Gen<double>& number) {
  AnyChains<T> any;
  any.vertices = any_points<T>(number);
  std::uint32_t first = 0;
  while (first < any.vertices.size()) {
    const auto left = std::uint32_t(any.vertices.size()) - first;
    const std::uint32_t count = std::min<std::uint32_t>(left, *rc::gen::inRange(0u, 12u) + 1);
    any.chains.push_back({first, count});
    first += count;
  }
  return any;
}

template <class T>
void expect_the_tree_to_answer_as_all_walls_do() {
  const AnyChains<T> any = any_chains<T>(any_number());
  const T reach = static_cast<T>(*rc::gen::element(0.0, 0.3, 2.0, 1e6));
  ChainTree<T> tree;
  const Status status = tree.build(any.vertices, any.chains, {reach});
  if (status != Status::ok) {
    RC_ASSERT(status == Status::no_points || status == Status::not_finite ||
              status == Status::out_of_range);
    RC_ASSERT(tree.wall_count() == 0u);
    return;
  }
  const AllWalls<T> all(any.vertices, any.chains);
  for (int i = 0; i < 4; ++i) {
    const Vec<2, T> p{static_cast<T>(*coordinate()), static_cast<T>(*coordinate())};
    const Vec<2, T> displacement{static_cast<T>(*coordinate()), static_cast<T>(*coordinate())};
    const Vec<2, T> half{static_cast<T>(*coordinate()), static_cast<T>(*coordinate())};
    const T radius = static_cast<T>(std::abs(*coordinate()));
    RC_ASSERT(tree.nearest(p).wall == all.nearest(p).wall);
    RC_ASSERT(tree.nearest(p, radius).distance == all.nearest(p, radius).distance);
    const WallHit<T> got = tree.capsule_cast(p, half, radius, displacement);
    const WallHit<T> expected = all.capsule_cast(p, half, radius, displacement);
    RC_ASSERT(got.wall == expected.wall);
    RC_ASSERT(got.t == expected.t);
    const WallHit<T> ray = tree.ray_cast({p, displacement});
    RC_ASSERT(ray.wall == all.ray_cast({p, displacement}).wall);
  }
}

RC_GTEST_PROP(WallProperties, S8_queries_of_a_tree_equal_brute_force_float, ()) {
  expect_the_tree_to_answer_as_all_walls_do<float>();
}
RC_GTEST_PROP(WallProperties, S8_queries_of_a_tree_equal_brute_force_double, ()) {
  expect_the_tree_to_answer_as_all_walls_do<double>();
}

// A mover clear of all walls stays clear of them, for any displacement and any walls.
template <class T>
void expect_movers_to_stay_clear() {
  const auto number = rc::gen::weightedOneOf<double>(
      {{4, rc::gen::map(rc::gen::inRange(-4, 5), [](int i) { return double(i); })},
       {1, rc::gen::map(rc::gen::inRange(-400, 401), [](int i) { return i * 0.01; })}});
  const AnyChains<T> any = any_chains<T>(number);
  Corridor<T> corridor;
  // Far above the rounding of all positions that they may reach.
  const T skin = std::is_same_v<T, float> ? T(0.01) : T(1e-10);
  RC_PRE(corridor.build(any.vertices, any.chains, {T(1), skin}) == Status::ok);
  Mover<T> mover;
  mover.radius = static_cast<T>(*rc::gen::element(0.0, 0.1, 0.5, 1.25));
  mover.position = {static_cast<T>(*number) + T(0.37), static_cast<T>(*number) + T(0.21)};
  RC_PRE(corridor.walls().nearest(mover.position).distance > mover.radius + corridor.skin());
  for (int frame = 0; frame < 8; ++frame) {
    const double speed = *rc::gen::element(0.1, 1.0, 100.0);
    const Vec<2, T> displacement{static_cast<T>(*number * speed), static_cast<T>(*number * speed)};
    const bool bounce = *rc::gen::arbitrary<bool>();
    const MoveResult<T> r =
        corridor.move(mover, displacement, {bounce ? Response::bounce : Response::slide});
    RC_ASSERT(r.status == Status::ok || r.status == Status::not_converged);
    const T near = corridor.walls().nearest(mover.position).distance;
    RC_ASSERT(near >= mover.radius * T(1 - 1e-5));
    RC_ASSERT(near > T(0));
  }
}

RC_GTEST_PROP(WallProperties, S8_movers_stay_clear_of_any_walls_float, ()) {
  expect_movers_to_stay_clear<float>();
}
RC_GTEST_PROP(WallProperties, S8_movers_stay_clear_of_any_walls_double, ()) {
  expect_movers_to_stay_clear<double>();
}

}  // namespace
}  // namespace masu::test
