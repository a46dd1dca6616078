// SPDX-License-Identifier: MIT
#include <cerrno>
#include <cstdio>
#include <memory>

#include <scenes/readers/bytes.hpp>
#include <scenes/readers/input_error.hpp>

namespace masu::readers {

std::string load_file(const std::string& path) {
  struct Close {
    void operator()(std::FILE* file) const {
      if (file != stdin) std::fclose(file);
    }
  };
  const std::unique_ptr<std::FILE, Close> file(path == "-" ? stdin
                                                           : std::fopen(path.c_str(), "rb"));
  if (!file) throw InputError(path + ": cannot be read: " + std::strerror(errno));
  std::string bytes;
  std::size_t got = 0;
  do {
    const std::size_t size = bytes.size();
    const std::size_t room = size < (1 << 20) ? (1 << 16) : size;
    bytes.resize(size + room);
    got = std::fread(bytes.data() + size, 1, room, file.get());
    bytes.resize(size + got);
  } while (got != 0);
  // A directory opens but does not read.
  if (std::ferror(file.get())) throw InputError(path + ": cannot be read: " + std::strerror(errno));
  return bytes;
}

}  // namespace masu::readers
