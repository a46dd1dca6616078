// SPDX-License-Identifier: MIT
#include <charconv>
#include <concepts>

#include <fmt/format.h>

#include <masu/core/finite.hpp>

#include "contact/contact.hpp"

namespace masu::cli {
namespace {

// Returns the double of the shortest decimal that reads back as this number. JSON has no infinity.
template <std::floating_point T>
Json json_of(T x) {
  if (!is_finite(x)) return nullptr;
  if (x == 0) return 0.0;
  char text[40];
  const char* end = std::to_chars(text, text + sizeof text, x).ptr;
  double value = 0;
  std::from_chars(text, end, value);
  return value;
}

template <int D, class T>
Json json_of(const Vec<D, T>& v) {
  Json list = Json::array();
  for (int i = 0; i < D; ++i) list.push_back(json_of(v[i]));
  return list;
}

template <class T>
Json json_of(const Rotation<2, T>& r) {
  return {json_of(r.cosine), json_of(r.sine)};
}
template <class T>
Json json_of(const Rotation<3, T>& r) {
  return {json_of(r.x), json_of(r.y), json_of(r.z), json_of(r.w)};
}

template <int D, class T>
Json json_of(const ShapeSource& source, const PlacedShape<D, T>& shape) {
  Json j = {
      {"shape", source.fields["shape"]}, {"from", source.name}, {"kind", name(shape.view.kind)}};
  if (shape.polytope) j["vertices"] = shape.polytope->vertices().size();
  if (shape.mesh) {
    j["kind"] = "triangle_mesh";
    j["vertices"] = shape.mesh->vertex_count();
    j["triangles"] = shape.mesh->sub_shape_count();
    j["closed"] = shape.mesh->closed();
    j["note"] = "a surface: a shape that is wholly inside does not touch it";
  } else if (source.fields["shape"] == "obj") {
    j["note"] = "the convex hull of the file's vertices";
    j["vertices_in_file"] = source.points.size();
  }
  if (shape.view.radius > 0) j["radius"] = json_of(shape.view.radius);
  j["position"] = json_of(shape.pose.translation);
  j["rotation"] = json_of(shape.pose.rotation);
  return j;
}

template <int D, class T>
Json json_of(const Separation<D, T>& s) {
  return {{"distance", json_of(s.distance)}, {"lower", json_of(s.lower)},
          {"upper", json_of(s.upper)},       {"depth", json_of(s.depth())},
          {"normal", json_of(s.normal)},     {"point_a", json_of(s.point_a)},
          {"point_b", json_of(s.point_b)}};
}

// Returns the words for the features of A and B.
std::string words_of_feature(std::uint32_t id) {
  return fmt::format("{:04x}:{:04x}", id >> 16, id & 0xffff);
}

template <int D, class T>
Json json_of(const Contact<D, T>& c) {
  Json points = Json::array();
  for (const ManifoldPoint<D, T>& p : c.manifold.all()) {
    points.push_back({{"point_a", json_of(p.point_a)},
                      {"point_b", json_of(p.point_b)},
                      {"distance", json_of(p.distance)},
                      {"feature_id", words_of_feature(p.feature_id)}});
  }
  Json j = {{D == 2 ? "length" : "area", json_of(measure(c.whole))}, {"points", points}};
  if (c.manifold.count < c.whole.count) j["reduced_from"] = c.whole.count;
  return j;
}

// Sub-shapes are named only for shapes that have several.
template <int D, class T>
Json with_sub_shapes(Json j, std::uint32_t a, std::uint32_t b, const Contact<D, T>& c) {
  if (c.a.mesh && a != kNoSubShape) j["triangle_a"] = a;
  if (c.b.mesh && b != kNoSubShape) j["triangle_b"] = b;
  return j;
}

template <int D, class T>
Json json_of_sub_shapes(const Contact<D, T>& c) {
  Json all = Json::array();
  for (const SubShapeContact<D, T>& p : c.sub_shapes->touching) {
    Json j = {{"status", name(p.status)}};
    j.update(json_of(p.separation()));
    all.push_back(with_sub_shapes(j, p.sub_shape_a, p.sub_shape_b, c));
  }
  return all;
}

template <int D, class T>
Json json_of(const Motion<D, T>& m) {
  return {{"status", name(m.impact.status)},
          {"hit", m.impact.hit},
          {"t", json_of(m.impact.t)},
          {"normal", json_of(m.impact.normal)},
          {"point_a", json_of(m.impact.point_a)},
          {"point_b", json_of(m.impact.point_b)},
          {"position_b", json_of(m.pose_at_impact.translation)},
          {"rotation_b", json_of(m.pose_at_impact.rotation)}};
}

template <int D, class T>
Json json_of(const CommonBody<D, T>& common) {
  const ContactVolume<D, T>& v = common.volume;
  Json j = {{"status", name(common.status)}};
  if (common.status != Status::ok) return j;
  j[D == 2 ? "area" : "volume"] = json_of(v.volume());
  j["centroid"] = json_of(v.centroid());
  Json loops = Json::array();
  for (std::size_t i = 0; i < v.cut_count(); ++i) loops.push_back(v.cut(i));
  j["cut"] = {{D == 2 ? "length" : "area", json_of(v.area())},
              {"normal", json_of(v.normal())},
              {"loops", loops}};
  Json vertices = Json::array();
  for (const auto& p : v.polytope().vertices()) vertices.push_back(json_of(p));
  j["vertices"] = vertices;
  Json faces = Json::array();
  const auto face = [&](std::size_t f, Json corners) {
    const FaceSource source = v.source(f);
    faces.push_back({{"body", source.body == ContactBody::a ? "a" : "b"},
                     {"face", source.face},
                     {"corners", std::move(corners)}});
  };
  if constexpr (D == 2) {
    const std::size_t count = v.polytope().edge_count();
    for (std::size_t i = 0; i < count; ++i) face(i, {i, (i + 1) % count});
  } else {
    for (std::size_t f = 0; f < v.polytope().face_count(); ++f) face(f, v.polytope().face(f));
  }
  j[D == 2 ? "edges" : "faces"] = faces;
  return j;
}

// Prints objects line by line, lists of plain values on one line.
void print(const Json& j, std::size_t indent, std::string& text) {
  const auto line = [&](std::size_t by) { text += '\n' + std::string(indent + by, ' '); };
  const bool nested = j.is_array() && !j.empty() && j[0].is_structured();
  if (!j.is_object() && !nested) {
    const bool list = j.is_array();
    if (!list) text += j.dump(-1, ' ', false, Json::error_handler_t::replace);
    if (list) text += '[';
    for (std::size_t i = 0; list && i < j.size(); ++i) {
      text += (i == 0 ? "" : ", ") + j[i].dump(-1, ' ', false, Json::error_handler_t::replace);
    }
    if (list) text += ']';
    return;
  }
  text += nested ? '[' : '{';
  bool first = true;
  for (const auto& [key, value] : j.items()) {
    if (!first) text += ',';
    first = false;
    line(2);
    if (!nested) text += Json(key).dump() + ": ";
    print(value, indent + 2, text);
  }
  line(0);
  text += nested ? ']' : '}';
}

}  // namespace

template <int D, class T>
Json report(const Contact<D, T>& c, const ShapeSource& a, const ShapeSource& b) {
  Json j = {{"dim", D},
            {"scalar", sizeof(T) == sizeof(float) ? "float" : "double"},
            {"a", json_of(a, c.a)},
            {"b", json_of(b, c.b)},
            {"status", name(c.separation.status)},
            {"overlapping", c.overlapping},
            {"separation", json_of(c.separation)}};
  if (c.sub_shapes) {
    const auto& nearest = c.sub_shapes->nearest;
    j["separation"] =
        with_sub_shapes(json_of(c.separation), nearest.sub_shape_a, nearest.sub_shape_b, c);
    j["contacts"] = json_of_sub_shapes(c);
  } else {
    j["manifold"] = json_of(c);
  }
  if (c.common) j["volume"] = json_of(*c.common);
  if (c.motion) j[c.motion->rotates ? "time_of_impact" : "shape_cast"] = json_of(*c.motion);
  return j;
}

std::string text_of(const Json& json) {
  std::string text;
  print(json, 0, text);
  return text + "\n";
}

template Json report(const Contact<2, float>&, const ShapeSource&, const ShapeSource&);
template Json report(const Contact<3, float>&, const ShapeSource&, const ShapeSource&);
template Json report(const Contact<2, double>&, const ShapeSource&, const ShapeSource&);
template Json report(const Contact<3, double>&, const ShapeSource&, const ShapeSource&);

}  // namespace masu::cli
