// SPDX-License-Identifier: MIT
// How wide the things of a Doom map are.
#pragma once

#include <scenes/readers/box_table.hpp>

namespace masu::readers {

struct DoomThing {
  int radius;  // map units; a thing is a square of 2 * radius
  BoxKind kind;
};

// By the thing's type as maps number them; an unknown type has Doom's usual radius of 20.
DoomThing doom_thing(int type);

}  // namespace masu::readers
