// SPDX-License-Identifier: MIT
// Any body of convex pieces behind one table of functions, for code that is compiled once.
#pragma once

#include <masu/core/function_ref.hpp>
#include <masu/mesh/composite_shape.hpp>
#include <masu/shapes/concepts.hpp>

namespace masu {

// Which class a body is of. For the library's own classes some searches have shortcuts, which give
// the same answers.
enum class BodyKind : std::uint8_t { custom, surface_mesh, compound, height_field, tile_grid };

// The functions of a CompositeShape. `object` is the body; the table itself has no state.
template <int D, class T>
struct BodyFunctions {
  using Visit = FunctionRef<bool(std::uint32_t id, const Piece<D, T>& piece)>;
  using Gap = FunctionRef<double(const Aabb<D, T>& box)>;
  // Returns the new reach.
  using NearVisit = FunctionRef<double(std::uint32_t id, const Piece<D, T>& piece)>;

  // CompositeShape.
  Aabb<D, T> (*bounds)(const void* object);
  SearchResult (*for_each_piece)(const void* object, const Aabb<D, T>& box, Visit visit);
  QueryStats (*for_each_piece_near)(const void* object, Gap gap, double reach, NearVisit visit);
  // SeamlessShape. nullptr: the body is none.
  Vec<D, double> (*seam_free_normal)(const void* object, std::uint32_t id,
                                     const Vec<D, double>& point, const Vec<D, double>& normal);
  // RayWalkedShape. nullptr: the body is none, and for_each_piece_near() serves.
  QueryStats (*for_each_piece_along)(const void* object, const Vec<D, double>& origin,
                                     const Vec<D, double>& direction, double reach,
                                     NearVisit visit);
  BodyKind kind = BodyKind::custom;
};

namespace detail {

// The searches of a class are its own functions.
struct SearchItself {
  template <class B>
  const B& operator()(const B& body) const {
    return body;
  }
};

// The table of a class. Search()(body) is what its searches are called on.
template <class B, class Search = SearchItself, BodyKind kind = BodyKind::custom>
struct FunctionsOfBody {
  static constexpr int D = B::kDimension;
  using T = typename B::Scalar;
  using Functions = BodyFunctions<D, T>;

  static const B& body(const void* object) { return *static_cast<const B*>(object); }
  static decltype(auto) search(const void* object) { return Search()(body(object)); }
  static Aabb<D, T> bounds(const void* object) { return search(object).bounds(); }
  static SearchResult for_each_piece(const void* object, const Aabb<D, T>& box,
                                     typename Functions::Visit visit) {
    return search(object).for_each_piece(box, visit);
  }
  static QueryStats for_each_piece_near(const void* object, typename Functions::Gap gap,
                                        double reach, typename Functions::NearVisit visit) {
    return search(object).for_each_piece_near(gap, reach, visit);
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
  static constexpr auto for_each_piece_along() {
    decltype(Functions::for_each_piece_along) f = nullptr;
    if constexpr (RayWalkedShape<B>) {
      f = [](const void* object, const Vec<D, double>& origin, const Vec<D, double>& direction,
             double reach, typename Functions::NearVisit visit) {
        return search(object).for_each_piece_along(origin, direction, reach, visit);
      };
    }
    return f;
  }
  static constexpr Functions kTable = {
      &bounds, &for_each_piece, &for_each_piece_near, seam_free_normal(), for_each_piece_along(),
      kind};
};

}  // namespace detail

// A CompositeShape that refers to another body, which must outlive it: two pointers.
template <int D, class T>
class BodyView {
 public:
  static constexpr int kDimension = D;
  using Scalar = T;

  BodyView(const void* object, const BodyFunctions<D, T>* functions)
      : object_(object), functions_(functions) {}

  const void* object() const { return object_; }
  const BodyFunctions<D, T>* functions() const { return functions_; }
  BodyView view() const { return *this; }

  Aabb<D, T> bounds() const { return functions_->bounds(object_); }
  template <class Visit>
  SearchResult for_each_piece(const Aabb<D, T>& box, Visit&& visit) const {
    const auto each = [&](std::uint32_t id, const Piece<D, T>& piece) {
      return goes_on(visit, id, piece);
    };
    return functions_->for_each_piece(object_, box, each);
  }
  template <class Gap, class Visit>
  QueryStats for_each_piece_near(Gap&& gap, double reach, Visit&& visit) const {
    return functions_->for_each_piece_near(object_, gap, reach, visit);
  }
  // RayWalkedShape if walks_along(), and else not to be called.
  template <class Visit>
  QueryStats for_each_piece_along(const Vec<D, double>& origin, const Vec<D, double>& direction,
                                  double reach, Visit&& visit) const {
    return functions_->for_each_piece_along(object_, origin, direction, reach, visit);
  }
  // Whether the body walks along rays by itself.
  bool walks_along() const { return functions_->for_each_piece_along != nullptr; }
  // SeamlessShape.
  Vec<D, double> seam_free_normal(std::uint32_t id, const Vec<D, double>& point,
                                  const Vec<D, double>& normal) const {
    if (functions_->seam_free_normal == nullptr) return normal;
    return functions_->seam_free_normal(object_, id, point, normal);
  }

 private:
  const void* object_;
  const BodyFunctions<D, T>* functions_;
};

// The view that all functions take for a body.
template <CompositeShape B>
auto body_view(const B& body) {
  using View = BodyView<B::kDimension, typename B::Scalar>;
  if constexpr (requires {
                  { body.view() } -> std::same_as<View>;
                }) {
    return body.view();
  } else {
    return View(&body, &detail::FunctionsOfBody<B>::kTable);
  }
}

}  // namespace masu
