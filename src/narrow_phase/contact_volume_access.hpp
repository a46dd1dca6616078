// SPDX-License-Identifier: MIT
// The last steps of a contact volume, for every algorithm: sides, cut, normal.
#pragma once

#include <masu/narrow_phase/contact_volume.hpp>
#include <masu/shapes/check.hpp>

#include "hull/polytope_access.hpp"
#include "narrow_phase/contact_planes.hpp"
#include "narrow_phase/kind_order.hpp"

namespace masu::detail {

// Whether both bodies have a face in the plane of a face of their intersection. They do if the
// other body has nothing in front of it. Usually the point found for one face is also in front of
// the next.
template <int D, class T>
class SharedPlanes {
 public:
  using Point = Vec<D, double>;

  SharedPlanes(const ContactPlanes<D>& planes, const ConvexPolytope<D, T>& first,
               const ConvexPolytope<D, T>& second)
      : planes_(planes), first_(first.view()), second_(second.view()) {}

  // `plane`: relative to the center.
  bool operator()(const Hyperplane<D, double>& plane, bool of_first) {
    const double least = plane.offset + planes_.rounding();
    Point& in_front = in_front_[of_first];
    if (dot(plane.normal, in_front) > least) return false;
    in_front = of_first ? planes_.farthest_of_second(second_, plane.normal)
                        : planes_.farthest_of_first(first_, plane.normal);
    return !(dot(plane.normal, in_front) > least);
  }

 private:
  const ContactPlanes<D>& planes_;
  ShapeView<D, T> first_;
  ShapeView<D, T> second_;
  Point in_front_[2]{};  // a point of the first body; of the second
};

template <int D, class T>
struct ContactVolumeAccess {
  using Volume = ContactVolume<D, T>;
  using Index = std::uint32_t;
  using Point = Vec<D, double>;
  using Inside = std::conditional_t<D == 2, Polytope2Access<T>, Polytope3Access<T>>;

  static Polytope<D, T>& polytope(Volume& v) { return v.polytope_; }

  static Buffer<Index>& sources(Volume& v) {
    if constexpr (D == 2) {
      return Inside::sources(v.polytope_);
    } else {
      return ClosedSurfaceAccess::sources(v.polytope_);
    }
  }

  // `points` and planes are relative to the center; the polytope's sources are indices into
  // `planes.planes()` and become numbers of faces. Returns false if out of memory.
  static bool finish(Volume& v, std::span<const Point> points, const ContactPlanes<D>& planes,
                     SharedPlanes<D, T> shared, bool swapped) {
    v.swapped_ = swapped;
    v.first_faces_ = planes.first_faces();
    const Moments<D> moments = measure(v, points, planes, shared);
    for (Index& source : sources(v)) source = planes.numbers()[source];
    const auto to_world = [&](const Point& p) { return planes.template to_world<T>(p); };
    return Inside::finish(v.polytope_, points, moments, to_world) && set_cut(v);
  }

 private:
  static Moments<D> moments_of_side(const Volume& v, std::size_t f, const Point& normal,
                                    std::span<const Point> points) {
    if constexpr (D == 2) {
      const Point& here = points[f];
      const Point& next = points[f + 1 == points.size() ? 0 : f + 1];
      return {cross(normal, next - here), (here + next) * 0.5};
    } else {
      return moments_of_face(v.polytope_.face(f), normal, [&](Index i) { return points[i]; });
    }
  }

  // Computes volume and centroid by the pyramids from the center to the faces: nothing cancels.
  // Also sums the areas of the first body's faces, with a half of those on both; below 2^-44 of the
  // whole surface it is rounding.
  static Moments<D> measure(Volume& v, std::span<const Point> points,
                            const ContactPlanes<D>& planes, SharedPlanes<D, T>& shared) {
    Point span{};
    double surface = 0;
    double pyramids = 0;
    Point center{};
    const auto& source = sources(v);
    for (std::size_t f = 0; f < source.size(); ++f) {
      const auto& plane = planes.planes()[source[f]];
      const Moments<D> side = moments_of_side(v, f, plane.normal, points);
      const double part = side.size * plane.offset;
      pyramids += part;
      center = center + side.centroid * part;
      surface += side.size;
      const bool of_first = source[f] < planes.count_of_first();
      if (shared(plane, of_first)) {
        span = span + plane.normal * (side.size / 2);
      } else if (of_first) {
        span = span + plane.normal * side.size;
      }
    }
    const double area = length(span);
    if (area > 0x1p-44 * surface) {
      v.area_ = static_cast<T>(area);
      const auto n = planes.template to_world_direction<T>(span * (1 / area));
      v.normal_ = v.swapped_ ? -n : n;
    }
    constexpr double kApex = D / (D + 1.0);
    return {pyramids / D, pyramids > 0 ? center * (kApex / pyramids) : center};
  }

  static bool of_first(const Volume& v, Index face) {
    return v.polytope_.source(face) < v.first_faces_;
  }

  static bool set_cut(Volume& v) {
    v.cut_begin_.clear();
    v.cut_.clear();
    if constexpr (D == 2) {
      return cut_outline(v);
    } else {
      return cut_surface(v);
    }
  }

  // From the ends of the first body's edges to their origins: they are counterclockwise.
  static bool cut_outline(Volume& v) {
    const std::size_t count = v.polytope_.edge_count();
    for (Index i = 0; i < count; ++i) {
      const Index before = static_cast<Index>(i == 0 ? count - 1 : i - 1);
      if (!of_first(v, i) || of_first(v, before)) continue;
      Index end = i;
      while (of_first(v, end)) end = end + 1 == count ? 0 : end + 1;
      if (!v.cut_begin_.push_back(static_cast<Index>(v.cut_.size())) ||
          !v.cut_.push_back(v.swapped_ ? end : i) || !v.cut_.push_back(v.swapped_ ? i : end)) {
        return false;
      }
    }
    return true;
  }

  static bool on_cut(const Volume& v, Index edge) {
    const auto& p = v.polytope_;
    return of_first(v, p.face_of(edge)) && !of_first(v, p.face_of(p.twin(edge)));
  }
  // Goes around the edge's end, through the first body's faces.
  static Index next_on_cut(const Volume& v, Index edge) {
    const auto& p = v.polytope_;
    edge = p.next(edge);
    while (!on_cut(v, edge)) edge = p.next(p.twin(edge));
    return edge;
  }

  // Each loop begins at its smallest half-edge.
  static bool cut_surface(Volume& v) {
    const auto edges = static_cast<Index>(v.polytope_.edge_count());
    if (!v.on_loop_.resize(edges)) return false;
    for (std::uint8_t& on : v.on_loop_) on = 0;
    for (Index e = 0; e < edges; ++e) {
      if (v.on_loop_[e] != 0 || !on_cut(v, e)) continue;
      const std::size_t begin = v.cut_.size();
      if (!v.cut_begin_.push_back(static_cast<Index>(begin))) return false;
      Index at = e;
      do {
        if (!v.cut_.push_back(v.polytope_.origin(at))) return false;
        v.on_loop_[at] = 1;
        at = next_on_cut(v, at);
      } while (at != e);
      if (v.swapped_) reverse(v.cut_, begin + 1, v.cut_.size());
    }
    return true;
  }
  static void reverse(Buffer<Index>& of, std::size_t begin, std::size_t end) {
    for (; begin + 1 < end; ++begin, --end) std::swap(of[begin], of[end - 1]);
  }
};

// Sends the events of the planes, before they are used.
template <int D, class Trace>
void report_planes(const ContactPlanes<D>& planes, bool swapped, const Trace& trace) {
  trace.on(FrameOfSteps<D>{planes.rotation(), planes.translation()});
  for (std::uint32_t i = 0; i < planes.numbers().size(); ++i) {
    trace.on(PlaneTaken{i, face_of_number(planes.numbers()[i], planes.first_faces(), swapped)});
  }
}

// Checks the pair and orders it, then calls `run(first, first_pose, second, second_pose, swapped)`.
// If the result is not ok the volume is emptied.
template <int D, class T, class Run>
Status find_volume(const ConvexPolytope<D, T>& a, const Transform<D, T>& pose_a,
                   const ConvexPolytope<D, T>& b, const Transform<D, T>& pose_b,
                   ContactVolume<D, T>& volume, Run&& run) {
  volume.clear();
  const auto view_a = a.view();
  const auto view_b = b.view();
  for (const Status s : {check_view(view_a), check_view(view_b), pose_a.check(), pose_b.check()}) {
    if (s != Status::ok) return s;
  }
  const Status s = in_order(view_a, pose_a, view_b, pose_b) ? run(a, pose_a, b, pose_b, false)
                                                            : run(b, pose_b, a, pose_a, true);
  if (s != Status::ok) volume.clear();
  return s;
}

}  // namespace masu::detail
