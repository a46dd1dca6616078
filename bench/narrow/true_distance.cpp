// SPDX-License-Identifier: MIT
#include "true_distance.hpp"

#include <algorithm>
#include <cmath>

#include <masu/narrow_phase/time_of_impact.hpp>

namespace masu_bench::narrow {
namespace {

template <int D, class Shapes>
double distance_in(const Shapes& shapes, Numbers pair, const masu_narrow_pose& pose_a,
                   const masu_narrow_pose& pose_b) {
  return masu::penetration(shapes[pair.a].view(), transform_of<D, double>(pose_a),
                           shapes[pair.b].view(), transform_of<D, double>(pose_b))
      .distance;
}

template <int D, class Shapes>
double time_in(const Shapes& shapes, Numbers pair, const masu_narrow_pose& pose_a,
               const masu_narrow_pose& pose_b, const Point& motion) {
  return masu::shape_cast(shapes[pair.a].view(), transform_of<D, double>(pose_a),
                          shapes[pair.b].view(), transform_of<D, double>(pose_b),
                          vec_of<D, double>(motion.data()))
      .t;
}

}  // namespace

TrueDistance::TrueDistance(int dim, std::span<const masu_narrow_shape> shapes) {
  for (const masu_narrow_shape& s : shapes) {
    if (s.kind == MASU_NARROW_MESH) continue;
    if (dim == 2) flat_.emplace_back(s);
    if (dim == 3) solid_.emplace_back(s);
  }
}

double TrueDistance::operator()(Numbers pair, const masu_narrow_pose& pose_a,
                                const masu_narrow_pose& pose_b) const {
  return solid_.empty() ? distance_in<2>(flat_, pair, pose_a, pose_b)
                        : distance_in<3>(solid_, pair, pose_a, pose_b);
}

double TrueDistance::least(Numbers pair, const masu_narrow_query& query) const {
  constexpr int kSteps = 64;
  double least = (*this)(pair, query.a, query.b);
  for (int s = 1; s <= kSteps; ++s) {
    least = std::min(least, (*this)(pair, query.a, pose_at(query, 1.0 * s / kSteps)));
  }
  return least;
}

double TrueDistance::distance_to_touch(Numbers pair, const masu_narrow_pose& pose_a,
                                       const masu_narrow_pose& rotation_of_b, const Point& line,
                                       const Point& aside, double far) const {
  masu_narrow_pose pose_b = rotation_of_b;
  for (std::size_t i = 0; i < 3; ++i)
    pose_b.position[i] = pose_a.position[i] + line[i] * far + aside[i];
  const double t = solid_.empty() ? time_in<2>(flat_, pair, pose_a, pose_b, line * -far)
                                  : time_in<3>(solid_, pair, pose_a, pose_b, line * -far);
  return (1 - t) * far;
}

masu_narrow_pose pose_at(const masu_narrow_query& query, double t) {
  const masu_narrow_pose& from = query.b;
  const masu_narrow_pose& to = query.to_b;
  masu_narrow_pose p{};
  for (int i = 0; i < 3; ++i)
    p.position[i] = from.position[i] + t * (to.position[i] - from.position[i]);
  double size = 0;
  for (int i = 0; i < 4; ++i) {
    p.rotation[i] = from.rotation[i] + t * (to.rotation[i] - from.rotation[i]);
    size += p.rotation[i] * p.rotation[i];
  }
  for (double& x : p.rotation) x /= std::sqrt(size);
  return p;
}

}  // namespace masu_bench::narrow
