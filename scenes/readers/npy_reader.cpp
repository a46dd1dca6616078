// SPDX-License-Identifier: MIT
#include <array>

#include <scenes/readers/formats.hpp>
#include <scenes/readers/npy_array.hpp>

namespace masu::readers {

void read_npy(std::string_view bytes, const ReadOptions& options, BoxTable& table) {
  constexpr std::uint64_t kColumns[] = {4, 6};
  const NpyArray array = open_npy(bytes, table.source, kColumns);
  set_dimension(table, static_cast<int>(array.columns / 2), options);
  check_count(table, array.rows);
  array.check_size(table.source);
  table.single = options.single || array.scalar == 4;
  table.bounds.reserve(array.rows * array.columns);
  for (std::uint64_t r = 0; r < array.rows; ++r) {
    std::array<double, 6> row{};
    for (std::uint64_t c = 0; c < array.columns; ++c) row[c] = array.at(r, c);
    append(table, {row.data(), std::size_t(array.columns)}, options,
           [&] { return table.source + ": row " + std::to_string(r); });
    if ((r & 0xffff) == 0 && options.progress) options.progress(r, array.rows);
  }
}

}  // namespace masu::readers
