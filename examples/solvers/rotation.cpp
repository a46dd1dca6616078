// SPDX-License-Identifier: MIT
#include "rotation.hpp"

#include <algorithm>
#include <cmath>

#include <masu/narrow_phase/manifold.hpp>

#include "penalty_solver.hpp"
#include "scenes.hpp"

namespace masu::solvers {
namespace {

// First q, then p.
Rotation<3, double> product(const Rotation<3, double>& p, const Rotation<3, double>& q) {
  return {
      p.w * q.x + p.x * q.w + p.y * q.z - p.z * q.y, p.w * q.y + p.y * q.w + p.z * q.x - p.x * q.z,
      p.w * q.z + p.z * q.w + p.x * q.y - p.y * q.x, p.w * q.w - p.x * q.x - p.y * q.y - p.z * q.z};
}

// The number of vertices of a loop; those that coincide except for rounding count once.
int count_vertices(const ContactVolume<3, double>& volume) {
  int count = 0;
  for (std::size_t i = 0; i < volume.cut_count(); ++i) {
    const auto loop = volume.cut(i);
    const auto& points = volume.polytope().vertices();
    for (std::size_t k = 0; k < loop.size(); ++k) {
      const Vec3d side = points[loop[(k + 1) % loop.size()]] - points[loop[k]];
      if (length(side) > 1e-12) ++count;
    }
  }
  return count;
}

Vec3d force_at_vertices(const Body& a, const Body& b) {
  const auto area = manifold(a.shape, a.pose, b.shape, b.pose);
  double depth = 0;
  for (const auto& p : area.all()) depth += std::max(0.0, -p.distance);
  return area.normal() * depth;
}

void divide_by_mean(std::vector<RotationSample>& samples, Vec3d RotationSample::*force) {
  double sum = 0;
  for (const RotationSample& s : samples) sum += length(s.*force);
  if (!(sum > 0)) return;
  for (RotationSample& s : samples) s.*force = s.*force * (double(samples.size()) / sum);
}

double largest_step(const std::vector<RotationSample>& samples, Vec3d RotationSample::*force) {
  double largest = 0;
  for (std::size_t i = 1; i < samples.size(); ++i) {
    const double angle = samples[i].angle - samples[i - 1].angle;
    largest = std::max(largest, length(samples[i].*force - samples[i - 1].*force) / angle);
  }
  return largest;
}

}  // namespace

Body box_below() {
  return fixed_box(Vec3d::all(kEdge / 2), {{0, -kEdge / 2, 0}, {}});
}

Body rotating_box(double angle) {
  const double tilt = 1.5 * kTotalAngle / 90;
  const Rotation<3, double> tilted{std::sin(tilt / 2), 0, 0, std::cos(tilt / 2)};
  const Rotation<3, double> yaw{0, std::sin(angle / 2), 0, std::cos(angle / 2)};
  const double lowest = 0.004 - 0.064 * angle / kTotalAngle;
  // Half a cube above its lowest edge, which the tilt brings down.
  const double height = kEdge / 2 * (std::cos(tilt) + std::sin(tilt)) + lowest;
  return free_box(Vec3d::all(kEdge / 2), kMass,
                  {{0.3 * kEdge, height, 0.2 * kEdge}, product(yaw, tilted)});
}

RotationRun rotate_box(int samples) {
  RotationRun result;
  const Body below = box_below();
  const auto shape_below = polyhedron(below.shape);
  const auto shape_above = polyhedron(rotating_box(0).shape);
  MullerPreparata<3, double> finder;
  ContactVolume<3, double> volume;
  for (int i = 0; i < samples; ++i) {
    RotationSample s{kTotalAngle * i / (samples - 1), {}, {}, 0};
    const Body above = rotating_box(s.angle);
    if (finder.find(shape_below, below.pose, shape_above, above.pose, volume) == Status::ok) {
      s.of_volume = volume.normal() * volume.volume();
      s.of_vertices = force_at_vertices(below, above);
      s.vertices = count_vertices(volume);
      result.fewest = result.most == 0 ? s.vertices : std::min(result.fewest, s.vertices);
      result.most = std::max(result.most, s.vertices);
    }
    result.samples.push_back(s);
  }
  divide_by_mean(result.samples, &RotationSample::of_volume);
  divide_by_mean(result.samples, &RotationSample::of_vertices);
  result.volume_step = largest_step(result.samples, &RotationSample::of_volume);
  result.vertex_step = largest_step(result.samples, &RotationSample::of_vertices);
  return result;
}

}  // namespace masu::solvers
