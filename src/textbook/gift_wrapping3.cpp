// SPDX-License-Identifier: MIT
#include <masu/textbook/gift_wrapping3.hpp>

#include "core/opaque-inl.hpp"
#include "hull/counted_signs.hpp"
#include "hull/low_hull.hpp"
#include "hull/polygon_surface.hpp"

namespace masu {
namespace detail {

template <class T>
class Wrapping3Builder {
 public:
  using Points = std::span<const Vec<3, T>>;

  explicit Wrapping3Builder(Allocator allocator) : allocator_(allocator) {}

  // Precondition: there is a point, and all are checked. Returns false if memory is refused.
  template <class Trace>
  bool build(Points points, Hull3<T>& hull, const Trace& trace) {
    stats_ = {};
    return wide_.take(points) && build_any(points, hull, trace);
  }

  const HullStats& stats() const { return stats_; }

 private:
  using Index = std::uint32_t;
  using Point = Point3;
  struct Edge {
    Index from;
    Index to;
  };

  template <class Trace>
  bool build_any(Points points, Hull3<T>& hull, const Trace& trace) {
    count_ = static_cast<Index>(points.size());
    SideTest side(wide_.data(), count_, stats_);
    const FirstSimplex simplex(wide_.data(), count_, side, stats_);
    const bool done = simplex.dimension < 3
                          ? low_.build(points, simplex, Merge::exact(), stats_, hull, trace)
                          : wrap(simplex, side, trace) && surface_.write(points, hull);
    if (done) Hull3Access<T>::set_dimension(hull, simplex.dimension);
    return done;
  }

  template <class Trace>
  bool wrap(const FirstSimplex& simplex, SideTest& side, const Trace& trace) {
    surface_.clear();
    if (!in_plane_.reserve(count_) || !flat_points_.reserve(count_)) return false;
    if (!add_face(first_edge(), simplex, side, trace)) return false;
    while (!surface_.closed()) {
      const auto& open = surface_.open_edge();
      if (!add_face({open.to, open.from}, simplex, side, trace)) return false;
    }
    return true;
  }

  const Point& point(Index i) const { return wide_.data()[i]; }

  // Starts at the least point by (x, y, z), an extreme one. All points lie on one side of a plane
  // parallel to z through it, found by wrapping around z; in that plane it is extreme too.
  Edge first_edge() {
    Index least = 0;
    for (Index i = 1; i < count_; ++i) {
      if (less(point(i), point(least))) least = i;
    }
    const Index wall = wrap_step(least, 0, 1, [](const Point&) { return true; });
    const Point a = point(least);
    const Point w = point(wall);
    const int across = w[0] != a[0] ? 0 : 1;
    const Index to = wrap_step(least, across, 2, [&](const Point& p) {
      ++stats_.tests;
      return orient2d(Vec<2, double>{a[0], a[1]}, {w[0], w[1]}, {p[0], p[1]}) == 0;
    });
    return {least, to};
  }

  static bool less(const Point& a, const Point& b) {
    for (int k = 0; k < 3; ++k) {
      if (a[k] != b[k]) return a[k] < b[k];
    }
    return false;
  }

  // A step of GiftWrapping2 in two of the axes, over some of the points.
  template <class Filter>
  Index wrap_step(Index from, int x, int y, Filter&& filter) {
    const auto flat = [&](Index i) { return Vec<2, double>{point(i)[x], point(i)[y]}; };
    Index best = from;
    for (Index i = 0; i < count_; ++i) {
      if (flat(i) == flat(from) || !filter(point(i))) continue;
      if (best == from || is_beyond(flat(from), flat(best), flat(i))) best = i;
    }
    return best;
  }
  bool is_beyond(const Vec<2, double>& a, const Vec<2, double>& b, const Vec<2, double>& p) {
    const int side = counted_orient(a, b, p, stats_);
    if (side != 0) return side < 0;
    return less_by_xy(a, b) ? less_by_xy(b, p) : less_by_xy(p, b);
  }

  // Finds the face with this edge.
  template <class Trace>
  bool add_face(Edge edge, const FirstSimplex& simplex, SideTest& side, const Trace& trace) {
    Index corner[3] = {edge.from, edge.to, not_in_line(edge, simplex)};
    auto plane = plane_of(corner, simplex);
    in_plane_.clear();
    keep(edge.from);
    keep(edge.to);
    for (Index i = 0; i < count_; ++i) {
      if (i == edge.from || i == edge.to) continue;
      const int sign = side(plane, corner, point(i), plane.height(point(i)));
      if (sign < 0) continue;
      if (sign >
          0) {  // the points in the old plane lie behind the new one, except on the edge's line
        trace.on(FaceCandidateReplaced{edge.from, edge.to, i});
        corner[2] = i;
        plane = plane_of(corner, simplex);
        in_plane_.set_size(2);
      }
      keep(i);
    }
    if (!add_loop(plane, corner)) return false;
    ++stats_.faces;
    trace.on(FaceAccepted{surface_.last_face()});
    return true;
  }

  void keep(Index i) {
    in_plane_.append_unchecked(i);  // reserved
  }

  TrianglePlane plane_of(const Index (&c)[3], const FirstSimplex& simplex) const {
    return TrianglePlane::through(point(c[0]), point(c[1]), point(c[2]), simplex.extent);
  }

  // Any point off the edge's line can be the first: seen along an edge of the hull, all points lie
  // within less than 180 degrees.
  Index not_in_line(Edge edge, const FirstSimplex& simplex) const {
    for (const Index c : simplex.corner) {
      for (int axis = 0; axis < 3; ++axis) {
        if (orientation_without(axis, edge.from, edge.to, c) != 0) return c;
      }
    }
    return simplex.corner[0];  // not reached: four points that span space are not in line
  }
  int orientation_without(int axis, Index a, Index b, Index c) const {
    return orient2d(without_axis(point(a), axis), without_axis(point(b), axis),
                    without_axis(point(c), axis));
  }

  // Adds the hull of the points in the plane of the three corners, counterclockwise like these.
  bool add_loop(const TrianglePlane& plane, const Index (&c)[3]) {
    const int axis = axis_of_projection(plane, point(c[0]), point(c[1]), point(c[2]));
    flat_points_.set_size(in_plane_.size());
    for (std::size_t i = 0; i < in_plane_.size(); ++i) {
      flat_points_[i] = without_axis(point(in_plane_[i]), axis);
    }
    if (wrapping_.build(flat_points_, flat_) != Status::ok) return false;
    stats_.tests += wrapping_.stats().tests;
    stats_.exact_tests += wrapping_.stats().exact_tests;
    const auto loop = flat_.vertices();
    const bool same_orientation = orientation_without(axis, c[0], c[1], c[2]) > 0;
    for (std::size_t i = 0; i < loop.size(); ++i) {
      const Index index = in_plane_[loop[same_orientation ? i : loop.size() - 1 - i]];
      if (!surface_.add_corner(index)) return false;
    }
    return surface_.end_face();
  }

  HullStats stats_;
  Index count_ = 0;
  Allocator allocator_;  // of all members below
  WidePoints<T> wide_{allocator_};
  LowHull<T, GiftWrapping2<T>> low_{allocator_};
  PolygonSurface<T> surface_{allocator_};
  Buffer<Index> in_plane_{allocator_};
  Buffer<Vec<2, double>> flat_points_{allocator_};
  GiftWrapping2<double> wrapping_{allocator_};
  Hull2 flat_{allocator_};
};

}  // namespace detail

template <class T>
Status GiftWrapping3<T>::build(Points points, Hull3<T>& hull, PaperTrace trace) {
  stats_ = {};
  hull.clear();
  const Status status = detail::check_points3(points);
  if (status != Status::ok || points.empty()) return status;
  auto* const builder = builder_.need();
  if (builder == nullptr) return Status::out_of_memory;
  const bool done =
      with_trace(trace, [&](const auto& t) { return builder->build(points, hull, t); });
  stats_ = builder->stats();
  if (done) return Status::ok;
  hull.clear();
  return Status::out_of_memory;
}

template class detail::Opaque<detail::Wrapping3Builder<float>>;
template class detail::Opaque<detail::Wrapping3Builder<double>>;
template class GiftWrapping3<float>;
template class GiftWrapping3<double>;

}  // namespace masu
