// SPDX-License-Identifier: MIT
// SlideDirections: the directions in which a mover that touches several planes may still move.
#pragma once

#include <array>
#include <cmath>

#include <masu/core/vec.hpp>

namespace masu::detail {

template <int D>
struct SlidePlane {
  Vec<D, double> normal;
  bool walkable;
};

// A few planes that block a mover; more of them are left to later contacts.
template <int D>
class SlideDirections {
 public:
  static constexpr int kMost = 24;
  // Both are less than the share that a cast ignores (2^-46): a sweep that is free here meets none
  // of these planes there, and of two planes that almost coincide the one that blocks is kept.
  static constexpr double kFree = 0x1p-48;
  static constexpr double kSame = 0x1p-50;

  explicit SlideDirections(const Vec<D, double>& up) : up_(up) {}

  void clear() { size_ = 0; }
  void add(const Vec<D, double>& normal, bool walkable) {
    for (int i = 0; i < size_; ++i) {
      if (length(plane_[i].normal - normal) < kSame) return;
    }
    if (size_ < kMost) plane_[size_++] = {normal, walkable};
  }

  static bool leads_in(const Vec<D, double>& d, const Vec<D, double>& normal) {
    return dot(d, normal) < -kFree * length(d);
  }

  // Returns the part of `d` that leads into no plane and keeps the most of it: along a plane, along
  // the crease of two, or zero. On walkable planes the horizontal part of `d` stays.
  Vec<D, double> along(const Vec<D, double>& d) const {
    Vec<D, double> best{};
    double most = 0x1p-40 * dot(d, d);
    bool open = true;
    const auto take = [&](const Vec<D, double>& direction, int i, int k) {
      if (dot(direction, d) > most && free(direction, i, k))
        best = direction, most = dot(direction, d);
    };
    for (int i = 0; i < size_; ++i) {
      if (!leads_in(d, plane_[i].normal)) continue;
      open = false;
      take(on_plane(d, plane_[i]), i, i);
      if constexpr (D == 3) {
        for (int k = 0; k < size_; ++k) take(on_crease(d, i, k), i, k);
      }
    }
    return open ? d : best;
  }

 private:
  Vec<D, double> on_plane(const Vec<D, double>& d, const SlidePlane<D>& plane) const {
    const Vec<D, double>& n = plane.normal;
    const double in = dot(d, n);
    return plane.walkable ? d - up_ * (in / dot(n, up_)) : d - n * in;
  }
  Vec<D, double> on_crease(const Vec<D, double>& d, int i, int k) const requires(D == 3) {
    // Uses the difference of the normals: it is exact where they are close, and so is the crease.
    const Vec<3, double>& n = plane_[i].normal;
    const Vec<3, double> e = cross(n, plane_[k].normal - n);
    const double squared = dot(e, e);
    return squared > 1e-12 ? e * (dot(d, e) / squared) : Vec<3, double>{};
  }
  bool free(const Vec<D, double>& d, int i, int k) const {
    for (int j = 0; j < size_; ++j) {
      if (j != i && j != k && leads_in(d, plane_[j].normal)) return false;
    }
    return true;
  }

  Vec<D, double> up_;
  std::array<SlidePlane<D>, kMost> plane_;
  int size_ = 0;
};

}  // namespace masu::detail
