// SPDX-License-Identifier: MIT
// The fields of one shape, read with their rules: whatever is wrong is said by file and field.
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
  // `dim` is 2 or 3, `single`: numbers must fit a float.
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
  // As many numbers as dimensions.
  Numbers vector(const char* field, Rule rule = Rule::any);
  std::vector<Numbers> points(const char* field);
  // Lists of places in a list of `count` points.
  std::vector<std::vector<std::uint32_t>> loops(const char* field, std::size_t count);
  // As the library has them: cosine, sine; or x, y, z, w. Degrees are taken here.
  Numbers rotation();

  // Refuses fields that nobody asked for.
  void finish() const;
  [[noreturn]] void fail(const std::string& field, const std::string& what) const;

 private:
  const Json& value(const char* field);
  double checked(const Json& value, const std::string& field, Rule rule) const;
  Numbers vector_of(const Json& value, const std::string& field, std::size_t size, Rule rule) const;
  Numbers turn(const Json& value) const;

  const ShapeSource& source_;
  int dim_;
  bool single_;
  std::set<std::string, std::less<>> read_;  // every field that was asked for
};

// {cosine, sine}; exact for multiples of 30 and 45 degrees, as far as double can be.
std::array<double, 2> cosine_and_sine(double degrees);

}  // namespace masu::cli
