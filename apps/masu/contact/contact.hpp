// SPDX-License-Identifier: MIT
// Every kind of contact of two shapes, asked once, for the report and the pictures.
#pragma once

#include <optional>

#include <masu/mesh/contacts.hpp>
#include <masu/narrow_phase/manifold.hpp>
#include <masu/narrow_phase/time_of_impact.hpp>

#include "contact/common_body.hpp"
#include "contact/fields.hpp"
#include "contact/placed_shape.hpp"

namespace masu::cli {

// B's way: by a translation alone (shape_cast), or to another place and turn (time_of_impact).
template <int D, class T>
struct Motion {
  bool turns;
  Transform<D, T> end;
  Impact<D, T> impact;
  Transform<D, T> at_impact;  // where B is at its t
};

// Where a mesh takes part: pairs of triangles, or of a triangle and a shape.
template <int D, class T>
struct PieceContacts {
  PieceSeparation<D, T> nearest;             // by distance()
  std::vector<PieceContact<D, T>> touching;  // by contacts()
};

template <int D, class T>
struct Contact {
  PlacedShape<D, T> a;
  PlacedShape<D, T> b;
  bool overlapping;             // by intersects()
  Separation<D, T> separation;  // by penetration()
  Manifold<D, T> whole;         // by manifold()
  Manifold<D, T> manifold;      // reduced, if that was asked for
  std::optional<Motion<D, T>> motion;
  std::optional<PieceContacts<D, T>> pieces;  // then `separation` is its nearest, no manifold
  std::optional<CommonBody<D, T>> common;     // if it was asked for
};

struct ContactOptions {
  double margin = 0;
  int most_points = 0;  // 0: all
  bool volume = false;
  std::optional<Numbers> translation;  // --move
  std::optional<ShapeSource> end;      // --to
};

// Throws readers::InputError for options that cannot be.
template <int D, class T>
Contact<D, T> contact_of(const ShapeSource& a, const ShapeSource& b, const ContactOptions& options);

// The length (2D) or area (3D) of the contact area, seen along the normal. The flipped manifold has
// the same, bit for bit.
template <int D, class T>
double measure(const Manifold<D, T>& manifold);

// One object, as docs/contact.md says.
template <int D, class T>
Json report(const Contact<D, T>& contact, const ShapeSource& a, const ShapeSource& b);

// Indented; lists of numbers on one line.
std::string text_of(const Json& json);

}  // namespace masu::cli
