// SPDX-License-Identifier: MIT
// masu.contacts(): the contacts of all sub-shapes of two shapes.
#include <masu/mesh/contacts.hpp>
#include <masu/narrow_phase/distance.hpp>

#include "bindings.hpp"
#include "narrow_docs.hpp"
#include "records.hpp"
#include "two_bodies.hpp"
#include "two_shapes.hpp"

namespace masu::python {

namespace {

using namespace pybind11::literals;

py::handle contacts_type;  // masu.Contacts

template <int D>
const py::dtype& contact_dtype() {
  using C = SubShapeContact<D, double>;
  static const py::dtype* const type = new py::dtype(RecordType<C>()
                                                         .member("status", &C::status)
                                                         .member("distance", &C::distance)
                                                         .member("lower", &C::lower)
                                                         .member("upper", &C::upper)
                                                         .member("normal", &C::normal)
                                                         .member("point_a", &C::point_a)
                                                         .member("point_b", &C::point_b)
                                                         .member("sub_shape_a", &C::sub_shape_a)
                                                         .member("sub_shape_b", &C::sub_shape_b)
                                                         .dtype());
  return *type;
}

// Calls report(contact) for each contact. Two convex shapes have at most one.
template <int D, class Report>
Status ask_contacts(const WorldShape<D, double>& a, const Transform<D, double>& pose_a,
                    const WorldShape<D, double>& b, const Transform<D, double>& pose_b,
                    const ContactOptions<double>& options, Report&& report) {
  if (any_composite(a, b)) {
    return with_bodies(a, b, [&](const auto& x, const auto& y) {
      return contacts(x, pose_a, y, pose_b, report, options).status;
    });
  }
  const auto s =
      penetration_of_views<D, double>(a.convex, pose_a, b.convex, pose_b, nullptr, nullptr);
  if (s.status != Status::ok && s.status != Status::not_converged) return s.status;
  if (s.distance <= options.margin) report(SubShapeContact<D, double>{{0, 0}, s});
  return Status::ok;
}

py::object contacts_of(const Shape& a, const Shape& b, const py::object& pose_a,
                       const py::object& pose_b, double margin, bool skip_internal_edges,
                       int threads) {
  if (!(margin >= 0 && std::isfinite(margin))) check(Status::out_of_range, "margin");
  return with_two(a, b, pose_a, pose_b, [&]<int D>(const Two<D>& two) -> py::object {
    using Contact = SubShapeContact<D, double>;
    QueryBatch<Contact> found;
    {
      const py::gil_scoped_release no_gil;
      CallThreads pool(threads, two.count.size);
      const auto ask = [&](std::size_t i, auto&& report) {
        return ask_contacts<D>(two.a, two.pose_a[i], two.b, two.pose_b[i],
                               {margin, skip_internal_edges},
                               [&](const Contact& contact) { report(contact); });
      };
      const auto order = [](const Contact& x, const Contact& y) {
        return std::pair(x.sub_shape_a, x.sub_shape_b) < std::pair(y.sub_shape_a, y.sub_shape_b);
      };
      check(detail::collect(two.count.size, found, pool.jobs(), ask, order), "contacts");
    }
    const std::span<const Contact> all(found.items.data(), found.items.size());
    const py::object records = copy_records(contact_dtype<D>(), all);
    return two.count.single ? records : contacts_type(own(std::move(found.first)), records);
  });
}

}  // namespace

void bind_contacts(py::module_& module) {
  contacts_type = named_tuple(module, "Contacts", "indptr contacts", kContactsTypeDoc);
  const auto none = py::none();
  module.def("contacts", &contacts_of, "a"_a, "b"_a, "pose_a"_a = none, "pose_b"_a = none,
             py::kw_only(), "margin"_a = 0.0, "skip_internal_edges"_a = false, "threads"_a = 1,
             kSubShapeContactsDoc);
}

}  // namespace masu::python
