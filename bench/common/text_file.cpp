// SPDX-License-Identifier: MIT
#include "text_file.hpp"

#include <fstream>
#include <stdexcept>

namespace masu_bench {

void write_text(const std::string& text, const std::filesystem::path& file) {
  if (file.has_parent_path()) std::filesystem::create_directories(file.parent_path());
  std::ofstream out(file);
  out << text;
  if (!out) throw std::runtime_error(file.string() + ": cannot be written");
}

}  // namespace masu_bench
