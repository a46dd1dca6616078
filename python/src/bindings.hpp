// SPDX-License-Identifier: MIT
// What each file binds. module.cpp calls them all.
#pragma once

#include <pybind11/pybind11.h>

namespace masu::python {

void bind_boxes(pybind11::module_& module);       // pairs, pairs_between
void bind_tree(pybind11::module_& module);        // BoxTree
void bind_points(pybind11::module_& module);      // PointTree
void bind_shapes(pybind11::module_& module);      // Shape and its makers
void bind_composites(pybind11::module_& module);  // compound, height_field
void bind_narrow(pybind11::module_& module);      // distance, intersects, contact, manifold
void bind_contacts(pybind11::module_& module);    // contacts
void bind_impacts(pybind11::module_& module);     // time_of_impact
void bind_hulls(pybind11::module_& module);       // convex_hull
void bind_solids(pybind11::module_& module);      // decompose, contact_volume
void bind_corridors(pybind11::module_& module);   // Corridor
void bind_drawing(pybind11::module_& module);     // Shape.outline
void bind_worlds(pybind11::module_& module);      // World2D, World3D

}  // namespace masu::python
