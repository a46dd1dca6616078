// SPDX-License-Identifier: MIT
// Mutators of a world: each updates the objects, the tree for queries, the broad phase and the
// pairs.
#pragma once

#include <utility>

#include <masu/world/detail/any_slot_pairs.hpp>
#include <masu/world/detail/busy_count.hpp>

#include "world/restored_world.hpp"
#include "world/world_state.hpp"

namespace masu::detail {

// Precondition of all: the world is not busy, except by the caller.
template <int D, class T>
class WorldObjects {
 public:
  using Pose = Transform<D, T>;
  using Shape = WorldShape<D, T>;
  using Pairs = AnySlotPairs<D, T>;

  WorldObjects(WorldState<D, T>& state, const WorldOptions<T>& options, const BusyCount& busy)
      : state_(state), options_(options), busy_(busy) {}

  static Status check_layer(std::uint8_t layer) {
    return layer < LayerMatrix::kLayers || layer == kNoLayer ? Status::ok : Status::out_of_range;
  }
  // Returns the margin, rounded to T; -0 becomes 0.
  static T own_margin(const ObjectOptions& options) {
    return static_cast<T>(options.margin) + T(0);
  }
  // Checks an object's own margin; see also check_size().
  static Status check_margin(T margin) {
    return is_finite(margin) && margin >= 0 ? Status::ok : Status::out_of_range;
  }
  TestRules<D, T> rules() const { return {options_, state_.torus}; }

  // --- Objects -----------------------------------------------------------------------------------

  InsertResult add(const Pairs& pairs, const Shape& s, const Pose& pose,
                   const ObjectOptions& options) {
    Status status = check_placed(s, pose);
    if (status == Status::ok) status = check_layer(options.layer);
    const T margin = own_margin(options);
    if (status == Status::ok) status = check_margin(margin);
    const Pose wrapped_pose = status == Status::ok ? wrapped(pose) : pose;
    if (status == Status::ok)
      status = check_size(s, wrapped_pose, Queries::aabb(s, wrapped_pose), margin);
    if (status != Status::ok) return {status, {}};
    const Aabb<D, T> box = Queries::aabb(s, wrapped_pose);
    const Filter filter = filter_of(options.layer, options.filter);
    status =
        reserve_slots(state_.objects.slots_after(1),
                      ObjectFilters{filter, options.filter} != ObjectFilters{}, options.group != 0);
    if (status == Status::ok) status = reserve_margins(margin);
    const Aabb<D, T> fat_aabb = fat_aabb_of(box, options);
    if (status == Status::ok) {
      status = insert(pairs, state_.objects.next_slot(), fat_aabb,
                      proxy_filter(filter, options.group), options.fixed, margin);
    }
    if (status != Status::ok) return {status, {}};
    return {Status::ok, start({s, wrapped_pose}, box, fat_aabb, filter, options)};
  }
  // See WorldCore::add_many().
  Status add_many(const Pairs& pairs, std::span<const Pose> poses, std::span<Handle> handles,
                  FunctionRef<Shape(std::size_t)> shape_of,
                  FunctionRef<ObjectOptions(std::size_t)> options_of) {
    if (poses.size() != handles.size()) return Status::size_mismatch;
    if (pairs.functions->insert_many != nullptr) {
      return add_at_once(pairs, poses, handles, shape_of, options_of);
    }
    Additions added{*this, pairs, handles};
    for (; added.count < poses.size(); ++added.count) {
      const std::size_t k = added.count;
      const InsertResult r = add(pairs, shape_of(k), poses[k], options_of(k));
      if (r.status != Status::ok) return r.status;
      handles[k] = r.handle;
    }
    added.count = 0;
    return Status::ok;
  }
  Status move(Handle h, const Pose& pose) {
    auto& body = state_.objects.body(h.index);
    if (body.pose == pose) return Status::ok;
    const Status status = pose.check();
    if (status != Status::ok) return status;
    if (state_.torus.any()) return move_around(h.index, state_.torus.wrapped(pose));
    if (body.shape.refers()) {
      const auto guard = busy_.enter_alone();
      set_box(h.index, Queries::aabb(body.shape, pose));
    } else {
      set_box(h.index, Queries::aabb(body.shape, pose));
    }
    body.pose = pose;
    return Status::ok;
  }
  // Moves objects in order, up to the first that is refused.
  Status move_many(std::span<const Handle> handles, std::span<const Pose> poses) {
    std::size_t k = 0;
    state_.idle = false;
    if (handles.size() > MoveJobs<D, T>::kBlock && !state_.torus.any()) {
      k = state_.move_jobs.move(handles, poses, state_.objects, state_.fat_aabbs, state_.index,
                                options_.jobs);
    }
    for (; k < handles.size(); ++k) {
      const std::size_t soon = k + ObjectStore<D, T>::kAhead;
      if (soon < handles.size() && handles[soon].index < state_.objects.slots()) {
        state_.objects.prefetch(handles[soon].index);
      }
      if (!state_.objects.contains(handles[k])) return Status::stale_handle;
      const Status status = move(handles[k], poses[k]);
      if (status != Status::ok) return status;
    }
    return Status::ok;
  }
  Status reshape(std::uint32_t i, const Shape& s) {
    const auto& body = state_.objects.body(i);
    Status status = Queries::check(s);
    if (status != Status::ok) return status;
    const Aabb<D, T> box = Queries::aabb(s, body.pose);
    status = check_size(s, body.pose, box, state_.objects.margin(i));
    if (status != Status::ok) return status;
    state_.objects.set_shape(i, s);
    set_box(i, box);
    state_.fat_aabbs.mark(i, state_.objects);  // the box may be far smaller
    return Status::ok;
  }
  Status refilter(const Pairs& pairs, std::uint32_t i, std::uint8_t layer,
                  const Filter& user_filter) {
    const Filter filter = filter_of(layer, user_filter);
    if (!state_.objects.reserve_filters({filter, user_filter})) return Status::out_of_memory;
    const bool other = filter != state_.objects.filter(i);
    const bool ruled = other && state_.rules.any(state_.objects);
    if (ruled && !reserve_recheck(i)) return Status::out_of_memory;
    if (other) {
      const Status status = reinsert(pairs, i, filter, state_.objects.group(i));
      if (status != Status::ok) return status;
    }
    state_.objects.slot(i).layer = layer;
    state_.objects.set_filters(i, {filter, user_filter});
    if (ruled) recheck_pairs_of(i);
    return Status::ok;
  }
  // out_of_memory: nothing has changed.
  Status set_group(const Pairs& pairs, std::uint32_t i, std::int32_t group) {
    if (state_.objects.group(i) == group) return Status::ok;
    if (!state_.objects.reserve_groups(true) || !reserve_recheck(i)) return Status::out_of_memory;
    const Status status = reinsert(pairs, i, state_.objects.filter(i), group);
    if (status != Status::ok) return status;
    state_.objects.set_group(i, group);
    recheck_pairs_of(i);
    return Status::ok;
  }
  // Excludes a pair, or allows it again. out_of_memory: nothing has changed.
  Status set_excluded(std::uint32_t i, std::uint32_t j, bool excluded) {
    ExcludedPairs& pairs = state_.rules.excluded();
    if (pairs.contains(i, j) == excluded) return Status::ok;
    PairBook& book = state_.frame.book();
    const std::uint32_t n = book.find(i, j);
    if (n != PairBook::kNone && !book.reserve_rechecks(1)) return Status::out_of_memory;
    if (excluded && !pairs.reserve(i, j)) return Status::out_of_memory;
    excluded ? pairs.add(i, j) : pairs.remove(i, j);
    if (n == PairBook::kNone) return Status::ok;
    book.recheck(n);
    state_.idle = false;
    return Status::ok;
  }
  // Makes the next update() check the rules of all pairs of an object. out_of_memory.
  Status check_pairs_of(std::uint32_t i) {
    if (!reserve_recheck(i)) return Status::out_of_memory;
    recheck_pairs_of(i);
    return Status::ok;
  }
  // out_of_memory: nothing has changed.
  Status set_flag(const Pairs& pairs, std::uint32_t i, std::uint8_t flag, bool on) {
    if (state_.objects.has(i, flag) == on) return Status::ok;
    if (flag == kFixed) {
      const Status status = insert(pairs, i, state_.objects.slot(i).fat_aabb,
                                   proxy_filter(state_.objects.filter(i), state_.objects.group(i)),
                                   on, state_.objects.margin(i));
      if (status != Status::ok) return status;
      state_.news = true, state_.idle = false;
    }
    state_.watchers -= state_.objects.has(i, kWatchers) ? 1 : 0;
    auto& flags = state_.objects.slot(i).flags;
    flags = static_cast<std::uint8_t>(flags ^ flag);
    state_.watchers += state_.objects.has(i, kWatchers) ? 1 : 0;
    state_.idle = false;
    state_.objects.mark_moved(i);  // its pairs are tested again
    return Status::ok;
  }
  // out_of_range, out_of_memory: nothing has changed.
  Status set_margin(const Pairs& pairs, std::uint32_t i, T margin) {
    margin = margin + T(0);  // -0 becomes 0
    if (margin == state_.objects.margin(i)) return Status::ok;
    const auto& body = state_.objects.body(i);
    const auto& slot = state_.objects.slot(i);
    Status status = check_margin(margin);
    if (status == Status::ok) status = check_size(body.shape, body.pose, slot.box, margin);
    if (status == Status::ok) status = reserve_margins(margin);
    if (status == Status::ok) {
      status = insert(pairs, i, slot.fat_aabb,
                      proxy_filter(state_.objects.filter(i), state_.objects.group(i)),
                      (slot.flags & kFixed) != 0, margin);
    }
    if (status != Status::ok) return status;
    state_.news = true, state_.idle = false;
    state_.objects.set_margin(i, margin);
    state_.objects.mark_moved(i);  // its pairs are tested again
    return Status::ok;
  }
  void remove(const Pairs& pairs, std::uint32_t i) {
    state_.watchers -= state_.objects.has(i, kWatchers) ? 1 : 0;
    pairs.functions->erase(pairs.pairs, i);
    state_.news = true, state_.idle = false;
    state_.index.note(i);
    state_.rules.excluded().remove_all_of(i);
    state_.objects.remove(i);
  }
  Status reserve(const Pairs& pairs, std::size_t objects) {
    const Status status = reserve_slots(objects, false, false);
    const bool known = pairs.functions->reserve != nullptr;
    return status == Status::ok && known ? pairs.functions->reserve(pairs.pairs, objects) : status;
  }

  // --- The broad phase ---------------------------------------------------------------------------

  // Updates the broad phase and matches its report with the pairs. `was_lost`: its last report was
  // not read.
  Status update_pairs(const Pairs& pairs, bool was_lost, QueryStats& stats) {
    if (state_.watched() && !state_.fat_aabbs.reserve_sweeps(state_.objects)) {
      return Status::out_of_memory;
    }
    if (state_.fat_aabbs.update(state_.objects, pairs, state_.torus, options_.margin,
                                state_.watched(), options_.jobs)) {
      state_.news = true, state_.idle = false;
    }
    if (state_.news || was_lost || pairs.changed()) {
      return update_broad_phase(pairs, was_lost, stats);
    }
    state_.frame.match_nothing();
    return Status::ok;
  }

  // --- Snapshots ---------------------------------------------------------------------------------

  // Replaces the world by a snapshot; nothing has changed if it fails. `pairs` has no objects.
  Status restore(const Pairs& pairs, std::span<const std::byte> bytes,
                 FunctionRef<Shape(Handle, std::uint64_t)> shape_of) {
    RestoredWorld<D, T> made(options_, state_.torus, state_.allocator);
    Status status = made.read(bytes, rules(), state_.allocator, shape_of);
    if (status == Status::ok) status = made.insert_objects(pairs, options_.margin, state_.bounds);
    if (status == Status::ok && !state_.fat_aabbs.reserve(made.objects.slots())) {
      status = Status::out_of_memory;
    }
    if (status != Status::ok) return status;
    state_.rules.restore(std::move(made.excluded), made.some_excluded());
    state_.objects = std::move(made.objects);
    state_.index = std::move(made.index);
    state_.frame = std::move(made.frame);
    state_.torus = made.torus;
    state_.layers = made.layers;
    state_.watchers = made.watchers;
    state_.fat_aabbs.restore(state_.objects);
    return Status::ok;
  }

 private:
  using Queries = ShapeQueries<D, T>;

  MASU_NOINLINE Status update_broad_phase(const Pairs& pairs, bool was_lost, QueryStats& stats) {
    const SearchResult found = pairs.functions->update(pairs.pairs, options_.jobs);
    stats = found.stats;
    if (found.status != Status::ok) return found.status;
    state_.news = false;
    return state_.frame.match(pairs, state_.objects, rules(), state_.rules,
                              was_lost || pairs.finds_from_scratch());
  }

  // Removes the added objects again unless all were added: custom shapes may throw.
  struct Additions {
    WorldObjects& world;
    const Pairs& pairs;
    std::span<Handle> handles;
    std::size_t count = 0;

    ~Additions() {
      while (count-- > 0) world.remove(pairs, std::exchange(handles[count], Handle{}).index);
    }
  };
  // Data that add_at_once() passes from its first half to its second.
  struct NewObjects {
    explicit NewObjects(Allocator allocator)
        : slots(allocator),
          boxes(allocator),
          proxies(allocator),
          filters(allocator),
          fixed(allocator) {}
    [[nodiscard]] bool resize(std::size_t count) {
      return slots.resize(count) && boxes.resize(count) && proxies.resize(count) &&
             filters.resize(count) && fixed.resize(count);
    }

    Buffer<std::uint32_t> slots;
    Buffer<Aabb<D, T>> boxes;
    Buffer<Aabb<D, T>> proxies;  // boxes in the broad phase
    Buffer<Filter> filters;
    Buffer<std::uint8_t> fixed;
  };

  // The first half may fail, and then changes nothing.
  Status add_at_once(const Pairs& pairs, std::span<const Pose> poses, std::span<Handle> handles,
                     FunctionRef<Shape(std::size_t)> shape_of,
                     FunctionRef<ObjectOptions(std::size_t)> options_of) {
    NewObjects made(state_.allocator);
    if (!made.resize(poses.size())) return Status::out_of_memory;
    bool filtered = false;
    bool user_filtered = false;
    T most_margin = 0;
    bool grouped = false;
    for (std::size_t k = 0; k < poses.size(); ++k) {
      const Shape s = shape_of(k);
      const ObjectOptions options = options_of(k);
      Status status = check_placed(s, poses[k]);
      const T margin = own_margin(options);
      if (status == Status::ok) status = check_layer(options.layer);
      if (status == Status::ok) status = check_margin(margin);
      if (status != Status::ok) return status;
      const Pose pose = wrapped(poses[k]);
      made.boxes[k] = Queries::aabb(s, pose);
      status = check_size(s, pose, made.boxes[k], margin);
      if (status != Status::ok) return status;
      made.proxies[k] = proxy_box(fat_aabb_of(made.boxes[k], options), margin);
      most_margin = margin > most_margin ? margin : most_margin;
      made.filters[k] = proxy_filter(filter_of(options.layer, options.filter), options.group);
      made.fixed[k] = options.fixed ? 1 : 0;
      filtered = filtered || made.filters[k] != Filter{};
      user_filtered = user_filtered || options.filter != Filter{};
      grouped = grouped || options.group != 0;
    }
    Status status =
        reserve_slots(state_.objects.slots_after(poses.size()), filtered || user_filtered, grouped);
    if (status == Status::ok) status = reserve_margins(most_margin);
    if (status != Status::ok) return status;
    state_.objects.next_slots({made.slots.data(), made.slots.size()});
    status = pairs.functions->insert_many(pairs.pairs, {made.slots.data(), made.slots.size()},
                                          {made.proxies.data(), made.proxies.size()},
                                          {made.filters.data(), filtered ? made.filters.size() : 0},
                                          {made.fixed.data(), made.fixed.size()});
    if (status != Status::ok) return status;
    for (std::size_t k = 0; k < poses.size(); ++k) {
      const Pose pose = wrapped(poses[k]);
      const ObjectOptions options = options_of(k);
      handles[k] = start({shape_of(k), pose}, made.boxes[k], fat_aabb_of(made.boxes[k], options),
                         filter_of(options.layer, options.filter), options);
    }
    return Status::ok;
  }
  // Adds an object that the broad phase has in the next slot. Precondition: reserve_slots().
  Handle start(const ObjectBody<D, T>& body, const Aabb<D, T>& box, const Aabb<D, T>& fat_aabb,
               const Filter& filter, const ObjectOptions& options) {
    const std::uint32_t slot = state_.objects.next_slot();
    state_.news = true, state_.idle = false;
    state_.watchers += options.sensor || options.continuous ? 1 : 0;
    const auto flags = static_cast<std::uint8_t>((options.sensor ? kSensor : 0) |
                                                 (options.continuous ? kContinuous : 0) |
                                                 (options.fixed ? kFixed : 0));
    state_.frame.book().add_slots(slot + std::size_t(1));
    state_.torus.grow(box);
    state_.index.note(slot);
    const Handle h = state_.objects.add(body, box, {filter, options.filter}, own_margin(options),
                                        options.user_data, flags, options.layer);
    state_.objects.slot(slot).fat_aabb = fat_aabb;
    if (options.group != 0) state_.objects.set_group(slot, options.group);
    return h;
  }
  // Reserves memory for `slots` slots in every part except the broad phase.
  Status reserve_slots(std::size_t slots, bool filtered, bool grouped) {
    if (slots >= Handle::kNone) return Status::too_many_objects;
    const Status status = state_.index.reserve(slots);
    if (status != Status::ok) return status;
    const bool reserved =
        state_.objects.reserve(slots, filtered) && state_.objects.reserve_groups(grouped) &&
        state_.frame.book().reserve_slots(slots) && state_.fat_aabbs.reserve(slots);
    return reserved ? Status::ok : Status::out_of_memory;
  }
  Status reserve_margins(T margin) {
    return state_.objects.reserve_margins(margin) ? Status::ok : Status::out_of_memory;
  }
  static Aabb<D, T> fat_aabb_of(const Aabb<D, T>& box, const ObjectOptions& options) {
    return options.fixed ? box : FatAabbs<D, T>::fatten(box, box);
  }
  Pose wrapped(const Pose& pose) const {
    return state_.torus.valid() ? state_.torus.wrapped(pose) : pose;
  }

  // `margin`: the object's own. The larger margin of a pair counts twice, for both objects.
  Status check_size(const Shape& shape, const Pose& pose, const Aabb<D, T>& box, T margin) const {
    const T most = options_.margin + 2 * margin;
    if (margin != 0 && !is_finite(most)) return Status::out_of_range;
    if (!state_.torus.any()) return Status::ok;
    const bool ok = state_.torus.valid() && state_.torus.holds(shape, pose, box, most);
    return ok ? Status::ok : Status::out_of_range;
  }
  Filter filter_of(std::uint8_t layer, const Filter& filter) const {
    return layer == kNoLayer ? filter : state_.layers.filter(layer, filter.mask);
  }
  MASU_NOINLINE Status move_around(std::uint32_t i, const Pose& pose) {
    auto& body = state_.objects.body(i);
    if (body.pose == pose) return Status::ok;
    const Aabb<D, T> box = Queries::aabb(body.shape, pose);
    const Status status = check_size(body.shape, pose, box, state_.objects.margin(i));
    if (status != Status::ok) return status;
    auto& from = state_.objects.from(i).translation;
    from = state_.torus.near(from, pose.translation);
    body.pose = pose;
    set_box(i, box);
    return Status::ok;
  }
  void set_box(std::uint32_t i, const Aabb<D, T>& box) {
    state_.idle = false;
    state_.objects.slot(i).box = box;
    state_.fat_aabbs.note_box(i, state_.objects);
    state_.objects.mark_moved(i);
    state_.index.note(i);
    state_.torus.grow(box);
  }

  // `margin`: the object's own.
  Aabb<D, T> proxy_box(const Aabb<D, T>& box, T margin) const {
    return state_.torus.proxy_box(box, options_.margin + margin);
  }
  Status insert(const Pairs& pairs, std::uint32_t i, const Aabb<D, T>& fat_aabb,
                const Filter& filter, bool fixed, T margin) const {
    return pairs.functions->insert(pairs.pairs, i, proxy_box(fat_aabb, margin), filter, fixed);
  }
  // Gives the broad phase a new filter or group.
  Status reinsert(const Pairs& pairs, std::uint32_t i, const Filter& filter, std::int32_t group) {
    const auto& slot = state_.objects.slot(i);
    const Status status = insert(pairs, i, slot.fat_aabb, proxy_filter(filter, group),
                                 (slot.flags & kFixed) != 0, state_.objects.margin(i));
    if (status != Status::ok) return status;
    state_.news = true, state_.idle = false;
    state_.objects.mark_moved(i);  // its pairs are tested again, and its sweep
    return Status::ok;
  }
  [[nodiscard]] bool reserve_recheck(std::uint32_t i) {
    PairBook& book = state_.frame.book();
    return book.reserve_rechecks(book.degree(i));
  }
  void recheck_pairs_of(std::uint32_t i) {
    PairBook& book = state_.frame.book();
    (void)book.for_each_of(i, [&](std::uint32_t n) {
      book.recheck(n);
      return true;
    });
    state_.idle = false;
  }
  static Status check_placed(const Shape& shape, const Pose& pose) {
    const Status status = pose.check();
    return status != Status::ok ? status : Queries::check(shape);
  }

  WorldState<D, T>& state_;
  const WorldOptions<T>& options_;
  const BusyCount& busy_;
};

}  // namespace masu::detail
