// SPDX-License-Identifier: MIT
#include <masu/broad_phase/detail/frame_changes.hpp>

#include "broad_phase/frame_pairs.hpp"
#include "core/opaque-inl.hpp"

namespace masu::detail {

struct FrameHistory {
  explicit FrameHistory(Allocator allocator) : memory(allocator) {}

  Allocator memory;  // of all members below
  FramePairs now{memory};
  FramePairs next{memory};
  FrameDifference difference{memory};
  PairList added{memory};
  PairList removed{memory};
  std::size_t objects = 0;
};

template class Opaque<FrameHistory>;

bool FrameChanges::take(std::span<const Pair> pairs, std::size_t objects, const JobSystem& jobs,
                        std::uint64_t& comparisons) {
  FrameHistory* const h = history_.need();
  if (h == nullptr || !h->next.make(pairs, objects)) return false;
  h->added.clear();
  h->removed.clear();
  if (!h->difference.find(h->now, h->next, objects, jobs, comparisons, h->removed, h->added)) {
    return false;
  }
  std::swap(h->now, h->next);
  h->objects = objects;
  return true;
}

std::span<const Pair> FrameChanges::added() const {
  const FrameHistory* const h = history_.get();
  return h == nullptr ? std::span<const Pair>() : std::span(h->added.data(), h->added.size());
}

std::span<const Pair> FrameChanges::removed() const {
  const FrameHistory* const h = history_.get();
  return h == nullptr ? std::span<const Pair>() : std::span(h->removed.data(), h->removed.size());
}

Status FrameChanges::for_each_pair(const BlockTarget<Pair>& target) const {
  BlockOutput<Pair> out(target);
  const FrameHistory* const h = history_.get();
  bool on = true;
  for (std::uint32_t a = 0; on && h != nullptr && a < h->objects; ++a) {
    for (const std::uint32_t b : h->now.partners(a)) {
      on = out.push(Pair{a, b});
      if (!on) break;
    }
  }
  return out.finish({}).status;
}

}  // namespace masu::detail
