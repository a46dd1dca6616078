// SPDX-License-Identifier: MIT
// The joint search through two hierarchies for every instruction set.
#include "core/instantiate.hpp"
#include "core/simd_targets.hpp"
#include "mesh/placed_join.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "mesh/join_kernels.cpp"
#include <hwy/foreach_target.h>  // compiles this file once for each target
#include <hwy/highway.h>

#include "core/chosen_table.hpp"
#include "mesh/placed_join-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace masu::detail::HWY_NAMESPACE {

template <class Kernels>
constexpr int kTable = 0;
template <int D, class T>
constexpr JoinKernels<D, T> kTable<JoinKernels<D, T>> = {&placed_join<D, T>};
template <int D, class T>
constexpr MeshKernels<D, T> kTable<MeshKernels<D, T>> = {&fit_leaves<D, T>};
template <class T>
constexpr TriangleJoinKernels<T> kTable<TriangleJoinKernels<T>> = {&join_triangles<T>};

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace masu::detail {

template <int D, class T>
const JoinKernels<D, T>& join_kernels() {
  using Kernels = JoinKernels<D, T>;
  return MASU_CHOSEN(Kernels);
}
template <int D, class T>
const MeshKernels<D, T>& mesh_kernels() {
  using Kernels = MeshKernels<D, T>;
  return MASU_CHOSEN(Kernels);
}
template <class T>
const TriangleJoinKernels<T>& triangle_join_kernels() {
  return MASU_CHOSEN(TriangleJoinKernels<T>);
}
template const TriangleJoinKernels<float>& triangle_join_kernels();
template const TriangleJoinKernels<double>& triangle_join_kernels();

// The slack: 32 units in the last place of the largest number that any sum can reach. Each sum has
// at most a dozen terms.
template <int D, class T>
bool make_join_frame(const PairFrame<D>& frame, const Aabb<D, T>& a, const Aabb<D, T>& b,
                     double margin, JoinFrame<D, T>& made) {
  const auto reach = [](const Aabb<D, T>& box) {
    return larger(largest_component(vec_cast<double>(box.min)),
                  largest_component(vec_cast<double>(box.max)));
  };
  const double size =
      larger(reach(a), D * reach(b) + largest_component(frame.translation)) + margin;
  if (!(size < 0x1p60) || (size != 0 && size < 0x1p-60)) return false;
  const double slack = 32 * double(std::numeric_limits<T>::epsilon()) * size;
  made.slack = static_cast<T>(margin + slack);
  made.exact = frame;
  for (int i = 0; i < D; ++i) {
    made.translation[i] = static_cast<T>(frame.translation[i]);
    for (int k = 0; k < D; ++k) {
      made.rotation[i][k] = static_cast<T>(frame.rotation.row[i][k]);
      made.absolute[i][k] = made.rotation[i][k] < 0 ? -made.rotation[i][k] : made.rotation[i][k];
    }
  }
  return true;
}

#define MASU_INSTANTIATE(D, T)                                                                     \
  template const MeshKernels<D, T>& mesh_kernels();                                                \
  template const JoinKernels<D, T>& join_kernels();                                                \
  template bool make_join_frame(const PairFrame<D>&, const Aabb<D, T>&, const Aabb<D, T>&, double, \
                                JoinFrame<D, T>&);
MASU_FOR_2_AND_3_D(MASU_INSTANTIATE)
#undef MASU_INSTANTIATE

}  // namespace masu::detail
#endif
