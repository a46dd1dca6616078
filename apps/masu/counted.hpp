// SPDX-License-Identifier: MIT
// Numbers with nouns: "1 frame", "2 frames".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace masu::cli {

// Returns the noun as it stands after the number: "box" for 1, "boxes" for 2.
inline std::string plural(std::uint64_t count, std::string_view thing) {
  if (count == 1) return std::string(thing);
  if (thing.ends_with("ex")) return std::string(thing.substr(0, thing.size() - 2)) + "ices";
  const bool hisses = thing.ends_with("x") || thing.ends_with("s") || thing.ends_with("sh");
  return std::string(thing) + (hisses ? "es" : "s");
}

inline std::string counted(std::uint64_t count, std::string_view thing) {
  return fmt::format("{} {}", count, plural(count, thing));
}

}  // namespace masu::cli
