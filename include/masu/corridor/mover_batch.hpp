// SPDX-License-Identifier: MIT
// MoverBatch: moves many movers per frame.
#pragma once

#include <masu/core/job_system.hpp>
#include <masu/corridor/corridor.hpp>

namespace masu {

namespace detail {
template <class T>
class SpatialOrder;
}

// Moves many movers per call. Neighbors in space move one after another, so that a mover finds the
// walls of its predecessor in the cache, and walls of the next movers are prefetched. Movers do not
// collide with each other: the results are those of Corridor::move() for each, whatever the number
// of threads. The batch keeps its memory from call to call. Use it for thousands of movers; for few
// of them call Corridor::move().
//
//    masu::MoverBatch<float> batch;  // keep it
//    (void)batch.move(corridor, movers, steps, results);
//
// O(log n) per contact, and a sort of the movers. Threads: takes jobs; one call at a time for each
// batch.
template <class T>
class MoverBatch {
  using Contacts = FunctionRef<void(std::uint32_t, const WallContact&)>;

 public:
  // Creates a batch; working memory comes from the allocator.
  explicit MoverBatch(Allocator allocator = default_allocator()) : order_(allocator) {}

  // Moves mover i by displacements[i] and writes the result to results[i]. contact(i, WallContact)
  // is called as in Corridor::move(), concurrently for different movers. If it or a job throws,
  // some have moved. Statuses: size_mismatch (the spans differ in length), too_many_objects (2^32),
  // out_of_memory; then no mover has moved. If a single one is refused, results[i] has the status.
  Status move(const Corridor<T>& corridor, std::span<Mover<T>> movers,
              std::span<const Vec<2, T>> displacements, std::span<MoveResult<T>> results,
              const MoveOptions& options, const JobSystem& jobs, Contacts contact) {
    return move_all(corridor, movers, displacements, results, options, jobs, &contact);
  }
  Status move(const Corridor<T>& corridor, std::span<Mover<T>> movers,
              std::span<const Vec<2, T>> displacements, std::span<MoveResult<T>> results,
              const MoveOptions& options = {}, const JobSystem& jobs = {}) {
    return move_all(corridor, movers, displacements, results, options, jobs, nullptr);
  }

 private:
  // `contact`: nullptr for no calls.
  Status move_all(const Corridor<T>& corridor, std::span<Mover<T>> movers,
                  std::span<const Vec<2, T>> displacements, std::span<MoveResult<T>> results,
                  const MoveOptions& options, const JobSystem& jobs, const Contacts* contact);

  detail::Opaque<detail::SpatialOrder<T>> order_;
};

MASU_EXTERN_T(MoverBatch)

}  // namespace masu
