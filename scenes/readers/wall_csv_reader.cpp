// SPDX-License-Identifier: MIT
#include <array>

#include <scenes/readers/text.hpp>
#include <scenes/readers/wall_formats.hpp>

namespace masu::readers {
namespace {

constexpr const char* kColumns[] = {"x1", "y1", "x2", "y2"};

// Returns whether the first row is a header: only names, no number.
bool is_header(const std::vector<std::string_view>& fields) {
  for (const std::string_view field : fields) {
    if (parse_number<double>(field).error != NumberError::not_a_number) return false;
    if (field.empty() || std::string_view("0123456789+-.").find(field[0]) != field.npos)
      return false;
  }
  return true;
}

// `location()` is called for messages only: a file may have millions of rows.
template <class Location>
void add_row(const std::vector<std::string_view>& fields, Location&& location, WallWriter& writer) {
  std::array<double, 4> x{};
  for (std::size_t c = 0; c < 4; ++c) {
    const Number n = parse_number<double>(fields[c]);
    if (n.error != NumberError::none) {
      throw InputError(location() + ": " + kColumns[c] + ": '" + std::string(fields[c]) + "' " +
                       describe(n.error));
    }
    if (!(n.value - n.value == 0)) {
      throw InputError(location() + ": " + kColumns[c] + ": " + text_of(n.value) +
                       " is not finite");
    }
    x[c] = n.value;
  }
  writer.add({x[0], x[1]}, {x[2], x[3]});
}

}  // namespace

void read_wall_csv(std::string_view bytes, const WallOptions&, WallTable& table) {
  if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);
  WallWriter writer(table);
  writer.begin_source("rows", "");
  Split lines(bytes, '\n');
  std::size_t number = 0;
  const auto location = [&] { return table.source + ":" + std::to_string(number); };
  std::vector<std::string_view> fields;
  bool first = true;
  for (std::string_view line; lines.next(line);) {
    ++number;
    if (trimmed(line).empty()) continue;
    fields.clear();
    Split split(line, ',');
    for (std::string_view field; split.next(field);) fields.push_back(trimmed(field));
    if (fields.size() != 4) {
      throw InputError(location() + ": " + std::to_string(fields.size()) +
                       " columns, expected 4 (x1,y1,x2,y2)");
    }
    if (!first || !is_header(fields)) add_row(fields, location, writer);
    first = false;
  }
}

}  // namespace masu::readers
