/* SPDX-License-Identifier: MIT */
/* The interface of an index of walls (another library's, or one of ours): in C, because each peer
 * is a shared object of its own, loaded with private symbols. */
#ifndef MASU_BENCH_CORRIDOR_PEER_H
#define MASU_BENCH_CORRIDOR_PEER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Vertices first .. first + count - 1, each joined to the next by a wall. A loop
 * repeats its first vertex as its last. */
typedef struct masu_corridor_chain {
  uint32_t first;
  uint32_t count;
  int loop;
} masu_corridor_chain;

/* Must outlive its indices and not move. */
typedef struct masu_corridor_map {
  const float* vertices; /* x, y */
  size_t vertex_count;
  const masu_corridor_chain* chains; /* in the order of their vertices, which they do not share */
  size_t chain_count;
  float radius; /* of the movers */
  float reach;  /* typical distance of queries from a mover's center */
} masu_corridor_map;

typedef struct masu_corridor_questions {
  size_t size;
  const float* positions;     /* x, y of each mover */
  const float* displacements; /* the displacement of each */
  float within;               /* maximum distance of the nearest wall */
} masu_corridor_questions;

typedef struct masu_corridor_peer {
  const char* name;
  const char* version;
  /* Timed. Throws nothing; NULL: cannot hold the map. */
  void* (*create)(const masu_corridor_map* map);
  /* Timed: the distance of the nearest wall; infinity: none within the maximum. `work`: NULL, or
   * an array for the work of each query, in segment tests and eighths of box tests; a peer that
   * does not count leaves it unchanged. */
  void (*nearest)(void* self, const masu_corridor_questions* questions, float* distances,
                  double* work);
  /* Timed: the position of each mover, a circle, after its displacement, sliding along walls. */
  void (*move)(void* self, const masu_corridor_questions* questions, float* ends, double* work);
  void (*destroy)(void* self);
} masu_corridor_peer;

/* The only symbol that a peer's shared object exports. */
#define MASU_CORRIDOR_PEERS "masu_corridor_peers"
typedef const masu_corridor_peer* (*masu_corridor_peers_function)(size_t* count);

#ifdef __cplusplus
}
#endif

#endif
