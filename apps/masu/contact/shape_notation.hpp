// SPDX-License-Identifier: MIT
// The notation of poses that shapes, files and --to share.
#pragma once

#include <string>
#include <string_view>

#include "contact/shape_source.hpp"

namespace masu::cli {

// Reads "@POSITION~ROTATION", or either part, from the end of `rest` and removes it. Messages quote
// `text`.
void take_pose(const std::string& text, std::string_view& rest, Json& fields);

// Reads "1,2~30", "~30" or "1,2".
Json fields_of_pose(const std::string& text);

}  // namespace masu::cli
