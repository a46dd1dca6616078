// SPDX-License-Identifier: MIT
// The calls of worlds that kind.h declares, for the one dimension and scalar of who includes this:
// it defines MASU_DIMENSION, MASU_REAL and MASU_OF as masu.h does. Thin: what they do, templates
// do.
#include "c/options.hpp"
#include "c/world.hpp"

using namespace masu;
using namespace masu::c;

namespace {

constexpr int kD = MASU_DIMENSION;
using Real = MASU_REAL;
using CVec = MASU_OF(vec);
using CPose = MASU_OF(pose);
using CBox = MASU_OF(box);
using CRay = MASU_OF(ray);
using CShape = MASU_OF(shape);
using CHit = MASU_OF(ray_hit);
using CNear = MASU_OF(surface_point);
using CNearest = MASU_OF(nearest);

// One type of C++, two of C.
using CNeighbor = MASU_OF(neighbor);
static_assert(sizeof(CNeighbor) == sizeof(Neighbor<Real>));
static_assert(offsetof(CNeighbor, distance_squared) == offsetof(Neighbor<Real>, distance_squared));

template <class F>
masu_status here(const masu_world* world, F&& f) {
  return on<kD, Real>(world, f);
}
// f(world, shape) with the shape that C means.
template <class F>
masu_status with_shape(const masu_world* world, const CShape* shape, F&& f) {
  if (shape == nullptr) return MASU_OUT_OF_RANGE;
  return here(world, [&](auto& w) {
    WorldShape<kD, Real> s;
    masu_body* body = nullptr;
    const masu_status good = read_shape(*shape, s, body);
    return good != MASU_OK ? good : code(f(w, s, body));
  });
}
// search(world, visit) with a visitor of handles.
template <class Search>
masu_status visit_objects(const masu_world* world, masu_visit_object visit, void* context,
                          Search&& search) {
  if (visit == nullptr) return MASU_OUT_OF_RANGE;
  return here(world, [&](auto& w) {
    Callback call;
    const auto each = [&](Handle h) { return call([&] { return visit(context, plain(h)); }); };
    const SearchResult r = search(w.world, each);
    return call.code(r.status);
  });
}
// A list of a world's; none where there is no such world.
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

}  // namespace

extern "C" {

// --- Objects -------------------------------------------------------------------------------------

masu_status MASU_OF(world_add)(masu_world* world, const CShape* shape, const CPose* at,
                               const masu_object_options* options, masu_handle* made) {
  if (!all(at, made)) return MASU_OUT_OF_RANGE;
  *made = plain(Handle{});
  ObjectOptions o;
  const masu_status good = read_options(options, o);
  if (good != MASU_OK) return good;
  return with_shape(world, shape, [&](auto& w, const auto& s, masu_body* body) {
    const InsertResult r = w.add(s, body, cpp(*at), o);
    *made = plain(r.handle);
    return r.status;
  });
}
masu_status MASU_OF(world_move)(masu_world* world, masu_handle object, const CPose* at) {
  if (at == nullptr) return MASU_OUT_OF_RANGE;
  return here(world, [&](auto& w) { return w.world.move(cpp(object), cpp(*at)); });
}
masu_status MASU_OF(world_move_many)(masu_world* world, const masu_handle* objects, const CPose* at,
                                     size_t count) {
  if (!readable(objects, count) || !readable(at, count)) return MASU_OUT_OF_RANGE;
  return here(world, [&](auto& w) {
    return w.world.move_many({cpp(objects), count}, {cpp(at), count});
  });
}
masu_status MASU_OF(world_teleport)(masu_world* world, masu_handle object, const CPose* at) {
  if (at == nullptr) return MASU_OUT_OF_RANGE;
  return here(world, [&](auto& w) { return w.world.teleport(cpp(object), cpp(*at)); });
}
masu_status MASU_OF(world_set_shape)(masu_world* world, masu_handle object, const CShape* shape) {
  return with_shape(world, shape, [&](auto& w, const auto& s, masu_body* body) {
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
    *found = {plain(o->at), plain(o->box), plain_shape<CShape>(o->shape, w.body(object.index)),
              plain_options(o->options)};
    return Status::ok;
  });
}

// --- The frame -----------------------------------------------------------------------------------

masu_status MASU_OF(world_update_and_tell)(masu_world* world, const MASU_OF(listener) * listener,
                                           masu_update_result* result) {
  if (listener == nullptr) return MASU_OUT_OF_RANGE;
  return here(world, [&](auto& w) {
    const UpdateResult r = w.world.update();
    write_result(r, result);
    if (r.status != Status::ok) return code(r.status);
    const auto guard = w.world.make_busy();
    Callback call;
    const auto tell = [&](auto elements, auto* f) {
      if (f == nullptr) return;
      for (const auto& e : elements) {
        if (call.threw()) return;
        call([&] {
          f(listener->context, plain(&e));
          return 1;
        });
      }
    };
    tell(w.world.ended(), listener->on_end);
    tell(w.world.crossed(), listener->on_cross);
    tell(w.world.begun(), listener->on_begin);
    tell(w.world.stayed(), listener->on_stay);
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

masu_status MASU_OF(world_draw)(const masu_world* world, const MASU_OF(debug_draw) * draw) {
  if (draw == nullptr) return MASU_OUT_OF_RANGE;
  struct Context {
    const MASU_OF(debug_draw) & draw;
    Callback call;
  };
  return here(world, [&](auto& w) {
    Context context{*draw, {}};
    DebugDraw<kD, Real> told;
    told.context = &context;
    told.normal_length = draw->normal_length;
    if (draw->box != nullptr) {
      told.box = [](void* to, const Aabb<kD, Real>& box, DrawKind kind) {
        auto& c = *static_cast<Context*>(to);
        if (c.call.threw()) return;
        c.call([&] {
          c.draw.box(c.draw.context, plain(&box), static_cast<std::uint32_t>(kind));
          return 1;
        });
      };
    }
    if (draw->line != nullptr) {
      told.line = [](void* to, const Vec<kD, Real>& a, const Vec<kD, Real>& b, DrawKind kind) {
        auto& c = *static_cast<Context*>(to);
        if (c.call.threw()) return;
        c.call([&] {
          c.draw.line(c.draw.context, plain(&a), plain(&b), static_cast<std::uint32_t>(kind));
          return 1;
        });
      };
    }
    const auto guard = w.world.make_busy();
    w.world.draw(told);
    return context.call.code(Status::ok);
  });
}

// --- Queries -------------------------------------------------------------------------------------

masu_status MASU_OF(world_ray_cast)(const masu_world* world, const CRay* ray,
                                    const masu_filter* filter, CHit* hit) {
  if (!all(ray, hit)) return MASU_OUT_OF_RANGE;
  return here(world, [&](auto& w) {
    cpp(*hit) = w.world.ray_cast(cpp(*ray), maybe(filter));
    return cpp(*hit).status;
  });
}
masu_status MASU_OF(world_for_each_on_ray)(const masu_world* world, const CRay* ray,
                                           const masu_filter* filter, MASU_OF(visit_hit) visit,
                                           void* context) {
  if (ray == nullptr || visit == nullptr) return MASU_OUT_OF_RANGE;
  return here(world, [&](auto& w) {
    Callback call;
    const auto each = [&](const WorldRayHit<kD, Real>& hit) {
      return call([&] { return visit(context, plain(&hit)); });
    };
    return call.code(w.world.for_each_on_ray(cpp(*ray), each, maybe(filter)).status);
  });
}
masu_status MASU_OF(world_ray_cast_all)(const masu_world* world, const CRay* ray,
                                        const masu_filter* filter, masu_results* results) {
  if (ray == nullptr) return MASU_OUT_OF_RANGE;
  const masu_status good = check_results(results);
  if (good != MASU_OK) return good;
  return here(world, [&](auto& w) {
    auto& hits = results->hits_of<kD, Real>();
    hits.clear();
    return w.world.ray_cast_all(cpp(*ray), hits, maybe(filter)).status;
  });
}
const CHit* MASU_OF(results_hits)(const masu_results* results, size_t* count) {
  if (count != nullptr) *count = 0;
  if (check_results(results) != MASU_OK) return nullptr;
  const auto& hits = const_cast<masu_results*>(results)->hits_of<kD, Real>();
  return plain(give(std::span<const WorldRayHit<kD, Real>>(hits), count));
}

masu_status MASU_OF(world_shape_cast)(const masu_world* world, const CShape* shape, const CPose* at,
                                      const CVec* translation, const masu_filter* filter,
                                      MASU_OF(cast_hit) * hit) {
  if (!all(at, translation, hit)) return MASU_OUT_OF_RANGE;
  return with_shape(world, shape, [&](auto& w, const auto& s, masu_body*) {
    cpp(*hit) = w.world.shape_cast(s, cpp(*at), cpp(*translation), maybe(filter));
    return cpp(*hit).status;
  });
}
masu_status MASU_OF(world_touching)(const masu_world* world, const CShape* shape, const CPose* at,
                                    const masu_filter* filter, masu_visit_object visit,
                                    void* context) {
  if (!all(shape, at)) return MASU_OUT_OF_RANGE;
  WorldShape<kD, Real> s;
  masu_body* body = nullptr;
  const masu_status good = read_shape(*shape, s, body);
  if (good != MASU_OK) return good;
  return visit_objects(world, visit, context, [&](auto& w, auto& each) {
    return w.for_each_touching(s, cpp(*at), each, maybe(filter));
  });
}
masu_status MASU_OF(world_at)(const masu_world* world, const CVec* point, const masu_filter* filter,
                              masu_visit_object visit, void* context) {
  if (point == nullptr) return MASU_OUT_OF_RANGE;
  return visit_objects(world, visit, context, [&](auto& w, auto& each) {
    return w.for_each_at(cpp(*point), each, maybe(filter));
  });
}
masu_status MASU_OF(world_overlapping)(const masu_world* world, const CBox* box,
                                       const masu_filter* filter, masu_visit_object visit,
                                       void* context) {
  if (box == nullptr) return MASU_OUT_OF_RANGE;
  return visit_objects(world, visit, context, [&](auto& w, auto& each) {
    return w.for_each_overlapping(cpp(*box), each, maybe(filter));
  });
}
masu_status MASU_OF(world_nearest)(const masu_world* world, const CVec* point,
                                   const masu_filter* filter, CNeighbor* found, size_t places,
                                   size_t* count) {
  if (!all(point, count) || !readable(found, places)) return MASU_OUT_OF_RANGE;
  *count = 0;
  return here(world, [&](auto& w) {
    const std::span<Neighbor<Real>> to(reinterpret_cast<Neighbor<Real>*>(found), places);
    const SearchResult r = w.world.nearest(cpp(*point), to, maybe(filter));
    if (r.status == Status::ok) *count = static_cast<size_t>(r.stats.results);
    return r.status;
  });
}
masu_status MASU_OF(world_within)(const masu_world* world, const CVec* point, Real radius,
                                  const masu_filter* filter, MASU_OF(visit_near) visit,
                                  void* context) {
  if (point == nullptr || visit == nullptr) return MASU_OUT_OF_RANGE;
  return here(world, [&](auto& w) {
    Callback call;
    const auto each = [&](Handle h, const SurfacePoint<kD, Real>& s) {
      return call([&] { return visit(context, plain(h), plain(&s)); });
    };
    return call.code(w.world.for_each_within(cpp(*point), radius, each, maybe(filter)).status);
  });
}
masu_status MASU_OF(world_closest_pair)(const masu_world* world, CNearest* found) {
  if (found == nullptr) return MASU_OUT_OF_RANGE;
  return here(world, [&](auto& w) {
    cpp(*found) = w.world.closest_pair();
    return cpp(*found).status;
  });
}
masu_status MASU_OF(world_closest_between)(const masu_world* world, const masu_world* other,
                                           CNearest* found) {
  if (found == nullptr) return MASU_OUT_OF_RANGE;
  return here(world, [&](auto& w) {
    return here(other, [&](auto& o) {
      cpp(*found) = w.world.closest_pair(o.world);
      return cpp(*found).status;
    });
  });
}
masu_status MASU_OF(world_closest_to)(const masu_world* world, const CShape* shape, const CPose* at,
                                      const masu_filter* filter, CNearest* found) {
  if (!all(at, found)) return MASU_OUT_OF_RANGE;
  return with_shape(world, shape, [&](auto& w, const auto& s, masu_body*) {
    cpp(*found) = w.world.closest_to(s, cpp(*at), maybe(filter));
    return cpp(*found).status;
  });
}
masu_status MASU_OF(world_touching_in)(const masu_world* world, const masu_world* other,
                                       masu_visit_two visit, void* context) {
  if (visit == nullptr) return MASU_OUT_OF_RANGE;
  return here(world, [&](auto& w) {
    return here(other, [&](auto& o) {
      Callback call;
      const auto each = [&](Handle a, Handle b) {
        return call([&] { return visit(context, plain(a), plain(b)); });
      };
      return call.code(w.world.for_each_touching_in(o.world, each).status);
    });
  });
}

// --- Many at once --------------------------------------------------------------------------------

masu_status MASU_OF(world_ray_cast_many)(const masu_world* world, const CRay* rays, size_t count,
                                         const masu_filter* filter, const masu_jobs* jobs,
                                         CHit* hits) {
  if (!readable(rays, count) || !readable(hits, count)) return MASU_OUT_OF_RANGE;
  return here(world, [&](auto& w) {
    return w.world.ray_cast_many({cpp(rays), count}, {cpp(hits), count}, maybe(filter),
                                 jobs_of(jobs));
  });
}
masu_status MASU_OF(world_overlapping_many)(const masu_world* world, const CBox* boxes,
                                            size_t count, const masu_filter* filter,
                                            const masu_jobs* jobs, masu_results* results) {
  if (!readable(boxes, count)) return MASU_OUT_OF_RANGE;
  const masu_status good = check_results(results);
  if (good != MASU_OK) return good;
  return here(world, [&](auto& w) {
    const std::span<const Aabb<kD, Real>> asked(cpp(boxes), count);
    return w.world.overlapping_many(asked, results->handles, maybe(filter), jobs_of(jobs));
  });
}
masu_status MASU_OF(world_nearest_many)(const masu_world* world, const CVec* points, size_t count,
                                        uint32_t k, const masu_filter* filter,
                                        const masu_jobs* jobs, masu_results* results) {
  if (!readable(points, count)) return MASU_OUT_OF_RANGE;
  const masu_status good = check_results(results);
  if (good != MASU_OK) return good;
  return here(world, [&](auto& w) {
    return w.world.nearest_many({cpp(points), count}, k, results->neighbors_of<Real>(),
                                maybe(filter), jobs_of(jobs));
  });
}
const CNeighbor* MASU_OF(results_neighbors)(const masu_results* results, const uint32_t** first,
                                            size_t* count) {
  if (count != nullptr) *count = 0;
  if (first != nullptr) *first = nullptr;
  if (check_results(results) != MASU_OK) return nullptr;
  const auto& found = const_cast<masu_results*>(results)->neighbors_of<Real>();
  if (first != nullptr) *first = found.first.data();
  const std::span<const Neighbor<Real>> items = found.items;
  return reinterpret_cast<const CNeighbor*>(give(items, count));
}

}  // extern "C"
