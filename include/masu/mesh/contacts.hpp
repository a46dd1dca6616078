// SPDX-License-Identifier: MIT
// contacts() and contact_manifolds() of all touching pairs of sub-shapes of two bodies.
#pragma once

#include <masu/core/buffer.hpp>
#include <masu/mesh/detail/body_ref.hpp>
#include <masu/mesh/sub_shape_results.hpp>
#include <masu/narrow_phase/manifold.hpp>

namespace masu {

// The contact of two sub-shapes: their Separation and their numbers.
template <int D, class T>
struct SubShapeContact : SubShapeIds, Separation<D, T> {
  // Returns the result without the sub-shapes.
  Separation<D, T>& separation() { return *this; }
  const Separation<D, T>& separation() const { return *this; }
  // Returns the contact with the bodies exchanged.
  SubShapeContact flipped() const { return {{sub_shape_b, sub_shape_a}, separation().flipped()}; }
};

// The contact area of two sub-shapes: their Manifold and their numbers.
template <int D, class T>
struct SubShapeManifold : SubShapeIds, Manifold<D, T> {
  // Returns the manifold without the sub-shapes.
  Manifold<D, T>& manifold() { return *this; }
  const Manifold<D, T>& manifold() const { return *this; }
  // Returns the manifold with the bodies exchanged.
  SubShapeManifold flipped() const {
    return {{sub_shape_b, sub_shape_a}, masu::flipped(manifold())};
  }
};

// Options of contacts() and contact_manifolds().
template <class T>
struct ContactOptions {
  // Sub-shapes up to this far apart count as in contact. Not negative.
  T margin = 0;
  // Skips ghost contacts: replaces each normal at an internal edge of a CorrectsNormals by one that
  // the surface has there, and measures the distance along it (docs/mesh.md). Leaves out contacts
  // without such a normal, inside solids, unless there are no others.
  bool skip_internal_edges = false;
};

// A receiver of contacts: a Buffer, which is cleared and then filled, or a function called with
// each contact, which may return false to stop.
template <class Sink, class Contact>
concept ContactSink = std::same_as<std::remove_cvref_t<Sink>, Buffer<Contact>> ||
    std::invocable<Sink&, const Contact&>;

namespace detail {

// Receives a contact. Returns Status::ok, or the reason to stop.
template <class Contact>
using TakeContact = FunctionRef<Status(const Contact&)>;

template <int D, class T>
SearchResult contacts_of_bodies(const BodyRef<D, T>& a, const Transform<D, T>& pose_a,
                                const BodyRef<D, T>& b, const Transform<D, T>& pose_b,
                                const ContactOptions<T>& options,
                                TakeContact<SubShapeContact<D, T>> take);
template <int D, class T>
SearchResult contacts_of_bodies(const BodyRef<D, T>& a, const Transform<D, T>& pose_a,
                                const BodyRef<D, T>& b, const Transform<D, T>& pose_b,
                                const ContactOptions<T>& options,
                                TakeContact<SubShapeManifold<D, T>> take);

template <class Contact, class A, class B, int D, class T, class Sink>
SearchResult report_contacts(const A& a, const Transform<D, T>& pose_a, const B& b,
                             const Transform<D, T>& pose_b, Sink& sink,
                             const ContactOptions<T>& options) {
  constexpr bool kList = std::same_as<std::remove_cvref_t<Sink>, Buffer<Contact>>;
  if constexpr (kList) sink.clear();
  const auto report = [&](const Contact& contact) {
    if constexpr (kList) {
      return sink.push_back(contact) ? Status::ok : Status::out_of_memory;
    } else {
      return goes_on(sink, contact) ? Status::ok : Status::stopped;
    }
  };
  const TakeContact<Contact> take(report);
  return contacts_of_bodies<D, T>(body_ref(a), pose_a, body_ref(b), pose_b, options, take);
}

}  // namespace detail

// Delivers the penetration() of each pair of sub-shapes that touch or are within the margin, in an
// order that depends on the bodies and transforms. Swapped arguments give the flipped contacts in
// the same order. Statuses: those of intersects(); not_finite and out_of_range for the margin;
// stopped and out_of_memory from the sink: contacts delivered before are valid. docs/mesh.md
// describes the normals at internal edges of a mesh, and how to avoid ghost contacts. Typically
// O(log n + k) for k pairs whose boxes overlap.
template <class A, class B, int D = detail::kDimensionOf<A>, class T = detail::ScalarOf<A>,
          ContactSink<SubShapeContact<D, T>> Sink>
requires detail::BodyPair<A, B> SearchResult contacts(const A& a, const Transform<D, T>& pose_a,
                                                      const B& b, const Transform<D, T>& pose_b,
                                                      Sink&& sink,
                                                      const ContactOptions<T>& options = {}) {
  return detail::report_contacts<SubShapeContact<D, T>>(a, pose_a, b, pose_b, sink, options);
}

// As contacts(), with the manifold() of each pair.
template <class A, class B, int D = detail::kDimensionOf<A>, class T = detail::ScalarOf<A>,
          ContactSink<SubShapeManifold<D, T>> Sink>
requires detail::BodyPair<A, B> SearchResult contact_manifolds(
    const A& a, const Transform<D, T>& pose_a, const B& b, const Transform<D, T>& pose_b,
    Sink&& sink, const ContactOptions<T>& options = {}) {
  return detail::report_contacts<SubShapeManifold<D, T>>(a, pose_a, b, pose_b, sink, options);
}

}  // namespace masu
