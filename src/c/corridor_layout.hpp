// SPDX-License-Identifier: MIT
// The structures of walls and movers that C and C++ share, as layout.hpp for the others.
#pragma once

#include <masu/corridor/corridor.hpp>

#include "c/layout.hpp"

namespace masu::c {

MASU_SAME(masu_wall_chain, WallChain)
MASU_SAME(masu_wall_contact, WallContact)
MASU_SAME_OFFSET(masu_wall_chain, WallChain, count);
MASU_SAME_OFFSET(masu_wall_chain, WallChain, kind);
MASU_SAME_OFFSET(masu_wall_chain, WallChain, depth);
MASU_SAME_OFFSET(masu_wall_contact, WallContact, t);
MASU_SAME_OFFSET(masu_wall_contact, WallContact, point);
MASU_SAME_OFFSET(masu_wall_contact, WallContact, normal);

static_assert(MASU_NO_WALL == kNoWall);
static_assert(int(MASU_CHAIN_OPEN) == int(ChainKind::open));
static_assert(int(MASU_CHAIN_OUTLINE) == int(ChainKind::outline));
static_assert(int(MASU_CHAIN_HOLE) == int(ChainKind::hole));
static_assert(int(MASU_SLIDE) == int(Response::slide));
static_assert(int(MASU_BOUNCE) == int(Response::bounce));
static_assert(int(MASU_STOP) == int(Response::stop));
static_assert(sizeof(masu_chain_fault::walls) == ChainFault::kMostNamed * sizeof(std::uint32_t));

// The chains that a mover passes through are private; their size and offset determine the rest.
#define MASU_SAME_WALLS(T, of)                                          \
  static_assert(sizeof(masu_mover_##of::passing) ==                     \
                PassedChains::kCapacity * sizeof(std::uint32_t));       \
  MASU_SAME(masu_wall_##of, kind_##of::Wall)                            \
  MASU_SAME(masu_wall_kind_##of, WallKind<T>)                           \
  MASU_SAME(masu_mover_##of, Mover<T>)                                  \
  MASU_SAME(masu_move_result_##of, MoveResult<T>)                       \
  MASU_SAME(masu_push_result_##of, PushResult<T>)                       \
  MASU_SAME(masu_nearest_wall_##of, NearestWall<T>)                     \
  MASU_SAME_OFFSET(masu_wall_##of, kind_##of::Wall, b);                 \
  MASU_SAME_OFFSET(masu_wall_kind_##of, WallKind<T>, open_along);       \
  MASU_SAME_OFFSET(masu_wall_kind_##of, WallKind<T>, material);         \
  MASU_SAME_OFFSET(masu_wall_kind_##of, WallKind<T>, user_data);        \
  MASU_SAME_OFFSET(masu_mover_##of, Mover<T>, radius);                  \
  MASU_SAME_OFFSET(masu_mover_##of, Mover<T>, half_axis);               \
  MASU_SAME_OFFSET(masu_mover_##of, Mover<T>, filter);                  \
  MASU_SAME_OFFSET(masu_mover_##of, Mover<T>, passing);                 \
  MASU_SAME_OFFSET(masu_move_result_##of, MoveResult<T>, stats);        \
  MASU_SAME_OFFSET(masu_move_result_##of, MoveResult<T>, contacts);     \
  MASU_SAME_OFFSET(masu_move_result_##of, MoveResult<T>, displacement); \
  MASU_SAME_OFFSET(masu_move_result_##of, MoveResult<T>, overlap);      \
  MASU_SAME_OFFSET(masu_push_result_##of, PushResult<T>, pushed);       \
  MASU_SAME_OFFSET(masu_push_result_##of, PushResult<T>, crushed);      \
  MASU_SAME_OFFSET(masu_push_result_##of, PushResult<T>, displacement); \
  MASU_SAME_OFFSET(masu_push_result_##of, PushResult<T>, overlap);      \
  MASU_SAME_OFFSET(masu_nearest_wall_##of, NearestWall<T>, stats);      \
  MASU_SAME_OFFSET(masu_nearest_wall_##of, NearestWall<T>, wall);       \
  MASU_SAME_OFFSET(masu_nearest_wall_##of, NearestWall<T>, distance);   \
  MASU_SAME_OFFSET(masu_nearest_wall_##of, NearestWall<T>, point);      \
  static_assert(sizeof(masu_wall_hit) == sizeof(WallHit<T>));           \
  static_assert(alignof(masu_wall_hit) == alignof(WallHit<T>));         \
  MASU_SAME_OFFSET(masu_wall_hit, WallHit<T>, stats);                   \
  MASU_SAME_OFFSET(masu_wall_hit, WallHit<T>, hit);                     \
  MASU_SAME_OFFSET(masu_wall_hit, WallHit<T>, wall);                    \
  MASU_SAME_OFFSET(masu_wall_hit, WallHit<T>, t);                       \
  MASU_SAME_OFFSET(masu_wall_hit, WallHit<T>, normal)

namespace kind_2f {
using Wall = Segment<2, float>;
}
namespace kind_2d {
using Wall = Segment<2, double>;
}

MASU_SAME_WALLS(float, 2f);
MASU_SAME_WALLS(double, 2d);

}  // namespace masu::c
