// SPDX-License-Identifier: MIT
// The farthest of many points along a direction, in SIMD registers.
#pragma once

#include <masu/shapes/detail/vertex_set.hpp>

namespace masu::detail {

template <int D, class T, class U>
using FarthestKernel = std::uint32_t (*)(const VertexSet<D, T>&, const Vec<D, U>&);

// Returns the point farthest along d, the first of several, in the arithmetic of d: the result may
// be three of its roundings nearer than the farthest. O(n), SIMD chosen at run time.
template <int D, class T, class U>
std::uint32_t farthest_along(const VertexSet<D, T>& vertices, const Vec<D, U>& d);
// Returns that function, for frequent callers.
template <int D, class T, class U>
FarthestKernel<D, T, U> farthest_kernel();

}  // namespace masu::detail
