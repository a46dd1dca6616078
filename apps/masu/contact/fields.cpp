// SPDX-License-Identifier: MIT
#include "contact/fields.hpp"
#include "counted.hpp"

#include <cmath>
#include <limits>

#include <fmt/format.h>
#include <scenes/readers/input_error.hpp>

namespace masu::cli {
namespace {

// The range of check() for shapes, see docs/contact.md.
constexpr double kLeast = 0x1p-140;
constexpr double kMost = 0x1p140;

// Returns a value for a message, truncated if it is long.
std::string shown(const Json& value) {
  const std::string text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
  return text.size() <= 40 ? text : text.substr(0, 37) + "...";
}

// Returns the Hamilton product: b first, then a.
Numbers product(const Numbers& a, const Numbers& b) {
  return {a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
          a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
          a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
          a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2]};
}

Numbers named_axis(const std::string& name) {
  if (name == "x") return {1, 0, 0};
  if (name == "y") return {0, 1, 0};
  if (name == "z") return {0, 0, 1};
  return {};
}

}  // namespace

std::array<double, 2> cosine_and_sine(double degrees) {
  const double within = std::fmod(degrees, 360);
  double quarters = std::floor(within / 90);
  const double rest = within - 90 * quarters;
  double c = std::cos(rest * (3.14159265358979323846 / 180));
  double s = std::sin(rest * (3.14159265358979323846 / 180));
  if (rest == 30) c = std::sqrt(0.75), s = 0.5;
  if (rest == 45) c = s = std::sqrt(0.5);
  if (rest == 60) c = 0.5, s = std::sqrt(0.75);
  for (quarters = quarters < 0 ? quarters + 4 : quarters; quarters > 0; --quarters) {
    const double old = c;
    c = s == 0 ? 0 : -s;
    s = old;
  }
  return {c, s};
}

void Fields::fail(const std::string& field, const std::string& what) const {
  throw readers::InputError(fmt::format("{}: {}: {}", source_.name, field, what));
}

const Json& Fields::value(const char* field) {
  read_.insert(field);
  const auto found = source_.fields.find(field);
  if (found == source_.fields.end()) {
    std::string present;
    for (const auto& [name, unused] : source_.fields.items()) present += " " + name;
    fail(field, "is missing; fields given:" + present);
  }
  return *found;
}

double Fields::checked(const Json& value, const std::string& field, Rule rule) const {
  if (!value.is_number()) fail(field, fmt::format("{} is not a number", shown(value)));
  const double x = value.get<double>();
  const double size = std::fabs(x);
  if (rule == Rule::positive && !(x > 0)) fail(field, fmt::format("{} must be above 0", x));
  if (rule == Rule::not_negative && !(x >= 0)) fail(field, fmt::format("{} is below 0", x));
  if (x != 0 && !(size >= kLeast && size <= kMost)) {
    fail(field,
         fmt::format("the magnitude of {} is outside 7.2e-43 to 1.3e42: use another unit", x));
  }
  if (single_ && size > double(std::numeric_limits<float>::max())) {
    fail(field, fmt::format("{} does not fit a float: use --scalar double", x));
  }
  return x;
}

Numbers Fields::vector_of(const Json& value, const std::string& field, std::size_t size,
                          Rule rule) const {
  if (!value.is_array()) fail(field, fmt::format("{} is not a list of numbers", shown(value)));
  if (value.size() != size) {
    fail(field, fmt::format("{} has {}, expected {}", shown(value), counted(value.size(), "number"),
                            size));
  }
  Numbers numbers;
  for (const Json& x : value) numbers.push_back(checked(x, field, rule));
  return numbers;
}

std::string Fields::text(const char* field) {
  const Json& v = value(field);
  if (!v.is_string()) fail(field, fmt::format("{} is not a string in quotes", shown(v)));
  return v.get<std::string>();
}

double Fields::number(const char* field, Rule rule) {
  return checked(value(field), field, rule);
}

Numbers Fields::vector(const char* field, Rule rule) {
  return vector_of(value(field), field, static_cast<std::size_t>(dim_), rule);
}

std::vector<Numbers> Fields::points(const char* field) {
  const Json& list = value(field);
  if (!list.is_array()) fail(field, fmt::format("{} is not a list of points", shown(list)));
  std::vector<Numbers> points;
  for (const Json& p : list) {
    points.push_back(vector_of(p, fmt::format("{}[{}]", field, points.size()),
                               static_cast<std::size_t>(dim_), Rule::any));
  }
  return points;
}

std::vector<std::vector<std::uint32_t>> Fields::loops(const char* field, std::size_t count) {
  const Json& list = value(field);
  if (!list.is_array()) fail(field, fmt::format("{} is not a list of faces", shown(list)));
  std::vector<std::vector<std::uint32_t>> loops;
  for (const Json& face : list) {
    const std::string name = fmt::format("{}[{}]", field, loops.size());
    if (!face.is_array() || face.size() < 3) {
      fail(name, fmt::format("{} is not a list of three or more indices", shown(face)));
    }
    loops.emplace_back();
    for (const Json& v : face) {
      if (!v.is_number_unsigned() || v.get<std::uint64_t>() >= count) {
        fail(name, fmt::format("{} is not an index of the {}, which are counted from 0", shown(v),
                               counted(std::uint64_t(count), "vertex")));
      }
      loops.back().push_back(v.get<std::uint32_t>());
    }
  }
  return loops;
}

Numbers Fields::rotation_of(const Json& value) const {
  if (!value.is_object() || !value.contains("degrees") || !value.contains("axis")) {
    fail("rotation", fmt::format("{} is neither [x, y, z, w] nor {{\"degrees\": .., \"axis\": ..}}",
                                 shown(value)));
  }
  const Json& axis = value["axis"];
  const Numbers along = axis.is_string() ? named_axis(axis.get<std::string>())
                                         : vector_of(axis, "rotation: axis", 3, Rule::any);
  if (along.empty()) fail("rotation: axis", shown(axis) + " is not x, y or z");
  const double size = std::hypot(along[0], along[1], along[2]);
  if (!(size > 0)) fail("rotation: axis", "has length 0");
  const auto [c, s] =
      cosine_and_sine(checked(value["degrees"], "rotation: degrees", Rule::any) / 2);
  return {s * (along[0] / size), s * (along[1] / size), s * (along[2] / size), c};
}

Numbers Fields::rotation() {
  if (!has("rotation")) return dim_ == 2 ? Numbers{1, 0} : Numbers{0, 0, 0, 1};
  const Json& v = value("rotation");
  Numbers result;
  if (dim_ == 2 && v.is_number()) {
    const auto [c, s] = cosine_and_sine(checked(v, "rotation", Rule::any));
    return {c, s};
  }
  if (dim_ == 3 && v.is_number()) {
    fail("rotation", fmt::format("{} degrees without an axis: name it, as in ~{}z", v.get<double>(),
                                 v.get<double>()));
  }
  if (v.is_array() && !v.empty() && v[0].is_object()) {
    result = {0, 0, 0, 1};
    for (const Json& each : v) result = product(rotation_of(each), result);
    return result;
  }
  if (v.is_object() && dim_ == 2) fail("rotation", "must be a number of degrees in 2D");
  if (v.is_object()) return rotation_of(v);
  result = vector_of(v, "rotation", dim_ == 2 ? 2 : 4, Rule::any);
  double squared = 0;
  for (const double x : result) squared += x * x;
  if (std::fabs(squared - 1) > 0x1p-10) {
    fail("rotation",
         fmt::format("{} has length {:.6g}, must have length 1", shown(v), std::sqrt(squared)));
  }
  return result;
}

void Fields::finish() const {
  std::string known;
  for (const std::string& name : read_) known += " " + name;
  for (const auto& [name, unused] : source_.fields.items()) {
    if (read_.contains(name)) continue;
    fail(name, fmt::format("is not a field of a {}; its fields are{}",
                           shown(source_.fields["shape"]), known));
  }
}

}  // namespace masu::cli
