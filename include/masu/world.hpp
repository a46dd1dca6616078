// SPDX-License-Identifier: MIT
// World: objects that are added, moved and removed, with contacts, events and queries; slide(). A
// broad phase of your own for World may need masu/world/tracked_pairs.hpp and frame_tracker.hpp,
// too.
#pragma once

#include <masu/core/rotation_matrix.hpp>
#include <masu/world/auto_pairs.hpp>
#include <masu/world/carry.hpp>
#include <masu/world/debug_draw.hpp>
#include <masu/world/layers.hpp>
#include <masu/world/pair_candidate.hpp>
#include <masu/world/placed_bodies.hpp>
#include <masu/world/query_filter.hpp>
#include <masu/world/query_hits.hpp>
#include <masu/world/slide.hpp>
#include <masu/world/slot_pairs.hpp>
#include <masu/world/world.hpp>
#include <masu/world/world_object.hpp>
#include <masu/world/world_obstacles.hpp>
#include <masu/world/world_options.hpp>
#include <masu/world/world_pair.hpp>
#include <masu/world/world_queries.hpp>
#include <masu/world/world_shape.hpp>
#include <masu/world/world_volume.hpp>
