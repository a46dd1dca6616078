// SPDX-License-Identifier: MIT
// A box turns while it sinks into another: how steady is the force?
#pragma once

#include <vector>

#include "body.hpp"

namespace masu::solvers {

// At one angle. Forces are those of springs alone, with a mean size of 1 over the turn.
struct TurnSample {
  double angle;       // radians
  Vec3d of_volume;    // stiffness times volume, along the normal
  Vec3d of_vertices;  // a spring at each vertex of the contact area, manifold()
  int vertices = 0;   // of the cut of both surfaces
};

struct Turn {
  std::vector<TurnSample> samples;
  // The largest change of the force between two samples, a radian.
  double volume_step = 0;
  double vertex_step = 0;
  int fewest = 0, most = 0;  // vertices, while there is contact
};

inline constexpr double kTurn = 1.5707963267948966;  // a quarter, about the upright

// Two cubes, the second tilted by a degree and a half, off the middle of the first: it turns, and
// sinks from 4 mm above to 60 mm deep.
Body turning_box(double angle);
Body box_below();

Turn turn(int samples);

}  // namespace masu::solvers
