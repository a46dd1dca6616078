// SPDX-License-Identifier: MIT
// A custom shape, which the library only knows by its functions.
#pragma once

#include <masu/core/aabb.hpp>
#include <masu/core/transform.hpp>

namespace masu::test {

// Of radius 1. Its box is a little larger.
struct OwnDisc {
  static constexpr int kDimension = 2;
  using Scalar = float;
  Vec2f support(const Vec2f& d) const {
    const float size = length(d);
    return {d[0] / size, d[1] / size};
  }
  Aabb2f aabb(const Transform2f& pose) const {
    const Vec2f p = pose.translation;
    return {p - Vec2f{1.01f, 1.01f}, p + Vec2f{1.01f, 1.01f}};
  }
};

}  // namespace masu::test
