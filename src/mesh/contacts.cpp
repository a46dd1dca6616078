// SPDX-License-Identifier: MIT
#include <masu/mesh/contacts.hpp>

#include <optional>

#include <masu/core/answered.hpp>

#include "core/instantiate.hpp"
#include "mesh/pair_search.hpp"

namespace masu::detail {
namespace {

// Which contacts at internal edges are delivered: those of the surface; if there are none also
// those of its planes, which extend beyond the faces; if there are still none, those of single
// pieces.
enum class Seams : std::uint8_t { of_surface, of_planes, of_pieces };

template <int D, class T>
bool is_seamless(const BodyRef<D, T>& body) {
  if (!body.has_pieces()) return false;
  return body.was_view || body.pieces.functions()->seam_free_normal != nullptr;
}

// Returns the normal that a body allows in place of `normal`, which points away from it; all in the
// frame of its piece.
template <int D, class T>
Vec<D, double> body_normal(const BodyRef<D, T>& body, std::uint32_t id, const Vec<D, double>& point,
                           const Vec<D, double>& normal) {
  return is_seamless(body) ? body.pieces.seam_free_normal(id, point, normal) : normal;
}

// Returns a contact's point in the frame of piece a.
template <int D, class T>
Vec<D, double> in_a(const PairPlace<D>& at, const Vec<D, T>& point) {
  return transposed_times(at.turn_a, vec_cast<double>(point) - at.origin);
}

// Returns the normal to use for a contact, in the frame of piece a; nullopt if the present one is
// allowed; zero if the contact is to be dropped. Half-spaces have only one normal.
template <int D, class T>
std::optional<Vec<D, double>> seam_free_normal(const BodyRef<D, T>& a, const BodyRef<D, T>& b,
                                               const PiecePair<D, T>& pair,
                                               const Separation<D, T>& s, Seams seams) {
  const bool plane = pair.a.kind == ShapeKind::half_space || pair.b.kind == ShapeKind::half_space;
  if (seams == Seams::of_pieces || plane || s.normal == Vec<D, T>{}) return std::nullopt;
  if (!is_seamless(a) && !is_seamless(b)) return std::nullopt;
  const PairPlace<D>& at = pair.at;
  const auto to_b = [&](const Vec<D, double>& v) { return transposed_times(at.turn, v); };
  const Vec<D, double> given = transposed_times(at.turn_a, vec_cast<double>(s.normal));
  const Vec<D, double> of_a = body_normal(a, pair.id_a, in_a(at, s.point_a), given);
  if (of_a == Vec<D, double>{}) return of_a;
  const Vec<D, double> back = -to_b(of_a);
  const Vec<D, double> of_b = body_normal(b, pair.id_b, to_b(in_a(at, s.point_b) - at.place), back);
  if (of_a == given && of_b == back) return std::nullopt;
  return of_b == back ? of_a : -(at.turn * of_b);
}

// Returns whether a point, in the frame of a piece, lies on it.
template <int D, class T>
bool on_piece(const ShapeView<D, T>& piece, const Vec<D, double>& point) {
  constexpr double kNear = 0x1p-10;
  const auto same = Matrix<D, double>::identity();
  const Aabb<D, double> box = box_of_b(piece, PairFrame<D>{same, same, {}});
  return placed_within(piece, ShapeView<D, T>{}, PairPlace<D>{{same, same, point}, {}},
                       kNear * largest_component(box.max - box.min));
}

// Along a replaced normal the deepest points of two pieces may miss each other: then the shape
// touches another piece. Contact areas always lie on both.
template <int D, class T>
bool faces_piece(const BodyRef<D, T>& a, const BodyRef<D, T>& b, const PiecePair<D, T>& pair,
                 const Manifold<D, T>& m, Seams seams) {
  if (m.count != 1 || seams != Seams::of_surface) return m.count != 0;
  const PairPlace<D>& at = pair.at;
  if (is_seamless(a) && !on_piece(pair.a, in_a(at, m.points[0].point_a))) return false;
  const Vec<D, double> p = in_a(at, m.points[0].point_b) - at.place;
  return !is_seamless(b) || on_piece(pair.b, transposed_times(at.turn, p));
}

// Delivers measure(x, y, pair, seams, bad) for the pairs of pieces of two bodies, in canonical
// order; a pair for which it returns nullopt is skipped.
template <class Contact, int D, class T, class Measure>
SearchResult contacts_by(const BodyRef<D, T>& a, const Transform<D, T>& at_a,
                         const BodyRef<D, T>& b, const Transform<D, T>& at_b,
                         const ContactOptions<T>& options, TakeContact<Contact> take,
                         Measure&& measure) {
  const T margin = options.margin;
  if (!is_finite(margin)) return {Status::not_finite, {}};
  if (!(margin >= 0)) return {Status::out_of_range, {}};
  return ask_in_order(
      a, at_a, b, at_b,
      [&](const BodyRef<D, T>& x, const BodyRef<D, T>& y, const PairPlace<D>& at,
          bool flipped) -> PieceSearch {
        Status bad = Status::ok;
        Status taken = Status::ok;
        bool put = false;
        bool left_out = false;
        Seams seams = options.seam_free ? Seams::of_surface : Seams::of_pieces;
        const auto visit = [&](const PiecePair<D, T>& pair) {
          const std::optional<Contact> c = measure(x, y, pair, seams, bad);
          if (bad != Status::ok) return false;
          left_out |= !c;
          put |= c.has_value();
          if (c) taken = take(flipped ? c->flipped() : *c);
          return taken == Status::ok;
        };
        const auto search = [&] {
          left_out = false;
          return for_each_touching<D, T>(x, y, at, double(margin), visit).stats;
        };
        QueryStats stats = search();
        while (left_out && !put && bad == Status::ok) {
          seams = seams == Seams::of_surface ? Seams::of_planes : Seams::of_pieces;
          stats += search();
        }
        return {{bad != Status::ok ? bad : taken, stats}};
      },
      [](Status s) -> PieceSearch {
        return {{s, {}}};
      });
}

void keep_worst(Status s, Status& bad) {
  if (!answered(s)) bad = s;
}

}  // namespace

template <int D, class T>
SearchResult contacts_of_bodies(const BodyRef<D, T>& a, const Transform<D, T>& at_a,
                                const BodyRef<D, T>& b, const Transform<D, T>& at_b,
                                const ContactOptions<T>& options,
                                TakeContact<PieceContact<D, T>> take) {
  using Contact = PieceContact<D, T>;
  return contacts_by<Contact>(
      a, at_a, b, at_b, options, take,
      [&](const BodyRef<D, T>& x, const BodyRef<D, T>& y, const PiecePair<D, T>& pair, Seams seams,
          Status& bad) -> std::optional<Contact> {
        const auto s = placed_penetration(pair.a, pair.b, pair.at);
        keep_worst(s.status, bad);
        const auto normal = seam_free_normal(x, y, pair, s, seams);
        if (normal && *normal == Vec<D, double>{}) return std::nullopt;
        if (!normal) return Contact{{pair.id_a, pair.id_b}, s};
        const auto along = placed_manifold_along(pair.a, pair.b, pair.at, options.margin, *normal);
        if (!faces_piece(x, y, pair, along, seams)) return std::nullopt;
        return Contact{{pair.id_a, pair.id_b}, along.separation};
      });
}

template <int D, class T>
SearchResult contacts_of_bodies(const BodyRef<D, T>& a, const Transform<D, T>& at_a,
                                const BodyRef<D, T>& b, const Transform<D, T>& at_b,
                                const ContactOptions<T>& options,
                                TakeContact<PieceManifold<D, T>> take) {
  using Contact = PieceManifold<D, T>;
  return contacts_by<Contact>(
      a, at_a, b, at_b, options, take,
      [&](const BodyRef<D, T>& x, const BodyRef<D, T>& y, const PiecePair<D, T>& pair, Seams seams,
          Status& bad) -> std::optional<Contact> {
        auto m = placed_manifold(pair.a, pair.b, pair.at, options.margin);
        keep_worst(m.separation.status, bad);
        const auto normal = seam_free_normal(x, y, pair, m.separation, seams);
        if (normal && *normal == Vec<D, double>{}) return std::nullopt;
        if (normal) {
          m = placed_manifold_along(pair.a, pair.b, pair.at, options.margin, *normal);
          if (!faces_piece(x, y, pair, m, seams)) return std::nullopt;
        }
        return Contact{{pair.id_a, pair.id_b}, m};
      });
}

#define MASU_INSTANTIATE(D, T)                                                                    \
  template SearchResult contacts_of_bodies(                                                       \
      const BodyRef<D, T>&, const Transform<D, T>&, const BodyRef<D, T>&, const Transform<D, T>&, \
      const ContactOptions<T>&, TakeContact<PieceContact<D, T>>);                                 \
  template SearchResult contacts_of_bodies(                                                       \
      const BodyRef<D, T>&, const Transform<D, T>&, const BodyRef<D, T>&, const Transform<D, T>&, \
      const ContactOptions<T>&, TakeContact<PieceManifold<D, T>>);
MASU_FOR_2_AND_3_D(MASU_INSTANTIATE)
#undef MASU_INSTANTIATE

}  // namespace masu::detail
