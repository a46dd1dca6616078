// SPDX-License-Identifier: MIT
// The polytope of planes around the origin: the dual of the hull of their duals.
#pragma once

#include <masu/hull/half_space_intersection.hpp>
#include <masu/hull/quickhull3.hpp>

#include "hull/hull3_access.hpp"
#include "hull/polytope_access.hpp"

namespace masu::detail {

// Finds the intersection of the planes of three duals: the dual of the plane through the duals,
// which has the origin on its inner side if they are counterclockwise. Returns false if it has not.
inline bool intersect(const Point3& a, const Point3& b, const Point3& c, Point3& vertex) {
  const Point3 u = b - a;
  const Point3 v = c - a;
  Point3 n{};
  double terms = 0;
  double largest = 0;
  for (int k = 0; k < 3; ++k) {
    const double plus = u[(k + 1) % 3] * v[(k + 2) % 3];
    const double minus = u[(k + 2) % 3] * v[(k + 1) % 3];
    n[k] = plus - minus;
    if (const double sum = std::abs(plus) + std::abs(minus); sum > terms) terms = sum;
    if (std::abs(n[k]) > largest) largest = std::abs(n[k]);
  }
  // As in unit_normal(): differences that cancel are computed again, exactly.
  if (!(largest > 0x1p-400 && largest < 0x1p400 && terms <= 8 * largest)) {
    n = exact_normal(a, b, c);
  }
  // The nearest of the three loses least.
  const double square[3] = {length_squared(a), length_squared(b), length_squared(c)};
  const Point3& p =
      square[0] <= square[1] ? (square[0] <= square[2] ? a : c) : (square[1] <= square[2] ? b : c);
  double height = 0;
  double bound = 0;
  for (int k = 0; k < 3; ++k) height += n[k] * p[k], bound += std::abs(n[k] * p[k]);
  if (!(height > 16 * kHalfUlp * bound) && orient3d(a, b, c, Point3{}) >= 0) return false;
  if (!(height > 0)) return false;
  for (int k = 0; k < 3; ++k) vertex[k] = n[k] / height;
  return true;
}

// Returns false if out of memory.
template <int D, class Trace>
bool make_duals(std::span<const Hyperplane<D, double>> planes, Buffer<Vec<D, double>>& duals,
                const Trace& trace) {
  trace.on(PhaseBegins{"duals"});
  if (!duals.resize(planes.size())) return false;
  for (std::size_t i = 0; i < planes.size(); ++i) {
    duals[i] = dual_of(planes[i]);
    trace.on(DualPoint<D>{static_cast<std::uint32_t>(i), duals[i]});
  }
  return true;
}

// The method of Muller and Preparata (1978), with Quickhull. Precondition: all offsets are
// positive.
class DualPolytope3 {
 public:
  using Planes = std::span<const Hyperplane<3, double>>;

  explicit DualPolytope3(Allocator allocator) : allocator_(allocator) {}

  // Statuses: unbounded, out_of_memory, and those of Quickhull3. The vertices are points(). The
  // trace receives the phases "duals", "hull" and "corners", DualPoint, Quickhull3's events,
  // CornerAppears.
  template <class Trace>
  Status build(Planes planes, ClosedSurface& surface, const Trace& trace) {
    if (!make_duals(planes, duals_, trace)) return Status::out_of_memory;
    trace.on(PhaseBegins{"hull"});
    const Status status = quickhull_.build({duals_.data(), duals_.size()}, hull_, trace);
    if (status != Status::ok) return status;
    if (hull_.dimension() < 3) return Status::unbounded;
    trace.on(PhaseBegins{"corners"});
    if (!points_.resize(hull_.face_count())) return Status::out_of_memory;
    for (std::size_t f = 0; f < hull_.face_count(); ++f) {
      const auto loop = hull_.face(f);
      const auto at = [&](std::size_t i) { return duals_[hull_.vertices()[loop[i]]]; };
      if (!intersect(at(0), at(loop.size() / 3), at(2 * loop.size() / 3), points_[f])) {
        return Status::unbounded;
      }
      trace.on(CornerAppears<3>{points_[f]});
    }
    return write(surface) ? Status::ok : Status::out_of_memory;
  }

  std::span<const Point3> points() const { return points_; }
  const HullStats& stats() const { return quickhull_.stats(); }

 private:
  using Index = std::uint32_t;
  using Access = ClosedSurfaceAccess;

  // The faces around a vertex of the hull are the loop of the face that is its dual. The half-edge
  // that leaves the vertex between two faces becomes the half-edge between their duals.
  bool write(ClosedSurface& surface) {
    const auto edges = static_cast<Index>(hull_.edge_count());
    const auto vertices = hull_.vertices();
    if (!number_.resize(edges) || !first_.resize(vertices.size()) ||
        !Access::reserve(surface, vertices.size(), edges)) {
      return false;
    }
    for (Index e = edges; e-- > 0;) first_[hull_.origin(e)] = e;
    for (std::size_t v = 0; v < vertices.size(); ++v) {
      Access::begin_face(surface, vertices[v]);
      Index e = first_[v];
      do {
        const Index beyond = hull_.previous(e);
        e = hull_.twin(beyond);
        number_[e] = Access::add_edge(surface, hull_.face_of(beyond), beyond);
      } while (e != first_[v]);
    }
    Access::end_faces(surface);
    for (Index& twin : Access::twins(surface)) twin = number_[twin];
    return true;
  }

  Allocator allocator_;  // of all members below
  Buffer<Point3> duals_{allocator_};
  Quickhull3<double> quickhull_{allocator_};
  Hull3<double> hull_{allocator_};
  Buffer<Index> number_{allocator_};
  Buffer<Index> first_{allocator_};
  Buffer<Point3> points_{allocator_};
};

// As DualPolytope3, for lines in 2D.
class DualPolytope2 {
 public:
  using Point = Vec<2, double>;
  using Planes = std::span<const Hyperplane<2, double>>;

  explicit DualPolytope2(Allocator allocator) : allocator_(allocator) {}

  // Point i and the next lie on line sources[i]. The trace receives the same events as in 3D, with
  // those of AndrewChain.
  template <class Trace>
  Status build(Planes planes, Buffer<std::uint32_t>& sources, const Trace& trace) {
    if (!make_duals(planes, duals_, trace)) return Status::out_of_memory;
    trace.on(PhaseBegins{"hull"});
    const Status status = chain_.build({duals_.data(), duals_.size()}, hull_, trace);
    if (status != Status::ok) return status;
    if (hull_.dimension() < 2) return Status::unbounded;
    trace.on(PhaseBegins{"corners"});
    const auto loop = hull_.vertices();
    if (!points_.resize(loop.size()) || !sources.resize(loop.size())) return Status::out_of_memory;
    for (std::size_t i = 0; i < loop.size(); ++i) {
      const Point& p = duals_[loop[i == 0 ? loop.size() - 1 : i - 1]];
      const Point& q = duals_[loop[i]];
      if (orient2d(p, q, Point{}) <= 0) return Status::unbounded;
      const Point n{q[1] - p[1], p[0] - q[0]};
      const double height = dot(n, length_squared(p) < length_squared(q) ? p : q);
      if (!(height > 0)) return Status::unbounded;
      points_[i] = {n[0] / height, n[1] / height};
      sources[i] = loop[i];
      trace.on(CornerAppears<2>{points_[i]});
    }
    return Status::ok;
  }

  std::span<const Point> points() const { return points_; }
  const HullStats& stats() const { return chain_.stats(); }

 private:
  Allocator allocator_;  // of all members below
  Buffer<Point> duals_{allocator_};
  AndrewChain<double> chain_{allocator_};
  Hull2 hull_{allocator_};
  Buffer<Point> points_{allocator_};
};

}  // namespace masu::detail
