/* SPDX-License-Identifier: MIT */
/* The interface of a narrow phase (another library's, or ours): in C, because each peer is a shared
 * object of its own, loaded with private symbols. */
#ifndef MASU_BENCH_NARROW_PEER_H
#define MASU_BENCH_NARROW_PEER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum masu_narrow_kind {
  MASU_NARROW_SPHERE,   /* radius; in 2D a circle */
  MASU_NARROW_CAPSULE,  /* radius, half the length of its segment: along y */
  MASU_NARROW_BOX,      /* half extents */
  MASU_NARROW_CYLINDER, /* radius, half height: along y */
  MASU_NARROW_POLYTOPE, /* vertices; corners of faces counter-clockwise. In 2D without faces,
                           the vertices counter-clockwise */
  MASU_NARROW_MESH      /* as polytope, of triangles, not always convex: a surface, not a solid */
};

/* In its own frame, centered at the origin. */
typedef struct masu_narrow_shape {
  uint32_t kind;
  double size[3];
  const double* vertices; /* dim coordinates each */
  size_t vertex_count;
  const uint32_t* corners; /* of the first face, of the second, ... */
  const uint32_t* face_sizes;
  size_t face_count;
} masu_narrow_shape;

enum masu_narrow_question {
  MASU_NARROW_DISTANCE,    /* for shapes that are apart: distance, normal */
  MASU_NARROW_PENETRATION, /* for shapes that overlap: minus the depth, normal */
  MASU_NARROW_INTERSECTS,  /* whether they overlap: hit */
  MASU_NARROW_MANIFOLD,    /* for shapes that overlap: as penetration, and points */
  MASU_NARROW_CAST,        /* when b, moving by `motion`, first touches a: hit, distance = t */
  MASU_NARROW_IMPACT,      /* as cast, but b moves and rotates to `to_b` */
  MASU_NARROW_RAY,         /* where the ray from b.position along `motion` hits a: hit, t */
  MASU_NARROW_SUPPORT,     /* the extent of a along `motion`, in its own frame: distance */
  MASU_NARROW_PAIRS,       /* which triangles touch: all are listed; hit, points: their number */
  MASU_NARROW_REFIT /* a's vertices move by `motion`, and its hierarchy is refitted; the maximum of
                       its box along x then, in its own frame: distance */
};

/* 3D: a unit quaternion x, y, z, w. 2D: cosine, sine. */
typedef struct masu_narrow_pose {
  double position[3];
  double rotation[4];
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
  /* Whether each pair is queried repeatedly with small motions: then methods keep a cache from one
   * query to the next of the same pair. Otherwise they keep nothing. */
  int warm;
  const masu_narrow_shape* shapes;
  size_t shape_count;
  const uint32_t* pairs; /* two shapes each; all pairs have the same kinds */
  size_t pair_count;
  const masu_narrow_query* queries; /* the first pair_count are one for each pair */
  size_t query_count;
} masu_narrow_task;

typedef struct masu_narrow_answer {
  int32_t hit;      /* overlapping, or hit; -1: failed */
  uint32_t points;  /* of a manifold; or pairs of triangles */
  double distance;  /* signed distance; t; extent */
  double normal[3]; /* unit, from a to b */
} masu_narrow_answer;

/* Work of a whole run if the method counts it, else 0. */
typedef struct masu_narrow_work {
  uint64_t rounds; /* iterations, or steps from feature to feature */
  uint64_t supports;
} masu_narrow_work;

typedef struct masu_narrow_peer {
  const char* name;
  const char* version;
  uint32_t scalar_size; /* 4: float, 8: double */
  int (*takes)(const masu_narrow_task* task);
  /* Not timed: builds shapes and converts poses to the peer's own. The task outlives the peer.
   * NULL: cannot. */
  void* (*create)(const masu_narrow_task* task);
  /* Timed: runs queries from .. to - 1; the result of query i goes to answers[i]. */
  void (*run)(void* self, size_t from, size_t to, masu_narrow_answer* answers);
  /* Not timed, may be NULL: the work of the same queries. */
  masu_narrow_work (*count)(void* self, size_t from, size_t to);
  void (*destroy)(void* self);
} masu_narrow_peer;

/* The only symbol that a peer's shared object exports. */
#define MASU_NARROW_PEERS "masu_narrow_peers"
typedef const masu_narrow_peer* (*masu_narrow_peers_function)(size_t* count);

#ifdef __cplusplus
}
#endif

#endif
