// SPDX-License-Identifier: MIT
// MoverTarget: the callbacks by which an index reports the partners of its moved objects.
#pragma once

#include <cstdint>
#include <span>

#include <masu/core/function_ref.hpp>

namespace masu {

// Two callbacks of MovingIndex::search_moved(), where it is compiled once, and the object that they
// work on. Each returns false to stop the search.
struct MoverTarget {
  void* object;                                      // passed to both callbacks
  bool (*begin)(void* object, std::uint32_t mover);  // before the first report() of a mover
  // Gets partners of one mover at a time, after its begin(), in any number of calls; the last is
  // `done`.
  bool (*report)(void* object, std::uint32_t mover, std::span<const std::uint32_t> others,
                 bool done);
  // Whether each call of report() has at most one partner, so that a trace sees it between the
  // events that led to it.
  bool one_by_one = false;
};

// Makes a MoverTarget of three functions: begin(i), report(i, j), done(i), which must outlive it.
// For indices of your own that PairTracker uses (MovingIndex).
//
// One indirect call for each block of partners. Threads: it belongs to the thread that searches.
template <class Begin, class Report, class Done>
class MoverVisitor {
 public:
  // Refers to the three functions.
  MoverVisitor(Begin& begin, Report& report, Done& done)
      : begin_(begin), report_(report), done_(done) {}
  // Returns the target, which refers to this object.
  MoverTarget target(bool one_by_one) const {
    return {detail::erased(*this), begin_mover, report_others, one_by_one};
  }

 private:
  static const MoverVisitor& self(void* object) {
    return *static_cast<const MoverVisitor*>(object);
  }
  static bool begin_mover(void* object, std::uint32_t mover) { return self(object).begin_(mover); }
  static bool report_others(void* object, std::uint32_t mover,
                            std::span<const std::uint32_t> others, bool done) {
    const MoverVisitor& visitor = self(object);
    for (const std::uint32_t other : others) {
      if (!visitor.report_(mover, other)) return false;
    }
    return !done || visitor.done_(mover);
  }

  Begin& begin_;
  Report& report_;
  Done& done_;
};

// Collects the partners of a mover, for a MoverTarget. An index of your own calls it in
// search_moved().
//
// Blocks have up to 64 partners; it allocates nothing. Threads: it belongs to the thread that
// searches.
class MoverOutput {
 public:
  // Collects for this target.
  explicit MoverOutput(const MoverTarget& target)
      : target_(target), limit_(target.one_by_one ? 1 : kMost) {}

  // Announces a mover, which has no partners so far. Returns false to stop.
  bool begin(std::uint32_t mover) const { return target_.begin(target_.object, mover); }
  // Adds a partner of the mover; a full block goes to the target. Returns false to stop.
  bool report(std::uint32_t mover, std::uint32_t other) {
    others_[count_++] = other;
    return count_ < limit_ || flush(mover, false);
  }
  // Delivers the partners that are left: the mover has no more. Returns false to stop.
  bool done(std::uint32_t mover) { return flush(mover, true); }

 private:
  static constexpr std::uint32_t kMost = 64;

  bool flush(std::uint32_t mover, bool done) {
    const std::uint32_t count = count_;
    count_ = 0;
    return target_.report(target_.object, mover, {others_, count}, done);
  }

  MoverTarget target_;
  std::uint32_t limit_;
  std::uint32_t count_ = 0;
  std::uint32_t others_[kMost];
};

}  // namespace masu
