// SPDX-License-Identifier: MIT
// A box rotates while it sinks into another: how steady is the force?
#pragma once

#include <vector>

#include "body.hpp"

namespace masu::solvers {

// At one angle. Forces are those of springs alone, with a mean size of 1 over the rotation.
struct RotationSample {
  double angle;       // radians
  Vec3d of_volume;    // stiffness times volume, along the normal
  Vec3d of_vertices;  // a spring at each vertex of the contact area, manifold()
  int vertices = 0;   // of the cut of both surfaces
};

struct RotationRun {
  std::vector<RotationSample> samples;
  // The largest change of the force between two samples, a radian.
  double volume_step = 0;
  double vertex_step = 0;
  int fewest = 0, most = 0;  // vertices, while there is contact
};

inline constexpr double kTotalAngle = 1.5707963267948966;  // a quarter, about the upright

// Two cubes, the second tilted by a degree and a half, off the center of the first: it rotates, and
// sinks from 4 mm above to 60 mm deep.
Body rotating_box(double angle);
Body box_below();

RotationRun rotate_box(int samples);

}  // namespace masu::solvers
