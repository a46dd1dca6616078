// SPDX-License-Identifier: MIT
// Parses XML into a tree, with our errors.
#pragma once

#include <string>
#include <string_view>

#include <pugixml.hpp>
#include <scenes/readers/input_error.hpp>

namespace masu::readers {

inline void parse_xml(std::string_view bytes, const std::string& source,
                      pugi::xml_document& document) {
  const pugi::xml_parse_result result = document.load_buffer(bytes.data(), bytes.size());
  if (result) return;
  throw InputError(source + ": is not XML: " + result.description() + " at byte " +
                   std::to_string(result.offset));
}

}  // namespace masu::readers
