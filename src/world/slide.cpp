// SPDX-License-Identifier: MIT
#include <masu/world/slide.hpp>

#include "world/near_pieces.hpp"

namespace masu {

template <int D, class T>
std::uint32_t SlideObstacle<D, T>::body() const {
  return piece_.body;
}
template <int D, class T>
std::uint32_t SlideObstacle<D, T>::piece() const {
  return piece_.piece;
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
  const Vec<D, double> own = transposed_times(piece_.turn, n);
  const double last = dot(piece_.origin, n) + double(piece_.shape.radius);
  if (piece_.shape.kind == ShapeKind::half_space) {
    // Finite only along its normal, which has length 1 except for rounding.
    if (length(own - vec_cast<double>(piece_.shape.p[0])) > 0x1p-10) {
      return -std::numeric_limits<T>::infinity();
    }
    return static_cast<T>(first - last - double(piece_.shape.p[1][0]));
  }
  return static_cast<T>(first - last - dot(own, support_of_core(piece_.shape, own).point));
}

template class SlideObstacle<2, float>;
template class SlideObstacle<3, float>;
template class SlideObstacle<2, double>;
template class SlideObstacle<3, double>;

}  // namespace masu
