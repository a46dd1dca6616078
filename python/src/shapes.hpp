// SPDX-License-Identifier: MIT
// masu.Shape: a convex shape or a mesh, in 2D or 3D.
#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <variant>

#include <masu/world/world_shape.hpp>

#include "errors.hpp"

namespace masu::python {

// A shape, and the call that made it. Immutable.
class Shape {
 public:
  template <int D>
  Shape(const WorldShape<D, double>& view, std::shared_ptr<const void> body, py::tuple call)
      : view_(view), body_(std::move(body)), call_(std::move(call)) {}

  int dimension() const { return view_.index() == 0 ? 2 : 3; }
  // The view of a shape with D axes; raises ValueError for another dimension.
  template <int D>
  const WorldShape<D, double>& view(const char* name) const {
    if (dimension() != D) {
      throw py::value_error(std::string(name) + ": a shape in " + std::to_string(D) +
                            "D is expected");
    }
    return std::get<WorldShape<D, double>>(view_);
  }
  // The view of a convex shape; raises ValueError for a mesh, too.
  template <int D>
  const ShapeView<D, double>& convex(const char* name) const {
    const WorldShape<D, double>& shape = view<D>(name);
    if (shape.is_composite()) {
      throw py::value_error(std::string(name) + ": a convex shape is expected, not a " +
                            call_[0].cast<std::string>());
    }
    return shape.convex;
  }
  // Calls f(view) with a WorldShape.
  template <class F>
  auto with_view(F&& f) const {
    return std::visit(std::forward<F>(f), view_);
  }
  // What the view refers to: a polytope or a mesh; else null.
  const std::shared_ptr<const void>& body() const { return body_; }
  // The name of the maker and its arguments, for repr() and pickle.
  const py::tuple& call() const { return call_; }

 private:
  std::variant<WorldShape<2, double>, WorldShape<3, double>> view_;
  std::shared_ptr<const void> body_;
  py::tuple call_;
};

}  // namespace masu::python
