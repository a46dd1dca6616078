// SPDX-License-Identifier: MIT
// From what a broad phase reports to the pairs of a world, how they touch, and what has changed.
#pragma once

#include <masu/world/detail/contact_store.hpp>

namespace masu::detail {

// A frame: match(), look_at_dirty() and find_changes() may fail, and can be done again from the
// first on; commit() cannot fail. Before it nothing that users see changes but contacts.
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
        looks_(allocator),
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
  // Pairs of the last match() that are new, or have an end that has moved.
  std::size_t dirty() const { return dirty_.size(); }

  // The nodes become the pairs of the broad phase; those that go stay for a while, marked. `whole`:
  // from all its pairs, since what it reported is not known.
  template <class Pairs>
  Status match(const Pairs& pairs, const Store& objects, const Rules& rules, bool whole) {
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
      pairs.for_each_pair([&](std::uint32_t i, std::uint32_t j) { put(i, j, book_.find(i, j)); });
      for (std::uint32_t n = 0; n < book_.nodes(); ++n) {
        Book::Node& node = book_.node(n);
        node.gone = node.alive && node.seen != round_;
        if (node.gone) memory = memory && gone_.push_back({key_of(node), n});
      }
    } else {
      pairs.for_each_removed([&](std::uint32_t i, std::uint32_t j) {
        const std::uint32_t n = book_.find(i, j);
        if (n == Book::kNone || book_.node(n).gone) return;
        book_.node(n).gone = true;
        memory = memory && gone_.push_back({key_of(i, j), n});
      });
      pairs.for_each_added([&](std::uint32_t i, std::uint32_t j) { put(i, j, book_.find(i, j)); });
    }
    if (!memory) return Status::out_of_memory;
    if (book_.nodes() + fresh_.size() > Book::kMostNodes) return Status::too_many_objects;
    const bool good = add_fresh(objects, rules) && collect_dirty(objects, whole);
    return good ? Status::ok : Status::out_of_memory;
  }
  // Looked at by many threads, written by one.
  Status look_at_dirty(const Store& objects, const Rules& rules) {
    const WorldOptions<T>& options = rules.options;
    crossed_found_.clear();
    impacts_found_.clear();
    const std::size_t most = std::min(kLooks, dirty_.size());
    if (!ways_.grow(most) || !way_impacts_.resize(most)) return Status::out_of_memory;
    if (options.detail == ContactDetail::boxes) return look_at_boxes(objects, rules);
    if (!looks_.resize(most)) return Status::out_of_memory;
    for (std::size_t first = 0; first < dirty_.size(); first += most) {
      const auto count = static_cast<std::uint32_t>(std::min(most, dirty_.size() - first));
      auto job = [&](std::uint32_t block) {
        const std::uint32_t end = std::min(count, (block + 1) * kLooksPerJob);
        for (std::uint32_t k = block * kLooksPerJob; k < end; ++k) {
          prefetch_ends(objects, first + k);
          const std::uint32_t n = dirty_[first + k];
          contacts_.look(n, book_.node(n), objects, rules, looks_[k]);
        }
      };
      options.jobs.for_each((count + kLooksPerJob - 1) / kLooksPerJob, job);
      for (std::uint32_t k = 0; k < count; ++k) {
        const std::uint32_t n = dirty_[first + k];
        const Status good = contacts_.write(n, book_.node(n), looks_[k], objects, options);
        if (good != Status::ok) return good;
      }
      const Status good = look_at_ways({&dirty_[first], count}, objects, rules);
      if (good != Status::ok) return good;
    }
    return Status::ok;
  }
  // Which pairs begin and end. False: no memory.
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

  void commit(const Store& objects) {
    end_pairs(objects);
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
  }

  // `failed`: what was last looked at is not yet in the lists.
  bool validate(const Store& objects, bool failed) const {
    bool good = book_.validate();
    for (std::uint32_t n = 0; good && n < book_.nodes(); ++n) {
      const Book::Node& node = book_.node(n);
      if (!node.alive) continue;
      good = node.a.index < node.b.index && objects.handle(node.a.index) == node.a &&
             objects.handle(node.b.index) == node.b &&
             (failed || node.fresh || node.meets == (node.row != Book::kNone));
    }
    return good;
  }

 private:
  using Verbs = ShapeVerbs<D, T>;
  using Body = ObjectBody<D, T>;

  // A pair by its slots, the smaller in the upper half: in the order of the lists.
  struct Keyed {
    std::uint64_t key;
    std::uint32_t node;
  };
  // So many looks are kept at a time, made by jobs of so many.
  static constexpr std::size_t kLooks = 512;
  static constexpr std::uint32_t kLooksPerJob = 16;
  static constexpr std::uint32_t kWaysPerJob = 2;

  static std::uint64_t key_of(std::uint32_t i, std::uint32_t j) {
    return i < j ? (std::uint64_t(i) << 32 | j) : (std::uint64_t(j) << 32 | i);
  }
  static std::uint64_t key_of(const Book::Node& n) { return key_of(n.a.index, n.b.index); }
  static void sort(Buffer<Keyed>& list) {
    std::sort(list.begin(), list.end(),
              [](const Keyed& x, const Keyed& y) { return x.key < y.key; });
  }

  bool add_fresh(const Store& objects, const Rules& rules) {
    const std::size_t nodes = book_.nodes() + fresh_.size();
    if (!book_.reserve(fresh_.size()) || !contacts_.reserve_nodes(nodes, rules)) return false;
    sort(fresh_);
    for (Keyed& f : fresh_) {
      const auto i = static_cast<std::uint32_t>(f.key >> 32);
      const auto j = static_cast<std::uint32_t>(f.key);
      f.node = book_.add(objects.handle(i), objects.handle(j));
      contacts_.start(f.node, rules);
    }
    return true;
  }

  // Pairs to be looked at: the new ones, and those with an end that has moved.
  bool collect_dirty(const Store& objects, bool whole) {
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
    if (whole || objects.moved().size() > objects.size() / 4) {
      for (std::uint32_t n = 0; n < book_.nodes(); ++n) {
        const Book::Node& node = book_.node(n);
        if (node.alive && (node.fresh || has_moved(objects, node))) put(n);
      }
    } else {
      for (const Keyed& f : fresh_) put(f.node);
      const std::span<const std::uint32_t> moved = objects.moved();
      for (std::size_t k = 0; k < moved.size(); ++k) {
        if (k + 2 * Store::kAhead < moved.size()) {
          book_.prefetch_list(moved[k + 2 * Store::kAhead]);
        }
        if (k + Store::kAhead < moved.size()) book_.prefetch_first(moved[k + Store::kAhead]);
        book_.for_each_of(moved[k], put);
      }
    }
    return true;
  }
  static bool has_moved(const Store& objects, const Book::Node& node) {
    return objects.has(node.a.index, kMoved) || objects.has(node.b.index, kMoved);
  }

  // Sooner done than handed out as jobs.
  Status look_at_boxes(const Store& objects, const Rules& rules) {
    for (std::size_t k = 0; k < dirty_.size(); ++k) {
      prefetch_ends(objects, k);
      Book::Node& node = book_.node(dirty_[k]);
      node.status = Status::ok;
      node.meets = contacts_.boxes_meet(dirty_[k], node, objects, rules);
    }
    for (std::size_t first = 0; first < dirty_.size(); first += kLooks) {
      const std::size_t count = std::min(kLooks, dirty_.size() - first);
      const Status good = look_at_ways({&dirty_[first], count}, objects, rules);
      if (good != Status::ok) return good;
    }
    return Status::ok;
  }
  // Of a pair whose turn comes later.
  void prefetch_ends(const Store& objects, std::size_t k) const {
    if (k + Store::kAhead >= dirty_.size()) return;
    const Book::Node& node = book_.node(dirty_[k + Store::kAhead]);
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
    return wanted && (a & b & kFixed) == 0 && ((a | b) & kSwept) != 0;
  }
  static Impact impact_of(const Store& objects, const Torus<D, T>& torus, const Book::Node& node) {
    const auto& a = objects.body(node.a.index);
    const auto& b = objects.body(node.b.index);
    return {node.a, node.b,
            torus.any() ? impact_of_images(torus, a, b)
                        : Verbs::impact(a.shape, {a.from, a.at}, b.shape, {b.from, b.at})};
  }
  // Ways are up to half a period long: they may meet in several images, and the first counts.
  static PieceImpact<D, T> impact_of_images(const Torus<D, T>& torus, const Body& a,
                                            const Body& b) {
    const auto swept = [](const Body& o) {
      return Verbs::swept_aabb({o.from, o.at}, Verbs::aabb(o.shape, o.from),
                               Verbs::aabb(o.shape, o.at));
    };
    PieceImpact<D, T> first{};
    (void)torus.for_each_shift(swept(a), swept(b), [&](const Vec<D, T>& shift) {
      const auto now = Verbs::impact(a.shape, {a.from, a.at}, b.shape,
                                     {moved_by(b.from, shift), moved_by(b.at, shift)});
      const bool told = now.impact.hit || now.impact.status != Status::ok;
      const bool before = first.impact.hit || first.impact.status != Status::ok;
      if (told && (!before || now.impact.t < first.impact.t)) first = now;
      return true;
    });
    return first;
  }
  // Of pairs whose looks are written down. The room for kLooks is there.
  Status look_at_ways(std::span<const std::uint32_t> nodes, const Store& objects,
                      const Rules& rules) {
    ways_.clear();
    for (const std::uint32_t n : nodes) {
      if (!wants_way(objects, book_.node(n))) continue;
      ways_.set_size(ways_.size() + 1);
      ways_.back() = n;
    }
    const auto count = static_cast<std::uint32_t>(ways_.size());
    auto job = [&](std::uint32_t block) {
      const std::uint32_t end = std::min(count, (block + 1) * kWaysPerJob);
      for (std::uint32_t k = block * kWaysPerJob; k < end; ++k) {
        way_impacts_[k] = impact_of(objects, rules.torus, book_.node(ways_[k]));
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

  void end_pairs(const Store& objects) {
    ended_next_.clear();
    for (const Keyed& e : ends_) {
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
  // Of a frame under way.
  Buffer<Keyed> fresh_;
  Buffer<Keyed> gone_;
  Buffer<std::uint32_t> dirty_;
  Buffer<PairLook<D, T>> looks_;
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
