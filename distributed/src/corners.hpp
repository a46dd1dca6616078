// SPDX-License-Identifier: MIT
// Boxes in a periodic domain as a partition of space sees them: their images, and the corner by
// which a pair is owned.
#pragma once

#include <masu/core/period.hpp>

namespace masu::distributed::detail {

template <int D, class T>
constexpr Aabb<D, double> as_double(const Aabb<D, T>& box) {
  Aabb<D, double> out;
  for (int a = 0; a < D; ++a) {
    out.min[a] = static_cast<double>(box.min[a]);
    out.max[a] = static_cast<double>(box.max[a]);
  }
  return out;
}

// Calls visit(image) for the images of a box returned by wrap() that meet [0, length) on each
// periodic axis: the box itself, and where it reaches the end of the domain, the box one length
// lower. The bounds are rounded as in overlaps_wrapped().
template <int D, class T, class Visit>
void for_each_image(const Aabb<D, T>& box, const Period<D, T>& period, Visit&& visit) {
  for (int images = 0; images < (1 << D); ++images) {
    Aabb<D, T> image = box;
    bool meets = true;
    for (int a = 0; a < D; ++a) {
      if ((images >> a & 1) == 0) continue;
      const T length = period.length[a];
      meets &= length != 0 && is_finite(box.max[a]) && box.max[a] - length >= 0;
      image.min[a] -= length;
      image.max[a] -= length;
    }
    if (meets) visit(image);
  }
}

// Returns the lower corner of the intersection of two boxes that overlap by overlaps_wrapped().
// Some image of each, as for_each_image() lists them, contains it.
template <int D, class T>
constexpr Vec<D, double> lower_corner(const Aabb<D, T>& a, const Aabb<D, T>& b,
                                      const Period<D, T>& period) {
  Vec<D, double> corner;
  for (int i = 0; i < D; ++i) {
    T low = a.min[i] > b.min[i] ? a.min[i] : b.min[i];
    const bool apart = a.min[i] > b.max[i] || b.min[i] > a.max[i];
    // The image of one box, one length lower, contains the lower bound of the other.
    if (apart) low = b.min[i] <= a.max[i] - period.length[i] ? b.min[i] : a.min[i];
    corner[i] = static_cast<double>(low);
  }
  return corner;
}

}  // namespace masu::distributed::detail
