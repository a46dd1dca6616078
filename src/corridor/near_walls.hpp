// SPDX-License-Identifier: MIT
// The few walls around a mover: found once, measured again wherever it goes among them.
#pragma once

#include <masu/corridor/chain_tree.hpp>

namespace masu::detail {

template <class T>
class NearWalls {
 public:
  struct Wall {
    std::uint32_t name;
    Vec2d a, b;
    WallOffset<double> offset;  // as it was measured last
  };

  explicit NearWalls(const ChainTree<T>& tree) : tree_(tree) {}

  // Are all walls within `distance` of `place` here?
  bool hold(const Vec2d& place, double distance) const {
    return length(place - centre_) + distance <= radius_;
  }

  // Looks for all walls within `radius` of `place`. `slack`: what rounding to T does to places and
  // distances. False: they are too many, and none are here.
  bool gather(const Vec2d& place, double radius, double slack, QueryStats& stats) {
    size_ = 0;
    const auto take = [&](std::uint32_t wall, T) {
      if (size_ == kMost) return false;
      wall_[size_++] = {
          wall, vec_cast<double>(tree_.vertex(wall)), vec_cast<double>(tree_.vertex(wall + 1)), {}};
      return true;
    };
    const SearchResult found =
        tree_.for_each_within(vec_cast<T>(place), static_cast<T>(radius + slack), take);
    stats += found.stats;
    centre_ = place;
    radius_ = found.status == Status::ok ? radius : -1;
    measured_ = false;
    return found.status == Status::ok;
  }

  // How far each of them is from a capsule, circles included.
  void measure(const Vec2d& place, const Vec2d& half, QueryStats& stats) {
    if (measured_ && place == place_) return;
    place_ = place;
    measured_ = true;
    stats.tests += size_;
    if (half == Vec2d{}) {
      for (Wall& wall : walls()) wall.offset = wall_offset(wall.a, wall.b, place);
    } else {
      for (Wall& wall : walls()) wall.offset = capsule_offset(wall.a, wall.b, place, half);
    }
  }

  std::span<Wall> walls() { return {wall_, size_}; }

 private:
  static constexpr std::uint32_t kMost = 48;

  const ChainTree<T>& tree_;
  Vec2d centre_{};
  double radius_ = -1;  // nothing is here
  Vec2d place_{};       // where they were measured from
  bool measured_ = false;
  std::uint32_t size_ = 0;
  Wall wall_[kMost];
};

}  // namespace masu::detail
