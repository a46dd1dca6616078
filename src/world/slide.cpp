// SPDX-License-Identifier: MIT
#include <masu/world/slide.hpp>

#include "world/near_sub_shapes.hpp"

namespace masu {

template <int D, class T>
std::uint32_t SlideObstacle<D, T>::body() const {
  return sub_shape_.body;
}
template <int D, class T>
std::uint32_t SlideObstacle<D, T>::sub_shape() const {
  return sub_shape_.sub_shape;
}
template <int D, class T>
T SlideObstacle<D, T>::gap(const Vec<D, T>& direction) const {
  Vec<D, double> n = vec_cast<double>(direction);
  const double size = length(n);
  if (!(size > 0)) return 0;
  n = n * (1 / size);
  const double first = dot(vec_cast<double>(mover_.position), n) -
                       std::fabs(dot(vec_cast<double>(mover_.half_axis), n)) -
                       double(mover_.radius);
  const Vec<D, double> own = transposed_times(sub_shape_.rotation, n);
  const double last = dot(sub_shape_.origin, n) + double(sub_shape_.shape.radius);
  if (sub_shape_.shape.kind == ShapeKind::half_space) {
    // Finite only along its normal, which has length 1 except for rounding.
    if (length(own - vec_cast<double>(sub_shape_.shape.p[0])) > 0x1p-10) {
      return -std::numeric_limits<T>::infinity();
    }
    return static_cast<T>(first - last - double(sub_shape_.shape.p[1][0]));
  }
  return static_cast<T>(first - last - dot(own, support_of_core(sub_shape_.shape, own).point));
}

template class SlideObstacle<2, float>;
template class SlideObstacle<3, float>;
template class SlideObstacle<2, double>;
template class SlideObstacle<3, double>;

}  // namespace masu
