// SPDX-License-Identifier: MIT
// Images: searches in a periodic domain: a box that crosses a boundary is searched for at its
// images too, and each pair counts at exactly one of them.
#pragma once

#include <masu/core/period.hpp>

namespace masu::detail {

// An image is a digit per axis, base 3: 0 the box itself, 1 moved down by the period, 2 moved up.
//
// For boxes a and o from wrap(), with starts in [0, length), overlaps_wrapped() tests on each axis
// whether they overlap directly, or o.min <= a.max - length, or a.min <= o.max - length. The first
// that holds is the digit. A search of cells needs those of o to be among the cells of the moved
// box: o.min <= fl(a.max - length) says so directly, and o.max - length is exact for o.max in
// [length, 2 length] (Sterbenz), so the last is o.max >= a.min + length >= fl(...) after rounding
// as well.
template <int D, class T>
class Images {
 public:
  static constexpr int kNone = -1;

  explicit Images(const Period<D, T>& period) : period_(period), any_(period.any()) {}

  bool any() const { return any_; }

  // Returns the image of `a` that overlaps `o`; kNone if there is none, exactly if
  // overlaps_wrapped() is false. Precondition: both are not empty.
  int image_of(const Aabb<D, T>& a, const Aabb<D, T>& o) const {
    int image = 0;
    for (int i = 0, weight = 1; i < D; ++i, weight *= 3) {
      if (a.min[i] <= o.max[i] && o.min[i] <= a.max[i]) continue;
      const T length = period_.length[i];
      if (length == 0) return kNone;
      if (o.min[i] <= a.max[i] - length) {
        image += weight;
      } else if (a.min[i] <= o.max[i] - length) {
        image += 2 * weight;
      } else {
        return kNone;
      }
    }
    return image;
  }

  // Calls f(moved box, image) for every image of the boxes inside `box` that can overlap an object
  // that ends at or below `end`, until f returns false.
  template <class F>
  bool for_each(const Aabb<D, T>& box, const Vec<D, T>& end, F&& f) const {
    if (!any_) return f(box, 0);
    int images = 1;
    for (int i = 0; i < D; ++i) images *= 3;
    for (int image = 0; image < images; ++image) {
      Aabb<D, T> moved = box;
      if (move(moved, image, end) && !f(moved, image)) return false;
    }
    return true;
  }

 private:
  bool move(Aabb<D, T>& box, int image, const Vec<D, T>& end) const {
    for (int i = 0; i < D; ++i, image /= 3) {
      if (image % 3 == 0) continue;
      const T length = period_.length[i];
      if (length == 0) return false;
      if (image % 3 == 1 && box.max[i] < length) return false;
      const T shift = image % 3 == 1 ? -length : length;
      box.min[i] += shift;
      box.max[i] += shift;
      if (image % 3 == 2 && box.min[i] > end[i]) return false;
    }
    return true;
  }

  Period<D, T> period_;
  bool any_;
};

}  // namespace masu::detail
