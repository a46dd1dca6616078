// SPDX-License-Identifier: MIT
// ObjectShapes: the shapes of objects by the lines `object IDS SHAPE`.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

namespace masu::cli {

struct ShapeOfObject {
  std::uint32_t shape;
  bool fixed;
};

// Maps ids to shapes; later lines override earlier ones. O(1) for an id named by itself, else
// O(ranges).
class ObjectShapes {
 public:
  // Sets the shape of all ids from `first` to `last`.
  void say(std::uint64_t first, std::uint64_t last, const ShapeOfObject& what) {
    const Said said{++count_, what};
    if (first == last)
      singles_.insert_or_assign(first, said);
    else
      ranges_.push_back({first, last, said});
  }
  // Sets the shape of all other ids.
  void say_otherwise(const ShapeOfObject& what) { otherwise_ = what; }
  std::optional<ShapeOfObject> of(std::uint64_t id) const {
    const auto single = singles_.find(id);
    const Said* best = single == singles_.end() ? nullptr : &single->second;
    for (auto r = ranges_.rbegin(); r != ranges_.rend(); ++r) {
      if (best != nullptr && best->order > r->said.order) break;
      if (r->first > id || id > r->last) continue;
      best = &r->said;
      break;
    }
    return best == nullptr ? otherwise_ : std::optional(best->what);
  }

 private:
  struct Said {
    std::uint64_t order;
    ShapeOfObject what;
  };
  struct Range {
    std::uint64_t first;
    std::uint64_t last;
    Said said;
  };

  std::unordered_map<std::uint64_t, Said> singles_;
  std::vector<Range> ranges_;
  std::optional<ShapeOfObject> otherwise_;
  std::uint64_t count_ = 0;
};

}  // namespace masu::cli
