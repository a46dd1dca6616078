// SPDX-License-Identifier: MIT
// Pairs of the same two kinds, in lanes, as kernels load them.
#pragma once

#include <cstdint>

#include <masu/narrow_phase/separation.hpp>
#include "narrow_phase/kind_order.hpp"

namespace masu::detail {

inline constexpr int kPairLanes = 64;

template <int D, class T>
struct SideLanes {
  static constexpr int kRotation = D == 2 ? 2 : 4;

  T p[2][D][kPairLanes];  // the second vector of a point is not used
  T radius[kPairLanes];
  T translation[D][kPairLanes];
  T rotation[kRotation][kPairLanes];

  void set(int k, const ShapeView<D, T>& s, const Transform<D, T>& pose) {
    for (int a = 0; a < D; ++a) {
      p[0][a][k] = s.p[0][a];
      if (s.kind != ShapeKind::point) p[1][a][k] = s.p[1][a];
      translation[a][k] = pose.translation[a];
    }
    radius[k] = s.radius;
    if constexpr (D == 2) {
      rotation[0][k] = pose.rotation.cosine;
      rotation[1][k] = pose.rotation.sine;
    } else {
      rotation[0][k] = pose.rotation.x;
      rotation[1][k] = pose.rotation.y;
      rotation[2][k] = pose.rotation.z;
      rotation[3][k] = pose.rotation.w;
    }
  }
  void copy(int from, int to) {
    for (int a = 0; a < D; ++a) {
      for (auto& vector : p) vector[a][to] = vector[a][from];
      translation[a][to] = translation[a][from];
    }
    radius[to] = radius[from];
    for (auto& part : rotation) part[to] = part[from];
  }
};

// Side a has the higher-ranked kind; a bit of `flipped` is set if it is the pair's second shape.
template <int D, class T>
struct alignas(64) PairLanes {
  ShapeKind kind_a;
  ShapeKind kind_b;
  int count = 0;
  std::uint64_t flipped = 0;
  SideLanes<D, T> a;
  SideLanes<D, T> b;

  bool has_kernel() const { return is_simple(kind_a) && !outranks(kind_b, ShapeKind::segment); }
  bool takes(ShapeKind x, ShapeKind y) const {
    return (x == kind_a && y == kind_b) || (x == kind_b && y == kind_a);
  }
  // Registers are loaded whole.
  void fill_last_register() {
    constexpr int kMostLanes = 4;
    for (int k = count; k % kMostLanes != 0; ++k) a.copy(count - 1, k), b.copy(count - 1, k);
  }
  void add(const ShapeView<D, T>& x, const Transform<D, T>& pose_x, const ShapeView<D, T>& y,
           const Transform<D, T>& pose_y) {
    const bool points = kind_a == ShapeKind::point;  // symmetric
    const bool flip = !points && !in_order(x, pose_x, y, pose_y);
    a.set(count, flip ? y : x, flip ? pose_y : pose_x);
    b.set(count, flip ? x : y, flip ? pose_x : pose_y);
    flipped |= std::uint64_t(flip) << count;
    ++count;
  }
};

// Computes all pairs by the formula of their kinds, except those of the returned bits.
template <int D, class T>
std::uint64_t solve_block(const PairLanes<D, T>& block, bool with_depth, Separation<D, T>* out);

}  // namespace masu::detail
