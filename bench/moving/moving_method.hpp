// SPDX-License-Identifier: MIT
// The interface of methods that maintain the pairs of moving objects.
#pragma once

#include <algorithm>

#include "bench/broad/method.hpp"
#include "moving_row.hpp"

namespace masu_bench {

struct Changes {
  std::uint64_t added = 0;
  std::uint64_t removed = 0;
};

class MovingMethod {
 public:
  virtual ~MovingMethod() = default;
  // Inserts the first frame, untimed. Returns false if it cannot.
  virtual bool prepare(const Frame& frame) = 0;
  // Updates the pairs; the timed part. Returns nothing if the method makes the whole list and
  // leaves the comparison to the caller.
  virtual std::optional<Changes> step(const Frame& frame) = 0;
  // Writes all pairs, untimed.
  virtual void pairs(std::vector<masu_peer_pair>& list) = 0;
  virtual std::optional<std::uint64_t> tests() const { return std::nullopt; }
};

struct MovingEntry {
  std::string name;
  std::string version;
  std::size_t scalar_size = 0;
  bool only_all_moving = false;
  bool by_name_only = false;  // not part of "all"
  std::unique_ptr<MovingMethod> (*make)(const MovingEntry&, int dim) = nullptr;
  MethodEntry peer;

  // Returns whether a user's words select it: see MethodEntry::takes().
  bool selected(const std::vector<std::string>& names) const {
    MethodEntry named;
    named.name = name;
    return std::any_of(names.begin(), names.end(), [&](const std::string& s) {
      return named.takes(s) && !(by_name_only && s == "all");
    });
  }
};

// Returns our methods; the first is kTracker. Instantiated for D = 2, 3, float and double.
template <int D, class T>
std::vector<MovingEntry> our_moving_methods();

// Makes a method of a finder of bench broad, ours or a peer's, whose result is the list of each
// frame.
MovingEntry whole_list(const MethodEntry& entry);

}  // namespace masu_bench
