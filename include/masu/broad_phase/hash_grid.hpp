// SPDX-License-Identifier: MIT
// A grid without bounds for objects that come, move and leave: bucket sort kept up to date.
//
// Cells are found by hashing their coordinates, so there is no world to give and no memory for
// empty space. Objects of different sizes lie on levels of cells twice as large each ("hierarchical
// hash grid": Ericson, Real-Time Collision Detection, 7.2; Eitz and Lixu, "Hierarchical Spatial
// Hashing for Real-time Collision Detection", 2007). Cells store their boxes side by side.
#pragma once

#include <masu/broad_phase/detail/bucket_grid.hpp>
#include <masu/broad_phase/detail/cell_edge.hpp>
#include <masu/broad_phase/detail/images.hpp>
#include <masu/broad_phase/detail/object_table.hpp>
#include <masu/broad_phase/detail/pair_batch.hpp>
#include <masu/core/detail/radix_sort.hpp>
#include <masu/core/pair.hpp>

namespace masu {

// How large cells are, and where space repeats.
template <int D, class T>
struct HashGridOptions {
  // Of the finest cells. 0: chosen from the objects, anew whenever they have doubled. Should be
  // about twice the extent of the smallest common objects: those smaller share its cells.
  T cell_edge = 0;
  // Boxes are wrapped into it when they come in. A period that is not valid lets nothing in.
  Period<D, T> period{};
};

// insert(), move() and erase() take O(1) expected, searches O(cells covered + objects in them) for
// each level that is in use. Worst case, all objects in one cell: O(n).
//
// Empty boxes may be stored and meet nothing; infinite ones meet what they overlap. Pairs are named
// by slots, the `index` of handles. Changing the grid from a visitor or sink is a broken contract.
//
// A Trace is told EnterCell and LeaveCell as objects change cells, PhaseBegins{"fit"} where all are
// laid out anew, and LookUpBlock and ReadBucket by searches.
template <int D, class T = float>
class HashGrid {
  using Grid = detail::BucketGrid<D, T>;
  using Table = detail::ObjectTable<D, T>;

 public:
  using Id = Handle;
  using Box = Aabb<D, T>;
  using Options = HashGridOptions<D, T>;
  using Object = typename Table::Object;

  explicit HashGrid(const HashGridOptions<D, T>& options = {},
                    Allocator allocator = default_allocator())
      : options_(options),
        images_(options.period),
        objects_(allocator),
        grid_(allocator),
        order_(allocator),
        order_scratch_(allocator),
        slots_end_(Vec<D, T>::all(0)) {
    if (edge_given()) grid_.clear(options_.cell_edge);
  }

  // --- Objects -----------------------------------------------------------------------------------

  // A new object; it counts as moved. O(1), amortised over the growth of the arrays. Unchanged if
  // it fails: out_of_memory, too_many_objects, out_of_range (cell edge or period).
  template <class Trace = NoTrace>
  InsertResult insert(const Box& box, std::uint64_t user_data = 0, const Filter& filter = {},
                      Trace&& trace = {}) {
    if (!has_good_options()) return {Status::out_of_range, {}};
    const Box target = wrapped(box);
    const InsertResult added = objects_.insert(target, user_data, filter);
    if (added.status != Status::ok) return added;
    const std::uint32_t i = added.handle.index;
    if (!place(i, target, trace)) {
      objects_.erase(i);
      return {Status::out_of_memory, {}};
    }
    if (objects_.size() >= 2 * fitted_size_) {
      trace.on(PhaseBegins{"fit"});
      (void)fit_if_memory();
    }
    return added;
  }

  // Inserts an object for each box and writes their handles, as insert() in turn does, with one
  // fit() for all. O(1) each, and where they are as many as there were, what fit() costs. Statuses:
  // size_mismatch, and those of insert(); nothing has changed then.
  template <class Trace = NoTrace>
  Status insert_many(BoxSpan<D, T> boxes, std::span<Handle> handles,
                     const InsertColumns& columns = {}, Trace&& trace = {}) {
    if (boxes.size() != handles.size() || !columns.fit(boxes.size())) return Status::size_mismatch;
    if (!has_good_options()) return Status::out_of_range;
    if (boxes.size() > Table::kNoLink - objects_.size()) return Status::too_many_objects;
    if (!objects_.reserve(objects_.size() + boxes.size())) return Status::out_of_memory;
    const bool at_once = boxes.size() >= objects_.size();
    std::size_t count = 0;
    bool placed = true;
    for (; placed && count < boxes.size(); ++count) {
      const Box box = wrapped(boxes[count]);
      handles[count] =
          objects_.insert(box, columns.user_data_of(count), columns.filter_of(count)).handle;
      placed = at_once || place(handles[count].index, box, trace);
    }
    if (placed && objects_.size() >= (at_once ? 1 : 2 * fitted_size_)) {
      trace.on(PhaseBegins{"fit"});
      placed = (at_once ? fit() : fit_if_memory()) == Status::ok;
    }
    if (placed) return Status::ok;
    while (count-- > 0) {
      unplace(handles[count].index, trace);
      objects_.erase(handles[count].index);
    }
    return Status::out_of_memory;
  }

  // Moving to the box it has changes nothing. O(1). out_of_memory: nothing has changed.
  template <class Trace = NoTrace>
  Status move(Handle h, const Box& box, Trace&& trace = {}) {
    if (!contains(h)) return Status::stale_handle;
    return move_slot(h.index, wrapped(box), trace);
  }

  // The same for many at once, and faster than one by one: they wait for memory together. Stops at
  // the first failure; those before it have moved. size_mismatch: nothing has changed.
  Status move_many(std::span<const Handle> handles, BoxSpan<D, T> boxes) {
    if (handles.size() != boxes.size()) return Status::size_mismatch;
    const std::size_t n = handles.size();
    for (std::size_t k = 0; k < n + kAhead; ++k) {
      if (k < n && handles[k].index < objects_.slots()) objects_.prefetch(handles[k].index);
      if (k >= kNear && k - kNear < n && contains(handles[k - kNear])) {
        prefetch_place(handles[k - kNear].index);
      }
      if (k < kAhead) continue;
      const Status good = move(handles[k - kAhead], boxes[k - kAhead]);
      if (good != Status::ok) return good;
    }
    return Status::ok;
  }

  // Everything about an object anew; it counts as moved.
  Status update(Handle h, const Box& box, std::uint64_t user_data, const Filter& filter) {
    const Status good = move(h, box);
    if (good != Status::ok) return good;
    objects_.set_rest(h.index, user_data, filter);
    objects_.mark_moved(h.index);
    return Status::ok;
  }

  // The handle is stale from here on. O(1).
  template <class Trace = NoTrace>
  Status erase(Handle h, Trace&& trace = {}) {
    if (!contains(h)) return Status::stale_handle;
    unplace(h.index, trace);
    objects_.erase(h.index);
    return Status::ok;
  }

  // All objects go, all handles become stale; memory is kept.
  void clear() {
    objects_.clear();
    grid_.clear(grid_.edge());
    slots_end_ = Vec<D, T>::all(0);
    fitted_size_ = 8;
  }

  // Makes room for so many objects, and for their cells where two share one. Later inserts move
  // nothing in memory but by fit(). out_of_memory, too_many_objects.
  Status reserve(std::size_t objects) {
    if (objects > Table::kNoLink) return Status::too_many_objects;
    if (!objects_.reserve(objects) || !grid_.reserve(objects)) return Status::out_of_memory;
    reserved_ = std::max(reserved_, objects);
    return Status::ok;
  }

  std::size_t size() const { return objects_.size(); }
  bool contains(Handle h) const { return objects_.contains(h); }
  // None for a stale handle.
  std::optional<Object> find(Handle h) const {
    if (!contains(h)) return std::nullopt;
    return objects_.object(h.index);
  }
  // The object in a slot, for pairs; the slot is one that a search delivered.
  Handle handle(std::uint32_t slot) const { return objects_.handle(slot); }
  Object operator[](std::uint32_t slot) const { return objects_.object(slot); }
  // The stored boxes by slot, empty where there is no object. Valid until the grid changes.
  BoxSpan<D, T> boxes() const { return objects_.boxes(); }
  const Period<D, T>& period() const { return options_.period; }
  T cell_edge() const { return grid_.edge(); }

  // Chooses the cell edge from the objects, unless it was given, and lays the cells out in memory
  // as they lie in space. The grid does so by itself when it has doubled. O(slots that were ever in
  // use, and objects that reserve() made room for). out_of_memory: the grid is as it was.
  Status fit() {
    detail::CellEdge<D, T> sample;
    const std::size_t step = objects_.slots() / sample.kSample + 1;
    for (std::size_t i = 0; i < objects_.slots(); i += step) {
      const Box& box = objects_.box(static_cast<std::uint32_t>(i));
      if (!box.empty() && box.finite()) sample.add(box);
    }
    Grid next(grid_.allocator());
    next.clear(edge_given() ? options_.cell_edge : sample.edge(objects_.size()));
    const std::size_t room = std::max(objects_.size(), reserved_);
    if (!next.reserve(room) || !sort_slots(next)) return Status::out_of_memory;
    for (std::size_t k = 0; k < order_.size(); ++k) {
      if (k + kAhead < order_.size()) objects_.prefetch(order_[k + kAhead].item);
      auto& item = order_[k];
      item.key = next.insert(item.item, objects_.box(item.item));
      if (item.key == Grid::kNone) return Status::out_of_memory;
    }
    grid_ = std::move(next);
    fitted_size_ = objects_.size();
    for (const auto& item : order_) {
      objects_.set_link(item.item, static_cast<std::uint32_t>(item.key));
      note_end(objects_.box(item.item));
    }
    return Status::ok;
  }

  // True when every invariant holds; for tests. O(size).
  bool validate() const {
    std::size_t stored = 0;
    for (std::uint32_t i = 0; i < objects_.slots(); ++i) {
      const bool in_grid = objects_.alive(i) && !objects_.box(i).empty();
      if (in_grid != (objects_.link(i) != Table::kNoLink) && objects_.alive(i)) return false;
      stored += in_grid ? 1 : 0;
    }
    return grid_.validate(
        stored, [&](std::uint32_t i) { return objects_.box(i); },
        [&](std::uint32_t i) { return objects_.link(i); });
  }

  // Cells in use, for drawing and for learning: visit(bounds, depth, objects) for each, large ones
  // first; those of the coarsest level in use have depth 0. Objects are in the cell of their lower
  // corner; the outermost cells hold what lies beyond. object(handle) follows for each object of
  // the cell. O(n).
  template <class Visit, class Each = IgnoreObjects>
  void for_each_cell(Visit&& visit, Each&& object = {}) const {
    grid_.for_each_cell(visit, [&](std::uint32_t i) { object(handle(i)); });
  }

  // --- Queries -----------------------------------------------------------------------------------

  // visit(handle) for each object that overlaps the box.
  template <class Visit, class Trace = NoTrace>
  SearchResult for_each_overlapping(const Box& box, Visit&& visit, const MaybeFilter& filter = {},
                                    Handle except = {}, Trace&& trace = {}) const {
    QueryStats stats;
    if (!options_.period.valid()) return {Status::out_of_range, stats};
    const Box target = wrapped(box);
    if (target.empty()) return {Status::ok, stats};
    const auto f = [&](std::uint32_t i) {
      if (i == except.index || !objects_.accepted(i, filter)) return true;
      ++stats.results;
      return goes_on(visit, handle(i));
    };
    const bool on = search(target, stats, f, trace);
    return {on ? Status::ok : Status::stopped, stats};
  }

  // The objects that form a pair with this one; visit(handle).
  template <class Visit>
  SearchResult pairs_of(Handle h, Visit&& visit) const {
    if (!contains(h)) return {Status::stale_handle, {}};
    return for_each_overlapping(objects_.box(h.index), visit, objects_.filter(h.index), h);
  }

  // --- Pairs -------------------------------------------------------------------------------------

  // Each unordered pair of overlapping objects once, a < b.
  template <PairSink Sink, class Trace = NoTrace>
  SearchResult find_pairs(Sink&& sink, Trace&& trace = {}) const {
    detail::PairBatch<std::remove_reference_t<Sink>> out(sink);
    QueryStats stats;
    const auto all = [&](auto&& next) {
      for (std::uint32_t i = 0; i < objects_.slots(); ++i) {
        if (objects_.alive(i) && !next(i)) return;
      }
    };
    search_each(
        all, stats,
        [&](std::uint32_t i, std::uint32_t j) {
          return i >= j || !objects_.accept_each_other(i, j) || out.put(i, j);
        },
        [](std::uint32_t) { return true; }, trace);
    return out.finish(stats);
  }

  // The pairs with at least one object that was inserted, moved or updated since this was last
  // called and ended with Status::ok; each once, a < b.
  template <PairSink Sink, class Trace = NoTrace>
  SearchResult find_pairs_of_moved(Sink&& sink, Trace&& trace = {}) {
    detail::PairBatch<std::remove_reference_t<Sink>> out(sink);
    QueryStats stats;
    const auto go_on = [](std::uint32_t) { return true; };
    const auto meet = [&](std::uint32_t i, std::uint32_t j) {
      return (objects_.is_moved(j) && j < i) || out.put_ordered(i, j);
    };
    search_moved(stats, go_on, meet, go_on, trace);
    const SearchResult result = out.finish(stats);
    if (result.status == Status::ok) objects_.forget_moved();
    return result;
  }

  // Each overlapping pair of one object of this grid (a) and one of another (b). The grids may have
  // different cells, but must have the same period, else Status::out_of_range.
  template <PairSink Sink, class Trace = NoTrace>
  SearchResult find_pairs_between(const HashGrid& other, Sink&& sink, Trace&& trace = {}) const {
    if (options_.period.length != other.options_.period.length) return {Status::out_of_range, {}};
    detail::PairBatch<std::remove_reference_t<Sink>> out(sink);
    QueryStats stats;
    for (std::uint32_t i = 0; i < objects_.slots(); ++i) {
      if (objects_.box(i).empty()) continue;
      const auto meet = [&](std::uint32_t j) {
        return !accepts(objects_.filter(i), other.objects_.filter(j)) || out.put(i, j);
      };
      if (!other.search(objects_.box(i), stats, meet, trace)) break;
    }
    return out.finish(stats);
  }

  // --- For PairTracker ---------------------------------------------------------------------------

  bool alive(std::uint32_t slot) const { return objects_.alive(slot); }
  bool has_filters() const { return objects_.has_filters(); }
  std::size_t moved_count() const { return objects_.moved().size(); }
  // All but the first `kept` to have moved count as not moved.
  void forget_moved(std::size_t kept = 0) { objects_.forget_moved(kept); }
  void mark_moved(std::uint32_t slot) { objects_.mark_moved(slot); }
  // True when the objects in two slots overlap and their filters agree.
  bool form_pair(std::uint32_t i, std::uint32_t j) const {
    const Box& a = objects_.box(i);
    const Box& b = objects_.box(j);
    if (a.empty() || b.empty() || !objects_.accept_each_other(i, j)) return false;
    return images_.any() ? images_.image_of(a, b) != images_.kNone : overlaps_nonempty(a, b);
  }
  // For each moved slot i with an object: begin(i) some time before its turn; meet(i, j) for each
  // other slot that it forms a pair with; done(i). False as soon as one of them returns false.
  template <class Begin, class Meet, class Done, class Trace = NoTrace>
  bool search_moved(QueryStats& stats, Begin&& begin, Meet&& meet, Done&& done,
                    Trace&& trace = {}) const {
    const auto moved = [&](auto&& next) {
      for (const std::uint32_t i : objects_.moved()) {
        if (objects_.alive(i) && begin(i) && !next(i)) return;
      }
    };
    const auto form = [&](std::uint32_t i, std::uint32_t j) {
      return i == j || !objects_.accept_each_other(i, j) || meet(i, j);
    };
    return search_each(moved, stats, form, done, trace);
  }
  // Asks for the memory of an object, and once that is there, of its cell.
  void prefetch(std::uint32_t slot) const { objects_.prefetch(slot); }
  void prefetch_place(std::uint32_t slot) const {
    const std::uint32_t bucket = objects_.link(slot);
    if (bucket != Table::kNoLink) grid_.prefetch_bucket(bucket);
  }

 private:
  static constexpr std::size_t kAhead = 16;  // moves between asking for an object and its turn
  static constexpr std::size_t kNear = 8;    // the same for its bucket

  bool edge_given() const { return options_.cell_edge > 0; }
  bool has_good_options() const {
    return options_.cell_edge >= 0 && is_finite(options_.cell_edge) && options_.period.valid();
  }
  // Without memory the next attempt comes when the objects have doubled again.
  Status fit_if_memory() {
    if (fit() != Status::ok) fitted_size_ = objects_.size();
    return Status::ok;
  }
  Box wrapped(const Box& box) const {
    return images_.any() && options_.period.valid() ? wrap(box, options_.period) : box;
  }

  // False: no memory, nothing has changed.
  template <class Trace>
  bool place(std::uint32_t i, const Box& box, Trace& trace) {
    if (box.empty()) return true;
    const std::uint32_t bucket = grid_.insert(i, box, trace);
    if (bucket == Grid::kNone) return false;
    objects_.set_link(i, bucket);
    note_end(box);
    return true;
  }
  template <class Trace>
  void unplace(std::uint32_t i, Trace& trace) {
    if (objects_.link(i) == Table::kNoLink) return;
    grid_.erase(i, objects_.box(i), objects_.link(i), relink(), trace);
    objects_.set_link(i, Table::kNoLink);
  }
  template <class Trace>
  Status move_slot(std::uint32_t i, const Box& target, Trace& trace) {
    const Box& from = objects_.box(i);
    if (target == from) return Status::ok;
    if (target.empty() || objects_.link(i) == Table::kNoLink) {
      unplace(i, trace);
      if (!place(i, target, trace)) return Status::out_of_memory;
    } else {
      const std::uint32_t bucket = grid_.move(i, from, target, objects_.link(i), relink(), trace);
      if (bucket == Grid::kNone) return Status::out_of_memory;
      objects_.set_link(i, bucket);
      note_end(target);
    }
    objects_.set_box(i, target);
    objects_.mark_moved(i);
    return Status::ok;
  }
  auto relink() {
    return [this](std::uint32_t i, std::uint32_t bucket) { objects_.set_link(i, bucket); };
  }
  void note_end(const Box& box) {
    for (int a = 0; images_.any() && a < D; ++a) {
      if (is_finite(box.max[a])) slots_end_[a] = std::max(slots_end_[a], box.max[a]);
    }
  }
  // Slots with a place in the grid, in the order of their cells.
  bool sort_slots(const Grid& grid) {
    order_.clear();
    if (!order_.reserve(objects_.size())) return false;
    for (std::uint32_t i = 0; i < objects_.slots(); ++i) {
      if (objects_.box(i).empty()) continue;
      if (!order_.push_back({grid.order_of(objects_.box(i)), i})) return false;
    }
    return detail::radix_sort(order_, order_scratch_);
  }

  bool meets(const Box& a, const Box& o, int image) const {
    return images_.any() ? images_.image_of(a, o) == image : overlaps_nonempty(a, o);
  }
  // f(slot) for each that overlaps the box, which is wrapped and not empty.
  template <class F, class Trace>
  bool search(const Box& box, QueryStats& stats, F&& f, Trace& trace) const {
    if (!images_.any()) return grid_.search(box, stats, f, trace);
    return images_.for_each(box, slots_end_, [&](const Box& moved, int image) {
      const auto once = [&](std::uint32_t i) {
        return images_.image_of(box, objects_.box(i)) != image || f(i);
      };
      return grid_.search(moved, stats, once, trace);
    });
  }

  // What a search will look at, known some objects before its turn so that memory is asked for in
  // time.
  struct Pending {
    static constexpr std::uint32_t kMost = Grid::kMostListed;
    std::uint32_t slot;
    std::uint32_t count;  // more than kMost: look them up again
    std::uint32_t buckets[kMost];
  };
  template <class Trace>
  void look_up(std::uint32_t i, Pending& p, QueryStats& stats, Trace& trace) const {
    p.slot = i;
    p.count = 0;
    if (objects_.link(i) == Table::kNoLink || images_.any()) return;
    const auto note = [&](std::uint32_t b) {
      if (p.count < Pending::kMost) p.buckets[p.count] = b, grid_.prefetch_bucket(b);
      return ++p.count <= Pending::kMost;
    };
    grid_.for_each_chain(objects_.box(i), stats, note, trace);
  }
  template <class Meet, class Trace>
  bool search_pending(Pending& p, QueryStats& stats, Meet& meet, Trace& trace) const {
    if (objects_.link(p.slot) == Table::kNoLink) return true;
    const Box box = objects_.box(p.slot);
    const auto f = [&](std::uint32_t j) { return meet(p.slot, j); };
    if (images_.any() || p.count > Pending::kMost) return search(box, stats, f, trace);
    return grid_.search_listed(box, p.buckets, p.count, stats, f, trace);
  }
  // slots(next) calls next(slot) for each slot to search with, until that returns false.
  template <class Slots, class Meet, class Done, class Trace>
  bool search_each(Slots&& slots, QueryStats& stats, Meet&& meet, Done&& done, Trace& trace) const {
    Pending ring[kNear];
    std::size_t begun = 0;
    std::size_t ended = 0;
    const auto finish_one = [&] {
      Pending& p = ring[ended++ % kNear];
      return search_pending(p, stats, meet, trace) && done(p.slot);
    };
    bool on = true;
    slots([&](std::uint32_t i) {
      if (begun - ended == kNear) on = finish_one();
      if (on) look_up(i, ring[begun++ % kNear], stats, trace);
      return on;
    });
    while (on && ended < begun) on = finish_one();
    return on;
  }

  HashGridOptions<D, T> options_;
  detail::Images<D, T> images_;
  Table objects_;
  Grid grid_;
  Buffer<detail::KeyedItem<std::uint64_t>> order_;  // of the last fit
  Buffer<detail::KeyedItem<std::uint64_t>> order_scratch_;
  Vec<D, T> slots_end_;  // no finite box ends beyond it
  std::size_t fitted_size_ = 8;
  std::size_t reserved_ = 0;  // objects
};

}  // namespace masu
