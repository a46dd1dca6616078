// SPDX-License-Identifier: MIT
// The objects of a world, and all who are told of them: the tree of queries, the broad phase, the
// pairs.
#pragma once

#include <concepts>
#include <utility>

#include <masu/world/detail/move_jobs.hpp>
#include <masu/world/detail/restored_world.hpp>
#include <masu/world/detail/told_rooms.hpp>
#include <masu/world/slot_pairs.hpp>
#include <masu/world/world_queries.hpp>

namespace masu::detail {

// What World says of its objects, done: who calls has seen to it that the world is not busy.
template <int D, class T, class Pairs>
class WorldObjects : public WorldQueries<D, T> {
  using Queries = WorldQueries<D, T>;

 protected:
  using Queries::index_;
  using Queries::objects_;
  using Queries::torus_;
  using typename Queries::At;
  using typename Queries::Box;
  using typename Queries::Verbs;
  using Rooms = ToldRooms<D, T>;

  static constexpr bool kKnowsPeriods =
      std::constructible_from<Pairs, const Period<D, T>&, Allocator>;

  WorldObjects(const WorldOptions<T>& options, Allocator allocator)
      : Queries(options.queries, options.handle_salt, options.period, allocator),
        options_(options),
        pairs_(make_pairs(allocator)),
        frame_(allocator),
        rooms_(allocator),
        move_jobs_(allocator) {}
  ~WorldObjects() = default;

  void swap(WorldObjects& o) noexcept {
    std::swap(objects_, o.objects_);
    std::swap(index_, o.index_);
    std::swap(torus_, o.torus_);
    std::swap(options_, o.options_);
    std::swap(layers_, o.layers_);
    std::swap(pairs_, o.pairs_);
    std::swap(frame_, o.frame_);
    std::swap(watchers_, o.watchers_);
    std::swap(news_, o.news_);
    std::swap(rooms_, o.rooms_);
    std::swap(move_jobs_, o.move_jobs_);
  }
  Allocator allocator() const { return rooms_.allocator(); }
  LookRules<D, T> rules() const { return {options_, torus_}; }
  // Options that no world can go on with.
  Status check_options() const {
    if (!is_finite(options_.margin) || !(options_.margin >= 0)) return Status::out_of_range;
    const bool good = !torus_.any() || (kKnowsPeriods && torus_.valid());
    return good ? Status::ok : Status::out_of_range;
  }
  static Status check_layer(std::uint8_t layer) {
    return layer < LayerMatrix::kLayers || layer == kNoLayer ? Status::ok : Status::out_of_range;
  }

  // --- Objects -----------------------------------------------------------------------------------

  InsertResult add_object(const WorldShape<D, T>& s, const At& place,
                          const ObjectOptions& options) {
    Status good = this->check_placed(s, place);
    if (good == Status::ok) good = check_layer(options.layer);
    const At at = good == Status::ok ? wrapped(place) : place;
    if (good == Status::ok) good = check_size(s, at, Verbs::aabb(s, at));
    if (good != Status::ok) return {good, {}};
    good = reserve_slots(objects_.slots_after(1));
    const Box box = Verbs::aabb(s, at);
    const Filter filter = filter_of(options.layer, options.filter);
    const Box fat_aabb = fat_aabb_of(box, options);
    if (good == Status::ok) {
      good = put_object(pairs_, objects_.next_slot(), proxy_box(fat_aabb), filter, options.fixed);
    }
    if (good != Status::ok) return {good, {}};
    return {Status::ok, start({s, at, at}, box, fat_aabb, filter, options)};
  }
  // Adds as many objects as there are poses, or none: shape_of(k) at poses[k], by options_of(k).
  template <class ShapeOf, class OptionsOf>
  Status add_objects(std::span<const At> poses, std::span<Handle> handles, ShapeOf&& shape_of,
                     OptionsOf&& options_of) {
    if (poses.size() != handles.size()) return Status::size_mismatch;
    if constexpr (PutsMany<Pairs, D, T>) {
      return add_at_once(poses, handles, shape_of, options_of);
    } else {
      Additions added{*this, handles};
      for (; added.count < poses.size(); ++added.count) {
        const std::size_t k = added.count;
        const InsertResult r = add_object(shape_of(k), poses[k], options_of(k));
        if (r.status != Status::ok) return r.status;
        handles[k] = r.handle;
      }
      added.count = 0;
      return Status::ok;
    }
  }
  Status move_object(Handle h, const At& at) {
    auto& body = objects_.body(h.index);
    if (body.at == at) return Status::ok;
    const Status good = at.check();
    if (good != Status::ok) return good;
    if (torus_.any()) return move_around(h.index, torus_.wrapped(at));
    if (body.shape.refers()) {
      const auto guard = this->make_busy_alone();
      put_box(h.index, Verbs::aabb(body.shape, at));
    } else {
      put_box(h.index, Verbs::aabb(body.shape, at));
    }
    body.at = at;
    return Status::ok;
  }
  // In order, to the first that is refused.
  Status move_objects(std::span<const Handle> handles, std::span<const At> at) {
    std::size_t k = 0;
    if (handles.size() > MoveJobs<D, T>::kBlock && !torus_.any()) {
      k = move_jobs_.move(handles, at, objects_, rooms_, index_, options_.jobs);
    }
    for (; k < handles.size(); ++k) {
      const std::size_t soon = k + ObjectStore<D, T>::kAhead;
      if (soon < handles.size() && handles[soon].index < objects_.slots()) {
        objects_.prefetch(handles[soon].index);
      }
      if (!objects_.contains(handles[k])) return Status::stale_handle;
      const Status good = move_object(handles[k], at[k]);
      if (good != Status::ok) return good;
    }
    return Status::ok;
  }
  Status reshape(std::uint32_t i, const WorldShape<D, T>& s) {
    const auto& body = objects_.body(i);
    Status good = Verbs::check(s);
    if (good != Status::ok) return good;
    const Box box = Verbs::aabb(s, body.at);
    good = check_size(s, body.at, box);
    if (good != Status::ok) return good;
    objects_.set_shape(i, s);
    put_box(i, box);
    rooms_.mark(i, objects_);  // it may be far smaller
    return Status::ok;
  }
  Status refilter(std::uint32_t i, std::uint8_t layer, const Filter& told_filter) {
    const Filter filter = filter_of(layer, told_filter);
    if (filter != objects_.rest(i).filter) {
      const auto& slot = objects_.slot(i);
      const Status good =
          put_object(pairs_, i, proxy_box(slot.told), filter, (slot.flags & kFixed) != 0);
      if (good != Status::ok) return good;
      news_ = true;
      objects_.mark_moved(i);  // its way, if it has one, is to be told again
    }
    objects_.slot(i).layer = layer;
    objects_.rest(i).filter = filter;
    objects_.rest(i).told = told_filter;
    return Status::ok;
  }
  // out_of_memory: nothing has changed.
  Status set_flag(std::uint32_t i, std::uint8_t flag, bool on) {
    if (objects_.has(i, flag) == on) return Status::ok;
    if (flag == kFixed) {
      const Box box = proxy_box(objects_.slot(i).told);
      const Status good = put_object(pairs_, i, box, objects_.rest(i).filter, on);
      if (good != Status::ok) return good;
      news_ = true;
    }
    watchers_ -= objects_.has(i, kWatchers) ? 1 : 0;
    auto& flags = objects_.slot(i).flags;
    flags = static_cast<std::uint8_t>(flags ^ flag);
    watchers_ += objects_.has(i, kWatchers) ? 1 : 0;
    objects_.mark_moved(i);  // its pairs are tested again
    return Status::ok;
  }
  void remove_object(std::uint32_t i) {
    watchers_ -= objects_.has(i, kWatchers) ? 1 : 0;
    pairs_.drop(i);
    news_ = true;
    index_.note(i);
    objects_.remove(i);
  }
  Status reserve_objects(std::size_t objects) {
    const Status good = reserve_slots(objects);
    if constexpr (PutsMany<Pairs, D, T>) {
      if (good == Status::ok) return pairs_.reserve(objects);
    }
    return good;
  }

  // --- The broad phase ---------------------------------------------------------------------------

  // What it reports is in match().
  Status update_pairs(bool was_lost, QueryStats& stats) {
    if (rooms_.tell(objects_, pairs_, torus_, options_.margin, watched(), options_.jobs))
      news_ = true;
    if (!has_news() && !was_lost) {
      frame_.match_nothing();
      return Status::ok;
    }
    const SearchResult found = ask_pairs();
    stats = found.stats;
    if (found.status != Status::ok) return found.status;
    news_ = false;
    bool whole = was_lost;
    if constexpr (requires { pairs_.anew(); }) whole = whole || pairs_.anew();
    return frame_.match(pairs_, objects_, rules(), whole);
  }
  // Whether an update() has something to do: objects or the broad phase have changed since.
  bool has_changes() const { return objects_.changed() || !rooms_.is_settled() || has_news(); }
  // Somebody wants to know what lies on ways.
  bool watched() const { return watchers_ != 0; }

  // --- Snapshots ---------------------------------------------------------------------------------

  // All that was read takes the place of what is; nothing has changed if that fails.
  template <class ShapeOf>
  Status restore_objects(std::span<const std::byte> bytes, const WorldBounds<D, T>& bounds,
                         ShapeOf&& shape_of) {
    RestoredWorld<D, T, Pairs> made(options_, make_pairs(allocator()), torus_, allocator());
    Status good = made.read(bytes, rules(), allocator(), shape_of);
    if constexpr (requires { made.pairs.start_like(pairs_); }) {
      if (good == Status::ok) good = made.pairs.start_like(pairs_);
    }
    if (good == Status::ok) good = made.put_objects(options_.margin, bounds);
    if (good == Status::ok && !rooms_.reserve(made.objects.slots())) good = Status::out_of_memory;
    if (good != Status::ok) return good;
    objects_ = std::move(made.objects);
    index_ = std::move(made.index);
    frame_ = std::move(made.frame);
    pairs_ = std::move(made.pairs);
    torus_ = made.torus;
    layers_ = made.layers;
    watchers_ = made.watchers;
    rooms_.restore(objects_);
    return Status::ok;
  }

  bool validate_objects(const WorldBounds<D, T>& bounds) const {
    bool good = objects_.validate() && index_.validate(objects_);
    for (std::uint32_t i = 0; good && i < objects_.slots(); ++i) {
      if (!objects_.alive(i)) continue;
      const auto& body = objects_.body(i);
      good = bounds.validate(i, objects_, torus_) && rooms_.validate(i, objects_) &&
             torus_.holds(body.shape, body.at, objects_.slot(i).box, options_.margin);
    }
    return good;
  }

  WorldOptions<T> options_;
  LayerMatrix layers_;
  Pairs pairs_;
  WorldFrame<D, T> frame_;

 private:
  Pairs make_pairs(Allocator allocator) const {
    if constexpr (kKnowsPeriods) return Pairs(torus_.period(), allocator);
    return Pairs(allocator);
  }

  // Objects that are removed again unless all have come, whatever ends the loop: shapes may throw.
  struct Additions {
    WorldObjects& world;
    std::span<Handle> handles;
    std::size_t count = 0;

    ~Additions() {
      while (count-- > 0) world.remove_object(std::exchange(handles[count], Handle{}).index);
    }
  };
  // What add_at_once() passes from its first half to its second.
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
    Buffer<Box> boxes;
    Buffer<Box> proxies;  // that the broad phase has
    Buffer<Filter> filters;
    Buffer<std::uint8_t> fixed;
  };

  // The first half may fail, and changes nothing.
  template <class ShapeOf, class OptionsOf>
  Status add_at_once(std::span<const At> poses, std::span<Handle> handles, ShapeOf&& shape_of,
                     OptionsOf&& options_of) {
    NewObjects made(allocator());
    if (!made.resize(poses.size())) return Status::out_of_memory;
    bool filtered = false;
    for (std::size_t k = 0; k < poses.size(); ++k) {
      const WorldShape<D, T> s = shape_of(k);
      const ObjectOptions& options = options_of(k);
      Status good = this->check_placed(s, poses[k]);
      if (good == Status::ok) good = check_layer(options.layer);
      if (good != Status::ok) return good;
      const At at = wrapped(poses[k]);
      made.boxes[k] = Verbs::aabb(s, at);
      good = check_size(s, at, made.boxes[k]);
      if (good != Status::ok) return good;
      made.proxies[k] = proxy_box(fat_aabb_of(made.boxes[k], options));
      made.filters[k] = filter_of(options.layer, options.filter);
      made.fixed[k] = options.fixed ? 1 : 0;
      filtered = filtered || made.filters[k] != Filter{};
    }
    Status good = reserve_slots(objects_.slots_after(poses.size()));
    if (good != Status::ok) return good;
    objects_.next_slots({made.slots.data(), made.slots.size()});
    good = pairs_.put_many({made.slots.data(), made.slots.size()},
                           {made.proxies.data(), made.proxies.size()},
                           {made.filters.data(), filtered ? made.filters.size() : 0},
                           {made.fixed.data(), made.fixed.size()});
    if (good != Status::ok) return good;
    for (std::size_t k = 0; k < poses.size(); ++k) {
      const At at = wrapped(poses[k]);
      const ObjectOptions& options = options_of(k);
      handles[k] = start({shape_of(k), at, at}, made.boxes[k], fat_aabb_of(made.boxes[k], options),
                         made.filters[k], options);
    }
    return Status::ok;
  }
  // Takes an object that the broad phase has in the next slot. Precondition: reserve_slots().
  Handle start(const ObjectBody<D, T>& body, const Box& box, const Box& fat_aabb,
               const Filter& filter, const ObjectOptions& options) {
    const std::uint32_t slot = objects_.next_slot();
    news_ = true;
    watchers_ += options.sensor || options.continuous ? 1 : 0;
    const auto flags = static_cast<std::uint8_t>((options.sensor ? kSensor : 0) |
                                                 (options.continuous ? kContinuous : 0) |
                                                 (options.fixed ? kFixed : 0));
    frame_.book().add_slots(slot + std::size_t(1));
    torus_.grow(box);
    index_.note(slot);
    const Handle h =
        objects_.add(body, box, {filter, options.filter, options.user_data}, flags, options.layer);
    objects_.slot(slot).told = fat_aabb;
    return h;
  }
  // Reserves memory for so many slots in every part except the broad phase.
  Status reserve_slots(std::size_t slots) {
    if (slots >= Handle::kNone) return Status::too_many_objects;
    const Status good = index_.reserve(slots);
    if (good != Status::ok) return good;
    const bool reserved =
        objects_.reserve(slots) && frame_.book().reserve_slots(slots) && rooms_.reserve(slots);
    return reserved ? Status::ok : Status::out_of_memory;
  }
  static Box fat_aabb_of(const Box& box, const ObjectOptions& options) {
    return options.fixed ? box : Rooms::room(box, box);
  }
  At wrapped(const At& pose) const { return torus_.valid() ? torus_.wrapped(pose) : pose; }

  Status check_size(const WorldShape<D, T>& shape, const At& at, const Box& box) const {
    if (!torus_.any()) return Status::ok;
    const bool good = torus_.valid() && torus_.holds(shape, at, box, options_.margin);
    return good ? Status::ok : Status::out_of_range;
  }
  Filter filter_of(std::uint8_t layer, const Filter& filter) const {
    return layer == kNoLayer ? filter : layers_.filter(layer, filter.mask);
  }
  Status move_around(std::uint32_t i, const At& at) {
    auto& body = objects_.body(i);
    if (body.at == at) return Status::ok;
    const Box box = Verbs::aabb(body.shape, at);
    const Status good = check_size(body.shape, at, box);
    if (good != Status::ok) return good;
    body.from.translation = torus_.near(body.from.translation, at.translation);
    body.at = at;
    put_box(i, box);
    return Status::ok;
  }
  void put_box(std::uint32_t i, const Box& box) {
    objects_.slot(i).box = box;
    rooms_.note_box(i, objects_);
    objects_.mark_moved(i);
    index_.note(i);
    torus_.grow(box);
  }

  Box proxy_box(const Box& box) const { return torus_.proxy_box(box, options_.margin); }
  // A broad phase that was told nothing is not asked.
  bool has_news() const {
    if constexpr (requires { pairs_.changed(); }) return news_ || pairs_.changed();
    return news_;
  }

  SearchResult ask_pairs() {
    if constexpr (TakesJobs<Pairs>) {
      return pairs_.update(options_.jobs);
    } else {
      return pairs_.update();
    }
  }

  std::size_t watchers_ = 0;  // objects that want to know what goes a way
  bool news_ = false;         // the broad phase was told something since it was asked
  Rooms rooms_;
  MoveJobs<D, T> move_jobs_;
};

}  // namespace masu::detail
