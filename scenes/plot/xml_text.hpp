// SPDX-License-Identifier: MIT
// Words as XML has them.
#pragma once

#include <string>
#include <string_view>

namespace masu::plot {

// Control characters, which XML has not, are left out.
inline std::string xml_text(std::string_view words) {
  std::string text;
  for (const char c : words) {
    if (c == '<') text += "&lt;";
    if (c == '>') text += "&gt;";
    if (c == '&') text += "&amp;";
    if (c != '<' && c != '>' && c != '&' && static_cast<unsigned char>(c) >= 32) text += c;
  }
  return text;
}

}  // namespace masu::plot
