// SPDX-License-Identifier: MIT
#include "errors.hpp"

namespace masu::python {

namespace {

PyObject* error_type = nullptr;  // masu.Error; lives as long as the interpreter

void raise(const StatusError& e) {
  const std::string text =
      (e.subject.empty() ? "" : e.subject + ": ") + (e.text.empty() ? describe(e.status) : e.text);
  if (e.status == Status::out_of_memory) {
    PyErr_SetString(PyExc_MemoryError, text.c_str());
    return;
  }
  py::object error = py::reinterpret_borrow<py::object>(error_type)(text);
  error.attr("status") = name(e.status);
  PyErr_SetObject(error_type, error.ptr());
}

}  // namespace

void bind_errors(py::module_& module) {
  error_type = PyErr_NewExceptionWithDoc(
      "masu.Error",
      "What the library refused. `status` is the name of the status, such as 'not_unit'; the\n"
      "message describes it. Refused memory is a MemoryError instead, and arrays of a wrong type\n"
      "or shape are a TypeError or ValueError.",
      PyExc_ValueError, nullptr);
  module.attr("Error") = py::handle(error_type);
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const StatusError& e) {
      raise(e);
    } catch (const py::cast_error&) {
      // pybind11 makes a RuntimeError of it, and its text names a macro.
      PyErr_SetString(PyExc_TypeError, "an argument has a wrong type, or a number does not fit");
    }
  });
}

}  // namespace masu::python
