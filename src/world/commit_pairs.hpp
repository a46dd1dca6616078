// SPDX-License-Identifier: MIT
// CommitPairs: the last step of an update: which pairs begin and end, and the rows of the pair
// book.
#pragma once

#include "world/test_shapes.hpp"

namespace masu::detail {

// prepare() may fail and can be repeated; commit() cannot fail. In most frames of few moved objects
// no pair changes: these touch the two flags, and neither the lists nor the code that fills them.
template <int D, class T>
class CommitPairs {
 public:
  using Book = PairBook;
  using Store = ObjectStore<D, T>;

  explicit CommitPairs(Allocator allocator)
      : begins_(allocator), ends_(allocator), ended_next_(allocator), ended_(allocator) {}

  std::span<const EndedPair> ended() const { return ended_; }

  // Returns whether the last commit() found pairs that ended.
  bool has_ended() const { return has_ended_; }

  // Returns false if out of memory.
  bool prepare(MatchPairs<D, T>& matched, const TestShapes<D, T>& tests, Book& book,
               const JobSystem& jobs) {
    quiet_ = !matched.some() && tests.changed().empty() && tests.restated().empty() &&
             book.rechecks().empty();
    return quiet_ || prepare_some(matched, tests, book, jobs);
  }

  void commit(const Store& objects, const MatchPairs<D, T>& matched, const TestShapes<D, T>& tests,
              Book& book, ContactStore<D, T>& contacts) {
    book.begin_rows();
    if (!quiet_) {
      commit_some(objects, matched, tests, book, contacts);
    } else if (has_ended_) {
      ended_.clear();
    }
    has_ended_ = !quiet_ && !ended_.empty();
  }

  // Frees memory that only an update with many new pairs needs.
  void release() {
    begins_.release();
    ends_.release();
    ended_next_.release();
  }

 private:
  static constexpr std::size_t kAhead = Store::kAhead;
  static constexpr std::size_t kFewPairs = 4096;

  MASU_NOINLINE bool prepare_some(MatchPairs<D, T>& matched, const TestShapes<D, T>& tests,
                                  Book& book, const JobSystem& jobs) {
    begins_.clear();
    ends_.clear();
    const std::span<const std::uint32_t> changed = tests.changed();
    Buffer<KeyedPair>& removed = matched.removed();
    if (changed.empty() && removed.empty()) return true;
    if (!begins_.grow(changed.size())) return false;
    for (std::size_t k = 0; k < changed.size(); ++k) {
      if (k + kAhead < changed.size()) book.prefetch_node(changed[k + kAhead]);
      const Book::Node& node = book.node(changed[k]);
      const KeyedPair pair{node.a, node.b, changed[k]};
      if (node.touching) {
        begins_.append_unchecked(pair);
      } else if (!ends_.push_back(pair)) {
        return false;
      }
    }
    for (const KeyedPair& g : removed) {
      const Book::Node& node = book.node(g.node);
      const bool ends = node.is(Book::kRemoved) && node.row != Book::kNone;
      if (ends && !ends_.push_back(g)) return false;
    }
    // Few pairs end in the update in which most begin, so the lists of the former grow as needed.
    if (!ended_next_.grow(ends_.size()) || !book.reserve_began(begins_.size()) ||
        !book.reserve_removed(removed.size())) {
      return false;
    }
    Buffer<KeyedPair>* const lists[] = {&begins_, &ends_, &removed};
    auto job = [&](std::uint32_t k) { sort_pairs(*lists[k]); };
    const bool many = begins_.size() + ends_.size() > kFewPairs;
    (many ? jobs : JobSystem{}).for_each(3, job);
    return true;
  }
  MASU_NOINLINE void commit_some(const Store& objects, const MatchPairs<D, T>& matched,
                                 const TestShapes<D, T>& tests, Book& book,
                                 ContactStore<D, T>& contacts) {
    if (!ends_.empty() || !ended_.empty()) end_pairs(objects, book);
    if (matched.whole()) {
      for (std::uint32_t n = 0; n < book.nodes(); ++n) book.node(n).untested = false;
    }
    for (const KeyedPair& f : matched.added()) book.node(f.node).untested = false;
    book.end_rechecks();
    for (const std::uint32_t n : tests.restated()) {
      if (book.node(n).row != Book::kNone) book.set_status(n);
    }
    for (const KeyedPair& b : begins_) {
      book.begin(b.node, objects.handle(b.first), objects.handle(b.second));
    }
    const Buffer<KeyedPair>& removed = matched.removed();
    for (std::size_t k = 0; k < removed.size(); ++k) {
      prefetch_removed(removed, k, book, contacts);
      const std::uint32_t n = removed[k].node;
      if (!book.node(n).is(Book::kRemoved)) continue;
      contacts.end(n);
      book.remove(n);
    }
  }
  void end_pairs(const Store& objects, Book& book) {
    ended_next_.clear();
    for (std::size_t k = 0; k < ends_.size(); ++k) {
      prefetch_end(objects, book, k);
      const Book::Node& node = book.node(ends_[k].node);
      ended_next_.append_unchecked({objects.handle(node.a), objects.handle(node.b),
                                    objects.user_data(node.a), objects.user_data(node.b)});
      book.end(ends_[k].node);
    }
    std::swap(ended_, ended_next_);
  }
  void prefetch_end(const Store& objects, const Book& book, std::size_t k) const {
    if (k + 2 * kAhead < ends_.size()) book.prefetch_node(ends_[k + 2 * kAhead].node);
    if (k + kAhead >= ends_.size()) return;
    const Book::Node& node = book.node(ends_[k + kAhead].node);
    objects.prefetch_user_data(node.a);
    objects.prefetch_user_data(node.b);
  }
  static void prefetch_removed(const Buffer<KeyedPair>& removed, std::size_t k, const Book& book,
                               const ContactStore<D, T>& contacts) {
    if (k + 2 * kAhead < removed.size()) book.prefetch_node(removed[k + 2 * kAhead].node);
    if (k + kAhead >= removed.size()) return;
    book.prefetch_neighbours(removed[k + kAhead].node);
    contacts.prefetch(removed[k + kAhead].node);
  }

  Buffer<KeyedPair> begins_;
  Buffer<KeyedPair> ends_;
  Buffer<EndedPair> ended_next_;
  Buffer<EndedPair> ended_;
  bool quiet_ = false;  // the last prepare() found that no pair changes
  bool has_ended_ = false;
};

}  // namespace masu::detail
