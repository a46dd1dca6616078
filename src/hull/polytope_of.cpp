// SPDX-License-Identifier: MIT
#include <masu/hull/polytope_of.hpp>

#include <masu/hull/andrew.hpp>
#include <masu/hull/quickhull3.hpp>

namespace masu {

template <class T>
Status polygon_of(std::span<const Vec<2, T>> points, ConvexPolygon<T>& made, Allocator allocator) {
  if (points.empty()) return Status::no_points;
  AndrewChain<T> chain(allocator);
  Hull2 hull(allocator);
  if (const Status status = chain.build(points, hull); status != Status::ok) return status;
  if (hull.dimension() < 2) return Status::flat;
  Buffer<Vec<2, T>> corners(allocator);
  if (!corners.reserve(hull.vertices().size())) return Status::out_of_memory;
  for (const std::uint32_t v : hull.vertices()) (void)corners.push_back(points[v]);
  return made.build({corners.data(), corners.size()});
}

template <class T>
Status polyhedron_of(std::span<const Vec<3, T>> points, ConvexPolyhedron<T>& made,
                     Allocator allocator) {
  if (points.empty()) return Status::no_points;
  Quickhull3<T> quickhull(allocator);
  Hull3<T> hull(allocator);
  if (const Status status = quickhull.build(points, hull); status != Status::ok) return status;
  if (hull.dimension() < 3) return Status::flat;
  Buffer<Vec<3, T>> corners(allocator);
  Buffer<std::uint32_t> loops(allocator);
  Buffer<std::uint32_t> counts(allocator);
  Buffer<Vec<3, double>> normals(allocator);
  if (!corners.reserve(hull.vertices().size()) || !loops.reserve(hull.edge_count()) ||
      !counts.reserve(hull.face_count()) || !normals.reserve(hull.face_count())) {
    return Status::out_of_memory;
  }
  for (const std::uint32_t v : hull.vertices()) (void)corners.push_back(points[v]);
  for (std::size_t f = 0; f < hull.face_count(); ++f) {
    for (const std::uint32_t v : hull.face(f)) (void)loops.push_back(v);
    (void)counts.push_back(static_cast<std::uint32_t>(hull.face(f).size()));
    const auto normal = vec_cast<double>(hull.plane(f).normal);
    (void)normals.push_back(normal * (1 / length(normal)));
  }
  return made.build_hull({corners.data(), corners.size()}, {loops.data(), loops.size()},
                         {counts.data(), counts.size()}, {normals.data(), normals.size()});
}

template Status polygon_of(std::span<const Vec<2, float>>, ConvexPolygon<float>&, Allocator);
template Status polygon_of(std::span<const Vec<2, double>>, ConvexPolygon<double>&, Allocator);
template Status polyhedron_of(std::span<const Vec<3, float>>, ConvexPolyhedron<float>&, Allocator);
template Status polyhedron_of(std::span<const Vec<3, double>>, ConvexPolyhedron<double>&,
                              Allocator);

}  // namespace masu
