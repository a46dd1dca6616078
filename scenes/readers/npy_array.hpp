// SPDX-License-Identifier: MIT
// NpyArray: a table of numbers in NumPy's .npy format, read without copying.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include <scenes/readers/input_error.hpp>

namespace masu::readers {

struct NpyArray {
  std::string_view data;
  std::string_view type;  // as spelled in the file: '<f4'
  std::uint64_t rows = 0;
  std::uint64_t columns = 0;
  std::size_t scalar = 0;  // bytes
  bool big_endian = false;
  bool fortran = false;

  // Throws InputError unless the data are as long as the shape says: call it before at().
  void check_size(const std::string& source) const;

  double at(std::uint64_t row, std::uint64_t column) const;
};

// Opens an array of shape n x c, where c is one of `columns`; versions 1 to 3, float32 or float64,
// either byte order, C or Fortran order. Throws InputError that names the source and what is wrong.
// The bytes must outlive the array.
NpyArray open_npy(std::string_view bytes, const std::string& source,
                  std::span<const std::uint64_t> columns);

}  // namespace masu::readers
