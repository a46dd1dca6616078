// SPDX-License-Identifier: MIT
// What an update of a world reports: pairs, contacts and events, as structured arrays.
#include "bindings.hpp"
#include "world.hpp"
#include "world_docs.hpp"

namespace masu::python {

namespace {

using namespace pybind11::literals;

// A contact of a pair, with the handles of the pair.
template <int D>
struct ContactRow : HandlePair, WorldContact<D, double> {};

template <class R, class Build>
const py::dtype& dtype_of(Build&& build) {
  static const py::dtype* const type = new py::dtype(build(RecordType<R>()).dtype());
  return *type;
}

const py::dtype& pair_dtype() {
  using P = WorldPair;
  return dtype_of<P>([](RecordType<P> r) {
    return r.member("a", &P::a)
        .member("b", &P::b)
        .member("id", &P::id)
        .member("status", &P::status);
  });
}
const py::dtype& ended_dtype() {
  using P = EndedPair;
  return dtype_of<P>([](RecordType<P> r) {
    return r.member("a", &P::a)
        .member("b", &P::b)
        .member("user_data_a", &P::user_data_a)
        .member("user_data_b", &P::user_data_b);
  });
}
template <int D>
const py::dtype& world_impact_dtype() {
  using I = WorldImpact<D, double>;
  return dtype_of<I>([](RecordType<I> r) {
    return r.member("a", &I::a)
        .member("b", &I::b)
        .member("hit", &I::hit)
        .member("t", &I::t)
        .member("normal", &I::normal)
        .member("point_a", &I::point_a)
        .member("point_b", &I::point_b)
        .member("status", &I::status);
  });
}
template <int D>
const py::dtype& contact_dtype() {
  using C = ContactRow<D>;
  return dtype_of<C>([](RecordType<C> r) {
    return r.member("a", &C::a)
        .member("b", &C::b)
        .member("distance", &C::distance)
        .member("normal", &C::normal)
        .member("point_a", &C::point_a)
        .member("point_b", &C::point_b)
        .member("sub_shape_a", &C::sub_shape_a)
        .member("sub_shape_b", &C::sub_shape_b)
        .member("status", &C::status);
  });
}

py::handle events_type;  // masu.Events

// Handles as integers.
py::array_t<std::uint64_t> numbers(std::span<const Handle> handles) {
  return py::array_t<std::uint64_t>(static_cast<py::ssize_t>(handles.size()),
                                    reinterpret_cast<const std::uint64_t*>(handles.data()));
}

template <int D>
py::object update(PyWorld<D>& self) {
  {
    const py::gil_scoped_release no_gil;
    check(self.change([](auto& world) { return world.update().status; }), "update");
  }
  self.release_dropped();
  return self.read_briefly([](const auto& world) -> py::object {
    return events_type(
        copy_records(pair_dtype(), world.began()), copy_records(ended_dtype(), world.ended()),
        copy_records(world_impact_dtype<D>(), world.crossed()),
        copy_records(world_impact_dtype<D>(), world.impacts()), numbers(world.left()));
  });
}

template <int D>
py::object pairs_of(const PyWorld<D>& self) {
  return self.read_briefly(
      [](const auto& world) { return copy_records(pair_dtype(), world.pairs()); });
}

template <int D>
py::object contacts_of(const PyWorld<D>& self) {
  return self.read_briefly([](const auto& world) {
    std::size_t count = 0;
    for (const WorldPair& pair : world.pairs()) count += world.contacts(pair).size();
    ContactRow<D>* out = nullptr;
    py::object made = new_records(contact_dtype<D>(), count, false, out);
    for (const WorldPair& pair : world.pairs()) {
      for (const auto& contact : world.contacts(pair)) *out++ = {{pair.a, pair.b}, contact};
    }
    return made;
  });
}

}  // namespace

template <int D>
void bind_world_events(py::module_& module, WorldClass<D>& type) {
  if (!events_type) {
    events_type = named_tuple(module, "Events", "began ended crossed impacts left", kEventsDoc);
  }
  type.def("update", &update<D>, kUpdateDoc)
      .def("pairs", &pairs_of<D>, kWorldPairsDoc)
      .def("contacts", &contacts_of<D>, kContactsDoc);
}

template void bind_world_events<2>(py::module_&, WorldClass<2>&);
template void bind_world_events<3>(py::module_&, WorldClass<3>&);

}  // namespace masu::python
