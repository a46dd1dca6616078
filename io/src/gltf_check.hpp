// SPDX-License-Identifier: MIT
// Checks a glTF file before tinygltf reads it, which trusts lengths, recurses as deep as the JSON
// is nested, and copies the binary chunk for each buffer without a file.
#pragma once

#include <string_view>

#include "mesh_readers.hpp"

namespace masu::io {

// Throws ReadError (malformed) for chunks of a binary file that extend beyond its end, for JSON
// nested too deep, and for more than one buffer that is the binary chunk. O(n).
void check_gltf(std::string_view bytes, bool binary, const Source& source);

}  // namespace masu::io
