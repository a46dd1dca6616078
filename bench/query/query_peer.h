/* SPDX-License-Identifier: MIT */
/* The interface of an index (another library's, or one of ours): in C, because each peer is a
 * shared object of its own, loaded with private symbols. */
#ifndef MASU_BENCH_QUERY_PEER_H
#define MASU_BENCH_QUERY_PEER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Kinds of objects of an index. Scalars are the peer's own. */
enum masu_query_kind {
  MASU_QUERY_BOXES,     /* n records min[dim], max[dim] */
  MASU_QUERY_POINTS,    /* n records of dim coordinates */
  MASU_QUERY_TRIANGLES, /* of `corners`, three to a triangle, into vertices of 3 coordinates */
  MASU_QUERY_BALLS      /* n records centre[dim], radius */
};

/* Queries: the record of one query, and the result. Boxes and balls are closed. */
enum masu_query_task {
  MASU_QUERY_BOX,    /* boxes overlapping a box: min[dim], max[dim]; ids */
  MASU_QUERY_KNN,    /* the `k` nearest points of a point[dim]; ids, squared distances, ascending */
  MASU_QUERY_RADIUS, /* points at most `radius` from a point[dim]; ids */
  MASU_QUERY_RAY_FIRST, /* the first object on a ray: origin[dim], direction[dim], max_t (as many
                           directions' lengths); id and t, or nothing */
  MASU_QUERY_RAY_ALL,   /* all boxes on a ray; ids */
  MASU_QUERY_MOVE       /* boxes overlapping each moved box; ids, itself included */
};

typedef struct masu_query_objects {
  uint32_t kind;
  size_t size;
  const void* data;        /* boxes, points, balls, or vertices */
  size_t vertices;         /* of triangles */
  const uint32_t* corners; /* of triangles */
} masu_query_objects;

typedef struct masu_queries {
  uint32_t task;
  size_t size;
  const void* data;
  uint32_t k;
  double radius;
} masu_queries;

/* Owned by the peer, valid until its next call. Query i has first[i] .. first[i + 1] - 1. */
typedef struct masu_query_answers {
  const uint32_t* first; /* size + 1 */
  const uint32_t* ids;
  const double* values; /* for each id: distance or t; NULL for tasks without */
} masu_query_answers;

typedef struct masu_query_peer {
  const char* name;
  const char* version;
  uint32_t dimensions;  /* bit d is set: works for dimension d */
  uint32_t scalar_size; /* 4: float, 8: double */
  uint32_t kinds;       /* bit k is set: can be built over kind k */
  uint32_t tasks;       /* bit t is set: can answer task t */
  void* (*create)(int dim);
  /* Timed. Replaces the objects. 0: cannot. */
  int (*build)(void* self, const masu_query_objects* objects);
  /* Timed: runs all queries, one after the other, and lists the results. */
  masu_query_answers (*ask)(void* self, const masu_queries* queries);
  /* Timed: moves the objects with indices `indices` to the n boxes `data`, then queries each for
   * the boxes that it overlaps. NULL without MASU_QUERY_MOVE among the tasks. */
  masu_query_answers (*move)(void* self, const uint32_t* indices, size_t n, const void* data);
  void (*destroy)(void* self);
} masu_query_peer;

/* The only symbol that a peer's shared object exports. */
#define MASU_QUERY_PEERS "masu_query_peers"
typedef const masu_query_peer* (*masu_query_peers_function)(size_t* count);

#ifdef __cplusplus
}
#endif

#endif
