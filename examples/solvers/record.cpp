// SPDX-License-Identifier: MIT
#include "record.hpp"

#include <masu/narrow_phase/distance.hpp>

#include "scenes.hpp"

namespace masu::solvers {

Sample take_sample(const World& world, double time, PairSearch& search) {
  const Body& last = world.bodies.back();
  Sample s{time, energy(world), kinetic_energy(world), 0, last.pose.translation, last.velocity};
  for (const Pair pair : search.find(world.bodies, 0)) {
    const Body& a = world.bodies[pair.a];
    const Body& b = world.bodies[pair.b];
    s.penetration = std::max(s.penetration, penetration(a.shape, a.pose, b.shape, b.pose).depth());
  }
  return s;
}

StackReport stack_report(const Record& record) {
  StackReport report;
  const World& start = record.start;
  const double lift = length(start.gravity) * kMass * kEdge;
  const Vec3d rest = rest_position(start, static_cast<int>(start.bodies.size()) - 1);
  double lowest = 0;
  for (const Sample& s : record.samples) {
    report.penetration = std::max(report.penetration, s.penetration / kEdge);
    // At the very start everything hangs in the air without motion.
    if (!report.rests && s.time > 0 && s.kinetic < 1e-4 * lift) {
      report.rests = true;
      report.rest_time = s.time;
      lowest = s.energy;
    }
    if (!report.rests) continue;
    lowest = std::min(lowest, s.energy);
    report.drift = std::max(report.drift, length(s.position - rest) / kEdge);
    report.energy_gain = std::max(report.energy_gain, s.energy / lowest - 1);
  }
  return report;
}

SlopeReport slope_report(const Record& record) {
  SlopeReport report;
  report.expected = sliding_acceleration(record.start);
  const Vec3d down = -uphill(record.start);
  double n = 0, t = 0, v = 0, tt = 0, tv = 0;
  for (const Sample& s : record.samples) {
    const double speed = dot(s.velocity, down);
    n += 1, t += s.time, v += speed, tt += s.time * s.time, tv += s.time * speed;
  }
  const double spread = n * tt - t * t;
  if (spread > 0) report.acceleration = (n * tv - t * v) / spread;
  report.moved = dot(record.samples.back().position - record.samples.front().position, down);
  return report;
}

}  // namespace masu::solvers
