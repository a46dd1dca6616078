// SPDX-License-Identifier: MIT
// Contacts at the inner edges of surfaces, with the normals that the surface has there.
#pragma once

#include <optional>

#include <masu/mesh/detail/pair_search.hpp>

namespace masu::detail {

// Which contacts at seams are delivered: those of the surface; if there are none those of its
// planes too, which reach beyond the faces; if there are none either, those of single pieces.
enum class Seams : std::uint8_t { of_surface, of_planes, of_pieces };

// What a body makes of a normal that leaves it, all in the frame of its piece.
template <class B, int D>
Vec<D, double> body_normal(const B& body, std::uint32_t id, const Vec<D, double>& point,
                           const Vec<D, double>& normal) {
  if constexpr (SeamlessShape<B>) {
    return body.seam_free_normal(id, point, normal);
  } else {
    return normal;
  }
}

// Another normal for a contact, in the frame of piece a; none, if the one it has may stay; zero, if
// there is not to be a contact. Half-spaces have but one normal.
template <class A, class B, int D, class T>
std::optional<Vec<D, double>> seam_free_normal(const A& a, const B& b, const PiecePair<D, T>& pair,
                                               const Separation<D, T>& s, Seams seams) {
  constexpr bool kSeams = SeamlessShape<A> || SeamlessShape<B>;
  const bool plane = pair.a.kind == ShapeKind::half_space || pair.b.kind == ShapeKind::half_space;
  if (!kSeams || seams == Seams::of_pieces || plane || s.normal == Vec<D, T>{}) return std::nullopt;
  const PairPlace<D>& at = pair.at;
  const auto to_a = [&](const Vec<D, T>& p) {
    return transposed_times(at.turn_a, vec_cast<double>(p) - at.origin);
  };
  const auto to_b = [&](const Vec<D, double>& v) { return transposed_times(at.turn, v); };
  const Vec<D, double> given = transposed_times(at.turn_a, vec_cast<double>(s.normal));
  const Vec<D, double> of_a = body_normal(a, pair.id_a, to_a(s.point_a), given);
  if (of_a == Vec<D, double>{}) return of_a;
  const Vec<D, double> back = -to_b(of_a);
  const Vec<D, double> of_b = body_normal(b, pair.id_b, to_b(to_a(s.point_b) - at.place), back);
  if (of_a == given && of_b == back) return std::nullopt;
  return of_b == back ? of_a : -(at.turn * of_b);
}

// Is the point, in the frame of a piece, on it?
template <int D, class T>
bool on_piece(const ShapeView<D, T>& piece, const Vec<D, double>& point) {
  constexpr double kNear = 0x1p-10;
  const auto same = Matrix<D, double>::identity();
  const Aabb<D, double> box = box_of_b(piece, PairFrame<D>{same, same, {}});
  return placed_within(piece, ShapeView<D, T>{}, PairPlace<D>{{same, same, point}, {}},
                       kNear * largest_component(box.max - box.min));
}

// Along another normal than their own, the deepest points of two pieces may be past each other:
// then it is another piece that the shape touches. Areas are always on both.
template <class A, class B, int D, class T>
bool faces_piece(const PiecePair<D, T>& pair, const Manifold<D, T>& m, Seams seams) {
  if (m.count != 1 || seams != Seams::of_surface) return m.count != 0;
  const PairPlace<D>& at = pair.at;
  const auto to_a = [&](const Vec<D, T>& p) {
    return transposed_times(at.turn_a, vec_cast<double>(p) - at.origin);
  };
  bool faces = true;
  if constexpr (SeamlessShape<std::remove_cvref_t<A>>) {
    faces = on_piece(pair.a, to_a(m.points[0].point_a));
  }
  if constexpr (SeamlessShape<std::remove_cvref_t<B>>) {
    const auto p = to_a(m.points[0].point_b) - at.place;
    faces = faces && on_piece(pair.b, transposed_times(at.turn, p));
  }
  return faces;
}

}  // namespace masu::detail
