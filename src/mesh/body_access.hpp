// SPDX-License-Identifier: MIT
// The library's own bodies: their search classes and tables of functions.
#pragma once

#include <masu/core/detail/opaque.hpp>
#include <masu/mesh/body_view.hpp>

namespace masu::detail {

// Returns the data of a body; empty data if it was never built.
template <class Data>
const Data& data_or_empty(const Opaque<Data>& data) {
  if (data.get() != nullptr) return *data.get();
  static const Data empty(default_allocator());
  return empty;
}

// Returns a CompositeShape of the same sub-shapes, whose searches are compiled where they are
// called.
struct BodyAccess {
  template <class B>
  static decltype(auto) search(const B& body) {
    return body.search();
  }
  template <class B>
  decltype(auto) operator()(const B& body) const {
    return search(body);
  }
};

template <BodyKind kind, class B>
auto view_of_own(const B& body) {
  return BodyView<B::kDimension, typename B::Scalar>(&body,
                                                     &FunctionsOfBody<B, BodyAccess, kind>::kTable);
}

}  // namespace masu::detail
