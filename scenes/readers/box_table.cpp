// SPDX-License-Identifier: MIT
#include <limits>

#include <masu/broad_phase/pair_options.hpp>
#include <masu/core/finite.hpp>
#include <scenes/readers/box_table.hpp>

namespace masu::readers {

std::string column_name(int dim, int column) {
  return std::string(column < dim ? "min_" : "max_") + "xyz"[column % dim];
}

void set_dimension(BoxTable& table, int dim, const ReadOptions& options) {
  if (options.dim != 0 && options.dim != dim) {
    throw InputError(table.source + ": holds " + std::to_string(dim) + "D boxes, but " +
                     std::to_string(options.dim) + "D boxes are expected");
  }
  table.dim = dim;
}

void check_count(const BoxTable& table, std::uint64_t count) {
  if (count > kMaxObjects) {
    throw InputError(table.source + ": " + text_of(count) + " boxes, but at most " +
                     text_of(std::uint64_t(kMaxObjects)) + " are supported");
  }
}

namespace {

constexpr const char* kHint = "; --allow-odd keeps such boxes";

void check_row(const double* row, int dim, const std::function<std::string()>& location) {
  for (int c = 0; c < 2 * dim; ++c) {
    if (!is_finite(row[c])) {
      throw InputError(location() + ": " + column_name(dim, c) + ": " + text_of(row[c]) +
                       " is not finite" + kHint);
    }
  }
  for (int a = 0; a < dim; ++a) {
    if (row[a] > row[dim + a]) {
      throw InputError(location() + ": " + column_name(dim, a) + " " + text_of(row[a]) + " > " +
                       column_name(dim, dim + a) + " " + text_of(row[dim + a]) + kHint);
    }
  }
}

// Rounds to float32; a finite number beyond its range is refused, not made infinite.
void round_row(double* row, int dim, const std::function<std::string()>& location) {
  for (int c = 0; c < 2 * dim; ++c) {
    const float rounded = static_cast<float>(row[c]);
    if (is_finite(row[c]) && !is_finite(rounded)) {
      throw InputError(location() + ": " + column_name(dim, c) + ": " + text_of(row[c]) +
                       " does not fit a 32-bit float");
    }
    row[c] = rounded;
  }
}

}  // namespace

void append(BoxTable& table, std::span<const double> row, const ReadOptions& options,
            const std::function<std::string()>& location) {
  if (table.size() >= kMaxObjects) check_count(table, table.size() + std::uint64_t(1));
  const std::size_t start = table.bounds.size();
  table.bounds.insert(table.bounds.end(), row.begin(), row.end());
  if (options.single) round_row(table.bounds.data() + start, table.dim, location);
  if (!options.allow_odd) check_row(table.bounds.data() + start, table.dim, location);
}

}  // namespace masu::readers
