// SPDX-License-Identifier: MIT
// Balls and capsules slide in a closed room. The room holds shapes and surfaces; some of them move.
// No ball or capsule leaves the room or ends in an obstacle that stands still. A repeated move
// gives the same result.
#include <vector>

#include <masu/core/assert.hpp>
#include <masu/mesh/surface_mesh.hpp>
#include <masu/shapes/box.hpp>
#include <masu/shapes/capsule.hpp>
#include <masu/shapes/half_space.hpp>
#include <masu/shapes/segment.hpp>
#include <masu/shapes/triangle.hpp>
#include <masu/world/carry.hpp>

#include "fuzz/fuzz_input.hpp"

namespace masu::fuzz {
namespace {

template <int D, class T>
class Room {
 public:
  explicit Room(FuzzInput& bytes) : bytes_(bytes) {
    for (int a = 0; a < D; ++a) {
      for (const T side : {T(-1), T(1)}) {
        Vec<D, T> inward{};
        inward[a] = -side;
        obstacles_.push_back({HalfSpace<D, T>{inward, -kHalf}});
      }
    }
    const std::uint32_t count = bytes_.below(8);
    for (std::uint32_t i = 0; i < count; ++i) add_shape();
    if (bytes_.flag()) add_mesh();
    MASU_ASSERT(source_.build(obstacles_) == Status::ok);
    draw_mover();
  }

  void run() {
    // A mover without enough space proves nothing.
    if (slide(mover_, {}, source_, options_).overlap != 0 || !inside()) return;
    for (int steps = 0; steps < 40 && !bytes_.empty(); ++steps) {
      bytes_.byte() % 4 == 0 ? carry_it() : slide_it();
      MASU_ASSERT(inside());
    }
  }

 private:
  static constexpr T kHalf = 8;  // of the room's side

  T coordinate() { return T(std::int8_t(bytes_.byte())) / 16; }
  Vec<D, T> position() {
    Vec<D, T> p;
    for (int a = 0; a < D; ++a) p[a] = coordinate();
    return p;
  }
  // Mostly short, up to a thousand.
  Vec<D, T> displacement() {
    const std::uint8_t speed = bytes_.byte();
    return position() * T(speed < 0x80 ? 0.125 : speed < 0xe0 ? 1 : 128);
  }

  void add_shape() {
    const Transform<D, T> pose{position(), bytes_.rotation<D, T>()};
    if (pose.check() != Status::ok) return;
    const T size = T(1 + bytes_.byte() % 64) / 32;
    switch (bytes_.byte() % 4) {
      case 0: obstacles_.push_back({Box<D, T>{Vec<D, T>::all(size)}, pose}); break;
      case 1: obstacles_.push_back({Capsule<D, T>{position(), position(), size}, pose}); break;
      case 2: obstacles_.push_back({Segment<D, T>{position(), position()}, pose}); break;
      default:
        obstacles_.push_back({Triangle<D, T>{position(), position(), position()}, pose});
        break;
    }
  }
  void add_mesh() {
    std::vector<Vec<D, T>> vertices(8);
    std::vector<std::uint32_t> corners((1 + bytes_.below(8)) * D);
    for (auto& v : vertices) v = position();
    for (auto& c : corners) c = bytes_.below(8);
    if (mesh_.build(vertices, corners) != Status::ok) return;
    obstacles_.push_back({mesh_});
  }
  void draw_mover() {
    mover_.position = position() * T(0.875);
    mover_.radius = T(1 + bytes_.byte() % 32) / 32;
    if (bytes_.flag()) mover_.half_axis = position() * T(0.125);
    const std::uint8_t settings = bytes_.byte();
    if (settings % 2 == 0) return;
    options_.up[settings / 2 % D] = 1;
    options_.step_height = T(settings / 8 % 4) / 4;
    options_.snap = T(settings / 32 % 4) / 4;
    options_.walkable_cosine = T(1 + bytes_.below(4)) / 4;
  }
  bool inside() const {
    for (int a = 0; a < D; ++a) {
      if (!(mover_.position[a] > -kHalf && mover_.position[a] < kHalf)) return false;
    }
    return true;
  }
  void slide_it() {
    CapsuleMover<D, T> twin = mover_;
    const Vec<D, T> by = displacement();
    std::uint32_t contacts = 0;
    const auto r = slide(mover_, by, source_, options_, [&](const SlideContact<D>& c) {
      ++contacts;
      MASU_ASSERT(c.body < obstacles_.size() && c.t >= 0 && c.t <= 1 && is_finite(c.normal));
    });
    MASU_ASSERT(r.status == Status::ok || r.status == Status::not_converged);
    MASU_ASSERT(r.contacts == contacts && is_finite(r.displacement));
    MASU_ASSERT(crushed_ || r.overlap == 0);
    const auto again = slide(twin, by, source_, options_);
    MASU_ASSERT(twin.position == mover_.position && again.displacement == r.displacement);
    MASU_ASSERT(again.on_ground == r.on_ground && again.ground_body == r.ground_body);
  }

  void carry_it() {
    std::vector<ObstacleMotion<D, T>> moved;
    for (std::uint32_t n = 1 + bytes_.below(3); n > 0; --n) {
      const std::size_t walls = 2 * D;
      if (obstacles_.size() == walls) return;
      const std::size_t i = walls + bytes_.below(std::uint32_t(obstacles_.size() - walls));
      PlacedBody<D, T>& o = obstacles_[i];
      ObstacleMotion<D, T> motion{std::uint32_t(i), o.shape, {o.pose, o.pose}};
      motion.sweep.end.translation = o.pose.translation + position() * T(0.25);
      if (bytes_.flag()) motion.sweep.end.rotation = bytes_.rotation<D, T>();
      bool twice = motion.sweep.end.check() != Status::ok;
      for (const auto& m : moved) twice = twice || m.body == i;
      if (twice) continue;
      o.pose = motion.sweep.end;
      moved.push_back(motion);
    }
    MASU_ASSERT(source_.build(obstacles_) == Status::ok);
    const Vec<D, T> before = mover_.position;
    const auto r = carry(mover_, moved, source_, options_);
    // A motion by more than 256 radii.
    const bool refused = r.status == Status::out_of_range;
    MASU_ASSERT(r.status == Status::ok || r.status == Status::not_converged || refused);
    MASU_ASSERT(!refused || mover_.position == before);
    MASU_ASSERT(r.t >= 0 && r.t <= 1 && is_finite(r.displacement) && r.overlap >= 0);
    MASU_ASSERT(r.crushed || r.t == 1);
    crushed_ = crushed_ || r.crushed || r.status != Status::ok;
  }

  FuzzInput& bytes_;
  SurfaceMesh<D, T> mesh_;
  std::vector<PlacedBody<D, T>> obstacles_;
  PlacedBodies<D, T> source_;
  CapsuleMover<D, T> mover_;
  SlideOptions<D, T> options_;
  bool crushed_ = false;  // then it may stay in an obstacle
};

}  // namespace
}  // namespace masu::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  masu::fuzz::FuzzInput bytes(data, size);
  switch (bytes.byte() % 4) {
    case 0: masu::fuzz::Room<2, float>(bytes).run(); break;
    case 1: masu::fuzz::Room<3, float>(bytes).run(); break;
    case 2: masu::fuzz::Room<2, double>(bytes).run(); break;
    default: masu::fuzz::Room<3, double>(bytes).run();
  }
  return 0;
}
