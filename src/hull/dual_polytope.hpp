// SPDX-License-Identifier: MIT
// The polytope of planes around the origin: the dual of the hull of their duals.
#pragma once

#include <masu/hull/half_space_intersection.hpp>
#include <masu/hull/quickhull3.hpp>

#include "core/double_double.hpp"
#include "hull/hull3_access.hpp"
#include "hull/polytope_access.hpp"

namespace masu::detail {

// Finds the intersection of the planes of three duals: the dual of the plane through the duals,
// which has the origin on its inner side if they are counterclockwise. Returns false if it has not.
// Where cancellation may have cost more than three bits, it computes again with more: in a thin
// corner the error is divided by the sine of its angle.
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
  if (!(largest > 0x1p-400 && largest < 0x1p400 && terms <= 8 * largest)) {
    return intersect_exactly(a, b, c, vertex);
  }
  // The nearest of the three loses least.
  const double square[3] = {length_squared(a), length_squared(b), length_squared(c)};
  const Point3& p =
      square[0] <= square[1] ? (square[0] <= square[2] ? a : c) : (square[1] <= square[2] ? b : c);
  double height = 0;
  double bound = 0;
  for (int k = 0; k < 3; ++k) height += n[k] * p[k], bound += std::abs(n[k] * p[k]);
  if (!(height > 0 && bound <= 8 * height)) return intersect_exactly(a, b, c, vertex);
  for (int k = 0; k < 3; ++k) vertex[k] = n[k] / height;
  return true;
}

// As above, in 2D.
inline bool intersect(const Vec<2, double>& a, const Vec<2, double>& b, Vec<2, double>& vertex) {
  if (orient2d(a, b, Vec<2, double>{}) <= 0) return false;
  const Vec<2, double> n{b[1] - a[1], a[0] - b[0]};
  const auto& p = length_squared(a) < length_squared(b) ? a : b;
  double height = dot(n, p);
  if (!(std::abs(n[0] * p[0]) + std::abs(n[1] * p[1]) <= 8 * height)) {
    const auto product = [](double x, double y) { return DoubleDouble{x, 0} * DoubleDouble{y, 0}; };
    height = (product(a[0], b[1]) - product(a[1], b[0])).high;
  }
  if (!(height > 0)) return false;
  vertex = {n[0] / height, n[1] / height};
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

// Returns whether the faces of a hull, with `at(i)` in place of its point i, surround the origin:
// all turn around it counterclockwise, none passes through it. Then every direction is a sum of
// these points with factors that are not negative.
template <class At>
bool surrounds_origin(const Hull3<double>& hull, At&& at) {
  const auto vertices = hull.vertices();
  for (std::size_t f = 0; f < hull.face_count(); ++f) {
    const auto loop = hull.face(f);
    for (std::size_t i = 2; i < loop.size(); ++i) {
      const Point3 a = at(vertices[loop[0]]), b = at(vertices[loop[i - 1]]);
      if (orient3d(a, b, Point3(at(vertices[loop[i]])), Point3{}) >= 0) return false;
    }
  }
  return true;
}
template <class At>
bool surrounds_origin(const Hull2& hull, At&& at) {
  const auto loop = hull.vertices();
  for (std::size_t i = 0; i < loop.size(); ++i) {
    const Vec<2, double> a = at(loop[i]), b = at(loop[(i + 1) % loop.size()]);
    if (orient2d(a, b, Vec<2, double>{}) <= 0) return false;
  }
  return true;
}

// Returns ok if half-spaces with these normals have a bounded intersection, else unbounded, or a
// status of the builder: exactly, where their duals as rounded may have decided otherwise. `hull`
// is that of the duals; where that is not enough, it becomes the hull of the normals.
template <int D, class T, class Builder, class Hull>
Status check_bounded(std::span<const Hyperplane<D, T>> planes, Builder& builder,
                     Buffer<Vec<D, double>>& normals, Hull& hull) {
  const auto normal = [&](std::size_t i) { return vec_cast<double>(planes[i].normal); };
  if (surrounds_origin(hull, normal)) return Status::ok;
  for (std::size_t i = 0; i < planes.size(); ++i) normals[i] = normal(i);
  const Status status = builder.build({normals.data(), normals.size()}, hull);
  if (status != Status::ok) return status;
  return hull.dimension() == D && surrounds_origin(hull, normal) ? Status::ok : Status::unbounded;
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

  // After build(): ok, unbounded, out_of_memory, and those of Quickhull3. These are the half-spaces
  // that the planes were made of.
  template <class T>
  Status check_bounded(std::span<const Hyperplane<3, T>> half_spaces) {
    return detail::check_bounded(half_spaces, quickhull_, duals_, hull_);
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
      if (!intersect(p, q, points_[i])) return Status::unbounded;
      sources[i] = loop[i];
      trace.on(CornerAppears<2>{points_[i]});
    }
    return Status::ok;
  }

  // As DualPolytope3.
  template <class T>
  Status check_bounded(std::span<const Hyperplane<2, T>> half_spaces) {
    return detail::check_bounded(half_spaces, chain_, duals_, hull_);
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
