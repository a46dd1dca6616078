// SPDX-License-Identifier: MIT
#include "mesh/grid_axis.hpp"

#include "core/round_outward.hpp"

#include "shapes/check_numbers.hpp"

namespace masu::detail {

template <class T>
Status GridAxis<T>::build(std::uint32_t count, T size) {
  if (!is_finite(size)) return Status::not_finite;
  if (!(size > 0)) return Status::not_positive;
  const double whole = double(count) * double(size);
  // Half of a cell is a half extent.
  for (const double x : {double(size) / 2, whole}) {
    if (const Status s = check_number(x); s != Status::ok) return s;
    if (x > double(std::numeric_limits<T>::max())) return Status::out_of_range;
  }
  if (count == 0) return Status::no_points;
  if (count > kMostCells) return Status::too_many_objects;
  if (!cells_.resize(count)) return Status::out_of_memory;
  size_ = size;
  inverse_ = 1 / double(size);
  for (std::uint32_t i = 0; i < count; ++i) {
    const double from = double(border(i));
    const double to = double(border(i + 1));
    const T center = static_cast<T>((from + to) * 0.5);
    const double below = double(center) - from;
    const double above = to - double(center);
    const T half = round_up<T>(below > above ? below : above);
    cells_[i] = {round_down<T>(double(center) - double(half)),
                 round_up<T>(double(center) + double(half)), center, half};
  }
  return Status::ok;
}

template class GridAxis<float>;
template class GridAxis<double>;

}  // namespace masu::detail
