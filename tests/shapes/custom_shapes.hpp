// SPDX-License-Identifier: MIT
// Custom shapes, known only by their support functions in T, with the exact ones in long double.
#pragma once

#include <cmath>
#include <vector>

#include <masu/shapes/concepts.hpp>

#include "tests/shapes/known_shapes.hpp"

namespace masu::test {

// The box around a shape that reaches no farther than `reach` from the origin of its frame.
template <int D, class T>
Aabb<D, T> aabb_within(const Transform<D, T>& pose, T reach) {
  const Vec<D, T> r = Vec<D, T>::all(reach);
  return {pose.translation - r, pose.translation + r};
}

template <int D, class T>
struct CustomEllipsoid {
  static constexpr int kDimension = D;
  using Scalar = T;
  Vec<D, T> half{};

  Vec<D, T> support(const Vec<D, T>& d) const {
    Vec<D, T> p = d * (1 / length(d));
    for (int a = 0; a < D; ++a) p[a] *= half[a];
    p = p * (1 / length(p));
    for (int a = 0; a < D; ++a) p[a] *= half[a];
    return p;
  }
  Aabb<D, T> aabb(const Transform<D, T>& pose) const { return aabb_within(pose, 2 * length(half)); }
};

template <int D, class T>
struct CustomHull {
  static constexpr int kDimension = D;
  using Scalar = T;
  std::vector<Vec<D, T>> corners;

  Vec<D, T> support(const Vec<D, T>& d) const {
    const Vec<D, T>* best = &corners[0];
    for (const auto& c : corners) best = dot(c, d) > dot(*best, d) ? &c : best;
    return *best;
  }
  Aabb<D, T> aabb(const Transform<D, T>& pose) const {
    T reach = 0;
    for (const auto& c : corners) reach = std::max(reach, length(c));
    return aabb_within(pose, 2 * reach);
  }
};

// A cylinder; a cone if the radius at +y is 0.
template <class T>
struct CustomCylinder {
  static constexpr int kDimension = 3;
  using Scalar = T;
  T radius = 0;
  T half = 0;
  T top = 0;

  Vec<3, T> support(const Vec<3, T>& d) const {
    const T across = std::sqrt(d[0] * d[0] + d[2] * d[2]);
    const bool up = half * d[1] + top * across > -half * d[1] + radius * across;
    const T r = up ? top : radius;
    if (!(across > 0)) return {r, up ? half : -half, 0};
    return {d[0] / across * r, up ? half : -half, d[2] / across * r};
  }
  Aabb<3, T> aabb(const Transform<3, T>& pose) const {
    return aabb_within(pose, 2 * (radius + half));
  }
};

template <int D, class T>
class CustomShapes {
 public:
  explicit CustomShapes(std::uint64_t seed) : random_(seed) {}

  // Every kind, at random sizes, half of them rounded; they refer to this until the next call.
  std::vector<Known<D, T>> make() {
    std::vector<Known<D, T>> all;
    const Vec<D, T> half = positive();
    ellipsoid_.half = half;
    all.push_back(known_ellipsoid<D, T>(half, skin()));
    all.back().view = rounded(ellipsoid_, skin_);
    box_.corners = corners_of(half);
    all.push_back(hull_of("custom box", rounded(box_, skin()), box_.corners));
    hull_.corners.resize(2 + random_.below(9));
    for (auto& c : hull_.corners) {
      for (int a = 0; a < D; ++a) c[a] = T(random_.between(-2, 2));
    }
    all.push_back(hull_of("custom hull", rounded(hull_, skin()), hull_.corners));
    if constexpr (D == 3) {
      const T r = half[0], h = half[1];
      cylinder_ = {r, h, r};
      all.push_back(known_smooth<T>(rounded(cylinder_, skin()), r, h, r));
      cone_ = {r, h, 0};
      all.push_back(known_smooth<T>(rounded(cone_, skin()), r, h, 0));
      all[3].name = "custom cylinder", all[4].name = "custom cone";
    }
    all[0].name = "custom ellipsoid";
    return all;
  }

 private:
  Vec<D, T> positive() {
    Vec<D, T> v{};
    for (int i = 0; i < D; ++i) v[i] = T(random_.between(0.1, 3));
    return v;
  }
  T skin() { return skin_ = random_.below(2) == 0 ? T(0) : T(random_.between(0.01, 1)); }
  template <class S>
  static ShapeView<D, T> rounded(const S& shape, T radius) {
    ShapeView<D, T> v = view_of(shape);
    v.radius = radius;
    return v;
  }

  Pcg32 random_;
  T skin_ = 0;
  CustomEllipsoid<D, T> ellipsoid_;
  CustomHull<D, T> box_;
  CustomHull<D, T> hull_;
  CustomCylinder<T> cylinder_;
  CustomCylinder<T> cone_;
};

}  // namespace masu::test
