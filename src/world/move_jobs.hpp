// SPDX-License-Identifier: MIT
// MoveJobs: moves many objects of a world by jobs.
#pragma once

#include <masu/core/job_system.hpp>

#include "world/fat_aabbs.hpp"
#include "world/object_index.hpp"

namespace masu::detail {

// Each job writes to its own objects, and notes what must be listed; then one thread writes the
// lists, in the order of the call. The result is that of moving them one by one, even if a job
// throws.
template <int D, class T>
class MoveJobs {
 public:
  using Pose = Transform<D, T>;
  using Store = ObjectStore<D, T>;
  using Boxes = FatAabbs<D, T>;
  using Index = ObjectIndex<D, T>;
  static constexpr std::size_t kBlock = 2048;  // moves per job

  explicit MoveJobs(Allocator allocator) : news_(allocator), blocks_(allocator) {}

  // Returns how many were moved, from the first on. The others must be moved one by one: all, if
  // the jobs have one thread, slots do not ascend (ascending slots have no duplicates), or some
  // shape refers to data, whose functions may query the world; else those from the first refused
  // one on.
  MASU_NOINLINE std::size_t move(std::span<const Handle> handles, std::span<const Pose> poses,
                                 Store& objects, Boxes& fat_aabbs, Index& index,
                                 const JobSystem& jobs) {
    const std::size_t blocks = (handles.size() + kBlock - 1) / kBlock;
    if (!jobs.shares(blocks) || !blocks_.resize(blocks) || !news_.resize(handles.size())) return 0;
    jobs.for_each_block(handles.size(), kBlock, [&](std::size_t first, std::size_t end) {
      blocks_[first / kBlock] = checked(handles, poses, first, end, objects);
    });
    std::size_t count = handles.size();
    for (std::size_t k = blocks; k-- > 0;) {
      if (!blocks_[k].plain) return 0;
      if (blocks_[k].refused < count) count = blocks_[k].refused;
    }
    const Lists lists{{news_.data(), count}, handles, objects, fat_aabbs, index};
    jobs.for_each_block(count, kBlock, [&](std::size_t first, std::size_t end) {
      move_some(handles, poses, first, end, objects, index);
    });
    return count;
  }

 private:
  using Queries = ShapeQueries<D, T>;
  static constexpr std::size_t kNone = ~std::size_t(0);

  enum News : std::uint8_t { kHasMoved = 1, kHasLeft = 2, kIsLate = 4 };
  struct Block {
    std::size_t refused;  // the first one; kNone: none
    bool plain;
  };
  // Writes the lists for all that was done, even if the jobs throw.
  struct Lists {
    std::span<const std::uint8_t> news;
    std::span<const Handle> handles;
    Store& objects;
    Boxes& fat_aabbs;
    Index& index;

    ~Lists() {
      for (std::size_t k = 0; k < news.size(); ++k) {
        const std::uint32_t i = handles[k].index;
        if ((news[k] & kHasMoved) != 0) objects.list_moved(i);
        if ((news[k] & kHasLeft) != 0) fat_aabbs.list(i);
        if ((news[k] & kIsLate) != 0) index.list(i);
      }
    }
  };

  // Checks moves, and clears their news.
  Block checked(std::span<const Handle> handles, std::span<const Pose> poses, std::size_t first,
                std::size_t end, const Store& objects) {
    Block block{kNone, true};
    for (std::size_t k = first; k < end; ++k) {
      news_[k] = 0;
      const std::size_t soon = k + Store::kAhead;
      if (soon < end && handles[soon].index < objects.slots()) {
        objects.prefetch_slot(handles[soon].index);
      }
      if (k != 0 && handles[k - 1].index >= handles[k].index) block.plain = false;
      if (block.refused != kNone) continue;
      if (!objects.contains(handles[k]) || poses[k].check() != Status::ok) {
        block.refused = k;
      } else if (objects.slot(handles[k].index).refers) {
        block.plain = false;
      }
    }
    return block;
  }
  void move_some(std::span<const Handle> handles, std::span<const Pose> poses, std::size_t first,
                 std::size_t end, Store& objects, Index& index) {
    for (std::size_t k = first; k < end; ++k) {
      const std::size_t soon = k + Store::kAhead;
      if (soon < end) objects.prefetch(handles[soon].index);
      const std::uint32_t i = handles[k].index;
      auto& body = objects.body(i);
      if (body.pose == poses[k]) continue;
      objects.slot(i).box = Queries::aabb(body.shape, poses[k]);
      body.pose = poses[k];
      news_[k] = static_cast<std::uint8_t>((Boxes::flag_box(i, objects) ? kHasLeft : 0) |
                                           (objects.flag_moved(i) ? kHasMoved : 0) |
                                           (index.mark(i) ? kIsLate : 0));
    }
  }

  Buffer<std::uint8_t> news_;  // by index in the call
  Buffer<Block> blocks_;
};

}  // namespace masu::detail
