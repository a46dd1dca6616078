// SPDX-License-Identifier: MIT
#include <array>

#include <scenes/readers/bytes.hpp>
#include <scenes/readers/formats.hpp>

namespace masu::readers {

void read_f32(std::string_view bytes, const ReadOptions& options, BoxTable& table) {
  if (options.dim == 0) {
    throw InputError(table.source + ": raw floats have no dimension: give --dim 2 or 3");
  }
  set_dimension(table, options.dim, options);
  table.single = true;
  const std::size_t columns = 2 * std::size_t(options.dim);
  const std::size_t row_bytes = 4 * columns;
  const std::size_t rows = bytes.size() / row_bytes;
  if (bytes.size() % row_bytes != 0) {
    throw InputError(table.source + ": truncated: " + std::to_string(bytes.size()) +
                     " bytes are not a whole number of rows of " + std::to_string(row_bytes) +
                     " bytes; row " + std::to_string(rows) + " has " +
                     std::to_string(bytes.size() % row_bytes));
  }
  check_count(table, rows);
  table.bounds.reserve(rows * columns);
  for (std::size_t r = 0; r < rows; ++r) {
    std::array<double, 6> row{};
    for (std::size_t c = 0; c < columns; ++c) row[c] = load_float32(bytes, r * row_bytes + 4 * c);
    append(table, {row.data(), columns}, options,
           [&] { return table.source + ": row " + std::to_string(r); });
    if ((r & 0xffff) == 0 && options.progress) options.progress(r, rows);
  }
}

}  // namespace masu::readers
