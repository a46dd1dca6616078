// SPDX-License-Identifier: MIT
#include <masu/corridor/mover_batch.hpp>

namespace masu {

template <class T>
Status MoverBatch<T>::sort(const Corridor<T>& corridor, std::span<const Mover<T>> movers,
                           std::size_t displacements, std::size_t results) {
  if (displacements != movers.size() || results != movers.size()) return Status::size_mismatch;
  return order_.sort(corridor.walls(), movers.size(),
                     [&](std::size_t i) { return movers[i].position; });
}

template class MoverBatch<float>;
template class MoverBatch<double>;

}  // namespace masu
