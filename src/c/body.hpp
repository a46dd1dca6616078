// SPDX-License-Identifier: MIT
// masu_body: the bodies of the C interface. Each owns its data, and is reference-counted.
#pragma once

#include <atomic>

#include <masu/core/buffer.hpp>
#include <masu/mesh/compound.hpp>
#include <masu/mesh/height_field.hpp>
#include <masu/mesh/surface_mesh.hpp>
#include <masu/mesh/tile_grid.hpp>
#include <masu/shapes/convex_polytope.hpp>
#include <masu/world/world_shape.hpp>

#include "c/call.hpp"
#include "c/custom_shape.hpp"
#include "c/layout.hpp"
#include "c/object.hpp"

namespace masu::c {

// The number of a kind: 2f, 3f, 2d, 3d.
template <int D, class T>
inline constexpr std::uint32_t kKind = (sizeof(T) == sizeof(double) ? 2u : 0u) + (D - 2);

}  // namespace masu::c

struct masu_body : masu::c::Object {
  enum class Type : std::uint8_t { polytope, mesh, height_field, tile_grid, compound, custom };

  masu_body(const masu::c::Memory& memory, std::uint32_t kind_, Type type_)
      : Object(masu::c::Tag::body, memory), kind(kind_), type(type_) {}

  // wrong_format: sub-shapes of this body have no user data.
  virtual masu::Status set_user_data(std::span<const std::uint64_t> user_data) = 0;

  void hold() { holders.fetch_add(1, std::memory_order_relaxed); }
  void release() {
    if (holders.fetch_sub(1, std::memory_order_acq_rel) == 1) destroy();
  }

  std::uint32_t kind;
  Type type;
  std::atomic<std::uint32_t> holders = 1;
};

namespace masu::c {

template <int D, class T>
class BodyOf : public masu_body {
 public:
  BodyOf(const Memory& memory, Type body_type) : masu_body(memory, kKind<D, T>, body_type) {}
  // Returns a shape that refers to this body.
  virtual WorldShape<D, T> shape() const = 0;
};

// The number of the type that a shape is stored as.
template <class S>
inline constexpr masu_body::Type kTypeOf = masu_body::Type::polytope;
template <int D, class T>
inline constexpr masu_body::Type kTypeOf<SurfaceMesh<D, T>> = masu_body::Type::mesh;
template <int D, class T>
inline constexpr masu_body::Type kTypeOf<HeightField<D, T>> = masu_body::Type::height_field;
template <int D, class T>
inline constexpr masu_body::Type kTypeOf<TileGrid<D, T>> = masu_body::Type::tile_grid;
template <int D, class T>
inline constexpr masu_body::Type kTypeOf<Compound<D, T>> = masu_body::Type::compound;
template <int D, class T>
inline constexpr masu_body::Type kTypeOf<CustomShape<D, T>> = masu_body::Type::custom;
template <int D, class T>
inline constexpr masu_body::Type kTypeOf<OwnTaperedCapsule<D, T>> = masu_body::Type::custom;

template <int D, class T, class S>
class Body final : public BodyOf<D, T> {
 public:
  explicit Body(const Memory& memory)
      : BodyOf<D, T>(memory, kTypeOf<S>),
        object(this->memory().allocator()),
        parts(this->memory().allocator()) {}
  ~Body() override {
    for (masu_body* part : parts) part->release();
  }
  void destroy() override { destroy_as(this); }
  WorldShape<D, T> shape() const override { return world_shape(object); }
  Status set_user_data(std::span<const std::uint64_t> user_data) override {
    if constexpr (requires { object.set_user_data(user_data); }) {
      return object.set_user_data(user_data);
    }
    return Status::wrong_format;
  }

  S object;
  Buffer<masu_body*> parts;  // retained, since `object` refers to them
};

// MASU_WRONG_FORMAT: not a body, or of another kind.
inline masu_status check_body(const masu_body* body, std::uint32_t kind) {
  if (body == nullptr) return MASU_OUT_OF_RANGE;
  return body->tag() == Tag::body && body->kind == kind ? MASU_OK : MASU_WRONG_FORMAT;
}

// Makes a body, which build(body) fills.
template <int D, class T, class S, class Build>
masu_status create_body(const masu_allocator* allocator, masu_body** made, Build&& build) {
  if (made == nullptr) return MASU_OUT_OF_RANGE;
  *made = nullptr;
  if (!Memory(allocator).valid()) return MASU_OUT_OF_RANGE;
  Body<D, T, S>* body = nullptr;
  masu_status status = code(make(allocator, body));
  if (status != MASU_OK) return status;
  status = code(build(*body));
  if (status == MASU_OK) {
    *made = body;
  } else {
    body->destroy();
  }
  return status;
}

// Changes a body by change(object) -> Status.
template <int D, class T, class S, class Change>
masu_status change_body(masu_body* body, Change&& change) {
  const masu_status status = check_body(body, kKind<D, T>);
  if (status != MASU_OK) return status;
  if (body->type != kTypeOf<S>) return MASU_WRONG_FORMAT;
  return code(change(static_cast<Body<D, T, S>*>(body)->object));
}

// Converts a shape from C; `body` is the one that it refers to, or null.
template <int D, class T, class CShape>
masu_status read_shape(const CShape& input, WorldShape<D, T>& shape, masu_body*& body) {
  body = nullptr;
  if (input.kind == MASU_BODY) {
    body = const_cast<masu_body*>(input.body);
    const masu_status status = check_body(body, kKind<D, T>);
    if (status != MASU_OK) return status;
    shape = static_cast<const BodyOf<D, T>*>(body)->shape();
    if (shape.is_composite() && input.radius != 0) return MASU_OUT_OF_RANGE;
    shape.convex.radius = input.radius;
    return MASU_OK;
  }
  const auto kind = static_cast<ShapeKind>(input.kind);
  const bool known = input.kind <= static_cast<std::uint32_t>(MASU_HALF_SPACE) &&
                     kind != ShapeKind::polygon && kind != ShapeKind::polyhedron &&
                     kind != ShapeKind::custom;
  if (!known) return MASU_OUT_OF_RANGE;
  shape = {};
  shape.convex.kind = kind;
  shape.convex.radius = input.radius;
  for (int k = 0; k < 3; ++k) shape.convex.p[k] = cpp(input.p[k]);
  return MASU_OK;
}

// Converts a shape to C.
template <class CShape, int D, class T>
CShape plain_shape(const WorldShape<D, T>& shape, const masu_body* body) {
  CShape r{};
  r.kind = body != nullptr ? std::uint32_t(MASU_BODY) : std::uint32_t(shape.convex.kind);
  r.radius = shape.convex.radius;
  for (int k = 0; k < 3; ++k) r.p[k] = plain(shape.convex.p[k]);
  r.body = body;
  return r;
}

}  // namespace masu::c
