// SPDX-License-Identifier: MIT
// masu.time_of_impact().
#include <masu/mesh/composite_impact.hpp>

#include "bindings.hpp"
#include "narrow_docs.hpp"
#include "records.hpp"
#include "two_bodies.hpp"
#include "two_shapes.hpp"

namespace masu::python {

namespace {

using namespace pybind11::literals;

template <int D>
struct ImpactRow : Impact<D, double>, SubShapeIds {};

template <int D>
const py::dtype& impact_dtype() {
  using I = ImpactRow<D>;
  static const py::dtype* const type = new py::dtype(RecordType<I>()
                                                         .member("status", &I::status)
                                                         .member("hit", &I::hit)
                                                         .member("t", &I::t)
                                                         .member("normal", &I::normal)
                                                         .member("point_a", &I::point_a)
                                                         .member("point_b", &I::point_b)
                                                         .member("sub_shape_a", &I::sub_shape_a)
                                                         .member("sub_shape_b", &I::sub_shape_b)
                                                         .dtype());
  return *type;
}

// The poses of a shape that moves; an end of None: it stays.
template <int D>
struct Path {
  Poses<D> begin;
  Poses<D> end;

  Path(const py::object& from, const py::object& to, const char* name)
      : begin(from, name), end(to.is_none() ? from : to, name) {}
  Sweep<D, double> operator[](std::size_t i) const { return {begin[i], end[i]}; }
};

// Sub-shape 0 is a convex shape.
template <int D>
ImpactRow<D> impact(const WorldShape<D, double>& a, const Sweep<D, double>& of_a,
                    const WorldShape<D, double>& b, const Sweep<D, double>& of_b,
                    const ImpactOptions& options) {
  if (any_composite(a, b)) {
    return with_bodies(a, b, [&](const auto& x, const auto& y) -> ImpactRow<D> {
      const auto r = time_of_impact(x, of_a, y, of_b, options);
      return {r.impact(), {r.sub_shape_a, r.sub_shape_b}};
    });
  }
  const auto r = impact_of_views<D, double>(a.convex, of_a, b.convex, of_b, options);
  return {r, r.hit ? SubShapeIds{0, 0} : SubShapeIds{}};
}

template <int D>
py::object impacts(const Shape& a, const Shape& b, const Path<D>& of_a, const Path<D>& of_b,
                   double tolerance, int threads) {
  const auto& view_a = a.view<D>("a");
  const auto& view_b = b.view<D>("b");
  Broadcast count;
  for (const Poses<D>* poses : {&of_a.begin, &of_a.end, &of_b.begin, &of_b.end}) count.add(*poses);
  ImpactRow<D>* out = nullptr;
  const py::object made = new_records(impact_dtype<D>(), count.size, count.single, out);
  ask_each(count.size, threads, "time_of_impact", [&](std::size_t i) {
    out[i] = impact(view_a, of_a[i], view_b, of_b[i], {tolerance});
    return out[i].status;
  });
  return unboxed_record(made);
}

py::object time_of_impact_of(const Shape& a, const Shape& b, const py::object& begin_a,
                             const py::object& end_a, const py::object& begin_b,
                             const py::object& end_b, double tolerance, int threads) {
  if (a.dimension() == 2) {
    return impacts(a, b, Path<2>(begin_a, end_a, "begin_a, end_a"),
                   Path<2>(begin_b, end_b, "begin_b, end_b"), tolerance, threads);
  }
  return impacts(a, b, Path<3>(begin_a, end_a, "begin_a, end_a"),
                 Path<3>(begin_b, end_b, "begin_b, end_b"), tolerance, threads);
}

}  // namespace

void bind_impacts(py::module_& module) {
  const auto none = py::none();
  module.def("time_of_impact", &time_of_impact_of, "a"_a, "b"_a, "begin_a"_a = none,
             "end_a"_a = none, "begin_b"_a = none, "end_b"_a = none, py::kw_only(),
             "tolerance"_a = 1e-6, "threads"_a = 1, kImpactDoc);
}

}  // namespace masu::python
