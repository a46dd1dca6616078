// SPDX-License-Identifier: MIT
#include <array>

#include <scenes/readers/formats.hpp>
#include <scenes/readers/text.hpp>

namespace masu::readers {
namespace {

constexpr int kMaxColumns = 6;

struct Row {
  std::array<std::string_view, kMaxColumns> fields;
  int columns = 0;  // may exceed kMaxColumns: then only the first columns are kept
};

Row split_row(std::string_view line) {
  Row row;
  Split fields(line, ',');
  for (std::string_view field; fields.next(field); ++row.columns) {
    if (row.columns < kMaxColumns) row.fields[row.columns] = trimmed(field);
  }
  return row;
}

class CsvReader {
 public:
  CsvReader(const ReadOptions& options, BoxTable& table)
      : options_(options), table_(table), line_(options.first_line) {}

  void read(std::string_view bytes) {
    if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);
    Split lines(bytes, '\n');
    for (std::string_view line; lines.next(line);) {
      ++line_;
      if (trimmed(line).empty()) continue;
      read_line(line);
      if ((line_ & 0xffff) == 0 && options_.progress) {
        options_.progress(bytes.size() - lines.left(), bytes.size());
      }
    }
  }

 private:
  std::string location() const { return table_.source + ":" + std::to_string(line_); }

  void read_line(std::string_view line) {
    const Row row = split_row(line);
    if (first_) {
      first_ = false;
      set_columns(row.columns);
      if (options_.first_line == 0 && is_header(row)) return check_header(row);
    }
    if (row.columns != 2 * table_.dim) {
      throw InputError(location() + ": " + std::to_string(row.columns) + " columns, expected " +
                       std::to_string(2 * table_.dim) + ": '" + std::string(trimmed(line)) + "'");
    }
    std::array<double, kMaxColumns> values{};
    for (int c = 0; c < row.columns; ++c) values[c] = number(row.fields[c], c);
    append(table_, {values.data(), std::size_t(row.columns)}, options_, [&] { return location(); });
  }

  void set_columns(int columns) {
    if (columns != 4 && columns != 6) {
      throw InputError(location() + ": " + std::to_string(columns) +
                       " columns, expected 4 (2D) or 6 (3D)");
    }
    set_dimension(table_, columns / 2, options_);
  }

  // Returns whether a first row has no number at all. A row with some numbers is a damaged row of
  // data.
  static bool is_header(const Row& row) {
    for (int c = 0; c < row.columns; ++c) {
      if (parse_number<double>(row.fields[c]).error != NumberError::not_a_number) return false;
    }
    return true;
  }

  static bool is_name(std::string_view field) {
    return !field.empty() && std::string_view("0123456789+-.").find(field[0]) == field.npos;
  }

  // A header is dropped, so a row that may be damaged data is not a header. Names are free, but our
  // own names in another order would make every box wrong.
  void check_header(const Row& row) const {
    for (int c = 0; c < row.columns; ++c) {
      if (is_name(row.fields[c])) continue;
      throw InputError(location() + ": column " + std::to_string(c + 1) + ": '" +
                       std::string(row.fields[c]) + "' is neither a number nor a column's name");
    }
    for (int c = 0; c < row.columns; ++c) {
      for (int other = 0; other < row.columns; ++other) {
        if (other == c || row.fields[c] != column_name(table_.dim, other)) continue;
        throw InputError(location() + ": column " + std::to_string(c + 1) + " is '" +
                         std::string(row.fields[c]) + "', expected " + column_name(table_.dim, c));
      }
    }
  }

  double number(std::string_view field, int column) const {
    const Number n = parse_number(field, options_.single);
    if (n.error == NumberError::none) return n.value;
    throw InputError(location() + ": " + column_name(table_.dim, column) + ": '" +
                     std::string(field) + "' " + describe(n.error));
  }

  const ReadOptions& options_;
  BoxTable& table_;
  std::size_t line_;
  bool first_ = true;
};

}  // namespace

void read_csv(std::string_view bytes, const ReadOptions& options, BoxTable& table) {
  table.single = options.single;
  CsvReader(options, table).read(bytes);
}

}  // namespace masu::readers
