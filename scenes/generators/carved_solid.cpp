// SPDX-License-Identifier: MIT
#include "scenes/generators/carved_solid.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include <masu/core/transform.hpp>
#include <masu/hull/polygon_decomposition.hpp>

#include "scenes/generators/pcg32.hpp"

namespace masu::scenes {
namespace {

constexpr double kPi = 3.14159265358979323846;

void add_ring(CarvedSolid& s, std::uint32_t a, std::uint32_t b, std::uint32_t n) {
  for (std::uint32_t k = 0; k < n; ++k) {
    const std::uint32_t next = (k + 1) % n;
    s.add(a + k, a + next, b + k);
    s.add(b + k, a + next, b + next);
  }
}

CarvedSolid gear(int teeth, double tooth) {
  std::vector<Vec2d> outline;
  for (int i = 0; i < 4 * teeth; ++i) {
    const double angle = 2 * kPi * (i + (i % 2 == 0 ? 0.1 : -0.1)) / (4 * teeth);
    const double r = i % 4 < 2 ? 1 : 1 + tooth;
    outline.push_back({r * std::cos(angle), r * std::sin(angle)});
  }
  return prism(outline, 0.3);
}

// Rings of n points around a path; path(i) returns a position and two perpendicular directions.
struct PathFrame {
  Vec3d origin, u, v;
};
template <class Path>
CarvedSolid tube(std::uint32_t rings, std::uint32_t n, double radius, bool closed, Path&& path) {
  CarvedSolid s;
  for (std::uint32_t i = 0; i < rings; ++i) {
    const PathFrame f = path(i);
    for (std::uint32_t k = 0; k < n; ++k) {
      const double a = 2 * kPi * k / n;
      s.vertices.push_back(f.origin + f.u * (radius * std::cos(a)) + f.v * (radius * std::sin(a)));
    }
    if (i > 0) add_ring(s, n * (i - 1), n * i, n);
  }
  if (closed) {
    add_ring(s, n * (rings - 1), 0, n);
    return s;
  }
  for (std::uint32_t k = 2; k < n; ++k) {
    s.add(0, k, k - 1);
    s.add(n * (rings - 1), n * (rings - 1) + k - 1, n * (rings - 1) + k);
  }
  return s;
}

std::uint32_t times(std::uint32_t count, double fineness) {
  return static_cast<std::uint32_t>(std::max(3.0, std::round(count * fineness)));
}

CarvedSolid torus(double radius, double fineness) {
  const std::uint32_t rings = times(48, fineness);
  return tube(rings, times(20, fineness), radius, true, [rings](std::uint32_t i) {
    const double a = 2 * kPi * i / rings;
    const Vec3d out{std::cos(a), std::sin(a), 0};
    return PathFrame{out, out, {0, 0, -1}};
  });
}

// One and a half turns of a screw.
CarvedSolid spiral(double radius, double pitch, double fineness) {
  const std::uint32_t steps = times(96, fineness);
  return tube(steps + 1, times(12, fineness), radius, false, [pitch, steps](std::uint32_t i) {
    const double a = 3 * kPi * i / steps;
    const Vec3d out{std::cos(a), std::sin(a), 0};
    return PathFrame{out + Vec3d{0, 0, pitch * a / (2 * kPi)}, out, {0, 0, -1}};
  });
}

// Between two concentric spheres, below a cone.
CarvedSolid bowl(double opening, double thickness, double fineness) {
  CarvedSolid s;
  const std::uint32_t n = times(32, fineness);
  const std::uint32_t rings = times(10, fineness);
  s.vertices.push_back({0, 0, -1});
  const auto add_wall = [&](double r, std::uint32_t i) {
    const double a = opening * i / rings;
    for (std::uint32_t k = 0; k < n; ++k) {
      const double b = 2 * kPi * k / n;
      s.vertices.push_back(
          {r * std::sin(a) * std::cos(b), r * std::sin(a) * std::sin(b), -r * std::cos(a)});
    }
  };
  for (std::uint32_t i = 1; i <= rings; ++i) add_wall(1, i);
  for (std::uint32_t i = rings; i > 0; --i) add_wall(1 - thickness, i);
  const auto last = static_cast<std::uint32_t>(s.vertices.size());
  s.vertices.push_back({0, 0, thickness - 1});
  for (std::uint32_t i = 0; i + 1 < 2 * rings; ++i) add_ring(s, 1 + n * i, 1 + n * (i + 1), n);
  for (std::uint32_t k = 0; k < n; ++k) {
    s.add(0, 1 + (k + 1) % n, 1 + k);
    s.add(last - n + k, last - n + (k + 1) % n, last);
  }
  return s;
}

Transform3d random_pose(Pcg32& random) {
  Transform3d pose;
  for (int a = 0; a < 3; ++a) pose.translation[a] = random.between(-1, 1);
  double q[4];
  double squared = 0;
  do {
    squared = 0;
    for (double& x : q) x = random.between(-1, 1), squared += x * x;
  } while (squared > 1 || squared < 0.01);
  const double scale = 1 / std::sqrt(squared);
  pose.rotation = {q[0] * scale, q[1] * scale, q[2] * scale, q[3] * scale};
  return pose;
}

CarvedSolid unturned(std::string_view name, Pcg32& random, double fineness) {
  const double t = random.unit();
  if (name == "torus") return torus(0.25 + 0.15 * t, fineness);
  if (name == "L") return ell(2 + t, 1.5, 0.5);
  if (name == "bowl") return bowl(0.7 + 0.1 * t, 0.25, fineness);
  if (name == "gear") return gear(9 + static_cast<int>(random.below(4)), 0.2 + 0.1 * t);
  if (name == "spiral") return spiral(0.15 + 0.05 * t, 0.6, fineness);
  throw std::invalid_argument("no solid '" + std::string(name) + "'");
}

}  // namespace

CarvedSolid prism(const std::vector<Vec2d>& outline, double height) {
  CarvedSolid s;
  const auto n = static_cast<std::uint32_t>(outline.size());
  for (const double z : {0.0, height}) {
    for (const auto& p : outline) s.vertices.push_back({p[0], p[1], z});
  }
  add_ring(s, 0, n, n);
  PolygonDecomposition<double> cutter;
  ConvexParts2 parts;
  if (cutter.triangulate(outline, {&n, 1}, parts) != Status::ok) {
    throw std::invalid_argument("the outline of a prism is not simple");
  }
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto t = parts.part(i);
    s.add(t[0], t[2], t[1]);
    s.add(n + t[0], n + t[1], n + t[2]);
  }
  return s;
}

CarvedSolid ell(double length, double width, double thick) {
  return prism({{0, 0}, {length, 0}, {length, thick}, {thick, thick}, {thick, width}, {0, width}},
               thick);
}

CarvedSolid carved(std::string_view name, std::uint64_t seed, double fineness) {
  Pcg32 random(seed, 77);
  CarvedSolid s = unturned(name, random, fineness);
  if (seed == 0) return s;
  const Transform3d pose = random_pose(random);
  for (auto& v : s.vertices) v = pose * v;
  return s;
}

}  // namespace masu::scenes
