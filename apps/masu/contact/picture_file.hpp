// SPDX-License-Identifier: MIT
// Writes a contact as a picture file.
#pragma once

#include <string>

#include "contact/contact.hpp"

namespace masu::cli {

// Returns the bytes of a picture whose format is the extension of `file`: .svg or .png; for 3D
// bodies also .gltf and .glb. Throws UsageError for others.
template <int D, class T>
std::string picture_of(const Contact<D, T>& contact, const ShapeSource& a, const ShapeSource& b,
                       const std::string& title, const std::string& file);

}  // namespace masu::cli
