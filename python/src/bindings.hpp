// SPDX-License-Identifier: MIT
// What each file binds. module.cpp calls them all.
#pragma once

#include <pybind11/pybind11.h>

namespace masu::python {

void bind_boxes(pybind11::module_& module);   // pairs, pairs_between
void bind_tree(pybind11::module_& module);    // BoxTree
void bind_shapes(pybind11::module_& module);  // Shape and its makers
void bind_narrow(pybind11::module_& module);  // distance, contact, manifold, time_of_impact
void bind_hulls(pybind11::module_& module);   // convex_hull
void bind_worlds(pybind11::module_& module);  // World2D, World3D

}  // namespace masu::python
