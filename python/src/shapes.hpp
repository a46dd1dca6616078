// SPDX-License-Identifier: MIT
// masu.Shape: a convex shape in 2D or 3D.
#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <variant>

#include <masu/shapes/shape_view.hpp>

#include "errors.hpp"

namespace masu::python {

// A shape, and the call that made it. Immutable.
class Shape {
 public:
  template <int D>
  Shape(const ShapeView<D, double>& view, std::shared_ptr<const void> body, py::tuple call)
      : view_(view), body_(std::move(body)), call_(std::move(call)) {}

  int dimension() const { return view_.index() == 0 ? 2 : 3; }
  // The view of a shape with D axes; raises ValueError for another dimension.
  template <int D>
  const ShapeView<D, double>& view(const char* name) const {
    if (dimension() != D) {
      throw py::value_error(std::string(name) + ": a shape in " + std::to_string(D) +
                            "D is expected");
    }
    return std::get<ShapeView<D, double>>(view_);
  }
  // Calls f(view).
  template <class F>
  auto with_view(F&& f) const {
    return std::visit(std::forward<F>(f), view_);
  }
  // What the view refers to: the vertices of a polytope; else null.
  const std::shared_ptr<const void>& body() const { return body_; }
  // The name of the maker and its arguments, for repr() and pickle.
  const py::tuple& call() const { return call_; }

 private:
  std::variant<ShapeView<2, double>, ShapeView<3, double>> view_;
  std::shared_ptr<const void> body_;
  py::tuple call_;
};

}  // namespace masu::python
