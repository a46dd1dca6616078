// SPDX-License-Identifier: MIT
// Embree: single rays on one thread, against primitives given by a class
//
//   struct Primitive {
//     static constexpr std::uint32_t kKind;
//     static constexpr RTCGeometryType kType;
//     static bool fill(RTCGeometry geometry, const Objects<float>& objects);
//   };
#pragma once

#include <embree3/rtcore.h>

#include "peer_kit.hpp"

namespace masu_bench::query {

template <class Primitive, RTCBuildQuality kQuality>
class EmbreeIndex {
 public:
  static constexpr std::uint32_t kKinds = Primitive::kKind;
  static constexpr std::uint32_t kTasks = kRayFirst;
  explicit EmbreeIndex(int) : device_(rtcNewDevice("threads=1,user_threads=1")) {}
  ~EmbreeIndex() {
    if (scene_ != nullptr) rtcReleaseScene(scene_);
    rtcReleaseDevice(device_);
  }
  EmbreeIndex(const EmbreeIndex&) = delete;
  EmbreeIndex& operator=(const EmbreeIndex&) = delete;

  bool build(const Objects<float>& objects) {
    if (scene_ != nullptr) rtcReleaseScene(scene_);
    scene_ = rtcNewScene(device_);
    rtcSetSceneBuildQuality(scene_, kQuality);
    RTCGeometry geometry = rtcNewGeometry(device_, Primitive::kType);
    rtcSetGeometryBuildQuality(geometry, kQuality);
    const bool filled = Primitive::fill(geometry, objects);
    rtcCommitGeometry(geometry);
    rtcAttachGeometry(scene_, geometry);
    rtcReleaseGeometry(geometry);
    rtcCommitScene(scene_);
    return filled && rtcGetDeviceError(device_) == RTC_ERROR_NONE;
  }

  void ask(const Questions<float>& questions, Answers& answers) {
    for (std::size_t i = 0; i < questions.size(); ++i) {
      const float* q = questions[i];
      RTCIntersectContext context;
      rtcInitIntersectContext(&context);
      RTCRayHit ray{};
      ray.ray.org_x = q[0], ray.ray.org_y = q[1], ray.ray.org_z = q[2];
      ray.ray.dir_x = q[3], ray.ray.dir_y = q[4], ray.ray.dir_z = q[5];
      ray.ray.tfar = q[6];
      ray.ray.mask = ~0u;
      ray.hit.geomID = RTC_INVALID_GEOMETRY_ID;
      rtcIntersect1(scene_, &context, &ray);
      if (ray.hit.geomID != RTC_INVALID_GEOMETRY_ID) answers.add(ray.hit.primID, ray.ray.tfar);
      answers.end();
    }
  }

 private:
  RTCDevice device_;
  RTCScene scene_ = nullptr;
};

template <class Primitive>
inline constexpr masu_query_peer kEmbreePeers[] = {
    make_peer<EmbreeIndex<Primitive, RTC_BUILD_QUALITY_LOW>, float>("embree:low",
                                                                    RTC_VERSION_STRING, kSolid),
    make_peer<EmbreeIndex<Primitive, RTC_BUILD_QUALITY_MEDIUM>, float>("embree:medium",
                                                                       RTC_VERSION_STRING, kSolid)};

}  // namespace masu_bench::query
