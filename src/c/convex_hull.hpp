// SPDX-License-Identifier: MIT
// masu_convex_hull: the convex hulls of the C interface, and how its calls access them.
#pragma once

#include <masu/hull/andrew.hpp>
#include <masu/hull/quickhull3.hpp>

#include "c/body.hpp"
#include "c/call.hpp"
#include "c/layout.hpp"
#include "c/object.hpp"

struct masu_convex_hull : masu::c::Object {
  masu_convex_hull(const masu::c::Memory& storage, std::uint32_t kind_)
      : Object(masu::c::Tag::convex_hull, storage), kind(kind_) {}
  virtual int dimension() const = 0;
  virtual std::span<const std::uint32_t> vertices() const = 0;
  virtual std::size_t face_count() const = 0;
  virtual std::span<const std::uint32_t> face(std::size_t f) const = 0;

  std::uint32_t kind;
};

namespace masu::c {

template <int D, class T>
class HullOf final : public masu_convex_hull {
 public:
  HullOf(const Memory& storage, Merge merge)
      : masu_convex_hull(storage, kKind<D, T>),
        hull(memory().allocator()),
        finder_(merge, memory().allocator()) {}
  void destroy() override { destroy_as(this); }

  Status build(std::span<const Vec<D, T>> points) { return finder_.build(points, hull); }
  int dimension() const override { return hull.dimension(); }
  std::span<const std::uint32_t> vertices() const override { return hull.vertices(); }
  std::size_t face_count() const override {
    if constexpr (D == 3) return hull.face_count();
    return 0;
  }
  std::span<const std::uint32_t> face([[maybe_unused]] std::size_t f) const override {
    if constexpr (D == 3) return hull.face(f);
    return {};
  }

  std::conditional_t<D == 2, Hull2, Hull3<T>> hull;

 private:
  std::conditional_t<D == 2, AndrewChain<T>, Quickhull3<T>> finder_;
};

inline masu_status check_hull(const masu_convex_hull* hull) {
  if (hull == nullptr) return MASU_OUT_OF_RANGE;
  return hull->tag() == Tag::convex_hull ? MASU_OK : MASU_WRONG_FORMAT;
}
// Calls f(HullOf<D, T>&), which returns a status of C or C++, if it is of that kind.
template <int D, class T, class F>
masu_status on(const masu_convex_hull* hull, F&& f) {
  const masu_status status = check_hull(hull);
  if (status != MASU_OK) return status;
  if (hull->kind != kKind<D, T>) return MASU_WRONG_FORMAT;
  return code(f(*static_cast<HullOf<D, T>*>(const_cast<masu_convex_hull*>(hull))));
}

}  // namespace masu::c
