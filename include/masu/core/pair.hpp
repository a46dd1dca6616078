// SPDX-License-Identifier: MIT
// Pair sinks: where a search for pairs delivers its results.
#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <type_traits>

#include <masu/core/block_output.hpp>
#include <masu/core/buffer.hpp>

namespace masu {

// A list of pairs; as a sink it is cleared, then filled.
using PairList = Buffer<Pair>;

// Counts pairs without storing them: the fastest sink. A search adds to `count`.
struct CountPairs {
  std::uint64_t count = 0;  // pairs found
};

// A sink takes each unordered pair once. It is one of
//   - a PairList: cleared, then filled;
//   - CountPairs: added to;
//   - a function of (std::uint32_t a, std::uint32_t b);
//   - a function of std::span<const Pair>, called with blocks.
// A function may return bool: false stops the search.
template <class Sink>
concept PairSink = std::same_as<std::remove_cvref_t<Sink>, PairList> ||
    std::same_as<std::remove_cvref_t<Sink>, CountPairs> ||
    std::invocable<Sink&, std::uint32_t, std::uint32_t> ||
    std::invocable<Sink&, std::span<const Pair>>;

// Refers to any PairSink, for searches that are compiled once. As a parameter it takes temporaries,
// too. Use it as the parameter of a pair finder of your own; pass sinks to the library's finders as
// they are.
//
//    masu::PairList list;  // or CountPairs, or a function
//    const masu::PairTarget sink(list);
//
// A few pointers. Threads: it belongs to the thread that searches.
class PairTarget {
 public:
  // Refers to the sink.
  template <PairSink Sink>
  requires(!std::same_as<std::remove_cvref_t<Sink>, PairTarget>) PairTarget(Sink&& sink)
      : blocks_(target(sink)) {
    if constexpr (std::same_as<std::remove_cvref_t<Sink>, PairList>) list_ = &sink;
    if constexpr (std::same_as<std::remove_cvref_t<Sink>, CountPairs>) count_ = &sink;
  }

 private:
  friend class PairOutput;

  template <class Sink>
  static BlockTarget<Pair> target(Sink& sink) {
    if constexpr (std::same_as<std::remove_cv_t<Sink>, PairList>) {
      return {&sink, &append};
    } else if constexpr (std::same_as<std::remove_cv_t<Sink>, CountPairs>) {
      return {&sink, &add_up};
    } else if constexpr (std::invocable<Sink&, std::span<const Pair>>) {
      return BlockTarget<Pair>::blocks(sink);
    } else {
      return BlockTarget<Pair>::each(sink);
    }
  }
  static Status append(void* target, std::span<const Pair> block, std::uint64_t& results) {
    PairList& list = *static_cast<PairList*>(target);
    const std::size_t old = list.size();
    if (!list.resize(old + block.size())) return Status::out_of_memory;
    for (std::size_t i = 0; i < block.size(); ++i) list[old + i] = block[i];
    results += block.size();
    return Status::ok;
  }
  static Status add_up(void* target, std::span<const Pair> block, std::uint64_t& results) {
    static_cast<CountPairs*>(target)->count += block.size();
    results += block.size();
    return Status::ok;
  }

  BlockTarget<Pair> blocks_;
  PairList* list_ = nullptr;
  CountPairs* count_ = nullptr;
};

// Delivers pairs to any PairSink. A list is cleared first. For pair finders of your own.
//
//    masu::PairOutput output(sink);
//    if (output.push_ordered(7, 3)) output.flush();
//
// It allocates nothing, except that a list grows. Threads: it belongs to the thread that searches.
class PairOutput : public BlockOutput<Pair> {
 public:
  // `one_by_one`: see BlockOutput.
  explicit PairOutput(const PairTarget& sink, bool one_by_one = false)
      : BlockOutput(sink.blocks_, one_by_one), list_(sink.list_), count_(sink.count_) {
    if (list_ != nullptr) list_->clear();
  }

  using BlockOutput::push;
  bool push(std::uint32_t a, std::uint32_t b) { return push(Pair{a, b}); }  // false: stop
  // Pushes the pair with the smaller index first. Returns false to stop the search.
  bool push_ordered(std::uint32_t a, std::uint32_t b) { return a < b ? push(a, b) : push(b, a); }

  // Returns the sink if it is a list, else nullptr; for a search that writes into the list by
  // itself.
  PairList* list() const { return list_; }
  // Returns the sink if it counts, else nullptr.
  CountPairs* counter() const { return count_; }

 private:
  PairList* list_;
  CountPairs* count_;
};

}  // namespace masu
