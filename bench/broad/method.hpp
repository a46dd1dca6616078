// SPDX-License-Identifier: MIT
// A way to find all pairs, ours or a peer's, as the driver sees it.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "peer.h"

namespace masu_bench {

// One frame of a scene. The boxes (min[dim], max[dim], in the user's order) are there in the
// scene's scalar, and as double too: a float has one, so every method sees the same boxes.
struct Frame {
  int dim = 0;
  std::size_t n = 0;
  const void* as_float = nullptr;  // nullptr in a scene of doubles
  const void* as_double = nullptr;
  std::span<const std::uint32_t> moved;  // since the last frame, ascending

  const void* boxes(std::size_t scalar_size) const {
    return scalar_size == 4 ? as_float : as_double;
  }
};

struct FoundPairs {
  std::span<const masu_peer_pair> list;
  // Of a method that only counts; equal to list.size() otherwise.
  std::uint64_t count = 0;
};

// Seconds of the last frame by part, as far as the method tells them.
using Phases = std::map<std::string, double>;

class Method {
 public:
  virtual ~Method() = default;

  // Before the first frame, untimed: inserts the objects, tunes itself. False: cannot.
  virtual bool prepare(const Frame&) { return true; }
  // Before each frame, untimed: brings the boxes into the form in which the method's user has them.
  virtual void arrange(const Frame&) {}
  // The timed part. What it returns is valid until the next call.
  virtual FoundPairs find(const Frame& frame) = 0;
  // Box against box in the last frame, where counted.
  virtual std::optional<std::uint64_t> tests() const { return std::nullopt; }
  virtual Phases phases() const { return {}; }
  // How many pairs the frame just seen has, for a method that cannot find out.
  virtual void tell_pairs(std::uint64_t) {}
  // Only the number of pairs is kept.
  virtual bool counts_only() const { return false; }
};

// What can be built, and for what.
struct MethodEntry {
  std::string name;
  std::string version;
  std::size_t scalar_size = 0;  // 4: float, 8: double
  bool only_all_moving = false;
  bool threads = false;  // can use more than one
  std::unique_ptr<Method> (*make)(const MethodEntry&, int dim, int threads) = nullptr;
  const masu_peer* peer = nullptr;

  bool ours() const { return name.starts_with("masu:"); }
  // "bullet" of "bullet:dbvt": methods of one maker are not independent witnesses.
  std::string maker() const { return name.substr(0, name.find(':')); }
  // By what a user asks for it: its name, ours without "masu:", or its maker, or "all".
  bool takes(const std::string& wanted) const {
    if (wanted == "all") return true;
    return ours() ? name == "masu:" + wanted : name == wanted || maker() == wanted;
  }
};

}  // namespace masu_bench
