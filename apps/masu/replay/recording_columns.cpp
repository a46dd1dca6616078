// SPDX-License-Identifier: MIT
#include "recording_columns.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <scenes/readers/input_error.hpp>
#include <scenes/readers/text.hpp>

#include "contact/fields.hpp"

namespace masu::cli {
namespace {

using readers::InputError;

constexpr double kFarthest = 0x1p140;  // Transform::check()
// A quaternion whose length is off by more is not a rotation written with few digits, but has its
// columns in another order.
constexpr double kRoughLength = 0.02;

constexpr char kExpected[] =
    "expected frame,id,x,y[,degrees|radians] or frame,id,x,y,z[,qx,qy,qz,qw]";

double number(std::string_view field, std::string_view name, bool single, const LineReader& lines) {
  const readers::Number n = readers::parse_number(readers::trimmed(field), single);
  if (n.error != readers::NumberError::none) {
    throw InputError(fmt::format("{}: {}: '{}' {}", lines.location(), name, field.substr(0, 40),
                                 describe(n.error)));
  }
  if (!std::isfinite(n.value)) {
    throw InputError(fmt::format("{}: {}: {} is not finite", lines.location(), name, field));
  }
  if (std::fabs(n.value) > kFarthest) {
    throw InputError(
        fmt::format("{}: {}: the magnitude of {} is above 2^140", lines.location(), name, field));
  }
  return n.value;
}

void normalise(std::array<double, 4>& q, const LineReader& lines) {
  const double square = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
  if (!(std::fabs(square - 1) <= kRoughLength)) {
    throw InputError(fmt::format("{}: qx, qy, qz, qw: a quaternion of length {:.4g}, expected 1",
                                 lines.location(), std::sqrt(square)));
  }
  const double scale = square == 1 ? 1 : 1 / std::sqrt(square);
  for (double& part : q) part *= scale;
}

}  // namespace

bool RecordingColumns::has(Role role) const {
  return std::find(roles_.begin(), roles_.end(), role) != roles_.end();
}

RecordingColumns::RecordingColumns(std::string_view header, const std::string& location)
    : header_(header) {
  std::size_t column = 0;
  readers::Split names(header, ',');
  for (std::string_view part; names.next(part); ++column) {
    const std::string_view name = readers::trimmed(part);
    if (column < 2) {
      const std::string_view expected = column == 0 ? "frame" : "id";
      if (name == expected) continue;
      throw InputError(fmt::format("{}: column {} is '{}', expected '{}': {}", location, column + 1,
                                   name.substr(0, 40), expected, kExpected));
    }
    const auto found = std::find(kNames.begin(), kNames.end(), name);
    if (found == kNames.end()) {
      throw InputError(
          fmt::format("{}: unknown column '{}': {}", location, name.substr(0, 40), kExpected));
    }
    const Role role = static_cast<Role>(found - kNames.begin());
    if (has(role)) throw InputError(fmt::format("{}: column '{}' is named twice", location, name));
    roles_.push_back(role);
  }
  dim_ = has(Role::z) ? 3 : 2;
  check(location);
}

void RecordingColumns::check(const std::string& location) const {
  const bool has_angle = has(Role::degrees) || has(Role::radians);
  int parts = 0;
  for (const Role r : {Role::qx, Role::qy, Role::qz, Role::qw}) parts += has(r) ? 1 : 0;
  const bool valid = has(Role::x) && has(Role::y) &&
                     (dim_ == 3 ? !has_angle && (parts == 0 || parts == 4) : parts == 0) &&
                     !(has(Role::degrees) && has(Role::radians));
  if (!valid)
    throw InputError(fmt::format("{}: the columns are {}: {}", location, header_, kExpected));
}

RecordedPose RecordingColumns::pose(const std::vector<std::string_view>& fields, bool single,
                                    const LineReader& lines) const {
  RecordedPose pose;
  if (dim_ == 2) pose.rotation[0] = 1;
  if (dim_ == 3) pose.rotation[3] = 1;
  for (std::size_t i = 0; i < roles_.size(); ++i) {
    const auto role = static_cast<std::size_t>(roles_[i]);
    const double value = number(fields[i + 2], kNames[role], single, lines);
    switch (roles_[i]) {
      case Role::x:
      case Role::y:
      case Role::z: pose.position[role] = value; break;
      case Role::degrees:
      case Role::radians: {
        constexpr double kDegrees = 180 / 3.14159265358979323846;
        const auto rotation =
            cosine_and_sine(roles_[i] == Role::degrees ? value : value * kDegrees);
        pose.rotation = {rotation[0], rotation[1], 0, 0};
        break;
      }
      default: pose.rotation[role - static_cast<std::size_t>(Role::qx)] = value;
    }
  }
  if (has(Role::qw)) normalise(pose.rotation, lines);
  return pose;
}

}  // namespace masu::cli
