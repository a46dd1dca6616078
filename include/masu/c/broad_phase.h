/* SPDX-License-Identifier: MIT */
/* A part of masu.h: boxes alone. Finds which boxes of an array overlap, and queries an index of
 * boxes; no shapes, no handles: a box is named by its index in its array. For objects that are
 * added, moved and removed use a world, with MASU_BOXES. docs/broad_phase.md. */
#ifndef MASU_C_BROAD_PHASE_H
#define MASU_C_BROAD_PHASE_H

/* Finds pairs of boxes, and has an index of boxes for queries; each has its own memory, kept from
 * call to call. Made by masu_broad_phase_create_2f(). Queries of the index may run in many threads
 * while none builds it. */
typedef struct masu_broad_phase masu_broad_phase;

/* Two boxes by their indices, a < b; of two arrays: a in the first, b in the second. */
typedef struct masu_index_pair {
  uint32_t a; /* The index of the first. */
  uint32_t b; /* The index of the second. */
} masu_index_pair;

/* Returns 0 to stop the search: MASU_STOPPED. */
typedef int (*masu_visit_index)(void* context, uint32_t index);

/* Destroys an index. Null: no effect. MASU_BUSY: called in its visitor or job; the index stays. */
masu_status masu_broad_phase_destroy(masu_broad_phase* broad_phase);
/* Sets how pairs are found: MASU_AUTOMATIC (the default), MASU_ALL_PAIRS, MASU_SWEEP_AND_PRUNE,
 * MASU_SORTED_ORTHTREE or MASU_BVH. The order of pairs depends on it, the pairs do not.
 * MASU_OUT_OF_RANGE: another method; incremental ones exist in worlds only. MASU_BUSY: called from
 * a job of a search. */
masu_status masu_broad_phase_use(masu_broad_phase* broad_phase, uint32_t method);
/* Returns the method in use; with MASU_AUTOMATIC the one that was chosen last. */
masu_status masu_broad_phase_method(const masu_broad_phase* broad_phase, uint32_t* method);
/* Returns a sentence: the reason for the method that was chosen last; empty before the first. */
const char* masu_broad_phase_advice(const masu_broad_phase* broad_phase);
/* The pairs of the last masu_broad_phase_find_2f() or .._find_between_2f(), until the next. */
const masu_index_pair* masu_broad_phase_pairs(const masu_broad_phase* broad_phase, size_t* count);
/* Returns the number of boxes in the index. */
size_t masu_broad_phase_size(const masu_broad_phase* broad_phase);

/* Results of the last masu_broad_phase_overlapping_many_2f(): those of query i are indices first[i]
 * to first[i + 1] - 1, ascending. `first` has one element more than there were queries. */
const uint32_t* masu_results_indices(const masu_results* results, const uint32_t** first,
                                     size_t* count);

#endif /* MASU_C_BROAD_PHASE_H */
