// SPDX-License-Identifier: MIT
// Any body of many pieces, as verbs take it: behind five functions, so that they are compiled once.
#pragma once

#include <masu/mesh/composite_shape.hpp>

namespace masu {

// What a CompositeShape does, its visitors as functions with a context. Without state: `object` is
// the body.
template <int D, class T>
struct BodyFunctions {
  using Visit = bool (*)(void* context, std::uint32_t id, const Piece<D, T>& piece);
  using Gap = double (*)(void* context, const Aabb<D, T>& box);
  using NearVisit = double (*)(void* context, std::uint32_t id, const Piece<D, T>& piece);

  Aabb<D, T> (*bounds)(const void* object);
  SearchResult (*for_each_piece)(const void* object, const Aabb<D, T>& box, Visit visit,
                                 void* context);
  QueryStats (*for_each_piece_near)(const void* object, Gap gap, void* gap_context, double reach,
                                    NearVisit visit, void* context);
  // nullptr: the body's edges are no seams.
  Vec<D, double> (*seam_free_normal)(const void* object, std::uint32_t id,
                                     const Vec<D, double>& point, const Vec<D, double>& normal);
  // visit(id, piece) -> the new reach, for pieces that a ray in the body's frame may meet at t <=
  // reach, about in that order. nullptr: for_each_piece_near serves.
  QueryStats (*for_each_piece_along)(const void* object, const Vec<D, double>& origin,
                                     const Vec<D, double>& direction, double reach, NearVisit visit,
                                     void* context);
};

namespace detail {

template <CompositeShape B>
struct FunctionsOfBody {
  static constexpr int D = B::kDimension;
  using T = typename B::Scalar;
  using Functions = BodyFunctions<D, T>;

  static const B& body(const void* object) { return *static_cast<const B*>(object); }
  static Aabb<D, T> bounds(const void* object) { return body(object).bounds(); }
  static SearchResult for_each_piece(const void* object, const Aabb<D, T>& box,
                                     typename Functions::Visit visit, void* context) {
    return body(object).for_each_piece(
        box, [&](std::uint32_t id, const Piece<D, T>& piece) { return visit(context, id, piece); });
  }
  static QueryStats for_each_piece_near(const void* object, typename Functions::Gap gap,
                                        void* gap_context, double reach,
                                        typename Functions::NearVisit visit, void* context) {
    return body(object).for_each_piece_near(
        [&](const Aabb<D, T>& box) { return gap(gap_context, box); }, reach,
        [&](std::uint32_t id, const Piece<D, T>& piece) { return visit(context, id, piece); });
  }
  static constexpr auto for_each_piece_along() {
    decltype(Functions::for_each_piece_along) f = nullptr;
    if constexpr (RayWalkedShape<B>) {
      f = [](const void* object, const Vec<D, double>& origin, const Vec<D, double>& direction,
             double reach, typename Functions::NearVisit visit, void* context) {
        return body(object).for_each_piece_along(
            origin, direction, reach,
            [&](std::uint32_t id, const Piece<D, T>& piece) { return visit(context, id, piece); });
      };
    }
    return f;
  }
  static constexpr auto seam_free_normal() {
    decltype(Functions::seam_free_normal) f = nullptr;
    if constexpr (SeamlessShape<B>) {
      f = [](const void* object, std::uint32_t id, const Vec<D, double>& point,
             const Vec<D, double>& normal) {
        return body(object).seam_free_normal(id, point, normal);
      };
    }
    return f;
  }
  static constexpr Functions kTable = {&bounds, &for_each_piece, &for_each_piece_near,
                                       seam_free_normal(), for_each_piece_along()};
};

}  // namespace detail

// A SeamlessShape that is somebody else's: it refers to the body, which must outlive it.
template <int D, class T>
class BodyView {
 public:
  static constexpr int kDimension = D;
  using Scalar = T;

  // Of a body that lives elsewhere, and must go on doing so.
  BodyView(const void* object, const BodyFunctions<D, T>* functions)
      : object_(object), functions_(functions) {}

  Aabb<D, T> bounds() const { return functions_->bounds(object_); }
  template <class Visit>
  SearchResult for_each_piece(const Aabb<D, T>& box, Visit&& visit) const {
    auto* target = &visit;
    return functions_->for_each_piece(
        object_, box,
        [](void* f, std::uint32_t id, const Piece<D, T>& piece) {
          return goes_on(*static_cast<decltype(target)>(f), id, piece);
        },
        const_cast<void*>(static_cast<const void*>(target)));
  }
  template <class Gap, class Visit>
  QueryStats for_each_piece_near(Gap&& gap, double reach, Visit&& visit) const {
    auto* of_gap = &gap;
    auto* of_visit = &visit;
    return functions_->for_each_piece_near(
        object_,
        [](void* f, const Aabb<D, T>& box) -> double {
          return (*static_cast<decltype(of_gap)>(f))(box);
        },
        const_cast<void*>(static_cast<const void*>(of_gap)), reach,
        [](void* f, std::uint32_t id, const Piece<D, T>& piece) -> double {
          return (*static_cast<decltype(of_visit)>(f))(id, piece);
        },
        const_cast<void*>(static_cast<const void*>(of_visit)));
  }
  // Whether the body walks along rays by itself.
  bool walks_along() const { return functions_->for_each_piece_along != nullptr; }
  template <class Visit>
  QueryStats for_each_piece_along(const Vec<D, double>& origin, const Vec<D, double>& direction,
                                  double reach, Visit&& visit) const {
    auto* of_visit = &visit;
    return functions_->for_each_piece_along(
        object_, origin, direction, reach,
        [](void* f, std::uint32_t id, const Piece<D, T>& piece) -> double {
          return (*static_cast<decltype(of_visit)>(f))(id, piece);
        },
        const_cast<void*>(static_cast<const void*>(of_visit)));
  }
  Vec<D, double> seam_free_normal(std::uint32_t id, const Vec<D, double>& point,
                                  const Vec<D, double>& normal) const {
    if (functions_->seam_free_normal == nullptr) return normal;
    return functions_->seam_free_normal(object_, id, point, normal);
  }

 private:
  const void* object_;
  const BodyFunctions<D, T>* functions_;
};

}  // namespace masu
