// SPDX-License-Identifier: MIT
// Embree: single rays against triangles.
#include "../embree_kit.hpp"

namespace masu_bench::query {
namespace {

struct Triangles {
  static constexpr std::uint32_t kKind = kTriangles;
  static constexpr RTCGeometryType kType = RTC_GEOMETRY_TYPE_TRIANGLE;

  // The benchmark keeps 16 readable bytes behind the vertices, as Embree requires.
  static bool fill(RTCGeometry mesh, const Objects<float>& objects) {
    rtcSetSharedGeometryBuffer(mesh, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, objects.raw.data,
                               0, 12, objects.raw.vertices);
    rtcSetSharedGeometryBuffer(mesh, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3,
                               objects.raw.corners, 0, 12, objects.size());
    return true;
  }
};

}  // namespace
}  // namespace masu_bench::query

MASU_QUERY_EXPORT_PEERS(masu_bench::query::kEmbreePeers<masu_bench::query::Triangles>)
