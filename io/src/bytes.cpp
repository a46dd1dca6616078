// SPDX-License-Identifier: MIT
#include "bytes.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <memory>

#include "read_error.hpp"

namespace masu::io {

std::string load_file(const std::string& path, std::uint64_t most) {
  struct Close {
    void operator()(std::FILE* file) const {
      if (file != stdin) std::fclose(file);
    }
  };
  const auto fail = [&] {
    throw ReadError(ReadStatus::cannot_read, path + ": cannot be read: " + std::strerror(errno));
  };
  const std::unique_ptr<std::FILE, Close> file(path == "-" ? stdin
                                                           : std::fopen(path.c_str(), "rb"));
  if (!file) fail();
  std::string bytes;
  std::size_t got = 0;
  do {
    const std::size_t size = bytes.size();
    if (size > most) {
      throw ReadError(ReadStatus::too_large,
                      path + ": is larger than the limit of " + std::to_string(most) + " bytes");
    }
    // One byte beyond the limit shows that there is more.
    const std::uint64_t block = size < (1 << 20) ? (1 << 16) : size;
    const std::uint64_t left = most - size;
    const auto requested = static_cast<std::size_t>(left < block ? left + 1 : block);
    bytes.resize(size + requested);
    got = std::fread(bytes.data() + size, 1, requested, file.get());
    bytes.resize(size + got);
  } while (got != 0);
  // A folder can be opened but not read.
  if (std::ferror(file.get())) fail();
  return bytes;
}

}  // namespace masu::io
