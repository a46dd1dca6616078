// SPDX-License-Identifier: MIT
// What changes from one frame of a recording to the next.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace masu::cli {

// Of the plane: z is 0, the turn cosine and sine. Of space: a quaternion x, y, z, w.
struct RecordedPose {
  std::array<double, 3> position{};
  std::array<double, 4> turn{};

  friend bool operator==(const RecordedPose&, const RecordedPose&) = default;
};

struct RecordedShape {
  std::string name;      // empty: --shape
  std::string notation;  // as `masu contact` has it, without a place
  std::string place;     // for messages: "crowd.csv:3", "--shape"
};

// Objects are named by slots: small numbers, used again when their object has left.
struct RecordedFrame {
  struct Arrival {
    std::uint32_t slot;
    std::uint32_t shape;
    std::uint64_t id;
    bool fixed;
    RecordedPose at;
  };
  struct Step {
    std::uint32_t slot;
    RecordedPose at;
  };

  std::uint64_t number = 0;
  std::size_t objects = 0;            // there are, when it is over
  std::vector<std::uint32_t> left{};  // first of all: a slot may come again in `arrived`
  std::vector<Arrival> arrived{};
  std::vector<Step> moved{};  // those that are elsewhere or turned, no others

  void clear() {
    left.clear();
    arrived.clear();
    moved.clear();
  }
};

}  // namespace masu::cli
