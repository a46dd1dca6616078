// SPDX-License-Identifier: MIT
#include <masu/mesh/composite_aabb.hpp>

#include <cmath>

#include "core/round_outward.hpp"

#include "core/instantiate.hpp"
#include "mesh/body.hpp"

namespace masu::detail {
namespace {

// Finds the sub-shape that reaches farthest in both directions of each axis. Boxes of sub-shapes
// that reach no farther than the sub-shapes tested so far are skipped.
template <int D, class T>
class FarthestSubShapes {
 public:
  FarthestSubShapes(const BodyView<D, T>& body, const Transform<D, T>& pose)
      : body_(body), bounds_(body.bounds()), all_(Aabb<D, double>::nothing()) {
    static_cast<PairFrame<D>&>(pose_) = pair_frame(Transform<D, T>{}, pose);
    pose_.origin = {};
  }

  Aabb<D, T> find() {
    if (bounds_.empty()) return Aabb<D, T>::nothing();
    for (int axis = 0; axis < D; ++axis) {
      search(axis, 1);
      search(axis, -1);
    }
    Aabb<D, T> box;
    for (int axis = 0; axis < D; ++axis) {
      box.min[axis] = round_down<T>(all_.min[axis]);
      box.max[axis] = round_up<T>(all_.max[axis]);
    }
    return box;
  }

 private:
  void search(int axis, double sign) {
    constexpr double kRounding = 0x1p-44;
    const Vec<D, double> direction = pose_.rotation.row[axis] * sign;
    const double from = pose_.translation[axis] * sign;
    const double farthest = reach(bounds_, direction);
    const double slack = kRounding * (size_along(direction) + std::fabs(from));
    const auto beyond = [&] {
      const double known = sign > 0 ? all_.max[axis] : -all_.min[axis];
      return farthest + from - known + slack;
    };
    const auto gap = [&](const Aabb<D, T>& box) { return farthest - reach(box, direction); };
    const auto take = [&](std::uint32_t, const SubShape<D, T>& sub_shape) {
      const PairFrame<D>& frame =
          sub_shape.pose == nullptr ? pose_ : (part_ = pose_.with_part_of_b(*sub_shape.pose));
      all_ = merge(all_, box_of_b(sub_shape.shape, frame));
      return beyond();
    };
    (void)sub_shapes_near<D, T>(body_, gap, beyond(), take);
  }
  static double reach(const Aabb<D, T>& box, const Vec<D, double>& direction) {
    double sum = 0;
    for (int k = 0; k < D; ++k)
      sum += direction[k] * double(direction[k] > 0 ? box.max[k] : box.min[k]);
    return sum;
  }
  double size_along(const Vec<D, double>& direction) const {
    double sum = 0;
    for (int k = 0; k < D; ++k) {
      const double most = std::fmax(std::fabs(double(bounds_.min[k])), double(bounds_.max[k]));
      sum += std::fabs(direction[k]) * most;
    }
    return sum;
  }

  const BodyView<D, T>& body_;
  Aabb<D, T> bounds_;
  Aabb<D, double> all_;
  PairPose<D> pose_;
  PairPose<D> part_;
};

}  // namespace

template <int D, class T>
Aabb<D, T> aabb_of_body(const BodyView<D, T>& body, const Transform<D, T>& pose) {
  return FarthestSubShapes<D, T>(body, pose).find();
}

#define MASU_INSTANTIATE(D, T) \
  template Aabb<D, T> aabb_of_body(const BodyView<D, T>&, const Transform<D, T>&);
MASU_FOR_2_AND_3_D(MASU_INSTANTIATE)
#undef MASU_INSTANTIATE

}  // namespace masu::detail
