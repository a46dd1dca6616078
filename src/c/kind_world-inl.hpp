// SPDX-License-Identifier: MIT
// The calls of worlds that kind.h declares, for the dimension and scalar of the including file,
// which defines MASU_DIMENSION, MASU_REAL and MASU_OF as masu.h does. Thin: templates do the work.
#include "c/kind-inl.hpp"
#include "c/options.hpp"
#include "c/world.hpp"

using namespace masu;
using namespace masu::c;

namespace {

using CVec = MASU_OF(vec);
using CPose = MASU_OF(pose);
using CBox = MASU_OF(aabb);
using CShape = MASU_OF(shape);
using CVolume = MASU_OF(volume);

// Returns a list of a world; an empty one if there is no such world.
template <class C, class List>
const C* list(const masu_world* world, size_t* count, List&& elements) {
  if (count != nullptr) *count = 0;
  const C* data = nullptr;
  (void)here(world, [&](auto& w) {
    data = plain(give(elements(w), count));
    return MASU_OK;
  });
  return data;
}

// Returns the present state of the pair in the world.
template <class F>
masu_status with_pair(const masu_world* world, const masu_pair* pair, F&& f) {
  if (pair == nullptr) return MASU_OUT_OF_RANGE;
  return here(world, [&](auto& w) {
    const WorldPair* now = w.find(*pair);
    return now == nullptr ? Status::stale_handle : f(w.world, *now);
  });
}
CVolume plain_volume(const WorldVolume<kD, Real>& v) {
  return {static_cast<std::uint8_t>(v.status),
          v.volume,
          plain(v.centroid),
          v.area,
          plain(v.normal),
          v.vertices.size(),
          v.faces.size(),
          v.cuts.size(),
          v.indices.size(),
          plain(v.vertices.data()),
          plain(v.faces.data()),
          plain(v.cuts.data()),
          v.indices.data()};
}

}  // namespace

extern "C" {

masu_status MASU_OF(world_create)(const masu_world_options* options,
                                  const masu_allocator* allocator, masu_world** made) {
  if (made == nullptr) return MASU_OUT_OF_RANGE;
  *made = nullptr;
  if (options == nullptr || !Memory(allocator).valid()) return MASU_OUT_OF_RANGE;
  Status status = check_options(*options);
  if (status != Status::ok) return code(status);
  if (kKind<kD, Real> != options->dimension - 2 + 2 * options->scalar) return MASU_OUT_OF_RANGE;
  WorldOf<kD, Real>* world = nullptr;
  status = make(allocator, world, *options);
  *made = world;
  return code(status);
}

// --- Objects -------------------------------------------------------------------------------------

masu_status MASU_OF(world_add)(masu_world* world, const CShape* shape, const CPose* pose,
                               const masu_object_options* options, masu_handle* made) {
  if (!all(pose, made)) return MASU_OUT_OF_RANGE;
  *made = plain(Handle{});
  ObjectOptions o;
  const masu_status status = read_options(options, o);
  if (status != MASU_OK) return status;
  return with_shape<kD, Real>(world, shape, [&](auto& w, const auto& s, masu_body* body) {
    const InsertResult r = w.add(s, body, cpp(*pose), o);
    *made = plain(r.handle);
    return r.status;
  });
}
masu_status MASU_OF(world_add_many)(masu_world* world, const CShape* shapes, size_t shape_count,
                                    const CPose* poses, const masu_object_options* options,
                                    size_t option_count, size_t count, masu_handle* made) {
  const bool readable_all = readable(shapes, shape_count) && readable(poses, count) &&
                            readable(options, option_count) && readable(made, count);
  if (!readable_all) return MASU_OUT_OF_RANGE;
  for (std::size_t k = 0; k < count; ++k) made[k] = plain(Handle{});
  const auto suits = [&](std::size_t n) { return n == 1 || n == count; };
  if (!suits(shape_count) || (option_count != 0 && !suits(option_count))) return MASU_SIZE_MISMATCH;
  masu_status status = MASU_OK;
  const auto shape_of = [&](std::size_t k, masu_body*& body) {
    WorldShape<kD, Real> s;
    status = read_shape(shapes[shape_count == 1 ? 0 : k], s, body);
    return s;
  };
  const auto options_of = [&](std::size_t k) {
    ObjectOptions o;
    status = read_options(option_count == 0 ? nullptr : &options[option_count == 1 ? 0 : k], o);
    return o;
  };
  return here(world, [&](auto& w) {
    masu_body* body = nullptr;
    const auto used = [&](std::size_t n) { return n < count ? n : count; };
    for (std::size_t k = 0; status == MASU_OK && k < used(shape_count); ++k)
      (void)shape_of(k, body);
    for (std::size_t k = 0; status == MASU_OK && k < used(option_count); ++k) (void)options_of(k);
    return status != MASU_OK
               ? status
               : code(w.add_many({cpp(poses), count}, {cpp(made), count}, shape_of, options_of));
  });
}
masu_status MASU_OF(world_move)(masu_world* world, masu_handle object, const CPose* pose) {
  if (pose == nullptr) return MASU_OUT_OF_RANGE;
  return here(world, [&](auto& w) { return w.world.move(cpp(object), cpp(*pose)); });
}
masu_status MASU_OF(world_move_many)(masu_world* world, const masu_handle* objects,
                                     const CPose* poses, size_t count) {
  if (!readable(objects, count) || !readable(poses, count)) return MASU_OUT_OF_RANGE;
  return here(world, [&](auto& w) {
    return w.world.move_many({cpp(objects), count}, {cpp(poses), count});
  });
}
masu_status MASU_OF(world_teleport)(masu_world* world, masu_handle object, const CPose* pose) {
  if (pose == nullptr) return MASU_OUT_OF_RANGE;
  return here(world, [&](auto& w) { return w.world.teleport(cpp(object), cpp(*pose)); });
}
masu_status MASU_OF(world_set_shape)(masu_world* world, masu_handle object, const CShape* shape) {
  return with_shape<kD, Real>(world, shape, [&](auto& w, const auto& s, masu_body* body) {
    return w.set_shape(cpp(object), s, body);
  });
}
masu_status MASU_OF(world_set_bounds)(masu_world* world, const CBox* bounds) {
  if (bounds == nullptr) return MASU_OUT_OF_RANGE;
  return here(world, [&](auto& w) { return w.world.set_bounds(cpp(*bounds)); });
}
masu_status MASU_OF(world_bounds)(const masu_world* world, CBox* bounds) {
  if (bounds == nullptr) return MASU_OUT_OF_RANGE;
  return here(world, [&](auto& w) {
    *bounds = plain(w.world.bounds());
    return Status::ok;
  });
}
masu_status MASU_OF(world_find)(const masu_world* world, masu_handle object,
                                MASU_OF(object) * found) {
  if (found == nullptr) return MASU_OUT_OF_RANGE;
  return here(world, [&](auto& w) {
    const auto o = w.world.find(cpp(object));
    if (!o) return Status::stale_handle;
    *found = {plain(o->pose), plain(o->box), plain_shape<CShape>(o->shape, w.body(object.index)),
              plain_options(o->options), static_cast<std::uint8_t>(o->outside ? 1 : 0)};
    return Status::ok;
  });
}

// --- Snapshots -----------------------------------------------------------------------------------

masu_status MASU_OF(world_restore_with)(masu_world* world, const void* bytes, size_t size,
                                        MASU_OF(body_shape_for) shape_for, void* context) {
  if (bytes == nullptr || shape_for == nullptr) return MASU_OUT_OF_RANGE;
  return here(world, [&](auto& w) {
    Callback call;
    const auto find = [&](Handle h, std::uint64_t user_data, auto& shape, masu_body*& body) {
      CShape found{};
      const bool there = call([&] { return shape_for(context, plain(h), user_data, &found); }) &&
                         found.kind == MASU_BODY && read_shape(found, shape, body) == MASU_OK;
      return there;
    };
    return call.code(w.restore_with(bytes, size, find));
  });
}

// --- The frame -----------------------------------------------------------------------------------

masu_status MASU_OF(world_update_with_listener)(masu_world* world,
                                                const MASU_OF(listener) * listener,
                                                masu_update_result* result) {
  if (listener == nullptr) return MASU_OUT_OF_RANGE;
  return here(world, [&](auto& w) {
    const UpdateResult r = w.update();
    write_result(r, result);
    if (r.status != Status::ok) return w.code_of(r);
    const auto guard = w.world.core().make_busy();
    Callback call;
    const auto notify = [&](auto elements, auto* f) {
      if (f == nullptr) return;
      for (const auto& e : elements) {
        if (call.threw()) return;
        call([&] {
          f(listener->context, plain(&e));
          return 1;
        });
      }
    };
    notify(w.world.ended(), listener->on_end);
    notify(w.world.crossed(), listener->on_cross);
    notify(w.world.impacts(), listener->on_impact);
    notify(w.world.began(), listener->on_begin);
    notify(w.world.stayed(), listener->on_stay);
    for (const Handle h : w.world.left()) {
      if (listener->on_leave == nullptr || call.threw()) break;
      call([&] {
        listener->on_leave(listener->context, plain(h));
        return 1;
      });
    }
    return call.code(Status::ok);
  });
}
const MASU_OF(pair_impact) * MASU_OF(world_crossed)(const masu_world* world, size_t* count) {
  return list<MASU_OF(pair_impact)>(world, count, [](auto& w) { return w.world.crossed(); });
}
const MASU_OF(pair_impact) * MASU_OF(world_impacts)(const masu_world* world, size_t* count) {
  return list<MASU_OF(pair_impact)>(world, count, [](auto& w) { return w.world.impacts(); });
}
const MASU_OF(contact) *
    MASU_OF(world_contacts)(const masu_world* world, const masu_pair* pair, size_t* count) {
  return list<MASU_OF(contact)>(world, count, [&](auto& w) {
    const WorldPair* now = pair == nullptr ? nullptr : w.find(*pair);
    return now == nullptr ? std::span<const WorldContact<kD, Real>>() : w.world.contacts(*now);
  });
}
const MASU_OF(corner) * MASU_OF(world_corners)(const masu_world* world, const masu_pair* pair,
                                               size_t contact, size_t* count) {
  return list<MASU_OF(corner)>(world, count, [&](auto& w) {
    const WorldPair* now = pair == nullptr ? nullptr : w.find(*pair);
    if (now == nullptr || contact >= w.world.contacts(*now).size()) {
      return std::span<const ManifoldPoint<kD, Real>>();
    }
    return w.world.corners(*now, w.world.contacts(*now)[contact]);
  });
}

masu_status MASU_OF(world_volume)(const masu_world* world, const masu_pair* pair, size_t contact,
                                  CVolume* found) {
  if (found == nullptr) return MASU_OUT_OF_RANGE;
  *found = plain_volume({.status = Status::not_updated});
  return with_pair(world, pair, [&](auto& w, const WorldPair& now) {
    const auto all = w.contacts(now);
    if (contact >= all.size()) return Status::bad_index;
    const WorldVolume<kD, Real> v = w.volume(now, all[contact]);
    *found = plain_volume(v);
    return v.status;
  });
}
masu_status MASU_OF(world_shift)(const masu_world* world, const masu_pair* pair, CVec* shift) {
  if (shift == nullptr) return MASU_OUT_OF_RANGE;
  return with_pair(world, pair, [&](auto& w, const WorldPair& now) {
    *shift = plain(w.shift(now));
    return Status::ok;
  });
}

masu_status MASU_OF(world_draw)(const masu_world* world, const MASU_OF(debug_draw) * draw) {
  if (draw == nullptr) return MASU_OUT_OF_RANGE;
  struct Context {
    const MASU_OF(debug_draw) & draw;
    Callback call;
  };
  return here(world, [&](auto& w) {
    Context context{*draw, {}};
    DebugDraw<kD, Real> target;
    target.context = &context;
    target.normal_length = draw->normal_length;
    if (draw->box != nullptr) {
      target.box = [](void* to, const Aabb<kD, Real>& box, DrawKind kind) {
        auto& c = *static_cast<Context*>(to);
        if (c.call.threw()) return;
        c.call([&] {
          c.draw.box(c.draw.context, plain(&box), static_cast<std::uint32_t>(kind));
          return 1;
        });
      };
    }
    if (draw->line != nullptr) {
      target.line = [](void* to, const Vec<kD, Real>& a, const Vec<kD, Real>& b, DrawKind kind) {
        auto& c = *static_cast<Context*>(to);
        if (c.call.threw()) return;
        c.call([&] {
          c.draw.line(c.draw.context, plain(&a), plain(&b), static_cast<std::uint32_t>(kind));
          return 1;
        });
      };
    }
    const auto guard = w.world.core().make_busy();
    w.world.draw(target);
    return context.call.code(Status::ok);
  });
}

}  // extern "C"
