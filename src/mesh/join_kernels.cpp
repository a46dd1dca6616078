// SPDX-License-Identifier: MIT
// The joint search through two hierarchies for every instruction set.
#include "core/instantiate.hpp"
#include "core/simd_targets.hpp"
#include "mesh/join_table.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "mesh/join_kernels.cpp"
#include <hwy/foreach_target.h>  // compiles this file once for each target
#include <hwy/highway.h>

#include "core/chosen_table.hpp"
#include "mesh/placed_join-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace masu::detail::HWY_NAMESPACE {

const JoinTable* join_table() {
  static constexpr JoinTable table = {{&placed_join<2, float>},  {&placed_join<3, float>},
                                      {&placed_join<2, double>}, {&placed_join<3, double>},
                                      {&fit_leaves<2, float>},   {&fit_leaves<3, float>},
                                      {&fit_leaves<2, double>},  {&fit_leaves<3, double>},
                                      {&join_triangles<float>},  {&join_triangles<double>}};
  return &table;
}

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace masu::detail {

HWY_EXPORT(join_table);

namespace {

const JoinTable& table() {
  return *MASU_CHOSEN(join_table);
}

}  // namespace

template <int D, class T>
const JoinKernels<D, T>& join_kernels() {
  return std::get<JoinKernels<D, T>>(table());
}
template <int D, class T>
const MeshKernels<D, T>& mesh_kernels() {
  return std::get<MeshKernels<D, T>>(table());
}
template <class T>
const TriangleJoinKernels<T>& triangle_join_kernels() {
  return std::get<TriangleJoinKernels<T>>(table());
}
template const TriangleJoinKernels<float>& triangle_join_kernels();
template const TriangleJoinKernels<double>& triangle_join_kernels();

// 32 units in the last place of the largest number that any sum can reach: each is of at most a
// dozen terms.
template <int D, class T>
bool make_join_frame(const PairFrame<D>& frame, const Aabb<D, T>& a, const Aabb<D, T>& b,
                     double margin, JoinFrame<D, T>& made) {
  const auto reach = [](const Aabb<D, T>& box) {
    return larger(largest_component(vec_cast<double>(box.min)),
                  largest_component(vec_cast<double>(box.max)));
  };
  const double size = larger(reach(a), D * reach(b) + largest_component(frame.place)) + margin;
  if (!(size < 0x1p60) || (size != 0 && size < 0x1p-60)) return false;
  const double slack = 32 * double(std::numeric_limits<T>::epsilon()) * size;
  made.slack = static_cast<T>(margin + slack);
  made.exact = frame;
  for (int i = 0; i < D; ++i) {
    made.place[i] = static_cast<T>(frame.place[i]);
    for (int k = 0; k < D; ++k) {
      made.turn[i][k] = static_cast<T>(frame.turn.row[i][k]);
      made.absolute[i][k] = made.turn[i][k] < 0 ? -made.turn[i][k] : made.turn[i][k];
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
