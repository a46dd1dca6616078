// SPDX-License-Identifier: MIT
// The format: numpy/lib/format.py, "A Simple File Format for NumPy Arrays".
#include <array>
#include <charconv>

#include <scenes/readers/bytes.hpp>
#include <scenes/readers/formats.hpp>
#include <scenes/readers/text.hpp>

namespace masu::readers {
namespace {

struct NpyHeader {
  std::string_view descr;
  std::string_view fortran_order;
  std::string_view shape;
  std::size_t data = 0;  // where the array begins
};

struct NpyLayout {
  std::uint64_t rows = 0;
  std::uint64_t columns = 0;
  std::size_t scalar = 0;  // bytes
  bool big_endian = false;
  bool fortran = false;
};

[[noreturn]] void fail(const BoxTable& table, const std::string& what) {
  throw InputError(table.source + ": " + what);
}

// The text of a key's value in the dictionary {'descr': '<f8', 'shape': (3, 4), ...}: up to the
// comma or brace outside brackets and quotes.
std::string_view value_of(std::string_view dictionary, std::string_view key,
                          const BoxTable& table) {
  const std::string quoted_key = std::string("'").append(key).append("':");
  const std::size_t at = dictionary.find(quoted_key);
  if (at == std::string_view::npos) fail(table, "the npy header lacks " + quoted_key);
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
  fail(table, "the npy header does not end: '" + std::string(trimmed(rest)) + "'");
}

NpyHeader read_header(std::string_view bytes, const BoxTable& table) {
  if (!bytes.starts_with("\x93NUMPY"))
    fail(table, "is not an npy file: it does not begin with \\x93NUMPY");
  if (bytes.size() < 12) fail(table, "truncated in the npy header");
  const int version = static_cast<unsigned char>(bytes[6]);
  if (version < 1 || version > 3)
    fail(table, "npy version " + std::to_string(version) + ", expected 1 to 3");
  const std::size_t start = version == 1 ? 10 : 12;
  const std::size_t length =
      version == 1 ? load_integer<std::uint16_t>(bytes, 8) : load_integer<std::uint32_t>(bytes, 8);
  if (length > bytes.size() - start) {
    fail(table, "truncated: the npy header has " + std::to_string(length) + " bytes, the file " +
                    std::to_string(bytes.size() - start) + " of them");
  }
  const std::string_view text = bytes.substr(start, length);
  return {value_of(text, "descr", table), value_of(text, "fortran_order", table),
          value_of(text, "shape", table), start + length};
}

// "(3, 4)" -> rows, columns.
void read_shape(std::string_view shape, NpyLayout& layout, const BoxTable& table) {
  const auto bad = [&] {
    fail(table, "shape " + std::string(shape) + ", expected (n, 4) or (n, 6)");
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
  if (count != 2 || (sides[1] != 4 && sides[1] != 6)) bad();
  layout.rows = sides[0];
  layout.columns = sides[1];
}

NpyLayout layout_of(const NpyHeader& header, const BoxTable& table) {
  NpyLayout layout;
  const std::string_view type = header.descr;
  const bool known = type == "'<f4'" || type == "'>f4'" || type == "'=f4'" || type == "'<f8'" ||
                     type == "'>f8'" || type == "'=f8'";
  if (!known) {
    fail(table,
         "wrong dtype " + std::string(type) + ", expected float32 or float64 ('<f4', '<f8')");
  }
  layout.scalar = type[3] == '4' ? 4 : 8;
  layout.big_endian = type[1] == '>' || (type[1] == '=' && std::endian::native == std::endian::big);
  if (header.fortran_order != "True" && header.fortran_order != "False") {
    fail(table, "fortran_order " + std::string(header.fortran_order) + ", expected True or False");
  }
  layout.fortran = header.fortran_order == "True";
  read_shape(header.shape, layout, table);
  return layout;
}

}  // namespace

void read_npy(std::string_view bytes, const ReadOptions& options, BoxTable& table) {
  const NpyHeader header = read_header(bytes, table);
  const NpyLayout l = layout_of(header, table);
  set_dimension(table, static_cast<int>(l.columns / 2), options);
  check_count(table, l.rows);
  const std::string_view data = bytes.substr(header.data);
  const std::uint64_t size = l.rows * l.columns * l.scalar;
  if (data.size() != size) {
    fail(table, std::string(data.size() < size ? "truncated" : "too long") + ": " +
                    std::to_string(l.rows) + " x " + std::to_string(l.columns) + " of " +
                    std::string(header.descr) + " are " + std::to_string(size) +
                    " bytes, the file has " + std::to_string(data.size()));
  }
  table.single = options.single || l.scalar == 4;
  table.bounds.reserve(l.rows * l.columns);
  for (std::uint64_t r = 0; r < l.rows; ++r) {
    std::array<double, 6> row{};
    for (std::uint64_t c = 0; c < l.columns; ++c) {
      const std::uint64_t at = (l.fortran ? c * l.rows + r : r * l.columns + c) * l.scalar;
      row[c] = l.scalar == 4 ? load_float32(data, at, l.big_endian)
                             : load_float64(data, at, l.big_endian);
    }
    append(table, {row.data(), std::size_t(l.columns)}, options,
           [&] { return table.source + ": row " + std::to_string(r); });
    if ((r & 0xffff) == 0 && options.progress) options.progress(r, l.rows);
  }
}

}  // namespace masu::readers
