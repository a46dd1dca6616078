// SPDX-License-Identifier: MIT
// The calls of convex hulls that kind_hull.h.in declares, for one dimension and scalar, in the form
// of kind_world-inl.hpp.
#include "c/convex_hull.hpp"
#include "c/kind-inl.hpp"

using namespace masu;
using namespace masu::c;

namespace {

using CVec = MASU_OF(vec);

}  // namespace

extern "C" {

masu_status MASU_OF(convex_hull_create)(double merge, const masu_allocator* allocator,
                                        masu_convex_hull** made) {
  if (made == nullptr) return MASU_OUT_OF_RANGE;
  *made = nullptr;
  if (!Memory(allocator).valid() || !(merge >= 0 && merge <= 0.1)) return MASU_OUT_OF_RANGE;
  HullOf<kD, Real>* object = nullptr;
  const Status status = make(allocator, object, Merge::tolerance(merge));
  *made = object;
  return code(status);
}
masu_status MASU_OF(convex_hull_build)(masu_convex_hull* hull, const CVec* points, size_t count) {
  if (!readable(points, count)) return MASU_OUT_OF_RANGE;
  return on<kD, Real>(hull, [&](auto& h) { return h.build({cpp(points), count}); });
}
#if MASU_DIMENSION == 3
masu_status MASU_OF(convex_hull_plane)(const masu_convex_hull* hull, size_t face, CVec* normal,
                                       Real* offset) {
  if (!all(normal, offset)) return MASU_OUT_OF_RANGE;
  return on<kD, Real>(hull, [&](auto& h) {
    if (face >= h.hull.face_count()) return Status::bad_index;
    *normal = plain(h.hull.plane(face).normal);
    *offset = h.hull.plane(face).offset;
    return Status::ok;
  });
}
#endif

}  // extern "C"
