// SPDX-License-Identifier: MIT
// CustomShape: a convex shape that a function of the user describes.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include <masu/core/allocator.hpp>
#include <masu/core/transform.hpp>
#include <masu/shapes/tapered_capsule.hpp>

#include "c/call.hpp"

namespace masu::c {

// A SupportShape.
template <int D, class T>
class CustomShape {
 public:
  static constexpr int kDimension = D;
  using Scalar = T;
  using Function = Vec<D, T> (*)(void (*f)(), void* context, const Vec<D, T>& direction);

  explicit CustomShape(Allocator) {}
  // `call` calls `f` with the type that it had before its conversion to void (*)().
  void set(Function call, void (*f)(), void* context) {
    call_ = call;
    f_ = f;
    context_ = context;
  }

  Vec<D, T> support(const Vec<D, T>& direction) const {
    Vec<D, T> point{};
    Callback()([&] {
      point = call_(f_, context_, direction);
      return 1;
    });
    return point;
  }
  // Computed from 2 D support points, with space for the rounding of their directions.
  Aabb<D, T> aabb(const Transform<D, T>& pose) const {
    const Matrix<D, double> rotation = matrix_of(pose.rotation);
    Aabb<D, T> box;
    for (int a = 0; a < D; ++a) {
      const double low = -reach(rotation.row[a] * -1.0);
      const double high = reach(rotation.row[a]);
      const double from = double(pose.translation[a]);
      box.min[a] = std::nextafter(static_cast<T>(from + low), -std::numeric_limits<T>::infinity());
      box.max[a] = std::nextafter(static_cast<T>(from + high), std::numeric_limits<T>::infinity());
    }
    return box;
  }

 private:
  double reach(const Vec<D, double>& direction) const {
    const Vec<D, double> p = vec_cast<double>(support(vec_cast<T>(direction)));
    double size = 0;
    for (int a = 0; a < D; ++a) size += std::fabs(p[a]);
    return dot(direction, p) + 8 * double(std::numeric_limits<T>::epsilon()) * size;
  }

  Function call_ = nullptr;
  void (*f_)() = nullptr;
  void* context_ = nullptr;
};

// A SupportShape whose views have the user's radius.
template <int D, class T>
struct OwnTaperedCapsule {
  static constexpr int kDimension = D;
  using Scalar = T;

  explicit OwnTaperedCapsule(Allocator) {}
  Vec<D, T> support(const Vec<D, T>& direction) const { return shape.support(direction); }
  Aabb<D, T> aabb(const Transform<D, T>& pose) const { return shape.aabb(pose); }

  TaperedCapsule<D, T> shape;
};

}  // namespace masu::c
