// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

namespace masu_bench {

// Makes the folder. Throws std::runtime_error if the file cannot be written.
void write_text(const std::string& text, const std::filesystem::path& file);

}  // namespace masu_bench
