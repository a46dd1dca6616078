// SPDX-License-Identifier: MIT
// The calls of one kind under names that templates can use. Included once for each kind by api.hpp,
// with MASU_OF as in masu.h; naming them all here links them all.

template <>
struct Api<MASU_DIMENSION, MASU_REAL> {
  using Vec = MASU_OF(vec);
  using Pose = MASU_OF(pose);
  using Aabb = MASU_OF(aabb);
  using Ray = MASU_OF(ray);
  using Shape = MASU_OF(shape);
  using Child = MASU_OF(child);
  using Contact = MASU_OF(contact);
  using PairImpact = MASU_OF(pair_impact);
  using RayHit = MASU_OF(ray_hit);
  using CastHit = MASU_OF(cast_hit);
  using SurfacePoint = MASU_OF(surface_point);
  using Neighbor = MASU_OF(neighbor);
  using Nearest = MASU_OF(nearest);
  using Object = MASU_OF(object);
  using Listener = MASU_OF(listener);
  using Draw = MASU_OF(debug_draw);
  using Separation = MASU_OF(separation);
  using SubShapeSeparation = MASU_OF(sub_shape_separation);
  using Impact = MASU_OF(impact);
  using SubShapeImpact = MASU_OF(sub_shape_impact);
  using SubShapeRayCast = MASU_OF(sub_shape_ray_cast);
  using SubShapeSurfacePoint = MASU_OF(sub_shape_surface_point);
  using Corner = MASU_OF(corner);
  using Sweep = MASU_OF(sweep);
  using CapsuleMover = MASU_OF(capsule_mover);
  using SlideObstacle = MASU_OF(slide_obstacle);
  using SlideOptions = MASU_OF(slide_options);
  using SlideContact = MASU_OF(slide_contact);
  using SlideResult = MASU_OF(slide_result);
  using ObstacleMotion = MASU_OF(obstacle_motion);
  using CarryResult = MASU_OF(carry_result);
  using Volume = MASU_OF(volume);
  using BoxHit = MASU_OF(box_hit);
  using NearBox = MASU_OF(near_box);

  static constexpr auto pose_at = &MASU_OF(pose_at);
#if MASU_DIMENSION == 2
  static constexpr auto rotation_from_angle = &MASU_OF(rotation_from_angle);
#else
  static constexpr auto rotation_from_axis_angle = &MASU_OF(rotation_from_axis_angle);
#endif
  static constexpr auto pose_look_at = &MASU_OF(pose_look_at);
  static constexpr auto pose_compose = &MASU_OF(pose_compose);
  static constexpr auto pose_inverse = &MASU_OF(pose_inverse);
  static constexpr auto pose_to_world = &MASU_OF(pose_to_world);
  static constexpr auto pose_to_local = &MASU_OF(pose_to_local);
  static constexpr auto pose_from_column_major = &MASU_OF(pose_from_column_major);
  static constexpr auto pose_to_column_major = &MASU_OF(pose_to_column_major);
  static constexpr auto point = &MASU_OF(point);
  static constexpr auto sphere = &MASU_OF(sphere);
  static constexpr auto capsule = &MASU_OF(capsule);
  static constexpr auto segment = &MASU_OF(segment);
  static constexpr auto triangle = &MASU_OF(triangle);
  static constexpr auto box = &MASU_OF(box);
  static constexpr auto rounded_box = &MASU_OF(rounded_box);
  static constexpr auto ellipsoid = &MASU_OF(ellipsoid);
  static constexpr auto half_space = &MASU_OF(half_space);
#if MASU_DIMENSION == 3
  static constexpr auto cylinder = &MASU_OF(cylinder);
  static constexpr auto cone = &MASU_OF(cone);
  static constexpr auto polyhedron_create = &MASU_OF(polyhedron_create);
#else
  static constexpr auto polygon_create = &MASU_OF(polygon_create);
#endif
  static constexpr auto shape_of = &MASU_OF(shape_of);
  static constexpr auto hull_create = &MASU_OF(hull_create);
  static constexpr auto mesh_create = &MASU_OF(mesh_create);
  static constexpr auto mesh_set_vertices = &MASU_OF(mesh_set_vertices);
  static constexpr auto height_field_create = &MASU_OF(height_field_create);
  static constexpr auto height_field_set_heights = &MASU_OF(height_field_set_heights);
  static constexpr auto height_field_set_hole = &MASU_OF(height_field_set_hole);
  static constexpr auto tile_grid_create = &MASU_OF(tile_grid_create);
  static constexpr auto tile_grid_set = &MASU_OF(tile_grid_set);
  static constexpr auto compound_create = &MASU_OF(compound_create);
  static constexpr auto compound_move = &MASU_OF(compound_move);
  static constexpr auto tapered_capsule_create = &MASU_OF(tapered_capsule_create);
  static constexpr auto custom_create = &MASU_OF(custom_create);

  static constexpr auto add = &MASU_OF(world_add);
  static constexpr auto add_many = &MASU_OF(world_add_many);
  static constexpr auto move = &MASU_OF(world_move);
  static constexpr auto move_many = &MASU_OF(world_move_many);
  static constexpr auto teleport = &MASU_OF(world_teleport);
  static constexpr auto set_shape = &MASU_OF(world_set_shape);
  static constexpr auto set_bounds = &MASU_OF(world_set_bounds);
  static constexpr auto bounds = &MASU_OF(world_bounds);
  static constexpr auto find = &MASU_OF(world_find);
  static constexpr auto update_with_listener = &MASU_OF(world_update_with_listener);
  static constexpr auto crossed = &MASU_OF(world_crossed);
  static constexpr auto impacts = &MASU_OF(world_impacts);
  static constexpr auto contacts = &MASU_OF(world_contacts);
  static constexpr auto corners = &MASU_OF(world_corners);
  static constexpr auto volume = &MASU_OF(world_volume);
  static constexpr auto shift = &MASU_OF(world_shift);
  static constexpr auto restore_with = &MASU_OF(world_restore_with);
  static constexpr auto draw = &MASU_OF(world_draw);
  static constexpr auto ray_cast = &MASU_OF(world_ray_cast);
  static constexpr auto for_each_on_ray = &MASU_OF(world_for_each_on_ray);
  static constexpr auto ray_cast_all = &MASU_OF(world_ray_cast_all);
  static constexpr auto hits = &MASU_OF(results_hits);
  static constexpr auto shape_cast = &MASU_OF(world_shape_cast);
  static constexpr auto touching = &MASU_OF(world_touching);
  static constexpr auto at = &MASU_OF(world_at);
  static constexpr auto overlapping = &MASU_OF(world_overlapping);
  static constexpr auto nearest = &MASU_OF(world_nearest);
  static constexpr auto within = &MASU_OF(world_within);
  static constexpr auto closest_pair = &MASU_OF(world_closest_pair);
  static constexpr auto closest_between = &MASU_OF(world_closest_between);
  static constexpr auto closest_to = &MASU_OF(world_closest_to);
  static constexpr auto touching_in = &MASU_OF(world_touching_in);
  static constexpr auto ray_cast_many = &MASU_OF(world_ray_cast_many);
  static constexpr auto overlapping_many = &MASU_OF(world_overlapping_many);
  static constexpr auto nearest_many = &MASU_OF(world_nearest_many);
  static constexpr auto neighbors = &MASU_OF(results_neighbors);
  static constexpr auto ray_cast_all_many = &MASU_OF(world_ray_cast_all_many);
  static constexpr auto shape_cast_many = &MASU_OF(world_shape_cast_many);
  static constexpr auto closest_to_many = &MASU_OF(world_closest_to_many);
  static constexpr auto touching_many = &MASU_OF(world_touching_many);
  static constexpr auto at_many = &MASU_OF(world_at_many);
  static constexpr auto within_many = &MASU_OF(world_within_many);
  static constexpr auto touching_in_many = &MASU_OF(world_touching_in_many);

  static constexpr auto broad_phase_create = &MASU_OF(broad_phase_create);
  static constexpr auto find_pairs = &MASU_OF(broad_phase_find);
  static constexpr auto find_between = &MASU_OF(broad_phase_find_between);
  static constexpr auto build_index = &MASU_OF(broad_phase_build);
  static constexpr auto refit_index = &MASU_OF(broad_phase_refit);
  static constexpr auto save_index = &MASU_OF(broad_phase_save);
  static constexpr auto restore_index = &MASU_OF(broad_phase_restore);
  static constexpr auto boxes_overlapping = &MASU_OF(broad_phase_overlapping);
  static constexpr auto boxes_within = &MASU_OF(broad_phase_within);
  static constexpr auto boxes_nearest = &MASU_OF(broad_phase_nearest);
  static constexpr auto boxes_ray_cast = &MASU_OF(broad_phase_ray_cast);
  static constexpr auto boxes_on_ray = &MASU_OF(broad_phase_on_ray);
  static constexpr auto boxes_overlapping_many = &MASU_OF(broad_phase_overlapping_many);
  static constexpr auto boxes_ray_cast_many = &MASU_OF(broad_phase_ray_cast_many);

  static constexpr auto convex_hull_create = &MASU_OF(convex_hull_create);
  static constexpr auto convex_hull_build = &MASU_OF(convex_hull_build);
#if MASU_DIMENSION == 3
  static constexpr auto convex_hull_plane = &MASU_OF(convex_hull_plane);
#endif

  static constexpr auto shape_check = &MASU_OF(shape_check);
  static constexpr auto shape_box = &MASU_OF(shape_box);
  static constexpr auto shape_ray_cast = &MASU_OF(shape_ray_cast);
  static constexpr auto shape_closest_point = &MASU_OF(shape_closest_point);
  static constexpr auto shapes_touch = &MASU_OF(shapes_touch);
  static constexpr auto shapes_distance = &MASU_OF(shapes_distance);
  static constexpr auto shapes_penetration = &MASU_OF(shapes_penetration);
  static constexpr auto mesh_signed_distance = &MASU_OF(mesh_signed_distance);
  static constexpr auto shapes_contacts = &MASU_OF(shapes_contacts);
  static constexpr auto results_contacts = &MASU_OF(results_contacts);
  static constexpr auto results_corners = &MASU_OF(results_corners);
  static constexpr auto shapes_cast = &MASU_OF(shapes_cast);
  static constexpr auto shapes_impact = &MASU_OF(shapes_impact);

  static constexpr auto slide_options_default = &MASU_OF(slide_options_default);
  static constexpr auto slide = &MASU_OF(world_slide);
  static constexpr auto slide_gap = &MASU_OF(slide_gap);
  static constexpr auto carry = &MASU_OF(world_carry);
  static constexpr auto pose_between = &MASU_OF(pose_between);

#if MASU_DIMENSION == 2
  using Wall = MASU_OF(wall);
  using WallKind = MASU_OF(wall_kind);
  using Mover = MASU_OF(mover);
  using MoveResult = MASU_OF(move_result);
  using PushResult = MASU_OF(push_result);
  using NearestWall = MASU_OF(nearest_wall);

  static constexpr auto mover_at = &MASU_OF(mover_at);
  static constexpr auto wall_chains_create = &MASU_OF(wall_chains_create);
  static constexpr auto wall_chains_vertices = &MASU_OF(wall_chains_vertices);
  static constexpr auto tree_create = &MASU_OF(chain_tree_create);
  static constexpr auto tree_set_vertices = &MASU_OF(chain_tree_set_vertices);
  static constexpr auto tree_insert = &MASU_OF(chain_tree_insert);
  static constexpr auto tree_vertex = &MASU_OF(chain_tree_vertex);
  static constexpr auto tree_nearest = &MASU_OF(chain_tree_nearest);
  static constexpr auto tree_within = &MASU_OF(chain_tree_within);
  static constexpr auto tree_ray_cast = &MASU_OF(chain_tree_ray_cast);
  static constexpr auto tree_capsule_cast = &MASU_OF(chain_tree_capsule_cast);
  static constexpr auto tree_nearest_many = &MASU_OF(chain_tree_nearest_many);
  static constexpr auto tree_ray_cast_many = &MASU_OF(chain_tree_ray_cast_many);
  static constexpr auto tree_circle_cast_many = &MASU_OF(chain_tree_circle_cast_many);
  static constexpr auto corridor_create = &MASU_OF(corridor_create);
  static constexpr auto corridor_kind = &MASU_OF(corridor_kind);
  static constexpr auto corridor_move = &MASU_OF(corridor_move);
  static constexpr auto corridor_move_many = &MASU_OF(corridor_move_many);
  static constexpr auto corridor_move_walls = &MASU_OF(corridor_move_walls);
  static constexpr auto corridor_set_vertices = &MASU_OF(corridor_set_vertices);
#endif
};

#undef MASU_DIMENSION
#undef MASU_REAL
#undef MASU_OF
