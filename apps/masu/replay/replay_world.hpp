// SPDX-License-Identifier: MIT
// ReplayWorld: a world that replays a recording with one broad phase.
#pragma once

#include <chrono>
#include <vector>

#include <masu/world/world.hpp>

#include "errors.hpp"

namespace masu::cli {

// RecordedFrame in the library's types.
template <int D, class T>
struct ReplayFrame {
  struct Arrival {
    std::uint32_t slot;
    const ShapeView<D, T>* shape;
    Transform<D, T> pose;
    ObjectOptions options;  // user_data: the id
  };

  std::vector<std::uint32_t> left;
  std::vector<Arrival> arrived;
  std::vector<std::uint32_t> moved;
  std::vector<Transform<D, T>> moved_to;  // one for each
};

// The object of a slot.
struct ReplayedObject {
  std::uint32_t shape = 0;
  bool there = false;
  bool fixed = false;
};

template <int D, class T>
class ReplayWorld {
 public:
  // `method` empty: World chooses.
  ReplayWorld(std::optional<BroadPhase> method, ContactDetail detail)
      : world_({.detail = detail, .queries = false}) {
    if (method) expect_ok(world_.broad_phase().use(*method));
  }

  // Applies the frame, updates, and returns the time of both in nanoseconds.
  std::uint64_t go_on(const ReplayFrame<D, T>& frame) {
    movers_.clear();
    for (const std::uint32_t slot : frame.moved) movers_.push_back(handles_[slot]);
    const auto start = std::chrono::steady_clock::now();
    for (const std::uint32_t slot : frame.left) expect_ok(world_.remove(handles_[slot]));
    for (const auto& a : frame.arrived) {
      const InsertResult added = world_.add(*a.shape, a.pose, a.options);
      expect_ok(added.status);
      if (a.slot >= handles_.size()) handles_.resize(a.slot + std::size_t(1));
      handles_[a.slot] = added.handle;
    }
    expect_ok(world_.move_many(movers_, frame.moved_to));
    const UpdateResult updated = world_.update();
    const auto took = std::chrono::steady_clock::now() - start;
    expect_ok(updated.status);
    tested_ = updated.pairs_tested;
    return static_cast<std::uint64_t>(
        std::chrono::duration_cast<std::chrono::nanoseconds>(took).count());
  }

  const World<D, T>& world() const { return world_; }
  Handle handle(std::uint32_t slot) const { return handles_[slot]; }
  std::uint64_t tested() const { return tested_; }

 private:
  World<D, T> world_;
  std::vector<Handle> handles_;  // by slot
  std::vector<Handle> movers_;
  std::uint64_t tested_ = 0;
};

}  // namespace masu::cli
