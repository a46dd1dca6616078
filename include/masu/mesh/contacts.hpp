// SPDX-License-Identifier: MIT
// All pairs of pieces of two bodies that touch, and how.
#pragma once

#include <masu/core/answered.hpp>
#include <masu/mesh/detail/pair_search.hpp>
#include <masu/mesh/detail/seam_free.hpp>

namespace masu {

// Which contacts are wanted, and how.
template <class T>
struct ContactOptions {
  // Pieces as far apart as this are in contact too. Not below zero.
  T margin = 0;
  // At the inner edges of a SeamlessShape only normals that its surface can have there, and
  // distances along those (docs/mesh.md). Where it has none, inside of solids, contacts are left
  // out, unless no others are found.
  bool seam_free = false;
};

// A sink takes each contact once: a Buffer, cleared and then filled, or a function, which may
// return false to stop.
template <class Sink, class Contact>
concept ContactSink = std::same_as<std::remove_cvref_t<Sink>, Buffer<Contact>> ||
    std::invocable<Sink&, const Contact&>;

namespace detail {

template <class Contact, ContactSink<Contact> Sink>
class ContactOutput {
 public:
  explicit ContactOutput(Sink& sink) : sink_(sink) {
    if constexpr (kList) sink_.clear();
  }

  bool put(const Contact& contact) {
    if constexpr (kList) {
      if (!sink_.push_back(contact)) return fail(Status::out_of_memory);
    } else {
      if (!goes_on(sink_, contact)) return fail(Status::stopped);
    }
    return true;
  }
  Status status() const { return status_; }

 private:
  static constexpr bool kList = std::same_as<std::remove_cvref_t<Sink>, Buffer<Contact>>;

  bool fail(Status status) {
    status_ = status;
    return false;
  }

  Sink& sink_;
  Status status_ = Status::ok;
};

// measure(x, y, pair, seam_free, bad) for the pairs of two bodies in order; nothing: it is left
// out.
template <class Contact, class A, class B, int D, class T, class Sink, class Measure>
SearchResult contacts_by(const A& a, const Transform<D, T>& at_a, const B& b,
                         const Transform<D, T>& at_b, Sink& sink, const ContactOptions<T>& options,
                         Measure&& measure) {
  const T margin = options.margin;
  ContactOutput<Contact, Sink> out(sink);
  if (!is_finite(margin)) return {Status::not_finite, {}};
  if (!(margin >= 0)) return {Status::out_of_range, {}};
  return ask_in_order(
      a, at_a, b, at_b,
      [&](const auto& x, const auto& y, const PairPlace<D>& at, bool flipped) -> PieceSearch {
        Status bad = Status::ok;
        bool put = false;
        bool left_out = false;
        const auto search = [&](Seams seams) {
          left_out = false;
          return for_each_touching(x, y, at, double(margin), [&](const auto& pair) {
            const std::optional<Contact> c = measure(x, y, pair, seams, bad);
            if (bad != Status::ok) return false;
            left_out |= !c;
            put |= c.has_value();
            return !c || out.put(flipped ? c->flipped() : *c);
          });
        };
        Seams seams = options.seam_free ? Seams::of_surface : Seams::of_pieces;
        QueryStats stats = search(seams).stats;
        while (left_out && !put && bad == Status::ok) {
          seams = seams == Seams::of_surface ? Seams::of_planes : Seams::of_pieces;
          stats += search(seams).stats;
        }
        return {{bad != Status::ok ? bad : out.status(), stats}};
      },
      [](Status s) -> PieceSearch {
        return {{s, {}}};
      });
}

inline void keep_worst(Status s, Status& bad) {
  if (!answered(s)) bad = s;
}

}  // namespace detail

// The penetration() of each pair of pieces that touch or are within the margin, in an order that
// bodies and places decide. Swapped arguments give the flipped contacts in the same order.
// Statuses: as intersects(); not_finite and out_of_range for the margin; stopped and out_of_memory
// by the sink: what was delivered stands. What the normals of inner edges of a mesh are, and how
// to be rid of them: docs/mesh.md. Typically O(log n + k) for k pairs whose boxes overlap.
template <class A, class B, int D, class T, ContactSink<PieceContact<D, T>> Sink>
requires detail::BodyPair<A, B> SearchResult contacts(const A& a, const Transform<D, T>& at_a,
                                                      const B& b, const Transform<D, T>& at_b,
                                                      Sink&& sink,
                                                      const ContactOptions<T>& options = {}) {
  return detail::contacts_by<PieceContact<D, T>>(
      a, at_a, b, at_b, sink, options,
      [&](const auto& x, const auto& y, const detail::PiecePair<D, T>& pair, detail::Seams seams,
          Status& bad) -> std::optional<PieceContact<D, T>> {
        auto s = detail::placed_penetration(pair.a, pair.b, pair.at);
        detail::keep_worst(s.status, bad);
        const auto normal = detail::seam_free_normal(x, y, pair, s, seams);
        if (normal && *normal == Vec<D, double>{}) return std::nullopt;
        if (!normal) return PieceContact<D, T>{pair.id_a, pair.id_b, s};
        const auto along =
            detail::placed_manifold_along(pair.a, pair.b, pair.at, options.margin, *normal);
        if (!detail::faces_piece<decltype(x), decltype(y)>(pair, along, seams)) return std::nullopt;
        return PieceContact<D, T>{pair.id_a, pair.id_b, along.separation};
      });
}

// The same with the manifold() of each pair.
template <class A, class B, int D, class T, ContactSink<PieceManifold<D, T>> Sink>
requires detail::BodyPair<A, B> SearchResult
contact_manifolds(const A& a, const Transform<D, T>& at_a, const B& b, const Transform<D, T>& at_b,
                  Sink&& sink, const ContactOptions<T>& options = {}) {
  return detail::contacts_by<PieceManifold<D, T>>(
      a, at_a, b, at_b, sink, options,
      [&](const auto& x, const auto& y, const detail::PiecePair<D, T>& pair, detail::Seams seams,
          Status& bad) -> std::optional<PieceManifold<D, T>> {
        auto m = detail::placed_manifold(pair.a, pair.b, pair.at, options.margin);
        detail::keep_worst(m.separation.status, bad);
        const auto normal = detail::seam_free_normal(x, y, pair, m.separation, seams);
        if (normal && *normal == Vec<D, double>{}) return std::nullopt;
        if (normal) {
          m = detail::placed_manifold_along(pair.a, pair.b, pair.at, options.margin, *normal);
          if (!detail::faces_piece<decltype(x), decltype(y)>(pair, m, seams)) return std::nullopt;
        }
        return PieceManifold<D, T>{pair.id_a, pair.id_b, m};
      });
}

}  // namespace masu
