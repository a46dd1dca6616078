// SPDX-License-Identifier: MIT
#include <scenes/readers/bytes.hpp>

#include <limits>

#include <io/src/read_error.hpp>
#include <scenes/readers/input_error.hpp>

namespace masu::readers {

std::string load_file(const std::string& path) {
  try {
    return io::load_file(path, std::numeric_limits<std::uint64_t>::max());
  } catch (const io::ReadError& e) {
    throw InputError(e.what());
  }
}

}  // namespace masu::readers
