// SPDX-License-Identifier: MIT
// A model of the pair rules of a world: exclusions, and a pair filter that records its calls.
#pragma once

#include <iterator>
#include <map>
#include <set>
#include <utility>

#include <masu/world/pair_candidate.hpp>

#include "scenes/generators/pcg32.hpp"

namespace masu::test {

// Two handles, the smaller slot first.
using HandlePair = std::pair<std::uint64_t, std::uint64_t>;
inline std::uint64_t number_of(Handle h) {
  return std::uint64_t(h.index) << 32 | h.generation;
}
inline HandlePair handle_pair(Handle a, Handle b) {
  return {number_of(a), number_of(b)};
}

class PairRulesModel {
 public:
  struct FilterCall {
    std::uint64_t a = 0;  // user data
    std::uint64_t b = 0;
    int times = 0;  // in this update
  };

  // As a pair filter: refuses a third, others at each question.
  bool operator()(const PairCandidate& c) {
    const HandlePair pair = handle_pair(c.a, c.b);
    out_of_order_ = out_of_order_ || c.a.index >= c.b.index || (!calls_.empty() && pair <= last_);
    last_ = pair;
    FilterCall& call = calls_[pair];
    call = {c.user_data_a, c.user_data_b, call.times + 1};
    return results_[pair] = random_.below(3) != 0;
  }
  bool is_on() const { return on_; }
  void set_on(bool on) {
    on_ = on;
    results_.clear();
    all_due_ = true;
  }
  // Also of a pair that was never asked about.
  bool result(const HandlePair& pair) const {
    const auto it = results_.find(pair);
    return !on_ || it == results_.end() || it->second;
  }
  bool has_result(const HandlePair& pair) const { return results_.contains(pair); }

  const std::set<HandlePair>& excluded() const { return excluded_; }
  bool is_excluded(Handle a, Handle b) const { return excluded_.contains(ordered(a, b)); }
  void set_excluded(Handle a, Handle b, bool on) {
    const HandlePair pair = ordered(a, b);
    on ? (void)excluded_.insert(pair) : (void)excluded_.erase(pair);
    pairs_due_.insert(pair);
  }
  std::pair<Handle, Handle> any_excluded(scenes::Pcg32& random) const {
    auto it = excluded_.begin();
    std::advance(it, random.below(std::uint32_t(excluded_.size())));
    return {handle_of(it->first), handle_of(it->second)};
  }
  // The object was removed.
  void forget(Handle h) {
    std::erase_if(excluded_, [&](const HandlePair& p) {
      return p.first == number_of(h) || p.second == number_of(h);
    });
  }

  // The next update() may ask again about pairs of an object, or must.
  void may_call(Handle h) { due_.insert(number_of(h)); }
  void must_call(Handle h) { due_.insert(number_of(h)), must_.insert(number_of(h)); }
  void begin_update() {
    calls_.clear();
    out_of_order_ = false;
  }
  void end_update() {
    due_.clear();
    must_.clear();
    pairs_due_.clear();
    all_due_ = false;
  }
  const std::map<HandlePair, FilterCall>& calls() const { return calls_; }
  bool out_of_order() const { return out_of_order_; }
  bool all_due() const { return all_due_; }
  bool was_due(const HandlePair& p) const {
    return all_due_ || pairs_due_.contains(p) || due_.contains(p.first) || due_.contains(p.second);
  }
  bool had_to_call(const HandlePair& p) const {
    return all_due_ || must_.contains(p.first) || must_.contains(p.second);
  }

 private:
  static HandlePair ordered(Handle a, Handle b) {
    return a.index < b.index ? handle_pair(a, b) : handle_pair(b, a);
  }
  static Handle handle_of(std::uint64_t number) {
    return {std::uint32_t(number >> 32), std::uint32_t(number)};
  }

  bool on_ = false;
  scenes::Pcg32 random_{77};
  std::set<HandlePair> excluded_;
  std::map<HandlePair, bool> results_;  // the last ones
  std::map<HandlePair, FilterCall> calls_;
  HandlePair last_{};
  bool out_of_order_ = false;
  std::set<std::uint64_t> due_;
  std::set<std::uint64_t> must_;
  std::set<HandlePair> pairs_due_;
  bool all_due_ = false;
};

}  // namespace masu::test
