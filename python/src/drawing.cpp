// SPDX-License-Identifier: MIT
// Outlines of shapes in 2D, for pictures.
#include <cmath>
#include <numbers>

#include <masu/shapes/support.hpp>

#include "bindings.hpp"
#include "drawing.hpp"
#include "poses.hpp"
#include "shapes.hpp"

namespace masu::python {

namespace {

using namespace pybind11::literals;

py::handle outlines_type;  // masu.Outlines

constexpr int kMostDirections = 65'536;  // no picture shows more corners

}  // namespace

void Outlines::add(const WorldShape<2, double>& shape, const Transform<2, double>& pose) {
  if (!shape.is_composite()) return add(shape.convex, pose);
  const auto each = [&](std::uint32_t, const SubShape<2, double>& part) {
    add(part.shape, part.pose == nullptr ? pose : pose * *part.pose);
    return true;
  };
  (void)shape.sub_shapes().for_each_sub_shape(shape.sub_shapes().bounds(), each);
}

void Outlines::add(const ShapeView<2, double>& shape, const Transform<2, double>& pose) {
  if (shape.kind == ShapeKind::half_space) return;
  const std::size_t first = points_.size();
  for (int k = 0; k < directions_; ++k) {
    const double angle = 2 * std::numbers::pi * k / directions_;
    const Vec<2, double> d{std::cos(angle), std::sin(angle)};
    const auto point = pose * (support_of_core(shape, d).point + d * shape.radius);
    if (points_.size() == first || point != points_.back()) points_.push_back(point);
  }
  if (points_.size() > first + 1 && points_.back() == points_[first]) points_.pop_back();
  ends_.push_back(static_cast<std::uint32_t>(points_.size()));
}

py::object Outlines::take() const {
  py::array_t<std::uint32_t> indptr(static_cast<py::ssize_t>(ends_.size()) + 1);
  *indptr.mutable_data() = 0;
  std::copy(ends_.begin(), ends_.end(), indptr.mutable_data() + 1);
  const py::array_t<double> points({points_.size(), std::size_t(2)},
                                   points_.empty() ? nullptr : points_[0].v);
  return outlines_type(indptr, points);
}

Outlines::Outlines(int directions) : directions_(directions) {
  if (directions < 3) throw py::value_error("directions: at least 3 are needed");
  if (directions > kMostDirections) check(Status::out_of_range, "directions");
}

constexpr char kOutlineDoc[] = R"(Compute the outline of a shape in 2D, for pictures.

Parameters
----------
pose : array_like, optional
    Poses as in `aabb`; the outlines at all of them follow each other.
directions : int, optional
    How many points of a smooth shape are computed: 3 to 65536.

Returns
-------
Outlines ``(indptr, points)``
    Polygons, counterclockwise: one for each convex part, ``points[indptr[i]:indptr[i + 1]]``. None
    for a half-space.
)";

void bind_drawing(py::module_& module) {
  outlines_type =
      named_tuple(module, "Outlines", "indptr points", "Polygons in 2D in compressed rows.");
  const py::object shape_type = module.attr("Shape");
  shape_type.attr("outline") = py::cpp_function(
      [](const Shape& shape, const py::object& pose, int directions) {
        Outlines outlines(directions);
        const auto& view = shape.view<2>("outline");
        const Poses<2> poses(pose, "pose");
        for (const auto& one : poses.all()) {
          check(one.check(), "pose");
          outlines.add(view, one);
        }
        return outlines.take();
      },
      py::name("outline"), py::is_method(shape_type), "pose"_a = py::none(), "directions"_a = 64,
      kOutlineDoc);
}

}  // namespace masu::python
