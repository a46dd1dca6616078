// SPDX-License-Identifier: MIT
#include <masu/narrow_phase/muller_preparata.hpp>

#include <algorithm>

#include "core/instantiate.hpp"
#include "core/opaque-inl.hpp"
#include "hull/dual_polytope.hpp"
#include "narrow_phase/contact_volume_access.hpp"

namespace masu {
namespace detail {

template <int D, class T>
class DualVolumeBuilder {
 public:
  using Body = ConvexPolytope<D, T>;
  using Pose = Transform<D, T>;

  explicit DualVolumeBuilder(Allocator allocator)
      : planes_(allocator), dual_(allocator), sources_(allocator) {}

  template <class Trace>
  Status find(const Body& a, const Pose& pose_a, const Body& b, const Pose& pose_b,
              ContactVolume<D, T>& volume, const Trace& trace) {
    const auto run = [&](const Body& first, const Pose& first_pose, const Body& second,
                         const Pose& second_pose, bool swapped) {
      trace.on(PhaseBegins{"planes"});
      const auto gathered = planes_.gather(first, first_pose, second, second_pose, Keep::near);
      if (gathered != Status::ok) return gathered;
      report_planes(planes_, swapped, trace);
      trace.on(PhaseBegins{"point inside"});
      if (const Status s = planes_.find_center(trace); s != Status::ok) return s;
      if (const Status s = build(volume, trace); s != Status::ok) return s;
      if (std::is_same_v<T, double> && planes_.shallow()) {
        trace.on(PhaseBegins{"exact planes"});
        if (!sort_sources(volume)) return Status::out_of_memory;
        const std::span<const std::uint32_t> sources(sources_.data(), sources_.size());
        planes_.refine(sources, first, first_pose, second, second_pose);
        planes_.keep_only(sources);
        report_planes(planes_, swapped, trace);
        if (const Status s = build(volume, trace); s != Status::ok) return s;
      }
      const SharedPlanes<D, T> shared(planes_, first, second);
      return Access::finish(volume, dual_.points(), planes_, shared, swapped)
                 ? Status::ok
                 : Status::out_of_memory;
    };
    return find_volume<D, T>(a, pose_a, b, pose_b, volume, run);
  }

  // The counters of the last hull.
  const HullStats& stats() const { return dual_.stats(); }

 private:
  using Access = ContactVolumeAccess<D, T>;
  using Dual = std::conditional_t<D == 2, DualPolytope2, DualPolytope3>;

  template <class Trace>
  Status build(ContactVolume<D, T>& volume, const Trace& trace) {
    if constexpr (D == 2) {
      return dual_.build(planes_.planes(), Access::sources(volume), trace);
    } else {
      return dual_.build(planes_.planes(), Access::polytope(volume), trace);
    }
  }

  // In 2D they are in the order around it.
  bool sort_sources(ContactVolume<D, T>& volume) {
    const std::span<const std::uint32_t> sources = std::as_const(Access::sources(volume));
    if (!sources_.resize(sources.size())) return false;
    for (std::size_t i = 0; i < sources.size(); ++i) sources_[i] = sources[i];
    std::sort(sources_.begin(), sources_.end());
    return true;
  }

  ContactPlanes<D> planes_;
  Dual dual_;
  Buffer<std::uint32_t> sources_;
};

}  // namespace detail

template <int D, class T>
Status MullerPreparata<D, T>::find(const Body& a, const Pose& pose_a, const Body& b,
                                   const Pose& pose_b, ContactVolume<D, T>& volume,
                                   DualTrace trace) {
  volume.clear();
  return detail::with_object(builder_, trace, [&](auto& builder, const auto& t) {
    const Status status = builder.find(a, pose_a, b, pose_b, volume, t);
    stats_ = builder.stats();
    return status;
  });
}

#define MASU_INSTANTIATE(D, T)                                    \
  template class detail::Opaque<detail::DualVolumeBuilder<D, T>>; \
  template class MullerPreparata<D, T>;
MASU_FOR_2_AND_3_D(MASU_INSTANTIATE)
#undef MASU_INSTANTIATE

}  // namespace masu
