// SPDX-License-Identifier: MIT
// A world as a user would keep it: handles next to their own objects, poses passed to it, one
// update() per frame.
#pragma once

#include <masu/world/world.hpp>
#include <stdexcept>

#include "world_scene.hpp"

namespace masu_bench::world {

template <int D>
class WorldFrames {
 public:
  // `with_query`: with one query each frame, so that the tree for queries is kept up to date.
  WorldFrames(masu::ContactDetail detail, const masu::JobSystem& jobs, bool with_query = false)
      : world_({.detail = detail, .jobs = jobs}), with_query_(with_query) {}

  // Throws std::runtime_error, as step() does.
  void fill(const WorldScene<D>& scene) {
    add(scene);
    update();
  }
  void add(const WorldScene<D>& scene) {
    handles_.resize(scene.size());
    const masu::Status status = world_.add_many(scene.shapes(), scene.poses(), handles_);
    if (status != masu::Status::ok) throw std::runtime_error("add_many");
  }
  void update() {
    if (world_.update().status != masu::Status::ok) throw std::runtime_error("update");
    if (with_query_) (void)world_.for_each_at({}, [](masu::Handle) { return false; });
  }
  // The timed part: collects the moved objects and their poses from the user's data, moves them,
  // and updates pairs and events.
  void step(const WorldScene<D>& scene) {
    moved_handles_.clear();
    moved_poses_.clear();
    for (const std::uint32_t i : scene.moved()) {
      moved_handles_.push_back(handles_[i]);
      moved_poses_.push_back(scene.poses()[i]);
    }
    if (world_.move_many(moved_handles_, moved_poses_) != masu::Status::ok)
      throw std::runtime_error("move_many");
    update();
  }
  void pairs(std::vector<masu_peer_pair>& list) const {
    list.clear();
    for (const masu::WorldPair& p : world_.pairs()) list.push_back({p.a.index, p.b.index});
  }
  const masu::World<D>& world() const { return world_; }

 private:
  masu::World<D> world_;
  bool with_query_;
  std::vector<masu::Handle> handles_;  // slots equal the indices of objects: none is ever removed
  std::vector<masu::Handle> moved_handles_;
  std::vector<masu::Transform<D, float>> moved_poses_;
};

}  // namespace masu_bench::world
