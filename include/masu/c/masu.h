/* SPDX-License-Identifier: MIT */
/* The C interface: worlds, shapes and walls for C99 and everything that can call C; see docs/c.md.
 *
 * Names that end in _2f, _3f, _2d or _3d are for 2D or 3D, float or double: masu_2f.h and its like
 * declare them, and comments here use the names of masu_2f.h for all four. Arrays of vectors,
 * boxes, poses and rays are read, and lists are returned, where they are in memory: nothing is
 * copied.
 *
 * Every call that may fail returns a masu_status. A null pointer where none is allowed is
 * MASU_OUT_OF_RANGE; an object of another kind, or a destroyed one as far as that can be detected,
 * is MASU_WRONG_FORMAT. Exceptions of callbacks do not pass through: MASU_THREW; a masu_support
 * that throws counts as returning the origin.
 *
 * Generators of bindings: `cc -E -P -DMASU_DECLARATIONS_ONLY masu.h` prints declarations alone,
 * without includes and bodies, for cffi and its like; see docs/c.md. */
#ifndef MASU_C_MASU_H
#define MASU_C_MASU_H

#ifndef MASU_DECLARATIONS_ONLY
#include <stddef.h>
#include <stdint.h>
#endif
/* How functions with a body are defined here; the library also has them as functions of its own. */
#ifndef MASU_INLINE
#define MASU_INLINE static inline
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* --- Versions and statuses -------------------------------------------------------------------- */

#include <masu/c/version.h>

/* Grows with every change of a layout or a meaning; a world with another one is refused. */
#define MASU_C_ABI 4u

/* Return "major.minor.patch" of the library, and the MASU_C_ABI it was compiled with. */
const char* masu_version(void);
uint32_t masu_c_abi(void);

/* The values of masu::Status, by number; MASU_THREW is for callbacks alone. */
typedef int32_t masu_status;
enum {
  MASU_OK,
  MASU_STOPPED,
  MASU_OUT_OF_MEMORY,
  MASU_TOO_MANY_OBJECTS,
  MASU_SIZE_MISMATCH,
  MASU_NOT_FINITE,
  MASU_OUT_OF_RANGE,
  MASU_STALE_HANDLE,
  MASU_DAMAGED,
  MASU_NOT_CONVERGED,
  MASU_UNBOUNDED,
  MASU_WRONG_FORMAT,
  MASU_NOT_POSITIVE,
  MASU_NOT_UNIT,
  MASU_NO_POINTS,
  MASU_FLAT,
  MASU_BAD_INDEX,
  MASU_OPEN_SURFACE,
  MASU_INVERTED,
  MASU_NOT_CONVEX,
  MASU_APART,
  MASU_TOUCHING,
  MASU_BUSY,
  MASU_NOT_UPDATED,
  MASU_THREW = 255
};
/* Return the name of a status, "out_of_memory", and its meaning: "a memory allocation
 * failed". */
const char* masu_status_name(masu_status status);
const char* masu_status_text(masu_status status);

/* --- Allocators and jobs ---------------------------------------------------------------------- */

/* An allocator. It may be called from the threads of jobs. An exception of `allocate` counts as
 * null; `deallocate` must not throw. The context must outlive what was made with it. */
typedef struct masu_allocator {
  void* (*allocate)(void* context, size_t size, size_t alignment); /* Null: no memory. */
  /* Gets the size and alignment that the block was allocated with. */
  void (*deallocate)(void* context, void* block, size_t size, size_t alignment);
  void* context; /* passed to both functions */
} masu_allocator;

/* A job system. `run` calls job(data, i) once for every i below count, in any order and from any
 * threads, and returns when all have returned. It must not throw: which jobs have run is unknown
 * then, and the program ends. A null `run`: in order, in the caller's thread. */
typedef struct masu_jobs {
  /* Calls the job for every index. */
  void (*run)(void* context, uint32_t count, void (*job)(void* data, uint32_t index), void* data);
  void* context;    /* passed to `run` */
  uint32_t workers; /* How many jobs run at the same time. */
} masu_jobs;

/* Threads for programs without a job system of their own. The caller's thread works too: a pool of
 * 4 starts three threads, and one of 1 none. [ThreadPool] */
typedef struct masu_thread_pool masu_thread_pool;
/* Makes a thread pool. 0 threads: as many as there are processors. Null allocator: the library's
 * own. The pool has fewer threads where the system refuses them. MASU_OUT_OF_MEMORY; `made` is null
 * then. */
masu_status masu_thread_pool_create(uint32_t threads, const masu_allocator* allocator,
                                    masu_thread_pool** made);
/* Joins the threads. Null: no effect. Worlds that have its jobs must be destroyed before. */
masu_status masu_thread_pool_destroy(masu_thread_pool* pool);
/* Returns the jobs for masu_world_options and batches; without threads `run` is null. */
masu_jobs masu_thread_pool_jobs(masu_thread_pool* pool);

/* --- Objects ---------------------------------------------------------------------------------- */

/* The index of a handle without an object. */
#define MASU_NO_INDEX 0xffffffffu
/* The layer of objects that are in no layer. */
#define MASU_NO_LAYER 0xffu
/* The number of layers: 0 to 62. */
#define MASU_LAYERS 63
/* The category of objects in no layer and of default options: bit 63, which no layer has. */
#define MASU_DEFAULT_CATEGORY ((uint64_t)1 << 63)

/* An object. Once it is removed, calls return MASU_STALE_HANDLE. None: index MASU_NO_INDEX. */
typedef struct masu_handle {
  uint32_t index;      /* of the object's slot */
  uint32_t generation; /* tells objects apart that had this slot one after another */
} masu_handle;

/* Two objects may collide if each one's mask has a bit of the other's category. */
typedef struct masu_filter {
  uint64_t category; /* The bits of this object. */
  uint64_t mask;     /* The bits of others that it collides with. */
} masu_filter;

/* Options of an object. Booleans are 0 or 1. */
typedef struct masu_object_options {
  uint32_t size;      /* sizeof(masu_object_options) */
  uint8_t layer;      /* 0 to 62, or MASU_NO_LAYER; with one only the filter's mask counts */
  uint8_t sensor;     /* has pairs, but no contacts; also reports what crosses it in a frame */
  uint8_t continuous; /* reports its first contacts with others on its path */
  uint8_t fixed;      /* never makes pairs with other fixed objects */
  uint64_t user_data; /* of the caller */
  masu_filter filter; /* which objects it may collide with */
  double margin;      /* added to the world's for this object; rounded to the scalar */
  /* As b2Filter::groupIndex: objects of the same group other than 0 always collide if it is
   * positive, and never if it is negative; between other objects their filters decide. */
  int32_t group;
} masu_object_options;

/* The default options, also for null: collides with everything, in no layer. */
#ifdef MASU_DECLARATIONS_ONLY
masu_object_options masu_object_options_default(void);
#else
MASU_INLINE masu_object_options masu_object_options_default(void) {
  masu_object_options o;
  o.size = (uint32_t)sizeof(o);
  o.layer = MASU_NO_LAYER;
  o.sensor = o.continuous = o.fixed = 0;
  o.user_data = 0;
  o.filter.category = MASU_DEFAULT_CATEGORY;
  o.filter.mask = ~(uint64_t)0;
  o.margin = 0;
  o.group = 0;
  return o;
}
#endif

/* A shape with data of its own: a polygon, polyhedron, mesh, height field, tile grid, compound or
 * custom shape. Objects and compounds that have one keep it: after masu_body_release() it lives as
 * long as they do. Made and changed by the calls of masu_2f.h and its like; after a change call
 * masu_world_set_shape_2f() for its objects. */
typedef struct masu_body masu_body;
/* Releases the caller's reference. */
masu_status masu_body_release(masu_body* body);
/* Sets a number for each triangle (in 2D segment) of a mesh or child of a compound, such as its
 * material; copied. A count of 0: none. Objects see it at once. MASU_WRONG_FORMAT: another kind of
 * body; MASU_SIZE_MISMATCH; MASU_OUT_OF_MEMORY: unchanged. */
masu_status masu_body_set_user_data(masu_body* body, const uint64_t* user_data, size_t count);

/* Kinds of shapes. */
enum {
  MASU_POINT,
  MASU_SEGMENT,
  MASU_TRIANGLE,
  MASU_BOX,
  MASU_ELLIPSOID,
  MASU_CYLINDER,
  MASU_CONE,
  MASU_HALF_SPACE = 10,
  MASU_BODY = 255 /* the shape of a masu_body */
};

/* Cells of tile grids. In 3D only the first two. */
enum {
  MASU_TILE_EMPTY,
  MASU_TILE_SOLID,
  MASU_TILE_FLOOR_RISING,
  MASU_TILE_FLOOR_FALLING,
  MASU_TILE_CEILING_RISING,
  MASU_TILE_CEILING_FALLING,
  MASU_TILE_ONE_WAY
};

/* --- Worlds ----------------------------------------------------------------------------------- */

enum { MASU_FLOAT, MASU_DOUBLE };

/* What makes a pair, and what is computed for it; each costs more than the one before. */
enum { MASU_BOXES, MASU_TOUCH, MASU_POINTS, MASU_AREAS, MASU_VOLUMES };

/* The methods that find pairs. MASU_AUTOMATIC: chosen by the number and motion of the objects. */
enum {
  MASU_ALL_PAIRS,
  MASU_SWEEP_AND_PRUNE,
  MASU_SORTED_ORTHTREE,
  MASU_BVH,
  MASU_PAIR_TRACKER,
  MASU_INCREMENTAL_SWEEP,
  MASU_AUTOMATIC = 255
};

/* The object that a face of a volume belongs to. */
enum { MASU_FACE_OF_A, MASU_FACE_OF_B };

/* Consecutive indices: a face of a volume of contact, or a loop of its cut. */
typedef struct masu_volume_loop {
  uint32_t first; /* In the volume's indices. */
  uint32_t count; /* The number of indices. */
  uint8_t body;   /* Of a face: MASU_FACE_OF_A or MASU_FACE_OF_B. */
  uint32_t face;  /* Of a face: its number in that object. */
} masu_volume_loop;

/* Options of a world. With another `size` or `abi` no world is made. */
typedef struct masu_world_options {
  uint32_t size;        /* sizeof(masu_world_options) */
  uint32_t abi;         /* MASU_C_ABI */
  uint32_t dimension;   /* 2 or 3 */
  uint32_t scalar;      /* MASU_FLOAT or MASU_DOUBLE */
  uint32_t detail;      /* MASU_BOXES to MASU_VOLUMES */
  uint32_t handle_salt; /* worlds with other salts refuse each other's handles, except by chance */
  double margin;        /* shapes no farther apart touch; rounded to the scalar */
  double period[3];     /* length of each periodic axis, 0 for others; rounded too */
  uint8_t skip_internal_edges; /* no ghost contacts at internal edges of meshes and the like */
  uint8_t queries;             /* keep a tree for queries; without it each costs O(objects) */
  uint8_t reserved[6];         /* 0 */
  masu_jobs jobs;              /* run updates in parallel; results do not depend on them */
} masu_world_options;

/* The default options: points of contact, no margin, no threads, a tree for queries. */
#ifdef MASU_DECLARATIONS_ONLY
masu_world_options masu_world_options_default(uint32_t dimension, uint32_t scalar);
#else
MASU_INLINE masu_world_options masu_world_options_default(uint32_t dimension, uint32_t scalar) {
  masu_world_options o;
  size_t i;
  o.size = (uint32_t)sizeof(o);
  o.abi = MASU_C_ABI;
  o.dimension = dimension;
  o.scalar = scalar;
  o.detail = MASU_POINTS;
  o.handle_salt = 0;
  o.margin = 0;
  o.period[0] = o.period[1] = o.period[2] = 0;
  o.skip_internal_edges = o.queries = 1;
  for (i = 0; i < sizeof(o.reserved); ++i) o.reserved[i] = 0;
  o.jobs.run = NULL;
  o.jobs.context = NULL;
  o.jobs.workers = 1;
  return o;
}
#endif

/* Objects, and which of them collide. Only one thread may change it at a time. */
typedef struct masu_world masu_world;

/* Makes a world. Null allocator: the library's own. MASU_WRONG_FORMAT: size or abi;
 * MASU_OUT_OF_RANGE: another option; MASU_OUT_OF_MEMORY. `made` is null then. */
masu_status masu_world_create(const masu_world_options* options, const masu_allocator* allocator,
                              masu_world** made);
/* Destroys a world. Null: no effect. MASU_BUSY: called in its own callback; the world stays. */
masu_status masu_world_destroy(masu_world* world);
/* Returns the options of a world: those it was made with, the margin rounded. */
masu_status masu_world_describe(const masu_world* world, masu_world_options* options);

/* Counters of work: the same on every machine. */
typedef struct masu_query_stats {
  uint64_t nodes;       /* Nodes of trees visited. */
  uint64_t tests;       /* Boxes tested against each other. */
  uint64_t comparisons; /* Comparisons made by sorts. */
  uint64_t shifts;      /* Elements moved by sorts. */
  uint64_t results;     /* Results found. */
} masu_query_stats;

/* The work of an update. */
typedef struct masu_update_result {
  masu_query_stats stats; /* of the broad phase */
  uint64_t pairs_tested;  /* Pairs whose shapes were tested. */
} masu_update_result;

/* Two objects that form a pair, a.index < b.index. `id` is below masu_world_pair_ids() and stays as
 * long as the pair lasts. `status`: why its shapes have no contacts, if not MASU_OK. */
typedef struct masu_pair {
  masu_handle a;  /* the object in the lower slot */
  masu_handle b;  /* the object in the higher slot */
  uint32_t id;    /* The pair's own number. */
  uint8_t status; /* MASU_OK, or why there are no contacts */
} masu_pair;

/* A pair that has ended. Objects that were removed have stale handles. */
typedef struct masu_ended_pair {
  masu_handle a;        /* the first object */
  masu_handle b;        /* the second object */
  uint64_t user_data_a; /* as a had it last */
  uint64_t user_data_b; /* as b had it last */
} masu_ended_pair;

/* A candidate result of a query, with the members of C++'s QueryCandidate; in 2D z is 0. */
typedef struct masu_query_candidate {
  masu_handle object; /* which object */
  uint32_t sub_shape; /* MASU_NO_INDEX where only shapes or boxes overlap */
  uint32_t reserved;  /* 0 */
  double t;           /* the time, for nearest objects the distance; else 0 */
  double point[3];    /* on the object, where there is a t */
  double normal[3];   /* of its surface there */
} masu_query_candidate;
/* Returns whether a candidate counts (not 0). Called for each sub-shape of an object by rays and
 * shape casts, for each object by other queries; more than once for some and in the threads of
 * jobs; the result must stay the same. If it throws, no further candidate counts: MASU_THREW. */
typedef int (*masu_accept)(void* context, const masu_query_candidate* candidate);

/* Whether sensors count; by default they do not for rays and shape casts, and do for all others. */
enum { MASU_SENSORS_BY_QUERY, MASU_SENSORS_LEFT_OUT, MASU_SENSORS_FOUND };

/* Which objects count for a query. */
typedef struct masu_query_filter {
  uint32_t size;             /* sizeof(masu_query_filter) */
  uint32_t sensors;          /* MASU_SENSORS_BY_QUERY to MASU_SENSORS_FOUND */
  const masu_filter* filter; /* must accept the object's and be accepted; null: all count */
  masu_accept accept;        /* null: all candidates count */
  void* context;             /* passed to `accept` */
} masu_query_filter;

/* The default filter, also for null: all objects, sensors as each query says. */
#ifdef MASU_DECLARATIONS_ONLY
masu_query_filter masu_query_filter_default(void);
#else
MASU_INLINE masu_query_filter masu_query_filter_default(void) {
  masu_query_filter f;
  f.size = (uint32_t)sizeof(f);
  f.sensors = MASU_SENSORS_BY_QUERY;
  f.filter = NULL;
  f.accept = NULL;
  f.context = NULL;
  return f;
}
#endif

/* Returns 0 to stop the search: MASU_STOPPED. A visitor may query the world, but not change it:
 * MASU_BUSY. */
typedef int (*masu_visit_object)(void* context, masu_handle object);
/* As above, with an object of this world and one of the other. */
typedef int (*masu_visit_two)(void* context, masu_handle object, masu_handle of_other);
/* As above, with a pair of this world. */
typedef int (*masu_visit_pair)(void* context, const masu_pair* pair);

/* Return the number of objects, and whether a handle has one; visit all. 0 without a world. The
 * first two are O(1). */
size_t masu_world_size(const masu_world* world);
int masu_world_contains(const masu_world* world, masu_handle object);
masu_status masu_world_for_each(const masu_world* world, masu_visit_object visit, void* context);
/* Returns the object that is in a slot (masu_handle::index) now; none: index MASU_NO_INDEX. */
masu_handle masu_world_handle_in(const masu_world* world, uint32_t slot);
/* Returns the user data of an object, for handles of pairs, events and hits; 0 if stale. O(1). */
uint64_t masu_world_user_data(const masu_world* world, masu_handle object);
/* Returns the number of a sub-shape, set by masu_body_set_user_data(); 0: none. O(1). */
uint64_t masu_world_sub_shape_user_data(const masu_world* world, masu_handle object,
                                        uint32_t sub_shape);

/* Remove an object, or all. Statuses of all changes: MASU_STALE_HANDLE, MASU_OUT_OF_MEMORY,
 * MASU_BUSY; nothing has changed then. */
masu_status masu_world_remove(masu_world* world, masu_handle object);
masu_status masu_world_clear(masu_world* world); /* Removes all. */
/* Reserves memory for so many objects, in the broad phase too. */
masu_status masu_world_reserve(masu_world* world, size_t objects);
/* Set options of an object from the next update on. set_sensor, set_continuous: no allocation. */
masu_status masu_world_set_sensor(masu_world* world, masu_handle object, int sensor);
masu_status masu_world_set_continuous(masu_world* world, masu_handle object, int continuous);
masu_status masu_world_set_fixed(masu_world* world, masu_handle object, int fixed);
masu_status masu_world_set_filter(masu_world* world, masu_handle object, masu_filter filter);
masu_status masu_world_set_layer(masu_world* world, masu_handle object, uint8_t layer,
                                 uint64_t mask);
/* Set margin and user data of an object. Two shapes touch if they are no farther apart than the
 * world's margin and both objects' together. MASU_OUT_OF_RANGE: not finite, negative, or too large
 * for the period. */
masu_status masu_world_set_margin(masu_world* world, masu_handle object, double margin);
masu_status masu_world_set_user_data(masu_world* world, masu_handle object, uint64_t user_data);
/* Set and return which layers collide. rows[i] has bit j if layers i and j collide, and bit 63
 * (MASU_DEFAULT_CATEGORY) if layer i collides with objects in no layer; at first all bits are set.
 * A query as layer i has category 1 << i, and as mask the wanted bits of rows[i].
 * MASU_OUT_OF_RANGE: not symmetric. MASU_OUT_OF_MEMORY: some objects have their new filters; call
 * it again. O(objects). */
masu_status masu_world_set_layers(masu_world* world, const uint64_t rows[MASU_LAYERS]);
masu_status masu_world_layers(const masu_world* world, uint64_t rows[MASU_LAYERS]);

/* --- Pairs that never collide ----------------------------------------------------------------- */

/* Sets masu_object_options.group, from the next update on. */
masu_status masu_world_set_group(masu_world* world, masu_handle object, int32_t group);
/* Excludes a pair: the two never collide, whatever their filters and groups say, until
 * masu_world_include_pair() or until one of them is removed. A pair that exists ends at the next
 * update. MASU_OUT_OF_RANGE: one object twice. */
masu_status masu_world_exclude_pair(masu_world* world, masu_handle a, masu_handle b);
/* Lets the two collide again, from the next update on. Also MASU_OK if they were not excluded. */
masu_status masu_world_include_pair(masu_world* world, masu_handle a, masu_handle b);
/* Returns 1 if masu_world_exclude_pair() keeps the two apart; 0 for stale handles. */
int masu_world_is_excluded(const masu_world* world, masu_handle a, masu_handle b);

/* Two objects that come near each other and whose filters, groups and exclusions allow a pair;
 * a.index < b.index. */
typedef struct masu_pair_candidate {
  masu_handle a;        /* the object in the smaller slot */
  masu_handle b;        /* the other one */
  uint64_t user_data_a; /* masu_object_options.user_data of a */
  uint64_t user_data_b; /* that of b */
} masu_pair_candidate;
/* Returns 1 if the two may collide, and 0 if not. Below 0 it ends the update with MASU_STOPPED, and
 * the next update calls it for all pairs of this one again. It may query the world, but not change
 * it: MASU_BUSY. */
typedef int (*masu_pair_filter)(void* context, const masu_pair_candidate* pair);
/* Sets a predicate that decides which pairs may collide; null: none, all may. An update calls it,
 * in its own thread, once for each two objects that come near each other, in the order of their
 * slots. The answer holds until they are apart, masu_world_refilter() or a change of a filter,
 * layer or group. The next update calls it for all pairs that exist. The context must live as long
 * as it is set. An exception ends the update with MASU_THREW; the next update calls it again. */
masu_status masu_world_set_pair_filter(masu_world* world, masu_pair_filter accept, void* context);
/* Calls the pair filter again, at the next update, for this object and all objects near it. */
masu_status masu_world_refilter(masu_world* world, masu_handle object);

/* Updates pairs, contacts and events to the present poses. `result` may be null.
 * MASU_OUT_OF_MEMORY: lists are those of the last update; call it again. */
masu_status masu_world_update(masu_world* world, masu_update_result* result);

/* All pairs as of the last update, valid until the next; null and 0 where there are none. The new
 * ones, masu_world_began(), are the last of masu_world_pairs(), masu_world_stayed() the others. */
const masu_pair* masu_world_pairs(const masu_world* world, size_t* count);
const masu_pair* masu_world_began(const masu_world* world, size_t* count);
const masu_pair* masu_world_stayed(const masu_world* world, size_t* count);
const masu_ended_pair* masu_world_ended(const masu_world* world, size_t* count);
size_t masu_world_pair_ids(const masu_world* world);
/* Returns the present state of a pair listed at some update; null if it has ended. O(1). */
const masu_pair* masu_world_find_pair(const masu_world* world, const masu_pair* pair);
/* Objects that are outside of masu_world_bounds_2f() and were not at the update before; by slot. */
const masu_handle* masu_world_left(const masu_world* world, size_t* count);
/* Visits the pairs of an object. */
masu_status masu_world_pairs_of(const masu_world* world, masu_handle object, masu_visit_pair visit,
                                void* context);

/* Sets the method of finding pairs, MASU_AUTOMATIC or other, from the next update on. Handles
 * stay. */
masu_status masu_world_use_broad_phase(masu_world* world, uint32_t method);
/* Returns the method in use. */
masu_status masu_world_broad_phase(const masu_world* world, uint32_t* method);
/* Returns a sentence: the reason for the method that the chooser would take. */
const char* masu_world_advice(const masu_world* world);

/* Returns the state as bytes, until the next save. MASU_NOT_UPDATED: update the world first. */
masu_status masu_world_save(masu_world* world, const void** bytes, size_t* size);
/* Restores a saved state. Bodies are not in the bytes: an object with one needs an object with its
 * handle in the world now, whose body has the same box (MASU_STALE_HANDLE); or see
 * masu_world_restore_with_2f(). MASU_DAMAGED: altered bytes; MASU_WRONG_FORMAT: another version, or
 * a world with another detail, margin, skip_internal_edges, handle_salt or period. The world is
 * unchanged then. */
masu_status masu_world_restore(masu_world* world, const void* bytes, size_t size);
/* Returns a hash of the whole state: equal on every machine. 0: no world. */
uint64_t masu_world_hash(const masu_world* world);
/* Returns 1 if every invariant holds. For tests. O(objects + pairs). */
int masu_world_validate(const masu_world* world);

/* --- Results of batches ----------------------------------------------------------------------- */

/* Memory for the results of calls that take one, kept from call to call; one for each thread. */
typedef struct masu_results masu_results;
/* Makes memory without results. Null allocator: the library's own. */
masu_status masu_results_create(const masu_allocator* allocator, masu_results** made);
/* Destroys the results. Null: no effect. */
masu_status masu_results_destroy(masu_results* results);
/* Results of the last batch that returns handles: those of query i are first[i] to first[i + 1] - 1
 * of them. `first` has one element more than there were queries. */
const uint32_t* masu_results_first(const masu_results* results, size_t* count);
const masu_handle* masu_results_handles(const masu_results* results, size_t* count);

/* --- Pairs of shapes -------------------------------------------------------------------------- */

/* What a pair of shapes keeps from call to call, to start where the last one ended; zeros at first.
 * Useful for the same two shapes in the same order, and harmless with others. */
typedef struct masu_pair_cache {
  uint32_t vertex_a[4]; /* of the first shape */
  uint32_t vertex_b[4]; /* of the second shape */
  uint32_t size;        /* how many vertices are known */
  float direction[3];   /* from a to b in the world; zero: none so far */
} masu_pair_cache;

/* Options of masu_shapes_contacts_2f(). */
typedef struct masu_contact_options {
  uint32_t size;               /* sizeof(masu_contact_options) */
  uint32_t detail;             /* MASU_POINTS or MASU_AREAS */
  double margin;               /* sub-shapes no farther apart touch; rounded to the scalar */
  uint8_t skip_internal_edges; /* no ghost contacts at internal edges of meshes and the like */
  uint8_t reserved[7];         /* 0 */
} masu_contact_options;

/* The default options, those of contacts(). */
#ifdef MASU_DECLARATIONS_ONLY
masu_contact_options masu_contact_options_default(void);
#else
MASU_INLINE masu_contact_options masu_contact_options_default(void) {
  masu_contact_options o;
  size_t i;
  o.size = (uint32_t)sizeof(o);
  o.detail = MASU_POINTS;
  o.margin = 0;
  o.skip_internal_edges = 0;
  for (i = 0; i < sizeof(o.reserved); ++i) o.reserved[i] = 0;
  return o;
}
#endif

enum {
  MASU_DRAW_OBJECT,
  MASU_DRAW_SENSOR,
  MASU_DRAW_NODE,
  MASU_DRAW_PAIR,
  MASU_DRAW_CONTACT,
  MASU_DRAW_NORMAL,
  MASU_DRAW_CORNER
};

/* --- By dimension and scalar ------------------------------------------------------------------ */

/* A vector or point in 2D. */
typedef struct masu_vec_2f {
  float x, y; /* coordinates */
} masu_vec_2f;
/* A vector or point in 3D. */
typedef struct masu_vec_3f {
  float x, y, z; /* coordinates */
} masu_vec_3f;
/* A vector or point in 2D. */
typedef struct masu_vec_2d {
  double x, y; /* coordinates */
} masu_vec_2d;
/* A vector or point in 3D. */
typedef struct masu_vec_3d {
  double x, y, z; /* coordinates */
} masu_vec_3d;

/* A counterclockwise rotation in 2D: the cosine and sine of the angle, of length 1. */
typedef struct masu_rotation_2f {
  float cosine, sine; /* of the angle */
} masu_rotation_2f;
/* A rotation in 3D: a quaternion of length 1. */
typedef struct masu_rotation_3f {
  float x, y, z, w; /* coefficients of i, j and k, and the real part */
} masu_rotation_3f;
/* A rotation in 2D, likewise. */
typedef struct masu_rotation_2d {
  double cosine, sine; /* of the angle */
} masu_rotation_2d;
/* A rotation in 3D: a quaternion of length 1. */
typedef struct masu_rotation_3d {
  double x, y, z, w; /* coefficients of i, j and k, and the real part */
} masu_rotation_3d;

#include <masu/c/broad_phase.h>
#include <masu/c/corridor.h>
#include <masu/c/hull.h>

#include <masu/c/masu_2d.h>
#include <masu/c/masu_2f.h>
#include <masu/c/masu_3d.h>
#include <masu/c/masu_3f.h>

#ifdef __cplusplus
}
#endif

#endif /* MASU_C_MASU_H */
