/* SPDX-License-Identifier: MIT */
/* The world, shapes and walls for C99 and whatever can call C; docs/c.md tells the rest.
 *
 * Names that end in _2f, _3f, _2d or _3d are of 2D or 3D, of float or double: masu_2f.h and its
 * like declare them, and comments here name those of masu_2f.h for all four. Arrays of vectors,
 * boxes, poses and rays are taken, and lists are handed out, as they lie in memory: nothing is
 * copied.
 *
 * Every call that may fail returns a masu_status. A null pointer where one must not be is
 * MASU_OUT_OF_RANGE; an object of another kind, or one that has been destroyed as far as that can
 * be seen, is MASU_WRONG_FORMAT. What callbacks throw does not get out: MASU_THREW; a masu_support
 * that throws has said the origin.
 *
 * Generators of bindings: `cc -E -P -DMASU_DECLARATIONS_ONLY masu.h` prints declarations alone,
 * without includes and bodies, for cffi and its like; see docs/c.md.
 */
#ifndef MASU_C_MASU_H
#define MASU_C_MASU_H

#ifndef MASU_DECLARATIONS_ONLY
#include <stddef.h>
#include <stdint.h>
#endif
/* How functions with a body are defined; the library has them as functions of its own, too. */
#ifndef MASU_INLINE
#define MASU_INLINE static inline
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* --- Versions and statuses -------------------------------------------------------------------- */

#include <masu/c/version.h>

/* Grows with every change of a layout or a meaning; worlds of another one are not made. */
#define MASU_C_ABI 4u

/* "major.minor.patch" of the library, and the MASU_C_ABI it was compiled with. */
const char* masu_version(void);
uint32_t masu_c_abi(void);

/* Those of masu::Status, by number; MASU_THREW is of callbacks alone. */
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
/* "out_of_memory", and what it means: "the allocator refused the memory". */
const char* masu_status_name(masu_status status);
const char* masu_status_text(masu_status status);

/* --- What the caller provides ----------------------------------------------------------------- */

/* `allocate` returns null when it cannot; `deallocate` gets what the block was allocated with. May
 * be called from the threads of jobs. What `allocate` throws counts as null; `deallocate` must not
 * throw. The context must outlive what was made with it. */
typedef struct masu_allocator {
  void* (*allocate)(void* context, size_t size, size_t alignment); /* Null where there is none. */
  /* With the size and alignment that it was allocated with. */
  void (*deallocate)(void* context, void* block, size_t size, size_t alignment);
  void* context;
} masu_allocator;

/* `run` calls job(data, i) once for every i below count, in any order and from any threads, and
 * returns when all have returned. It must not throw: what has run by then, nobody knows, and the
 * program ends. Null: in order, by the caller's thread. `workers`: how many run at the same time.
 */
typedef struct masu_jobs {
  /* Calls the job for every index. */
  void (*run)(void* context, uint32_t count, void (*job)(void* data, uint32_t index), void* data);
  void* context;
  uint32_t workers; /* How many jobs run at the same time. */
} masu_jobs;

/* Threads for programs that have no job system of their own: the caller's thread works too, so a
 * pool of 4 starts three threads, and one of 1 none. [ThreadPool] */
typedef struct masu_thread_pool masu_thread_pool;
/* 0 threads: as many as there are processors. A null allocator: the library's own. The pool has
 * fewer threads where the system refuses them. MASU_OUT_OF_MEMORY; `made` is null then. */
masu_status masu_thread_pool_create(uint32_t threads, const masu_allocator* allocator,
                                    masu_thread_pool** made);
/* Joins the threads. Null is nothing to do. Worlds that have its jobs must be destroyed before. */
masu_status masu_thread_pool_destroy(masu_thread_pool* pool);
/* Returns what masu_world_options and batches take; without threads `run` is null. */
masu_jobs masu_thread_pool_jobs(masu_thread_pool* pool);

/* --- Objects ---------------------------------------------------------------------------------- */

/* The index of a handle of nothing. */
#define MASU_NO_INDEX 0xffffffffu
/* In no layer. */
#define MASU_NO_LAYER 0xffu
/* Layers are 0 to 62. */
#define MASU_LAYERS 63
/* The category of objects in no layer and of default options: bit 63, which no layer has. */
#define MASU_DEFAULT_CATEGORY ((uint64_t)1 << 63)

/* Refused (MASU_STALE_HANDLE) once the object is removed. None: index MASU_NO_INDEX. */
typedef struct masu_handle {
  uint32_t index;
  uint32_t generation;
} masu_handle;

/* Two objects meet if each one's mask has a bit of the other's category. */
typedef struct masu_filter {
  uint64_t category; /* The bits that others look for. */
  uint64_t mask;     /* The bits that it looks for in others. */
} masu_filter;

/* `size` is sizeof(masu_object_options). Booleans are 0 or 1. */
typedef struct masu_object_options {
  uint32_t size;      /* sizeof(masu_object_options) */
  uint8_t layer;      /* 0 to 62, or MASU_NO_LAYER; with one only the filter's mask counts */
  uint8_t sensor;     /* pairs, but no contacts; what crosses it within a frame is told, too */
  uint8_t continuous; /* when it first touches others on its way is told */
  uint8_t fixed;      /* never meets what is fixed too */
  uint64_t user_data;
  masu_filter filter;
  double margin; /* added to the world's for this object; rounded to the scalar */
  /* As b2Filter::groupIndex: objects of the same group that is not 0 always collide if it is
   * positive, and never if it is negative; between others their filters decide. */
  int32_t group;
} masu_object_options;

/* What null stands for: meets all, in no layer. */
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

/* A polygon, polyhedron, mesh, height field, tile grid, compound or shape of the caller's: it owns
 * what it is made of. Objects and compounds that have one hold it: after masu_body_release() it
 * lasts as long as they do. Made and changed by the calls of masu_2f.h and its like; of a change
 * objects must be told by masu_world_set_shape_2f(). */
typedef struct masu_body masu_body;
/* The caller lets go of it. */
masu_status masu_body_release(masu_body* body);
/* A number of the caller's for each triangle (in 2D segment) of a mesh or child of a compound, such
 * as its material; copied. A count of 0: none. Objects see it at once. MASU_WRONG_FORMAT: another
 * body; MASU_SIZE_MISMATCH; MASU_OUT_OF_MEMORY: they stay as they were. */
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
  MASU_BODY = 255 /* what a masu_body is */
};

/* Cells of tile grids. In space only the first two. */
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

/* What a pair is, and what it is asked for; each costs more than the one before. */
enum { MASU_BOXES, MASU_TOUCH, MASU_POINTS, MASU_AREAS, MASU_VOLUMES };

/* Which method finds pairs; chosen by what the objects do, unless it is told. */
enum {
  MASU_ALL_PAIRS,
  MASU_SWEEP_AND_PRUNE,
  MASU_SORTED_ORTHTREE,
  MASU_BVH,
  MASU_PAIR_TRACKER,
  MASU_INCREMENTAL_SWEEP,
  MASU_AUTOMATIC = 255
};

/* Whose face a face of a volume is. */
enum { MASU_FACE_OF_A, MASU_FACE_OF_B };

/* Corners in a row: a face of a volume of contact, or a loop of its cut. */
typedef struct masu_volume_loop {
  uint32_t first; /* In the volume's indices, */
  uint32_t count; /* of which so many are its own. */
  uint8_t body;   /* Of a face: MASU_FACE_OF_A or MASU_FACE_OF_B. */
  uint32_t face;  /* Of a face: its number there. */
} masu_volume_loop;

/* `size` is sizeof(masu_world_options), `abi` MASU_C_ABI: with other ones no world is made. */
typedef struct masu_world_options {
  uint32_t size;        /* sizeof(masu_world_options) */
  uint32_t abi;         /* MASU_C_ABI */
  uint32_t dimension;   /* 2 or 3 */
  uint32_t scalar;      /* MASU_FLOAT or MASU_DOUBLE */
  uint32_t detail;      /* MASU_BOXES to MASU_VOLUMES */
  uint32_t handle_salt; /* worlds with other ones refuse each other's handles, but by chance */
  double margin;        /* shapes as far apart as this touch too; rounded to the scalar */
  double period[3];     /* length of each axis that wraps around, 0 of others; rounded too */
  uint8_t seam_free;    /* no pushes from inner edges of meshes and their like */
  uint8_t queries;      /* keep a tree for them; without it each costs O(objects) */
  uint8_t reserved[6];  /* 0 */
  masu_jobs jobs;       /* shapes are held against each other by these */
} masu_world_options;

/* Points of contact, no margin, no threads, a tree for queries. */
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
  o.seam_free = o.queries = 1;
  for (i = 0; i < sizeof(o.reserved); ++i) o.reserved[i] = 0;
  o.jobs.run = NULL;
  o.jobs.context = NULL;
  o.jobs.workers = 1;
  return o;
}
#endif

/* Objects, and which of them meet. Not to be changed by two threads at a time. */
typedef struct masu_world masu_world;

/* A null allocator: the library's own. MASU_WRONG_FORMAT: size or abi; MASU_OUT_OF_RANGE: any other
 * option; MASU_OUT_OF_MEMORY. `made` is null then. */
masu_status masu_world_create(const masu_world_options* options, const masu_allocator* allocator,
                              masu_world** made);
/* Null is nothing to do. MASU_BUSY: within its own callback; it lives on. */
masu_status masu_world_destroy(masu_world* world);
/* The options that it has: what it was made with, the margin rounded. */
masu_status masu_world_describe(const masu_world* world, masu_world_options* options);

/* Counters of work: the same on every machine. */
typedef struct masu_query_stats {
  uint64_t nodes;       /* Nodes of trees visited. */
  uint64_t tests;       /* Boxes held against each other. */
  uint64_t comparisons; /* Comparisons made by sorts. */
  uint64_t shifts;      /* Elements moved by sorts. */
  uint64_t results;     /* Answers found. */
} masu_query_stats;

/* What an update took. */
typedef struct masu_update_result {
  masu_query_stats stats;
  uint64_t pairs_looked_at;
} masu_update_result;

/* Two objects that meet, a.index < b.index. `id` is the pair's as long as it lasts, below
 * masu_world_pair_ids(). `status`: why its shapes have no contacts, if not MASU_OK. */
typedef struct masu_pair {
  masu_handle a;
  masu_handle b;
  uint32_t id; /* The pair's own number. */
  uint8_t status;
} masu_pair;

/* One that no longer meets. Objects that were removed have stale handles. */
typedef struct masu_ended_pair {
  masu_handle a;
  masu_handle b;
  uint64_t user_data_a;
  uint64_t user_data_b;
} masu_ended_pair;

/* A possible answer of a query, in the numbers of C++'s QueryCandidate; in 2D z is 0. */
typedef struct masu_query_candidate {
  masu_handle object;
  uint32_t piece;    /* MASU_NO_INDEX where only shapes or boxes overlap */
  uint32_t reserved; /* 0 */
  double t;          /* the time, of nearest objects the distance; 0 where there is neither */
  double point[3];   /* on the object, where there is a t */
  double normal[3];  /* of its surface there */
} masu_query_candidate;
/* Whether a candidate counts (not 0). Asked of each piece of an object by rays and shape casts, by
 * other queries of each object; more than once for some and by the threads of jobs, and the answer
 * must stay the same. If it throws, no further candidate counts: MASU_THREW. */
typedef int (*masu_accept)(void* context, const masu_query_candidate* candidate);

/* Whether sensors count: as each query says (not for rays and shape casts, and for all others). */
enum { MASU_SENSORS_BY_QUERY, MASU_SENSORS_LEFT_OUT, MASU_SENSORS_FOUND };

/* Which objects count for a query. `size` is sizeof(masu_query_filter). */
typedef struct masu_query_filter {
  uint32_t size;             /* sizeof(masu_query_filter) */
  uint32_t sensors;          /* MASU_SENSORS_BY_QUERY to MASU_SENSORS_FOUND */
  const masu_filter* filter; /* must agree with the object's; null: all objects count */
  masu_accept accept;        /* null: all candidates count */
  void* context;
} masu_query_filter;

/* What null stands for: all objects, sensors as each query says. */
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

/* 0 ends the search: MASU_STOPPED. A visitor may ask the world, and not change it: MASU_BUSY. */
typedef int (*masu_visit_object)(void* context, masu_handle object);
/* Two objects, of this world and of the other. */
typedef int (*masu_visit_two)(void* context, masu_handle object, masu_handle of_other);
/* A pair of this world. */
typedef int (*masu_visit_pair)(void* context, const masu_pair* pair);

/* Objects, pairs, places of one call; 0 where there is no world. O(1). */
size_t masu_world_size(const masu_world* world);
int masu_world_contains(const masu_world* world, masu_handle object);
masu_status masu_world_for_each(const masu_world* world, masu_visit_object visit, void* context);
/* The object that is in a slot (masu_handle::index) now; none: index MASU_NO_INDEX. */
masu_handle masu_world_handle_in(const masu_world* world, uint32_t slot);
/* The user data of an object, for the handles of pairs, events and hits; 0 for a stale handle.
 * O(1). */
uint64_t masu_world_user_data(const masu_world* world, masu_handle object);
/* That of a piece of its body, as masu_body_set_user_data() gave it; 0 where there is none. O(1).
 */
uint64_t masu_world_piece_user_data(const masu_world* world, masu_handle object, uint32_t piece);

/* Statuses of all changes: MASU_STALE_HANDLE, MASU_OUT_OF_MEMORY, MASU_BUSY; nothing has changed
 * then. */
masu_status masu_world_remove(masu_world* world, masu_handle object);
masu_status masu_world_clear(masu_world* world); /* all objects */
/* Makes room for so many objects, in the broad phase too. */
masu_status masu_world_reserve(masu_world* world, size_t objects);
/* As the options of an object say; from the next update on. Only set_fixed ever needs memory. */
masu_status masu_world_set_sensor(masu_world* world, masu_handle object, int sensor);
masu_status masu_world_set_continuous(masu_world* world, masu_handle object, int continuous);
masu_status masu_world_set_fixed(masu_world* world, masu_handle object, int fixed);
masu_status masu_world_set_filter(masu_world* world, masu_handle object, masu_filter filter);
masu_status masu_world_set_layer(masu_world* world, masu_handle object, uint8_t layer,
                                 uint64_t mask);
/* Two shapes touch if they are no farther apart than the world's margin and both objects' together.
 * MASU_OUT_OF_RANGE: not finite, negative, or too large for the period. */
masu_status masu_world_set_margin(masu_world* world, masu_handle object, double margin);
masu_status masu_world_set_user_data(masu_world* world, masu_handle object, uint64_t user_data);
/* rows[i] has bit j if layers i and j meet, and bit 63 (MASU_DEFAULT_CATEGORY) if layer i meets
 * objects in no layer; at first all bits are set. For a query's filter: category 1 << i, and of
 * rows[i] the bits that it wants. MASU_OUT_OF_RANGE: it is not symmetric. MASU_OUT_OF_MEMORY: some
 * objects have their new filters; to be called again. O(objects). */
masu_status masu_world_set_layers(masu_world* world, const uint64_t rows[MASU_LAYERS]);
masu_status masu_world_layers(const masu_world* world, uint64_t rows[MASU_LAYERS]);

/* --- Pairs that never collide ----------------------------------------------------------------- */

/* masu_object_options.group, from the next update on. */
masu_status masu_world_set_group(masu_world* world, masu_handle object, int32_t group);
/* Excludes a pair: the two never collide, whatever their filters and groups say, until
 * masu_world_include_pair() or until one of them is removed. A pair that exists ends at the next
 * update. MASU_OUT_OF_RANGE: one object twice. */
masu_status masu_world_exclude_pair(masu_world* world, masu_handle a, masu_handle b);
/* Lets the two collide again, from the next update on. MASU_OK if they were not excluded, too. */
masu_status masu_world_include_pair(masu_world* world, masu_handle a, masu_handle b);
/* 1: masu_world_exclude_pair() keeps the two apart. 0 for stale handles. */
int masu_world_is_excluded(const masu_world* world, masu_handle a, masu_handle b);

/* Two objects that come near each other and whose filters, groups and exclusions allow a pair;
 * a.index < b.index. */
typedef struct masu_pair_candidate {
  masu_handle a;        /* the object in the smaller slot */
  masu_handle b;        /* the other one */
  uint64_t user_data_a; /* masu_object_options.user_data of a */
  uint64_t user_data_b; /* the same of b */
} masu_pair_candidate;
/* Answers 1 if the two may collide, and 0 if not. Below 0 it ends the update with MASU_STOPPED, and
 * is asked about all pairs of this update again at the next. It may ask the world, and not change
 * it: MASU_BUSY.
 */
typedef int (*masu_pair_filter)(void* context, const masu_pair_candidate* pair);
/* Asks `accept` which pairs may collide; null: it asks no more, and all may. An update asks, in its
 * own thread, once for each two objects that come near each other, in the order of their slots. The
 * answer stands until they are apart, masu_world_refilter() or a change of a filter, layer or
 * group. All pairs that exist are asked about at the next update. The context must live as long as
 * it is set. What it throws ends the update with MASU_THREW; the next one asks again. */
masu_status masu_world_set_pair_filter(masu_world* world, masu_pair_filter accept, void* context);
/* Asks the pair filter again, at the next update, about all objects near this one. */
masu_status masu_world_refilter(masu_world* world, masu_handle object);

/* Brings pairs, contacts and events up to date. `result` may be null. MASU_OUT_OF_MEMORY: lists are
 * those of the last one; call it again. */
masu_status masu_world_update(masu_world* world, masu_update_result* result);

/* As of the last update, valid until the next; null and 0 where there are none. Those of
 * masu_world_begun() are the last ones of masu_world_pairs(), masu_world_stayed() the others. */
const masu_pair* masu_world_pairs(const masu_world* world, size_t* count);
const masu_pair* masu_world_begun(const masu_world* world, size_t* count);
const masu_pair* masu_world_stayed(const masu_world* world, size_t* count);
const masu_ended_pair* masu_world_ended(const masu_world* world, size_t* count);
size_t masu_world_pair_ids(const masu_world* world);
/* One of them, or one that was: as it is now. Null: it has ended. O(1). */
const masu_pair* masu_world_find_pair(const masu_world* world, const masu_pair* pair);
/* Objects that are outside of masu_world_bounds_2f() and were not before; by slot. */
const masu_handle* masu_world_left(const masu_world* world, size_t* count);
/* Those of them that an object is in. */
masu_status masu_world_pairs_of(const masu_world* world, masu_handle object, masu_visit_pair visit,
                                void* context);

/* MASU_AUTOMATIC or one of the others, from the next update on; handles stay. */
masu_status masu_world_use_broad_phase(masu_world* world, uint32_t method);
/* The one in use. */
masu_status masu_world_broad_phase(const masu_world* world, uint32_t* method);
/* A sentence: why the chooser would take the one it would. */
const char* masu_world_advice(const masu_world* world);

/* The state as bytes, valid until the next save. MASU_NOT_UPDATED: changes wait for an update. */
masu_status masu_world_save(masu_world* world, const void** bytes, size_t* size);
/* As it was then. Bodies are not in the bytes: an object with one needs an object with its handle
 * in the world now, whose body has the same box (MASU_STALE_HANDLE); or see
 * masu_world_restore_with_2f(). MASU_DAMAGED: altered bytes;
 * MASU_WRONG_FORMAT: of another version, or a world with another detail, margin, seam_free,
 * handle_salt or period. The world is as it was then. */
masu_status masu_world_restore(masu_world* world, const void* bytes, size_t size);
/* One number for all that it holds: equal on every machine. 0: no world. */
uint64_t masu_world_hash(const masu_world* world);
/* 1: every invariant holds. For tests. O(objects + pairs). */
int masu_world_validate(const masu_world* world);

/* --- Answers of many queries ------------------------------------------------------------------ */

/* Memory for the answers of calls that take one, kept from call to call; one for each thread. */
typedef struct masu_results masu_results;
masu_status masu_results_create(const masu_allocator* allocator, masu_results** made);
masu_status masu_results_destroy(masu_results* results);
/* Of the last call for many that answers in handles: those of query i are handles first[i] to
 * first[i + 1] - 1. `first` has one element more than there were queries. */
const uint32_t* masu_results_first(const masu_results* results, size_t* count);
const masu_handle* masu_results_handles(const masu_results* results, size_t* count);

/* --- Pairs of shapes -------------------------------------------------------------------------- */

/* What a pair of shapes keeps from call to call, to begin where the last one ended; zeros at first.
 * Of use for the same two in the same order, and harmless with others. */
typedef struct masu_pair_cache {
  uint32_t vertex_a[4];
  uint32_t vertex_b[4];
  uint32_t size; /* how many vertices are known */
  float direction[3];
} masu_pair_cache;

/* `size` is sizeof(masu_contact_options). */
typedef struct masu_contact_options {
  uint32_t size;       /* sizeof(masu_contact_options) */
  uint32_t detail;     /* MASU_POINTS or MASU_AREAS */
  double margin;       /* pieces as far apart as this touch too; rounded to the scalar */
  uint8_t seam_free;   /* no pushes from inner edges of meshes and their like */
  uint8_t reserved[7]; /* 0 */
} masu_contact_options;

/* As contacts() does without any. */
#ifdef MASU_DECLARATIONS_ONLY
masu_contact_options masu_contact_options_default(void);
#else
MASU_INLINE masu_contact_options masu_contact_options_default(void) {
  masu_contact_options o;
  size_t i;
  o.size = (uint32_t)sizeof(o);
  o.detail = MASU_POINTS;
  o.margin = 0;
  o.seam_free = 0;
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

/* A vector in the plane, or a place. */
typedef struct masu_vec_2f {
  float x, y;
} masu_vec_2f;
/* A vector in space, or a place. */
typedef struct masu_vec_3f {
  float x, y, z;
} masu_vec_3f;
/* A vector in the plane, or a place. */
typedef struct masu_vec_2d {
  double x, y;
} masu_vec_2d;
/* A vector in space, or a place. */
typedef struct masu_vec_3d {
  double x, y, z;
} masu_vec_3d;

/* The cosine and sine of an angle, counter-clockwise; in space a quaternion. Of length 1. */
typedef struct masu_rotation_2f {
  float cosine, sine;
} masu_rotation_2f;
/* A turn in space: a quaternion of length 1. */
typedef struct masu_rotation_3f {
  float x, y, z, w;
} masu_rotation_3f;
/* A turn in the plane. */
typedef struct masu_rotation_2d {
  double cosine, sine;
} masu_rotation_2d;
/* A turn in space: a quaternion of length 1. */
typedef struct masu_rotation_3d {
  double x, y, z, w;
} masu_rotation_3d;

#include <masu/c/broad_phase.h>
#include <masu/c/corridor.h>
#include <masu/c/hull.h>

#include <masu/c/masu_2d.h>
#include <masu/c/masu_2f.h>
#include <masu/c/masu_3d.h>
#include <masu/c/masu_3f.h>

/* The old name of masu_box_2f(), until 0.2. */
#define masu_cuboid_2f masu_box_2f
/* The old name of masu_box_3f(), until 0.2. */
#define masu_cuboid_3f masu_box_3f
/* The old name of masu_box_2d(), until 0.2. */
#define masu_cuboid_2d masu_box_2d
/* The old name of masu_box_3d(), until 0.2. */
#define masu_cuboid_3d masu_box_3d

#ifdef __cplusplus
}
#endif

#endif /* MASU_C_MASU_H */
