// SPDX-License-Identifier: MIT
// All pairs of pieces of two bodies that touch, and how.
#pragma once

#include <masu/core/buffer.hpp>
#include <masu/mesh/detail/body_ref.hpp>
#include <masu/mesh/piece_results.hpp>
#include <masu/narrow_phase/manifold.hpp>

namespace masu {

// The contact of two pieces: their Separation, and which they are.
template <int D, class T>
struct PieceContact : PieceIds, Separation<D, T> {
  // The numbers alone.
  Separation<D, T>& separation() { return *this; }
  const Separation<D, T>& separation() const { return *this; }
  PieceContact flipped() const { return {{piece_b, piece_a}, separation().flipped()}; }
};

// The contact area of two pieces: their Manifold, and which they are.
template <int D, class T>
struct PieceManifold : PieceIds, Manifold<D, T> {
  // The area alone.
  Manifold<D, T>& manifold() { return *this; }
  const Manifold<D, T>& manifold() const { return *this; }
  PieceManifold flipped() const { return {{piece_b, piece_a}, masu::flipped(manifold())}; }
};

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

// Takes a contact. Status::ok, or the reason to stop.
template <class Contact>
using TakeContact = FunctionRef<Status(const Contact&)>;

template <int D, class T>
SearchResult contacts_of_bodies(const BodyRef<D, T>& a, const Transform<D, T>& at_a,
                                const BodyRef<D, T>& b, const Transform<D, T>& at_b,
                                const ContactOptions<T>& options,
                                TakeContact<PieceContact<D, T>> take);
template <int D, class T>
SearchResult contacts_of_bodies(const BodyRef<D, T>& a, const Transform<D, T>& at_a,
                                const BodyRef<D, T>& b, const Transform<D, T>& at_b,
                                const ContactOptions<T>& options,
                                TakeContact<PieceManifold<D, T>> take);

template <class Contact, class A, class B, int D, class T, class Sink>
SearchResult put_contacts(const A& a, const Transform<D, T>& at_a, const B& b,
                          const Transform<D, T>& at_b, Sink& sink,
                          const ContactOptions<T>& options) {
  constexpr bool kList = std::same_as<std::remove_cvref_t<Sink>, Buffer<Contact>>;
  if constexpr (kList) sink.clear();
  const auto put = [&](const Contact& contact) {
    if constexpr (kList) {
      return sink.push_back(contact) ? Status::ok : Status::out_of_memory;
    } else {
      return goes_on(sink, contact) ? Status::ok : Status::stopped;
    }
  };
  const TakeContact<Contact> take(put);
  return contacts_of_bodies<D, T>(body_ref(a), at_a, body_ref(b), at_b, options, take);
}

}  // namespace detail

// The penetration() of each pair of pieces that touch or are within the margin, in an order that
// bodies and transforms decide. Swapped arguments give the flipped contacts in the same order.
// Statuses: as intersects(); not_finite and out_of_range for the margin; stopped and out_of_memory
// by the sink: what was delivered stands. docs/mesh.md says what the normals at inner edges of a
// mesh are, and how to avoid them. Typically O(log n + k) for k pairs whose boxes overlap.
template <class A, class B, int D = detail::kDimensionOf<A>, class T = detail::ScalarOf<A>,
          ContactSink<PieceContact<D, T>> Sink>
requires detail::BodyPair<A, B> SearchResult contacts(const A& a, const Transform<D, T>& at_a,
                                                      const B& b, const Transform<D, T>& at_b,
                                                      Sink&& sink,
                                                      const ContactOptions<T>& options = {}) {
  return detail::put_contacts<PieceContact<D, T>>(a, at_a, b, at_b, sink, options);
}

// The same with the manifold() of each pair.
template <class A, class B, int D = detail::kDimensionOf<A>, class T = detail::ScalarOf<A>,
          ContactSink<PieceManifold<D, T>> Sink>
requires detail::BodyPair<A, B> SearchResult
contact_manifolds(const A& a, const Transform<D, T>& at_a, const B& b, const Transform<D, T>& at_b,
                  Sink&& sink, const ContactOptions<T>& options = {}) {
  return detail::put_contacts<PieceManifold<D, T>>(a, at_a, b, at_b, sink, options);
}

}  // namespace masu
