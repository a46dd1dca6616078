// SPDX-License-Identifier: MIT
// Pairs of objects, and where a finder delivers them.
#pragma once

#include <compare>
#include <concepts>
#include <cstdint>
#include <span>
#include <type_traits>

#include <masu/core/buffer.hpp>
#include <masu/core/query_stats.hpp>
#include <masu/core/status.hpp>

namespace masu {

// Two objects by index in the input, a < b; between two sets: a in the first, b in the second.
struct Pair {
  std::uint32_t a;
  std::uint32_t b;
  friend constexpr auto operator<=>(const Pair&, const Pair&) = default;
};

// A list of pairs, to be given as a sink.
using PairList = Buffer<Pair>;

// Counts and throws away; the fastest way to ask "how many". A search adds to what it holds.
struct CountPairs {
  std::uint64_t count = 0;
};

// What comes back from every search: how it ended, and the work it took.
struct [[nodiscard]] SearchResult {
  Status status = Status::ok;
  QueryStats stats;
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

// The finder's end of a sink: put() pair by pair, with the outcome kept in `status`.
template <PairSink Sink>
class PairOutput {
 public:
  // Into this sink.
  explicit PairOutput(Sink& sink) : sink_(sink) {
    if constexpr (kList) sink_.clear();
  }

  // False: stop, status() says why.
  bool put(std::uint32_t a, std::uint32_t b) {
    return put(std::span<const Pair>(&(scratch_ = {a, b}), 1));
  }

  // results() counts what was delivered, the pair at which the sink stopped included.
  bool put(std::span<const Pair> block) {
    if constexpr (kList) {
      const std::size_t old = sink_.size();
      if (!sink_.resize(old + block.size())) return fail(Status::out_of_memory);
      for (std::size_t i = 0; i < block.size(); ++i) sink_[old + i] = block[i];
    } else if constexpr (kCount) {
      sink_.count += block.size();
    } else if constexpr (!std::invocable<Sink&, std::span<const Pair>>) {
      for (const Pair& p : block) {
        ++results_;
        if (!goes_on(sink_, p.a, p.b)) return fail(Status::stopped);
      }
      return true;
    }
    results_ += block.size();
    if constexpr (std::invocable<Sink&, std::span<const Pair>>) {
      if (!goes_on(sink_, block)) return fail(Status::stopped);
    }
    return true;
  }

  Status status() const { return status_; }
  std::uint64_t results() const { return results_; }

 private:
  static constexpr bool kList = std::same_as<std::remove_cvref_t<Sink>, PairList>;
  static constexpr bool kCount = std::same_as<std::remove_cvref_t<Sink>, CountPairs>;

  bool fail(Status status) {
    status_ = status;
    return false;
  }

  Sink& sink_;
  Pair scratch_{};
  Status status_ = Status::ok;
  std::uint64_t results_ = 0;
};

}  // namespace masu
