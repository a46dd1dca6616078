// SPDX-License-Identifier: MIT
// The interface of methods that find all pairs, ours or a peer's.
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

// One frame of a scene. The boxes (min[dim], max[dim], in input order) are given in the scene's
// scalar, and in double too: a float is exact in double, so all methods get the same boxes.
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
  // For a method that only counts; else equal to list.size().
  std::uint64_t count = 0;
};

// Seconds of the last frame by phase, as far as the method reports them.
using Phases = std::map<std::string, double>;

class Method {
 public:
  virtual ~Method() = default;

  // Inserts the objects and tunes itself before the first frame, untimed. Returns false if it
  // cannot.
  virtual bool prepare(const Frame&) { return true; }
  // Converts the boxes into the form in which the method's user has them. Runs before each frame,
  // untimed.
  virtual void arrange(const Frame&) {}
  // The timed part. The result is valid until the next call.
  virtual FoundPairs find(const Frame& frame) = 0;
  // Returns the number of box tests in the last frame, if it is counted.
  virtual std::optional<std::uint64_t> tests() const { return std::nullopt; }
  virtual Phases phases() const { return {}; }
  // Passes the number of pairs of the last frame to a method that cannot find it.
  virtual void set_pair_count(std::uint64_t) {}
  // Returns whether it only counts pairs.
  virtual bool counts_only() const { return false; }
};

// A method that can be made, and its capabilities.
struct MethodEntry {
  std::string name;
  std::string version;
  std::size_t scalar_size = 0;  // 4: float, 8: double
  bool only_all_moving = false;
  bool threads = false;  // can use more than one
  std::unique_ptr<Method> (*make)(const MethodEntry&, int dim, int threads) = nullptr;
  const masu_peer* peer = nullptr;

  bool ours() const { return name.starts_with("masu:"); }
  // Returns "bullet" for "bullet:dbvt": methods of one library are not independent.
  std::string maker() const { return name.substr(0, name.find(':')); }
  // Returns whether a user's word selects it: its name, ours without "masu:", its library, or
  // "all".
  bool takes(const std::string& requested) const {
    if (requested == "all") return true;
    return ours() ? name == "masu:" + requested : name == requested || maker() == requested;
  }
};

}  // namespace masu_bench
