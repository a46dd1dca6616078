// SPDX-License-Identifier: MIT
// PreparedRay: a ray with the values that tests of boxes need, computed once.
#pragma once

#include <limits>

#include <masu/core/ray.hpp>

namespace masu::detail {

// A valid ray. `inverse` is used if no component is zero, nor its reciprocal beyond the range of T.
template <int D, class T>
struct PreparedRay {
  Ray<D, T> ray;
  Vec<D, T> inverse;
  bool plain;

  explicit PreparedRay(const Ray<D, T>& r) : ray(r), inverse{}, plain(true) {
    for (int a = 0; a < D; ++a) {
      inverse[a] = r.direction[a] == 0 ? T(0) : T(1) / r.direction[a];
      const T size = inverse[a] < 0 ? -inverse[a] : inverse[a];
      plain = plain && is_finite(size) && size >= std::numeric_limits<T>::min();
    }
  }

  // Returns whether the ray can hit anything in a box, which is not empty, at t <= limit. `enter`
  // is no later than the t of ray_box() for any box in it. Products with a rounded reciprocal are
  // at most two units in the last place off quotients, or less than the smallest normal number: the
  // interval is widened by four units and that number.
  bool may_hit(const Aabb<D, T>& box, T limit, T& enter) const {
    if (!plain) return may_hit_exactly(box, limit, enter);
    T from = 0;
    T to = limit;
    for (int a = 0; a < D; ++a) {
      const bool up = inverse[a] > 0;
      const T near = ((up ? box.min : box.max)[a] - ray.origin[a]) * inverse[a];
      const T far = ((up ? box.max : box.min)[a] - ray.origin[a]) * inverse[a];
      from = near > from ? near : from;
      to = far < to ? far : to;
    }
    constexpr T kWider = 4 * std::numeric_limits<T>::epsilon();
    enter = from * (1 - kWider) - std::numeric_limits<T>::min();
    return enter <= to * (1 + kWider) + std::numeric_limits<T>::min();
  }

 private:
  bool may_hit_exactly(const Aabb<D, T>& box, T limit, T& enter) const {
    Ray<D, T> limited = ray;
    limited.max_t = limit;
    const std::optional<T> t = ray_box(limited, box);
    enter = t.value_or(T(0));
    return t.has_value();
  }
};

}  // namespace masu::detail
