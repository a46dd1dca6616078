// SPDX-License-Identifier: MIT
// How compiled searches call visitors of any type.
#pragma once

#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>

#include <masu/core/function_ref.hpp>
#include <masu/core/platform.hpp>
#include <masu/core/query_stats.hpp>
#include <masu/core/status.hpp>

namespace masu {

// Result of a search: its status and counters.
struct [[nodiscard]] SearchResult {
  Status status = Status::ok;  // ok, or why the search ended early
  QueryStats stats{};          // work done until then
};

// Calls `f(args...)` and returns whether the search goes on: true for a function that returns void.
template <class F, class... Args>
constexpr bool goes_on(F&& f, Args&&... args) {
  if constexpr (std::is_void_v<std::invoke_result_t<F, Args...>>) {
    f(std::forward<Args>(args)...);
    return true;
  } else {
    return static_cast<bool>(f(std::forward<Args>(args)...));
  }
}

// Calls item.report_to(visit) if the item has it, such as visit(id, t); otherwise visit(item).
struct VisitItem {
  // Calls the visitor once.
  template <class Visit, class Item>
  auto operator()(Visit& visit, const Item& item) const {
    if constexpr (requires { item.report_to(visit); }) {
      return item.report_to(visit);
    } else {
      return visit(item);
    }
  }
};

// Receives blocks of results: a function and the object it is called with.
template <class Item>
struct BlockTarget {
  using Block = std::span<const Item>;  // results that come together
  // Takes a block. Adds the number of items that it delivered to `results`. Returns Status::ok, or
  // the reason to stop the search.
  using Take = Status (*)(void* object, Block block, std::uint64_t& results);

  void* object;  // passed to `take`
  Take take;     // called with `object`
  // Whether `take` may stop the search, and so should receive the first results early.
  bool may_stop = false;

  // Creates a target with your own function.
  BlockTarget(void* of, Take takes, bool stops = false)
      : object(of), take(takes), may_stop(stops) {}
  // Converts from a visitor, as each() does. A temporary visitor lives until the search returns.
  template <class Visit>
  requires(!std::is_same_v<std::remove_cvref_t<Visit>, BlockTarget>) BlockTarget(Visit&& visit)
      : BlockTarget(each(visit)) {}

  // Calls unpack(visit, item) for each item; Unpack is a function object without state. The visitor
  // may return false to stop, and must outlive the target.
  template <class Unpack = VisitItem, class Visit>
  static BlockTarget each(Visit& visit) {
    constexpr bool kMayStop = !std::is_void_v<std::invoke_result_t<Unpack, Visit&, const Item&>>;
    const auto each_item = [](void* target, Block block, std::uint64_t& results) {
      Visit& visitor = detail::restored<Visit>(target);
      std::size_t seen = 0;
      bool on = true;
      while (on && seen < block.size()) on = goes_on(Unpack{}, visitor, block[seen++]);
      results += seen;
      return on ? Status::ok : Status::stopped;
    };
    return {detail::erased(visit), each_item, kMayStop};
  }
  // Calls take(block), which may return false to stop.
  template <class F>
  static BlockTarget blocks(F& f) {
    const auto whole_block = [](void* target, Block block, std::uint64_t& results) {
      results += block.size();
      return goes_on(detail::restored<F>(target), block) ? Status::ok : Status::stopped;
    };
    return {detail::erased(f), whole_block};
  }
};

}  // namespace masu
