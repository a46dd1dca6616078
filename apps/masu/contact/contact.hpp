// SPDX-License-Identifier: MIT
// All contact queries for two shapes, made once for the report and the pictures.
#pragma once

#include <optional>

#include <masu/mesh/contacts.hpp>
#include <masu/narrow_phase/manifold.hpp>
#include <masu/narrow_phase/time_of_impact.hpp>

#include "contact/common_body.hpp"
#include "contact/fields.hpp"
#include "contact/placed_shape.hpp"

namespace masu::cli {

// The motion of B: a translation (shape_cast), or a motion to another pose (time_of_impact).
template <int D, class T>
struct Motion {
  bool rotates;
  Transform<D, T> end;
  Impact<D, T> impact;
  Transform<D, T> pose_at_impact;  // pose of B at the impact
};

// For meshes: pairs of triangles, or of a triangle and a shape.
template <int D, class T>
struct SubShapeContacts {
  SubShapeSeparation<D, T> nearest;             // by distance()
  std::vector<SubShapeContact<D, T>> touching;  // by contacts()
};

template <int D, class T>
struct Contact {
  PlacedShape<D, T> a;
  PlacedShape<D, T> b;
  bool overlapping;             // by intersects()
  Separation<D, T> separation;  // by penetration()
  Manifold<D, T> whole;         // by manifold()
  Manifold<D, T> manifold;      // reduced if that was requested
  std::optional<Motion<D, T>> motion;
  std::optional<SubShapeContacts<D, T>>
      sub_shapes;  // if set, `separation` is its nearest and there is no manifold
  std::optional<CommonBody<D, T>> common;  // if it was requested
};

struct ContactOptions {
  double margin = 0;
  int most_points = 0;  // 0: all
  bool volume = false;
  std::optional<Numbers> translation;  // --move
  std::optional<ShapeSource> end;      // --to
};

// Makes all queries. Throws readers::InputError for invalid options.
template <int D, class T>
Contact<D, T> contact_of(const ShapeSource& a, const ShapeSource& b, const ContactOptions& options);

// Returns the length (2D) or area (3D) of the contact area, projected along the normal. The flipped
// manifold gives the same value bit for bit.
template <int D, class T>
double measure(const Manifold<D, T>& manifold);

// Returns the report as one object; docs/contact.md describes it.
template <int D, class T>
Json report(const Contact<D, T>& contact, const ShapeSource& a, const ShapeSource& b);

// Returns indented JSON; lists of numbers are on one line.
std::string text_of(const Json& json);

}  // namespace masu::cli
