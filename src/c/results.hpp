// SPDX-License-Identifier: MIT
// masu_results: memory for the results of calls that take one.
#pragma once

#include <tuple>

#include <masu/corridor/mover_batch.hpp>
#include <masu/corridor/wall_query_batch.hpp>
#include <masu/mesh/contacts.hpp>
#include <masu/world/query_hits.hpp>
#include <masu/world/world_pair.hpp>
#include <masu/world/world_shape.hpp>

#include "c/call.hpp"
#include "c/object.hpp"

namespace masu::c {

// The contacts of two shapes, as the library makes them and as C reads them.
template <int D, class T>
struct ContactLists {
  explicit ContactLists(Allocator memory)
      : points(memory), areas(memory), contacts(memory), corners(memory) {}
  void clear() {
    contacts.clear();
    corners.clear();
  }

  Buffer<SubShapeContact<D, T>> points;
  Buffer<SubShapeManifold<D, T>> areas;
  Buffer<WorldContact<D, T>> contacts;
  Buffer<ManifoldPoint<D, T>> corners;
};

}  // namespace masu::c

struct masu_results final : masu::c::Object {
  explicit masu_results(const masu::c::Memory& storage)
      : Object(masu::c::Tag::results, storage),
        handles(memory().allocator()),
        indices(memory().allocator()),
        neighbors(memory().allocator(), memory().allocator()),
        hits(memory().allocator(), memory().allocator(), memory().allocator(),
             memory().allocator()),
        shapes(memory().allocator(), memory().allocator(), memory().allocator(),
               memory().allocator()),
        contacts(memory().allocator(), memory().allocator(), memory().allocator(),
                 memory().allocator()),
        movers(memory().allocator(), memory().allocator()),
        walls(memory().allocator(), memory().allocator()) {}
  void destroy() override { masu::c::destroy_as(this); }

  template <class T>
  auto& neighbors_of() {
    return std::get<masu::QueryBatch<masu::Neighbor<T>>>(neighbors);
  }
  template <int D, class T>
  auto& hits_of() {
    return std::get<masu::QueryBatch<masu::WorldRayHit<D, T>>>(hits);
  }
  template <int D, class T>
  auto& shapes_of() {
    return std::get<masu::Buffer<masu::WorldShape<D, T>>>(shapes);
  }
  template <int D, class T>
  auto& contacts_of() {
    return std::get<masu::c::ContactLists<D, T>>(contacts);
  }
  template <class T>
  auto& movers_of() {
    return std::get<masu::MoverBatch<T>>(movers);
  }
  template <class T>
  auto& walls_of() {
    return std::get<masu::WallQueryBatch<T>>(walls);
  }

  masu::QueryBatch<masu::Handle> handles;
  masu::QueryBatch<std::uint32_t> indices;
  std::tuple<masu::QueryBatch<masu::Neighbor<float>>, masu::QueryBatch<masu::Neighbor<double>>>
      neighbors;
  std::tuple<masu::QueryBatch<masu::WorldRayHit<2, float>>,
             masu::QueryBatch<masu::WorldRayHit<3, float>>,
             masu::QueryBatch<masu::WorldRayHit<2, double>>,
             masu::QueryBatch<masu::WorldRayHit<3, double>>>
      hits;
  std::tuple<masu::Buffer<masu::WorldShape<2, float>>, masu::Buffer<masu::WorldShape<3, float>>,
             masu::Buffer<masu::WorldShape<2, double>>, masu::Buffer<masu::WorldShape<3, double>>>
      shapes;
  std::tuple<masu::c::ContactLists<2, float>, masu::c::ContactLists<3, float>,
             masu::c::ContactLists<2, double>, masu::c::ContactLists<3, double>>
      contacts;
  std::tuple<masu::MoverBatch<float>, masu::MoverBatch<double>> movers;
  std::tuple<masu::WallQueryBatch<float>, masu::WallQueryBatch<double>> walls;
};

namespace masu::c {

inline masu_status check_results(const masu_results* results) {
  if (results == nullptr) return MASU_OUT_OF_RANGE;
  return results->tag() == Tag::results ? MASU_OK : MASU_WRONG_FORMAT;
}

}  // namespace masu::c
