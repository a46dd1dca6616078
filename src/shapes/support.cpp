// SPDX-License-Identifier: MIT
#include "shapes/support.hpp"

#include <masu/shapes/sign_table.hpp>

#include "core/instantiate.hpp"

namespace masu {

template <int D>
template <class T>
void SignTable<D>::take(const detail::VertexSet<D, T>& vertices) {
  for (int c = 0; c < kClasses; ++c) {
    vertex_[c] = detail::farthest_along(vertices, direction(c));
  }
}

#define INSTANTIATE(D, T)                                                                 \
  template void SignTable<D>::take(const detail::VertexSet<D, T>&);                       \
  template SupportPoint<D> support_of_core(const ShapeView<D, T>&, const Vec<D, double>&, \
                                           SupportAccuracy, std::uint32_t);               \
  template Vec<D, double> vertex_of_core(const ShapeView<D, T>&, std::uint32_t);          \
  template std::uint32_t vertex_count_of_core(const ShapeView<D, T>&);
MASU_FOR_2_AND_3_D(INSTANTIATE)
#undef INSTANTIATE

}  // namespace masu
