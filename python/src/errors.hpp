// SPDX-License-Identifier: MIT
// How statuses of the library become exceptions of Python.
#pragma once

#include <pybind11/pybind11.h>

#include <string>

#include <masu/core/status.hpp>

namespace masu::python {

namespace py = pybind11;

// A status on its way to Python. It becomes masu.Error, or MemoryError for out_of_memory. It has
// no Python objects, so it may be thrown while the GIL is released.
struct StatusError {
  Status status;
  std::string subject;    // what was refused, such as "boxes"; may be empty
  std::string text = {};  // why; empty: the description of the status
};

// Throws StatusError unless the status is ok.
inline void check(Status status, const char* subject = "") {
  if (status != Status::ok) throw StatusError{status, subject};
}
// The same for results that are valid, with wider bounds, where an iteration did not converge.
inline void check_result(Status status, const char* subject = "") {
  if (status != Status::not_converged) check(status, subject);
}

// Registers masu.Error and the translation of StatusError.
void bind_errors(py::module_& module);

}  // namespace masu::python
