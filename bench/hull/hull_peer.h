/* SPDX-License-Identifier: MIT */
/* The interface of a convex hull (another library's, or ours): in C, because each peer is a shared
 * object of its own, loaded with private symbols. */
#ifndef MASU_BENCH_HULL_PEER_H
#define MASU_BENCH_HULL_PEER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct masu_hull_result {
  const double* vertices; /* dim coordinates each; valid until the next call */
  size_t vertex_count;
  size_t face_count; /* facets as the library has them; 0: in 2D */
  double tests;      /* points tested against a line or plane; 0: not counted */
} masu_hull_result;

typedef struct masu_hull_peer {
  const char* name;
  const char* version;
  uint32_t scalar_size; /* 4: float, 8: double */
  int (*takes)(int dim, size_t count);
  /* Not timed: converts coordinates to the peer's own points. NULL: cannot. */
  void* (*create)(int dim, const double* coordinates, size_t count);
  /* Timed: the hull, from scratch. 0: failed. */
  int (*run)(void* self);
  /* Not timed: the result of the last run. */
  masu_hull_result (*result)(void* self);
  void (*destroy)(void* self);
} masu_hull_peer;

/* The only symbol that a peer's shared object exports. */
#define MASU_HULL_PEERS "masu_hull_peers"
typedef const masu_hull_peer* (*masu_hull_peers_function)(size_t* count);

#ifdef __cplusplus
}
#endif

#endif
