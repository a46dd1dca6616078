// SPDX-License-Identifier: MIT
// The calls of shapes without a world that kind_shapes.h.in declares, for one dimension and scalar,
// in the form of kind_world-inl.hpp.
#include <cmath>

#include <masu/core/answered.hpp>
#include <masu/mesh/signed_distance.hpp>
#include <masu/narrow_phase/distance.hpp>
#include <masu/narrow_phase/intersects.hpp>
#include <masu/narrow_phase/manifold.hpp>

#include "c/body.hpp"
#include "c/kind-inl.hpp"
#include "c/results.hpp"
#include "world/shape_queries.hpp"

using namespace masu;
using namespace masu::c;

namespace {

using CVec = MASU_OF(vec);
using CPose = MASU_OF(pose);
using CShape = MASU_OF(shape);
using CSweep = MASU_OF(sweep);
using CContact = MASU_OF(contact);
using CCorner = MASU_OF(corner);
using Queries = masu::detail::ShapeQueries<kD, Real>;
using Lists = ContactLists<kD, Real>;

// Calls f(shape) -> a status.
template <class F>
masu_status with_one(const CShape* shape, F&& f) {
  if (shape == nullptr) return MASU_OUT_OF_RANGE;
  WorldShape<kD, Real> s;
  masu_body* body = nullptr;
  const masu_status status = read_shape(*shape, s, body);
  return status != MASU_OK ? status : code(f(s));
}
template <class F>
masu_status with_two(const CShape* a, const CShape* b, F&& f) {
  return with_one(
      a, [&](const auto& x) { return with_one(b, [&](const auto& y) { return code(f(x, y)); }); });
}

masu_status read_cache(const masu_pair_cache* input, PairCache& cache) {
  cache = {};
  if (input == nullptr) return MASU_OK;
  if (input->size > 4) return MASU_OUT_OF_RANGE;
  for (const float x : input->direction) {
    if (!std::isfinite(x)) return MASU_NOT_FINITE;
  }
  cache = cpp(*input);
  return MASU_OK;
}
// Calls ask(PairCache*) -> a status; null where C passes none.
template <class Ask>
masu_status with_cache(masu_pair_cache* input, Ask&& ask) {
  PairCache cache;
  const masu_status status = read_cache(input, cache);
  if (status != MASU_OK) return status;
  const Status s = ask(input == nullptr ? nullptr : &cache);
  if (input != nullptr) cpp(*input) = cache;
  return code(s);
}

// Null: the default.
masu_status read_options(const masu_contact_options* input, ContactOptions<Real>& options,
                         bool& areas) {
  areas = false;
  if (input == nullptr) return MASU_OK;
  if (input->size != sizeof(*input)) return MASU_WRONG_FORMAT;
  bool ok = (input->detail == MASU_POINTS || input->detail == MASU_AREAS) &&
            input->skip_internal_edges <= 1 && input->margin >= 0 &&
            input->margin <= double(std::numeric_limits<Real>::max());
  for (const std::uint8_t r : input->reserved) ok = ok && r == 0;
  if (!ok) return MASU_OUT_OF_RANGE;
  options.margin = static_cast<Real>(input->margin);
  options.skip_internal_edges = input->skip_internal_edges != 0;
  areas = input->detail == MASU_AREAS;
  return MASU_OK;
}

// The shape queries of worlds always take a cache; without one, convex shapes need the results of
// the queries without a cache.
using WShape = WorldShape<kD, Real>;
using Pose = Transform<kD, Real>;
bool plain_pair(const WShape& a, const WShape& b, const PairCache* cache) {
  return cache == nullptr && !a.is_composite() && !b.is_composite();
}
Intersection touch(const WShape& a, const Pose& pose_a, const WShape& b, const Pose& pose_b,
                   Real margin, PairCache* cache) {
  PairCache none{};
  if (!plain_pair(a, b, cache)) {
    return Queries::touch(a, pose_a, b, pose_b, margin, cache == nullptr ? none : *cache);
  }
  if (margin == 0) {
    return intersection_of_views<kD, Real>(a.convex, pose_a, b.convex, pose_b, nullptr);
  }
  const auto s = distance_of_views<kD, Real>(a.convex, pose_a, b.convex, pose_b, nullptr);
  return {s.status, answered(s.status) && s.distance <= margin};
}
Status contacts(const WShape& a, const Pose& pose_a, const WShape& b, const Pose& pose_b,
                const ContactOptions<Real>& options, PairCache* cache, Lists& lists) {
  PairCache none{};
  auto& to = lists.points;
  if (!plain_pair(a, b, cache)) {
    return Queries::contacts(a, pose_a, b, pose_b, options, cache == nullptr ? none : *cache, to);
  }
  to.clear();
  const auto s =
      penetration_of_views<kD, Real>(a.convex, pose_a, b.convex, pose_b, nullptr, nullptr);
  if (!answered(s.status) || !(s.distance <= options.margin)) return s.status;
  return to.push_back({{0, 0}, s}) ? s.status : Status::out_of_memory;
}
Status manifolds(const WShape& a, const Pose& pose_a, const WShape& b, const Pose& pose_b,
                 const ContactOptions<Real>& options, PairCache* cache, Lists& lists) {
  PairCache none{};
  auto& to = lists.areas;
  if (!plain_pair(a, b, cache)) {
    return Queries::manifolds(a, pose_a, b, pose_b, options, cache == nullptr ? none : *cache, to);
  }
  to.clear();
  const auto m = manifold_of_views<kD, Real>(a.convex, pose_a, b.convex, pose_b,
                                             ManifoldOptions<Real>{options.margin}, nullptr);
  const Separation<kD, Real>& s = m.separation;
  if (!answered(s.status) || !(s.distance <= options.margin)) return s.status;
  return to.push_back({{0, 0}, m}) ? s.status : Status::out_of_memory;
}

bool take_points(Lists& lists) {
  for (const SubShapeContact<kD, Real>& c : lists.points) {
    if (!lists.contacts.push_back({{c.sub_shape_a, c.sub_shape_b}, c.separation()})) return false;
  }
  return true;
}
bool take_areas(Lists& lists) {
  for (const SubShapeManifold<kD, Real>& m : lists.areas) {
    const auto first = static_cast<std::uint32_t>(lists.corners.size());
    const auto count = static_cast<std::uint32_t>(m.count);
    if (!lists.contacts.push_back({{m.sub_shape_a, m.sub_shape_b}, m.separation, first, count})) {
      return false;
    }
    for (const auto& corner : m.all()) {
      if (!lists.corners.push_back(corner)) return false;
    }
  }
  return true;
}

Lists* lists_of(const masu_results* results) {
  if (check_results(results) != MASU_OK) return nullptr;
  return &const_cast<masu_results*>(results)->contacts_of<kD, Real>();
}

}  // namespace

extern "C" {

// --- One -----------------------------------------------------------------------------------------

masu_status MASU_OF(shape_check)(const CShape* shape) {
  return with_one(shape, [](const auto& s) { return Queries::check(s); });
}
masu_status MASU_OF(shape_box)(const CShape* shape, const CPose* pose, MASU_OF(aabb) * box) {
  if (!all(pose, box)) return MASU_OUT_OF_RANGE;
  return with_one(shape, [&](const auto& s) {
    for (const Status status : {Queries::check(s), cpp(*pose).check()}) {
      if (status != Status::ok) return status;
    }
    cpp(*box) = Queries::aabb(s, cpp(*pose));
    return Status::ok;
  });
}
masu_status MASU_OF(shape_ray_cast)(const CShape* shape, const CPose* pose,
                                    const MASU_OF(ray) * ray, MASU_OF(sub_shape_ray_cast) * found) {
  if (!all(pose, ray, found)) return MASU_OUT_OF_RANGE;
  return with_one(shape, [&](const auto& s) {
    cpp(*found) = Queries::ray_cast(s, cpp(*pose), cpp(*ray));
    return cpp(*found).status;
  });
}
masu_status MASU_OF(shape_closest_point)(const CShape* shape, const CPose* pose, const CVec* point,
                                         MASU_OF(sub_shape_surface_point) * found) {
  if (!all(pose, point, found)) return MASU_OUT_OF_RANGE;
  return with_one(shape, [&](const auto& s) {
    cpp(*found) = Queries::closest_point(s, cpp(*pose), cpp(*point));
    return cpp(*found).status;
  });
}

// --- Two -----------------------------------------------------------------------------------------

masu_status MASU_OF(shapes_touch)(const CShape* a, const CPose* pose_a, const CShape* b,
                                  const CPose* pose_b, Real margin, masu_pair_cache* cache,
                                  int* touching) {
  if (!all(pose_a, pose_b, touching)) return MASU_OUT_OF_RANGE;
  if (!std::isfinite(margin)) return MASU_NOT_FINITE;
  if (margin < 0) return MASU_OUT_OF_RANGE;
  return with_two(a, b, [&](const auto& x, const auto& y) {
    return with_cache(cache, [&](PairCache* known) {
      const Intersection r = touch(x, cpp(*pose_a), y, cpp(*pose_b), margin, known);
      *touching = r.overlapping ? 1 : 0;
      return r.status;
    });
  });
}
masu_status MASU_OF(shapes_distance)(const CShape* a, const CPose* pose_a, const CShape* b,
                                     const CPose* pose_b, MASU_OF(sub_shape_separation) * found) {
  if (!all(pose_a, pose_b, found)) return MASU_OUT_OF_RANGE;
  return with_two(a, b, [&](const auto& x, const auto& y) {
    cpp(*found) = Queries::distance(x, cpp(*pose_a), y, cpp(*pose_b));
    return cpp(*found).status;
  });
}
masu_status MASU_OF(shapes_penetration)(const CShape* a, const CPose* pose_a, const CShape* b,
                                        const CPose* pose_b, masu_pair_cache* cache,
                                        MASU_OF(separation) * found) {
  if (!all(pose_a, pose_b, found)) return MASU_OUT_OF_RANGE;
  return with_two(a, b, [&](const auto& x, const auto& y) {
    if (x.is_composite() || y.is_composite()) return masu_status(MASU_OUT_OF_RANGE);
    return with_cache(cache, [&](PairCache* known) {
      cpp(*found) = penetration_of_views<kD, Real>(x.convex, cpp(*pose_a), y.convex, cpp(*pose_b),
                                                   known, nullptr);
      return cpp(*found).status;
    });
  });
}

masu_status MASU_OF(mesh_signed_distance)(const masu_body* mesh, const CPose* pose,
                                          const CShape* shape, const CPose* shape_pose,
                                          MASU_OF(sub_shape_separation) * found) {
  if (!all(pose, shape_pose, found)) return MASU_OUT_OF_RANGE;
  const masu_status status = check_body(mesh, kKind<kD, Real>);
  if (status != MASU_OK) return status;
  if (mesh->type != masu_body::Type::mesh) return MASU_WRONG_FORMAT;
  const auto& surface = static_cast<const Body<kD, Real, SurfaceMesh<kD, Real>>*>(mesh)->object;
  return with_one(shape, [&](const auto& s) {
    if (s.is_composite()) return Status::out_of_range;
    cpp(*found) = signed_distance(surface, cpp(*pose), s.convex, cpp(*shape_pose));
    return cpp(*found).status;
  });
}
masu_status MASU_OF(shapes_contacts)(const CShape* a, const CPose* pose_a, const CShape* b,
                                     const CPose* pose_b, const masu_contact_options* options,
                                     masu_pair_cache* cache, masu_results* results) {
  if (!all(pose_a, pose_b)) return MASU_OUT_OF_RANGE;
  masu_status status = check_results(results);
  if (status != MASU_OK) return status;
  ContactOptions<Real> o;
  bool areas = false;
  status = read_options(options, o, areas);
  if (status != MASU_OK) return status;
  Lists& lists = *lists_of(results);
  lists.clear();
  return with_two(a, b, [&](const auto& x, const auto& y) {
    return with_cache(cache, [&](PairCache* known) {
      const Status s = areas ? manifolds(x, cpp(*pose_a), y, cpp(*pose_b), o, known, lists)
                             : contacts(x, cpp(*pose_a), y, cpp(*pose_b), o, known, lists);
      if (!answered(s)) return s;
      if (areas ? take_areas(lists) : take_points(lists)) return s;
      lists.clear();
      return Status::out_of_memory;
    });
  });
}
const CContact* MASU_OF(results_contacts)(const masu_results* results, size_t* count) {
  if (count != nullptr) *count = 0;
  const Lists* lists = lists_of(results);
  if (lists == nullptr) return nullptr;
  return plain(give(std::span<const WorldContact<kD, Real>>(lists->contacts), count));
}
const CCorner* MASU_OF(results_corners)(const masu_results* results, size_t contact,
                                        size_t* count) {
  if (count != nullptr) *count = 0;
  const Lists* lists = lists_of(results);
  if (lists == nullptr || contact >= lists->contacts.size()) return nullptr;
  const WorldContact<kD, Real>& c = lists->contacts[contact];
  const std::span<const ManifoldPoint<kD, Real>> corners = lists->corners;
  return plain(give(corners.subspan(c.first_corner, c.corner_count), count));
}

masu_status MASU_OF(shapes_cast)(const CShape* a, const CPose* pose_a, const CShape* b,
                                 const CPose* pose_b, const CVec* translation,
                                 MASU_OF(sub_shape_impact) * found) {
  if (!all(pose_a, pose_b, translation, found)) return MASU_OUT_OF_RANGE;
  return with_two(a, b, [&](const auto& x, const auto& y) {
    cpp(*found) = Queries::cast(x, cpp(*pose_a), y, cpp(*pose_b), cpp(*translation));
    return cpp(*found).status;
  });
}
masu_status MASU_OF(shapes_impact)(const CShape* a, const CSweep* of_a, const CShape* b,
                                   const CSweep* of_b, MASU_OF(sub_shape_impact) * found) {
  if (!all(of_a, of_b, found)) return MASU_OUT_OF_RANGE;
  return with_two(a, b, [&](const auto& x, const auto& y) {
    cpp(*found) = Queries::impact(x, cpp(*of_a), y, cpp(*of_b));
    return cpp(*found).status;
  });
}

}  // extern "C"
