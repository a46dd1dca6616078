// SPDX-License-Identifier: MIT
#include <masu/hull/half_space_intersection.hpp>

#include <limits>

#include <masu/core/aabb.hpp>

#include "core/opaque-inl.hpp"
#include "hull/check_half_spaces.hpp"
#include "hull/deepest_point.hpp"
#include "hull/dual_polytope.hpp"

namespace masu {
namespace detail {

template <int D, class T>
class IntersectionBuilder {
 public:
  using HalfSpaces = std::span<const Hyperplane<D, T>>;

  explicit IntersectionBuilder(Allocator allocator) : planes_(allocator), dual_(allocator) {}

  // Precondition: the polytope is empty. Finds a point inside if none is given.
  template <class Trace>
  Status build(HalfSpaces half_spaces, const Vec<D, T>* inside, Polytope<D, T>& polytope,
               const Trace& trace) {
    if (const Status s = unit_planes(half_spaces, planes_); s != Status::ok) return s;
    const Status s = inside == nullptr ? find_center(trace) : take_center(*inside);
    return s == Status::ok ? build_around(half_spaces, polytope, trace) : s;
  }

  // The counters of the last hull.
  const HullStats& stats() const { return dual_.stats(); }

 private:
  using Point = Vec<D, double>;
  using Plane = Hyperplane<D, double>;
  using Dual = std::conditional_t<D == 2, DualPolytope2, DualPolytope3>;

  std::span<const Plane> planes() const { return {planes_.data(), planes_.size()}; }
  double ahead(const Plane& plane) const { return plane.offset - dot(plane.normal, center_); }
  double terms(const Plane& plane) const {
    double sum = std::fabs(plane.offset);
    for (int k = 0; k < D; ++k) sum += std::fabs(plane.normal[k] * center_[k]);
    return sum;
  }

  Status take_center(const Vec<D, T>& inside) {
    if (const Status s = check_numbers(inside); s != Status::ok) return s;
    center_ = vec_cast<double>(inside);
    for (const auto& plane : planes_) {
      if (!(ahead(plane) > 0x1p-49 * terms(plane))) return Status::out_of_range;
    }
    return Status::ok;
  }

  // Searches far away only if nothing is near. If nothing is certain as far from the origin as the
  // farthest plane, the nearer planes may decide: that one may be redundant.
  template <class Trace>
  Status find_center(const Trace& trace) {
    if (planes_.empty()) return Status::unbounded;
    double most = 0;
    double least = std::numeric_limits<double>::infinity();
    for (const auto& plane : planes_) {
      const double size = std::fabs(plane.offset);
      if (size > most) most = size;
      if (size > 0 && size < least) least = size;
    }
    if (most == 0) most = least = 1;  // a cone: it has no length scale
    Status found = search(0x1p8 * most, false, trace);
    if (found == Status::unbounded) found = search(0x1p40 * most, true, trace);
    for (double size = most; found == Status::flat && size > least;) {
      size *= 0x1p-20;
      if (search(0x1p8 * size, true, trace) == Status::ok) return Status::ok;
    }
    return found;
  }

  // Searches within a simplex of that radius. Returns unbounded if the simplex holds the ball,
  // unless `all`: nothing is known beyond.
  template <class Trace>
  Status search(double reach, bool all, const Trace& trace) {
    trace.on(PhaseBegins{"point inside"});
    DeepestPoint<D> deepest;
    deepest.find(
        planes(), {}, reach, [](double size) { return 0x1p-46 * size; }, trace);
    center_ = deepest.center();
    if (deepest.least() > 0) return Status::ok;
    if (!all && deepest.simplex_holds()) return Status::unbounded;
    return deepest.radius() < -deepest.certain() ? Status::no_points : Status::flat;
  }

  template <class Trace>
  Status build_around(HalfSpaces half_spaces, Polytope<D, T>& polytope, const Trace& trace) {
    trace.on(CenterFound<D>{center_});
    for (auto& plane : planes_) plane.offset = ahead(plane);
    Status s = write(polytope, trace);
    if (s == Status::ok) s = dual_.check_bounded(half_spaces);
    if (s != Status::ok) polytope.clear();
    return s;
  }

  template <class Trace>
  Status write(Polytope<D, T>& polytope, const Trace& trace) {
    Moments<D> moments;
    if constexpr (D == 2) {
      auto& sources = Polytope2Access<T>::sources(polytope);
      if (const Status s = dual_.build(planes(), sources, trace); s != Status::ok) return s;
      moments = moments_of(dual_.points(), std::as_const(sources), planes());
    } else {
      if (const Status s = dual_.build(planes(), polytope, trace); s != Status::ok) return s;
      moments = moments_of(polytope, dual_.points(), planes());
    }
    // The corners of a plate may be rounded by more than its thickness, and faces turned over.
    if (!(moments.size > 0)) return Status::flat;
    auto bounds = Aabb<D, double>::nothing();
    for (const Point& p : dual_.points()) bounds = merge(bounds, Aabb<D, double>::of_point(p));
    moments.centroid = max(bounds.min, min(moments.centroid, bounds.max));
    using Access = std::conditional_t<D == 2, Polytope2Access<T>, Polytope3Access<T>>;
    const auto to_user = [&](const Point& p) { return vec_cast<T>(p + center_); };
    if (!Access::finish(polytope, dual_.points(), moments, to_user)) return Status::out_of_memory;
    for (const auto& v : polytope.vertices()) {
      if (!is_finite(v)) return Status::unbounded;
    }
    return Status::ok;
  }

  Buffer<Plane> planes_;
  Point center_{};
  Dual dual_;
};

}  // namespace detail

template <int D, class T>
Status HalfSpaceIntersection<D, T>::build_any(HalfSpaces half_spaces, const Vec<D, T>* inside,
                                              Polytope<D, T>& polytope, const DualTrace& trace) {
  polytope.clear();
  return detail::with_object(builder_, trace, [&](auto& builder, const auto& t) {
    const Status status = builder.build(half_spaces, inside, polytope, t);
    stats_ = builder.stats();
    return status;
  });
}

template class detail::Opaque<detail::IntersectionBuilder<2, float>>;
template class detail::Opaque<detail::IntersectionBuilder<3, float>>;
template class detail::Opaque<detail::IntersectionBuilder<2, double>>;
template class detail::Opaque<detail::IntersectionBuilder<3, double>>;
template class HalfSpaceIntersection<2, float>;
template class HalfSpaceIntersection<3, float>;
template class HalfSpaceIntersection<2, double>;
template class HalfSpaceIntersection<3, double>;

}  // namespace masu
