// SPDX-License-Identifier: MIT
// Objects that come, move and leave, and which of them meet: collision without physics.
#pragma once

#include <masu/world/auto_pairs.hpp>
#include <masu/world/debug_draw.hpp>
#include <masu/world/detail/listener.hpp>
#include <masu/world/detail/object_index.hpp>
#include <masu/world/detail/snapshot.hpp>
#include <masu/world/detail/world_frame.hpp>
#include <masu/world/detail/world_hash.hpp>
#include <masu/world/layers.hpp>
#include <masu/world/world_options.hpp>
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
// change: Status::busy; only queries without a visitor do not notice what such shapes do. What any
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
// Memory comes from the Allocator, and none is taken in an update() once the world has been as full
// as it is.
template <int D, class T = float, SlotPairs<D, T> Pairs = AutoPairs<D, T>>
class World : public WorldQueries<D, T> {
  static_assert(D == 2 || D == 3);
  using Queries = WorldQueries<D, T>;
  using Queries::index_;
  using Queries::objects_;
  using Queries::torus_;

 public:
  using Box = Aabb<D, T>;
  using At = Transform<D, T>;
  using Contact = WorldContact<D, T>;
  using Corner = ManifoldPoint<D, T>;
  using Impact = WorldImpact<D, T>;

  explicit World(const WorldOptions<T>& options = {}, Allocator allocator = default_allocator())
      : Queries(options.queries, options.handle_salt, options.period, allocator),
        options_(options),
        pairs_(make_pairs(allocator)),
        frame_(allocator),
        untold_(allocator),
        swept_(allocator),
        stretched_(allocator),
        left_(allocator) {}
  // What is moved from is a world without objects, with the same options.
  World(World&& o) noexcept : World(o.options_, o.swept_.allocator()) { swap(o); }
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
  // layer, or a size that the period does not allow; too_many_objects; out_of_memory; busy.
  template <class S>
  InsertResult add(const S& shape, const At& place, const ObjectOptions& options = {}) {
    const WorldShape<D, T> s = world_shape(shape);
    if (this->busy()) return {Status::busy, {}};
    const auto guard = this->make_busy();
    Status good = this->check_placed(s, place);
    if (good == Status::ok) good = check_layer(options.layer);
    const At at = good == Status::ok && torus_.valid() ? torus_.wrapped(place) : place;
    if (good == Status::ok) good = check_size(s, at, Verbs::aabb(s, at));
    if (good != Status::ok) return {good, {}};
    const std::size_t slots = objects_.slots() + std::size_t(1);
    if (!reserve_slots(slots)) return {Status::out_of_memory, {}};
    const std::uint32_t slot = objects_.next_slot();
    const Box box = Verbs::aabb(s, at);
    const Filter filter = filter_of(options.layer, options.filter);
    good = index_.insert(slot, box, filter);
    if (good != Status::ok) return {good, {}};
    const Box room = options.fixed ? box : roomy(box, box);
    good = pairs_.put(slot, with_margin(room), filter);
    if (good != Status::ok) {
      index_.erase(slot);
      return {good, {}};
    }
    news_ = true;
    watchers_ += options.sensor || options.continuous ? 1 : 0;
    const auto flags = static_cast<std::uint8_t>((options.sensor ? detail::kSensor : 0) |
                                                 (options.continuous ? detail::kContinuous : 0) |
                                                 (options.fixed ? detail::kFixed : 0));
    frame_.book().add_slots(slot + std::size_t(1));
    torus_.grow(box);
    const Handle h = objects_.add({at, at, s}, box, {filter, options.filter, options.user_data},
                                  flags, options.layer);
    objects_.slot(slot).told = room;
    return {Status::ok, h};
  }

  // What is referred to must live on.
  template <detail::ReferredBody S>
  InsertResult add(const S&& shape, const At& at, const ObjectOptions& options = {}) = delete;

  // To another place, on a straight way if somebody wants to know what lies on it: from where it
  // was at the last update(), or was added since. O(1), but for polytopes and bodies of many
  // pieces, whose boxes are found anew. To where it is: nothing.
  Status move(Handle h, const At& at) {
    const Status good = check_change(h);
    return good != Status::ok ? good : move_object(h, at);
  }
  // The same for many, which is faster. Stops at the first that is refused; those before it have
  // moved. size_mismatch: nothing has changed.
  Status move_many(std::span<const Handle> handles, std::span<const At> at) {
    if (handles.size() != at.size()) return Status::size_mismatch;
    if (this->busy()) return Status::busy;
    for (std::size_t k = 0; k < handles.size(); ++k) {
      const std::size_t soon = k + detail::ObjectStore<D, T>::kAhead;
      if (soon < handles.size() && handles[soon].index < objects_.slots()) {
        objects_.prefetch(handles[soon].index);
      }
      if (!objects_.contains(handles[k])) return Status::stale_handle;
      const Status good = move_object(handles[k], at[k]);
      if (good != Status::ok) return good;
    }
    return Status::ok;
  }
  // To another place, without a way.
  Status teleport(Handle h, const At& at) {
    const Status good = move(h, at);
    if (good == Status::ok) objects_.body(h.index).from = objects_.body(h.index).at;
    return good;
  }
  // Another shape, or the same that has changed: what refers to it is to be told so.
  template <class S>
  Status set_shape(Handle h, const S& shape) {
    Status good = check_change(h);
    if (good != Status::ok) return good;
    const auto guard = this->make_busy();
    auto& body = objects_.body(h.index);
    const WorldShape<D, T> s = world_shape(shape);
    good = Verbs::check(s);
    if (good != Status::ok) return good;
    const Box box = Verbs::aabb(s, body.at);
    good = check_size(s, body.at, box);
    if (good != Status::ok) return good;
    body.shape = s;
    put_box(h.index, box);
    mark_untold(h.index);  // it may be far smaller
    return Status::ok;
  }
  template <detail::ReferredBody S>
  Status set_shape(Handle h, const S&& shape) = delete;
  // In a layer only the mask counts. out_of_memory: it has its old one.
  Status set_filter(Handle h, const Filter& filter) {
    const Status good = check_change(h);
    return good != Status::ok ? good : refilter(h.index, objects_.slot(h.index).layer, filter);
  }
  // kNoLayer: out of its layer, into category 1.
  Status set_layer(Handle h, std::uint8_t layer, std::uint64_t mask = ~std::uint64_t(0)) {
    Status good = check_change(h);
    if (good == Status::ok) good = check_layer(layer);
    return good != Status::ok ? good : refilter(h.index, layer, {1, mask});
  }
  // Other rules for all objects in layers. O(n). out_of_memory: some objects have their new filters
  // already; to be called again.
  Status set_layers(const LayerMatrix& layers) {
    if (this->busy()) return Status::busy;
    layers_ = layers;
    for (std::uint32_t i = 0; i < objects_.slots(); ++i) {
      const std::uint8_t layer = objects_.slot(i).layer;
      if (!objects_.alive(i) || layer == kNoLayer) continue;
      const Status good = refilter(i, layer, objects_.rest(i).told);
      if (good != Status::ok) return good;
    }
    return Status::ok;
  }
  const LayerMatrix& layers() const { return layers_; }
  Status set_user_data(Handle h, std::uint64_t user_data) {
    const Status good = check_change(h);
    if (good == Status::ok) objects_.rest(h.index).user_data = user_data;
    return good;
  }
  // As ObjectOptions say; from the next update() on.
  Status set_sensor(Handle h, bool sensor) { return set_flag(h, detail::kSensor, sensor); }
  Status set_continuous(Handle h, bool on) { return set_flag(h, detail::kContinuous, on); }
  Status set_fixed(Handle h, bool fixed) { return set_flag(h, detail::kFixed, fixed); }
  // Where objects are to stay; at first everywhere. Those whose boxes have no point in common with
  // it are outside (WorldObject::outside): update() tells of them in left(), and nothing else is
  // different for them. Axes that wrap around are not looked at. O(n) in the next update().
  // out_of_range: an empty box.
  Status set_bounds(const Box& bounds) {
    if (this->busy()) return Status::busy;
    if (bounds.empty()) return Status::out_of_range;
    bounds_ = bounds;
    bounds_changed_ = true;
    return Status::ok;
  }
  const Box& bounds() const { return bounds_; }
  // The handle is stale from here on; its pairs are among those ended at the next update().
  Status remove(Handle h) {
    const Status good = check_change(h);
    if (good != Status::ok) return good;
    watchers_ -= objects_.has(h.index, detail::kWatchers) ? 1 : 0;
    pairs_.drop(h.index);
    news_ = true;
    index_.erase(h.index);
    objects_.remove(h.index);
    return Status::ok;
  }

  // All objects, as by remove(). O(n).
  Status clear() {
    if (this->busy()) return Status::busy;
    for (std::uint32_t i = 0; i < objects_.slots(); ++i) {
      if (objects_.alive(i)) (void)remove(objects_.handle(i));
    }
    return Status::ok;
  }
  // Room in the tables of objects for so many; the broad phase grows as it is filled.
  // out_of_memory. O(n).
  Status reserve(std::size_t objects) {
    if (this->busy()) return Status::busy;
    const bool good = reserve_slots(objects) && index_.reserve(objects);
    return good ? Status::ok : Status::out_of_memory;
  }

  // --- The frame ---------------------------------------------------------------------------------

  // Brings pairs, contacts and events up to date. out_of_memory: all lists are those of the last
  // update() but for contacts, some of which may be newer; call it again.
  UpdateResult update() {
    if (this->busy()) return {Status::busy, {}, 0};
    const auto guard = this->make_busy();
    UpdateResult result;
    failed_ = true;  // until all is well: shapes and jobs of the user may throw
    result.status = prepare(result);
    if (result.status != Status::ok) return result;
    failed_ = lost_ = false;
    frame_.commit(objects_);
    look_at_bounds();
    objects_.settle();
    index_.bring_up_to_date(objects_);
    return result;
  }
  // The same; then listener.on_end(EndedPair), on_cross(WorldImpact), on_impact(WorldImpact),
  // on_begin(WorldPair), on_stay(WorldPair) and on_leave(Handle), as far as it has them, by value
  // or by const reference. What they throw passes through, and the world is as after update().
  template <class Listener>
  UpdateResult update(Listener&& listener) {
    using Wants = detail::ListenerOf<std::remove_reference_t<Listener>, D, T>;
    static_assert(Wants::kWantsSome, "a listener without on_begin() or any other event");
    static_assert(Wants::kSound, "an event that cannot be told as const WorldPair& and the like");
    const UpdateResult result = update();
    if (result.status != Status::ok) return result;
    const auto guard = this->make_busy();
    if constexpr (Wants::kEnds) {
      for (const EndedPair& e : ended()) listener.on_end(e);
    }
    if constexpr (Wants::kCrosses) {
      for (const Impact& c : crossed()) listener.on_cross(c);
    }
    if constexpr (Wants::kImpacts) {
      for (const Impact& i : impacts()) listener.on_impact(i);
    }
    if constexpr (Wants::kBegins) {
      for (const WorldPair& p : begun()) listener.on_begin(p);
    }
    if constexpr (Wants::kStays) {
      for (const WorldPair& p : stayed()) listener.on_stay(p);
    }
    if constexpr (Wants::kLeaves) {
      for (const Handle h : left()) listener.on_leave(h);
    }
    return result;
  }

  // As of the last update(), valid until the next.
  std::span<const WorldPair> pairs() const { return frame_.book().rows(); }
  std::span<const WorldPair> begun() const { return pairs().last(frame_.book().begun()); }
  std::span<const WorldPair> stayed() const {
    return pairs().first(pairs().size() - frame_.book().begun());
  }
  std::span<const EndedPair> ended() const { return frame_.ended(); }
  // A sensor and an object that met within the frame and at neither end of it, earliest first. Not
  // a hit: see impacts().
  std::span<const Impact> crossed() const { return frame_.crossed(); }
  // Where continuous objects and others first touch, whoever of the two moves, earliest first: at
  // t = 0 if they overlapped before. Those that do not touch are not told. Where `hit` is false it
  // is not known, which is rare: with not_converged they do not touch before t, and come very
  // close; with any other status t is 0. The speed of a turn within a frame is the world's choice;
  // turns of exactly half a circle go counter-clockwise.
  std::span<const Impact> impacts() const { return frame_.impacts(); }

  // Objects that are outside of bounds() and were not, or not there, at the last update(); by slot.
  std::span<const Handle> left() const { return {left_.data(), left_.size()}; }

  // One of pairs(), or one that was: as it is now; nullptr: it has ended. O(1).
  const WorldPair* find_pair(const WorldPair& pair) const {
    const std::uint32_t row = frame_.book().row_of(pair);
    return row == Book::kNone ? nullptr : &pairs()[row];
  }
  // Of one of pairs(): none for sensors, or where only boxes or touch are asked for, and none of a
  // pair that has ended or is another world's. O(1).
  std::span<const Contact> contacts(const WorldPair& pair) const {
    if (find_pair(pair) == nullptr) return {};
    return frame_.contacts().contacts(pair.id);
  }
  // Of one of its contacts: where they touch, as Manifold::points.
  std::span<const Corner> corners(const WorldPair& pair, const Contact& contact) const {
    if (find_pair(pair) == nullptr) return {};
    return frame_.contacts().corners(pair.id, contact);
  }
  // Of one of its contacts: what the two pieces have in common, with ContactDetail::volumes.
  // not_updated: the last update() failed before it, or they are not asked for.
  WorldVolume<D, T> volume(const WorldPair& pair, const Contact& contact) const {
    const std::span<const Contact> all = contacts(pair);
    for (std::uint32_t k = 0; k < frame_.contacts().volume_count(pair.id); ++k) {
      if (k < all.size() && all[k].piece_a == contact.piece_a &&
          all[k].piece_b == contact.piece_b) {
        return frame_.contacts().volume(pair.id, k);
      }
    }
    return {.status = Status::not_updated};
  }
  // Of one of pairs(): from b to its image that a meets; zero in a world that does not wrap.
  Vec<D, T> shift(const WorldPair& pair) const { return frame_.contacts().shift(pair.id); }
  // Above every pair's id.
  std::size_t pair_ids() const { return frame_.book().nodes(); }
  // visit(WorldPair) for each of pairs() that an object is in, until it returns false.
  // stale_handle; stopped. O(pairs of it whose boxes overlap).
  template <class Visit>
  Status for_each_pair_of(Handle h, Visit&& visit) const {
    if (!this->contains(h)) return Status::stale_handle;
    const auto guard = this->make_busy();
    const bool on = frame_.book().for_each_of(h.index, [&](std::uint32_t n) {
      const std::uint32_t row = frame_.book().node(n).row;
      return row == Book::kNone || goes_on(visit, pairs()[row]);
    });
    return on ? Status::ok : Status::stopped;
  }

  // --- Snapshots ---------------------------------------------------------------------------------

  // Objects, pairs and contacts; of shapes that are referred to only that they are, and their
  // boxes. Bytes of this machine and this version, the same for the same story. not_updated:
  // something has changed since the last update(); out_of_memory. O(objects + pairs).
  Status save(Buffer<std::byte>& out) const {
    if (failed_ || objects_.changed()) return Status::not_updated;
    const auto memory = swept_.allocator();
    return detail::WorldWriter<D, T>(objects_, frame_.book(), frame_.contacts(), layers_, options_,
                                     memory)
        .write(out);
  }
  // As it was when it was saved, by this world or another with the same detail, margin, seam_free,
  // handle_salt and period: handles, pairs, and all that will come of them, bit for bit. What only
  // the last update() told (ended(), crossed(), impacts()) is not. An object with a shape that is
  // referred to has the one of the object with its handle. Statuses, the world being as before:
  // damaged; wrong_format: of another version, or of other options; stale_handle: there is no such
  // object, or its shape has another box; out_of_memory; busy. Bytes that are not aligned to 64 are
  // copied. O(objects + pairs), volumes being found again, and the next update() looks for all
  // pairs.
  Status restore(std::span<const std::byte> bytes) {
    return restore(bytes, [this](Handle h, std::uint64_t) {
      return this->contains(h) ? objects_.body(h.index).shape : WorldShape<D, T>{};
    });
  }
  // The same with shapes that shape_of(handle, user_data) -> WorldShape<D, T> finds, for those that
  // are referred to: in another process, or after objects have been removed. It makes them by
  // world_shape(), and says WorldShape<D, T>{} if there is none (stale_handle).
  template <class ShapeOf>
  Status restore(std::span<const std::byte> bytes, ShapeOf&& shape_of) {
    if (this->busy()) return Status::busy;
    const auto guard = this->make_busy();
    const Allocator memory = swept_.allocator();
    detail::ObjectStore<D, T> objects(options_.handle_salt, memory);
    detail::ObjectIndex<D, T> index(options_.queries, memory);
    detail::WorldFrame<D, T> frame(memory);
    Pairs pairs = make_pairs(memory);
    detail::Torus<D, T> torus = torus_;
    torus.start();
    LayerMatrix layers;
    Buffer<std::byte> copy(memory);
    if (reinterpret_cast<std::uintptr_t>(bytes.data()) % kIndexAlignment != 0) {
      if (!copy.resize(bytes.size())) return Status::out_of_memory;
      std::memcpy(copy.data(), bytes.data(), bytes.size());
      bytes = std::span<const std::byte>(copy.data(), copy.size());
    }
    const detail::LookRules<D, T> how = rules();
    detail::WorldReader<D, T> reader({objects, frame.book(), frame.contacts(), layers}, how,
                                     memory);
    Status good = reader.read(bytes, shape_of);
    if constexpr (requires { pairs.start_like(pairs_); }) {
      if (good == Status::ok) good = pairs.start_like(pairs_);
    }
    std::size_t watchers = 0;
    for (std::uint32_t i = 0; good == Status::ok && i < objects.slots(); ++i) {
      if (!objects.alive(i)) continue;
      const Box& box = objects.slot(i).box;
      const Filter& filter = objects.rest(i).filter;
      watchers += objects.has(i, detail::kWatchers) ? 1 : 0;
      torus.grow(box);
      if (outside(box)) objects.slot(i).flags |= detail::kOutside;
      good = index.insert(i, box, filter);
      if (good == Status::ok) good = pairs.put(i, with_margin(objects.slot(i).told), filter);
    }
    if (good == Status::ok && !reserve_lists(objects.slots())) good = Status::out_of_memory;
    if (good != Status::ok) return good;
    objects_ = std::move(objects);
    index_ = std::move(index);
    frame_ = std::move(frame);
    pairs_ = std::move(pairs);
    torus_ = torus;
    layers_ = layers;
    watchers_ = watchers;
    left_.clear();
    failed_ = false;
    lost_ = true;
    swept_.clear();
    untold_.clear();
    for (std::uint32_t i = 0; i < objects_.slots(); ++i) {
      if (objects_.has(i, detail::kUntold)) put_untold(i);
    }
    return Status::ok;
  }
  // Of all that is in a snapshot: the objects as they are now, pairs and contacts as of the last
  // update(), in their order. Equal for worlds that will always be, on every machine; shapes that
  // are referred to count by their boxes. O(objects + pairs).
  std::uint64_t hash() const {
    detail::WorldHash hash;
    for (int i = 0; i < LayerMatrix::kLayers; ++i) hash.add(layers_.filter(i).mask);
    detail::hash_objects(objects_, hash);
    detail::hash_pairs(frame_.book(), frame_.contacts(), hash);
    return hash.value();
  }

  // What there is to see: objects as they are now, pairs and contacts as of the last update().
  // O(n).
  void draw(const DebugDraw<D, T>& draw) const {
    const auto guard = this->make_busy();
    if (draw.box != nullptr) draw_boxes(draw);
    if (draw.line == nullptr) return;
    for (const WorldPair& p : pairs()) {
      const auto& a = objects_.body(p.a.index);
      const auto& b = objects_.body(p.b.index);
      draw.line(draw.context, a.at.translation, b.at.translation + shift(p), DrawKind::pair);
      for (const Contact& c : contacts(p)) draw_contact(draw, p, c);
    }
  }

  // The broad phase: what it has to tell, and how it is to go about it, as AutoPairs does.
  class BroadPhaseControl {
    static constexpr bool kChanges = requires(Pairs & p, BroadPhase method) {
      p.use(method), p.use_automatic();
    };

   public:
    BroadPhase method() const { return world_.pairs_.method(); }
    const Choice& choice() const { return world_.pairs_.choice(); }
    // Statuses: those of AutoPairs::use(), and busy.
    Status use(BroadPhase method) requires kChanges {
      if (world_.busy()) return Status::busy;
      world_.news_ = true;
      return world_.pairs_.use(method);
    }
    // Chosen as choose() says, again. busy.
    Status use_automatic() requires kChanges {
      if (world_.busy()) return Status::busy;
      world_.news_ = true;
      world_.pairs_.use_automatic();
      return Status::ok;
    }

   private:
    friend World;
    explicit BroadPhaseControl(World& world) : world_(world) {}
    World& world_;
  };
  BroadPhaseControl broad_phase() { return BroadPhaseControl(*this); }
  const Pairs& broad_phase() const { return pairs_; }
  const WorldOptions<T>& options() const { return options_; }

  // True when every invariant holds; for tests. O(objects + pairs).
  bool validate() const {
    const Book& book = frame_.book();
    bool good = objects_.validate() && index_.validate(objects_) && book.validate();
    for (std::uint32_t i = 0; good && i < objects_.slots(); ++i) {
      if (!objects_.alive(i)) continue;
      const Box& box = objects_.slot(i).box;
      const Box& told = objects_.slot(i).told;
      good = objects_.has(i, detail::kUntold) || told == box || told.contains(box);
      const bool late = objects_.has(i, detail::kMoved) || bounds_changed_;
      good = good && (late || outside(box) == objects_.has(i, detail::kOutside));
      const auto& body = objects_.body(i);
      good = good && torus_.holds(body.shape, body.at, box, options_.margin);
    }
    for (std::uint32_t n = 0; good && n < book.nodes(); ++n) {
      const Book::Node& node = book.node(n);
      if (!node.alive) continue;
      good = node.a.index < node.b.index && objects_.handle(node.a.index) == node.a &&
             objects_.handle(node.b.index) == node.b;
      good = good && (failed_ || node.fresh || node.meets == (node.row != Book::kNone));
    }
    return good;
  }

 private:
  using Verbs = detail::ShapeVerbs<D, T>;
  using Book = detail::PairBook;

  void swap(World& o) noexcept {
    std::swap(objects_, o.objects_);
    std::swap(index_, o.index_);
    std::swap(options_, o.options_);
    std::swap(layers_, o.layers_);
    std::swap(torus_, o.torus_);
    std::swap(pairs_, o.pairs_);
    std::swap(frame_, o.frame_);
    std::swap(bounds_, o.bounds_);
    std::swap(bounds_changed_, o.bounds_changed_);
    std::swap(watchers_, o.watchers_);
    std::swap(failed_, o.failed_);
    std::swap(lost_, o.lost_);
    std::swap(news_, o.news_);
    std::swap(untold_, o.untold_);
    std::swap(swept_, o.swept_);
    std::swap(stretched_, o.stretched_);
    std::swap(left_, o.left_);
  }

  detail::LookRules<D, T> rules() const { return {options_, torus_}; }
  Pairs make_pairs(Allocator allocator) const {
    if constexpr (kKnowsPeriods) return Pairs(torus_.period(), allocator);
    return Pairs(allocator);
  }
  static constexpr bool kKnowsPeriods =
      std::constructible_from<Pairs, const Period<D, T>&, Allocator>;

  // Of all that has a place by slot but the tree: nothing below can fail.
  [[nodiscard]] bool reserve_slots(std::size_t slots) {
    return objects_.reserve(slots) && frame_.book().reserve_slots(slots) && reserve_lists(slots);
  }
  [[nodiscard]] bool reserve_lists(std::size_t slots) {
    return untold_.grow(slots) && swept_.grow(slots) && stretched_.grow(slots);
  }

  // --- Objects -----------------------------------------------------------------------------------

  Status check_size(const WorldShape<D, T>& shape, const At& at, const Box& box) const {
    if (!torus_.any()) return Status::ok;
    const bool good = torus_.valid() && torus_.holds(shape, at, box, options_.margin);
    return good ? Status::ok : Status::out_of_range;
  }
  static Status check_layer(std::uint8_t layer) {
    return layer < LayerMatrix::kLayers || layer == kNoLayer ? Status::ok : Status::out_of_range;
  }
  Status check_change(Handle h) const {
    if (this->busy()) return Status::busy;
    return objects_.contains(h) ? Status::ok : Status::stale_handle;
  }
  Filter filter_of(std::uint8_t layer, const Filter& filter) const {
    return layer == kNoLayer ? filter : layers_.filter(layer, filter.mask);
  }
  Status move_object(Handle h, const At& at) {
    auto& body = objects_.body(h.index);
    if (body.at == at) return Status::ok;
    const Status good = at.check();
    if (good != Status::ok) return good;
    if (torus_.any()) return move_around(h.index, torus_.wrapped(at));
    if (body.shape.refers()) {
      const auto guard = this->make_busy();
      put_box(h.index, Verbs::aabb(body.shape, at));
    } else {
      put_box(h.index, Verbs::aabb(body.shape, at));
    }
    body.at = at;
    return Status::ok;
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
  Status set_flag(Handle h, std::uint8_t flag, bool on) {
    const Status good = check_change(h);
    if (good != Status::ok || objects_.has(h.index, flag) == on) return good;
    watchers_ -= objects_.has(h.index, detail::kWatchers) ? 1 : 0;
    auto& flags = objects_.slot(h.index).flags;
    flags = static_cast<std::uint8_t>(flags ^ flag);
    watchers_ += objects_.has(h.index, detail::kWatchers) ? 1 : 0;
    objects_.mark_moved(h.index);  // its pairs are to be looked at
    return Status::ok;
  }
  void put_box(std::uint32_t i, const Box& box) {
    objects_.slot(i).box = box;
    if (!objects_.slot(i).told.contains(box)) mark_untold(i);
    objects_.mark_moved(i);
    index_.note_moved(i);
    torus_.grow(box);
  }
  void mark_untold(std::uint32_t i) {
    if (!objects_.has(i, detail::kUntold)) put_untold(i);
  }
  void put_untold(std::uint32_t i) {
    objects_.slot(i).flags |= detail::kUntold;
    untold_.set_size(untold_.size() + 1);
    untold_.back() = i;
  }
  Status refilter(std::uint32_t i, std::uint8_t layer, const Filter& told_filter) {
    const Filter filter = filter_of(layer, told_filter);
    if (filter != objects_.rest(i).filter) {
      const Status good = pairs_.put(i, with_margin(objects_.slot(i).told), filter);
      if (good != Status::ok) return good;
      news_ = true;
      index_.set_filter(i, objects_.slot(i).box, filter);
      objects_.mark_moved(i);  // its way, if it has one, is to be told again
      index_.note_moved(i);
    }
    objects_.slot(i).layer = layer;
    objects_.rest(i).filter = filter;
    objects_.rest(i).told = told_filter;
    return Status::ok;
  }

  // Near ones are found too.
  Box with_margin(Box box) const {
    if (options_.margin != 0) {
      for (int a = 0; a < D; ++a) {
        box.min[a] -= options_.margin;
        box.max[a] += options_.margin;
      }
    }
    return torus_.any() ? torus_.loosened(box) : box;
  }
  bool outside(const Box& box) const {
    bool in = true;
    for (int a = 0; a < D; ++a) {
      in =
          in && (torus_.wraps(a) || (box.min[a] <= bounds_.max[a] && bounds_.min[a] <= box.max[a]));
    }
    return !in;
  }
  // Room for its list was taken.
  void look_at_bounds() {
    left_.clear();
    const auto look = [&](std::uint32_t i) {
      if (!objects_.alive(i)) return;
      auto& slot = objects_.slot(i);
      const bool out = outside(slot.box);
      if (out && (slot.flags & detail::kOutside) == 0) {
        left_.set_size(left_.size() + 1);
        left_.back() = objects_.handle(i);
      }
      slot.flags = static_cast<std::uint8_t>(out ? slot.flags | detail::kOutside
                                                 : slot.flags & ~detail::kOutside);
    };
    if (bounds_changed_) {
      for (std::uint32_t i = 0; i < objects_.slots(); ++i) look(i);
    } else if (bounds_ != Box::everything()) {
      for (const std::uint32_t i : objects_.moved()) look(i);
    }
    bounds_changed_ = false;
    std::sort(left_.begin(), left_.end(), [](Handle x, Handle y) { return x.index < y.index; });
  }
  bool goes_a_way(std::uint32_t i) const {
    const auto& body = objects_.body(i);
    return watchers_ != 0 && objects_.has(i, detail::kMoved) && body.from != body.at;
  }
  // What the broad phase is told of an object: some room to move, so that it need not be told of
  // most moves, as Box2D's fat boxes; none if it has jumped, as nobody knows how it goes on. The
  // share is a power of two: it makes the same bits with fused multiplications and without.
  static Box roomy(Box box, const Box& before) {
    constexpr T kRoom = T(D == 2 ? 0.25 : 0.125);
    T least = box.max[0] - box.min[0];
    for (int a = 1; a < D; ++a) least = std::min(least, box.max[a] - box.min[a]);
    const T room = least * kRoom;
    if (!is_finite(room) || !overlaps(box, before)) return box;
    for (int a = 0; a < D; ++a) {
      box.min[a] -= room;
      box.max[a] += room;
    }
    return box;
  }
  void tell(std::uint32_t i, const Box& box) {
    auto& slot = objects_.slot(i);
    slot.told = box;
    slot.flags &= static_cast<std::uint8_t>(~detail::kUntold);
    pairs_.move(i, with_margin(box));
    news_ = true;
  }
  // Of an object whose turn comes later, what the broad phase has of it, if it takes hints. The
  // dying have no place there.
  void prefetch_untold(std::size_t k) const {
    if constexpr (requires { pairs_.prefetch(0u), pairs_.prefetch_place(0u); }) {
      constexpr std::size_t kAhead = detail::ObjectStore<D, T>::kAhead;
      if (k + 2 * kAhead < untold_.size()) pairs_.prefetch(untold_[k + 2 * kAhead]);
      if (k + kAhead < untold_.size()) pairs_.prefetch_place(untold_[k + kAhead]);
    }
  }
  // Only of objects that have left the room that was told.
  void tell_boxes() {
    if (watchers_ != 0 || !swept_.empty()) tell_ways();
    for (std::size_t k = 0; k < untold_.size(); ++k) {
      prefetch_untold(k);
      const std::uint32_t i = untold_[k];
      const auto& slot = objects_.slot(i);
      if (objects_.alive(i) && objects_.has(i, detail::kUntold))
        tell(i, roomy(slot.box, slot.told));
    }
    untold_.clear();
    for (const std::uint32_t i : stretched_) mark_untold(i);
    stretched_.clear();
  }
  // Objects for which their way is told will next time be told to be where they are.
  void tell_ways() {
    for (const std::uint32_t i : swept_) {
      objects_.slot(i).flags &= static_cast<std::uint8_t>(~detail::kSwept);
    }
    swept_.clear();
    for (const std::uint32_t i : objects_.moved()) {
      if (!objects_.alive(i) || !goes_a_way(i)) continue;
      auto& slot = objects_.slot(i);
      slot.flags |= detail::kSwept;
      swept_.set_size(swept_.size() + 1);
      swept_.back() = i;
      const auto& body = objects_.body(i);
      const Box way =
          Verbs::swept_aabb({body.from, body.at}, Verbs::aabb(body.shape, body.from), slot.box);
      if (!objects_.has(i, detail::kUntold) && slot.told.contains(way)) continue;
      const Box room = roomy(slot.box, slot.told);
      const bool inside = room.contains(way);
      tell(i, inside ? room : way);
      if (inside) continue;
      stretched_.set_size(stretched_.size() + 1);
      stretched_.back() = i;
    }
  }

  void draw_boxes(const DebugDraw<D, T>& draw) const {
    for (std::uint32_t i = 0; i < objects_.slots(); ++i) {
      if (!objects_.alive(i)) continue;
      const bool sensor = objects_.has(i, detail::kSensor);
      draw.box(draw.context, objects_.slot(i).box, sensor ? DrawKind::sensor : DrawKind::object);
    }
    index_.for_each_node([&](const Box& box) { draw.box(draw.context, box, DrawKind::node); });
  }
  void draw_contact(const DebugDraw<D, T>& draw, const WorldPair& pair, const Contact& c) const {
    const Separation<D, T>& s = c.separation;
    draw.line(draw.context, s.point_a, s.point_b, DrawKind::contact);
    draw.line(draw.context, s.point_a, s.point_a + s.normal * draw.normal_length, DrawKind::normal);
    const std::span<const Corner> around = corners(pair, c);
    for (std::size_t k = 0; k < around.size(); ++k) {
      const std::size_t next = k + 1 < around.size() ? k + 1 : 0;
      draw.line(draw.context, around[k].point_a, around[next].point_a, DrawKind::corner);
    }
    const WorldVolume<D, T> v = volume(pair, c);
    for (const VolumeLoop& face : v.faces) {
      const auto loop = v.corners(face);
      for (std::size_t k = 0; k < loop.size(); ++k) {
        const std::size_t next = k + 1 < loop.size() ? k + 1 : 0;
        draw.line(draw.context, v.vertices[loop[k]], v.vertices[loop[next]], DrawKind::corner);
      }
    }
  }

  // All of an update that may fail.
  Status prepare(UpdateResult& result) {
    if (!is_finite(options_.margin) || !(options_.margin >= 0)) return Status::out_of_range;
    if (torus_.any() && (!kKnowsPeriods || !torus_.valid())) return Status::out_of_range;
    const bool bounded = bounds_changed_ || bounds_ != Box::everything();
    if (bounded && !left_.grow(objects_.slots())) return Status::out_of_memory;
    const bool was_lost = std::exchange(lost_, true);
    tell_boxes();
    Status good = match(was_lost, result.stats);
    if (good == Status::ok) good = frame_.look(objects_, rules(), watchers_ != 0);
    if (good != Status::ok) return good;
    result.pairs_looked_at = frame_.looked_at();
    return frame_.find_changes() ? Status::ok : Status::out_of_memory;
  }

  // A broad phase that was told nothing is not asked.
  Status match(bool was_lost, QueryStats& stats) {
    if (!news_ && !was_lost) {
      frame_.match_nothing();
      return Status::ok;
    }
    const SearchResult found = pairs_.update();
    stats = found.stats;
    if (found.status != Status::ok) return found.status;
    news_ = false;
    bool whole = was_lost;
    if constexpr (requires { pairs_.anew(); }) whole = whole || pairs_.anew();
    return frame_.match(pairs_, objects_, rules(), whole);
  }

  WorldOptions<T> options_;
  LayerMatrix layers_;
  Pairs pairs_;
  detail::WorldFrame<D, T> frame_;
  Box bounds_ = Box::everything();
  bool bounds_changed_ = false;      // since the last update()
  std::size_t watchers_ = 0;         // objects that want to know what goes a way
  bool failed_ = false;              // the last update()
  bool lost_ = false;                // what the broad phase reported last was not taken
  bool news_ = true;                 // the broad phase was told something since it was asked
  Buffer<std::uint32_t> untold_;     // slots of which it is to be told; others are skipped
  Buffer<std::uint32_t> swept_;      // that went a way in the last update()
  Buffer<std::uint32_t> stretched_;  // of those, for which it was told just the way
  Buffer<Handle> left_;
};

}  // namespace masu
