// SPDX-License-Identifier: MIT
// Pairs of overlapping boxes, and queries on boxes, by every classic method.
#pragma once

#include <masu/broad_phase/all_pairs.hpp>
#include <masu/broad_phase/auto_finder.hpp>
#include <masu/broad_phase/bvh.hpp>
#include <masu/broad_phase/bvh_builder.hpp>
#include <masu/broad_phase/bvh_trace.hpp>
#include <masu/broad_phase/bvh_view.hpp>
#include <masu/broad_phase/choice.hpp>
#include <masu/broad_phase/choose.hpp>
#include <masu/broad_phase/concepts.hpp>
#include <masu/broad_phase/describe.hpp>
#include <masu/broad_phase/dynamic_bvh.hpp>
#include <masu/broad_phase/grid_options.hpp>
#include <masu/broad_phase/hash_grid.hpp>
#include <masu/broad_phase/incremental_sweep_and_prune.hpp>
#include <masu/broad_phase/index_buffer.hpp>
#include <masu/broad_phase/index_options.hpp>
#include <masu/broad_phase/kd_tree.hpp>
#include <masu/broad_phase/linear_orthtree.hpp>
#include <masu/broad_phase/orthtree_options.hpp>
#include <masu/broad_phase/pair_options.hpp>
#include <masu/broad_phase/pair_tracker.hpp>
#include <masu/broad_phase/query_results.hpp>
#include <masu/broad_phase/registered_objects.hpp>
#include <masu/broad_phase/registered_orthtree.hpp>
#include <masu/broad_phase/registration.hpp>
#include <masu/broad_phase/scene_description.hpp>
#include <masu/broad_phase/sorted_orthtree.hpp>
#include <masu/broad_phase/sweep_and_prune.hpp>
#include <masu/broad_phase/uniform_grid.hpp>
#include <masu/spatial_order/cell_id.hpp>
#include <masu/spatial_order/hilbert.hpp>
#include <masu/spatial_order/morton.hpp>
#include <masu/spatial_order/world_grid.hpp>
