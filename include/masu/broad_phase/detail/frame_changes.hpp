// SPDX-License-Identifier: MIT
// The pairs of two frames in turn, and how they differ.
#pragma once

#include <masu/core/detail/opaque.hpp>
#include <masu/core/job_system.hpp>
#include <masu/core/pair.hpp>

namespace masu::detail {

struct FrameHistory;

class FrameChanges {
 public:
  explicit FrameChanges(Allocator allocator) : history_(allocator) {}

  // All pairs of the next frame, of that many objects. `comparisons` counts partners that were
  // compared. False: no memory, and pairs are those of before.
  [[nodiscard]] bool take(std::span<const Pair> pairs, std::size_t objects, const JobSystem& jobs,
                          std::uint64_t& comparisons);
  // By the last take() that went well.
  std::span<const Pair> added() const;
  std::span<const Pair> removed() const;
  // Each pair of the last frame, by the smaller end.
  Status for_each_pair(const BlockTarget<Pair>& target) const;

 private:
  Opaque<FrameHistory> history_;
};

}  // namespace masu::detail
