// SPDX-License-Identifier: MIT
// Hulls, polytopes, convex parts and volumes, each made by its builder.
#include <masu/hull/half_space_intersection.hpp>
#include <masu/hull/polygon_decomposition.hpp>
#include <masu/hull/quickhull2.hpp>
#include <masu/hull/quickhull3.hpp>
#include <masu/mesh/mesh_decomposition.hpp>
#include <masu/narrow_phase/distance.hpp>
#include <masu/narrow_phase/face_clipping.hpp>
#include <masu/narrow_phase/manifold.hpp>
#include <masu/shapes/convex_polygon.hpp>
#include <masu/shapes/sign_table.hpp>
#include <masu/shapes/support.hpp>

#include "tests/callbacks/solids.hpp"
#include "tests/threads/subject.hpp"

namespace masu::test {
namespace {

template <int D>
std::vector<Vec<D, double>> points(std::uint64_t seed) {
  scenes::Pcg32 random(seed);
  std::vector<Vec<D, double>> made(30);
  for (auto& point : made) {
    for (int a = 0; a < D; ++a) point[a] = random.between(-1, 1);
  }
  return made;
}
const std::uint32_t kCubeCorners[] = {0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, 0, 1, 5, 0, 5, 4,
                                      1, 2, 6, 1, 6, 5, 2, 3, 7, 2, 7, 6, 3, 0, 4, 3, 4, 7};

void add_faces(Digest& d, const auto& surface) {
  for (std::size_t f = 0; f < surface.face_count(); ++f) d << surface.face(f);
  for (std::uint32_t e = 0; e < surface.edge_count(); ++e) {
    d << surface.twin(e) << surface.next(e) << surface.previous(e) << surface.face_of(e);
  }
}

// Half-spaces whose intersection is a polytope around the origin.
template <int D>
std::shared_ptr<Polytope<D, double>> polytope(std::uint64_t seed) {
  std::vector<Hyperplane<D, double>> planes;
  for (const auto& normal : points<D>(seed)) planes.push_back({normal, 1});
  const auto made = std::make_shared<Polytope<D, double>>();
  HalfSpaceIntersection<D, double> builder;
  EXPECT_EQ(builder.build(planes, *made), Status::ok);
  return made;
}

constexpr auto ask_parts = [](const auto& parts, Digest& d) {
  for (std::size_t i = 0; i < parts.size(); ++i) d << parts.part(i);
};

}  // namespace

void add_hull_subjects(std::vector<SubjectKind>& list) {
  add_subject(
      list, {"Hull2"},
      [](std::uint64_t seed) {
        const auto made = std::make_shared<Hull2>();
        EXPECT_EQ(Quickhull2<double>().build(points<2>(seed), *made), Status::ok);
        return made;
      },
      [](const Hull2& hull, Digest& d) { d << hull.dimension() << hull.vertices(); });
  add_subject(
      list, {"Hull3"},
      [](std::uint64_t seed) {
        const auto made = std::make_shared<Hull3<double>>();
        EXPECT_EQ(Quickhull3<double>().build(points<3>(seed), *made), Status::ok);
        return made;
      },
      [](const Hull3<double>& hull, Digest& d) {
        d << hull.vertices();
        add_faces(d, hull);
      });
  add_subject(list, {"Polytope2"}, polytope<2>, [](const Polytope2<double>& p, Digest& d) {
    d << p.vertices() << p.area() << p.centroid();
  });
  add_subject(list, {"Polytope3", "ClosedSurface"}, polytope<3>,
              [](const Polytope3<double>& p, Digest& d) {
                d << p.vertices() << p.volume() << p.centroid();
                add_faces(d, p);
              });
  add_subject(
      list, {"ConvexParts2"},
      [](std::uint64_t seed) {
        const double y = 1 + 0.1 * double(seed);
        const std::vector<Vec2d> star = {{0, 3},  {-1, y}, {-3, 0}, {-1, -1},
                                         {0, -3}, {1, -1}, {3, 0},  {1, 1}};
        const auto made = std::make_shared<ConvexParts2>();
        EXPECT_EQ(PolygonDecomposition<double>().build(star, *made), Status::ok);
        return made;
      },
      ask_parts);
  add_subject(
      list, {"ConvexParts3"},
      [](std::uint64_t seed) {
        const double z = 1 + double(seed);
        const Vec3d vertices[] = {{0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {0, 4, 0},
                                  {0, 0, z}, {4, 0, 1}, {4, 4, z}, {0, 4, 1}};
        const auto made = std::make_shared<ConvexParts3<double>>();
        EXPECT_EQ(decompose<double>(vertices, kCubeCorners, *made, {.max_parts = 4}), Status::ok);
        return made;
      },
      ask_parts);
  add_subject(
      list, {"ContactVolume"},
      [](std::uint64_t seed) {
        const auto a = octahedron(1), b = octahedron(0.5 + 0.1 * double(seed));
        const auto made = std::make_shared<ContactVolume<3, double>>();
        FaceClipping<3, double> finder;
        EXPECT_EQ(finder.find(a, {}, b, {{0.5, 0.3, 0.2}, {}}, *made), Status::ok);
        return made;
      },
      [](const ContactVolume<3, double>& volume, Digest& d) {
        d << volume.volume() << volume.area() << volume.normal() << volume.polytope().vertices();
        for (std::size_t i = 0; i < volume.cut_count(); ++i) d << volume.cut(i);
      });
  add_subject(
      list, {"ConvexPolygon"},
      [](std::uint64_t seed) {
        const auto made = std::make_shared<ConvexPolygon<double>>();
        Hull2 hull;
        const auto input = points<2>(seed);
        EXPECT_EQ(Quickhull2<double>().build(input, hull), Status::ok);
        std::vector<Vec2d> corners;
        for (const std::uint32_t v : hull.vertices()) corners.push_back(input[v]);
        EXPECT_EQ(made->build(corners), Status::ok);
        return made;
      },
      [](const ConvexPolygon<double>& polygon, Digest& d) {
        for (const auto& direction : points<2>(9)) {
          const Transform2d pose{direction * 3.0, {}};
          d << distance(polygon, Transform2d{}, polygon, pose).distance;
        }
      });
  add_subject(
      list, {"ConvexPolyhedron", "SignTable"},
      [](std::uint64_t seed) {
        return std::make_shared<ConvexPolyhedron<double>>(octahedron(double(seed)));
      },
      [](const ConvexPolyhedron<double>& body, Digest& d) {
        const SignTable<3> signs(body);
        for (const auto& direction : points<3>(9)) {
          const Transform3d pose{direction * 3.0, {}};
          d << manifold(body, Transform3d{}, body, pose).separation.distance;
          d << signs.vertex(direction);
        }
      });
  add_subject(
      list, {"CubeTable"},
      [](std::uint64_t seed) {
        std::uint32_t vertices[CubeTable::kCells];
        for (std::uint32_t& v : vertices) v = std::uint32_t(seed + std::uint64_t(&v - vertices));
        const auto made = std::make_shared<CubeTable>();
        EXPECT_TRUE(made->assign(vertices));
        return made;
      },
      [](const CubeTable& table, Digest& d) {
        for (const auto& direction : points<3>(9)) d << table.vertex(direction);
      });
}

}  // namespace masu::test
