// SPDX-License-Identifier: MIT
// NearWalls: the few walls around a mover: found once, measured again wherever it moves among them.
#pragma once

#include <bit>

#include "corridor/chain_tree_state.hpp"
#include "corridor/near_list.hpp"

namespace masu::detail {

template <class T>
class NearWalls {
 public:
  explicit NearWalls(const ChainTreeState<T>& tree) : tree_(tree), kernels_(chain_kernels<T>()) {}

  // Returns whether all walls within `distance` of `position` are here.
  bool hold(const Vec2d& position, double distance) const {
    const double space = radius_ - distance;
    const Vec2d off = position - center_;
    return space >= 0 && dot(off, off) <= space * space;
  }

  // Searches for all walls within `radius` of `position`. `slack`: the rounding to T of positions
  // and distances. Returns false if they are too many, and none are here.
  bool gather(const Vec2d& position, double radius, double slack, QueryStats& stats) {
    list_.size = 0;
    const bool all =
        tree_.gather(vec_cast<T>(position), static_cast<T>(radius + slack), list_, stats);
    center_ = position;
    radius_ = all ? radius : -1;
    slack_ = slack + radius * 0x1p-48;
    measured_ = false;
    if (list_.size != 0) fill_up();
    return all;
  }

  const NearList& list() const { return list_; }

  // Calls f(i) for each wall of the list that a capsule, circles included, at `position` may
  // approach up to `distance`, on its path or before it starts. Measures all of them from there
  // first, if needed.
  template <class F>
  void for_each_on_path(const Vec2d& position, const Vec2d& half, const Vec2d& displacement,
                        double distance, QueryStats& stats, F&& f) {
    if (list_.size == 0) return;
    if (!measured_ || position != measured_from_) measure(position, half, stats);
    const double slack = 2 * slack_ * (length(displacement) + distance);
    for (std::uint32_t from = 0; from < list_.size; from += 64) {
      std::uint64_t bits = kernels_.on_path(list_, from, displacement, distance * distance, slack);
      for (; bits != 0; bits &= bits - 1) {
        f(from + static_cast<std::uint32_t>(std::countr_zero(bits)));
      }
    }
  }

 private:
  void measure(const Vec2d& position, const Vec2d& half, QueryStats& stats) {
    measured_from_ = position;
    measured_ = true;
    stats.tests += list_.size;
    if (half == Vec2d{}) {
      kernels_.measure(list_, position);
      return;
    }
    for (std::uint32_t i = 0; i < list_.size; ++i) {
      list_.set_offset(i, detail::capsule_offset(list_.begin(i), list_.end(i), position, half));
    }
  }

  // Fills unused lanes, which are measured too.
  void fill_up() {
    for (std::uint32_t i = list_.size; i % 4 != 0; ++i) {
      for (int axis = 0; axis < 2; ++axis) {
        list_.a[axis][i] = list_.b[axis][i] = 0;
        list_.from_wall[axis][i] = 0;
      }
      list_.square[i] = 0;
    }
  }

  const ChainTreeState<T>& tree_;
  const ChainKernels<T>& kernels_;
  Vec2d center_{};
  double radius_ = -1;     // nothing is here
  double slack_ = 0;       // more than the rounding of positions on walls
  Vec2d measured_from_{};  // the position that they were measured from
  bool measured_ = false;
  NearList list_;
};

}  // namespace masu::detail
