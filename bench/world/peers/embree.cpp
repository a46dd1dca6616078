// SPDX-License-Identifier: MIT
// Embree: single rays against balls, its own primitive for them, built and asked by one thread.
#include <embree3/rtcore.h>

#include "../../query/peer_kit.hpp"

namespace masu_bench::query {
namespace {

template <RTCBuildQuality kQuality>
class Balls {
 public:
  static constexpr std::uint32_t kKinds = kBalls;
  static constexpr std::uint32_t kTasks = kRayFirst;
  explicit Balls(int) : device_(rtcNewDevice("threads=1,user_threads=1")) {}
  ~Balls() {
    if (scene_ != nullptr) rtcReleaseScene(scene_);
    rtcReleaseDevice(device_);
  }
  Balls(const Balls&) = delete;
  Balls& operator=(const Balls&) = delete;

  bool build(const Objects<float>& objects) {
    if (scene_ != nullptr) rtcReleaseScene(scene_);
    scene_ = rtcNewScene(device_);
    rtcSetSceneBuildQuality(scene_, kQuality);
    RTCGeometry balls = rtcNewGeometry(device_, RTC_GEOMETRY_TYPE_SPHERE_POINT);
    rtcSetGeometryBuildQuality(balls, kQuality);
    auto* const copy = static_cast<float*>(rtcSetNewGeometryBuffer(
        balls, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT4, 16, objects.size()));
    if (copy == nullptr) return false;
    for (std::size_t i = 0; i < 4 * objects.size(); ++i) copy[i] = objects.data()[i];
    rtcCommitGeometry(balls);
    rtcAttachGeometry(scene_, balls);
    rtcReleaseGeometry(balls);
    rtcCommitScene(scene_);
    return rtcGetDeviceError(device_) == RTC_ERROR_NONE;
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

const masu_query_peer kPeers[] = {
    make_peer<Balls<RTC_BUILD_QUALITY_LOW>, float>("embree:low", RTC_VERSION_STRING, kSolid),
    make_peer<Balls<RTC_BUILD_QUALITY_MEDIUM>, float>("embree:medium", RTC_VERSION_STRING, kSolid)};

}  // namespace
}  // namespace masu_bench::query

MASU_QUERY_EXPORT_PEERS(masu_bench::query::kPeers)
