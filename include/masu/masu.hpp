// SPDX-License-Identifier: MIT
// Everything at once. Programs that count their compile time include what they use.
#pragma once

#include <masu/broad_phase/all_pairs.hpp>
#include <masu/broad_phase/linear_orthtree.hpp>
#include <masu/broad_phase/pair_options.hpp>
#include <masu/broad_phase/plain_pass.hpp>
#include <masu/broad_phase/registered_orthtree.hpp>
#include <masu/broad_phase/registration.hpp>
#include <masu/broad_phase/sorted_orthtree.hpp>
#include <masu/core/aabb.hpp>
#include <masu/core/allocator.hpp>
#include <masu/core/assert.hpp>
#include <masu/core/box_distance.hpp>
#include <masu/core/box_span.hpp>
#include <masu/core/buffer.hpp>
#include <masu/core/config.hpp>
#include <masu/core/filter.hpp>
#include <masu/core/finite.hpp>
#include <masu/core/handle.hpp>
#include <masu/core/job_system.hpp>
#include <masu/core/pair.hpp>
#include <masu/core/period.hpp>
#include <masu/core/query_stats.hpp>
#include <masu/core/ray.hpp>
#include <masu/core/simd.hpp>
#include <masu/core/status.hpp>
#include <masu/core/trace.hpp>
#include <masu/core/vec.hpp>
#include <masu/core/version.hpp>
#include <masu/spatial_order/cell_id.hpp>
#include <masu/spatial_order/complete_tree.hpp>
#include <masu/spatial_order/hilbert.hpp>
#include <masu/spatial_order/morton.hpp>
#include <masu/spatial_order/world_grid.hpp>
