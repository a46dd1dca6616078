// SPDX-License-Identifier: MIT
// masu_world: the worlds of the C interface, and how its calls access them.
#pragma once

#include <masu/world/world.hpp>

#include "c/body.hpp"
#include "c/call.hpp"
#include "c/layout.hpp"
#include "c/object.hpp"
#include "c/results.hpp"

// The operations of worlds of all kinds, as in World. Virtual, so that a program that makes worlds
// of one kind links the code of that kind only.
struct masu_world : masu::c::Object {
  using Handle = masu::Handle;
  using Status = masu::Status;

  masu_world(const masu::c::Memory& memory, std::uint32_t kind_)
      : Object(masu::c::Tag::world, memory), kind(kind_) {}

  virtual bool busy() = 0;
  virtual masu_world_options describe() = 0;
  virtual std::size_t size() = 0;
  virtual bool contains(Handle object) = 0;
  virtual Handle handle_in(std::uint32_t slot) = 0;
  virtual std::uint64_t user_data(Handle object) = 0;
  virtual std::uint64_t user_data(Handle object, std::uint32_t sub_shape) = 0;
  virtual Status for_each(masu::FunctionRef<bool(Handle)> visit) = 0;

  virtual Status remove(Handle object) = 0;
  virtual Status clear() = 0;
  virtual Status reserve(std::size_t objects) = 0;
  virtual Status set_sensor(Handle object, bool sensor) = 0;
  virtual Status set_continuous(Handle object, bool continuous) = 0;
  virtual Status set_fixed(Handle object, bool fixed) = 0;
  virtual Status set_filter(Handle object, const masu::Filter& filter) = 0;
  virtual Status set_layer(Handle object, std::uint8_t layer, std::uint64_t mask) = 0;
  virtual Status set_margin(Handle object, double margin) = 0;
  virtual Status set_user_data(Handle object, std::uint64_t user_data) = 0;
  virtual Status set_group(Handle object, std::int32_t group) = 0;
  virtual Status exclude_pair(Handle a, Handle b) = 0;
  virtual Status include_pair(Handle a, Handle b) = 0;
  virtual bool is_excluded(Handle a, Handle b) = 0;
  virtual Status set_pair_filter(masu_pair_filter accept, void* context) = 0;
  virtual Status refilter(Handle object) = 0;
  virtual Status set_layers(const masu::LayerMatrix& layers) = 0;
  virtual const masu::LayerMatrix& layers() = 0;

  virtual masu::UpdateResult update() = 0;
  // Returns the status of an update() for C: MASU_THREW if the pair filter threw.
  virtual masu_status code_of(const masu::UpdateResult& result) = 0;
  virtual std::span<const masu::WorldPair> pairs() = 0;
  virtual std::span<const masu::WorldPair> began() = 0;
  virtual std::span<const masu::WorldPair> stayed() = 0;
  virtual std::span<const masu::EndedPair> ended() = 0;
  virtual std::span<const Handle> left() = 0;
  virtual std::size_t pair_ids() = 0;
  // Returns the present state of the pair in the world; null if it has ended.
  virtual const masu::WorldPair* find(const masu_pair& pair) = 0;
  virtual Status for_each_pair_of(Handle object,
                                  masu::FunctionRef<bool(const masu::WorldPair&)> visit) = 0;

  virtual Status use(masu::BroadPhase method) = 0;
  virtual Status use_automatic() = 0;
  virtual masu::BroadPhase method() = 0;
  virtual const char* advice() = 0;

  virtual Status save(std::span<const std::byte>& bytes) = 0;
  virtual Status restore(const void* bytes, std::size_t size) = 0;
  virtual std::uint64_t hash() = 0;
  virtual bool validate() = 0;

  std::uint32_t kind;
};

namespace masu::c {

// A World that gives the calls of C access to its core: their callbacks count as busy, too.
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
  WorldOf(const Memory& storage, const masu_world_options& options)
      : masu_world(storage, kKind<D, T>),
        jobs_(options.jobs),
        world({static_cast<ContactDetail>(options.detail),
               static_cast<T>(options.margin),
               options.skip_internal_edges != 0,
               options.queries != 0,
               options.handle_salt,
               jobs_of(&jobs_),
               {static_cast<T>(options.period[0]), static_cast<T>(options.period[1]),
                static_cast<T>(options.period[2])}},
              memory().allocator()),
        saved_(memory().allocator()),
        held_(memory().allocator()) {}
  ~WorldOf() override {
    for (std::uint32_t i = 0; i < held_.size(); ++i) hold(i, nullptr);
  }
  void destroy() override { destroy_as(this); }

  bool busy() override { return world.core().busy(); }
  masu_world_options describe() override {
    const auto& o = world.options();
    masu_world_options r = masu_world_options_default(D, kind / 2);
    r.detail = static_cast<std::uint32_t>(o.detail);
    r.handle_salt = o.handle_salt;
    r.margin = double(o.margin);
    for (int a = 0; a < 3; ++a) r.period[a] = double(o.period[a]);
    r.skip_internal_edges = o.skip_internal_edges ? 1 : 0;
    r.queries = o.queries ? 1 : 0;
    if (o.jobs.run != nullptr) r.jobs = *static_cast<const masu_jobs*>(o.jobs.context);
    return r;
  }
  std::size_t size() override { return world.size(); }
  bool contains(Handle h) override { return world.contains(h); }
  Handle handle_in(std::uint32_t slot) override { return world.handle_in(slot); }
  std::uint64_t user_data(Handle h) override { return world.user_data(h); }
  std::uint64_t user_data(Handle h, std::uint32_t sub_shape) override {
    return world.user_data(h, sub_shape);
  }
  Status for_each(FunctionRef<bool(Handle)> visit) override { return world.for_each(visit); }

  Status reserve(std::size_t objects) override { return world.reserve(objects); }
  Status set_sensor(Handle h, bool sensor) override { return world.set_sensor(h, sensor); }
  Status set_continuous(Handle h, bool continuous) override {
    return world.set_continuous(h, continuous);
  }
  Status set_fixed(Handle h, bool fixed) override { return world.set_fixed(h, fixed); }
  Status set_filter(Handle h, const Filter& filter) override { return world.set_filter(h, filter); }
  Status set_layer(Handle h, std::uint8_t layer, std::uint64_t mask) override {
    return world.set_layer(h, layer, mask);
  }
  Status set_margin(Handle h, double margin) override {
    return world.set_margin(h, static_cast<T>(margin));
  }
  Status set_user_data(Handle h, std::uint64_t user_data) override {
    return world.set_user_data(h, user_data);
  }
  Status set_group(Handle h, std::int32_t group) override { return world.set_group(h, group); }
  Status exclude_pair(Handle a, Handle b) override { return world.exclude_pair(a, b); }
  Status include_pair(Handle a, Handle b) override { return world.include_pair(a, b); }
  bool is_excluded(Handle a, Handle b) override { return world.is_excluded(a, b); }
  Status set_pair_filter(masu_pair_filter accept, void* context) override {
    const masu::detail::PairFilterRef ref(pair_filter_);
    const Status status = world.core().set_pair_filter(accept != nullptr ? &ref : nullptr);
    if (status == Status::ok) pair_filter_ = {accept, context};
    return status;
  }
  Status refilter(Handle h) override { return world.refilter(h); }
  Status set_layers(const LayerMatrix& layers) override { return world.set_layers(layers); }
  const LayerMatrix& layers() override { return world.layers(); }

  UpdateResult update() override {
    pair_filter_.threw = false;
    return world.update();
  }
  masu_status code_of(const UpdateResult& result) override {
    const bool threw = result.status == Status::stopped && pair_filter_.threw;
    return threw ? MASU_THREW : code(result.status);
  }
  std::span<const WorldPair> pairs() override { return world.pairs(); }
  std::span<const WorldPair> began() override { return world.began(); }
  std::span<const WorldPair> stayed() override { return world.stayed(); }
  std::span<const EndedPair> ended() override { return world.ended(); }
  std::span<const Handle> left() override { return world.left(); }
  std::size_t pair_ids() override { return world.pair_ids(); }
  const WorldPair* find(const masu_pair& pair) override {
    return world.find_pair({cpp(pair.a), cpp(pair.b), pair.id});
  }
  Status for_each_pair_of(Handle h, FunctionRef<bool(const WorldPair&)> visit) override {
    return world.for_each_pair_of(h, visit);
  }

  Status use(BroadPhase method) override { return world.broad_phase().use(method); }
  Status use_automatic() override { return world.broad_phase().use_automatic(); }
  BroadPhase method() override { return world.broad_phase().method(); }
  const char* advice() override { return world.broad_phase().choice().why; }

  Status save(std::span<const std::byte>& bytes) override {
    const Status status = world.save(saved_);
    if (status == Status::ok) bytes = {saved_.data(), saved_.size()};
    return status;
  }
  std::uint64_t hash() override { return world.hash(); }
  bool validate() override { return world.validate(); }

  InsertResult add(const WorldShape<D, T>& shape, masu_body* body, const Transform<D, T>& pose,
                   const ObjectOptions& options) {
    const std::size_t slots = world.core().slots() + std::size_t(1);
    if (!held_.grow(slots)) return {Status::out_of_memory, {}};
    const InsertResult r = world.add(shape, pose, options);
    if (r.status == Status::ok) set_body(r.handle.index, body);
    return r;
  }
  // shape_of(k, body) returns the shape of object k, and its body or null; options_of(k).
  template <class ShapeOf, class OptionsOf>
  Status add_many(std::span<const Transform<D, T>> poses, std::span<Handle> made,
                  ShapeOf&& shape_of, OptionsOf&& options_of) {
    if (world.core().busy()) return Status::busy;
    if (!held_.grow(world.core().slots() + made.size())) return Status::out_of_memory;
    const auto guard = world.core().make_busy_alone();
    masu_body* body = nullptr;
    const auto shape = [&](std::size_t k) { return shape_of(k, body); };
    const Status status = world.core().add_many(world.any_pairs(), poses, made, shape, options_of);
    if (status != Status::ok) return status;
    for (std::size_t k = 0; k < made.size(); ++k) {
      (void)shape(k);
      set_body(made[k].index, body);
    }
    return status;
  }
  Status set_shape(Handle h, const WorldShape<D, T>& shape, masu_body* body) {
    if (!held_.grow(world.core().slots())) return Status::out_of_memory;
    const Status status = world.set_shape(h, shape);
    if (status == Status::ok) set_body(h.index, body);
    return status;
  }
  Status remove(Handle h) override {
    const Status status = world.remove(h);
    if (status == Status::ok && h.index < held_.size()) hold(h.index, nullptr);
    return status;
  }
  Status clear() override {
    const Status status = world.clear();
    for (std::uint32_t i = 0; status == Status::ok && i < held_.size(); ++i) hold(i, nullptr);
    return status;
  }
  Status restore(const void* bytes, std::size_t size) override {
    const Status status = world.restore({static_cast<const std::byte*>(bytes), size});
    if (status != Status::ok) return status;
    for (std::uint32_t i = 0; i < held_.size(); ++i) {
      if (i >= world.core().slots() || !world.core().refers(i)) hold(i, nullptr);
    }
    return Status::ok;
  }
  // find(handle, user data, shape, body) sets the shape that an object had; returns whether there
  // is one.
  template <class Find>
  Status restore_with(const void* bytes, std::size_t size, Find&& find) {
    struct Found {
      std::uint32_t slot;
      masu_body* body;
    };
    Buffer<Found> found(memory().allocator());
    bool ok = true;
    const Status status =
        world.restore({static_cast<const std::byte*>(bytes), size}, [&](Handle h, std::uint64_t u) {
          WorldShape<D, T> shape{};
          masu_body* body = nullptr;
          // The body found is retained at once: the user may release it before this is done.
          ok = ok && held_.grow(h.index + std::size_t(1)) && found.grow(found.size() + 1);
          if (!ok || !find(h, u, shape, body)) return WorldShape<D, T>{};
          body->hold();
          (void)found.push_back({h.index, body});
          return shape;
        });
    if (status == Status::ok) {
      for (std::uint32_t i = 0; i < held_.size(); ++i) hold(i, nullptr);
      for (const Found& f : found) set_body(f.slot, f.body);
    }
    for (const Found& f : found) f.body->release();
    return status == Status::stale_handle && !ok ? Status::out_of_memory : status;
  }
  masu_body* body(std::uint32_t slot) const { return slot < held_.size() ? held_[slot] : nullptr; }

 private:
  masu_jobs jobs_;

 public:
  OpenWorld<D, T> world;

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

  // The pair filter of C, as a World calls it.
  struct PairFilter {
    masu_pair_filter accept = nullptr;
    void* context = nullptr;
    bool threw = false;

    int operator()(const PairCandidate& pair) {
      try {
        return accept(context, plain(&pair));
      } catch (...) {
        threw = true;
        return -1;
      }
    }
  };

  PairFilter pair_filter_;
  Buffer<std::byte> saved_;
  Buffer<masu_body*> held_;  // by slot
};

inline masu_status check_world(const masu_world* world) {
  if (world == nullptr) return MASU_OUT_OF_RANGE;
  return world->tag() == Tag::world ? MASU_OK : MASU_WRONG_FORMAT;
}

inline Status check_options(const masu_world_options& o) {
  if (o.size != sizeof(o) || o.abi != MASU_C_ABI) return Status::wrong_format;
  bool ok = (o.dimension == 2 || o.dimension == 3) && o.scalar <= MASU_DOUBLE &&
            o.detail <= MASU_VOLUMES && o.skip_internal_edges <= 1 && o.queries <= 1;
  for (const std::uint8_t r : o.reserved) ok = ok && r == 0;
  ok = ok && o.margin >= 0 && o.margin <= std::numeric_limits<float>::max();
  for (const double length : o.period) {
    ok = ok && length >= 0 && length <= std::numeric_limits<float>::max();
  }
  return ok ? Status::ok : Status::out_of_range;
}

// Calls f(WorldOf<D, T>&), which returns a status of C or C++, if the world is of that kind.
template <int D, class T, class F>
masu_status on(const masu_world* world, F&& f) {
  const masu_status status = check_world(world);
  if (status != MASU_OK) return status;
  if (world->kind != kKind<D, T>) return MASU_WRONG_FORMAT;
  return code(f(*static_cast<WorldOf<D, T>*>(const_cast<masu_world*>(world))));
}
// Calls f(world, shape, its body or null) with the shape from C.
template <int D, class T, class CShape, class F>
masu_status with_shape(const masu_world* world, const CShape* shape, F&& f) {
  if (shape == nullptr) return MASU_OUT_OF_RANGE;
  return on<D, T>(world, [&](auto& w) {
    WorldShape<D, T> s;
    masu_body* body = nullptr;
    const masu_status status = read_shape(*shape, s, body);
    return status != MASU_OK ? status : code(f(w, s, body));
  });
}
inline void write_result(const UpdateResult& r, masu_update_result* result) {
  if (result != nullptr) *result = {plain(r.stats), r.pairs_tested};
}

}  // namespace masu::c
