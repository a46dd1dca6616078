// SPDX-License-Identifier: MIT
// A convex polyhedron of triangles that grows by points outside.
#pragma once

#include <masu/narrow_phase/detail/nearest_on_simplex.hpp>
#include <masu/narrow_phase/detail/start_simplex.hpp>
#include <masu/narrow_phase/epa_result.hpp>

namespace masu::detail {

// Faces counter-clockwise from outside, each with its three neighbours. Those that a new point sees
// go; it is joined to the edges around them. Everything lies on the stack: some 40 KiB.
class ExpandingPolyhedron {
 public:
  // p[3] lies below the triangle a b c.
  void start(const DifferencePoint<3>& a, const DifferencePoint<3>& b, const DifferencePoint<3>& c,
             const DifferencePoint<3>& d) {
    vertex_[0] = a, vertex_[1] = b, vertex_[2] = c, vertex_[3] = d;
    vertices_ = 4;
    for (int i = 0; i < 4; ++i) size_ = larger(size_, size_of(vertex_[i]));
    constexpr Index kFaces[4][3] = {{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}};
    constexpr Index kAcross[4][3] = {{1, 2, 3}, {3, 2, 0}, {1, 3, 0}, {2, 1, 0}};
    for (int f = 0; f < 4; ++f) {
      for (int k = 0; k < 3; ++k) {
        face_[f].vertex[k] = kFaces[f][k];
        face_[f].across[k] = kAcross[f][k];
      }
      measure(f);
    }
    faces_ = 4;
  }

  // The face whose plane is nearest, beyond the origin counting as nearer still. O(n).
  int nearest() const {
    int best = 0;
    for (int f = 1; f < faces_; ++f) best = distance_[f] < distance_[best] ? f : best;
    return best;
  }
  // The same among faces that look more than an angle of that cosine away from `from`; -1: none.
  int nearest_away(const Vec<3, double>& from, double cosine) const {
    int best = -1;
    for (int f = 0; f < faces_; ++f) {
      if (best >= 0 && !(distance_[f] < distance_[best])) continue;
      if (dot(face_[f].normal, from) < cosine) best = f;
    }
    return best;
  }
  const Vec<3, double>& normal(int face) const { return face_[face].normal; }
  double distance(int face) const { return distance_[face]; }
  double size() const { return size_; }
  // What rounding may have added to the distance: the normal of a thin triangle turns by the
  // rounding of its corners over its height, and the plane with it.
  double error(int face) const {
    const Vec<3, double>& a = vertex_[face_[face].vertex[0]].w;
    const Vec<3, double> e = vertex_[face_[face].vertex[1]].w - a;
    const Vec<3, double> g = vertex_[face_[face].vertex[2]].w - a;
    const double side = std::sqrt(larger(length_squared(e), length_squared(g)));
    const Vec<3, double> foot = a - face_[face].normal * distance_[face];
    return 0x1p-50 * size_ * (1 + side * length(foot) / length(cross(e, g)));
  }

  bool known(const Vec<3, double>& w) const {
    for (int i = 0; i < vertices_; ++i) {
      if (vertex_[i].w == w) return true;
    }
    return false;
  }

  // A point that sees `face`. False: there is no room, or rounding leaves no simple horizon.
  bool add(const DifferencePoint<3>& p, int face) {
    if (vertices_ == kMostEpaVertices) return false;
    vertex_[vertices_] = p;
    size_ = larger(size_, size_of(p));
    find_seen(p.w, face);
    if (!find_horizon() || faces_ - seen_count_ + horizon_count_ > kMostFaces) return false;
    join(static_cast<Index>(vertices_++));
    return true;
  }

  // All corners of the face, or of one beside it in its plane, on which the nearest point of the
  // plane lies; those that it does not need weigh nothing.
  Simplex<3> simplex(int face) const {
    constexpr double kSame = 0x1p-40;
    const Vec<3, double>& n = face_[face].normal;
    const double slack = kSame * size_ + error(face);
    int holder = face;
    NearestOnSimplex<3> best = nearest_on_face(face);
    for (int f = 0; f < faces_; ++f) {
      const bool beside =
          distance_[f] - distance_[face] <= slack && dot(face_[f].normal, n) >= 1 - kSame;
      if (!beside) continue;
      const NearestOnSimplex<3> here = nearest_on_face(f);
      if (here.squared < best.squared) best = here, holder = f;
    }
    Simplex<3> s;
    for (int k = 0; k < 3; ++k) s.p[k] = vertex_[face_[holder].vertex[k]], s.weight[k] = 0;
    for (int k = 0; k < best.size; ++k) s.weight[best.index[k]] = best.weight[k];
    s.size = 3;
    return s;
  }

 private:
  using Index = std::uint16_t;
  static constexpr int kMostFaces = 2 * kMostEpaVertices;
  static constexpr Index kNone = 0xffff;

  struct Face {
    Vec<3, double> normal;
    Index vertex[3];
    Index across[3];  // over the edge from vertex k to the next
    bool seen;
  };
  struct Edge {
    Index from, to, across, lane;
  };

  NearestOnSimplex<3> nearest_on_face(int f) const {
    const Vec<3, double> p[3] = {vertex_[face_[f].vertex[0]].w, vertex_[face_[f].vertex[1]].w,
                                 vertex_[face_[f].vertex[2]].w};
    return nearest_on_triangle(p, 0, 1, 2);
  }

  // A face without area has no normal that could be trusted: it is never nearest, and every point
  // sees it.
  void measure(int f) {
    Face& face = face_[f];
    const Vec<3, double>& a = vertex_[face.vertex[0]].w;
    const Vec<3, double> e = vertex_[face.vertex[1]].w - a;
    const Vec<3, double> g = vertex_[face.vertex[2]].w - a;
    const Vec<3, double> n = cross(e, g);
    const double squared = length_squared(n);
    face.seen = false;
    if (!(squared > 0x1p-90 * length_squared(e) * length_squared(g))) {
      face.normal = {};
      distance_[f] = std::numeric_limits<double>::infinity();
      return;
    }
    face.normal = n * (1 / std::sqrt(squared));
    distance_[f] = dot(face.normal, a);
  }

  bool sees(const Vec<3, double>& w, int f) const {
    if (distance_[f] == std::numeric_limits<double>::infinity()) return true;
    return dot(face_[f].normal, w) - distance_[f] > 0x1p-50 * size_;
  }

  void find_seen(const Vec<3, double>& w, int first) {
    seen_count_ = 0;
    seen_[seen_count_++] = static_cast<Index>(first);
    face_[first].seen = true;
    for (int i = 0; i < seen_count_; ++i) {
      for (const Index f : face_[seen_[i]].across) {
        if (face_[f].seen || !sees(w, f)) continue;
        face_[f].seen = true;
        seen_[seen_count_++] = f;
      }
    }
  }

  // One loop of edges through which the seen part meets the rest; false if there are more.
  bool find_horizon() {
    horizon_count_ = 0;
    for (int i = 0; i < seen_count_; ++i) {
      const Face& face = face_[seen_[i]];
      for (int k = 0; k < 3; ++k) {
        const Index over = face.across[k];
        if (face_[over].seen) continue;
        const Index from = face.vertex[k];
        const Index to = face.vertex[k == 2 ? 0 : k + 1];
        Index lane = 0;
        while (face_[over].vertex[lane] != to) ++lane;
        if (horizon_count_ == kMostFaces) return forget();
        horizon_[horizon_count_++] = {from, to, over, lane};
      }
    }
    for (int i = 0; i < horizon_count_; ++i) begins_[horizon_[i].from] = kNone;
    for (int i = 0; i < horizon_count_; ++i) {
      if (begins_[horizon_[i].from] != kNone) return forget();
      begins_[horizon_[i].from] = static_cast<Index>(i);
    }
    int steps = 0;
    for (Index i = 0; steps == 0 || i != 0; ++steps) i = begins_[horizon_[i].to];
    return steps == horizon_count_ ? true : forget();
  }
  bool forget() {
    for (int i = 0; i < seen_count_; ++i) face_[seen_[i]].seen = false;
    return false;
  }

  // A face from each edge of the horizon to the point; seen ones make room for them.
  void join(Index p) {
    int free = 0;
    Index made[kMostFaces];
    for (int i = 0; i < horizon_count_; ++i) {
      made[i] = free < seen_count_ ? seen_[free++] : static_cast<Index>(faces_++);
    }
    for (int i = 0; i < horizon_count_; ++i) {
      const Edge& e = horizon_[i];
      Face& face = face_[made[i]];
      face.vertex[0] = e.from, face.vertex[1] = e.to, face.vertex[2] = p;
      face.across[0] = e.across;
      face_[e.across].across[e.lane] = made[i];
      const Index next = begins_[e.to];
      face.across[1] = made[next];
      face_[made[next]].across[2] = made[i];
    }
    for (int i = 0; i < horizon_count_; ++i) measure(made[i]);
    while (free < seen_count_) remove(seen_[free++]);
  }

  // The last face takes its place.
  void remove(Index f) {
    const Index last = static_cast<Index>(--faces_);
    if (f == last) return;
    for (int i = 0; i < seen_count_; ++i) {
      if (seen_[i] == last) seen_[i] = f;
    }
    const bool dead = face_[last].seen;
    face_[f] = face_[last];
    distance_[f] = distance_[last];
    if (dead) return;
    for (int k = 0; k < 3; ++k) {
      Face& over = face_[face_[f].across[k]];
      const Index to = face_[f].vertex[k == 2 ? 0 : k + 1];
      for (int m = 0; m < 3; ++m) {
        if (over.vertex[m] == to && over.across[m] == last) over.across[m] = f;
      }
    }
  }

  DifferencePoint<3> vertex_[kMostEpaVertices];
  Face face_[kMostFaces];
  double distance_[kMostFaces];
  Index seen_[kMostFaces];
  Edge horizon_[kMostFaces];
  Index begins_[kMostEpaVertices];
  int vertices_ = 0;
  int faces_ = 0;
  int seen_count_ = 0;
  int horizon_count_ = 0;
  double size_ = 0;
};

}  // namespace masu::detail
