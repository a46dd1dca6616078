// SPDX-License-Identifier: MIT
#include <masu/mesh/composite_point.hpp>

#include "core/round_outward.hpp"

#include "core/instantiate.hpp"
#include "mesh/body.hpp"
#include "mesh/winding.hpp"
#include "narrow_phase/placed_query.hpp"

namespace masu {

namespace detail {
namespace {

template <int D, class T>
Status check_point_query(const BodyView<D, T>& body, const Transform<D, T>& pose,
                         const Vec<D, T>& point) {
  if (body.bounds().empty()) return Status::no_points;
  const Status s = pose.check();
  return s != Status::ok ? s : check_position(point);
}

// Returns a box of T that contains a point.
template <class T, int D>
Aabb<D, T> box_around(const Vec<D, double>& p) {
  Aabb<D, T> box;
  for (int a = 0; a < D; ++a) box.min[a] = round_down<T>(p[a]), box.max[a] = round_up<T>(p[a]);
  return box;
}

}  // namespace

template <int D, class T>
SubShapeSurfacePoint<D, T> closest_point_of_body(const BodyView<D, T>& body,
                                                 const Transform<D, T>& pose,
                                                 const Vec<D, T>& point) {
  SubShapeSurfacePoint<D, T> best;
  best.status = check_point_query(body, pose, point);
  if (best.status != Status::ok) return best;
  const LocalFrame<D> frame(pose);
  const Vec<D, double> q = frame.to_local(point);
  const auto gap = [&](const Aabb<D, T>& box) {
    const Aabb<D, double> wide{vec_cast<double>(box.min), vec_cast<double>(box.max)};
    return distance_squared(wide, q) * (1 - 0x1p-40);
  };
  const auto take = [&](std::uint32_t id, const SubShape<D, T>& sub_shape) {
    const LocalFrame<D> own =
        sub_shape.pose == nullptr ? frame : frame_of_part(frame, *sub_shape.pose);
    const SurfacePoint<D, T> s = placed_closest_point(sub_shape.shape, own, point);
    const T old = best.distance;
    const bool nearer = s.distance < old || (s.distance == old && id < best.sub_shape);
    if (best.sub_shape == kNoSubShape || nearer) best.nearest() = s, best.sub_shape = id;
    // Sub-shapes that are equally near up to rounding are tested, too.
    const double size = double(best.distance) * (1 + 0x1p-20);
    const double slack = largest_component(q) * 0x1p-40;
    const double reach = size > 0 ? (size + slack) * (size + slack) : slack * slack;
    return reach;
  };
  best.stats = sub_shapes_near<D, T>(body, gap, std::numeric_limits<double>::infinity(), take);
  return best;
}

template <int D, class T>
PointInside point_inside_body(const BodyView<D, T>& body, const Transform<D, T>& pose,
                              const Vec<D, T>& point) {
  PointInside r;
  r.status = check_point_query(body, pose, point);
  if (r.status != Status::ok) return r;
  const LocalFrame<D> frame(pose);
  const auto box = box_around<T>(frame.to_local(point));
  (void)body.for_each_sub_shape(box, [&](std::uint32_t, const SubShape<D, T>& sub_shape) {
    const LocalFrame<D> own =
        sub_shape.pose == nullptr ? frame : frame_of_part(frame, *sub_shape.pose);
    r.inside = placed_closest_point(sub_shape.shape, own, point).distance <= 0;
    return !r.inside;
  });
  return r;
}

}  // namespace detail

template <int D, class T>
PointInside point_inside(const SurfaceMesh<D, T>& mesh, const Transform<D, T>& pose,
                         const Vec<D, T>& point) {
  PointInside r;
  r.status = detail::check_point_query(mesh.view(), pose, point);
  if (r.status == Status::ok && !mesh.closed()) r.status = Status::open_surface;
  if (r.status != Status::ok) return r;
  const Vec<D, double> q = detail::LocalFrame<D>(pose).to_local(point);
  auto box = detail::box_around<T>(q);
  box.max[0] = std::numeric_limits<T>::infinity();
  detail::Winding<D> winding(q);
  (void)detail::BodyAccess::search(mesh).for_each_sub_shape(
      box, [&](std::uint32_t id, const SubShape<D, T>&) {
        Vec<D, double> corners[D];
        for (std::size_t k = 0; k < D; ++k) corners[k] = vec_cast<double>(mesh.corner(id, k));
        winding.pass(corners);
        return !winding.on_surface();
      });
  r.inside = winding.on_surface() || winding.number() > 0;
  if (!winding.on_surface() && winding.number() < 0) r.status = Status::inverted;
  return r;
}

#define MASU_INSTANTIATE(D, T)                                                                  \
  template SubShapeSurfacePoint<D, T> detail::closest_point_of_body(                            \
      const BodyView<D, T>&, const Transform<D, T>&, const Vec<D, T>&);                         \
  template PointInside detail::point_inside_body(const BodyView<D, T>&, const Transform<D, T>&, \
                                                 const Vec<D, T>&);                             \
  template PointInside point_inside(const SurfaceMesh<D, T>&, const Transform<D, T>&,           \
                                    const Vec<D, T>&);
MASU_FOR_2_AND_3_D(MASU_INSTANTIATE)
#undef MASU_INSTANTIATE

}  // namespace masu
