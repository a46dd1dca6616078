// SPDX-License-Identifier: MIT
#include <scenes/readers/read_points.hpp>

#include <cmath>

#include <masu/io/mesh.hpp>
#include <scenes/readers/bytes.hpp>
#include <scenes/readers/npy_array.hpp>
#include <scenes/readers/read_mesh.hpp>
#include <scenes/readers/text.hpp>

namespace masu::readers {
namespace {

void append(PointTable& table, double x, const std::string& location) {
  if (!std::isfinite(x)) throw InputError(location + ": " + std::to_string(x) + " is not finite");
  table.coordinates.push_back(x);
}

std::vector<std::string_view> fields_of(std::string_view line) {
  std::vector<std::string_view> fields;
  Split split(line, ',');
  for (std::string_view field; split.next(field);) fields.push_back(trimmed(field));
  return fields;
}

// Returns whether no field is a number: then they are names of columns.
bool is_header(const std::vector<std::string_view>& fields) {
  for (const std::string_view field : fields) {
    if (parse_number<double>(field).error != NumberError::not_a_number) return false;
  }
  return true;
}

void add_row(PointTable& table, const std::vector<std::string_view>& fields,
             const std::string& location) {
  if (fields.size() != std::size_t(table.dim)) {
    throw InputError(location + ": " + std::to_string(fields.size()) + " columns, expected " +
                     std::to_string(table.dim));
  }
  for (const std::string_view field : fields) {
    const Number n = parse_number<double>(field);
    if (n.error != NumberError::none) {
      throw InputError(location + ": '" + std::string(field) + "' " + describe(n.error));
    }
    append(table, n.value, location);
  }
}

void read_csv(std::string_view bytes, PointTable& table) {
  if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);
  Split lines(bytes, '\n');
  std::size_t number = 0;
  for (std::string_view line; lines.next(line);) {
    ++number;
    if (trimmed(line).empty()) continue;
    const std::string location = table.source + ":" + std::to_string(number);
    const auto fields = fields_of(line);
    if (table.dim == 0) {
      if (fields.size() != 2 && fields.size() != 3) {
        throw InputError(location + ": " + std::to_string(fields.size()) +
                         " columns, expected 2 (x,y) or 3 (x,y,z)");
      }
      table.dim = static_cast<int>(fields.size());
      if (is_header(fields)) continue;
    }
    add_row(table, fields, location);
  }
}

void read_npy(std::string_view bytes, PointTable& table) {
  constexpr std::uint64_t kColumns[] = {2, 3};
  const NpyArray array = open_npy(bytes, table.source, kColumns);
  array.check_size(table.source);
  table.dim = static_cast<int>(array.columns);
  for (std::uint64_t r = 0; r < array.rows; ++r) {
    for (std::uint64_t c = 0; c < array.columns; ++c) {
      append(table, array.at(r, c), table.source + ": row " + std::to_string(r));
    }
  }
}

void read_mesh_points(const std::string& path, PointTable& table) {
  table.dim = 3;
  for (const auto& p : read_mesh(path).points) {
    table.coordinates.insert(table.coordinates.end(), p.begin(), p.end());
  }
}

std::string ending_of(const std::string& path) {
  const std::size_t dot = path.rfind('.');
  std::string ending = dot == std::string::npos ? "" : path.substr(dot);
  for (char& c : ending) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c);
  return path == "-" ? ".csv" : ending;
}

}  // namespace

PointTable read_points(const std::string& path) {
  PointTable table;
  table.source = path == "-" ? "standard input" : path;
  const std::string ending = ending_of(path);
  if (io::is_mesh_name(path)) {
    read_mesh_points(path, table);
  } else if (ending == ".csv") {
    read_csv(load_file(path), table);
  } else if (ending == ".npy") {
    read_npy(load_file(path), table);
  } else {
    throw InputError(path + ": unknown format '" + ending +
                     "', expected .csv, .npy, .obj, .stl, .gltf or .glb");
  }
  if (table.size() == 0) throw InputError(table.source + ": holds no points");
  return table;
}

}  // namespace masu::readers
