// SPDX-License-Identifier: MIT
// How a search that is compiled once delivers its results to visitors that it does not know.
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

// What comes back from every search: how it ended, and the work it took.
struct [[nodiscard]] SearchResult {
  Status status = Status::ok;
  QueryStats stats{};
};

// Calls `f(args...)`; a function that returns nothing never stops the search.
template <class F, class... Args>
constexpr bool goes_on(F&& f, Args&&... args) {
  if constexpr (std::is_void_v<std::invoke_result_t<F, Args...>>) {
    f(std::forward<Args>(args)...);
    return true;
  } else {
    return static_cast<bool>(f(std::forward<Args>(args)...));
  }
}

// Calls visit(item); or item.tell(visit), which calls visit(part, part), if the item has that.
struct VisitItem {
  template <class Visit, class Item>
  auto operator()(Visit& visit, const Item& item) const {
    if constexpr (requires { item.tell(visit); }) {
      return item.tell(visit);
    } else {
      return visit(item);
    }
  }
};

// Receives blocks of results: a function pointer and what it works on.
template <class Item>
struct BlockTarget {
  using Block = std::span<const Item>;
  // Takes a block. Adds the number of items that it delivered to `results`. Returns Status::ok, or
  // the reason to stop the search.
  using Take = Status (*)(void* object, Block block, std::uint64_t& results);

  void* object;
  Take take;
  // Whether it may stop the search, so that it should get its first results early.
  bool may_stop = false;

  BlockTarget(void* of, Take takes, bool stops = false)
      : object(of), take(takes), may_stop(stops) {}
  // A visitor, as each() has it. As a parameter it takes temporaries, too.
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

// Collects results and hands them on in blocks. To a target that may stop the search the first
// block has one result and each block is twice as long as the one before, up to kLargest: stopping
// early saves most of the search, going on costs one indirect call for many results.
template <class Item>
class BlockOutput {
 public:
  static constexpr std::uint32_t kLargest = 128;
  using Block = std::span<const Item>;

  // `one_by_one`: no blocks, so that a trace sees each result between the events that led to it.
  explicit BlockOutput(const BlockTarget<Item>& target, bool one_by_one = false)
      : target_(target),
        limit_(one_by_one || target.may_stop ? 1 : kLargest),
        longest_(one_by_one ? 1 : kLargest) {}
  BlockOutput(const BlockOutput&) = delete;
  BlockOutput& operator=(const BlockOutput&) = delete;

  // False: stop, status() says why.
  bool put(const Item& item) { return put_if(true, item); }
  // Puts the item if it is wanted, without a branch on that.
  bool put_if(bool wanted, const Item& item) {
    block_[size_] = item;
    size_ += wanted ? 1 : 0;
    return size_ < limit_ || flush();
  }
  // Delivers what was put before and this block.
  bool put(Block block) { return flush() && (block.empty() || deliver(block)); }

  // Room for so many more results, kLargest at most, which commit() takes. nullptr: stop.
  Item* room(std::uint32_t count) {
    return size_ + count <= kLargest || flush() ? block_ + size_ : nullptr;
  }
  // Puts the first results that were written to the room. False: stop.
  bool commit(std::uint32_t count) {
    size_ += count;
    return size_ < limit_ || flush();
  }

  // Whether blocks have reached their largest size, so that results may come many at a time.
  bool in_blocks() const { return limit_ == kLargest; }

  // Delivers what is left.
  MASU_NOINLINE bool flush() {
    const std::uint32_t size = std::exchange(size_, 0);
    if (size == 0) return status_ == Status::ok;
    if (limit_ < longest_) limit_ *= 2;
    return deliver(Block(block_, size));
  }
  // Delivers what is left and closes the search.
  SearchResult finish(QueryStats stats) {
    if (size_ != 0 && status_ == Status::ok) flush();
    stats.results = results_;
    return {status_, stats};
  }

  Status status() const { return status_; }
  // How many were delivered, the one at which the target stopped included.
  std::uint64_t results() const { return results_; }

 private:
  bool deliver(Block block) {
    status_ = target_.take(target_.object, block, results_);
    return status_ == Status::ok;
  }

  BlockTarget<Item> target_;
  std::uint32_t limit_;
  std::uint32_t longest_;
  std::uint32_t size_ = 0;
  Status status_ = Status::ok;
  std::uint64_t results_ = 0;
  union {  // so that items with default values are not made in vain
    Item block_[kLargest];
  };
};

}  // namespace masu
