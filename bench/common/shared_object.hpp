// SPDX-License-Identifier: MIT
// Peers are shared objects: own symbols before everybody's and shown to nobody, since float and
// double builds of one library must not meet.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace masu_bench {

// The folder of that name beside this program.
std::filesystem::path folder_beside_program(const std::string& name);

// Every .so of a folder, in order of name, but for those whose name ends with `_double` in a scene
// of floats and with `_float` in one of doubles: two builds that share the names of their symbols.
std::vector<std::filesystem::path> peer_files(const std::filesystem::path& folder,
                                              std::size_t scalar_size);

// The address of `symbol`; nullptr, with a line on stderr, if the object's libraries are missing.
// It stays loaded until the process ends.
void* open_symbol(const std::filesystem::path& file, const char* symbol);

}  // namespace masu_bench
