// SPDX-License-Identifier: MIT
// BodyView: a view of any composite shape through a table of functions, for code that is compiled
// once.
#pragma once

#include <masu/core/function_ref.hpp>
#include <masu/mesh/composite_shape.hpp>
#include <masu/shapes/concepts.hpp>

namespace masu {

// The class of a composite shape. Some searches are faster for the library's own classes, with the
// same results.
enum class BodyKind : std::uint8_t { custom, surface_mesh, compound, height_field, tile_grid };

// The functions of a CompositeShape. `object` is the shape; the table itself has no state.
template <int D, class T>
struct BodyFunctions {
  using Visit = SubShapeVisit<D, T>;                       // receives sub-shapes
  using Gap = FunctionRef<double(const Aabb<D, T>& box)>;  // lower bound of a cost inside a box
  using NearVisit = NearSubShapeVisit<D, T>;  // receives sub-shapes, returns the new reach

  // CompositeShape: returns the box around all sub-shapes.
  Aabb<D, T> (*bounds)(const void* object);
  // CompositeShape: visits the sub-shapes whose boxes overlap `box`.
  SearchResult (*for_each_sub_shape)(const void* object, const Aabb<D, T>& box, Visit visit);
  // CompositeShape: visits sub-shapes in the order of their gaps, up to `reach`.
  QueryStats (*for_each_sub_shape_near)(const void* object, Gap gap, double reach, NearVisit visit);
  // CorrectsNormals: returns the corrected normal; nullptr if the body does not correct any.
  Vec<D, double> (*corrected_normal)(const void* object, std::uint32_t id,
                                     const Vec<D, double>& point, const Vec<D, double>& normal);
  // RayWalkedShape: visits along a ray; if nullptr, for_each_sub_shape_near() is used instead.
  QueryStats (*for_each_sub_shape_along)(const void* object, const Vec<D, double>& origin,
                                         const Vec<D, double>& direction, double reach,
                                         NearVisit visit);
  // Returns the user data of a sub-shape; nullptr if the body has no `user_data(id)`.
  std::uint64_t (*user_data)(const void* object, std::uint32_t id) = nullptr;
  BodyKind kind = BodyKind::custom;  // class of the body
};

namespace detail {

// The default: the body itself implements its searches.
struct SearchItself {
  template <class B>
  const B& operator()(const B& body) const {
    return body;
  }
};

// The table of a class. Its searches are called on Search()(body).
template <class B, class Search = SearchItself, BodyKind kind = BodyKind::custom>
struct FunctionsOfBody {
  static constexpr int D = B::kDimension;
  using T = typename B::Scalar;
  using Functions = BodyFunctions<D, T>;

  static const B& body(const void* object) { return *static_cast<const B*>(object); }
  static decltype(auto) search(const void* object) { return Search()(body(object)); }
  static constexpr Functions table() {
    using Point = Vec<D, double>;
    using NearVisit = typename Functions::NearVisit;
    Functions f{};
    f.bounds = [](const void* object) -> Aabb<D, T> { return search(object).bounds(); };
    f.for_each_sub_shape = [](const void* object, const Aabb<D, T>& box,
                              typename Functions::Visit visit) {
      return search(object).for_each_sub_shape(box, visit);
    };
    f.for_each_sub_shape_near = [](const void* object, typename Functions::Gap gap, double reach,
                                   NearVisit visit) {
      return search(object).for_each_sub_shape_near(gap, reach, visit);
    };
    if constexpr (CorrectsNormals<B>) {
      f.corrected_normal = [](const void* object, std::uint32_t id, const Point& point,
                              const Point& normal) {
        return body(object).corrected_normal(id, point, normal);
      };
    }
    if constexpr (RayWalkedShape<B>) {
      f.for_each_sub_shape_along = [](const void* object, const Point& origin,
                                      const Point& direction, double reach, NearVisit visit) {
        return search(object).for_each_sub_shape_along(origin, direction, reach, visit);
      };
    }
    if constexpr (requires(const B& b) { std::uint64_t(b.user_data(0u)); }) {
      f.user_data = [](const void* object, std::uint32_t id) -> std::uint64_t {
        return body(object).user_data(id);
      };
    }
    f.kind = kind;
    return f;
  }
  static constexpr Functions kTable = table();
};

}  // namespace detail

// A CompositeShape that refers to another one, which must outlive it. Two pointers. Queries take
// it, so that one compiled search serves all bodies; you need it only in searches of your own.
//
//    const auto view = masu::body_view(mesh);
//    use(view.bounds());
//
// One indirect call for each of its calls. Threads: as the body.
template <int D, class T>
class BodyView {
 public:
  static constexpr int kDimension = D;
  using Scalar = T;

  // Makes the view of a body from its address and the table of its class.
  BodyView(const void* object, const BodyFunctions<D, T>* functions)
      : object_(object), functions_(functions) {}

  const void* object() const { return object_; }                       // the viewed body
  const BodyFunctions<D, T>* functions() const { return functions_; }  // table of its class
  BodyView view() const { return *this; }                              // itself

  // As the body: the box around its sub-shapes, and visits to them (see CompositeShape).
  Aabb<D, T> bounds() const { return functions_->bounds(object_); }
  SearchResult for_each_sub_shape(const Aabb<D, T>& box, SubShapeVisit<D, T> visit) const {
    return functions_->for_each_sub_shape(object_, box, visit);
  }
  QueryStats for_each_sub_shape_near(FunctionRef<double(const Aabb<D, T>&)> gap, double reach,
                                     NearSubShapeVisit<D, T> visit) const {
    return functions_->for_each_sub_shape_near(object_, gap, reach, visit);
  }
  // Visits sub-shapes along a ray, as the body (RayWalkedShape). Precondition: walks_along().
  QueryStats for_each_sub_shape_along(const Vec<D, double>& origin, const Vec<D, double>& direction,
                                      double reach, NearSubShapeVisit<D, T> visit) const {
    return functions_->for_each_sub_shape_along(object_, origin, direction, reach, visit);
  }
  // Returns whether the body is a RayWalkedShape.
  bool walks_along() const { return functions_->for_each_sub_shape_along != nullptr; }
  // Returns the corrected normal; `normal` itself if the body does not correct any.
  Vec<D, double> corrected_normal(std::uint32_t id, const Vec<D, double>& point,
                                  const Vec<D, double>& normal) const {
    if (functions_->corrected_normal == nullptr) return normal;
    return functions_->corrected_normal(object_, id, point, normal);
  }
  // Returns the user data of a sub-shape; 0 where the body has none.
  std::uint64_t user_data(std::uint32_t id) const {
    return functions_->user_data == nullptr ? 0 : functions_->user_data(object_, id);
  }

 private:
  const void* object_;
  const BodyFunctions<D, T>* functions_;
};

// Returns the view of a composite shape, which all queries take.
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
