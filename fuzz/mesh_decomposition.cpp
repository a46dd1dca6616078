// SPDX-License-Identifier: MIT
// Prisms over star-shaped outlines, bent and broken: their convex parts cover them, and exceed them
// by no more than the tolerance.
#include <cmath>
#include <vector>

#include <masu/core/assert.hpp>
#include <masu/hull/polygon_decomposition.hpp>
#include <masu/mesh/mesh_decomposition.hpp>

#include "fuzz/star_loop.hpp"

namespace masu::fuzz {
namespace {

template <class T>
struct Solid {
  std::vector<Vec<3, T>> vertices;
  std::vector<std::uint32_t> corners;
};

template <class T>
Solid<T> prism(FuzzInput& bytes) {
  const std::vector<Vec<2, T>> outline = star_loop<T>(bytes, {}, T(1));
  const auto n = std::uint32_t(outline.size());
  ConvexParts2 caps;
  PolygonDecomposition<T> builder;
  MASU_ASSERT(builder.triangulate(outline, {&n, 1}, caps) == Status::ok);
  Solid<T> s;
  const T height = T(0.5) + T(bytes.byte()) / 16;
  const bool slanted = bytes.flag();
  for (const T z : {T(0), height}) {
    for (const auto& p : outline) {
      const T lift = slanted ? T(std::int8_t(bytes.byte())) / 1024 : T(0);
      s.vertices.push_back({p[0], p[1], z + lift});
    }
  }
  for (std::size_t i = 0; i < caps.size(); ++i) {
    const auto t = caps.part(i);
    s.corners.insert(s.corners.end(), {t[2], t[1], t[0], t[0] + n, t[1] + n, t[2] + n});
  }
  for (std::uint32_t i = 0; i < n; ++i) {
    const std::uint32_t k = (i + 1) % n;
    s.corners.insert(s.corners.end(), {i, k, k + n, i, k + n, i + n});
  }
  return s;
}

template <class T>
double volume_of(const Solid<T>& s) {
  double six = 0;
  for (std::size_t i = 0; i < s.corners.size(); i += 3) {
    const auto at = [&](std::size_t k) { return vec_cast<double>(s.vertices[s.corners[i + k]]); };
    six += dot(at(0), cross(at(1), at(2)));
  }
  return six / 6;
}
template <class T>
double volume_of(const ConvexPolyhedron<T>& p) {
  double six = 0;
  for (std::size_t f = 0; f < p.face_count(); ++f) {
    const auto face = p.face(f);
    const auto at = [&](std::size_t k) { return vec_cast<double>(p.vertex(face[k])); };
    for (std::size_t k = 2; k < face.size(); ++k) six += dot(at(0), cross(at(k - 1), at(k)));
  }
  return six / 6;
}
// How far a point is beyond the planes of a polyhedron; negative inside.
template <class T>
double beyond(const ConvexPolyhedron<T>& p, const Vec<3, T>& point) {
  double most = -1e300;
  for (std::size_t f = 0; f < p.face_count(); ++f) {
    const auto face = p.face(f);
    const auto a = vec_cast<double>(p.vertex(face[0]));
    Vec3d normal{};
    for (std::size_t k = 2; k < face.size(); ++k) {
      normal = normal + cross(vec_cast<double>(p.vertex(face[k - 1])) - a,
                              vec_cast<double>(p.vertex(face[k])) - a);
    }
    most = std::max(most, dot(normal, vec_cast<double>(point) - a) / length(normal));
  }
  return most;
}

template <class T>
void decompose_any(FuzzInput& bytes) {
  Solid<T> solid = prism<T>(bytes);
  const bool broken = bytes.byte() % 4 == 0;
  if (broken) {
    for (std::uint32_t i = bytes.below(4); i > 0; --i) {
      solid.vertices[bytes.below(std::uint32_t(solid.vertices.size()))] = bytes.position<3, T>();
    }
    if (bytes.flag()) solid.corners[bytes.below(24)] = bytes.below(9);
    if (bytes.byte() % 8 == 0) solid.corners.resize(solid.corners.size() - 3);
  }
  MeshDecompositionOptions options;
  options.max_parts = bytes.below(6);
  options.tolerance = double(bytes.byte()) / 1024;
  options.volume_tolerance = double(bytes.byte()) / 512;
  ConvexParts3<T> parts;
  const Status status = decompose<T>(solid.vertices, solid.corners, parts, options);
  if (status != Status::ok && status != Status::not_converged) {
    MASU_ASSERT(parts.size() == 0);
    const bool refused = options.max_parts == 0 || options.tolerance == 0 ||
                         options.volume_tolerance == 0 || bytes.far();
    MASU_ASSERT(refused || broken || status == Status::out_of_range || status == Status::flat);
    return;
  }
  MASU_ASSERT(parts.size() >= 1 && parts.size() <= options.max_parts);
  MASU_ASSERT(parts.depth() >= 0 && std::isfinite(parts.depth()));
  if (broken || bytes.far()) return;
  std::vector<ConvexPolyhedron<T>> hulls(parts.size());
  double volume = 0;
  double size = 0;
  for (const auto& v : solid.vertices) size = std::max(size, length(vec_cast<double>(v)));
  for (std::size_t i = 0; i < parts.size(); ++i) {
    MASU_ASSERT(polyhedron_of(parts.part(i), hulls[i]) == Status::ok);
    MASU_ASSERT(hulls[i].vertex_count() == parts.part(i).size());
    volume += volume_of(hulls[i]);
  }
  // Corners of hulls that stick out by less than a hundredth of the tolerance are left out.
  const double detail =
      (256 * double(std::numeric_limits<T>::epsilon()) + options.tolerance / 40) * size;
  MASU_ASSERT(volume >= volume_of(solid) - detail * 24 * size * size);
  for (const auto& v : solid.vertices) {
    double least = 1e300;
    for (const auto& h : hulls) least = std::min(least, beyond(h, v));
    MASU_ASSERT(least <= detail);
  }
  if (status == Status::ok) MASU_ASSERT(parts.depth() <= options.tolerance * 4 * size);
}

}  // namespace
}  // namespace masu::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  masu::fuzz::FuzzInput bytes(data, size);
  bytes.flag() ? masu::fuzz::decompose_any<float>(bytes) : masu::fuzz::decompose_any<double>(bytes);
  return 0;
}
