// SPDX-License-Identifier: MIT
// Objects without a value, which Python can make of any class: refused.
#pragma once

#include <pybind11/pybind11.h>

namespace masu::python {

// Makes all classes of a module refuse objects that only cls.__new__() has made, without
// __init__(), as arguments. pybind11 calls operator_new() for nothing else: it would pass memory
// that no constructor has filled.
inline void refuse_incomplete(pybind11::module_& module) {
  for (const auto& [name, object] : pybind11::dict(module.attr("__dict__"))) {
    if (!PyType_Check(object.ptr())) continue;
    auto* const type = reinterpret_cast<PyTypeObject*>(object.ptr());
    if (PyType_IsSubtype(Py_TYPE(type), pybind11::detail::get_internals().default_metaclass) == 0) {
      continue;
    }
    pybind11::detail::get_type_info(type)->operator_new = [](std::size_t) -> void* {
      throw pybind11::type_error("an object without __init__()");
    };
  }
}

}  // namespace masu::python
