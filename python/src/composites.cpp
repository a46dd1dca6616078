// SPDX-License-Identifier: MIT
// masu.compound() and masu.height_field().
#include <variant>

#include <masu/mesh/compound.hpp>
#include <masu/mesh/height_field.hpp>

#include "bindings.hpp"
#include "poses.hpp"
#include "shapes.hpp"

namespace masu::python {

namespace {

using namespace pybind11::literals;

// A compound, and what the shapes of its children refer to.
template <int D>
struct KeptCompound {
  Compound<D, double> compound;
  std::vector<std::shared_ptr<const void>> bodies;
};

template <int D>
Shape make_compound(const std::vector<Shape>& shapes, const py::object& source) {
  const Poses<D> poses(source, "poses");
  const bool one_each = poses.all().size() == shapes.size();
  if (!source.is_none() && !one_each) check(Status::size_mismatch, "shapes and poses");
  auto kept = std::make_shared<KeptCompound<D>>();
  std::vector<Child<D, double>> children;
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    const Transform<D, double> pose = source.is_none() ? Transform<D, double>{} : poses.all()[i];
    children.push_back({shapes[i].convex<D>("shapes"), pose});
    if (shapes[i].body() != nullptr) kept->bodies.push_back(shapes[i].body());
  }
  {
    const py::gil_scoped_release no_gil;
    check(kept->compound.build(children), "compound");
  }
  const auto view = world_shape(kept->compound);
  py::array_t<double> rows({shapes.size(), std::size_t(Poses<D>::kNumbers)});
  auto* const to = reinterpret_cast<Transform<D, double>*>(rows.mutable_data());
  for (std::size_t i = 0; i < shapes.size(); ++i) to[i] = children[i].pose;
  return Shape(view, std::move(kept), py::make_tuple("compound", shapes, rows));
}

Shape compound(const std::vector<Shape>& shapes, const py::object& poses) {
  if (shapes.empty()) check(Status::no_points, "compound");
  return shapes[0].dimension() == 2 ? make_compound<2>(shapes, poses)
                                    : make_compound<3>(shapes, poses);
}

// Rows of heights: row k has the samples at z = k * spacing. In 2D there is one row.
template <int D>
Shape make_height_field(const py::array_t<double>& heights, const std::vector<double>& spacing,
                        const py::object& holes) {
  using Field = HeightField<D, double>;
  typename Field::Cell samples{};
  typename Field::Spacing between{};
  for (int a = 0; a < D - 1; ++a) {
    const py::ssize_t axis = D - 2 - a;  // x is the last one
    if (heights.shape(axis) > 0xffff'ffff) check(Status::too_many_objects, "heights");
    samples[a] = static_cast<std::uint32_t>(heights.shape(axis));
    between[a] = spacing[std::size_t(a) % spacing.size()];
  }
  auto field = std::make_shared<Field>();
  const std::vector<double> copy(heights.data(), heights.data() + heights.size());
  {
    const py::gil_scoped_release no_gil;
    check(field->build(samples, between, std::span<const double>(copy)), "height_field");
  }
  py::array_t<bool, py::array::c_style> open;
  if (!holes.is_none()) {
    // A copy, which pickle reads too.
    open = py::array_t<bool, py::array::c_style>(holes).attr("copy")();
    py::ssize_t cells = 1;
    for (int a = 0; a < D - 1; ++a) cells *= field->cells()[a];
    const bool fits = open.ndim() == D - 1 && open.size() == cells &&
                      open.shape(D - 2) == static_cast<py::ssize_t>(field->cells()[0]);
    if (!fits) throw py::value_error("holes: expected one for each cell: one less than heights");
    for (py::ssize_t i = 0; i < cells; ++i) {
      if (!open.data()[i]) continue;
      typename Field::Cell cell{};
      py::ssize_t rest = i;
      for (int a = 0; a < D - 1; ++a) {
        const auto along = static_cast<py::ssize_t>(field->cells()[a]);
        cell[a] = static_cast<std::uint32_t>(rest % along);
        rest /= along;
      }
      check(field->set_hole(cell, true), "holes");
    }
  }
  const auto view = world_shape(*field);
  const py::object kept = holes.is_none() ? holes : open;
  return Shape(view, std::move(field), py::make_tuple("height_field", heights, spacing, kept));
}

Shape height_field(const py::object& source, const std::variant<double, std::vector<double>>& given,
                   const py::object& holes) {
  const auto* const one = std::get_if<double>(&given);
  const auto spacing = one ? std::vector<double>{*one} : std::get<std::vector<double>>(given);
  const Floats floats = read_floats(source, {"heights", true, true});
  // A copy, which pickle reads too.
  const py::array_t<double> heights(floats.array.attr("copy")("C"));
  const auto axes = heights.ndim();
  if (axes != 1 && axes != 2) throw py::value_error("heights: expected (n,) in 2D, (m, n) in 3D");
  if (spacing.size() != 1 && spacing.size() != static_cast<std::size_t>(axes)) {
    throw py::value_error("spacing: expected one number, or one for each horizontal axis");
  }
  return axes == 1 ? make_height_field<2>(heights, spacing, holes)
                   : make_height_field<3>(heights, spacing, holes);
}

constexpr char kCompoundDoc[] = R"(Make a shape of several convex shapes, which may overlap.

Worlds take compounds; so do `distance`, `distances`, `intersects`, `contacts` and
`time_of_impact`.

Parameters
----------
shapes : sequence of Shape
    Convex, of one dimension.
poses : array_like, optional
    One for each, in the frame of the compound; in the forms of `distance`.

Notes
-----
O(n log n).
)";

constexpr char kHeightFieldDoc[] = R"(Make terrain of heights over a grid.

A surface, two triangles per cell in 3D and a segment in 2D. Worlds take height fields; so do
`distance`, `distances`, `intersects`, `contacts` and `time_of_impact`.

Parameters
----------
heights : array_like, shape (n,) in 2D, (m, n) in 3D
    y of the samples. ``heights[k, i]`` is that at x = i, z = k times the spacing.
spacing : float or sequence of two floats
    Between samples, along x and z.
holes : array_like of bool, shape (n - 1,) or (m - 1, n - 1), optional
    Cells without ground.

Raises
------
masu.Error
    no_points: fewer than two samples along an axis; not_finite; not_positive; out_of_range.
)";

}  // namespace

void bind_composites(py::module_& module) {
  const auto none = py::none();
  module.def("compound", &compound, "shapes"_a, "poses"_a = none, kCompoundDoc);
  module.def("height_field", &height_field, "heights"_a, "spacing"_a, "holes"_a = none,
             kHeightFieldDoc);
}

}  // namespace masu::python
