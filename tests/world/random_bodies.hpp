// SPDX-License-Identifier: MIT
// Random shapes, poses and filters for worlds.
#pragma once

#include <cmath>
#include <cstdint>

#include <masu/core/filter.hpp>
#include <masu/core/transform.hpp>
#include <masu/shapes/box.hpp>
#include <masu/shapes/capsule.hpp>
#include <masu/shapes/sphere.hpp>

#include "scenes/generators/pcg32.hpp"

namespace masu::test {

// Moved by whole periods of 8 or 16, numbers of so many bits change by nothing else.
template <int D, class T>
Vec<D, T> on_lattice(Vec<D, T> p) {
  for (int a = 0; a < D; ++a) p[a] = T(std::floor(double(p[a]) * 1024) / 1024);
  return p;
}
// f(shift) for up to `periods` periods to either side, until it returns true.
template <int D, class T, class F>
bool any_image(const Vec<3, T>& period, int periods, F&& f) {
  Vec<D, T> shift{};
  int count = 1;
  for (int a = 0; a < D; ++a) count *= 2 * periods + 1;
  for (int i = 0; i < count; ++i) {
    bool again = false;
    for (int a = 0, rest = i; a < D; ++a, rest /= 2 * periods + 1) {
      const int k = rest % (2 * periods + 1) - periods;
      shift[a] = T(k) * period[a];
      again = again || (period[a] == 0 && k != 0);
    }
    if (!again && f(shift)) return true;
  }
  return false;
}

template <int D, class T>
struct RandomBodies {
  scenes::Pcg32& random;
  double side = 10;
  bool lattice = false;

  Vec<D, T> random_point() {
    Vec<D, T> p{};
    for (int a = 0; a < D; ++a) p[a] = T(random.between(0, side));
    return lattice ? on_lattice(p) : p;
  }
  Rotation<D, T> rotation() {
    if (random.below(2) == 0) return {};
    Vec<4, double> q{};
    for (int a = 0; a < 4; ++a) q[a] = random.between(-1, 1) + 0x1p-30;
    if constexpr (D == 2) {
      const double size = std::sqrt(q[0] * q[0] + q[1] * q[1]);
      return {T(q[0] / size), T(q[1] / size)};
    } else {
      const double size = length(q);
      return {T(q[0] / size), T(q[1] / size), T(q[2] / size), T(q[3] / size)};
    }
  }
  Transform<D, T> transform() { return {random_point(), rotation()}; }
  ShapeView<D, T> shape() {
    const T size = T(random.between(0.2, 0.9));
    Vec<D, T> half = Vec<D, T>::all(size);
    half[0] = T(0.4);
    switch (random.below(3)) {
      case 0: return Sphere<D, T>{size}.view();
      case 1: return Box<D, T>{half}.view();
      default: return Capsule<D, T>{{}, half, T(0.25)}.view();
    }
  }
  Filter filter() {
    if (random.below(2) == 0) return {};
    const std::uint64_t category = std::uint64_t(1) << random.below(3);
    const std::uint64_t mask = 1 + random.below(7);
    return {category, mask % 2 == 0 ? mask : mask | kDefaultCategory};
  }
};

}  // namespace masu::test
