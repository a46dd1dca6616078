// SPDX-License-Identifier: MIT
// PairRules: pairs that never collide although their boxes overlap and the filters of the broad
// phase allow it.
#pragma once

#include <optional>

#include <masu/broad_phase/query_results.hpp>
#include <masu/world/pair_candidate.hpp>

#include "world/object_store.hpp"
#include "world/pair_book.hpp"

namespace masu::detail {

// The broad phase has filters only. An object in a positive group may meet what its filter refuses:
// the broad phase gets a filter that refuses nothing, and PairRules decides.
constexpr Filter proxy_filter(const Filter& filter, std::int32_t group) {
  return group > 0 ? Filter{~std::uint64_t(0), ~std::uint64_t(0)} : filter;
}

// A set of pairs of slots; searches use the shorter list, as in PairBook. An empty set takes no
// memory.
class ExcludedPairs {
 public:
  explicit ExcludedPairs(Allocator allocator) : pairs_(allocator) {}

  std::uint32_t size() const { return pairs_.live_nodes(); }
  bool contains(std::uint32_t i, std::uint32_t j) const { return find(i, j) != PairBook::kNone; }
  // Reserves memory for one more. Returns false if out of memory.
  [[nodiscard]] bool reserve(std::uint32_t i, std::uint32_t j) {
    const std::size_t nodes = pairs_.nodes() + std::size_t(1);
    return pairs_.reserve_slots(std::max(i, j) + std::size_t(1)) && pairs_.reserve(nodes) &&
           pairs_.reserve_all_removed();
  }
  // Precondition: reserve(), and the pair is not in the set.
  void add(std::uint32_t i, std::uint32_t j) {
    pairs_.add_slots(std::max(i, j) + std::size_t(1));
    (void)pairs_.add(std::min(i, j), std::max(i, j));
  }
  void remove(std::uint32_t i, std::uint32_t j) {
    const std::uint32_t n = find(i, j);
    if (n != PairBook::kNone) pairs_.remove(n);
  }
  // Removes all pairs of an object.
  void remove_all_of(std::uint32_t i) {
    while (i < pairs_.slots() && pairs_.degree(i) != 0) pairs_.remove(pairs_.first_of(i));
  }
  // Calls f(smaller slot, other slot) for each pair, in no particular order.
  template <class F>
  void for_each(F&& f) const {
    for (std::uint32_t n = 0; n < pairs_.nodes(); ++n) {
      if (pairs_.node(n).alive) f(pairs_.node(n).a, pairs_.node(n).b);
    }
  }

 private:
  std::uint32_t find(std::uint32_t i, std::uint32_t j) const {
    return std::max(i, j) < pairs_.slots() ? pairs_.find(i, j) : PairBook::kNone;
  }

  PairBook pairs_;
};

// The rules of a world for pairs: exclusions, groups (which objects have) and a pair filter.
template <int D, class T>
class PairRules {
 public:
  using Store = ObjectStore<D, T>;

  explicit PairRules(Allocator allocator) : excluded_(allocator) {}

  ExcludedPairs& excluded() { return excluded_; }
  const ExcludedPairs& excluded() const { return excluded_; }
  bool has_filter() const { return filter_.has_value(); }
  void set_filter(const PairFilterRef* accept) {
    filter_ = accept != nullptr ? std::optional(*accept) : std::nullopt;
    check_all();
  }
  void check_all() { all_asked_ = true; }
  // Returns whether the next update must check all pairs.
  bool all_asked() const { return all_asked_; }
  void settle() { all_asked_ = false; }
  // Replaces the exclusions by those of a snapshot. `some`: pairs of it are excluded.
  void restore(ExcludedPairs&& excluded, bool some) {
    excluded_ = std::move(excluded);
    restored_some_ = some;
  }

  // Returns whether some pair may be excluded.
  bool any(const Store& objects) const {
    return excluded_.size() != 0 || objects.grouped() != 0 || filter_ || restored_some_;
  }
  // Returns whether groups or exclusions forbid a pair that the broad phase reports. Symmetric.
  bool forbids(const Store& objects, std::uint32_t i, std::uint32_t j) const {
    if (excluded_.size() != 0 && excluded_.contains(i, j)) return true;
    if (objects.grouped() == 0) return false;
    const std::int32_t a = objects.group(i);
    const std::int32_t b = objects.group(j);
    if (a == b && a != 0) return a < 0;
    return (a > 0 || b > 0) && !accepts(objects.filter(i), objects.filter(j));
  }
  // Asks the pair filter about a pair that no other rule forbids. Returns its answer.
  int ask(const Store& objects, std::uint32_t i, std::uint32_t j) const {
    if (!filter_) return 1;
    return (*filter_)(
        {objects.handle(i), objects.handle(j), objects.user_data(i), objects.user_data(j)});
  }
  // Returns a filter for a search around an object that finds all it may collide with, and possibly
  // more: forbids() decides.
  MaybeFilter search_filter(const Store& objects, std::uint32_t i) const {
    if (objects.grouped() != 0 && objects.group(i) > 0) return {};
    return objects.filter(i);
  }

 private:
  ExcludedPairs excluded_;
  std::optional<PairFilterRef> filter_;
  bool all_asked_ = false;
  bool restored_some_ = false;
};

}  // namespace masu::detail
