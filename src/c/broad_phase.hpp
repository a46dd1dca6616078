// SPDX-License-Identifier: MIT
// masu_broad_phase: the broad phases of the C interface, and how its calls access them.
#pragma once

#include <variant>

#include <masu/broad_phase/auto_finder.hpp>
#include <masu/world/world_queries.hpp>

#include "c/body.hpp"
#include "c/call.hpp"
#include "c/layout.hpp"
#include "c/object.hpp"
#include "c/restorable_index.hpp"
#include "c/results.hpp"

struct masu_broad_phase : masu::c::Object {
  masu_broad_phase(const masu::c::Memory& storage, std::uint32_t kind_)
      : Object(masu::c::Tag::broad_phase, storage), kind(kind_), pairs(memory().allocator()) {}
  // `method` finds pairs from scratch, or is MASU_AUTOMATIC.
  virtual void use(std::uint32_t method) = 0;
  virtual std::uint32_t method() const = 0;
  virtual const char* advice() const = 0;
  virtual std::size_t size() const = 0;

  std::uint32_t kind;
  masu::PairList pairs;
  masu::detail::BusyCount visitors;  // of the index
  masu::detail::BusyCount searches;  // for pairs
};

namespace masu::c {

template <int D, class T>
class BroadPhaseOf final : public masu_broad_phase {
 public:
  BroadPhaseOf(const Memory& storage, const Period<D, T>& period)
      : masu_broad_phase(storage, kKind<D, T>),
        index(memory().allocator()),
        period_(period),
        finder_(AutoFinder<D, T>(memory().allocator())) {}
  void destroy() override { destroy_as(this); }

  void use(std::uint32_t method) override {
    const Allocator a = memory().allocator();
    switch (method) {
      case MASU_ALL_PAIRS: finder_.template emplace<AllPairs<D, T>>(); break;
      case MASU_SWEEP_AND_PRUNE: finder_.template emplace<SweepAndPrune<D, T>>(a); break;
      case MASU_SORTED_ORTHTREE: finder_.template emplace<SortedOrthtree<D, T>>(a); break;
      case MASU_BVH: finder_.template emplace<Bvh<D, T>>(a); break;
      default: finder_.template emplace<AutoFinder<D, T>>(a); break;
    }
  }
  std::uint32_t method() const override {
    if (const auto* chosen = std::get_if<AutoFinder<D, T>>(&finder_)) {
      return static_cast<std::uint32_t>(chosen->choice().method);
    }
    return static_cast<std::uint32_t>(finder_.index());  // in the order of BroadPhase
  }
  const char* advice() const override {
    const auto* chosen = std::get_if<AutoFinder<D, T>>(&finder_);
    return chosen == nullptr ? "" : chosen->choice().why;
  }
  std::size_t size() const override { return index.size(); }

  SearchResult find(BoxSpan<D, T> boxes, PairOptions<D, T> options) {
    options.period = period_;
    return search([&](auto& f) { return f.find_pairs(boxes, pairs, options); });
  }
  SearchResult find_between(BoxSpan<D, T> a, BoxSpan<D, T> b, PairOptions<D, T> options) {
    options.period = period_;
    return search([&](auto& f) { return f.find_pairs_between(a, b, pairs, options); });
  }
  Status build(BoxSpan<D, T> boxes, std::span<const Filter> filters) {
    return index.build(boxes, {filters, period_});
  }

  RestorableIndex<D, T> index;

 private:
  template <class Search>
  SearchResult search(Search&& ask) {
    pairs.clear();
    const SearchResult r = std::visit(ask, finder_);
    if (r.status != Status::ok) pairs.clear();
    return r;
  }

  Period<D, T> period_;
  std::variant<AllPairs<D, T>, SweepAndPrune<D, T>, SortedOrthtree<D, T>, Bvh<D, T>,
               AutoFinder<D, T>>
      finder_;
};

inline masu_status check_broad_phase(const masu_broad_phase* broad_phase) {
  if (broad_phase == nullptr) return MASU_OUT_OF_RANGE;
  return broad_phase->tag() == Tag::broad_phase ? MASU_OK : MASU_WRONG_FORMAT;
}
// Calls f(BroadPhaseOf<D, T>&), which returns a status of C or C++, if it is of that kind.
template <int D, class T, class F>
masu_status on(const masu_broad_phase* broad_phase, F&& f) {
  const masu_status status = check_broad_phase(broad_phase);
  if (status != MASU_OK) return status;
  if (broad_phase->kind != kKind<D, T>) return MASU_WRONG_FORMAT;
  return code(f(*static_cast<BroadPhaseOf<D, T>*>(const_cast<masu_broad_phase*>(broad_phase))));
}

}  // namespace masu::c
