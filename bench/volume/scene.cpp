// SPDX-License-Identifier: MIT
#include "scene.hpp"

#include <cmath>
#include <masu/hull/polytope_of.hpp>
#include <masu/narrow_phase/distance.hpp>
#include <masu/narrow_phase/muller_preparata.hpp>
#include <stdexcept>

#include "scenes/generators/pcg32.hpp"

namespace masu_bench::volume {
namespace {

using masu::Transform3d;
using masu::Vec3d;
using masu::scenes::Pcg32;
using Body = masu::ConvexPolyhedron<double>;

Vec3d direction(Pcg32& random) {
  for (;;) {
    const Vec3d v{random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)};
    const double square = dot(v, v);
    if (square < 1 && square > 0.01) return v * (1 / std::sqrt(square));
  }
}

masu::Rotation<3, double> random_rotation(Pcg32& random) {
  for (;;) {
    const double q[4] = {random.between(-1, 1), random.between(-1, 1), random.between(-1, 1),
                         random.between(-1, 1)};
    const double square = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
    if (square > 1 || square < 0.01) continue;
    const double scale = 1 / std::sqrt(square);
    return {q[0] * scale, q[1] * scale, q[2] * scale, q[3] * scale};
  }
}

Body make_body(std::size_t vertices, Pcg32& random) {
  const Vec3d half{random.between(0.3, 0.5), random.between(0.3, 0.5), random.between(0.3, 0.5)};
  std::vector<Vec3d> points;
  for (std::size_t i = 0; i < vertices; ++i) {
    const Vec3d d = direction(random);
    points.push_back({d[0] * half[0], d[1] * half[1], d[2] * half[2]});
  }
  Body body;
  if (masu::polyhedron_of<double>(points, body) != masu::Status::ok) {
    throw std::runtime_error("no body of these points");
  }
  return body;
}

void add_planes(const Body& body, const Transform3d& pose, std::vector<double>& planes) {
  const auto matrix = matrix_of(pose.rotation);
  for (std::size_t f = 0; f < body.face_count(); ++f) {
    const Vec3d n = matrix * body.plane(f).normal;
    planes.insert(planes.end(),
                  {n[0], n[1], n[2], body.plane(f).offset + dot(n, pose.translation)});
  }
}

}  // namespace

Scene::Scene(const std::string& row, std::size_t vertices, std::size_t count, std::uint64_t seed) {
  if (!rows().contains(row)) throw std::invalid_argument("--rows: unknown '" + row + "'");
  Pcg32 random(seed);
  masu::MullerPreparata<3, double> find;
  masu::ContactVolume<3, double> volume;
  while (stored_.size() < count) {
    Stored s;
    const Body body[2] = {make_body(vertices, random), make_body(vertices, random)};
    s.pose[0].rotation = random_rotation(random);
    s.pose[1].rotation = random_rotation(random);
    const Vec3d axis = direction(random);
    // Touching: b starts far out along the direction and moves back by its distance from a.
    s.pose[1].translation = axis * 2;
    const double gap = masu::distance(body[0], s.pose[0], body[1], s.pose[1]).distance;
    s.pose[1].translation = axis * ((2 - gap) * random.between(0, 0.3));
    if (row == "shallow") {
      const auto now = masu::penetration(body[0], s.pose[0], body[1], s.pose[1]);
      const double depth = std::pow(10.0, -random.between(3, 6));
      s.pose[1].translation = s.pose[1].translation + now.normal * (-now.distance - depth);
    }
    if (find.find(body[0], s.pose[0], body[1], s.pose[1], volume) != masu::Status::ok) continue;
    s.inside = volume.centroid();
    for (int k = 0; k < 2; ++k) {
      add_planes(body[k], s.pose[k], s.planes);
      for (std::size_t v = 0; v < body[k].vertex_count(); ++v) {
        const Vec3d p = body[k].vertex(v);
        s.body[k].vertices.insert(s.body[k].vertices.end(), p.v, p.v + 3);
      }
      for (std::size_t f = 0; f < body[k].face_count(); ++f) {
        const auto loop = body[k].face(f);
        if (loop.size() != 3) throw std::runtime_error("a face is no triangle");
        s.body[k].triangles.insert(s.body[k].triangles.end(), loop.begin(), loop.end());
      }
    }
    stored_.push_back(std::move(s));
  }
  for (const Stored& s : stored_) {
    masu_volume_pair pair{};
    for (int k = 0; k < 2; ++k) {
      pair.body[k] = {s.body[k].vertices.data(), s.body[k].vertices.size() / 3,
                      s.body[k].triangles.data(), s.body[k].triangles.size() / 3};
      const auto& q = s.pose[k].rotation;
      const double quaternion[4] = {q.x, q.y, q.z, q.w};
      for (int i = 0; i < 4; ++i) pair.rotation[k][i] = quaternion[i];
      for (int i = 0; i < 3; ++i) pair.position[k][i] = s.pose[k].translation[i];
    }
    pair.planes = s.planes.data();
    pair.plane_count = s.planes.size() / 4;
    for (int i = 0; i < 3; ++i) pair.inside[i] = s.inside[i];
    pairs_.push_back(pair);
  }
}

double Scene::planes() const {
  double sum = 0;
  for (const auto& pair : pairs_) sum += double(pair.plane_count);
  return sum / double(pairs_.size());
}

}  // namespace masu_bench::volume
