/* SPDX-License-Identifier: MIT */
/* The interface of a library (another, or ours): in C, because each peer is a shared object of its
 * own, loaded with private symbols. */
#ifndef MASU_BENCH_DECOMPOSE_PEER_H
#define MASU_BENCH_DECOMPOSE_PEER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Closed, outward triangles. */
typedef struct masu_decompose_solid {
  const double* vertices; /* three coordinates each */
  size_t vertex_count;
  const uint32_t* triangles; /* three indices each */
  size_t triangle_count;
} masu_decompose_solid;

/* Each part is the hull of its points. Valid until the next answer. */
typedef struct masu_decompose_answer {
  const double* points;     /* of all parts, one after another, three coordinates each */
  const size_t* part_sizes; /* points of each */
  size_t part_count;        /* 0: failed */
  const char* status;       /* "ok", or what the library reports; static */
} masu_decompose_answer;

typedef struct masu_decompose_peer {
  const char* name;
  const char* version;
  /* Not timed. The solid outlives the peer. */
  void* (*create)(const masu_decompose_solid* solid);
  /* Timed. */
  void (*run)(void* self, masu_decompose_answer* answer);
  void (*destroy)(void* self);
} masu_decompose_peer;

/* The only symbol that a peer's shared object exports. */
#define MASU_DECOMPOSE_PEERS "masu_decompose_peers"
typedef const masu_decompose_peer* (*masu_decompose_peers_function)(size_t* count);

#ifdef __cplusplus
}
#endif

#endif
