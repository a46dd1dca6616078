// SPDX-License-Identifier: MIT
// Where a mover may still go that touches several planes.
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

// The planes that hold a mover, a few; more than that are left to later contacts.
template <int D>
class SlideDirections {
 public:
  static constexpr int kMost = 24;
  // Both are less than what a cast takes for slow (2^-46): a way that is free here meets nothing
  // of these planes there, and of two planes that all but coincide the one that stops is kept.
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

  // The direction nearest to `d` that leads into none of them: along a plane, along the crease of
  // two, or none at all. On walkable planes the horizontal part of `d` stays.
  Vec<D, double> along(const Vec<D, double>& d) const {
    Vec<D, double> best{};
    double most = 0x1p-40 * dot(d, d);
    bool open = true;
    const auto take = [&](const Vec<D, double>& way, int i, int k) {
      if (dot(way, d) > most && free(way, i, k)) best = way, most = dot(way, d);
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
    // By the difference of the normals: it is exact where they are close, and the crease with it.
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
