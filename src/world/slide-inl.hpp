// SPDX-License-Identifier: MIT
// slide_among(), in one file for each dimension and scalar: compilers inline less if one file has
// all.
#pragma once

#include <masu/core/answered.hpp>
#include <masu/world/slide.hpp>

#include "world/slide_walk.hpp"

namespace masu::detail {

constexpr double kMostCoordinate = 0x1p140;

template <int D, class T>
Status check_vector(const Vec<D, T>& v) {
  if (!is_finite(v)) return Status::not_finite;
  for (int a = 0; a < D; ++a) {
    if (!(std::fabs(double(v[a])) <= kMostCoordinate)) return Status::out_of_range;
  }
  return Status::ok;
}

template <int D, class T>
Status check_options(const SlideOptions<D, T>& o) {
  for (const T x : {o.walkable_cosine, o.step_height, o.snap, o.skin}) {
    if (!is_finite(x)) return Status::not_finite;
    if (!(x >= 0) || !(double(x) <= kMostCoordinate)) return Status::out_of_range;
  }
  return o.walkable_cosine > 0 && o.walkable_cosine <= 1 ? Status::ok : Status::out_of_range;
}

// Returns the largest coordinate that a move can reach.
template <int D, class T>
double extent(const CapsuleMover<D, T>& mover, const Vec<D, T>& displacement,
              const SlideOptions<D, T>& options) {
  double most = 0;
  const double more = double(mover.radius) + double(options.step_height) + double(options.snap);
  for (int a = 0; a < D; ++a) {
    const double x = std::fabs(double(mover.position[a])) + std::fabs(double(displacement[a])) +
                     std::fabs(double(mover.half_axis[a])) + more;
    most = std::fmax(most, x);
  }
  return most;
}

template <int D, class T>
SlideResult<D, T> slide_among(AnyBodySource<D, T> source, CapsuleMover<D, T>& mover,
                              const Vec<D, T>& displacement, const SlideOptions<D, T>& options,
                              TakeSlideContact<D> contact, const ObstacleFilter<D, T>* counts) {
  SlideResult<D, T> refused;
  for (const Status s :
       {check_vector(mover.position), check_vector(mover.half_axis), check_vector(displacement),
        check_vector(options.up), check_vector(Vec<1, T>{mover.radius}), check_options(options)}) {
    if (s != Status::ok) return refused.status = s, refused;
  }
  if (!(mover.radius > 0)) return refused.status = Status::not_positive, refused;
  const double radius = double(mover.radius);
  const double unit =
      double(std::numeric_limits<T>::epsilon()) * extent(mover, displacement, options);
  if (!(64 * unit <= radius) || radius < 0x1p-140) {
    return refused.status = Status::out_of_range, refused;
  }
  const double requested = options.skin > 0 ? double(options.skin) : radius / 128;
  Vec<D, double> up = vec_cast<double>(options.up);
  if (const double size = length(up); size > 0) up = up * (1 / size);
  const MoveStart<D, T> start{mover, displacement, counts};
  SlideWalk<D, T> walk(source, start, up, options, std::fmax(requested, 64 * unit), unit, contact);
  const SlideResult<D, T> result = walk.go(vec_cast<double>(displacement));
  if (!answered(result.status)) {
    return refused.status = result.status, refused;
  }
  mover.position = vec_cast<T>(walk.position());
  return result;
}

}  // namespace masu::detail
