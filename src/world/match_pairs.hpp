// SPDX-License-Identifier: MIT
// MatchPairs: the first step of an update: the pairs that the broad phase reports become nodes of
// the pair book.
#pragma once

#include <utility>

#include <masu/world/detail/any_slot_pairs.hpp>

#include "world/contact_store.hpp"
#include "world/pair_key.hpp"

namespace masu::detail {

// After run() the nodes are the pairs of the broad phase; nodes of pairs that ended stay until the
// last step, marked as `removed`. If run() fails it can be repeated.
template <int D, class T>
class MatchPairs {
 public:
  using Book = PairBook;
  using Store = ObjectStore<D, T>;
  using Rules = TestRules<D, T>;

  explicit MatchPairs(Allocator allocator) : added_(allocator), removed_(allocator) {}

  // `whole`: reads all pairs of the broad phase, since its report was lost.
  Status run(const AnySlotPairs<D, T>& pairs, const Store& objects, const Rules& rules, bool whole,
             Book& book, ContactStore<D, T>& contacts) {
    skip();
    some_ = true;
    whole_ = whole;
    if (!read(pairs)) return Status::out_of_memory;
    find_nodes(removed_, book, rules.options.jobs);
    find_nodes(added_, book, rules.options.jobs);
    keep_if(removed_, [&](const KeyedPair& g) {
      if (g.node == Book::kNone || book.node(g.node).is(Book::kRemoved)) return false;
      book.node(g.node).set(Book::kRemoved, true);
      return true;
    });
    // After a whole list, pairs that it lacks have ended.
    for (std::uint32_t n = 0; whole && n < book.nodes(); ++n) {
      book.node(n).set(Book::kRemoved, book.node(n).alive);
    }
    keep_if(added_, [&](const KeyedPair& f) {
      if (f.node == Book::kNone) return true;
      if (both_fixed(objects, f)) return false;
      book.node(f.node).set(Book::kRemoved, false);
      return false;
    });
    for (std::uint32_t n = 0; whole && n < book.nodes(); ++n) {
      const Book::Node& node = book.node(n);
      if (node.is(Book::kRemoved) && !removed_.push_back({node.a, node.b, n}))
        return Status::out_of_memory;
    }
    if (book.nodes() + added_.size() > Book::kMostNodes) return Status::too_many_objects;
    return add_nodes(objects, rules, book, contacts) ? Status::ok : Status::out_of_memory;
  }
  // Replaces run() if the broad phase has nothing to report.
  void skip() {
    if (!some_) return;
    added_.clear();
    removed_.clear();
    some_ = whole_ = false;
  }

  // Frees memory that only an update with many new pairs needs.
  void release() {
    added_.release();
    removed_.release();
  }

  // Returns whether run() was called and not skip(); else all lists are empty.
  bool some() const { return some_; }
  // Returns whether the last run() read all pairs.
  bool whole() const { return whole_; }
  // Nodes that were added, by slots.
  std::span<const KeyedPair> added() const { return added_; }
  // Nodes whose pairs ended.
  Buffer<KeyedPair>& removed() { return removed_; }
  const Buffer<KeyedPair>& removed() const { return removed_; }

  // A broad phase that does not distinguish fixed objects reports such pairs; they never become
  // nodes.
  static bool both_fixed(const Store& objects, const KeyedPair& pair) {
    return (objects.slot(pair.first).flags & objects.slot(pair.second).flags & kFixed) != 0;
  }

 private:
  static constexpr std::size_t kReportsPerJob = 1024;
  static constexpr std::size_t kAhead = Store::kAhead;

  // Returns false if out of memory.
  bool read(const AnySlotPairs<D, T>& pairs) {
    bool memory = true;
    const auto into = [&](Buffer<KeyedPair>& list) {
      return [&memory, &list](std::span<const Pair> block) {
        memory = memory && list.grow(list.size() + block.size());
        if (!memory) return false;
        KeyedPair* to = list.end();
        for (const Pair& p : block) {
          *to++ = {std::min(p.a, p.b), std::max(p.a, p.b), Book::kNone};
        }
        list.set_size(list.size() + block.size());
        return true;
      };
    };
    auto into_removed = into(removed_);
    auto into_added = into(added_);
    const auto added = BlockTarget<Pair>::blocks(into_added);
    if (whole_) {
      pairs.functions->all(pairs.pairs, added);
    } else {
      pairs.functions->removed(pairs.pairs, BlockTarget<Pair>::blocks(into_removed));
      pairs.functions->added(pairs.pairs, added);
    }
    return memory;
  }
  // Finds the nodes of reports, which come in any order.
  static void find_nodes(Buffer<KeyedPair>& list, const Book& book, const JobSystem& jobs) {
    jobs.for_each_block(list.size(), kReportsPerJob, [&](std::size_t begin, std::size_t end) {
      for (std::size_t k = begin; k < end; ++k) {
        if (k + 2 * kAhead < end) {
          book.prefetch_list(list[k + 2 * kAhead].first);
          book.prefetch_list(list[k + 2 * kAhead].second);
        }
        if (k + kAhead < end) {
          book.prefetch_pair(list[k + kAhead].first, list[k + kAhead].second);
        }
        list[k].node = book.find(list[k].first, list[k].second);
      }
    });
  }
  template <class Condition>
  static void keep_if(Buffer<KeyedPair>& list, Condition&& condition) {
    std::size_t retained = 0;
    for (const KeyedPair& k : list) {
      if (condition(k)) list[retained++] = k;
    }
    list.set_size(retained);
  }
  // Returns false if out of memory.
  bool add_nodes(const Store& objects, const Rules& rules, Book& book,
                 ContactStore<D, T>& contacts) {
    const std::size_t nodes = book.nodes() + added_.size();
    if (!book.reserve(nodes) || !contacts.reserve_nodes(nodes, rules)) return false;
    sort_pairs(added_);
    std::size_t added = 0;
    for (std::size_t k = 0; k < added_.size(); ++k) {
      prefetch_added(objects, book, contacts, k);
      KeyedPair f = added_[k];
      if (both_fixed(objects, f)) continue;
      f.node = book.add(f.first, f.second);
      contacts.start(f.node, rules);
      added_[added++] = f;
    }
    added_.set_size(added);
    return true;
  }
  // Prefetches the data of later pairs.
  void prefetch_added(const Store& objects, const Book& book, const ContactStore<D, T>& contacts,
                      std::size_t k) const {
    if (k + 2 * kAhead < added_.size()) {
      book.prefetch_list(added_[k + 2 * kAhead].first);
      book.prefetch_list(added_[k + 2 * kAhead].second);
    }
    if (k + kAhead >= added_.size()) return;
    const std::uint32_t i = added_[k + kAhead].first;
    const std::uint32_t j = added_[k + kAhead].second;
    book.prefetch_add(i, j, kAhead);
    objects.prefetch_slot(i);
    objects.prefetch_slot(j);
    contacts.prefetch(book.next_node(kAhead));
  }

  Buffer<KeyedPair> added_;
  Buffer<KeyedPair> removed_;
  bool some_ = false;
  bool whole_ = false;
};

}  // namespace masu::detail
