// SPDX-License-Identifier: MIT
// WorldState: all data of a world, except its options and its broad phase.
#pragma once

#include <masu/world/layers.hpp>

#include "world/fat_aabbs.hpp"
#include "world/move_jobs.hpp"
#include "world/object_index.hpp"
#include "world/pair_rules.hpp"
#include "world/world_bounds.hpp"
#include "world/world_frame.hpp"

namespace masu::detail {

template <int D, class T>
struct WorldState {
  explicit WorldState(Allocator memory)
      : allocator(memory),
        objects(0, memory),
        index(false, memory),
        rules(memory),
        frame(memory),
        fat_aabbs(memory),
        move_jobs(memory),
        bounds(memory) {}
  // Precondition: no objects.
  void start(const WorldOptions<T>& options) {
    torus = Torus<D, T>(options.period);
    objects = ObjectStore<D, T>(options.handle_salt, allocator);
    index = ObjectIndex<D, T>(options.queries, allocator);
  }

  // Returns whether some object is a sensor or continuous, so that sweeps are needed.
  bool watched() const { return watchers != 0; }

  // State that decides whether an update() has work; in one cache line.
  bool idle = false;         // nothing has changed since an update() without events
  bool news = false;         // objects were added or removed since the broad phase was updated
  bool failed = false;       // the last update() failed
  bool lost = false;         // the last report of the broad phase was not read
  std::size_t most = 0;      // most objects at an update()
  std::size_t watchers = 0;  // the number of sensors and continuous objects
  Allocator allocator;
  Torus<D, T> torus;
  ObjectStore<D, T> objects;
  ObjectIndex<D, T> index;
  LayerMatrix layers;
  PairRules<D, T> rules;
  WorldFrame<D, T> frame;
  FatAabbs<D, T> fat_aabbs;
  MoveJobs<D, T> move_jobs;
  WorldBounds<D, T> bounds;
};

}  // namespace masu::detail
