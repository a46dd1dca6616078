// SPDX-License-Identifier: MIT
// Worlds that C makes, and how its calls find them.
#pragma once

#include <masu/world/world.hpp>

#include "c/body.hpp"
#include "c/call.hpp"
#include "c/layout.hpp"
#include "c/object.hpp"
#include "c/results.hpp"

struct masu_world : masu::c::Object {
  masu_world(const masu::c::Memory& memory, std::uint32_t kind_)
      : Object(masu::c::Tag::world, memory), kind(kind_) {}
  std::uint32_t kind;
};

namespace masu::c {

// A World whose core is open to the calls of C: their callbacks count as busy, too.
template <int D, class T>
class OpenWorld : public World<D, T> {
 public:
  using World<D, T>::World;
  using World<D, T>::any_pairs;
  detail::WorldCore<D, T>& core() { return this->WorldQueries<D, T>::core_; }
};

template <int D, class T>
class WorldOf final : public masu_world {
 public:
  WorldOf(const Memory& given, const masu_world_options& options)
      : masu_world(given, kKind<D, T>),
        jobs_(options.jobs),
        world({static_cast<ContactDetail>(options.detail),
               static_cast<T>(options.margin),
               options.seam_free != 0,
               options.queries != 0,
               options.handle_salt,
               jobs_of(&jobs_),
               {static_cast<T>(options.period[0]), static_cast<T>(options.period[1]),
                static_cast<T>(options.period[2])}},
              memory().allocator()),
        saved(memory().allocator()),
        held_(memory().allocator()) {}
  ~WorldOf() override {
    for (std::uint32_t i = 0; i < held_.size(); ++i) hold(i, nullptr);
  }
  void destroy() override { destroy_as(this); }

  InsertResult add(const WorldShape<D, T>& shape, masu_body* body, const Transform<D, T>& at,
                   const ObjectOptions& options) {
    const std::size_t slots = world.core().slots() + std::size_t(1);
    if (!held_.grow(slots)) return {Status::out_of_memory, {}};
    const InsertResult r = world.add(shape, at, options);
    if (r.status == Status::ok) set_body(r.handle.index, body);
    return r;
  }
  // shape_of(k, body) -> the shape of object k, and its body or null; options_of(k).
  template <class ShapeOf, class OptionsOf>
  Status add_many(std::span<const Transform<D, T>> at, std::span<Handle> made, ShapeOf&& shape_of,
                  OptionsOf&& options_of) {
    if (world.core().busy()) return Status::busy;
    if (!held_.grow(world.core().slots() + made.size())) return Status::out_of_memory;
    const auto guard = world.core().make_busy_alone();
    masu_body* body = nullptr;
    const auto shape = [&](std::size_t k) { return shape_of(k, body); };
    const Status good = world.core().add_many(world.any_pairs(), at, made, shape, options_of);
    if (good != Status::ok) return good;
    for (std::size_t k = 0; k < made.size(); ++k) {
      (void)shape(k);
      set_body(made[k].index, body);
    }
    return good;
  }
  Status set_shape(Handle h, const WorldShape<D, T>& shape, masu_body* body) {
    if (!held_.grow(world.core().slots())) return Status::out_of_memory;
    const Status good = world.set_shape(h, shape);
    if (good == Status::ok) set_body(h.index, body);
    return good;
  }
  Status remove(Handle h) {
    const Status good = world.remove(h);
    if (good == Status::ok && h.index < held_.size()) hold(h.index, nullptr);
    return good;
  }
  Status clear() {
    const Status good = world.clear();
    for (std::uint32_t i = 0; good == Status::ok && i < held_.size(); ++i) hold(i, nullptr);
    return good;
  }
  Status restore(const void* bytes, std::size_t size) {
    const Status good = world.restore({static_cast<const std::byte*>(bytes), size});
    if (good != Status::ok) return good;
    for (std::uint32_t i = 0; i < held_.size(); ++i) {
      if (i >= world.core().slots() || !world.core().refers(i)) hold(i, nullptr);
    }
    return Status::ok;
  }
  // find(handle, user data, shape, body) says what an object was, if anything.
  template <class Find>
  Status restore_with(const void* bytes, std::size_t size, Find&& find) {
    struct Found {
      std::uint32_t slot;
      masu_body* body;
    };
    Buffer<Found> found(memory().allocator());
    bool room = true;
    const Status good =
        world.restore({static_cast<const std::byte*>(bytes), size}, [&](Handle h, std::uint64_t u) {
          WorldShape<D, T> shape{};
          masu_body* body = nullptr;
          // What it finds is held at once: it may be the caller's no more when this is done.
          room = room && held_.grow(h.index + std::size_t(1)) && found.grow(found.size() + 1);
          if (!room || !find(h, u, shape, body)) return WorldShape<D, T>{};
          body->hold();
          (void)found.push_back({h.index, body});
          return shape;
        });
    if (good == Status::ok) {
      for (std::uint32_t i = 0; i < held_.size(); ++i) hold(i, nullptr);
      for (const Found& f : found) set_body(f.slot, f.body);
    }
    for (const Found& f : found) f.body->release();
    return good == Status::stale_handle && !room ? Status::out_of_memory : good;
  }
  masu_body* body(std::uint32_t slot) const { return slot < held_.size() ? held_[slot] : nullptr; }

  // The pair as the world has it now; null: it has ended.
  const WorldPair* find(const masu_pair& pair) const {
    return world.find_pair({cpp(pair.a), cpp(pair.b), pair.id});
  }

 private:
  masu_jobs jobs_;

 public:
  OpenWorld<D, T> world;
  Buffer<std::byte> saved;

 private:
  void set_body(std::uint32_t slot, masu_body* body) {
    while (held_.size() <= slot) {
      held_.set_size(held_.size() + 1);
      held_.back() = nullptr;
    }
    hold(slot, body);
  }
  void hold(std::uint32_t slot, masu_body* body) {
    if (body != nullptr) body->hold();
    if (held_[slot] != nullptr) held_[slot]->release();
    held_[slot] = body;
  }

  Buffer<masu_body*> held_;  // by slot
};

inline masu_status check_world(const masu_world* world) {
  if (world == nullptr) return MASU_OUT_OF_RANGE;
  return world->tag() == Tag::world ? MASU_OK : MASU_WRONG_FORMAT;
}

// f(WorldOf<D, T>&) -> a status of C or C++, where the world is of that kind.
template <int D, class T, class F>
masu_status on(const masu_world* world, F&& f) {
  const masu_status good = check_world(world);
  if (good != MASU_OK) return good;
  if (world->kind != kKind<D, T>) return MASU_WRONG_FORMAT;
  return code(f(*static_cast<WorldOf<D, T>*>(const_cast<masu_world*>(world))));
}
// f(world, shape, its body or null) with the shape that C means.
template <int D, class T, class CShape, class F>
masu_status with_shape(const masu_world* world, const CShape* shape, F&& f) {
  if (shape == nullptr) return MASU_OUT_OF_RANGE;
  return on<D, T>(world, [&](auto& w) {
    WorldShape<D, T> s;
    masu_body* body = nullptr;
    const masu_status good = read_shape(*shape, s, body);
    return good != MASU_OK ? good : code(f(w, s, body));
  });
}
// f(WorldOf<D, T>&) for whatever kind it is of.
template <class F>
masu_status on_any(const masu_world* world, F&& f) {
  const masu_status good = check_world(world);
  if (good != MASU_OK) return good;
  switch (world->kind) {
    case kKind<2, float>: return on<2, float>(world, f);
    case kKind<3, float>: return on<3, float>(world, f);
    case kKind<2, double>: return on<2, double>(world, f);
    default: return on<3, double>(world, f);
  }
}

inline void write_result(const UpdateResult& r, masu_update_result* result) {
  if (result != nullptr) *result = {plain(r.stats), r.pairs_looked_at};
}

}  // namespace masu::c
