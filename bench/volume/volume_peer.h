/* SPDX-License-Identifier: MIT */
/* The interface of a library (another, or ours): in C, because each peer is a shared object of its
 * own, loaded with private symbols. */
#ifndef MASU_BENCH_VOLUME_PEER_H
#define MASU_BENCH_VOLUME_PEER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A convex polyhedron in its own frame: outward triangles. */
typedef struct masu_volume_body {
  const double* vertices; /* three coordinates each */
  size_t vertex_count;
  const uint32_t* triangles; /* three indices each */
  size_t triangle_count;
} masu_volume_body;

typedef struct masu_volume_pair {
  masu_volume_body body[2];
  double position[2][3];
  double rotation[2][4]; /* unit quaternions x, y, z, w */
  /* For methods that start from half-spaces, not timed: the planes of both in the world, four
   * numbers each (unit normal, offset), and a point well inside. */
  const double* planes;
  size_t plane_count;
  double inside[3];
} masu_volume_pair;

/* The vertices of the intersection in the world, in any order. Valid until the next answer. */
typedef struct masu_volume_answer {
  const double* vertices;
  size_t vertex_count; /* 0: failed */
} masu_volume_answer;

typedef struct masu_volume_peer {
  const char* name;
  const char* version;
  /* Not timed. The pairs outlive the peer. */
  void* (*create)(const masu_volume_pair* pairs, size_t count);
  /* Timed. */
  void (*run)(void* self, size_t pair, masu_volume_answer* answer);
  void (*destroy)(void* self);
} masu_volume_peer;

/* The only symbol that a peer's shared object exports. */
#define MASU_VOLUME_PEERS "masu_volume_peers"
typedef const masu_volume_peer* (*masu_volume_peers_function)(size_t* count);

#ifdef __cplusplus
}
#endif

#endif
