// SPDX-License-Identifier: MIT
// TestShapes: the second step of an update: narrow-phase tests of pairs that are new or have an
// object that moved.
#pragma once

#include "world/match_pairs.hpp"

namespace masu::detail {

// Jobs run the tests; one thread writes results that need memory. Nodes get their results; undo()
// restores the caches from before the tests.
template <int D, class T>
class TestShapes {
 public:
  using Book = PairBook;
  using Store = ObjectStore<D, T>;
  using Rules = TestRules<D, T>;
  using Contacts = ContactStore<D, T>;

  explicit TestShapes(Allocator allocator)
      : dirty_(allocator),
        changed_(allocator),
        restated_(allocator),
        saved_(allocator),
        passes_(allocator),
        tests_(allocator),
        outcomes_(allocator),
        old_caches_(allocator) {}

  // Pairs tested by the last run().
  std::size_t tested() const { return tested_; }
  // Their nodes; except after a pass over all boxes.
  std::span<const std::uint32_t> dirty() const { return dirty_; }
  // Nodes that begin or end to meet.
  std::span<const std::uint32_t> changed() const { return changed_; }
  // Nodes with another status than their rows have.
  std::span<const std::uint32_t> restated() const { return restated_; }

  // `listed`: lists all tested nodes, too, for the step that sweeps.
  Status run(const Store& objects, const Rules& rules, const MatchPairs<D, T>& matched, bool listed,
             Book& book, Contacts& contacts) {
    if (!saved_.empty()) undo(contacts);
    dirty_.clear();
    changed_.clear();
    restated_.clear();
    const Pass pass{*this, objects, rules, book, contacts};
    const bool boxes = rules.options.detail == ContactDetail::boxes;
    const bool many = matched.whole() || objects.moved().size() > objects.size() / 4;
    if (boxes && many && !listed) {
      if (!pass.test_all_boxes()) return Status::out_of_memory;
      list_excluded(book);
      return Status::ok;
    }
    if (!(many ? pass.collect_from_all() : pass.collect_from_lists(matched)) ||
        !changed_.grow(dirty_.size() + book.rechecks().size())) {
      return Status::out_of_memory;
    }
    tested_ = dirty_.size();
    list_excluded(book);
    if (!boxes) return pass.test_shapes();
    pass.test_boxes();
    return Status::ok;
  }
  // Restores the caches after an update that failed: a search from the same start finds the same
  // bits. Nodes that were added stay.
  MASU_NOINLINE void undo(Contacts& contacts) {
    for (std::size_t k = 0; k < saved_.size(); ++k) {
      if (saved_[k] == kUntouched) continue;
      const std::uint32_t n = dirty_[k];
      const bool was_full = saved_[k] == kWasFull;
      const PairCache& old = was_full ? old_caches_[contacts.cache_index(n)] : PairCache{};
      (void)contacts.set_cache(n, old);  // cannot fail: the pair has an index
    }
    saved_.clear();
  }
  // Keeps the caches: the update succeeded.
  void commit() { saved_.clear(); }
  // Frees memory that only an update with many new pairs needs. Precondition: commit().
  void release() {
    dirty_.release();
    changed_.release();
    saved_.release();
    old_caches_.release();
  }

  static bool has_moved(const Store& objects, const Book::Node& node) {
    return objects.has(node.a, kMoved) || objects.has(node.b, kMoved);
  }

 private:
  // The number of tests per round of jobs, and per job: a barrier of all threads costs as much as
  // fifty tests.
  static constexpr std::size_t kTests = 2048;
  static constexpr std::uint32_t kTestsPerJob = 16;
  static constexpr std::size_t kBoxesPerJob = 4096;

  // What to do with a node.
  enum class Note : std::uint8_t { skip, test, list };
  // The counts of a job.
  struct Count {
    std::uint32_t tested;
    std::uint32_t listed;
  };
  // A cache before its test.
  enum Saved : std::uint8_t { kUntouched, kWasEmpty, kWasFull };
  // The outcome of a test: its result is not yet written; the pair begins or ends; its status
  // changes.
  enum Outcome : std::uint8_t { kUnwritten = 1, kHasChanged = 2, kRestated = 4 };

  static bool has_changed(const Book::Node& node) {
    return node.touching != (node.row != Book::kNone);
  }
  static std::uint8_t outcome_of(const Book::Node& node) {
    return static_cast<std::uint8_t>((has_changed(node) ? kHasChanged : 0) |
                                     (node.row_status != node.status ? kRestated : 0));
  }
  // Precondition: memory is reserved.
  static void append(Buffer<std::uint32_t>& list, std::uint32_t n) {
    list.set_size(list.size() + 1);
    list.back() = n;
  }
  // Nodes that were excluded end without a test.
  void list_excluded(const Book& book) {
    for (const std::uint32_t n : book.rechecks()) {
      const Book::Node& node = book.node(n);
      if (node.skip == Book::kExcluded && has_changed(node)) append(changed_, n);
    }
  }

  // The parts of one run().
  struct Pass {
    TestShapes& self;
    const Store& objects;
    const Rules& rules;
    Book& book;
    Contacts& contacts;

    // --- Which pairs -----------------------------------------------------------------------------

    // Returns false if out of memory.
    bool collect_from_lists(const MatchPairs<D, T>& matched) const {
      const bool listed = list_added_and_moved(matched);
      for (const std::uint32_t n : self.dirty_) book.node(n).set(Book::kListed, false);
      return listed;
    }
    bool list_added_and_moved(const MatchPairs<D, T>& matched) const {
      const auto take = [&](std::uint32_t n) {
        Book::Node& node = book.node(n);
        if (node.skip != 0) return;
        node.skip = Book::kListed;
        append(self.dirty_, n);
        prefetch_ends_of(n);
      };
      if ((matched.some() || !book.rechecks().empty()) && !list_added(matched, take)) return false;
      const std::span<const std::uint32_t> moved = objects.moved();
      constexpr std::size_t kAhead = Store::kAhead;
      for (std::size_t k = 0; k < moved.size(); k += kAhead) {
        const std::size_t end = std::min(k + kAhead, moved.size());
        std::size_t most = self.dirty_.size();
        for (std::size_t i = k; i < end; ++i) {
          most += book.degree(moved[i]);
          if (i + 2 * kAhead < moved.size()) book.prefetch_list(moved[i + 2 * kAhead]);
          if (i + kAhead < moved.size()) book.prefetch_first(moved[i + kAhead]);
        }
        if (!self.dirty_.grow(most)) return false;
        book.for_each_of_some(moved.subspan(k, end - k), take);
      }
      return true;
    }
    template <class Take>
    MASU_NOINLINE bool list_added(const MatchPairs<D, T>& matched, const Take& take) const {
      const std::span<const std::uint32_t> rechecks = book.rechecks();
      if (!self.dirty_.grow(matched.added().size() + rechecks.size())) return false;
      for (const KeyedPair& f : matched.added()) take(f.node);
      for (const std::uint32_t n : rechecks) {
        if (book.node(n).untested) take(n);
      }
      return true;
    }
    MASU_NOINLINE bool collect_from_all() const {
      return pass_over_all(self.dirty_,
                           [&](std::uint32_t n) { return is_dirty(n) ? Note::list : Note::skip; });
    }
    bool is_dirty(std::uint32_t n) const {
      const Book::Node& node = book.node(n);
      return node.alive && node.skip == 0 && (node.untested || has_moved(objects, node));
    }
    // Calls each(node) -> Note; listed nodes keep their order. A job writes from its first node's
    // index on. Returns false if out of memory.
    template <class Each>
    bool pass_over_all(Buffer<std::uint32_t>& list, Each&& each) const {
      const std::uint32_t nodes = book.nodes();
      Buffer<Count>& counts = self.passes_;
      if (!counts.resize((nodes + kBoxesPerJob - 1) / kBoxesPerJob) || !list.grow(nodes)) {
        return false;
      }
      const auto pass_over = [&](std::size_t first, std::size_t end) {
        Count count{0, 0};
        for (auto n = static_cast<std::uint32_t>(first); n < end; ++n) {
          const std::uint32_t soon = n + static_cast<std::uint32_t>(Store::kAhead);
          if (soon < nodes) prefetch_ends_of(soon);
          const Note note = each(n);
          if (note == Note::skip) continue;
          ++count.tested;
          if (note == Note::list) list.data()[first + count.listed++] = n;
        }
        counts[first / kBoxesPerJob] = count;
      };
      rules.options.jobs.for_each_block(nodes, kBoxesPerJob, pass_over);
      self.tested_ = 0;
      for (std::size_t k = 0; k < counts.size(); ++k) {
        self.tested_ += counts[k].tested;
        const std::uint32_t* const from = list.data() + k * kBoxesPerJob;
        std::copy(from, from + counts[k].listed, list.end());
        list.set_size(list.size() + counts[k].listed);
      }
      return true;
    }

    // --- Boxes -----------------------------------------------------------------------------------

    // Tests boxes serially: cheaper than jobs. The status is ok, and stays so.
    void test_boxes() const {
      for (std::size_t k = 0; k < self.dirty_.size(); ++k) {
        prefetch_ends(k);
        const std::uint32_t n = self.dirty_[k];
        Book::Node& node = book.node(n);
        node.touching = contacts.boxes_overlap(n, node, objects, rules);
        if (has_changed(node)) append(self.changed_, n);
      }
    }
    // Tests boxes in one pass, when most have moved. Returns false if out of memory.
    MASU_NOINLINE bool test_all_boxes() const {
      return pass_over_all(self.changed_, [&](std::uint32_t n) {
        if (!is_dirty(n)) return Note::skip;
        Book::Node& node = book.node(n);
        node.touching = contacts.boxes_overlap(n, node, objects, rules);
        return has_changed(node) ? Note::list : Note::test;
      });
    }

    // --- Shapes ----------------------------------------------------------------------------------

    // Jobs write results that fit into the memory of the last ones; the others allocate and free
    // memory, and are written one after the other. A job keeps only those, from its first index on.
    MASU_NOINLINE Status test_shapes() const {
      const std::size_t most = std::min(kTests, self.dirty_.size());
      if (!self.tests_.resize(most) || !self.outcomes_.resize(most) ||
          !self.old_caches_.resize(contacts.cache_count()) ||
          !self.saved_.resize(self.dirty_.size())) {
        self.saved_.clear();
        return Status::out_of_memory;
      }
      std::fill(self.saved_.begin(), self.saved_.end(), kUntouched);
      for (std::size_t first = 0; first < self.dirty_.size(); first += most) {
        const auto count = static_cast<std::uint32_t>(std::min(most, self.dirty_.size() - first));
        auto job = [&](std::uint32_t block) { test_block(first, count, block * kTestsPerJob); };
        rules.options.jobs.for_each((count + kTestsPerJob - 1) / kTestsPerJob, job);
        const Status status = write_rest(first, count);
        if (status != Status::ok) return status;
      }
      return Status::ok;
    }
    void test_block(std::size_t first, std::uint32_t count, std::uint32_t begin) const {
      const std::uint32_t end = std::min(count, begin + kTestsPerJob);
      std::uint32_t stored = begin;
      for (std::uint32_t k = begin; k < end; ++k) {
        prefetch_ends(first + k);
        const std::uint32_t n = self.dirty_[first + k];
        Book::Node& node = book.node(n);
        PairTest<D, T>& test = self.tests_[stored];
        const auto save = [&](const PairCache& cache, std::uint32_t index) {
          self.save_cache(first + k, cache, index);
        };
        contacts.test(n, node, objects, rules, test, save);
        const bool written = contacts.write_in_place(n, node, test, objects, rules.options);
        self.outcomes_[k] = written ? outcome_of(node) : std::uint8_t(kUnwritten);
        stored += written ? 0 : 1;
      }
    }
    Status write_rest(std::size_t first, std::uint32_t count) const {
      std::uint32_t stored = 0;
      for (std::uint32_t k = 0; k < count; ++k) {
        if (k % kTestsPerJob == 0) stored = k;
        const std::uint8_t outcome = self.outcomes_[k];
        if (outcome == 0) continue;
        const Status status = take_outcome(outcome, self.dirty_[first + k], self.tests_[stored]);
        if (status != Status::ok) return status;
        stored += outcome == kUnwritten ? 1 : 0;
      }
      return Status::ok;
    }
    Status take_outcome(std::uint8_t outcome, std::uint32_t n, const PairTest<D, T>& test) const {
      if (outcome == kUnwritten) {
        Book::Node& node = book.node(n);
        const Status status = contacts.write(n, node, test, objects, rules.options);
        if (status != Status::ok) return status;
        outcome = outcome_of(node);
      }
      if ((outcome & kHasChanged) != 0) append(self.changed_, n);
      const bool ok = (outcome & kRestated) == 0 || self.restated_.push_back(n);
      return ok ? Status::ok : Status::out_of_memory;
    }

    // Prefetches the data of later tests.
    void prefetch_ends(std::size_t k) const {
      if (k + Store::kAhead < self.dirty_.size()) prefetch_ends_of(self.dirty_[k + Store::kAhead]);
    }
    // The node may be another job's: its slots do not change meanwhile, its flags do. Free nodes
    // keep their slots, except those of a snapshot.
    void prefetch_ends_of(std::uint32_t n) const {
      const Book::Node& node = book.node(n);
      if (node.a == Book::kNone) return;
      objects.prefetch_slot(node.a);
      objects.prefetch_slot(node.b);
    }
  };

  // An empty cache, as of shapes that need none, takes a byte and no copy.
  void save_cache(std::size_t k, const PairCache& cache, std::uint32_t index) {
    saved_[k] = index == Book::kNone ? kWasEmpty : kWasFull;
    if (saved_[k] == kWasFull) old_caches_[index] = cache;
  }

  std::size_t tested_ = 0;
  Buffer<std::uint32_t> dirty_;
  Buffer<std::uint32_t> changed_;
  Buffer<std::uint32_t> restated_;
  Buffer<Saved> saved_;  // of the dirty nodes; empty after commit()
  // From here on nothing is read in a frame of few moved objects and boxes only.
  Buffer<Count> passes_;
  Buffer<PairTest<D, T>> tests_;
  Buffer<std::uint8_t> outcomes_;
  Buffer<PairCache> old_caches_;  // of the dirty nodes, by cache index
};

}  // namespace masu::detail
