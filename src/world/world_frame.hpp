// SPDX-License-Identifier: MIT
// From what a broad phase reports to the pairs of a world, how they touch, and what has changed.
#pragma once

#include <bit>

#include <masu/world/detail/any_slot_pairs.hpp>

#include "world/contact_store.hpp"

namespace masu::detail {

// A frame: match() or match_nothing(), look() and find_changes() may fail, and can be done again
// from the first on; commit() cannot fail. Before it nothing that users see changes but contacts.
template <int D, class T>
class WorldFrame {
 public:
  using Book = PairBook;
  using Store = ObjectStore<D, T>;
  using Impact = WorldImpact<D, T>;
  using Rules = LookRules<D, T>;

  explicit WorldFrame(Allocator allocator)
      : book_(allocator),
        contacts_(allocator),
        fresh_(allocator),
        gone_(allocator),
        dirty_(allocator),
        changed_(allocator),
        retold_(allocator),
        passes_(allocator),
        looks_(allocator),
        outcomes_(allocator),
        old_caches_(allocator),
        cache_kept_(allocator),
        ways_(allocator),
        way_impacts_(allocator),
        begins_(allocator),
        ends_(allocator),
        ended_next_(allocator),
        crossed_found_(allocator),
        impacts_found_(allocator),
        ended_(allocator),
        crossed_(allocator),
        impacts_(allocator) {}

  PairBook& book() { return book_; }
  const PairBook& book() const { return book_; }
  ContactStore<D, T>& contacts() { return contacts_; }
  const ContactStore<D, T>& contacts() const { return contacts_; }

  std::span<const EndedPair> ended() const { return {ended_.data(), ended_.size()}; }
  std::span<const Impact> crossed() const { return {crossed_.data(), crossed_.size()}; }
  std::span<const Impact> impacts() const { return {impacts_.data(), impacts_.size()}; }
  // Whether the last commit() told of pairs that began or ended, or of impacts.
  bool has_events() const {
    return book_.begun() != 0 || !ended_.empty() || !crossed_.empty() || !impacts_.empty();
  }
  // Pairs that were new in the last look(), or had an end that had moved.
  std::size_t looked_at() const { return looked_at_; }

  // The nodes become the pairs of the broad phase; those that go stay for a while, marked. `whole`:
  // from all its pairs, since what it reported is not known.
  Status match(const AnySlotPairs<D, T>& pairs, const Store& objects, const Rules& rules,
               bool whole) {
    match_nothing();
    whole_ = whole;
    bool memory = true;
    const auto into = [&](Buffer<Keyed>& list) {
      return [&memory, &list](std::span<const Pair> block) {
        memory = memory && list.grow(list.size() + block.size());
        if (!memory) return false;
        Keyed* to = list.end();
        for (const Pair& p : block) *to++ = {key_of(p.a, p.b), Book::kNone};
        list.set_size(list.size() + block.size());
        return true;
      };
    };
    auto into_gone = into(gone_);
    auto into_fresh = into(fresh_);
    const auto gone = BlockTarget<Pair>::blocks(into_gone);
    const auto fresh = BlockTarget<Pair>::blocks(into_fresh);
    if (whole) {
      pairs.functions->all(pairs.pairs, fresh);
    } else {
      pairs.functions->removed(pairs.pairs, gone);
      pairs.functions->added(pairs.pairs, fresh);
    }
    if (!memory) return Status::out_of_memory;
    find_nodes(gone_, rules.options.jobs);
    find_nodes(fresh_, rules.options.jobs);
    keep(gone_, [&](const Keyed& g) {
      return g.node != Book::kNone && !std::exchange(book_.node(g.node).gone, true);
    });
    keep(fresh_, [&](const Keyed& f) {
      if (f.node == Book::kNone) return true;
      if (both_fixed(objects, f.key)) return false;
      book_.node(f.node).gone = false;
      book_.node(f.node).seen = round_;
      return false;
    });
    for (std::uint32_t n = 0; whole && n < book_.nodes(); ++n) {
      Book::Node& node = book_.node(n);
      node.gone = node.alive && node.seen != round_;
      if (node.gone && !gone_.push_back({key_of(node), n})) return Status::out_of_memory;
    }
    if (book_.nodes() + fresh_.size() > Book::kMostNodes) return Status::too_many_objects;
    return add_fresh(objects, rules) ? Status::ok : Status::out_of_memory;
  }
  // The broad phase has nothing to tell.
  void match_nothing() {
    fresh_.clear();
    gone_.clear();
    whole_ = false;
    ++round_;
  }
  // Looked at by many threads, written by one. `ways`: somebody wants to know what lies on them.
  Status look(const Store& objects, const Rules& rules, bool ways) {
    give_back_caches();
    ways_told_ = ways || !crossed_.empty() || !impacts_.empty();
    if (ways_told_) crossed_found_.clear(), impacts_found_.clear();
    dirty_.clear();
    changed_.clear();
    retold_.clear();
    const std::size_t nodes = book_.nodes();
    if (!dirty_.grow(nodes) || !changed_.grow(nodes)) return Status::out_of_memory;
    boxes_ = rules.options.detail == ContactDetail::boxes;
    const bool many = whole_ || objects.moved().size() > objects.size() / 4;
    if (boxes_ && many && !ways) {
      return look_at_all_boxes(objects, rules) ? Status::ok : Status::out_of_memory;
    }
    if (!many) {
      collect_from_lists(objects);
    } else if (!collect_from_all(objects, rules.options.jobs)) {
      return Status::out_of_memory;
    }
    looked_at_ = dirty_.size();
    if (boxes_) {
      look_at_boxes(objects, rules);
      return ways ? look_at_ways(objects, rules) : Status::ok;
    }
    const Status good = look_at_shapes(objects, rules);
    if (good != Status::ok) return good;
    return ways ? look_at_ways(objects, rules) : Status::ok;
  }
  // Which pairs begin and end. False: no memory.
  bool find_changes(const JobSystem& jobs) {
    begins_.clear();
    ends_.clear();
    if (changed_.empty() && gone_.empty()) return true;
    if (!begins_.grow(changed_.size()) || !ends_.grow(changed_.size() + gone_.size()) ||
        !ended_next_.grow(changed_.size() + gone_.size())) {
      return false;
    }
    const auto put = [](Buffer<Keyed>& list, const Keyed& k) {
      list.set_size(list.size() + 1);
      list.back() = k;
    };
    for (std::size_t k = 0; k < changed_.size(); ++k) {
      if (k + Store::kAhead < changed_.size()) book_.prefetch_node(changed_[k + Store::kAhead]);
      const std::uint32_t n = changed_[k];
      const Book::Node& node = book_.node(n);
      put(node.meets ? begins_ : ends_, {key_of(node), n});
    }
    for (const Keyed& g : gone_) {
      const Book::Node& node = book_.node(g.node);
      if (node.gone && node.row != Book::kNone) put(ends_, g);
    }
    Buffer<Keyed>* const lists[] = {&begins_, &ends_, &gone_};
    auto job = [&](std::uint32_t k) { sort(*lists[k]); };
    const bool many = begins_.size() + ends_.size() > kBoxesPerJob;
    (many ? jobs : JobSystem{}).for_each(3, job);
    return true;
  }

  void commit(const Store& objects) {
    cache_kept_.clear();
    if (!ends_.empty() || !ended_.empty()) end_pairs(objects);
    if (whole_) {
      for (std::uint32_t n = 0; n < book_.nodes(); ++n) book_.node(n).fresh = false;
    }
    for (const Keyed& f : fresh_) book_.node(f.node).fresh = false;
    for (const std::uint32_t n : retold_) {
      if (book_.node(n).row != Book::kNone) book_.set_status(n);
    }
    book_.begin_rows();
    for (const Keyed& b : begins_) book_.begin(b.node);
    for (std::size_t k = 0; k < gone_.size(); ++k) {
      prefetch_gone(k);
      const Keyed& g = gone_[k];
      if (!book_.node(g.node).gone) continue;
      contacts_.end(g.node);
      book_.remove(g.node);
    }
    if (ways_told_) tell_impacts();
  }

  // `failed`: what was last looked at is not yet in the lists.
  bool validate(const Store& objects, bool failed) const {
    bool good = book_.validate();
    for (std::uint32_t n = 0; good && n < book_.nodes(); ++n) {
      const Book::Node& node = book_.node(n);
      if (!node.alive) continue;
      good = node.a.index < node.b.index && objects.handle(node.a.index) == node.a &&
             objects.handle(node.b.index) == node.b &&
             (has_moved(objects, node) || !both_fixed(objects, key_of(node))) &&
             (failed || node.fresh || node.meets == (node.row != Book::kNone));
    }
    return good;
  }

 private:
  using Queries = ShapeQueries<D, T>;
  using Body = ObjectBody<D, T>;

  // A pair by its slots, the smaller in the upper half: in the order of the lists.
  struct Keyed {
    std::uint64_t key;
    std::uint32_t node;
  };
  // So many looks are made at a time, by jobs of so many: a meeting of all threads costs as much as
  // fifty looks.
  static constexpr std::size_t kLooks = 2048;
  static constexpr std::uint32_t kLooksPerJob = 16;
  static constexpr std::size_t kWays = 512;
  static constexpr std::uint32_t kWaysPerJob = 2;
  static constexpr std::size_t kBoxesPerJob = 4096;
  static constexpr std::size_t kReportsPerJob = 1024;

  static std::uint64_t key_of(std::uint32_t i, std::uint32_t j) {
    return i < j ? (std::uint64_t(i) << 32 | j) : (std::uint64_t(j) << 32 | i);
  }
  static std::uint64_t key_of(const Book::Node& n) { return key_of(n.a.index, n.b.index); }
  static void sort(Buffer<Keyed>& list) {
    std::sort(list.begin(), list.end(),
              [](const Keyed& x, const Keyed& y) { return x.key < y.key; });
  }

  // What a job found of its nodes.
  struct Pass {
    std::uint32_t looked_at;
    std::uint32_t noted;
  };
  // What is to be done with a node.
  enum class Note : std::uint8_t { skip, look, note };

  // Of reports, which come in any order.
  void find_nodes(Buffer<Keyed>& list, const JobSystem& jobs) const {
    constexpr std::size_t kAhead = Store::kAhead;
    const auto first = [](const Keyed& k) { return static_cast<std::uint32_t>(k.key >> 32); };
    const auto second = [](const Keyed& k) { return static_cast<std::uint32_t>(k.key); };
    jobs.for_each_block(list.size(), kReportsPerJob, [&](std::size_t begin, std::size_t end) {
      for (std::size_t k = begin; k < end; ++k) {
        if (k + 2 * kAhead < end) {
          book_.prefetch_list(first(list[k + 2 * kAhead]));
          book_.prefetch_list(second(list[k + 2 * kAhead]));
        }
        if (k + kAhead < end) {
          book_.prefetch_pair(first(list[k + kAhead]), second(list[k + kAhead]));
        }
        list[k].node = book_.find(first(list[k]), second(list[k]));
      }
    });
  }
  template <class Wanted>
  static void keep(Buffer<Keyed>& list, Wanted&& wanted) {
    std::size_t kept = 0;
    for (const Keyed& k : list) {
      if (wanted(k)) list[kept++] = k;
    }
    list.set_size(kept);
  }

  // A broad phase that does not know who is fixed reports such pairs; they never become nodes.
  static bool both_fixed(const Store& objects, std::uint64_t key) {
    const std::uint8_t a = objects.slot(static_cast<std::uint32_t>(key >> 32)).flags;
    const std::uint8_t b = objects.slot(static_cast<std::uint32_t>(key)).flags;
    return (a & b & kFixed) != 0;
  }
  bool add_fresh(const Store& objects, const Rules& rules) {
    const std::size_t nodes = book_.nodes() + fresh_.size();
    if (!book_.reserve(nodes) || !contacts_.reserve_nodes(nodes, rules)) return false;
    sort(fresh_);
    std::size_t added = 0;
    for (std::size_t k = 0; k < fresh_.size(); ++k) {
      prefetch_fresh(objects, k);
      Keyed f = fresh_[k];
      if (both_fixed(objects, f.key)) continue;
      const auto i = static_cast<std::uint32_t>(f.key >> 32);
      const auto j = static_cast<std::uint32_t>(f.key);
      f.node = book_.add(objects.handle(i), objects.handle(j));
      contacts_.start(f.node, rules);
      fresh_[added++] = f;
    }
    fresh_.set_size(added);
    return true;
  }

  // Of pairs whose turn comes later.
  void prefetch_fresh(const Store& objects, std::size_t k) const {
    constexpr std::size_t kAhead = Store::kAhead;
    if (k + 2 * kAhead < fresh_.size()) {
      const std::uint64_t key = fresh_[k + 2 * kAhead].key;
      book_.prefetch_list(static_cast<std::uint32_t>(key >> 32));
      book_.prefetch_list(static_cast<std::uint32_t>(key));
    }
    if (k + kAhead >= fresh_.size()) return;
    const auto i = static_cast<std::uint32_t>(fresh_[k + kAhead].key >> 32);
    const auto j = static_cast<std::uint32_t>(fresh_[k + kAhead].key);
    book_.prefetch_add(i, j, kAhead);
    objects.prefetch_slot(i);
    objects.prefetch_slot(j);
    contacts_.prefetch(book_.next_node(kAhead));
  }

  void prefetch_gone(std::size_t k) const {
    constexpr std::size_t kAhead = Store::kAhead;
    if (k + 2 * kAhead < gone_.size()) book_.prefetch_node(gone_[k + 2 * kAhead].node);
    if (k + kAhead >= gone_.size()) return;
    book_.prefetch_neighbours(gone_[k + kAhead].node);
    contacts_.prefetch(gone_[k + kAhead].node);
  }

  // Pairs to be looked at: the new ones, and those with an end that has moved. Their room is there.
  void put_dirty(std::uint32_t n) {
    dirty_.set_size(dirty_.size() + 1);
    dirty_.back() = n;
  }
  void collect_from_lists(const Store& objects) {
    const auto put = [&](std::uint32_t n) {
      Book::Node& node = book_.node(n);
      if (node.stamp == round_ || node.gone) return;
      node.stamp = round_;
      put_dirty(n);
      prefetch_ends_of(objects, n);
    };
    for (const Keyed& f : fresh_) put(f.node);
    const std::span<const std::uint32_t> moved = objects.moved();
    constexpr std::size_t kAhead = Store::kAhead;
    for (std::size_t k = 0; k < moved.size(); k += kAhead) {
      const std::size_t end = std::min(k + kAhead, moved.size());
      for (std::size_t i = k; i < end; ++i) {
        if (i + 2 * kAhead < moved.size()) book_.prefetch_list(moved[i + 2 * kAhead]);
        if (i + kAhead < moved.size()) book_.prefetch_first(moved[i + kAhead]);
      }
      book_.for_each_of_some(moved.subspan(k, end - k), put);
    }
  }
  bool collect_from_all(const Store& objects, const JobSystem& jobs) {
    return pass_over_all(objects, jobs, dirty_, [&](std::uint32_t n) {
      return is_dirty(objects, n) ? Note::note : Note::skip;
    });
  }
  bool is_dirty(const Store& objects, std::uint32_t n) const {
    const Book::Node& node = book_.node(n);
    return node.alive && !node.gone && (node.fresh || has_moved(objects, node));
  }
  static bool has_moved(const Store& objects, const Book::Node& node) {
    return objects.has(node.a.index, kMoved) || objects.has(node.b.index, kMoved);
  }

  static bool has_changed(const Book::Node& node) {
    return node.meets != (node.row != Book::kNone);
  }
  // The room is there.
  void note_change(std::uint32_t n) {
    if (!has_changed(book_.node(n))) return;
    changed_.set_size(changed_.size() + 1);
    changed_.back() = n;
  }
  // Sooner done than handed out as jobs. Its status is ok, and stays so.
  void look_at_box(std::uint32_t n, const Store& objects, const Rules& rules) {
    Book::Node& node = book_.node(n);
    node.meets = contacts_.boxes_meet(n, node, objects, rules);
    note_change(n);
  }
  void look_at_boxes(const Store& objects, const Rules& rules) {
    for (std::size_t k = 0; k < dirty_.size(); ++k) {
      prefetch_ends(objects, k);
      look_at_box(dirty_[k], objects, rules);
    }
  }
  // In one pass, when most have moved. False: no memory.
  bool look_at_all_boxes(const Store& objects, const Rules& rules) {
    return pass_over_all(objects, rules.options.jobs, changed_, [&](std::uint32_t n) {
      if (!is_dirty(objects, n)) return Note::skip;
      Book::Node& node = book_.node(n);
      node.meets = contacts_.boxes_meet(n, node, objects, rules);
      return has_changed(node) ? Note::note : Note::look;
    });
  }
  // each(node) says what it is: those to be noted are in the list, in their order. Each job writes
  // where its own nodes begin; there is room for all. False: no memory.
  template <class Each>
  bool pass_over_all(const Store& objects, const JobSystem& jobs, Buffer<std::uint32_t>& list,
                     Each&& each) {
    const std::uint32_t nodes = book_.nodes();
    if (!passes_.resize((nodes + kBoxesPerJob - 1) / kBoxesPerJob)) return false;
    const auto pass_over = [&](std::size_t first, std::size_t end) {
      Pass pass{0, 0};
      for (auto n = static_cast<std::uint32_t>(first); n < end; ++n) {
        const std::uint32_t soon = n + static_cast<std::uint32_t>(Store::kAhead);
        if (soon < nodes) prefetch_ends_of(objects, soon);
        const Note note = each(n);
        if (note == Note::skip) continue;
        ++pass.looked_at;
        if (note == Note::note) list.data()[first + pass.noted++] = n;
      }
      passes_[first / kBoxesPerJob] = pass;
    };
    jobs.for_each_block(nodes, kBoxesPerJob, pass_over);
    looked_at_ = 0;
    for (std::size_t k = 0; k < passes_.size(); ++k) {
      looked_at_ += passes_[k].looked_at;
      const std::uint32_t* const from = list.data() + k * kBoxesPerJob;
      std::copy(from, from + passes_[k].noted, list.end());
      list.set_size(list.size() + passes_[k].noted);
    }
    return true;
  }
  // Of a cache before its look.
  enum OldCache : std::uint8_t { kUntouched, kWasEmpty, kWasFull };
  // Of a look: the answer is still to be written; it begins or ends; it has another status.
  enum Outcome : std::uint8_t { kUnwritten = 1, kHasChanged = 2, kRetold = 4 };
  static std::uint8_t outcome_of(const Book::Node& node) {
    return static_cast<std::uint8_t>((has_changed(node) ? kHasChanged : 0) |
                                     (node.told != node.status ? kRetold : 0));
  }
  // Answers that fit to where the last ones lie are written by jobs; the others take and give room,
  // and are written one after the other. A job keeps those only, from where its own begin.
  Status look_at_shapes(const Store& objects, const Rules& rules) {
    const WorldOptions<T>& options = rules.options;
    const std::size_t most = std::min(kLooks, dirty_.size());
    if (!looks_.resize(most) || !outcomes_.resize(most) || !old_caches_.resize(dirty_.size()) ||
        !cache_kept_.resize(dirty_.size())) {
      cache_kept_.clear();
      return Status::out_of_memory;
    }
    std::fill(cache_kept_.begin(), cache_kept_.end(), kUntouched);
    for (std::size_t first = 0; first < dirty_.size(); first += most) {
      const auto count = static_cast<std::uint32_t>(std::min(most, dirty_.size() - first));
      auto job = [&](std::uint32_t block) {
        const std::uint32_t end = std::min(count, (block + 1) * kLooksPerJob);
        std::uint32_t kept = block * kLooksPerJob;
        for (std::uint32_t k = kept; k < end; ++k) {
          prefetch_ends(objects, first + k);
          const std::uint32_t n = dirty_[first + k];
          Book::Node& node = book_.node(n);
          PairLook<D, T>& look = looks_[kept];
          const auto keep_cache = [&](const PairCache& cache) { save_cache(first + k, cache); };
          contacts_.look(n, node, objects, rules, look, keep_cache);
          const bool written = contacts_.write_in_place(n, node, look, objects, options);
          outcomes_[k] = written ? outcome_of(node) : std::uint8_t(kUnwritten);
          kept += written ? 0 : 1;
        }
      };
      options.jobs.for_each((count + kLooksPerJob - 1) / kLooksPerJob, job);
      std::uint32_t kept = 0;
      for (std::uint32_t k = 0; k < count; ++k) {
        if (k % kLooksPerJob == 0) kept = k;
        if (outcomes_[k] == 0) continue;
        const std::uint32_t n = dirty_[first + k];
        const Status good = take_outcome(outcomes_[k], n, looks_[kept], objects, options);
        if (good != Status::ok) return good;
        kept += outcomes_[k] == kUnwritten ? 1 : 0;
      }
    }
    return Status::ok;
  }
  Status take_outcome(std::uint8_t outcome, std::uint32_t n, const PairLook<D, T>& look,
                      const Store& objects, const WorldOptions<T>& options) {
    if (outcome == kUnwritten) {
      Book::Node& node = book_.node(n);
      const Status good = contacts_.write(n, node, look, objects, options);
      if (good != Status::ok) return good;
      outcome = outcome_of(node);
    }
    if ((outcome & kHasChanged) != 0) {
      changed_.set_size(changed_.size() + 1);
      changed_.back() = n;
    }
    const bool good = (outcome & kRetold) == 0 || retold_.push_back(n);
    return good ? Status::ok : Status::out_of_memory;
  }
  // An empty cache, as those of shapes that need none are, takes a byte and not a copy. Bits
  // decide: a direction may be a negative zero.
  void save_cache(std::size_t k, const PairCache& cache) {
    const auto bits = [&](int a) { return std::bit_cast<std::uint32_t>(cache.direction[a]); };
    const bool empty = (cache.size | bits(0) | bits(1) | bits(2)) == 0;
    if (!empty) old_caches_[k] = cache;
    cache_kept_[k] = empty ? kWasEmpty : kWasFull;
  }
  // Undoes what the narrow-phase tests of an update that failed did to the caches: a search that
  // begins where it began then finds the same bits. Nodes that it added are kept until commit().
  void give_back_caches() {
    for (std::size_t k = 0; k < cache_kept_.size(); ++k) {
      if (cache_kept_[k] == kWasEmpty) contacts_.set_cache(dirty_[k], PairCache{});
      if (cache_kept_[k] == kWasFull) contacts_.set_cache(dirty_[k], old_caches_[k]);
    }
    cache_kept_.clear();
  }
  // Of a pair whose turn comes later.
  void prefetch_ends(const Store& objects, std::size_t k) const {
    if (k + Store::kAhead < dirty_.size()) prefetch_ends_of(objects, dirty_[k + Store::kAhead]);
  }
  void prefetch_ends_of(const Store& objects, std::uint32_t n) const {
    const Book::Node& node = book_.node(n);
    if (!node.alive) return;
    objects.prefetch_slot(node.a.index);
    objects.prefetch_slot(node.b.index);
  }

  // What sensors and continuous objects meet on the way.
  static bool wants_way(const Store& objects, const Book::Node& node) {
    const std::uint8_t a = objects.slot(node.a.index).flags;
    const std::uint8_t b = objects.slot(node.b.index).flags;
    const bool sensor = ((a | b) & kSensor) != 0;
    const bool wanted =
        sensor ? !node.meets && node.row == Book::kNone : ((a | b) & kContinuous) != 0;
    return wanted && ((a | b) & kSwept) != 0;
  }
  // The broad phase knows more room, which costs a comparison and not an impact.
  static Aabb<D, T> way_box(const Store& objects, std::uint32_t i) {
    const auto& slot = objects.slot(i);
    return (slot.flags & kSwept) != 0 ? swept_box(objects.body(i), slot.box) : slot.box;
  }
  static Impact impact_of(const Store& objects, const Torus<D, T>& torus, const Book::Node& node) {
    const auto& a = objects.body(node.a.index);
    const auto& b = objects.body(node.b.index);
    return {node.a, node.b,
            torus.any() ? impact_of_images(torus, a, b)
                        : Queries::impact(a.shape, {a.from, a.at}, b.shape, {b.from, b.at})};
  }
  static Aabb<D, T> swept_box(const Body& o, const Aabb<D, T>& now) {
    return Queries::swept_aabb({o.from, o.at}, Queries::aabb(o.shape, o.from), now);
  }
  // Ways are up to half a period long: they may meet in several images, and the first counts.
  static PieceImpact<D, T> impact_of_images(const Torus<D, T>& torus, const Body& a,
                                            const Body& b) {
    const auto swept = [](const Body& o) { return swept_box(o, Queries::aabb(o.shape, o.at)); };
    PieceImpact<D, T> first{};
    (void)torus.for_each_shift(swept(a), swept(b), [&](const Vec<D, T>& shift) {
      const auto now = Queries::impact(a.shape, {a.from, a.at}, b.shape,
                                       {moved_by(b.from, shift), moved_by(b.at, shift)});
      const bool told = now.impact.hit || now.impact.status != Status::ok;
      const bool before = first.impact.hit || first.impact.status != Status::ok;
      if (told && (!before || now.impact.t < first.impact.t)) first = now;
      return true;
    });
    return first;
  }
  // Of pairs whose looks are written down.
  Status look_at_ways(const Store& objects, const Rules& rules) {
    ways_.clear();
    for (const std::uint32_t n : dirty_) {
      const Book::Node& node = book_.node(n);
      const bool asked = wants_way(objects, node) &&
                         (rules.torus.any() ||
                          overlaps(way_box(objects, node.a.index), way_box(objects, node.b.index)));
      if (asked && !ways_.push_back(n)) return Status::out_of_memory;
    }
    for (std::size_t first = 0; first < ways_.size(); first += kWays) {
      const std::size_t count = std::min(kWays, ways_.size() - first);
      const Status good = look_at_some_ways({&ways_[first], count}, objects, rules);
      if (good != Status::ok) return good;
    }
    return Status::ok;
  }
  Status look_at_some_ways(std::span<const std::uint32_t> nodes, const Store& objects,
                           const Rules& rules) {
    if (!way_impacts_.resize(nodes.size())) return Status::out_of_memory;
    const auto count = static_cast<std::uint32_t>(nodes.size());
    auto job = [&](std::uint32_t block) {
      const std::uint32_t end = std::min(count, (block + 1) * kWaysPerJob);
      for (std::uint32_t k = block * kWaysPerJob; k < end; ++k) {
        way_impacts_[k] = impact_of(objects, rules.torus, book_.node(nodes[k]));
      }
    };
    rules.options.jobs.for_each((count + kWaysPerJob - 1) / kWaysPerJob, job);
    for (std::uint32_t k = 0; k < count; ++k) {
      const Impact& impact = way_impacts_[k];
      const auto& first = impact.first.impact;
      if (!first.hit && first.status == Status::ok) continue;
      const bool sensor =
          objects.has(impact.a.index, kSensor) || objects.has(impact.b.index, kSensor);
      auto& list = sensor ? crossed_found_ : impacts_found_;
      if (!list.push_back(impact)) return Status::out_of_memory;
    }
    return Status::ok;
  }

  void tell_impacts() {
    const auto earlier = [](const Impact& x, const Impact& y) {
      const T t = x.first.impact.t;
      const T u = y.first.impact.t;
      return t != u ? t < u : key_of(x.a.index, x.b.index) < key_of(y.a.index, y.b.index);
    };
    std::swap(crossed_, crossed_found_);
    std::swap(impacts_, impacts_found_);
    std::sort(crossed_.begin(), crossed_.end(), earlier);
    std::sort(impacts_.begin(), impacts_.end(), earlier);
  }
  void prefetch_end(const Store& objects, std::size_t k) const {
    constexpr std::size_t kAhead = Store::kAhead;
    if (k + 2 * kAhead < ends_.size()) book_.prefetch_node(ends_[k + 2 * kAhead].node);
    if (k + kAhead >= ends_.size()) return;
    const Book::Node& node = book_.node(ends_[k + kAhead].node);
    objects.prefetch_rest(node.a.index);
    objects.prefetch_rest(node.b.index);
  }
  void end_pairs(const Store& objects) {
    ended_next_.clear();
    for (std::size_t k = 0; k < ends_.size(); ++k) {
      prefetch_end(objects, k);
      const Keyed& e = ends_[k];
      const Book::Node& node = book_.node(e.node);
      ended_next_.set_size(ended_next_.size() + 1);
      ended_next_.back() = {node.a, node.b, objects.rest(node.a.index).user_data,
                            objects.rest(node.b.index).user_data};
      book_.end(e.node);
    }
    std::swap(ended_, ended_next_);
  }

  PairBook book_;
  ContactStore<D, T> contacts_;
  std::uint32_t round_ = 0;  // of matching
  bool whole_ = false;       // the last match() was
  bool boxes_ = false;       // there is no more to pairs
  bool ways_told_ = false;   // in this update or the last one
  std::size_t looked_at_ = 0;
  // Of a frame under way.
  Buffer<Keyed> fresh_;
  Buffer<Keyed> gone_;
  Buffer<std::uint32_t> dirty_;
  Buffer<std::uint32_t> changed_;  // those of them that begin or end to meet
  Buffer<std::uint32_t> retold_;   // that have another status than their rows say
  Buffer<Pass> passes_;
  Buffer<PairLook<D, T>> looks_;
  Buffer<std::uint8_t> outcomes_;
  Buffer<PairCache> old_caches_;  // of the dirty, as before their narrow-phase tests
  Buffer<OldCache> cache_kept_;   // of the dirty; none after commit()
  Buffer<std::uint32_t> ways_;
  Buffer<Impact> way_impacts_;
  Buffer<Keyed> begins_;
  Buffer<Keyed> ends_;
  Buffer<EndedPair> ended_next_;
  Buffer<Impact> crossed_found_;
  Buffer<Impact> impacts_found_;
  // Of the last one that was committed.
  Buffer<EndedPair> ended_;
  Buffer<Impact> crossed_;
  Buffer<Impact> impacts_;
};

}  // namespace masu::detail
