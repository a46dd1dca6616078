/* SPDX-License-Identifier: MIT */
/* A part of masu.h: 2D walls and movers, except what depends on the scalar, which is in masu_2f.h
 * and masu_2d.h. docs/corridor.md. */
#ifndef MASU_C_CORRIDOR_H
#define MASU_C_CORRIDOR_H

/* No wall. */
#define MASU_NO_WALL 0xffffffffu

/* --- Chains ----------------------------------------------------------------------------------- */

enum { MASU_CHAIN_OPEN, MASU_CHAIN_OUTLINE, MASU_CHAIN_HOLE };

/* A chain: vertices first to first + count - 1 of an array. A wall has the index of the vertex at
 * which it starts. The last vertex of a loop equals its first. */
typedef struct masu_wall_chain {
  uint32_t first; /* index of the first vertex */
  uint32_t count; /* number of vertices */
  uint8_t kind;   /* MASU_CHAIN_OPEN, MASU_CHAIN_OUTLINE or MASU_CHAIN_HOLE */
  uint32_t depth; /* of a loop: how many others it lies in */
} masu_wall_chain;

/* Options of masu_wall_chains_create_2f(). */
typedef struct masu_chain_options {
  uint32_t size;           /* sizeof(masu_chain_options) */
  uint8_t split_junctions; /* cut walls at points where other walls end on them */
  uint8_t reserved[3];     /* 0 */
  double weld;             /* end points at most this far apart become one; rounded to the scalar */
} masu_chain_options;

/* The default options, those of WallChains. */
#ifdef MASU_DECLARATIONS_ONLY
masu_chain_options masu_chain_options_default(void);
#else
MASU_INLINE masu_chain_options masu_chain_options_default(void) {
  masu_chain_options o;
  o.size = (uint32_t)sizeof(o);
  o.split_junctions = 1;
  o.reserved[0] = o.reserved[1] = o.reserved[2] = 0;
  o.weld = 0;
  return o;
}
#endif

/* How often a fault occurs, and the walls that have it: up to 8, the lowest indices. */
typedef struct masu_chain_fault {
  uint64_t count;    /* how often the fault occurs */
  uint32_t walls[8]; /* the lowest */
  uint32_t named;    /* how many of them */
} masu_chain_fault;

/* What was repaired, merged or dropped: retained = walls - not_finite - zero_length -
 * duplicates; pieces = retained + cuts - overlaps. */
typedef struct masu_chain_report {
  uint64_t walls;               /* in the input */
  uint64_t retained;            /* input walls that were not dropped whole */
  uint64_t pieces;              /* walls of the chains */
  masu_chain_fault not_finite;  /* dropped: a NaN or infinite coordinate */
  masu_chain_fault zero_length; /* dropped: both ends are one vertex */
  masu_chain_fault duplicates;  /* dropped: have the vertices of a wall with a lower index */
  masu_chain_fault overlaps;    /* dropped: pieces that a wall with a lower index covers */
  masu_chain_fault welded;      /* repaired: ends moved to an end within the weld distance */
  masu_chain_fault cuts;        /* repaired: vertices inside a wall, which was cut there */
  masu_chain_fault unsplit;     /* left: vertices inside a wall that was not cut */
  masu_chain_fault crossings;   /* left: pieces that cross between their ends */
  masu_chain_fault open_ends;   /* left: vertices of one wall */
  masu_chain_fault junctions;   /* left: vertices of three walls or more */
  uint32_t open_chains;         /* how many chains are open */
  uint32_t outlines;            /* loops around something */
  uint32_t holes;               /* loops inside others */
  uint32_t crossing_loops;      /* loops with a piece that crosses another */
} masu_chain_report;

/* Chains made from loose walls. */
typedef struct masu_wall_chains masu_wall_chains;
/* Destroys chains. Null: no effect. */
masu_status masu_wall_chains_destroy(masu_wall_chains* chains);
/* Returns all chains, in the order of their vertices. */
const masu_wall_chain* masu_wall_chains_list(const masu_wall_chains* chains, size_t* count);
/* Returns the input wall of a chain's wall or piece; `flipped`: whether it runs against the chain.
 * MASU_BAD_INDEX: there is no such wall. */
masu_status masu_wall_chains_source(const masu_wall_chains* chains, uint32_t wall, uint32_t* source,
                                    int* flipped);

/* --- Wall queries ----------------------------------------------------------------------------- */

/* A spatial index over chains of walls. It is either an object of its own, or part of a corridor.
 * That of a corridor lives as long as the corridor; only calls of the corridor change it, and
 * others return MASU_WRONG_FORMAT. */
typedef struct masu_chain_tree masu_chain_tree;
/* Destroys a tree. Null: no effect. MASU_BUSY: called in a visitor of this tree. */
masu_status masu_chain_tree_destroy(masu_chain_tree* tree);
/* Return the number of vertices of all chains, and of those at which a wall starts. */
size_t masu_chain_tree_vertex_count(const masu_chain_tree* tree);
size_t masu_chain_tree_wall_count(const masu_chain_tree* tree);
/* Returns whether a wall leads from this vertex to the next. */
int masu_chain_tree_is_wall(const masu_chain_tree* tree, uint32_t wall);
/* Erases a chain's walls. MASU_STALE_HANDLE: one of them is no wall; nothing has changed. */
masu_status masu_chain_tree_erase(masu_chain_tree* tree, const masu_wall_chain* chain);

/* The first wall on a path; `normal` points to the moving shape. */
typedef struct masu_wall_hit {
  uint8_t status;         /* of the query */
  masu_query_stats stats; /* work of the query */
  uint8_t hit;            /* whether there is a wall on the path */
  uint32_t wall;          /* MASU_NO_WALL without a hit */
  double t;               /* fraction of the path; of a ray in lengths of its direction */
  masu_vec_2d normal;     /* of length 1; zero without a hit */
} masu_wall_hit;

/* Returns 0 to stop the search: MASU_STOPPED. */
typedef int (*masu_visit_wall)(void* context, uint32_t wall, double distance_squared);

/* --- Corridors -------------------------------------------------------------------------------- */

/* 2D walls through which movers do not tunnel. */
typedef struct masu_corridor masu_corridor;
/* Destroys a corridor. Null: no effect. MASU_BUSY: called in a visitor of this corridor. */
masu_status masu_corridor_destroy(masu_corridor* corridor);
/* Returns the walls of a corridor, for queries; null if the argument is not a corridor. */
const masu_chain_tree* masu_corridor_walls(const masu_corridor* corridor);
/* Returns the chain of a wall, as an index into the chains that the corridor was made from.
 * MASU_BAD_INDEX: there is no such wall. */
masu_status masu_corridor_chain_of(const masu_corridor* corridor, uint32_t wall, uint32_t* chain);

/* Options of a corridor. The doubles are rounded to the scalar. */
typedef struct masu_corridor_options {
  uint32_t size;     /* sizeof(masu_corridor_options) */
  uint32_t reserved; /* 0 */
  double reach;      /* radius plus length of a usual path; 0: queries start at the root */
  double skin;       /* distance that movers keep from walls; 0: as little as rounding allows */
} masu_corridor_options;

/* The default options, those of Corridor. */
#ifdef MASU_DECLARATIONS_ONLY
masu_corridor_options masu_corridor_options_default(void);
#else
MASU_INLINE masu_corridor_options masu_corridor_options_default(void) {
  masu_corridor_options o;
  o.size = (uint32_t)sizeof(o);
  o.reserved = 0;
  o.reach = o.skin = 0;
  return o;
}
#endif

enum { MASU_SLIDE, MASU_BOUNCE, MASU_STOP };

/* Options of a move. */
typedef struct masu_move_options {
  uint32_t size;         /* sizeof(masu_move_options) */
  uint32_t response;     /* MASU_SLIDE, MASU_BOUNCE (mirrored) or MASU_STOP */
  double restitution;    /* 0 to 1: how much of the motion into a wall a bounce gives back */
  uint32_t max_contacts; /* with more, the move ends with MASU_NOT_CONVERGED */
  uint32_t reserved;     /* 0 */
} masu_move_options;

/* The default options: movers slide. */
#ifdef MASU_DECLARATIONS_ONLY
masu_move_options masu_move_options_default(void);
#else
MASU_INLINE masu_move_options masu_move_options_default(void) {
  masu_move_options o;
  o.size = (uint32_t)sizeof(o);
  o.response = MASU_SLIDE;
  o.restitution = 1;
  o.max_contacts = 256;
  o.reserved = 0;
  return o;
}
#endif

/* A wall that deflected a mover; `normal` points to the mover. */
typedef struct masu_wall_contact {
  uint32_t wall;      /* which wall */
  double t;           /* the fraction of the displacement before it */
  masu_vec_2d point;  /* on the wall */
  masu_vec_2d normal; /* of length 1, to the mover */
} masu_wall_contact;

/* Receives a contact of mover number `mover`, which is 0 for a single mover. */
typedef void (*masu_visit_wall_contact)(void* context, uint32_t mover,
                                        const masu_wall_contact* contact);

#endif /* MASU_C_CORRIDOR_H */
