// SPDX-License-Identifier: MIT
// A convex polyhedron of triangles that grows by points outside.
#pragma once

#include <bit>

#include <masu/narrow_phase/detail/face_table.hpp>
#include <masu/narrow_phase/detail/nearest_on_simplex.hpp>
#include <masu/narrow_phase/detail/start_simplex.hpp>

namespace masu::detail {

// Faces counter-clockwise from outside, each with its three neighbours. Those that a new point sees
// go; it is joined to the edges around them. Everything lies on the stack: some 60 KiB.
class ExpandingPolyhedron {
 public:
  // d lies below the triangle a b c, which has two sides at first.
  void start(const DifferencePoint<3>& a, const DifferencePoint<3>& b, const DifferencePoint<3>& c,
             const DifferencePoint<3>& d) {
    keep(a), keep(b), keep(c);
    horizon_[0] = {0, 1, 4};
    horizon_[1] = {1, 0, 0};
    horizon_count_ = 2;
    make_faces(2);
    add(d, 1);
  }

  // The face whose plane is nearest, beyond the origin counting as nearer still. O(n).
  int nearest() const { return kernels_.nearest(table_, in_blocks(faces_)); }
  // The same among faces that look more than an angle of that cosine away from `from`; -1: none.
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
  // What rounding may have added to the distance: the normal of a thin triangle turns by the
  // rounding of its corners over its height, and the plane with it.
  double error(int face) const {
    const Vec<3, double>& a = corner(face, 0);
    const Vec<3, double> e = corner(face, 1) - a;
    const Vec<3, double> g = corner(face, 2) - a;
    const double side = std::sqrt(larger(length_squared(e), length_squared(g)));
    const Vec<3, double> foot = a - normal(face) * distance(face);
    return 0x1p-50 * size_ * (1 + side * length(foot) / length(cross(e, g)));
  }

  bool known(const Vec<3, double>& w) const {
    bool like = false;
    for (int i = 0; i < vertices_; ++i) like |= first_[i] == w[0];
    for (int i = 0; like && i < vertices_; ++i) {
      if (vertex_[i].w == w) return true;
    }
    return false;
  }

  // A point that sees `face`. False: there is no room, or rounding leaves no simple horizon.
  bool add(const DifferencePoint<3>& p, int face) {
    if (vertices_ == kMostEpaVertices) return false;
    size_ = larger(size_, size_of(p));
    kernels_.seen(table_, in_blocks(faces_), p.w, 0x1p-50 * size_, seen_);
    seen_.insert(face);
    if (!find_horizon() && !find_horizon_around(face)) return false;
    keep(p);
    free_seen();
    make_faces(static_cast<Index>(vertices_ - 1));
    return true;
  }

  // All corners of the face, or of one beside it in its plane, on which the nearest point of the
  // plane lies; those that it does not need weigh nothing.
  Simplex<3> simplex(int face) const {
    constexpr double kSame = 0x1p-40;
    const Vec<3, double> n = normal(face);
    const double most = distance(face) + (kSame * size_ + error(face));
    int holder = face;
    NearestOnSimplex<3> best = nearest_on_face(face);
    for (int f = 0; f < faces_; ++f) {
      if (!(distance(f) <= most) || f == face || dot(normal(f), n) < 1 - kSame) continue;
      const NearestOnSimplex<3> here = nearest_on_face(f);
      if (here.squared < best.squared) best = here, holder = f;
    }
    Simplex<3> s;
    for (int k = 0; k < 3; ++k) s.p[k] = vertex_[link_[holder].vertex[k]], s.weight[k] = 0;
    for (int k = 0; k < best.size; ++k) s.weight[best.index[k]] = best.weight[k];
    s.size = 3;
    return s;
  }

 private:
  using Index = std::uint16_t;

  // The edge k runs from vertex k to the next; 4 * face + k names it. `across` names the same edge
  // as the face beyond runs it.
  struct Links {
    Index vertex[3];
    Index across[3];
  };
  struct HorizonEdge {
    Index from, to, across;
  };

  static int in_blocks(int count) { return (count + FaceTable::kBlock - 1) & -FaceTable::kBlock; }

  const Vec<3, double>& corner(int f, int k) const { return vertex_[link_[f].vertex[k]].w; }
  NearestOnSimplex<3> nearest_on_face(int f) const {
    const Vec<3, double> p[3] = {corner(f, 0), corner(f, 1), corner(f, 2)};
    return nearest_on_triangle(p, 0, 1, 2);
  }

  void keep(const DifferencePoint<3>& p) {
    vertex_[vertices_] = p;
    first_[vertices_++] = p.w[0];
    size_ = larger(size_, size_of(p));
  }

  // Edges through which the seen faces meet the rest. False if they are not one loop. No branch
  // depends on what is seen: that can be foretold by no processor.
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
  // The same with the seen faces that hang together with the first: rounding, and faces without
  // area, may add others.
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

  // One from each edge of the horizon to the point.
  void make_faces(Index p) {
    FanTable fan;
    Index made[kMostEpaVertices];
    for (int i = 0; i < horizon_count_; ++i) {
      const HorizonEdge& e = horizon_[i];
      for (int a = 0; a < 3; ++a) {
        fan.from[a][i] = vertex_[e.from].w[a];
        fan.to[a][i] = vertex_[e.to].w[a];
      }
      made[i] = take_free();
      begins_[e.from] = made[i];
    }
    for (int i = horizon_count_; i % FaceTable::kBlock != 0; ++i) {
      for (int a = 0; a < 3; ++a) fan.from[a][i] = fan.to[a][i] = 0;
    }
    kernels_.planes(fan, horizon_count_, vertex_[p].w);
    for (int i = 0; i < horizon_count_; ++i) {
      const HorizonEdge& e = horizon_[i];
      const Index f = made[i];
      const Index next = begins_[e.to];
      link_[f].vertex[0] = e.from, link_[f].vertex[1] = e.to, link_[f].vertex[2] = p;
      link_[f].across[0] = e.across;
      link_[f].across[1] = static_cast<Index>(4 * next + 2);
      link_[next].across[2] = static_cast<Index>(4 * f + 1);
      link_[e.across >> 2].across[e.across & 3] = static_cast<Index>(4 * f);
      for (int a = 0; a < 3; ++a) table_.normal[a][f] = fan.normal[a][i];
      table_.offset[f] = fan.offset[i];
      table_.distance[f] = fan.offset[i] == -std::numeric_limits<double>::infinity()
                               ? std::numeric_limits<double>::infinity()
                               : fan.offset[i];
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
};

}  // namespace masu::detail
