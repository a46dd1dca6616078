// SPDX-License-Identifier: MIT
// masu/boxes instead of src/c/broad_phase.hpp: an index alone. Pairs are found by
// exports/finder.cpp.
#pragma once

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
  virtual std::size_t size() const = 0;

  void use(std::uint32_t) {}
  std::uint32_t method() const { return MASU_BVH; }
  const char* advice() const { return ""; }

  std::uint32_t kind;
  masu::PairList pairs;
  masu::detail::BusyCount visitors;
  masu::detail::BusyCount searches;
};

namespace masu::c {

template <int D, class T>
class BroadPhaseOf final : public masu_broad_phase {
 public:
  BroadPhaseOf(const Memory& storage, const Period<D, T>& period)
      : masu_broad_phase(storage, kKind<D, T>), index(memory().allocator()), period_(period) {}
  void destroy() override { destroy_as(this); }
  std::size_t size() const override { return index.size(); }

  SearchResult find(BoxSpan<D, T>, const PairOptions<D, T>&) { return {Status::wrong_format, {}}; }
  SearchResult find_between(BoxSpan<D, T>, BoxSpan<D, T>, const PairOptions<D, T>&) {
    return {Status::wrong_format, {}};
  }
  Status build(BoxSpan<D, T> boxes, std::span<const Filter> filters) {
    return index.build(boxes, {filters, period_});
  }

  RestorableIndex<D, T> index;

 private:
  Period<D, T> period_;
};

inline masu_status check_broad_phase(const masu_broad_phase* broad_phase) {
  if (broad_phase == nullptr) return MASU_OUT_OF_RANGE;
  return broad_phase->tag() == Tag::broad_phase ? MASU_OK : MASU_WRONG_FORMAT;
}
template <int D, class T, class F>
masu_status on(const masu_broad_phase* broad_phase, F&& f) {
  const masu_status status = check_broad_phase(broad_phase);
  if (status != MASU_OK) return status;
  if (broad_phase->kind != kKind<D, T>) return MASU_WRONG_FORMAT;
  return code(f(*static_cast<BroadPhaseOf<D, T>*>(const_cast<masu_broad_phase*>(broad_phase))));
}

}  // namespace masu::c
