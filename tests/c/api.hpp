// SPDX-License-Identifier: MIT
// The C interface for tests that run for all kinds of worlds.
#pragma once

#include <masu/c/masu.h>

#include <gtest/gtest.h>

#include <bit>
#include <span>
#include <vector>

#include <masu/core/allocator.hpp>
#include <masu/core/handle.hpp>
#include <masu/core/transform.hpp>
#include <masu/shapes/shape_view.hpp>

namespace masu::test {

template <int D, class T>
struct Api;

#define MASU_DIMENSION 2
#define MASU_REAL float
#define MASU_OF(name) masu_##name##_2f
#include "tests/c/kind_api.hpp"

#define MASU_DIMENSION 3
#define MASU_REAL float
#define MASU_OF(name) masu_##name##_3f
#include "tests/c/kind_api.hpp"

#define MASU_DIMENSION 2
#define MASU_REAL double
#define MASU_OF(name) masu_##name##_2d
#include "tests/c/kind_api.hpp"

#define MASU_DIMENSION 3
#define MASU_REAL double
#define MASU_OF(name) masu_##name##_3d
#include "tests/c/kind_api.hpp"

template <int D, class T>
struct Kind {
  static constexpr int kD = D;
  using Real = T;
};
using Kinds = ::testing::Types<Kind<2, float>, Kind<3, float>, Kind<2, double>, Kind<3, double>>;

template <int D, class T>
typename Api<D, T>::Vec c_vec(const Vec<D, T>& v) {
  return std::bit_cast<typename Api<D, T>::Vec>(v);
}
template <int D, class T>
typename Api<D, T>::Pose c_pose(const Transform<D, T>& pose) {
  return std::bit_cast<typename Api<D, T>::Pose>(pose);
}
template <int D, class T>
typename Api<D, T>::Shape c_shape(const ShapeView<D, T>& view) {
  typename Api<D, T>::Shape s{};
  s.kind = static_cast<std::uint32_t>(view.kind);
  s.radius = view.radius;
  for (int k = 0; k < 3; ++k) s.p[k] = c_vec(view.p[k]);
  return s;
}
inline masu_handle c_handle(Handle h) {
  return {h.index, h.generation};
}
inline bool same(masu_handle a, Handle b) {
  return a.index == b.index && a.generation == b.generation;
}

// A world that is destroyed at the end, with what went wrong.
template <int D, class T>
class CWorld {
 public:
  explicit CWorld(const masu_allocator* allocator = nullptr, std::uint32_t detail = MASU_POINTS) {
    masu_world_options options =
        masu_world_options_default(D, sizeof(T) == 8 ? MASU_DOUBLE : MASU_FLOAT);
    options.detail = detail;
    EXPECT_EQ(masu_world_create(&options, allocator, &world_), MASU_OK);
  }
  ~CWorld() { EXPECT_EQ(masu_world_destroy(world_), MASU_OK); }
  CWorld(const CWorld&) = delete;
  CWorld& operator=(const CWorld&) = delete;
  operator masu_world*() const { return world_; }

  masu_handle add(const typename Api<D, T>::Shape& shape, const Vec<D, T>& position,
                  const masu_object_options* options = nullptr) {
    const auto pose = c_pose(Transform<D, T>{position, {}});
    masu_handle made;
    EXPECT_EQ((Api<D, T>::add(world_, &shape, &pose, options, &made)), MASU_OK);
    return made;
  }
  masu_status move(masu_handle h, const Vec<D, T>& position) {
    const auto pose = c_pose(Transform<D, T>{position, {}});
    return Api<D, T>::move(world_, h, &pose);
  }

 private:
  masu_world* world_ = nullptr;
};

// An Allocator as C knows it.
inline masu_allocator c_allocator(const Allocator& a) {
  return {a.allocate, a.deallocate, a.context};
}

}  // namespace masu::test
