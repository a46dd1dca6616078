// SPDX-License-Identifier: MIT
// Composite shapes: meshes, polylines, height fields, tile grids, compounds.
#pragma once

#include <masu/mesh/body_view.hpp>
#include <masu/mesh/composite_aabb.hpp>
#include <masu/mesh/composite_distance.hpp>
#include <masu/mesh/composite_impact.hpp>
#include <masu/mesh/composite_intersects.hpp>
#include <masu/mesh/composite_point.hpp>
#include <masu/mesh/composite_ray_cast.hpp>
#include <masu/mesh/composite_shape.hpp>
#include <masu/mesh/compound.hpp>
#include <masu/mesh/contacts.hpp>
#include <masu/mesh/height_field.hpp>
#include <masu/mesh/mesh_decomposition.hpp>
#include <masu/mesh/polyline.hpp>
#include <masu/mesh/self_contact.hpp>
#include <masu/mesh/signed_distance.hpp>
#include <masu/mesh/sub_shape_results.hpp>
#include <masu/mesh/surface_mesh.hpp>
#include <masu/mesh/tile_grid.hpp>
#include <masu/mesh/triangle_mesh.hpp>
