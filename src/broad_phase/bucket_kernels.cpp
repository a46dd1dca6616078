// SPDX-License-Identifier: MIT
// Kernels of the hash grid, compiled for each instruction set.
#include "broad_phase/bucket.hpp"
#include "core/instantiate.hpp"
#include "core/simd_targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "broad_phase/bucket_kernels.cpp"
#include <hwy/foreach_target.h>  // compiles this file once for each target
#include <hwy/highway.h>

#include "core/chosen_table.hpp"

HWY_BEFORE_NAMESPACE();
namespace masu::detail::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <int D, class T>
std::uint32_t overlapping(const Bucket<D, T>* buckets, const std::uint32_t* list,
                          std::uint32_t count, const Aabb<D, T>& box, std::uint32_t* ids) {
  using Lanes = Bucket<D, T>;
  const hn::CappedTag<T, Lanes::kSize> d;
  constexpr std::size_t kStep = hn::MaxLanes(d);
  hn::VFromD<decltype(d)> lo[D], hi[D];
  for (int a = 0; a < D; ++a) lo[a] = hn::Set(d, box.min[a]), hi[a] = hn::Set(d, box.max[a]);
  std::uint32_t found = 0;
  for (std::uint32_t k = 0; k < count; ++k) {
    const Lanes& bucket = buckets[list[k]];
    for (std::size_t lane = 0; lane < Lanes::kSize; lane += kStep) {
      auto hits = hn::And(hn::Load(d, bucket.lo[0] + lane) <= hi[0],
                          lo[0] <= hn::Load(d, bucket.hi[0] + lane));
      for (int a = 1; a < D; ++a) {
        hits = hn::And(hits, hn::And(hn::Load(d, bucket.lo[a] + lane) <= hi[a],
                                     lo[a] <= hn::Load(d, bucket.hi[a] + lane)));
      }
      std::uint8_t bytes[8] = {};
      hn::StoreMaskBits(d, hits, bytes);
      // No branch: the number of overlaps is as unpredictable as the lanes.
      for (std::uint32_t i = 0; i < kStep; ++i) {
        ids[found] = bucket.ids[lane + i];
        found += bytes[0] >> i & 1u;
      }
    }
  }
  return found;
}

template <class Kernels>
constexpr int kTable = 0;
template <int D, class T>
constexpr BucketKernels<D, T> kTable<BucketKernels<D, T>> = {&overlapping<D, T>};

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace masu::detail {

template <int D, class T>
const BucketKernels<D, T>& bucket_kernels() {
  using Kernels = BucketKernels<D, T>;
  return MASU_CHOSEN(Kernels);
}

#define MASU_INSTANTIATE(D, T) template const BucketKernels<D, T>& bucket_kernels();
MASU_FOR_ALL_D(MASU_INSTANTIATE)
#undef MASU_INSTANTIATE

}  // namespace masu::detail
#endif
