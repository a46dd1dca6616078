// SPDX-License-Identifier: MIT
// Converts shapes and poses of the benchmark to this library's.
#pragma once

#include <stdexcept>
#include <variant>
#include <vector>

#include <masu/narrow_phase/distance.hpp>
#include <masu/shapes/box.hpp>
#include <masu/shapes/capsule.hpp>
#include <masu/shapes/convex_polytope.hpp>
#include <masu/shapes/cylinder.hpp>
#include <masu/shapes/sphere.hpp>

#include "narrow_peer.h"

namespace masu_bench::narrow {

template <int D, class T>
masu::Vec<D, T> vec_of(const double* p) {
  masu::Vec<D, T> v;
  for (int a = 0; a < D; ++a) v[a] = static_cast<T>(p[a]);
  return v;
}

template <int D, class T>
masu::Transform<D, T> transform_of(const masu_narrow_pose& pose) {
  masu::Transform<D, T> transform;
  transform.translation = vec_of<D, T>(pose.position);
  const double* q = pose.rotation;
  if constexpr (D == 2) {
    transform.rotation = {static_cast<T>(q[0]), static_cast<T>(q[1])};
  } else {
    transform.rotation = {static_cast<T>(q[0]), static_cast<T>(q[1]), static_cast<T>(q[2]),
                          static_cast<T>(q[3])};
  }
  return transform;
}

// There are no cylinders in 2D.
template <int D, class T>
using CylinderOrNone = std::conditional_t<D == 3, masu::Cylinder<T>, std::monostate>;

template <int D, class T>
using Polytope = masu::ConvexPolytope<D, T>;

// Converts to a known kind. Throws std::runtime_error for an invalid polytope.
template <int D, class T, class S>
S our_shape(const masu_narrow_shape& s) {
  if constexpr (std::is_same_v<S, masu::Sphere<D, T>>) {
    return {static_cast<T>(s.size[0])};
  } else if constexpr (std::is_same_v<S, masu::Capsule<D, T>>) {
    masu::Vec<D, T> end{};
    end[1] = static_cast<T>(s.size[1]);
    return {-end, end, static_cast<T>(s.size[0])};
  } else if constexpr (std::is_same_v<S, masu::Box<D, T>>) {
    return {vec_of<D, T>(s.size)};
  } else if constexpr (std::is_same_v<S, CylinderOrNone<D, T>>) {
    return {static_cast<T>(s.size[0]), static_cast<T>(s.size[1])};
  } else {
    std::vector<masu::Vec<D, T>> points;
    for (std::size_t i = 0; i < s.vertex_count; ++i) {
      points.push_back(vec_of<D, T>(s.vertices + i * D));
    }
    S made;
    masu::Status status;
    if constexpr (D == 2) {
      status = made.build(points);
    } else {
      std::size_t corners = 0;
      for (std::size_t f = 0; f < s.face_count; ++f) corners += s.face_sizes[f];
      status = made.build(points, {s.corners, corners}, {s.face_sizes, s.face_count});
    }
    if (status != masu::Status::ok) throw std::runtime_error("a polytope was not built");
    return made;
  }
}

// Converts to any kind.
template <int D, class T>
class OurShape {
 public:
  explicit OurShape(const masu_narrow_shape& s) {
    switch (s.kind) {
      case MASU_NARROW_SPHERE: shape_ = our_shape<D, T, masu::Sphere<D, T>>(s); break;
      case MASU_NARROW_CAPSULE: shape_ = our_shape<D, T, masu::Capsule<D, T>>(s); break;
      case MASU_NARROW_BOX: shape_ = our_shape<D, T, masu::Box<D, T>>(s); break;
      case MASU_NARROW_CYLINDER:
        if constexpr (D == 3) shape_ = our_shape<D, T, masu::Cylinder<T>>(s);
        break;
      default: shape_.template emplace<Polytope<D, T>>(our_shape<D, T, Polytope<D, T>>(s));
    }
  }
  masu::ShapeView<D, T> view() const {
    return std::visit(
        [](const auto& s) -> masu::ShapeView<D, T> {
          if constexpr (requires { s.view(); }) return s.view();
          return {};
        },
        shape_);
  }

 private:
  std::variant<masu::Sphere<D, T>, masu::Capsule<D, T>, masu::Box<D, T>, CylinderOrNone<D, T>,
               Polytope<D, T>>
      shape_;
};

}  // namespace masu_bench::narrow
