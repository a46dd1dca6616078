// SPDX-License-Identifier: MIT
// The intersection of two shapes with corners, for the report, pictures and files.
#pragma once

#include <string>

#include <masu/narrow_phase/face_clipping.hpp>

#include "contact/body.hpp"

namespace masu::cli {

template <int D, class T>
struct CommonBody {
  Status status;  // ok, touching, apart
  ContactVolume<D, T> volume;
};

// Intersects two shapes. Throws UsageError for shapes that are not polygons or polyhedra.
template <int D, class T>
CommonBody<D, T> common_body(const PlacedShape<D, T>& a, const PlacedShape<D, T>& b);

// Returns the intersection without edges, for drawing.
template <class T>
Body<2> body_of(const ContactVolume<2, T>& volume);
template <class T>
Body<3> body_of(const ContactVolume<3, T>& volume);

// Returns OBJ (a group for the faces of each body) or ASCII STL, by the extension of the file.
// Throws UsageError for other extensions.
template <class T>
std::string mesh_text(const ContactVolume<3, T>& volume, const std::string& file);

}  // namespace masu::cli
