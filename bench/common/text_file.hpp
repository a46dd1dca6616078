// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

namespace masu_bench {

// Writes a text file and makes its folder. Throws std::runtime_error if it cannot be written.
void write_text(const std::string& text, const std::filesystem::path& file);

}  // namespace masu_bench
