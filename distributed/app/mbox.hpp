// SPDX-License-Identifier: MIT
// masu's binary format of boxes, .mbox: 64 bytes of header, then a row for each box.
#pragma once

#include <cstdint>
#include <string>

#include <scenes/readers/box_table.hpp>

#include "file_part.hpp"

namespace masu::distributed::cli {

// The header. In the file, little-endian: 8 bytes "MASUBOX1"; the dimension (2 or 3) and the bytes
// of a scalar (4: float32, 8: float64) as uint32; the number of boxes as uint64; 40 bytes of zeros.
// A row is min_x, min_y[, min_z], max_x, max_y[, max_z].
struct MboxHeader {
  int dim = 3;              // 2 or 3
  bool single = false;      // float32
  std::uint64_t count = 0;  // rows

  std::size_t row_bytes() const { return 2 * std::size_t(dim) * (single ? 4 : 8); }
};

inline constexpr std::size_t kMboxHeaderBytes = 64;

// Returns the header in bytes.
std::string bytes_of(const MboxHeader& header);
// Returns the rows of the boxes, as float32 if `single`, in bytes.
std::string rows_of(const readers::BoxTable& table, bool single);

// Reads and checks the header. Throws InputError: not such a file, or not of the size that the
// header states, which is how a file cut short is recognised before any row is read.
MboxHeader read_mbox_header(const FilePart& file, const std::string& path);

// Appends `count` rows from row `first` on. Throws InputError, as for CSV, for odd boxes.
void read_mbox_rows(const FilePart& file, const MboxHeader& header, std::uint64_t first,
                    std::uint64_t count, const readers::ReadOptions& options,
                    readers::BoxTable& table);

}  // namespace masu::distributed::cli
