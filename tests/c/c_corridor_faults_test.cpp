// SPDX-License-Identifier: MIT
// Invalid calls from C with walls and movers: they return a status, and nothing has changed.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/c/memory.hpp"

namespace masu::test {
namespace {

using A = Api<2, float>;
using V = masu_vec_2f;

// A square room of four walls with a wall in it, from (3, 0) to (3, 4).
constexpr V kVertices[] = {{0, 0}, {8, 0}, {8, 8}, {0, 8}, {0, 0}, {3, 0}, {3, 4}};
constexpr masu_wall_chain kChains[] = {{0, 5, MASU_CHAIN_OUTLINE, 0}, {5, 2, MASU_CHAIN_OPEN, 0}};

class CWalls : public ::testing::Test {
 public:
  CWalls() {
    EXPECT_EQ(A::tree_create(kVertices, 7, kChains, 2, 1, nullptr, &tree_), MASU_OK);
    EXPECT_EQ(A::corridor_create(kVertices, 7, kChains, 2, nullptr, 0, nullptr, nullptr, nullptr,
                                 &corridor_),
              MASU_OK);
    EXPECT_EQ(masu_results_create(nullptr, &results_), MASU_OK);
  }
  ~CWalls() override {
    EXPECT_EQ(masu_chain_tree_destroy(tree_), MASU_OK);
    EXPECT_EQ(masu_corridor_destroy(corridor_), MASU_OK);
    EXPECT_EQ(masu_results_destroy(results_), MASU_OK);
  }

  masu_chain_tree* tree_ = nullptr;
  masu_corridor* corridor_ = nullptr;
  masu_results* results_ = nullptr;
};

TEST_F(CWalls, a_circle_is_stopped_by_them) {
  masu_mover_2f mover = A::mover_at({1, 1}, 0.5f);
  EXPECT_EQ(mover.filter.category, MASU_DEFAULT_CATEGORY);
  EXPECT_EQ(mover.filter.mask, ~std::uint64_t(0));
  const V far = {100, 0};
  masu_move_result_2f result;
  ASSERT_EQ(A::corridor_move(corridor_, &mover, &far, nullptr, nullptr, nullptr, &result), MASU_OK);
  EXPECT_NEAR(mover.position.x, 2.5f, 1e-3f);
  EXPECT_EQ(result.contacts, 1u);
  // The wall moves on until the room has no space left.
  const V step = {-2.5f, 0};
  masu_push_result_2f pushed;
  ASSERT_EQ(A::corridor_move_walls(corridor_, &kChains[1], &step, &mover, 1, &pushed), MASU_OK);
  EXPECT_EQ(pushed.crushed, 1);
  EXPECT_GT(pushed.overlap, 0.1f);
}

TEST_F(CWalls, null_and_other_objects_are_refused) {
  masu_mover_2f mover = A::mover_at({1, 1}, 0.5f);
  const V displacement = {1, 0};
  masu_move_result_2f moved;
  masu_nearest_wall_2f near;
  masu_wall_hit hit;
  const masu_ray_2f ray = {{1, 1}, {1, 0}, 9};
  auto* not_tree = reinterpret_cast<masu_chain_tree*>(corridor_);
  auto* not_corridor = reinterpret_cast<masu_corridor*>(tree_);
  masu_corridor* none = nullptr;
  EXPECT_EQ(A::corridor_move(nullptr, &mover, &displacement, nullptr, nullptr, nullptr, &moved),
            MASU_OUT_OF_RANGE);
  EXPECT_EQ(A::corridor_move(corridor_, nullptr, &displacement, nullptr, nullptr, nullptr, &moved),
            MASU_OUT_OF_RANGE);
  EXPECT_EQ(A::corridor_move(corridor_, &mover, nullptr, nullptr, nullptr, nullptr, &moved),
            MASU_OUT_OF_RANGE);
  EXPECT_EQ(A::corridor_move(corridor_, &mover, &displacement, nullptr, nullptr, nullptr, nullptr),
            MASU_OUT_OF_RANGE);
  EXPECT_EQ(
      A::corridor_move(not_corridor, &mover, &displacement, nullptr, nullptr, nullptr, &moved),
      MASU_WRONG_FORMAT);
  EXPECT_EQ(A::corridor_move_many(corridor_, &mover, &displacement, 1, nullptr, nullptr, nullptr,
                                  nullptr, nullptr, &moved),
            MASU_OUT_OF_RANGE);
  EXPECT_EQ(A::corridor_move_many(corridor_, nullptr, nullptr, 0, nullptr, nullptr, nullptr,
                                  nullptr, results_, nullptr),
            MASU_OK);
  EXPECT_EQ(A::tree_nearest(not_tree, &displacement, 9, &near), MASU_WRONG_FORMAT);
  EXPECT_EQ(A::tree_nearest(tree_, &displacement, 9, nullptr), MASU_OUT_OF_RANGE);
  EXPECT_EQ(masu_chain_tree_nearest_2d(tree_, nullptr, 9, nullptr), MASU_OUT_OF_RANGE);
  const masu_vec_2d wide = {1, 1};
  masu_nearest_wall_2d wide_near;
  EXPECT_EQ(masu_chain_tree_nearest_2d(tree_, &wide, 9, &wide_near), MASU_WRONG_FORMAT);
  EXPECT_EQ(A::tree_ray_cast_many(tree_, &ray, 1, nullptr, nullptr, &hit), MASU_OUT_OF_RANGE);
  EXPECT_EQ(A::tree_within(tree_, &displacement, 1, nullptr, nullptr), MASU_OUT_OF_RANGE);
  EXPECT_EQ(masu_chain_tree_destroy(not_tree), MASU_WRONG_FORMAT);
  EXPECT_EQ(masu_corridor_destroy(not_corridor), MASU_WRONG_FORMAT);
  EXPECT_EQ(masu_wall_chains_destroy(reinterpret_cast<masu_wall_chains*>(corridor_)),
            MASU_WRONG_FORMAT);
  EXPECT_EQ(masu_chain_tree_destroy(nullptr), MASU_OK);
  EXPECT_EQ(masu_corridor_destroy(nullptr), MASU_OK);
  EXPECT_EQ(masu_wall_chains_destroy(nullptr), MASU_OK);
  EXPECT_EQ(masu_corridor_walls(not_corridor), nullptr);
  EXPECT_EQ(masu_chain_tree_wall_count(not_tree), 0u);
  EXPECT_EQ(masu_chain_tree_is_wall(nullptr, 0), 0);
  EXPECT_EQ(masu_chain_tree_is_wall(tree_, 77), 0);
  std::size_t count = 7;
  EXPECT_EQ(masu_wall_chains_list(nullptr, &count), nullptr);
  EXPECT_EQ(count, 0u);
  EXPECT_EQ(
      A::corridor_create(nullptr, 7, kChains, 2, nullptr, 0, nullptr, nullptr, nullptr, &none),
      MASU_OUT_OF_RANGE);
  EXPECT_EQ(
      A::corridor_create(kVertices, 7, kChains, 2, nullptr, 0, nullptr, nullptr, nullptr, nullptr),
      MASU_OUT_OF_RANGE);
}

TEST_F(CWalls, of_a_corridor_are_changed_and_destroyed_only_by_it) {
  auto* walls = const_cast<masu_chain_tree*>(masu_corridor_walls(corridor_));
  ASSERT_NE(walls, nullptr);
  EXPECT_EQ(masu_chain_tree_wall_count(walls), 5u);
  EXPECT_EQ(A::tree_set_vertices(walls, 0, kVertices, 1), MASU_WRONG_FORMAT);
  EXPECT_EQ(masu_chain_tree_erase(walls, &kChains[1]), MASU_WRONG_FORMAT);
  masu_wall_chain made;
  EXPECT_EQ(A::tree_insert(walls, kVertices, 2, &made), MASU_WRONG_FORMAT);
  EXPECT_EQ(masu_chain_tree_destroy(walls), MASU_WRONG_FORMAT);
  EXPECT_EQ(masu_chain_tree_wall_count(walls), 5u);
}

TEST_F(CWalls, bad_input_changes_nothing) {
  const auto make = [&](auto&& change) {
    masu_corridor_options o = masu_corridor_options_default();
    std::uint32_t kind_of[7] = {};
    masu_wall_kind_2f kind = {{1, 1}, {0, 0}, 0, 0};
    masu_wall_chain chain = kChains[0];
    change(o, kind_of, kind, chain);
    masu_corridor* made = corridor_;
    const masu_status s =
        A::corridor_create(kVertices, 7, &chain, 1, &kind, 1, kind_of, &o, nullptr, &made);
    EXPECT_EQ(made != nullptr, s == MASU_OK);
    EXPECT_EQ(masu_corridor_destroy(made), MASU_OK);
    return s;
  };
  EXPECT_EQ(make([](auto&, auto&, auto&, auto&) {}), MASU_OK);
  EXPECT_EQ(make([](auto& o, auto&, auto&, auto&) { ++o.size; }), MASU_WRONG_FORMAT);
  EXPECT_EQ(make([](auto& o, auto&, auto&, auto&) { o.reserved = 1; }), MASU_OUT_OF_RANGE);
  EXPECT_EQ(make([](auto& o, auto&, auto&, auto&) { o.skin = -1; }), MASU_OUT_OF_RANGE);
  EXPECT_EQ(make([](auto& o, auto&, auto&, auto&) { o.skin = NAN; }), MASU_NOT_FINITE);
  EXPECT_EQ(make([](auto& o, auto&, auto&, auto&) { o.reach = -1; }), MASU_OUT_OF_RANGE);
  EXPECT_EQ(make([](auto&, auto& of, auto&, auto&) { of[3] = 1; }), MASU_BAD_INDEX);
  EXPECT_EQ(make([](auto&, auto&, auto& k, auto&) { k.open_along.x = NAN; }), MASU_NOT_FINITE);
  EXPECT_EQ(make([](auto&, auto&, auto&, auto& c) { c.count = 8; }), MASU_BAD_INDEX);
  EXPECT_EQ(make([](auto&, auto&, auto&, auto& c) { c.count = 0; }), MASU_NO_POINTS);

  masu_chain_options chains = masu_chain_options_default();
  const masu_wall_2f wall = {{0, 0}, {1, 0}};
  masu_wall_chains* made = nullptr;
  const auto order = [&](std::size_t count) {
    return A::wall_chains_create(&wall, count, &chains, nullptr, nullptr, &made);
  };
  EXPECT_EQ(order(0), MASU_NO_POINTS);
  ++chains.size;
  EXPECT_EQ(order(1), MASU_WRONG_FORMAT);
  --chains.size;
  chains.reserved[1] = 1;
  EXPECT_EQ(order(1), MASU_OUT_OF_RANGE);
  chains.reserved[1] = 0;
  chains.weld = -1;
  EXPECT_EQ(order(1), MASU_OUT_OF_RANGE);
  EXPECT_EQ(made, nullptr);

  masu_mover_2f mover = A::mover_at({1, 1}, 0.5f);
  const V displacement = {1, 0};
  masu_move_result_2f moved;
  const auto move = [&](auto&& change) {
    masu_move_options o = masu_move_options_default();
    masu_mover_2f m = mover;
    change(o, m);
    const masu_status s =
        A::corridor_move(corridor_, &m, &displacement, &o, nullptr, nullptr, &moved);
    EXPECT_EQ(m.position.x == 1, s != MASU_OK);
    return s;
  };
  EXPECT_EQ(move([](auto&, auto&) {}), MASU_OK);
  EXPECT_EQ(move([](auto& o, auto&) { ++o.size; }), MASU_WRONG_FORMAT);
  EXPECT_EQ(move([](auto& o, auto&) { o.response = 3; }), MASU_OUT_OF_RANGE);
  EXPECT_EQ(move([](auto& o, auto&) { o.restitution = 2; }), MASU_OUT_OF_RANGE);
  EXPECT_EQ(move([](auto& o, auto&) { o.reserved = 2; }), MASU_OUT_OF_RANGE);
  EXPECT_EQ(move([](auto&, auto& m) { m.passing_count = 9; }), MASU_OUT_OF_RANGE);
  EXPECT_EQ(move([](auto&, auto& m) { m.radius = -1; }), MASU_OUT_OF_RANGE);
  EXPECT_EQ(move([](auto&, auto& m) { m.half_axis.y = INFINITY; }), MASU_NOT_FINITE);
  masu_mover_2f two[2] = {mover, mover};
  masu_move_result_2f results[2];
  const V displacements[2] = {displacement, displacement};
  two[1].passing_count = 9;
  EXPECT_EQ(A::corridor_move_many(corridor_, two, displacements, 2, nullptr, nullptr, nullptr,
                                  nullptr, results_, results),
            MASU_OUT_OF_RANGE);
  two[1].passing_count = 0;
  two[1].radius = -1;
  EXPECT_EQ(A::corridor_move_many(corridor_, two, displacements, 2, nullptr, nullptr, nullptr,
                                  nullptr, results_, results),
            MASU_OK);
  EXPECT_EQ(results[0].status, MASU_OK);
  EXPECT_EQ(results[1].status, MASU_OUT_OF_RANGE);
  EXPECT_EQ(two[0].position.x, 2);
  EXPECT_EQ(two[1].position.x, 1);

  masu_wall_chain beyond = {6, 2, 0, 0};
  EXPECT_EQ(A::corridor_move_walls(corridor_, &beyond, &displacement, &mover, 1, nullptr),
            MASU_BAD_INDEX);
  const V nowhere = {NAN, 0};
  EXPECT_EQ(A::corridor_move_walls(corridor_, &kChains[1], &nowhere, &mover, 1, nullptr),
            MASU_NOT_FINITE);
  EXPECT_EQ(A::corridor_set_vertices(corridor_, 7, kVertices, 1), MASU_BAD_INDEX);
  EXPECT_EQ(A::corridor_set_vertices(corridor_, 6, &nowhere, 1), MASU_NOT_FINITE);
  std::uint32_t chain = 0;
  masu_wall_kind_2f kind;
  EXPECT_EQ(masu_corridor_chain_of(corridor_, 7, &chain), MASU_BAD_INDEX);
  EXPECT_EQ(A::corridor_kind(corridor_, 7, &kind), MASU_BAD_INDEX);
  V position;
  EXPECT_EQ(A::tree_vertex(tree_, 7, &position), MASU_BAD_INDEX);
  masu_nearest_wall_2f near;
  EXPECT_EQ(A::tree_nearest(tree_, &nowhere, 1, &near), MASU_NOT_FINITE);
  EXPECT_EQ(A::tree_nearest(tree_, &displacement, -1, &near), MASU_OUT_OF_RANGE);
}

TEST_F(CWalls, callbacks_may_throw_and_query_but_not_change) {
  static CWalls* self;
  static int calls;
  self = this;
  const V point = {1, 1};
  calls = 0;
  EXPECT_EQ(A::tree_within(
                tree_, &point, 9, [](void*, std::uint32_t, double) -> int { throw 1; }, nullptr),
            MASU_THREW);
  EXPECT_EQ(A::tree_within(
                tree_, &point, 9,
                [](void*, std::uint32_t, double) {
                  EXPECT_EQ(A::tree_set_vertices(self->tree_, 0, kVertices, 1), MASU_BUSY);
                  EXPECT_EQ(masu_chain_tree_erase(self->tree_, &kChains[1]), MASU_BUSY);
                  EXPECT_EQ(masu_chain_tree_destroy(self->tree_), MASU_BUSY);
                  EXPECT_EQ(masu_chain_tree_wall_count(self->tree_), 5u);
                  return ++calls < 2 ? 1 : 0;
                },
                nullptr),
            MASU_STOPPED);
  EXPECT_EQ(calls, 2);
  masu_mover_2f mover = A::mover_at(point, 0.5f);
  const V far = {100, 50};
  masu_move_result_2f moved;
  EXPECT_EQ(A::corridor_move(
                corridor_, &mover, &far, nullptr,
                [](void*, std::uint32_t, const masu_wall_contact*) { ++calls, throw 1; }, nullptr,
                &moved),
            MASU_THREW);
  EXPECT_EQ(calls, 3);
  EXPECT_EQ(moved.status, MASU_OK);
  EXPECT_GT(moved.contacts, 1u);
  masu_mover_2f movers[2] = {A::mover_at(point, 0.5f), A::mover_at(point, 0.25f)};
  const V displacements[2] = {far, far};
  masu_move_result_2f results[2];
  const auto busy = [](void*, std::uint32_t, const masu_wall_contact*) {
    EXPECT_EQ(A::corridor_set_vertices(self->corridor_, 0, kVertices, 1), MASU_BUSY);
    EXPECT_EQ(masu_corridor_destroy(self->corridor_), MASU_BUSY);
  };
  EXPECT_EQ(A::corridor_move_many(corridor_, movers, displacements, 2, nullptr, nullptr, busy,
                                  nullptr, results_, results),
            MASU_OK);
  EXPECT_GT(results[1].contacts, 1u);
  EXPECT_EQ(A::corridor_set_vertices(corridor_, 0, kVertices, 1), MASU_OK)
      << "no call is in progress";
}

// Everything that takes memory, once.
masu_status whole_story(const masu_allocator& allocator) {
  masu_wall_chains* chains = nullptr;
  masu_chain_tree* tree = nullptr;
  masu_corridor* corridor = nullptr;
  masu_results* results = nullptr;
  FirstFault ok;
  const masu_wall_2f walls[] = {
      {{0, 0}, {8, 0}}, {{8, 0}, {4, 8}}, {{4, 8}, {0, 0}}, {{1, 1}, {2, 1}}};
  const masu_wall_kind_2f kind = {{1, 1}, {0, 0}, 0, 0};
  const std::uint32_t kind_of[7] = {};
  if (ok(A::wall_chains_create(walls, 4, nullptr, &allocator, nullptr, &chains))) {
    std::size_t n = 0;
    const V* vertices = A::wall_chains_vertices(chains, &n);
    std::size_t count = 0;
    const masu_wall_chain* list = masu_wall_chains_list(chains, &count);
    (void)ok(A::tree_create(vertices, n, list, count, 1, &allocator, &tree));
  }
  if (ok.first() == MASU_OK) {
    masu_wall_chain made = {0, 0, 0, 0};
    masu_mover_2f mover = A::mover_at({1, 1}, 0.25f);
    masu_move_result_2f moved;
    masu_nearest_wall_2f near;
    const V displacement = {1, 0};
    (void)(ok(A::tree_insert(tree, kVertices, 4, &made)) &&
           ok(masu_chain_tree_erase(tree, &made)) &&
           ok(A::tree_set_vertices(tree, 0, kVertices, 1)) &&
           ok(A::corridor_create(kVertices, 7, kChains, 2, &kind, 1, kind_of, nullptr, &allocator,
                                 &corridor)) &&
           ok(masu_results_create(&allocator, &results)) &&
           ok(A::corridor_move_many(corridor, &mover, &displacement, 1, nullptr, nullptr, nullptr,
                                    nullptr, results, &moved)) &&
           ok(A::corridor_move_walls(corridor, &kChains[1], &displacement, &mover, 1, nullptr)) &&
           ok(A::tree_nearest_many(tree, &displacement, 1, 9, nullptr, results, &near)));
  }
  EXPECT_EQ(masu_wall_chains_destroy(chains), MASU_OK);
  EXPECT_EQ(masu_chain_tree_destroy(tree), MASU_OK);
  EXPECT_EQ(masu_corridor_destroy(corridor), MASU_OK);
  EXPECT_EQ(masu_results_destroy(results), MASU_OK);
  return ok.first();
}

TEST(CWallsMemory, any_allocation_may_fail) {
  expect_any_allocation_may_fail(whole_story, 20);
}

}  // namespace
}  // namespace masu::test
