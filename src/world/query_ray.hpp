// SPDX-License-Identifier: MIT
// A ray with what looks at many objects need, made once.
#pragma once

#include "broad_phase/prepared_ray.hpp"

namespace masu::detail {

// A valid ray; `unit`, `size`, `end`: its direction of length 1, how long that is, and its end in
// such lengths. Not `sound`: beyond what ray_cast() takes, as each object will say.
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
