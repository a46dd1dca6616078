// SPDX-License-Identifier: MIT
#include "pressure.hpp"

#include <algorithm>
#include <cmath>

namespace masu::solvers {

// Of a tetrahedron of volume v with corners 0, p, q, r the integral of x x^T is
// v / 20 (p p^T + q q^T + r r^T + s s^T), s = p + q + r.
Pressure pressure_of(const ContactVolume<3, double>& contact) {
  Pressure result{contact.volume(), contact.centroid(), contact.normal(), {}};
  const auto& solid = contact.polytope();
  for (std::size_t f = 0; f < solid.face_count(); ++f) {
    const auto face = solid.face(f);
    const auto corner = [&](std::size_t k) { return solid.vertices()[face[k]] - result.center; };
    for (std::size_t k = 2; k < face.size(); ++k) {
      const Vec3d p = corner(0), q = corner(k - 1), r = corner(k);
      const double volume = dot(p, cross(q, r)) / 6;
      for (const Vec3d& x : {p, q, r, p + q + r}) {
        for (int i = 0; i < 3; ++i) {
          result.spread.row[i] = result.spread.row[i] + x * (x[i] * volume / 20);
        }
      }
    }
  }
  return result;
}

namespace {

// A load on an area that can slide along it, as force and torque of one length: the torque over
// the radius of gyration of the load. Where both together reach the limit, all slides (R. Howe and
// M. Cutkosky, "Practical force-motion models for sliding manipulation", 1996: an ellipsoid).
struct Rub {
  Vec3d along;
  double about;

  double size() const { return std::sqrt(dot(along, along) + about * about); }
};

// The factor that brings it back to the limit.
double within(const Rub& rub, double limit) {
  const double size = rub.size();
  return size > limit ? limit / size : 1;
}

}  // namespace

Wrench penalty_wrench(const PenaltyLaw& law, const Pressure& pressure, const Body& a, const Body& b,
                      double friction, double dt, Bristles& bristles) {
  const Vec3d& n = pressure.normal;
  const Vec3d velocity = velocity_at(b, pressure.center) - velocity_at(a, pressure.center);
  const Vec3d spin = b.spin - a.spin;
  const double parting = dot(velocity, n);
  const Vec3d sliding = velocity - n * parting;
  const double twist_rate = dot(spin, n);

  // Integral of d (1 - damping * speed of parting): never a pull.
  const double spring = law.stiffness * pressure.volume;
  const double load = spring * std::max(0.0, 1 - law.damping * parting);
  // The speed of parting at r is that of the center and r . (n x spin); times r x n, integrated.
  const Vec3d tilt = cross(pressure.spread * cross(n, spin), n);
  Vec3d torque = tilt * (-law.stiffness * law.damping);
  const Vec3d of_normal = pressure.spread * n;
  const double polar = pressure.spread.row[0][0] + pressure.spread.row[1][1] +
                       pressure.spread.row[2][2] - dot(n, of_normal);
  const double radius = std::sqrt(std::max(0.0, polar / pressure.volume));
  // Nor by its rotation: the center of pressure stays within the contact.
  const double most = load * radius, size = length(torque);
  if (size > most) torque = torque * (most / size);

  bristles.bent = bristles.bent + sliding * dt;
  bristles.bent = bristles.bent - n * dot(bristles.bent, n);  // the contact has rotated meanwhile
  bristles.twist += twist_rate * dt;
  const double slip =
      within({bristles.bent * law.bristle, bristles.twist * law.bristle * radius}, friction);
  bristles.bent = bristles.bent * slip;
  bristles.twist *= slip;
  Rub rub{bristles.bent * law.bristle + sliding * law.rubbing,
          (bristles.twist * law.bristle + twist_rate * law.rubbing) * radius};
  const double hold = load * within(rub, friction);
  return {n * load - rub.along * hold, torque - n * (rub.about * hold * radius)};
}

}  // namespace masu::solvers
