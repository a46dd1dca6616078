// SPDX-License-Identifier: MIT
#include <masu/corridor/mover_batch.hpp>

#include "corridor/hilbert_place.hpp"

namespace masu {

template <class T>
Status MoverBatch<T>::sort(const Corridor<T>& corridor, std::span<const Mover<T>> movers,
                           std::size_t displacements, std::size_t results) {
  const std::size_t n = movers.size();
  if (displacements != n || results != n) return Status::size_mismatch;
  if (n >= std::size_t(1) << 32) return Status::too_many_objects;
  if (!order_.resize(n) || !scratch_.resize(n)) return Status::out_of_memory;
  // Movers outside, or nowhere, count to the border.
  const detail::HilbertPlace<T> place(corridor.walls().bounds());
  for (std::size_t i = 0; i < n; ++i) {
    order_[i] = {place(movers[i].position), static_cast<std::uint32_t>(i)};
  }
  (void)detail::radix_sort(order_, scratch_);  // there is memory for it
  return Status::ok;
}

template class MoverBatch<float>;
template class MoverBatch<double>;

}  // namespace masu
