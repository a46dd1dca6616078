// SPDX-License-Identifier: MIT
// A convex polyhedron of triangles that is expanded by points outside.
#pragma once

#include <algorithm>
#include <bit>
#include <cstring>

#include <masu/narrow_phase/depth_cache.hpp>

#include "narrow_phase/face_table.hpp"
#include "narrow_phase/refined_weights.hpp"
#include "narrow_phase/start_simplex.hpp"

namespace masu::detail {

// Faces are counterclockwise from outside, each with its three neighbors. Those that a new point
// sees are removed; it is connected to the edges around them. Everything is on the stack: about 60
// KiB.
class ExpandingPolyhedron {
 public:
  // Precondition: d lies below the triangle a b c.
  void start(const DifferencePoint<3>& a, const DifferencePoint<3>& b, const DifferencePoint<3>& c,
             const DifferencePoint<3>& d) {
    static constexpr Links kTetrahedron[4] = {{{0, 1, 2}, {6, 10, 14}},
                                              {{0, 3, 1}, {13, 8, 0}},
                                              {{1, 3, 2}, {5, 12, 1}},
                                              {{2, 3, 0}, {9, 4, 2}}};
    keep(a), keep(b), keep(c), keep(d);
    std::copy(kTetrahedron, kTetrahedron + 4, link_);
    faces_ = 4;
    measure_all();
  }

  // Starts with the cached polytope at the current positions of its vertices. It need not be convex
  // any more: a closed surface of triangles with corners in the difference, each with the origin
  // behind its plane, contains a ball of the least distance of these planes; so does the
  // difference, which is all that the expansion needs. Returns false if it is no such surface.
  template <class Difference>
  bool restart(const Difference& difference, const DepthCache& known, bool flipped) {
    if (known.vertices < 4 || known.vertices > DepthCache::kMostVertices) return false;
    if (known.faces != 2 * known.vertices - 4) return false;
    for (int i = 0; i < known.vertices; ++i) {
      const std::uint32_t a = flipped ? known.vertex_b[i] : known.vertex_a[i];
      const std::uint32_t b = flipped ? known.vertex_a[i] : known.vertex_b[i];
      if (!difference.has_vertices(a, b)) return false;
      keep(difference.of_vertices(a, b));
    }
    linked_ = grown_ = false;
    return take_faces(known, flipped) && measure_all();
  }
  // Saves nothing of polytopes that are smooth, too large, or have faces without area. One that was
  // not expanded is equal to the saved one.
  void save(DepthCache& to, bool flipped) const;

  // Returns the face with the smallest signed distance of its plane from the origin. O(n).
  int nearest() const { return kernels_.nearest(table_, in_blocks(faces_)); }
  // As above, among faces whose normals are more than an angle of that cosine from `from`; -1:
  // none.
  int nearest_away(const Vec<3, double>& from, double cosine) const {
    int best = -1;
    for (int f = 0; f < faces_; ++f) {
      if (best >= 0 && !(distance(f) < distance(best))) continue;
      if (dot(normal(f), from) < cosine) best = f;
    }
    return best;
  }
  Vec<3, double> normal(int face) const { return table_.normal_of(face); }
  double distance(int face) const { return table_.distance[face]; }
  double size() const { return size_; }
  // Returns a bound of the rounding error of the face's plane at a point of it: the normal of a
  // thin triangle is rotated by the rounding of its corners over its height, around the last
  // corner, which the plane contains.
  double error_at(int face, const Vec<3, double>& p) const {
    const Vec<3, double>& a = corner(face, 2);
    const Vec<3, double> e = corner(face, 0) - a;
    const Vec<3, double> g = corner(face, 1) - a;
    const double side = std::sqrt(larger(length_squared(e), length_squared(g)));
    return 0x1p-50 * size_ * (1 + side * length(p - a) / length(cross(e, g)));
  }
  // Returns how much it may have added to the distance.
  double error(int face) const { return error_at(face, normal(face) * distance(face)); }

  // Returns a certain lower bound of the extent of the polytope around the origin: to the plane of
  // `face`, the nearest, unless rounding moved that of a thin face farther away. O(n).
  double surely_around(int face) const {
    constexpr double kMostError = 0x1p-26;
    double least = distance(face) - error(face);
    const double most = distance(face) + kMostError * size_;
    for (int f = 0; f < faces_; ++f) {
      if (!(distance(f) <= most) || f == face) continue;
      const double here = distance(f) - error(f);
      if (here < least) least = std::fmin(least, larger(here, from_face(f) - 0x1p-48 * size_));
    }
    return least;
  }

  bool known(const Vec<3, double>& w) const {
    bool like = false;
    for (int i = 0; i < vertices_; ++i) like |= first_[i] == w[0];
    for (int i = 0; like && i < vertices_; ++i) {
      if (vertex_[i].w == w) return true;
    }
    return false;
  }

  // Adds a point that sees `face`. Returns false if there is no space, or rounding leaves no simple
  // horizon.
  bool add(const DifferencePoint<3>& p, int face) {
    if (vertices_ == kMostEpaVertices || !(linked_ || link_faces())) return false;
    grown_ = true;
    size_ = larger(size_, size_of(p));
    kernels_.seen(table_, in_blocks(faces_), p.w, kFlat * size_, seen_);
    seen_.insert(face);
    if (!find_horizon() && !find_horizon_around(face)) return false;
    keep(p);
    free_seen();
    make_faces(static_cast<Index>(vertices_ - 1));
    return true;
  }

  // Returns all corners of the face, or of a neighbor in its plane, on which the nearest point of
  // the plane lies; those not needed have weight 0. Compares the distances of the faces from that
  // point, not from the origin: for faces in one plane up to 1e-9 no distance from there decides.
  Simplex<3> simplex(int face) const {
    constexpr double kSame = 0x1p-40;
    const Vec<3, double> n = normal(face);
    const double most = distance(face) + (kSame * size_ + error(face));
    const Vec<3, double> foot = n * distance(face);
    int holder = face;
    NearestOnSimplex<3> best = nearest_on_face(face, foot);
    for (int f = 0; f < faces_; ++f) {
      if (!(distance(f) <= most) || f == face || dot(normal(f), n) < 1 - kSame) continue;
      const NearestOnSimplex<3> here = nearest_on_face(f, foot);
      if (here.squared < best.squared) best = here, holder = f;
    }
    return corners_of(holder, best);
  }
  // Over all faces. O(n).
  Simplex<3> nearest_to(const Vec<3, double>& to) const {
    int holder = nearest();
    NearestOnSimplex<3> best = nearest_on_face(holder, to);
    for (int f = 0; f < faces_; ++f) {
      if (distance(f) == std::numeric_limits<double>::infinity()) continue;
      const NearestOnSimplex<3> here = nearest_on_face(f, to);
      if (here.squared < best.squared) best = here, holder = f;
    }
    return corners_of(holder, best);
  }

 private:
  using Index = std::uint16_t;

  // Height over a plane, as a share of the size, that may be rounding: a point seen by a face in
  // whose plane it lies would turn the new faces inside out.
  static constexpr double kFlat = 0x1p-48;

  // Edge k leads from vertex k to the next; its number is 4 * face + k. `across` is the number of
  // the same edge in the face beyond.
  struct Links {
    Index vertex[3];
    Index across[3];
  };
  struct HorizonEdge {
    Index from, to, across;
  };

  static int in_blocks(int count) { return (count + FaceTable::kBlock - 1) & -FaceTable::kBlock; }

  const Vec<3, double>& corner(int f, int k) const { return vertex_[link_[f].vertex[k]].w; }
  NearestOnSimplex<3> nearest_on_face(int f, const Vec<3, double>& to) const {
    const Vec<3, double> p[3] = {corner(f, 0) - to, corner(f, 1) - to, corner(f, 2) - to};
    return nearest_on_triangle(p, 0, 1, 2);
  }
  // The displacement from the origin to the face, accurate to the last bits however thin it is.
  double from_face(int f) const {
    const Vec<3, double> p[3] = {corner(f, 0), corner(f, 1), corner(f, 2)};
    WeightedFace<3> inside;
    inside.take(nearest_on_triangle(p, 0, 1, 2), p);
    double squared = refine(inside);
    for (int k = 0; k < 3; ++k) {
      squared = std::fmin(squared, nearest_on_segment(p, k, (k + 1) % 3).squared);
    }
    return std::sqrt(squared);
  }
  Simplex<3> corners_of(int face, const NearestOnSimplex<3>& nearest) const {
    Simplex<3> s;
    for (int k = 0; k < 3; ++k) s.p[k] = vertex_[link_[face].vertex[k]], s.weight[k] = 0;
    for (int k = 0; k < nearest.size; ++k) s.weight[nearest.index[k]] = nearest.weight[k];
    s.size = 3;
    return s;
  }

  void keep(const DifferencePoint<3>& p) {
    vertex_[vertices_] = p;
    first_[vertices_++] = p.w[0];
    size_ = larger(size_, size_of(p));
  }

  // Finds the edges between the seen faces and the rest. Returns false if they are not one loop. No
  // branch depends on what is seen: the processor could not predict it.
  bool find_horizon() {
    horizon_count_ = 0;
    for (int word = 0; word < (faces_ + 63) / 64; ++word) {
      for (std::uint64_t bits = seen_.word[word]; bits != 0; bits &= bits - 1) {
        const Links& face = link_[64 * word + std::countr_zero(bits)];
        if (horizon_count_ > kMostEpaVertices) return false;
        for (int k = 0; k < 3; ++k) {
          const Index over = face.across[k];
          horizon_[horizon_count_] = {face.vertex[k], face.vertex[k == 2 ? 0 : k + 1], over};
          horizon_count_ += seen_.contains(over >> 2) ? 0 : 1;
        }
      }
    }
    if (horizon_count_ < 3 || horizon_count_ > kMostEpaVertices) return false;
    for (int i = 0; i < horizon_count_; ++i) begins_[horizon_[i].from] = static_cast<Index>(i);
    int steps = 0;
    Index i = 0;
    do {
      i = begins_[horizon_[i].to];
    } while (++steps < horizon_count_ && i != 0);
    return i == 0 && steps == horizon_count_;
  }
  // As above, with the seen faces connected to the first: rounding, and faces without area, may add
  // others.
  bool find_horizon_around(int first) {
    FaceSet part = {};
    Index open[FaceTable::kMostFaces];
    int count = 0;
    part.insert(first);
    open[count++] = static_cast<Index>(first);
    while (count > 0) {
      for (const Index across : link_[open[--count]].across) {
        const Index f = across >> 2;
        if (part.contains(f) || !seen_.contains(f)) continue;
        part.insert(f);
        open[count++] = f;
        if (count + 3 > FaceTable::kMostFaces) return false;
      }
    }
    seen_ = part;
    return find_horizon();
  }

  void free_seen() {
    for (int word = 0; word < (faces_ + 63) / 64; ++word) {
      for (std::uint64_t bits = seen_.word[word]; bits != 0; bits &= bits - 1) {
        const int f = 64 * word + std::countr_zero(bits);
        table_.remove(f);
        free_[free_count_++] = static_cast<Index>(f);
      }
    }
  }
  Index take_free() {
    if (free_count_ > 0) return free_[--free_count_];
    if (faces_ % FaceTable::kBlock == 0) {
      for (int k = 0; k < FaceTable::kBlock; ++k) table_.remove(faces_ + k);
    }
    return static_cast<Index>(faces_++);
  }

  // Loads the saved faces; if flipped, each in reverse order. Returns false if they are not from
  // here: then they may not close.
  bool take_faces(const DepthCache& known, bool flipped) {
    if (known.seal != seal_of(known)) return false;
    for (Index f = 0; f < known.faces; ++f) {
      const std::uint8_t* const corner = known.face[f];
      const Index v[3] = {corner[0], corner[flipped ? 2 : 1], corner[flipped ? 1 : 2]};
      for (int k = 0; k < 3; ++k) {
        if (v[k] >= known.vertices) return false;
        link_[f].vertex[k] = v[k];
      }
    }
    faces_ = known.faces;
    return true;
  }
  // Finds the neighbors, which are only needed if the polytope is expanded. Returns false if the
  // edges do not pair up.
  bool link_faces() {
    constexpr Index kNone = 0xffff;
    Index edge[DepthCache::kMostVertices * DepthCache::kMostVertices];
    std::fill(edge, edge + vertices_ * vertices_, kNone);
    for (Index f = 0; f < faces_; ++f) {
      const Index* const v = link_[f].vertex;
      for (int k = 0; k < 3; ++k) {
        Index& here = edge[v[k] * vertices_ + v[k == 2 ? 0 : k + 1]];
        if (here != kNone) return false;
        here = static_cast<Index>(4 * f + k);
      }
    }
    for (Index f = 0; f < faces_; ++f) {
      const Index* const v = link_[f].vertex;
      for (int k = 0; k < 3; ++k) {
        const Index over = edge[v[k == 2 ? 0 : k + 1] * vertices_ + v[k]];
        if (over == kNone) return false;
        link_[f].across[k] = over;
      }
    }
    linked_ = true;
    return true;
  }
  static std::uint32_t seal_of(const DepthCache& cache) {
    std::uint64_t seal = 0x9e3779b97f4a7c15u + cache.faces;
    const int bytes = 3 * cache.faces;
    for (int i = 0; i < bytes; i += 8) {
      std::uint64_t word = 0;
      std::memcpy(&word, &cache.face[0][0] + i, static_cast<std::size_t>(std::min(8, bytes - i)));
      seal = (seal ^ word) * 0xff51afd7ed558ccdu;
      seal ^= seal >> 32;
    }
    return static_cast<std::uint32_t>(seal);
  }
  // Returns whether the origin is behind all planes.
  bool measure_all() {
    TriangleTable planes;
    const int padded = in_blocks(faces_);
    for (int f = 0; f < padded; ++f) {
      const Links& face = link_[f < faces_ ? f : 0];
      for (int a = 0; a < 3; ++a) {
        planes.from[a][f] = vertex_[face.vertex[0]].w[a];
        planes.to[a][f] = vertex_[face.vertex[1]].w[a];
        planes.point[a][f] = vertex_[face.vertex[2]].w[a];
      }
    }
    kernels_.planes(planes, faces_);
    bool behind = true;
    for (int f = 0; f < faces_; ++f) {
      set_face(static_cast<Index>(f), planes, f);
      behind &= planes.offset[f] > 0x1p-46 * size_;
    }
    for (int f = faces_; f < padded; ++f) table_.remove(f);
    return behind;
  }
  void set_face(Index f, const TriangleTable& planes, int i) {
    for (int a = 0; a < 3; ++a) table_.normal[a][f] = planes.normal[a][i];
    table_.offset[f] = planes.offset[i];
    table_.distance[f] = planes.offset[i] == -std::numeric_limits<double>::infinity()
                             ? std::numeric_limits<double>::infinity()
                             : planes.offset[i];
  }

  // Adds a face from each edge of the horizon to the point.
  void make_faces(Index p) {
    TriangleTable planes;
    Index made[kMostEpaVertices];
    for (int i = 0; i < horizon_count_; ++i) {
      const HorizonEdge& e = horizon_[i];
      for (int a = 0; a < 3; ++a) {
        planes.from[a][i] = vertex_[e.from].w[a];
        planes.to[a][i] = vertex_[e.to].w[a];
        planes.point[a][i] = vertex_[p].w[a];
      }
      made[i] = take_free();
      begins_[e.from] = made[i];
    }
    for (int i = horizon_count_; i % FaceTable::kBlock != 0; ++i) {
      for (int a = 0; a < 3; ++a) planes.from[a][i] = planes.to[a][i] = planes.point[a][i] = 0;
    }
    kernels_.planes(planes, horizon_count_);
    for (int i = 0; i < horizon_count_; ++i) {
      const HorizonEdge& e = horizon_[i];
      const Index f = made[i];
      const Index next = begins_[e.to];
      link_[f].vertex[0] = e.from, link_[f].vertex[1] = e.to, link_[f].vertex[2] = p;
      link_[f].across[0] = e.across;
      link_[f].across[1] = static_cast<Index>(4 * next + 2);
      link_[next].across[2] = static_cast<Index>(4 * f + 1);
      link_[e.across >> 2].across[e.across & 3] = static_cast<Index>(4 * f);
      set_face(f, planes, i);
    }
  }

  const FaceKernels& kernels_ = face_kernels();
  DifferencePoint<3> vertex_[kMostEpaVertices];
  double first_[kMostEpaVertices];
  FaceTable table_;
  Links link_[FaceTable::kMostFaces];
  FaceSet seen_;
  Index free_[FaceTable::kMostFaces];
  HorizonEdge horizon_[kMostEpaVertices + 4];
  Index begins_[kMostEpaVertices];
  int vertices_ = 0;
  int faces_ = 0;
  int free_count_ = 0;
  int horizon_count_ = 0;
  double size_ = 0;
  bool linked_ = true;  // neighbors are known
  bool grown_ = true;   // it differs from the cached one
};

inline void ExpandingPolyhedron::save(DepthCache& to, bool flipped) const {
  constexpr Index kNone = 0xffff;
  if (!grown_) return;
  to.vertices = 0;
  if (faces_ - free_count_ > DepthCache::kMostFaces) return;
  Index new_index[kMostEpaVertices];
  std::fill(new_index, new_index + vertices_, kNone);
  int vertices = 0;
  int faces = 0;
  for (int f = 0; f < faces_; ++f) {
    if (table_.offset[f] == std::numeric_limits<double>::infinity()) continue;
    if (!(table_.offset[f] > 0)) return;
    for (int k = 0; k < 3; ++k) {
      const Index v = link_[f].vertex[flipped ? 2 - k : k];
      if (new_index[v] == kNone) {
        if (vertices == DepthCache::kMostVertices || vertex_[v].vertex_a == kNoVertex ||
            vertex_[v].vertex_b == kNoVertex) {
          return;
        }
        to.vertex_a[vertices] = flipped ? vertex_[v].vertex_b : vertex_[v].vertex_a;
        to.vertex_b[vertices] = flipped ? vertex_[v].vertex_a : vertex_[v].vertex_b;
        new_index[v] = static_cast<Index>(vertices++);
      }
      to.face[faces][k] = static_cast<std::uint8_t>(new_index[v]);
    }
    ++faces;
  }
  to.faces = static_cast<std::uint8_t>(faces);
  to.seal = seal_of(to);
  to.vertices = static_cast<std::uint8_t>(vertices);
}

}  // namespace masu::detail
