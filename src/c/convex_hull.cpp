// SPDX-License-Identifier: MIT
// The calls of convex hulls that are the same for all kinds.
#include "c/convex_hull.hpp"

using namespace masu;
using namespace masu::c;

extern "C" {

masu_status masu_convex_hull_destroy(masu_convex_hull* hull) {
  if (hull == nullptr) return MASU_OK;
  const masu_status status = check_hull(hull);
  if (status == MASU_OK) hull->destroy();
  return status;
}
int masu_convex_hull_dimension(const masu_convex_hull* hull) {
  return check_hull(hull) == MASU_OK ? hull->dimension() : -1;
}
const uint32_t* masu_convex_hull_vertices(const masu_convex_hull* hull, size_t* count) {
  if (count != nullptr) *count = 0;
  return check_hull(hull) == MASU_OK ? give(hull->vertices(), count) : nullptr;
}
size_t masu_convex_hull_face_count(const masu_convex_hull* hull) {
  return check_hull(hull) == MASU_OK ? hull->face_count() : 0;
}
const uint32_t* masu_convex_hull_face(const masu_convex_hull* hull, size_t face, size_t* count) {
  if (count != nullptr) *count = 0;
  if (face >= masu_convex_hull_face_count(hull)) return nullptr;
  return give(hull->face(face), count);
}

}  // extern "C"
