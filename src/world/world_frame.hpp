// SPDX-License-Identifier: MIT
// WorldFrame: an update of a world's pairs, in five steps: match the pairs of the broad phase,
// exclude some, test shapes, sweep, commit.
#pragma once

#include "world/commit_pairs.hpp"
#include "world/pair_rules.hpp"
#include "world/sweep_pairs.hpp"
#include "world/test_shapes.hpp"

namespace masu::detail {

// match() or match_nothing(), then exclude(), test() and prepare_commit() may fail, and can be
// repeated from the first on; commit() cannot fail. Before it no results that users see change,
// except contacts.
template <int D, class T>
class WorldFrame {
 public:
  using Book = PairBook;
  using Store = ObjectStore<D, T>;
  using Impact = WorldImpact<D, T>;
  using Rules = TestRules<D, T>;

  explicit WorldFrame(Allocator allocator)
      : book_(allocator),
        match_(allocator),
        tests_(allocator),
        commit_(allocator),
        sweeps_(allocator),
        contacts_(allocator) {}

  PairBook& book() { return book_; }
  const PairBook& book() const { return book_; }
  ContactStore<D, T>& contacts() { return contacts_; }
  const ContactStore<D, T>& contacts() const { return contacts_; }

  std::span<const EndedPair> ended() const { return commit_.ended(); }
  std::span<const Impact> crossed() const { return sweeps_.crossed(); }
  std::span<const Impact> impacts() const { return sweeps_.impacts(); }
  // Returns whether the last commit() found pairs that began or ended, or impacts.
  bool has_events() const { return book_.began() != 0 || commit_.has_ended() || sweeps_.some(); }
  // Pairs tested in the last update.
  std::size_t tested() const { return tests_.tested(); }

  Status match(const AnySlotPairs<D, T>& pairs, const Store& objects, const Rules& rules,
               PairRules<D, T>& pair_rules, bool whole) {
    const Status status = match_.run(pairs, objects, rules, whole, book_, contacts_);
    const bool ruled = status == Status::ok && pair_rules.any(objects);
    return ruled ? list_ruled(objects, pair_rules) : status;
  }
  void match_nothing() { match_.skip(); }
  // Applies the rules to pairs whose rules may have changed. out_of_memory; stopped: the pair
  // filter returned that. Exceptions of the filter pass through.
  Status exclude(const Store& objects, const PairRules<D, T>& rules) {
    const bool none = !rules.all_asked() && book_.rechecks().empty();
    return none ? Status::ok : exclude_some(objects, rules);
  }
  // `sweeps`: some object is a sensor or continuous.
  Status test(const Store& objects, const Rules& rules, bool sweeps) {
    sweeps_.start(sweeps);
    const Status status = tests_.run(objects, rules, match_, sweeps, book_, contacts_);
    if (status != Status::ok || !sweeps) return status;
    return sweeps_.run(tests_.dirty(), objects, rules, book_);
  }
  // Returns false if out of memory.
  bool prepare_commit(const JobSystem& jobs) {
    return commit_.prepare(match_, tests_, book_, jobs);
  }
  void commit(const Store& objects) {
    tests_.commit();
    commit_.commit(objects, match_, tests_, book_, contacts_);
    sweeps_.commit();
  }
  // Frees lists after the commit() of an update in which most objects were new: their length is not
  // needed again.
  MASU_NOINLINE void release() {
    if (match_.added().size() <= kManyPairs) return;
    match_.release();
    tests_.release();
    commit_.release();
    book_.release_rechecks();
  }

  // `failed`: the last results are not yet in the rows.
  bool validate(const Store& objects, const PairRules<D, T>& rules, bool failed) const {
    bool ok = book_.validate();
    for (std::uint32_t n = 0; ok && n < book_.nodes(); ++n) {
      const Book::Node& node = book_.node(n);
      if (!node.alive) continue;
      const bool moved = TestShapes<D, T>::has_moved(objects, node);
      const WorldPair* const row = node.row == Book::kNone ? nullptr : &book_.rows()[node.row];
      // Removed objects have no group any more.
      const bool removed = !objects.alive(node.a) || !objects.alive(node.b);
      ok = node.a < node.b && node.b < objects.slots() && !node.is(Book::kListed) &&
           (row == nullptr ||
            (row->a == objects.handle(node.a) && row->b == objects.handle(node.b))) &&
           (moved || !MatchPairs<D, T>::both_fixed(objects, {node.a, node.b, n})) &&
           (failed || node.untested || node.touching == (node.row != Book::kNone)) &&
           (failed || node.recheck || removed ||
            (node.is(Book::kExcluded) ? row == nullptr : !rules.forbids(objects, node.a, node.b)));
    }
    return ok;
  }

 private:
  static constexpr std::size_t kManyPairs = 4096;

  MASU_NOINLINE Status exclude_some(const Store& objects, const PairRules<D, T>& rules) {
    if (rules.all_asked() && !recheck_all()) return Status::out_of_memory;
    book_.sort_rechecks();
    for (const std::uint32_t n : book_.rechecks()) {
      if (book_.node(n).is(Book::kRemoved)) continue;
      const std::uint32_t i = book_.node(n).a;
      const std::uint32_t j = book_.node(n).b;
      const int allowed = rules.forbids(objects, i, j) ? 0 : rules.ask(objects, i, j);
      if (allowed < 0) return Status::stopped;
      set_excluded(n, allowed == 0);
    }
    return Status::ok;
  }
  // Lists new pairs that the rules may exclude.
  MASU_NOINLINE Status list_ruled(const Store& objects, PairRules<D, T>& rules) {
    if (!book_.reserve_rechecks(match_.added().size())) {
      rules.check_all();  // the next update will not see added nodes as new
      return Status::out_of_memory;
    }
    for (const KeyedPair& f : match_.added()) {
      if (rules.has_filter() || rules.forbids(objects, f.first, f.second)) {
        book_.recheck(f.node);
      }
    }
    return Status::ok;
  }
  // Returns false if out of memory.
  bool recheck_all() {
    if (!book_.reserve_rechecks(book_.live_nodes())) return false;
    for (std::uint32_t n = 0; n < book_.nodes(); ++n) {
      if (book_.node(n).alive) book_.recheck(n);
    }
    return true;
  }
  // An excluded pair is not tested; one that is no longer excluded counts as new.
  void set_excluded(std::uint32_t n, bool excluded) {
    Book::Node& node = book_.node(n);
    if (node.is(Book::kExcluded) == excluded) return;
    node.set(Book::kExcluded, excluded);
    if (!excluded) {
      node.untested = true;
      return;
    }
    node.touching = false;
    node.status = Status::ok;
    contacts_.clear(n);
  }

  // In this order, what a frame without changes reads is in few cache lines: the last members of
  // match_ with the first ones of tests_, and those of commit_ with those of sweeps_.
  PairBook book_;
  MatchPairs<D, T> match_;
  TestShapes<D, T> tests_;
  CommitPairs<D, T> commit_;
  SweepPairs<D, T> sweeps_;
  ContactStore<D, T> contacts_;
};

}  // namespace masu::detail
