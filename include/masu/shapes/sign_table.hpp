// SPDX-License-Identifier: MIT
// SignTable: support points by the signs of the direction's components.
#pragma once

#include <cstdint>

#include <masu/shapes/convex_polytope.hpp>

namespace masu {

// Stores for each of the 2^D combinations of signs the vertex that lies farthest along (+-1, ...,
// +-1). For boxes that is the support point of every direction with these signs; for other shapes
// climb() may start from it. Allocates nothing. Use it to learn the method; polyhedra use
// CubeTable.
//
//    const masu::SignTable<3> table(a);
//    use(table.vertex({1, 0, 0}));
//
// Source: S. Hasegawa, T. Susa, S. Matsunaga, 衝突判定法をソート・検索アルゴリズムの観点から眺める:
// the table. It is exact for boxes only (docs/sources.md, E14).
//
// O(1) per look-up. Threads: const members are safe in many threads while no thread changes the
// table.
template <int D>
class SignTable {
 public:
  static constexpr int kClasses = 1 << D;  // one for each combination of signs

  SignTable() = default;  // build it from a polytope before use
  // Finds the farthest vertex of each class. Precondition: the polytope is built. O(n).
  template <class Polytope>
  requires requires(const Polytope& p) { p.vertices(); }
  explicit SignTable(const Polytope& polytope) { take(polytope.vertices()); }

  // Returns the class of a direction. Bit a: component a is not negative.
  static int sign_class(const Vec<D, double>& d) {
    int c = 0;
    for (int a = 0; a < D; ++a) c |= (d[a] >= 0 ? 1 : 0) << a;
    return c;
  }
  // Returns the diagonal that stands for a class: each component is 1 or -1.
  static Vec<D, double> direction(int sign_class) {
    Vec<D, double> d{};
    for (int a = 0; a < D; ++a) d[a] = (sign_class >> a & 1) != 0 ? 1 : -1;
    return d;
  }

  // Returns the farthest vertex of a class of signs.
  std::uint32_t operator[](int sign_class) const { return vertex_[sign_class]; }
  // Returns the farthest vertex of the class of d.
  std::uint32_t vertex(const Vec<D, double>& d) const { return vertex_[sign_class(d)]; }

 private:
  template <class T>
  void take(const detail::VertexSet<D, T>& vertices);

  std::uint32_t vertex_[kClasses] = {};
};

}  // namespace masu
