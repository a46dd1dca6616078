// SPDX-License-Identifier: MIT
// Convex hulls, intersections of half-spaces, duality, decomposition into convex parts.
#pragma once

#include <masu/hull/andrew.hpp>
#include <masu/hull/closed_surface.hpp>
#include <masu/hull/convex_parts2.hpp>
#include <masu/hull/duality.hpp>
#include <masu/hull/edge_line.hpp>
#include <masu/hull/gift_wrapping2.hpp>
#include <masu/hull/half_space_intersection.hpp>
#include <masu/hull/hull2.hpp>
#include <masu/hull/hull3.hpp>
#include <masu/hull/hull_stats.hpp>
#include <masu/hull/merge.hpp>
#include <masu/hull/polygon_decomposition.hpp>
#include <masu/hull/polytope2.hpp>
#include <masu/hull/polytope3.hpp>
#include <masu/hull/polytope_of.hpp>
#include <masu/hull/predicates.hpp>
#include <masu/hull/quickhull2.hpp>
#include <masu/hull/quickhull3.hpp>
