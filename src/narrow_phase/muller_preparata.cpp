// SPDX-License-Identifier: MIT
#include <masu/narrow_phase/muller_preparata.hpp>

namespace masu {

template <int D, class T>
Status MullerPreparata<D, T>::find(const Body& a, const Place& at_a, const Body& b,
                                   const Place& at_b, ContactVolume<D, T>& volume) {
  return find(a, at_a, b, at_b, volume, NoTrace{});
}

template class MullerPreparata<2, float>;
template class MullerPreparata<3, float>;
template class MullerPreparata<2, double>;
template class MullerPreparata<3, double>;

}  // namespace masu
