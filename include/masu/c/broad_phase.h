/* SPDX-License-Identifier: MIT */
/* A part of masu.h: boxes alone. Which of an array overlap, and what an index of them meets; no
 * shapes, no handles: a box is named by its place in its array. What comes, moves and leaves is a
 * world's, with MASU_BOXES. docs/broad_phase.md. */
#ifndef MASU_C_BROAD_PHASE_H
#define MASU_C_BROAD_PHASE_H

/* Finds pairs of boxes, and holds an index of boxes that can be asked; each has its own memory,
 * kept from call to call. Made by masu_broad_phase_create_2f(). Questions to the index are safe in
 * many threads while nobody builds it. */
typedef struct masu_broad_phase masu_broad_phase;

/* Two boxes by their places, a < b; of two arrays: a in the first, b in the second. */
typedef struct masu_index_pair {
  uint32_t a; /* The first one's place. */
  uint32_t b; /* The second one's place. */
} masu_index_pair;

/* 0 ends the search: MASU_STOPPED. */
typedef int (*masu_visit_place)(void* context, uint32_t place);

/* Null is nothing to do. MASU_BUSY: within a visitor or jobs of its own; it lives on. */
masu_status masu_broad_phase_destroy(masu_broad_phase* broad_phase);
/* Sets how pairs are found: MASU_AUTOMATIC (the default), MASU_ALL_PAIRS, MASU_SWEEP_AND_PRUNE,
 * MASU_SORTED_ORTHTREE or MASU_BVH. The order of pairs depends on it, the pairs do not.
 * MASU_OUT_OF_RANGE: another method; incremental ones exist in worlds only. MASU_BUSY: called from
 * a job of a search. */
masu_status masu_broad_phase_use(masu_broad_phase* broad_phase, uint32_t method);
/* The method in use; with MASU_AUTOMATIC the one that was chosen last. */
masu_status masu_broad_phase_method(const masu_broad_phase* broad_phase, uint32_t* method);
/* A sentence: why the chooser took the one it did; empty before it has had to. */
const char* masu_broad_phase_advice(const masu_broad_phase* broad_phase);
/* Of the last masu_broad_phase_find_2f() or masu_broad_phase_find_between_2f(), until the next. */
const masu_index_pair* masu_broad_phase_pairs(const masu_broad_phase* broad_phase, size_t* count);
/* How many boxes the index has. */
size_t masu_broad_phase_size(const masu_broad_phase* broad_phase);

/* Of the last masu_broad_phase_overlapping_many_2f(): those of query i are places first[i] to
 * first[i + 1] - 1, ascending. `first` has one element more than there were queries. */
const uint32_t* masu_results_places(const masu_results* results, const uint32_t** first,
                                    size_t* count);

#endif /* MASU_C_BROAD_PHASE_H */
