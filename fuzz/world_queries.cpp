// SPDX-License-Identifier: MIT
// Queries of a world of arbitrary shapes, compared with a test of each object: the same bits, where
// not only rounding decides. Numbers beyond the documented ranges are asked for, but not compared.
#include <algorithm>
#include <memory>
#include <set>
#include <vector>

#include <masu/core/answered.hpp>
#include <masu/core/assert.hpp>
#include <masu/narrow_phase/distance.hpp>
#include <masu/narrow_phase/intersects.hpp>
#include <masu/narrow_phase/point_query.hpp>
#include <masu/narrow_phase/ray_cast.hpp>
#include <masu/narrow_phase/time_of_impact.hpp>
#include <masu/shapes/aabb_of.hpp>
#include <masu/world/world.hpp>

#include "fuzz/fuzz_shape.hpp"

namespace masu::fuzz {
namespace {

template <int D, class T>
class Asked {
 public:
  explicit Asked(FuzzInput& bytes) : bytes_(bytes), world_(options(bytes)) {}

  void run() {
    shapes_.reserve(kMost);
    while (!bytes_.empty() && steps_++ < 80) {
      switch (bytes_.byte() % 8) {
        case 0:
        case 1: add(); break;
        case 2: move(); break;
        case 3: remove(); break;
        case 4: ask_rays(); break;
        case 5: ask_casts(); break;
        case 6: ask_overlaps(); break;
        default: ask_nearest(); break;
      }
      if (bytes_.byte() % 8 == 0) MASU_ASSERT(world_.update().status == Status::ok);
    }
    MASU_ASSERT(world_.validate());
  }

 private:
  using Slots = std::set<std::uint32_t>;
  static constexpr std::size_t kMost = 24;
  struct Object {
    Handle handle;
    const FuzzShape<D, T>* shape;
    Transform<D, T> pose;
    const ShapeView<D, T>& view() const { return shape->view(); }
  };

  static WorldOptions<T> options(FuzzInput& bytes) {
    WorldOptions<T> o;
    o.detail = ContactDetail::boxes;
    o.queries = bytes.flag();
    return o;
  }

  void add() {
    if (shapes_.size() == kMost) return;
    const auto& shape = *shapes_.emplace_back(std::make_unique<FuzzShape<D, T>>(bytes_));
    const Transform<D, T> pose = bytes_.transform<D, T>();
    if (bytes_.take_extreme()) return;
    const auto made = world_.add(shape.view(), pose);
    if (made.status == Status::ok) objects_.push_back({made.handle, &shape, pose});
  }
  Object* some() {
    if (objects_.empty()) return nullptr;
    return &objects_[bytes_.below(std::uint32_t(objects_.size()))];
  }
  void move() {
    Object* o = some();
    if (o == nullptr) return;
    const Transform<D, T> pose = bytes_.transform<D, T>();
    if (bytes_.take_extreme()) return;
    if (world_.move(o->handle, pose) == Status::ok) o->pose = pose;
  }
  void remove() {
    Object* o = some();
    if (o == nullptr) return;
    MASU_ASSERT(world_.remove(o->handle) == Status::ok);
    *o = objects_.back();
    objects_.pop_back();
  }

  void ask_rays() {
    const Ray<D, T> ray{bytes_.position<D, T>(), bytes_.position<D, T>(), bytes_.size<T>()};
    const auto hit = world_.ray_cast(ray);
    if (bytes_.take_extreme() || !answered(hit.status)) return;
    MASU_ASSERT(!hit.hit || world_.contains(hit.object));
    bool found = !hit.hit;
    for (const Object& o : objects_) {
      const auto c = ray_cast(o.view(), o.pose, ray);
      found = found || (o.handle == hit.object && c.hit && c.t == hit.t);
      const bool certain = c.hit && ray_box(ray, aabb_of(o.view(), o.pose)).has_value();
      MASU_ASSERT(!certain || (hit.hit && hit.t <= c.t));
    }
    MASU_ASSERT(found);
  }
  void ask_casts() {
    const FuzzShape<D, T> shape(bytes_);
    const Transform<D, T> pose = bytes_.transform<D, T>();
    const Vec<D, T> displacement = bytes_.position<D, T>();
    const auto hit = world_.shape_cast(shape.view(), pose, displacement);
    if (bytes_.take_extreme() || !answered(hit.status)) return;
    const Aabb<D, T> begin = aabb_of(shape.view(), pose);
    bool found = !hit.hit;
    for (const Object& o : objects_) {
      const auto c = shape_cast(o.view(), o.pose, shape.view(), pose, displacement);
      if (!answered(c.status)) continue;
      found = found || (o.handle == hit.object && c.hit && c.t == hit.t);
      const bool certain = c.hit && meets(begin, displacement, aabb_of(o.view(), o.pose));
      MASU_ASSERT(!certain || (hit.hit && hit.t <= c.t));
    }
    MASU_ASSERT(found);
  }
  // Returns whether a box meets another as it moves.
  static bool meets(const Aabb<D, T>& moving, const Vec<D, T>& displacement,
                    const Aabb<D, T>& other) {
    Aabb<D, double> sum;
    for (int a = 0; a < D; ++a) {
      sum.min[a] = double(other.min[a]) - double(moving.max[a]);
      sum.max[a] = double(other.max[a]) - double(moving.min[a]);
    }
    return ray_box<D, double>({{}, vec_cast<double>(displacement), 1}, sum).has_value();
  }
  void ask_overlaps() {
    const FuzzShape<D, T> shape(bytes_);
    const Transform<D, T> pose = bytes_.transform<D, T>();
    const Aabb<D, T> box = bytes_.box<D, T>();
    Slots touched, boxes, expected_boxes;
    const auto touching =
        world_.for_each_touching(shape.view(), pose, [&](Handle h) { return take(touched, h); });
    const auto overlapping =
        world_.for_each_overlapping(box, [&](Handle h) { return take(boxes, h); });
    if (bytes_.take_extreme()) return;
    const Aabb<D, T> asked = aabb_of(shape.view(), pose);
    std::size_t all_found = 0;
    for (const Object& o : objects_) {
      const bool touches = intersects(o.view(), o.pose, shape.view(), pose).overlapping;
      const bool found = touched.count(o.handle.index) != 0;
      const bool certain = touches && overlaps(aabb_of(o.view(), o.pose), asked);
      all_found += found;
      if (touching.status == Status::ok) MASU_ASSERT(found ? touches : !certain);
      if (overlaps(aabb_of(o.view(), o.pose), box)) expected_boxes.insert(o.handle.index);
    }
    MASU_ASSERT(all_found == touched.size());
    if (overlapping.status == Status::ok) MASU_ASSERT(boxes == expected_boxes);
  }
  static bool take(Slots& slots, Handle h) {
    MASU_ASSERT(slots.insert(h.index).second);
    return true;
  }
  void ask_nearest() {
    const Vec<D, T> point = bytes_.position<D, T>();
    const T radius = bytes_.size<T>();
    Slots within, expected;
    const auto r = world_.for_each_within(point, radius,
                                          [&](Handle h, const auto&) { return take(within, h); });
    const FuzzShape<D, T> shape(bytes_);
    const Transform<D, T> pose = bytes_.transform<D, T>();
    const auto closest = world_.closest_to(shape.view(), pose);
    if (bytes_.take_extreme()) return;
    bool any = false;
    T least = 0;
    for (const Object& o : objects_) {
      const auto near = closest_point(o.view(), o.pose, point);
      if (answered(near.status) && near.distance <= radius) expected.insert(o.handle.index);
      const auto s = distance(o.view(), o.pose, shape.view(), pose);
      if (answered(s.status) && (!any || s.distance < least)) any = true, least = s.distance;
    }
    if (r.status == Status::ok) MASU_ASSERT(within == expected);
    if (answered(closest.status)) {
      MASU_ASSERT(closest.found() == any && (!any || closest.distance == least));
    }
  }

  FuzzInput& bytes_;
  World<D, T> world_;
  std::vector<std::unique_ptr<FuzzShape<D, T>>> shapes_;  // the world refers to them
  std::vector<Object> objects_;
  int steps_ = 0;
};

}  // namespace
}  // namespace masu::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  masu::fuzz::FuzzInput bytes(data, size);
  if (bytes.flag()) {
    masu::fuzz::Asked<2, float>(bytes).run();
  } else {
    masu::fuzz::Asked<3, double>(bytes).run();
  }
  return 0;
}
