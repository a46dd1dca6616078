// SPDX-License-Identifier: MIT
// Many movers a frame.
#pragma once

#include <masu/core/job_system.hpp>
#include <masu/corridor/corridor.hpp>
#include <masu/corridor/detail/place_order.hpp>

namespace masu {

// Moves crowds, neighbours one after another, so that each finds the walls of the one before in the
// processor's cache; those of the next are loaded meanwhile. Keeps its memory from frame to frame.
// Movers do not meet each other, so the results are those of Corridor::move() for each, whatever
// the number of threads.
template <class T>
class MoverBatch {
 public:
  explicit MoverBatch(Allocator allocator = default_allocator()) : order_(allocator) {}

  // Mover i goes by displacements[i], and results[i] says how. contact(i, WallContact) is called as
  // in Corridor::move(), for different movers from different threads at the same time. Statuses:
  // size_mismatch (the spans differ in length), too_many_objects (2^32 movers), out_of_memory; then
  // nobody has moved. What is wrong with a mover is in its result.
  template <class Contact>
  Status move(const Corridor<T>& corridor, std::span<Mover<T>> movers,
              std::span<const Vec<2, T>> displacements, std::span<MoveResult<T>> results,
              const MoveOptions& options, const JobSystem& jobs, Contact&& contact) {
    return move_each(corridor, movers, displacements, results, jobs, [&](std::uint32_t i) {
      return corridor.move(movers[i], displacements[i], options,
                           [&](const WallContact& met) { contact(i, met); });
    });
  }
  Status move(const Corridor<T>& corridor, std::span<Mover<T>> movers,
              std::span<const Vec<2, T>> displacements, std::span<MoveResult<T>> results,
              const MoveOptions& options = {}, const JobSystem& jobs = {}) {
    return move_each(corridor, movers, displacements, results, jobs, [&](std::uint32_t i) {
      return corridor.move(movers[i], displacements[i], options);
    });
  }

 private:
  template <class Move>
  Status move_each(const Corridor<T>& corridor, std::span<Mover<T>> movers,
                   std::span<const Vec<2, T>> displacements, std::span<MoveResult<T>> results,
                   const JobSystem& jobs, Move&& move_one) {
    const Status good = sort(corridor, movers, displacements.size(), results.size());
    if (good != Status::ok) return good;
    order_.run(
        corridor.walls(), jobs, [&](std::uint32_t i) { return movers[i].position; },
        [&](std::uint32_t i) {
          return movers[i].radius + length(movers[i].half_axis) + length(displacements[i]);
        },
        [&](std::uint32_t i) { results[i] = move_one(i); }, movers.data(), displacements.data(),
        results.data());
    return Status::ok;
  }

  Status sort(const Corridor<T>& corridor, std::span<const Mover<T>> movers,
              std::size_t displacements, std::size_t results);

  detail::PlaceOrder<T> order_;
};

extern template class MoverBatch<float>;
extern template class MoverBatch<double>;

}  // namespace masu
