// SPDX-License-Identifier: MIT
// Reads whole files as bytes, and numbers in them by byte order.
#pragma once

#include <string>

#include <io/src/bytes.hpp>

namespace masu::readers {

// Returns the whole file; "-" is standard input. Throws InputError with the system's reason.
std::string load_file(const std::string& path);

using io::load_float32;
using io::load_float64;
using io::load_integer;

}  // namespace masu::readers
