/* SPDX-License-Identifier: MIT */
/* What a narrow phase (another library's, or ours) offers to the driver: a C interface, because
 * each peer lives in a shared object of its own, loaded with its symbols kept to itself. */
#ifndef MASU_BENCH_NARROW_PEER_H
#define MASU_BENCH_NARROW_PEER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum masu_narrow_kind {
  MASU_NARROW_SPHERE,   /* radius; in the plane a circle */
  MASU_NARROW_CAPSULE,  /* radius, half the length of its segment: along y */
  MASU_NARROW_BOX,      /* half extents */
  MASU_NARROW_CYLINDER, /* radius, half height: along y */
  MASU_NARROW_POLYTOPE, /* vertices; corners of faces counter-clockwise. In the plane without faces,
                           the vertices counter-clockwise */
  MASU_NARROW_MESH      /* the same, triangles that need not be convex: a surface, not a solid */
};

/* All around its own origin. */
typedef struct masu_narrow_shape {
  uint32_t kind;
  double size[3];
  const double* vertices; /* dim coordinates each */
  size_t vertex_count;
  const uint32_t* corners; /* those of the first face, of the second, ... */
  const uint32_t* face_sizes;
  size_t face_count;
} masu_narrow_shape;

enum masu_narrow_question {
  MASU_NARROW_DISTANCE,    /* of shapes that are apart: distance, normal */
  MASU_NARROW_PENETRATION, /* of shapes that overlap: minus the depth, normal */
  MASU_NARROW_INTERSECTS,  /* do they overlap: hit */
  MASU_NARROW_MANIFOLD,    /* of shapes that overlap: the same as for penetration, and points */
  MASU_NARROW_CAST,        /* when does b, moving by `motion`, first touch a: hit, distance = t */
  MASU_NARROW_IMPACT,      /* the same where b goes to `to_b`, turning */
  MASU_NARROW_RAY,         /* where does the ray from b.place along `motion` meet a: hit, t */
  MASU_NARROW_SUPPORT,     /* how far does a, in its own frame, reach along `motion`: distance */
  MASU_NARROW_PAIRS,       /* which triangles touch: all are listed; hit, points are how many */
  MASU_NARROW_REFIT        /* a's vertices move by `motion`, its hierarchy with them; how far does
                              the box around it then reach along x, in its own frame: distance */
};

/* Solid: a unit quaternion x, y, z, w. Flat: cosine, sine. */
typedef struct masu_narrow_pose {
  double place[3];
  double turn[4];
} masu_narrow_pose;

typedef struct masu_narrow_query {
  uint32_t pair;
  masu_narrow_pose a;
  masu_narrow_pose b;
  masu_narrow_pose to_b;
  double motion[3];
} masu_narrow_query;

typedef struct masu_narrow_task {
  uint32_t question;
  int dim;
  /* A pair comes again and again, moved a little, and methods keep what helps them from one query
   * to the next of the same pair. Else they keep nothing. */
  int warm;
  const masu_narrow_shape* shapes;
  size_t shape_count;
  const uint32_t* pairs; /* two shapes each; of all pairs the same kinds */
  size_t pair_count;
  const masu_narrow_query* queries; /* the first pair_count of them are one of each pair */
  size_t query_count;
} masu_narrow_task;

typedef struct masu_narrow_answer {
  int32_t hit;      /* overlapping, or hit; -1: failed */
  uint32_t points;  /* of a manifold; pairs of triangles */
  double distance;  /* signed; t; reach */
  double normal[3]; /* unit, from a to b */
} masu_narrow_answer;

/* Work of a whole run, where a method counts it; else 0. */
typedef struct masu_narrow_work {
  uint64_t rounds; /* of the iteration, or steps from feature to feature */
  uint64_t supports;
} masu_narrow_work;

typedef struct masu_narrow_peer {
  const char* name;
  const char* version;
  uint32_t scalar_size; /* 4: float, 8: double */
  int (*takes)(const masu_narrow_task* task);
  /* Not timed: shapes are built, poses turned into the peer's own. The task stays alive. NULL:
   * cannot. */
  void* (*create)(const masu_narrow_task* task);
  /* Timed: the queries from .. to - 1, each answer to its place of `answers`. */
  void (*run)(void* self, size_t from, size_t to, masu_narrow_answer* answers);
  /* Not timed, may be NULL: what the same queries cost. */
  masu_narrow_work (*count)(void* self, size_t from, size_t to);
  void (*destroy)(void* self);
} masu_narrow_peer;

/* The one symbol that a peer's shared object exports. */
#define MASU_NARROW_PEERS "masu_narrow_peers"
typedef const masu_narrow_peer* (*masu_narrow_peers_function)(size_t* count);

#ifdef __cplusplus
}
#endif

#endif
