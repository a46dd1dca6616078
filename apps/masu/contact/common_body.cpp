// SPDX-License-Identifier: MIT
#include "contact/common_body.hpp"

#include <filesystem>
#include <new>

#include <fmt/format.h>
#include <masu/hull/polytope_of.hpp>
#include <masu/shapes/support.hpp>

#include "errors.hpp"

namespace masu::cli {
namespace {

// Returns the shape's own polytope, or one made of its corners in `made`.
template <int D, class T>
const ConvexPolytope<D, T>& polytope_of(const PlacedShape<D, T>& shape, const char* which,
                                        ConvexPolytope<D, T>& made) {
  const auto fail = [&](const char* why) {
    throw UsageError(
        fmt::format("--volume: {} {}; it applies to polygons and polyhedra only", which, why));
  };
  if (shape.mesh) fail("is a mesh (--hull uses its convex hull)");
  if (shape.view.radius > 0) fail("is rounded");
  if (shape.polytope) return *shape.polytope;
  const std::uint32_t count = vertex_count_of_core(shape.view);
  if (count == 0) fail(shape.view.kind == ShapeKind::half_space ? "is infinite" : "is curved");
  std::vector<Vec<D, T>> corners;
  for (std::uint32_t v = 0; v < count; ++v) {
    corners.push_back(vec_cast<T>(vertex_of_core(shape.view, v)));
  }
  const std::span<const Vec<D, T>> points(corners);
  Status status = Status::ok;
  if constexpr (D == 2) {
    status = polygon_of<T>(points, made);
  } else {
    status = polyhedron_of<T>(points, made);
  }
  if (status == Status::out_of_memory) throw std::bad_alloc();
  if (status != Status::ok) fail("is flat");
  return made;
}

template <class T>
std::string numbers(const Vec<3, T>& v) {
  return fmt::format("{} {} {}", v[0], v[1], v[2]);
}

template <class T>
std::string obj_text(const ContactVolume<3, T>& volume) {
  const auto& p = volume.polytope();
  std::string text = "# intersection of two bodies\n";
  for (const auto& v : p.vertices()) text += "v " + numbers(v) + "\n";
  for (const ContactBody body : {ContactBody::a, ContactBody::b}) {
    text += body == ContactBody::a ? "g a\n" : "g b\n";
    for (std::size_t f = 0; f < p.face_count(); ++f) {
      if (volume.source(f).body != body) continue;
      text += "f";
      for (const auto v : p.face(f)) text += fmt::format(" {}", v + 1);
      text += "\n";
    }
  }
  return text;
}

template <class T>
std::string stl_text(const ContactVolume<3, T>& volume) {
  const auto& p = volume.polytope();
  const Body<3> body = body_of(volume);
  std::string text = "solid common\n";
  for (std::size_t f = 0; f < p.face_count(); ++f) {
    const auto loop = p.face(f);
    for (std::size_t i = 2; i < loop.size(); ++i) {
      text += "facet normal " + numbers(body.facets[f].normal) + "\n outer loop\n";
      for (const auto v : {loop[0], loop[i - 1], loop[i]}) {
        text += "  vertex " + numbers(p.vertices()[v]) + "\n";
      }
      text += " endloop\nendfacet\n";
    }
  }
  return text + "endsolid common\n";
}

}  // namespace

template <int D, class T>
CommonBody<D, T> common_body(const PlacedShape<D, T>& a, const PlacedShape<D, T>& b) {
  ConvexPolytope<D, T> made_a;
  ConvexPolytope<D, T> made_b;
  CommonBody<D, T> common;
  FaceClipping<D, T> clipping;
  common.status = clipping.find(polytope_of(a, "A", made_a), a.pose, polytope_of(b, "B", made_b),
                                b.pose, common.volume);
  if (common.status == Status::out_of_memory) throw std::bad_alloc();
  return common;
}

template <class T>
Body<2> body_of(const ContactVolume<2, T>& volume) {
  Body<2> body;
  for (const auto& v : volume.polytope().vertices()) body.points.push_back(vec_cast<double>(v));
  return body;
}

template <class T>
Body<3> body_of(const ContactVolume<3, T>& volume) {
  const auto& p = volume.polytope();
  Body<3> body;
  body.solid = true;
  for (const auto& v : p.vertices()) body.points.push_back(vec_cast<double>(v));
  for (std::size_t f = 0; f < p.face_count(); ++f) {
    Facet facet;
    Vec<3, double> across{};
    const auto loop = p.face(f);
    for (const auto v : loop) facet.corners.push_back(v);
    for (std::size_t i = 2; i < loop.size(); ++i) {
      across = across + cross(body.points[loop[i - 1]] - body.points[loop[0]],
                              body.points[loop[i]] - body.points[loop[0]]);
    }
    const double size = length(across);
    facet.normal = size > 0 ? across * (1 / size) : across;
    body.facets.push_back(facet);
  }
  return body;
}

template <class T>
std::string mesh_text(const ContactVolume<3, T>& volume, const std::string& file) {
  const std::string ending = std::filesystem::path(file).extension().string();
  if (ending == ".obj") return obj_text(volume);
  if (ending == ".stl") return stl_text(volume);
  throw UsageError(file + ": --volume-mesh writes .obj or .stl");
}

#define MASU_COMMON(D, T)                                                                    \
  template CommonBody<D, T> common_body(const PlacedShape<D, T>&, const PlacedShape<D, T>&); \
  template Body<D> body_of(const ContactVolume<D, T>&);
MASU_COMMON(2, float)
MASU_COMMON(3, float)
MASU_COMMON(2, double)
MASU_COMMON(3, double)
#undef MASU_COMMON
template std::string mesh_text(const ContactVolume<3, float>&, const std::string&);
template std::string mesh_text(const ContactVolume<3, double>&, const std::string&);

}  // namespace masu::cli
