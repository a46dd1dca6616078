// SPDX-License-Identifier: MIT
// The notation of places and turns, which shapes, files and --to share.
#pragma once

#include <string>
#include <string_view>

#include "contact/shape_source.hpp"

namespace masu::cli {

// Takes "@POSITION~ROTATION", or what there is of it, off the end of `rest`. `text` is named in
// messages.
void take_pose(const std::string& text, std::string_view& rest, Json& fields);

// "1,2~30", "~30" or "1,2".
Json fields_of_pose(const std::string& text);

}  // namespace masu::cli
