// SPDX-License-Identifier: MIT
// RecordingColumns: the columns of a recording from its header, and the poses of its rows.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "line_reader.hpp"
#include "recorded_frame.hpp"

namespace masu::cli {

class RecordingColumns {
 public:
  // Reads a header "frame,id,x,y[,z][,angle or quaternion]". Throws readers::InputError, whose
  // message begins with `location`.
  RecordingColumns(std::string_view header, const std::string& location);

  int dim() const { return dim_; }
  std::size_t count() const { return roles_.size() + 2; }  // including frame and id
  const std::string& header() const { return header_; }

  // Reads a pose from the fields after frame and id. `single`: they must fit a float. Throws
  // InputError, which names the last of `lines`.
  RecordedPose pose(const std::vector<std::string_view>& fields, bool single,
                    const LineReader& lines) const;

 private:
  enum class Role { x, y, z, degrees, radians, qx, qy, qz, qw };
  static constexpr std::array<std::string_view, 9> kNames = {"x",  "y",  "z",  "degrees", "radians",
                                                             "qx", "qy", "qz", "qw"};

  bool has(Role role) const;
  void check(const std::string& location) const;

  std::string header_;
  std::vector<Role> roles_;  // from the third column on
  int dim_ = 2;
};

}  // namespace masu::cli
