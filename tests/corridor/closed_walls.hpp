// SPDX-License-Identifier: MIT
// The side of closed walls on which a point lies, exactly, and without any index of the library.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include <masu/hull/predicates.hpp>
#include <masu/shapes/segment.hpp>

#include "scenes/generators/pcg32.hpp"

namespace masu::test {

// Walls of which an even number meets at every end: loops, also such that touch. Where loops
// neither touch nor cross, the loops around a point identify its region.
class ClosedWalls {
 public:
  struct Side {
    std::int32_t winding = 0;
    std::uint64_t around = 0;  // of the numbers of the outlines around it, the exclusive or
    bool on_wall = false;
    friend bool operator==(const Side&, const Side&) = default;
  };

  explicit ClosedWalls(std::span<const Segment<2, double>> walls) : walls_(walls.size()) {
    Vec2d low = walls[0].a;
    Vec2d high = walls[0].a;
    for (const auto& w : walls) low = min(low, min(w.a, w.b)), high = max(high, max(w.a, w.b));
    // Bands across the longer side: fewer walls in each.
    transposed_ = high[0] - low[0] > high[1] - low[1];
    for (std::size_t i = 0; i < walls.size(); ++i) {
      walls_[i] = {transposed(walls[i].a), transposed(walls[i].b), 0};
    }
    low_ = transposed(low)[1];
    const double side = transposed(high)[1] - low_;
    bands_ = std::clamp<std::size_t>(walls.size() / 2, 1, 1u << 16);
    scale_ = side > 0 ? double(bands_) / side : 0;
    number_outlines();
    fill_bands();
  }

  // Does an even number of walls meet at every end?
  bool closed() const { return closed_; }

  // Signed crossings of walls with the line from p to the right: the winding number.
  Side side(const Vec2d& point) const {
    const Vec2d p = transposed(point);
    Side s;
    const std::size_t b = band(p[1]);
    for (std::size_t k = first_[b]; k < first_[b + 1]; ++k) {
      const Wall& w = walls_[in_band_[k]];
      if ((w.a[1] > p[1]) == (w.b[1] > p[1])) continue;
      const double sense = orient2d(w.a, w.b, p);
      if (sense == 0) s.on_wall = true;
      if ((w.b[1] > w.a[1]) != (sense > 0)) continue;
      s.winding +=
          (w.b[1] > w.a[1]) != transposed_ ? 1 : -1;  // a mirror image has the opposite orientation
      s.around ^= w.number;
    }
    return s;
  }

 private:
  struct Wall {
    Vec2d a, b;
    std::uint64_t number;  // of the outline it belongs to
  };

  Vec2d transposed(const Vec2d& p) const { return transposed_ ? Vec2d{p[1], p[0]} : p; }
  // Rising with y, so a wall is in the bands from that of its lower end to that of its upper one.
  std::size_t band(double y) const {
    const double b = (y - low_) * scale_;
    return b > 0 ? std::min(bands_ - 1, static_cast<std::size_t>(b)) : 0;
  }

  // Walls that share ends get one number, drawn at random.
  void number_outlines() {
    struct End {
      Vec2d at;
      std::uint32_t wall;
    };
    std::vector<End> ends;
    ends.reserve(2 * walls_.size());
    for (std::uint32_t i = 0; i < walls_.size(); ++i) {
      ends.push_back({walls_[i].a, i});
      ends.push_back({walls_[i].b, i});
    }
    std::sort(ends.begin(), ends.end(), [](const End& x, const End& y) {
      return x.at[0] != y.at[0] ? x.at[0] < y.at[0] : x.at[1] < y.at[1];
    });
    std::vector<std::uint32_t> root(walls_.size());
    std::iota(root.begin(), root.end(), 0u);
    const auto find = [&](std::uint32_t i) {
      while (root[i] != i) i = root[i] = root[root[i]];
      return i;
    };
    for (std::size_t i = 0, next = 0; i < ends.size(); i = next) {
      for (next = i; next < ends.size() && ends[next].at == ends[i].at; ++next) {
        root[find(ends[next].wall)] = find(ends[i].wall);
      }
      closed_ = closed_ && (next - i) % 2 == 0;
    }
    scenes::Pcg32 random(1);
    std::vector<std::uint64_t> number(walls_.size());
    for (auto& n : number) n = std::uint64_t(random.next()) << 32 | random.next();
    for (std::uint32_t i = 0; i < walls_.size(); ++i) walls_[i].number = number[find(i)];
  }

  void fill_bands() {
    const auto for_each_band = [&](const Wall& w, auto&& visit) {
      const std::size_t last = band(std::max(w.a[1], w.b[1]));
      for (std::size_t b = band(std::min(w.a[1], w.b[1])); b <= last; ++b) visit(b);
    };
    first_.assign(bands_ + 1, 0);
    for (const Wall& w : walls_) for_each_band(w, [&](std::size_t b) { ++first_[b + 1]; });
    std::partial_sum(first_.begin(), first_.end(), first_.begin());
    in_band_.resize(first_.back());
    std::vector<std::size_t> at(first_.begin(), first_.end() - 1);
    for (std::uint32_t i = 0; i < walls_.size(); ++i) {
      for_each_band(walls_[i], [&](std::size_t b) { in_band_[at[b]++] = i; });
    }
  }

  std::vector<Wall> walls_;
  std::vector<std::size_t> first_;  // of each band in in_band_
  std::vector<std::uint32_t> in_band_;
  std::size_t bands_ = 1;
  double low_ = 0;
  double scale_ = 0;
  bool transposed_ = false;
  bool closed_ = true;
};

}  // namespace masu::test
