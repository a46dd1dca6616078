// SPDX-License-Identifier: MIT
// Which pairs of a world may collide: filters, layers, exclusions and a function of Python.
#include <optional>

#include "bindings.hpp"
#include "world.hpp"
#include "world_docs.hpp"

namespace masu::python {

namespace {

using namespace pybind11::literals;
using Number = std::uint64_t;  // a handle in Python

py::handle candidate_type;  // masu.PairCandidate

template <int D>
void set_filter(PyWorld<D>& self, Number handle, std::uint64_t category, std::uint64_t mask) {
  check(self.change_briefly([&](auto& world) {
    return world.set_filter(handle_of(handle), {category, mask});
  }),
        "set_filter");
}

template <int D>
void set_layers(PyWorld<D>& self, std::optional<int> a, std::optional<int> b, bool collide) {
  check(self.change_briefly([&](auto& world) {
    LayerMatrix layers = world.layers();
    const Status status = layers.set(a.value_or(kNoLayer), b.value_or(kNoLayer), collide);
    return status == Status::ok ? world.set_layers(layers) : status;
  }),
        "set_layers");
}

template <int D>
void set_pair_filter(PyWorld<D>& self, const py::object& accept) {
  if (!accept.is_none() && PyCallable_Check(accept.ptr()) == 0) {
    throw py::type_error("accept: expected a function or None");
  }
  check(self.set_pair_filter(accept), "set_pair_filter");
}

// Binds a member of World that takes one handle or two.
template <int D, class Member, class... Handles>
void ask(PyWorld<D>& self, const char* name, Member member, Handles... handles) {
  check(self.change_briefly([&](auto& world) { return (world.*member)(handle_of(handles)...); }),
        name);
}

// The world of an object of Python that is complete; nullptr while it is made.
template <int D>
PyWorld<D>* complete_world(PyObject* object) {
  const auto held = reinterpret_cast<py::detail::instance*>(object)->get_value_and_holder();
  return held.holder_constructed() ? static_cast<PyWorld<D>*>(held.value_ptr()) : nullptr;
}

}  // namespace

bool PairFilter::operator()(const PairCandidate& pair) const {
  const py::gil_scoped_acquire gil;
  if (accept.is_none()) return true;
  const py::object candidate = candidate_type(handle_number(pair.a), handle_number(pair.b),
                                              pair.user_data_a, pair.user_data_b);
  const int answer = PyObject_IsTrue(accept(candidate).ptr());
  if (answer < 0) throw py::error_already_set();
  return answer != 0;
}

template <int D>
py::custom_type_setup collected() {
  return py::custom_type_setup([](PyHeapTypeObject* made) {
    PyTypeObject& type = made->ht_type;
    type.tp_flags |= Py_TPFLAGS_HAVE_GC;
    type.tp_traverse = [](PyObject* object, visitproc visit, void* arg) {
      Py_VISIT(Py_TYPE(object));
      if (PyWorld<D>* const world = complete_world<D>(object)) {
        Py_VISIT(world->pair_filter().ptr());
      }
      return 0;
    };
    type.tp_clear = [](PyObject* object) {
      if (PyWorld<D>* const world = complete_world<D>(object)) world->forget_pair_filter();
      return 0;
    };
  });
}

template <int D>
void bind_world_filters(py::module_& module, WorldClass<D>& type) {
  using World = typename PyWorld<D>::World;
  if (!candidate_type) {
    candidate_type =
        named_tuple(module, "PairCandidate", "a b user_data_a user_data_b", kPairCandidateDoc);
  }
  type.def("set_filter", &set_filter<D>, "handle"_a, "category"_a = kDefaultCategory,
           "mask"_a = ~std::uint64_t(0),
           "Set which objects it collides with: each one's mask must have a bit of the other's "
           "category.")
      .def("set_layers", &set_layers<D>, "a"_a, "b"_a, "collide"_a, kLayersDoc)
      .def("set_pair_filter", &set_pair_filter<D>, "accept"_a, kPairFilterDoc)
      .def(
          "refilter",
          [](PyWorld<D>& self, Number h) { ask(self, "refilter", &World::refilter, h); },
          "handle"_a, "Let the next update() call the pair filter for the pairs of an object.")
      .def(
          "exclude_pair",
          [](PyWorld<D>& self, Number a, Number b) {
            ask(self, "exclude_pair", &World::exclude_pair, a, b);
          },
          "a"_a, "b"_a,
          "Let two objects never collide, until `include_pair` or until one is removed.")
      .def(
          "include_pair",
          [](PyWorld<D>& self, Number a, Number b) {
            ask(self, "include_pair", &World::include_pair, a, b);
          },
          "a"_a, "b"_a, "End an exclusion, from the next update() on.");
}

template py::custom_type_setup collected<2>();
template py::custom_type_setup collected<3>();
template void bind_world_filters<2>(py::module_&, WorldClass<2>&);
template void bind_world_filters<3>(py::module_&, WorldClass<3>&);

}  // namespace masu::python
