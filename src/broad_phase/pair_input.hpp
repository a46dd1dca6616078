// SPDX-License-Identifier: MIT
// Input and output shared by all pair finders: validates and prepares the boxes, and filters the
// pairs on their way to the sink.
#pragma once

#include <masu/broad_phase/pair_options.hpp>
#include <masu/core/pair.hpp>
#include "broad_phase/box_set.hpp"

namespace masu::detail {

// The boxes of one set, or of two sets to search between. A finder works on indices of the sets and
// passes each overlapping pair of indices to a PairJudge once.
template <int D, class T>
class PairInput {
 public:
  explicit PairInput(Allocator allocator) : a_(allocator), b_(allocator) {}

  Status take(BoxSpan<D, T> boxes, const PairOptions<D, T>& options) {
    const Status status = check_one_set(boxes.size(), options);
    if (status != Status::ok) return status;
    two_ = false;
    wraps_ = options.period.any();
    filters_a_ = filters_b_ = options.filters;
    fixed_ = options.fixed;
    return a_.make(boxes, options.period);
  }

  Status take(BoxSpan<D, T> a, BoxSpan<D, T> b, const PairOptions<D, T>& options) {
    Status status = check_two_sets(a.size(), b.size(), options);
    if (status != Status::ok) return status;
    two_ = true;
    wraps_ = options.period.any();
    filters_a_ = options.filters;
    filters_b_ = options.filters_b;
    fixed_ = {};
    status = a_.make(a, options.period);
    return status == Status::ok ? b_.make(b, options.period) : status;
  }

  bool two_sets() const { return two_; }
  const BoxSet<D, T>& a() const { return a_; }
  const BoxSet<D, T>& b() const { return two_ ? b_ : a_; }

  // Returns whether two objects whose boxes overlap may form a pair. Parameters: indices in a() and
  // b().
  bool accepted(std::uint32_t i, std::uint32_t j) const {
    if (!filters_a_.empty() && !accepts(filters_a_[a_.id(i)], filters_b_[b().id(j)])) return false;
    if (!fixed_.empty() && fixed_[a_.id(i)] != 0 && fixed_[a_.id(j)] != 0) return false;
    return !wraps_ || overlap_here(a_, i, b(), j);
  }
  bool accepts_all() const { return filters_a_.empty() && fixed_.empty() && !wraps_; }

 private:
  BoxSet<D, T> a_;
  BoxSet<D, T> b_;
  std::span<const Filter> filters_a_;
  std::span<const Filter> filters_b_;
  std::span<const std::uint8_t> fixed_;  // of a search within one set
  bool two_ = false;
  bool wraps_ = false;
};

// Converts overlapping pairs of indices to pairs of ids. Within one set the smaller id comes first.
template <int D, class T>
class PairJudge {
 public:
  PairJudge(const PairInput<D, T>& input, PairOutput& out)
      : input_(input), accepts_all_(input.accepts_all()), out_(out) {}

  // Takes an index i in a() and j in b(). Returns false to stop the search.
  bool push(std::uint32_t i, std::uint32_t j) {
    if (!accepts_all_ && !input_.accepted(i, j)) return true;
    const std::uint32_t a = input_.a().id(i);
    const std::uint32_t b = input_.b().id(j);
    // No branch: which id is smaller is unpredictable.
    const bool swap = !input_.two_sets() && b < a;
    return out_.push(swap ? b : a, swap ? a : b);
  }

  SearchResult finish(const QueryStats& stats) { return out_.finish(stats); }

 private:
  const PairInput<D, T>& input_;
  bool accepts_all_;
  PairOutput& out_;
};

}  // namespace masu::detail
