// SPDX-License-Identifier: MIT
// Records of contact areas and volumes, of two shapes and of worlds.
#pragma once

#include <masu/narrow_phase/manifold.hpp>

#include "records.hpp"

namespace masu::python {

template <int D>
const py::dtype& corner_dtype() {
  using P = ManifoldPoint<D, double>;
  static const py::dtype* const type = new py::dtype(RecordType<P>()
                                                         .member("point_a", &P::point_a)
                                                         .member("point_b", &P::point_b)
                                                         .member("distance", &P::distance)
                                                         .member("feature_id", &P::feature_id)
                                                         .dtype());
  return *type;
}

// A contact volume without its vertices.
template <int D>
struct VolumeRow {
  Status status = Status::ok;
  double volume = 0;
  Vec<D, double> centroid{};
  double area = 0;
  Vec<D, double> normal{};
};

template <int D>
const py::dtype& volume_dtype() {
  using V = VolumeRow<D>;
  static const py::dtype* const type = new py::dtype(RecordType<V>()
                                                         .member("status", &V::status)
                                                         .member("volume", &V::volume)
                                                         .member("centroid", &V::centroid)
                                                         .member("area", &V::area)
                                                         .member("normal", &V::normal)
                                                         .dtype());
  return *type;
}

}  // namespace masu::python
