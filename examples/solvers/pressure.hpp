// SPDX-License-Identifier: MIT
// Springs all over a contact, integrated: what the contact volume says of them.
#pragma once

#include <masu/core/matrix.hpp>
#include <masu/narrow_phase/contact_volume.hpp>

#include "body.hpp"

namespace masu::solvers {

// Let d(x) be the depth at a point x of the contact area, measured along the normal: the length of
// that line in both bodies. A spring at each point presses with stiffness * d(x) an area. Over the
// area d(x) dx is the volume itself; so all springs together push with stiffness * volume, along
// the normal, through the centroid, and no area is cut into anything. That is the lecture's penalty
// force (S. Hasegawa and M. Sato, "Real-time rigid body simulation for haptic interactions based on
// contact volume of polygonal objects", 2004). Volume, centroid and the vector area of the cut,
// whose direction is the normal, are continuous while the bodies move, also where vertices of the
// cut come and go; so is the force.
struct Pressure {
  double volume;             // m^3
  Vec3d center;              // the centroid
  Vec3d normal;              // from a to b
  Matrix<3, double> spread;  // integral of r r^T over the volume, r from the centroid: m^5
};

// The volume must have a normal.
Pressure pressure_of(const ContactVolume<3, double>& volume);

// The same law between two placed bodies, and how each was pressed and rubbed until now.
struct PenaltyLaw {
  double stiffness = 4e5;  // N/m^3: pressure for each metre of depth
  double damping = 5;      // s/m: of pressure, its share for each m/s of approach: it vanishes
                           // with the depth, so that no force begins or ends by a jump (K. Hunt
                           // and F. Crossley, "Coefficient of restitution interpreted as damping
                           // in vibroimpact", 1975)
  double bristle = 3000;   // 1/m: friction over pressure, for each metre that bristles are bent
  double rubbing = 5;      // s/m: and for each m/s of sliding
};

// How the bristles between two bodies are bent: along the contact, and about the normal.
struct Bristles {
  Vec3d bent{};
  double twist = 0;
};

// On b, at the center of pressure; a gets the opposite.
struct Wrench {
  Vec3d force{};
  Vec3d torque{};
};

// The force of springs, dampers and bristles now; the bristles bend on for `dt`.
Wrench penalty_wrench(const PenaltyLaw& law, const Pressure& pressure, const Body& a, const Body& b,
                      double friction, double dt, Bristles& bristles);

}  // namespace masu::solvers
