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

double TrueDistance::way_to_touch(Numbers pair, const masu_narrow_pose& pose_a,
                                  const masu_narrow_pose& turn_of_b, const Point& line,
                                  const Point& aside, double far) const {
  masu_narrow_pose pose_b = turn_of_b;
  for (std::size_t i = 0; i < 3; ++i) pose_b.place[i] = pose_a.place[i] + line[i] * far + aside[i];
  const double t = solid_.empty() ? time_in<2>(flat_, pair, pose_a, pose_b, line * -far)
                                  : time_in<3>(solid_, pair, pose_a, pose_b, line * -far);
  return (1 - t) * far;
}

masu_narrow_pose pose_at(const masu_narrow_query& query, double t) {
  const masu_narrow_pose& from = query.b;
  const masu_narrow_pose& to = query.to_b;
  masu_narrow_pose p{};
  for (int i = 0; i < 3; ++i) p.place[i] = from.place[i] + t * (to.place[i] - from.place[i]);
  double size = 0;
  for (int i = 0; i < 4; ++i) {
    p.turn[i] = from.turn[i] + t * (to.turn[i] - from.turn[i]);
    size += p.turn[i] * p.turn[i];
  }
  for (double& x : p.turn) x /= std::sqrt(size);
  return p;
}

}  // namespace masu_bench::narrow
