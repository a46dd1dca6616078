// SPDX-License-Identifier: MIT
// Contact normals that the surface of a height field can have.
#include "core/instantiate.hpp"
#include "mesh/height_field.hpp"
#include "mesh/lies_behind.hpp"

namespace masu {
namespace {

constexpr double kRounding = 0x1p-20;

// Returns the normal that points up.
template <class T>
Vec<3, double> normal_of(const SubShape<3, T>& sub_shape) {
  const auto p = vec_cast<double>(sub_shape.shape.p[0]);
  const auto n =
      cross(vec_cast<double>(sub_shape.shape.p[1]) - p, vec_cast<double>(sub_shape.shape.p[2]) - p);
  return n * (1 / length(n));
}
template <class T>
Vec<2, double> normal_of(const SubShape<2, T>& sub_shape) {
  const auto direction =
      vec_cast<double>(sub_shape.shape.p[0]) - vec_cast<double>(sub_shape.shape.p[1]);
  return Vec<2, double>{-direction[1], direction[0]} * (1 / length(direction));
}

// Returns the shortest side of a sub-shape's cell, seen from above.
template <int D, class T>
double least_side(const SubShape<D, T>& sub_shape) {
  double least = std::numeric_limits<double>::infinity();
  for (int a = 0; a < D; a += 2) {
    double low = double(sub_shape.shape.p[0][a]);
    double high = low;
    for (int k = 1; k < D; ++k) {
      low = std::fmin(low, double(sub_shape.shape.p[k][a]));
      high = std::fmax(high, double(sub_shape.shape.p[k][a]));
    }
    least = std::fmin(least, high - low);
  }
  return least;
}

}  // namespace

// Inside a face, and where all faces at the point lie in one plane: the face's normal. Where the
// faces bend down around the point, on a ridge or peak: each normal with all of them behind its
// plane. Elsewhere, as in a valley, the face's normal.
template <int D, class T>
Vec<D, double> HeightField<D, T>::corrected_normal(std::uint32_t id, const Vec<D, double>& point,
                                                   const Vec<D, double>& normal) const {
  const auto& data = search();
  const SubShape<D, T> own = data.sub_shape(id);
  const Vec<D, double> up = normal_of(own);
  if (!(dot(up, normal) > 0)) return up;
  const double width = least_side(own) * detail::kInternalEdgeWidth;
  bool behind = true;
  bool flat = true;
  detail::for_each_sub_shape_at(data, point, width, [&](std::uint32_t, const SubShape<D, T>& face) {
    behind = detail::height_over(face, point, normal) <= 2 * width;
    flat = flat && length(normal_of(face) - up) <= detail::kInternalEdgeWidth;
    return behind;
  });
  const bool own_normal = length(normal - up) <= kRounding;
  return own_normal || (behind && !flat) ? normal : up;
}

#define MASU_INSTANTIATE(D, T)                                 \
  template Vec<D, double> HeightField<D, T>::corrected_normal( \
      std::uint32_t, const Vec<D, double>&, const Vec<D, double>&) const;
MASU_FOR_2_AND_3_D(MASU_INSTANTIATE)
#undef MASU_INSTANTIATE

}  // namespace masu
