// SPDX-License-Identifier: MIT
// Contacts at the inner edges of surfaces, with the normals that the surface has there.
#pragma once

#include <optional>

#include <masu/mesh/detail/pair_search.hpp>

namespace masu::detail {

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

// Another normal for a contact, in the frame of piece a; none, if the one it has may stay. The
// pieces of a SeamlessShape lie in its own frame. Half-spaces have but one normal.
template <class A, class B, int D, class T>
std::optional<Vec<D, double>> seam_free_normal(const A& a, const B& b, const PiecePair<D, T>& pair,
                                               const Separation<D, T>& s, bool wanted) {
  constexpr bool kSeams = SeamlessShape<A> || SeamlessShape<B>;
  const bool plane = pair.a.kind == ShapeKind::half_space || pair.b.kind == ShapeKind::half_space;
  if (!kSeams || !wanted || plane || s.normal == Vec<D, T>{}) return std::nullopt;
  const PairPlace<D>& at = pair.at;
  const auto to_a = [&](const Vec<D, T>& p) {
    return transposed_times(at.turn_a, vec_cast<double>(p) - at.origin);
  };
  const auto to_b = [&](const Vec<D, double>& v) { return transposed_times(at.turn, v); };
  const Vec<D, double> given = transposed_times(at.turn_a, vec_cast<double>(s.normal));
  const Vec<D, double> of_a = body_normal(a, pair.id_a, to_a(s.point_a), given);
  const Vec<D, double> back = -to_b(of_a);
  const Vec<D, double> of_b = body_normal(b, pair.id_b, to_b(to_a(s.point_b) - at.place), back);
  if (of_a == given && of_b == back) return std::nullopt;
  return of_b == back ? of_a : -(at.turn * of_b);
}

}  // namespace masu::detail
