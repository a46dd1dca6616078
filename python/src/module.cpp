// SPDX-License-Identifier: MIT
// The extension module of the Python package: masu._masu.
#include "bindings.hpp"
#include "errors.hpp"
#include "incomplete.hpp"

namespace {

// Types say that they are of masu, which users import and pickle looks into.
void name_module(pybind11::module_& module) {
  for (const auto& [name, object] : pybind11::dict(module.attr("__dict__"))) {
    if (PyType_Check(object.ptr())) pybind11::setattr(object, "__module__", pybind11::str("masu"));
  }
}

}  // namespace

PYBIND11_MODULE(_masu, module) {
  using namespace masu::python;
  module.doc() = "The compiled part of masu.";
  module.attr("__version__") = MASU_VERSION;
  bind_errors(module);
  bind_boxes(module);
  bind_tree(module);
  bind_points(module);
  bind_shapes(module);
  bind_composites(module);
  bind_narrow(module);
  bind_contacts(module);
  bind_impacts(module);
  bind_hulls(module);
  bind_solids(module);
  bind_corridors(module);
  bind_drawing(module);
  bind_worlds(module);
  name_module(module);
  refuse_incomplete(module);
}
