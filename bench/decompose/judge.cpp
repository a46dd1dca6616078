// SPDX-License-Identifier: MIT
#include "judge.hpp"

#include <algorithm>
#include <cmath>
#include <masu/hull/polytope_of.hpp>
#include <masu/mesh/composite_distance.hpp>
#include <masu/mesh/composite_point.hpp>
#include <masu/mesh/compound.hpp>
#include <masu/narrow_phase/distance.hpp>
#include <masu/shapes/point.hpp>
#include <memory>
#include <stdexcept>
#include <vector>

#include "scenes/generators/pcg32.hpp"

namespace masu_bench::decompose {
namespace {

using masu::Vec3d;
using Polyhedron = masu::ConvexPolyhedron<double>;

constexpr std::size_t kSamples = 20'000;
const masu::Transform3d kHere{};

struct Surface {
  std::vector<Vec3d> corners{};  // three per triangle
  double six_volumes = 0;

  void add(const Vec3d& a, const Vec3d& b, const Vec3d& c, const Vec3d& base) {
    corners.insert(corners.end(), {a, b, c});
    six_volumes += dot(a - base, cross(b - base, c - base));
  }

  // Calls visit(point) for points with a constant number per unit of area.
  template <class Visit>
  void sample(Visit&& visit) const {
    std::vector<double> sums;
    double area = 0;
    for (std::size_t i = 0; i < corners.size(); i += 3) {
      area += length(cross(corners[i + 1] - corners[i], corners[i + 2] - corners[i])) / 2;
      sums.push_back(area);
    }
    masu::scenes::Pcg32 random(1);
    for (std::size_t k = 0; k < kSamples && area > 0; ++k) {
      const double at = area * (double(k) + random.unit()) / kSamples;
      const auto found = std::upper_bound(sums.begin(), sums.end() - 1, at);
      const Vec3d* t = corners.data() + 3 * (found - sums.begin());
      double u = random.unit();
      double v = random.unit();
      if (u + v > 1) u = 1 - u, v = 1 - v;
      visit(t[0] + (t[1] - t[0]) * u + (t[2] - t[0]) * v);
    }
  }
};

struct Parts {
  std::vector<Vec3d> corners{};
  std::vector<std::unique_ptr<Polyhedron>> solids{};
  Surface surface{};
  masu::Compound<3, double> body{};

  explicit Parts(const masu_decompose_answer& answer) {
    std::vector<masu::Child<3, double>> children;
    const double* p = answer.points;
    for (std::size_t i = 0; i < answer.part_count; ++i) {
      std::vector<Vec3d> points;
      for (std::size_t k = 0; k < answer.part_sizes[i]; ++k, p += 3) {
        points.push_back({p[0], p[1], p[2]});
      }
      corners.insert(corners.end(), points.begin(), points.end());
      auto solid = std::make_unique<Polyhedron>();
      // A flat part is not a solid: it covers nothing and has no volume.
      if (masu::polyhedron_of<double>(points, *solid) != masu::Status::ok) continue;
      for (std::size_t f = 0; f < solid->face_count(); ++f) {
        const auto face = solid->face(f);
        for (std::size_t k = 2; k < face.size(); ++k) {
          surface.add(solid->vertex(face[0]), solid->vertex(face[k - 1]), solid->vertex(face[k]),
                      solid->vertex(0));
        }
      }
      children.push_back(child(*solid));
      solids.push_back(std::move(solid));
    }
    if (!children.empty() && body.build(children) != masu::Status::ok) {
      throw std::runtime_error("the parts are no body");
    }
  }
};

std::vector<Vec3d> vertices_of(const masu_decompose_solid& solid) {
  std::vector<Vec3d> vertices;
  for (std::size_t i = 0; i < solid.vertex_count; ++i) {
    const double* p = solid.vertices + 3 * i;
    vertices.push_back({p[0], p[1], p[2]});
  }
  return vertices;
}

Surface surface_of(const masu_decompose_solid& solid) {
  const auto vertices = vertices_of(solid);
  Surface surface;
  for (std::size_t i = 0; i < solid.triangle_count; ++i) {
    const std::uint32_t* t = solid.triangles + 3 * i;
    surface.add(vertices[t[0]], vertices[t[1]], vertices[t[2]], vertices[0]);
  }
  return surface;
}

}  // namespace

Judge::Judge(const masu_decompose_solid& solid) : solid_(solid) {
  const auto vertices = vertices_of(solid);
  const std::span<const std::uint32_t> corners{solid.triangles, 3 * solid.triangle_count};
  if (mesh_.build(vertices, corners) != masu::Status::ok ||
      mesh_.check_solid() != masu::Status::ok) {
    throw std::runtime_error("the surface is not that of a solid");
  }
  const auto box = mesh_.bounds();
  diagonal_ = length(box.max - box.min);
}

Verdict Judge::verdict(const masu_decompose_answer& answer) const {
  const Parts parts(answer);
  Verdict v;
  const auto compare_with_solid = [&](const Vec3d& p) {
    if (point_inside(mesh_, kHere, p).inside) return;
    v.beyond = std::max(v.beyond, closest_point(mesh_, kHere, p).distance / diagonal_);
  };
  for (const Vec3d& p : parts.corners) compare_with_solid(p);
  parts.surface.sample(compare_with_solid);
  const Surface whole = surface_of(solid_);
  v.volume = parts.surface.six_volumes / whole.six_volumes;
  if (parts.solids.empty()) {
    v.uncovered = 1;
    return v;
  }
  whole.sample([&](const Vec3d& p) {
    const masu::Point<3, double> point{p};
    const double gap = distance(parts.body, kHere, point, kHere).distance;
    v.uncovered = std::max(v.uncovered, gap / diagonal_);
  });
  return v;
}

}  // namespace masu_bench::decompose
