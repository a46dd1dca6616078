// SPDX-License-Identifier: MIT
// "1 frame", "2 frames".
#pragma once

#include <cstdint>
#include <string>

#include <fmt/format.h>

namespace masu::cli {

inline std::string counted(std::uint64_t count, const char* thing) {
  return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
}

}  // namespace masu::cli
