// SPDX-License-Identifier: MIT
// The calls of characters that kind_slide.h.in declares, for one dimension and scalar, in the form
// of kind_world-inl.hpp.
#include <masu/world/world_obstacles.hpp>

#include "c/kind-inl.hpp"
#include "c/world.hpp"

using namespace masu;
using namespace masu::c;

namespace {

using CContact = MASU_OF(slide_contact);
using CObstacle = MASU_OF(slide_obstacle);
using COptions = MASU_OF(slide_options);
using CResult = MASU_OF(slide_result);
using CMotion = MASU_OF(obstacle_motion);
using CCarried = MASU_OF(carry_result);
using Obstacles = WorldObstacles<kD, Real>;

// Null: the default.
masu_status read_options(const COptions* input, SlideOptions<kD, Real>& options) {
  if (input == nullptr) return MASU_OK;
  if (input->size != sizeof(*input)) return MASU_WRONG_FORMAT;
  options.up = cpp(input->up);
  options.walkable_cosine = input->walkable_cosine;
  options.step_height = input->step_height;
  options.snap = input->snap;
  options.skin = input->skin;
  options.max_contacts = input->max_contacts;
  return MASU_OK;
}
CContact plain_contact(const SlideContact<kD>& c, const Obstacles& obstacles) {
  CContact r{};
  r.object = plain(obstacles.object(c.body));
  r.sub_shape = c.sub_shape;
  r.walkable = c.walkable ? 1 : 0;
  r.t = c.t;
  for (int a = 0; a < kD; ++a) {
    r.point[a] = c.point[a];
    r.normal[a] = c.normal[a];
  }
  return r;
}
CObstacle plain_obstacle(const SlideObstacle<kD, Real>& o, const Obstacles& obstacles) {
  CObstacle r{};
  r.object = plain(obstacles.object(o.body()));
  r.sub_shape = o.sub_shape();
  r.displacement = plain(o.displacement());
  r.mover = plain(o.mover());
  r.inner = &o;
  return r;
}
CResult plain_result(const SlideResult<kD, Real>& s, const Obstacles& obstacles) {
  CResult r{};
  r.status = static_cast<std::uint8_t>(s.status);
  r.on_ground = s.on_ground ? 1 : 0;
  r.contacts = s.contacts;
  r.ground = plain(obstacles.object(s.ground_body));
  r.ground_normal = plain(s.ground_normal);
  r.displacement = plain(s.displacement);
  r.overlap = s.overlap;
  r.stats = plain(s.stats);
  return r;
}
CCarried plain_result(const CarryResult<kD, Real>& s, const Obstacles& obstacles) {
  CCarried r{};
  r.status = static_cast<std::uint8_t>(s.status);
  r.crushed = s.crushed ? 1 : 0;
  r.ground = plain(obstacles.object(s.ground_body));
  r.crushed_by = plain(obstacles.object(s.crushed_by));
  r.displacement = plain(s.displacement);
  r.ground_displacement = plain(s.ground_displacement);
  r.t = s.t;
  r.overlap = s.overlap;
  r.stats = plain(s.stats);
  return r;
}

// Calls a callback of C that decides which obstacles count. After it throws all do.
struct AskC {
  const COptions* options;
  const Obstacles& obstacles;
  Callback& call;

  bool operator()(const SlideObstacle<kD, Real>& obstacle) const {
    if (call.threw()) return true;
    const CObstacle seen = plain_obstacle(obstacle, obstacles);
    return call([&] { return options->counts(options->counts_context, &seen); }) || call.threw();
  }
};
bool asks(const COptions* options) {
  return options != nullptr && options->counts != nullptr;
}

}  // namespace

extern "C" {

COptions MASU_OF(slide_options_default)(void) {
  const SlideOptions<kD, Real> o;
  return {static_cast<uint32_t>(sizeof(COptions)),
          o.max_contacts,
          plain(o.up),
          o.walkable_cosine,
          o.step_height,
          o.snap,
          o.skin,
          nullptr,
          nullptr};
}
Real MASU_OF(slide_gap)(const CObstacle* obstacle, MASU_OF(vec) direction) {
  if (obstacle == nullptr || obstacle->inner == nullptr) return 0;
  return static_cast<const SlideObstacle<kD, Real>*>(obstacle->inner)->gap(cpp(direction));
}

masu_status MASU_OF(world_slide)(const masu_world* world, MASU_OF(capsule_mover) * mover,
                                 const MASU_OF(vec) * displacement, const masu_filter* filter,
                                 masu_handle left_out, const COptions* options,
                                 MASU_OF(visit_slide_contact) contact, void* context,
                                 CResult* result) {
  if (!all(mover, displacement, result)) return MASU_OUT_OF_RANGE;
  SlideOptions<kD, Real> o;
  const masu_status status = read_options(options, o);
  if (status != MASU_OK) return status;
  return on<kD, Real>(world, [&](auto& w) {
    const auto guard = w.world.core().make_busy();
    const Obstacles obstacles(w.world, maybe(filter), cpp(left_out));
    Callback call;
    const auto notify = [&](const SlideContact<kD>& c) {
      if (contact == nullptr || call.threw()) return;
      const CContact seen = plain_contact(c, obstacles);
      call([&] {
        contact(context, &seen);
        return 1;
      });
    };
    const auto go = [&](auto&& counts) {
      return slide(cpp(*mover), cpp(*displacement), obstacles, o, notify, counts);
    };
    const auto r = asks(options) ? go(AskC{options, obstacles, call}) : go(detail::AllCount{});
    *result = plain_result(r, obstacles);
    return call.code(r.status);
  });
}

MASU_OF(pose)
MASU_OF(pose_between)(const MASU_OF(pose) * from, const MASU_OF(pose) * to, double t) {
  if (!all(from, to)) return MASU_OF(pose_at)({});
  return plain(ObstacleMotion<kD, Real>{0, {}, {cpp(*from), cpp(*to)}}.at(t));
}

masu_status MASU_OF(world_carry)(const masu_world* world, MASU_OF(capsule_mover) * mover,
                                 const CMotion* moved, size_t count, const masu_filter* filter,
                                 masu_handle left_out, const COptions* options, CCarried* result) {
  if (!all(mover, result) || !readable(moved, count)) return MASU_OUT_OF_RANGE;
  SlideOptions<kD, Real> o;
  const masu_status status = read_options(options, o);
  if (status != MASU_OK) return status;
  return on<kD, Real>(world, [&](auto& w) -> masu_status {
    const auto guard = w.world.core().make_busy();
    const Obstacles obstacles(w.world, maybe(filter), cpp(left_out));
    Buffer<ObstacleMotion<kD, Real>> motions(w.world.core().allocator());
    if (!motions.reserve(count)) return MASU_OUT_OF_MEMORY;
    for (size_t i = 0; i < count; ++i) {
      motions.append_unchecked(obstacles.motion(cpp(moved[i].object), cpp(moved[i].from)));
    }
    Callback call;
    const auto go = [&](auto&& counts) {
      return carry(cpp(*mover), {motions.data(), motions.size()}, obstacles, o, counts);
    };
    const auto r = asks(options) ? go(AskC{options, obstacles, call}) : go(detail::AllCount{});
    *result = plain_result(r, obstacles);
    return call.code(r.status);
  });
}

}  // extern "C"
