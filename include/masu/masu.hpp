// SPDX-License-Identifier: MIT
// Everything except masu/textbook. To compile faster, include single headers instead.
#pragma once

#include <masu/broad_phase.hpp>
#include <masu/corridor.hpp>
#include <masu/hull.hpp>
#include <masu/mesh.hpp>
#include <masu/narrow_phase.hpp>
#include <masu/world.hpp>

#include <masu/core/aabb.hpp>
#include <masu/core/allocator.hpp>
#include <masu/core/answered.hpp>
#include <masu/core/assert.hpp>
#include <masu/core/block_output.hpp>
#include <masu/core/block_target.hpp>
#include <masu/core/box_distance.hpp>
#include <masu/core/box_span.hpp>
#include <masu/core/box_surface.hpp>
#include <masu/core/buffer.hpp>
#include <masu/core/bytes.hpp>
#include <masu/core/filter.hpp>
#include <masu/core/finite.hpp>
#include <masu/core/function_ref.hpp>
#include <masu/core/handle.hpp>
#include <masu/core/job_system.hpp>
#include <masu/core/make_rotation.hpp>
#include <masu/core/matrix.hpp>
#include <masu/core/pair.hpp>
#include <masu/core/period.hpp>
#include <masu/core/platform.hpp>
#include <masu/core/query_stats.hpp>
#include <masu/core/ray.hpp>
#include <masu/core/rotation_matrix.hpp>
#include <masu/core/simd.hpp>
#include <masu/core/sine_cosine.hpp>
#include <masu/core/status.hpp>
#include <masu/core/thread_pool.hpp>
#include <masu/core/trace.hpp>
#include <masu/core/transform.hpp>
#include <masu/core/vec.hpp>
#include <masu/core/version.hpp>

#include <masu/world/frame_tracker.hpp>
#include <masu/world/tracked_pairs.hpp>
