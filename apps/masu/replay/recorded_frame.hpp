// SPDX-License-Identifier: MIT
// The changes from one frame of a recording to the next.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace masu::cli {

// A pose. 2D: z is 0 and the rotation is cosine and sine. 3D: the rotation is a quaternion x, y, z,
// w.
struct RecordedPose {
  std::array<double, 3> position{};
  std::array<double, 4> rotation{};

  friend bool operator==(const RecordedPose&, const RecordedPose&) = default;
};

struct RecordedShape {
  std::string name;      // empty: --shape
  std::string notation;  // as in `masu contact`, without a pose
  std::string location;  // for messages: "crowd.csv:3", "--shape"
};

// Objects are identified by slots: small numbers, reused when their object has left.
struct RecordedFrame {
  struct Arrival {
    std::uint32_t slot;
    std::uint32_t shape;
    std::uint64_t id;
    bool fixed;
    RecordedPose pose;
  };
  struct Step {
    std::uint32_t slot;
    RecordedPose pose;
  };

  std::uint64_t number = 0;
  std::size_t objects = 0;            // number of objects at the end of the frame
  std::vector<std::uint32_t> left{};  // processed first: a slot may be reused in `arrived`
  std::vector<Arrival> arrived{};
  std::vector<Step> moved{};  // only objects whose pose changed

  void clear() {
    left.clear();
    arrived.clear();
    moved.clear();
  }
};

}  // namespace masu::cli
