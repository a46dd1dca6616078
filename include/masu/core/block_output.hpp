// SPDX-License-Identifier: MIT
// How compiled searches deliver their results: Pair and BlockOutput.
#pragma once

#include <compare>

#include <masu/core/block_target.hpp>

namespace masu {

// Two objects as indices into the input, a < b; for two sets a is in the first, b in the second.
struct Pair {
  std::uint32_t a;  // index of the first object
  std::uint32_t b;  // index of the second object

  // Calls visit(a, b).
  template <class Visit>
  auto report_to(Visit& visit) const -> decltype(visit(a, b)) {
    return visit(a, b);
  }
  friend constexpr auto operator<=>(const Pair&, const Pair&) = default;  // orders by a, then by b
};

// Collects results and delivers them in blocks. For a target that may stop the search the first
// block has one result and each block is twice as long as the one before, up to kLargest: stopping
// early saves most of the search, going on costs one indirect call for many results. For searches
// of your own that deliver results as the library's do.
//
//    masu::BlockOutput<std::uint32_t> output(target);
//    for (const std::uint32_t id : corners) {
//      if (!output.push(id)) break;
//    }
//    use(output.finish({}).status);
//
// It allocates nothing. Threads: it belongs to the thread that searches.
template <class Item>
class BlockOutput {
 public:
  static constexpr std::uint32_t kLargest = 128;  // results of a block
  using Block = std::span<const Item>;            // results that are delivered together

  // `one_by_one`: no blocks, so that a trace sees each result between the events that led to it.
  explicit BlockOutput(const BlockTarget<Item>& target, bool one_by_one = false)
      : target_(target),
        limit_(one_by_one || target.may_stop ? 1 : kLargest),
        longest_(one_by_one ? 1 : kLargest) {}
  BlockOutput(const BlockOutput&) = delete;
  BlockOutput& operator=(const BlockOutput&) = delete;

  // Adds a result. Returns false if the search must stop; status() says why.
  bool push(const Item& item) { return push_if(true, item); }
  // Adds the item if `include`, without a branch.
  bool push_if(bool include, const Item& item) {
    block_[size_] = item;
    size_ += include ? 1 : 0;
    return size_ < limit_ || flush();
  }
  // Delivers the results so far and this block.
  bool push(Block block) { return flush() && (block.empty() || deliver(block)); }

  // Returns space for `count` more results, at most kLargest, to be written and then added by
  // commit(); nullptr if the search must stop.
  Item* reserve(std::uint32_t count) {
    return size_ + count <= kLargest || flush() ? block_ + size_ : nullptr;
  }
  // Adds the first `count` results written to that space. Returns false if the search must stop.
  bool commit(std::uint32_t count) {
    size_ += count;
    return size_ < limit_ || flush();
  }

  // Returns whether blocks have reached their largest size.
  bool in_blocks() const { return limit_ == kLargest; }

  // Delivers the results not yet delivered.
  MASU_NOINLINE bool flush() {
    const std::uint32_t size = std::exchange(size_, 0);
    if (size == 0) return status_ == Status::ok;
    if (limit_ < longest_) limit_ *= 2;
    return deliver(Block(block_, size));
  }
  // Delivers the results not yet delivered and returns the result of the search. The status is
  // status().
  SearchResult finish(QueryStats stats) {
    if (size_ != 0 && status_ == Status::ok) flush();
    stats.results = results_;
    return {status_, stats};
  }

  Status status() const { return status_; }  // ok, or why the search must stop
  // Returns the number of results delivered, including the one at which the target stopped.
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
