// SPDX-License-Identifier: MIT
#include "contact/gltf.hpp"

#include <tiny_gltf.h>

#include <algorithm>
#include <cstring>
#include <sstream>
#include <stdexcept>

#include "contact/solid.hpp"

namespace masu::cli {
namespace {

using Point = Vec<3, double>;

class Scene {
 public:
  Scene() {
    model_.asset.version = "2.0";
    model_.asset.generator = "masu contact";
    model_.buffers.emplace_back();
    model_.scenes.emplace_back();
    model_.defaultScene = 0;
  }

  void add(const char* name, MarkStyle style, double opacity, const std::vector<Point>& points,
           const std::vector<Point>& normals, int mode) {
    if (points.empty()) return;
    tinygltf::Primitive primitive;
    primitive.mode = mode;
    primitive.material = material(style, opacity);
    primitive.attributes["POSITION"] = vectors(points);
    if (!normals.empty()) primitive.attributes["NORMAL"] = vectors(normals);
    tinygltf::Mesh mesh;
    mesh.name = name;
    mesh.primitives.push_back(primitive);
    tinygltf::Node node;
    node.name = name;
    node.mesh = static_cast<int>(model_.meshes.size());
    model_.meshes.push_back(mesh);
    model_.scenes[0].nodes.push_back(static_cast<int>(model_.nodes.size()));
    model_.nodes.push_back(node);
  }

  void surface(const char* name, MarkStyle style, double opacity, const Body<3>& body) {
    std::vector<Point> points, normals;
    for (const SolidTriangle& t : triangles_of(body)) {
      points.insert(points.end(), t.corner.begin(), t.corner.end());
      normals.insert(normals.end(), t.normal.begin(), t.normal.end());
    }
    add(name, style, opacity, points, normals, TINYGLTF_MODE_TRIANGLES);
    if (!body.facets.empty()) return;
    const bool one = body.points.size() == 1;
    add(name, style, 1, body.points, {}, one ? TINYGLTF_MODE_POINTS : TINYGLTF_MODE_LINE);
  }

  std::string text(bool binary) {
    std::ostringstream stream;
    tinygltf::TinyGLTF writer;
    if (!writer.WriteGltfSceneToStream(&model_, stream, true, binary)) {
      throw std::runtime_error("the glTF scene could not be written");
    }
    return stream.str();
  }

 private:
  int material(MarkStyle style, double opacity) {
    tinygltf::Material m;
    const Style& s = style_of(style);
    const Colour c = s.fill_opacity > 0 ? s.fill : s.stroke;
    m.pbrMetallicRoughness.baseColorFactor = {linear(c.r), linear(c.g), linear(c.b), opacity};
    m.pbrMetallicRoughness.metallicFactor = 0;
    m.pbrMetallicRoughness.roughnessFactor = 0.7;
    m.alphaMode = opacity < 1 ? "BLEND" : "OPAQUE";
    m.doubleSided = true;
    model_.materials.push_back(m);
    return static_cast<int>(model_.materials.size()) - 1;
  }

  // Colours in glTF are linear.
  static double linear(std::uint8_t x) { return std::pow(x / 255.0, 2.2); }

  int vectors(const std::vector<Point>& points) {
    tinygltf::Accessor accessor;
    accessor.componentType = TINYGLTF_COMPONENT_TYPE_FLOAT;
    accessor.type = TINYGLTF_TYPE_VEC3;
    accessor.count = points.size();
    accessor.minValues.assign(3, 1e300);
    accessor.maxValues.assign(3, -1e300);
    std::vector<unsigned char>& data = model_.buffers[0].data;
    tinygltf::BufferView view;
    view.buffer = 0;
    view.byteOffset = data.size();
    view.byteLength = points.size() * 12;
    view.target = TINYGLTF_TARGET_ARRAY_BUFFER;
    for (const Point& p : points) {
      for (std::size_t a = 0; a < 3; ++a) {
        const float x = static_cast<float>(p[static_cast<int>(a)]);
        accessor.minValues[a] = std::min(accessor.minValues[a], double(x));
        accessor.maxValues[a] = std::max(accessor.maxValues[a], double(x));
        unsigned char bytes[4];
        std::memcpy(bytes, &x, 4);  // little-endian machines only, like the format
        data.insert(data.end(), bytes, bytes + 4);
      }
    }
    accessor.bufferView = static_cast<int>(model_.bufferViews.size());
    model_.bufferViews.push_back(view);
    model_.accessors.push_back(accessor);
    return static_cast<int>(model_.accessors.size()) - 1;
  }

  tinygltf::Model model_;
};

void add_area(Scene& scene, const Figure<3>& f) {
  std::vector<Point> corners;
  for (const auto& p : f.area) corners.push_back((p.point_a + p.point_b) * 0.5);
  if (corners.size() == 2)
    scene.add("contact area", MarkStyle::area, 1, corners, {}, TINYGLTF_MODE_LINE);
  std::vector<Point> fan;
  for (std::size_t i = 1; i + 1 < corners.size(); ++i) {
    fan.insert(fan.end(), {corners[0], corners[i], corners[i + 1]});
  }
  const std::vector<Point> normals(fan.size(), f.normal);
  scene.add("contact area", MarkStyle::area, 1, fan, normals, TINYGLTF_MODE_TRIANGLES);
}

}  // namespace

std::string gltf_of(const Figure<3>& f, bool binary) {
  Scene scene;
  scene.surface("A", MarkStyle::a, 0.55, f.a);
  scene.surface("B", MarkStyle::b, 0.55, f.b);
  if (f.moved) scene.surface("moved B", MarkStyle::ghost, 0.4, *f.moved);
  if (f.common) scene.surface("contact volume", MarkStyle::overlap, 0.9, *f.common);
  for (const auto& cut : f.cuts) {
    scene.add("cut", MarkStyle::area, 1, cut, {}, TINYGLTF_MODE_LINE_STRIP);
  }
  if (f.shows_points) {
    add_area(scene, f);
    double size = 0;
    for (const Point& p : f.a.points) size = std::max(size, length(p - f.point_a));
    for (const Point& p : f.b.points) size = std::max(size, length(p - f.point_a));
    const std::vector<Point> arrow = {f.point_a, f.point_a + f.normal * (0.3 * size)};
    scene.add("normal", MarkStyle::normal, 1, arrow, {}, TINYGLTF_MODE_LINE);
    scene.add("point_a", MarkStyle::point_a, 1, {f.point_a}, {}, TINYGLTF_MODE_POINTS);
    scene.add("point_b", MarkStyle::point_b, 1, {f.point_b}, {}, TINYGLTF_MODE_POINTS);
  }
  return scene.text(binary);
}

}  // namespace masu::cli
