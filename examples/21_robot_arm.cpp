// SPDX-License-Identifier: MIT
// A robot arm of six links near a ring of 4096 triangles. Along a motion the program prints the
// distances of the links from the ring and from each other, then the time of the first touch.
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <vector>

#include <masu/masu.hpp>

namespace {

using masu::Status;
using masu::Transform3d;
using masu::Vec3d;

constexpr int kLinks = 6;
using Joints = std::array<double, kLinks>;      // angles in radians
using Poses = std::array<Transform3d, kLinks>;  // of the links, in the base frame
constexpr double kLength[kLinks] = {0.40, 0.50, 0.40, 0.15, 0.15, 0.10};  // metres
constexpr double kRadius[kLinks] = {0.09, 0.07, 0.06, 0.055, 0.05, 0.04};
constexpr Vec3d kX{1, 0, 0}, kY{0, 1, 0}, kAxis[kLinks] = {kY, kX, kX, kY, kX, kY};

// Forward kinematics: each link starts at the end of the previous one, along its own y axis.
Poses poses_of(const Joints& joints) {
  Poses poses;
  Transform3d frame;
  for (int i = 0; i < kLinks; ++i) {
    const std::size_t k = std::size_t(i);
    const Transform3d joint{{}, masu::rotation_from_axis_angle(kAxis[i], joints[k])};
    poses[k] = frame * joint;
    frame = poses[k] * Transform3d{{0, kLength[i], 0}};
  }
  return poses;
}

masu::Capsule<3, double> link(int i) {
  return {{0, 0, 0}, {0, kLength[i], 0}, kRadius[i]};
}

// Builds a ring around the y axis: 64 by 32 quads of two triangles each.
Status build_ring(masu::TriangleMesh<double>& mesh) {
  constexpr std::uint32_t kAround = 64, kTube = 32;
  std::vector<Vec3d> vertices;
  std::vector<std::uint32_t> corners;
  for (std::uint32_t i = 0; i < kAround; ++i) {
    for (std::uint32_t j = 0; j < kTube; ++j) {
      const double u = 6.283185307179586 * i / kAround, v = 6.283185307179586 * j / kTube;
      const double r = 0.35 + 0.08 * std::cos(v);
      vertices.push_back({r * std::cos(u), 0.08 * std::sin(v), r * std::sin(u)});
      const std::uint32_t a = i * kTube + j, b = i * kTube + (j + 1) % kTube;
      const std::uint32_t c = (a + kTube) % (kAround * kTube), d = (b + kTube) % (kAround * kTube);
      corners.insert(corners.end(), {a, b, d, a, d, c});
    }
  }
  return mesh.build(vertices, corners);
}

// The allowed collision matrix of this arm: links that share a joint always touch there, and so do
// the short links of the wrist. Precondition: i < j.
bool may_touch(int i, int j) {
  return j - i <= 1 || i >= 2;
}

struct Clearance {
  Status status = Status::ok;
  double to_ring = INFINITY, to_itself = INFINITY;
  int link = 0;  // the link nearest to the ring
};

Clearance clearance_of(const Poses& poses, const masu::TriangleMesh<double>& ring,
                       const Transform3d& ring_pose) {
  Clearance least;
  for (int i = 0; i < kLinks; ++i) {
    const auto found = masu::distance(ring, ring_pose, link(i), poses[std::size_t(i)]);
    if (found.status != Status::ok) least.status = found.status;
    if (found.distance < least.to_ring) {
      least.to_ring = found.distance;
      least.link = i;
    }
    for (int j = 0; j < i; ++j) {
      if (may_touch(j, i)) continue;
      const auto apart =
          masu::distance(link(j), poses[std::size_t(j)], link(i), poses[std::size_t(i)]);
      if (apart.status != Status::ok) least.status = apart.status;
      least.to_itself = std::fmin(least.to_itself, apart.distance);
    }
  }
  return least;
}

}  // namespace

int main() {
  masu::TriangleMesh<double> ring;
  if (build_ring(ring) != Status::ok || ring.check_solid() != Status::ok) return 1;
  // The ring stands upright, 0.7 m in front of the base.
  const Transform3d ring_pose{{0, 0.9, 0.7},
                              masu::rotation_from_axis_angle(kX, 1.5707963267948966)};
  const Joints start{0.45, -0.5, 1.9, 0, 0.4, 0}, goal{0, 0.5, 0.95, 0, 0.1, 0};

  constexpr int kSteps = 8;
  Joints joints = start;
  for (int step = 0; step <= kSteps; ++step) {
    for (std::size_t i = 0; i < kLinks; ++i) {
      joints[i] = start[i] + (goal[i] - start[i]) * step / kSteps;
    }
    const Clearance least = clearance_of(poses_of(joints), ring, ring_pose);
    if (least.status != Status::ok) return 1;
    std::printf("step %d: link %d is %.3f m from the ring, links %.3f m from each other\n", step,
                least.link, least.to_ring, least.to_itself);
  }
  // Then the base rotates by 0.6 radians. Each link sweeps from its old pose to its new pose.
  const Poses from = poses_of(joints);
  joints[0] += 0.6;
  const Poses to = poses_of(joints);
  const masu::Sweep<3, double> ring_stays{ring_pose, ring_pose};
  for (int i = 0; i < kLinks; ++i) {
    const masu::Sweep<3, double> sweep{from[std::size_t(i)], to[std::size_t(i)]};
    const auto first = masu::time_of_impact(ring, ring_stays, link(i), sweep);
    if (first.status != Status::ok) return 1;
    if (first.hit) std::printf("turning: link %d touches at t = %.3f\n", i, first.t);
  }
}
// Output: step 0: link 5 is 0.117 m from the ring, links 0.254 m from each other
// Output: step 1: link 5 is 0.065 m from the ring, links 0.266 m from each other
// Output: step 2: link 5 is 0.026 m from the ring, links 0.273 m from each other
// Output: step 3: link 5 is 0.022 m from the ring, links 0.275 m from each other
// Output: step 4: link 4 is 0.054 m from the ring, links 0.275 m from each other
// Output: step 5: link 4 is 0.083 m from the ring, links 0.275 m from each other
// Output: step 6: link 4 is 0.122 m from the ring, links 0.275 m from each other
// Output: step 7: link 3 is 0.163 m from the ring, links 0.275 m from each other
// Output: step 8: link 2 is 0.203 m from the ring, links 0.275 m from each other
// Output: turning: link 3 touches at t = 0.485
// Output: turning: link 4 touches at t = 0.495
