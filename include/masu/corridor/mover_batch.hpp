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

// Moves crowds: neighbors one after another, so that each finds the walls of the one before in the
// cache; those of the next are loaded meanwhile. Keeps its memory from frame to frame. Movers do
// not collide with each other, so the results are those of Corridor::move() for each, whatever the
// number of threads.
template <class T>
class MoverBatch {
  using Contacts = FunctionRef<void(std::uint32_t, const WallContact&)>;

 public:
  // Creates a batch; working memory comes from the allocator.
  explicit MoverBatch(Allocator allocator = default_allocator()) : order_(allocator) {}

  // Moves mover i by displacements[i], with the result in results[i]. contact(i, WallContact) is
  // called as in Corridor::move(), concurrently for different movers. Statuses: size_mismatch (the
  // spans differ in length), too_many_objects (2^32 movers), out_of_memory; then no mover has
  // moved. Errors of one mover are in its result.
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
