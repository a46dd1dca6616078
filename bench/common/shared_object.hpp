// SPDX-License-Identifier: MIT
// Peers are shared objects: they prefer their own symbols and export none, since float and double
// builds of one library must not share symbols.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace masu_bench {

// Returns the folder of that name next to this program.
std::filesystem::path folder_beside_program(const std::string& name);

// Returns every .so of a folder, in order of name. In a scene of floats it leaves out those whose
// name ends with `_double`, in one of doubles those with `_float`: two builds that share the names
// of their symbols.
std::vector<std::filesystem::path> peer_files(const std::filesystem::path& folder,
                                              std::size_t scalar_size);

// Returns the address of `symbol`; nullptr, with a line on stderr, if the object's libraries are
// missing. It stays loaded until the process ends.
void* open_symbol(const std::filesystem::path& file, const char* symbol);

}  // namespace masu_bench
