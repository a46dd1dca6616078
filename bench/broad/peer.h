/* SPDX-License-Identifier: MIT */
/* The interface of a peer (another library's broad phase): in C, because each peer is a shared
 * object of its own, loaded with private symbols. */
#ifndef MASU_BENCH_BROAD_PEER_H
#define MASU_BENCH_BROAD_PEER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Two objects by their index in the input, in either order. */
typedef struct masu_peer_pair {
  uint32_t a, b;
} masu_peer_pair;

typedef struct masu_peer_pairs {
  const masu_peer_pair* data; /* owned by the peer, valid until its next call */
  size_t size;
} masu_peer_pairs;

typedef struct masu_peer_frame {
  const void* boxes; /* n records min[dim], max[dim] of the peer's scalar, in input order */
  const uint32_t*
      moved; /* indices of the boxes that changed since the last frame; NULL: all may have */
  size_t moved_count;
} masu_peer_frame;

/* The peer does not keep pairs of objects at rest: use it only when everything moves. */
#define MASU_PEER_ALL_MOVE 1u
/* The peer can use more than one thread. */
#define MASU_PEER_THREADS 2u

typedef struct masu_peer {
  const char* name;
  const char* version;
  uint32_t dimensions;  /* bit d is set: works for dimension d */
  uint32_t scalar_size; /* 4: float, 8: double */
  uint32_t flags;
  /* Gets the first frame's boxes, to insert them or to tune by; not timed. NULL: cannot. */
  void* (*create)(int dim, size_t n, const void* boxes, int threads);
  /* The timed part: finds every pair of overlapping (closed) boxes once. */
  masu_peer_pairs (*frame)(void* self, const masu_peer_frame* frame);
  void (*destroy)(void* self);
} masu_peer;

/* The only symbol that a peer's shared object exports. */
#define MASU_BENCH_PEERS "masu_bench_peers"
typedef const masu_peer* (*masu_bench_peers_function)(size_t* count);

#ifdef __cplusplus
}
#endif

#endif
