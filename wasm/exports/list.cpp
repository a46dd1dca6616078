// SPDX-License-Identifier: MIT
// Visitors of C that collect results in lists: JavaScript reads all results of a search at once.
#include <masu/c/masu.h>

#include <cstring>

#include "list.hpp"

namespace {

template <class Element>
int gather(void* context, const Element& element) {
  void* slot = masu::js::space_in(*static_cast<masu_js_list*>(context), sizeof(Element));
  if (slot == nullptr) return 0;
  std::memcpy(slot, &element, sizeof(Element));
  return 1;
}

struct Two {
  masu_handle object;
  masu_handle of_other;
};
struct Wall {
  uint32_t wall;
  double distance_squared;
};
template <class Real>
struct OnRay {
  uint32_t index;
  Real t;
};
template <class Point>
struct Near {
  masu_handle object;
  Point nearest;
};

int gather_object(void* list, masu_handle object) {
  return gather(list, object);
}
int gather_two(void* list, masu_handle object, masu_handle of_other) {
  return gather(list, Two{object, of_other});
}
int gather_pair(void* list, const masu_pair* pair) {
  return gather(list, *pair);
}
int gather_index(void* list, uint32_t index) {
  return gather(list, index);
}
template <class Real>
int gather_on_ray(void* list, uint32_t index, Real t) {
  return gather(list, OnRay<Real>{index, t});
}
int gather_wall(void* list, uint32_t wall, double distance_squared) {
  return gather(list, Wall{wall, distance_squared});
}
template <class Point>
int gather_near(void* list, masu_handle object, const Point* nearest) {
  return gather(list, Near<Point>{object, *nearest});
}
template <class Contact>
void gather_slide_contact(void* list, const Contact* contact) {
  gather(list, *contact);
}

}  // namespace

extern "C" {

// Frees the memory of a list; clearing a list keeps its memory. A list of zeros is empty.
void masu_js_list_free(masu_js_list* list) {
  std::free(list->data);
  *list = {};
}

// Return visitors as indices into the table of functions.
masu_visit_object masu_js_gather_object() {
  return &gather_object;
}
masu_visit_two masu_js_gather_two() {
  return &gather_two;
}
masu_visit_pair masu_js_gather_pair() {
  return &gather_pair;
}
masu_visit_index masu_js_gather_index() {
  return &gather_index;
}
masu_visit_wall masu_js_gather_wall() {
  return &gather_wall;
}
#define MASU_JS_VISITORS(of, real)                                    \
  masu_visit_near_##of masu_js_gather_near_##of() {                   \
    return &gather_near<masu_surface_point_##of>;                     \
  }                                                                   \
  masu_visit_slide_contact_##of masu_js_gather_slide_contact_##of() { \
    return &gather_slide_contact<masu_slide_contact_##of>;            \
  }                                                                   \
  masu_visit_on_ray_##of masu_js_gather_on_ray_##of() {               \
    return &gather_on_ray<real>;                                      \
  }
MASU_JS_VISITORS(2f, float)
MASU_JS_VISITORS(3f, float)
MASU_JS_VISITORS(2d, double)
MASU_JS_VISITORS(3d, double)

}  // extern "C"
