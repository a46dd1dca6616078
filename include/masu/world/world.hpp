// SPDX-License-Identifier: MIT
// World: add, move and remove objects, get the events of their contacts, and query them.
#pragma once

#include <cstring>

#include <masu/core/bytes.hpp>
#include <masu/world/auto_pairs.hpp>
#include <masu/world/detail/broad_phase_control.hpp>
#include <masu/world/detail/listener.hpp>
#include <masu/world/world_queries.hpp>

namespace masu {

// Holds moving objects and reports which of them touch: collision detection without dynamics. Use
// it for scenes that live for many frames; find_pairs() of the broad phases answers a single
// question about boxes without one.
//
//    masu::World<2> world;
//    const masu::Handle hero = world.add(masu::Circle<float>{0.5f}, {{0, 0}, {}});
//    (void)world.move(hero, {{1, 0}, {}});
//    (void)world.update();
//    for (const masu::WorldPair& pair : world.began()) hit(pair.a, pair.b);
//
// add(), move(), remove() and the setters record changes; update() applies them to the pairs and
// their contacts. Then pairs() lists the pairs that touch: began() are the new ones, stayed() the
// others, and ended() those that touched at the previous update() and no longer do. Contacts are
// cached: update() recomputes those of pairs in which an object has moved. Its cost depends on what
// moved, not on what exists: typically O(m log n) for m moved objects.
//
// Order. The order of every list depends on the calls and their order alone: not on the broad
// phase, the number of threads or the machine. began(), ended(), crossed() and impacts() are
// sorted. A pair keeps its index in pairs(), unless it moves into the gap that an ended pair left.
//
// Callbacks. Callbacks of update() and draw(), visitors of queries and shapes of your own may call
// const members; members that change the world return Status::busy. Not detected: a custom shape
// that changes the world during a query without a visitor. Shapes that jobs call may not read
// contacts. Exceptions of callbacks and jobs pass through.
//
// Errors. A call that fails leaves the world unchanged, except move_many() and set_layers(), which
// may have done a part, and update(), which continues where it stopped when it is called again.
// Handles of removed objects are refused (stale_handle).
//
// Threads. Const members are safe in many threads while no thread changes the world.
//
// Periodic worlds (WorldOptions::period). Positions are kept in [0, length), a sweep takes the
// shorter path around, and results for a pair use a's stored position and the periodic image of b
// nearest to a: shift(pair) returns that image's offset. out_of_range: the side of a box plus the
// margin is not below half a period (half-spaces may be infinite along axes that they are parallel
// to), or a box extends more than 8 periods from the origin.
//
// Memory comes from the Allocator. An update() that needs no more memory than earlier ones
// allocates nothing. An update() in which the objects more than double frees the memory that only
// this growth needed.
template <int D, class T = float, SlotPairs<D, T> Pairs = AutoPairs<D, T>>
class World : public WorldQueries<D, T> {
  static_assert(D == 2 || D == 3);
  using Queries = WorldQueries<D, T>;
  using Queries::core_;

 public:
  static constexpr int kDimension = D;
  using Scalar = T;
  using Pose = Transform<D, T>;        // type of poses
  using Contact = WorldContact<D, T>;  // what contacts() returns
  using Corner = ManifoldPoint<D, T>;  // what corners() returns
  using Impact = WorldImpact<D, T>;    // what impacts() returns

  // Creates a world without objects. Its options cannot be changed later.
  explicit World(const WorldOptions<T>& options = {}, Allocator allocator = default_allocator())
      : Queries(options, allocator), pairs_(make_pairs(options, allocator)) {}
  // A world that was moved from has no objects and the same options.
  World(World&& o) noexcept : World(o.options(), o.core_.allocator()) { swap(o); }
  // Takes over the objects of another world, which has none afterwards.
  World& operator=(World&& o) noexcept {
    World taken(std::move(o));
    swap(taken);
    return *this;
  }

  // --- Objects -----------------------------------------------------------------------------------

  // Adds an object: a shape of the library, of your own (SupportShape, CompositeShape) or a
  // WorldShape, at `pose`. Polygons, polyhedra, shapes of your own, meshes and compounds are
  // referred to, not copied: they must outlive the object and not change. Queries find the object
  // at once; pairs contain it from the next update() on. Returns the handle. Converting the result
  // of a refused add() to a handle is a broken contract. Statuses:
  // - those of check() of the shape and of Transform::check();
  // - no_points: a body without triangles or children;
  // - out_of_range: a layer, a margin, or a size that the period does not allow;
  // - too_many_objects; out_of_memory; busy.
  template <class S>
  InsertResult add(const S& shape, const Pose& pose, const ObjectOptions& options = {}) {
    return core_.add(any_pairs(), detail::shape_in_world<D, T>(shape), pose, options);
  }
  // Adds an object for each pose and writes their handles: shapes[k] at poses[k], or one shape at
  // all poses. Equal to calling add() in turn, and several times as fast, since memory grows once
  // and the broad phase takes all objects together. Statuses: size_mismatch, and those of add() for
  // the first object that is refused; no object has been added then. A broad phase without
  // insert_many() (SlotPairs) adds the objects one by one and removes them again when one is
  // refused, so their slots stay in use until the next update(). O(count).
  template <class Shapes>
  Status add_many(const Shapes& shapes, std::span<const Pose> poses, std::span<Handle> handles,
                  const ObjectOptions& options = {}) {
    return add_all(shapes, poses, handles,
                   [&](std::size_t) -> const ObjectOptions& { return options; });
  }
  // Adds objects as above, each with its own options: list[k] for shapes[k].
  template <class Shapes, detail::ListOf<ObjectOptions> List>
  Status add_many(const Shapes& shapes, std::span<const Pose> poses, std::span<Handle> handles,
                  const List& list) {
    const std::span<const ObjectOptions> options(list);
    if (options.size() != poses.size()) return Status::size_mismatch;
    return add_all(shapes, poses, handles,
                   [&](std::size_t k) -> const ObjectOptions& { return options[k]; });
  }

  // Does not compile: a temporary would die before the object that refers to it.
  template <detail::ReferredBody S>
  InsertResult add(const S&&, const Pose&, const ObjectOptions& = {}) {
    return detail::refuse_temporary<S>(), InsertResult{};
  }
  // As add().
  template <detail::ReferredBodies Shapes>
  Status add_many(const Shapes&&, std::span<const Pose>, std::span<Handle>,
                  const ObjectOptions& = {}) {
    return detail::refuse_temporary<Shapes>(), Status::ok;
  }
  // As add().
  template <detail::ReferredBodies Shapes, detail::ListOf<ObjectOptions> List>
  Status add_many(const Shapes&&, std::span<const Pose>, std::span<Handle>, const List&) {
    return detail::refuse_temporary<Shapes>(), Status::ok;
  }

  // Moves the object to `pose`. Sensors and continuous objects sweep the straight path from its
  // pose at the last update() (or where it was added). No effect if it is there already. O(1); for
  // polytopes, meshes and compounds the cost of their bounding box. Statuses: stale_handle; those
  // of Transform::check(); out_of_range; busy.
  Status move(Handle h, const Pose& pose) { return core_.move(h, pose); }
  // Moves handles[k] to poses[k], faster than move() in a loop. Runs in jobs where slots
  // (Handle::index) ascend, the shapes are stored by value and the world is not periodic. Stops at
  // the first refused object; those before it have moved. size_mismatch: nothing has changed.
  Status move_many(std::span<const Handle> handles, std::span<const Pose> poses) {
    return core_.move_many(handles, poses);
  }
  // Moves the object to `pose` without a sweep: it touches nothing between. Statuses as move().
  Status teleport(Handle h, const Pose& pose) { return core_.teleport(h, pose); }
  // Replaces the shape. Call it also when a shape that the object refers to has changed. Statuses
  // as add().
  template <class S>
  Status set_shape(Handle h, const S& shape) {
    return core_.set_shape(h, detail::shape_in_world<D, T>(shape));
  }
  // Does not compile, as add().
  template <detail::ReferredBody S>
  Status set_shape(Handle, const S&&) {
    return detail::refuse_temporary<S>(), Status::ok;
  }
  // Sets the filter of an object. Of an object in a layer only the mask counts. stale_handle; busy;
  // out_of_memory: it keeps its old filter.
  Status set_filter(Handle h, const Filter& filter) {
    return core_.set_filter(any_pairs(), h, filter);
  }
  // Puts the object into a layer. kNoLayer removes it from its layer; its category is then
  // kDefaultCategory. out_of_range: neither a layer nor kNoLayer. Others as set_filter().
  Status set_layer(Handle h, std::uint8_t layer, std::uint64_t mask = ~std::uint64_t(0)) {
    return core_.set_layer(any_pairs(), h, layer, mask);
  }
  // Sets which layers collide, for all objects in layers. O(n). out_of_memory: some objects have
  // their new filters already; call it again.
  Status set_layers(const LayerMatrix& layers) { return core_.set_layers(any_pairs(), layers); }
  const LayerMatrix& layers() const { return core_.layers(); }  // as of the last set_layers()
  // Sets ObjectOptions::group, from the next update() on. stale_handle; busy; out_of_memory: it
  // keeps its old group.
  Status set_group(Handle h, std::int32_t group) { return core_.set_group(any_pairs(), h, group); }

  // Excludes a pair: the two never collide, whatever their filters and groups say, until
  // include_pair() or until one of them is removed. A pair that exists ends at the next update().
  // Statuses: stale_handle; out_of_range: one object twice; out_of_memory; busy. O(e + p):
  // exclusions of the object with fewer exclusions, plus pairs of the object with fewer pairs.
  Status exclude_pair(Handle a, Handle b) { return core_.exclude_pair(a, b); }
  // Ends an exclusion, from the next update() on; ok without one. Statuses as exclude_pair().
  Status include_pair(Handle a, Handle b) { return core_.include_pair(a, b); }
  // Returns whether exclude_pair() keeps the two apart; false for stale handles.
  bool is_excluded(Handle a, Handle b) const { return core_.is_excluded(a, b); }
  // Sets a predicate `accept(const PairCandidate&) -> bool` that decides which pairs may collide.
  // It is referred to, not copied: it must live as long as it is set. update() calls it, in the
  // thread that called update(), once for each two objects that come near each other (their fat
  // AABBs begin to overlap) and whose filters, groups and exclusions allow a pair, in the order of
  // their slots. The answer holds until the objects are apart, until refilter(), or until a filter,
  // layer or group changes. The next update() calls it for all pairs that exist. It may query the
  // world, but not change it. If it throws, the exception passes through update(), and the next
  // update() calls it for all its pairs again. busy; out_of_memory.
  template <class F>
  Status set_pair_filter(F& accept) {
    static_assert(
        std::is_same_v<std::invoke_result_t<F&, const PairCandidate&>, bool>,
        "masu: a pair filter must be callable with a const PairCandidate& and return bool");
    const detail::PairFilterRef ref(accept);
    return core_.set_pair_filter(&ref);
  }
  template <class F>
  Status set_pair_filter(const F&& accept) = delete;  // what is referred to must live on
  // Removes the pair filter; pairs that it refused may then collide. busy; out_of_memory.
  Status clear_pair_filter() { return core_.set_pair_filter(nullptr); }
  // Makes the next update() call the pair filter for pairs of h. stale_handle; busy; out_of_memory.
  Status refilter(Handle h) { return core_.refilter(h); }

  // Sets ObjectOptions::user_data. stale_handle; busy.
  Status set_user_data(Handle h, std::uint64_t user_data) {
    return core_.set_user_data(h, user_data);
  }
  // Set ObjectOptions::sensor, continuous and fixed, from the next update() on. stale_handle; busy;
  // set_fixed() also out_of_memory: the object stays as it was.
  Status set_sensor(Handle h, bool sensor) { return core_.set_sensor(h, sensor); }
  Status set_continuous(Handle h, bool on) { return core_.set_continuous(h, on); }
  Status set_fixed(Handle h, bool fixed) { return core_.set_fixed(any_pairs(), h, fixed); }
  // Sets ObjectOptions::margin, from the next update() on. out_of_range: not finite, negative, or
  // too large for the period. out_of_memory: it keeps its old margin.
  Status set_margin(Handle h, T margin) { return core_.set_margin(any_pairs(), h, margin); }
  // Sets the region in which objects should stay; at first everywhere. An object whose box does not
  // intersect it is outside (WorldObject::outside): update() reports it in left(), and it behaves
  // as before otherwise. Periodic axes are ignored. O(n) in the next update(). out_of_range: an
  // empty box. out_of_memory; busy.
  Status set_bounds(const Aabb<D, T>& bounds) { return core_.set_bounds(bounds); }
  const Aabb<D, T>& bounds() const { return core_.bounds(); }  // as of the last set_bounds()
  // Removes the object. Its handle is stale from now on; its pairs end at the next update().
  // stale_handle; busy.
  Status remove(Handle h) { return core_.remove(any_pairs(), h); }

  // Removes all objects. O(n). busy.
  Status clear() { return core_.clear(any_pairs()); }
  // Reserves memory for `objects` objects, in the broad phase too, but none for pairs. update() may
  // still allocate cells where fewer than two objects share one. Statuses: too_many_objects (2^28),
  // out_of_memory, busy. O(n).
  Status reserve(std::size_t objects) { return core_.reserve(any_pairs(), objects); }

  // --- The frame ---------------------------------------------------------------------------------

  // Updates pairs, contacts and events to the present poses. out_of_memory: all lists are those of
  // the last update(), except contacts, some of which may be newer; call it again.
  UpdateResult update() { return core_.update(any_pairs()); }
  // Updates, then calls the members that the listener has, in this order: on_end(EndedPair),
  // on_cross(WorldImpact), on_impact(WorldImpact), on_begin(WorldPair), on_stay(WorldPair) and
  // on_leave(Handle), by value or const reference. If a listener throws, the exception leaves
  // update(); the world is as after update(). Statuses as update().
  template <class Listener>
  UpdateResult update(Listener&& listener) {
    using ListenerTraits = detail::ListenerOf<std::remove_reference_t<Listener>, D, T>;
    ListenerTraits::check();
    const UpdateResult result = update();
    if (result.status != Status::ok) return result;
    const auto guard = core_.make_busy();
    ListenerTraits::notify(listener, *this);
    return result;
  }

  // Returns all pairs in contact, as of the last update(). These lists are valid until the next
  // update().
  std::span<const WorldPair> pairs() const { return core_.pairs(); }
  // Pairs that are new.
  std::span<const WorldPair> began() const { return pairs().last(core_.began()); }
  // Pairs in contact now and at the previous update().
  std::span<const WorldPair> stayed() const {
    return pairs().first(pairs().size() - core_.began());
  }
  std::span<const EndedPair> ended() const { return core_.ended(); }  // pairs no longer in contact
  // Sensors and objects that touched during the frame and at neither end of it, earliest first.
  // They are not in impacts().
  std::span<const Impact> crossed() const { return core_.crossed(); }
  // Returns first contacts of continuous objects with others during the frame, whichever of the two
  // moves, earliest first; t = 0 if they overlapped before. Objects that do not touch are not
  // listed. `hit` is false if there is no time of impact, which is rare: with not_converged the
  // objects do not touch before t and come very close; with any other status t is 0. Rotation is
  // interpolated along the shorter arc; rotations by exactly half a turn go counterclockwise.
  std::span<const Impact> impacts() const { return core_.impacts(); }

  // Objects that left bounds() since the last update(), or were added outside; sorted by slot.
  std::span<const Handle> left() const { return core_.left(); }

  // Returns the present state of a pair that pairs() listed at some update(); nullptr if it has
  // ended. O(1).
  const WorldPair* find_pair(const WorldPair& pair) const { return core_.find_pair(pair); }
  // Contacts of one of pairs(). Empty for sensors, for ContactDetail below `points`, for a pair
  // that has ended and for one of another world. O(1).
  std::span<const Contact> contacts(const WorldPair& pair) const { return core_.contacts(pair); }
  // Corners of the contact area of one of the pair's contacts, as Manifold::points. A corner is
  // identified by the pair's id, the contact's sub_shape_a and sub_shape_b and the corner's
  // feature_id: they stay equal from update to update while the pair lasts and the same features
  // make the corner. The order of corners may change.
  std::span<const Corner> corners(const WorldPair& pair, const Contact& contact) const {
    return core_.corners(pair, contact);
  }
  // Returns the intersection of the two sub-shapes of one of the pair's contacts, with
  // ContactDetail::volumes. not_updated: the last update() failed before it, or volumes are not
  // enabled.
  WorldVolume<D, T> volume(const WorldPair& pair, const Contact& contact) const {
    return core_.volume(pair, contact);
  }
  // Returns the offset from b to the periodic image of b nearest to a; zero in a world that is not
  // periodic.
  Vec<D, T> shift(const WorldPair& pair) const { return core_.shift(pair); }
  // Returns a number above every pair's id: the size for a table indexed by ids.
  std::size_t pair_ids() const { return core_.pair_ids(); }
  // Calls visit(WorldPair) for each of pairs() with the object, until it returns false (stopped).
  template <class Visit>
  Status for_each_pair_of(Handle h, Visit&& visit) const {
    const auto each = [&](const WorldPair& pair) { return goes_on(visit, pair); };
    return core_.for_each_pair_of(h, each);
  }

  // --- Snapshots ---------------------------------------------------------------------------------

  // Saves objects, pairs and contacts. Of a shape that an object refers to it saves the box only.
  // The bytes are for this kind of machine and this version, and equal for equal histories.
  // not_updated: something has changed since the last update(); out_of_memory. O(objects + pairs).
  Status save(Buffer<std::byte>& out) const { return core_.save(out); }
  // Saves into a container: a std::vector of bytes or chars, a std::string. Statuses as above.
  template <ByteContainer C>
  Status save(C& out) const {
    Buffer<std::byte> bytes(core_.allocator());
    Status status = save(bytes);
    if (status == Status::ok) status = resize_bytes(out, bytes.size());
    if (status == Status::ok) std::memcpy(std::data(out), bytes.data(), bytes.size());
    return status;
  }
  // Restores what save() wrote, in this world or another with the same detail, margin,
  // skip_internal_edges, handle_salt and period: handles, pairs, and all later results are equal
  // bit for bit. Events of the last update() (ended(), crossed(), impacts()) are not restored. An
  // object whose shape is referred to takes the shape of the present object with its handle. Bytes
  // that are not aligned to 64 are copied. O(objects + pairs); volumes are computed again, and the
  // next update() finds all pairs. Statuses, the world being unchanged:
  // - damaged: the bytes are truncated or corrupted;
  // - wrong_format: bytes of another version, or of other options;
  // - stale_handle: there is no such object, or its shape has another box;
  // - out_of_memory; busy.
  Status restore(ByteView bytes) {
    return restore(bytes, [this](Handle h, std::uint64_t) { return core_.shape_of(h); });
  }
  // Restores with shapes from shape_of(handle, user_data) -> WorldShape<D, T>, for objects whose
  // shapes are referred to: in another process, or after objects have been removed. Return
  // world_shape(shape), or WorldShape<D, T>{} if there is none (stale_handle).
  template <class ShapeOf>
  Status restore(ByteView bytes, ShapeOf&& shape_of) {
    if (core_.busy()) return Status::busy;
    Pairs made = make_pairs(core_.options(), core_.allocator());
    if constexpr (SwitchesMethod<Pairs>) {
      const Status status = made.start_like(pairs_);
      if (status != Status::ok) return status;
    }
    const auto shape = [&](Handle h, std::uint64_t user_data) -> WorldShape<D, T> {
      return shape_of(h, user_data);
    };
    const Status status = core_.restore(any(made), bytes.span(), shape);
    if (status == Status::ok) pairs_ = std::move(made);
    return status;
  }
  // Hashes what a snapshot holds: objects as they are now, pairs and contacts as of the last
  // update(), in their order. Worlds with equal hashes have the same future, on every machine;
  // shapes that are referred to count by their boxes. O(objects + pairs).
  std::uint64_t hash() const { return core_.hash(); }

  // Draws objects as they are now, and pairs and contacts as of the last update(). O(n).
  void draw(const DebugDraw<D, T>& draw) const { core_.draw(draw); }

  // Access to the broad phase: read its method, choose another (see AutoPairs).
  using BroadPhaseControl = detail::BroadPhaseControl<Pairs>;
  BroadPhaseControl broad_phase() { return BroadPhaseControl(pairs_, core_.busy_count()); }
  const Pairs& broad_phase() const { return pairs_; }
  const WorldOptions<T>& options() const { return core_.options(); }  // as given to the constructor

  // Checks every invariant; for tests. O(objects + pairs).
  bool validate() const { return core_.validate(); }

 protected:
  detail::AnySlotPairs<D, T> any_pairs() { return any(pairs_); }

 private:
  static Pairs make_pairs(const WorldOptions<T>& options, Allocator allocator) {
    if constexpr (detail::kSupportsPeriods<Pairs, D, T>) {
      Period<D, T> period{};
      for (int a = 0; a < D; ++a) period.length[a] = options.period[a];
      return Pairs(period, allocator);
    } else {
      return Pairs(allocator);
    }
  }
  static detail::AnySlotPairs<D, T> any(Pairs& pairs) {
    if constexpr (std::is_same_v<Pairs, AutoPairs<D, T>>) {
      return {&pairs, &Pairs::kFunctions};
    } else {
      return {&pairs, &detail::FunctionsOfSlotPairs<D, T, Pairs>::kAll};
    }
  }
  void swap(World& o) noexcept {
    std::swap(core_, o.core_);
    std::swap(pairs_, o.pairs_);
  }

  template <class Shapes, class OptionsOf>
  Status add_all(const Shapes& shapes, std::span<const Pose> poses, std::span<Handle> handles,
                 OptionsOf&& options_of) {
    if (core_.busy()) return Status::busy;
    const auto guard = core_.make_busy_alone();
    if constexpr (requires { world_shape(shapes); }) {
      const WorldShape<D, T> one = detail::shape_in_world<D, T>(shapes);
      const auto shape_of = [&](std::size_t) { return one; };
      return core_.add_many(any_pairs(), poses, handles, shape_of, options_of);
    } else {
      if (std::size(shapes) != poses.size()) return Status::size_mismatch;
      const auto shape_of = [&](std::size_t k) -> WorldShape<D, T> {
        return detail::shape_in_world<D, T>(std::data(shapes)[k]);
      };
      return core_.add_many(any_pairs(), poses, handles, shape_of, options_of);
    }
  }

  Pairs pairs_;
};

}  // namespace masu
