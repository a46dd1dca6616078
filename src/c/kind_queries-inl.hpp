// SPDX-License-Identifier: MIT
// The queries of worlds that kind_queries.h.in declares, for one dimension and scalar, in the form
// of kind_world-inl.hpp.
#include "c/kind-inl.hpp"
#include "c/query_filter_input.hpp"
#include "c/world.hpp"

using namespace masu;
using namespace masu::c;

namespace {

using CVec = MASU_OF(vec);
using CPose = MASU_OF(pose);
using CBox = MASU_OF(aabb);
using CRay = MASU_OF(ray);
using CShape = MASU_OF(shape);
using CHit = MASU_OF(ray_hit);
using CCastHit = MASU_OF(cast_hit);
using CNearest = MASU_OF(nearest);

// One type in C++, two in C.
using CNeighbor = MASU_OF(neighbor);
static_assert(sizeof(CNeighbor) == sizeof(Neighbor<Real>));
static_assert(offsetof(CNeighbor, distance_squared) == offsetof(Neighbor<Real>, distance_squared));

// Calls ask(world, wanted) with the filter from C, whose predicate may throw.
template <class Ask>
masu_status here(const masu_world* world, const masu_query_filter* filter, Ask&& ask) {
  const QueryFilterInput<kD, Real> input(filter);
  if (input.status() != MASU_OK) return input.status();
  return input.code(here(world, [&](auto& w) { return ask(w, input.filter()); }));
}
// Calls search(world, wanted, visit) with a visitor of handles.
template <class Search>
masu_status visit_objects(const masu_world* world, const masu_query_filter* filter,
                          masu_visit_object visit, void* context, Search&& search) {
  if (visit == nullptr) return MASU_OUT_OF_RANGE;
  return here(world, filter, [&](auto& w, const auto& query_filter) {
    Callback call;
    const auto each = [&](Handle h) { return call([&] { return visit(context, plain(h)); }); };
    const SearchResult r = search(w.world, query_filter, each);
    return call.code(r.status);
  });
}
// Calls ask(world, results) if the results are valid.
template <class Ask>
masu_status into(masu_results* results, const masu_world* world, Ask&& ask) {
  const masu_status status = check_results(results);
  if (status != MASU_OK) return status;
  return here(world, [&](auto& w) { return ask(w.world, *results); });
}
// Calls ask(world, wanted, results) if the results are valid.
template <class Ask>
masu_status into(masu_results* results, const masu_world* world, const masu_query_filter* filter,
                 Ask&& ask) {
  const masu_status status = check_results(results);
  if (status != MASU_OK) return status;
  return here(world, filter, [&](auto& w, const auto& query_filter) {
    return ask(w.world, query_filter, *results);
  });
}
// Calls ask(world, wanted, shape) with the shape from C.
template <class Ask>
masu_status with_filter_and_shape(const masu_world* world, const CShape* shape,
                                  const masu_query_filter* filter, Ask&& ask) {
  if (shape == nullptr) return MASU_OUT_OF_RANGE;
  return here(world, filter, [&](auto& w, const auto& query_filter) {
    WorldShape<kD, Real> s;
    masu_body* body = nullptr;
    const masu_status status = read_shape(*shape, s, body);
    return status != MASU_OK ? status : code(ask(w, query_filter, s));
  });
}
// Calls ask(world, wanted, results, shapes) with the shapes from C. If one is invalid, earlier
// results are cleared.
template <class Ask>
masu_status with_shapes(masu_results* results, const masu_world* world,
                        const masu_query_filter* filter, const CShape* shapes, std::size_t count,
                        Ask&& ask) {
  return into(results, world, filter, [&](auto& w, const auto& query_filter, masu_results& r) {
    auto& meant = r.shapes_of<kD, Real>();
    meant.clear();
    if (!meant.reserve(count)) return code(Status::out_of_memory);
    for (std::size_t i = 0; i < count; ++i) {
      WorldShape<kD, Real> shape;
      masu_body* body = nullptr;
      const masu_status status = read_shape(shapes[i], shape, body);
      if (status != MASU_OK) return r.handles.clear(), status;
      (void)meant.push_back(shape);
    }
    return code(
        ask(w, query_filter, r, std::span<const WorldShape<kD, Real>>(meant.data(), meant.size())));
  });
}

}  // namespace

extern "C" {

masu_status MASU_OF(world_ray_cast)(const masu_world* world, const CRay* ray,
                                    const masu_query_filter* filter, CHit* hit) {
  if (!all(ray, hit)) return MASU_OUT_OF_RANGE;
  return here(world, filter, [&](auto& w, const auto& query_filter) {
    cpp(*hit) = w.world.ray_cast(cpp(*ray), query_filter);
    return cpp(*hit).status;
  });
}
masu_status MASU_OF(world_for_each_on_ray)(const masu_world* world, const CRay* ray,
                                           const masu_query_filter* filter,
                                           MASU_OF(visit_hit) visit, void* context) {
  if (ray == nullptr || visit == nullptr) return MASU_OUT_OF_RANGE;
  return here(world, filter, [&](auto& w, const auto& query_filter) {
    Callback call;
    const auto each = [&](const WorldRayHit<kD, Real>& hit) {
      return call([&] { return visit(context, plain(&hit)); });
    };
    return call.code(w.world.for_each_on_ray(cpp(*ray), each, query_filter).status);
  });
}
masu_status MASU_OF(world_ray_cast_all)(const masu_world* world, const CRay* ray,
                                        const masu_query_filter* filter, masu_results* results) {
  if (ray == nullptr) return MASU_OUT_OF_RANGE;
  return into(results, world, filter, [&](auto& w, const auto& query_filter, masu_results& r) {
    auto& hits = r.hits_of<kD, Real>();
    hits.items.clear();
    if (!hits.first.resize(2)) return hits.first.clear(), Status::out_of_memory;
    const Status status = w.ray_cast_all(cpp(*ray), hits.items, query_filter).status;
    hits.first[0] = 0;
    hits.first[1] = static_cast<std::uint32_t>(hits.items.size());
    return status;
  });
}
const CHit* MASU_OF(results_hits)(const masu_results* results, const uint32_t** first,
                                  size_t* count) {
  if (count != nullptr) *count = 0;
  if (first != nullptr) *first = nullptr;
  if (check_results(results) != MASU_OK) return nullptr;
  const auto& hits = const_cast<masu_results*>(results)->hits_of<kD, Real>();
  if (first != nullptr) *first = hits.first.data();
  return plain(give(std::span<const WorldRayHit<kD, Real>>(hits.items), count));
}

masu_status MASU_OF(world_shape_cast)(const masu_world* world, const CShape* shape,
                                      const CPose* pose, const CVec* translation,
                                      const masu_query_filter* filter, MASU_OF(cast_hit) * hit) {
  if (!all(pose, translation, hit)) return MASU_OUT_OF_RANGE;
  return with_filter_and_shape(
      world, shape, filter, [&](auto& w, const auto& query_filter, const auto& s) {
        cpp(*hit) = w.world.shape_cast(s, cpp(*pose), cpp(*translation), query_filter);
        return cpp(*hit).status;
      });
}
masu_status MASU_OF(world_touching)(const masu_world* world, const CShape* shape, const CPose* pose,
                                    const masu_query_filter* filter, masu_visit_object visit,
                                    void* context) {
  if (!all(shape, pose)) return MASU_OUT_OF_RANGE;
  WorldShape<kD, Real> s;
  masu_body* body = nullptr;
  const masu_status status = read_shape(*shape, s, body);
  if (status != MASU_OK) return status;
  return visit_objects(world, filter, visit, context,
                       [&](auto& w, const auto& query_filter, auto& each) {
                         return w.for_each_touching(s, cpp(*pose), each, query_filter);
                       });
}
masu_status MASU_OF(world_at)(const masu_world* world, const CVec* point,
                              const masu_query_filter* filter, masu_visit_object visit,
                              void* context) {
  if (point == nullptr) return MASU_OUT_OF_RANGE;
  return visit_objects(world, filter, visit, context,
                       [&](auto& w, const auto& query_filter, auto& each) {
                         return w.for_each_at(cpp(*point), each, query_filter);
                       });
}
masu_status MASU_OF(world_overlapping)(const masu_world* world, const CBox* box,
                                       const masu_query_filter* filter, masu_visit_object visit,
                                       void* context) {
  if (box == nullptr) return MASU_OUT_OF_RANGE;
  return visit_objects(world, filter, visit, context,
                       [&](auto& w, const auto& query_filter, auto& each) {
                         return w.for_each_overlapping(cpp(*box), each, query_filter);
                       });
}
masu_status MASU_OF(world_nearest)(const masu_world* world, const CVec* point,
                                   const masu_query_filter* filter, CNeighbor* found,
                                   size_t capacity, size_t* count) {
  if (!all(point, count) || !readable(found, capacity)) return MASU_OUT_OF_RANGE;
  *count = 0;
  return here(world, filter, [&](auto& w, const auto& query_filter) {
    const std::span<Neighbor<Real>> to(reinterpret_cast<Neighbor<Real>*>(found), capacity);
    const SearchResult r = w.world.nearest(cpp(*point), to, query_filter);
    if (r.status == Status::ok) *count = static_cast<size_t>(r.stats.results);
    return r.status;
  });
}
masu_status MASU_OF(world_within)(const masu_world* world, const CVec* point, Real radius,
                                  const masu_query_filter* filter, MASU_OF(visit_near) visit,
                                  void* context) {
  if (point == nullptr || visit == nullptr) return MASU_OUT_OF_RANGE;
  return here(world, filter, [&](auto& w, const auto& query_filter) {
    Callback call;
    const auto each = [&](Handle h, const SurfacePoint<kD, Real>& s) {
      return call([&] { return visit(context, plain(h), plain(&s)); });
    };
    return call.code(w.world.for_each_within(cpp(*point), radius, each, query_filter).status);
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
masu_status MASU_OF(world_closest_to)(const masu_world* world, const CShape* shape,
                                      const CPose* pose, const masu_query_filter* filter,
                                      CNearest* found) {
  if (!all(pose, found)) return MASU_OUT_OF_RANGE;
  return with_filter_and_shape(world, shape, filter,
                               [&](auto& w, const auto& query_filter, const auto& s) {
                                 cpp(*found) = w.world.closest_to(s, cpp(*pose), query_filter);
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
                                         const masu_query_filter* filter, const masu_jobs* jobs,
                                         CHit* hits) {
  if (!readable(rays, count) || !readable(hits, count)) return MASU_OUT_OF_RANGE;
  return here(world, filter, [&](auto& w, const auto& query_filter) {
    return w.world.ray_cast_many({cpp(rays), count}, {cpp(hits), count}, query_filter,
                                 jobs_of(jobs));
  });
}
masu_status MASU_OF(world_overlapping_many)(const masu_world* world, const CBox* boxes,
                                            size_t count, const masu_query_filter* filter,
                                            const masu_jobs* jobs, masu_results* results) {
  if (!readable(boxes, count)) return MASU_OUT_OF_RANGE;
  return into(results, world, filter, [&](auto& w, const auto& query_filter, masu_results& r) {
    const std::span<const Aabb<kD, Real>> asked(cpp(boxes), count);
    return w.overlapping_many(asked, r.handles, query_filter, jobs_of(jobs));
  });
}
masu_status MASU_OF(world_nearest_many)(const masu_world* world, const CVec* points, size_t count,
                                        uint32_t k, const masu_query_filter* filter,
                                        const masu_jobs* jobs, masu_results* results) {
  if (!readable(points, count)) return MASU_OUT_OF_RANGE;
  return into(results, world, filter, [&](auto& w, const auto& query_filter, masu_results& r) {
    return w.nearest_many({cpp(points), count}, k, r.neighbors_of<Real>(), query_filter,
                          jobs_of(jobs));
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

masu_status MASU_OF(world_ray_cast_all_many)(const masu_world* world, const CRay* rays,
                                             size_t count, const masu_query_filter* filter,
                                             const masu_jobs* jobs, masu_results* results) {
  if (!readable(rays, count)) return MASU_OUT_OF_RANGE;
  return into(results, world, filter, [&](auto& w, const auto& query_filter, masu_results& r) {
    return w.ray_cast_all_many({cpp(rays), count}, r.hits_of<kD, Real>(), query_filter,
                               jobs_of(jobs));
  });
}
masu_status MASU_OF(world_shape_cast_many)(const masu_world* world, const CShape* shapes,
                                           const CPose* poses, const CVec* translations,
                                           size_t count, const masu_query_filter* filter,
                                           const masu_jobs* jobs, masu_results* results,
                                           CCastHit* hits) {
  if (!readable(shapes, count) || !readable(poses, count) || !readable(translations, count) ||
      !readable(hits, count)) {
    return MASU_OUT_OF_RANGE;
  }
  return with_shapes(results, world, filter, shapes, count,
                     [&](auto& w, const auto& query_filter, masu_results&, auto meant) {
                       return w.shape_cast_many(meant, {cpp(poses), count},
                                                {cpp(translations), count}, {cpp(hits), count},
                                                query_filter, jobs_of(jobs));
                     });
}
masu_status MASU_OF(world_closest_to_many)(const masu_world* world, const CShape* shapes,
                                           const CPose* poses, size_t count,
                                           const masu_query_filter* filter, const masu_jobs* jobs,
                                           masu_results* results, CNearest* found) {
  if (!readable(shapes, count) || !readable(poses, count) || !readable(found, count)) {
    return MASU_OUT_OF_RANGE;
  }
  return with_shapes(results, world, filter, shapes, count,
                     [&](auto& w, const auto& query_filter, masu_results&, auto meant) {
                       return w.closest_to_many(meant, {cpp(poses), count}, {cpp(found), count},
                                                query_filter, jobs_of(jobs));
                     });
}
masu_status MASU_OF(world_touching_many)(const masu_world* world, const CShape* shapes,
                                         const CPose* poses, size_t count,
                                         const masu_query_filter* filter, const masu_jobs* jobs,
                                         masu_results* results) {
  if (!readable(shapes, count) || !readable(poses, count)) return MASU_OUT_OF_RANGE;
  return with_shapes(
      results, world, filter, shapes, count,
      [&](auto& w, const auto& query_filter, masu_results& r, auto meant) {
        return w.touching_many(meant, {cpp(poses), count}, r.handles, query_filter, jobs_of(jobs));
      });
}
masu_status MASU_OF(world_at_many)(const masu_world* world, const CVec* points, size_t count,
                                   const masu_query_filter* filter, const masu_jobs* jobs,
                                   masu_results* results) {
  if (!readable(points, count)) return MASU_OUT_OF_RANGE;
  return into(results, world, filter, [&](auto& w, const auto& query_filter, masu_results& r) {
    return w.at_many({cpp(points), count}, r.handles, query_filter, jobs_of(jobs));
  });
}
masu_status MASU_OF(world_within_many)(const masu_world* world, const CVec* points, size_t count,
                                       Real radius, const masu_query_filter* filter,
                                       const masu_jobs* jobs, masu_results* results) {
  if (!readable(points, count)) return MASU_OUT_OF_RANGE;
  return into(results, world, filter, [&](auto& w, const auto& query_filter, masu_results& r) {
    return w.within_many({cpp(points), count}, radius, r.neighbors_of<Real>(), query_filter,
                         jobs_of(jobs));
  });
}
masu_status MASU_OF(world_touching_in_many)(const masu_world* world, const masu_world* other,
                                            const masu_jobs* jobs, masu_results* results) {
  return into(results, world, [&](auto& w, masu_results& r) {
    return here(other,
                [&](auto& o) { return w.touching_in_many(o.world, r.handles, jobs_of(jobs)); });
  });
}

}  // extern "C"
