// SPDX-License-Identifier: MIT
// Any body, its type forgotten: a convex shape, or one of many pieces.
#pragma once

#include <type_traits>

#include <masu/core/pair.hpp>
#include <masu/mesh/composite_aabb.hpp>
#include <masu/mesh/composite_shape.hpp>
#include <masu/shapes/aabb_of.hpp>
#include <masu/shapes/check.hpp>

namespace masu {

namespace detail {

template <int D, class T>
struct BodyTable {
  using Take = bool (*)(void* visit, std::uint32_t id, const Piece<D, T>& piece);
  SearchResult (*pieces)(const void* body, const Aabb<D, T>& box, void* visit, Take take);
  bool (*empty)(const void* body);
  Aabb<D, T> (*aabb)(const void* body, const Transform<D, T>& at);
};

template <CompositeShape B>
inline constexpr BodyTable<B::kDimension, typename B::Scalar> kBodyTable = {
    [](const void* body, const Aabb<B::kDimension, typename B::Scalar>& box, void* visit,
       typename BodyTable<B::kDimension, typename B::Scalar>::Take take) {
      return static_cast<const B*>(body)->for_each_piece(
          box, [&](std::uint32_t id, const Piece<B::kDimension, typename B::Scalar>& piece) {
            return take(visit, id, piece);
          });
    },
    [](const void* body) { return static_cast<const B*>(body)->bounds().empty(); },
    [](const void* body, const Transform<B::kDimension, typename B::Scalar>& at) {
      return aabb_of(*static_cast<const B*>(body), at);
    }};

}  // namespace detail

// Refers to the body, which must live on and stay where it is; of a convex shape it keeps a
// ShapeView, which refers to polytopes and shapes of others alone.
template <int D, class T>
class BodyView {
 public:
  static constexpr int kDimension = D;
  using Scalar = T;

  template <Shape S>
  BodyView(const S& shape) : shape_(view_of(shape)) {}
  template <CompositeShape B>
  requires(B::kDimension == D && std::is_same_v<typename B::Scalar, T>) BodyView(const B& body)
      : body_(&body), table_(&detail::kBodyTable<B>) {}

  // check() of a shape; no_points for a body without pieces.
  Status check() const {
    if (table_ == nullptr) return check_view(shape_);
    return table_->empty(body_) ? Status::no_points : Status::ok;
  }
  // aabb_of() the body; both must be valid.
  Aabb<D, T> aabb(const Transform<D, T>& at) const {
    return table_ == nullptr ? aabb_of_view(shape_, at) : table_->aabb(body_, at);
  }
  // visit(id, piece) for the pieces whose boxes overlap `box`, all in the body's frame; a convex
  // shape is piece 0 and always visited. Nothing is returned, or false to stop.
  template <class Visit>
  SearchResult for_each_piece(const Aabb<D, T>& box, Visit&& visit) const {
    if (table_ == nullptr) {
      const bool on = goes_on(visit, 0u, Piece<D, T>{shape_, nullptr});
      return {on ? Status::ok : Status::stopped, {}};
    }
    using V = std::remove_reference_t<Visit>;
    return table_->pieces(body_, box, &visit,
                          [](void* v, std::uint32_t id, const Piece<D, T>& piece) {
                            return goes_on(*static_cast<V*>(v), id, piece);
                          });
  }

 private:
  ShapeView<D, T> shape_{};
  const void* body_ = nullptr;
  const detail::BodyTable<D, T>* table_ = nullptr;
};

}  // namespace masu
