// SPDX-License-Identifier: MIT
// The calls for boxes alone that kind_broad_phase.h.in declares, for one dimension and scalar, in
// the form of kind_world-inl.hpp.
#include "c/broad_phase.hpp"
#include "c/kind-inl.hpp"
#include "world/query_batches.hpp"

using namespace masu;
using namespace masu::c;

namespace {

using CBox = MASU_OF(aabb);
using CRay = MASU_OF(ray);
using CHit = MASU_OF(box_hit);
using CNear = MASU_OF(near_box);
using Near = Neighbor<Real, std::uint32_t>;
static_assert(sizeof(CNear) == sizeof(Near) && alignof(CNear) == alignof(Near));
static_assert(offsetof(CNear, distance_squared) == offsetof(Near, distance_squared));

std::span<const Filter> filters_of(const masu_filter* filters, std::size_t count) {
  return filters == nullptr ? std::span<const Filter>() : std::span(cpp(filters), count);
}
BoxSpan<kD, Real> boxes_of(const CBox* boxes, std::size_t count) {
  return std::span<const Aabb<kD, Real>>(cpp(boxes), count);
}
Status report_stats(const SearchResult& r, masu_query_stats* stats) {
  if (stats != nullptr) *stats = plain(r.stats);
  return r.status;
}
// Changes an object by change(object), if no query of its index is in progress.
template <class Change>
masu_status change_index(masu_broad_phase* broad_phase, Change&& change) {
  return here(broad_phase, [&](auto& b) { return b.visitors.any() ? Status::busy : change(b); });
}
// Runs search(object) -> SearchResult, if no search for pairs is in progress; its jobs may call
// back.
template <class Search>
masu_status find_pairs(masu_broad_phase* broad_phase, masu_query_stats* stats, Search&& search) {
  return here(broad_phase, [&](auto& b) {
    if (b.searches.any()) return Status::busy;
    const auto guard = b.searches.enter();
    return report_stats(search(b), stats);
  });
}
// Runs search(index, visit) -> SearchResult, where visit(arguments) calls C's with the context
// first.
template <class Visit, class Search>
masu_status visit_boxes(const masu_broad_phase* broad_phase, Visit visit, void* context,
                        Search&& search) {
  if (visit == nullptr) return MASU_OUT_OF_RANGE;
  return here(broad_phase, [&](auto& b) {
    const auto guard = b.visitors.enter();
    Callback call;
    const auto each = [&](auto... seen) { return call([&] { return visit(context, seen...); }); };
    return call.code(search(b.index.view(), each).status);
  });
}
CHit plain_hit(const RayCastResult<Real, std::uint32_t>& r) {
  CHit hit{};
  hit.status = static_cast<std::uint8_t>(r.status);
  hit.hit = r.hit ? 1 : 0;
  hit.index = r.hit ? r.id : MASU_NO_INDEX;
  hit.t = r.t;
  hit.stats = plain(r.stats);
  return hit;
}

}  // namespace

extern "C" {

masu_status MASU_OF(broad_phase_create)(const MASU_OF(vec) * period,
                                        const masu_allocator* allocator, masu_broad_phase** made) {
  if (made == nullptr) return MASU_OUT_OF_RANGE;
  *made = nullptr;
  if (!Memory(allocator).valid()) return MASU_OUT_OF_RANGE;
  Period<kD, Real> wraps;
  if (period != nullptr) wraps.length = cpp(*period);
  if (!wraps.valid()) return MASU_OUT_OF_RANGE;
  BroadPhaseOf<kD, Real>* object = nullptr;
  const Status status = make(allocator, object, wraps);
  *made = object;
  return code(status);
}

masu_status MASU_OF(broad_phase_find)(masu_broad_phase* broad_phase, const CBox* boxes,
                                      size_t count, const masu_filter* filters,
                                      const masu_jobs* jobs, masu_query_stats* stats) {
  if (!readable(boxes, count)) return MASU_OUT_OF_RANGE;
  return find_pairs(broad_phase, stats, [&](auto& b) {
    PairOptions<kD, Real> options;
    options.filters = filters_of(filters, count);
    options.jobs = jobs_of(jobs);
    return b.find(boxes_of(boxes, count), options);
  });
}
masu_status MASU_OF(broad_phase_find_between)(masu_broad_phase* broad_phase, const CBox* a,
                                              size_t count_a, const CBox* b, size_t count_b,
                                              const masu_filter* filters_a,
                                              const masu_filter* filters_b, const masu_jobs* jobs,
                                              masu_query_stats* stats) {
  if (!readable(a, count_a) || !readable(b, count_b)) return MASU_OUT_OF_RANGE;
  return find_pairs(broad_phase, stats, [&](auto& object) {
    PairOptions<kD, Real> options;
    options.filters = filters_of(filters_a, count_a);
    options.filters_b = filters_of(filters_b, count_b);
    options.jobs = jobs_of(jobs);
    return object.find_between(boxes_of(a, count_a), boxes_of(b, count_b), options);
  });
}

masu_status MASU_OF(broad_phase_build)(masu_broad_phase* broad_phase, const CBox* boxes,
                                       size_t count, const masu_filter* filters) {
  if (!readable(boxes, count)) return MASU_OUT_OF_RANGE;
  return change_index(broad_phase, [&](auto& b) {
    return b.build(boxes_of(boxes, count), filters_of(filters, count));
  });
}
masu_status MASU_OF(broad_phase_refit)(masu_broad_phase* broad_phase, const CBox* boxes,
                                       size_t count) {
  if (!readable(boxes, count)) return MASU_OUT_OF_RANGE;
  return change_index(broad_phase, [&](auto& b) { return b.index.refit(boxes_of(boxes, count)); });
}

masu_status MASU_OF(broad_phase_save)(masu_broad_phase* broad_phase, const void** bytes,
                                      size_t* size) {
  if (!all(bytes, size)) return MASU_OUT_OF_RANGE;
  *bytes = nullptr;
  *size = 0;
  return change_index(broad_phase, [&](auto& b) {
    std::span<const std::byte> saved;
    const Status status = b.index.save(saved);
    *bytes = saved.data();
    *size = saved.size();
    return status;
  });
}
masu_status MASU_OF(broad_phase_restore)(masu_broad_phase* broad_phase, const void* bytes,
                                         size_t size) {
  if (bytes == nullptr) return MASU_OUT_OF_RANGE;
  return change_index(broad_phase, [&](auto& b) { return b.index.restore(ByteView(bytes, size)); });
}

masu_status MASU_OF(broad_phase_overlapping)(const masu_broad_phase* broad_phase, const CBox* box,
                                             const masu_filter* filter, masu_visit_index visit,
                                             void* context) {
  if (box == nullptr) return MASU_OUT_OF_RANGE;
  return visit_boxes(broad_phase, visit, context, [&](auto& index, auto& each) {
    return index.for_each_overlapping(cpp(*box), each, maybe(filter));
  });
}
masu_status MASU_OF(broad_phase_within)(const masu_broad_phase* broad_phase, const CBox* box,
                                        Real radius, const masu_filter* filter,
                                        masu_visit_index visit, void* context) {
  if (box == nullptr) return MASU_OUT_OF_RANGE;
  return visit_boxes(broad_phase, visit, context, [&](auto& index, auto& each) {
    return index.for_each_within(cpp(*box), radius, each, maybe(filter));
  });
}
masu_status MASU_OF(broad_phase_nearest)(const masu_broad_phase* broad_phase, const CBox* box,
                                         const masu_filter* filter, CNear* found, size_t capacity,
                                         size_t* count) {
  if (!all(box, count) || !readable(found, capacity)) return MASU_OUT_OF_RANGE;
  *count = 0;
  return here(broad_phase, [&](auto& b) {
    const std::span<Near> to(reinterpret_cast<Near*>(found), capacity);
    const SearchResult r = b.index.view().nearest(cpp(*box), to, maybe(filter));
    if (r.status == Status::ok) *count = static_cast<size_t>(r.stats.results);
    return r.status;
  });
}
masu_status MASU_OF(broad_phase_ray_cast)(const masu_broad_phase* broad_phase, const CRay* ray,
                                          const masu_filter* filter, CHit* hit) {
  if (!all(ray, hit)) return MASU_OUT_OF_RANGE;
  return here(broad_phase, [&](auto& b) {
    *hit = plain_hit(b.index.view().ray_cast(cpp(*ray), maybe(filter)));
    return masu_status(hit->status);
  });
}
masu_status MASU_OF(broad_phase_on_ray)(const masu_broad_phase* broad_phase, const CRay* ray,
                                        const masu_filter* filter, MASU_OF(visit_on_ray) visit,
                                        void* context) {
  if (ray == nullptr) return MASU_OUT_OF_RANGE;
  return visit_boxes(broad_phase, visit, context, [&](auto& index, auto& each) {
    return index.for_each_on_ray(cpp(*ray), each, maybe(filter));
  });
}

masu_status MASU_OF(broad_phase_overlapping_many)(const masu_broad_phase* broad_phase,
                                                  const CBox* boxes, size_t count,
                                                  const masu_filter* filter, const masu_jobs* jobs,
                                                  masu_results* results) {
  if (!readable(boxes, count)) return MASU_OUT_OF_RANGE;
  const masu_status status = check_results(results);
  if (status != MASU_OK) return status;
  return here(broad_phase, [&](auto& b) {
    const auto guard = b.visitors.enter();  // jobs may call back
    const MaybeFilter maybe_filter = maybe(filter);
    const auto ask = [&](std::size_t i, auto&& report) {
      return b.index.view().for_each_overlapping(cpp(boxes[i]), report, maybe_filter).status;
    };
    return detail::collect(count, results->indices, jobs_of(jobs), ask, std::less<>());
  });
}
masu_status MASU_OF(broad_phase_ray_cast_many)(const masu_broad_phase* broad_phase,
                                               const CRay* rays, size_t count,
                                               const masu_filter* filter, const masu_jobs* jobs,
                                               CHit* hits) {
  if (!readable(rays, count) || !readable(hits, count)) return MASU_OUT_OF_RANGE;
  return here(broad_phase, [&](auto& b) {
    const auto guard = b.visitors.enter();  // jobs may call back
    const MaybeFilter maybe_filter = maybe(filter);
    detail::for_each_query(count, jobs_of(jobs), [&](std::size_t i) {
      hits[i] = plain_hit(b.index.view().ray_cast(cpp(rays[i]), maybe_filter));
    });
    return Status::ok;
  });
}

}  // extern "C"
