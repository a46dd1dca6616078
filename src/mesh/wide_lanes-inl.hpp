// SPDX-License-Identifier: MIT
// Loads float or double lanes as doubles.
#if defined(MASU_WIDE_LANES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef MASU_WIDE_LANES_INL_HPP
#undef MASU_WIDE_LANES_INL_HPP
#else
#define MASU_WIDE_LANES_INL_HPP
#endif

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace masu::detail::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Distances are in double also for float: far from the origin floats could not separate boxes.
using WideTag = hn::CappedTag<double, 4>;

HWY_INLINE hn::Vec<WideTag> load_wide(const double* p) {
  return hn::Load(WideTag(), p);
}
HWY_INLINE hn::Vec<WideTag> load_wide(const float* p) {
  return hn::PromoteTo(WideTag(), hn::LoadU(hn::Rebind<float, WideTag>(), p));
}

}  // namespace masu::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target include guard
