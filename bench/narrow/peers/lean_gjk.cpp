// SPDX-License-Identifier: MIT
// A lean GJK written here, since Debian's libraries have none: doubles, support by linear scan,
// signed volumes, nothing proved. Distance, normal and nearest points of polyhedra that are apart.
//
// Source: M. Montanari, N. Petrinic, E. Barbieri, "Improving the GJK algorithm for faster and more
// reliable distance queries between convex objects", ACM TOG 36(3), 2017.
#include <masu/core/transform.hpp>

#include "../peer_kit.hpp"

namespace masu_bench::narrow {
namespace {

using V = masu::Vec<3, double>;

struct Body {
  const std::vector<V>* vertices;
  V axis[3];  // of its own frame, in the world
  V position;

  V support(const V& d) const {
    const V local{dot(axis[0], d), dot(axis[1], d), dot(axis[2], d)};
    const V* best = vertices->data();
    double most = dot(*best, local);
    for (const V& p : *vertices) {
      const double x = dot(p, local);
      if (x > most) most = x, best = &p;
    }
    return axis[0] * (*best)[0] + axis[1] * (*best)[1] + axis[2] * (*best)[2] + position;
  }
};

struct Corner {
  V w, a, b;
};
// Which corners carry the point nearest to the origin, in rising order, and how much of each.
struct Nearest {
  V v;
  double squared;
  int size, index[3];
  double weight[3];
};

void on_point(const Corner* p, int i, Nearest& n) {
  n.v = p[i].w, n.squared = dot(n.v, n.v), n.size = 1, n.index[0] = i, n.weight[0] = 1;
}
void on_segment(const Corner* p, int i, int j, Nearest& n) {
  const V t = p[j].w - p[i].w;
  const double part = -dot(p[i].w, t), whole = dot(t, t);
  if (part <= 0) return on_point(p, i, n);
  if (part >= whole) return on_point(p, j, n);
  n.v = p[i].w + t * (part / whole), n.squared = dot(n.v, n.v), n.size = 2;
  n.index[0] = i, n.index[1] = j, n.weight[0] = 1 - part / whole, n.weight[1] = part / whole;
}
void on_triangle(const Corner* p, int i, int j, int k, Nearest& n) {
  const V across = cross(p[j].w - p[i].w, p[k].w - p[i].w);
  const V foot = across * (dot(p[i].w, across) / dot(across, across));
  const double x = std::fabs(across[0]), y = std::fabs(across[1]), z = std::fabs(across[2]);
  const int c = x >= y && x >= z ? 0 : (y >= z ? 1 : 2), a = (c + 1) % 3, b = (c + 2) % 3;
  const auto area = [&](const V& q, const V& r) { return q[a] * r[b] - q[b] * r[a]; };
  const V q = p[i].w - foot, r = p[j].w - foot, s = p[k].w - foot;
  const double part[3] = {area(r, s), area(s, q), area(q, r)};
  const int edge[3][2] = {{j, k}, {i, k}, {i, j}};
  n.squared = HUGE_VAL;
  for (int m = 0; m < 3; ++m) {
    if ((part[m] > 0) == (across[c] > 0)) continue;
    Nearest other;
    on_segment(p, edge[m][0], edge[m][1], other);
    if (other.squared < n.squared) n = other;
  }
  if (n.squared < HUGE_VAL) return;
  n = {foot, dot(foot, foot), 3, {i, j, k}, {}};
  for (int m = 0; m < 3; ++m) n.weight[m] = part[m] / across[c];
}
// Around the origin: size 4.
void on_tetrahedron(const Corner* p, Nearest& n) {
  const V ab = cross(p[0].w, p[1].w), cd = cross(p[2].w, p[3].w);
  const double part[4] = {dot(p[1].w, cd), -dot(p[0].w, cd), dot(p[3].w, ab), -dot(p[2].w, ab)};
  const double whole = part[0] + part[1] + part[2] + part[3];
  static constexpr int kFace[4][3] = {{1, 2, 3}, {0, 2, 3}, {0, 1, 3}, {0, 1, 2}};
  n.squared = HUGE_VAL, n.size = 4;
  for (int i = 0; i < 4; ++i) {
    if ((part[i] > 0) == (whole > 0)) continue;
    Nearest face;
    on_triangle(p, kFace[i][0], kFace[i][1], kFace[i][2], face);
    if (face.squared < n.squared) n = face;
  }
}

class LeanGjk {
 public:
  static bool takes(const Task& task) {
    return task.solid() && task.kinds(MASU_NARROW_POLYTOPE, MASU_NARROW_POLYTOPE) &&
           task.asks(MASU_NARROW_DISTANCE) && !task.warm();
  }
  explicit LeanGjk(const Task& task) : shapes_(task.raw.shape_count) {
    for (std::size_t i = 0; i < shapes_.size(); ++i) {
      const Shape& s = task.raw.shapes[i];
      for (const double* p = s.vertices; p != s.vertices + 3 * s.vertex_count; p += 3) {
        shapes_[i].push_back({p[0], p[1], p[2]});
      }
    }
    for (std::size_t i = 0; i < task.size(); ++i) {
      bodies_.push_back(body(shapes_[task.shape_a(i)], task.query(i).a));
      bodies_.push_back(body(shapes_[task.shape_b(i)], task.query(i).b));
    }
  }

  void ask(std::size_t i, Answer& answer) {
    const Body &a = bodies_[2 * i], &b = bodies_[2 * i + 1];
    Corner p[4];
    Nearest n;
    n.size = 0, n.v = a.position - b.position;
    for (int round = 0; round < 50; ++round) {
      const V of_a = a.support(-n.v), of_b = b.support(n.v), w = of_a - of_b;
      if (n.size > 0 && n.squared - dot(n.v, w) <= 1e-12 * n.squared) break;
      const int last = n.size;
      p[last] = {w, of_a, of_b};
      if (last == 0) on_point(p, 0, n);
      if (last == 1) on_segment(p, 0, 1, n);
      if (last == 2) on_triangle(p, 0, 1, 2, n);
      if (last == 3) on_tetrahedron(p, n);
      if (n.size == 4) return;  // they overlap
      for (int m = 0; m < n.size; ++m) {
        if (n.index[m] != m) p[m] = p[n.index[m]];
      }
    }
    V between{0, 0, 0};
    for (int m = 0; m < n.size; ++m) between = between + (p[m].b - p[m].a) * n.weight[m];
    answer.hit = 0;
    answer.distance = length(between);
    set_normal_between(answer, between[0], between[1], between[2]);
  }

 private:
  static Body body(const std::vector<V>& vertices, const Pose& pose) {
    const double *q = pose.rotation, *p = pose.position;
    const auto m = masu::matrix_of(masu::Rotation<3, double>{q[0], q[1], q[2], q[3]});
    return {&vertices, {m.column(0), m.column(1), m.column(2)}, {p[0], p[1], p[2]}};
  }

  std::vector<std::vector<V>> shapes_;
  std::vector<Body> bodies_;
};

const masu_narrow_peer kPeers[] = {make_peer<LeanGjk>("lean:gjk", "1", sizeof(double))};

}  // namespace
}  // namespace masu_bench::narrow

MASU_NARROW_EXPORT_PEERS(masu_bench::narrow::kPeers)
