// SPDX-License-Identifier: MIT
// RestoredWorld: a world that is read from a snapshot, before it replaces another.
#pragma once

#include <cstring>

#include <masu/world/detail/any_slot_pairs.hpp>

#include "world/object_index.hpp"
#include "world/snapshot.hpp"
#include "world/world_bounds.hpp"
#include "world/world_frame.hpp"

namespace masu::detail {

// Call read(), then insert_objects().
template <int D, class T>
struct RestoredWorld {
  // `like`: has the same periods.
  RestoredWorld(const WorldOptions<T>& options, const Torus<D, T>& like, Allocator memory)
      : objects(options.handle_salt, memory),
        index(options.queries, memory),
        frame(memory),
        torus(like),
        excluded(memory) {
    torus.start();
  }

  // Returns the statuses of World::restore().
  template <class ShapeOf>
  Status read(std::span<const std::byte> bytes, const TestRules<D, T>& rules, Allocator memory,
              ShapeOf&& shape_of) {
    Buffer<std::byte> copy(memory);
    if (reinterpret_cast<std::uintptr_t>(bytes.data()) % kIndexAlignment != 0) {
      if (!copy.resize(bytes.size())) return Status::out_of_memory;
      std::memcpy(copy.data(), bytes.data(), bytes.size());
      bytes = std::span<const std::byte>(copy.data(), copy.size());
    }
    WorldReader<D, T> reader({objects, frame.book(), frame.contacts(), layers, excluded}, rules,
                             memory);
    return reader.read(bytes, shape_of);
  }
  // Inserts the objects that were read into the index and the broad phase, which must be empty.
  Status insert_objects(const AnySlotPairs<D, T>& pairs, T margin,
                        const WorldBounds<D, T>& bounds) {
    Status status = index.reserve(objects.slots());
    for (std::uint32_t i = 0; status == Status::ok && i < objects.slots(); ++i) {
      if (!objects.alive(i)) continue;
      const Aabb<D, T>& box = objects.slot(i).box;
      watchers += objects.has(i, kWatchers) ? 1 : 0;
      torus.grow(box);
      if (bounds.outside(box, torus)) objects.slot(i).flags |= kOutside;
      index.note(i);
      const Aabb<D, T> proxy =
          torus.proxy_box(objects.slot(i).fat_aabb, margin + objects.margin(i));
      status = pairs.functions->insert(pairs.pairs, i, proxy,
                                       proxy_filter(objects.filter(i), objects.group(i)),
                                       objects.has(i, kFixed));
    }
    return status;
  }
  // Returns whether some pair is excluded, for any reason.
  bool some_excluded() const {
    const PairBook& book = frame.book();
    for (std::uint32_t n = 0; n < book.nodes(); ++n) {
      if (book.node(n).is(PairBook::kExcluded)) return true;
    }
    return false;
  }

  ObjectStore<D, T> objects;
  ObjectIndex<D, T> index;
  WorldFrame<D, T> frame;
  Torus<D, T> torus;
  LayerMatrix layers;
  ExcludedPairs excluded;
  std::size_t watchers = 0;
};

}  // namespace masu::detail
