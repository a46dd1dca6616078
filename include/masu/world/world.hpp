// SPDX-License-Identifier: MIT
// Objects that come, move and leave, and which of them meet: collision without physics.
#pragma once

#include <algorithm>

#include <masu/world/auto_pairs.hpp>
#include <masu/world/detail/contact_store.hpp>
#include <masu/world/detail/object_index.hpp>
#include <masu/world/detail/snapshot.hpp>
#include <masu/world/detail/world_hash.hpp>
#include <masu/world/layers.hpp>
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
// Callbacks of update() and visitors of queries may ask, but not change: Status::busy. All calls
// that fail leave the world as it was, but for update(), which goes on where it was when it is
// called again. Handles of removed objects are refused (stale_handle).
//
// Memory comes from the Allocator, and none is taken in an update() once the world has been as full
// as it is.
template <int D, class T = float, SlotPairs<D, T> Pairs = AutoPairs<D, T>>
class World : public WorldQueries<D, T> {
  static_assert(D == 2 || D == 3);
  using Queries = WorldQueries<D, T>;
  using Queries::index_;
  using Queries::objects_;

 public:
  using Box = Aabb<D, T>;
  using At = Transform<D, T>;
  using Contact = WorldContact<D, T>;
  using Corner = ManifoldPoint<D, T>;
  using Impact = WorldImpact<D, T>;

  explicit World(const WorldOptions<T>& options = {}, Allocator allocator = default_allocator())
      : Queries(options.queries, options.handle_salt, allocator),
        options_(options),
        pairs_(allocator),
        book_(allocator),
        contacts_(allocator),
        swept_(allocator),
        fresh_(allocator),
        gone_(allocator),
        dirty_(allocator),
        looks_(allocator),
        begins_(allocator),
        ends_(allocator),
        ended_next_(allocator),
        crossed_found_(allocator),
        impacts_found_(allocator),
        ended_(allocator),
        crossed_(allocator),
        impacts_(allocator) {}

  // --- Objects -----------------------------------------------------------------------------------

  // A shape of the library, of your own (SupportShape, CompositeShape), or a WorldShape. Polygons,
  // polyhedra, your own and bodies of many pieces are referred to, not copied: they must stay where
  // and what they are. It takes part from the next update() on; queries see it at once. Statuses:
  // those of check() and of Transform::check(); no_points: a body without pieces; out_of_range: a
  // layer; too_many_objects; out_of_memory; busy.
  template <class S>
  InsertResult add(const S& shape, const At& at, const ObjectOptions& options = {}) {
    const WorldShape<D, T> s = world_shape(shape);
    Status good = this->busy() ? Status::busy : this->check_placed(s, at);
    if (good == Status::ok) good = check_layer(options.layer);
    if (good != Status::ok) return {good, {}};
    const std::size_t slots = objects_.slots() + std::size_t(1);
    if (!objects_.reserve(slots) || !book_.reserve_slots(slots) || !swept_.grow(slots)) {
      return {Status::out_of_memory, {}};
    }
    const std::uint32_t slot = objects_.next_slot();
    const Box box = Verbs::aabb(s, at);
    const Filter filter = filter_of(options.layer, options.filter);
    if (!index_.insert(slot, box, filter)) return {Status::out_of_memory, {}};
    good = pairs_.put(slot, told(box), filter);
    if (good != Status::ok) {
      index_.erase(slot);
      return {good, {}};
    }
    sensors_ += options.sensor ? 1 : 0;
    const auto flags = static_cast<std::uint8_t>((options.sensor ? detail::kSensor : 0) |
                                                 (options.continuous ? detail::kContinuous : 0) |
                                                 (options.fixed ? detail::kFixed : 0));
    book_.add_slots(slot + std::size_t(1));
    return {Status::ok, objects_.add({at, at, s}, box, {filter, options.filter, options.user_data},
                                     flags, options.layer)};
  }

  // To another place, on a straight way if somebody wants to know what lies on it. O(1), but for
  // polytopes and bodies of many pieces, whose boxes are found anew. To where it is: nothing.
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
      const std::size_t soon = k + 8;
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
    auto& body = objects_.body(h.index);
    const WorldShape<D, T> s = world_shape(shape);
    good = Verbs::check(s);
    if (good != Status::ok) return good;
    body.shape = s;
    put_box(h.index, Verbs::aabb(s, body.at));
    return Status::ok;
  }
  // out_of_memory: it has its old one.
  Status set_filter(Handle h, const Filter& filter) {
    const Status good = check_change(h);
    return good != Status::ok ? good : refilter(h.index, kNoLayer, filter);
  }
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
  // The handle is stale from here on; its pairs are among those ended at the next update().
  Status remove(Handle h) {
    const Status good = check_change(h);
    if (good != Status::ok) return good;
    sensors_ -= objects_.has(h.index, detail::kSensor) ? 1 : 0;
    pairs_.drop(h.index);
    index_.erase(h.index);
    objects_.remove(h.index);
    return Status::ok;
  }

  // --- The frame ---------------------------------------------------------------------------------

  // Brings pairs, contacts and events up to date. out_of_memory: all lists are those of the last
  // update() but for contacts, some of which may be newer; call it again.
  UpdateResult update() {
    if (this->busy()) return {Status::busy, {}, 0};
    UpdateResult result;
    result.status = prepare(result);
    failed_ = lost_ = result.status != Status::ok;
    if (!failed_) commit();
    return result;
  }
  // The same; then listener.on_end(EndedPair), on_cross(WorldImpact), on_begin(WorldPair) and
  // on_stay(WorldPair), as far as it has them. What they throw passes through, and the world is as
  // after update().
  template <class Listener>
  UpdateResult update(Listener&& listener) {
    const UpdateResult result = update();
    if (result.status != Status::ok) return result;
    const auto guard = this->make_busy();
    if constexpr (requires { listener.on_end(ended_[0]); }) {
      for (const EndedPair& e : ended_) listener.on_end(e);
    }
    if constexpr (requires { listener.on_cross(crossed_[0]); }) {
      for (const Impact& c : crossed_) listener.on_cross(c);
    }
    if constexpr (requires { listener.on_begin(WorldPair{}); }) {
      for (const WorldPair& p : begun()) listener.on_begin(p);
    }
    if constexpr (requires { listener.on_stay(WorldPair{}); }) {
      for (const WorldPair& p : stayed()) listener.on_stay(p);
    }
    return result;
  }

  // As of the last update(), valid until the next.
  std::span<const WorldPair> pairs() const { return book_.rows(); }
  std::span<const WorldPair> begun() const { return pairs().last(book_.begun()); }
  std::span<const WorldPair> stayed() const {
    return pairs().first(pairs().size() - book_.begun());
  }
  std::span<const EndedPair> ended() const { return {ended_.data(), ended_.size()}; }
  // A sensor and an object that met within the frame and at neither end of it, earliest first.
  std::span<const Impact> crossed() const { return {crossed_.data(), crossed_.size()}; }
  // Where continuous objects and others first touch on their ways, earliest first: at t = 0 if they
  // overlapped before. Those that do not touch are not told; not_converged: they do not before t;
  // with any other status nothing is known, and t is 0.
  std::span<const Impact> impacts() const { return {impacts_.data(), impacts_.size()}; }

  // Of one of pairs(): none for sensors, or where only boxes or touch are asked for.
  std::span<const Contact> contacts(const WorldPair& pair) const {
    return contacts_.contacts(pair.id);
  }
  // Of one of its contacts: where they touch, as Manifold::points.
  std::span<const Corner> corners(const WorldPair& pair, const Contact& contact) const {
    return contacts_.corners(pair.id, contact);
  }
  // Above every pair's id.
  std::size_t pair_ids() const { return book_.nodes(); }
  // visit(WorldPair) for each of pairs() that an object is in, until it returns false.
  // stale_handle; stopped. O(pairs of it whose boxes overlap).
  template <class Visit>
  Status for_each_pair_of(Handle h, Visit&& visit) const {
    if (!this->contains(h)) return Status::stale_handle;
    const auto guard = this->make_busy();
    const bool on = book_.for_each_of(h.index, [&](std::uint32_t n) {
      const std::uint32_t row = book_.node(n).row;
      return row == Book::kNone || goes_on(visit, pairs()[row]);
    });
    return on ? Status::ok : Status::stopped;
  }

  // --- Snapshots ---------------------------------------------------------------------------------

  // Objects, pairs and contacts; of shapes that are referred to only that they are. Bytes of this
  // machine and this version, aligned to 64. not_updated: something has changed since the last
  // update(); out_of_memory. O(objects + pairs).
  Status save(Buffer<std::byte>& out) const {
    if (failed_ || objects_.changed()) return Status::not_updated;
    const auto memory = swept_.allocator();
    return detail::WorldWriter<D, T>(objects_, book_, contacts_, layers_, options_.detail, memory)
        .write(out);
  }
  // As it was when it was saved, by this world or another with the same options: handles, pairs,
  // and all that will come of them, bit for bit. What only the last update() told (ended(),
  // crossed(), impacts()) is not. An object with a shape that is referred to has the one of the
  // object with its handle. Statuses, the world being as before: damaged and wrong_format;
  // stale_handle: there is no such object; out_of_memory; busy. O(objects + pairs), and the next
  // update() looks for all pairs.
  Status restore(std::span<const std::byte> bytes) {
    if (this->busy()) return Status::busy;
    const Allocator memory = swept_.allocator();
    detail::ObjectStore<D, T> objects(options_.handle_salt, memory);
    detail::ObjectIndex<D, T> index(options_.queries, memory);
    detail::ContactStore<D, T> contacts(memory);
    Book book(memory);
    Pairs pairs(memory);
    LayerMatrix layers;
    detail::WorldReader<D, T> reader({objects, book, contacts, layers}, objects_, memory);
    Status good = reader.read(bytes, options_.detail);
    if constexpr (requires { pairs.start_like(pairs_); }) {
      if (good == Status::ok) good = pairs.start_like(pairs_);
    }
    std::size_t sensors = 0;
    for (std::uint32_t i = 0; good == Status::ok && i < objects.slots(); ++i) {
      if (!objects.alive(i)) continue;
      const Box& box = objects.slot(i).box;
      const Filter& filter = objects.rest(i).filter;
      sensors += objects.has(i, detail::kSensor) ? 1 : 0;
      good = index.insert(i, box, filter) ? pairs.put(i, told(box), filter) : Status::out_of_memory;
    }
    if (good == Status::ok && !swept_.grow(objects.slots())) good = Status::out_of_memory;
    if (good != Status::ok) return good;
    objects_ = std::move(objects);
    index_ = std::move(index);
    contacts_ = std::move(contacts);
    book_ = std::move(book);
    pairs_ = std::move(pairs);
    layers_ = layers;
    sensors_ = sensors;
    failed_ = false;
    lost_ = true;
    swept_.clear();
    ended_.clear();
    crossed_.clear();
    impacts_.clear();
    return Status::ok;
  }
  // Of the objects as they are now, and of pairs and contacts as of the last update(), in their
  // order: equal for worlds that will always be, on every machine. O(objects + contacts).
  std::uint64_t hash() const {
    detail::WorldHash hash;
    detail::hash_objects(objects_, hash);
    detail::hash_pairs(book_, contacts_, hash);
    return hash.value();
  }

  // The broad phase, for what it has to tell and to be told: AutoPairs::use().
  Pairs& broad_phase() { return pairs_; }
  const Pairs& broad_phase() const { return pairs_; }
  const WorldOptions<T>& options() const { return options_; }

  // True when every invariant holds; for tests. O(objects + pairs).
  bool validate() const {
    bool good = objects_.validate() && index_.validate(objects_) && book_.validate();
    for (std::uint32_t n = 0; good && n < book_.nodes(); ++n) {
      const Book::Node& node = book_.node(n);
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
  // A pair by its slots, the smaller in the upper half: in the order of the lists.
  struct Keyed {
    std::uint64_t key;
    std::uint32_t node;
  };
  // Looks at so many pairs at a time are kept, in jobs of so many.
  static constexpr std::size_t kLooks = 512;
  static constexpr std::uint32_t kLooksPerJob = 16;

  // --- Objects -----------------------------------------------------------------------------------

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
    body.at = at;
    put_box(h.index, Verbs::aabb(body.shape, at));
    return Status::ok;
  }
  void put_box(std::uint32_t i, const Box& box) {
    objects_.slot(i).box = box;
    objects_.mark_moved(i);
    index_.note_moved(i);
  }
  Status refilter(std::uint32_t i, std::uint8_t layer, const Filter& told_filter) {
    const Filter filter = filter_of(layer, told_filter);
    if (filter != objects_.rest(i).filter) {
      const Box& box = objects_.slot(i).box;
      const Status good = pairs_.put(i, told(box), filter);
      if (good != Status::ok) return good;
      index_.set_filter(i, box, filter);
      objects_.mark_moved(i);  // its way, if it has one, is to be told again
      index_.note_moved(i);
    }
    objects_.slot(i).layer = layer;
    objects_.rest(i).filter = filter;
    objects_.rest(i).told = told_filter;
    return Status::ok;
  }

  // What the broad phase is told: near ones are found too.
  Box told(Box box) const {
    if (options_.margin == 0) return box;
    for (int a = 0; a < D; ++a) {
      box.min[a] -= options_.margin;
      box.max[a] += options_.margin;
    }
    return box;
  }
  bool goes_a_way(std::uint32_t i) const {
    const auto& body = objects_.body(i);
    const bool wanted = sensors_ != 0 || objects_.has(i, detail::kContinuous);
    return wanted && objects_.has(i, detail::kMoved) && body.from != body.at;
  }
  // Objects that went a way last time are told to be where they are.
  void tell_boxes() {
    for (const std::uint32_t i : swept_) {
      objects_.slot(i).flags &= static_cast<std::uint8_t>(~detail::kSwept);
      if (objects_.alive(i)) pairs_.move(i, told(objects_.slot(i).box));
    }
    swept_.clear();
    for (const std::uint32_t i : objects_.moved()) {
      if (!objects_.alive(i)) continue;
      Box box = objects_.slot(i).box;
      if (goes_a_way(i)) {
        const auto& body = objects_.body(i);
        box = Verbs::swept_aabb({body.from, body.at}, Verbs::aabb(body.shape, body.from), box);
        objects_.slot(i).flags |= detail::kSwept;
        swept_.set_size(swept_.size() + 1);
        swept_.back() = i;
      }
      pairs_.move(i, told(box));
    }
  }

  // --- What may fail: can be done again ----------------------------------------------------------

  Status prepare(UpdateResult& result) {
    if (!is_finite(options_.margin) || !(options_.margin >= 0)) return Status::out_of_range;
    tell_boxes();
    const SearchResult found = pairs_.update();
    result.stats = found.stats;
    if (found.status != Status::ok) return found.status;
    bool whole = lost_;
    if constexpr (requires { pairs_.anew(); }) whole = whole || pairs_.anew();
    if (!match(whole) || !collect_dirty(whole)) return Status::out_of_memory;
    result.pairs_looked_at = dirty_.size();
    const Status good = look_at_dirty();
    if (good != Status::ok) return good;
    return find_changes() ? Status::ok : Status::out_of_memory;
  }

  static std::uint64_t key_of(std::uint32_t i, std::uint32_t j) {
    return i < j ? (std::uint64_t(i) << 32 | j) : (std::uint64_t(j) << 32 | i);
  }
  static std::uint64_t key_of(const Book::Node& n) { return key_of(n.a.index, n.b.index); }
  static void sort(Buffer<Keyed>& list) {
    std::sort(list.begin(), list.end(),
              [](const Keyed& x, const Keyed& y) { return x.key < y.key; });
  }

  // The nodes become the pairs of the broad phase; those that go stay for a while, marked.
  bool match(bool whole) {
    fresh_.clear();
    gone_.clear();
    bool memory = true;
    const auto put = [&](std::uint32_t i, std::uint32_t j, std::uint32_t n) {
      if (n == Book::kNone) {
        memory = memory && fresh_.push_back({key_of(i, j), n});
      } else {
        book_.node(n).gone = false;
        book_.node(n).seen = round_;
      }
    };
    ++round_;
    if (whole) {
      pairs_.for_each_pair([&](std::uint32_t i, std::uint32_t j) { put(i, j, book_.find(i, j)); });
      for (std::uint32_t n = 0; n < book_.nodes(); ++n) {
        Book::Node& node = book_.node(n);
        node.gone = node.alive && node.seen != round_;
        if (node.gone) memory = memory && gone_.push_back({key_of(node), n});
      }
    } else {
      pairs_.for_each_removed([&](std::uint32_t i, std::uint32_t j) {
        const std::uint32_t n = book_.find(i, j);
        if (n == Book::kNone || book_.node(n).gone) return;
        book_.node(n).gone = true;
        memory = memory && gone_.push_back({key_of(i, j), n});
      });
      pairs_.for_each_added([&](std::uint32_t i, std::uint32_t j) { put(i, j, book_.find(i, j)); });
    }
    return memory && add_fresh();
  }
  bool add_fresh() {
    const std::size_t nodes = book_.nodes() + fresh_.size();
    if (!book_.reserve(fresh_.size()) || !contacts_.reserve_nodes(nodes)) return false;
    sort(fresh_);
    for (Keyed& f : fresh_) {
      const auto i = static_cast<std::uint32_t>(f.key >> 32);
      const auto j = static_cast<std::uint32_t>(f.key);
      f.node = book_.add(objects_.handle(i), objects_.handle(j));
      contacts_.start(f.node);
    }
    return true;
  }

  // Pairs to be looked at: the new ones, and those with an end that has moved.
  bool collect_dirty(bool whole) {
    dirty_.clear();
    if (!dirty_.grow(book_.live_nodes())) return false;
    const auto put = [&](std::uint32_t n) {
      Book::Node& node = book_.node(n);
      if (node.stamp == round_ || node.gone || !node.alive) return true;
      node.stamp = round_;
      dirty_.set_size(dirty_.size() + 1);
      dirty_.back() = n;
      return true;
    };
    if (whole || objects_.moved().size() > objects_.size() / 4) {
      for (std::uint32_t n = 0; n < book_.nodes(); ++n) {
        const Book::Node& node = book_.node(n);
        if (node.alive && (node.fresh || has_moved(node))) put(n);
      }
    } else {
      for (const Keyed& f : fresh_) put(f.node);
      for (const std::uint32_t i : objects_.moved()) book_.for_each_of(i, put);
    }
    return true;
  }
  bool has_moved(const Book::Node& node) const {
    return objects_.has(node.a.index, detail::kMoved) || objects_.has(node.b.index, detail::kMoved);
  }

  // Looked at by many threads, written by one.
  Status look_at_dirty() {
    crossed_found_.clear();
    impacts_found_.clear();
    const std::size_t most = std::min(kLooks, dirty_.size());
    if (!looks_.resize(most)) return Status::out_of_memory;
    for (std::size_t first = 0; first < dirty_.size(); first += most) {
      const auto count = static_cast<std::uint32_t>(std::min(most, dirty_.size() - first));
      auto job = [&](std::uint32_t block) {
        const std::uint32_t end = std::min(count, (block + 1) * kLooksPerJob);
        for (std::uint32_t k = block * kLooksPerJob; k < end; ++k) {
          const std::uint32_t n = dirty_[first + k];
          contacts_.look(n, book_.node(n), objects_, options_, looks_[k]);
        }
      };
      options_.jobs.for_each((count + kLooksPerJob - 1) / kLooksPerJob, job);
      for (std::uint32_t k = 0; k < count; ++k) {
        const std::uint32_t n = dirty_[first + k];
        Status good = contacts_.write(n, book_.node(n), looks_[k], objects_, options_);
        if (good == Status::ok) good = look_at_way(n);
        if (good != Status::ok) return good;
      }
    }
    return Status::ok;
  }
  // What sensors and continuous objects meet on the way.
  Status look_at_way(std::uint32_t n) {
    const Book::Node& node = book_.node(n);
    const std::uint32_t i = node.a.index;
    const std::uint32_t j = node.b.index;
    const std::uint8_t either = objects_.slot(i).flags | objects_.slot(j).flags;
    const std::uint8_t both = objects_.slot(i).flags & objects_.slot(j).flags;
    const bool sensor = (either & detail::kSensor) != 0;
    const bool wanted = sensor ? !node.meets && node.row == Book::kNone
                               : goes_continuously(i) || goes_continuously(j);
    if (!wanted || (both & detail::kFixed) != 0 || (either & detail::kSwept) == 0) {
      return Status::ok;
    }
    const auto& a = objects_.body(i);
    const auto& b = objects_.body(j);
    const Impact impact{node.a, node.b,
                        Verbs::impact(a.shape, {a.from, a.at}, b.shape, {b.from, b.at})};
    const Status s = impact.first.impact.status;
    if (!impact.first.impact.hit && (s == Status::ok || sensor)) return Status::ok;
    auto& list = sensor ? crossed_found_ : impacts_found_;
    return list.push_back(impact) ? Status::ok : Status::out_of_memory;
  }

  bool goes_continuously(std::uint32_t i) const {
    constexpr std::uint8_t kBoth = detail::kContinuous | detail::kSwept;
    return (objects_.slot(i).flags & kBoth) == kBoth;
  }

  bool find_changes() {
    begins_.clear();
    ends_.clear();
    if (!begins_.grow(dirty_.size()) || !ends_.grow(dirty_.size() + gone_.size()) ||
        !ended_next_.grow(dirty_.size() + gone_.size())) {
      return false;
    }
    const auto put = [](Buffer<Keyed>& list, const Keyed& k) {
      list.set_size(list.size() + 1);
      list.back() = k;
    };
    for (const std::uint32_t n : dirty_) {
      const Book::Node& node = book_.node(n);
      if (node.meets == (node.row != Book::kNone)) continue;
      put(node.meets ? begins_ : ends_, {key_of(node), n});
    }
    for (const Keyed& g : gone_) {
      const Book::Node& node = book_.node(g.node);
      if (node.gone && node.row != Book::kNone) put(ends_, g);
    }
    sort(begins_);
    sort(ends_);
    sort(gone_);
    return true;
  }

  // --- What may not
  // --------------------------------------------------------------------------------

  void commit() {
    end_pairs();
    for (const std::uint32_t n : dirty_) {
      book_.node(n).fresh = false;
      if (book_.node(n).row != Book::kNone) book_.set_status(n);
    }
    book_.begin_rows();
    for (const Keyed& b : begins_) book_.begin(b.node);
    for (const Keyed& g : gone_) {
      if (!book_.node(g.node).gone) continue;
      contacts_.end(g.node);
      book_.remove(g.node);
    }
    const auto earlier = [](const Impact& x, const Impact& y) {
      const T t = x.first.impact.t;
      const T u = y.first.impact.t;
      return t != u ? t < u : key_of(x.a.index, x.b.index) < key_of(y.a.index, y.b.index);
    };
    std::swap(crossed_, crossed_found_);
    std::swap(impacts_, impacts_found_);
    std::sort(crossed_.begin(), crossed_.end(), earlier);
    std::sort(impacts_.begin(), impacts_.end(), earlier);
    objects_.settle();
    index_.bring_up_to_date(objects_);
  }
  void end_pairs() {
    ended_next_.clear();
    for (const Keyed& e : ends_) {
      const Book::Node& node = book_.node(e.node);
      ended_next_.set_size(ended_next_.size() + 1);
      ended_next_.back() = {node.a, node.b, objects_.rest(node.a.index).user_data,
                            objects_.rest(node.b.index).user_data};
      book_.end(e.node);
    }
    std::swap(ended_, ended_next_);
  }

  WorldOptions<T> options_;
  LayerMatrix layers_;
  Pairs pairs_;
  Book book_;
  detail::ContactStore<D, T> contacts_;
  std::size_t sensors_ = 0;
  bool failed_ = false;          // the last update()
  bool lost_ = false;            // what the broad phase reported last was not taken
  std::uint32_t round_ = 0;      // of matching
  Buffer<std::uint32_t> swept_;  // slots whose way the broad phase was told
  // Of an update() under way.
  Buffer<Keyed> fresh_;
  Buffer<Keyed> gone_;
  Buffer<std::uint32_t> dirty_;
  Buffer<detail::PairLook<D, T>> looks_;
  Buffer<Keyed> begins_;
  Buffer<Keyed> ends_;
  Buffer<EndedPair> ended_next_;
  Buffer<Impact> crossed_found_;
  Buffer<Impact> impacts_found_;
  // Of the last one that ended well.
  Buffer<EndedPair> ended_;
  Buffer<Impact> crossed_;
  Buffer<Impact> impacts_;
};

}  // namespace masu
