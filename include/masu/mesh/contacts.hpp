// SPDX-License-Identifier: MIT
// All pairs of pieces of two bodies that touch, and how.
#pragma once

#include <masu/mesh/detail/pair_search.hpp>
#include <masu/mesh/detail/seam_free.hpp>

namespace masu {

template <class T>
struct ContactOptions {
  // Pieces as far apart as this are in contact too. Not below zero.
  T margin = 0;
  // At the inner edges of a SeamlessShape only normals that its surface can have there, and
  // distances along those (docs/mesh.md).
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

// measure(x, y, pair, bad) for the pairs of two bodies in order.
template <class Contact, class A, class B, int D, class T, class Sink, class Measure>
SearchResult contacts_by(const A& a, const Transform<D, T>& at_a, const B& b,
                         const Transform<D, T>& at_b, Sink& sink, T margin, Measure&& measure) {
  ContactOutput<Contact, Sink> out(sink);
  if (!is_finite(margin)) return {Status::not_finite, {}};
  if (!(margin >= 0)) return {Status::out_of_range, {}};
  return ask_in_order(
      a, at_a, b, at_b,
      [&](const auto& x, const auto& y, const PairPlace<D>& at, bool flipped) -> PieceSearch {
        Status bad = Status::ok;
        const SearchResult r = for_each_touching(x, y, at, double(margin), [&](const auto& pair) {
          const Contact c = measure(x, y, pair, bad);
          return bad == Status::ok && out.put(flipped ? c.flipped() : c);
        });
        return {{bad != Status::ok ? bad : out.status(), r.stats}};
      },
      [](Status s) -> PieceSearch {
        return {{s, {}}};
      });
}

inline void keep_worst(Status s, Status& bad) {
  if (s != Status::ok && s != Status::not_converged) bad = s;
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
      a, at_a, b, at_b, sink, options.margin,
      [&](const auto& x, const auto& y, const detail::PiecePair<D, T>& pair, Status& bad) {
        auto s = detail::placed_penetration(pair.a, pair.b, pair.at);
        detail::keep_worst(s.status, bad);
        const auto normal = detail::seam_free_normal(x, y, pair, s, options.seam_free);
        if (normal) s = detail::placed_along(pair.a, pair.b, pair.at, *normal);
        return PieceContact<D, T>{pair.id_a, pair.id_b, s};
      });
}

// The same with the manifold() of each pair.
template <class A, class B, int D, class T, ContactSink<PieceManifold<D, T>> Sink>
requires detail::BodyPair<A, B> SearchResult
contact_manifolds(const A& a, const Transform<D, T>& at_a, const B& b, const Transform<D, T>& at_b,
                  Sink&& sink, const ContactOptions<T>& options = {}) {
  return detail::contacts_by<PieceManifold<D, T>>(
      a, at_a, b, at_b, sink, options.margin,
      [&](const auto& x, const auto& y, const detail::PiecePair<D, T>& pair, Status& bad) {
        auto m = detail::placed_manifold(pair.a, pair.b, pair.at, options.margin);
        detail::keep_worst(m.separation.status, bad);
        const auto normal = detail::seam_free_normal(x, y, pair, m.separation, options.seam_free);
        if (normal) {
          m = detail::placed_manifold_along(pair.a, pair.b, pair.at, options.margin, *normal);
        }
        return PieceManifold<D, T>{pair.id_a, pair.id_b, m};
      });
}

}  // namespace masu
