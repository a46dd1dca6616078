// SPDX-License-Identifier: MIT
#include <masu/corridor/mover_batch.hpp>

#include "core/opaque-inl.hpp"
#include "corridor/spatial_order.hpp"

namespace masu {

template <class T>
Status MoverBatch<T>::move_all(const Corridor<T>& corridor, std::span<Mover<T>> movers,
                               std::span<const Vec<2, T>> displacements,
                               std::span<MoveResult<T>> results, const MoveOptions& options,
                               const JobSystem& jobs, const Contacts* contact) {
  if (displacements.size() != movers.size() || results.size() != movers.size()) {
    return Status::size_mismatch;
  }
  auto* const order = order_.need();
  if (order == nullptr) return Status::out_of_memory;
  const auto& walls = detail::ChainTreeState<T>::of(corridor.walls());
  const auto position = [&](std::size_t i) { return movers[i].position; };
  const Status status = order->sort(walls, movers.size(), position);
  if (status != Status::ok) return status;
  order->run(
      walls, jobs, position,
      [&](std::uint32_t i) {
        return movers[i].radius + length(movers[i].half_axis) + length(displacements[i]);
      },
      [&](std::uint32_t i) {
        if (contact == nullptr) {
          results[i] = corridor.move(movers[i], displacements[i], options);
        } else {
          results[i] = corridor.move(movers[i], displacements[i], options,
                                     [&](const WallContact& touched) { (*contact)(i, touched); });
        }
      },
      movers.data(), displacements.data(), results.data());
  return Status::ok;
}

template class MoverBatch<float>;
template class MoverBatch<double>;

}  // namespace masu
