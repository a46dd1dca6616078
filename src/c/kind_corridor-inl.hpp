// SPDX-License-Identifier: MIT
// The calls of walls and movers that kind_corridor.h.in declares, for one scalar, in the form of
// kind_world-inl.hpp.
#include <algorithm>
#include <atomic>

#include "c/corridor.hpp"

using namespace masu;
using namespace masu::c;

namespace {

using Real = MASU_REAL;
using CVec = MASU_OF(vec);
using CRay = MASU_OF(ray);
using CMover = MASU_OF(mover);
using CNearestWall = MASU_OF(nearest_wall);
using CMoveResult = MASU_OF(move_result);
using CPushResult = MASU_OF(push_result);
using CWallKind = MASU_OF(wall_kind);
using Vertex = Vec<2, Real>;

// Makes an object, which build(object) fills.
template <class Object, class Made, class Build>
masu_status create(const masu_allocator* allocator, Made** made, Build&& build) {
  if (made == nullptr) return MASU_OUT_OF_RANGE;
  *made = nullptr;
  if (!Memory(allocator).valid()) return MASU_OUT_OF_RANGE;
  Object* object = nullptr;
  masu_status status = code(make(allocator, object));
  if (status != MASU_OK) return status;
  status = code(build(*object));
  if (status == MASU_OK) {
    *made = object;
  } else {
    object->destroy();
  }
  return status;
}

template <class Change>
masu_status change_corridor(masu_corridor* corridor, Change&& change) {
  return on<Real>(corridor,
                  [&](auto& c) { return c.visitors().any() ? Status::busy : change(c.corridor); });
}

masu_chain_fault plain_fault(const ChainFault& f) {
  masu_chain_fault r{};
  r.count = f.count;
  r.named = static_cast<std::uint32_t>(f.named().size());
  std::copy(f.named().begin(), f.named().end(), r.walls);
  return r;
}
masu_chain_report plain_report(const ChainReport& r) {
  return {r.walls,
          r.retained,
          r.pieces,
          plain_fault(r.not_finite),
          plain_fault(r.zero_length),
          plain_fault(r.duplicates),
          plain_fault(r.overlaps),
          plain_fault(r.welded),
          plain_fault(r.cuts),
          plain_fault(r.unsplit),
          plain_fault(r.crossings),
          plain_fault(r.open_ends),
          plain_fault(r.junctions),
          r.open_chains,
          r.outlines,
          r.holes,
          r.crossing_loops};
}

// Null: the default, in all three.
masu_status read_options(const masu_chain_options* input, ChainOptions<Real>& options) {
  if (input == nullptr) return MASU_OK;
  if (input->size != sizeof(*input)) return MASU_WRONG_FORMAT;
  bool ok = input->split_junctions <= 1;
  for (const std::uint8_t r : input->reserved) ok = ok && r == 0;
  if (!ok) return MASU_OUT_OF_RANGE;
  options.split_junctions = input->split_junctions != 0;
  options.weld = static_cast<Real>(input->weld);
  return MASU_OK;
}
masu_status read_options(const masu_corridor_options* input, CorridorOptions<Real>& options) {
  if (input == nullptr) return MASU_OK;
  if (input->size != sizeof(*input)) return MASU_WRONG_FORMAT;
  if (input->reserved != 0) return MASU_OUT_OF_RANGE;
  options.reach = static_cast<Real>(input->reach);
  options.skin = static_cast<Real>(input->skin);
  return MASU_OK;
}
masu_status read_options(const masu_move_options* input, MoveOptions& options) {
  if (input == nullptr) return MASU_OK;
  if (input->size != sizeof(*input)) return MASU_WRONG_FORMAT;
  if (input->response > MASU_STOP || input->reserved != 0) return MASU_OUT_OF_RANGE;
  options.response = static_cast<Response>(input->response);
  options.restitution = input->restitution;
  options.max_contacts = input->max_contacts;
  return MASU_OK;
}
// Returns whether their lists of chains are no longer than their arrays.
bool sensible(const CMover* movers, std::size_t count) {
  return std::all_of(movers, movers + count,
                     [](const CMover& m) { return m.passing_count <= PassedChains::kCapacity; });
}

WallHit<Real>* cpp_hits(masu_wall_hit* hits) {
  return reinterpret_cast<WallHit<Real>*>(hits);
}

// Calls a visitor of contacts, from many threads; not any more once it has thrown.
class Notifier {
 public:
  Notifier(masu_visit_wall_contact visit, void* context) : visit_(visit), context_(context) {}
  void operator()(std::uint32_t mover, const WallContact& contact) {
    if (visit_ == nullptr || threw_.load(std::memory_order_relaxed)) return;
    Callback call;
    call([&] {
      visit_(context_, mover, plain(&contact));
      return 1;
    });
    if (call.threw()) threw_.store(true, std::memory_order_relaxed);
  }
  masu_status code(Status status) const { return threw_ ? MASU_THREW : c::code(status); }

 private:
  masu_visit_wall_contact visit_;
  void* context_;
  std::atomic<bool> threw_ = false;
};

}  // namespace

extern "C" {

CMover MASU_OF(mover_at)(CVec position, Real radius) {
  return plain(Mover<Real>{.position = cpp(position), .radius = radius});
}

// --- Chains --------------------------------------------------------------------------------------

masu_status MASU_OF(wall_chains_create)(const MASU_OF(wall) * walls, size_t count,
                                        const masu_chain_options* options,
                                        const masu_allocator* allocator, masu_chain_report* report,
                                        masu_wall_chains** made) {
  if (!readable(walls, count)) return MASU_OUT_OF_RANGE;
  return create<WallChainsOf<Real>>(allocator, made, [&](auto& c) {
    ChainOptions<Real> o;
    const masu_status status = read_options(options, o);
    if (status != MASU_OK) return status;
    ChainReport found;
    const Status built = c.chains.build({cpp(walls), count}, o, &found);
    if (report != nullptr) *report = plain_report(found);
    return code(built);
  });
}
const CVec* MASU_OF(wall_chains_vertices)(const masu_wall_chains* chains, size_t* count) {
  if (count != nullptr) *count = 0;
  const CVec* vertices = nullptr;
  (void)on<Real>(chains, [&](auto& c) {
    vertices = plain(give(c.chains.vertices(), count));
    return MASU_OK;
  });
  return vertices;
}

// --- Wall queries --------------------------------------------------------------------------------

masu_status MASU_OF(chain_tree_create)(const CVec* vertices, size_t vertex_count,
                                       const masu_wall_chain* chains, size_t chain_count,
                                       Real reach, const masu_allocator* allocator,
                                       masu_chain_tree** made) {
  if (!readable(vertices, vertex_count) || !readable(chains, chain_count)) return MASU_OUT_OF_RANGE;
  return create<OwnTree<Real>>(allocator, made, [&](auto& t) {
    return t.own.build({cpp(vertices), vertex_count}, {cpp(chains), chain_count}, {reach});
  });
}
masu_status MASU_OF(chain_tree_set_vertices)(masu_chain_tree* tree, uint32_t first,
                                             const CVec* vertices, size_t count) {
  if (!readable(vertices, count)) return MASU_OUT_OF_RANGE;
  return change_tree<Real>(tree, [&](auto& t) {
    return t.set_vertices(first, std::span<const Vertex>(cpp(vertices), count));
  });
}
masu_status MASU_OF(chain_tree_insert)(masu_chain_tree* tree, const CVec* vertices, size_t count,
                                       masu_wall_chain* chain) {
  if (!readable(vertices, count) || chain == nullptr) return MASU_OUT_OF_RANGE;
  return change_tree<Real>(tree, [&](auto& t) {
    const InsertedChain made = t.insert(std::span<const Vertex>(cpp(vertices), count));
    if (made.status == Status::ok) *chain = plain(made.chain);
    return made.status;
  });
}
masu_status MASU_OF(chain_tree_vertex)(const masu_chain_tree* tree, uint32_t vertex,
                                       CVec* position) {
  if (position == nullptr) return MASU_OUT_OF_RANGE;
  return on<Real>(tree, [&](auto& t) {
    if (vertex >= t.tree().vertex_count()) return Status::bad_index;
    *position = plain(t.tree().vertex(vertex));
    return Status::ok;
  });
}

masu_status MASU_OF(chain_tree_nearest)(const masu_chain_tree* tree, const CVec* point,
                                        Real max_distance, CNearestWall* found) {
  if (!all(point, found)) return MASU_OUT_OF_RANGE;
  return on<Real>(tree, [&](auto& t) {
    cpp(*found) = t.tree().nearest(cpp(*point), max_distance);
    return cpp(*found).status;
  });
}
masu_status MASU_OF(chain_tree_within)(const masu_chain_tree* tree, const CVec* point, Real radius,
                                       masu_visit_wall visit, void* context) {
  if (point == nullptr || visit == nullptr) return MASU_OUT_OF_RANGE;
  return on<Real>(tree, [&](auto& t) {
    const auto guard = t.visitors.enter();
    Callback call;
    const auto each = [&](std::uint32_t wall, Real distance_squared) {
      return call([&] { return visit(context, wall, double(distance_squared)); });
    };
    return call.code(t.tree().for_each_within(cpp(*point), radius, each).status);
  });
}
masu_status MASU_OF(chain_tree_ray_cast)(const masu_chain_tree* tree, const CRay* ray,
                                         masu_wall_hit* hit) {
  if (!all(ray, hit)) return MASU_OUT_OF_RANGE;
  return on<Real>(tree, [&](auto& t) {
    *cpp_hits(hit) = t.tree().ray_cast(cpp(*ray));
    return cpp_hits(hit)->status;
  });
}
masu_status MASU_OF(chain_tree_capsule_cast)(const masu_chain_tree* tree, const CVec* position,
                                             const CVec* half_axis, Real radius,
                                             const CVec* translation, masu_wall_hit* hit) {
  if (!all(position, translation, hit)) return MASU_OUT_OF_RANGE;
  const Vertex half = half_axis == nullptr ? Vertex{} : cpp(*half_axis);
  return on<Real>(tree, [&](auto& t) {
    *cpp_hits(hit) = t.tree().capsule_cast(cpp(*position), half, radius, cpp(*translation));
    return cpp_hits(hit)->status;
  });
}

masu_status MASU_OF(chain_tree_nearest_many)(const masu_chain_tree* tree, const CVec* points,
                                             size_t count, Real max_distance, const masu_jobs* jobs,
                                             masu_results* results, CNearestWall* found) {
  if (!readable(points, count) || !readable(found, count)) return MASU_OUT_OF_RANGE;
  const masu_status status = check_results(results);
  if (status != MASU_OK) return status;
  return on<Real>(tree, [&](auto& t) {
    return results->walls_of<Real>().nearest(t.tree(), {cpp(points), count}, max_distance,
                                             {cpp(found), count}, jobs_of(jobs));
  });
}
masu_status MASU_OF(chain_tree_ray_cast_many)(const masu_chain_tree* tree, const CRay* rays,
                                              size_t count, const masu_jobs* jobs,
                                              masu_results* results, masu_wall_hit* hits) {
  if (!readable(rays, count) || !readable(hits, count)) return MASU_OUT_OF_RANGE;
  const masu_status status = check_results(results);
  if (status != MASU_OK) return status;
  return on<Real>(tree, [&](auto& t) {
    return results->walls_of<Real>().ray_cast(t.tree(), {cpp(rays), count}, {cpp_hits(hits), count},
                                              jobs_of(jobs));
  });
}
masu_status MASU_OF(chain_tree_circle_cast_many)(const masu_chain_tree* tree, const CVec* points,
                                                 Real radius, const CVec* translations,
                                                 size_t count, const masu_jobs* jobs,
                                                 masu_results* results, masu_wall_hit* hits) {
  if (!readable(points, count) || !readable(translations, count) || !readable(hits, count)) {
    return MASU_OUT_OF_RANGE;
  }
  const masu_status status = check_results(results);
  if (status != MASU_OK) return status;
  return on<Real>(tree, [&](auto& t) {
    return results->walls_of<Real>().circle_cast(t.tree(), {cpp(points), count}, radius,
                                                 {cpp(translations), count},
                                                 {cpp_hits(hits), count}, jobs_of(jobs));
  });
}

// --- Corridors -----------------------------------------------------------------------------------

masu_status MASU_OF(corridor_create)(const CVec* vertices, size_t vertex_count,
                                     const masu_wall_chain* chains, size_t chain_count,
                                     const CWallKind* kinds, size_t kind_count,
                                     const uint32_t* kind_of, const masu_corridor_options* options,
                                     const masu_allocator* allocator, masu_corridor** made) {
  if (!readable(vertices, vertex_count) || !readable(chains, chain_count) ||
      !readable(kinds, kind_count)) {
    return MASU_OUT_OF_RANGE;
  }
  return create<CorridorOf<Real>>(allocator, made, [&](auto& c) {
    CorridorOptions<Real> o;
    const masu_status status = read_options(options, o);
    if (status != MASU_OK) return status;
    const std::size_t kinds_of_walls = kind_of == nullptr ? 0 : vertex_count;
    return code(c.corridor.build({cpp(vertices), vertex_count}, {cpp(chains), chain_count}, o,
                                 {cpp(kinds), kind_count}, {kind_of, kinds_of_walls}));
  });
}
masu_status MASU_OF(corridor_kind)(const masu_corridor* corridor, uint32_t wall, CWallKind* kind) {
  if (kind == nullptr) return MASU_OUT_OF_RANGE;
  return on<Real>(corridor, [&](auto& c) {
    if (wall >= c.corridor.walls().vertex_count()) return Status::bad_index;
    *kind = plain(c.corridor.kind(wall));
    return Status::ok;
  });
}

masu_status MASU_OF(corridor_move)(const masu_corridor* corridor, CMover* mover,
                                   const CVec* displacement, const masu_move_options* options,
                                   masu_visit_wall_contact contact, void* context,
                                   CMoveResult* result) {
  if (!all(mover, displacement, result) || !sensible(mover, 1)) return MASU_OUT_OF_RANGE;
  MoveOptions o;
  const masu_status status = read_options(options, o);
  if (status != MASU_OK) return status;
  return on<Real>(corridor, [&](auto& c) {
    const auto guard = c.visitors().enter();
    Notifier notify(contact, context);
    cpp(*result) = c.corridor.move(cpp(*mover), cpp(*displacement), o,
                                   [&](const WallContact& touched) { notify(0, touched); });
    return notify.code(cpp(*result).status);
  });
}
masu_status MASU_OF(corridor_move_many)(const masu_corridor* corridor, CMover* movers,
                                        const CVec* displacements, size_t count,
                                        const masu_move_options* options, const masu_jobs* jobs,
                                        masu_visit_wall_contact contact, void* context,
                                        masu_results* results, CMoveResult* moved) {
  if (!readable(movers, count) || !readable(displacements, count) || !readable(moved, count) ||
      !sensible(movers, count)) {
    return MASU_OUT_OF_RANGE;
  }
  MoveOptions o;
  masu_status status = read_options(options, o);
  if (status == MASU_OK) status = check_results(results);
  if (status != MASU_OK) return status;
  return on<Real>(corridor, [&](auto& c) {
    const auto guard = c.visitors().enter();
    Notifier notify(contact, context);
    return notify.code(results->movers_of<Real>().move(
        c.corridor, {cpp(movers), count}, {cpp(displacements), count}, {cpp(moved), count}, o,
        jobs_of(jobs), notify));
  });
}
masu_status MASU_OF(corridor_move_walls)(masu_corridor* corridor, const masu_wall_chain* chain,
                                         const CVec* translation, CMover* movers, size_t count,
                                         CPushResult* pushed) {
  if (!all(chain, translation) || !readable(movers, count) || !sensible(movers, count)) {
    return MASU_OUT_OF_RANGE;
  }
  return change_corridor(corridor, [&](auto& c) {
    if (pushed != nullptr) std::fill(pushed, pushed + count, plain(PushResult<Real>{}));
    return c.move_walls(cpp(*chain), cpp(*translation), std::span<Mover<Real>>(cpp(movers), count),
                        [&](std::uint32_t i, const PushResult<Real>& r) {
                          if (pushed != nullptr) pushed[i] = plain(r);
                        });
  });
}
masu_status MASU_OF(corridor_set_vertices)(masu_corridor* corridor, uint32_t first,
                                           const CVec* vertices, size_t count) {
  if (!readable(vertices, count)) return MASU_OUT_OF_RANGE;
  return change_corridor(corridor, [&](auto& c) {
    return c.set_vertices(first, std::span<const Vertex>(cpp(vertices), count));
  });
}

}  // extern "C"
