// SPDX-License-Identifier: MIT
// Circles and capsules among chains of walls in 2D.
#pragma once

#include <masu/corridor/chain_report.hpp>
#include <masu/corridor/chain_tree.hpp>
#include <masu/corridor/corridor.hpp>
#include <masu/corridor/mover.hpp>
#include <masu/corridor/mover_batch.hpp>
#include <masu/corridor/wall_cast.hpp>
#include <masu/corridor/wall_chain.hpp>
#include <masu/corridor/wall_chains.hpp>
#include <masu/corridor/wall_query_batch.hpp>
