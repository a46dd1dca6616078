// SPDX-License-Identifier: MIT
// Programs that are refused, and the words of the compiler for each, which check_refused.cmake
// reads: it compiles this file once for each line "case NAME: WORDS", with MASU_CASE_NAME defined.
#include <vector>

#include <masu/mesh/compound.hpp>
#include <masu/mesh/triangle_mesh.hpp>
#include <masu/shapes/convex_polygon.hpp>
#include <masu/shapes/convex_polyhedron.hpp>
#include <masu/shapes/rounded.hpp>
#include <masu/shapes/sphere.hpp>
#include <masu/world/world.hpp>

using namespace masu;

struct OwnDisc {
  static constexpr int kDimension = 2;
  using Scalar = float;
  Vec2f support(const Vec2f& d) const { return d * (1 / length(d)); }
  Aabb2f aabb(const Transform2f& pose) const {
    return {pose.translation - Vec2f{2, 2}, pose.translation + Vec2f{2, 2}};
  }
};
struct Ends {
  void on_end(const EndedPair&) {}
};

// case good:
int main() {
  World<2> world;
  World<3, double> exact;
  world.add(Circle<float>{1}, {}).expect_ok();
  const Handle ball = exact.add(Sphere<3, double>{1}, {});
  (void)exact.contains(ball);
  // What is copied may be a temporary; what is referred to may be a variable.
  const ConvexPolygon<float> polygon;
  const Rounded<OwnDisc> own{{}, 1};
  (void)world.add(rounded_box<2, float>({1, 1}, 0.25f), {});
  (void)world.add(own, {});
  (void)child(rounded_box<2, float>({1, 1}, 0.25f));
  (void)child(polygon);
  (void)child(own, {{1, 2}, {}});
  Ends ends;
  (void)world.update(ends);

#ifdef MASU_CASE_dimension
  // case dimension: the shape has another dimension than the World
  (void)world.add(Sphere<3, float>{1}, {});
#elif defined MASU_CASE_scalar
  // case scalar: the shape has another scalar than the World
  (void)world.add(Circle<double>{1}, {});
#elif defined MASU_CASE_query_dimension
  // case query_dimension: the shape has another dimension than the World
  (void)world.shape_cast(Sphere<3, float>{1}, {}, {1, 0});
#elif defined MASU_CASE_other_shape
  // case other_shape: a World takes the library's shapes
  (void)exact.set_shape(ball, 5);
#elif defined MASU_CASE_list_dimension
  // case list_dimension: the shape has another dimension than the World
  const Sphere<3, float> list[2]{{1}, {1}};
  const Transform2f poses[2]{};
  Handle handles[2];
  (void)world.add_many(list, poses, handles);
#elif defined MASU_CASE_temporary_polygon
  // case temporary_polygon: keep the shape in a variable that outlives the object
  (void)world.add(ConvexPolygon<float>{}, {});
#elif defined MASU_CASE_temporary_mesh
  // case temporary_mesh: keep the shape in a variable that outlives the object
  (void)exact.set_shape(ball, TriangleMesh<double>{});
#elif defined MASU_CASE_temporary_for_many
  // case temporary_for_many: keep the shape in a variable that outlives the object
  const Transform2f poses[1]{};
  Handle handles[1];
  (void)world.add_many(Compound<2, float>{}, poses, handles);
#elif defined MASU_CASE_temporary_with_options
  // case temporary_with_options: keep the shape in a variable that outlives the object
  const Transform2f poses[1]{};
  Handle handles[1];
  (void)world.add_many(ConvexPolygon<float>{}, poses, handles, {.fixed = true});
#elif defined MASU_CASE_temporary_with_list
  // case temporary_with_list: keep the shape in a variable that outlives the object
  const Transform2f poses[1]{};
  Handle handles[1];
  const ObjectOptions options[1]{};
  (void)world.add_many(ConvexPolygon<float>{}, poses, handles, options);
#elif defined MASU_CASE_temporary_list
  // case temporary_list: keep the shape in a variable that outlives the object
  const Transform2f poses[1]{};
  Handle handles[1];
  (void)world.add_many(std::vector<ConvexPolygon<float> >(1), poses, handles, {});
#elif defined MASU_CASE_temporary_rounded
  // case temporary_rounded: keep the shape in a variable that outlives the object
  (void)world.add(Rounded<OwnDisc>{{}, 1}, {});
#elif defined MASU_CASE_temporary_rounded_polytope
  // case temporary_rounded_polytope: keep the shape in a variable that outlives the object
  (void)exact.set_shape(ball, Rounded<ConvexPolyhedron<double> >{ConvexPolyhedron<double>(), 1});
#elif defined MASU_CASE_temporary_rounded_list
  // case temporary_rounded_list: keep the shape in a variable that outlives the object
  const Transform2f poses[1]{};
  Handle handles[1];
  (void)world.add_many(std::vector<Rounded<OwnDisc> >(1), poses, handles);
#elif defined MASU_CASE_temporary_child
  // case temporary_child: keep the shape in a variable that outlives the compound
  (void)child(ConvexPolygon<float>{});
#elif defined MASU_CASE_temporary_child_at
  // case temporary_child_at: keep the shape in a variable that outlives the compound
  (void)child(ConvexPolyhedron<float>{}, {{1, 2, 3}, {}});
#elif defined MASU_CASE_temporary_own_child
  // case temporary_own_child: keep the shape in a variable that outlives the compound
  (void)child(OwnDisc{}, Transform2f{});
#elif defined MASU_CASE_temporary_rounded_child
  // case temporary_rounded_child: keep the shape in a variable that outlives the compound
  (void)child(Rounded<Rounded<OwnDisc> >{});
#elif defined MASU_CASE_lost_result
  // case lost_result: ignoring return.*nodiscard
  world.add(Circle<float>{-1}, {});
#elif defined MASU_CASE_two_handles
  // case two_handles: expected a public on_begin\(const WorldPair&\)
  struct Listener : Ends {
    void on_begin(Handle, Handle) {}
  } listener;
  (void)world.update(listener);
#elif defined MASU_CASE_two_overloads
  // case two_overloads: expected a public on_stay\(const WorldPair&\)
  struct Listener : Ends {
    void on_stay(Handle, Handle) {}
    void on_stay(int) {}
  } listener;
  (void)world.update(listener);
#elif defined MASU_CASE_not_const
  // case not_const: expected a public on_begin\(const WorldPair&\)
  struct Listener : Ends {
    void on_begin(WorldPair&) {}
  } listener;
  (void)world.update(listener);
#elif defined MASU_CASE_private_event
  // case private_event: expected a public on_leave\(Handle\)
  class Listener : public Ends {
    void on_leave(Handle) {}
  } listener;
  (void)world.update(listener);
#elif defined MASU_CASE_other_event
  // case other_event: expected a public on_cross\(const WorldImpact<D, T>&\)
  struct Listener : Ends {
    void on_cross(const WorldPair&) {}
  } listener;
  (void)world.update(listener);
#elif defined MASU_CASE_misspelt
  // case misspelt: the listener has no event
  struct Listener {
    void on_begun(const WorldPair&) {}
  } listener;
  (void)world.update(listener);
#endif
}
