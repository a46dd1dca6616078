// SPDX-License-Identifier: MIT
// QueryRay: a ray with the values that tests of many objects need, computed once.
#pragma once

#include "broad_phase/prepared_ray.hpp"

namespace masu::detail {

// A valid ray. `unit`: its direction, of length 1; `size`: the length of its direction; `end`: the
// distance of its end. Not `sound`: outside the range of ray_cast(), as the tests of all objects
// will report.
template <int D, class T>
struct QueryRay {
  PreparedRay<D, T> prepared;
  Vec<D, double> origin;
  Vec<D, double> unit;
  double size;
  double end;
  bool sound;

  explicit QueryRay(const Ray<D, T>& ray);
  const Ray<D, T>& ray() const { return prepared.ray; }
};

extern template struct QueryRay<2, float>;
extern template struct QueryRay<3, float>;
extern template struct QueryRay<2, double>;
extern template struct QueryRay<3, double>;

}  // namespace masu::detail
