// SPDX-License-Identifier: MIT
// Sizes of the things of a Doom map.
#pragma once

#include <scenes/readers/box_table.hpp>

namespace masu::readers {

struct DoomThing {
  int radius;  // map units; a thing is a square of 2 * radius
  BoxKind kind;
};

// Returns a thing by its type number in maps; an unknown type has Doom's usual radius of 20.
DoomThing doom_thing(int type);

}  // namespace masu::readers
