// SPDX-License-Identifier: MIT
#include <masu/hull/quickhull3.hpp>

#include "core/opaque-inl.hpp"
#include "hull/face_merger.hpp"
#include "hull/low_hull.hpp"

namespace masu {
namespace detail {

template <class T>
class Quickhull3Builder {
 public:
  using Points = std::span<const Vec<3, T>>;

  explicit Quickhull3Builder(Allocator allocator) : allocator_(allocator) {}

  // Precondition: there is a point, and all are checked. Returns false if out of memory.
  template <class Trace>
  bool build(Points points, Merge merge, Hull3<T>& hull, const Trace& trace) {
    stats_ = {};
    merge_ = merge;
    return wide_.take(points) && build_any(points, hull, trace);
  }

  const HullStats& stats() const { return stats_; }

 private:
  template <class Trace>
  bool build_any(Points points, Hull3<T>& hull, const Trace& trace) {
    SideTest side(wide_.data(), points.size(), stats_);
    const FirstSimplex simplex(wide_.data(), points.size(), side, stats_);
    const bool done = simplex.dimension < 3
                          ? low_.build(points, simplex, merge_, stats_, hull, trace)
                          : build_solid(points, simplex, hull, trace);
    if (done) Hull3Access<T>::set_dimension(hull, simplex.dimension);
    return done;
  }

  template <class Trace>
  bool build_solid(Points points, const FirstSimplex& simplex, Hull3<T>& hull, const Trace& trace) {
    const double tolerance = merge_.relative;
    if (!surface_.build(wide_.data(), points.size(), simplex, tolerance, stats_, trace)) {
      return false;
    }
    if (tolerance == 0) return merger_.merge(surface_, points, hull);
    return regions_.grow(surface_, tolerance * simplex.extent[simplex.widest]) &&
           merger_.merge(surface_, regions_, points, hull);
  }

  Merge merge_;
  HullStats stats_;
  Allocator allocator_;  // of all members below
  WidePoints<T> wide_{allocator_};
  LowHull<T, AndrewChain<T>> low_{allocator_};
  GrowingHull surface_{allocator_};
  FaceRegions regions_{allocator_};
  FaceMerger<T> merger_{allocator_};
};

}  // namespace detail

template <class T>
Status Quickhull3<T>::build(Points points, Hull3<T>& hull, SurfaceTrace trace) {
  stats_ = {};
  hull.clear();
  if (!detail::in_range(merge_)) return Status::out_of_range;
  const Status check_status = detail::check_points3(points);
  if (check_status != Status::ok || points.empty()) return check_status;
  auto* const builder = builder_.need();
  if (builder == nullptr) return Status::out_of_memory;
  const bool done =
      with_trace(trace, [&](const auto& t) { return builder->build(points, merge_, hull, t); });
  stats_ = builder->stats();
  if (done) return Status::ok;
  hull.clear();
  return Status::out_of_memory;
}

template class detail::Opaque<detail::Quickhull3Builder<float>>;
template class detail::Opaque<detail::Quickhull3Builder<double>>;
template class Quickhull3<float>;
template class Quickhull3<double>;

}  // namespace masu
