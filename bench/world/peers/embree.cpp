// SPDX-License-Identifier: MIT
// Embree: single rays against spheres, with its own primitive for them.
#include "../../query/embree_kit.hpp"

namespace masu_bench::query {
namespace {

struct Balls {
  static constexpr std::uint32_t kKind = kBalls;
  static constexpr RTCGeometryType kType = RTC_GEOMETRY_TYPE_SPHERE_POINT;

  static bool fill(RTCGeometry balls, const Objects<float>& objects) {
    auto* const copy = static_cast<float*>(rtcSetNewGeometryBuffer(
        balls, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT4, 16, objects.size()));
    if (copy == nullptr) return false;
    for (std::size_t i = 0; i < 4 * objects.size(); ++i) copy[i] = objects.data()[i];
    return true;
  }
};

}  // namespace
}  // namespace masu_bench::query

MASU_QUERY_EXPORT_PEERS(masu_bench::query::kEmbreePeers<masu_bench::query::Balls>)
