// SPDX-License-Identifier: MIT
// Fields: reads the fields of one shape; errors name the file and the field.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "contact/shape_source.hpp"

namespace masu::cli {

using Numbers = std::vector<double>;

enum class Rule { any, positive, not_negative };

class Fields {
 public:
  // `dim` is 2 or 3; if `single` numbers must fit a float.
  Fields(const ShapeSource& source, int dim, bool single)
      : source_(source), dim_(dim), single_(single) {}

  const ShapeSource& source() const { return source_; }
  int dim() const { return dim_; }
  bool has(const char* field) {
    read_.insert(field);
    return source_.fields.contains(field);
  }

  std::string text(const char* field);
  double number(const char* field, Rule rule = Rule::any);
  // Returns a vector: as many numbers as dimensions.
  Numbers vector(const char* field, Rule rule = Rule::any);
  std::vector<Numbers> points(const char* field);
  // Returns lists of indices into a list of `count` points.
  std::vector<std::vector<std::uint32_t>> loops(const char* field, std::size_t count);
  // Returns a rotation as the library has it: cosine, sine; or x, y, z, w. Also reads degrees.
  Numbers rotation();

  // Rejects fields that were not read.
  void finish() const;
  [[noreturn]] void fail(const std::string& field, const std::string& what) const;

 private:
  const Json& value(const char* field);
  double checked(const Json& value, const std::string& field, Rule rule) const;
  Numbers vector_of(const Json& value, const std::string& field, std::size_t size, Rule rule) const;
  Numbers rotation_of(const Json& value) const;

  const ShapeSource& source_;
  int dim_;
  bool single_;
  std::set<std::string, std::less<>> read_;  // all fields that were read
};

// Returns {cosine, sine}; for multiples of 30 and 45 degrees rounded correctly.
std::array<double, 2> cosine_and_sine(double degrees);

}  // namespace masu::cli
