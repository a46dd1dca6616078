// SPDX-License-Identifier: MIT
// A contact as the bytes of a picture.
#pragma once

#include <string>

#include "contact/contact.hpp"

namespace masu::cli {

// The ending of `file` says which: .svg, .png; of solids .gltf and .glb too. Throws UsageError for
// others.
template <int D, class T>
std::string picture_of(const Contact<D, T>& contact, const ShapeSource& a, const ShapeSource& b,
                       const std::string& title, const std::string& file);

}  // namespace masu::cli
