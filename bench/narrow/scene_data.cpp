// SPDX-License-Identifier: MIT
#include "scene_data.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <numbers>
#include <stdexcept>

#include <masu/hull/polytope_of.hpp>
#include <scenes/generators/pcg32.hpp>

#include "bench/common/obj_mesh.hpp"
#include "geometry.hpp"

namespace masu_bench::narrow {
namespace {

using masu::scenes::Pcg32;

class Maker {
 public:
  Maker(const RowKind& row, std::uint64_t n, std::size_t scalar_size, std::uint64_t seed,
        const std::string& mesh_file)
      : row_(row), n_(n), single_(scalar_size == 4), random_(seed, 77) {
    if (row.from_file) file_ = read_obj_mesh(mesh_file);
  }

  ShapeData shape(masu_narrow_kind kind) {
    ShapeData s{kind, {0, 0, 0}};
    switch (kind) {
      case MASU_NARROW_SPHERE: s.size[0] = number(0.5, 1); break;
      case MASU_NARROW_CAPSULE: s.size[0] = number(0.2, 0.5), s.size[1] = number(0.3, 0.8); break;
      case MASU_NARROW_CYLINDER: s.size[0] = number(0.3, 1), s.size[1] = number(0.3, 1); break;
      case MASU_NARROW_BOX:
        for (int a = 0; a < row_.dim; ++a) s.size[a] = number(0.3, 1);
        break;
      case MASU_NARROW_POLYTOPE:
        if (row_.dim == 3) {
          make_polyhedron(s);
        } else {
          make_polygon(s);
        }
        break;
      case MASU_NARROW_MESH:
        if (row_.from_file) {
          take_file(s);
        } else {
          make_surface(s);
        }
    }
    return s;
  }

  std::uint32_t below(std::size_t count) {
    return random_.below(static_cast<std::uint32_t>(count));
  }

  // The motion of a pair.
  struct Path {
    masu_narrow_pose a{};
    masu_narrow_pose b{};
    Point line{};      // between the origins, unit
    double apart = 0;  // the target along `line`: a gap, or a share of both extents
    double speed = 0;
    Point spin{};  // per frame
    bool faces = false;
    double slide[2] = {0, 0};
  };

  Path path(std::uint32_t number_of_pair) {
    Path p;
    p.a = random_pose();
    p.b = random_pose();
    p.line = unit();
    const double low = lowest(), high = highest();
    p.apart = random_.between(low, high);
    if (row_.placement == Placement::near) {
      p.apart = (random_.below(2) == 0 ? 1 : -1) * std::pow(10, random_.between(-6, -2));
    }
    p.speed = random_.between(-1, 1) * 0.005;
    p.spin = spin(0.01);
    p.faces = row_.placement == Placement::resting && number_of_pair % 2 == 0;
    if (p.faces) p.slide[0] = random_.between(-0.3, 0.3), p.slide[1] = random_.between(-0.3, 0.3);
    return p;
  }
  void advance(Path& p) {
    rotate(p.b, p.spin);
    const Point line = p.line + cross(p.spin * 0.5, p.line);
    p.line = line * (1 / length(line));
    if (p.apart + p.speed < lowest() || p.apart + p.speed > highest()) p.speed = -p.speed;
    p.apart += p.speed;
  }
  masu_narrow_query query(Path& p, std::uint32_t pair, Numbers numbers,
                          std::span<const masu_narrow_shape> shapes, const TrueDistance& truth) {
    const masu_narrow_shape& a = shapes[numbers.a];
    const masu_narrow_shape& b = shapes[numbers.b];
    masu_narrow_query q{};
    q.pair = pair;
    if (p.faces) lay_face_to_face(p, a, b);
    q.a = rounded(p.a);
    q.b = rounded(p.b);
    const RigidTransform pose_a(q.a, row_.dim), pose_b(q.b, row_.dim);
    const double touching = reach(a, row_.dim, pose_a.rotated_back(p.line)) +
                            reach(b, row_.dim, pose_b.rotated_back(p.line * -1));
    const Point shift = p.line * origin_distance(q, p, numbers, touching, truth) + slide(p);
    for (std::size_t i = 0; i < 3; ++i) q.b.position[i] = round_off(q.a.position[i] + shift[i]);
    q.to_b = q.b;
    if (row_.placement == Placement::approach) move(q, p, touching);
    if (row_.placement == Placement::aimed) aim(q, p, touching);
    return q;
  }

 private:
  // Returns the distance of the origins. `touching`: the distance at which planes across the line
  // would touch both.
  double origin_distance(const masu_narrow_query& q, const Path& p, Numbers numbers,
                         double touching, const TrueDistance& truth) const {
    const auto first_touch = [&] {
      return truth.distance_to_touch(numbers, q.a, q.b, p.line, slide(p), touching + 1);
    };
    switch (row_.placement) {
      case Placement::overlap:
      case Placement::deep: return p.apart * first_touch();
      case Placement::mixed:
      case Placement::near:
      case Placement::resting: return first_touch() + p.apart;
      case Placement::crossing: return p.apart;
      default: return touching + p.apart;
    }
  }

  double round_off(double x) const { return single_ ? static_cast<double>(float(x)) : x; }
  double number(double low, double high) { return round_off(random_.between(low, high)); }

  double lowest() const {
    switch (row_.placement) {
      case Placement::apart: return 0.02;
      case Placement::mixed: return -0.3;
      case Placement::resting: return -0.02;
      case Placement::approach: return 0.2;
      case Placement::crossing: return 1;
      default: return 0;
    }
  }
  double highest() const {
    switch (row_.placement) {
      case Placement::overlap: return 0.98;
      case Placement::deep:
      case Placement::mixed: return 0.3;
      case Placement::resting: return -0.0005;
      case Placement::crossing: return 2;
      default: return 1;
    }
  }

  Point unit() {
    for (;;) {
      const Point p{random_.gaussian(), random_.gaussian(), row_.dim == 3 ? random_.gaussian() : 0};
      if (length(p) > 0.1) return p * (1 / length(p));
    }
  }

  // Returns a small rotation about a random axis.
  Point spin(double size) {
    const Point axis = unit();
    return row_.dim == 3 ? axis * size : Point{0, 0, axis[0] < 0 ? -size : size};
  }

  masu_narrow_pose random_pose() {
    masu_narrow_pose p{};
    for (int i = 0; i < row_.dim; ++i) p.position[i] = random_.between(-1, 1);
    double size = 0;
    const int count = row_.dim == 3 ? 4 : 2;
    while (size < 0.1) {
      size = 0;
      for (int i = 0; i < count; ++i) {
        p.rotation[i] = random_.gaussian();
        size += p.rotation[i] * p.rotation[i];
      }
    }
    for (int i = 0; i < count; ++i) p.rotation[i] /= std::sqrt(size);
    return p;
  }

  masu_narrow_pose rounded(masu_narrow_pose p) const {
    for (double& x : p.position) x = round_off(x);
    for (double& x : p.rotation) x = round_off(x);
    return p;
  }

  // Rotates by a small rotation vector in world coordinates.
  void rotate(masu_narrow_pose& p, const Point& by) const {
    double* q = p.rotation;
    const Point h = by * 0.5;
    double r[4];
    if (row_.dim == 2) {
      r[0] = q[0] - by[2] * q[1], r[1] = q[1] + by[2] * q[0], r[2] = r[3] = 0;
    } else {
      r[0] = q[0] + h[0] * q[3] + h[1] * q[2] - h[2] * q[1];
      r[1] = q[1] - h[0] * q[2] + h[1] * q[3] + h[2] * q[0];
      r[2] = q[2] + h[0] * q[1] - h[1] * q[0] + h[2] * q[3];
      r[3] = q[3] - h[0] * q[0] - h[1] * q[1] - h[2] * q[2];
    }
    const double size = std::sqrt(r[0] * r[0] + r[1] * r[1] + r[2] * r[2] + r[3] * r[3]);
    for (int i = 0; i < 4; ++i) q[i] = r[i] / size;
  }

  // The outward normal of a face, in the shape's frame.
  Point face_normal(const masu_narrow_shape& s, std::size_t face) const {
    if (s.kind == MASU_NARROW_BOX) {
      Point n{};
      n[face % static_cast<std::size_t>(row_.dim)] = 1;
      return n;
    }
    if (row_.dim == 2) {
      const double* p = s.vertices + 2 * (face % s.vertex_count);
      const double* q = s.vertices + 2 * ((face + 1) % s.vertex_count);
      const Point n{q[1] - p[1], p[0] - q[0], 0};
      return n * (1 / length(n));
    }
    const std::uint32_t* c = s.corners + 3 * (face % s.face_count);
    const Point o = point_of(s.vertices + 3 * c[0]);
    const Point n = cross(point_of(s.vertices + 3 * c[1]) - o, point_of(s.vertices + 3 * c[2]) - o);
    return n * (1 / length(n));
  }

  // Places b so that one of its faces is opposite to one of a, with a small tilt; `line` is
  // perpendicular to both.
  void lay_face_to_face(Path& p, const masu_narrow_shape& a, const masu_narrow_shape& b) {
    p.line = RigidTransform(p.a, row_.dim).rotated(face_normal(a, below(6)));
    const Point normal_b = RigidTransform(p.b, row_.dim).rotated(face_normal(b, below(6)));
    const Point target = p.line * -1;
    align(p.b, normal_b, target);
    rotate(p.b, spin(random_.between(0, 0.01)));
    p.faces = false;
  }
  // Rotates the pose by the shortest rotation from one direction to the other.
  void align(masu_narrow_pose& p, const Point& from, const Point& to) const {
    double* q = p.rotation;
    const double c = dot(from, to);
    const Point axis = cross(from, to);
    if (row_.dim == 2) {
      const double x = c * q[0] - axis[2] * q[1], y = c * q[1] + axis[2] * q[0];
      q[0] = x, q[1] = y;
      return;
    }
    if (c < -0.999) return;
    const double w = std::sqrt((1 + c) / 2);
    const Point h = axis * (1 / (2 * w));
    const double r[4] = {w * q[0] + h[0] * q[3] + h[1] * q[2] - h[2] * q[1],
                         w * q[1] - h[0] * q[2] + h[1] * q[3] + h[2] * q[0],
                         w * q[2] + h[0] * q[1] - h[1] * q[0] + h[2] * q[3],
                         w * q[3] - h[0] * q[0] - h[1] * q[1] - h[2] * q[2]};
    std::copy(r, r + 4, q);
  }
  Point slide(const Path& p) const {
    if (row_.placement != Placement::resting) return {};
    const Point across = row_.dim == 2                ? Point{0, 0, 1}
                         : std::fabs(p.line[0]) < 0.7 ? Point{1, 0, 0}
                                                      : Point{0, 1, 0};
    const Point u = cross(p.line, across);
    const Point v = cross(p.line, u);
    return u * p.slide[0] + v * (row_.dim == 2 ? 0 : p.slide[1]);
  }

  void move(masu_narrow_query& q, const Path& p, double touching) {
    const Point aside = unit() * (random_.between(0, 1.2) * touching);
    Point motion = p.line * (-1.5 * (touching + p.apart)) + aside;
    if (row_.dim == 2) motion[2] = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      q.to_b.position[i] = round_off(q.b.position[i] + motion[i]);
      q.motion[i] = round_off(q.to_b.position[i] - q.b.position[i]);
    }
    if (row_.question == MASU_NARROW_IMPACT) {
      for (int i = 0; i < 10; ++i) rotate(q.to_b, p.spin * 3);
      q.to_b = rounded(q.to_b);
    }
  }
  void aim(masu_narrow_query& q, const Path& p, double touching) {
    const Point aside = unit() * (random_.between(0, 0.6) * touching);
    const Point motion = (p.line * -1) * (2 * (touching + p.apart)) + aside;
    for (std::size_t i = 0; i < 3; ++i) q.motion[i] = round_off(motion[i]);
  }

  // Random points on an ellipsoid, all of them corners.
  void make_polyhedron(ShapeData& s) {
    if (row_.cubes) return make_cube(s);
    const Point axes{random_.between(0.5, 1), random_.between(0.5, 1), random_.between(0.5, 1)};
    std::vector<Point> points;
    Point center{};
    for (std::uint64_t i = 0; i < n_; ++i) {
      const Point u = unit();
      points.push_back({u[0] * axes[0], u[1] * axes[1], u[2] * axes[2]});
      center = center + points.back() * (1 / static_cast<double>(n_));
    }
    std::vector<masu::Vec<3, double>> rounded_points;
    for (const Point& p : points) {
      const Point o = p - center;
      rounded_points.push_back({round_off(o[0]), round_off(o[1]), round_off(o[2])});
    }
    masu::ConvexPolyhedron<double> hull;
    if (masu::polyhedron_of<double>(rounded_points, hull) != masu::Status::ok) {
      throw std::runtime_error("a scene's polyhedron was not built");
    }
    for (std::size_t v = 0; v < hull.vertex_count(); ++v) {
      for (int a = 0; a < 3; ++a) s.vertices.push_back(hull.vertex(v)[a]);
    }
    for (std::size_t f = 0; f < hull.face_count(); ++f) {
      s.face_sizes.push_back(static_cast<std::uint32_t>(hull.face(f).size()));
      for (const std::uint32_t v : hull.face(f)) s.corners.push_back(v);
    }
  }
  // Corners shared by several faces are merged.
  void make_cube(ShapeData& s) {
    const auto cells = static_cast<std::uint32_t>(n_);
    const double half = random_.between(0.4, 0.7);
    std::map<std::array<std::uint32_t, 3>, std::uint32_t> known;
    const auto corner = [&](std::size_t axis, std::uint32_t x, std::uint32_t y, std::uint32_t z) {
      std::array<std::uint32_t, 3> cell{};
      cell[axis] = z, cell[(axis + 1) % 3] = x, cell[(axis + 2) % 3] = y;
      const auto [found, inserted] = known.try_emplace(cell, known.size());
      for (std::size_t a = 0; inserted && a < 3; ++a) {
        s.vertices.push_back(round_off(half * (2.0 * cell[a] / cells - 1)));
      }
      s.corners.push_back(found->second);
    };
    for (std::size_t side = 0; side < 6; ++side) {
      const std::uint32_t z = side < 3 ? 0 : cells;
      for (std::uint32_t x = 0; x < cells; ++x) {
        for (std::uint32_t y = 0; y < cells; ++y) {
          const std::uint32_t left = side < 3 ? x + 1 : x, right = side < 3 ? x : x + 1;
          corner(side % 3, left, y, z);
          corner(side % 3, right, y, z);
          corner(side % 3, right, y + 1, z);
          corner(side % 3, left, y + 1, z);
          s.face_sizes.push_back(4);
        }
      }
    }
  }
  // Corners on an ellipse, in order.
  void make_polygon(ShapeData& s) {
    const double wide = random_.between(0.5, 1), high = random_.between(0.5, 1);
    Point center{};
    for (std::uint64_t i = 0; i < n_; ++i) {
      const double step = 2 * std::numbers::pi / static_cast<double>(n_);
      const double angle = (static_cast<double>(i) + random_.between(0, 0.6)) * step;
      s.vertices.push_back(wide * std::cos(angle));
      s.vertices.push_back(high * std::sin(angle));
      center[0] += s.vertices[2 * i] / static_cast<double>(n_);
      center[1] += s.vertices[2 * i + 1] / static_cast<double>(n_);
    }
    for (std::size_t i = 0; i < s.vertices.size(); ++i) {
      s.vertices[i] = round_off(s.vertices[i] - center[i % 2]);
    }
  }

  // Waves on a sphere, made from a cube's six grids; about n triangles, with separate vertices for
  // each grid.
  void make_surface(ShapeData& s) {
    constexpr int kWaves = 6;
    Point along[kWaves];
    double phase[kWaves];
    for (int w = 0; w < kWaves; ++w) {
      along[w] = unit() * random_.between(3, 12);
      phase[w] = random_.between(0, 2 * std::numbers::pi);
    }
    const auto cells = static_cast<std::uint32_t>(std::sqrt(static_cast<double>(n_) / 12) + 0.5);
    for (std::size_t side = 0; side < 6; ++side) {
      const auto first = static_cast<std::uint32_t>(s.vertices.size() / 3);
      for (std::uint32_t i = 0; i <= cells; ++i) {
        for (std::uint32_t j = 0; j <= cells; ++j) {
          Point p;
          p[side % 3] = side < 3 ? 1 : -1;
          p[(side + 1) % 3] = (2.0 * i / cells - 1) * p[side % 3];
          p[(side + 2) % 3] = 2.0 * j / cells - 1;
          p = p * (1 / length(p));
          double radius = 1;
          for (int w = 0; w < kWaves; ++w) radius += 0.03 * std::sin(dot(along[w], p) + phase[w]);
          for (const double x : p) s.vertices.push_back(round_off(x * radius));
        }
      }
      add_grid(s, first, cells);
    }
  }
  static void add_grid(ShapeData& s, std::uint32_t first, std::uint32_t cells) {
    for (std::uint32_t i = 0; i < cells; ++i) {
      for (std::uint32_t j = 0; j < cells; ++j) {
        const std::uint32_t v = first + i * (cells + 1) + j, w = v + cells + 1;
        s.corners.insert(s.corners.end(), {v, w, v + 1, w, w + 1, v + 1});
        s.face_sizes.insert(s.face_sizes.end(), {3, 3});
      }
    }
  }

  // Translated and scaled so that its box is centered at the origin and at most 2 long.
  void take_file(ShapeData& s) const {
    Point low{1e300, 1e300, 1e300}, high{-1e300, -1e300, -1e300};
    for (std::size_t i = 0; i < file_.vertices.size(); ++i) {
      low[i % 3] = std::min(low[i % 3], file_.vertices[i]);
      high[i % 3] = std::max(high[i % 3], file_.vertices[i]);
    }
    const Point size = high - low;
    const double scale = 2 / std::max({size[0], size[1], size[2]});
    for (std::size_t i = 0; i < file_.vertices.size(); ++i) {
      const double center = (low[i % 3] + high[i % 3]) / 2;
      s.vertices.push_back(round_off((file_.vertices[i] - center) * scale));
    }
    s.corners = file_.corners;
    s.face_sizes.assign(s.corners.size() / 3, 3);
  }

  const RowKind& row_;
  ObjMesh file_;
  std::uint64_t n_;
  bool single_;
  Pcg32 random_;
};

masu_narrow_shape view_of(const ShapeData& s, int dim) {
  return {static_cast<std::uint32_t>(s.kind),
          {s.size[0], s.size[1], s.size[2]},
          s.vertices.data(),
          s.vertices.size() / static_cast<std::size_t>(dim),
          s.corners.data(),
          s.face_sizes.data(),
          s.face_sizes.size()};
}

}  // namespace

Scene::Scene(const RowKind& row, std::uint64_t n, bool warm, std::size_t scalar_size,
             std::uint64_t seed, const SceneSize& size, const std::string& mesh_file) {
  Maker maker(row, n, scalar_size, seed, mesh_file);
  const bool meshes = row.a == MASU_NARROW_MESH;
  const bool two_meshes = meshes && row.b == MASU_NARROW_MESH;
  const std::size_t shapes = meshes ? 1 : size.shapes;
  for (std::size_t i = 0; i < shapes; ++i) shapes_.push_back(maker.shape(row.a));
  for (std::size_t i = 0; i < shapes; ++i) shapes_.push_back(maker.shape(row.b));
  for (const ShapeData& s : shapes_) views_.push_back(view_of(s, row.dim));
  const TrueDistance truth(row.dim, views_);
  const std::size_t pairs = warm ? size.pairs : two_meshes ? size.meshes : size.single;
  std::vector<Maker::Path> paths;
  for (std::uint32_t p = 0; p < pairs; ++p) {
    pairs_.push_back(maker.below(shapes));
    pairs_.push_back(maker.below(shapes) + static_cast<std::uint32_t>(shapes));
    paths.push_back(maker.path(p));
  }
  for (std::size_t frame = 0; frame <= (warm ? size.frames : 0); ++frame) {
    for (std::uint32_t p = 0; p < pairs; ++p) {
      if (frame > 0) maker.advance(paths[p]);
      queries_.push_back(
          maker.query(paths[p], p, {pairs_[2 * p], pairs_[2 * p + 1]}, views_, truth));
    }
  }
  task_ = {static_cast<std::uint32_t>(row.question),
           row.dim,
           warm ? 1 : 0,
           views_.data(),
           views_.size(),
           pairs_.data(),
           pairs,
           queries_.data(),
           queries_.size()};
}

}  // namespace masu_bench::narrow
