// SPDX-License-Identifier: MIT
// A world that is read from a snapshot, beside the one that it is to replace.
#pragma once

#include <cstring>

#include <masu/world/detail/object_index.hpp>
#include <masu/world/detail/snapshot.hpp>
#include <masu/world/detail/world_bounds.hpp>
#include <masu/world/detail/world_frame.hpp>
#include <masu/world/slot_pairs.hpp>

namespace masu::detail {

// read(), then put_objects().
template <int D, class T, class Pairs>
struct RestoredWorld {
  // `empty`: the broad phase without objects; `like`: of the same periods.
  RestoredWorld(const WorldOptions<T>& options, Pairs&& empty, const Torus<D, T>& like,
                Allocator memory)
      : objects(options.handle_salt, memory),
        index(options.queries, memory),
        frame(memory),
        pairs(std::move(empty)),
        torus(like) {
    torus.start();
  }

  // Statuses: those of World::restore().
  template <class ShapeOf>
  Status read(std::span<const std::byte> bytes, const LookRules<D, T>& rules, Allocator memory,
              ShapeOf&& shape_of) {
    Buffer<std::byte> copy(memory);
    if (reinterpret_cast<std::uintptr_t>(bytes.data()) % kIndexAlignment != 0) {
      if (!copy.resize(bytes.size())) return Status::out_of_memory;
      std::memcpy(copy.data(), bytes.data(), bytes.size());
      bytes = std::span<const std::byte>(copy.data(), copy.size());
    }
    WorldReader<D, T> reader({objects, frame.book(), frame.contacts(), layers}, rules, memory);
    return reader.read(bytes, shape_of);
  }
  // All who keep something of objects are told of those that were read.
  Status put_objects(T margin, const WorldBounds<D, T>& bounds) {
    Status good = index.reserve(objects.slots());
    for (std::uint32_t i = 0; good == Status::ok && i < objects.slots(); ++i) {
      if (!objects.alive(i)) continue;
      const Aabb<D, T>& box = objects.slot(i).box;
      const Filter& filter = objects.rest(i).filter;
      watchers += objects.has(i, kWatchers) ? 1 : 0;
      torus.grow(box);
      if (bounds.outside(box, torus)) objects.slot(i).flags |= kOutside;
      index.note(i);
      good = put_object(pairs, i, torus.proxy_box(objects.slot(i).told, margin), filter,
                        objects.has(i, kFixed));
    }
    return good;
  }

  ObjectStore<D, T> objects;
  ObjectIndex<D, T> index;
  WorldFrame<D, T> frame;
  Pairs pairs;
  Torus<D, T> torus;
  LayerMatrix layers;
  std::size_t watchers = 0;
};

}  // namespace masu::detail
