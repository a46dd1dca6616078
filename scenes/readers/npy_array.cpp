// SPDX-License-Identifier: MIT
// The format: numpy/lib/format.py, "A Simple File Format for NumPy Arrays".
#include <algorithm>
#include <array>
#include <charconv>

#include <scenes/readers/bytes.hpp>
#include <scenes/readers/npy_array.hpp>
#include <scenes/readers/text.hpp>

namespace masu::readers {
namespace {

struct NpyHeader {
  std::string_view descr;
  std::string_view fortran_order;
  std::string_view shape;
  std::size_t data = 0;  // where the array begins
};

using Columns = std::span<const std::uint64_t>;

[[noreturn]] void fail(const std::string& source, const std::string& what) {
  throw InputError(source + ": " + what);
}

// Returns the text of a key's value in the dictionary {'descr': '<f8', 'shape': (3, 4), ...}: up to
// the comma or brace outside brackets and quotes.
std::string_view value_of(std::string_view dictionary, std::string_view key,
                          const std::string& source) {
  const std::string quoted_key = std::string("'").append(key).append("':");
  const std::size_t at = dictionary.find(quoted_key);
  if (at == std::string_view::npos) fail(source, "the npy header lacks " + quoted_key);
  std::string_view rest = dictionary.substr(at + quoted_key.size());
  int depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < rest.size(); ++i) {
    const char c = rest[i];
    if (c == '\'') quoted = !quoted;
    if (quoted) continue;
    if (depth == 0 && (c == ',' || c == '}')) return trimmed(rest.substr(0, i));
    depth += (c == '(' || c == '[') - (c == ')' || c == ']');
  }
  fail(source, "the npy header does not end: '" + std::string(trimmed(rest)) + "'");
}

NpyHeader read_header(std::string_view bytes, const std::string& source) {
  if (!bytes.starts_with("\x93NUMPY"))
    fail(source, "is not an npy file: it does not begin with \\x93NUMPY");
  if (bytes.size() < 12) fail(source, "truncated in the npy header");
  const int version = static_cast<unsigned char>(bytes[6]);
  if (version < 1 || version > 3)
    fail(source, "npy version " + std::to_string(version) + ", expected 1 to 3");
  const std::size_t start = version == 1 ? 10 : 12;
  const std::size_t length =
      version == 1 ? load_integer<std::uint16_t>(bytes, 8) : load_integer<std::uint32_t>(bytes, 8);
  if (length > bytes.size() - start) {
    fail(source, "truncated: the npy header has " + std::to_string(length) + " bytes, the file " +
                     std::to_string(bytes.size() - start) + " of them");
  }
  const std::string_view text = bytes.substr(start, length);
  return {value_of(text, "descr", source), value_of(text, "fortran_order", source),
          value_of(text, "shape", source), start + length};
}

// "(3, 4)" -> rows, columns.
void read_shape(std::string_view shape, Columns columns, NpyArray& array,
                const std::string& source) {
  const auto bad = [&] {
    std::string known;
    for (const std::uint64_t c : columns) {
      known += (known.empty() ? "(n, " : " or (n, ") + std::to_string(c) + ")";
    }
    fail(source, "shape " + std::string(shape) + ", expected " + known);
  };
  if (shape.size() < 2 || shape.front() != '(' || shape.back() != ')') bad();
  std::array<std::uint64_t, 2> sides{};
  std::size_t count = 0;
  Split parts(shape.substr(1, shape.size() - 2), ',');
  for (std::string_view part; parts.next(part); ++count) {
    part = trimmed(part);
    if (count >= sides.size()) bad();
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), sides[count]);
    if (error != std::errc() || end != part.data() + part.size()) bad();
  }
  if (count != 2 || std::find(columns.begin(), columns.end(), sides[1]) == columns.end()) bad();
  array.rows = sides[0];
  array.columns = sides[1];
}

NpyArray array_of(const NpyHeader& header, Columns columns, const std::string& source) {
  NpyArray array;
  const std::string_view type = header.descr;
  const bool known = type == "'<f4'" || type == "'>f4'" || type == "'=f4'" || type == "'<f8'" ||
                     type == "'>f8'" || type == "'=f8'";
  if (!known) {
    fail(source,
         "wrong dtype " + std::string(type) + ", expected float32 or float64 ('<f4', '<f8')");
  }
  array.scalar = type[3] == '4' ? 4 : 8;
  array.big_endian = type[1] == '>' || (type[1] == '=' && std::endian::native == std::endian::big);
  if (header.fortran_order != "True" && header.fortran_order != "False") {
    fail(source, "fortran_order " + std::string(header.fortran_order) + ", expected True or False");
  }
  array.fortran = header.fortran_order == "True";
  read_shape(header.shape, columns, array, source);
  return array;
}

}  // namespace

double NpyArray::at(std::uint64_t row, std::uint64_t column) const {
  const std::uint64_t offset = (fortran ? column * rows + row : row * columns + column) * scalar;
  return scalar == 4 ? load_float32(data, offset, big_endian)
                     : load_float64(data, offset, big_endian);
}

NpyArray open_npy(std::string_view bytes, const std::string& source, Columns columns) {
  const NpyHeader header = read_header(bytes, source);
  NpyArray array = array_of(header, columns, source);
  array.data = bytes.substr(header.data);
  array.type = header.descr;
  return array;
}

void NpyArray::check_size(const std::string& source) const {
  const std::uint64_t row = columns * scalar;
  if (rows <= data.size() / row && data.size() == rows * row) return;
  fail(source, std::string(rows > data.size() / row ? "truncated" : "too long") + ": " +
                   std::to_string(rows) + " x " + std::to_string(columns) + " of " +
                   std::string(type) + " are " + std::to_string(rows * row) +
                   " bytes, the file has " + std::to_string(data.size()));
}

}  // namespace masu::readers
