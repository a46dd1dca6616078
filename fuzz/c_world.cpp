// SPDX-License-Identifier: MIT
// Random calls of the C interface: each call ends with a status, and the world stays valid.
#include <masu/c/masu.h>

#include <bit>
#include <vector>

#include <masu/core/assert.hpp>
#include <masu/core/ray.hpp>

#include "fuzz/feature_ids.hpp"
#include "fuzz/fuzz_shape.hpp"

namespace masu::fuzz {
namespace {

template <int D, class T>
struct Api;

#define MASU_DIMENSION 2
#define MASU_REAL float
#define MASU_OF(name) masu_##name##_2f
#include "tests/c/kind_api.hpp"

#define MASU_DIMENSION 3
#define MASU_REAL double
#define MASU_OF(name) masu_##name##_3d
#include "tests/c/kind_api.hpp"

template <int D, class T>
class Story {
 public:
  explicit Story(FuzzInput& bytes) : bytes_(bytes) {
    masu_world_options options =
        masu_world_options_default(D, sizeof(T) == 8 ? MASU_DOUBLE : MASU_FLOAT);
    options.detail = bytes_.below(MASU_AREAS + 1);
    const std::uint8_t more = bytes_.byte();
    options.margin = more % 4 == 0 ? 0.25 : 0;
    options.skip_internal_edges = more / 4 % 2;
    options.queries = more / 8 % 2;
    if (more / 16 % 4 == 0) options.period[0] = 32;
    MASU_ASSERT(masu_world_create(&options, nullptr, &world_) == MASU_OK);
  }
  ~Story() {
    for (masu_body* body : bodies_) MASU_ASSERT(masu_body_release(body) == MASU_OK);
    MASU_ASSERT(masu_world_destroy(world_) == MASU_OK);
  }
  Story(const Story&) = delete;
  Story& operator=(const Story&) = delete;

  void run() {
    for (int steps = 0; !bytes_.empty() && steps < 400; ++steps) step();
    update();
  }

 private:
  using A = Api<D, T>;
  using CVec = typename A::Vec;
  using Pose = typename A::Pose;
  using CShape = typename A::Shape;
  struct Object {
    masu_handle handle;
    masu_body* body;
  };

  void step() {
    switch (bytes_.byte() % 16) {
      case 0:
      case 1:
      case 2: add(); break;
      case 3:
      case 4: move(); break;
      case 5: remove(); break;
      case 6: change(); break;
      case 7: reshape(); break;
      case 8: make_body(); break;
      case 9: change_body(); break;
      case 10: save_and_restore(); break;
      case 11: ask_rays(); break;
      case 12: ask_shapes(); break;
      case 13: set_world(); break;
      default: update(); break;
    }
  }

  CVec position() { return std::bit_cast<CVec>(bytes_.position<D, T>()); }
  Pose pose() { return std::bit_cast<Pose>(bytes_.transform<D, T>()); }
  CShape shape(masu_body*& body) {
    body = nullptr;
    if (!bodies_.empty() && bytes_.byte() % 3 == 0) {
      body = bodies_[bytes_.below(std::uint32_t(bodies_.size()))];
      return A::shape_of(body);
    }
    const FuzzShape<D, T> fuzzed(bytes_);
    CShape s{};
    s.kind = static_cast<std::uint32_t>(fuzzed.view().kind);
    s.radius = fuzzed.view().radius;
    for (int k = 0; k < 3; ++k) s.p[k] = std::bit_cast<CVec>(fuzzed.view().p[k]);
    return s;
  }
  // Returns a handle that is valid, stale, or has never existed.
  masu_handle handle() {
    if (objects_.empty() || bytes_.byte() >= 0xf0) return {bytes_.below(300), bytes_.below(300)};
    return objects_[bytes_.below(std::uint32_t(std::min<std::size_t>(objects_.size(), 256)))]
        .handle;
  }

  void add() {
    masu_object_options options = masu_object_options_default();
    const std::uint8_t settings = bytes_.byte();
    options.sensor = settings % 8 == 1;
    options.continuous = settings % 8 == 2;
    options.fixed = settings % 8 == 3;
    options.group = settings % 8 > 5 ? int(settings / 8 % 5) - 2 : 0;
    options.layer = settings / 8 < 4 ? std::uint8_t(settings / 8) : std::uint8_t(MASU_NO_LAYER);
    masu_body* body;
    const CShape s = shape(body);
    const Pose new_pose = pose();
    masu_handle made;
    const std::size_t before = masu_world_size(world_);
    const masu_status status = A::add(world_, &s, &new_pose, &options, &made);
    MASU_ASSERT(masu_world_size(world_) == before + (status == MASU_OK ? 1 : 0));
    MASU_ASSERT((made.index != MASU_NO_INDEX) == (status == MASU_OK));
    if (status == MASU_OK) objects_.push_back({made, body});
  }
  void move() {
    const masu_handle h = handle();
    const Pose new_pose = pose();
    switch (bytes_.byte() % 3) {
      case 0: (void)A::teleport(world_, h, &new_pose); break;
      case 1: (void)A::move_many(world_, &h, &new_pose, 1); break;
      default: (void)A::move(world_, h, &new_pose); break;
    }
  }
  void remove() {
    const masu_handle h = handle();
    const bool there = masu_world_contains(world_, h) != 0;
    MASU_ASSERT((masu_world_remove(world_, h) == MASU_OK) == there);
    MASU_ASSERT(masu_world_contains(world_, h) == 0);
  }
  void change() {
    const masu_handle h = handle();
    const int on = bytes_.byte() & 1;
    const Filter f = bytes_.filter();
    switch (bytes_.byte() % 10) {
      case 0: (void)masu_world_set_sensor(world_, h, on); break;
      case 1: (void)masu_world_set_continuous(world_, h, on); break;
      case 2: (void)masu_world_set_fixed(world_, h, on); break;
      case 3: (void)masu_world_set_filter(world_, h, {f.category, f.mask}); break;
      case 4: (void)masu_world_set_layer(world_, h, bytes_.byte(), f.mask); break;
      case 5: (void)masu_world_set_group(world_, h, int(f.mask % 5) - 2); break;
      case 6: (void)masu_world_refilter(world_, h); break;
      case 7: set_excluded(h, handle(), on != 0); break;
      case 8: (void)masu_world_set_pair_filter(world_, on != 0 ? &allows : nullptr, nullptr); break;
      default: (void)masu_world_set_user_data(world_, h, f.mask); break;
    }
  }
  void set_excluded(masu_handle a, masu_handle b, bool on) {
    const auto status =
        on ? masu_world_exclude_pair(world_, a, b) : masu_world_include_pair(world_, a, b);
    const bool there = masu_world_contains(world_, a) != 0 && masu_world_contains(world_, b) != 0;
    MASU_ASSERT(there == (status == MASU_OK || status == MASU_OUT_OF_RANGE));
    MASU_ASSERT((masu_world_is_excluded(world_, b, a) != 0) == (status == MASU_OK && on));
  }
  static int allows(void*, const masu_pair_candidate* pair) {
    MASU_ASSERT(pair->a.index < pair->b.index);
    return (pair->a.index + pair->b.index + pair->user_data_a) % 5 == 0 ? 0 : 1;
  }
  void reshape() {
    const masu_handle h = handle();
    masu_body* body;
    const CShape s = shape(body);
    if (A::set_shape(world_, h, &s) != MASU_OK) return;
    for (Object& o : objects_) {
      if (o.handle.index == h.index && o.handle.generation == h.generation) o.body = body;
    }
  }

  // --- Bodies ------------------------------------------------------------------------------------

  void make_body() {
    if (bodies_.size() >= 12) return;
    CVec points[16];
    const std::uint32_t count = bytes_.below(17);
    for (std::uint32_t i = 0; i < count; ++i) points[i] = position();
    masu_body* made = nullptr;
    switch (bytes_.byte() % 5) {
      case 0: (void)A::hull_create(points, count, nullptr, &made); break;
      case 1: made = mesh(points, count); break;
      case 2: made = field(); break;
      case 3: made = grid(); break;
      default: made = compound(); break;
    }
    if (made != nullptr) bodies_.push_back(made);
  }
  masu_body* mesh(const CVec* points, std::uint32_t count) {
    std::uint32_t corners[24];
    const std::uint32_t used = bytes_.below(9) * D;
    for (std::uint32_t i = 0; i < used; ++i) corners[i] = bytes_.below(18);
    masu_body* made = nullptr;
    (void)A::mesh_create(points, count, corners, used, nullptr, &made);
    return made;
  }
  masu_body* field() {
    const std::uint32_t samples[2] = {bytes_.below(6), bytes_.below(6)};
    const T spacing[2] = {bytes_.size<T>(), bytes_.size<T>()};
    T heights[25];
    for (T& h : heights) h = bytes_.number<T>();
    const std::size_t count = D == 2 ? samples[0] : samples[0] * samples[1];
    masu_body* made = nullptr;
    (void)A::height_field_create(samples, spacing, heights, count, nullptr, &made);
    return made;
  }
  masu_body* grid() {
    std::uint32_t size[D];
    std::size_t count = 1;
    for (std::uint32_t& s : size) count *= s = bytes_.below(5);
    CVec edge;
    Vec<D, T> edges;
    for (int a = 0; a < D; ++a) edges[a] = bytes_.size<T>();
    edge = std::bit_cast<CVec>(edges);
    std::vector<std::uint8_t> tiles(count);
    for (auto& t : tiles) t = bytes_.byte() % 8;
    masu_body* made = nullptr;
    (void)A::tile_grid_create(size, edge, tiles.data(), count, nullptr, &made);
    return made;
  }
  masu_body* compound() {
    typename A::Child children[4];
    const std::uint32_t count = bytes_.below(5);
    for (std::uint32_t i = 0; i < count; ++i) {
      masu_body* body;
      children[i].shape = shape(body);
      children[i].pose = pose();
    }
    masu_body* made = nullptr;
    (void)A::compound_create(children, count, nullptr, &made);
    return made;
  }
  // Updates objects that have the body; those that can no longer have it are removed.
  void change_body() {
    if (bodies_.empty()) return;
    masu_body* const body = bodies_[bytes_.below(std::uint32_t(bodies_.size()))];
    CVec points[16];
    const std::uint32_t count = bytes_.below(17);
    for (std::uint32_t i = 0; i < count; ++i) points[i] = position();
    const std::uint32_t first[3] = {bytes_.below(6), bytes_.below(6), bytes_.below(6)};
    const Pose new_pose = pose();
    const T height = bytes_.number<T>();
    const std::uint32_t one[2] = {1, 1};
    (void)A::mesh_set_vertices(body, points, count);
    (void)A::height_field_set_heights(body, first, one, &height, 1);
    (void)A::height_field_set_hole(body, first, bytes_.byte() & 1);
    (void)A::tile_grid_set(body, first, bytes_.byte() % 8);
    (void)A::compound_move(body, first[0], &new_pose);
    const CShape s = A::shape_of(body);
    for (const Object& o : objects_) {
      if (masu_world_contains(world_, o.handle) == 0 || !has(o, body)) continue;
      if (A::set_shape(world_, o.handle, &s) != MASU_OK) (void)masu_world_remove(world_, o.handle);
    }
  }
  bool has(const Object& o, const masu_body* body) const {
    typename A::Object found;
    return A::find(world_, o.handle, &found) == MASU_OK && found.shape.body == body;
  }

  // --- The world ---------------------------------------------------------------------------------

  void update() {
    const masu_status status = masu_world_update(world_, nullptr);
    MASU_ASSERT(status == MASU_OK);
    MASU_ASSERT(masu_world_validate(world_) == 1);
    std::size_t count;
    const masu_pair* const pairs = masu_world_pairs(world_, &count);
    for (std::size_t i = 0; i < count; ++i) {
      MASU_ASSERT(masu_world_contains(world_, pairs[i].a) != 0);
      std::size_t contacts;
      (void)A::contacts(world_, &pairs[i], &contacts);
      for (std::size_t k = 0; k < contacts; ++k) {
        std::size_t count_of_corners;
        const auto* const corners = A::corners(world_, &pairs[i], k, &count_of_corners);
        expect_unique_ids(corners, count_of_corners);
      }
    }
  }
  void save_and_restore() {
    const void* bytes = nullptr;
    std::size_t size = 0;
    if (masu_world_save(world_, &bytes, &size) != MASU_OK) return;
    const auto* const first = static_cast<const std::byte*>(bytes);
    const std::vector<std::byte> copy(first, first + size);
    const std::uint64_t hash = masu_world_hash(world_);
    MASU_ASSERT(masu_world_restore(world_, copy.data(), copy.size()) == MASU_OK);
    MASU_ASSERT(masu_world_hash(world_) == hash && masu_world_validate(world_) == 1);
  }
  void set_world() {
    const std::uint8_t what = bytes_.byte();
    const auto box = std::bit_cast<typename A::Aabb>(bytes_.box<D, T>());
    switch (what % 4) {
      case 0: (void)A::set_bounds(world_, &box); break;
      case 1: {
        constexpr std::uint32_t kLast = MASU_INCREMENTAL_SWEEP + 2;
        const std::uint32_t method = bytes_.below(kLast + 1);
        (void)masu_world_use_broad_phase(world_, method == kLast ? MASU_AUTOMATIC : method);
        break;
      }
      case 2: {
        std::uint64_t rows[MASU_LAYERS];
        MASU_ASSERT(masu_world_layers(world_, rows) == MASU_OK);
        rows[bytes_.below(MASU_LAYERS)] ^= std::uint64_t(1) << bytes_.below(64);
        (void)masu_world_set_layers(world_, rows);
        break;
      }
      default:
        if (what / 4 == 0) (void)masu_world_clear(world_);
    }
  }

  // --- Queries -----------------------------------------------------------------------------------

  static int go_on(void*, masu_handle) { return 1; }

  void ask_rays() {
    const auto ray = std::bit_cast<typename A::Ray>(
        Ray<D, T>{bytes_.position<D, T>(), bytes_.position<D, T>(), bytes_.number<T>()});
    typename A::RayHit hit;
    const masu_status status = A::ray_cast(world_, &ray, nullptr, &hit);
    if (status == MASU_OK && hit.cast.hit != 0) {
      MASU_ASSERT(masu_world_contains(world_, hit.object) != 0);
      MASU_ASSERT(hit.cast.t >= 0 && !(hit.cast.t > ray.max_t));
    }
    const CVec point = position();
    (void)A::at(world_, &point, nullptr, &go_on, nullptr);
    typename A::Neighbor found[3];
    std::size_t count = 0;
    (void)A::nearest(world_, &point, nullptr, found, 3, &count);
    MASU_ASSERT(count <= 3);
    typename A::Nearest closest;
    (void)A::closest_pair(world_, &closest);
  }
  void ask_shapes() {
    masu_body* body;
    const CShape s = shape(body);
    const Pose new_pose = pose();
    const CVec displacement = position();
    typename A::CastHit hit;
    (void)A::shape_cast(world_, &s, &new_pose, &displacement, nullptr, &hit);
    (void)A::touching(world_, &s, &new_pose, nullptr, &go_on, nullptr);
    typename A::Nearest closest;
    (void)A::closest_to(world_, &s, &new_pose, nullptr, &closest);
    const auto box = std::bit_cast<typename A::Aabb>(bytes_.box<D, T>());
    (void)A::overlapping(world_, &box, nullptr, &go_on, nullptr);
  }

  FuzzInput& bytes_;
  masu_world* world_ = nullptr;
  std::vector<masu_body*> bodies_;
  std::vector<Object> objects_;
};

}  // namespace
}  // namespace masu::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  masu::fuzz::FuzzInput bytes(data, size);
  if (bytes.flag()) {
    masu::fuzz::Story<2, float>(bytes).run();
  } else {
    masu::fuzz::Story<3, double>(bytes).run();
  }
  return 0;
}
