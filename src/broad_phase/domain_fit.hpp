// SPDX-License-Identifier: MIT
// DomainFit: a domain and a depth for objects whose extent is not known in advance.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include <masu/spatial_order/domain_grid.hpp>

namespace masu::detail {

// Uses a sample of boxes. The choice affects only speed: objects outside the domain belong to its
// border cells, so any domain gives the right pairs.
template <int D, class T>
class DomainFit {
 public:
  static constexpr std::size_t kSample = 512;

  bool full() const { return size_ == kSample; }

  void add(const Aabb<D, T>& box) {
    if (full() || !box.finite() || box.empty()) return;
    for (int a = 0; a < D; ++a) center_[size_][a] = box.min[a] * T(0.5) + box.max[a] * T(0.5);
    ++size_;
  }

  // Returns a cube around most of the centers, with half its size again on every side. Outliers,
  // which could make it arbitrarily large, are outside: 1 in 32 at either end of every axis.
  Aabb<D, T> domain() const {
    Vec<D, T> center = Vec<D, T>::all(0);
    T half_extent = 0;
    for (int a = 0; a < D && size_ > 0; ++a) {
      T x[kSample];
      for (std::size_t i = 0; i < size_; ++i) x[i] = center_[i][a];
      std::sort(x, x + size_);
      const T lo = x[size_ / 32];
      const T hi = x[size_ - 1 - size_ / 32];
      center[a] = lo * T(0.5) + hi * T(0.5);
      half_extent = std::max(half_extent, hi * T(0.5) - lo * T(0.5));
    }
    if (!(half_extent > 0)) half_extent = 1;
    Aabb<D, T> cube{};
    for (int a = 0; a < D; ++a) {
      cube.min[a] = finite(center[a] - 2 * half_extent);
      cube.max[a] = finite(center[a] + 2 * half_extent);
    }
    return cube;
  }

  // Returns the coarsest depth at which an object has about kCrowd others, or fewer, in its finest
  // cell. Measured by the sampled pairs that share a cell, so clusters count as dense as they are.
  int depth(const Aabb<D, T>& domain, std::size_t objects) const {
    constexpr int kDeepest = CellId<D>::kMaxLevel;
    const DomainGrid<D, T> grid(domain, kDeepest);
    std::uint64_t code[kSample];
    for (std::size_t i = 0; i < size_; ++i) code[i] = grid.cell(center_[i]).code();
    std::sort(code, code + size_);
    double others = 0;
    for (int depth = 0; depth < kDeepest; ++depth) {
      // Others in the same cell = pairs in the sample / sample, times objects / sample. If the
      // sample has too few pairs to count, the density is assumed to be even below the last counted
      // level.
      const std::uint64_t pairs = pairs_that_share(code, D * (kDeepest - depth));
      const double scale = static_cast<double>(objects) / static_cast<double>(size_ * size_);
      others = pairs >= kEnoughPairs || depth == 0 ? static_cast<double>(pairs) * scale
                                                   : others / CellId<D>::kChildren;
      if (!(others > kCrowd)) return depth;
    }
    return kDeepest;
  }

 private:
  static constexpr double kCrowd = 1;
  static constexpr std::uint64_t kEnoughPairs = 64;

  // Counts ordered pairs of sorted codes that are equal above `bits` bits.
  std::uint64_t pairs_that_share(const std::uint64_t* code, int bits) const {
    std::uint64_t pairs = 0;
    for (std::size_t i = 0, run = 0; i < size_; ++i) {
      const bool same = i > 0 && (bits > 63 || code[i] >> bits == code[i - 1] >> bits);
      run = same ? run + 1 : 0;
      pairs += 2 * run;
    }
    return pairs;
  }

  static T finite(T x) {
    constexpr T most = std::numeric_limits<T>::max();
    return x > most ? most : (x < -most ? -most : x);
  }

  Vec<D, T> center_[kSample];
  std::size_t size_ = 0;
};

}  // namespace masu::detail
