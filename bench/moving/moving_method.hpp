// SPDX-License-Identifier: MIT
// A way to keep the pairs of moving objects, as the driver sees it.
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
  // The first frame, untimed. False: cannot.
  virtual bool prepare(const Frame& frame) = 0;
  // The timed part: the pairs are up to date afterwards. None: the method gives the whole list, and
  // leaves it to the caller to compare.
  virtual std::optional<Changes> step(const Frame& frame) = 0;
  // All pairs, untimed.
  virtual void pairs(std::vector<masu_peer_pair>& list) = 0;
  virtual std::optional<std::uint64_t> tests() const { return std::nullopt; }
};

struct MovingEntry {
  std::string name;
  std::string version;
  std::size_t scalar_size = 0;
  bool only_all_moving = false;
  bool by_name_only = false;  // no part of "all"
  std::unique_ptr<MovingMethod> (*make)(const MovingEntry&, int dim) = nullptr;
  MethodEntry peer;

  // By what a user asks for it: see MethodEntry::takes().
  bool wanted(const std::vector<std::string>& names) const {
    MethodEntry named;
    named.name = name;
    return std::any_of(names.begin(), names.end(), [&](const std::string& s) {
      return named.takes(s) && !(by_name_only && s == "all");
    });
  }
};

// The first is kTracker. Instantiated for D = 2, 3, float and double.
template <int D, class T>
std::vector<MovingEntry> our_moving_methods();

// A finder of bench broad, ours or a peer's, each frame's list being the result.
MovingEntry whole_list(const MethodEntry& entry);

}  // namespace masu_bench
