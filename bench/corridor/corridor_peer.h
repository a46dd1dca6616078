/* SPDX-License-Identifier: MIT */
/* What an index of walls (another library's, or one of ours) offers to the driver: a C interface,
 * because each peer lives in a shared object of its own, loaded with its symbols kept to itself. */
#ifndef MASU_BENCH_CORRIDOR_PEER_H
#define MASU_BENCH_CORRIDOR_PEER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Vertices first .. first + count - 1, each joined to the next by a wall. A loop has its first
 * vertex again as its last. */
typedef struct masu_corridor_chain {
  uint32_t first;
  uint32_t count;
  int loop;
} masu_corridor_chain;

/* Stays where it is while an index of it lives. */
typedef struct masu_corridor_map {
  const float* vertices; /* x, y */
  size_t vertex_count;
  const masu_corridor_chain* chains; /* in the order of their vertices, which they do not share */
  size_t chain_count;
  float radius; /* of the movers */
  float reach;  /* how far from a mover's centre is usually looked */
} masu_corridor_map;

typedef struct masu_corridor_questions {
  size_t size;
  const float* at;  /* x, y of each mover */
  const float* way; /* how it wants to move */
  float within;     /* how far the nearest wall may be */
} masu_corridor_questions;

typedef struct masu_corridor_peer {
  const char* name;
  const char* version;
  /* Timed. Throws nothing; NULL: the map cannot be held. */
  void* (*create)(const masu_corridor_map* map);
  /* Timed: how far the nearest wall is; infinity: none within reach. `work`: NULL, or room for what
   * was done for each question, in segment tests and eighths of box tests; left alone by who does
   * not count. */
  void (*nearest)(void* self, const masu_corridor_questions* questions, float* distances,
                  double* work);
  /* Timed: where each mover, a circle, is after its way, sliding along walls. */
  void (*move)(void* self, const masu_corridor_questions* questions, float* ends, double* work);
  void (*destroy)(void* self);
} masu_corridor_peer;

/* The one symbol that a peer's shared object exports. */
#define MASU_CORRIDOR_PEERS "masu_corridor_peers"
typedef const masu_corridor_peer* (*masu_corridor_peers_function)(size_t* count);

#ifdef __cplusplus
}
#endif

#endif
