// SPDX-License-Identifier: MIT
#include <masu/narrow_phase/muller_preparata.hpp>

#include <algorithm>

#include <masu/shapes/check.hpp>

#include "narrow_phase/contact_volume_access.hpp"

namespace masu {

// In the plane they come in the order around it.
template <int D, class T>
bool MullerPreparata<D, T>::sort_sources(std::span<const std::uint32_t> sources) {
  if (!sources_.resize(sources.size())) return false;
  for (std::size_t i = 0; i < sources.size(); ++i) sources_[i] = sources[i];
  std::sort(sources_.begin(), sources_.end());
  return true;
}

template <int D, class T>
Status MullerPreparata<D, T>::find(const ConvexPolytope<D, T>& a, const Transform<D, T>& at_a,
                                   const ConvexPolytope<D, T>& b, const Transform<D, T>& at_b,
                                   ContactVolume<D, T>& volume) {
  using Access = detail::ContactVolumeAccess<D, T>;
  const auto run = [&](const auto& first, const auto& at_first, const auto& second,
                       const auto& at_second, bool swapped) {
    const Status gathered = planes_.gather(first, at_first, second, at_second, detail::Keep::near);
    if (gathered != Status::ok) return gathered;
    const auto build = [&] {
      if constexpr (D == 2) {
        return dual_.build(planes_.planes(), Access::sources(volume));
      } else {
        return dual_.build(planes_.planes(), Access::polytope(volume));
      }
    };
    if (const Status s = build(); s != Status::ok) return s;
    if (std::is_same_v<T, double> && planes_.shallow()) {
      if (!sort_sources(std::as_const(Access::sources(volume)))) return Status::out_of_memory;
      planes_.refine({sources_.data(), sources_.size()}, first, at_first, second, at_second);
      planes_.keep_only({sources_.data(), sources_.size()});
      if (const Status s = build(); s != Status::ok) return s;
    }
    return Access::finish(volume, dual_.points(), planes_, swapped) ? Status::ok
                                                                    : Status::out_of_memory;
  };
  return detail::find_volume<D, T>(a, at_a, b, at_b, volume, run);
}

template class MullerPreparata<2, float>;
template class MullerPreparata<3, float>;
template class MullerPreparata<2, double>;
template class MullerPreparata<3, double>;

}  // namespace masu
