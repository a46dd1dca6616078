// SPDX-License-Identifier: MIT
// Objects that come, move and leave, and which of them meet: collision without physics.
#pragma once

#include <cstring>

#include <masu/core/bytes.hpp>
#include <masu/world/auto_pairs.hpp>
#include <masu/world/detail/broad_phase_control.hpp>
#include <masu/world/detail/listener.hpp>
#include <masu/world/world_queries.hpp>

namespace masu {

// add(), move(), remove() and their like tell what happens; update() brings everything up to date.
// Then pairs() are the objects that meet; of them begun() are new, stayed() are not, and ended()
// met at the last update(). What each pair touches in is kept, and found anew only when one of its
// ends has moved: the cost of an update() follows what moved, not what exists.
//
// Order. All lists are in an order that depends on what was told, in which order, and on nothing
// else: not on the broad phase, the number of threads or the machine. begun(), ended(), crossed()
// and impacts() are sorted; pairs() keep their places but for those that fill gaps.
//
// Callbacks of update() and draw(), visitors of queries and shapes of your own may ask, but not
// change: Status::busy; only queries without a visitor do not notice what such shapes do. Shapes
// that are asked by jobs may not ask for contacts. What any
// of them throw passes through, and jobs, too. Calls that fail leave the world as it was, but for
// move_many() and set_layers(), which may have done a part, and for update(), which goes on where
// it was when it is called again. Handles of removed objects are refused (stale_handle).
//
// In a world that wraps around (WorldOptions::period) places are kept in [0, length), a way is the
// shorter one around, and all that is told of two objects is about a where it is kept and that
// image of b which it meets: shift(pair) brings b to it. Boxes and the margin are below half a
// period, and boxes within 8 periods of their places (out_of_range), so there is one such image;
// half-spaces may run along axes that they are parallel to.
//
// Memory comes from the Allocator. No update() takes any once the world has been as full and as
// much in motion as it is; one in which the objects more than double gives back what only that
// took.
template <int D, class T = float, SlotPairs<D, T> Pairs = AutoPairs<D, T>>
class World : public WorldQueries<D, T> {
  static_assert(D == 2 || D == 3);
  using Queries = WorldQueries<D, T>;
  using Queries::core_;

 public:
  using Box = Aabb<D, T>;
  using At = Transform<D, T>;
  using Contact = WorldContact<D, T>;
  using Corner = ManifoldPoint<D, T>;
  using Impact = WorldImpact<D, T>;

  explicit World(const WorldOptions<T>& options = {}, Allocator allocator = default_allocator())
      : Queries(options, allocator), pairs_(make_pairs(options, allocator)) {}
  // What is moved from is a world without objects, with the same options.
  World(World&& o) noexcept : World(o.options(), o.core_.allocator()) { swap(o); }
  World& operator=(World&& o) noexcept {
    World taken(std::move(o));
    swap(taken);
    return *this;
  }

  // --- Objects -----------------------------------------------------------------------------------

  // A shape of the library, of your own (SupportShape, CompositeShape), or a WorldShape. Polygons,
  // polyhedra, your own and bodies of many pieces are referred to, not copied: they must stay where
  // and what they are. It takes part from the next update() on; queries see it at once. Statuses:
  // those of check() and of Transform::check(); no_points: a body without pieces; out_of_range: a
  // layer, a margin, or a size that the period does not allow; too_many_objects; out_of_memory;
  // busy. The result converts to the handle; of an object that was refused that is a broken
  // contract.
  template <class S>
  InsertResult add(const S& shape, const At& place, const ObjectOptions& options = {}) {
    return core_.add(any_pairs(), detail::shape_in_world<D, T>(shape), place, options);
  }
  // Adds an object for each pose, as add() in turn does, and writes their handles: shapes[k] at
  // poses[k], or one shape at all of them. Several times as fast as add(), since memory grows once
  // and the broad phase takes all together. Statuses: size_mismatch, and those of add(), of the
  // first object that is refused; no object has been added then. A broad phase without put_many()
  // (SlotPairs) has each object added in turn: those before the refused one are removed again, so
  // their slots are in use until the next update(). O(count).
  template <class Shapes>
  Status add_many(const Shapes& shapes, std::span<const At> poses, std::span<Handle> handles,
                  const ObjectOptions& options = {}) {
    return add_all(shapes, poses, handles,
                   [&](std::size_t) -> const ObjectOptions& { return options; });
  }
  // The same with a list of options, one for each object.
  template <class Shapes, detail::ListOf<ObjectOptions> List>
  Status add_many(const Shapes& shapes, std::span<const At> poses, std::span<Handle> handles,
                  const List& list) {
    const std::span<const ObjectOptions> options(list);
    if (options.size() != poses.size()) return Status::size_mismatch;
    return add_all(shapes, poses, handles,
                   [&](std::size_t k) -> const ObjectOptions& { return options[k]; });
  }

  // Does not compile: temporaries of shapes that are referred to.
  template <detail::ReferredBody S>
  InsertResult add(const S&&, const At&, const ObjectOptions& = {}) {
    return detail::refuse_temporary<S>(), InsertResult{};
  }
  // As add().
  template <detail::ReferredBodies Shapes>
  Status add_many(const Shapes&&, std::span<const At>, std::span<Handle>,
                  const ObjectOptions& = {}) {
    return detail::refuse_temporary<Shapes>(), Status::ok;
  }
  // As add().
  template <detail::ReferredBodies Shapes, detail::ListOf<ObjectOptions> List>
  Status add_many(const Shapes&&, std::span<const At>, std::span<Handle>, const List&) {
    return detail::refuse_temporary<Shapes>(), Status::ok;
  }

  // To another place, on a straight way if somebody wants to know what lies on it: from where it
  // was at the last update(), or was added since. O(1), but for polytopes and bodies of many
  // pieces, whose boxes are found anew. To where it is: nothing.
  Status move(Handle h, const At& at) { return core_.move(h, at); }
  // The same for many, which is faster; by jobs, where slots (Handle::index) ascend and the shapes
  // are of a few numbers each, in a world that does not wrap around. Stops at the first that is
  // refused; those before it have moved. size_mismatch: nothing has changed.
  Status move_many(std::span<const Handle> handles, std::span<const At> at) {
    return core_.move_many(handles, at);
  }
  // To another place, without a way.
  Status teleport(Handle h, const At& at) { return core_.teleport(h, at); }
  // Another shape, or the same that has changed: what refers to it is to be told so.
  template <class S>
  Status set_shape(Handle h, const S& shape) {
    return core_.set_shape(h, detail::shape_in_world<D, T>(shape));
  }
  // Does not compile, as add().
  template <detail::ReferredBody S>
  Status set_shape(Handle, const S&&) {
    return detail::refuse_temporary<S>(), Status::ok;
  }
  // In a layer only the mask counts. out_of_memory: it has its old one.
  Status set_filter(Handle h, const Filter& filter) {
    return core_.set_filter(any_pairs(), h, filter);
  }
  // kNoLayer: out of its layer, into kDefaultCategory. out_of_range: no layer, and not kNoLayer.
  Status set_layer(Handle h, std::uint8_t layer, std::uint64_t mask = ~std::uint64_t(0)) {
    return core_.set_layer(any_pairs(), h, layer, mask);
  }
  // Other rules for all objects in layers. O(n). out_of_memory: some objects have their new filters
  // already; to be called again.
  Status set_layers(const LayerMatrix& layers) { return core_.set_layers(any_pairs(), layers); }
  const LayerMatrix& layers() const { return core_.layers(); }
  // Sets ObjectOptions::group, from the next update() on. stale_handle; busy; out_of_memory: it has
  // its old one.
  Status set_group(Handle h, std::int32_t group) { return core_.set_group(any_pairs(), h, group); }

  // Excludes a pair: the two never collide, whatever their filters and groups say, until
  // include_pair() or until one of them is removed. A pair that exists ends at the next update().
  // Statuses: stale_handle; out_of_range: one object twice; out_of_memory; busy. O(exclusions of
  // the one that has fewer, and pairs of the one that has fewer).
  Status exclude_pair(Handle a, Handle b) { return core_.exclude_pair(a, b); }
  // Lets the two collide again, from the next update() on. ok if they were not excluded, too.
  Status include_pair(Handle a, Handle b) { return core_.include_pair(a, b); }
  // Whether exclude_pair() keeps the two apart; false for stale handles.
  bool is_excluded(Handle a, Handle b) const { return core_.is_excluded(a, b); }
  // Asks `accept(const PairCandidate&) -> bool` which pairs may collide. It is referred to, not
  // copied: it must live as long as it is set. update() asks it, in the thread that called
  // update(), once for each two objects that come near each other (their fat AABBs begin to
  // overlap) and whose filters, groups and exclusions allow a pair, in the order of their slots.
  // The answer stands until they are apart, refilter() or a change of a filter, layer or group. All
  // pairs that exist are asked about at the next update(). It may ask the world, but not change it.
  // What it throws passes through update(), and the next update() asks about all its pairs again.
  template <class F>
  Status set_pair_filter(F& accept) {
    static_assert(std::is_same_v<std::invoke_result_t<F&, const PairCandidate&>, bool>,
                  "a pair filter is called with a const PairCandidate& and returns bool");
    const detail::PairFilterRef ref(accept);
    return core_.set_pair_filter(&ref);
  }
  template <class F>
  Status set_pair_filter(const F&& accept) = delete;  // what is referred to must live on
  // Asks no pair filter any more; pairs that it refused may collide from the next update() on.
  Status clear_pair_filter() { return core_.set_pair_filter(nullptr); }
  // Asks the pair filter again, at the next update(), about all objects near this one.
  // stale_handle; out_of_memory; busy. O(objects near it).
  Status refilter(Handle h) { return core_.refilter(h); }

  Status set_user_data(Handle h, std::uint64_t user_data) {
    return core_.set_user_data(h, user_data);
  }
  // As ObjectOptions say; from the next update() on. set_fixed(): out_of_memory: it stays as it
  // was.
  Status set_sensor(Handle h, bool sensor) { return core_.set_sensor(h, sensor); }
  Status set_continuous(Handle h, bool on) { return core_.set_continuous(h, on); }
  Status set_fixed(Handle h, bool fixed) { return core_.set_fixed(any_pairs(), h, fixed); }
  // ObjectOptions::margin, from the next update() on. out_of_range: not finite, negative, or too
  // large for the period. out_of_memory: it has its old one.
  Status set_margin(Handle h, T margin) { return core_.set_margin(any_pairs(), h, margin); }
  // Where objects are to stay; at first everywhere. Those whose boxes have no point in common with
  // it are outside (WorldObject::outside): update() tells of them in left(), and nothing else is
  // different for them. Axes that wrap around are not looked at. O(n) in the next update().
  // out_of_range: an empty box.
  Status set_bounds(const Box& bounds) { return core_.set_bounds(bounds); }
  const Box& bounds() const { return core_.bounds(); }
  // The handle is stale from here on; its pairs are among those ended at the next update().
  Status remove(Handle h) { return core_.remove(any_pairs(), h); }

  // All objects, as by remove(). O(n).
  Status clear() { return core_.clear(any_pairs()); }
  // Makes room for so many objects, in the broad phase too: its cells grow only where fewer than
  // two objects share one. Pairs have none. too_many_objects (2^28), out_of_memory, busy. O(n).
  Status reserve(std::size_t objects) { return core_.reserve(any_pairs(), objects); }

  // --- The frame ---------------------------------------------------------------------------------

  // Brings pairs, contacts and events up to date. out_of_memory: all lists are those of the last
  // update() but for contacts, some of which may be newer; call it again.
  UpdateResult update() { return core_.update(any_pairs()); }
  // The same; then listener.on_end(EndedPair), on_cross(WorldImpact), on_impact(WorldImpact),
  // on_begin(WorldPair), on_stay(WorldPair) and on_leave(Handle), as far as it has them, by value
  // or by const reference. What they throw passes through, and the world is as after update().
  template <class Listener>
  UpdateResult update(Listener&& listener) {
    using Wants = detail::ListenerOf<std::remove_reference_t<Listener>, D, T>;
    Wants::check();
    const UpdateResult result = update();
    if (result.status != Status::ok) return result;
    const auto guard = core_.make_busy();
    Wants::tell(listener, *this);
    return result;
  }

  // As of the last update(), valid until the next.
  std::span<const WorldPair> pairs() const { return core_.pairs(); }
  std::span<const WorldPair> begun() const { return pairs().last(core_.begun()); }
  std::span<const WorldPair> stayed() const {
    return pairs().first(pairs().size() - core_.begun());
  }
  std::span<const EndedPair> ended() const { return core_.ended(); }
  // A sensor and an object that met within the frame and at neither end of it, earliest first. Not
  // a hit: see impacts().
  std::span<const Impact> crossed() const { return core_.crossed(); }
  // Where continuous objects and others first touch, whoever of the two moves, earliest first: at
  // t = 0 if they overlapped before. Those that do not touch are not told. Where `hit` is false it
  // is not known, which is rare: with not_converged they do not touch before t, and come very
  // close; with any other status t is 0. The speed of a turn within a frame is the world's choice;
  // turns of exactly half a circle go counter-clockwise.
  std::span<const Impact> impacts() const { return core_.impacts(); }

  // Objects that are outside of bounds() and were not, or not there, at the last update(); by slot.
  std::span<const Handle> left() const { return core_.left(); }

  // One of pairs(), or one that was: as it is now; nullptr: it has ended. O(1).
  const WorldPair* find_pair(const WorldPair& pair) const { return core_.find_pair(pair); }
  // Of one of pairs(): none for sensors, or where only boxes or touch are asked for, and none of a
  // pair that has ended or is another world's. O(1).
  std::span<const Contact> contacts(const WorldPair& pair) const { return core_.contacts(pair); }
  // Of one of its contacts: where they touch, as Manifold::points. The pair's id, the contact's
  // pieces and a corner's feature_id name a corner: from update to update while the pair lasts and
  // the same features make it. In no order that lasts.
  std::span<const Corner> corners(const WorldPair& pair, const Contact& contact) const {
    return core_.corners(pair, contact);
  }
  // Of one of its contacts: what the two pieces have in common, with ContactDetail::volumes.
  // not_updated: the last update() failed before it, or they are not asked for.
  WorldVolume<D, T> volume(const WorldPair& pair, const Contact& contact) const {
    return core_.volume(pair, contact);
  }
  // Of one of pairs(): from b to its image that a meets; zero in a world that does not wrap.
  Vec<D, T> shift(const WorldPair& pair) const { return core_.shift(pair); }
  // Above every pair's id.
  std::size_t pair_ids() const { return core_.pair_ids(); }
  // visit(WorldPair) for each of pairs() that an object is in, until it returns false.
  // stale_handle; stopped. O(pairs of it whose boxes overlap).
  template <class Visit>
  Status for_each_pair_of(Handle h, Visit&& visit) const {
    const auto each = [&](const WorldPair& pair) { return goes_on(visit, pair); };
    return core_.for_each_pair_of(h, each);
  }

  // --- Snapshots ---------------------------------------------------------------------------------

  // Objects, pairs and contacts; of shapes that are referred to only that they are, and their
  // boxes. Bytes of this machine and this version, the same for the same story. not_updated:
  // something has changed since the last update(); out_of_memory. O(objects + pairs).
  Status save(Buffer<std::byte>& out) const { return core_.save(out); }
  // The same into a container: a std::vector of bytes or chars, a std::string.
  template <ByteContainer C>
  Status save(C& out) const {
    Buffer<std::byte> bytes(core_.allocator());
    Status status = save(bytes);
    if (status == Status::ok) status = resize_bytes(out, bytes.size());
    if (status == Status::ok) std::memcpy(std::data(out), bytes.data(), bytes.size());
    return status;
  }
  // As it was when it was saved, by this world or another with the same detail, margin, seam_free,
  // handle_salt and period: handles, pairs, and all that will come of them, bit for bit. What only
  // the last update() told (ended(), crossed(), impacts()) is not. An object with a shape that is
  // referred to has the one of the object with its handle. Statuses, the world being as before:
  // damaged; wrong_format: of another version, or of other options; stale_handle: there is no such
  // object, or its shape has another box; out_of_memory; busy. Bytes that are not aligned to 64 are
  // copied. O(objects + pairs), volumes being found again, and the next update() looks for all
  // pairs.
  Status restore(ByteView bytes) {
    return restore(bytes, [this](Handle h, std::uint64_t) { return core_.shape_of(h); });
  }
  // The same with shapes that shape_of(handle, user_data) -> WorldShape<D, T> finds, for those that
  // are referred to: in another process, or after objects have been removed. It makes them by
  // world_shape(), and says WorldShape<D, T>{} if there is none (stale_handle).
  template <class ShapeOf>
  Status restore(ByteView bytes, ShapeOf&& shape_of) {
    if (core_.busy()) return Status::busy;
    Pairs made = make_pairs(core_.options(), core_.allocator());
    if constexpr (SwitchesMethod<Pairs>) {
      const Status good = made.start_like(pairs_);
      if (good != Status::ok) return good;
    }
    const auto shape = [&](Handle h, std::uint64_t user_data) -> WorldShape<D, T> {
      return shape_of(h, user_data);
    };
    const Status good = core_.restore(any(made), bytes.span(), shape);
    if (good == Status::ok) pairs_ = std::move(made);
    return good;
  }
  // Of all that is in a snapshot: the objects as they are now, pairs and contacts as of the last
  // update(), in their order. Equal for worlds that will always be, on every machine; shapes that
  // are referred to count by their boxes. O(objects + pairs).
  std::uint64_t hash() const { return core_.hash(); }

  // What there is to see: objects as they are now, pairs and contacts as of the last update().
  // O(n).
  void draw(const DebugDraw<D, T>& draw) const { core_.draw(draw); }

  // The broad phase: what it has to tell, and how it is to go about it, as AutoPairs does.
  using BroadPhaseControl = detail::BroadPhaseControl<Pairs>;
  BroadPhaseControl broad_phase() { return BroadPhaseControl(pairs_, core_.busy_count()); }
  const Pairs& broad_phase() const { return pairs_; }
  const WorldOptions<T>& options() const { return core_.options(); }

  // True when every invariant holds; for tests. O(objects + pairs).
  bool validate() const { return core_.validate(); }

 protected:
  detail::AnySlotPairs<D, T> any_pairs() { return any(pairs_); }

 private:
  static Pairs make_pairs(const WorldOptions<T>& options, Allocator allocator) {
    if constexpr (detail::kKnowsPeriods<Pairs, D, T>) {
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
  Status add_all(const Shapes& shapes, std::span<const At> poses, std::span<Handle> handles,
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
