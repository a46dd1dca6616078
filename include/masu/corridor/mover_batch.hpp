// SPDX-License-Identifier: MIT
// Many movers a frame.
#pragma once

#include <masu/core/detail/radix_sort.hpp>
#include <masu/core/job_system.hpp>
#include <masu/corridor/corridor.hpp>

namespace masu {

// Moves crowds, neighbours one after another, so that each finds the walls of the one before in the
// processor's cache. Keeps its memory from frame to frame. Movers do not meet each other, so the
// results are those of Corridor::move() for each, whatever the number of threads.
template <class T>
class MoverBatch {
 public:
  explicit MoverBatch(Allocator allocator = default_allocator())
      : order_(allocator), scratch_(allocator) {}

  // Mover i goes by displacements[i], and results[i] says how. contact(i, WallContact) is called as
  // in Corridor::move(), for different movers from different threads at the same time. Statuses:
  // size_mismatch (the spans differ in length), too_many_objects (2^32 movers), out_of_memory; then
  // nobody has moved. What is wrong with a mover is in its result.
  template <class Contact>
  Status move(const Corridor<T>& corridor, std::span<Mover<T>> movers,
              std::span<const Vec<2, T>> displacements, std::span<MoveResult<T>> results,
              const MoveOptions& options, const JobSystem& jobs, Contact&& contact) {
    const Status good = sort(corridor, movers, displacements.size(), results.size());
    if (good != Status::ok) return good;
    const std::size_t blocks = (movers.size() + kBlock - 1) / kBlock;
    auto block = [&](std::uint32_t b) {
      const std::size_t end = std::min(movers.size(), (std::size_t(b) + 1) * kBlock);
      for (std::size_t k = std::size_t(b) * kBlock; k < end; ++k) {
        const std::uint32_t i = order_[k].item;
        results[i] = corridor.move(movers[i], displacements[i], options,
                                   [&](const WallContact& met) { contact(i, met); });
      }
    };
    jobs.for_each(static_cast<std::uint32_t>(blocks), block);
    return Status::ok;
  }
  Status move(const Corridor<T>& corridor, std::span<Mover<T>> movers,
              std::span<const Vec<2, T>> displacements, std::span<MoveResult<T>> results,
              const MoveOptions& options = {}, const JobSystem& jobs = {}) {
    return move(corridor, movers, displacements, results, options, jobs,
                [](std::uint32_t, const WallContact&) {});
  }

 private:
  static constexpr std::size_t kBlock = 256;
  using Item = detail::KeyedItem<std::uint32_t>;

  Status sort(const Corridor<T>& corridor, std::span<const Mover<T>> movers,
              std::size_t displacements, std::size_t results);

  Buffer<Item> order_;
  Buffer<Item> scratch_;
};

extern template class MoverBatch<float>;
extern template class MoverBatch<double>;

}  // namespace masu
