// SPDX-License-Identifier: MIT
#include "narrow_phase/contact_planes.hpp"
#include "core/instantiate.hpp"

#include <masu/core/aabb.hpp>
#include <masu/core/answered.hpp>

#include "narrow_phase/core_distance.hpp"
#include "narrow_phase/fine_frame.hpp"
#include "narrow_phase/placed_pair.hpp"
#include "narrow_phase/with_radii.hpp"

namespace masu::detail {
namespace {

template <class T>
std::size_t face_count(const ConvexPolygon<T>& p) {
  return p.size();
}
template <class T>
std::size_t face_count(const ConvexPolyhedron<T>& p) {
  return p.face_count();
}

template <class T>
Hyperplane<3, double> plane_of(const ConvexPolyhedron<T>& p, std::size_t f) {
  return {p.plane(f).normal, p.plane(f).offset};
}
template <class T>
Hyperplane<2, double> plane_of(const ConvexPolygon<T>& p, std::size_t i) {
  const Vec<2, double>& n = p.normal(i);
  const double here = dot(n, vec_cast<double>(p.vertex(i)));
  const double next = dot(n, vec_cast<double>(p.vertex(i + 1 == p.size() ? 0 : i + 1)));
  return {n, here < next ? next : here};
}

// Returns whether the plane touches the box: then a face on it may bound the part in the box.
template <int D>
class Reaches {
 public:
  Reaches(const Aabb<D, double>& box, double slack) : slack_(slack) {
    for (int k = 0; k < D; ++k) {
      center_[k] = 0.5 * (box.min[k] + box.max[k]);
      half_[k] = 0.5 * (box.max[k] - box.min[k]);
    }
  }
  bool operator()(const Hyperplane<D, double>& plane) const {
    double reach = slack_;
    for (int k = 0; k < D; ++k) {
      reach += plane.normal[k] * center_[k] + std::fabs(plane.normal[k]) * half_[k];
    }
    return reach >= plane.offset;
  }

 private:
  Vec<D, double> center_{};
  Vec<D, double> half_{};
  double slack_;
};

}  // namespace

template <int D>
template <class T>
Status ContactPlanes<D>::gather(const ConvexPolytope<D, T>& first,
                                const Transform<D, T>& first_pose,
                                const ConvexPolytope<D, T>& second,
                                const Transform<D, T>& second_pose, Keep keep) {
  const PairFrame<D> frame = pair_frame(first_pose, second_pose);
  const auto view_first = first.view();
  const auto view_second = second.view();
  const CoreDistance<D> core = core_distance(view_first, view_second, frame, Depth::none);
  if (!answered(core.status)) return core.status;
  if (core.lower > kBoundSlack * core.size) return Status::apart;
  rotation_first_ = frame.rotation_a;
  translation_first_ = vec_cast<double>(first_pose.translation);
  rotation_ = frame.rotation;
  translation_ = frame.translation;

  const PairFrame<D> here{{}, Matrix<D, double>::identity(), {}};
  const auto box_first = box_of_b(view_first, here);
  const auto box_second = box_of_b(view_second, frame);
  const Aabb<D, double> box{max(box_first.min, box_second.min), min(box_first.max, box_second.max)};
  double size = 0;
  double reach = 0;
  for (int k = 0; k < D; ++k) {
    for (const double x :
         {box_first.min[k], box_first.max[k], box_second.min[k], box_second.max[k]}) {
      if (std::fabs(x) > size) size = std::fabs(x);
    }
    if (!(box.min[k] <= box.max[k])) return Status::touching;
    reach += box.max[k] - box.min[k];
  }

  const auto faces = static_cast<std::uint32_t>(face_count(first) + face_count(second));
  if (!planes_.grow(faces) || !number_.grow(faces) || !near_.grow(faces) ||
      !near_indices_.grow(faces)) {
    return Status::out_of_memory;
  }
  planes_.clear();
  number_.clear();
  near_.clear();
  near_indices_.clear();
  const Reaches<D> reaches(box, 0x1p-46 * size);
  const auto take = [&](const Plane& plane, std::uint32_t number) {
    const bool near = reaches(plane);
    if (keep == Keep::near && !near) return;
    if (near) {
      (void)near_.push_back(plane);
      (void)near_indices_.push_back(static_cast<std::uint32_t>(planes_.size()));
    }
    (void)planes_.push_back(plane);
    (void)number_.push_back(number);
  };
  first_faces_ = static_cast<std::uint32_t>(face_count(first));
  for (std::uint32_t f = 0; f < first_faces_; ++f) take(plane_of(first, f), f);
  count_of_first_ = planes_.size();
  for (std::uint32_t f = first_faces_; f < faces; ++f) {
    Plane plane = plane_of(second, f - first_faces_);
    plane.normal = rotation_ * plane.normal;
    plane.offset += dot(plane.normal, translation_);
    take(plane, f);
  }
  start_ = (box.min + box.max) * 0.5;
  reach_ = 2 * reach;
  size_ = size;
  return Status::ok;
}

template <int D>
template <class T>
void ContactPlanes<D>::refine(std::span<const std::uint32_t> indices,
                              const ConvexPolytope<D, T>& first, const Transform<D, T>& first_pose,
                              const ConvexPolytope<D, T>& second,
                              const Transform<D, T>& second_pose) {
  const FineFrame<D, T> frame(first_pose, second_pose, center_);
  const auto of_first = [&](const Vec<D, T>& p) { return frame.of_first(p); };
  const auto of_second = [&](const Vec<D, T>& p) { return frame.of_second(p); };
  for (const std::uint32_t index : indices) {
    const std::uint32_t number = number_[index];
    if (number < first_faces_) {
      (void)fine_plane(first, number, of_first, planes_[index]);
    } else {
      (void)fine_plane(second, number - first_faces_, of_second, planes_[index]);
    }
  }
}

template <int D>
void ContactPlanes<D>::keep_only(std::span<const std::uint32_t> indices) {
  std::size_t count = 0;
  std::size_t of_first = 0;
  for (const std::uint32_t index : indices) {
    if (index < count_of_first_) ++of_first;
    planes_[count] = planes_[index];
    number_[count++] = number_[index];
  }
  planes_.set_size(count);
  number_.set_size(count);
  count_of_first_ = of_first;
}

template class ContactPlanes<2>;
template class ContactPlanes<3>;
#define MASU_INSTANTIATE(D, T)                                                                  \
  template Status ContactPlanes<D>::gather(const ConvexPolytope<D, T>&, const Transform<D, T>&, \
                                           const ConvexPolytope<D, T>&, const Transform<D, T>&, \
                                           Keep);                                               \
  template void ContactPlanes<D>::refine(std::span<const std::uint32_t>,                        \
                                         const ConvexPolytope<D, T>&, const Transform<D, T>&,   \
                                         const ConvexPolytope<D, T>&, const Transform<D, T>&);
MASU_FOR_2_AND_3_D(MASU_INSTANTIATE)
#undef MASU_INSTANTIATE

}  // namespace masu::detail
