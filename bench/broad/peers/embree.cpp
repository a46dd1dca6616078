// SPDX-License-Identifier: MIT
// Embree: rtcCollide of a scene with itself. Its one user geometry has the boxes as primitives and
// is rebuilt each frame, with the flags that its authors recommend for dynamic content.
#include <embree3/rtcore.h>

#include <mutex>
#include <stdexcept>
#include <string>

#include "../peer_kit.hpp"

namespace masu_bench {
namespace {

class Embree {
 public:
  Embree(int dim, Boxes<float> boxes, int threads) : boxes_(boxes), many_(threads > 1) {
    (void)dim;
    const std::string config = "threads=" + std::to_string(threads) + ",set_affinity=0";
    device_ = rtcNewDevice(config.c_str());
    if (device_ == nullptr) throw std::runtime_error("embree: no device");
    scene_ = rtcNewScene(device_);
    rtcSetSceneFlags(scene_, RTC_SCENE_FLAG_DYNAMIC);
    rtcSetSceneBuildQuality(scene_, RTC_BUILD_QUALITY_LOW);
    geometry_ = rtcNewGeometry(device_, RTC_GEOMETRY_TYPE_USER);
    rtcSetGeometryUserPrimitiveCount(geometry_, static_cast<unsigned>(boxes.size));
    rtcSetGeometryBuildQuality(geometry_, RTC_BUILD_QUALITY_LOW);
    rtcSetGeometryUserData(geometry_, this);
    rtcSetGeometryBoundsFunction(geometry_, bounds, this);
    rtcCommitGeometry(geometry_);
    rtcAttachGeometry(scene_, geometry_);
  }
  ~Embree() {
    rtcReleaseGeometry(geometry_);
    rtcReleaseScene(scene_);
    rtcReleaseDevice(device_);
  }
  Embree(const Embree&) = delete;
  Embree& operator=(const Embree&) = delete;

  void frame(Boxes<float> boxes, Moved, Pairs& pairs) {
    boxes_ = boxes;
    pairs_ = &pairs;
    rtcCommitGeometry(geometry_);
    rtcCommitScene(scene_);
    rtcCollide(scene_, scene_, collide, this);
  }

 private:
  static void bounds(const RTCBoundsFunctionArguments* args) {
    const Boxes<float>& boxes = static_cast<Embree*>(args->geometryUserPtr)->boxes_;
    const std::size_t i = args->primID;
    *args->bounds_o = {boxes.min(i, 0), boxes.min(i, 1), boxes.min(i, 2), 0,
                       boxes.max(i, 0), boxes.max(i, 1), boxes.max(i, 2), 0};
  }

  // Called for overlapping leaves: candidates, each in both orders.
  static void collide(void* self, RTCCollision* found, unsigned count) {
    auto& me = *static_cast<Embree*>(self);
    std::unique_lock<std::mutex> lock(me.mutex_, std::defer_lock);
    if (me.many_) lock.lock();
    for (unsigned k = 0; k < count; ++k) {
      const unsigned a = found[k].primID0;
      const unsigned b = found[k].primID1;
      if (a < b && me.boxes_.overlap(a, b)) add(*me.pairs_, a, b);
    }
  }

  Boxes<float> boxes_;
  bool many_;
  Pairs* pairs_ = nullptr;
  std::mutex mutex_;
  RTCDevice device_ = nullptr;
  RTCScene scene_ = nullptr;
  RTCGeometry geometry_ = nullptr;
};

const masu_peer kPeers[] = {
    make_peer<Embree, float>("embree", RTC_VERSION_STRING, kFlat | kSolid, MASU_PEER_THREADS)};

}  // namespace
}  // namespace masu_bench

MASU_BENCH_EXPORT_PEERS(masu_bench::kPeers)
